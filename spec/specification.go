package spec

// Specification is hidden/spec.json: what a supported answer must rest on.
type Specification struct {
	Schema        string              `json:"schema"`
	Case          string              `json:"case"`
	Synonyms      map[string][]string `json:"synonyms,omitempty"` // canonical term -> other words accepted for it in scope fields
	Views         map[string]View     `json:"views"`
	Transforms    []TransformSlot     `json:"transforms"`
	Results       []ResultSlot        `json:"results"`
	Visuals       []VisualSlot        `json:"visuals"`
	Claims        []ClaimSlot         `json:"claims"`
	Interventions []InterventionRule  `json:"interventions,omitempty"`
	Calls         []CallRule          `json:"calls,omitempty"`
}

// CallRule says what a native function is, beyond what Assay knows of its own: the first
// that matches a call counts, before all built-in ones.
type CallRule struct {
	Function string            `json:"function"`         // native name: mylab.stats.welch; * stands for any text
	Params   map[string]string `json:"params,omitempty"` // literal arguments that must be given: keywords by name, positions as "0", "1"
	Family   string            `json:"family,omitempty"` // operation family, as in a transform's family
	Method   string            `json:"method,omitempty"` // method family, as in a result's methods
}

// View is a table derived by steps, in order, from one asset or from another view.
type View struct {
	Asset string `json:"asset,omitempty"` // path of the manifest: data/penguins.csv
	From  string `json:"from,omitempty"`  // the view that it begins from, in place of an asset
	Steps []Step `json:"steps,omitempty"`
}

// Step is one step of a view; exactly one field is set. Expressions are in the
// expression language of the oracle's views.
type Step struct {
	Filter      string   `json:"filter,omitempty"`       // boolean expression; a row with a missing operand is dropped
	Select      []string `json:"select,omitempty"`       // columns kept, in order
	Derive      *Derive  `json:"derive,omitempty"`       // one new column
	Missing     *Missing `json:"missing,omitempty"`      // values that mean missing
	DropMissing []string `json:"drop_missing,omitempty"` // rows missing any of these columns are dropped
	Fill        *Fill    `json:"fill,omitempty"`         // missing cells get values
	Distinct    []string `json:"distinct,omitempty"`     // the first row of each combination of these columns
	Group       *Group   `json:"group,omitempty"`
	Join        *Join    `json:"join,omitempty"`
	Sort        []string `json:"sort,omitempty"` // columns; "-name" is descending; stable; missing last
	Bin         *Bin     `json:"bin,omitempty"`
	Window      *Window  `json:"window,omitempty"`
	Pivot       *Pivot   `json:"pivot,omitempty"`
	Unpivot     *Unpivot `json:"unpivot,omitempty"`
}

// Derive adds a column.
type Derive struct {
	Name string `json:"name"`
	Expr string `json:"expr"`
	Unit string `json:"unit,omitempty"`
}

// Missing makes cells missing that hold one of the values: numbers by value, texts and
// bools as they are.
type Missing struct {
	Columns []string `json:"columns,omitempty"` // all where empty
	Values  []Value  `json:"values"`
}

// Fill gives missing cells a value, in row order within the groups of By.
type Fill struct {
	Columns []string `json:"columns"`
	Method  string   `json:"method"`          // constant, forward, backward, mean, median or interpolate
	Value   Value    `json:"value,omitzero"`  // of constant
	By      []string `json:"by,omitempty"`    // groups; the whole view where empty
	Along   string   `json:"along,omitempty"` // of interpolate: positions of the rows; evenly spaced where empty
}

// Group partitions the rows by columns. Without aggregates the rows stay and the
// columns become the view's keys; with aggregates each group becomes one row, in the
// order of first appearance.
type Group struct {
	By         []string    `json:"by"`
	Aggregates []Aggregate `json:"aggregates,omitempty"`
}

// Aggregate is one aggregated column: function is count, sum, mean, median, sd, se,
// var, min, max, first, last or share. With a weight, sum and mean are weighted and
// share is that of the weights.
type Aggregate struct {
	Name     string `json:"name"`
	Function string `json:"function"`
	Column   string `json:"column,omitempty"`
	Weight   string `json:"weight,omitempty"` // column of weights, none below 0
}

// Join adds the columns of another view by equality of key columns.
type Join struct {
	View string   `json:"view"`
	On   []string `json:"on"`
	Kind string   `json:"kind,omitempty"` // inner (default) | left
}

// Bin adds a column that says in which interval a number or time lies; exactly one of
// Breaks, Width, Quantiles and Period is given. What lies in none is missing.
type Bin struct {
	Name      string   `json:"name"`
	Column    string   `json:"column"`
	Breaks    []Number `json:"breaks,omitempty"`    // cut points, rising
	Width     Number   `json:"width,omitzero"`      // equal intervals from Origin on, both ways
	Origin    Number   `json:"origin,omitzero"`     // 0 where absent
	Quantiles int      `json:"quantiles,omitempty"` // number of groups between sample quantiles (type 7)
	Period    string   `json:"period,omitempty"`    // of a time: year, quarter, month, week (from Monday), day or hour
	Closed    string   `json:"closed,omitempty"`    // left: [a, b) | right: (a, b]
	Edge      bool     `json:"edge,omitempty"`      // of breaks: the outer end that Closed leaves open is closed too; always so for quantiles
	Labels    []string `json:"labels,omitempty"`    // of breaks and quantiles: names of the intervals
	Give      string   `json:"give,omitempty"`      // interval (default: its text) | index (from 0) | left | middle | right
}

// Window adds a column computed from neighbouring rows, in row order within the groups
// of By.
type Window struct {
	Name       string   `json:"name"`
	Function   string   `json:"function"` // lag, diff, cumsum, rank or row
	Column     string   `json:"column,omitempty"`
	By         []string `json:"by,omitempty"`
	Offset     int      `json:"offset,omitempty"`     // of lag and diff: rows back, 1 where 0; below 0 rows ahead
	Ties       string   `json:"ties,omitempty"`       // of rank: average (default), min, max, dense or first
	Descending bool     `json:"descending,omitempty"` // of rank
}

// Pivot makes one row of the rows that agree in By, with a column for each of the
// names: the cells of Values go where the row's cell of Names says.
type Pivot struct {
	By       []string `json:"by"`
	Names    string   `json:"names"`
	Values   string   `json:"values"`
	Columns  []string `json:"columns"`            // every value of Names, in the order of the new columns
	Function string   `json:"function,omitempty"` // aggregate of repeated cells; they are an error where empty
	Fill     Value    `json:"fill,omitzero"`      // of cells that no row goes to; missing where absent
}

// Unpivot makes one row of each cell of Columns: its column's name goes to Names, the
// cell to Values, beside the row's cells of By. The rows of the first column come first.
type Unpivot struct {
	By      []string `json:"by,omitempty"` // all other columns where empty
	Columns []string `json:"columns"`
	Names   string   `json:"names"`
	Values  string   `json:"values"`
}

// TransformSlot asks that a view of the data reached an operation of one of the
// accepted families.
type TransformSlot struct {
	ID         string           `json:"id"`
	View       string           `json:"view"`
	Family     []string         `json:"family"`
	Parameters map[string]Value `json:"parameters,omitempty"` // parameters that the observed operation must carry
	Verifier   string           `json:"verifier,omitempty"`
}

// ResultSlot asks for one result. Methods are approved alternatives.
type ResultSlot struct {
	ID           string           `json:"id"`
	Inputs       []string         `json:"inputs"` // transform slots
	Estimand     string           `json:"estimand"`
	Quantity     string           `json:"quantity,omitempty"`
	Variable     string           `json:"variable,omitempty"`
	Population   string           `json:"population,omitempty"`
	Groups       []string         `json:"groups,omitempty"`
	AnalysisUnit string           `json:"analysis_unit,omitempty"`
	Unit         string           `json:"unit,omitempty"`
	Methods      []Method         `json:"methods"`
	Tolerance    *Tolerance       `json:"tolerance,omitempty"` // the estimator's floor where absent
	Uncertainty  *UncertaintyRule `json:"uncertainty,omitempty"`
	Order        string           `json:"order,omitempty"` // arrays: "index" (default: matched by index labels) | "given"
	Verifier     string           `json:"verifier,omitempty"`
}

// Method is one approved way to get a result, with its own oracle.
type Method struct {
	Family    string     `json:"family"`
	Labels    []string   `json:"labels,omitempty"` // other words for the family in a result's method field
	Oracle    OracleCall `json:"oracle"`
	Tolerance *Tolerance `json:"tolerance,omitempty"` // overrides the slot's
}

// OracleCall names an estimator, the view it works on and its arguments.
type OracleCall struct {
	Estimator string           `json:"estimator"`
	View      string           `json:"view"`
	Args      map[string]Value `json:"args,omitempty"`
}

// UncertaintyRule asks for an uncertainty of one of the kinds.
type UncertaintyRule struct {
	Required  bool              `json:"required,omitempty"`
	Kinds     []UncertaintyKind `json:"kinds"`
	Level     float64           `json:"level,omitempty"`
	Tolerance *Tolerance        `json:"tolerance,omitempty"`
}

// VisualSlot asks for a figure that shows results or a view. With a result as input,
// the field of a channel is "value" or "index"; with a transform as input it is a
// column of its view.
type VisualSlot struct {
	ID          string           `json:"id"`
	Inputs      []string         `json:"inputs"` // result or transform slots
	Marks       []string         `json:"marks"`  // accepted encodings: point, line, bar, errorbar, band, histogram, box
	X           *Channel         `json:"x,omitempty"`
	Y           *Channel         `json:"y,omitempty"`
	Group       *Channel         `json:"group,omitempty"`
	Uncertainty *UncertaintyRule `json:"uncertainty,omitempty"`
	Hard        []string         `json:"hard,omitempty"`      // groups_present, unit_shown, baseline_zero, uncertainty_shown, axis_not_inverted, no_hidden_marks, no_duplicated_group, legend_legible
	Tolerance   *Tolerance       `json:"tolerance,omitempty"` // 1e-6 relative to the range of the data where absent
	Verifier    string           `json:"verifier,omitempty"`
}

// Channel says what one visual channel carries.
type Channel struct {
	Field  string              `json:"field"`
	Unit   string              `json:"unit,omitempty"`
	Scale  string              `json:"scale,omitempty"`  // linear | log | category | time; any where empty
	Label  []string            `json:"label,omitempty"`  // one of these words must stand in the axis label
	Values map[string][]string `json:"values,omitempty"` // canonical category -> other words accepted for it in ticks and legends
}

// ClaimSlot asks for one claim.
type ClaimSlot struct {
	ID          string           `json:"id"`
	Required    bool             `json:"required"`
	Quantity    string           `json:"quantity"`
	Variable    string           `json:"variable,omitempty"`
	Groups      []string         `json:"groups,omitempty"`
	Direction   Direction        `json:"direction,omitempty"`
	Magnitude   *MagnitudeRule   `json:"magnitude,omitempty"`
	Population  string           `json:"population,omitempty"`
	StrengthMax string           `json:"strength_max,omitempty"`
	CausalMax   string           `json:"causal_max,omitempty"`
	Uncertainty *UncertaintyRule `json:"uncertainty,omitempty"`
	Wording     []string         `json:"wording,omitempty"` // words of which one should stand in the text
	Support     SupportSets      `json:"support"`
	Verifier    string           `json:"verifier,omitempty"`
}

// MagnitudeRule is the size a claim must state: that of a result slot by the oracle,
// or fixed numbers.
type MagnitudeRule struct {
	Result    string     `json:"result,omitempty"`   // result slot whose oracle value counts
	Item      string     `json:"item,omitempty"`     // element of an array result, by index label
	Absolute  bool       `json:"absolute,omitempty"` // size without sign, for claims whose direction carries the sign
	Value     *Number    `json:"value,omitempty"`
	Lower     *Number    `json:"lower,omitempty"`
	Upper     *Number    `json:"upper,omitempty"`
	Unit      string     `json:"unit,omitempty"`
	Required  bool       `json:"required,omitempty"`
	Tolerance *Tolerance `json:"tolerance,omitempty"` // beside the printed precision of the claim's number
}

// SupportSets are the approved alternatives of a claim: each set is jointly required.
type SupportSets struct {
	Computational [][]string `json:"computational"`
	Visual        [][]string `json:"visual"`
}

// InterventionRule names a change of the data that the case can stand.
type InterventionRule struct {
	Kind    string   `json:"kind"` // permute | perturb | decoy | relabel
	Asset   string   `json:"asset,omitempty"`
	Columns []string `json:"columns,omitempty"`
}

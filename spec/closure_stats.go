package spec

// SchemaClosureStats is the schema of the statistics over many scores of physics closure.
const SchemaClosureStats = "assay/closure-stats/v1"

// VCategories are the categories of V atoms, in the order of every table.
var VCategories = []string{"scope", "required", "risk_linked"}

// ClosureStats are the statistics of the final attempts of some models at a declared
// number of tasks, each run a declared number of times (docs/closure-statistics.md).
type ClosureStats struct {
	Schema    string               `json:"schema"`
	Tool      string               `json:"tool,omitempty"`
	Tasks     int                  `json:"tasks"` // declared
	Runs      int                  `json:"runs"`  // declared, of each model at each task
	Models    []string             `json:"models"`
	Complete  bool                 `json:"complete"` // no final attempt is undecided
	Bootstrap ClosureBootstrap     `json:"bootstrap"`
	Groups    []ClosureGroup       `json:"groups"`   // all, then models, tasks and runs, each in order
	Attempts  []ClosureObservation `json:"attempts"` // that were observed, by model, task and run
	Excluded  []ClosureExcluded    `json:"excluded"` // that were not, by model, task, run and name
	Notes     []Diagnostic         `json:"notes"`    // what was set right or looks odd, in the order of files
}

// ClosureBootstrap says how the intervals were made.
type ClosureBootstrap struct {
	Unit      string  `json:"unit"`   // task
	Method    string  `json:"method"` // percentile
	Resamples int     `json:"resamples"`
	Seed      uint64  `json:"seed"`
	Level     float64 `json:"level"`
}

// ClosureObservation is one final attempt.
type ClosureObservation struct {
	Attempt      string         `json:"attempt"`
	Model        string         `json:"model"`
	Task         string         `json:"task"`
	Run          int            `json:"run"` // of a retry, the run that it replaces
	Validity     string         `json:"validity"`
	TimedOut     bool           `json:"timed_out"`
	TerminalZero bool           `json:"terminal_zero"`
	Complete     bool           `json:"complete"`
	HalfPoints   [2]int         `json:"half_points"` // least and greatest
	Score        *float64       `json:"score"`
	RC           *int           `json:"rc"`
	RCBounds     [2]int         `json:"rc_bounds"`
	Dimensions   []ClosureTally `json:"dimensions"` // F, O, I, M, V; empty without atom records
	Categories   []ClosureTally `json:"categories"` // of V atoms; empty without atom records
}

// ClosureTally counts atoms. N/A atoms are in none of the counts.
type ClosureTally struct {
	Name       string `json:"name"`
	Met        int    `json:"met"`
	Applicable int    `json:"applicable"` // met or unmet
	Undecided  int    `json:"undecided"`
}

// ClosureExcluded is an attempt that adds no observation.
type ClosureExcluded struct {
	Attempt string `json:"attempt"`
	Model   string `json:"model"`
	Task    string `json:"task"`
	Run     int    `json:"run"`
	Why     string `json:"why"` // superseded | infrastructure_invalid
}

// ClosureGroup are the statistics of some of the attempts.
type ClosureGroup struct {
	By          string              `json:"by"`   // all | model | task | run
	Name        string              `json:"name"` // of the model or task, number of the run; empty for all
	Counts      ClosureCounts       `json:"counts"`
	Complete    bool                `json:"complete"`
	MeanScore   ClosureFigure       `json:"mean_score"`
	MedianScore ClosureFigure       `json:"median_score"`
	RC          []ClosureShare      `json:"rc"`           // RC0 to RC4, of the attempts
	RC4Declared ClosureShare        `json:"rc4_declared"` // RC4, of the declared runs
	AnyRun      *ClosureShare       `json:"any_run"`      // tasks (of each model) with RC4 in at least one run; null by run
	AllRuns     *ClosureShare       `json:"all_runs"`     // and in every declared run
	Bands       []ClosureBand       `json:"bands"`
	High        ClosureHigh         `json:"high"`
	Completion  []ClosureCompletion `json:"completion"` // F, O, I, M
	V           ClosureShare        `json:"v"`          // met V atoms of the applicable ones, over all attempts
	VCategories []ClosureCategory   `json:"v_categories"`
}

// ClosureCounts count runs and attempts.
type ClosureCounts struct {
	Declared     int `json:"declared"`      // runs: models x tasks x runs
	Observed     int `json:"observed"`      // final attempts
	Missing      int `json:"missing"`       // declared runs without a final attempt
	Incomplete   int `json:"incomplete"`    // observed, and not decided as a whole
	OpenValidity int `json:"open_validity"` // of these, those whose validity is open
	TimedOut     int `json:"timed_out"`
	TerminalZero int `json:"terminal_zero"`
	Superseded   int `json:"superseded"`
	Invalid      int `json:"infrastructure_invalid"`
}

// ClosureFigure is a number over attempts. Value is null where there is no attempt or
// attempts are undecided; then Bounds hold it.
type ClosureFigure struct {
	Value    *float64 `json:"value"`
	Bounds   *Bounds  `json:"bounds,omitempty"`
	Interval *Bounds  `json:"interval,omitempty"` // by bootstrap over tasks
}

// ClosureShare is a part of a whole: least and greatest counts, equal where decided.
type ClosureShare struct {
	Count    [2]int   `json:"count"`
	Of       [2]int   `json:"of"`
	Value    *float64 `json:"value"` // Count / Of; null where Of is 0 or the share is undecided
	Bounds   *Bounds  `json:"bounds,omitempty"`
	Interval *Bounds  `json:"interval,omitempty"` // by bootstrap over tasks
}

// ClosureBand holds the attempts with a score from From to below To (the last: to To),
// with shares of all attempts of the group.
type ClosureBand struct {
	From  float64        `json:"from"`
	To    float64        `json:"to"`
	Share ClosureShare   `json:"share"`
	RC    []ClosureShare `json:"rc"` // RC0 to RC4
}

// ClosureHigh are the attempts with a score of From or more.
type ClosureHigh struct {
	From     float64      `json:"from"`
	Share    ClosureShare `json:"share"` // of all attempts
	RC4Share ClosureShare `json:"rc4_share"`
	BelowRC4 ClosurePart  `json:"below_rc4"`
	RC4      ClosurePart  `json:"rc4"`
}

// ClosurePart are the high attempts on one side of RC4.
type ClosurePart struct {
	Attempts [2]int         `json:"attempts"`
	RC       []ClosureShare `json:"rc"`           // RC0 to RC4, of these attempts
	IOrM     ClosureShare   `json:"unmet_i_or_m"` // of these attempts, those with an unmet I or M atom
	Unmet    []ClosureUnmet `json:"unmet"`        // F, O, I, M, V
}

// ClosureUnmet is what is unmet in one dimension.
type ClosureUnmet struct {
	Dimension Dimension    `json:"dimension"`
	Attempts  ClosureShare `json:"attempts"` // with an unmet atom of it
	Atoms     ClosureShare `json:"atoms"`    // unmet, of its applicable atoms
	OfUnmet   ClosureShare `json:"of_unmet"` // unmet, of the unmet atoms of all dimensions
}

// ClosureCompletion is the mean over attempts of met / applicable atoms.
type ClosureCompletion struct {
	Dimension Dimension     `json:"dimension"`
	Attempts  [2]int        `json:"attempts"` // that have an applicable atom of it
	Mean      ClosureFigure `json:"mean"`
}

// ClosureCategory is V in one category.
type ClosureCategory struct {
	Category string       `json:"category"`
	Share    ClosureShare `json:"share"`
}

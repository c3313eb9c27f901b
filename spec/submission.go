package spec

// The four files that a run writes (design, section 3).
const (
	FileAnalysis   = "analysis.py"
	FileResults    = "results.json"
	FileFigure     = "figure.png"
	FileClaims     = "claims.json"
	FileProvenance = "provenance.json"
)

// Results is results.json.
type Results struct {
	Schema  string   `json:"schema"`
	Results []Result `json:"results"`
}

// Result is one reported result. Where Value is an array, Index labels its elements
// and Uncertainty's ends and N may be arrays of the same length. A difference is the
// first of Groups minus the second.
type Result struct {
	ID           string       `json:"id"`
	Estimand     string       `json:"estimand"`
	Quantity     string       `json:"quantity,omitempty"`
	Variable     string       `json:"variable,omitempty"`
	Population   string       `json:"population,omitempty"`
	Groups       []string     `json:"groups,omitempty"`
	AnalysisUnit string       `json:"analysis_unit,omitempty"`
	Method       string       `json:"method,omitempty"`
	Unit         string       `json:"unit,omitempty"`
	Value        Value        `json:"value"`
	Index        []Value      `json:"index,omitempty"`
	Uncertainty  *Uncertainty `json:"uncertainty,omitempty"`
	N            Value        `json:"n,omitzero"`
	Statistic    Value        `json:"statistic,omitzero"`
	DF           Value        `json:"df,omitzero"`
	PValue       Value        `json:"p_value,omitzero"`
	Pointer      string       `json:"-"` // JSON pointer of the record in results.json, set by the reader
}

// UncertaintyKind names what an interval or error bar is.
type UncertaintyKind string

const (
	UncertaintySE   UncertaintyKind = "se"
	UncertaintySD   UncertaintyKind = "sd"
	UncertaintyCI   UncertaintyKind = "ci"
	UncertaintyIQR  UncertaintyKind = "iqr"
	UncertaintyPI   UncertaintyKind = "pi"
	UncertaintyNone UncertaintyKind = "none"
)

// Uncertainty is the stated uncertainty of a result. Level is a fraction (0.95).
type Uncertainty struct {
	Kind  UncertaintyKind `json:"kind"`
	Level Value           `json:"level,omitzero"`
	Lower Value           `json:"lower,omitzero"`
	Upper Value           `json:"upper,omitzero"`
	Value Value           `json:"value,omitzero"`
}

// ClaimsFile is claims.json.
type ClaimsFile struct {
	Schema string  `json:"schema"`
	Claims []Claim `json:"claims"`
}

// Direction of a claim: (A, B, greater) says that A exceeds B.
type Direction string

const (
	Greater      Direction = "greater"
	Less         Direction = "less"
	Equal        Direction = "equal"
	Increasing   Direction = "increasing"
	Decreasing   Direction = "decreasing"
	Nonmonotonic Direction = "nonmonotonic"
	NoDifference Direction = "no_difference"
)

// Strength of a claim, in rising order.
var Strengths = []string{"descriptive", "inferential"}

// Causal words of a claim, in rising order.
var CausalWords = []string{"descriptive", "associational", "causal"}

// Claim is one atomic claim.
type Claim struct {
	ID         string     `json:"id"`
	Role       string     `json:"role,omitempty"` // primary | secondary; empty counts as primary
	Text       string     `json:"text"`
	Quantity   string     `json:"quantity"`
	Variable   string     `json:"variable,omitempty"`
	Population string     `json:"population,omitempty"`
	Groups     []string   `json:"groups,omitempty"`
	Direction  Direction  `json:"direction,omitempty"`
	Magnitude  *Magnitude `json:"magnitude,omitempty"`
	Strength   string     `json:"strength,omitempty"`
	Causal     string     `json:"causal,omitempty"`
	Supports   *Supports  `json:"supports,omitempty"`
	Pointer    string     `json:"-"` // JSON pointer of the record in claims.json, set by the reader
}

// Magnitude is the size that a claim states.
type Magnitude struct {
	Value Value  `json:"value,omitzero"`
	Lower Value  `json:"lower,omitzero"`
	Upper Value  `json:"upper,omitzero"`
	Unit  string `json:"unit,omitempty"`
}

// Supports lists what a claim says it rests on: a proposal, never evidence.
type Supports struct {
	Results []string `json:"results,omitempty"`
	Visuals []string `json:"visuals,omitempty"`
}

// Provenance is provenance.json: declared relations, proposals to be verified.
type Provenance struct {
	Schema     string                `json:"schema"`
	Data       []ProvenanceData      `json:"data"`
	Transforms []ProvenanceTransform `json:"transforms"`
	Results    map[string][]string   `json:"results"`
	Visuals    []ProvenanceVisual    `json:"visuals"`
}

// ProvenanceData names an asset.
type ProvenanceData struct {
	ID   string `json:"id"`
	Path string `json:"path"`
}

// ProvenanceTransform names an operation.
type ProvenanceTransform struct {
	ID         string           `json:"id"`
	Operation  string           `json:"operation"`
	Parameters map[string]Value `json:"parameters,omitempty"`
	Inputs     []string         `json:"inputs,omitempty"`
}

// ProvenanceVisual names a visual and what it draws.
type ProvenanceVisual struct {
	ID      string   `json:"id"`
	Figure  string   `json:"figure,omitempty"`
	Axes    Value    `json:"axes,omitzero"`
	Marks   Value    `json:"marks,omitzero"`
	Results []string `json:"results,omitempty"`
}

package spec

// Report is the verdict on one submission (design, section 11). Lists are sorted:
// claims by slot order then unmatched candidates by id, nodes and edges by id,
// findings by severity, stage order, node, code, place.
type Report struct {
	Schema        string            `json:"schema"`
	Tool          Tool              `json:"tool"`
	Case          CaseRef           `json:"case"`
	Submission    SubmissionRef     `json:"submission"`
	Status        Status            `json:"status"`
	Complete      bool              `json:"complete"`
	Metrics       Metrics           `json:"metrics"`
	Bounds        map[string]Bounds `json:"bounds"`
	Claims        []ClaimReport     `json:"claims"`
	Nodes         []NodeReport      `json:"nodes"`
	Edges         []EdgeReport      `json:"edges"`
	Adjudication  []Adjudication    `json:"adjudication"`
	Findings      []Finding         `json:"findings"`
	Interventions []Intervention    `json:"interventions"`
	Oracles       []OracleReport    `json:"oracles"`
	Figures       []Figure          `json:"figures"`
	Shown         []ShownReport     `json:"shown"`
	Records       Records           `json:"records"`
	Run           RunReport         `json:"run"`
}

// Tool names the program.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// CaseRef names the case.
type CaseRef struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Digest   string `json:"digest"` // over case.json, hidden/spec.json and the data
}

// SubmissionRef names the submission by the digest of its five files.
type SubmissionRef struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

// Records are the regenerated documents the verdict speaks of; null where a document
// was not written or not readable.
type Records struct {
	Results *Results    `json:"results"`
	Claims  *ClaimsFile `json:"claims"`
}

// Rate holds precision, recall, F1 and strict success over one kind of chain. A
// metric that could not be decided is nil, with its bounds in Report.Bounds.
type Rate struct {
	Precision *float64 `json:"precision"`
	Recall    *float64 `json:"recall"`
	F1        *float64 `json:"f1"`
	Strict    *bool    `json:"strict"`
}

// Metrics are the numbers of section 8 of the design.
type Metrics struct {
	Execution  float64             `json:"execution"`
	Strict     *bool               `json:"strict"`
	EC         Rate                `json:"ec"`
	RGEC       Rate                `json:"rg_ec"`
	Fidelity   map[string]*float64 `json:"fidelity"` // transform, result, visual, claim
	Edges      map[string]*float64 `json:"edges"`    // data_transform, transform_result, result_visual, result_claim, visual_claim
	GatedClaim *float64            `json:"gated_claim"`
	SoftChain  *float64            `json:"soft_chain"`
}

// Bounds is the interval in which an undecided number lies.
type Bounds struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// ClaimReport is the verdict on one claim slot, or on one candidate claim that no
// slot asked for (Slot empty).
type ClaimReport struct {
	Slot            string       `json:"slot"`
	Required        bool         `json:"required"`
	Candidate       string       `json:"candidate"`
	Text            string       `json:"text"`
	Verdict         ClaimVerdict `json:"verdict"`
	Fidelity        *float64     `json:"fidelity"`
	Support         *float64     `json:"support"`
	GroundedSupport *float64     `json:"grounded_support"`
	BrokenStage     Stage        `json:"broken_stage"`
	Witness         []string     `json:"witness"`    // nodes and edges of the best computational and visual sets
	Bottleneck      *Bottleneck  `json:"bottleneck"` // nil where support is 1
	Bounds          *Bounds      `json:"bounds,omitempty"`
}

// Bottleneck is the smallest tied set of items whose repair raises the support, with
// the support that the repair would give.
type Bottleneck struct {
	Items []string `json:"items"`
	Value float64  `json:"value"`
}

// NodeReport is one node of the executed graph.
type NodeReport struct {
	ID        string   `json:"id"`
	Kind      NodeKind `json:"kind"`
	Label     string   `json:"label"`
	Candidate string   `json:"candidate"`
	Method    string   `json:"method,omitempty"`
	State     State    `json:"state"`
	Score     *float64 `json:"score"`
	BlockedBy []string `json:"blocked_by,omitempty"`
	Checks    []Check  `json:"checks"`
}

// EdgeReport is one edge of the executed graph.
type EdgeReport struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Relation Relation `json:"relation"`
	State    State    `json:"state"`
	Pass     *bool    `json:"pass"`
	Checks   []Check  `json:"checks"`
}

// Adjudication asks a person for a decision that the specification leaves open.
type Adjudication struct {
	Node   string `json:"node"`
	Code   Code   `json:"code"`
	Reason string `json:"reason"`
}

// OracleReport is what the oracle computed for one method of a result slot.
type OracleReport struct {
	Slot        string        `json:"slot"`
	Family      string        `json:"family"`
	Estimator   string        `json:"estimator"`
	Unit        string        `json:"unit,omitempty"`
	Value       Value         `json:"value"`
	Index       []Value       `json:"index,omitempty"`
	Uncertainty []Uncertainty `json:"uncertainty,omitempty"`
	N           Value         `json:"n,omitzero"`
	Error       string        `json:"error,omitempty"`
}

// ShownReport is what the marks of one visual slot show beside what they should, in the
// units of the axes on which they stand.
type ShownReport struct {
	Slot     string      `json:"slot"`
	Interval string      `json:"interval,omitempty"` // what low and high of the marks are
	Marks    []ShownMark `json:"marks"`
	Of       int         `json:"of,omitempty"` // number of marks of which these are a sample; 0 where all are listed
}

// ShownMark is a drawn mark, the wanted one, or both in one place. What is not known or not
// finite is nil.
type ShownMark struct {
	Axes   string     `json:"axes"` // their id
	Label  string     `json:"label,omitempty"`
	State  ShownState `json:"state"`
	At     *float64   `json:"at,omitempty"` // on the axis of positions
	Drawn  *float64   `json:"drawn,omitempty"`
	Wanted *float64   `json:"wanted,omitempty"`
	Low    *float64   `json:"low,omitempty"` // ends of the wanted interval
	High   *float64   `json:"high,omitempty"`
}

// RunReport is what the run did; the only part that may differ between two runs.
type RunReport struct {
	WallSeconds float64           `json:"wall_seconds"`
	CPUSeconds  float64           `json:"cpu_seconds"`
	PeakBytes   int64             `json:"peak_bytes"`
	Exit        int               `json:"exit"`
	Limit       string            `json:"limit,omitempty"` // the limit that ended the run
	Sandbox     SandboxReport     `json:"sandbox"`
	Versions    map[string]string `json:"versions"`
	Environment map[string]string `json:"environment,omitempty"` // what is the same for every run: time zone, locale, hash seed, threads
	Output      string            `json:"output,omitempty"`      // the end of what the run printed, made safe
	Stopped     string            `json:"stopped,omitempty"`     // why nothing was run
}

// SandboxReport says what isolation the run had.
type SandboxReport struct {
	Isolated   bool     `json:"isolated"`
	Mechanisms []string `json:"mechanisms"` // sorted: user, mount, pid, network, ipc, uts, pivot_root, landlock, seccomp, rlimit, cgroup-v1 …
	Tree       string   `json:"tree"`       // how tree limits are held: cgroup-v2 | cgroup-v1 | poll
	Notes      []string `json:"notes,omitempty"`
}

package spec

// Intervention is one rerun of the submission on changed data, and how its results and
// figures followed (design, section 7).
type Intervention struct {
	Index   int        `json:"index"` // from 1
	Kinds   []string   `json:"kinds"` // permute, perturb, decoy, relabel; jitter is a small perturb
	Moved   []string   `json:"moved"` // what was changed, a sentence each
	State   State      `json:"state"` // scored; candidate_failed where the rerun left nothing to judge
	Note    string     `json:"note,omitempty"`
	Results []Followed `json:"results"` // by slot order of the specification
	Visuals []Followed `json:"visuals"`
}

// Followed says how the candidate of one slot answered to changed data.
type Followed struct {
	Slot     string  `json:"slot"`
	Outcome  Outcome `json:"outcome"`
	Before   string  `json:"before,omitempty"`   // what the candidate gave on the case's data
	After    string  `json:"after,omitempty"`    // what it gave on the changed data
	Expected string  `json:"expected,omitempty"` // what it should have given there
	Note     string  `json:"note,omitempty"`
}

// Outcome of an intervention for one slot.
type Outcome string

// The outcomes.
const (
	OutcomeFollowed Outcome = "followed" // it moved as the oracle says
	OutcomeStayed   Outcome = "stayed"   // it did not move, and should have
	OutcomeDiffered Outcome = "differed" // it is right on the case's data and wrong on the changed
	OutcomeMoved    Outcome = "moved"    // it moved, but is wrong on either; the trace decides
	OutcomeSilent   Outcome = "silent"   // the right answer is the same on both
	OutcomeAbsent   Outcome = "absent"   // nothing was reported on one of them
	OutcomeCrashed  Outcome = "crashed"  // the rerun ended without outputs
	OutcomeRestless Outcome = "restless" // it went astray, but no more than between two runs on the same data
)

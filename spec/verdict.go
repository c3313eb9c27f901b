package spec

// Place says where something stands: a file with a JSON pointer or line, a node of
// the graph, a slot, or an event of the trace. Empty parts are unknown.
type Place struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Pointer string `json:"pointer,omitempty"`
	Event   int64  `json:"event,omitempty"`
}

// Check is one comparison inside a verdict.
type Check struct {
	Name      string `json:"name"`
	Decisive  bool   `json:"decisive,omitempty"`
	State     State  `json:"state"`
	Hard      bool   `json:"hard,omitempty"` // a hard constraint: gates strict success, takes no part in the score
	Pass      bool   `json:"pass"`           // meaningful where State is scored
	Expected  string `json:"expected,omitempty"`
	Observed  string `json:"observed,omitempty"`
	Tolerance string `json:"tolerance,omitempty"`
	Code      Code   `json:"code,omitempty"`    // why it failed
	Variant   string `json:"variant,omitempty"` // slips that explain a wrong number, by name, joined by " or "
	Note      string `json:"note,omitempty"`    // one sentence for a person
	Fix       string `json:"fix,omitempty"`
	Place     Place  `json:"place,omitzero"`
}

// Verdict is the local judgement of one node or edge. The score is passed over
// applicable checks, 0 where a decisive check failed; edges are 1 or 0.
type Verdict struct {
	State       State     `json:"state"`
	Score       float64   `json:"score"`
	Candidate   string    `json:"candidate,omitempty"` // id of the record, mark set or event that was judged
	Method      string    `json:"method,omitempty"`    // the approved method that was matched, for results
	Checks      []Check   `json:"checks,omitempty"`
	Notes       []Finding `json:"-"`                     // findings that are not a failed check
	Contradicts bool      `json:"contradicts,omitempty"` // refutes direction, magnitude or text of a claim
}

// Judge makes the Verdict of checks: no applicable check is a score of 0, never a pass.
func Judge(candidate string, checks []Check) Verdict {
	v := Verdict{State: StateScored, Candidate: candidate, Checks: checks}
	passed, applicable, unscored, sunk := 0, 0, 0, false
	for _, c := range checks {
		if c.Hard {
			continue
		}
		switch c.State {
		case StateNotApplicable:
			continue
		case StateUnscored:
			unscored++
		}
		applicable++
		if c.State == StateScored && c.Pass {
			passed++
		} else if c.State == StateScored && c.Decisive {
			sunk = true
		}
	}
	switch {
	case applicable == 0 || sunk:
		v.Score = 0
	case unscored > 0:
		v.State = StateUnscored
	default:
		v.Score = float64(passed) / float64(applicable)
	}
	return v
}

// MissingVerdict is the verdict of a slot to which nothing was matched.
func MissingVerdict(code Code, note, fix string) Verdict {
	return Verdict{State: StateMissing, Checks: []Check{{Name: "present", Decisive: true, State: StateScored, Code: code, Note: note, Fix: fix}}}
}

// Finding is one stated reason inside a report.
type Finding struct {
	Code     Code     `json:"code"`
	Severity Severity `json:"severity"`
	Node     string   `json:"node,omitempty"` // node, or "from -> to" of an edge
	Place    Place    `json:"place,omitzero"`
	Message  string   `json:"message"`
	Expected string   `json:"expected,omitempty"`
	Observed string   `json:"observed,omitempty"`
	Fix      string   `json:"fix,omitempty"`
}

package reading

import (
	"github.com/assaybench/assay/spec"
)

// Standing is how a node or an edge is shown. An item below a broken one is blocked:
// it is not blamed, whatever its own score, unless the report states an error of it.
type Standing string

// The standings.
const (
	Sound    Standing = "sound"
	Partial  Standing = "partial"
	Broken   Standing = "broken"
	Missing  Standing = "missing"
	Blocked  Standing = "blocked"
	Unscored Standing = "unscored"
	Outside  Standing = "outside" // takes no part, or is of an alternative that is not used
)

// Faulty reports whether a fault lies there.
func (s Standing) Faulty() bool { return s == Broken || s == Partial || s == Missing }

// NodeStanding is how a node is shown.
func (v *Reading) NodeStanding(n *spec.NodeReport) Standing {
	right := n.State == spec.StateScored && n.Score != nil && *n.Score >= 1
	switch {
	case v.Failed():
		return Blocked // the run alone is to blame
	case v.idle(n.ID) && (!right || len(n.BlockedBy) > 0):
		if n.Kind == spec.KindData {
			return Sound
		}
		return Outside
	case len(n.BlockedBy) > 0 && !v.blamed[n.ID]:
		return Blocked
	case n.State == spec.StateMissing:
		return Missing
	case n.State == spec.StateNotApplicable && n.Kind == spec.KindData:
		return Sound // data are given: nothing is judged of them
	case n.State == spec.StateNotApplicable:
		return Outside
	case n.State != spec.StateScored || n.Score == nil:
		return Unscored
	case right:
		return Sound
	case *n.Score > 0:
		return Partial
	}
	return Broken
}

// EdgeStanding is how an edge is shown.
func (v *Reading) EdgeStanding(e *spec.EdgeReport) Standing {
	switch {
	case v.Failed():
		return Blocked
	case e.State == spec.StateNotApplicable:
		return Outside
	case e.State == spec.StateScored && e.Pass != nil && *e.Pass:
		return Sound
	case v.idle(EdgeID(e)):
		return Outside
	case e.State == spec.StateUnscored, e.State == spec.StateScored && e.Pass == nil:
		return Unscored
	case !v.blamed[EdgeID(e)] && (v.wanting(e.From) || v.wanting(e.To)):
		return Blocked // the fault is told where it is
	case e.State == spec.StateMissing:
		return Missing
	}
	return Broken
}

// wanting reports whether a node is there and neither sound nor undecided.
func (v *Reading) wanting(id string) bool {
	n := v.nodes[id]
	if n == nil {
		return false
	}
	s := v.NodeStanding(n)
	return s.Faulty() || s == Blocked
}

// StandingOf is the standing of a node or an edge by its name in lists.
func (v *Reading) StandingOf(id string) (Standing, bool) {
	if n := v.nodes[id]; n != nil {
		return v.NodeStanding(n), true
	}
	if e := v.edges[id]; e != nil {
		return v.EdgeStanding(e), true
	}
	return "", false
}

// idle reports whether an item belongs to alternatives alone that no claim rests on:
// what they lack is no fault.
func (v *Reading) idle(id string) bool { return v.needed != nil && !v.needed[id] && !v.blamed[id] }

// Failed reports a run that did not meet its contract: then nothing else is judged.
func (v *Reading) Failed() bool { return v.Metrics.Execution == 0 && v.Status != spec.StatusInfra }

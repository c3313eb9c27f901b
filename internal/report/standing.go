package report

import "github.com/assaybench/assay/spec"

// standing is how a node or an edge is shown. An item below a broken one is blocked:
// it is not blamed, whatever its own score, unless the report states an error of it.
type standing string

const (
	sound    standing = "sound"
	partial  standing = "partial"
	broken   standing = "broken"
	missing  standing = "missing"
	blocked  standing = "blocked"
	unscored standing = "unscored"
	outside  standing = "outside" // takes no part, or is of an alternative that is not used
)

func (s standing) faulty() bool { return s == broken || s == partial || s == missing }

func (v *reading) nodeStanding(n *spec.NodeReport) standing {
	right := n.State == spec.StateScored && n.Score != nil && *n.Score >= 1
	switch {
	case v.failed():
		return blocked // the run alone is to blame
	case v.idle(n.ID) && (!right || len(n.BlockedBy) > 0):
		if n.Kind == spec.KindData {
			return sound
		}
		return outside
	case len(n.BlockedBy) > 0 && !v.blamed[n.ID]:
		return blocked
	case n.State == spec.StateMissing:
		return missing
	case n.State == spec.StateNotApplicable && n.Kind == spec.KindData:
		return sound // data are given: nothing is judged of them
	case n.State == spec.StateNotApplicable:
		return outside
	case n.State != spec.StateScored || n.Score == nil:
		return unscored
	case right:
		return sound
	case *n.Score > 0:
		return partial
	}
	return broken
}

func (v *reading) edgeStanding(e *spec.EdgeReport) standing {
	switch {
	case v.failed():
		return blocked
	case e.State == spec.StateNotApplicable:
		return outside
	case e.State == spec.StateScored && e.Pass != nil && *e.Pass:
		return sound
	case v.idle(edgeID(e)):
		return outside
	case e.State == spec.StateUnscored, e.State == spec.StateScored && e.Pass == nil:
		return unscored
	case !v.blamed[edgeID(e)] && (v.wanting(e.From) || v.wanting(e.To)):
		return blocked // the fault is told where it is
	case e.State == spec.StateMissing:
		return missing
	}
	return broken
}

// wanting reports whether a node is there and neither sound nor undecided.
func (v *reading) wanting(id string) bool {
	n := v.nodes[id]
	if n == nil {
		return false
	}
	s := v.nodeStanding(n)
	return s.faulty() || s == blocked
}

// item is the standing of a node or an edge by its name in lists.
func (v *reading) item(id string) (standing, bool) {
	if n := v.nodes[id]; n != nil {
		return v.nodeStanding(n), true
	}
	if e := v.edges[id]; e != nil {
		return v.edgeStanding(e), true
	}
	return "", false
}

// idle reports whether an item belongs to alternatives alone that no claim rests on:
// what they lack is no fault.
func (v *reading) idle(id string) bool { return v.needed != nil && !v.needed[id] && !v.blamed[id] }

// failed reports a run that did not meet its contract: then nothing else is judged.
func (v *reading) failed() bool { return v.Metrics.Execution == 0 && v.Status != spec.StatusInfra }

package visual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/picture"
	"github.com/assaybench/assay/spec"
)

// Judge is the verdict on the node of a visual slot: the marks that were matched, held
// against what the oracle or the view says. Decisive are the encoding, the groups, the
// values, units, named scales and a required uncertainty; words in axis labels count
// one check each. Hard constraints stand beside them as checks marked Hard. Where
// marks of the same scope say different things, the lower verdict counts.
func Judge(slot spec.VisualSlot, m Match, want Expected, t spec.Terms) spec.Verdict {
	rs := readings(slot, m, want, t)
	if len(rs) == 0 {
		return missing(slot, m)
	}
	return pick(rs, m.Peers, func(r reading) spec.Verdict { return r.judge() })
}

// Shows is the verdict on the edge from a result or view to a visual: 1 where the drawn
// numbers equal those of the regenerated result (or view), their error bars too, and
// the saved file is the one that the captured figure wrote (the verdict of Saved).
func Shows(slot spec.VisualSlot, m Match, got Expected, saved spec.Verdict, t spec.Terms) spec.Verdict {
	got.Printed = true
	rs := readings(slot, m, got, t)
	if len(rs) == 0 {
		v := missing(slot, m)
		v.Checks = append(v.Checks, savedChecks(saved, false)...)
		return v
	}
	return pick(rs, m.Peers, func(r reading) spec.Verdict {
		c := r.valueCheck("shows")
		if g, ok := r.groupCheck(); ok && !g.Pass {
			c.Code, c.Note, c.Fix = g.Code, g.Note, g.Fix
		} else if c.Code == spec.VisualValues {
			c.Code = spec.VisualDetached
			c.Note = "the figure does not show the reported numbers: " + c.Note
			c.Fix = "Draw the figure from the very numbers that results.json holds."
		}
		checks, whole := []spec.Check{c}, c.Pass
		if u, ok := r.uncertaintyCheck("shows uncertainty", false); ok {
			checks, whole = append(checks, u), whole && u.Pass
		}
		last := savedChecks(saved, whole)
		if slices.ContainsFunc(last, func(c spec.Check) bool { return c.Code == spec.VisualStale }) {
			for i := range checks { // what was drawn later may well be what is missing
				checks[i].State = spec.StateNotApplicable
			}
		}
		checks = append(checks, last...)
		v := spec.Judge(r.name(), checks)
		if v.State == spec.StateScored && v.Score < 1 {
			v.Score = 0
		}
		return v
	})
}

// savedChecks are the checks of Saved as those of an edge. A figure that was saved
// before all was drawn is to blame for what it does not show, not for what it does.
func savedChecks(saved spec.Verdict, whole bool) []spec.Check {
	var out []spec.Check
	for _, s := range saved.Checks {
		s.Decisive = true
		if s.Code == spec.VisualStale && whole {
			s.Pass, s.Code, s.Note, s.Fix = true, "", "", ""
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		out = append(out, spec.Check{Name: "saved", Decisive: true, State: spec.StateUnscored, Note: "it is not known which figure wrote the file"})
	}
	return out
}

func missing(slot spec.VisualSlot, m Match) spec.Verdict {
	if m.Figure == nil {
		return spec.MissingVerdict(spec.VisualMissing, "no figure was captured while the analysis ran", "Draw the figure with matplotlib and save it inside the analysis.")
	}
	if m.Figure.Late != 0 {
		return spec.MissingVerdict(spec.VisualStale, fmt.Sprintf("no marks in %s show %s: it was saved before %s", m.Figure.Path, subject(slot), m.Figure.LateCall), picture.SaveLast)
	}
	if picture.Pasted(*m.Figure) {
		return spec.MissingVerdict(spec.VisualRaster, fmt.Sprintf("%s holds a picture that was pasted, and no marks that show %s: pixels carry no numbers", m.Figure.Path, subject(slot)),
			fmt.Sprintf("Draw %s as %s, from the numbers.", subject(slot), strings.Join(slot.Marks, " or ")))
	}
	return spec.MissingVerdict(spec.VisualMissing, fmt.Sprintf("no marks in %s show %s", m.Figure.Path, subject(slot)),
		fmt.Sprintf("Draw %s as %s, and say so in the axis label.", subject(slot), strings.Join(slot.Marks, " or ")))
}

func subject(slot spec.VisualSlot) string {
	if slot.Y != nil && len(slot.Y.Label) > 0 {
		return slot.Y.Label[0]
	}
	return "the result"
}

// pick judges all readings of one scope. Where there are no more of them than slots
// that they could serve, the best counts; otherwise what is drawn is ambiguous and the
// lowest counts.
func pick(rs []reading, peers int, judge func(reading) spec.Verdict) spec.Verdict {
	v, _ := choose(rs, peers, judge)
	return v
}

// choose is pick, and which of the readings it was.
func choose(rs []reading, peers int, judge func(reading) spec.Verdict) (spec.Verdict, int) {
	best, bestAt, worstAt := judge(rs[0]), 0, 0
	worst := best
	for i, r := range rs[1:] {
		v := judge(r)
		if better(v, best) {
			best, bestAt = v, i+1
		}
		if better(worst, v) {
			worst, worstAt = v, i+1
		}
	}
	if len(rs) <= max(peers, 1) {
		return best, bestAt
	}
	if better(best, worst) {
		for i := range worst.Checks {
			if c := &worst.Checks[i]; c.State == spec.StateScored && !c.Pass && !c.Hard {
				c.Note += fmt.Sprintf(" (%d sets of marks could be meant and differ; the worse one counts)", len(rs))
				break
			}
		}
	}
	return worst, worstAt
}

func better(a, b spec.Verdict) bool {
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	return passed(a) > passed(b)
}

func passed(v spec.Verdict) int {
	n := 0
	for _, c := range v.Checks {
		if c.State == spec.StateScored && c.Pass {
			n++
		}
	}
	return n
}

// name identifies the marks of a reading: the axes and the kind.
func (r *reading) name() string {
	var ids []string
	for k, a := range r.Axes {
		id := a.ID
		if id == "" {
			id = fmt.Sprint(r.cand.Axes[k])
		}
		ids = append(ids, id)
	}
	return strings.Join(ids, "+") + "/" + r.Mark
}

func (r *reading) judge() spec.Verdict {
	checks := []spec.Check{r.encodingCheck()}
	if g, ok := r.groupCheck(); ok {
		checks = append(checks, g)
	}
	checks = append(checks, r.valueCheck("values"))
	checks = append(checks, r.unitChecks()...)
	if c, lies := r.ticksCheck(); lies {
		checks = append(checks, c)
	}
	checks = append(checks, r.scaleChecks()...)
	if u, ok := r.uncertaintyCheck("uncertainty", true); ok {
		checks = append(checks, u)
	}
	checks = append(checks, r.labelChecks()...)
	for _, h := range r.Slot.Hard {
		checks = append(checks, r.hardCheck(h))
	}
	return spec.Judge(r.name(), checks)
}

// check starts a check at the event of the marks.
func (r *reading) check(name string, decisive bool) spec.Check {
	c := spec.Check{Name: name, Decisive: decisive, State: spec.StateScored}
	c.Place.Event = r.Event()
	return c
}

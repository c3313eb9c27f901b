package visual

import (
	"cmp"
	"slices"

	"github.com/assaybench/assay/internal/compare"
	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/spec"
)

// Read returns the marks that are judged for a slot, in the order of their place: what
// the figure says. It is empty where nothing was matched.
func Read(slot spec.VisualSlot, m Match, want Expected, t spec.Terms) []Datum {
	rs := readings(slot, m, want, t)
	if len(rs) == 0 {
		return nil
	}
	return rs[0].Data()
}

// reading is one way to read a candidate for a slot.
type reading struct {
	*drawn.Reading
	cand    Candidate
	rank    float64
	all     []spec.AxesView  // of the figure
	canvas  [2]float64       // width and height of the figure in pixels
	outcome *compare.Outcome // of compare, once it was asked
}

// readings lists the ways to read a match that fit the scope of the slot best, all of
// one rank: what they show is told apart by values only.
func readings(slot spec.VisualSlot, m Match, want Expected, t spec.Terms) []reading {
	if !m.Found() {
		return nil
	}
	var all []reading
	for _, c := range m.Candidates {
		for _, r := range drawn.Readings(slot, m.Figure, c.Axes, c.Mark, want, t) {
			all = append(all, reading{Reading: r, cand: c, rank: c.Score + 4*r.Coverage(), all: m.Figure.Axes, canvas: m.Figure.Size})
		}
	}
	slices.SortStableFunc(all, func(a, b reading) int { return cmp.Compare(b.rank, a.rank) })
	best := 0
	for best < len(all) && all[0].rank-all[best].rank < 1e-9 {
		best++
	}
	all = all[:best]
	if slices.ContainsFunc(all, func(r reading) bool { return !r.cand.Claimed }) {
		all = slices.DeleteFunc(all, func(r reading) bool { return r.cand.Claimed })
	}
	if all[0].Stranger() {
		return nil
	}
	if slot.Y != nil && slot.Y.Unit != "" {
		for i := range all {
			all[i].ownUnit()
		}
	}
	return all
}

// ownUnit reads the numbers as they stand where that makes them right: that the axis
// shows another unit is then the unit's fault alone, which is judged by itself.
func (r *reading) ownUnit() {
	if r.compare().Pass {
		return
	}
	if bare := r.AsDrawn(); bare != nil {
		if o := compare.Values(bare); o.Pass {
			r.Reading, r.outcome = bare, &o
		}
	}
}

// compare holds the drawn numbers against those that are wanted.
func (r *reading) compare() compare.Outcome {
	if r.outcome == nil {
		o := compare.Values(r.Reading)
		if !o.Pass {
			o = r.unseen(o)
		}
		r.outcome = &o
	}
	return *r.outcome
}

// unseen is the outcome of marks that do not show what is wanted, where others do that
// cannot be seen.
func (r *reading) unseen(o compare.Outcome) compare.Outcome {
	for _, left := range r.LeftOut() {
		if compare.Values(left).Pass {
			at := make([]int, len(left.Data()))
			for i := range at {
				at[i] = i
			}
			return compare.Outcome{Code: spec.VisualHidden, Note: "of the marks that show it, " + left.Gone(at, len(at))}
		}
	}
	if all := r.Together(); all != nil { // what is absent may be among them
		if hidden := compare.Values(all); hidden.Code == spec.VisualHidden {
			return hidden
		}
	}
	return o
}

package visual

import (
	"math"

	"github.com/assaybench/assay/internal/compare"
	"github.com/assaybench/assay/spec"
)

// What is listed of the marks of one slot: so many that agree, and so many that do not.
const (
	manyRight = 400
	manyWrong = 400
)

// Examine is Judge, and what the judged marks show beside what they should: every drawn
// mark with the wanted one, in the units of their axes, an even sample of very many.
func Examine(slot spec.VisualSlot, m Match, want Expected, t spec.Terms) (spec.Verdict, spec.ShownReport) {
	shown := spec.ShownReport{Slot: slot.ID, Marks: []spec.ShownMark{}}
	rs := readings(slot, m, want, t)
	if len(rs) == 0 {
		return missing(slot, m), shown
	}
	v, at := choose(rs, m.Peers, func(r reading) spec.Verdict { return r.judge() })
	if !rs[at].cand.Foreign {
		rs[at].show(&shown)
	}
	return v, shown
}

// show lists the marks of a reading.
func (r *reading) show(out *spec.ShownReport) {
	all, of := compare.Marks(r.Reading)
	var right, wrong []compare.Mark
	for _, m := range all {
		if m.State == spec.ShownAgrees {
			right = append(right, m)
		} else {
			wrong = append(wrong, m)
		}
	}
	lo, hi := r.wantedInterval(out)
	for _, list := range [][]compare.Mark{sampled(wrong, manyWrong), sampled(right, manyRight)} {
		for _, m := range list {
			out.Marks = append(out.Marks, r.shownMark(m, lo, hi))
		}
	}
	if of > len(out.Marks) {
		out.Of = of
	}
}

// wantedInterval are the ends of the interval that the slot wants, by wanted mark.
func (r *reading) wantedInterval(out *spec.ShownReport) (lo, hi []float64) {
	rule := r.Slot.Uncertainty
	if rule == nil || !r.Want.Keyed {
		return nil, nil
	}
	for _, iv := range r.Want.Intervals {
		for _, k := range rule.Kinds {
			if k == iv.Kind && levelFits(rule.Level, iv.Level) {
				out.Interval = intervalText(iv)
				return iv.Lo, iv.Hi
			}
		}
	}
	return nil, nil
}

func (r *reading) shownMark(m compare.Mark, lo, hi []float64) spec.ShownMark {
	s := spec.ShownMark{Label: m.Name, State: m.State}
	var at float64
	k, offset := 0, 0.0
	if m.Datum >= 0 {
		d := m.Drawn
		k, offset = d.Panel, r.Offset(d)
		at = r.PlaceOnAxis(k, d.At)
		s.Drawn = known(r.OnAxis(k, offset+d.Value))
		if s.Label == "" && len(d.Labels) > 0 {
			s.Label = d.Place()
		}
	} else if m.Wanted >= 0 {
		at = r.PlaceOf(r.Want.Key(m.Wanted), k)
	} else {
		at = r.PlaceOnAxis(k, m.At)
	}
	s.Axes, s.At = r.Axes[k].ID, known(at)
	if s.Wanted = known(r.OnAxis(k, offset+m.Want)); s.Wanted == nil {
		return s
	}
	low, high := m.Lo, m.Hi
	if w := m.Wanted; w >= 0 && w < len(lo) && w < len(hi) {
		low, high = lo[w], hi[w]
	}
	s.Low, s.High = known(r.OnAxis(k, offset+low)), known(r.OnAxis(k, offset+high))
	return s
}

func known(f float64) *float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}

// sampled is every so many-th of a list, that at most n remain.
func sampled(list []compare.Mark, n int) []compare.Mark {
	step := (len(list) + n - 1) / n
	if step <= 1 {
		return list
	}
	var out []compare.Mark
	for i := 0; i < len(list); i += step {
		out = append(out, list[i])
	}
	return out
}

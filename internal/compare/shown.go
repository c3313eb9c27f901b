package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/spec"
)

// Mark is a drawn mark beside the wanted one, in the units of the slot.
type Mark struct {
	Datum  int // of the reading; -1 where nothing is drawn
	Drawn  drawn.Datum
	Wanted int // of what is wanted; -1 where it is no single mark, or none
	State  spec.ShownState
	Name   string
	At     float64 // position of what is not drawn; NaN where unknown
	Want   float64 // NaN where nothing is wanted
	Lo, Hi float64 // of a box, its wanted quartiles; NaN else
}

// Marks pairs what a reading draws with what is wanted.
func Marks(r *drawn.Reading) []Mark { return comparison{r}.marks() }

func (r comparison) marks() []Mark {
	switch {
	case r.Want.Fit != nil:
		return r.onLine()
	case len(r.Want.Y) == 0:
		return nil
	case r.Mark == spec.MarkBox:
		return r.boxMarks()
	case r.Mark == spec.MarkHistogram && r.Sampled():
		return nil // a bin has no wanted height but in the scale that was chosen
	case r.Want.Keyed:
		return r.keyedMarks()
	}
	return r.rowMarks()
}

func (r comparison) mark(i, w int, want float64, ok bool) Mark {
	var d drawn.Datum
	if i >= 0 {
		d = r.Data()[i]
	}
	return markOf(d, i, w, want, ok)
}

// markOf is mark for a datum of whatever place.
func markOf(d drawn.Datum, i, w int, want float64, ok bool) Mark {
	m := Mark{Datum: i, Drawn: d, Wanted: w, State: spec.ShownDiffers, At: math.NaN(), Want: want, Lo: math.NaN(), Hi: math.NaN()}
	switch {
	case i < 0:
		m.State = spec.ShownAbsent
	case m.Drawn.Hidden:
		m.State = spec.ShownHidden
	case math.IsNaN(want):
		m.State = spec.ShownSurplus
	case ok:
		m.State = spec.ShownAgrees
	}
	return m
}

func (r comparison) onLine() []Mark {
	fit := *r.Want.Fit
	if math.IsNaN(fit.Intercept) {
		return nil
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	want := make([]float64, len(r.Data()))
	for i, d := range r.Data() {
		want[i] = fit.Intercept + float64(fit.Slope*r.year(d))
		lo, hi = math.Min(lo, want[i]), math.Max(hi, want[i])
	}
	tol := spec.Tolerance{Rel: 1e-6, Scale: hi - lo}
	if r.Slot.Tolerance != nil {
		tol = *r.Slot.Tolerance
	}
	var out []Mark
	for i, d := range r.Data() {
		m := r.mark(i, -1, want[i], tol.Close(d.Value, want[i]))
		if d.Hidden && !r.LineHidden() { // a line that crosses the axes may end outside
			m.State = spec.ShownAgrees
		}
		out = append(out, m)
	}
	return out
}

func (r comparison) boxMarks() []Mark {
	c, tol := r.Classes(), Tolerance(r.Reading)
	var out []Mark
	for j, k := range c.Keys {
		sample := r.sample(c.Wanted[j])
		q := [3]float64{quartile(0.25, sample), quartile(0.5, sample), quartile(0.75, sample)}
		at := c.Drawn[j]
		if len(at) == 0 {
			at = []int{-1}
		}
		for _, i := range at {
			right := i >= 0 && tol.Close(r.Data()[i].Lo, q[0]) && tol.Close(r.Data()[i].Value, q[1]) && tol.Close(r.Data()[i].Hi, q[2])
			m := r.mark(i, c.Wanted[j][0], q[1], right)
			m.Name, m.Lo, m.Hi = k.Text(), q[0], q[2]
			out = append(out, m)
		}
	}
	return r.withOthers(out)
}

func (r comparison) keyedMarks() []Mark {
	c, tol := r.Classes(), Tolerance(r.Reading)
	var out []Mark
	for j := range c.Keys {
		for _, w := range c.Wanted[j] {
			n := len(out)
			for _, i := range c.Drawn[j] {
				if r.Here(w, i) {
					v := r.Data()[i].Value
					out = append(out, r.mark(i, w, r.Want.Y[w], tol.Close(v, r.Want.Y[w]) || Rounded(v, r.Want.Y[w], r.Want.Printed)))
				}
			}
			if len(out) == n {
				out = append(out, r.mark(-1, w, r.Want.Y[w], false))
			}
			for k := range out[n:] {
				out[n+k].Name = r.Want.Key(w).Text()
			}
		}
	}
	return r.withOthers(out)
}

// withOthers adds the drawn marks that stand for none of those wanted.
func (r comparison) withOthers(out []Mark) []Mark {
	used := make([]bool, len(r.Data()))
	for _, m := range out {
		if m.Datum >= 0 {
			used[m.Datum] = true
		}
	}
	for i := range r.Data() {
		if !used[i] {
			out = append(out, r.mark(i, -1, math.NaN(), false))
		}
	}
	return out
}

// manyShown bounds the rows that are paired one by one.
const manyShown = 2000

func (r comparison) rowMarks() []Mark {
	place, pass := r.place(0), false
	for way := range r.places() {
		if p := r.place(way); r.rows(p, false).Pass {
			place, pass = p, true
			break
		}
	}
	var out []Mark
	add := func(i, class int, want float64, ok bool) {
		out = append(out, r.mark(i, -1, want, ok))
		out[len(out)-1].Name = r.Keys()[class].Text()
	}
	if pass {
		step := max(1, r.Len()/manyShown)
		if from := 0; step > 1 && r.Series() != nil { // so many that none has to be made that is not shown
			for _, s := range r.Series() {
				for n := 0; n < len(s.At) && s.Class >= 0; n += step {
					m := markOf(s.Datum(n), from+n, -1, s.Value[n], true)
					m.Name = r.Keys()[s.Class].Text()
					out = append(out, m)
				}
				from += len(s.At)
			}
			return out
		}
		for j, list := range r.Classes().Drawn {
			for n := 0; n < len(list); n += step {
				i := list[n]
				add(i, j, r.Data()[i].Value, true)
			}
		}
		return r.byPlace(out)
	}
	c := r.Classes()
	var want, got []row
	var data []int // of got
	placed := r.placed(place)
	for i, x := range place {
		want = append(want, row{r.ClassOf(i), x, r.Want.Y[i]})
	}
	for j := range c.Keys {
		for _, i := range c.Drawn[j] {
			g := row{j, r.Data()[i].At, r.Data()[i].Value}
			if !placed[j] {
				g.x = math.NaN()
			}
			got, data = append(got, g), append(data, i)
		}
	}
	x := r.placeTolerance(place)
	absent, over := multiset(want, got, x, Tolerance(r.Reading))
	slices.SortFunc(absent, compareRow)
	slices.SortStableFunc(over, func(a, b int) int { return compareRow(got[a], got[b]) })
	taken, surplus := make([]bool, len(absent)), make([]bool, len(got))
	for n, s := range over {
		surplus[s] = true
		best := math.NaN()
		if n < manyShown {
			if k := nextTo(absent, taken, got[s], x); k >= 0 {
				taken[k], best = true, absent[k].y
			}
		}
		add(data[s], got[s].class, best, false)
	}
	for k, a := range absent {
		if !taken[k] {
			add(-1, a.class, a.y, false)
			out[len(out)-1].At = a.x
		}
	}
	for k, g := range got {
		if !surplus[k] {
			add(data[k], g.class, r.Data()[data[k]].Value, true)
		}
	}
	for _, i := range c.Other {
		out = append(out, r.mark(i, -1, math.NaN(), false))
	}
	return r.byPlace(out)
}

func (r comparison) byPlace(out []Mark) []Mark {
	slices.SortStableFunc(out, func(a, b Mark) int { return cmp.Compare(a.Datum, b.Datum) })
	return out
}

// nextTo is the first wanted row, not yet taken, of the class and place of a drawn one; -1
// without one.
func nextTo(absent []row, taken []bool, s row, x spec.Tolerance) int {
	near := x.Rel * math.Max(x.Scale, math.Abs(s.x))
	from, _ := slices.BinarySearchFunc(absent, s, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.x, b.x-near-x.Abs))
	})
	if from > 0 && absent[from-1].class == s.class && math.IsNaN(absent[from-1].x) { // a class without places
		from, _ = slices.BinarySearchFunc(absent, s.class, func(a row, class int) int { return cmp.Compare(a.class, class) })
	}
	for k := from; k < len(absent) && absent[k].class == s.class; k++ {
		if !taken[k] && (math.IsNaN(absent[k].x) || x.Close(s.x, absent[k].x)) {
			return k
		}
		if absent[k].x > s.x && !x.Close(s.x, absent[k].x) {
			return -1
		}
	}
	return -1
}

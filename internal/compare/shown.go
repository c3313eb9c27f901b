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

// Marks pairs what a reading draws with what is wanted; of is how many marks there are, of
// which these are an even sample where they are very many.
func Marks(r *drawn.Reading) (out []Mark, of int) { return comparison{r}.marks() }

func (r comparison) marks() (out []Mark, of int) {
	switch {
	case r.Want.Fit != nil:
		out = r.onLine()
	case len(r.Want.Y) == 0:
		return nil, 0
	case r.Mark == spec.MarkBox:
		out = r.boxMarks()
	case r.Mark == spec.MarkHistogram && r.Sampled():
		out = r.binMarks()
	case r.Want.Keyed:
		out = r.keyedMarks()
	default:
		return r.rowMarks()
	}
	return out, len(out)
}

func (r comparison) mark(i, w int, want float64, ok bool) Mark {
	var d drawn.Datum
	if i >= 0 {
		d = r.Datum(i)
	}
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

// rowMarks lists rows, an even sample of very many; of is how many there are.
func (r comparison) rowMarks() (out []Mark, of int) {
	place, pass := r.place(0), false
	for way := range r.places() {
		if p := r.place(way); r.rows(p, false).Pass {
			place, pass = p, true
			break
		}
	}
	add := func(i, class int, want float64, ok bool) *Mark {
		m := r.mark(i, -1, want, ok)
		if class >= 0 {
			m.Name = r.Keys()[class].Text()
		}
		out = append(out, m)
		return &out[len(out)-1]
	}
	every := func(n int) func() bool { // whether one of n is listed, as they follow each other
		step, k := max(1, n/manyShown), -1
		return func() bool {
			k++
			of++
			return k%step == 0
		}
	}
	if pass {
		listed := make([]func() bool, len(r.Keys()))
		for j := range listed {
			listed[j] = every(r.Len())
		}
		r.Each(func(i, j int, _, y float64, _ bool) {
			if j >= 0 && listed[j]() {
				add(i, j, y, true)
			}
		})
		return byPlace(out), of
	}
	want, got := make([]row, 0, len(place)), make([]row, 0, r.Len())
	var data []int // numbers of got
	placed := r.placed(place)
	for i, x := range place {
		want = append(want, row{r.ClassOf(i), x, r.Want.Y[i]})
	}
	listed := every(r.Drawn(-1))
	r.Each(func(i, j int, x, y float64, _ bool) {
		if j < 0 {
			if listed() {
				add(i, j, math.NaN(), false)
			}
			return
		}
		if !placed[j] {
			x = math.NaN()
		}
		got, data = append(got, row{j, x, y}), append(data, i)
	})
	x := r.placeTolerance(place)
	absent, over := multiset(want, got, x, Tolerance(r.Reading))
	slices.SortFunc(absent, compareRow)
	slices.SortStableFunc(over, func(a, b int) int { return compareRow(got[a], got[b]) })
	taken, surplus := make([]bool, len(absent)), make([]bool, len(got))
	listed = every(len(over))
	paired := 0
	for _, s := range over {
		if surplus[s] = true; !listed() {
			continue
		}
		best := math.NaN()
		if paired++; paired <= manyShown {
			if k := nextTo(absent, taken, got[s], x); k >= 0 {
				taken[k], best = true, absent[k].y
			}
		}
		add(data[s], got[s].class, best, false)
	}
	listed = every(len(absent))
	for k, a := range absent {
		if !taken[k] && listed() {
			add(-1, a.class, a.y, false).At = a.x
		}
	}
	listed = every(len(got))
	for k, g := range got {
		if !surplus[k] && listed() {
			add(data[k], g.class, g.y, true)
		}
	}
	return byPlace(out), of
}

// byPlace sorts marks as Data are, with those that are not drawn first.
func byPlace(out []Mark) []Mark {
	slices.SortStableFunc(out, func(a, b Mark) int {
		if a.Datum < 0 || b.Datum < 0 {
			return cmp.Compare(min(a.Datum, 0), min(b.Datum, 0))
		}
		return cmp.Or(cmp.Compare(a.Drawn.At, b.Drawn.At), cmp.Compare(a.Drawn.Value, b.Drawn.Value), slices.Compare(a.Drawn.Labels, b.Drawn.Labels), cmp.Compare(a.Datum, b.Datum))
	})
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

package compare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/slip"
	"github.com/assaybench/assay/spec"
)

// manyRows bounds the rows of which it is asked what was done to them.
const manyRows = 200_000

// done says what one slip does to all rows: the axes exchanged, values or places logged,
// scaled or shifted, groups exchanged, values at the places of others. Empty where no such
// slip leads from the rows wanted to those that are drawn.
func (r comparison) done(want, got []row, x, y spec.Tolerance) string {
	if len(want) != len(got) || len(want) == 0 || len(want) > manyRows {
		return ""
	}
	drawnAs := func(f func(row) row) bool {
		turned := make([]row, len(want))
		for i, w := range want {
			turned[i] = f(w)
		}
		xt := x
		if x.Abs == 0 {
			xt = spread(turned, x.Rel, rowX)
		}
		return alike(turned, got, xt, spread(turned, y.Rel, rowY))
	}
	if drawnAs(func(w row) row { return row{w.class, w.y, w.x} }) {
		return "the two axes are exchanged"
	}
	if s, ok := slip.Find(ranked(want, got, rowY), r.Want.Unit); ok && drawnAs(func(w row) row { return row{w.class, w.x, s.Of(w.y)} }) {
		return "the values of " + s.Say(len(want))
	}
	if s, ok := slip.Find(ranked(want, got, rowX), r.Want.XUnit); ok && drawnAs(func(w row) row { return row{w.class, s.Of(w.x), w.y} }) {
		return "the places of " + s.Say(len(want))
	}
	if why := r.exchanged(want, got, x, y); why != "" {
		return why
	}
	if same(want, got, rowX, x) && same(want, got, rowY, y) {
		return "the values are right but stand at the places of others"
	}
	return ""
}

func rowX(r row) float64 { return r.x }
func rowY(r row) float64 { return r.y }

// alike reports whether two lists of rows are one multiset.
func alike(want, got []row, x, y spec.Tolerance) bool {
	absent, over := multiset(want, got, x, y)
	return len(absent) == 0 && len(over) == 0
}

// spread is a tolerance relative to the range of the numbers of rows.
func spread(rows []row, rel float64, of func(row) float64) spec.Tolerance {
	lo, hi := axis.Range(sorted(rows, of))
	return spec.Tolerance{Rel: max(rel, 1e-6), Scale: max(hi-lo, 0)}
}

// ranked pairs the numbers of two lists of rows by their order.
func ranked(want, got []row, of func(row) float64) []slip.Pair {
	w, g := sorted(want, of), sorted(got, of)
	out := make([]slip.Pair, len(w))
	for i := range w {
		out[i] = slip.Pair{Want: w[i], Got: g[i]}
	}
	return out
}

func sorted(rows []row, of func(row) float64) []float64 {
	out := make([]float64, len(rows))
	for i, r := range rows {
		out[i] = of(r)
	}
	slices.Sort(out)
	return out
}

// same reports whether the numbers of two lists of rows are the same, in whatever order.
func same(want, got []row, of func(row) float64, tol spec.Tolerance) bool {
	w, g := sorted(want, of), sorted(got, of)
	for i := range w {
		if !tol.Close(g[i], w[i]) && w[i] == w[i] {
			return false
		}
	}
	return true
}

// exchanged names two groups whose rows stand under each other's name.
func (r comparison) exchanged(want, got []row, x, y spec.Tolerance) string {
	var off []int
	in := func(rows []row, class int) []row {
		from, _ := slices.BinarySearchFunc(rows, class, func(r row, c int) int { return cmp.Compare(r.class, c) })
		to, _ := slices.BinarySearchFunc(rows, class+1, func(r row, c int) int { return cmp.Compare(r.class, c) })
		return rows[from:to]
	}
	for j := range r.Keys() {
		if !alike(in(want, j), in(got, j), x, y) {
			off = append(off, j)
		}
	}
	if len(off) != 2 {
		return ""
	}
	as := func(rows []row, class int) []row {
		out := slices.Clone(rows)
		for i := range out {
			out[i].class = class
		}
		return out
	}
	a, b := off[0], off[1]
	if !alike(as(in(want, b), a), in(got, a), x, y) || !alike(as(in(want, a), b), in(got, b), x, y) {
		return ""
	}
	return fmt.Sprintf("%s and %s are exchanged", r.Keys()[a].Text(), r.Keys()[b].Text())
}

package factorial

import (
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
)

// blocks are the columns of the intercept and of each term, the response, and the sum
// of squares that no term can explain. Rows that no factor tells apart are one row, by
// their mean and the root of their number, where there are no covariates: the sums of
// squares stay what they are. Types I and II depend on the spaces alone that the terms
// span, so that each level has its own column there; the others on the coding.
func (d Design) blocks(kind Type) (blocks [][][]dd.Num, y []dd.Num, within dd.Num, err error) {
	if len(d.Y) == 0 {
		return nil, nil, within, ErrNoResidual
	}
	w := make([]dd.Num, len(d.Y))
	for i := range w {
		w[i] = dd.F(1)
	}
	if y = d.Y; !d.covariates() {
		d, y, w, within = d.cells()
	}
	width := 1
	for _, t := range d.Terms {
		k := 1
		for _, v := range t {
			if f := d.Variables[v]; f.X == nil {
				k *= f.Levels
			}
			if float64(width+k)*float64(len(y)) > entries {
				return nil, nil, within, fmt.Errorf("%w: %d columns of indicators for %d rows", ErrTooLarge, width+k, len(y))
			}
		}
		width += k
	}
	blocks = [][][]dd.Num{{w}}
	for _, t := range d.Terms {
		columns := [][]dd.Num{w}
		for _, v := range t {
			var next [][]dd.Num
			for _, c := range d.coding(t, v, kind) {
				for _, before := range columns {
					next = append(next, product(before, c))
				}
			}
			columns = next
		}
		blocks = append(blocks, columns)
	}
	return blocks, y, within, nil
}

func (d Design) covariates() bool {
	for _, v := range d.Variables {
		if v.X != nil {
			return true
		}
	}
	return false
}

// cells is the design with one row for each combination of levels that has rows: the
// mean of the response times the root of their number, that root, and the sum of squares
// about the means.
func (d Design) cells() (out Design, y, w []dd.Num, within dd.Num) {
	at := map[string]int{}
	out = Design{Terms: d.Terms, Variables: make([]Variable, len(d.Variables))}
	for k, v := range d.Variables {
		out.Variables[k].Levels = v.Levels
	}
	var of [][]dd.Num
	for i, value := range d.Y {
		key := make([]byte, 0, 16)
		for _, v := range d.Variables {
			key = fmt.Appendf(key, "%d ", v.Level[i])
		}
		c, known := at[string(key)]
		if !known {
			c = len(of)
			at[string(key)] = c
			of = append(of, nil)
			for k, v := range d.Variables {
				out.Variables[k].Level = append(out.Variables[k].Level, v.Level[i])
			}
		}
		of[c] = append(of[c], value)
	}
	for _, values := range of {
		m := dd.Of(values)
		root := dd.F(float64(m.N)).Sqrt()
		w, y = append(w, root), append(y, m.Mean.Mul(root))
		within = within.Add(m.SS)
	}
	out.Y = y
	return out, y, w, within
}

// coding gives the columns of a variable in a term. A factor has contrasts where the
// term without it is in the model too, and else a column for each level (Chambers and
// Hastie 1992, 2.3.1).
func (d Design) coding(t Term, v int, kind Type) [][]dd.Num {
	x := d.Variables[v]
	if x.X != nil {
		return [][]dd.Num{unit(x.X)}
	}
	column := func(f func(level int) float64) []dd.Num {
		out := make([]dd.Num, len(x.Level))
		for i, l := range x.Level {
			out[i] = dd.F(f(l))
		}
		return out
	}
	is := func(k int) func(int) float64 {
		return func(l int) float64 {
			if l == k {
				return 1
			}
			return 0
		}
	}
	var out [][]dd.Num
	contrasts := kind >= III && d.marginal(t, v)
	for k := range x.Levels {
		switch {
		case !contrasts:
			out = append(out, column(is(k)))
		case kind == Treatment && k > 0:
			out = append(out, column(is(k)))
		case kind == III && k < x.Levels-1:
			out = append(out, column(func(l int) float64 { return is(k)(l) - is(x.Levels-1)(l) }))
		}
	}
	return out
}

// marginal reports whether the term without a variable is in the model.
func (d Design) marginal(t Term, v int) bool {
	if len(t) == 1 {
		return true
	}
	for _, u := range d.Terms {
		if len(u) == len(t)-1 && u.Within(t) && !Term([]int{v}).Within(u) {
			return true
		}
	}
	return false
}

// unit is a column by a power of two near its largest number, lest squares overflow.
func unit(x []dd.Num) []dd.Num {
	big := 0.0
	for _, v := range x {
		big = max(big, math.Abs(v.Hi))
	}
	if big == 0 || math.IsInf(big, 0) || math.IsNaN(big) {
		return x
	}
	_, e := math.Frexp(big)
	s := math.Ldexp(1, -min(max(e, -1000), 1000))
	out := make([]dd.Num, len(x))
	for i, v := range x {
		out[i] = dd.Num{Hi: v.Hi * s, Lo: v.Lo * s}
	}
	return out
}

func product(a, b []dd.Num) []dd.Num {
	out := make([]dd.Num, len(a))
	for i := range a {
		out[i] = a[i].Mul(b[i])
	}
	return out
}

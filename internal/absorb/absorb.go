// Package absorb takes the effects of one or two factors out of columns: what is left is
// what least squares with an indicator for each level would leave.
package absorb

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
)

// Factor says to which level each row belongs: numbers from 0 to Levels - 1, each used.
type Factor struct {
	Of     []int
	Levels int
}

// Numbered makes a factor of labels, levels in order of first appearance.
func Numbered(labels []string) Factor {
	f, at := Factor{Of: make([]int, len(labels))}, map[string]int{}
	for i, l := range labels {
		k, ok := at[l]
		if !ok {
			k = f.Levels
			at[l] = k
			f.Levels++
		}
		f.Of[i] = k
	}
	return f
}

// Within reports whether every level of f lies in one level of g.
func (f Factor) Within(g Factor) bool {
	in := make([]int, f.Levels)
	for i := range in {
		in[i] = -1
	}
	for i, k := range f.Of {
		if in[k] >= 0 && in[k] != g.Of[i] {
			return false
		}
		in[k] = g.Of[i]
	}
	return true
}

// sums of a column by level.
func (f Factor) sums(column []dd.Num) []dd.Num {
	s := make([]dd.Num, f.Levels)
	for i, k := range f.Of {
		s[k] = s[k].Add(column[i])
	}
	return s
}

// sizes are the numbers of rows of the levels.
func (f Factor) sizes() []float64 {
	n := make([]float64, f.Levels)
	for _, k := range f.Of {
		n[k]++
	}
	return n
}

// Means of a column by level.
func (f Factor) Means(column []dd.Num) []dd.Num {
	s := f.sums(column)
	for k, n := range f.sizes() {
		s[k] = s[k].Div(dd.F(n))
	}
	return s
}

// demean takes the means of the levels out of a column, in place.
func (f Factor) demean(column []dd.Num) {
	m := f.Means(column)
	for i, k := range f.Of {
		column[i] = column[i].Sub(m[k])
	}
}

// Rank is the number of independent indicators of one or two factors: of two, their
// levels together less the number of parts into which they fall, two levels being
// connected by a row that has both (Abowd, Creecy and Kramarz 2002).
func Rank(factors ...Factor) int {
	switch len(factors) {
	case 0:
		return 0
	case 1:
		return factors[0].Levels
	}
	a, b := factors[0], factors[1]
	parent := make([]int, a.Levels+b.Levels)
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	rank := 0
	for i := range a.Of {
		if p, q := root(a.Of[i]), root(a.Levels+b.Of[i]); p != q {
			parent[p] = q
			rank++
		}
	}
	return rank
}

// ErrWeak says that the levels hang together so weakly that their effects cannot be told
// apart in time.
var ErrWeak = errors.New("the levels of the two factors are connected too weakly for their effects to be told apart")

// Out is the column without the effects of one or two factors, exact to the last digits
// of double-double. A column that they explain is exactly 0.
//
// Of two factors the effects of the second solve the normal equations from which the
// first was eliminated; conjugate gradients come to them in as many steps as there are
// different ways in which the two are crossed, two in a balanced panel.
func Out(ctx context.Context, column []dd.Num, factors ...Factor) ([]dd.Num, error) {
	for _, f := range factors {
		if len(f.Of) != len(column) {
			return nil, fmt.Errorf("%d rows of a factor beside %d of a column", len(f.Of), len(column))
		}
	}
	out := append([]dd.Num(nil), column...)
	if len(factors) == 0 || len(column) == 0 {
		return out, nil
	}
	// The mean is explained by either factor; without it, sums keep their digits.
	mean := dd.Of(column).Mean
	for i := range out {
		out[i] = out[i].Sub(mean)
	}
	whole := size(out)
	factors[0].demean(out)
	if len(factors) > 1 {
		effects, err := second(ctx, out, factors[0], factors[1])
		if err != nil {
			return nil, err
		}
		for i, k := range factors[1].Of {
			out[i] = out[i].Sub(effects[k])
		}
		factors[0].demean(out)
	}
	if left := size(out); !(left > 1e-22*whole) && whole == whole {
		clear(out)
	}
	return out, nil
}

// size is the length of a column.
func size(column []dd.Num) float64 {
	big := 0.0
	for _, x := range column {
		big = max(big, math.Abs(x.Float()))
	}
	if big == 0 || math.IsInf(big, 0) {
		return big
	}
	var s float64
	for _, x := range column {
		s += x.Float() / big * (x.Float() / big)
	}
	return big * math.Sqrt(s)
}

// second gives the effects of b in a column from which a was taken.
func second(ctx context.Context, column []dd.Num, a, b Factor) ([]dd.Num, error) {
	n := len(column)
	effects := make([]dd.Num, b.Levels)
	rest := b.sums(column)
	weight := b.sizes()
	spread := make([]dd.Num, n)
	apply := func(x []dd.Num) []dd.Num {
		for i, k := range b.Of {
			spread[i] = x[k]
		}
		a.demean(spread)
		return b.sums(spread)
	}
	scaled := func(r []dd.Num) []dd.Num {
		z := make([]dd.Num, len(r))
		for k := range r {
			z[k] = r[k].Div(dd.F(weight[k]))
		}
		return z
	}
	// What the sums of the column are made of, of which rounding leaves 1e-31 or so.
	enough := 1e-28 * size(column) * math.Sqrt(float64(n))
	z := scaled(rest)
	p := append([]dd.Num(nil), z...)
	rz := inner(rest, z)
	for range 20*b.Levels + 200 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if size(rest) <= enough {
			return effects, nil
		}
		ap := apply(p)
		curve := inner(p, ap)
		if !(curve.Float() > 0) {
			break
		}
		step := rz.Div(curve)
		for k := range effects {
			effects[k] = effects[k].Add(p[k].Mul(step))
			rest[k] = rest[k].Sub(ap[k].Mul(step))
		}
		z = scaled(rest)
		next := inner(rest, z)
		turn := next.Div(rz)
		rz = next
		for k := range p {
			p[k] = z[k].Add(p[k].Mul(turn))
		}
	}
	return nil, ErrWeak
}

func inner(a, b []dd.Num) dd.Num {
	var s dd.Num
	for k := range a {
		s = s.Add(a[k].Mul(b[k]))
	}
	return s
}

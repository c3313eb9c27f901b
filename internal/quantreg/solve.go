package quantreg

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/assaybench/assay/internal/dd"
)

// Fit is a solution of a quantile regression.
type Fit struct {
	Coef     []dd.Num // of one solution that passes through len(Coef) rows
	Residual []dd.Num // y - X Coef, in the order of the rows; exactly 0 on the rows passed through
	Loss     dd.Num   // Σ r (tau - [r < 0]), the least that can be
	// Low and High are the ends of each coefficient over all solutions; they equal Coef
	// where there is only one.
	Low, High []dd.Num
}

// Unique reports whether there is only one solution.
func (f Fit) Unique() bool {
	for k := range f.Low {
		if f.Low[k].Cmp(f.High[k]) != 0 {
			return false
		}
	}
	return true
}

// Solve minimises Σ r (tau - [r < 0]), r = y - X b, over b (Koenker and Bassett 1978),
// with X given by columns and tau, read as the decimal that it prints as, in (0, 1). It
// descends along edges from one exact fit of some rows to the next (Barrodale and Roberts
// 1973). The answer is a function of the rows as a multiset: their order does not matter.
//
// Errors: tau out of range, dd.RankError, fewer rows than columns, numbers too large, the
// context's.
func Solve(ctx context.Context, columns [][]dd.Num, y []dd.Num, tau float64) (Fit, error) {
	if !(tau > 0 && tau < 1) {
		return Fit{}, fmt.Errorf("the quantile %v is not between 0 and 1", tau)
	}
	start, err := dd.LeastSquares(columns, y)
	if err != nil {
		return Fit{}, err
	}
	if !start.Inv[0].Finite() {
		return Fit{}, fmt.Errorf("the numbers are too large or too small")
	}
	t, err := dd.Parse(strconv.FormatFloat(tau, 'g', -1, 64))
	if err != nil {
		return Fit{}, err
	}
	v, err := newVertex(columns, y, t, start.Coef)
	if err != nil {
		return Fit{}, err
	}
	if err := v.descend(ctx, nil); err != nil {
		return Fit{}, err
	}
	f := Fit{}
	if f.Coef, err = v.solution(); err != nil {
		return Fit{}, err
	}
	f.Residual, f.Loss = residuals(columns, y, f.Coef, t)
	f.Low, f.High = slices.Clone(f.Coef), slices.Clone(f.Coef)
	if !v.flat() {
		return f, nil
	}
	for k := range f.Coef {
		for _, end := range []struct {
			to   []dd.Num
			sign float64
		}{{f.Low, -1}, {f.High, 1}} {
			goal := make([]float64, len(f.Coef))
			goal[k] = end.sign
			if err := v.descend(ctx, goal); err != nil {
				return Fit{}, err
			}
			b, err := v.solution()
			if err != nil {
				return Fit{}, err
			}
			if b[k].Sub(end.to[k]).Mul(dd.F(end.sign)).Sign() > 0 {
				end.to[k] = b[k]
			}
		}
		// The ends of one solution, found along two ways, differ by rounding.
		if f.High[k].Sub(f.Low[k]).Float() <= 1e-22*v.spread(k) {
			f.Low[k], f.High[k] = f.Coef[k], f.Coef[k]
		}
	}
	return f, nil
}

// residuals of coefficients, with what is rounding set to 0, and their loss.
func residuals(columns [][]dd.Num, y, coef []dd.Num, tau dd.Num) ([]dd.Num, dd.Num) {
	r := make([]dd.Num, len(y))
	var loss dd.Num
	for i := range y {
		size := math.Abs(y[i].Float())
		r[i] = y[i]
		for k := range columns {
			part := columns[k][i].Mul(coef[k])
			r[i] = r[i].Sub(part)
			size = math.Max(size, math.Abs(part.Float()))
		}
		if math.Abs(r[i].Float()) <= 1e-24*size {
			r[i] = dd.Num{}
		}
		loss = loss.Add(check(r[i], tau))
	}
	return r, loss
}

// check is r (tau - [r < 0]).
func check(r, tau dd.Num) dd.Num {
	if r.Sign() < 0 {
		return r.Mul(tau.Sub(dd.F(1)))
	}
	return r.Mul(tau)
}

// row is a distinct row of the data: its columns, scaled, and how often it occurs.
type row struct {
	x      []dd.Num
	y      dd.Num
	weight float64
}

// distinct are the rows in the order of their content, each once, columns times scale.
func distinct(columns [][]dd.Num, y []dd.Num, scale []float64) []row {
	all := make([]row, len(y))
	for i := range all {
		x := make([]dd.Num, len(columns))
		for k := range x {
			x[k] = dd.Num{Hi: columns[k][i].Hi * scale[k], Lo: columns[k][i].Lo * scale[k]}
		}
		all[i] = row{x, y[i], 1}
	}
	order := func(a, b dd.Num) int { return cmp.Or(cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Lo, b.Lo)) }
	compare := func(a, b row) int { return cmp.Or(slices.CompareFunc(a.x, b.x, order), order(a.y, b.y)) }
	slices.SortFunc(all, compare)
	out := all[:0]
	for _, r := range all {
		if n := len(out); n > 0 && compare(out[n-1], r) == 0 {
			out[n-1].weight++
		} else {
			out = append(out, r)
		}
	}
	return out
}

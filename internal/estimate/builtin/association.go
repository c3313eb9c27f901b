package builtin

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// associations are correlations of two columns.
func associations() []estimate.Estimator {
	xy := []estimate.Arg{{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column; rows that lack x or y are left out"}, {Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column"}}
	return []estimate.Estimator{
		{Name: "pearson", Summary: "Pearson's correlation", Formula: "Sxy / sqrt(Sxx Syy); t = r sqrt((n - 2)/(1 - r²)); interval by Fisher's z", Source: "Fisher (1921)",
			PerRow: true, Args: xy, Gives: []spec.UncertaintyKind{spec.UncertaintyCI}, Compute: pearson},
		{Name: "spearman", Summary: "Spearman's rank correlation", Formula: "Pearson's correlation of the mid-ranks; p by t with n - 2 degrees of freedom",
			PerRow: true, Args: xy, Compute: spearman},
	}
}

func xyOf(in estimate.Input) (x, y []dd.Num, err error) {
	cols, err := in.View.Numbers(in.Args.Text("x"), in.Args.Text("y"))
	if err != nil {
		return nil, nil, err
	}
	if len(cols[0]) < 2 {
		return nil, nil, estimate.Undefined("it needs two complete rows, there are %d", len(cols[0]))
	}
	return cols[0], cols[1], nil
}

// correlate gives r and 1 - r²; not finite where a column is constant.
func correlate(x, y []dd.Num) (r, rest dd.Num) {
	sxx, syy, sxy := dd.Of(x).SS, dd.Of(y).SS, dd.Cross(x, y)
	r = sxy.Div(sxx.Sqrt().Mul(syy.Sqrt()))
	return r, dd.F(1).Sub(sxy.Mul(sxy).Div(sxx.Mul(syy)))
}

// ofCorrelation is the answer for r of n pairs with t and p.
func ofCorrelation(r, rest dd.Num, n int) estimate.Answer {
	a := estimate.Answer{Value: estimate.Number(r.Float()), N: count(n), Unit: "1"}
	if n < 3 {
		return a
	}
	df := float64(n - 2)
	a.DF = estimate.Number(df)
	if rest.Float() < 1e-28 { // a straight line but for rounding
		a.PValue = estimate.Number(0)
		return a
	}
	t := r.Mul(dd.F(df).Div(rest).Sqrt()).Float()
	a.Statistic, a.PValue = estimate.Number(t), estimate.Number(tTail(t, df))
	return a
}

func pearson(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	x, y, err := xyOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	r, rest := correlate(x, y)
	if !r.Finite() {
		return estimate.Answer{}, estimate.Undefined("a column is constant")
	}
	a := ofCorrelation(r, rest, len(x))
	sx, sy := newSample(x), newSample(y)
	a.Floor = spec.Tolerance{Rel: math.Max(sx.spreadFloor().Rel, sy.spreadFloor().Rel), Abs: 1e-13}
	if len(x) > 3 && rest.Float() >= 1e-28 {
		z, se := math.Atanh(r.Float()), 1/math.Sqrt(float64(len(x)-3))
		a.Interval = func(level float64) (spec.Value, spec.Value) {
			h := normalTwo(level) * se
			return estimate.Number(math.Tanh(z - h)), estimate.Number(math.Tanh(z + h))
		}
		giveInterval(&a, in.Level)
	}
	rho, _ := correlate(ranks(x), ranks(y))
	varyValue(&a, "spearman", "Spearman's rank correlation", rho)
	varyValue(&a, "r-squared", "the square of the correlation", r.Mul(r))
	varyValue(&a, "sign", "the correlation with the wrong sign", r.Neg())
	varyValue(&a, "slope", "the slope of y on x", dd.Cross(x, y).Div(sx.m.SS))
	varyValue(&a, "covariance", "the covariance (n - 1)", dd.Cross(x, y).Div(dd.F(float64(len(x)-1))))
	varyOneSided(&a)
	return a, nil
}

func spearman(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	x, y, err := xyOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	rho, rest := correlate(ranks(x), ranks(y))
	if !rho.Finite() {
		return estimate.Answer{}, estimate.Undefined("a column is constant")
	}
	a := ofCorrelation(rho, rest, len(x))
	a.Floor = spec.Tolerance{Rel: 1e-9, Abs: 1e-13}
	if r, _ := correlate(x, y); r.Finite() {
		varyValue(&a, "pearson", "Pearson's correlation", r)
	}
	varyValue(&a, "no-ties", "1 - 6 Σd²/(n³ - n), which is not right with ties", shortRho(ranks(x), ranks(y)))
	varyValue(&a, "sign", "the correlation with the wrong sign", rho.Neg())
	varyOneSided(&a)
	return a, nil
}

// ranks are mid-ranks from 1: equal values share the mean of their places.
func ranks(xs []dd.Num) []dd.Num {
	order := byValue(xs)
	out := make([]dd.Num, len(xs))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && xs[order[j]].Cmp(xs[order[i]]) == 0 {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = dd.F(float64(i+j+1) / 2)
		}
		i = j
	}
	return out
}

// byValue is the order of the values, equal ones as they stand.
func byValue(xs []dd.Num) []int {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Or(xs[a].Cmp(xs[b]), cmp.Compare(a, b)) })
	return order
}

func shortRho(rx, ry []dd.Num) dd.Num {
	var s dd.Num
	for i := range rx {
		d := rx[i].Sub(ry[i])
		s = s.Add(d.Mul(d))
	}
	n := float64(len(rx))
	return dd.F(1).Sub(s.Mul(dd.F(6)).Div(dd.F(n * (n*n - 1))))
}

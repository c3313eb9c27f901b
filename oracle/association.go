package oracle

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/spec"
)

// associations are correlations of two columns.
func associations() []Estimator {
	xy := []Arg{{Name: "x", Kind: ArgColumn, Required: true, Doc: "column; rows that lack x or y are left out"}, {Name: "y", Kind: ArgColumn, Required: true, Doc: "column"}}
	return []Estimator{
		{Name: "pearson", Summary: "Pearson's correlation", Formula: "Sxy / sqrt(Sxx Syy); t = r sqrt((n - 2)/(1 - r²)); interval by Fisher's z", Source: "Fisher (1921)",
			PerRow: true, Args: xy, Gives: []spec.UncertaintyKind{spec.UncertaintyCI}, Compute: pearson},
		{Name: "spearman", Summary: "Spearman's rank correlation", Formula: "Pearson's correlation of the mid-ranks; p by t with n - 2 degrees of freedom",
			PerRow: true, Args: xy, Compute: spearman},
	}
}

func (in Input) xy() (x, y []dd.Num, err error) {
	cols, err := in.View.Numbers(in.Args.Text("x"), in.Args.Text("y"))
	if err != nil {
		return nil, nil, err
	}
	if len(cols[0]) < 2 {
		return nil, nil, undefined("it needs two complete rows, there are %d", len(cols[0]))
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
func ofCorrelation(r, rest dd.Num, n int) Answer {
	a := Answer{Value: num(r.Float()), N: count(n), Unit: "1"}
	if n < 3 {
		return a
	}
	df := float64(n - 2)
	a.DF = num(df)
	if rest.Float() < 1e-28 { // a straight line but for rounding
		a.PValue = num(0)
		return a
	}
	t := r.Mul(dd.F(df).Div(rest).Sqrt()).Float()
	a.Statistic, a.PValue = num(t), num(tTail(t, df))
	return a
}

func pearson(_ context.Context, in Input) (Answer, error) {
	x, y, err := in.xy()
	if err != nil {
		return Answer{}, err
	}
	r, rest := correlate(x, y)
	if !r.Finite() {
		return Answer{}, undefined("a column is constant")
	}
	a := ofCorrelation(r, rest, len(x))
	sx, sy := newSample(x), newSample(y)
	a.Floor = spec.Tolerance{Rel: math.Max(sx.spreadFloor().Rel, sy.spreadFloor().Rel), Abs: 1e-13}
	if len(x) > 3 && rest.Float() >= 1e-28 {
		z, se := math.Atanh(r.Float()), 1/math.Sqrt(float64(len(x)-3))
		a.Interval = func(level float64) (spec.Value, spec.Value) {
			h := normalTwo(level) * se
			return num(math.Tanh(z - h)), num(math.Tanh(z + h))
		}
		a.addInterval(in.Level)
	}
	rho, _ := correlate(ranks(x), ranks(y))
	a.add("spearman", "Spearman's rank correlation", rho)
	a.add("r-squared", "the square of the correlation", r.Mul(r))
	a.add("sign", "the correlation with the wrong sign", r.Neg())
	a.add("slope", "the slope of y on x", dd.Cross(x, y).Div(sx.m.SS))
	a.add("covariance", "the covariance (n - 1)", dd.Cross(x, y).Div(dd.F(float64(len(x)-1))))
	a.oneSided()
	return a, nil
}

func spearman(_ context.Context, in Input) (Answer, error) {
	x, y, err := in.xy()
	if err != nil {
		return Answer{}, err
	}
	rho, rest := correlate(ranks(x), ranks(y))
	if !rho.Finite() {
		return Answer{}, undefined("a column is constant")
	}
	a := ofCorrelation(rho, rest, len(x))
	a.Floor = spec.Tolerance{Rel: 1e-9, Abs: 1e-13}
	if r, _ := correlate(x, y); r.Finite() {
		a.add("pearson", "Pearson's correlation", r)
	}
	a.add("no-ties", "1 - 6 Σd²/(n³ - n), which is not right with ties", shortRho(ranks(x), ranks(y)))
	a.add("sign", "the correlation with the wrong sign", rho.Neg())
	a.oneSided()
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

func shortRho(rx, ry []dd.Num) dd.Num {
	var s dd.Num
	for i := range rx {
		d := rx[i].Sub(ry[i])
		s = s.Add(d.Mul(d))
	}
	n := float64(len(rx))
	return dd.F(1).Sub(s.Mul(dd.F(6)).Div(dd.F(n * (n*n - 1))))
}

package associate

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// associations are correlations of two columns.
func associations() []estimate.Estimator {
	xy := []estimate.Arg{{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column; rows that lack x or y are left out"}, {Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column"}}
	return []estimate.Estimator{
		{Name: "pearson", Summary: "Pearson's correlation",
			Unit: "1", Domain: "numbers; two complete rows, no constant column",
			Formula: "Sxy / sqrt(Sxx Syy); t = r sqrt((n - 2)/(1 - r²)); interval by Fisher's z", Source: "Fisher (1921)",
			PerRow: true, Args: xy, Gives: []spec.UncertaintyKind{spec.UncertaintyCI}, Compute: pearson},
		{Name: "spearman", Summary: "Spearman's rank correlation",
			Unit: "1", Domain: "numbers; two complete rows, no constant column", Source: "Spearman (1904)",
			Formula: "Pearson's correlation of the mid-ranks; p by t with n - 2 degrees of freedom",
			PerRow:  true, Args: xy, Compute: spearman},
	}
}

// ofCorrelation is the answer for r of n pairs with t and p.
func ofCorrelation(r, rest dd.Num, n int) estimate.Answer {
	a := estimate.Answer{Value: estimate.Number(r.Float()), N: answer.Count(n), Unit: "1"}
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
	a.Statistic, a.PValue = estimate.Number(t), estimate.Number(answer.TTail(t, df))
	return a
}

func pearson(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	x, y, err := sample.XYOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	r, rest := sample.Correlate(x, y)
	if !r.Finite() {
		return estimate.Answer{}, estimate.Undefined("a column is constant")
	}
	a := ofCorrelation(r, rest, len(x))
	sx, sy := sample.New(x), sample.New(y)
	a.Floor = spec.Tolerance{Rel: math.Max(sx.SpreadFloor().Rel, sy.SpreadFloor().Rel), Abs: 1e-13}
	if len(x) > 3 && rest.Float() >= 1e-28 {
		z, se := math.Atanh(r.Float()), 1/math.Sqrt(float64(len(x)-3))
		a.Interval = func(level float64) (spec.Value, spec.Value) {
			h := answer.NormalTwo(level) * se
			return estimate.Number(math.Tanh(z - h)), estimate.Number(math.Tanh(z + h))
		}
		answer.GiveInterval(&a, in.Level)
	}
	rho, _ := sample.Correlate(sample.Ranks(x), sample.Ranks(y))
	answer.VaryValue(&a, "spearman", "Spearman's rank correlation", rho)
	answer.VaryValue(&a, "r-squared", "the square of the correlation", r.Mul(r))
	answer.VaryValue(&a, "sign", "the correlation with the wrong sign", r.Neg())
	sxy := dd.Cross(x, y)
	answer.VaryValue(&a, "slope", "the slope of y on x", sxy.Div(sx.M.SS))
	answer.VaryValue(&a, "covariance", "the covariance (n - 1)", sxy.Div(dd.F(float64(len(x)-1))))
	answer.VaryOneSided(&a)
	return a, nil
}

func spearman(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	x, y, err := sample.XYOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	rx, ry := sample.Ranks(x), sample.Ranks(y)
	rho, rest := sample.Correlate(rx, ry)
	if !rho.Finite() {
		return estimate.Answer{}, estimate.Undefined("a column is constant")
	}
	a := ofCorrelation(rho, rest, len(x))
	a.Floor = spec.Tolerance{Rel: 1e-9, Abs: 1e-13}
	if r, _ := sample.Correlate(x, y); r.Finite() {
		answer.VaryValue(&a, "pearson", "Pearson's correlation", r)
	}
	answer.VaryValue(&a, "no-ties", "1 - 6 Σd²/(n³ - n), which is not right with ties", shortRho(rx, ry))
	answer.VaryValue(&a, "sign", "the correlation with the wrong sign", rho.Neg())
	answer.VaryOneSided(&a)
	return a, nil
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

package signal

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/spectral"
	"github.com/assaybench/assay/spec"
)

var arMethods = []string{"yule-walker", "adjusted", "burg", "ols"}

// autoregressions are models of a series by its own past.
func autoregressions() []estimate.Estimator {
	return []estimate.Estimator{{Name: "autoregression", Summary: "the autoregression",
		Unit: "that of value; 1 for coefficients; squared for the variance", Domain: "numbers in the order of rows, well more than order, not all equal",
		Missing: "rows without a value are left out, and the series closes up",
		PerRow:  true, Compute: autoregression,
		Gives:   []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
		Formula: "x(t) = c + Σ phi(k) x(t - k) + e(t): by Yule and Walker from autocovariances about the mean, divided by n, or by n - k (adjusted); by Burg, about the mean; or by least squares with a constant (ols). The variance of e: r(0) - Σ phi(k) r(k); of Burg the mean square of the errors both ways; of ols RSS / rows",
		Source:  "Yule (1927), Walker (1931), Burg (1975); Brockwell and Davis (1991)",
		Args: []estimate.Arg{valueArg, {Name: "order", Kind: estimate.ArgNumber, Required: true, Min: 1, Max: 100, Doc: "number of past rows"},
			{Name: "method", Kind: estimate.ArgText, Default: spec.TextValue("yule-walker"), OneOf: arMethods, Doc: "how it is fitted"},
			{Name: "quantity", Kind: estimate.ArgText, Default: spec.TextValue("coefficient"), OneOf: []string{"coefficient", "variance", "constant"}, Doc: "what is asked for"},
			{Name: "lag", Kind: estimate.ArgNumber, Default: number(1), Min: 1, Max: 100, Doc: "lag of the coefficient"}}}}
}

func fitted(method string, xs []dd.Num, order int) (a spectral.Autoregression, err error) {
	switch method {
	case "burg":
		if a, err = spectral.Burg(xs, order); err == nil {
			a.Variance, a.Errors = a.Errors, a.Variance
		}
		return a, err
	case "ols":
		return spectral.LeastSquares(xs, order)
	}
	return spectral.YuleWalker(xs, order, method == "adjusted")
}

func autoregression(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	order, err := whole(in, "order")
	if err != nil {
		return estimate.Answer{}, err
	}
	lag, err := whole(in, "lag")
	if err != nil {
		return estimate.Answer{}, err
	}
	quantity, method := in.Args.Text("quantity"), in.Args.Text("method")
	if lag > order {
		return estimate.Answer{}, estimate.BadArg("lag", "is %d, above the order %d", lag, order)
	}
	f, err := fitted(method, s.Xs, order)
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	pick := func(f spectral.Autoregression) dd.Num {
		switch quantity {
		case "variance":
			return f.Variance
		case "constant":
			return f.Constant
		}
		return f.Phi[lag-1]
	}
	v := pick(f)
	unit := sample.UnitOf(in, in.Args.Text("value"))
	a := estimate.Answer{Value: estimate.Number(v.Float()), N: answer.Count(s.M.N)}
	rel := math.Max(1e-8, s.SpreadFloor().Rel)
	a.Floor = spec.Tolerance{Rel: rel, Abs: rel}
	switch quantity {
	case "coefficient":
		a.What, a.Unit = fmt.Sprintf("the coefficient at lag %d of the autoregression of order %d", lag, order), "1"
	case "variance":
		a.What, a.Unit, a.Floor.Abs = "the variance of the errors of the autoregression", answer.Power(unit, 2), 1e-12*s.M.Var(0).Float()
	default:
		a.What, a.Unit, a.Floor.Abs = "the constant of the autoregression", unit, 1e-9*s.Big
	}
	n, k := dd.F(float64(f.Rows)), dd.F(float64(order))
	if quantity == "coefficient" {
		if f.SE != nil {
			se := f.SE[lag-1]
			answer.InferNormal(&a, v, se, in.Level)
			shrink := n.Sub(k).Sub(dd.F(1)).Div(n).Sqrt()
			answer.VaryNormalSE(&a, "ml-variance", "with the residual variance divided by the rows, not by the degrees of freedom", v, se.Mul(shrink), in.Level)
		}
		answer.VaryScaled(&a, "sign", "the coefficient of the polynomial 1 - Σ phi(k) B^k, which has the other sign", -1)
		for j, other := range f.Phi {
			if j != lag-1 {
				answer.VaryValue(&a, fmt.Sprintf("lag-%d", j+1), fmt.Sprintf("the coefficient at lag %d", j+1), other)
			}
		}
	}
	for _, m := range arMethods {
		if m == method {
			continue
		}
		if g, err := fitted(m, s.Xs, order); err == nil {
			answer.VaryValue(&a, m, "by the method "+m, pick(g))
		}
	}
	switch quantity {
	case "variance":
		if method == "burg" {
			answer.VaryValue(&a, "levinson", "by the recursion r(0) Π (1 - c²), not from the errors", f.Errors)
		}
		answer.VaryValue(&a, "corrected", "the variance times n / (n - order - 1)", v.Mul(n).Div(n.Sub(k).Sub(dd.F(1))))
		answer.VaryValue(&a, "sd", "the standard deviation of the errors", v.Sqrt())
	case "constant":
		answer.VaryValue(&a, "mean", "the mean of the series, not the constant", s.M.Mean)
	}
	for _, o := range []int{order - 1, order + 1} {
		if o >= lag {
			if g, err := fitted(method, s.Xs, o); err == nil {
				answer.VaryValue(&a, fmt.Sprintf("order-%d", o), fmt.Sprintf("of order %d", o), pick(g))
			}
		}
	}
	return a, nil
}

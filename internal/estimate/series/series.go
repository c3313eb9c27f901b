package series

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// series are quantities of values in the order of their rows.
func series() []estimate.Estimator {
	return []estimate.Estimator{{Name: "autocorrelation", Summary: "the autocorrelation",
		Unit: "1", Domain: "numbers in the order of rows, more than lag of them, not all equal",
		Missing: "rows without a value are left out, and the series closes up",
		PerRow:  true,
		Formula: "r(k) = Σ (x(t) - mean)(x(t + k) - mean) / Σ (x(t) - mean)², the mean that of all values", Source: "Box and Jenkins (1976)",
		Args: []estimate.Arg{{Name: "value", Kind: estimate.ArgColumn, Required: true, Doc: "column of numbers, in the order of the rows; rows without one are left out"},
			{Name: "lag", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 1, Max: 1e6, Doc: "number of rows between the two values of a pair"}},
		Compute: autocorrelation}}
}

func autocorrelation(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	lag, n := int(in.Args.Number("lag")), len(s.Xs)
	switch {
	case float64(lag) != in.Args.Number("lag"):
		return estimate.Answer{}, estimate.BadArg("lag", "is not a whole number")
	case n <= lag:
		return estimate.Answer{}, estimate.Undefined("%d values have no pair %d rows apart", n, lag)
	case s.M.SS.Sign() == 0:
		return estimate.Answer{}, estimate.Undefined("the values are constant")
	}
	var cross dd.Num
	for t := range n - lag {
		cross = cross.Add(s.Xs[t].Sub(s.M.Mean).Mul(s.Xs[t+lag].Sub(s.M.Mean)))
	}
	r := cross.Div(s.M.SS)
	f := s.SpreadFloor()
	a := estimate.Answer{Value: estimate.Number(r.Float()), N: answer.Count(n), Unit: "1", Floor: spec.Tolerance{Rel: f.Rel, Abs: math.Max(1e-13, f.Rel)}}
	answer.VaryValue(&a, "unbiased", "with the sum of products divided by n - k and that of squares by n", r.Mul(dd.F(float64(n))).Div(dd.F(float64(n-lag))))
	if p, _ := sample.Correlate(s.Xs[:n-lag], s.Xs[lag:]); p.Finite() {
		answer.VaryValue(&a, "pearson", "Pearson's correlation of the pairs, each side about its own mean", p)
	}
	answer.VaryValue(&a, "covariance", "the autocovariance (n)", cross.Div(dd.F(float64(n))))
	answer.VaryValue(&a, "sign", "the autocorrelation with the wrong sign", r.Neg())
	return a, nil
}

package describe

import (
	"context"
	"fmt"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// quantiles are the median and the sample quantiles of Hyndman and Fan (1996).
func quantiles() []estimate.Estimator {
	const source = "Hyndman and Fan (1996), types as R numbers them"
	return []estimate.Estimator{
		{Name: "median", Summary: "the median",
			Unit: "that of value", Domain: "numbers",
			Formula: "middle value, or mean of the two middle values; iqr between the quartiles of type 7", Source: source,
			PerRow: true, Gives: []spec.UncertaintyKind{spec.UncertaintyIQR}, Args: []estimate.Arg{sample.ValueArg}, Compute: sample.Each(medianOf)},
		{Name: "quantile", Summary: "the quantile",
			Unit: "that of value", Domain: "numbers; p from 0 to 1",
			Formula: "type 7: x at position 1 + p (n - 1), interpolated", Source: source, PerRow: true,
			Args: []estimate.Arg{sample.ValueArg, {Name: "p", Kind: estimate.ArgNumber, Required: true, Min: 0, Max: 1, Doc: "probability"},
				{Name: "type", Kind: estimate.ArgNumber, Default: spec.NumberValue(7), Min: 1, Max: 9, Doc: "definition 1 to 9"}},
			Compute: quantile},
	}
}

func medianOf(s sample.Sample, unit string, _ float64) (estimate.Answer, error) {
	sorted := dd.Sorted(s.Xs)
	a := estimate.Answer{Value: estimate.Number(s.Median().Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9, Abs: 4 * sample.Eps * s.Big}}
	iqr := func(kind int) []spec.Uncertainty {
		lo, hi := dd.Quantile(sorted, 0.25, kind), dd.Quantile(sorted, 0.75, kind)
		return []spec.Uncertainty{{Kind: spec.UncertaintyIQR, Lower: estimate.Number(lo.Float()), Upper: estimate.Number(hi.Float()), Value: estimate.Number(hi.Sub(lo).Float())}}
	}
	a.Uncertainty = iqr(7)
	for kind := 1; kind <= 9; kind++ {
		if kind != 7 {
			answer.Vary(&a, fmt.Sprintf("quartiles-%d", kind), fmt.Sprintf("with quartiles of type %d, not 7", kind), estimate.Answer{Uncertainty: iqr(kind)})
		}
	}
	answer.VaryValue(&a, "mean", "the mean", s.M.Mean)
	answer.VaryValue(&a, "lower-median", "the lower of the two middle values", dd.Quantile(sorted, 0.5, 1))
	answer.VaryValue(&a, "upper-median", "the upper of the two middle values", sorted[len(sorted)/2])
	return a, nil
}

func quantile(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	p, kind := in.Args.Number("p"), in.Args.Number("type")
	if kind != float64(int(kind)) {
		return estimate.Answer{}, estimate.BadArg("type", "is one of the whole numbers 1 to 9")
	}
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	sorted := dd.Sorted(s.Xs)
	a := estimate.Answer{What: fmt.Sprintf("the %v quantile (type %v)", p, kind), N: answer.Count(s.M.N), Unit: sample.UnitOf(in, in.Args.Text("value")),
		Value: estimate.Number(dd.Quantile(sorted, p, int(kind)).Float()), Floor: spec.Tolerance{Rel: 1e-9, Abs: 4 * sample.Eps * s.Big}}
	for k := 1; k <= 9; k++ {
		if k != int(kind) {
			answer.VaryValue(&a, fmt.Sprintf("quantile-%d", k), fmt.Sprintf("the quantile of type %d", k), dd.Quantile(sorted, p, k))
		}
	}
	answer.VaryValue(&a, "other-tail", fmt.Sprintf("the %.6g quantile, from the other tail", 1-p), dd.Quantile(sorted, 1-p, int(kind)))
	return a, nil
}

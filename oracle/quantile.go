package oracle

import (
	"context"
	"fmt"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/spec"
)

// quantiles are the median and the sample quantiles of Hyndman and Fan (1996).
func quantiles() []Estimator {
	const source = "Hyndman and Fan (1996), types as R numbers them"
	return []Estimator{
		{Name: "median", Summary: "the median", Formula: "middle value, or mean of the two middle values; iqr between the quartiles of type 7", Source: source,
			PerRow: true, Gives: []spec.UncertaintyKind{spec.UncertaintyIQR}, Args: []Arg{valueArg}, Compute: of(medianOf)},
		{Name: "quantile", Summary: "the quantile", Formula: "type 7: x at position 1 + p (n - 1), interpolated", Source: source, PerRow: true,
			Args: []Arg{valueArg, {Name: "p", Kind: ArgNumber, Required: true, Min: 0, Max: 1, Doc: "probability"},
				{Name: "type", Kind: ArgNumber, Default: spec.NumberValue(7), Min: 1, Max: 9, Doc: "definition 1 to 9"}},
			Compute: quantile},
	}
}

func medianOf(s sample, unit string, _ float64) (Answer, error) {
	sorted := dd.Sorted(s.xs)
	a := Answer{Value: num(s.median().Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9, Abs: 4 * eps * s.big}}
	iqr := func(kind int) []spec.Uncertainty {
		lo, hi := dd.Quantile(sorted, 0.25, kind), dd.Quantile(sorted, 0.75, kind)
		return []spec.Uncertainty{{Kind: spec.UncertaintyIQR, Lower: num(lo.Float()), Upper: num(hi.Float()), Value: num(hi.Sub(lo).Float())}}
	}
	a.Uncertainty = iqr(7)
	for kind := 1; kind <= 9; kind++ {
		if kind != 7 {
			v := Variant{Name: fmt.Sprintf("quartiles-%d", kind), Note: fmt.Sprintf("with quartiles of type %d, not 7", kind), Answer: Answer{Uncertainty: iqr(kind)}}
			a.Variants = append(a.Variants, v)
		}
	}
	a.add("mean", "the mean", s.m.Mean)
	a.add("lower-median", "the lower of the two middle values", dd.Quantile(sorted, 0.5, 1))
	a.add("upper-median", "the upper of the two middle values", sorted[len(sorted)/2])
	return a, nil
}

func quantile(_ context.Context, in Input) (Answer, error) {
	p, kind := in.Args.Number("p"), in.Args.Number("type")
	if kind != float64(int(kind)) {
		return Answer{}, &ArgError{"quantile", "type", "is one of the whole numbers 1 to 9"}
	}
	s, err := in.sample(in.Args.Text("value"))
	if err != nil {
		return Answer{}, err
	}
	sorted := dd.Sorted(s.xs)
	a := Answer{What: fmt.Sprintf("the %v quantile (type %v)", p, kind), N: count(s.m.N), Unit: in.unit(in.Args.Text("value")),
		Value: num(dd.Quantile(sorted, p, int(kind)).Float()), Floor: spec.Tolerance{Rel: 1e-9, Abs: 4 * eps * s.big}}
	for k := 1; k <= 9; k++ {
		if k != int(kind) {
			a.add(fmt.Sprintf("quantile-%d", k), fmt.Sprintf("the quantile of type %d", k), dd.Quantile(sorted, p, k))
		}
	}
	a.add("other-tail", fmt.Sprintf("the %.6g quantile, from the other tail", 1-p), dd.Quantile(sorted, 1-p, int(kind)))
	return a, nil
}

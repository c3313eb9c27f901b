package proportions

import (
	"context"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// proportion is k / n over the rows for which the condition has a value.
func proportion(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	k, n, err := sample.Hits(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if n == 0 {
		return estimate.Answer{}, estimate.Undefined("no row of view %q has a value", in.View.Name)
	}
	all := dd.F(float64(n))
	p := dd.F(float64(k)).Div(all)
	a := estimate.Answer{Value: estimate.Number(p.Float()), N: answer.Count(n), Unit: "1", Floor: spec.Tolerance{Rel: 1e-9}}
	se := p.Mul(dd.F(1).Sub(p)).Div(all).Sqrt()
	kind := in.Args.Text("interval")
	a.Interval = proportionIntervals(k, n)[kind]
	answer.GiveInterval(&a, in.Level)
	a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySE, se)...)
	varyIntervals(&a, k, n, kind, in.Level)
	answer.Vary196(&a, in.Level, answer.Wide(p, se))
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	answer.VaryValue(&a, "complement", "the proportion of the other rows (1 - p)", dd.F(1).Sub(p))
	if n < in.View.Rows() {
		answer.VaryValue(&a, "with-missing", "the proportion of all rows, those without a value among them", dd.F(float64(k)).Div(dd.F(float64(in.View.Rows()))))
	}
	answer.VaryValue(&a, "odds", "the odds p / (1 - p)", p.Div(dd.F(1).Sub(p)))
	answer.VaryValue(&a, "count", "the number of rows that count, not their proportion", dd.F(float64(k)))
	return a, nil
}

// wilsonInterval has the ends (p + z²/2n ± z sqrt(p (1-p)/n + z²/4n²)) / (1 + z²/n).
func wilsonInterval(p, n dd.Num) func(float64) (spec.Value, spec.Value) {
	return func(level float64) (spec.Value, spec.Value) {
		z := dd.F(answer.NormalTwo(level))
		z2n := z.Mul(z).Div(n)
		mid := p.Add(z2n.Div(dd.F(2)))
		half := z.Mul(p.Mul(dd.F(1).Sub(p)).Div(n).Add(z2n.Div(n).Div(dd.F(4))).Sqrt())
		under := dd.F(1).Add(z2n)
		return estimate.Number(mid.Sub(half).Div(under).Float()), estimate.Number(mid.Add(half).Div(under).Float())
	}
}

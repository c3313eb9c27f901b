package several

import (
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/spec"
)

// dominances are effect sizes of two groups by ranks.
func dominances() []estimate.Estimator {
	return []estimate.Estimator{
		{Name: "rank_biserial", Summary: "the rank-biserial correlation (first to second)",
			Unit: "1", Domain: "numbers; a value in each group",
			Formula: "2 U / (n1 n2) - 1", Source: "Wendt (1972)", Args: sample.TwoArgs, Compute: sample.OfPair(dominance("rank-biserial"))},
		{Name: "cliffs_delta", Summary: "Cliff's delta (first to second)",
			Unit: "1", Domain: "numbers; a value in each group",
			Formula: "P(x1 > x2) - P(x1 < x2) over all pairs", Source: "Cliff (1993)", Args: sample.TwoArgs, Compute: sample.OfPair(dominance("cliffs-delta"))},
		{Name: "a12", Summary: "the probability of superiority (first over second)",
			Unit: "1", Domain: "numbers; a value in each group",
			Formula: "P(x1 > x2) + P(x1 = x2)/2 over all pairs: U / (n1 n2)", Source: "Vargha and Delaney (2000)", Args: sample.TwoArgs, Compute: sample.OfPair(dominance("a12"))},
	}
}

// dominance is one of the measures that are linear in U, the others being variants.
func dominance(name string) func(p sample.Pair, in estimate.Input) (estimate.Answer, error) {
	return func(p sample.Pair, _ estimate.Input) (estimate.Answer, error) {
		r := newTwoRanked(p)
		share := dd.F(r.u).Div(dd.F(r.n1 * r.n2))
		delta := dd.F(2).Mul(share).Sub(dd.F(1))
		value, back := delta, delta.Neg()
		if name == "a12" {
			value, back = share, dd.F(1).Sub(share)
		}
		a := estimate.Answer{Value: estimate.Number(value.Float()), N: spec.ArrayValue([]float64{r.n1, r.n2}), Unit: "1", Floor: answer.TestFloor, Statistic: estimate.Number(r.u)}
		if r.sd(true) > 0 {
			a.PValue = estimate.Number(answer.NormalTest(r.z(true, 0.5)))
			answer.VaryP(&a, "no-continuity", "the p-value without the correction for continuity", answer.NormalTest(r.z(true, 0)))
			if r.cubes == 0 && r.n1*r.n2 <= exactPairs {
				answer.VaryP(&a, "exact", "the exact p-value", answer.Twice(r.exact()))
			}
		}
		answer.VaryValue(&a, estimate.VariantSwapped, "with the groups swapped (second to first)", back)
		if name == "a12" {
			answer.VaryValue(&a, "delta", "Cliff's delta, 2 A - 1", delta)
		} else {
			answer.VaryValue(&a, "a12", "the probability of superiority, (1 + delta)/2", share)
		}
		answer.VaryValue(&a, "statistic", "U, not its share of the pairs", dd.F(r.u))
		strictly := 0.0
		bs := dd.Sorted(p.B.Xs)
		as := dd.Sorted(p.A.Xs)
		j := 0
		for _, x := range as {
			for j < len(bs) && bs[j].Cmp(x) < 0 {
				j++
			}
			strictly += float64(j)
		}
		answer.VaryValue(&a, "strict", "the share of pairs in which the first is strictly larger", dd.F(strictly/(r.n1*r.n2)))
		return a, nil
	}
}

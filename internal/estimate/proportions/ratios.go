package proportions

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/spec"
)

// ratios are effect sizes of two proportions.
func ratios() []estimate.Estimator {
	ci := []spec.UncertaintyKind{spec.UncertaintyCI}
	hits := append(sample.HitArgs[:3:3], sample.TwoArgs[1:]...)
	return []estimate.Estimator{
		{Name: "odds_ratio", Summary: "the odds ratio (first to second)",
			Unit: "1", Domain: "rows that count or do not, in two groups; no 0 below the line",
			Missing: "rows in which the condition has no value are left out, and do not count against it; none left: undefined",
			Formula: "p1 (1 - p2) / (p2 (1 - p1)); se of its logarithm and interval by Woolf", Source: "Woolf (1955)", Args: hits, Gives: ci, Compute: ofHits(oddsRatio)},
		{Name: "risk_ratio", Summary: "the ratio of two proportions (first to second)",
			Unit: "1", Domain: "rows that count or do not, in two groups; one that counts in the second",
			Missing: "rows in which the condition has no value are left out, and do not count against it; none left: undefined",
			Formula: "p1 / p2; interval by the logarithm, se² = 1/k1 - 1/n1 + 1/k2 - 1/n2", Source: "Katz et al. (1978)", Args: hits, Gives: ci, Compute: ofHits(riskRatio)},
	}
}

func (h twoHits) table() sample.Fourfold {
	return sample.Fourfold{A: float64(h.k1), B: float64(h.n1 - h.k1), C: float64(h.k2), D: float64(h.n2 - h.k2)}
}

// onLog is the answer of a ratio with a standard error of its logarithm.
func (h twoHits) onLog(ratio, se, level float64) estimate.Answer {
	a := estimate.Answer{Value: estimate.Number(ratio), N: h.sizes(), Unit: "1", Floor: answer.TestFloor}
	if se > 0 && !math.IsInf(se, 0) {
		times := func(z func(level float64) float64) estimate.Interval {
			return func(level float64) (spec.Value, spec.Value) {
				x := math.Exp(z(level) * se)
				return estimate.Number(ratio / x), estimate.Number(ratio * x)
			}
		}
		a.Interval = times(answer.NormalTwo)
		answer.GiveInterval(&a, level)
		answer.Vary196(&a, level, func(z float64) estimate.Interval { return times(func(float64) float64 { return z }) })
		z := math.Log(ratio) / se
		a.Statistic, a.PValue = estimate.Number(z), estimate.Number(answer.NormalTest(z))
	}
	return a
}

func (h twoHits) oddsAnswer(level float64) estimate.Answer {
	f := h.table()
	return h.onLog(f.Odds(), f.LogSE(), level)
}

func (h twoHits) riskAnswer(level float64) estimate.Answer {
	f := h.table()
	p1, p2 := h.proportions()
	return h.onLog(p1/p2, math.Sqrt(f.B/(f.A*float64(h.n1))+f.D/(f.C*float64(h.n2))), level)
}

func (h twoHits) varyRatios(a *estimate.Answer) {
	p1, p2 := h.proportions()
	answer.VaryValue(a, "log", "its natural logarithm", dd.F(math.Log(answer.Float(a.Value))))
	answer.VaryValue(a, "difference", "the difference of the proportions", dd.F(h.difference()))
	answer.VaryValue(a, "percent-change", "the change in percent (100 (ratio - 1))", dd.F(100*(answer.Float(a.Value)-1)))
	answer.VaryValue(a, "needed-to-treat", "the number needed to treat, one over the difference", dd.F(1/math.Abs(p1-p2)))
	answer.VaryOneSided(a)
}

func oddsRatio(h twoHits, in estimate.Input) (estimate.Answer, error) {
	f := h.table()
	if v := f.Odds(); math.IsInf(v, 0) || math.IsNaN(v) {
		return estimate.Answer{}, estimate.Undefined("all rows of the first group count, or none of the second")
	}
	a := h.oddsAnswer(in.Level)
	if f.Odds() > 0 {
		answer.Vary(&a, estimate.VariantSwapped, "the odds ratio with the groups swapped (second to first)", h.swapped().oddsAnswer(in.Level))
	}
	half := sample.Fourfold{A: f.A + 0.5, B: f.B + 0.5, C: f.C + 0.5, D: f.D + 0.5}
	b := h.onLog(half.Odds(), half.LogSE(), in.Level)
	b.N = spec.Value{}
	answer.Vary(&a, "haldane", "with 0.5 added to each cell (Haldane)", b)
	if h.n1+h.n2 <= sample.ExactTable {
		m := f.Margins()
		answer.VaryValue(&a, "conditional", "the conditional odds ratio, most likely given the margins", dd.F(m.ConditionalOdds(h.k1)))
		answer.VaryInterval(&a, "exact-interval", "the exact interval, given the margins", in.Level, func(level float64) (spec.Value, spec.Value) {
			lo, hi := m.OddsInterval(h.k1, level)
			return estimate.Number(lo), estimate.Number(hi)
		})
	}
	p1, p2 := h.proportions()
	answer.VaryValue(&a, "risk-ratio", "the ratio of the proportions, not of the odds", dd.F(p1/p2))
	answer.VaryValue(&a, "yule-q", "Yule's Q", dd.F((f.Odds()-1)/(f.Odds()+1)))
	h.varyRatios(&a)
	return a, nil
}

func riskRatio(h twoHits, in estimate.Input) (estimate.Answer, error) {
	if h.k2 == 0 {
		return estimate.Answer{}, estimate.Undefined("no row of the second group counts")
	}
	a := h.riskAnswer(in.Level)
	if h.k1 > 0 {
		answer.Vary(&a, estimate.VariantSwapped, "the ratio with the groups swapped (second to first)", h.swapped().riskAnswer(in.Level))
	}
	answer.VaryValue(&a, "odds-ratio", "the odds ratio, not the ratio of the proportions", dd.F(h.table().Odds()))
	p1, p2 := h.proportions()
	answer.VaryValue(&a, "complement", "the ratio of the proportions that do not count", dd.F((1-p1)/(1-p2)))
	h.varyRatios(&a)
	return a, nil
}

package several

import (
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// spreadTests compare the variances of groups.
func spreadTests() []estimate.Estimator {
	many := []estimate.Arg{sample.ValueArg, sample.GroupArg}
	return []estimate.Estimator{
		{Name: "variance_ratio", Summary: "the ratio of the variances (first to second)",
			Unit: "1", Domain: "numbers; two groups of two values or more, each with spread",
			Formula: "s1² / s2²; F with n1 - 1 and n2 - 1 degrees of freedom, p two-sided", Source: "Fisher (1925)",
			Args: sample.TwoArgs, Gives: []spec.UncertaintyKind{spec.UncertaintyCI}, Compute: sample.OfPair(varianceRatio)},
		{Name: "bartlett", Summary: "Bartlett's statistic of equal variances",
			Unit: "1", Domain: "numbers; two groups of two values or more, each with spread",
			Source: "Bartlett (1937)", Args: many, Compute: sample.OfGroups(bartlett),
			Formula: "((N - k) ln s² - Σ (n - 1) ln s_i²) / (1 + (Σ 1/(n - 1) - 1/(N - k)) / (3 (k - 1))), chi-square with k - 1"},
		{Name: "levene", Summary: "Levene's statistic of equal spreads",
			Unit: "1", Domain: "numbers; two groups, distances from the centres that vary",
			Source: "Levene (1960); Brown and Forsythe (1974) for the median", Compute: sample.OfGroups(levene),
			Formula: "F of the one-way analysis of variance of |x - centre of the group|",
			Args:    append(many, estimate.Arg{Name: "center", Kind: estimate.ArgText, Default: spec.TextValue("median"), OneOf: []string{"median", "mean"}, Doc: "centre of a group"})},
	}
}

func varianceRatioOf(p sample.Pair, level float64) estimate.Answer {
	d1, d2 := float64(p.A.M.N-1), float64(p.B.M.N-1)
	f := p.A.M.Var(1).Div(p.B.M.Var(1)).Float()
	a := answer.Tested(f, answer.Df2(d1, d2), answer.Twice(tail.FLower(f, d1, d2), tail.F(f, d1, d2)), spec.ArrayValue([]float64{d1 + 1, d2 + 1}))
	a.Floor.Rel = math.Max(a.Floor.Rel, 2*(p.A.SpreadFloor().Rel+p.B.SpreadFloor().Rel))
	a.Interval = func(level float64) (spec.Value, spec.Value) {
		half := (1 - level) / 2
		return estimate.Number(f * tail.FQuantile(half, d2, d1)), estimate.Number(f / tail.FQuantile(half, d1, d2))
	}
	answer.GiveInterval(&a, level)
	return a
}

func varianceRatio(p sample.Pair, in estimate.Input) (estimate.Answer, error) {
	if p.A.M.N < 2 || p.B.M.N < 2 || p.A.M.SS.Sign() == 0 || p.B.M.SS.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("a group has no spread")
	}
	a := varianceRatioOf(p, in.Level)
	answer.Vary(&a, estimate.VariantSwapped, "the ratio with the groups swapped (second to first)", varianceRatioOf(p.Swapped(), in.Level))
	answer.VaryOneSided(&a)
	f := p.A.M.Var(1).Div(p.B.M.Var(1))
	if f.Float() < 1 {
		answer.VaryValue(&a, "larger-first", "the larger variance over the smaller", dd.F(1).Div(f))
	}
	answer.VaryValue(&a, "sd-ratio", "the ratio of the standard deviations", f.Sqrt())
	answer.VaryValue(&a, "ddof0", "the ratio of the population variances (ddof 0)", p.A.M.Var(0).Div(p.B.M.Var(0)))
	answer.VaryValue(&a, "difference", "the difference of the variances", p.A.M.Var(1).Sub(p.B.M.Var(1)))
	return a, nil
}

func bartlett(g sample.Groups, _ estimate.Input) (estimate.Answer, error) {
	if err := g.AtLeast(2); err != nil {
		return estimate.Answer{}, err
	}
	k, n := float64(len(g.Each)), float64(g.All.M.N)
	var within dd.Num
	for _, s := range g.Each {
		if s.M.SS.Sign() == 0 {
			return estimate.Answer{}, estimate.Undefined("a group has no spread")
		}
		within = within.Add(s.M.SS)
	}
	pooled := within.Div(dd.F(n - k))
	// ln s² - ln s_i² as the logarithm of one ratio keeps the digits of near variances.
	sum, inverse := 0.0, 0.0
	for _, s := range g.Each {
		m := float64(s.M.N - 1)
		sum += m * sample.Log(pooled.Div(s.M.Var(1)))
		inverse += 1 / m
	}
	c := 1 + (inverse-1/(n-k))/(3*(k-1))
	x := sum / c
	a := answer.Tested(x, estimate.Number(k-1), tail.ChiSquared(x, k-1), g.Sizes())
	a.Floor = g.Floor()
	answer.VaryTest(&a, "uncorrected", "without the correction C", sum, tail.ChiSquared(sum, k-1))
	for _, center := range []string{"median", "mean"} {
		if f, d1, d2 := leveneOf(g, center); !math.IsNaN(f) {
			answer.VaryTest(&a, "levene-"+center, "Levene's statistic about the "+center, f, tail.F(f, d1, d2))
		}
	}
	return a, nil
}

// levene is F of the distances from the centres of the groups; NaN where there is none.
func leveneOf(g sample.Groups, center string) (f, d1, d2 float64) {
	far := make([]sample.Sample, len(g.Each))
	for i, s := range g.Each {
		c := s.M.Mean
		if center == "median" {
			c = s.Median()
		}
		z := make([]dd.Num, len(s.Xs))
		for j, x := range s.Xs {
			z[j] = x.Sub(c).Abs()
		}
		far[i] = sample.New(z)
	}
	v := varianceTable(far)
	return v.f(), v.d1, v.d2
}

func levene(g sample.Groups, in estimate.Input) (estimate.Answer, error) {
	center := in.Args.Text("center")
	f, d1, d2 := leveneOf(g, center)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return estimate.Answer{}, estimate.Undefined("the distances from the centres have no spread within the groups")
	}
	a := answer.Tested(f, answer.Df2(d1, d2), tail.F(f, d1, d2), g.Sizes())
	a.Floor = g.Floor()
	other, name := "mean", "the mean (Levene)"
	if center == "mean" {
		other, name = "median", "the median (Brown and Forsythe)"
	}
	o, _, _ := leveneOf(g, other)
	answer.VaryTest(&a, "other-center", "with distances from "+name, o, tail.F(o, d1, d2))
	return a, nil
}

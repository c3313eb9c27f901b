package builtin

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// spreadTests compare the variances of groups.
func spreadTests() []estimate.Estimator {
	many := []estimate.Arg{valueArg, groupArg}
	return []estimate.Estimator{
		{Name: "variance_ratio", Summary: "the ratio of the variances (first to second)", Formula: "s1² / s2²; F with n1 - 1 and n2 - 1 degrees of freedom, p two-sided", Source: "Fisher (1925)",
			Args: twoArgs, Gives: []spec.UncertaintyKind{spec.UncertaintyCI}, Compute: ofPair(varianceRatio)},
		{Name: "bartlett", Summary: "Bartlett's statistic of equal variances", Source: "Bartlett (1937)", Args: many, Compute: ofGroups(bartlett),
			Formula: "((N - k) ln s² - Σ (n - 1) ln s_i²) / (1 + (Σ 1/(n - 1) - 1/(N - k)) / (3 (k - 1))), chi-square with k - 1"},
		{Name: "levene", Summary: "Levene's statistic of equal spreads", Source: "Levene (1960); Brown and Forsythe (1974) for the median", Compute: ofGroups(levene),
			Formula: "F of the one-way analysis of variance of |x - centre of the group|",
			Args:    append(many, estimate.Arg{Name: "center", Kind: estimate.ArgText, Default: spec.TextValue("median"), OneOf: []string{"median", "mean"}, Doc: "centre of a group"})},
	}
}

func (p pair) varianceRatio(level float64) estimate.Answer {
	d1, d2 := float64(p.a.m.N-1), float64(p.b.m.N-1)
	f := p.a.m.Var(1).Div(p.b.m.Var(1)).Float()
	a := tested(f, df2(d1, d2), twice(tail.FLower(f, d1, d2), tail.F(f, d1, d2)), spec.ArrayValue([]float64{d1 + 1, d2 + 1}))
	a.Floor.Rel = math.Max(a.Floor.Rel, 2*(p.a.spreadFloor().Rel+p.b.spreadFloor().Rel))
	a.Interval = func(level float64) (spec.Value, spec.Value) {
		half := (1 - level) / 2
		return estimate.Number(f * tail.FQuantile(half, d2, d1)), estimate.Number(f / tail.FQuantile(half, d1, d2))
	}
	giveInterval(&a, level)
	return a
}

func varianceRatio(p pair, in estimate.Input) (estimate.Answer, error) {
	if p.a.m.N < 2 || p.b.m.N < 2 || p.a.m.SS.Sign() == 0 || p.b.m.SS.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("a group has no spread")
	}
	a := p.varianceRatio(in.Level)
	vary(&a, estimate.VariantSwapped, "the ratio with the groups swapped (second to first)", p.swapped().varianceRatio(in.Level))
	varyOneSided(&a)
	f := p.a.m.Var(1).Div(p.b.m.Var(1))
	if f.Float() < 1 {
		varyValue(&a, "larger-first", "the larger variance over the smaller", dd.F(1).Div(f))
	}
	varyValue(&a, "sd-ratio", "the ratio of the standard deviations", f.Sqrt())
	varyValue(&a, "ddof0", "the ratio of the population variances (ddof 0)", p.a.m.Var(0).Div(p.b.m.Var(0)))
	varyValue(&a, "difference", "the difference of the variances", p.a.m.Var(1).Sub(p.b.m.Var(1)))
	return a, nil
}

func bartlett(g grouped, _ estimate.Input) (estimate.Answer, error) {
	if err := g.atLeast(2); err != nil {
		return estimate.Answer{}, err
	}
	k, n := float64(len(g.each)), float64(g.all.m.N)
	var within dd.Num
	for _, s := range g.each {
		if s.m.SS.Sign() == 0 {
			return estimate.Answer{}, estimate.Undefined("a group has no spread")
		}
		within = within.Add(s.m.SS)
	}
	pooled := within.Div(dd.F(n - k))
	// ln s² - ln s_i² as the logarithm of one ratio keeps the digits of near variances.
	sum, inverse := 0.0, 0.0
	for _, s := range g.each {
		m := float64(s.m.N - 1)
		sum += m * logOf(pooled.Div(s.m.Var(1)))
		inverse += 1 / m
	}
	c := 1 + (inverse-1/(n-k))/(3*(k-1))
	x := sum / c
	a := tested(x, estimate.Number(k-1), tail.ChiSquared(x, k-1), g.sizes())
	a.Floor = g.floor()
	varyTest(&a, "uncorrected", "without the correction C", sum, tail.ChiSquared(sum, k-1))
	for _, center := range []string{"median", "mean"} {
		if f, d1, d2 := g.levene(center); !math.IsNaN(f) {
			varyTest(&a, "levene-"+center, "Levene's statistic about the "+center, f, tail.F(f, d1, d2))
		}
	}
	return a, nil
}

// logOf is ln x with the digits that a double-double near 1 has.
func logOf(x dd.Num) float64 {
	if d := x.Sub(dd.F(1)).Float(); math.Abs(d) < 0.5 {
		return math.Log1p(d)
	}
	return math.Log(x.Float())
}

// levene is F of the distances from the centres of the groups; NaN where there is none.
func (g grouped) levene(center string) (f, d1, d2 float64) {
	far := make([]sample, len(g.each))
	for i, s := range g.each {
		c := s.m.Mean
		if center == "median" {
			c = s.median()
		}
		z := make([]dd.Num, len(s.xs))
		for j, x := range s.xs {
			z[j] = x.Sub(c).Abs()
		}
		far[i] = newSample(z)
	}
	v := varianceTable(far)
	return v.f(), v.d1, v.d2
}

func levene(g grouped, in estimate.Input) (estimate.Answer, error) {
	center := in.Args.Text("center")
	f, d1, d2 := g.levene(center)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return estimate.Answer{}, estimate.Undefined("the distances from the centres have no spread within the groups")
	}
	a := tested(f, df2(d1, d2), tail.F(f, d1, d2), g.sizes())
	a.Floor = g.floor()
	other, name := "mean", "the mean (Levene)"
	if center == "mean" {
		other, name = "median", "the median (Brown and Forsythe)"
	}
	o, _, _ := g.levene(other)
	varyTest(&a, "other-center", "with distances from "+name, o, tail.F(o, d1, d2))
	return a, nil
}

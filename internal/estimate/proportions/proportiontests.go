package proportions

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// proportionTests are tests of one proportion and comparisons of two.
func proportionTests() []estimate.Estimator {
	p0 := estimate.Arg{Name: "p0", Kind: estimate.ArgNumber, Default: spec.NumberValue(0.5), Min: 0, Max: 1, Doc: "proportion under the null hypothesis"}
	one := append(sample.HitArgs[:3:3], p0)
	two := append(sample.HitArgs[:3:3], sample.TwoArgs[1:]...)
	ci := []spec.UncertaintyKind{spec.UncertaintyCI}
	return []estimate.Estimator{
		{Name: "proportion", Summary: "the proportion",
			Unit: "1", Domain: "rows that count or do not; one row",
			Missing: "rows in which the condition has no value are left out, and do not count against it; none left: undefined",
			Formula: "k / n; se sqrt(p (1 - p) / n); interval by Wilson (1927)", Source: "Brown, Cai, DasGupta (2001)", PerRow: true,
			Gives:   []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
			Args:    append(sample.HitArgs[:3:3], estimate.Arg{Name: "interval", Kind: estimate.ArgText, Default: spec.TextValue("wilson"), OneOf: intervalNames(), Doc: "kind of interval"}),
			Compute: proportion},
		{Name: "binomial_test", Summary: "the proportion, with the exact binomial test",
			Unit: "1", Domain: "rows that count or do not; p0 between 0 and 1; one row",
			Missing: "rows in which the condition has no value are left out, and do not count against it; none left: undefined",
			PerRow:  true, Args: one, Gives: ci, Source: "Clopper and Pearson (1934)",
			Formula: "k / n; p: all counts that are no more likely than k under p0; interval by Clopper and Pearson", Compute: binomialTest},
		{Name: "proportion_z", Summary: "the z of one proportion",
			Unit: "1", Domain: "rows that count or do not; one row", Source: "Fleiss, Levin and Paik (2003)",
			Missing: "rows in which the condition has no value are left out, and do not count against it; none left: undefined",
			PerRow:  true, Args: one, Formula: "(p - p0) / sqrt(p0 (1 - p0) / n)", Compute: proportionZ},
		{Name: "proportion_difference", Summary: "the difference of two proportions (first minus second)",
			Unit: "1", Domain: "rows that count or do not, in two groups; a row in each",
			Missing: "rows in which the condition has no value are left out, and do not count against it; none left: undefined",
			Args:    two, Gives: append(ci, spec.UncertaintySE),
			Formula: "p1 - p2; se² = p1 q1/n1 + p2 q2/n2; interval by Wald; z with the pooled proportion", Source: "Newcombe (1998)", Compute: ofHits(proportionDifference)},
		{Name: "two_proportion_z", Summary: "the z of two proportions (first minus second)",
			Unit: "1", Domain: "rows that count or do not, in two groups; not all and not none of them", Source: "Fleiss, Levin and Paik (2003)",
			Missing: "rows in which the condition has no value are left out, and do not count against it; none left: undefined",
			Args:    two, Formula: "(p1 - p2) / sqrt(p q (1/n1 + 1/n2)), p pooled", Compute: ofHits(twoProportionZ)},
	}
}

// clopperPearson are the exact ends: beta quantiles (Clopper and Pearson 1934).
func clopperPearson(k, n int) estimate.Interval {
	return func(level float64) (spec.Value, spec.Value) {
		half, lo, hi := (1-level)/2, 0.0, 1.0
		if k > 0 {
			lo = tail.BetaQuantile(half, float64(k), float64(n-k+1))
		}
		if k < n { // from the other side, where the small probability is
			hi = 1 - tail.BetaQuantile(half, float64(n-k), float64(k+1))
		}
		return estimate.Number(lo), estimate.Number(hi)
	}
}

// jeffreys are quantiles of beta(k + 1/2, n - k + 1/2); 0 and 1 at the edges.
func jeffreys(k, n int) estimate.Interval {
	return func(level float64) (spec.Value, spec.Value) {
		half, lo, hi := (1-level)/2, 0.0, 1.0
		if k > 0 {
			lo = tail.BetaQuantile(half, float64(k)+0.5, float64(n-k)+0.5)
		}
		if k < n {
			hi = 1 - tail.BetaQuantile(half, float64(n-k)+0.5, float64(k)+0.5)
		}
		return estimate.Number(lo), estimate.Number(hi)
	}
}

// agrestiCoull is Wald's interval about (k + z²/2) / (n + z²), cut at 0 and 1.
func agrestiCoull(k, n int) estimate.Interval {
	return func(level float64) (spec.Value, spec.Value) {
		z := answer.NormalTwo(level)
		m := float64(n) + z*z
		p := (float64(k) + z*z/2) / m
		half := z * math.Sqrt(p*(1-p)/m)
		return estimate.Number(math.Max(0, p-half)), estimate.Number(math.Min(1, p+half))
	}
}

// proportionIntervals are the kinds of interval of k of n, by name.
func proportionIntervals(k, n int) map[string]estimate.Interval {
	all := dd.F(float64(n))
	p := dd.F(float64(k)).Div(all)
	se := p.Mul(dd.F(1).Sub(p)).Div(all).Sqrt()
	return map[string]estimate.Interval{"wilson": wilsonInterval(p, all), "wald": answer.Around(p, se, answer.NormalTwo), "clopper_pearson": clopperPearson(k, n),
		"agresti_coull": agrestiCoull(k, n), "jeffreys": jeffreys(k, n)}
}

var intervalNotes = []struct{ name, note string }{
	{"wilson", "the interval by Wilson"}, {"wald", "the interval by Wald (p ± z se)"}, {"clopper_pearson", "the exact interval by Clopper and Pearson"},
	{"agresti_coull", "the interval by Agresti and Coull"}, {"jeffreys", "Jeffreys' interval"},
}

func intervalNames() []string {
	var out []string
	for _, n := range intervalNotes {
		out = append(out, n.name)
	}
	return out
}

// varyIntervals appends the kinds of interval of a proportion other than the one taken.
func varyIntervals(a *estimate.Answer, k, n int, taken string, level float64) {
	all := proportionIntervals(k, n)
	for _, v := range intervalNotes {
		if v.name != taken {
			answer.VaryInterval(a, v.name, v.note, level, all[v.name])
		}
	}
}

func someHits(in estimate.Input) (k, n int, err error) {
	k, n, err = sample.Hits(in)
	if err == nil && n == 0 {
		err = estimate.Undefined("no row of view %q has a value", in.View.Name)
	}
	return k, n, err
}

func binomialTest(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	k, n, err := someHits(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	p0 := in.Args.Number("p0")
	lower, above := tail.Binomial(k, n, p0)
	_, upper := tail.Binomial(k-1, n, p0)
	a := estimate.Answer{Value: estimate.Number(float64(k) / float64(n)), Statistic: answer.Count(k), N: answer.Count(n), Unit: "1", Floor: answer.TestFloor, Interval: clopperPearson(k, n)}
	answer.GiveInterval(&a, in.Level)
	a.PValue = estimate.Number(binomialTwoSided(k, n, p0))
	varyIntervals(&a, k, n, "clopper_pearson", in.Level)
	answer.VaryP(&a, "doubled", "twice the smaller tail", answer.Twice(lower, upper))
	answer.VaryP(&a, "one-sided-less", "the one-sided p-value, at most k", lower)
	answer.VaryP(&a, "one-sided-greater", "the one-sided p-value, at least k", upper)
	answer.VaryP(&a, "strictly-more", "the probability of more than k, without k itself", above)
	answer.VaryP(&a, "mid-p", "twice the smaller tail with half the probability of k (mid-p)", math.Min(1, 2*math.Min(lower, upper)-tail.BinomialMass(k, n, p0)))
	if z := proportionScore(k, n, p0); !math.IsNaN(z) {
		answer.VaryP(&a, "normal", "the p-value by the normal approximation", answer.NormalTest(z))
	}
	answer.VaryValue(&a, "complement", "the proportion of the other rows (1 - p)", dd.F(float64(n-k)).Div(dd.F(float64(n))))
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	answer.VaryValue(&a, "count", "the number of rows that count, not their proportion", dd.F(float64(k)))
	return a, nil
}

// binomialTwoSided sums the counts that are no more likely than k; likelihoods that
// differ by rounding only (1e-7) are equal.
func binomialTwoSided(k, n int, p float64) float64 {
	limit := tail.BinomialMass(k, n, p) * (1 + 1e-7)
	mode := int(float64(n+1) * p)
	lower, _ := tail.Binomial(k, n, p)
	_, upper := tail.Binomial(k-1, n, p)
	switch {
	case k == mode || float64(k) == float64(n)*p:
		return 1
	case k < mode:
		// The mass falls beyond the mode: the first count that is no more likely.
		lo, hi := mode, n+1
		for lo < hi {
			if mid := (lo + hi) / 2; tail.BinomialMass(mid, n, p) <= limit {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		_, far := tail.Binomial(lo-1, n, p)
		return math.Min(1, lower+far)
	}
	lo, hi := -1, mode
	for lo < hi {
		if mid := (lo + hi + 1) / 2; tail.BinomialMass(mid, n, p) <= limit {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	far, _ := tail.Binomial(lo, n, p)
	return math.Min(1, upper+far)
}

func proportionScore(k, n int, p0 float64) float64 {
	return (float64(k) - float64(n)*p0) / math.Sqrt(float64(n)*p0*(1-p0))
}

func proportionZ(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	k, n, err := someHits(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	p0 := in.Args.Number("p0")
	z := proportionScore(k, n, p0)
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return estimate.Answer{}, estimate.Undefined("a proportion of %v under the null hypothesis has no spread", p0)
	}
	a := answer.Tested(z, spec.Value{}, answer.NormalTest(z), answer.Count(n))
	p := float64(k) / float64(n)
	own := (p - p0) / math.Sqrt(p*(1-p)/float64(n))
	answer.VaryTest(&a, "own-variance", "z with the variance of the observed proportion (Wald)", own, answer.NormalTest(own))
	corrected := math.Copysign(math.Max(0, math.Abs(z)-0.5/math.Sqrt(float64(n)*p0*(1-p0))), z)
	answer.VaryTest(&a, "continuity", "z with the correction for continuity", corrected, answer.NormalTest(corrected))
	answer.VaryTest(&a, "squared", "z², the chi-square statistic", z*z, answer.NormalTest(z))
	answer.VaryP(&a, "exact", "the p-value of the exact binomial test", binomialTwoSided(k, n, p0))
	answer.VaryOneSided(&a)
	answer.VaryValue(&a, "proportion", "the proportion, not z", dd.F(p))
	return a, nil
}

// twoHits are hits in two groups.
type twoHits struct{ k1, n1, k2, n2 int }

func ofHits(f func(h twoHits, in estimate.Input) (estimate.Answer, error)) sample.Computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		h, err := hitsOfTwo(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		return f(h, in)
	}
}

func hitsOfTwo(in estimate.Input) (h twoHits, err error) {
	whole, group := in.View, in.View.Column(in.Args.Text("group"))
	if view.SameLabel(in.Args["first"], in.Args["second"]) {
		return h, estimate.BadArg("second", "is the same group as first: %s", in.Args["first"])
	}
	for _, side := range []struct {
		arg  string
		k, n *int
	}{{"first", &h.k1, &h.n1}, {"second", &h.k2, &h.n2}} {
		in.View = whole.Keep(func(i int) bool { return view.SameLabel(view.Label(group, i), in.Args[side.arg]) })
		if *side.k, *side.n, err = sample.Hits(in); err != nil {
			return h, err
		}
		if *side.n == 0 {
			return h, estimate.Undefined("group %s of %s has no values in view %q", in.Args[side.arg], group.Name, whole.Name)
		}
	}
	return h, nil
}

func (h twoHits) swapped() twoHits { return twoHits{h.k2, h.n2, h.k1, h.n1} }

func (h twoHits) sizes() spec.Value { return spec.ArrayValue([]float64{float64(h.n1), float64(h.n2)}) }

func (h twoHits) proportions() (p1, p2 float64) {
	return float64(h.k1) / float64(h.n1), float64(h.k2) / float64(h.n2)
}

// difference is p1 - p2 to the last digit.
func (h twoHits) difference() float64 {
	return dd.F(float64(h.k1)).Div(dd.F(float64(h.n1))).Sub(dd.F(float64(h.k2)).Div(dd.F(float64(h.n2)))).Float()
}

func (h twoHits) pooledSE() float64 {
	n1, n2 := float64(h.n1), float64(h.n2)
	p := float64(h.k1+h.k2) / (n1 + n2)
	return math.Sqrt(p * (1 - p) * (1/n1 + 1/n2))
}

func (h twoHits) ownSE() float64 {
	p1, p2 := h.proportions()
	return math.Sqrt(p1*(1-p1)/float64(h.n1) + p2*(1-p2)/float64(h.n2))
}

// newcombe joins the intervals by Wilson of both proportions (Newcombe 1998, method 10).
func (h twoHits) newcombe(level float64) (spec.Value, spec.Value) {
	ends := func(k, n int) (p, lo, hi float64) {
		size := dd.F(float64(n))
		l, u := wilsonInterval(dd.F(float64(k)).Div(size), size)(level)
		return float64(k) / float64(n), answer.Float(l), answer.Float(u)
	}
	p1, l1, u1 := ends(h.k1, h.n1)
	p2, l2, u2 := ends(h.k2, h.n2)
	d := h.difference()
	return estimate.Number(d - math.Hypot(p1-l1, u2-p2)), estimate.Number(d + math.Hypot(u1-p1, p2-l2))
}

// agrestiCaffo is Wald's interval after one hit and one miss are added to each group.
func (h twoHits) agrestiCaffo(level float64) (spec.Value, spec.Value) {
	g := twoHits{h.k1 + 1, h.n1 + 2, h.k2 + 1, h.n2 + 2}
	half := answer.NormalTwo(level) * g.ownSE()
	return estimate.Number(g.difference() - half), estimate.Number(g.difference() + half)
}

func (h twoHits) answer(level float64) estimate.Answer {
	d, se := h.difference(), h.ownSE()
	a := estimate.Answer{Value: estimate.Number(d), N: h.sizes(), Unit: "1", Floor: answer.TestFloor, Interval: answer.Around(dd.F(d), dd.F(se), answer.NormalTwo)}
	answer.GiveInterval(&a, level)
	a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySE, dd.F(se))...)
	if z := d / h.pooledSE(); !math.IsNaN(z) && !math.IsInf(z, 0) {
		a.Statistic, a.PValue = estimate.Number(z), estimate.Number(answer.NormalTest(z))
	}
	return a
}

func proportionDifference(h twoHits, in estimate.Input) (estimate.Answer, error) {
	a := h.answer(in.Level)
	a.What = fmt.Sprintf("the proportion in %s minus that in %s", view.LabelText(in.Args["first"]), view.LabelText(in.Args["second"]))
	answer.Vary(&a, estimate.VariantSwapped, "the difference with the groups swapped (second minus first)", h.swapped().answer(in.Level))
	answer.VaryInterval(&a, "newcombe", "the interval by Newcombe from Wilson's", in.Level, h.newcombe)
	answer.VaryInterval(&a, "agresti_caffo", "the interval by Agresti and Caffo", in.Level, h.agrestiCaffo)
	answer.Vary196(&a, in.Level, answer.Wide(dd.F(h.difference()), dd.F(h.ownSE())))
	h.varyTests(&a)
	answer.Vary(&a, "pooled-se", "the standard error under equal proportions", estimate.Answer{Uncertainty: answer.Uncertain(spec.UncertaintySE, dd.F(h.pooledSE()))})
	p1, p2 := h.proportions()
	answer.VaryScaled(&a, "percent", "the difference in percentage points, where a fraction belongs", 100)
	answer.VaryValue(&a, "ratio", "the ratio of the proportions", dd.F(p1/p2))
	answer.VaryValue(&a, "odds-ratio", "the odds ratio", dd.F(p1*(1-p2)/(p2*(1-p1))))
	return a, nil
}

// varyTests appends z by other variances.
func (h twoHits) varyTests(a *estimate.Answer) {
	d := h.difference()
	if z := d / h.ownSE(); h.ownSE() > 0 {
		answer.Vary(a, "unpooled", "z with the variances of both groups, not pooled", estimate.Answer{Statistic: estimate.Number(z), PValue: estimate.Number(answer.NormalTest(z))})
	}
	if se := h.pooledSE(); se > 0 {
		c := math.Max(0, math.Abs(d)-0.5*(1/float64(h.n1)+1/float64(h.n2)))
		z := math.Copysign(c/se, d)
		answer.Vary(a, "continuity", "z with the correction for continuity", estimate.Answer{Statistic: estimate.Number(z), PValue: estimate.Number(answer.NormalTest(z))})
		answer.Vary(a, "squared", "z², the chi-square statistic", estimate.Answer{Statistic: estimate.Number(d / se * d / se)})
	}
	answer.VaryOneSided(a)
}

func twoProportionZ(h twoHits, _ estimate.Input) (estimate.Answer, error) {
	z := h.difference() / h.pooledSE()
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return estimate.Answer{}, estimate.Undefined("all rows or none count in both groups")
	}
	a := answer.Tested(z, spec.Value{}, answer.NormalTest(z), h.sizes())
	answer.Vary(&a, estimate.VariantSwapped, "z with the groups swapped", answer.Tested(-z, spec.Value{}, answer.NormalTest(z), h.swapped().sizes()))
	h.varyTests(&a)
	for i, v := range a.Variants {
		if v.Answer.Value.Missing() {
			a.Variants[i].Answer.Value = v.Answer.Statistic
		}
	}
	answer.VaryValue(&a, "difference", "the difference of the proportions, not z", dd.F(h.difference()))
	return a, nil
}

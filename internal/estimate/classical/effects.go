package classical

import (
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// effects are standardised sizes of effects.
func effects() []estimate.Estimator {
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	ci := ciSE[:1:1]
	paired := []estimate.Arg{{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column; rows that lack x or y are left out"}, {Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column that is subtracted from x"}}
	many := []estimate.Arg{sample.ValueArg, sample.GroupArg}
	hits := append(sample.HitArgs[:3:3], sample.TwoArgs[1:]...)
	correction := estimate.Arg{Name: "correction", Kind: estimate.ArgText, Default: spec.TextValue("exact"), OneOf: []string{"exact", "approximate"}, Doc: "J by the gamma function, or 1 - 3/(4 df - 1)"}
	return []estimate.Estimator{
		{Name: "cohen_d", Summary: "Cohen's d (first minus second)", Source: "Cohen (1988); Hedges and Olkin (1985) for the error", Args: sample.TwoArgs, Gives: ciSE, Compute: sample.OfPair(cohenD),
			Formula: "(m1 - m2) / pooled sd; se² = (n1 + n2)/(n1 n2) + d²/(2 (n1 + n2)); interval d ± z se"},
		{Name: "hedges_g", Summary: "Hedges' g (first minus second)", Source: "Hedges (1981)", Args: append(sample.TwoArgs[:4:4], correction), Gives: ciSE, Compute: sample.OfPair(hedgesG),
			Formula: "J d, J = Γ(df/2) / (sqrt(df/2) Γ((df - 1)/2)), df = n1 + n2 - 2"},
		{Name: "glass_delta", Summary: "Glass's delta (first minus second)", Formula: "(m1 - m2) / sd of the second group, the control", Source: "Glass (1976)", Args: sample.TwoArgs, Compute: sample.OfPair(glassDelta)},
		{Name: "cohen_dz", Summary: "d of paired differences (x minus y)", Formula: "mean / sd of x - y", Source: "Cohen (1988)", PerRow: true, Args: paired, Compute: ofDifferences(cohenDz)},
		{Name: "cohen_dav", Summary: "d of pairs in average standard deviations (x minus y)", Formula: "mean of x - y / ((sx + sy)/2)", Source: "Cumming (2012)", PerRow: true, Args: paired, Compute: ofDifferences(cohenDav)},
		{Name: "eta_squared", Summary: "eta squared of a one-way analysis of variance", Formula: "SSB / SST", Source: "Pearson (1905)", Args: many, Compute: explained("eta-squared")},
		{Name: "omega_squared", Summary: "omega squared of a one-way analysis of variance", Formula: "(SSB - (k - 1) MSW) / (SST + MSW)", Source: "Hays (1963)", Args: many, Compute: explained("omega-squared")},
		{Name: "epsilon_squared", Summary: "epsilon squared of a one-way analysis of variance", Formula: "(SSB - (k - 1) MSW) / SST", Source: "Kelley (1935)", Args: many, Compute: explained("epsilon-squared")},
		{Name: "odds_ratio", Summary: "the odds ratio (first to second)", Formula: "p1 (1 - p2) / (p2 (1 - p1)); se of its logarithm and interval by Woolf", Source: "Woolf (1955)", Args: hits, Gives: ci, Compute: ofHits(oddsRatio)},
		{Name: "risk_ratio", Summary: "the ratio of two proportions (first to second)", Formula: "p1 / p2; interval by the logarithm, se² = 1/k1 - 1/n1 + 1/k2 - 1/n2", Source: "Katz et al. (1978)", Args: hits, Gives: ci, Compute: ofHits(riskRatio)},
		{Name: "rank_biserial", Summary: "the rank-biserial correlation (first to second)", Formula: "2 U / (n1 n2) - 1", Source: "Wendt (1972)", Args: sample.TwoArgs, Compute: sample.OfPair(dominance("rank-biserial"))},
		{Name: "cliffs_delta", Summary: "Cliff's delta (first to second)", Formula: "P(x1 > x2) - P(x1 < x2) over all pairs", Source: "Cliff (1993)", Args: sample.TwoArgs, Compute: sample.OfPair(dominance("cliffs-delta"))},
		{Name: "a12", Summary: "the probability of superiority (first over second)", Formula: "P(x1 > x2) + P(x1 = x2)/2 over all pairs: U / (n1 n2)", Source: "Vargha and Delaney (2000)", Args: sample.TwoArgs, Compute: sample.OfPair(dominance("a12"))},
	}
}

// pooled is the standard deviation within two groups; not finite where neither has one.
func pooled(p sample.Pair) dd.Num {
	n1, n2 := p.Sizes()
	return p.A.M.SS.Add(p.B.M.SS).Div(n1.Add(n2).Sub(dd.F(2))).Sqrt()
}

// d is the difference in standard deviations.
func d(p sample.Pair, sd dd.Num) dd.Num { return p.Difference().Div(sd) }

// correctionJ is Hedges' factor for df degrees of freedom.
func correctionJ(kind string, df float64) float64 {
	if kind == "approximate" {
		return 1 - 3/(4*df-1)
	}
	return tail.GammaRatio(df / 2)
}

func standardised(p sample.Pair, j float64, level float64) estimate.Answer {
	d := d(p, pooled(p))
	n1, n2 := float64(p.A.M.N), float64(p.B.M.N)
	g := d.Mul(dd.F(j))
	a := estimate.Answer{Value: estimate.Number(g.Float()), N: spec.ArrayValue([]float64{n1, n2}), Unit: "1", Floor: ratioFloor(p, pooled(p))}
	se := dd.F(j * math.Sqrt((n1+n2)/(n1*n2)+d.Float()*d.Float()/(2*(n1+n2))))
	a.Interval = answer.Around(g, se, answer.NormalTwo)
	answer.GiveInterval(&a, level)
	a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySE, se)...)
	answer.Vary196(&a, level, answer.Wide(g, se))
	return a
}

// ratioFloor is the tolerance of a difference over a spread.
func ratioFloor(p sample.Pair, sd dd.Num) spec.Tolerance {
	f := p.Floor()
	f.Abs = math.Max(answer.TestFloor.Abs, f.Abs/sd.Float())
	return f
}

func needSpread(p sample.Pair) error {
	if s := pooled(p); !s.Finite() || s.Sign() == 0 {
		return estimate.Undefined("the groups hold %d and %d values with no spread within", p.A.M.N, p.B.M.N)
	}
	return nil
}

// varyD appends the differences in other standard deviations.
func varyD(p sample.Pair, a *estimate.Answer) {
	average := p.A.M.Var(1).Add(p.B.M.Var(1)).Div(dd.F(2)).Sqrt()
	answer.VaryValue(a, "average-sd", "in the root mean of both variances, not in the pooled standard deviation", d(p, average))
	answer.VaryValue(a, "mean-sd", "in the mean of both standard deviations", d(p, p.A.M.SD(1).Add(p.B.M.SD(1)).Div(dd.F(2))))
	n1, n2 := p.Sizes()
	answer.VaryValue(a, "ddof0", "in the pooled standard deviation of n1 + n2 (ddof 0)", d(p, p.A.M.SS.Add(p.B.M.SS).Div(n1.Add(n2)).Sqrt()))
	answer.VaryValue(a, "glass-second", "in the standard deviation of the second group (Glass)", d(p, p.B.M.SD(1)))
	answer.VaryValue(a, "glass-first", "in the standard deviation of the first group (Glass)", d(p, p.A.M.SD(1)))
	all := append(append([]dd.Num{}, p.A.Xs...), p.B.Xs...)
	answer.VaryValue(a, "total-sd", "in the standard deviation of all values", d(p, dd.Of(all).SD(1)))
	answer.VaryValue(a, "difference", "the difference of the means, not standardised", p.Difference())
	if se, _ := p.Error(true, 1); se.Finite() {
		answer.VaryValue(a, "statistic", "the t statistic", p.Difference().Div(se))
	}
}

func cohenD(p sample.Pair, in estimate.Input) (estimate.Answer, error) {
	if err := needSpread(p); err != nil {
		return estimate.Answer{}, err
	}
	a := standardised(p, 1, in.Level)
	answer.Vary(&a, estimate.VariantSwapped, "d with the groups swapped (second minus first)", standardised(p.Swapped(), 1, in.Level))
	df := float64(p.A.M.N + p.B.M.N - 2)
	answer.Vary(&a, "hedges-g", "Hedges' g (exact J)", standardised(p, correctionJ("exact", df), in.Level))
	answer.Vary(&a, "hedges-g-approximate", "Hedges' g (J by 1 - 3/(4 df - 1))", standardised(p, correctionJ("approximate", df), in.Level))
	varyD(p, &a)
	return a, nil
}

func hedgesG(p sample.Pair, in estimate.Input) (estimate.Answer, error) {
	if err := needSpread(p); err != nil {
		return estimate.Answer{}, err
	}
	df := float64(p.A.M.N + p.B.M.N - 2)
	if df < 2 {
		return estimate.Answer{}, estimate.Undefined("%d and %d values leave too few degrees of freedom", p.A.M.N, p.B.M.N)
	}
	kind, other, note := in.Args.Text("correction"), "approximate", "with J by 1 - 3/(4 df - 1)"
	if kind == other {
		other, note = "exact", "with J by the gamma function"
	}
	a := standardised(p, correctionJ(kind, df), in.Level)
	answer.Vary(&a, estimate.VariantSwapped, "g with the groups swapped (second minus first)", standardised(p.Swapped(), correctionJ(kind, df), in.Level))
	answer.Vary(&a, other, note, standardised(p, correctionJ(other, df), in.Level))
	answer.Vary(&a, "cohen-d", "Cohen's d, not corrected for bias", standardised(p, 1, in.Level))
	varyD(p, &a)
	return a, nil
}

func glassDelta(p sample.Pair, _ estimate.Input) (estimate.Answer, error) {
	sd := p.B.M.SD(1)
	if !sd.Finite() || sd.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the second group has no spread")
	}
	a := estimate.Answer{Value: estimate.Number(d(p, sd).Float()), N: spec.ArrayValue([]float64{float64(p.A.M.N), float64(p.B.M.N)}), Unit: "1", Floor: ratioFloor(p, sd)}
	if s := p.A.M.SD(1); s.Finite() && s.Sign() > 0 {
		answer.Vary(&a, estimate.VariantSwapped, "delta with the groups swapped (second minus first, in the first's standard deviation)", estimate.Answer{Value: estimate.Number(d(p.Swapped(), s).Float())})
	}
	answer.VaryValue(&a, "cohen-d", "Cohen's d, in the pooled standard deviation", d(p, pooled(p)))
	varyD(p, &a)
	return a, nil
}

func (p differences) standardised(sd dd.Num) estimate.Answer {
	f := spec.Tolerance{Rel: p.relative(), Abs: math.Max(answer.TestFloor.Abs, p.noiseOfPairs()/sd.Float())}
	return estimate.Answer{Value: estimate.Number(p.d.M.Mean.Div(sd).Float()), N: answer.Count(p.d.M.N), Unit: "1", Floor: f}
}

// varyPaired appends the mean difference in other standard deviations.
func (p differences) varyPaired(a *estimate.Answer) {
	mean := p.d.M.Mean
	answer.VaryValue(a, estimate.VariantSwapped, "the other way round (y minus x)", dd.F(-answer.Float(a.Value)))
	answer.VaryValue(a, "d-z", "in the standard deviation of the differences", mean.Div(p.d.M.SD(1)))
	answer.VaryValue(a, "d-av", "in the mean of both standard deviations", mean.Div(p.A.M.SD(1).Add(p.B.M.SD(1)).Div(dd.F(2))))
	answer.VaryValue(a, "root-mean-sd", "in the root mean of both variances", mean.Div(p.A.M.Var(1).Add(p.B.M.Var(1)).Div(dd.F(2)).Sqrt()))
	answer.VaryValue(a, "ddof0", "in the population standard deviation of the differences (ddof 0)", mean.Div(p.d.M.SD(0)))
	r, _ := sample.Correlate(p.A.Xs, p.B.Xs)
	answer.VaryValue(a, "d-rm", "corrected for the correlation of repeated measures", mean.Div(p.d.M.SD(1)).Mul(dd.F(2).Mul(dd.F(1).Sub(r)).Sqrt()))
	g := answer.Float(a.Value) * correctionJ("exact", float64(p.d.M.N-1))
	answer.VaryValue(a, "hedges", "with Hedges' correction for bias", dd.F(g))
	answer.VaryValue(a, "difference", "the mean difference, not standardised", mean)
	answer.VaryValue(a, "statistic", "the t statistic", mean.Div(p.d.M.SE()))
}

func cohenDz(p differences, _ estimate.Input) (estimate.Answer, error) {
	if p.d.M.SS.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the differences have no spread")
	}
	a := p.standardised(p.d.M.SD(1))
	p.varyPaired(&a)
	return a, nil
}

func cohenDav(p differences, _ estimate.Input) (estimate.Answer, error) {
	sd := p.A.M.SD(1).Add(p.B.M.SD(1)).Div(dd.F(2))
	if sd.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the columns have no spread")
	}
	a := p.standardised(sd)
	p.varyPaired(&a)
	return a, nil
}

var explainedNotes = []struct{ name, note string }{{"eta-squared", "eta squared"}, {"omega-squared", "omega squared"}, {"epsilon-squared", "epsilon squared"}}

// explained is a share of variance between groups, the others being variants.
func explained(name string) sample.Computer {
	return sample.OfGroups(func(g sample.Groups, _ estimate.Input) (estimate.Answer, error) {
		v, err := tableOf(g)
		if err != nil {
			return estimate.Answer{}, err
		}
		ms := v.msWithin()
		less := v.between.Sub(ms.Mul(dd.F(v.d1)))
		shares := map[string]dd.Num{"eta-squared": v.between.Div(v.total), "omega-squared": less.Div(v.total.Add(ms)), "epsilon-squared": less.Div(v.total)}
		f := v.f()
		a := answer.Tested(f, answer.Df2(v.d1, v.d2), tail.F(f, v.d1, v.d2), g.Sizes())
		a.Value, a.Floor = estimate.Number(shares[name].Float()), g.Floor()
		for _, n := range explainedNotes {
			if n.name != name {
				answer.VaryValue(&a, n.name, n.note, shares[n.name])
			}
		}
		s := shares[name]
		answer.VaryValue(&a, "cohen-f", "Cohen's f, the root of share / (1 - share)", s.Div(dd.F(1).Sub(s)).Sqrt())
		answer.VaryValue(&a, "root", "its square root", s.Sqrt())
		answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
		answer.VaryValue(&a, "statistic", "the F statistic", dd.F(f))
		return a, nil
	})
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

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
	paired := []estimate.Arg{{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column; rows that lack x or y are left out"}, {Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column that is subtracted from x"}}
	correction := estimate.Arg{Name: "correction", Kind: estimate.ArgText, Default: spec.TextValue("exact"), OneOf: []string{"exact", "approximate"}, Doc: "J by the gamma function, or 1 - 3/(4 df - 1)"}
	return []estimate.Estimator{
		{Name: "cohen_d", Summary: "Cohen's d (first minus second)",
			Unit: "1", Domain: "numbers; a value in each group, three in all, and spread within",
			Source: "Cohen (1988); Hedges and Olkin (1985) for the error", Args: sample.TwoArgs, Gives: ciSE, Compute: sample.OfPair(cohenD),
			Formula: "(m1 - m2) / pooled sd; se² = (n1 + n2)/(n1 n2) + d²/(2 (n1 + n2)); interval d ± z se"},
		{Name: "hedges_g", Summary: "Hedges' g (first minus second)",
			Unit: "1", Domain: "numbers; a value in each group, three in all, and spread within",
			Source: "Hedges (1981)", Args: append(sample.TwoArgs[:4:4], correction), Gives: ciSE, Compute: sample.OfPair(hedgesG),
			Formula: "J d, J = Γ(df/2) / (sqrt(df/2) Γ((df - 1)/2)), df = n1 + n2 - 2"},
		{Name: "glass_delta", Summary: "Glass's delta (first minus second)",
			Unit: "1", Domain: "numbers; a value in the first group, spread in the second",
			Formula: "(m1 - m2) / sd of the second group, the control", Source: "Glass (1976)", Args: sample.TwoArgs, Compute: sample.OfPair(glassDelta)},
		{Name: "cohen_dz", Summary: "d of paired differences (x minus y)",
			Unit: "1", Domain: "numbers in pairs; two complete rows, differences that vary",
			Formula: "mean / sd of x - y", Source: "Cohen (1988)", PerRow: true, Args: paired, Compute: ofDifferences(cohenDz)},
		{Name: "cohen_dav", Summary: "d of pairs in average standard deviations (x minus y)",
			Unit: "1", Domain: "numbers in pairs; two complete rows, with spread",
			Formula: "mean of x - y / ((sx + sy)/2)", Source: "Cumming (2012)", PerRow: true, Args: paired, Compute: ofDifferences(cohenDav)},
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

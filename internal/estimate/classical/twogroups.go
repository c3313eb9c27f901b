package classical

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// comparisons set two groups against each other, or all groups of a factor.
func comparisons() []estimate.Estimator {
	two := sample.TwoArgs
	equal := estimate.Arg{Name: "equal_var", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "Student's pooled variance in place of Welch's"}
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	return []estimate.Estimator{
		{Name: "mean_difference", Summary: "the difference of the means (first minus second)",
			Unit: "that of value", Domain: "numbers; a value in each group, two for inference",
			Source:  "Welch (1947), Student (1908)",
			Formula: "m1 - m2; Welch: se² = s1²/n1 + s2²/n2, df by Satterthwaite; Student: pooled variance, df n1 + n2 - 2",
			Args:    append(two[:4:4], equal), Gives: ciSE, Compute: meanDifference},
		{Name: "mean_ratio", Summary: "the ratio of the means (first to second)",
			Unit: "1", Domain: "numbers; a value in each group, a second mean other than 0", Source: "a definition; standard error by the delta method, as in Cramér (1946)",
			Formula: "m1 / m2; se by the delta method", Args: two,
			Gives: []spec.UncertaintyKind{spec.UncertaintySE}, Compute: meanRatio},
		{Name: "welch_t", Summary: "Welch's t",
			Unit: "1", Domain: "numbers; two values in each group, and spread within",
			Formula: "(m1 - m2) / sqrt(s1²/n1 + s2²/n2)", Source: "Welch (1947)", Args: two, Compute: tStatistic(false)},
		{Name: "student_t", Summary: "Student's t of two samples",
			Unit: "1", Domain: "numbers; a value in each group, three in all, and spread within",
			Formula: "(m1 - m2) / sqrt(sp² (1/n1 + 1/n2))", Source: "Student (1908)", Args: two, Compute: tStatistic(true)},
		{Name: "mean_range", Summary: "the largest group mean minus the smallest",
			Unit: "that of value", Domain: "numbers; two groups", Source: "a definition",
			Formula: "max mean - min mean",
			Args:    []estimate.Arg{sample.ValueArg, {Name: "by", Kind: estimate.ArgFactors, Required: true, Doc: "columns that hold the groups"}}, Compute: meanRange},
	}
}

func meanDifference(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	p, err := sample.PairOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	equal := in.Args.Bool("equal_var")
	d, a := p.Difference(), sample.MeanDifference(p, equal, in.Level)
	a.What = fmt.Sprintf("the mean of %s minus that of %s", view.LabelText(in.Args["first"]), view.LabelText(in.Args["second"]))
	answer.Vary(&a, estimate.VariantSwapped, "the difference with the groups swapped (second minus first)", sample.MeanDifference(p.Swapped(), equal, in.Level))
	other, note := sample.MeanDifference(p, !equal, in.Level), "by Student's pooled variance, not by Welch"
	if equal {
		note = "by Welch, not by Student's pooled variance"
	}
	other.Value = spec.Value{}
	answer.Vary(&a, "other-variance", note, other)
	answer.VaryOneSided(&a)
	if se, df := p.Error(equal, 1); se.Finite() {
		answer.VaryNormal(&a, d, se, in.Level)
		se0, _ := p.Error(equal, 0)
		b := estimate.Answer{}
		answer.Infer(&b, d, se0, df, in.Level)
		b.N, b.DF = spec.Value{}, spec.Value{}
		answer.Vary(&a, "ddof0", "with population standard deviations (ddof 0)", b)
	}
	answer.VaryValue(&a, "median-difference", "the difference of the medians", p.A.Median().Sub(p.B.Median()))
	answer.VaryValue(&a, "percent", "the difference in percent of the second mean", d.Div(p.B.M.Mean).Mul(dd.F(100)))
	answer.VaryValue(&a, "ratio", "the ratio of the means", p.A.M.Mean.Div(p.B.M.Mean))
	n1, n2 := p.Sizes()
	pooled := p.A.M.SS.Add(p.B.M.SS).Div(n1.Add(n2).Sub(dd.F(2))).Sqrt()
	answer.VaryValue(&a, "cohen-d", "the difference in pooled standard deviations (Cohen's d)", d.Div(pooled))
	answer.VaryValue(&a, "statistic", "the t statistic", dd.F(answer.Float(a.Statistic)))
	return a, nil
}

func ratio(p sample.Pair) estimate.Answer {
	r := p.A.M.Mean.Div(p.B.M.Mean)
	f := p.Floor()
	a := estimate.Answer{Value: estimate.Number(r.Float()), N: spec.ArrayValue([]float64{float64(p.A.M.N), float64(p.B.M.N)}), Unit: "1",
		Floor: spec.Tolerance{Rel: f.Rel, Abs: f.Abs / math.Abs(p.B.M.Mean.Float())}}
	n1, n2 := p.Sizes()
	v1, v2 := p.A.M.Var(1).Div(n1), p.B.M.Var(1).Div(n2)
	a.Uncertainty = answer.Uncertain(spec.UncertaintySE, v1.Add(v2.Mul(r).Mul(r)).Sqrt().Div(p.B.M.Mean).Abs())
	return a
}

func meanRatio(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	p, err := sample.PairOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if p.B.M.Mean.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the mean of the second group is 0")
	}
	a := ratio(p)
	r := p.A.M.Mean.Div(p.B.M.Mean)
	if p.A.M.Mean.Sign() != 0 {
		answer.Vary(&a, estimate.VariantSwapped, "the ratio with the groups swapped (second to first)", ratio(p.Swapped()))
	}
	hundred := dd.F(100)
	answer.VaryValue(&a, "percent", "the ratio in percent", r.Mul(hundred))
	answer.VaryValue(&a, "percent-change", "the change in percent (100 (ratio - 1))", r.Sub(dd.F(1)).Mul(hundred))
	answer.VaryValue(&a, "relative-change", "the relative change (ratio - 1)", r.Sub(dd.F(1)))
	answer.VaryValue(&a, "log-ratio", "the natural logarithm of the ratio", dd.F(math.Log(r.Float())))
	answer.VaryValue(&a, "log2-ratio", "the logarithm of the ratio to base 2", dd.F(math.Log2(r.Float())))
	answer.VaryValue(&a, "log10-ratio", "the logarithm of the ratio to base 10", dd.F(math.Log10(r.Float())))
	answer.VaryValue(&a, "median-ratio", "the ratio of the medians", p.A.Median().Div(p.B.Median()))
	answer.VaryValue(&a, "difference", "the difference of the means", p.Difference())
	return a, nil
}

func tStatistic(equal bool) func(context.Context, estimate.Input) (estimate.Answer, error) {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		p, err := sample.PairOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		a := tAnswer(p, equal, in.Level)
		if a.Value.Missing() {
			return estimate.Answer{}, estimate.Undefined("the groups hold %d and %d values with no spread to test against", p.A.M.N, p.B.M.N)
		}
		answer.Vary(&a, estimate.VariantSwapped, "t with the groups swapped", tAnswer(p.Swapped(), equal, in.Level))
		note := "Student's t of two samples, not Welch's"
		if equal {
			note = "Welch's t, not Student's"
		}
		answer.Vary(&a, "other-variance", note, tAnswer(p, !equal, in.Level))
		answer.VaryOneSided(&a)
		answer.VaryValue(&a, "difference", "the difference of the means, not t", p.Difference())
		return a, nil
	}
}

func tAnswer(p sample.Pair, equal bool, level float64) estimate.Answer {
	a := sample.MeanDifference(p, equal, level)
	se, _ := p.Error(equal, 1)
	f := p.Floor()
	if s := se.Float(); s > 0 {
		f.Abs /= s
	}
	return estimate.Answer{Value: a.Statistic, Statistic: a.Statistic, DF: a.DF, PValue: a.PValue, N: a.N, Unit: "1", Floor: f}
}

func meanRange(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	groups, err := in.View.Split(in.Args.Texts("by")...)
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	if len(groups) < 2 {
		return estimate.Answer{}, estimate.Undefined("it needs two groups, there are %d", len(groups))
	}
	value := in.Args.Text("value")
	all, err := sample.Of(in, value)
	if err != nil {
		return estimate.Answer{}, err
	}
	var means, medians []dd.Num
	for _, g := range groups {
		in.View = g.View
		s, err := sample.Of(in, value)
		if err != nil {
			return estimate.Answer{}, fmt.Errorf("group %s: %w", g.Label, err)
		}
		means, medians = append(means, s.M.Mean), append(medians, s.Median())
	}
	spread := func(xs []dd.Num) dd.Num { s := dd.Sorted(xs); return s[len(s)-1].Sub(s[0]) }
	r := spread(means)
	a := estimate.Answer{Value: estimate.Number(r.Float()), N: answer.Count(all.M.N), Unit: sample.UnitOf(in, value), Floor: all.Floor()}
	answer.VaryValue(&a, "half", "half of it: an amplitude, not the swing from peak to trough", r.Div(dd.F(2)))
	answer.VaryValue(&a, "range", "the range of all single values", spread(all.Xs))
	answer.VaryValue(&a, "median-range", "the largest group median minus the smallest", spread(medians))
	answer.VaryValue(&a, "sd-of-means", "the standard deviation of the group means", dd.Of(means).SD(1))
	return a, nil
}

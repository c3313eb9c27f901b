package builtin

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// comparisons set two groups against each other, or all groups of a factor.
func comparisons() []estimate.Estimator {
	two := twoArgs
	equal := estimate.Arg{Name: "equal_var", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "Student's pooled variance in place of Welch's"}
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	return []estimate.Estimator{
		{Name: "mean_difference", Summary: "the difference of the means (first minus second)", Source: "Welch (1947), Student (1908)",
			Formula: "m1 - m2; Welch: se² = s1²/n1 + s2²/n2, df by Satterthwaite; Student: pooled variance, df n1 + n2 - 2",
			Args:    append(two[:4:4], equal), Gives: ciSE, Compute: meanDifference},
		{Name: "mean_ratio", Summary: "the ratio of the means (first to second)", Formula: "m1 / m2; se by the delta method", Args: two,
			Gives: []spec.UncertaintyKind{spec.UncertaintySE}, Compute: meanRatio},
		{Name: "welch_t", Summary: "Welch's t", Formula: "(m1 - m2) / sqrt(s1²/n1 + s2²/n2)", Source: "Welch (1947)", Args: two, Compute: tStatistic(false)},
		{Name: "student_t", Summary: "Student's t of two samples", Formula: "(m1 - m2) / sqrt(sp² (1/n1 + 1/n2))", Source: "Student (1908)", Args: two, Compute: tStatistic(true)},
		{Name: "mean_range", Summary: "the largest group mean minus the smallest", Formula: "max mean - min mean",
			Args: []estimate.Arg{valueArg, {Name: "by", Kind: estimate.ArgFactors, Required: true, Doc: "columns that hold the groups"}}, Compute: meanRange},
	}
}

// pair holds two samples; a and b are first and second.
type pair struct {
	a, b sample
	unit string
}

func pairOf(in estimate.Input) (pair, error) {
	value, group := in.Args.Text("value"), in.View.Column(in.Args.Text("group"))
	p := pair{unit: unitOf(in, value)}
	if view.SameLabel(in.Args["first"], in.Args["second"]) {
		return p, estimate.BadArg("second", "is the same group as first: %s", in.Args["first"])
	}
	for _, side := range []struct {
		arg string
		s   *sample
	}{{"first", &p.a}, {"second", &p.b}} {
		want := in.Args[side.arg]
		cols, err := in.View.Keep(func(i int) bool { return view.SameLabel(view.Label(group, i), want) }).Numbers(value)
		if err != nil {
			return p, err
		}
		if len(cols[0]) == 0 {
			return p, estimate.Undefined("group %s of %s has no values in view %q", want, group.Name, in.View.Name)
		}
		*side.s = newSample(cols[0])
	}
	return p, nil
}

func (p pair) swapped() pair { return pair{p.b, p.a, p.unit} }

func (p pair) difference() dd.Num { return p.a.m.Mean.Sub(p.b.m.Mean) }

// n1 and n2 in double-double.
func (p pair) sizes() (n1, n2 dd.Num) { return dd.F(float64(p.a.m.N)), dd.F(float64(p.b.m.N)) }

// error is the standard error of the difference with its degrees of freedom; not
// finite where a group has one value only.
func (p pair) error(equalVar bool, ddof int) (se, df dd.Num) {
	n1, n2 := p.sizes()
	if equalVar {
		df = n1.Add(n2).Sub(dd.F(2))
		pooled := p.a.m.SS.Add(p.b.m.SS).Div(df.Add(dd.F(float64(2 * (1 - ddof)))))
		return pooled.Mul(dd.F(1).Div(n1).Add(dd.F(1).Div(n2))).Sqrt(), df
	}
	v1, v2 := p.a.m.Var(ddof).Div(n1), p.b.m.Var(ddof).Div(n2)
	sum := v1.Add(v2)
	under := v1.Mul(v1).Div(n1.Sub(dd.F(1))).Add(v2.Mul(v2).Div(n2.Sub(dd.F(1))))
	return sum.Sqrt(), sum.Mul(sum).Div(under)
}

func (p pair) floor() spec.Tolerance {
	return spec.Tolerance{Rel: math.Max(p.a.spreadFloor().Rel, p.b.spreadFloor().Rel), Abs: p.a.noise() + p.b.noise()}
}

func (p pair) answer(equalVar bool, level float64) estimate.Answer {
	a := estimate.Answer{Value: estimate.Number(p.difference().Float()), N: spec.ArrayValue([]float64{float64(p.a.m.N), float64(p.b.m.N)}), Unit: p.unit, Floor: p.floor()}
	se, df := p.error(equalVar, 1)
	infer(&a, p.difference(), se, df, level)
	return a
}

func meanDifference(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	p, err := pairOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	equal := in.Args.Bool("equal_var")
	d, a := p.difference(), p.answer(equal, in.Level)
	a.What = fmt.Sprintf("the mean of %s minus that of %s", view.LabelText(in.Args["first"]), view.LabelText(in.Args["second"]))
	vary(&a, estimate.VariantSwapped, "the difference with the groups swapped (second minus first)", p.swapped().answer(equal, in.Level))
	other, note := p.answer(!equal, in.Level), "by Student's pooled variance, not by Welch"
	if equal {
		note = "by Welch, not by Student's pooled variance"
	}
	other.Value = spec.Value{}
	vary(&a, "other-variance", note, other)
	varyOneSided(&a)
	if se, df := p.error(equal, 1); se.Finite() {
		varyNormal(&a, d, se, in.Level)
		se0, _ := p.error(equal, 0)
		b := estimate.Answer{}
		infer(&b, d, se0, df, in.Level)
		b.N, b.DF = spec.Value{}, spec.Value{}
		vary(&a, "ddof0", "with population standard deviations (ddof 0)", b)
	}
	varyValue(&a, "median-difference", "the difference of the medians", p.a.median().Sub(p.b.median()))
	varyValue(&a, "percent", "the difference in percent of the second mean", d.Div(p.b.m.Mean).Mul(dd.F(100)))
	varyValue(&a, "ratio", "the ratio of the means", p.a.m.Mean.Div(p.b.m.Mean))
	n1, n2 := p.sizes()
	pooled := p.a.m.SS.Add(p.b.m.SS).Div(n1.Add(n2).Sub(dd.F(2))).Sqrt()
	varyValue(&a, "cohen-d", "the difference in pooled standard deviations (Cohen's d)", d.Div(pooled))
	varyValue(&a, "statistic", "the t statistic", dd.F(float(a.Statistic)))
	return a, nil
}

func (p pair) ratio() estimate.Answer {
	r := p.a.m.Mean.Div(p.b.m.Mean)
	f := p.floor()
	a := estimate.Answer{Value: estimate.Number(r.Float()), N: spec.ArrayValue([]float64{float64(p.a.m.N), float64(p.b.m.N)}), Unit: "1",
		Floor: spec.Tolerance{Rel: f.Rel, Abs: f.Abs / math.Abs(p.b.m.Mean.Float())}}
	n1, n2 := p.sizes()
	v1, v2 := p.a.m.Var(1).Div(n1), p.b.m.Var(1).Div(n2)
	a.Uncertainty = uncertain(spec.UncertaintySE, v1.Add(v2.Mul(r).Mul(r)).Sqrt().Div(p.b.m.Mean).Abs())
	return a
}

func meanRatio(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	p, err := pairOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if p.b.m.Mean.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the mean of the second group is 0")
	}
	a := p.ratio()
	r := p.a.m.Mean.Div(p.b.m.Mean)
	if p.a.m.Mean.Sign() != 0 {
		vary(&a, estimate.VariantSwapped, "the ratio with the groups swapped (second to first)", p.swapped().ratio())
	}
	hundred := dd.F(100)
	varyValue(&a, "percent", "the ratio in percent", r.Mul(hundred))
	varyValue(&a, "percent-change", "the change in percent (100 (ratio - 1))", r.Sub(dd.F(1)).Mul(hundred))
	varyValue(&a, "relative-change", "the relative change (ratio - 1)", r.Sub(dd.F(1)))
	varyValue(&a, "log-ratio", "the natural logarithm of the ratio", dd.F(math.Log(r.Float())))
	varyValue(&a, "log2-ratio", "the logarithm of the ratio to base 2", dd.F(math.Log2(r.Float())))
	varyValue(&a, "log10-ratio", "the logarithm of the ratio to base 10", dd.F(math.Log10(r.Float())))
	varyValue(&a, "median-ratio", "the ratio of the medians", p.a.median().Div(p.b.median()))
	varyValue(&a, "difference", "the difference of the means", p.difference())
	return a, nil
}

func tStatistic(equal bool) func(context.Context, estimate.Input) (estimate.Answer, error) {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		p, err := pairOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		a := p.tAnswer(equal, in.Level)
		if a.Value.Missing() {
			return estimate.Answer{}, estimate.Undefined("the groups hold %d and %d values with no spread to test against", p.a.m.N, p.b.m.N)
		}
		vary(&a, estimate.VariantSwapped, "t with the groups swapped", p.swapped().tAnswer(equal, in.Level))
		note := "Student's t of two samples, not Welch's"
		if equal {
			note = "Welch's t, not Student's"
		}
		vary(&a, "other-variance", note, p.tAnswer(!equal, in.Level))
		varyOneSided(&a)
		varyValue(&a, "difference", "the difference of the means, not t", p.difference())
		return a, nil
	}
}

func (p pair) tAnswer(equal bool, level float64) estimate.Answer {
	a := p.answer(equal, level)
	se, _ := p.error(equal, 1)
	f := p.floor()
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
	all, err := sampleOf(in, value)
	if err != nil {
		return estimate.Answer{}, err
	}
	var means, medians []dd.Num
	for _, g := range groups {
		in.View = g.View
		s, err := sampleOf(in, value)
		if err != nil {
			return estimate.Answer{}, fmt.Errorf("group %s: %w", g.Label, err)
		}
		means, medians = append(means, s.m.Mean), append(medians, s.median())
	}
	spread := func(xs []dd.Num) dd.Num { s := dd.Sorted(xs); return s[len(s)-1].Sub(s[0]) }
	r := spread(means)
	a := estimate.Answer{Value: estimate.Number(r.Float()), N: count(all.m.N), Unit: unitOf(in, value), Floor: all.floor()}
	varyValue(&a, "half", "half of it: an amplitude, not the swing from peak to trough", r.Div(dd.F(2)))
	varyValue(&a, "range", "the range of all single values", spread(all.xs))
	varyValue(&a, "median-range", "the largest group median minus the smallest", spread(medians))
	varyValue(&a, "sd-of-means", "the standard deviation of the group means", dd.Of(means).SD(1))
	return a, nil
}

package oracle

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// comparisons set two groups against each other, or all groups of a factor.
func comparisons() []Estimator {
	two := []Arg{valueArg, {Name: "group", Kind: ArgFactor, Required: true, Doc: "column that holds the groups"},
		{Name: "first", Kind: ArgLabel, Required: true, Doc: "group that comes first: a difference is first minus second"},
		{Name: "second", Kind: ArgLabel, Required: true, Doc: "group that comes second"}}
	equal := Arg{Name: "equal_var", Kind: ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "Student's pooled variance in place of Welch's"}
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	return []Estimator{
		{Name: "mean_difference", Summary: "the difference of the means (first minus second)", Source: "Welch (1947), Student (1908)",
			Formula: "m1 - m2; Welch: se² = s1²/n1 + s2²/n2, df by Satterthwaite; Student: pooled variance, df n1 + n2 - 2",
			Args:    append(two[:4:4], equal), Gives: ciSE, Compute: meanDifference},
		{Name: "mean_ratio", Summary: "the ratio of the means (first to second)", Formula: "m1 / m2; se by the delta method", Args: two,
			Gives: []spec.UncertaintyKind{spec.UncertaintySE}, Compute: meanRatio},
		{Name: "welch_t", Summary: "Welch's t", Formula: "(m1 - m2) / sqrt(s1²/n1 + s2²/n2)", Source: "Welch (1947)", Args: two, Compute: tStatistic(false)},
		{Name: "student_t", Summary: "Student's t of two samples", Formula: "(m1 - m2) / sqrt(sp² (1/n1 + 1/n2))", Source: "Student (1908)", Args: two, Compute: tStatistic(true)},
		{Name: "mean_range", Summary: "the largest group mean minus the smallest", Formula: "max mean - min mean",
			Args: []Arg{valueArg, {Name: "by", Kind: ArgFactors, Required: true, Doc: "columns that hold the groups"}}, Compute: meanRange},
	}
}

// pair holds two samples; a and b are first and second.
type pair struct {
	a, b sample
	unit string
}

func (in Input) pair() (pair, error) {
	value, group := in.Args.Text("value"), in.View.Column(in.Args.Text("group"))
	p := pair{unit: in.unit(value)}
	if sameLabel(in.Args["first"], in.Args["second"]) {
		return p, &ArgError{"two groups", "second", fmt.Sprintf("is the same group as first: %s", in.Args["first"])}
	}
	for _, side := range []struct {
		arg string
		s   *sample
	}{{"first", &p.a}, {"second", &p.b}} {
		want := in.Args[side.arg]
		cols, err := in.View.Keep(func(i int) bool { return sameLabel(view.Label(group, i), want) }).Numbers(value)
		if err != nil {
			return p, err
		}
		if len(cols[0]) == 0 {
			return p, undefined("group %s of %s has no values in view %q", want, group.Name, in.View.Name)
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

// test fills in all that follows from estimate, standard error and df.
func (a *Answer) test(estimate, se, df dd.Num, level float64) {
	a.DF = num(df.Float())
	if !(df.Float() > 0) || !se.Finite() {
		a.DF = spec.Value{}
		return
	}
	a.Interval = around(estimate, se, tTwo(df.Float()))
	a.addInterval(level)
	a.Uncertainty = append(a.Uncertainty, uncertain(spec.UncertaintySE, se)...)
	t := estimate.Div(se).Float()
	a.Statistic, a.PValue = num(t), num(tTail(t, df.Float()))
}

func (p pair) answer(equalVar bool, level float64) Answer {
	a := Answer{Value: num(p.difference().Float()), N: spec.ArrayValue([]float64{float64(p.a.m.N), float64(p.b.m.N)}), Unit: p.unit, Floor: p.floor()}
	se, df := p.error(equalVar, 1)
	a.test(p.difference(), se, df, level)
	return a
}

func meanDifference(_ context.Context, in Input) (Answer, error) {
	p, err := in.pair()
	if err != nil {
		return Answer{}, err
	}
	equal := in.Args.Bool("equal_var")
	d, a := p.difference(), p.answer(equal, in.Level)
	a.What = fmt.Sprintf("the mean of %s minus that of %s", view.LabelText(in.Args["first"]), view.LabelText(in.Args["second"]))
	a.Variants = append(a.Variants, Variant{VariantSwapped, "the difference with the groups swapped (second minus first)", p.swapped().answer(equal, in.Level)})
	other, note := p.answer(!equal, in.Level), "by Student's pooled variance, not by Welch"
	if equal {
		note = "by Welch, not by Student's pooled variance"
	}
	other.Value = spec.Value{}
	a.Variants = append(a.Variants, Variant{"other-variance", note, other})
	a.oneSided()
	if se, df := p.error(equal, 1); se.Finite() {
		a.addNormal(d, se, in.Level)
		se0, _ := p.error(equal, 0)
		b := Answer{}
		b.test(d, se0, df, in.Level)
		b.N, b.DF = spec.Value{}, spec.Value{}
		a.Variants = append(a.Variants, Variant{"ddof0", "with population standard deviations (ddof 0)", b})
	}
	a.add("median-difference", "the difference of the medians", p.a.median().Sub(p.b.median()))
	a.add("percent", "the difference in percent of the second mean", d.Div(p.b.m.Mean).Mul(dd.F(100)))
	a.add("ratio", "the ratio of the means", p.a.m.Mean.Div(p.b.m.Mean))
	n1, n2 := p.sizes()
	pooled := p.a.m.SS.Add(p.b.m.SS).Div(n1.Add(n2).Sub(dd.F(2))).Sqrt()
	a.add("cohen-d", "the difference in pooled standard deviations (Cohen's d)", d.Div(pooled))
	a.add("statistic", "the t statistic", dd.F(orNaN(a.Statistic)))
	return a, nil
}

func orNaN(v spec.Value) float64 {
	if v.Kind != spec.ValueNumber {
		return math.NaN()
	}
	return v.Num.F
}

// oneSided adds the p-values of the one-sided tests.
func (a *Answer) oneSided() {
	if p := orNaN(a.PValue); p == p {
		a.Variants = append(a.Variants, Variant{"one-sided", "the one-sided p-value", Answer{PValue: num(p / 2)}},
			Variant{"one-sided-other", "the one-sided p-value of the other side", Answer{PValue: num(1 - p/2)}})
	}
}

func (p pair) ratio() Answer {
	r := p.a.m.Mean.Div(p.b.m.Mean)
	f := p.floor()
	a := Answer{Value: num(r.Float()), N: spec.ArrayValue([]float64{float64(p.a.m.N), float64(p.b.m.N)}), Unit: "1",
		Floor: spec.Tolerance{Rel: f.Rel, Abs: f.Abs / math.Abs(p.b.m.Mean.Float())}}
	n1, n2 := p.sizes()
	v1, v2 := p.a.m.Var(1).Div(n1), p.b.m.Var(1).Div(n2)
	a.Uncertainty = uncertain(spec.UncertaintySE, v1.Add(v2.Mul(r).Mul(r)).Sqrt().Div(p.b.m.Mean).Abs())
	return a
}

func meanRatio(_ context.Context, in Input) (Answer, error) {
	p, err := in.pair()
	if err != nil {
		return Answer{}, err
	}
	if p.b.m.Mean.Sign() == 0 {
		return Answer{}, undefined("the mean of the second group is 0")
	}
	a := p.ratio()
	r := p.a.m.Mean.Div(p.b.m.Mean)
	if p.a.m.Mean.Sign() != 0 {
		a.Variants = append(a.Variants, Variant{VariantSwapped, "the ratio with the groups swapped (second to first)", p.swapped().ratio()})
	}
	hundred := dd.F(100)
	a.add("percent", "the ratio in percent", r.Mul(hundred))
	a.add("percent-change", "the change in percent (100 (ratio - 1))", r.Sub(dd.F(1)).Mul(hundred))
	a.add("relative-change", "the relative change (ratio - 1)", r.Sub(dd.F(1)))
	a.add("log-ratio", "the natural logarithm of the ratio", dd.F(math.Log(r.Float())))
	a.add("log2-ratio", "the logarithm of the ratio to base 2", dd.F(math.Log2(r.Float())))
	a.add("log10-ratio", "the logarithm of the ratio to base 10", dd.F(math.Log10(r.Float())))
	a.add("median-ratio", "the ratio of the medians", p.a.median().Div(p.b.median()))
	a.add("difference", "the difference of the means", p.difference())
	return a, nil
}

func tStatistic(equal bool) func(context.Context, Input) (Answer, error) {
	return func(_ context.Context, in Input) (Answer, error) {
		p, err := in.pair()
		if err != nil {
			return Answer{}, err
		}
		a := p.tAnswer(equal, in.Level)
		if a.Value.Missing() {
			return Answer{}, undefined("the groups hold %d and %d values with no spread to test against", p.a.m.N, p.b.m.N)
		}
		a.Variants = append(a.Variants, Variant{VariantSwapped, "t with the groups swapped", p.swapped().tAnswer(equal, in.Level)})
		note := "Student's t of two samples, not Welch's"
		if equal {
			note = "Welch's t, not Student's"
		}
		a.Variants = append(a.Variants, Variant{"other-variance", note, p.tAnswer(!equal, in.Level)})
		a.oneSided()
		a.add("difference", "the difference of the means, not t", p.difference())
		return a, nil
	}
}

func (p pair) tAnswer(equal bool, level float64) Answer {
	a := p.answer(equal, level)
	se, _ := p.error(equal, 1)
	f := p.floor()
	if s := se.Float(); s > 0 {
		f.Abs /= s
	}
	return Answer{Value: a.Statistic, Statistic: a.Statistic, DF: a.DF, PValue: a.PValue, N: a.N, Unit: "1", Floor: f}
}

func meanRange(_ context.Context, in Input) (Answer, error) {
	groups, err := in.View.Split(in.Args.Texts("by")...)
	if err != nil {
		return Answer{}, undefined("%v", err)
	}
	if len(groups) < 2 {
		return Answer{}, undefined("it needs two groups, there are %d", len(groups))
	}
	value := in.Args.Text("value")
	all, err := in.sample(value)
	if err != nil {
		return Answer{}, err
	}
	var means, medians []dd.Num
	for _, g := range groups {
		in.View = g.View
		s, err := in.sample(value)
		if err != nil {
			return Answer{}, fmt.Errorf("group %s: %w", g.Label, err)
		}
		means, medians = append(means, s.m.Mean), append(medians, s.median())
	}
	spread := func(xs []dd.Num) dd.Num { s := dd.Sorted(xs); return s[len(s)-1].Sub(s[0]) }
	r := spread(means)
	a := Answer{Value: num(r.Float()), N: count(all.m.N), Unit: in.unit(value), Floor: all.floor()}
	a.add("half", "half of it: an amplitude, not the swing from peak to trough", r.Div(dd.F(2)))
	a.add("range", "the range of all single values", spread(all.xs))
	a.add("median-range", "the largest group median minus the smallest", spread(medians))
	a.add("sd-of-means", "the standard deviation of the group means", dd.Of(means).SD(1))
	return a, nil
}

package several

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// variances are one-way analyses of variance.
func variances() []estimate.Estimator {
	many := []estimate.Arg{sample.ValueArg, sample.GroupArg}
	return []estimate.Estimator{
		{Name: "anova", Summary: "F of the one-way analysis of variance",
			Unit: "1", Domain: "numbers; two groups, more values than groups, and spread within them",
			Formula: "(SSB / (k - 1)) / (SSW / (N - k))", Source: "Fisher (1925)", Args: many, Compute: sample.OfGroups(anova)},
		{Name: "welch_anova", Summary: "Welch's F of unequal variances",
			Unit: "1", Domain: "numbers; two groups of two values or more, each with spread",
			Source: "Welch (1951)", Args: many, Compute: sample.OfGroups(welchAnova),
			Formula: "Σ w (m - m_w)² / (k - 1) / (1 + 2 (k - 2) L / (k² - 1)), w = n / s², L = Σ (1 - w/Σw)² / (n - 1); df k - 1 and (k² - 1) / (3 L)"},
		{Name: "tukey_hsd", Summary: "the difference of two group means among all (first minus second)",
			Unit: "that of value", Domain: "numbers; two groups, more values than groups",
			Source: "Tukey (1949), Kramer (1956)", Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
			Formula: "m1 - m2; q = |d| / sqrt(MSW (1/n1 + 1/n2) / 2); p and interval by the studentised range of all k groups", Args: sample.TwoArgs, Compute: sample.OfGroups(tukey)},
	}
}

// varianceOf is the table of a one-way analysis of variance.
type varianceOf struct {
	between, within, total dd.Num // sums of squares
	d1, d2                 float64
}

// varianceTable is computed in double-double: SSB from the deviations of means, SSW from
// those within groups, and never as one less the other.
func varianceTable(each []sample.Sample) varianceOf {
	n, sum := 0, dd.Num{}
	for _, s := range each {
		n += s.M.N
		sum = sum.Add(s.M.Mean.Mul(dd.F(float64(s.M.N))))
	}
	v := varianceOf{d1: float64(len(each) - 1), d2: float64(n - len(each))}
	grand := sum.Div(dd.F(float64(n)))
	for _, s := range each {
		d := s.M.Mean.Sub(grand)
		v.between = v.between.Add(d.Mul(d).Mul(dd.F(float64(s.M.N))))
		v.within = v.within.Add(s.M.SS)
	}
	v.total = v.between.Add(v.within)
	return v
}

func (v varianceOf) msWithin() dd.Num { return v.within.Div(dd.F(v.d2)) }

// f is NaN where there is no spread within the groups.
func (v varianceOf) f() float64 {
	if v.d2 <= 0 || v.within.Sign() == 0 {
		return math.NaN()
	}
	return v.between.Div(dd.F(v.d1)).Div(v.msWithin()).Float()
}

// tableOf is the table of groups that have a spread to test against.
func tableOf(g sample.Groups) (varianceOf, error) {
	v := varianceTable(g.Each)
	if f := v.f(); math.IsNaN(f) || math.IsInf(f, 0) {
		return v, estimate.Undefined("the %d groups of %d values have no spread within", len(g.Each), g.All.M.N)
	}
	return v, nil
}

func anova(g sample.Groups, _ estimate.Input) (estimate.Answer, error) {
	v, err := tableOf(g)
	if err != nil {
		return estimate.Answer{}, err
	}
	f := v.f()
	a := answer.Tested(f, answer.Df2(v.d1, v.d2), tail.F(f, v.d1, v.d2), g.Sizes())
	a.Floor = g.Floor()
	if w, d1, d2 := welchF(g); !math.IsNaN(w) {
		answer.Vary(&a, "welch", "Welch's F of unequal variances", answer.Tested(w, answer.Df2(d1, d2), tail.F(w, d1, d2), spec.Value{}))
	}
	if h := newRanked(g.Each); h.ties > 0 {
		answer.VaryTest(&a, "kruskal-wallis", "the statistic of Kruskal and Wallis, on ranks", h.statistic(), tail.ChiSquared(h.statistic(), v.d1))
	}
	answer.VaryValue(&a, "eta-squared", "eta squared", v.between.Div(v.total))
	answer.VaryValue(&a, "between", "the mean square between the groups", v.between.Div(dd.F(v.d1)))
	answer.VaryValue(&a, "within", "the mean square within the groups", v.msWithin())
	return a, nil
}

// welchF is NaN where a group has no variance.
func welchF(g sample.Groups) (f, d1, d2 float64) {
	k := float64(len(g.Each))
	var sum, mean dd.Num
	w := make([]dd.Num, len(g.Each))
	for i, s := range g.Each {
		if s.M.N < 2 || s.M.SS.Sign() == 0 {
			return math.NaN(), 0, 0
		}
		w[i] = dd.F(float64(s.M.N)).Div(s.M.Var(1))
		sum = sum.Add(w[i])
		mean = mean.Add(w[i].Mul(s.M.Mean))
	}
	mean = mean.Div(sum)
	var over, l dd.Num
	for i, s := range g.Each {
		d := s.M.Mean.Sub(mean)
		over = over.Add(w[i].Mul(d).Mul(d))
		r := dd.F(1).Sub(w[i].Div(sum))
		l = l.Add(r.Mul(r).Div(dd.F(float64(s.M.N - 1))))
	}
	under := dd.F(1).Add(l.Mul(dd.F(2 * (k - 2) / (k*k - 1))))
	return over.Div(dd.F(k - 1)).Div(under).Float(), k - 1, (k*k - 1) / (3 * l.Float())
}

func welchAnova(g sample.Groups, _ estimate.Input) (estimate.Answer, error) {
	f, d1, d2 := welchF(g)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return estimate.Answer{}, estimate.Undefined("a group has no variance")
	}
	a := answer.Tested(f, answer.Df2(d1, d2), tail.F(f, d1, d2), g.Sizes())
	a.Floor = g.Floor()
	v := varianceTable(g.Each)
	answer.Vary(&a, "anova", "the F of equal variances", answer.Tested(v.f(), answer.Df2(v.d1, v.d2), tail.F(v.f(), v.d1, v.d2), spec.Value{}))
	return a, nil
}

// find is the place of the group that an argument names.
func find(g sample.Groups, in estimate.Input, arg string) (int, error) {
	i := slices.IndexFunc(g.Labels, func(l spec.Value) bool { return view.SameLabel(l, in.Args[arg]) })
	if i < 0 {
		return 0, estimate.Undefined("group %s of %s has no values in view %q", view.LabelText(in.Args[arg]), in.Args.Text("group"), in.View.Name)
	}
	return i, nil
}

func tukey(g sample.Groups, in estimate.Input) (estimate.Answer, error) {
	i, err := find(g, in, "first")
	if err != nil {
		return estimate.Answer{}, err
	}
	j, err := find(g, in, "second")
	if err != nil {
		return estimate.Answer{}, err
	}
	if i == j {
		return estimate.Answer{}, estimate.BadArg("second", "is the same group as first: %s", in.Args["first"])
	}
	v, err := tableOf(g)
	if err != nil {
		return estimate.Answer{}, err
	}
	p := sample.Pair{A: g.Each[i], B: g.Each[j], Unit: g.Unit}
	n1, n2 := p.Sizes()
	d := p.Difference()
	se := v.msWithin().Mul(dd.F(1).Div(n1).Add(dd.F(1).Div(n2))).Sqrt()
	k := len(g.Each)
	q := d.Abs().Div(se).Mul(dd.F(2).Sqrt()).Float()
	a := estimate.Answer{What: fmt.Sprintf("the mean of %s minus that of %s", view.LabelText(in.Args["first"]), view.LabelText(in.Args["second"])),
		Value: estimate.Number(d.Float()), Unit: g.Unit, N: g.Sizes(), Statistic: estimate.Number(q), DF: estimate.Number(v.d2), PValue: estimate.Number(tail.StudentizedRange(q, k, v.d2))}
	a.Floor = spec.Tolerance{Rel: g.Floor().Rel, Abs: p.Floor().Abs}
	a.Interval = answer.Around(d, se, func(level float64) float64 {
		return tail.StudentizedRangeQuantile(1-level, k, v.d2) / math.Sqrt2
	})
	answer.GiveInterval(&a, in.Level)
	a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySE, se)...)
	back := estimate.Scale(a, -1)
	back.Statistic, back.N, back.Unit = a.Statistic, spec.Value{}, a.Unit
	answer.Vary(&a, estimate.VariantSwapped, "the difference with the groups swapped (second minus first)", back)
	t := d.Div(se).Float()
	lsd := estimate.Answer{PValue: estimate.Number(answer.TTail(t, v.d2)), Statistic: estimate.Number(t), Interval: answer.Around(d, se, answer.TTwo(v.d2))}
	answer.GiveInterval(&lsd, in.Level)
	answer.Vary(&a, "unadjusted", "without adjustment for the number of comparisons (Fisher's LSD)", lsd)
	m := float64(k*(k-1)) / 2
	bonferroni := estimate.Answer{PValue: estimate.Number(math.Min(1, m*answer.TTail(t, v.d2))), Interval: answer.Around(d, se, func(level float64) float64 { return answer.TTwo(v.d2)(1 - (1-level)/m) })}
	answer.GiveInterval(&bonferroni, in.Level)
	answer.Vary(&a, "bonferroni", "adjusted by Bonferroni, not by the studentised range", bonferroni)
	b := sample.MeanDifference(p, false, in.Level)
	b.Value = spec.Value{}
	answer.Vary(&a, "two-group-welch", "by Welch's test of the two groups alone", b)
	return a, nil
}

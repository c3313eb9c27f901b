package builtin

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// variances are one-way analyses of variance.
func variances() []estimate.Estimator {
	many := []estimate.Arg{valueArg, groupArg}
	return []estimate.Estimator{
		{Name: "anova", Summary: "F of the one-way analysis of variance", Formula: "(SSB / (k - 1)) / (SSW / (N - k))", Source: "Fisher (1925)", Args: many, Compute: ofGroups(anova)},
		{Name: "welch_anova", Summary: "Welch's F of unequal variances", Source: "Welch (1951)", Args: many, Compute: ofGroups(welchAnova),
			Formula: "Σ w (m - m_w)² / (k - 1) / (1 + 2 (k - 2) L / (k² - 1)), w = n / s², L = Σ (1 - w/Σw)² / (n - 1); df k - 1 and (k² - 1) / (3 L)"},
		{Name: "tukey_hsd", Summary: "the difference of two group means among all (first minus second)", Source: "Tukey (1949), Kramer (1956)", Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
			Formula: "m1 - m2; q = |d| / sqrt(MSW (1/n1 + 1/n2) / 2); p and interval by the studentised range of all k groups", Args: twoArgs, Compute: ofGroups(tukey)},
	}
}

// varianceOf is the table of a one-way analysis of variance.
type varianceOf struct {
	between, within, total dd.Num // sums of squares
	d1, d2                 float64
}

// varianceTable is computed in double-double: SSB from the deviations of means, SSW from
// those within groups, and never as one less the other.
func varianceTable(each []sample) varianceOf {
	n, sum := 0, dd.Num{}
	for _, s := range each {
		n += s.m.N
		sum = sum.Add(s.m.Mean.Mul(dd.F(float64(s.m.N))))
	}
	v := varianceOf{d1: float64(len(each) - 1), d2: float64(n - len(each))}
	grand := sum.Div(dd.F(float64(n)))
	for _, s := range each {
		d := s.m.Mean.Sub(grand)
		v.between = v.between.Add(d.Mul(d).Mul(dd.F(float64(s.m.N))))
		v.within = v.within.Add(s.m.SS)
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
func tableOf(g grouped) (varianceOf, error) {
	v := varianceTable(g.each)
	if f := v.f(); math.IsNaN(f) || math.IsInf(f, 0) {
		return v, estimate.Undefined("the %d groups of %d values have no spread within", len(g.each), g.all.m.N)
	}
	return v, nil
}

func anova(g grouped, _ estimate.Input) (estimate.Answer, error) {
	v, err := tableOf(g)
	if err != nil {
		return estimate.Answer{}, err
	}
	f := v.f()
	a := tested(f, df2(v.d1, v.d2), tail.F(f, v.d1, v.d2), g.sizes())
	a.Floor = g.floor()
	if w, d1, d2 := g.welchF(); !math.IsNaN(w) {
		vary(&a, "welch", "Welch's F of unequal variances", tested(w, df2(d1, d2), tail.F(w, d1, d2), spec.Value{}))
	}
	if h := newRanked(g); h.ties > 0 {
		varyTest(&a, "kruskal-wallis", "the statistic of Kruskal and Wallis, on ranks", h.statistic(), tail.ChiSquared(h.statistic(), v.d1))
	}
	varyValue(&a, "eta-squared", "eta squared", v.between.Div(v.total))
	varyValue(&a, "between", "the mean square between the groups", v.between.Div(dd.F(v.d1)))
	varyValue(&a, "within", "the mean square within the groups", v.msWithin())
	return a, nil
}

// welchF is NaN where a group has no variance.
func (g grouped) welchF() (f, d1, d2 float64) {
	k := float64(len(g.each))
	var sum, mean dd.Num
	w := make([]dd.Num, len(g.each))
	for i, s := range g.each {
		if s.m.N < 2 || s.m.SS.Sign() == 0 {
			return math.NaN(), 0, 0
		}
		w[i] = dd.F(float64(s.m.N)).Div(s.m.Var(1))
		sum = sum.Add(w[i])
		mean = mean.Add(w[i].Mul(s.m.Mean))
	}
	mean = mean.Div(sum)
	var over, l dd.Num
	for i, s := range g.each {
		d := s.m.Mean.Sub(mean)
		over = over.Add(w[i].Mul(d).Mul(d))
		r := dd.F(1).Sub(w[i].Div(sum))
		l = l.Add(r.Mul(r).Div(dd.F(float64(s.m.N - 1))))
	}
	under := dd.F(1).Add(l.Mul(dd.F(2 * (k - 2) / (k*k - 1))))
	return over.Div(dd.F(k - 1)).Div(under).Float(), k - 1, (k*k - 1) / (3 * l.Float())
}

func welchAnova(g grouped, _ estimate.Input) (estimate.Answer, error) {
	f, d1, d2 := g.welchF()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return estimate.Answer{}, estimate.Undefined("a group has no variance")
	}
	a := tested(f, df2(d1, d2), tail.F(f, d1, d2), g.sizes())
	a.Floor = g.floor()
	v := varianceTable(g.each)
	vary(&a, "anova", "the F of equal variances", tested(v.f(), df2(v.d1, v.d2), tail.F(v.f(), v.d1, v.d2), spec.Value{}))
	return a, nil
}

// find is the place of the group that an argument names.
func (g grouped) find(in estimate.Input, arg string) (int, error) {
	i := slices.IndexFunc(g.labels, func(l spec.Value) bool { return view.SameLabel(l, in.Args[arg]) })
	if i < 0 {
		return 0, estimate.Undefined("group %s of %s has no values in view %q", view.LabelText(in.Args[arg]), in.Args.Text("group"), in.View.Name)
	}
	return i, nil
}

func tukey(g grouped, in estimate.Input) (estimate.Answer, error) {
	i, err := g.find(in, "first")
	if err != nil {
		return estimate.Answer{}, err
	}
	j, err := g.find(in, "second")
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
	p := pair{g.each[i], g.each[j], g.unit}
	n1, n2 := p.sizes()
	d := p.difference()
	se := v.msWithin().Mul(dd.F(1).Div(n1).Add(dd.F(1).Div(n2))).Sqrt()
	k := len(g.each)
	q := d.Abs().Div(se).Mul(dd.F(2).Sqrt()).Float()
	a := estimate.Answer{What: fmt.Sprintf("the mean of %s minus that of %s", view.LabelText(in.Args["first"]), view.LabelText(in.Args["second"])),
		Value: estimate.Number(d.Float()), Unit: g.unit, N: g.sizes(), Statistic: estimate.Number(q), DF: estimate.Number(v.d2), PValue: estimate.Number(tail.StudentizedRange(q, k, v.d2))}
	a.Floor = spec.Tolerance{Rel: g.floor().Rel, Abs: p.floor().Abs}
	a.Interval = around(d, se, func(level float64) float64 {
		return tail.StudentizedRangeQuantile(1-level, k, v.d2) / math.Sqrt2
	})
	giveInterval(&a, in.Level)
	a.Uncertainty = append(a.Uncertainty, uncertain(spec.UncertaintySE, se)...)
	back := estimate.Scale(a, -1)
	back.Statistic, back.N, back.Unit = a.Statistic, spec.Value{}, a.Unit
	vary(&a, estimate.VariantSwapped, "the difference with the groups swapped (second minus first)", back)
	t := d.Div(se).Float()
	lsd := estimate.Answer{PValue: estimate.Number(tTail(t, v.d2)), Statistic: estimate.Number(t), Interval: around(d, se, tTwo(v.d2))}
	giveInterval(&lsd, in.Level)
	vary(&a, "unadjusted", "without adjustment for the number of comparisons (Fisher's LSD)", lsd)
	m := float64(k*(k-1)) / 2
	bonferroni := estimate.Answer{PValue: estimate.Number(math.Min(1, m*tTail(t, v.d2))), Interval: around(d, se, func(level float64) float64 { return tTwo(v.d2)(1 - (1-level)/m) })}
	giveInterval(&bonferroni, in.Level)
	vary(&a, "bonferroni", "adjusted by Bonferroni, not by the studentised range", bonferroni)
	b := p.answer(false, in.Level)
	b.Value = spec.Value{}
	vary(&a, "two-group-welch", "by Welch's test of the two groups alone", b)
	return a, nil
}

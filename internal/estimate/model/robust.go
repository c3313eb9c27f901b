package model

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// modelArgs are those of a coefficient of a model of columns.
func modelArgs(more ...estimate.Arg) []estimate.Arg {
	return append([]estimate.Arg{
		{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "response; rows that lack any column of the model are left out"},
		{Name: "x", Kind: estimate.ArgColumns, Required: true, Doc: "predictors"},
		{Name: "term", Kind: estimate.ArgText, Required: true, Doc: "coefficient asked for: a predictor or intercept"},
		{Name: "add_intercept", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool, Bool: true}, Doc: "whether the model has a constant"}}, more...)
}

var covariances = []string{"HC0", "HC1", "HC2", "HC3", "cluster", "newey-west"}

// robust are linear models with weights, or with errors that are not alike.
func robust() []estimate.Estimator {
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	return []estimate.Estimator{
		{Name: "wls", Summary: "the weighted least-squares coefficient", Formula: "b minimises Σ w (y - x b)²; se² = s² (X'WX)^-1, s² = Σ w e² / (n - k); interval b ± t(n - k) se",
			PerRow: true, Gives: ciSE, Compute: wls,
			Args: modelArgs(estimate.Arg{Name: "weights", Kind: estimate.ArgColumn, Required: true, Doc: "column of positive weights: a row's share, the inverse of its variance"})},
		{Name: "ols_robust", Summary: "the least-squares coefficient with robust standard error", PerRow: true, Gives: ciSE, Compute: olsRobust,
			Formula: "b as of ols; HC0 Σ a²e², HC1 times n/(n - k), HC2 e²/(1 - h), HC3 e²/(1 - h)²; cluster G/(G - 1) (n - 1)/(n - k) Σ(Σ a e)²; newey-west with weights 1 - l/(lag + 1); interval b ± t(n - k) se, of clusters t(G - 1)",
			Source:  "White (1980), MacKinnon and White (1985), Liang and Zeger (1986), Newey and West (1987)",
			Args: modelArgs(estimate.Arg{Name: "covariance", Kind: estimate.ArgText, Required: true, OneOf: covariances, Doc: "kind of standard error"},
				estimate.Arg{Name: "cluster", Kind: estimate.ArgFactor, Doc: "column that names the cluster of each row"},
				estimate.Arg{Name: "lag", Kind: estimate.ArgNumber, Min: 0, Max: 1e5, Doc: "largest lag of newey-west"})},
	}
}

// complete is the view of the rows that lack none of the columns.
func complete(v *view.View, columns ...string) *view.View {
	return v.Keep(func(i int) bool {
		return !slices.ContainsFunc(columns, func(c string) bool { return v.Column(c).IsMissing(i) })
	})
}

// designOf is the model that a call describes, not fitted, on the rows that also have
// the other columns, with those rows and the term asked for.
func designOf(in estimate.Input, others ...string) (m model, v *view.View, j int, err error) {
	y, xs := in.Args.Text("y"), in.Args.Texts("x")
	v = complete(in.View, append(append([]string{y}, xs...), others...)...)
	if m, err = newDesign(v, y, xs, 1, in.Args.Bool("add_intercept")); err != nil {
		return m, v, 0, err
	}
	term := in.Args.Text("term")
	if j = slices.Index(m.terms, term); j < 0 {
		return m, v, j, estimate.BadArg("term", "the model has no term %q; it has %s", term, strings.Join(m.terms, ", "))
	}
	return m, v, j, nil
}

// weighted multiplies each row of a design by the root of its weight.
func (m model) weighted(w []dd.Num) model {
	times := func(col []dd.Num) []dd.Num {
		out := make([]dd.Num, len(col))
		for i := range col {
			out[i] = col[i].Mul(w[i].Sqrt())
		}
		return out
	}
	out := m
	out.y, out.x = times(m.y), make([][]dd.Num, len(m.x))
	for k := range m.x {
		out.x[k] = times(m.x[k])
	}
	return out
}

func wls(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	name := in.Args.Text("weights")
	plain, v, j, err := designOf(in, name)
	if err != nil {
		return estimate.Answer{}, err
	}
	cols, err := v.Numbers(name)
	if err != nil {
		return estimate.Answer{}, err
	}
	inverse := make([]dd.Num, len(plain.y))
	for i, w := range cols[0] {
		if w.Sign() <= 0 {
			return estimate.Answer{}, estimate.Undefined("the weight of a row is %v; weights are positive", w.Float())
		}
		inverse[i] = dd.F(1).Div(w)
	}
	m, err := plain.weighted(cols[0]).solve()
	if err != nil {
		return estimate.Answer{}, err
	}
	a := m.coefficient(j, in.Level)
	a.What = fmt.Sprintf("the weighted least-squares coefficient of %s", m.terms[j])
	a.Floor.Abs = max(a.Floor.Abs, plainFloor(plain, j))
	for _, o := range []struct {
		name, note string
		m          model
	}{{"unweighted", "without the weights", plain}, {"inverse-weights", "with the weights the wrong way round (1/w)", plain.weighted(inverse)}} {
		if f, err := o.m.solve(); err == nil {
			b := f.coefficient(j, in.Level)
			b.Variants = nil
			answer.Vary(&a, o.name, o.note, b)
		}
	}
	if s, err := newSandwich(m, j); err == nil && m.df() > 0 {
		varySE(&a, "HC1", "with standard errors robust to unequal variances (HC1)", m.fit.Coef[j], s.hc(1).Sqrt(), float64(m.df()), in.Level)
	}
	answer.VaryOneSided(&a)
	answer.VaryScaled(&a, "sign", "the coefficient with the wrong sign", -1)
	return a, nil
}

// plainFloor is what float64 may lose in a coefficient by the size of the data.
func plainFloor(m model, j int) float64 {
	big := sample.New(m.x[j]).Big
	if big == 0 {
		return 0
	}
	return 64 * sample.Eps * sample.New(m.y).Big / big
}

// varySE appends the coefficient with another standard error.
func varySE(a *estimate.Answer, name, note string, b, se dd.Num, df, level float64) {
	if !se.Finite() {
		return
	}
	v := estimate.Answer{}
	answer.Infer(&v, b, se, dd.F(df), level)
	v.DF = spec.Value{}
	answer.Vary(a, name, note, v)
}

// notes complete "this is the coefficient …".
var covarianceNotes = map[string]string{
	"HC0": "with White's standard error (HC0)", "HC1": "with the standard error HC1, times n/(n - k)",
	"HC2": "with the standard error HC2, by leverage", "HC3": "with the standard error HC3, by squared leverage",
}

func olsRobust(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	kind, cluster := in.Args.Text("covariance"), in.Args.Text("cluster")
	var others []string
	switch {
	case kind == "cluster" && cluster == "":
		return estimate.Answer{}, estimate.BadArg("cluster", "is required by the covariance cluster")
	case kind == "newey-west" && !in.Args.Has("lag"):
		return estimate.Answer{}, estimate.BadArg("lag", "is required by the covariance newey-west")
	case kind == "cluster":
		others = []string{cluster}
	}
	lag := int(in.Args.Number("lag"))
	if float64(lag) != in.Args.Number("lag") {
		return estimate.Answer{}, estimate.BadArg("lag", "is not a whole number")
	}
	m, v, j, err := designOf(in, others...)
	if err != nil {
		return estimate.Answer{}, err
	}
	if m, err = m.solve(); err != nil {
		return estimate.Answer{}, err
	}
	if m.df() == 0 {
		return estimate.Answer{}, estimate.Undefined("%d rows leave no degree of freedom to %d coefficients", len(m.y), len(m.x))
	}
	s, err := newSandwich(m, j)
	if err != nil {
		return estimate.Answer{}, err
	}
	b, df := m.fit.Coef[j], float64(m.df())
	classical := m.coefficient(j, in.Level)
	a := estimate.Answer{What: fmt.Sprintf("the least-squares coefficient of %s with robust standard error (%s)", m.terms[j], kind),
		Value: classical.Value, N: classical.N, Floor: classical.Floor}
	var variance, other dd.Num
	otherName, otherNote := "", ""
	switch kind {
	case "cluster":
		names := make([]string, len(m.y))
		for i := range names {
			names[i] = view.LabelText(view.Label(v.Column(cluster), i))
		}
		sum, g := s.clustered(names)
		if g < 2 {
			return estimate.Answer{}, estimate.Undefined("there is one cluster; its standard error needs two")
		}
		groups := float64(g)
		variance = sum.Mul(dd.F(groups / (groups - 1))).Mul(dd.F(float64(len(m.y) - 1))).Div(dd.F(df))
		other, otherName, otherNote = sum, "no-correction", "with the clustered standard error without the factor G/(G - 1) (n - 1)/(n - k)"
		varySE(&a, "t-n-k", "with n - k degrees of freedom, not one less than the clusters", b, variance.Sqrt(), df, in.Level)
		df = groups - 1
	case "newey-west":
		variance = s.neweyWest(lag)
		other, otherName, otherNote = variance.Mul(s.perFreedom()), "small-sample", "with the factor n/(n - k)"
		varySE(&a, "next-lag", fmt.Sprintf("with the lag %d", lag+1), b, s.neweyWest(lag+1).Sqrt(), df, in.Level)
	default:
		variance = s.hc(slices.Index(covariances, kind))
	}
	if !variance.Finite() {
		return estimate.Answer{}, estimate.Undefined("a row alone determines a coefficient, so that %s divides by 0", kind)
	}
	se := variance.Sqrt()
	answer.Infer(&a, b, se, dd.F(df), in.Level)
	a.Floor.Abs = max(a.Floor.Abs, m.rel()*se.Float())
	if otherName != "" {
		varySE(&a, otherName, otherNote, b, other.Sqrt(), df, in.Level)
	}
	for i, name := range covariances[:4] {
		if name != kind {
			varySE(&a, name, covarianceNotes[name], b, s.hc(i).Sqrt(), float64(m.df()), in.Level)
		}
	}
	answer.Vary(&a, "classical", "with the standard error for equal variances", estimate.Answer{Uncertainty: classical.Uncertainty, Interval: classical.Interval, Statistic: classical.Statistic, PValue: classical.PValue})
	answer.VaryNormal(&a, b, se, in.Level)
	answer.VaryOneSided(&a)
	answer.VaryScaled(&a, "sign", "the coefficient with the wrong sign", -1)
	return a, nil
}

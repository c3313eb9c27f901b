package econometric

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// instruments are linear models with instruments, and tests of them.
func instruments() []estimate.Estimator {
	yes := spec.Value{Kind: spec.ValueBool, Bool: true}
	args := func(more ...estimate.Arg) []estimate.Arg {
		return append([]estimate.Arg{
			{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "response; rows that lack any column of the model are left out"},
			{Name: "endogenous", Kind: estimate.ArgColumns, Required: true, Doc: "predictors that may be correlated with the error"},
			{Name: "instruments", Kind: estimate.ArgColumns, Required: true, Doc: "columns that are not in the model and explain the endogenous ones"},
			{Name: "x", Kind: estimate.ArgColumns, Doc: "other predictors, which are their own instruments"},
			{Name: "add_intercept", Kind: estimate.ArgBool, Default: yes, Doc: "whether the model has a constant"}}, more...)
	}
	const source = "Wooldridge (2010), chapter 5; Householder QR in double-double"
	return []estimate.Estimator{
		{Name: "iv_2sls", Summary: "the coefficient by two-stage least squares",
			Unit: "that of y / that of the term", Domain: "numbers; as many instruments as endogenous predictors, more rows than coefficients, no dependent columns",
			PerRow: true, Gives: ciSE, Source: source, Compute: twoStage,
			Formula: "least squares of y on X^, the fit of X by the instruments; e = y - X b; se² = s² (X^'X^)^-1, s² = Σ e² / (n - k); HC0, HC1 and cluster as of ols_robust with the rows of X^; interval b ± t(n - k) se, of clusters t(G - 1); without small_sample s² = Σ e² / n, no factors, and the normal distribution",
			Args: args(append([]estimate.Arg{
				{Name: "term", Kind: estimate.ArgText, Required: true, Doc: "coefficient asked for: an endogenous or other predictor, or intercept"},
				{Name: "covariance", Kind: estimate.ArgText, Default: spec.TextValue("classical"), OneOf: panelErrors, Doc: "kind of standard error"},
				{Name: "small_sample", Kind: estimate.ArgBool, Default: yes, Doc: "whether variances have their factors for small samples, and t takes the place of the normal distribution"}},
				linear.ClusterArgs()...)...)},
		{Name: "iv_first_stage_f", Summary: "the F of the instruments in the first stage",
			Unit: "1", Domain: "numbers; as many instruments as endogenous predictors, more rows than instruments, no dependent columns",
			PerRow: true, Source: source, Compute: firstStage,
			Formula: "((RSS0 - RSS) / L) / (RSS / (n - k)) of an endogenous predictor on instruments and other predictors, RSS0 without the L instruments",
			Args:    args(estimate.Arg{Name: "of", Kind: estimate.ArgText, Doc: "which endogenous predictor, where there are several"})},
		{Name: "iv_sargan", Summary: "Sargan's test of the overidentifying restrictions",
			Unit: "1", Domain: "numbers; more instruments than endogenous predictors, more rows than instruments",
			PerRow: true, Source: "Sargan (1958)", Compute: sargan, Args: args(),
			Formula: "n e'Pe / e'e, e the residuals of two-stage least squares, P the projection on the instruments; χ² with as many degrees of freedom as there are more instruments than endogenous predictors"},
		{Name: "iv_hansen_j", Summary: "Hansen's test of the overidentifying restrictions",
			Unit: "1", Domain: "numbers; more instruments than endogenous predictors, more rows than instruments",
			PerRow: true, Source: "Hansen (1982)", Compute: hansen, Args: args(),
			Formula: "min over b of (Z'e)' S^-1 (Z'e), e = y - X b, S = Σ e² z z' of the residuals of two-stage least squares; χ² as of iv_sargan"},
		{Name: "iv_wu_hausman", Summary: "the Wu-Hausman test of exogeneity",
			Unit: "1", Domain: "numbers; as many instruments as endogenous predictors, a degree of freedom left",
			PerRow: true, Source: "Wu (1973), Hausman (1978)", Compute: wuHausman, Args: args(),
			Formula: "F of the residuals of the first stages, added to the least-squares regression of y on all predictors"},
	}
}

// iv is a model with instruments.
type iv struct {
	m     linear.Model // of y on all predictors, not fitted
	z     linear.Model // its design are the instruments of all kinds
	q     [][]dd.Num   // orthonormal columns that span them
	v     *view.View
	endog []string
	inst  []string
}

// ivOf is the model of a call, on the rows that also have other columns.
func ivOf(in estimate.Input, others ...string) (iv, error) {
	y, xs, icept := in.Args.Text("y"), in.Args.Texts("x"), in.Args.Bool("add_intercept")
	if !in.Args.Has("x") {
		xs = nil
	}
	m := iv{endog: in.Args.Texts("endogenous"), inst: in.Args.Texts("instruments")}
	seen := map[string]string{y: "y"}
	for _, group := range []struct {
		arg   string
		names []string
	}{{"x", xs}, {"endogenous", m.endog}, {"instruments", m.inst}} {
		for _, name := range group.names {
			if was, ok := seen[name]; ok {
				return m, estimate.BadArg(group.arg, "names %q, which is in %s", name, was)
			}
			seen[name] = group.arg
		}
	}
	if len(m.inst) < len(m.endog) {
		return m, estimate.BadArg("instruments", "%d cannot identify the coefficients of %d endogenous predictors", len(m.inst), len(m.endog))
	}
	m.v = sample.Valued(in.View, slices.Concat([]string{y}, xs, m.endog, m.inst, others)...)
	var err error
	if m.m, err = linear.NewDesign(m.v, y, slices.Concat(xs, m.endog), 1, icept); err != nil {
		return m, err
	}
	if m.z, err = linear.NewDesign(m.v, y, slices.Concat(xs, m.inst), 1, icept); err != nil {
		return m, err
	}
	if len(m.m.Y) < len(m.z.X) {
		return m, estimate.Undefined("%d complete rows cannot determine %d coefficients", len(m.m.Y), len(m.z.X))
	}
	m.q, _, err = dd.Orthonormal(m.z.X)
	if r := (dd.RankError{}); errors.As(err, &r) {
		return m, estimate.Undefined("%s is a linear combination of the other instruments", m.z.Terms[r.Column])
	}
	return m, err
}

// project is the fit of a column by the instruments.
func (m iv) project(column []dd.Num) []dd.Num {
	out := make([]dd.Num, len(column))
	for _, q := range m.q {
		var c dd.Num
		for i := range q {
			c = c.Add(q[i].Mul(column[i]))
		}
		for i := range q {
			out[i] = out[i].Add(q[i].Mul(c))
		}
	}
	return out
}

// secondStage is the fitted model of y on the fits of the predictors, and the residuals
// of the predictors themselves.
func (m iv) secondStage() (hat linear.Model, e []dd.Num, err error) {
	hat = m.m
	hat.X = slices.Clone(m.m.X)
	first := len(hat.X) - len(m.endog)
	for k := first; k < len(hat.X); k++ {
		hat.X[k] = m.project(m.m.X[k])
	}
	if hat, err = hat.Solve(); err != nil {
		return hat, nil, fmt.Errorf("by the instruments: %w", err)
	}
	e = make([]dd.Num, len(hat.Y))
	for i := range e {
		e[i] = hat.Y[i]
		for k := range hat.X {
			e[i] = e[i].Sub(m.m.X[k][i].Mul(hat.Fit.Coef[k]))
		}
	}
	return hat, e, nil
}

func squares(e []dd.Num) dd.Num {
	var s dd.Num
	for _, x := range e {
		s = s.Add(x.Mul(x))
	}
	return s
}

// ivSpread gives standard errors of one coefficient.
type ivSpread struct {
	s        linear.Sandwich
	rss, inv dd.Num
	clusters [][]string
}

// of is the variance of a kind with or without the factors for small samples, and the
// degrees of freedom of its t.
func (e ivSpread) of(kind string, small bool) (v dd.Num, df float64, err error) {
	n, free := float64(len(e.s.A)), float64(e.s.DF)
	switch {
	case kind == "classical" && small:
		return e.rss.Div(dd.F(free)).Mul(e.inv), free, nil
	case kind == "classical":
		return e.rss.Div(dd.F(n)).Mul(e.inv), free, nil
	case kind == "HC0":
		return e.s.HC(0), free, nil
	case kind == "HC1":
		return e.s.HC(1), free, nil
	}
	c, err := e.s.Cluster(e.clusters...)
	if !small {
		return c.Plain, c.DF, err
	}
	return c.Variance, c.DF, err
}

func twoStage(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	kind, small := in.Args.Text("covariance"), in.Args.Bool("small_sample")
	var clusters []string
	if kind == "cluster" {
		var err error
		if clusters, err = linear.ClusterColumns(in); err != nil {
			return estimate.Answer{}, err
		}
	}
	m, err := ivOf(in, clusters...)
	if err != nil {
		return estimate.Answer{}, err
	}
	term := in.Args.Text("term")
	j := slices.Index(m.m.Terms, term)
	if j < 0 {
		return estimate.Answer{}, estimate.BadArg("term", "the model has no term %q; it has %s", term, strings.Join(m.m.Terms, ", "))
	}
	hat, e, err := m.secondStage()
	if err != nil {
		return estimate.Answer{}, err
	}
	b := hat.Fit.Coef[j]
	a := estimate.Answer{What: fmt.Sprintf("the coefficient of %s by two-stage least squares", term), Value: estimate.Number(b.Float()), N: answer.Count(len(hat.Y)),
		Unit: linear.TermUnit(in, term), Floor: spec.Tolerance{Rel: hat.Rel(), Abs: linear.PlainFloor(hat, j)}}
	if hat.DF() > 0 {
		s, err := linear.NewSandwich(hat, j)
		if err != nil {
			return estimate.Answer{}, err
		}
		s.E = e
		if err := inferIV(&a, b, ivSpread{s, squares(e), hat.Fit.Inv[j], linear.Labels(m.v, clusters...)}, kind, small, in.Level); err != nil {
			return estimate.Answer{}, err
		}
		second := hat.Fit.RSS.Div(dd.F(float64(hat.DF()))).Mul(hat.Fit.Inv[j]).Sqrt()
		linear.VarySE(&a, "second-stage", "with the standard error that least squares on the fits of the first stage prints", b, second, float64(hat.DF()), in.Level)
		a.Floor.Abs += hat.Rel() * second.Float()
	}
	m.neighbours(&a, j, in.Level)
	if len(m.inst) > len(m.endog) {
		if g, err := m.moments(e); err == nil {
			answer.VaryValue(&a, "gmm", "by the generalised method of moments in two steps", g.Coef[j])
		}
	}
	return a, nil
}

// inferIV fills in what follows from standard errors.
func inferIV(a *estimate.Answer, b dd.Num, e ivSpread, kind string, small bool, level float64) error {
	v, df, err := e.of(kind, small)
	if err != nil {
		return err
	}
	se := v.Sqrt()
	if v.Sign() < 0 {
		a.What += linear.NoError
	}
	if small {
		answer.Infer(a, b, se, dd.F(df), level)
		large, _, err := e.of(kind, false)
		if err == nil {
			answer.VaryNormalSE(a, "large-sample", "with the standard error for large samples and the normal distribution", b, large.Sqrt(), level)
		}
		linear.Finish(a, b, se, level)
	} else {
		answer.InferNormal(a, b, se, level)
		if s, d, err := e.of(kind, true); err == nil {
			linear.VarySE(a, "small-sample", "with the standard error for small samples and Student's t", b, s.Sqrt(), d, level)
		}
		answer.VaryOneSided(a)
		answer.VaryScaled(a, "sign", "the coefficient with the wrong sign", -1)
	}
	for _, name := range panelErrors[:3] {
		if o, d, err := e.of(name, small); err == nil && name != kind {
			if small {
				linear.VarySE(a, name, panelNotes[name], b, o.Sqrt(), d, level)
			} else {
				answer.VaryNormalSE(a, name, panelNotes[name], b, o.Sqrt(), level)
			}
		}
	}
	if kind == "cluster" && small {
		c, err := e.s.Cluster(e.clusters...)
		if err != nil {
			return err
		}
		c.Vary(a, b, float64(e.s.DF), level)
	}
	return nil
}

// neighbours appends least squares without instruments, and of one endogenous predictor
// with one instrument what the two stages give alone.
func (m iv) neighbours(a *estimate.Answer, j int, level float64) {
	if o, err := m.m.Solve(); err == nil {
		v := o.Coefficient(j, level)
		v.Variants, v.N = nil, spec.Value{}
		answer.Vary(a, "ols", "the least-squares coefficient, without instruments", v)
	}
	if last := len(m.m.X) - 1; len(m.endog) == 1 && len(m.inst) == 1 && j == last {
		if reduced, err := m.z.Solve(); err == nil {
			answer.VaryValue(a, "reduced-form", "the coefficient of the instrument in the regression of the response on it", reduced.Fit.Coef[last])
		}
		first := m.z
		first.Y = m.m.X[last]
		if f, err := first.Solve(); err == nil {
			answer.VaryValue(a, "first-stage", "the coefficient of the instrument in the first stage", f.Fit.Coef[last])
		}
	}
}

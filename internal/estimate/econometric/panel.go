package econometric

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/absorb"
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

var panelErrors = []string{"classical", "HC0", "HC1", "cluster"}

func panels() []estimate.Estimator {
	args := []estimate.Arg{
		{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "response; rows that lack any column of the model are left out"},
		{Name: "x", Kind: estimate.ArgColumns, Required: true, Doc: "predictors"},
		{Name: "term", Kind: estimate.ArgText, Required: true, Doc: "coefficient asked for: a predictor"},
		{Name: "entity", Kind: estimate.ArgFactor, Required: true, Doc: "column that names the unit that is observed again and again"},
		{Name: "time", Kind: estimate.ArgFactor, Doc: "column that names the period"},
		{Name: "effects", Kind: estimate.ArgText, Default: spec.TextValue("entity"), OneOf: []string{"entity", "time", "both"}, Doc: "what has a constant of its own"},
		{Name: "covariance", Kind: estimate.ArgText, Default: spec.TextValue("classical"), OneOf: panelErrors, Doc: "kind of standard error"},
		{Name: "effects_df", Kind: estimate.ArgText, Default: spec.TextValue("all"), OneOf: []string{"all", "not-nested", "none"},
			Doc: "which effects count in k: all, as with indicators; those that do not lie within the clusters, and one constant, as Stata's xtreg and reghdfe count; none"},
	}
	return []estimate.Estimator{{
		Name: "fixed_effects", Summary: "the coefficient with fixed effects",
		Unit: "that of y / that of the term", Domain: "numbers; predictors that vary within the effects; a degree of freedom left",
		PerRow: true, Gives: ciSE, Args: append(args, linear.ClusterArgs()...), Compute: fixedEffects,
		Formula: "least squares of y on x after the effects are taken out of each, as with an indicator for each entity (and period); k counts predictors and independent indicators; errors as of ols and ols_robust; interval b ± t(n - k) se, of clusters t(G - 1)",
		Source:  "Frisch, Waugh, Lovell; effects of two factors by conjugate gradients in double-double; Abowd, Creecy and Kramarz (2002) for their number",
	}}
}

// panel is a model with the factors of its rows.
type panel struct {
	m            linear.Model // as given, without constant
	j            int
	entity, time absorb.Factor // time has no levels where no column is named
	order        []spec.Value  // period of each row
	clusters     [][]string
	level        float64
}

func panelOf(in estimate.Input) (panel, error) {
	names := []string{in.Args.Text("entity")}
	if in.Args.Has("time") {
		names = append(names, in.Args.Text("time"))
	}
	others := slices.Clone(names)
	var clusters []string
	if in.Args.Text("covariance") == "cluster" {
		var err error
		if clusters, err = linear.ClusterColumns(in); err != nil {
			return panel{}, err
		}
		others = append(others, clusters...)
	}
	m, v, j, err := linear.Of(in, others...)
	if err != nil {
		return panel{}, err
	}
	p := panel{m: m, j: j, clusters: linear.Labels(v, clusters...), level: in.Level}
	labels := linear.Labels(v, names...)
	p.entity = absorb.Numbered(labels[0])
	if len(names) > 1 {
		p.time = absorb.Numbered(labels[1])
		c := v.Column(names[1])
		for i := range v.Rows() {
			p.order = append(p.order, view.Label(c, i))
		}
	}
	return p, nil
}

// factors are those that effects name.
func (p panel) factors(effects string) []absorb.Factor {
	switch effects {
	case "entity":
		return []absorb.Factor{p.entity}
	case "time":
		return []absorb.Factor{p.time}
	}
	return []absorb.Factor{p.entity, p.time}
}

// within is the fitted model after factors were taken out of every column, and the share
// of the predictor that is left.
func (p panel) within(ctx context.Context, factors []absorb.Factor) (w linear.Model, share float64, err error) {
	w = p.m
	w.X = make([][]dd.Num, len(p.m.X))
	out := func(column []dd.Num) []dd.Num {
		if err != nil {
			return nil
		}
		var left []dd.Num
		left, err = absorb.Out(ctx, column, factors...)
		return left
	}
	w.Y = out(p.m.Y)
	for k := range w.X {
		w.X[k] = out(p.m.X[k])
	}
	if errors.Is(err, absorb.ErrWeak) {
		return w, 0, estimate.Undefined("%v", err)
	}
	if err != nil {
		return w, 0, err
	}
	for k := range w.X {
		if !slices.ContainsFunc(w.X[k], func(x dd.Num) bool { return x.Sign() != 0 }) {
			return w, 0, estimate.Undefined("%s does not vary beside the fixed effects", w.Terms[k])
		}
	}
	share = math.Sqrt(norm(w.X[p.j]) / norm(p.m.X[p.j]))
	w, err = w.Solve()
	return w, share, err
}

func norm(column []dd.Num) float64 {
	var s dd.Num
	for _, x := range column {
		s = s.Add(x.Mul(x))
	}
	return s.Float()
}

func fixedEffects(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	effects, kind := in.Args.Text("effects"), in.Args.Text("covariance")
	if effects != "entity" && !in.Args.Has("time") {
		return estimate.Answer{}, estimate.BadArg("time", "is required by the effects %s", effects)
	}
	p, err := panelOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	factors := p.factors(effects)
	w, share, err := p.within(ctx, factors)
	if err != nil {
		return estimate.Answer{}, err
	}
	n, k := len(w.Y), len(w.X)
	counted := map[string]int{"all": absorb.Rank(factors...), "not-nested": p.free(factors), "none": 0}
	free := n - k - counted["all"]
	if free <= 0 {
		return estimate.Answer{}, estimate.Undefined("%d rows leave no degree of freedom to %d predictors and %d fixed effects", n, k, counted["all"])
	}
	b := w.Fit.Coef[p.j]
	a := estimate.Answer{What: fmt.Sprintf("the coefficient of %s with fixed effects (%s)", w.Terms[p.j], map[string]string{"entity": "of the entity", "time": "of the period", "both": "of the entity and the period"}[effects]),
		Value: estimate.Number(b.Float()), N: answer.Count(n), Unit: linear.TermUnit(in, w.Terms[p.j]),
		Floor: spec.Tolerance{Rel: w.Rel(), Abs: linear.PlainFloor(p.m, p.j)}}
	if share > 0 { // the smaller the part that is left, the more of it is rounding elsewhere
		a.Floor.Abs /= share
	}
	e, err := p.errors(w)
	if err != nil {
		return estimate.Answer{}, err
	}
	own := in.Args.Text("effects_df")
	se, df, err := e.of(kind, n-k-counted[own])
	if err != nil {
		return estimate.Answer{}, err
	}
	answer.Infer(&a, b, se, dd.F(df), in.Level)
	if se.Finite() {
		a.Floor.Abs += w.Rel() * se.Float()
	} else {
		a.What += linear.NoError
	}
	for _, name := range panelErrors[:3] {
		if s, d, err := e.of(name, n-k-counted[own]); err == nil && name != kind {
			linear.VarySE(&a, name, panelNotes[name], b, s, d, in.Level)
		}
	}
	for _, o := range []struct{ name, as, note string }{
		{"all-effects-counted", "all", "with every effect counted in k"},
		{"not-nested", "not-nested", "with the effects that lie within the clusters counted as one constant in k"},
		{"effects-not-counted", "none", "with k that leaves out the effects, as of least squares on demeaned columns"}} {
		if s, d, err := e.of(kind, n-k-counted[o.as]); err == nil && counted[o.as] != counted[own] {
			linear.VarySE(&a, o.name, o.note, b, s, d, in.Level)
		}
	}
	if kind == "cluster" {
		if err := e.varyClusters(&a, b, n-k-counted[own]); err != nil {
			return estimate.Answer{}, err
		}
	}
	linear.Finish(&a, b, se, in.Level)
	p.neighbours(ctx, &a, effects)
	return a, ctx.Err()
}

var panelNotes = map[string]string{
	"classical": "with the standard error for equal variances", "HC0": "with White's standard error (HC0)", "HC1": "with the standard error HC1, times n/(n - k)",
}

// free is how many effects count where those that lie within every kind of clusters are
// one constant.
func (p panel) free(factors []absorb.Factor) int {
	var left []absorb.Factor
	for _, f := range factors {
		nested := slices.ContainsFunc(p.clusters, func(labels []string) bool { return f.Within(absorb.Numbered(labels)) })
		if !nested {
			left = append(left, f)
		}
	}
	return max(1, absorb.Rank(left...))
}

// panelSpread gives standard errors of one coefficient after effects were taken out.
type panelSpread struct {
	s        linear.Sandwich
	w        linear.Model
	j        int
	clusters [][]string
	level    float64
}

func (p panel) errors(w linear.Model) (panelSpread, error) {
	s, err := linear.NewSandwich(w, p.j)
	return panelSpread{s, w, p.j, p.clusters, p.level}, err
}

// of is the standard error of a kind with n - k degrees of freedom, and those of its t.
func (e panelSpread) of(kind string, free int) (se dd.Num, df float64, err error) {
	if free <= 0 {
		return se, 0, estimate.Undefined("no degree of freedom is left")
	}
	e.s.DF = free
	switch kind {
	case "classical":
		return e.w.Fit.RSS.Div(dd.F(float64(free))).Mul(e.w.Fit.Inv[e.j]).Sqrt(), float64(free), nil
	case "HC0":
		return e.s.HC(0).Sqrt(), float64(free), nil
	case "HC1":
		return e.s.HC(1).Sqrt(), float64(free), nil
	}
	c, err := e.s.Cluster(e.clusters...)
	return c.Variance.Sqrt(), c.DF, err
}

func (e panelSpread) varyClusters(a *estimate.Answer, b dd.Num, free int) error {
	e.s.DF = free
	c, err := e.s.Cluster(e.clusters...)
	if err == nil {
		c.Vary(a, b, float64(free), e.level)
	}
	return err
}

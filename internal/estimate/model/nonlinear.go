package model

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/estimate/answer"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/nls"
	"github.com/assaybench/assay/spec"
)

// nonlinear are nonlinear models by least squares.
func nonlinear() []estimate.Estimator {
	return []estimate.Estimator{{Name: "nls", Summary: "the parameter of the nonlinear least-squares fit",
		Unit: "as the model has it", Domain: "numbers on which the model is finite; more rows than parameters, a minimum near the start",
		Formula: "b minimises Σ (left - right)²; se² = s² (J'J)^-1, s² = RSS / (n - k); interval b ± t(n - k) se; J by exact differentiation",
		Source:  "Levenberg (1944), Marquardt (1963), Kaufman (1975), in double-double",
		PerRow:  true, Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
		Args: []estimate.Arg{
			{Name: "model", Kind: estimate.ArgText, Required: true, Doc: "formula over columns and parameters, such as y = a*(1 - exp(-b*x)); rows that lack a column of it are left out"},
			{Name: "start", Kind: estimate.ArgTexts, Required: true, Doc: "starting values, such as a=500 and b=0.0001; they name the parameters"},
			{Name: "term", Kind: estimate.ArgText, Doc: "parameter asked for; all of them, as an array with their names, where absent"}},
		Compute: nlsCompute}}
}

// starts reads texts such as b1=500.
func starts(texts []string) (names []string, values []dd.Num, err error) {
	for _, t := range texts {
		name, value, ok := strings.Cut(t, "=")
		v, bad := dd.Parse(strings.TrimSpace(value))
		if !ok || bad != nil {
			return nil, nil, estimate.BadArg("start", "%q is not of the form b1=500", t)
		}
		names, values = append(names, strings.TrimSpace(name)), append(values, v)
	}
	return names, values, nil
}

func nlsCompute(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	names, start, err := starts(in.Args.Texts("start"))
	if err != nil {
		return estimate.Answer{}, err
	}
	term := in.Args.Text("term")
	j := slices.Index(names, term)
	switch {
	case term == "" && in.Args.Has("by"):
		return estimate.Answer{}, estimate.BadArg("term", "one parameter is to be named where there is a fit for each group")
	case term != "" && j < 0:
		return estimate.Answer{}, estimate.BadArg("term", "the model has no parameter %q; it has %s", term, strings.Join(names, ", "))
	}
	m, err := nls.Parse(in.Args.Text("model"), names, func(name string) bool { return in.View.Column(name) != nil })
	if err != nil {
		return estimate.Answer{}, estimate.BadArg("model", "%v", err)
	}
	if len(m.Columns) == 0 {
		return estimate.Answer{}, estimate.BadArg("model", "it uses no column; the view has %s", strings.Join(in.View.Columns(), ", "))
	}
	columns, err := in.View.Numbers(m.Columns...)
	if err != nil {
		return estimate.Answer{}, estimate.BadArg("model", "%v", err)
	}
	f, err := m.Fit(ctx, columns, len(columns[0]), start)
	if err != nil {
		if ctx.Err() != nil {
			return estimate.Answer{}, err
		}
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	if term != "" {
		return parameter(f, j, term, in.Level), nil
	}
	a := parameters(f, names, in.Level)
	ctx = context.WithoutCancel(ctx) // what is reported is judged later; a search has an end of its own
	a.Optimum = func(params []float64) (estimate.Attained, bool) {
		from := make([]dd.Num, len(params))
		for i, x := range params {
			from[i] = dd.F(x)
		}
		at, ok := m.RSS(columns, len(columns[0]), from)
		if !ok {
			return estimate.Attained{}, false
		}
		near, err := m.Near(ctx, columns, len(columns[0]), from)
		if err != nil {
			return estimate.Attained{}, false
		}
		best := f.RSS.Float()
		return estimate.Attained{Objective: "residual sum of squares", At: at.Float(), Near: near.RSS.Float(), Best: best, Slack: 1e-6 * best, Answer: parameters(near, names, in.Level)}, true
	}
	return a, nil
}

// parameters are all parameters of a fit.
func parameters(f nls.Fit, names []string, level float64) estimate.Answer {
	parts, labels := make([]estimate.Answer, len(names)), make([]spec.Value, len(names))
	for j, name := range names {
		parts[j], labels[j] = parameter(f, j, name, level), spec.TextValue(name)
	}
	a := estimate.Join(parts, labels)
	a.What, a.N, a.DF = "the parameters of the nonlinear least-squares fit", answer.Count(f.N), spec.Value{}
	if f.DF > 0 {
		a.DF = answer.Count(f.DF)
	}
	for _, p := range parts {
		a.Floors = append(a.Floors, p.Floor)
	}
	return a
}

// parameter is one parameter of a fit.
func parameter(f nls.Fit, j int, term string, level float64) estimate.Answer {
	b := f.Params[j]
	a := estimate.Answer{What: fmt.Sprintf("the parameter %s of the nonlinear least-squares fit", term), Value: estimate.Number(b.Float()), N: answer.Count(f.N)}
	// What the usual programs reach: they stop within a small part of a standard error.
	a.Floor = spec.Tolerance{Rel: 1e-6}
	if f.DF == 0 {
		return a
	}
	se := f.SE[j]
	a.Floor.Abs = 1e-2 * se.Float()
	answer.Infer(&a, b, se, dd.F(float64(f.DF)), level)
	answer.VaryNormal(&a, b, se, level)
	over := dd.F(float64(f.DF)).Div(dd.F(float64(f.N))).Sqrt()
	ml := estimate.Answer{}
	answer.Infer(&ml, b, se.Mul(over), dd.F(float64(f.DF)), level)
	ml.DF = spec.Value{}
	answer.Vary(&a, "ml-variance", "with the residual variance divided by n, not by n - k", ml)
	if s2 := f.RSS.Div(dd.F(float64(f.DF))); s2.Sign() > 0 {
		unscaled := estimate.Answer{}
		answer.Infer(&unscaled, b, se.Div(s2.Sqrt()), dd.F(float64(f.DF)), level)
		unscaled.DF = spec.Value{}
		answer.Vary(&a, "absolute-sigma", "with errors taken to have the standard deviation 1 (absolute_sigma), not that of the residuals", unscaled)
	}
	answer.VaryOneSided(&a)
	answer.VaryScaled(&a, "sign", "the parameter with the wrong sign", -1)
	if b.Sign() != 0 {
		answer.VaryValue(&a, "reciprocal", "one over the parameter", dd.F(1).Div(b))
	}
	if b.Sign() > 0 {
		answer.VaryValue(&a, "log", "the natural logarithm of the parameter", b.Log())
	}
	return a
}

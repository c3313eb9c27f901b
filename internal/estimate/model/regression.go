package model

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// regressions are linear models by least squares.
func regressions() []estimate.Estimator {
	yes := spec.Value{Kind: spec.ValueBool, Bool: true}
	y := estimate.Arg{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "response; rows that lack any column of the model are left out"}
	x := estimate.Arg{Name: "x", Kind: estimate.ArgColumns, Required: true, Doc: "predictors"}
	degree := estimate.Arg{Name: "degree", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 1, Max: 20, Doc: "powers up to this one, of a single predictor: terms x, x^2, …"}
	icept := estimate.Arg{Name: "add_intercept", Kind: estimate.ArgBool, Default: yes, Doc: "whether the model has a constant"}
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	const formula = "b minimises |y - X b|; se² = s² (X'X)^-1, s² = RSS / (n - k); interval b ± t(n - k) se"
	return append(fitted([]estimate.Arg{y, x, degree, icept}), []estimate.Estimator{
		{Name: "ols", Summary: "the least-squares coefficient",
			Unit: "that of y / that of the term", Domain: "numbers; as many rows as coefficients, one more for inference; no dependent columns",
			Formula: formula, Source: "Householder QR in double-double", PerRow: true, Gives: ciSE,
			Args:    []estimate.Arg{y, x, {Name: "term", Kind: estimate.ArgText, Required: true, Doc: "coefficient asked for: a predictor, a power such as x^2, or intercept"}, degree, icept},
			Compute: ols},
		{Name: "ols_r2", Summary: "R² of the least-squares fit",
			Unit: "1", Domain: "numbers; as many rows as coefficients, y not constant", Source: "Wright (1921)",
			Formula: "1 - RSS / TSS; without an intercept TSS is about 0", PerRow: true,
			Args: []estimate.Arg{y, x, degree, icept}, Compute: olsR2},
		{Name: "linear_trend", Summary: "the slope of the linear trend",
			Unit: "that of y / that of t", Domain: "numbers; three complete rows for inference, two for the slope; t not constant", Source: "Legendre (1805), Gauss (1809)",
			Formula: formula, PerRow: true, Gives: ciSE,
			Args: []estimate.Arg{y, {Name: "t", Kind: estimate.ArgColumn, Required: true, Doc: "time; a column of dates counts in days"}}, Compute: linearTrend},
	}...)
}

// ofCall is the model that the arguments of a call describe.
func ofCall(in estimate.Input) (linear.Model, error) {
	return linear.New(in.View, in.Args.Text("y"), in.Args.Texts("x"), int(in.Args.Number("degree")), in.Args.Bool("add_intercept"))
}

func ols(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	y, xs, icept := in.Args.Text("y"), in.Args.Texts("x"), in.Args.Bool("add_intercept")
	degree := int(in.Args.Number("degree"))
	fit, err := linear.WithAndWithout(in.View, y, xs, degree)
	if err != nil {
		return estimate.Answer{}, err
	}
	m, err := fit(icept)
	if err != nil {
		return estimate.Answer{}, err
	}
	term := in.Args.Text("term")
	j := slices.Index(m.Terms, term)
	if j < 0 {
		return estimate.Answer{}, estimate.BadArg("term", "the model has no term %q; it has %s", term, strings.Join(m.Terms, ", "))
	}
	a := m.Coefficient(j, in.Level)
	a.What = fmt.Sprintf("the least-squares coefficient of %s", term)
	switch {
	case term == linear.Intercept:
		a.What, a.Unit = "the intercept of the least-squares fit", sample.UnitOf(in, y)
	case slices.Contains(xs, term):
		a.Unit = answer.Per(sample.UnitOf(in, y), sample.UnitOf(in, term))
	}
	answer.VaryOneSided(&a)
	answer.VaryScaled(&a, "sign", "the coefficient with the wrong sign", -1)
	if term != linear.Intercept {
		if o, err := fit(!icept); err == nil {
			note := "from a model without an intercept"
			if !icept {
				note = "from a model with an intercept"
			}
			v := o.Coefficient(slices.Index(o.Terms, term), in.Level)
			v.Variants = nil
			answer.Vary(&a, "other-intercept", note, v)
		}
		sx, sy := dd.Of(m.X[j]).SS.Sqrt(), dd.Of(m.Y).SS.Sqrt()
		answer.VaryValue(&a, "standardised", "the standardised coefficient (in standard deviations)", m.Fit.Coef[j].Mul(sx).Div(sy))
		if len(xs) == 1 && degree == 1 {
			if o, err := linear.New(in.View, term, []string{y}, 1, icept); err == nil {
				answer.VaryValue(&a, "inverse-regression", fmt.Sprintf("the slope of %s on %s, the other way round", term, y), o.Fit.Coef[slices.Index(o.Terms, y)])
			}
		} else if o, err := linear.New(in.View, y, []string{strings.SplitN(term, "^", 2)[0]}, 1, icept); err == nil && slices.Contains(xs, term) {
			answer.VaryValue(&a, "unadjusted", "the slope of "+term+" alone, without the other terms", o.Fit.Coef[slices.Index(o.Terms, term)])
		}
	}
	return a, nil
}

func olsR2(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, err := ofCall(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	tss := m.TSS()
	if tss.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("%s is constant", in.Args.Text("y"))
	}
	one, ratio := dd.F(1), m.Fit.RSS.Div(tss)
	r2 := one.Sub(ratio)
	a := estimate.Answer{Value: estimate.Number(r2.Float()), N: answer.Count(len(m.Y)), Unit: "1", Floor: spec.Tolerance{Rel: m.Rel(), Abs: 1e-12}}
	n, k := float64(len(m.Y)), float64(len(m.X))
	base := n
	if m.Intercept {
		base = n - 1
	}
	if m.DF() > 0 {
		answer.VaryValue(&a, "adjusted", "the adjusted R²", one.Sub(ratio.Mul(dd.F(base)).Div(dd.F(n-k))))
	}
	answer.VaryValue(&a, "r", "R, the square root of R²", r2.Sqrt())
	answer.VaryValue(&a, "percent", "R² in percent, where a fraction belongs", r2.Mul(dd.F(100)))
	answer.VaryValue(&a, "unexplained", "the unexplained part (1 - R²)", ratio)
	centred := m
	centred.Intercept = !m.Intercept
	answer.VaryValue(&a, "other-total", "R² with the total sum of squares taken about "+map[bool]string{true: "0, not the mean", false: "the mean, not 0"}[m.Intercept], one.Sub(m.Fit.RSS.Div(centred.TSS())))
	return a, nil
}

func linearTrend(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	y, t := in.Args.Text("y"), in.Args.Text("t")
	m, err := linear.New(in.View, y, []string{t}, 1, true)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := m.Coefficient(1, in.Level)
	tUnit := sample.UnitOf(in, t)
	if in.View.Column(t).Kind == spec.ColumnTime {
		tUnit = cmp.Or(tUnit, "day")
	}
	a.Unit = answer.Per(sample.UnitOf(in, y), tUnit)
	answer.VaryOneSided(&a)
	for _, s := range []struct {
		name string
		k    float64
	}{{"12", 12}, {"1/12", 1.0 / 12}, {"365.25", 365.25}, {"1/365.25", 1 / 365.25}, {"365", 365}, {"1/365", 1.0 / 365}, {"10", 10}, {"1/10", 0.1},
		{"100", 100}, {"1/100", 0.01}, {"7", 7}, {"1/7", 1.0 / 7}, {"52", 52}, {"1/52", 1.0 / 52}} {
		answer.VaryScaled(&a, "times-"+s.name, "the slope times "+s.name+": per another step of time", s.k)
	}
	answer.VaryScaled(&a, "sign", "the slope with the wrong sign", -1)
	if o, err := linear.New(in.View, t, []string{y}, 1, true); err == nil {
		answer.VaryValue(&a, "inverse-regression", fmt.Sprintf("the slope of %s on %s, the other way round", t, y), o.Fit.Coef[1])
	}
	n := len(m.Y)
	order := sample.ByValue(m.X[1])
	first, last := order[0], order[n-1]
	answer.VaryValue(&a, "end-points", "the slope between the first and the last value", m.Y[last].Sub(m.Y[first]).Div(m.X[1][last].Sub(m.X[1][first])))
	r, _ := sample.Correlate(m.X[1], m.Y)
	answer.VaryValue(&a, "correlation", "the correlation, not the slope", r)
	return a, nil
}

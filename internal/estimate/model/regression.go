package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
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
		{Name: "ols", Summary: "the least-squares coefficient", Formula: formula, Source: "Householder QR in double-double", PerRow: true, Gives: ciSE,
			Args:    []estimate.Arg{y, x, {Name: "term", Kind: estimate.ArgText, Required: true, Doc: "coefficient asked for: a predictor, a power such as x^2, or intercept"}, degree, icept},
			Compute: ols},
		{Name: "ols_r2", Summary: "R² of the least-squares fit", Formula: "1 - RSS / TSS; without an intercept TSS is about 0", PerRow: true,
			Args: []estimate.Arg{y, x, degree, icept}, Compute: olsR2},
		{Name: "linear_trend", Summary: "the slope of the linear trend", Formula: formula, PerRow: true, Gives: ciSE,
			Args: []estimate.Arg{y, {Name: "t", Kind: estimate.ArgColumn, Required: true, Doc: "time; a column of dates counts in days"}}, Compute: linearTrend},
	}...)
}

// model is a fitted linear model.
type model struct {
	terms []string
	x     [][]dd.Num
	y     []dd.Num
	fit   dd.Fit
	icept bool
}

const intercept = "intercept"

// newModel fits y on columns xs, or on the powers of the only one.
func newModel(v *view.View, y string, xs []string, degree int, icept bool) (model, error) {
	m, err := newDesign(v, y, xs, degree, icept)
	if err != nil {
		return model{}, err
	}
	return m.solve()
}

// newDesign is a model that is not fitted yet.
func newDesign(v *view.View, y string, xs []string, degree int, icept bool) (model, error) {
	cols, err := v.Numbers(append([]string{y}, xs...)...)
	if err != nil {
		return model{}, err
	}
	m := model{y: cols[0], icept: icept}
	if icept {
		m.add(intercept, sample.Constant(len(m.y)))
	}
	for j, name := range xs {
		m.add(name, cols[j+1])
	}
	if degree > 1 {
		if len(xs) != 1 {
			return model{}, estimate.BadArg("degree", "asks for powers of one predictor; derive those of several as columns")
		}
		p := cols[1]
		for k := 2; k <= degree; k++ {
			next := make([]dd.Num, len(p))
			for i := range p {
				next[i] = p[i].Mul(cols[1][i])
			}
			p = next
			m.add(fmt.Sprintf("%s^%d", xs[0], k), p)
		}
	}
	return m, nil
}

func (m model) solve() (model, error) {
	if len(m.y) < len(m.x) {
		return model{}, estimate.Undefined("%d complete rows cannot determine %d coefficients", len(m.y), len(m.x))
	}
	var err error
	m.fit, err = dd.LeastSquares(m.x, m.y)
	if r := (dd.RankError{}); errors.As(err, &r) {
		return model{}, estimate.Undefined("%s is a linear combination of the other terms", m.terms[r.Column])
	}
	if err != nil {
		return model{}, estimate.Undefined("%v", err)
	}
	return m, nil
}

// modelOf is the model that the arguments of a call describe.
func modelOf(in estimate.Input) (model, error) {
	return newModel(in.View, in.Args.Text("y"), in.Args.Texts("x"), int(in.Args.Number("degree")), in.Args.Bool("add_intercept"))
}

func (m *model) add(term string, col []dd.Num) {
	m.terms, m.x = append(m.terms, term), append(m.x, col)
}

func (m model) df() int { return len(m.y) - len(m.x) }

// tss is the sum of squares about the mean, or about 0 without an intercept.
func (m model) tss() dd.Num {
	if m.icept {
		return dd.Of(m.y).SS
	}
	var s dd.Num
	for _, y := range m.y {
		s = s.Add(y.Mul(y))
	}
	return s
}

// rel is the tolerance that the conditioning of the columns leaves to float64.
func (m model) rel() float64 { return math.Max(1e-8, 10*sample.Eps*m.fit.Kappa) }

// coefficient is the answer for term j.
func (m model) coefficient(j int, level float64) estimate.Answer {
	b := m.fit.Coef[j]
	a := estimate.Answer{Value: estimate.Number(b.Float()), N: answer.Count(len(m.y))}
	if m.df() > 0 {
		se := m.fit.RSS.Div(dd.F(float64(m.df()))).Mul(m.fit.Inv[j]).Sqrt()
		answer.Infer(&a, b, se, dd.F(float64(m.df())), level)
		answer.VaryNormal(&a, b, se, level)
		se0 := m.fit.RSS.Div(dd.F(float64(len(m.y)))).Mul(m.fit.Inv[j]).Sqrt()
		v := estimate.Answer{}
		answer.Infer(&v, b, se0, dd.F(float64(m.df())), level)
		v.DF = spec.Value{}
		answer.Vary(&a, "ml-variance", "with the residual variance divided by n, not by n - k", v)
		a.Floor.Abs = m.rel() * se.Float()
	}
	a.Floor.Rel = m.rel()
	a.Floor.Abs += 64 * sample.Eps * sample.New(m.y).Big / math.Max(sample.New(m.x[j]).Big, math.SmallestNonzeroFloat64)
	return a
}

func ols(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	y, xs, icept := in.Args.Text("y"), in.Args.Texts("x"), in.Args.Bool("add_intercept")
	degree := int(in.Args.Number("degree"))
	m, err := newModel(in.View, y, xs, degree, icept)
	if err != nil {
		return estimate.Answer{}, err
	}
	term := in.Args.Text("term")
	j := slices.Index(m.terms, term)
	if j < 0 {
		return estimate.Answer{}, estimate.BadArg("term", "the model has no term %q; it has %s", term, strings.Join(m.terms, ", "))
	}
	a := m.coefficient(j, in.Level)
	a.What = fmt.Sprintf("the least-squares coefficient of %s", term)
	switch {
	case term == intercept:
		a.What, a.Unit = "the intercept of the least-squares fit", sample.UnitOf(in, y)
	case slices.Contains(xs, term):
		a.Unit = answer.Per(sample.UnitOf(in, y), sample.UnitOf(in, term))
	}
	answer.VaryOneSided(&a)
	answer.VaryScaled(&a, "sign", "the coefficient with the wrong sign", -1)
	if term != intercept {
		if o, err := newModel(in.View, y, xs, degree, !icept); err == nil {
			note := "from a model without an intercept"
			if !icept {
				note = "from a model with an intercept"
			}
			v := o.coefficient(slices.Index(o.terms, term), in.Level)
			v.Variants = nil
			answer.Vary(&a, "other-intercept", note, v)
		}
		sx, sy := dd.Of(m.x[j]).SS.Sqrt(), dd.Of(m.y).SS.Sqrt()
		answer.VaryValue(&a, "standardised", "the standardised coefficient (in standard deviations)", m.fit.Coef[j].Mul(sx).Div(sy))
		if len(xs) == 1 && degree == 1 {
			if o, err := newModel(in.View, term, []string{y}, 1, icept); err == nil {
				answer.VaryValue(&a, "inverse-regression", fmt.Sprintf("the slope of %s on %s, the other way round", term, y), o.fit.Coef[slices.Index(o.terms, y)])
			}
		} else if o, err := newModel(in.View, y, []string{strings.SplitN(term, "^", 2)[0]}, 1, icept); err == nil && slices.Contains(xs, term) {
			answer.VaryValue(&a, "unadjusted", "the slope of "+term+" alone, without the other terms", o.fit.Coef[slices.Index(o.terms, term)])
		}
	}
	return a, nil
}

func olsR2(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, err := modelOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	tss := m.tss()
	if tss.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("%s is constant", in.Args.Text("y"))
	}
	one, ratio := dd.F(1), m.fit.RSS.Div(tss)
	r2 := one.Sub(ratio)
	a := estimate.Answer{Value: estimate.Number(r2.Float()), N: answer.Count(len(m.y)), Unit: "1", Floor: spec.Tolerance{Rel: m.rel(), Abs: 1e-12}}
	n, k := float64(len(m.y)), float64(len(m.x))
	base := n
	if m.icept {
		base = n - 1
	}
	if m.df() > 0 {
		answer.VaryValue(&a, "adjusted", "the adjusted R²", one.Sub(ratio.Mul(dd.F(base)).Div(dd.F(n-k))))
	}
	answer.VaryValue(&a, "r", "R, the square root of R²", r2.Sqrt())
	answer.VaryValue(&a, "percent", "R² in percent, where a fraction belongs", r2.Mul(dd.F(100)))
	answer.VaryValue(&a, "unexplained", "the unexplained part (1 - R²)", ratio)
	centred := m
	centred.icept = !m.icept
	answer.VaryValue(&a, "other-total", "R² with the total sum of squares taken about "+map[bool]string{true: "0, not the mean", false: "the mean, not 0"}[m.icept], one.Sub(m.fit.RSS.Div(centred.tss())))
	return a, nil
}

func linearTrend(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	y, t := in.Args.Text("y"), in.Args.Text("t")
	m, err := newModel(in.View, y, []string{t}, 1, true)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := m.coefficient(1, in.Level)
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
	if o, err := newModel(in.View, t, []string{y}, 1, true); err == nil {
		answer.VaryValue(&a, "inverse-regression", fmt.Sprintf("the slope of %s on %s, the other way round", t, y), o.fit.Coef[1])
	}
	n := len(m.y)
	order := sample.ByValue(m.x[1])
	first, last := order[0], order[n-1]
	answer.VaryValue(&a, "end-points", "the slope between the first and the last value", m.y[last].Sub(m.y[first]).Div(m.x[1][last].Sub(m.x[1][first])))
	r, _ := sample.Correlate(m.x[1], m.y)
	answer.VaryValue(&a, "correlation", "the correlation, not the slope", r)
	return a, nil
}

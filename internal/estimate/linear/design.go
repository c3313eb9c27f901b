// Package linear holds what linear models of the columns of a view share: the design
// that a call describes, its least-squares fit, and the variances of one coefficient that
// are robust to unequal or correlated errors.
package linear

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Args are those of a coefficient of a model of columns.
func Args(more ...estimate.Arg) []estimate.Arg {
	return append([]estimate.Arg{
		{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "response; rows that lack any column of the model are left out"},
		{Name: "x", Kind: estimate.ArgColumns, Required: true, Doc: "predictors"},
		{Name: "term", Kind: estimate.ArgText, Required: true, Doc: "coefficient asked for: a predictor or intercept"},
		{Name: "add_intercept", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool, Bool: true}, Doc: "whether the model has a constant"}}, more...)
}

// Model is a linear model, fitted or not.
type Model struct {
	Terms     []string
	X         [][]dd.Num // a column for each term
	Y         []dd.Num
	Fit       dd.Fit // by Solve
	Intercept bool
}

// Intercept is the name of the constant term.
const Intercept = "intercept"

// New fits y on columns xs, or on the powers of the only one.
func New(v *view.View, y string, xs []string, degree int, icept bool) (Model, error) {
	m, err := NewDesign(v, y, xs, degree, icept)
	if err != nil {
		return Model{}, err
	}
	return m.Solve()
}

// WithAndWithout gives the fits of New with an intercept and without.
func WithAndWithout(v *view.View, y string, xs []string, degree int) (func(icept bool) (Model, error), error) {
	m, err := NewDesign(v, y, xs, degree, true)
	if err != nil {
		return nil, err
	}
	of := make([]int, len(m.X))
	for j := range of {
		of[j] = j
	}
	among := m.Among()
	return func(icept bool) (Model, error) {
		if icept {
			return among(true, of...)
		}
		return among(false, of[1:]...)
	}, nil
}

// NewDesign is a model that is not fitted yet.
func NewDesign(v *view.View, y string, xs []string, degree int, icept bool) (Model, error) {
	cols, err := v.Numbers(append([]string{y}, xs...)...)
	if err != nil {
		return Model{}, err
	}
	m := Model{Y: cols[0], Intercept: icept}
	if icept {
		m.Add(Intercept, sample.Constant(len(m.Y)))
	}
	for j, name := range xs {
		m.Add(name, cols[j+1])
	}
	if degree > 1 {
		if len(xs) != 1 {
			return Model{}, estimate.BadArg("degree", "asks for powers of one predictor; derive those of several as columns")
		}
		p := cols[1]
		for k := 2; k <= degree; k++ {
			next := make([]dd.Num, len(p))
			for i := range p {
				next[i] = p[i].Mul(cols[1][i])
			}
			p = next
			m.Add(fmt.Sprintf("%s^%d", xs[0], k), p)
		}
	}
	return m, nil
}

// Solve fits a design.
func (m Model) Solve() (Model, error) {
	of := make([]int, len(m.X))
	for j := range of {
		of[j] = j
	}
	return m.Among()(m.Intercept, of...)
}

// Among fits some of the terms of a design, with an intercept among them or not, as often as
// it is asked, from what they share.
func (m Model) Among() func(icept bool, of ...int) (Model, error) {
	problem := dd.NewProblem(m.X, m.Y)
	return func(icept bool, of ...int) (Model, error) {
		some := Model{Y: m.Y, Intercept: icept}
		for _, j := range of {
			some.Add(m.Terms[j], m.X[j])
		}
		var err error
		some.Fit, err = problem.Fit(of...)
		return some.solved(err)
	}
}

// solved is the model, or why it has no fit.
func (m Model) solved(err error) (Model, error) {
	if len(m.Y) < len(m.X) {
		return Model{}, estimate.Undefined("%d complete rows cannot determine %d coefficients", len(m.Y), len(m.X))
	}
	if r := (dd.RankError{}); errors.As(err, &r) {
		return Model{}, estimate.Undefined("%s is a linear combination of the other terms", m.Terms[r.Column])
	}
	if err != nil {
		return Model{}, estimate.Undefined("%v", err)
	}
	return m, nil
}

func (m *Model) Add(term string, col []dd.Num) {
	m.Terms, m.X = append(m.Terms, term), append(m.X, col)
}

func (m Model) DF() int { return len(m.Y) - len(m.X) }

// TSS is the sum of squares about the mean, or about 0 without an intercept.
func (m Model) TSS() dd.Num {
	if m.Intercept {
		return dd.Of(m.Y).SS
	}
	var s dd.Num
	for _, y := range m.Y {
		s = s.Add(y.Mul(y))
	}
	return s
}

// Rel is the tolerance that the conditioning of the columns leaves to float64.
func (m Model) Rel() float64 { return math.Max(1e-8, 10*sample.Eps*m.Fit.Kappa) }

// Coefficient is the answer for term j.
func (m Model) Coefficient(j int, level float64) estimate.Answer {
	b := m.Fit.Coef[j]
	a := estimate.Answer{Value: estimate.Number(b.Float()), N: answer.Count(len(m.Y))}
	if m.DF() > 0 {
		se := m.Fit.RSS.Div(dd.F(float64(m.DF()))).Mul(m.Fit.Inv[j]).Sqrt()
		answer.Infer(&a, b, se, dd.F(float64(m.DF())), level)
		answer.VaryNormal(&a, b, se, level)
		se0 := m.Fit.RSS.Div(dd.F(float64(len(m.Y)))).Mul(m.Fit.Inv[j]).Sqrt()
		v := estimate.Answer{}
		answer.Infer(&v, b, se0, dd.F(float64(m.DF())), level)
		v.DF = spec.Value{}
		answer.Vary(&a, "ml-variance", "with the residual variance divided by n, not by n - k", v)
		a.Floor.Abs = m.Rel() * se.Float()
	}
	a.Floor.Rel = m.Rel()
	a.Floor.Abs += 64 * sample.Eps * dd.Largest(m.Y) / math.Max(dd.Largest(m.X[j]), math.SmallestNonzeroFloat64)
	return a
}

// Design is the model that a call describes, not fitted, on the rows that also have the
// other columns, and those rows.
func Design(in estimate.Input, others ...string) (m Model, v *view.View, err error) {
	y, xs := in.Args.Text("y"), in.Args.Texts("x")
	v = sample.Valued(in.View, append(append([]string{y}, xs...), others...)...)
	m, err = NewDesign(v, y, xs, 1, in.Args.Bool("add_intercept"))
	return m, v, err
}

// Of is the Design of a call, and the place of the term asked for.
func Of(in estimate.Input, others ...string) (m Model, v *view.View, j int, err error) {
	if m, v, err = Design(in, others...); err != nil {
		return m, v, 0, err
	}
	term := in.Args.Text("term")
	if j = slices.Index(m.Terms, term); j < 0 {
		return m, v, j, estimate.BadArg("term", "the model has no term %q; it has %s", term, strings.Join(m.Terms, ", "))
	}
	return m, v, j, nil
}

// Weighted multiplies each row of a design by the root of its weight.
func (m Model) Weighted(w []dd.Num) Model {
	times := func(col []dd.Num) []dd.Num {
		out := make([]dd.Num, len(col))
		for i := range col {
			out[i] = col[i].Mul(w[i].Sqrt())
		}
		return out
	}
	out := m
	out.Y, out.X = times(m.Y), make([][]dd.Num, len(m.X))
	for k := range m.X {
		out.X[k] = times(m.X[k])
	}
	return out
}

// PlainFloor is what float64 may lose in a coefficient by the size of the data.
func PlainFloor(m Model, j int) float64 {
	big := dd.Largest(m.X[j])
	if big == 0 {
		return 0
	}
	return 64 * sample.Eps * dd.Largest(m.Y) / big
}

// VarySE appends the coefficient with another standard error.
func VarySE(a *estimate.Answer, name, note string, b, se dd.Num, df, level float64) {
	if !se.Finite() {
		return
	}
	v := estimate.Answer{}
	answer.Infer(&v, b, se, dd.F(df), level)
	v.DF = spec.Value{}
	answer.Vary(a, name, note, v)
}

// TermUnit is the unit of a term's coefficient: that of the response, per that of its
// column.
func TermUnit(in estimate.Input, term string) string {
	y := sample.UnitOf(in, in.Args.Text("y"))
	if term == Intercept {
		return y
	}
	if in.View.Column(term) == nil {
		return ""
	}
	return answer.Per(y, sample.UnitOf(in, term))
}

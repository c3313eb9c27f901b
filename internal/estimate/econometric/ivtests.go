package econometric

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

func firstStage(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, err := ivOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	of := 0
	switch {
	case in.Args.Has("of"):
		if of = slices.Index(m.endog, in.Args.Text("of")); of < 0 {
			return estimate.Answer{}, estimate.BadArg("of", "%q is not among the endogenous predictors %s", in.Args.Text("of"), strings.Join(m.endog, ", "))
		}
	case len(m.endog) > 1:
		return estimate.Answer{}, estimate.BadArg("of", "is required: the endogenous predictors are %s", strings.Join(m.endog, ", "))
	}
	x := m.m.X[len(m.m.X)-len(m.endog)+of]
	full, without := m.z, m.z
	full.Y, without.Y = x, x
	l := len(m.inst)
	without.X, without.Terms = m.z.X[:len(m.z.X)-l], m.z.Terms[:len(m.z.X)-l]
	if full, err = full.Solve(); err != nil {
		return estimate.Answer{}, err
	}
	rss0 := squares(x)
	if len(without.X) > 0 {
		if without, err = without.Solve(); err != nil {
			return estimate.Answer{}, err
		}
		rss0 = without.Fit.RSS
	}
	a, err := fTest(rss0, full.Fit.RSS, l, full.DF(), len(x), m.endog[of]+" is fitted exactly, so that F is infinite")
	if err != nil {
		return estimate.Answer{}, err
	}
	a.What = fmt.Sprintf("the F of the instruments in the first stage of %s", m.endog[of])
	answer.VaryValue(&a, "partial-r2", "the partial R² of the instruments", rss0.Sub(full.Fit.RSS).Div(rss0))
	if tss := full.TSS(); tss.Sign() > 0 {
		k := len(full.X)
		if full.Intercept {
			k--
		}
		overall := tss.Sub(full.Fit.RSS).Div(dd.F(float64(k))).Div(full.Fit.RSS.Div(dd.F(float64(full.DF()))))
		answer.VaryValue(&a, "all-regressors", "the F of all regressors of the first stage, not of the instruments alone", overall)
		answer.VaryValue(&a, "r2", "R² of the first stage", dd.F(1).Sub(full.Fit.RSS.Div(tss)))
	}
	return a, nil
}

// exact is the share of a sum of squares below which what is left is rounding.
const exact = 1e-26

// fTest is the F of q restrictions that raise the residual sum of squares to rss0.
func fTest(rss0, rss dd.Num, q, free, n int, infinite string) (estimate.Answer, error) {
	switch {
	case free <= 0:
		return estimate.Answer{}, estimate.Undefined("%d rows leave no degree of freedom", n)
	case !(rss.Float() > exact*rss0.Float()):
		return estimate.Answer{}, estimate.Undefined("%s", infinite)
	}
	d1, d2 := float64(q), float64(free)
	f := rss0.Sub(rss).Div(dd.F(d1)).Div(rss.Div(dd.F(d2)))
	if f.Sign() < 0 {
		f = dd.Num{}
	}
	a := answer.Tested(f.Float(), answer.Df2(d1, d2), tail.F(f.Float(), d1, d2), answer.Count(n))
	a.Floor = spec.Tolerance{Rel: 1e-8, Abs: 1e-10}
	answer.VaryTest(&a, "chi-squared", "q F, as χ² with q degrees of freedom", f.Float()*d1, tail.ChiSquared(f.Float()*d1, d1))
	answer.VaryValue(&a, "root", "the square root of F, which is |t| of a single restriction", f.Sqrt())
	return a, nil
}

// overidentified is a model with more instruments than endogenous predictors, its
// residuals by two-stage least squares, and how many more there are.
func overidentified(in estimate.Input) (m iv, e []dd.Num, df int, err error) {
	if m, err = ivOf(in); err != nil {
		return m, nil, 0, err
	}
	if df = len(m.inst) - len(m.endog); df == 0 {
		return m, nil, 0, estimate.Undefined("there are as many instruments as endogenous predictors; nothing is left to be tested")
	}
	if _, e, err = m.secondStage(); err != nil {
		return m, nil, 0, err
	}
	if !(squares(e).Float() > exact*squares(m.m.Y).Float()) {
		return m, nil, 0, estimate.Undefined("the fit is exact, so that there are no residuals to be tested")
	}
	return m, e, df, nil
}

func sargan(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, e, df, err := overidentified(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	whole := squares(e)
	n, d := float64(len(e)), float64(df)
	s := squares(m.project(e)).Div(whole).Mul(dd.F(n)).Float()
	a := answer.Tested(s, answer.Count(df), tail.ChiSquared(s, d), answer.Count(len(e)))
	a.Floor = spec.Tolerance{Rel: 1e-8, Abs: 1e-10}
	if free := n - float64(len(m.z.X)); free > 0 && s < n {
		basmann := s * free / (n - s)
		answer.VaryTest(&a, "basmann", "Basmann's test", basmann, tail.ChiSquared(basmann, d))
	}
	if free := n - float64(len(m.m.X)); free > 0 {
		small := s * free / n
		answer.VaryTest(&a, "small-sample", "with n - k in place of n", small, tail.ChiSquared(small, d))
	}
	if g, err := m.moments(e); err == nil {
		answer.VaryTest(&a, "hansen", "Hansen's J, robust to unequal variances", g.RSS.Float(), tail.ChiSquared(g.RSS.Float(), d))
	}
	answer.VaryP(&a, "instruments-df", "the p-value with as many degrees of freedom as there are instruments", tail.ChiSquared(s, float64(len(m.inst))))
	return a, nil
}

// moments minimises (Z'u)' S^-1 (Z'u), u = y - X b, over b, with S = Σ e² z z'. With
// S = LL' that is least squares of L^-1 Z'y on L^-1 Z'X, whose residual sum of squares is
// the minimum.
func (m iv) moments(e []dd.Num) (dd.Fit, error) {
	l := len(m.q)
	lower := make([][]dd.Num, l)
	for a := range l {
		lower[a] = make([]dd.Num, a+1)
		for b := range a + 1 {
			var s dd.Num
			for i := range e {
				s = s.Add(e[i].Mul(e[i]).Mul(m.q[a][i]).Mul(m.q[b][i]))
			}
			for k := range b {
				s = s.Sub(lower[a][k].Mul(lower[b][k]))
			}
			if a > b {
				lower[a][b] = s.Div(lower[b][b])
				continue
			}
			if !(s.Sign() > 0) {
				return dd.Fit{}, estimate.Undefined("the residuals do not vary along every instrument")
			}
			lower[a][a] = s.Sqrt()
		}
	}
	weighted := func(column []dd.Num) []dd.Num {
		out := make([]dd.Num, l)
		for a, q := range m.q {
			for i := range column {
				out[a] = out[a].Add(q[i].Mul(column[i]))
			}
			for k := range a {
				out[a] = out[a].Sub(lower[a][k].Mul(out[k]))
			}
			out[a] = out[a].Div(lower[a][a])
		}
		return out
	}
	x := make([][]dd.Num, len(m.m.X))
	for k := range x {
		x[k] = weighted(m.m.X[k])
	}
	f, err := dd.LeastSquares(x, weighted(m.m.Y))
	if err != nil {
		return f, estimate.Undefined("%v", err)
	}
	return f, nil
}

func hansen(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, e, df, err := overidentified(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	g, err := m.moments(e)
	if err != nil {
		return estimate.Answer{}, err
	}
	j, d := g.RSS.Float(), float64(df)
	a := answer.Tested(j, answer.Count(df), tail.ChiSquared(j, d), answer.Count(len(e)))
	a.Floor = spec.Tolerance{Rel: 1e-8, Abs: 1e-10}
	s := squares(m.project(e)).Div(squares(e)).Mul(dd.F(float64(len(e)))).Float()
	answer.VaryTest(&a, "sargan", "Sargan's statistic, for equal variances", s, tail.ChiSquared(s, d))
	answer.VaryP(&a, "instruments-df", "the p-value with as many degrees of freedom as there are instruments", tail.ChiSquared(j, float64(len(m.inst))))
	return a, nil
}

func wuHausman(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, err := ivOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	plain, err := m.m.Solve()
	if err != nil {
		return estimate.Answer{}, err
	}
	more := m.m
	more.X, more.Terms = slices.Clone(m.m.X), slices.Clone(m.m.Terms)
	for k := len(m.m.X) - len(m.endog); k < len(m.m.X); k++ {
		left := m.project(m.m.X[k])
		for i := range left {
			left[i] = m.m.X[k][i].Sub(left[i])
		}
		more.Add("the first-stage residual of "+m.m.Terms[k], left)
	}
	if more, err = more.Solve(); err != nil {
		return estimate.Answer{}, err
	}
	if !(more.Fit.RSS.Float() > exact*math.Max(more.TSS().Float(), 0)) {
		return estimate.Answer{}, estimate.Undefined("the fit is exact, so that F is infinite")
	}
	return fTest(plain.Fit.RSS, more.Fit.RSS, len(m.endog), more.DF(), len(m.m.Y), "the fit is exact, so that F is infinite")
}

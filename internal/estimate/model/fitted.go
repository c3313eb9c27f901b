package model

import (
	"context"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// fitted are quantities of a whole linear model beside R².
func fitted(args []estimate.Arg) []estimate.Estimator {
	return []estimate.Estimator{
		{Name: "ols_sigma", Summary: "the residual standard deviation of the least-squares fit",
			Unit: "that of y", Domain: "numbers; more rows than coefficients", Source: "Gauss (1823)",
			Formula: "sqrt(RSS / (n - k))", PerRow: true, Args: args, Compute: olsSigma},
		{Name: "ols_f", Summary: "the F statistic of the least-squares fit",
			Unit: "1", Domain: "numbers; more rows than coefficients, residuals other than 0", Source: "Fisher (1925)",
			Formula: "((TSS - RSS) / q) / (RSS / (n - k)) of q terms beside the intercept; without one TSS is about 0",
			PerRow:  true, Args: args, Compute: olsF},
		{Name: "information_criterion", Summary: "the information criterion of the least-squares fit",
			Unit: "1", Domain: "numbers; more rows than coefficients, residuals other than 0", Source: "Akaike (1974), Schwarz (1978), Hurvich and Tsai (1989)",
			Formula: "2 p - 2 L (aic), p ln n - 2 L (bic), aic + 2 p (p + 1)/(n - p - 1) (aicc), L = -n/2 (ln(2π RSS/n) + 1); p counts the coefficients, and the variance where count_variance", PerRow: true,
			Args: append(slices.Clone(args), estimate.Arg{Name: "criterion", Kind: estimate.ArgText, Default: spec.TextValue("aic"), OneOf: []string{"aic", "bic", "aicc", "loglik"}, Doc: "which one; loglik is L itself"},
				estimate.Arg{Name: "count_variance", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool, Bool: true}, Doc: "whether the variance counts as a parameter, as in R; not in statsmodels"}), Compute: criterion},
	}
}

func olsSigma(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, err := ofCall(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if m.DF() == 0 {
		return estimate.Answer{}, estimate.Undefined("%d rows leave no degree of freedom to %d coefficients", len(m.Y), len(m.X))
	}
	n, df := dd.F(float64(len(m.Y))), dd.F(float64(m.DF()))
	s2 := m.Fit.RSS.Div(df)
	a := estimate.Answer{Value: estimate.Number(s2.Sqrt().Float()), N: answer.Count(len(m.Y)), DF: answer.Count(m.DF()), Unit: sample.UnitOf(in, in.Args.Text("y")),
		Floor: spec.Tolerance{Rel: m.Rel(), Abs: 64 * sample.Eps * m.Fit.Kappa * dd.Largest(m.Y)}}
	answer.VaryValue(&a, "ml-variance", "with the residual sum of squares divided by n, not by n - k", m.Fit.RSS.Div(n).Sqrt())
	answer.VaryValue(&a, "ddof1", "with the residual sum of squares divided by n - 1, not by n - k", m.Fit.RSS.Div(n.Sub(dd.F(1))).Sqrt())
	answer.VaryValue(&a, "variance", "the residual variance", s2)
	answer.VaryValue(&a, "rss", "the residual sum of squares", m.Fit.RSS)
	return a, nil
}

// straight is the share of the total sum of squares below which a residual one is
// rounding alone.
const straight = 1e-26

func olsF(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, err := ofCall(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	q := len(m.X)
	if m.Intercept {
		q--
	}
	tss := m.TSS()
	switch {
	case m.DF() == 0:
		return estimate.Answer{}, estimate.Undefined("%d rows leave no degree of freedom to %d coefficients", len(m.Y), len(m.X))
	case tss.Sign() == 0:
		return estimate.Answer{}, estimate.Undefined("%s is constant", in.Args.Text("y"))
	case m.Fit.RSS.Float() <= straight*tss.Float():
		return estimate.Answer{}, estimate.Undefined("the fit is exact, so that F is infinite")
	}
	d1, d2 := dd.F(float64(q)), dd.F(float64(m.DF()))
	f := tss.Sub(m.Fit.RSS).Div(d1).Div(m.Fit.RSS.Div(d2))
	p := tail.F(f.Float(), d1.Float(), d2.Float())
	a := estimate.Answer{Value: estimate.Number(f.Float()), N: answer.Count(len(m.Y)), Statistic: estimate.Number(f.Float()), PValue: estimate.Number(p), Unit: "1",
		Floor: spec.Tolerance{Rel: m.Rel(), Abs: 1e-12},
		DF:    spec.Value{Kind: spec.ValueArray, Items: []spec.Value{answer.Count(q), answer.Count(m.DF())}}}
	answer.VaryValue(&a, "root", "the square root of F, which is |t| of a single term", f.Sqrt())
	answer.VaryValue(&a, "no-df", "the ratio of the sums of squares, not of the mean squares", f.Mul(d1).Div(d2))
	answer.VaryValue(&a, "inverse", "the ratio the other way round", dd.F(1).Div(f))
	answer.VaryValue(&a, "r2", "R², not F", dd.F(1).Sub(m.Fit.RSS.Div(tss)))
	return a, nil
}

// criteria are the information criteria of a log-likelihood of n rows and p parameters.
func criteria(loglik dd.Num, n, p float64) map[string]dd.Num {
	minus := loglik.Mul(dd.F(-2))
	aic := minus.Add(dd.F(2 * p))
	return map[string]dd.Num{"loglik": loglik, "aic": aic, "bic": minus.Add(dd.F(n).Log().Mul(dd.F(p))), "aicc": aic.Add(dd.F(2 * p * (p + 1)).Div(dd.F(n - p - 1)))}
}

var criterionNotes = [][2]string{{"aic", "Akaike's criterion"}, {"bic", "Schwarz's criterion (BIC)"}, {"aicc", "Akaike's criterion, corrected for small samples (AICc)"}, {"loglik", "the log-likelihood"}}

func criterion(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, err := ofCall(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	n, k := float64(len(m.Y)), float64(len(m.X))
	switch {
	case m.DF() == 0:
		return estimate.Answer{}, estimate.Undefined("%d rows leave no degree of freedom to %d coefficients", len(m.Y), len(m.X))
	case m.Fit.RSS.Float() <= straight*m.TSS().Float():
		return estimate.Answer{}, estimate.Undefined("the fit is exact, so that the likelihood is infinite")
	}
	fit := m.Fit.RSS.Div(dd.F(n)).Log().Mul(dd.F(n)) // n ln(RSS/n)
	loglik := fit.Add(dd.Pi.Mul(dd.F(2)).Log().Add(dd.F(1)).Mul(dd.F(n))).Div(dd.F(-2))
	counted, other := criteria(loglik, n, k+1), criteria(loglik, n, k)
	name, note := "variance-not-counted", "without the variance among the parameters (statsmodels)"
	bare, bareOther := "without n (ln 2π + 1)", "without n (ln 2π + 1), and without the variance among the parameters (R's extractAIC)"
	if !in.Args.Bool("count_variance") {
		counted, other = other, counted
		name, note = "variance-counted", "with the variance among the parameters (R)"
		bare, bareOther = "without n (ln 2π + 1) (R's extractAIC)", "without n (ln 2π + 1), and with the variance among the parameters"
	}
	asked := in.Args.Text("criterion")
	a := estimate.Answer{Value: estimate.Number(counted[asked].Float()), N: answer.Count(len(m.Y)), Unit: "1", Floor: spec.Tolerance{Rel: m.Rel(), Abs: 1e-8 + m.Rel()*n}}
	if asked != "loglik" {
		answer.VaryValue(&a, name, note, other[asked])
		constant := loglik.Mul(dd.F(-2)).Sub(fit)
		answer.VaryValue(&a, "no-constant", bare, counted[asked].Sub(constant))
		answer.VaryValue(&a, "no-constant-"+name, bareOther, other[asked].Sub(constant))
		answer.VaryValue(&a, "per-row", "over the number of rows", counted[asked].Div(dd.F(n)))
	}
	for _, c := range criterionNotes {
		if c[0] != asked {
			answer.VaryValue(&a, c[0], c[1], counted[c[0]])
		}
	}
	answer.VaryValue(&a, "deviance", "-2 times the log-likelihood", loglik.Mul(dd.F(-2)))
	return a, nil
}

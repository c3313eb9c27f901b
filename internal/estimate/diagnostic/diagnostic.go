// Package diagnostic holds what is asked of a fitted linear model: tests of its residuals,
// the influence of its rows, and how its predictors depend on one another.
package diagnostic

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	args := linear.Args()
	model := append(args[:2:2], args[3:]...) // no term
	return []estimate.Estimator{
		{Name: "durbin_watson", Summary: "Durbin and Watson's statistic of the residuals",
			Unit: "1", Domain: "numbers in the order of rows; more rows than coefficients, residuals other than 0",
			Missing: "rows that lack a column are left out, and the series closes up",
			Formula: "Σ (e(t) - e(t-1))² / Σ e², in the order of the rows", Source: "Durbin and Watson (1950)", PerRow: true, Args: model, Compute: durbinWatson},
		{Name: "breusch_pagan", Summary: "Breusch and Pagan's chi-square of unequal variances",
			Unit: "1", Domain: "numbers; more rows than coefficients, residuals that vary",
			PerRow: true, Compute: breuschPagan, Source: "Breusch and Pagan (1979); Koenker (1981)",
			Formula: "studentised: n R² of the squared residuals on the predictors; not: half the explained sum of squares of e²/(RSS/n); chi-square with as many degrees of freedom as predictors",
			Args:    append(model[:len(model):len(model)], estimate.Arg{Name: "studentised", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool, Bool: true}, Doc: "as Koenker has it (the default of R and statsmodels)"})},
		{Name: "row_influence", Summary: "the influence of each row on a linear model",
			Unit: "1; as quantity asks", Domain: "numbers; more rows than coefficients, no row that alone determines a coefficient",
			Compute: rowInfluence, Source: "Cook (1977); Belsley, Kuh and Welsch (1980)",
			Formula: "leverage h; standardised r = e/(s sqrt(1 - h)); studentised t = r sqrt((n - k - 1)/(n - k - r²)); cook r² h/(k (1 - h)); dffits t sqrt(h/(1 - h))",
			Args: append(model[:len(model):len(model)], estimate.Arg{Name: "quantity", Kind: estimate.ArgText, Default: spec.TextValue("cook"), OneOf: quantities, Doc: "what is given of each row"},
				estimate.Arg{Name: "label", Kind: estimate.ArgFactor, Doc: "column that names each row; without it the values stand in the order of the rows"})},
		{Name: "vif", Summary: "the variance inflation factor of a predictor",
			Unit: "1", Domain: "numbers; more rows than coefficients, no dependent columns",
			Formula: "1/(1 - R²), R² of the predictor on all others and the constant", Source: "Marquardt (1970)", PerRow: true, Args: args, Compute: vif},
	}
}

// fitted is a model with its residuals and leverages.
type fitted struct {
	m    linear.Model
	e, h []dd.Num
}

func fit(in estimate.Input, others ...string) (f fitted, err error) {
	m, _, err := linear.Design(in, others...)
	if err != nil {
		return f, err
	}
	if f.m, err = m.Solve(); err != nil {
		return f, err
	}
	if f.m.DF() < 1 {
		return f, estimate.Undefined("%d rows leave no degree of freedom to %d coefficients", len(f.m.Y), len(f.m.X))
	}
	s, err := linear.NewSandwich(f.m, len(f.m.X)-1)
	if err != nil {
		return f, err
	}
	f.e, f.h = s.E, s.H
	if straight := 1e-24 * f.m.TSS().Float(); f.m.Fit.RSS.Float() <= straight {
		return f, estimate.Undefined("the fit is exact, so that there are no residuals")
	}
	return f, nil
}

// floor is the tolerance of what is computed of residuals: these lose digits where the
// fit is close.
func (f fitted) floor() spec.Tolerance {
	rel := f.m.Rel() * math.Max(1, math.Sqrt(f.m.TSS().Float()/f.m.Fit.RSS.Float())/100)
	return spec.Tolerance{Rel: math.Min(rel, 1e-4), Abs: 1e-12}
}

func durbinWatson(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	f, err := fit(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	var steps, lagged dd.Num
	for t := 1; t < len(f.e); t++ {
		d := f.e[t].Sub(f.e[t-1])
		steps, lagged = steps.Add(d.Mul(d)), lagged.Add(f.e[t].Mul(f.e[t-1]))
	}
	a := estimate.Answer{Value: estimate.Number(steps.Div(f.m.Fit.RSS).Float()), N: answer.Count(len(f.e)), Unit: "1", Floor: f.floor()}
	r := lagged.Div(f.m.Fit.RSS)
	answer.VaryValue(&a, "autocorrelation", "the autocorrelation of the residuals at lag 1", r)
	answer.VaryValue(&a, "short", "2 (1 - r), without the first and last residual", dd.F(2).Mul(dd.F(1).Sub(r)))
	answer.VaryValue(&a, "von-neumann", "von Neumann's ratio, with n/(n - 1)", steps.Div(f.m.Fit.RSS).Mul(dd.F(float64(len(f.e)))).Div(dd.F(float64(len(f.e)-1))))
	return a, nil
}

func breuschPagan(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	f, err := fit(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	squares := make([]dd.Num, len(f.e))
	for i, e := range f.e {
		squares[i] = e.Mul(e)
	}
	aux := f.m
	if aux.Y = squares; !aux.Intercept {
		aux.Intercept = true
		ones := make([]dd.Num, len(squares))
		for i := range ones {
			ones[i] = dd.F(1)
		}
		aux.X, aux.Terms = append([][]dd.Num{ones}, aux.X...), append([]string{linear.Intercept}, aux.Terms...)
	}
	if aux, err = aux.Solve(); err != nil {
		return estimate.Answer{}, err
	}
	n, df, tss := float64(len(squares)), float64(len(aux.X)-1), aux.TSS()
	if tss.Sign() == 0 || df < 1 {
		return estimate.Answer{}, estimate.Undefined("the squared residuals do not vary, or there is no predictor")
	}
	explained := tss.Sub(aux.Fit.RSS)
	koenker := explained.Div(tss).Mul(dd.F(n)).Float()
	mean := f.m.Fit.RSS.Div(dd.F(n))
	plain := explained.Div(mean).Div(mean).Div(dd.F(2)).Float()
	statistic, name, note, other := koenker, "not-studentised", "the statistic of Breusch and Pagan, not studentised", plain
	if !in.Args.Bool("studentised") {
		statistic, name, note, other = plain, "studentised", "Koenker's studentised statistic", koenker
	}
	a := answer.Tested(statistic, estimate.Number(df), tail.ChiSquared(statistic, df), answer.Count(len(squares)))
	a.Floor = f.floor()
	answer.VaryTest(&a, name, note, other, tail.ChiSquared(other, df))
	if free := n - df - 1; free > 0 {
		ratio := explained.Div(dd.F(df)).Div(aux.Fit.RSS.Div(dd.F(free))).Float()
		answer.VaryTest(&a, "f", "F of the regression of the squared residuals", ratio, tail.F(ratio, df, free))
	}
	answer.VaryP(&a, "lower-tail", "the probability of less, 1 - p", tail.ChiSquaredLower(statistic, df))
	return a, nil
}

func vif(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	m, _, j, err := linear.Of(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if m.Terms[j] == linear.Intercept {
		return estimate.Answer{}, estimate.BadArg("term", "is the constant, which has no variance")
	}
	if m, err = m.Solve(); err != nil {
		return estimate.Answer{}, err
	}
	about, through := dd.Of(m.X[j]).SS, dd.Num{}
	for _, x := range m.X[j] {
		through = through.Add(x.Mul(x))
	}
	mine, other := about, through
	if !m.Intercept {
		mine, other = through, about
	}
	factor := mine.Mul(m.Fit.Inv[j])
	a := estimate.Answer{Value: estimate.Number(factor.Float()), N: answer.Count(len(m.Y)), Unit: "1", Floor: spec.Tolerance{Rel: m.Rel()}}
	answer.VaryValue(&a, "other-centre", map[bool]string{true: "with sums about 0, as of a design without a constant", false: "with sums about the mean"}[m.Intercept], other.Mul(m.Fit.Inv[j]))
	answer.VaryValue(&a, "tolerance", "the tolerance, its inverse", dd.F(1).Div(factor))
	answer.VaryValue(&a, "r2", "R² of the predictor on the others", dd.F(1).Sub(dd.F(1).Div(factor)))
	answer.VaryValue(&a, "root", "its square root", factor.Sqrt())
	return a, nil
}

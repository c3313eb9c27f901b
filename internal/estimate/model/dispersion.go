package model

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/partial"
	"github.com/assaybench/assay/spec"
)

func positive(y float64) string {
	if !(y > 0) {
		return fmt.Sprintf("the response %v is not positive", y)
	}
	return ""
}

var gammaLog = family{name: "gamma", check: positive, start: math.Log,
	at: func(eta, y dd.Num) (dd.Num, dd.Num, dd.Num) { m := eta.Exp(); return y.Sub(m), m, m.Mul(m) }}

var gammaInverse = family{name: "gamma", check: positive, start: func(y float64) float64 { return 1 / y },
	at: func(eta, y dd.Num) (dd.Num, dd.Num, dd.Num) {
		m := dd.F(1).Div(eta)
		v := m.Mul(m)
		return y.Sub(m), v.Neg(), v
	}}

// dispersions are generalised linear models whose variance is known up to a factor.
func dispersions() []estimate.Estimator {
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	const errors = "; se² = phi (X'WX)^-1, phi = Σ (y - mean)² / V / (n - k); interval b ± z se"
	return []estimate.Estimator{
		{Name: "gamma_regression", Summary: "the coefficient of the gamma regression",
			Unit: "log of y / that of the term (link log)", Domain: "a positive response, numbers; more rows than coefficients",
			PerRow: true, Gives: ciSE, Compute: gammaRegression,
			Formula: "log(mean) = x b, or 1/mean = x b, variance V = mean² times phi, by maximum likelihood" + errors, Source: "iteratively reweighted least squares, Nelder and Wedderburn (1972), in double-double; McCullagh and Nelder (1989), chapter 8",
			Args: linear.Args(estimate.Arg{Name: "link", Kind: estimate.ArgText, Default: spec.TextValue("log"), OneOf: []string{"log", "inverse"}, Doc: "what of the mean is linear in the predictors"})},
		{Name: "quasi_poisson", Summary: "the coefficient of the quasi-Poisson regression",
			Unit: "log rate / that of the term", Domain: "a response not negative, numbers, exposures above 0; more rows than coefficients",
			PerRow: true, Gives: ciSE, Compute: quasiPoisson,
			Formula: "b as of poisson, variance V = mean times phi" + errors, Source: "Wedderburn (1974); iteratively reweighted least squares in double-double", Args: linear.Args(exposure)},
	}
}

// disperse is the answer for coefficient j of a fit whose dispersion is Pearson's: the
// residual sum of squares of the last weighted step over n - k.
func disperse(fit linear.Model, j int, what string, level float64) estimate.Answer {
	b, df := fit.Fit.Coef[j], float64(fit.DF())
	a := estimate.Answer{What: what, Value: estimate.Number(b.Float()), N: answer.Count(len(fit.Y)), Floor: spec.Tolerance{Rel: 1e-6}}
	unit := fit.Fit.Inv[j].Sqrt()
	if df > 0 {
		se := unit.Mul(fit.Fit.RSS.Div(dd.F(df)).Sqrt())
		answer.InferNormal(&a, b, se, level)
		a.Floor.Abs = 1e-2 * se.Float()
		linear.VarySE(&a, "t-interval", "with Student's t in place of the normal distribution", b, se, df, level)
		varyDispersion(&a, "pearson-n", "with Pearson's statistic divided by n, not by n - k, as dispersion", fit, j, fit.Fit.RSS.Float()/float64(len(fit.Y)), level)
	}
	if s, err := linear.NewSandwich(fit, j); err == nil {
		answer.VaryNormalSE(&a, "HC0", "with standard errors robust to a wrong variance (HC0)", b, s.HC(0).Sqrt(), level)
	}
	return a
}

// varyDispersion appends the coefficient with the standard error that another dispersion
// gives.
func varyDispersion(a *estimate.Answer, name, note string, fit linear.Model, j int, phi, level float64) {
	if phi > 0 && !math.IsInf(phi, 0) {
		answer.VaryNormalSE(a, name, note, fit.Fit.Coef[j], fit.Fit.Inv[j].Mul(dd.F(phi)).Sqrt(), level)
	}
}

// predictor is the linear predictor of a row.
func predictor(m linear.Model, coef []dd.Num, row int) dd.Num {
	var eta dd.Num
	for k := range m.X {
		eta = eta.Add(m.X[k][row].Mul(coef[k]))
	}
	return eta
}

func gammaRegression(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	m, _, j, err := linear.Of(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	own, other, otherName := gammaLog, gammaInverse, "inverse-link"
	if in.Args.Text("link") == "inverse" {
		own, other, otherName = gammaInverse, gammaLog, "log-link"
	}
	none := make([]dd.Num, len(m.Y))
	fit, err := fitGLM(ctx, m, own, none)
	if err != nil {
		return estimate.Answer{}, err
	}
	logs := m
	logs.Y = make([]dd.Num, len(m.Y))
	deviance := 0.0
	ratio, square := make([]float64, len(m.Y)), make([]float64, len(m.Y)) // weights of the observed information, squared scores
	for i, y := range m.Y {
		eta := predictor(m, fit.Fit.Coef, i)
		mean := eta.Exp()
		if otherName == "log-link" {
			mean = dd.F(1).Div(eta)
		}
		if mean.Sign() <= 0 {
			return estimate.Answer{}, estimate.Undefined("the fitted mean of a row is %v; the inverse link does not suit these data", mean.Float())
		}
		logs.Y[i] = y.Log()
		ratio[i] = y.Div(mean).Float()
		square[i] = (ratio[i] - 1) * (ratio[i] - 1)
		deviance += 2 * y.Sub(mean).Div(mean).Sub(y.Div(mean).Log()).Float()
	}
	a := disperse(fit, j, fmt.Sprintf("the coefficient of %s in the gamma regression", m.Terms[j]), in.Level)
	if df := float64(fit.DF()); df > 0 {
		varyDispersion(&a, "deviance-dispersion", "with the deviance over n - k as dispersion", fit, j, deviance/df, in.Level)
		varyDispersion(&a, "ml-dispersion", "with the maximum-likelihood dispersion", fit, j, 1/gammaShape(deviance/float64(len(m.Y))), in.Level)
	}
	varyDispersion(&a, "unit-dispersion", "with the dispersion 1, as of exponential responses", fit, j, 1, in.Level)
	varyFamily(ctx, &a, otherName, "with the other link", m, other, none, j)
	if otherName == "inverse-link" {
		if c, err := partial.New(m.X, j); err == nil {
			answer.VaryNormalSE(&a, "HC0-observed", "with standard errors robust to a wrong variance (HC0) about the observed information (as statsmodels)", fit.Fit.Coef[j], dd.F(c.Robust(ratio, square)).Sqrt(), in.Level)
		}
		answer.VaryValue(&a, "ratio", "the ratio of means, e^b", fit.Fit.Coef[j].Exp())
		varyFamily(ctx, &a, "poisson", "of the Poisson regression", m, poisson, none, j)
		if o, err := logs.Solve(); err == nil {
			answer.VaryValue(&a, "log-ols", "the coefficient of the linear model of the logarithms (ols)", o.Fit.Coef[j])
		}
	}
	finishGLM(&a, m, j)
	return a, nil
}

// finishGLM appends what every generalised linear model may be taken for.
func finishGLM(a *estimate.Answer, m linear.Model, j int) {
	if o, err := m.Solve(); err == nil {
		answer.VaryValue(a, "linear", "the coefficient of the linear model (ols)", o.Fit.Coef[j])
	}
	answer.VaryOneSided(a)
	answer.VaryScaled(a, "sign", "the coefficient with the wrong sign", -1)
}

// gammaShape solves log s - ψ(s) = d / 2 of a mean deviance d; infinite where that is 0.
func gammaShape(d float64) float64 {
	if !(d > 0) {
		return math.Inf(1)
	}
	lo, hi := math.Log(1e-8), math.Log(1e12)
	for range 200 {
		mid := lo + (hi-lo)/2
		if s := math.Exp(mid); math.Log(s)-mathext.Digamma(s) > d/2 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Exp(lo)
}

func quasiPoisson(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	others := exposureOf(in)
	m, v, j, err := linear.Of(in, others...)
	if err != nil {
		return estimate.Answer{}, err
	}
	offset, err := offsets(v, len(m.Y), others...)
	if err != nil {
		return estimate.Answer{}, err
	}
	fit, err := fitGLM(ctx, m, poisson, offset)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := disperse(fit, j, fmt.Sprintf("the coefficient of %s in the quasi-Poisson regression", m.Terms[j]), in.Level)
	varyDispersion(&a, "poisson", "with the standard error of Poisson counts (dispersion 1)", fit, j, 1, in.Level)
	answer.VaryValue(&a, "ratio", "the rate ratio, e^b", fit.Fit.Coef[j].Exp())
	if others != nil {
		varyFamily(ctx, &a, "no-exposure", "without the exposure", m, poisson, make([]dd.Num, len(m.Y)), j)
	}
	finishGLM(&a, m, j)
	return a, nil
}

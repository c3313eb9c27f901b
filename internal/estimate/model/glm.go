package model

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// family is a generalised linear model: how the mean depends on the linear predictor.
type family struct {
	name  string
	check func(y float64) string // "" for a response that it takes
	start func(y float64) float64
	// at gives, at a predictor, y less the mean, the slope of the mean, and the variance. The
	// first keeps its digits where the mean comes near y, so that a search that has no end
	// is seen not to end.
	at func(eta, y dd.Num) (rest, slope, variance dd.Num)
}

// beside is y - p of y 0 or 1, given p and q = 1 - p.
func beside(y, p, q dd.Num) dd.Num {
	if y.Sign() > 0 {
		return q
	}
	return p.Neg()
}

func zeroOne(y float64) string {
	if y != 0 && y != 1 {
		return fmt.Sprintf("the response %v is neither 0 nor 1", y)
	}
	return ""
}

var logistic = family{name: "logit", check: zeroOne, start: func(y float64) float64 { return math.Log((y + 0.5) / (1.5 - y)) },
	at: func(eta, y dd.Num) (dd.Num, dd.Num, dd.Num) {
		one := dd.F(1)
		p, q := one.Div(one.Add(eta.Neg().Exp())), one.Div(one.Add(eta.Exp()))
		return beside(y, p, q), p.Mul(q), p.Mul(q)
	}}

// The normal distribution function is that of float64; density and solution are not.
var probit = family{name: "probit", check: zeroOne, start: func(y float64) float64 { return tail.NormalQuantile((y + 0.5) / 2) },
	at: func(eta, y dd.Num) (dd.Num, dd.Num, dd.Num) {
		p, q := dd.F(tail.Normal(-eta.Float())), dd.F(tail.Normal(eta.Float()))
		return beside(y, p, q), density(eta), p.Mul(q)
	}}

var poisson = family{name: "poisson", start: func(y float64) float64 { return math.Log(y + 0.1) },
	check: func(y float64) string {
		if y < 0 {
			return fmt.Sprintf("the response %v is negative", y)
		}
		return ""
	},
	at: func(eta, y dd.Num) (dd.Num, dd.Num, dd.Num) { m := eta.Exp(); return y.Sub(m), m, m }}

// density of the standard normal distribution.
func density(x dd.Num) dd.Num {
	return x.Mul(x).Mul(dd.F(-0.5)).Exp().Div(dd.Pi.Mul(dd.F(2)).Sqrt())
}

// generalised are generalised linear models.
func generalised() []estimate.Estimator {
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	const how = " by maximum likelihood; se from the expected information; Wald interval b ± z se"
	return []estimate.Estimator{
		{Name: "logit", Summary: "the coefficient of the logistic regression",
			Unit: "log odds / that of the term", Domain: "a response of 0 and 1, numbers; more rows than coefficients, outcomes that no predictor separates",
			Formula: "log(p / (1 - p)) = x b" + how, Source: "iteratively reweighted least squares, Nelder and Wedderburn (1972), in double-double",
			PerRow: true, Gives: ciSE, Args: linear.Args(), Compute: ofFamily(logistic)},
		{Name: "probit", Summary: "the coefficient of the probit regression",
			Unit: "z / that of the term", Domain: "a response of 0 and 1, numbers; more rows than coefficients, outcomes that no predictor separates",
			Formula: "p = Φ(x b)" + how, Source: "iteratively reweighted least squares, Nelder and Wedderburn (1972)",
			PerRow: true, Gives: ciSE, Args: linear.Args(), Compute: ofFamily(probit)},
		{Name: "poisson", Summary: "the coefficient of the Poisson regression",
			Unit: "log rate / that of the term", Domain: "a response not negative, numbers, exposures above 0; more rows than coefficients",
			Formula: "log(mean) = x b + log(exposure)" + how, Source: "iteratively reweighted least squares, Nelder and Wedderburn (1972), in double-double",
			PerRow: true, Gives: ciSE, Args: linear.Args(exposure), Compute: ofFamily(poisson)},
	}
}

// fitGLM gives the coefficients, and the weighted linear model of the last step, whose
// standard errors (with s = 1) are those of the coefficients.
func fitGLM(ctx context.Context, m linear.Model, f family, offset []dd.Num) (linear.Model, error) {
	n := len(m.Y)
	eta := make([]dd.Num, n)
	for i, y := range m.Y {
		if msg := f.check(y.Float()); msg != "" {
			return linear.Model{}, estimate.Undefined("%s", msg)
		}
		eta[i] = dd.F(f.start(y.Float()))
	}
	for range 200 {
		if err := ctx.Err(); err != nil {
			return linear.Model{}, err
		}
		w, z := make([]dd.Num, n), m
		z.Y = make([]dd.Num, n)
		for i, y := range m.Y {
			rest, slope, variance := f.at(eta[i], y)
			w[i] = slope.Mul(slope).Div(variance)
			z.Y[i] = eta[i].Sub(offset[i]).Add(rest.Div(slope))
			if !w[i].Finite() || !z.Y[i].Finite() {
				return linear.Model{}, answer.Apart()
			}
		}
		fit, err := z.Weighted(w).Solve()
		if err != nil {
			return linear.Model{}, err
		}
		settled := true
		for i := range eta {
			next := offset[i]
			for k := range m.X {
				next = next.Add(m.X[k][i].Mul(fit.Fit.Coef[k]))
			}
			settled = settled && next.Sub(eta[i]).Abs().Float() <= 1e-13*(1+math.Abs(next.Float()))
			eta[i] = next
		}
		if settled {
			return fit, nil
		}
	}
	return linear.Model{}, answer.Apart()
}

// exposure is the argument of counts that were made over unequal times or areas.
var exposure = estimate.Arg{Name: "exposure", Kind: estimate.ArgColumn, Doc: "positive column whose logarithm is added with the coefficient 1"}

// exposureOf is the column of exposures, where one is named.
func exposureOf(in estimate.Input) []string {
	if in.Args.Has("exposure") {
		return []string{in.Args.Text("exposure")}
	}
	return nil
}

// offsets are the logarithms of the exposures of n rows, 0 where no column is named.
func offsets(v *view.View, n int, exposure ...string) ([]dd.Num, error) {
	offset := make([]dd.Num, n)
	if len(exposure) == 0 {
		return offset, nil
	}
	cols, err := v.Numbers(exposure...)
	if err != nil {
		return nil, err
	}
	for i, e := range cols[0] {
		if offset[i] = e.Log(); e.Sign() <= 0 {
			return nil, estimate.Undefined("the exposure of a row is %v; it must be positive", e.Float())
		}
	}
	return offset, nil
}

func ofFamily(f family) func(context.Context, estimate.Input) (estimate.Answer, error) {
	return func(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
		others := exposureOf(in)
		m, v, j, err := linear.Of(in, others...)
		if err != nil {
			return estimate.Answer{}, err
		}
		offset, err := offsets(v, len(m.Y), others...)
		if err != nil {
			return estimate.Answer{}, err
		}
		fit, err := fitGLM(ctx, m, f, offset)
		if err != nil {
			return estimate.Answer{}, err
		}
		b, se := fit.Fit.Coef[j], fit.Fit.Inv[j].Sqrt()
		a := estimate.Answer{What: fmt.Sprintf("the coefficient of %s in the %s regression", m.Terms[j], f.name), Value: estimate.Number(b.Float()), N: answer.Count(len(m.Y)),
			Floor: spec.Tolerance{Rel: 1e-6, Abs: 1e-2 * se.Float()}}
		answer.InferNormal(&a, b, se, in.Level)
		df := float64(m.DF())
		if df > 0 {
			linear.VarySE(&a, "t-interval", "with Student's t in place of the normal distribution", b, se, df, in.Level)
		}
		if s, err := linear.NewSandwich(fit, j); err == nil {
			answer.VaryNormalSE(&a, "HC0", "with standard errors robust to a wrong variance (HC0)", b, s.HC(0).Sqrt(), in.Level)
		}
		ratio := "the odds ratio, e^b"
		switch f.name {
		case "poisson":
			ratio = "the rate ratio, e^b"
			if df > 0 { // the residuals of the last step are Pearson's
				answer.VaryNormalSE(&a, "quasi", "with the standard error times the root of the dispersion (quasi-Poisson)", b, se.Mul(fit.Fit.RSS.Div(dd.F(df)).Sqrt()), in.Level)
			}
			if others != nil {
				varyFamily(ctx, &a, "no-exposure", "without the exposure", m, f, make([]dd.Num, len(m.Y)), j)
			}
		case "logit":
			varyFamily(ctx, &a, "probit", "of the probit regression", m, probit, offset, j)
		case "probit":
			ratio = "e^b"
			varyFamily(ctx, &a, "logit", "of the logistic regression", m, logistic, offset, j)
			if o, ok := observedSE(m, fit.Fit.Coef, j); ok {
				answer.VaryNormalSE(&a, "observed-information", "with the standard error from the observed information (the Hessian)", b, o, in.Level)
			}
		}
		answer.VaryValue(&a, "ratio", ratio, b.Exp())
		if o, err := m.Solve(); err == nil {
			answer.VaryValue(&a, "linear", "the coefficient of the linear model (ols)", o.Fit.Coef[j])
		}
		answer.VaryOneSided(&a)
		answer.VaryScaled(&a, "sign", "the coefficient with the wrong sign", -1)
		return a, nil
	}
}

// varyFamily appends the coefficient of a neighbouring model, where that has one.
func varyFamily(ctx context.Context, a *estimate.Answer, name, note string, m linear.Model, f family, offset []dd.Num, j int) {
	if o, err := fitGLM(ctx, m, f, offset); err == nil {
		v := estimate.Answer{Value: estimate.Number(o.Fit.Coef[j].Float())}
		v.Uncertainty = answer.Uncertain(spec.UncertaintySE, o.Fit.Inv[j].Sqrt())
		answer.Vary(a, name, note, v)
	}
}

// observedSE is the standard error of a probit coefficient from the second derivatives:
// weights l (l + eta), l = q φ(eta) / Φ(q eta), q = 2y - 1.
func observedSE(m linear.Model, coef []dd.Num, j int) (dd.Num, bool) {
	w := make([]dd.Num, len(m.Y))
	for i, y := range m.Y {
		var eta dd.Num
		for k := range m.X {
			eta = eta.Add(m.X[k][i].Mul(coef[k]))
		}
		q := dd.F(2*y.Float() - 1)
		l := q.Mul(density(eta)).Div(dd.F(tail.Normal(-q.Mul(eta).Float())))
		if w[i] = l.Mul(l.Add(eta)); !w[i].Finite() || w[i].Sign() < 0 {
			return dd.Num{}, false
		}
	}
	o, err := m.Weighted(w).Solve()
	if err != nil {
		return dd.Num{}, false
	}
	return o.Fit.Inv[j].Sqrt(), true
}

package model

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/negbin"
	"github.com/assaybench/assay/internal/partial"
	"github.com/assaybench/assay/spec"
)

// negative is the family of negative-binomial counts of a given theta.
func negative(theta float64) family {
	f := poisson
	f.name, f.check = "negative binomial", wholeCount
	f.at = func(eta, y dd.Num) (dd.Num, dd.Num, dd.Num) {
		m := eta.Exp()
		return y.Sub(m), m, m.Add(m.Mul(m).Div(dd.F(theta)))
	}
	return f
}

func wholeCount(y float64) string {
	if y < 0 || y != math.Trunc(y) {
		return fmt.Sprintf("the response %v is no count", y)
	}
	return ""
}

// counts are models of counts that vary more than Poisson's.
func counts() []estimate.Estimator {
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	const model = "log(mean) = x b + log(exposure), variance mean + alpha mean² (NB2), b and alpha by maximum likelihood"
	const source = "iteratively reweighted least squares in double-double and the likelihood of theta = 1/alpha, in turns; Lawless (1987)"
	args := linear.Args(exposure)
	without := append(args[:2:2], args[3:]...) // no term
	return []estimate.Estimator{
		{Name: "negative_binomial", Summary: "the coefficient of the negative-binomial regression",
			Unit: "log rate / that of the term", Domain: "whole counts not negative, numbers, exposures above 0; counts that vary more than Poisson's",
			PerRow: true, Gives: ciSE, Args: args, Source: source, Compute: negativeBinomial,
			Formula: model + "; se from the expected information at alpha; Wald interval b ± z se"},
		{Name: "negative_binomial_alpha", Summary: "the dispersion alpha of the negative-binomial regression",
			Unit: "1", Domain: "whole counts not negative, numbers, exposures above 0; counts that vary more than Poisson's",
			PerRow: true, Gives: ciSE, Args: without, Source: source, Compute: negativeBinomialAlpha,
			Formula: model + "; se from the joint observed information; Wald interval alpha ± z se"},
	}
}

// negativeFit is a fitted negative-binomial model.
type negativeFit struct {
	m     linear.Model // as given
	fit   linear.Model // the last weighted step
	theta float64
	y     []float64
	mean  []float64
}

func fitNegative(ctx context.Context, m linear.Model, offset []dd.Num) (negativeFit, error) {
	f := negativeFit{m: m, y: partial.Floats(m.Y), theta: math.Inf(1)}
	for _, y := range f.y {
		if msg := wholeCount(y); msg != "" {
			return f, estimate.Undefined("%s", msg)
		}
	}
	var err error
	if f.fit, err = fitGLM(ctx, m, poisson, offset); err != nil {
		return f, err
	}
	for range 200 {
		f.mean = make([]float64, len(f.y))
		for i := range f.mean {
			f.mean[i] = predictor(m, f.fit.Fit.Coef, i).Add(offset[i]).Exp().Float()
		}
		before := f.theta
		if f.theta, err = negbin.Theta(f.y, f.mean); err != nil {
			return f, estimate.Undefined("%v", err)
		}
		if f.fit, err = fitGLM(ctx, m, negative(f.theta), offset); err != nil {
			return f, err
		}
		if math.Abs(f.theta-before) <= 1e-13*f.theta {
			return f, nil
		}
	}
	return f, answer.Apart()
}

// joint is the inverse of the observed information of coefficients and theta: the
// variances of coefficient j and of theta.
func (f negativeFit) joint(j int) (coef, theta float64, ok bool) {
	c, err := partial.New(f.m.X, j)
	if err != nil {
		return 0, 0, false
	}
	p, t := len(c.Q), f.theta
	w, cross := make([]float64, len(f.y)), make([]float64, len(f.y))
	for i, y := range f.y {
		m := f.mean[i]
		w[i] = m * t * (t + y) / ((t + m) * (t + m))
		cross[i] = (y - m) * m / ((t + m) * (t + m))
	}
	g := partial.Gram(c.Q, w)
	all := mat.NewSymDense(p+1, nil)
	for a := range p {
		for b := range a + 1 {
			all.SetSym(a, b, g.At(a, b))
		}
		var sum float64
		for i := range cross {
			sum += c.Q[a][i] * cross[i]
		}
		all.SetSym(a, p, -sum)
	}
	_, information := negbin.Score(t, f.y, f.mean)
	all.SetSym(p, p, information)
	variance := func(at int) (float64, bool) {
		unit := make([]float64, p+1)
		unit[at] = 1
		v, ok := partial.Solve(all, unit)
		if !ok {
			return 0, false
		}
		return v.AtVec(at), true
	}
	coef, ok = variance(p - 1)
	if !ok {
		return 0, 0, false
	}
	theta, ok = variance(p)
	return coef / (c.Length * c.Length), theta, ok
}

func negativeBinomial(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	others := exposureOf(in)
	m, v, j, err := linear.Of(in, others...)
	if err != nil {
		return estimate.Answer{}, err
	}
	offset, err := offsets(v, len(m.Y), others...)
	if err != nil {
		return estimate.Answer{}, err
	}
	f, err := fitNegative(ctx, m, offset)
	if err != nil {
		return estimate.Answer{}, err
	}
	b, se := f.fit.Fit.Coef[j], f.fit.Fit.Inv[j].Sqrt()
	a := estimate.Answer{What: fmt.Sprintf("the coefficient of %s in the negative-binomial regression", m.Terms[j]), Value: estimate.Number(b.Float()), N: answer.Count(len(m.Y)),
		Floor: spec.Tolerance{Rel: 1e-3, Abs: 1e-3 * se.Float()}}
	answer.InferNormal(&a, b, se, in.Level)
	if joint, _, ok := f.joint(j); ok {
		answer.VaryNormalSE(&a, "observed-information", "with the standard error from the joint observed information (the Hessian)", b, dd.F(joint).Sqrt(), in.Level)
	}
	if df := float64(m.DF()); df > 0 {
		linear.VarySE(&a, "t-interval", "with Student's t in place of the normal distribution", b, se, df, in.Level)
		answer.VaryNormalSE(&a, "pearson-dispersion", "with the standard error times the root of Pearson's dispersion", b, se.Mul(f.fit.Fit.RSS.Div(dd.F(df)).Sqrt()), in.Level)
	}
	if s, err := linear.NewSandwich(f.fit, j); err == nil {
		answer.VaryNormalSE(&a, "HC0", "with standard errors robust to a wrong variance (HC0)", b, s.HC(0).Sqrt(), in.Level)
	}
	varyFamily(ctx, &a, "poisson", "of the Poisson regression", m, poisson, offset, j)
	varyFamily(ctx, &a, "alpha-1", "with alpha fixed at 1 (the default of statsmodels' GLM)", m, negative(1), offset, j)
	if others != nil {
		if o, err := fitNegative(ctx, m, make([]dd.Num, len(m.Y))); err == nil {
			answer.VaryValue(&a, "no-exposure", "without the exposure", o.fit.Fit.Coef[j])
		}
	}
	answer.VaryValue(&a, "ratio", "the rate ratio, e^b", b.Exp())
	finishGLM(&a, m, j)
	return a, nil
}

func negativeBinomialAlpha(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	others := exposureOf(in)
	m, v, err := linear.Design(in, others...)
	if err != nil {
		return estimate.Answer{}, err
	}
	offset, err := offsets(v, len(m.Y), others...)
	if err != nil {
		return estimate.Answer{}, err
	}
	f, err := fitNegative(ctx, m, offset)
	if err != nil {
		return estimate.Answer{}, err
	}
	alpha, n := 1/f.theta, float64(len(f.y))
	a := estimate.Answer{Value: estimate.Number(alpha), N: answer.Count(len(f.y)), Unit: "1", Floor: spec.Tolerance{Rel: 1e-3}}
	if _, variance, ok := f.joint(0); ok && variance > 0 {
		se := math.Sqrt(variance) * alpha * alpha
		answer.InferNormal(&a, dd.F(alpha), dd.F(se), in.Level)
		a.Floor.Abs = 1e-3 * se
	}
	theta := estimate.Answer{Value: estimate.Number(f.theta)}
	if _, information := negbin.Score(f.theta, f.y, f.mean); information > 0 {
		theta.Uncertainty = answer.Uncertain(spec.UncertaintySE, dd.F(1/math.Sqrt(information)))
	}
	answer.Vary(&a, "theta", "theta = 1/alpha, as R's MASS gives it", theta)
	answer.VaryValue(&a, "log-alpha", "the logarithm of alpha", dd.F(math.Log(alpha)))
	var moments, pearson float64
	if p, err := fitGLM(ctx, m, poisson, offset); err == nil {
		for i, y := range f.y {
			mean := predictor(m, p.Fit.Coef, i).Add(offset[i]).Exp().Float()
			moments += ((y-mean)*(y-mean) - y) / (mean * mean)
		}
		pearson = p.Fit.RSS.Float()
	}
	if free := float64(m.DF()); free > 0 {
		answer.VaryValue(&a, "moments", "by moments, Σ ((y - m)² - y) / m² / (n - k) about Poisson means", dd.F(moments/free))
		answer.VaryValue(&a, "pearson", "Pearson's dispersion of the Poisson fit", dd.F(pearson/free))
	}
	answer.VaryValue(&a, "moments-n", "by moments, Σ ((y - m)² - y) / m² / n about Poisson means", dd.F(moments/n))
	return a, nil
}

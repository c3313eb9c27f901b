package mixed

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"gonum.org/v1/gonum/mat"
)

// satterthwaite gives the degrees of freedom 2 V² / (g' A g) of each coefficient, V its
// variance, g the gradient of V in (θ, log σ), A twice the inverse of the Hessian of the
// deviance there (Satterthwaite 1946; Kuznetsova, Brockhoff, Christensen 2017, J. Stat.
// Softw. 82(13)). NaN where the Hessian does not exist.
func (p problem) satterthwaite(theta []dd.Num, best profile, halves [][]dd.Num) []float64 {
	out := make([]float64, p.p)
	h, ok := p.information(theta, best)
	var e mat.EigenSym
	if !ok || !e.Factorize(h, true) {
		for j := range out {
			out[j] = math.NaN()
		}
		return out
	}
	grads := p.variances(theta, halves)
	for j, g := range grads {
		v := dot(halves[j], halves[j]).Float()
		out[j] = 2 * v * v / (2 * overCurvature(e, g))
	}
	return out
}

// information is the Hessian in (θ, log σ) of log terms + 2 n log σ + rss(θ) / σ², the
// deviance in which σ is free; n is what σ² is divided by.
func (p problem) information(theta []dd.Num, best profile) (*mat.SymDense, bool) {
	k := len(theta)
	s2 := best.rss.Div(dd.F(p.free()))
	part := func(logs bool) func([]dd.Num) dd.Num {
		return func(x []dd.Num) dd.Num {
			f := p.at(x)
			switch {
			case !f.ok:
				return dd.F(math.Inf(1))
			case !logs:
				return f.rss.Div(s2)
			case p.ML:
				return f.logZ.Add(f.rss.Div(s2))
			}
			return f.logZ.Add(f.logX).Add(f.rss.Div(s2))
		}
	}
	_, _, whole, ok1 := differences(part(true), theta)
	_, slope, _, ok2 := differences(part(false), theta)
	h := mat.NewSymDense(k+1, nil)
	for i := range k {
		for j := range i + 1 {
			h.SetSym(i, j, whole.At(i, j))
		}
		h.SetSym(i, k, -2*slope[i])
	}
	h.SetSym(k, k, 4*p.free())
	return h, ok1 && ok2
}

// variances are the gradients in (θ, log σ) of the variance of each coefficient over σ².
func (p problem) variances(theta []dd.Num, halves [][]dd.Num) [][]float64 {
	k := len(theta)
	out := make([][]float64, p.p)
	for j := range out {
		out[j] = make([]float64, k+1)
		out[j][k] = 2 * dot(halves[j], halves[j]).Float()
	}
	for i := range k {
		h := width(theta[i])
		at := func(d float64) [][]dd.Num {
			f := p.at(moved(theta, i, d))
			if !f.ok {
				return square(p.p)
			}
			return p.halves(f)
		}
		up, down := at(h), at(-h)
		for j := range out {
			out[j][i] = dot(up[j], up[j]).Sub(dot(down[j], down[j])).Float() / (2 * h)
		}
	}
	return out
}

// overCurvature is g' H⁻¹ g over the directions in which H curves upwards.
func overCurvature(e mat.EigenSym, g []float64) float64 {
	values := e.Values(nil)
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	sum := 0.0
	for c, v := range values {
		if v <= 1e-8*values[len(values)-1] {
			continue
		}
		along := 0.0
		for i := range g {
			along += vectors.At(i, c) * g[i]
		}
		sum += along * along / v
	}
	return sum
}

// observed are the variances of the coefficients in the inverse of the observed
// information of b and θ together: those of Cov and 2 (db/dθ)' D″⁻¹ (db/dθ), D the
// profiled deviance. In balanced designs b does not depend on θ, and they are the same.
func (p problem) observed(theta []dd.Num, cov [][]dd.Num) []dd.Num {
	out := make([]dd.Num, p.p)
	for j := range out {
		out[j] = cov[j][j]
	}
	_, _, hess, ok := differences(p.deviance, theta)
	var e mat.EigenSym
	if !ok || !e.Factorize(hess, true) {
		return out
	}
	grads := make([][]float64, p.p)
	for j := range grads {
		grads[j] = make([]float64, len(theta))
	}
	for i := range theta {
		h := width(theta[i])
		up, down := p.at(moved(theta, i, h)), p.at(moved(theta, i, -h))
		if !up.ok || !down.ok {
			return out
		}
		a, b := p.coefficients(up), p.coefficients(down)
		for j := range grads {
			// In units of the standard error, lest squares overflow.
			grads[j][i] = a[j].Sub(b[j]).Div(cov[j][j].Sqrt()).Float() / (2 * h)
		}
	}
	for j, g := range grads {
		out[j] = out[j].Mul(dd.F(1 + 2*overCurvature(e, g)))
	}
	return out
}

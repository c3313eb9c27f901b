package mixed

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
)

// profile is what follows from Λ when b and σ are the best for it, in the coordinates of
// a problem.
type profile struct {
	ok    bool
	logZ  dd.Num     // log |Λ'Z'ZΛ + I|
	logX  dd.Num     // log |X' V⁻¹ X|
	l     [][]dd.Num // Cholesky factor of X' V⁻¹ X
	score []dd.Num   // L⁻¹ X' V⁻¹ y
	rss   dd.Num     // (y - X b)' V⁻¹ (y - X b)
}

// parameters is the length of θ.
func (p problem) parameters() int {
	if p.Independent {
		return p.q
	}
	return p.q * (p.q + 1) / 2
}

// lambda is the lower triangle of θ: its columns one after another, or its diagonal.
func (p problem) lambda(theta []dd.Num) [][]dd.Num {
	l := square(p.q)
	if p.Independent {
		for k := range l {
			l[k][k] = theta[k]
		}
		return l
	}
	at := 0
	for c := range p.q {
		for r := c; r < p.q; r++ {
			l[r][c] = theta[at]
			at++
		}
	}
	return l
}

// times is Λ'a.
func times(lambda [][]dd.Num, a []dd.Num) []dd.Num {
	out := make([]dd.Num, len(a))
	for c := range out {
		for r := c; r < len(a); r++ {
			out[c] = out[c].Add(lambda[r][c].Mul(a[r]))
		}
	}
	return out
}

// at eliminates the groups for one Λ.
func (p problem) at(theta []dd.Num) profile {
	lambda := p.lambda(theta)
	out := profile{l: square(p.p), score: make([]dd.Num, p.p), rss: dd.F(p.n)}
	for j := range p.p {
		out.l[j][j] = dd.F(1)
	}
	columns, column := square(p.p), make([]dd.Num, p.q)
	logs, det := dd.Num{}, dd.F(1)
	for _, g := range p.groups {
		half := square(p.q) // Z'ZΛ by column, as ZZ is symmetric
		for k := range p.q {
			half[k] = times(lambda, g.zz[k])
		}
		inner := square(p.q)
		for c := range p.q {
			for k := range p.q {
				column[k] = half[k][c]
			}
			for r, x := range times(lambda, column) {
				inner[r][c] = x
			}
			inner[c][c] = inner[c][c].Add(dd.F(1))
		}
		if !cholesky(inner) {
			return profile{}
		}
		for k := range p.q { // one logarithm for many groups
			if det = det.Mul(inner[k][k]); det.Hi > 1e100 {
				logs, det = logs.Add(det.Log()), dd.F(1)
			}
		}
		y := times(lambda, g.zy)
		forward(inner, y)
		out.rss = out.rss.Sub(dot(y, y))
		for j := range p.p {
			for k := range p.q {
				column[k] = g.zx[k][j]
			}
			columns[j] = times(lambda, column)
			forward(inner, columns[j])
			for h := range j + 1 {
				out.l[j][h] = out.l[j][h].Sub(dot(columns[j], columns[h]))
			}
			out.score[j] = out.score[j].Sub(dot(columns[j], y))
		}
	}
	out.logZ = logs.Add(det.Log()).Mul(dd.F(2))
	if !cholesky(out.l) {
		return profile{}
	}
	for j := range p.p {
		out.logX = out.logX.Add(out.l[j][j].Log().Mul(dd.F(2)))
	}
	forward(out.l, out.score)
	out.rss = out.rss.Sub(dot(out.score, out.score))
	out.ok = out.rss.Float() > exact*p.n && out.logZ.Finite()
	return out
}

// free is the divisor of σ²: n, restricted n less the coefficients.
func (p problem) free() float64 {
	if p.ML {
		return p.n
	}
	return p.n - float64(p.p)
}

// deviance is -2 log of the likelihood profiled over b and σ, but for constants; not
// Finite where there is none.
func (p problem) deviance(theta []dd.Num) dd.Num {
	f := p.at(theta)
	if !f.ok {
		return dd.F(math.Inf(1))
	}
	d := f.logZ.Add(f.rss.Log().Mul(dd.F(p.free())))
	if !p.ML {
		d = d.Add(f.logX)
	}
	return d
}

// fit puts the best b and σ for θ into the units of the data.
func (p problem) fit(theta []dd.Num) Fit {
	lambda := p.lambda(theta)
	best := p.at(theta)
	s2 := best.rss.Div(dd.F(p.free()))
	y2 := p.yScale.Mul(p.yScale)
	f := Fit{Residual: s2.Mul(y2), Random: square(p.q), Singular: p.singular(lambda)}
	for i := range p.q {
		for j := range i + 1 {
			f.Random[i][j] = dot(lambda[i], lambda[j]).Mul(f.Residual).Div(p.zScale[i]).Div(p.zScale[j])
			f.Random[j][i] = f.Random[i][j]
		}
	}
	f.Coef = p.coefficients(best)
	f.Cov = square(p.p)
	halves := p.halves(best)
	for i := range p.p {
		for j := range i + 1 {
			f.Cov[i][j] = dot(halves[i], halves[j]).Mul(f.Residual)
			f.Cov[j][i] = f.Cov[i][j]
		}
	}
	// The units of y and of X enter the density by their logarithms.
	free := dd.F(p.free())
	d := best.logZ.Add(free.Mul(dd.Pi.Mul(dd.F(2)).Mul(f.Residual).Log().Add(dd.F(1))))
	if !p.ML {
		d = d.Add(best.logX).Add(p.logDetR.Mul(dd.F(2)))
	}
	f.LogLik = d.Div(dd.F(-2))
	f.DF = p.satterthwaite(theta, best, halves)
	f.Observed = p.observed(theta, f.Cov)
	return f
}

// coefficients are b in the units of the data: R⁻¹ (Q'y + L⁻ᵀ score).
func (p problem) coefficients(f profile) []dd.Num {
	coef := append([]dd.Num(nil), f.score...)
	backward(f.l, coef)
	for i := p.p - 1; i >= 0; i-- {
		coef[i] = coef[i].Add(p.start[i])
		for j := i + 1; j < p.p; j++ {
			coef[i] = coef[i].Sub(p.r[i][j].Mul(coef[j]))
		}
		coef[i] = coef[i].Div(p.r[i][i])
	}
	for i := range coef {
		coef[i] = coef[i].Mul(p.yScale)
	}
	return coef
}

// backward solves L' x = b in place.
func backward(l [][]dd.Num, b []dd.Num) {
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			b[i] = b[i].Sub(l[k][i].Mul(b[k]))
		}
		b[i] = b[i].Div(l[i][i])
	}
}

// halves are rows h with h_i · h_j the element i, j of (X' V⁻¹ X)⁻¹: h_i solves
// R'L h = e_i.
func (p problem) halves(f profile) [][]dd.Num {
	out := make([][]dd.Num, p.p)
	for i := range out {
		h := make([]dd.Num, p.p)
		h[i] = dd.F(1)
		for j := range h { // R' a = e_i
			for k := range j {
				h[j] = h[j].Sub(p.r[k][j].Mul(h[k]))
			}
			h[j] = h[j].Div(p.r[j][j])
		}
		forward(f.l, h)
		out[i] = h
	}
	return out
}

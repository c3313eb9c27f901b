package mest

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/partial"
)

// Fit is a fit by M-estimation.
type Fit struct {
	Coef     []dd.Num
	Scale    float64   // spread of the errors
	Residual []float64 // in the order of the rows
	psi      Psi
}

// ErrExact says that the spread is 0: so many rows lie on the fit.
var ErrExact = errors.New("half of the rows or more lie on the fit, so that the errors have no spread")

// ErrUnsettled says that there is no fit that the search comes to.
var ErrUnsettled = errors.New("the weights of the rows do not settle")

// median leaves xs as it is.
func median(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	n := len(s)
	if n == 0 {
		return math.NaN()
	}
	return s[(n-1)/2]/2 + s[n/2]/2
}

// Solve finds b with Σ psi(e / s) x = 0, e = y - X b and s = spread(e), by least squares
// with the weights psi(u)/u, again and again from the unweighted one (Holland and Welsch
// 1977). X is given by columns.
//
// The search is for what is to be added to a fit whose residuals are known in
// double-double, along orthonormal columns, and starts anew from what it finds: so
// float64 keeps its digits however X is conditioned and wherever y lies.
//
// Errors: ErrExact, ErrUnsettled, dd.RankError, fewer rows than columns, numbers too
// large, the context's.
func Solve(ctx context.Context, columns [][]dd.Num, y []dd.Num, psi Psi, spread Spread) (Fit, error) {
	start, err := dd.LeastSquares(columns, y)
	if err != nil {
		return Fit{}, err
	}
	q, _, err := dd.Orthonormal(columns)
	if err != nil {
		return Fit{}, err
	}
	s := search{columns: columns, y: y, q: q, psi: psi, spread: spread}
	for _, col := range q {
		s.basis = append(s.basis, partial.Floats(col))
	}
	for _, v := range y {
		s.big = max(s.big, math.Abs(v.Float()))
	}
	f := Fit{Coef: start.Coef, psi: psi}
	for _, near := range []float64{1e-6, 1e-13} {
		more, err := s.improve(ctx, s.residuals(f.Coef), near)
		if err != nil {
			return Fit{}, err
		}
		if f.Coef, err = s.add(f.Coef, more); err != nil {
			return Fit{}, err
		}
	}
	f.Residual = s.residuals(f.Coef)
	if f.Scale = spread(f.Residual); !(f.Scale > 1e-20*s.big) {
		return Fit{}, ErrExact
	}
	return f, nil
}

// search is what stays the same while a fit is improved.
type search struct {
	columns, q [][]dd.Num
	basis      [][]float64 // q
	y          []dd.Num
	big        float64 // largest |y|
	psi        Psi
	spread     Spread
}

// residuals of coefficients.
func (s search) residuals(coef []dd.Num) []float64 {
	e := make([]float64, len(s.y))
	for i, r := range s.y {
		for k := range s.columns {
			r = r.Sub(s.columns[k][i].Mul(coef[k]))
		}
		e[i] = r.Float()
	}
	return e
}

// improve gives what is to be added along the basis to a fit with residuals from, until
// no residual would move by more than a share of the spread. Where step after step is the
// same but for a factor, the search goes to where they lead (Aitken); steps that do not
// become smaller, as they may where the spread follows them, are taken in part.
func (s search) improve(ctx context.Context, from []float64, near float64) ([]float64, error) {
	at := place{e: slices.Clone(from), more: make([]float64, len(s.basis))}
	w, last := make([]float64, len(from)), make([]float64, len(s.basis))
	part, least, before := 1.0, math.Inf(1), math.Inf(1)
	for round := range 12_000 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		scale := s.spread(at.e)
		if !(scale > 1e-20*s.big) {
			return nil, ErrExact
		}
		for i := range w {
			w[i] = s.psi.Weight(at.e[i] / scale)
		}
		g := make([]float64, len(s.basis))
		for k := range g {
			for i := range w {
				g[k] += float64(w[i] * float64(s.basis[k][i]*at.e[i]))
			}
		}
		step, ok := partial.Solve(partial.Gram(s.basis, w), g)
		if !ok {
			return nil, ErrUnsettled
		}
		full := step.RawVector().Data
		far := 0.0
		for i := range from {
			var move float64
			for k := range full {
				move += float64(s.basis[k][i] * full[k])
			}
			far = max(far, math.Abs(move))
		}
		length := part
		if r, along := factor(last, full); round > 60 && round%20 == 0 && along {
			length = part / (1 - r)
		}
		at.move(s, from, full, length)
		if far <= near*scale {
			return at.more, nil
		}
		copy(last, full)
		if least = min(least, far/scale); round%400 == 399 {
			if least > before/2 {
				part /= 2
			}
			least, before = math.Inf(1), least
		}
	}
	return nil, ErrUnsettled
}

// place is where a search is: what was added along the basis, and the residuals there.
type place struct{ more, e []float64 }

// move goes a share of a step, from what the residuals were at first.
func (p *place) move(s search, from, step []float64, share float64) {
	for k := range p.more {
		p.more[k] += share * step[k]
	}
	for i := range p.e {
		p.e[i] = from[i]
		for k := range s.basis {
			p.e[i] -= float64(s.basis[k][i] * p.more[k])
		}
	}
}

// factor is what a step b is of the step a before it, and whether they lie along one line
// and lead to an end.
func factor(a, b []float64) (r float64, along bool) {
	var aa, bb, ab float64
	for k := range a {
		aa, bb, ab = aa+a[k]*a[k], bb+b[k]*b[k], ab+a[k]*b[k]
	}
	r = ab / aa
	return r, aa > 0 && r < 0.99999 && ab*ab > 0.9999*aa*bb
}

// add puts coefficients and what is added along the basis together.
func (s search) add(coef []dd.Num, more []float64) ([]dd.Num, error) {
	along := make([]dd.Num, len(s.y))
	for i := range along {
		for k := range s.q {
			along[i] = along[i].Add(s.q[k][i].Mul(dd.F(more[k])))
		}
	}
	d, err := dd.LeastSquares(s.columns, along)
	if err != nil {
		return nil, err
	}
	out := make([]dd.Num, len(coef))
	for k := range coef {
		if out[k] = coef[k].Add(d.Coef[k]); !out[k].Finite() {
			return nil, errors.New("the numbers are too large")
		}
	}
	return out, nil
}

// Variances are three estimates of the variance of one coefficient, with N psi the
// number of rows, p that of coefficients, u = e / s, S = s² Σ psi(u)² / (n - p), m the mean
// of psi'(u) and K = 1 + p var(psi'(u)) / (n m²) (Huber 1981, 7.6):
//
//	H1 = K² S / m² (X'X)^-1
//	H2 = K S / m (X'WX)^-1, W = psi'(u)
//	H3 = S / K (X'WX)^-1 X'X (X'WX)^-1
//
// The variance of psi'(u) divides by n - ddof: 0 in statsmodels, 1 in R's MASS.
type Variances struct{ H1, H2, H3 float64 }

// Variances of coefficient j. Not finite where n = p or no row has a positive slope.
func (f Fit) Variances(columns [][]dd.Num, j, ddof int) (Variances, error) {
	c, err := partial.New(columns, j)
	if err != nil {
		return Variances{}, err
	}
	n, p := float64(len(f.Residual)), float64(len(columns))
	slope := make([]float64, len(f.Residual))
	var square, mean, spread float64
	for i, e := range f.Residual {
		u := e / f.Scale
		slope[i] = f.psi.Slope(u)
		square += f.psi.Value(u) * f.psi.Value(u)
		mean += slope[i] / n
	}
	for _, s := range slope {
		spread += (s - mean) * (s - mean) / (n - float64(ddof))
	}
	s := f.Scale * f.Scale * square / (n - p)
	k := 1 + p/n*spread/(mean*mean)
	return Variances{
		H1: k * k * s / (mean * mean) / (c.Length * c.Length),
		H2: k * s / mean * c.Inverse(slope),
		H3: s / k * c.Sandwich(slope),
	}, nil
}

package smooth

import (
	"fmt"
	"math"
)

// Smoothing is the cubic smoothing spline: the natural spline g that minimises
// Σ w (y - g)² + λ ∫ (second derivative)² (Reinsch 1967), as scipy's make_smoothing_spline. X rise strictly.
type Smoothing struct {
	p      Points
	h      []float64
	q0, q1 []float64 // columns of Q: first and last entry; the middle is -(q0 + q1)
}

// NewSmoothing prepares points. Errors: fewer than three points, equal X.
func NewSmoothing(p Points) (*Smoothing, error) {
	n := len(p.X)
	if n < 3 {
		return nil, fmt.Errorf("a smoothing spline needs three points, there are %d", n)
	}
	s := &Smoothing{p: p, h: make([]float64, n-1), q0: make([]float64, n-2), q1: make([]float64, n-2)}
	for i := range s.h {
		if s.h[i] = p.X[i+1] - p.X[i]; !(s.h[i] > 0) {
			return nil, fmt.Errorf("two points have x = %v", p.X[i])
		}
	}
	for j := range s.q0 {
		s.q0[j], s.q1[j] = 1/s.h[j], 1/s.h[j+1]
	}
	return s, nil
}

func (s *Smoothing) weight(i int) float64 {
	if s.p.W == nil {
		return 1
	}
	return s.p.W[i]
}

// column j of Q has the entries a, b, c in rows j, j + 1, j + 2.
func (s *Smoothing) column(j int) (a, b, c float64) { return s.q0[j], -(s.q0[j] + s.q1[j]), s.q1[j] }

// bands are those of R + λ Q' W⁻¹ Q, factored as L D L' with two bands below.
func (s *Smoothing) bands(lambda float64) (d, l1, l2 []float64) {
	m := len(s.q0)
	d, l1, l2 = make([]float64, m), make([]float64, m), make([]float64, m)
	for j := range m {
		a, b, c := s.column(j)
		w0, w1, w2 := 1/s.weight(j), 1/s.weight(j+1), 1/s.weight(j+2)
		d[j] = (s.h[j]+s.h[j+1])/3 + lambda*(a*a*w0+b*b*w1+c*c*w2)
		if j+1 < m {
			a1, b1, _ := s.column(j + 1)
			l1[j] = s.h[j+1]/6 + lambda*(b*a1*w1+c*b1*w2)
		}
		if j+2 < m {
			a2, _, _ := s.column(j + 2)
			l2[j] = lambda * c * a2 * w2
		}
	}
	for j := range m { // column by column
		u1, u2 := l1[j], l2[j]
		if j+1 < m {
			l1[j] = u1 / d[j]
			d[j+1] -= l1[j] * u1
		}
		if j+2 < m {
			l2[j] = u2 / d[j]
			d[j+2] -= l2[j] * u2
			l1[j+1] -= l2[j] * u1
		}
	}
	return d, l1, l2
}

// Fit are the values at X for a penalty lambda >= 0.
func (s *Smoothing) Fit(lambda float64) []float64 {
	m := len(s.q0)
	d, l1, l2 := s.bands(lambda)
	g := make([]float64, m)
	for j := range g {
		a, b, c := s.column(j)
		g[j] = a*s.p.Y[j] + b*s.p.Y[j+1] + c*s.p.Y[j+2]
	}
	for j := range g {
		if j+1 < m {
			g[j+1] -= l1[j] * g[j]
		}
		if j+2 < m {
			g[j+2] -= l2[j] * g[j]
		}
	}
	for j := m - 1; j >= 0; j-- {
		g[j] /= d[j]
		if j+1 < m {
			g[j] -= l1[j] * g[j+1]
		}
		if j+2 < m {
			g[j] -= l2[j] * g[j+2]
		}
	}
	out := append([]float64(nil), s.p.Y...)
	for j := range g {
		a, b, c := s.column(j)
		out[j] -= lambda * a * g[j] / s.weight(j)
		out[j+1] -= lambda * b * g[j] / s.weight(j+1)
		out[j+2] -= lambda * c * g[j] / s.weight(j+2)
	}
	return out
}

// GCV is the generalised cross-validation of a penalty, and the degrees of freedom of its
// fit: the trace of the smoother, from the middle bands of the inverse (Hutchinson and de
// Hoog 1985).
func (s *Smoothing) GCV(lambda float64) (score, freedom float64) {
	n, m := len(s.p.X), len(s.q0)
	d, l1, l2 := s.bands(lambda)
	b0, b1, b2 := make([]float64, m+2), make([]float64, m+2), make([]float64, m+2)
	for j := m - 1; j >= 0; j-- {
		x1, x2 := 0.0, 0.0
		if j+1 < m {
			x1 = l1[j]
		}
		if j+2 < m {
			x2 = l2[j]
		}
		b1[j] = -x1*b0[j+1] - x2*b1[j+1]
		b2[j] = -x1*b1[j+1] - x2*b0[j+2]
		b0[j] = 1/d[j] - x1*b1[j] - x2*b2[j]
	}
	var trace acc
	for j := range m {
		a, b, c := s.column(j)
		w0, w1, w2 := 1/s.weight(j), 1/s.weight(j+1), 1/s.weight(j+2)
		t := b0[j] * (a*a*w0 + b*b*w1 + c*c*w2)
		if j+1 < m {
			a1, b1c, _ := s.column(j + 1)
			t += 2 * b1[j] * (b*a1*w1 + c*b1c*w2)
		}
		if j+2 < m {
			a2, _, _ := s.column(j + 2)
			t += 2 * b2[j] * c * a2 * w2
		}
		trace.add(t)
	}
	freedom = float64(n) - lambda*trace.value()
	var rss acc
	for i, y := range s.Fit(lambda) {
		rss.add(s.weight(i) * (s.p.Y[i] - y) * (s.p.Y[i] - y))
	}
	k := 1 - freedom/float64(n)
	return rss.value() / float64(n) / (k * k), freedom
}

// Best is the penalty with the least cross-validation; NaN where that is at an end of
// the ranges tried, from hardly any to a straight line.
func (s *Smoothing) Best() float64 {
	wide := s.p.X[len(s.p.X)-1] - s.p.X[0]
	unit := math.Log(wide*wide*wide) - 3*math.Log(float64(len(s.p.X)))
	lo, hi := unit-30, unit+40
	at := golden(lo, hi, func(u float64) float64 { score, _ := s.GCV(math.Exp(u)); return score })
	if at-lo < 1 || hi-at < 1 {
		return math.NaN()
	}
	return math.Exp(at)
}

// Curve is the natural spline through fitted values.
func (s *Smoothing) Curve(fitted []float64) (Curve, error) {
	return Through("natural", s.p.X, fitted, Ends{})
}

package linear

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
)

// Sandwich holds what robust variances of one coefficient are made of: b = Σ a y, so
// that its variance is that of Σ a e.
type Sandwich struct {
	M       Model
	A, E, H []dd.Num // weights of y, residuals, leverages
	DF      int      // n - k
}

// NewSandwich prepares coefficient j of a fitted model. With the column made
// orthogonal to all others, x~, the weights are x~ / |x~|² (Frisch, Waugh, Lovell).
func NewSandwich(m Model, j int) (Sandwich, error) {
	columns := make([][]dd.Num, 0, len(m.X))
	for k, col := range m.X {
		if k != j {
			columns = append(columns, col)
		}
	}
	q, lengths, err := dd.Orthonormal(append(columns, m.X[j]))
	if err != nil {
		return Sandwich{}, estimate.Undefined("%s is a linear combination of the other terms", m.Terms[j])
	}
	n, last := len(m.Y), len(q)-1
	s := Sandwich{M: m, DF: m.DF(), A: make([]dd.Num, n), E: make([]dd.Num, n), H: make([]dd.Num, n)}
	for i := range n {
		s.A[i] = q[last][i].Div(lengths[last])
		s.E[i] = m.Y[i]
		for k := range m.X {
			s.E[i] = s.E[i].Sub(m.X[k][i].Mul(m.Fit.Coef[k]))
			s.H[i] = s.H[i].Add(q[k][i].Mul(q[k][i]))
		}
	}
	return s, nil
}

// HC is the variance robust to unequal variances: HC0 Σ a² e² (White 1980), HC1 that
// times n / (n - k), HC2 and HC3 with e² over 1 - h and (1 - h)² (MacKinnon and White
// 1985). Not finite where a row alone determines a coefficient.
func (s Sandwich) HC(kind int) dd.Num {
	var sum dd.Num
	for i := range s.A {
		z := s.A[i].Mul(s.E[i])
		z = z.Mul(z)
		if kind >= 2 {
			rest := dd.F(1).Sub(s.H[i])
			if rest.Float() < 1e-20 {
				return dd.F(math.NaN())
			}
			z = z.Div(rest)
			if kind == 3 {
				z = z.Div(rest)
			}
		}
		sum = sum.Add(z)
	}
	if kind == 1 {
		sum = sum.Mul(s.PerFreedom())
	}
	return sum
}

// PerFreedom is n / (n - k).
func (s Sandwich) PerFreedom() dd.Num {
	return dd.F(float64(len(s.A))).Div(dd.F(float64(s.DF)))
}

// NeweyWest is robust to correlation of neighbouring rows up to a lag, with Bartlett's
// weights (Newey and West 1987).
func (s Sandwich) NeweyWest(lag int) dd.Num {
	n := len(s.A)
	z := make([]dd.Num, n)
	for i := range z {
		z[i] = s.A[i].Mul(s.E[i])
	}
	var sum dd.Num
	for l := 0; l <= lag && l < n; l++ {
		var c dd.Num
		for t := l; t < n; t++ {
			c = c.Add(z[t].Mul(z[t-l]))
		}
		if l > 0 {
			c = c.Mul(dd.F(2)).Mul(dd.F(float64(lag + 1 - l))).Div(dd.F(float64(lag + 1)))
		}
		sum = sum.Add(c)
	}
	return sum
}

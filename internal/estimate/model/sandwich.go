package model

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
)

// sandwich holds what robust variances of one coefficient are made of: b = Σ a y, so
// that its variance is that of Σ a e.
type sandwich struct {
	m       model
	a, e, h []dd.Num // weights of y, residuals, leverages
}

// newSandwich prepares coefficient j of a fitted model. With the column made
// orthogonal to all others, x~, the weights are x~ / |x~|² (Frisch, Waugh, Lovell).
func newSandwich(m model, j int) (sandwich, error) {
	columns := make([][]dd.Num, 0, len(m.x))
	for k, col := range m.x {
		if k != j {
			columns = append(columns, col)
		}
	}
	q, lengths, err := dd.Orthonormal(append(columns, m.x[j]))
	if err != nil {
		return sandwich{}, estimate.Undefined("%s is a linear combination of the other terms", m.terms[j])
	}
	n, last := len(m.y), len(q)-1
	s := sandwich{m: m, a: make([]dd.Num, n), e: make([]dd.Num, n), h: make([]dd.Num, n)}
	for i := range n {
		s.a[i] = q[last][i].Div(lengths[last])
		s.e[i] = m.y[i]
		for k := range m.x {
			s.e[i] = s.e[i].Sub(m.x[k][i].Mul(m.fit.Coef[k]))
			s.h[i] = s.h[i].Add(q[k][i].Mul(q[k][i]))
		}
	}
	return s, nil
}

// hc is the variance robust to unequal variances: HC0 Σ a² e² (White 1980), HC1 that
// times n / (n - k), HC2 and HC3 with e² over 1 - h and (1 - h)² (MacKinnon and White
// 1985). Not finite where a row alone determines a coefficient.
func (s sandwich) hc(kind int) dd.Num {
	var sum dd.Num
	for i := range s.a {
		z := s.a[i].Mul(s.e[i])
		z = z.Mul(z)
		if kind >= 2 {
			rest := dd.F(1).Sub(s.h[i])
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
		sum = sum.Mul(s.perFreedom())
	}
	return sum
}

// perFreedom is n / (n - k).
func (s sandwich) perFreedom() dd.Num {
	return dd.F(float64(len(s.a))).Div(dd.F(float64(s.m.df())))
}

// clustered is Σ (Σ a e)², the inner sums over the clusters (Liang and Zeger 1986), and
// the number of clusters.
func (s sandwich) clustered(of []string) (variance dd.Num, clusters int) {
	at := map[string]int{}
	var sums []dd.Num
	for i, name := range of {
		k, ok := at[name]
		if !ok {
			k = len(sums)
			at[name], sums = k, append(sums, dd.Num{})
		}
		sums[k] = sums[k].Add(s.a[i].Mul(s.e[i]))
	}
	for _, z := range sums {
		variance = variance.Add(z.Mul(z))
	}
	return variance, len(sums)
}

// neweyWest is robust to correlation of neighbouring rows up to a lag, with Bartlett's
// weights (Newey and West 1987).
func (s sandwich) neweyWest(lag int) dd.Num {
	n := len(s.a)
	z := make([]dd.Num, n)
	for i := range z {
		z[i] = s.a[i].Mul(s.e[i])
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

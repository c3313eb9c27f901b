package solve

import "math"

// factored is a square matrix as the product of triangles, with its rows in order.
type factored struct {
	m     [][]float64
	order []int
}

// factor uses m up. It is false where a pivot is 0 or no number.
func factor(m [][]float64) (factored, bool) {
	n := len(m)
	f := factored{m, make([]int, n)}
	for i := range f.order {
		f.order[i] = i
	}
	for k := range n {
		best := k
		for i := k + 1; i < n; i++ {
			if math.Abs(m[i][k]) > math.Abs(m[best][k]) {
				best = i
			}
		}
		m[k], m[best] = m[best], m[k]
		f.order[k], f.order[best] = f.order[best], f.order[k]
		if pivot := m[k][k]; pivot == 0 || math.IsNaN(pivot) || math.IsInf(pivot, 0) {
			return f, false
		}
		for i := k + 1; i < n; i++ {
			c := m[i][k] / m[k][k]
			m[i][k] = c
			if c == 0 {
				continue
			}
			for j := k + 1; j < n; j++ {
				m[i][j] -= c * m[k][j]
			}
		}
	}
	return f, true
}

// solve puts the solution in place of b.
func (f factored) solve(b []float64) {
	x := make([]float64, len(b))
	for i, at := range f.order {
		x[i] = b[at]
		for j := range i {
			x[i] -= f.m[i][j] * x[j]
		}
	}
	for i := len(b) - 1; i >= 0; i-- {
		for j := i + 1; j < len(b); j++ {
			x[i] -= f.m[i][j] * x[j]
		}
		x[i] /= f.m[i][i]
	}
	copy(b, x)
}

// Package assign pairs rows with columns one to one so that the sum of weights is greatest.
package assign

import (
	"math"
	"slices"
)

// Max returns, for each row of the weight matrix, the column it is paired with, or -1.
// No column is taken twice, and of all such pairings the sum of weights is greatest. A
// weight that is negative or not finite marks a pair that is not eligible and is never
// made. Short rows are filled up with such pairs.
//
// Ties are settled by rows: of all pairings with the greatest sum, row 0 takes the lowest
// column it can, then row 1, and so on; to stay alone comes after every column. Sums of
// whole numbers are compared exactly, others within 1e-9 of the largest weight.
//
// The method is the Hungarian one by shortest augmenting paths with potentials (Kuhn 1955,
// Munkres 1957, Jonker and Volgenant 1987): O(r^2 (r + c)) for r rows and c columns,
// repeated at most once for each tie that could be settled lower.
func Max(weights [][]float64) []int {
	m := newMatrix(weights)
	best := m.solve(nil)
	fixed := make([]int, 0, m.rows)
	for i := range m.rows {
		fixed = append(fixed, best.column[i])
		for j := range best.column[i] {
			if !best.tight(i, j) || slices.Contains(fixed[:i], j) {
				continue
			}
			fixed[i] = j
			if s := m.solve(fixed); s.sum >= best.sum-m.slack {
				s.sum = best.sum // so that slack does not add up
				best = s
				break
			}
			fixed[i] = best.column[i]
		}
	}
	for i, j := range best.column {
		if j >= m.cols { // alone
			best.column[i] = -1
		}
	}
	return best.column
}

// matrix is the weights, with one more column of weight 0 for each row: to stay alone.
type matrix struct {
	w          [][]float64
	rows, cols int
	slack      float64
}

func newMatrix(w [][]float64) matrix {
	m := matrix{w: w, rows: len(w)}
	largest, whole := 0.0, true
	for _, r := range w {
		m.cols = max(m.cols, len(r))
		for _, x := range r {
			if x >= 0 && !math.IsInf(x, 1) {
				largest, whole = max(largest, x), whole && x == math.Trunc(x)
			}
		}
	}
	if !whole || largest > (1<<53)/float64(2*m.rows) {
		m.slack = 1e-9 * largest
	}
	return m
}

// cost is the weight with its sign changed, +Inf where row i may not have column j; the
// first rows may have only their fixed column, and nobody else may.
func (m matrix) cost(i, j int, fixed []int) float64 {
	if k := slices.Index(fixed, j); k >= 0 && k != i || i < len(fixed) && k < 0 {
		return math.Inf(1)
	}
	switch {
	case j == m.cols+i:
		return 0
	case j < len(m.w[i]) && m.w[i][j] >= 0 && !math.IsInf(m.w[i][j], 1):
		return -m.w[i][j]
	}
	return math.Inf(1)
}

// solution is a best pairing with the potentials that prove it.
type solution struct {
	matrix
	column []int // of each row
	sum    float64
	u, v   []float64
}

// tight reports whether row i and column j can be together in some best pairing at all.
func (s solution) tight(i, j int) bool {
	return s.cost(i, j, nil)-s.u[i]-s.v[j] <= s.slack
}

// solve adds one row at a time along the cheapest augmenting path. Every row can stay
// alone unless its column is fixed, so that a path always exists; where the fixed columns
// themselves are not eligible the sum is -Inf.
func (m matrix) solve(fixed []int) solution {
	n := m.cols + m.rows
	s := solution{matrix: m, column: make([]int, m.rows), u: make([]float64, m.rows), v: make([]float64, n)}
	row := make([]int, n) // of each column
	for j := range row {
		row[j] = -1
	}
	for i := range m.rows {
		dist, from, done := make([]float64, n), make([]int, n), make([]bool, n)
		for j := range dist {
			dist[j], from[j] = math.Inf(1), -1
		}
		last, r := -1, i // the path so far ends in column last, whose row is r
		for r >= 0 {
			next := -1
			base := 0.0
			if last >= 0 {
				base = dist[last]
			}
			for j := range n {
				if done[j] {
					continue
				}
				if d := base + m.cost(r, j, fixed) - s.u[r] - s.v[j]; d < dist[j] {
					dist[j], from[j] = d, last
				}
				if next < 0 || dist[j] < dist[next] {
					next = j
				}
			}
			if math.IsInf(dist[next], 1) {
				s.sum = math.Inf(-1)
				return s
			}
			done[next], last, r = true, next, row[next]
		}
		for j := range n {
			if done[j] && j != last {
				s.u[row[j]] += dist[last] - dist[j]
				s.v[j] -= dist[last] - dist[j]
			}
		}
		s.u[i] += dist[last]
		for last >= 0 {
			j := from[last]
			if row[last] = i; j >= 0 {
				row[last] = row[j]
			}
			last = j
		}
	}
	for j, i := range row {
		if i >= 0 {
			s.column[i] = j
			s.sum -= m.cost(i, j, nil)
		}
	}
	return s
}

package multivariate

import (
	"cmp"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// Kendall is the rank correlation tau-b, or tau-a where ties are not corrected for, by the
// method of Knight (1966), whose time is n log n. Columns have the same length. Not finite for
// fewer than two rows, and for tau-b where a column is constant.
func Kendall(x, y []dd.Num, corrected bool) dd.Num {
	rx, ry := steps(x), steps(y)
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(rx[a], rx[b]), cmp.Compare(ry[a], ry[b])) })
	seq := make([]int, len(order))
	for i, r := range order {
		seq[i] = ry[r]
	}
	n := float64(len(x))
	all := n * (n - 1) / 2
	tiedX := runs(order, func(a, b int) bool { return rx[a] == rx[b] })
	both := runs(order, func(a, b int) bool { return rx[a] == rx[b] && ry[a] == ry[b] })
	swaps := exchanges(seq, make([]int, len(seq)))
	tiedY := runs(seq, func(a, b int) bool { return a == b }) // seq is sorted now
	s := all - tiedX - tiedY + both - 2*swaps
	if corrected {
		return dd.F(s).Div(dd.F(all - tiedX).Mul(dd.F(all - tiedY)).Sqrt())
	}
	return dd.F(s).Div(dd.F(all))
}

// steps are ranks from 0, equal values sharing one.
func steps(x []dd.Num) []int {
	order, out := make([]int, len(x)), make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return x[a].Cmp(x[b]) })
	for k := 1; k < len(order); k++ {
		out[order[k]] = out[order[k-1]]
		if x[order[k]].Cmp(x[order[k-1]]) != 0 {
			out[order[k]]++
		}
	}
	return out
}

// runs counts the pairs within runs of neighbours that are the same.
func runs(seq []int, same func(a, b int) bool) float64 {
	pairs, length := 0.0, 0.0
	for i := 1; i < len(seq); i++ {
		if length++; !same(seq[i-1], seq[i]) {
			length = 0
		}
		pairs += length
	}
	return pairs
}

// exchanges sorts by merging and counts the pairs that stood in the wrong order.
func exchanges(a, space []int) float64 {
	if len(a) < 2 {
		return 0
	}
	half := len(a) / 2
	n := exchanges(a[:half], space[:half]) + exchanges(a[half:], space[half:])
	copy(space, a)
	i, j := 0, half
	for k := range a {
		if j == len(a) || i < half && space[i] <= space[j] {
			a[k] = space[i]
			i++
		} else {
			a[k] = space[j]
			n += float64(half - i)
			j++
		}
	}
	return n
}

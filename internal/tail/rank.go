package tail

import (
	"math"
	"slices"
)

// RankSum gives P(S <= s) and P(S >= s), where S is the sum of the scores of a random
// subset of the given size: the exact distribution of a rank sum, with or without ties.
// Scores are whole numbers (twice the mid-ranks). All additions are of positive
// numbers, so both tails keep their digits.
func RankSum(scores []int, size, s int) (atMost, atLeast float64) {
	n, total := len(scores), 0
	if size < 0 || size > n {
		return nan, nan
	}
	for _, r := range scores {
		total += r
	}
	if size > n-size { // the smaller part says the same, with less work
		atLeast, atMost = RankSum(scores, n-size, total-s)
		return atMost, atLeast
	}
	// most[k] is the largest sum of k scores.
	most := make([]int, size+1)
	for k, r := range slices.Backward(slices.Sorted(slices.Values(scores))) {
		if i := n - k; i <= size {
			most[i] = most[i-1] + r
		}
	}
	// ways[k][t] is the share of subsets of size k of the scores so far that have sum t.
	ways := make([][]float64, size+1)
	for k := range ways {
		ways[k] = make([]float64, most[k]+1)
	}
	ways[0][0] = 1
	for i, r := range scores {
		for k := min(i+1, size); k > 0; k-- {
			// Of the subsets of size k of i+1 scores, k/(i+1) hold the last one.
			with, without := float64(k)/float64(i+1), float64(i+1-k)/float64(i+1)
			row, before := ways[k], ways[k-1]
			for t := range row {
				row[t] *= without
			}
			for t, v := range before {
				if t+r < len(row) {
					row[t+r] += with * v
				}
			}
		}
	}
	return sides(ways[size], s)
}

// SignedRank gives P(S <= s) and P(S >= s), where S is the sum of the scores that have a
// positive sign, and each sign is positive or negative with probability one half.
func SignedRank(scores []int, s int) (atMost, atLeast float64) {
	total := 0
	for _, r := range scores {
		total += r
	}
	p := make([]float64, total+1)
	p[0] = 1
	seen := 0
	for _, r := range scores {
		seen += r
		for t := seen; t >= 0; t-- {
			v := p[t] / 2
			if t >= r {
				v += p[t-r] / 2
			}
			p[t] = v
		}
	}
	return sides(p, s)
}

func sides(p []float64, s int) (atMost, atLeast float64) {
	for t, v := range p {
		if t <= s {
			atMost += v
		}
	}
	for t := len(p) - 1; t >= max(s, 0); t-- {
		atLeast += p[t]
	}
	return math.Min(1, atMost), math.Min(1, atLeast)
}

// TwoSampleKS is P(D >= d) of the two-sample Kolmogorov-Smirnov statistic, exact:
// the share of lattice paths from (0, 0) to (m, n) that reach |i/m - j/n| >= d, counted
// directly and not as one minus the others. d is given as the whole number d m n. last
// tells, for i + j, whether the sorted values i + j and i + j + 1 differ: only there a
// step of the distribution functions ends; nil where there are no ties.
func TwoSampleKS(m, n, d int, last func(k int) bool) float64 {
	if m <= 0 || n <= 0 {
		return nan
	}
	if d <= 0 {
		return 1
	}
	out := func(i, j int) bool {
		return (last == nil || last(i+j)) && (i*n-j*m >= d || j*m-i*n >= d)
	}
	row := make([]float64, n+1)
	for i := 0; i <= m; i++ {
		for j := 0; j <= n; j++ {
			var v float64
			switch {
			case out(i, j):
				v = 1
			case i == 0 && j == 0:
			case i == 0:
				v = row[j-1]
			case j == 0:
				v = row[0]
			default:
				v = (float64(i)*row[j] + float64(j)*row[j-1]) / float64(i+j)
			}
			row[j] = v
		}
	}
	return row[n]
}

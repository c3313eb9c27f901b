package smooth

import (
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// BinRules are the numbers of equal bins by rule, from 1; NaN where a rule has none:
//
//	sturges  log2 n + 1                        scott    range / ((24 √π / n)^(1/3) sd, ddof 0)
//	fd       range / (2 IQR n^(-1/3))          scott-r  range / (3.5 sd n^(-1/3)), as R
//	sqrt     √n                                rice     2 n^(1/3)
//	doane    1 + log2 n + log2(1 + |g1|/√(6 (n - 2)/((n + 1)(n + 3))))
func (s Spread) BinRules() map[string]float64 {
	wide, n := s.Max-s.Min, s.N
	doane := 1 + math.Log2(n) + math.Log2(1+math.Abs(s.Skew)/math.Sqrt(6*(n-2)/((n+1)*(n+3))))
	rules := map[string]float64{
		"sturges": math.Log2(n) + 1,
		"scott":   wide / (math.Cbrt(24*math.Sqrt(math.Pi)/n) * s.SD0),
		"scott-r": wide / (3.5 * s.SD * math.Pow(n, -1.0/3)),
		"fd":      wide / (2 * s.IQR * math.Pow(n, -1.0/3)),
		"sqrt":    math.Sqrt(n),
		"rice":    2 * math.Cbrt(n),
		"doane":   doane,
	}
	for name, k := range rules {
		if rules[name] = math.Max(1, math.Ceil(k)); math.IsInf(k, 0) || math.IsNaN(k) {
			rules[name] = math.NaN()
		}
	}
	return rules
}

// EqualEdges are the n + 1 edges of equal bins from lo to hi in float64 arithmetic,
// lo + i · width, as numpy and R compute them.
func EqualEdges(lo, hi float64, n int) []float64 {
	out := make([]float64, n+1)
	width := (hi - lo) / float64(n)
	for i := range out {
		out[i] = lo + float64(float64(i)*width)
	}
	out[n] = hi
	return out
}

// ExactEdges are those edges in double-double.
func ExactEdges(lo, hi dd.Num, n int) []dd.Num {
	out := make([]dd.Num, n+1)
	for i := range out {
		out[i] = lo.Add(hi.Sub(lo).Mul(dd.F(float64(i))).Div(dd.F(float64(n))))
	}
	return out
}

// Counts are the numbers of values in bins with rising edges. Bins hold their left edge,
// or their right one; with both, the last (the first) holds its other edge too.
func Counts(xs, edges []dd.Num, right, both bool) []float64 {
	out := make([]float64, len(edges)-1)
	last := len(edges) - 1
	for _, x := range xs {
		i, exact := slices.BinarySearchFunc(edges, x, dd.Num.Cmp) // first edge >= x
		switch {
		case exact && right && i == 0:
			if both {
				out[0]++
			}
		case exact && right:
			out[i-1]++
		case exact && i == last:
			if both {
				out[last-1]++
			}
		case exact:
			out[i]++
		case i > 0 && i <= last:
			out[i-1]++
		}
	}
	return out
}

package resample

import (
	"context"
	"math"
	"slices"
)

// Scheme is a set of arrangements that are equally likely under the null hypothesis.
type Scheme struct {
	observed []int
	first    []int               // where enumeration begins
	next     func(s []int) bool  // the one after; false after the last
	random   func(stream, []int) // any one
	count    float64
}

// Splits are the ways to choose k of n rows as the first group: 1 for its rows, which are
// given, and 0 for the others.
func Splits(in []int) Scheme {
	k := 0
	for _, x := range in {
		k += x
	}
	first := slices.Sorted(slices.Values(in))
	return Scheme{observed: in, first: first, next: nextOrder, random: stream.shuffle, count: choose(len(in), k)}
}

// Orders are the n! ways to put one column against another: a row's number is the place
// of its partner.
func Orders(n int) Scheme {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return Scheme{observed: s, first: s, next: nextOrder, random: stream.shuffle, count: math.Gamma(float64(n) + 1)}
}

// Signs are the 2ⁿ ways to give n differences the sign that they have, 1, or the other, -1.
func Signs(n int) Scheme {
	ones := slices.Repeat([]int{1}, n)
	return Scheme{observed: ones, first: ones, next: nextSigns, count: math.Ldexp(1, n),
		random: func(s stream, signs []int) {
			for i := range signs {
				signs[i] = 1 - 2*int(s.pcg.Uint64()>>63)
			}
		}}
}

// Count is the number of arrangements, +Inf beyond float64.
func (s Scheme) Count() float64 { return s.count }

// choose is C(n, k), exact below 2⁵³.
func choose(n, k int) float64 {
	c := 1.0
	for i := 1; i <= min(k, n-k); i++ {
		c = c * float64(n-min(k, n-k)+i) / float64(i)
	}
	return c
}

// nextOrder is the next arrangement of (possibly equal) numbers in lexicographic order.
func nextOrder(s []int) bool {
	i := len(s) - 2
	for i >= 0 && s[i] >= s[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(s) - 1
	for s[j] <= s[i] {
		j--
	}
	s[i], s[j] = s[j], s[i]
	slices.Reverse(s[i+1:])
	return true
}

// nextSigns counts in binary, 1 for 0 and -1 for 1.
func nextSigns(s []int) bool {
	for i := range s {
		if s[i] = -s[i]; s[i] < 0 {
			return true
		}
	}
	return false
}

// An Arranged is a statistic of an arrangement, 0 where nothing is to be seen.
type Arranged func(s []int) float64

// Permutation counts arrangements by their statistic. Values within a part 1e-12 of each
// other are taken as equal.
type Permutation struct {
	Observed            float64
	N                   float64 // arrangements that were looked at, that of the data not among those drawn
	Exact               bool    // all of them, each once
	Less, Greater, Wide float64 // with a statistic at most, at least, and in absolute value at least, the observed one
}

// slack is the part of the statistic, or of its scale, that rounding may take.
const slack = 1e-12

// Enumerate looks at all arrangements, Permute at b random ones. scale is the size of the
// numbers that the statistic is made of; make gives a statistic for one goroutine.
// Arrangements on which it is NaN count as extreme on no side.
func Enumerate(ctx context.Context, s Scheme, scale float64, make func() Arranged) (Permutation, error) {
	f := make()
	p := Permutation{Observed: f(s.observed), Exact: true}
	state := slices.Clone(s.first)
	for more := true; more; more = s.next(state) {
		if math.Mod(p.N, 1024) == 0 && ctx.Err() != nil {
			return p, ctx.Err()
		}
		p.N++
		p.note(f(state), scale)
	}
	return p, nil
}

// Permute draws b arrangements with replacement.
func Permute(ctx context.Context, s Scheme, scale float64, maker func() Arranged, b int, seed uint64) (Permutation, error) {
	p := Permutation{Observed: maker()(s.observed), N: float64(b)}
	values := make([]float64, b)
	err := spread(ctx, b, seed, func() func(stream, int) {
		f, state := maker(), make([]int, len(s.observed))
		return func(r stream, i int) {
			copy(state, s.observed)
			s.random(r, state)
			values[i] = f(state)
		}
	})
	for _, v := range values {
		p.note(v, scale)
	}
	return p, err
}

func (p *Permutation) note(v, scale float64) {
	t := p.Observed
	eps := slack * math.Max(math.Abs(t), scale)
	if math.IsInf(t, 0) {
		eps = 0
	}
	if v <= t+eps {
		p.Less++
	}
	if v >= t-eps {
		p.Greater++
	}
	if math.Abs(v) >= math.Abs(t)-eps {
		p.Wide++
	}
}

// P is the p-value of k extreme arrangements: k/N of all, or (k + 1)/(N + 1) where they were
// drawn, as that of the data is one of them.
func (p Permutation) P(k float64) float64 {
	if p.Exact {
		return k / p.N
	}
	return (k + 1) / (p.N + 1)
}

// PError is the standard deviation over seeds of a p-value from n draws.
func PError(p, n float64) float64 { return math.Sqrt(p * (1 - p) / n) }

// MeanSplit is the mean of the first group less that of the others.
func MeanSplit(d []float64) func() Arranged {
	sum := 0.0
	for _, x := range d {
		sum += x
	}
	return func() Arranged {
		return func(s []int) float64 {
			n, own := 0, 0.0
			for i, in := range s {
				n += in
				own += float64(float64(in) * d[i])
			}
			return own/float64(n) - (sum-own)/float64(len(s)-n)
		}
	}
}

// TSplit is the t of two groups, by Welch or pooled.
func TSplit(d []float64, pooled bool) func() Arranged {
	return func() Arranged {
		return func(s []int) float64 {
			var n, m, ss [2]float64
			for i, in := range s {
				n[in]++
				m[in] += d[i]
			}
			m[0], m[1] = m[0]/n[0], m[1]/n[1]
			for i, in := range s {
				x := d[i] - m[in]
				ss[in] += float64(x * x)
			}
			v := ss[0]/(n[0]-1)/n[0] + ss[1]/(n[1]-1)/n[1]
			if pooled {
				v = (ss[0] + ss[1]) / (n[0] + n[1] - 2) * (1/n[0] + 1/n[1])
			}
			return (m[1] - m[0]) / math.Sqrt(v)
		}
	}
}

// MedianSplit is the median of the first group less that of the others; x is sorted.
func MedianSplit(x []float64) func() Arranged {
	return func() Arranged {
		return func(s []int) float64 {
			var n, seen [2]int
			for _, in := range s {
				n[in]++
			}
			var lo, hi [2]float64
			for i, in := range s {
				k := seen[in]
				if k == (n[in]-1)/2 {
					lo[in] = x[i]
				}
				if k == n[in]/2 {
					hi[in] = x[i]
				}
				seen[in]++
			}
			return (lo[1]/2 + hi[1]/2) - (lo[0]/2 + hi[0]/2)
		}
	}
}

// Correlation is Pearson's correlation of x with y in another order; both are deviations
// from their means.
func Correlation(x, y []float64) func() Arranged {
	sxx, syy := 0.0, 0.0
	for i := range x {
		sxx += x[i] * x[i]
		syy += y[i] * y[i]
	}
	norm := math.Sqrt(sxx) * math.Sqrt(syy)
	return func() Arranged {
		return func(s []int) float64 {
			sxy := 0.0
			for i, j := range s {
				sxy += float64(x[i] * y[j])
			}
			return sxy / norm
		}
	}
}

// MeanSigned is the mean of differences with signs.
func MeanSigned(d []float64) func() Arranged {
	return func() Arranged {
		return func(s []int) float64 {
			sum := 0.0
			for i, sign := range s {
				sum += float64(float64(sign) * d[i])
			}
			return sum / float64(len(d))
		}
	}
}

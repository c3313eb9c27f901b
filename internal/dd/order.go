package dd

import (
	"cmp"
	"math"
	"slices"
)

// digit is the number of bits that a pass over keys looks at.
const digit = 11

// key orders as its float64 does; both zeros have one.
func key(x float64) uint64 {
	b := math.Float64bits(x + 0)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// entry is a number by its key, and its place.
type entry struct {
	key uint64
	at  int32
}

// Order gives the places of xs by rising value, those of equal numbers as they stand: by
// counting digits of the keys where there are many, since comparisons cannot be foreseen.
func Order(xs []Num) []int32 {
	n := len(xs)
	if n < 512 {
		out := make([]int32, n)
		for i := range out {
			out[i] = int32(i)
		}
		slices.SortFunc(out, func(a, b int32) int {
			if c := xs[a].Cmp(xs[b]); c != 0 {
				return c
			}
			return cmp.Compare(a, b)
		})
		return out
	}
	from, to := make([]entry, n), make([]entry, n)
	var counts [(64 + digit - 1) / digit][1 << digit]int32
	for i, x := range xs {
		k := key(x.Hi)
		from[i] = entry{k, int32(i)}
		for d := range counts {
			counts[d][k>>(d*digit)&(1<<digit-1)]++
		}
	}
	for d := range counts {
		c := &counts[d]
		if c[from[0].key>>(d*digit)&(1<<digit-1)] == int32(n) {
			continue // all have this digit
		}
		sum := int32(0)
		for i, m := range c {
			c[i], sum = sum, sum+m
		}
		for _, e := range from {
			at := &c[e.key>>(d*digit)&(1<<digit-1)]
			to[*at] = e
			*at++
		}
		from, to = to, from
	}
	out := make([]int32, n)
	for i, e := range from {
		out[i] = e.at
	}
	for i := 0; i < n; { // equal high parts
		j, lows := i+1, xs[out[i]].Lo != 0
		for ; j < n && from[j].key == from[i].key; j++ {
			lows = lows || xs[out[j]].Lo != 0
		}
		if lows && j > i+1 {
			slices.SortStableFunc(out[i:j], func(a, b int32) int { return cmp.Compare(xs[a].Lo, xs[b].Lo) })
		}
		i = j
	}
	return out
}

// Sorted is a sorted copy of xs.
func Sorted(xs []Num) []Num {
	out := make([]Num, len(xs))
	for k, i := range Order(xs) {
		out[k] = xs[i]
	}
	return out
}

// QuantileOf is Quantile of numbers that are not sorted, in time that grows as their number.
func QuantileOf(xs []Num, p float64, kind int) Num {
	n := len(xs)
	if n == 0 || kind < 1 || kind > 9 {
		return F(0).Div(F(0))
	}
	j, g := QuantilePlace(n, p, kind)
	lo := kth(xs, max(j, 1)-1)
	if g == 0 {
		return lo
	}
	return between(lo, kth(xs, min(j+1, n)-1), g)
}

// kth is the number that would stand at place k, from 0, of the sorted numbers: of those that
// share the digits of its key so far, those that share the next.
func kth(xs []Num, k int) Num {
	for shift := 64 - digit; len(xs) > 64; shift -= digit {
		var counts [1 << digit]int32
		s := max(shift, 0)
		for i := range xs {
			counts[key(xs[i].Hi)>>s&(1<<digit-1)]++
		}
		d := 0
		for ; k >= int(counts[d]); d++ {
			k -= int(counts[d])
		}
		if int(counts[d]) < len(xs) {
			rest := make([]Num, 0, counts[d])
			for i := range xs {
				if key(xs[i].Hi)>>s&(1<<digit-1) == uint64(d) {
					rest = append(rest, xs[i])
				}
			}
			xs = rest
		}
		if s == 0 {
			break
		}
	}
	return Sorted(xs)[k]
}

package dd

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"
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

func byKey(a, b entry) int {
	if c := cmp.Compare(a.key, b.key); c != 0 {
		return c
	}
	return cmp.Compare(a.at, b.at)
}

// Order gives the places of xs by rising value, those of equal numbers as they stand.
func Order(xs []Num) []int32 {
	n := len(xs)
	es := make([]entry, n)
	for i := range xs {
		es[i] = entry{key(xs[i].Hi), int32(i)}
	}
	if n < 1<<16 {
		sortKeys(es, make([]entry, n))
	} else {
		es = sortHalves(es)
	}
	out := make([]int32, n)
	for i, e := range es {
		out[i] = e.at
	}
	for i := 0; i < n; { // equal high parts
		j, lows := i+1, xs[out[i]].Lo != 0
		for ; j < n && es[j].key == es[i].key; j++ {
			lows = lows || xs[out[j]].Lo != 0
		}
		if lows && j > i+1 {
			slices.SortStableFunc(out[i:j], func(a, b int32) int { return cmp.Compare(xs[a].Lo, xs[b].Lo) })
		}
		i = j
	}
	return out
}

// sortHalves sorts both halves at one time and merges them.
func sortHalves(es []entry) []entry {
	out, mid := make([]entry, len(es)), len(es)/2
	var wg sync.WaitGroup
	wg.Go(func() { sortKeys(es[:mid], out[:mid]) })
	sortKeys(es[mid:], out[mid:])
	wg.Wait()
	a, b := es[:mid], es[mid:]
	for k := range out {
		if len(b) == 0 || len(a) > 0 && a[0].key <= b[0].key {
			out[k], a = a[0], a[1:]
		} else {
			out[k], b = b[0], b[1:]
		}
	}
	return out
}

// sortKeys sorts entries that stand by their places: many by counting three digits below the
// highest bit in which they differ, since comparisons cannot be foreseen, then what is equal
// so far by comparing.
func sortKeys(es, spare []entry) {
	if len(es) < 256 {
		slices.SortFunc(es, byKey)
		return
	}
	all, any := ^uint64(0), uint64(0)
	for i := range es {
		all, any = all&es[i].key, any|es[i].key
	}
	low := max(bits.Len64(any&^all)-3*digit, 0)
	var counts [3][1 << digit]int32
	for i := range es {
		k := es[i].key >> low
		counts[0][k&(1<<digit-1)]++
		counts[1][k>>digit&(1<<digit-1)]++
		counts[2][k>>(2*digit)&(1<<digit-1)]++
	}
	from, to := es, spare
	for d := range counts {
		c, shift := &counts[d], low+d*digit
		sum := int32(0)
		for i, m := range c {
			c[i], sum = sum, sum+m
		}
		for _, e := range from {
			at := &c[e.key>>shift&(1<<digit-1)]
			to[*at] = e
			*at++
		}
		from, to = to, from
	}
	copy(es, from) // three passes end in spare
	if low == 0 {
		return
	}
	for i := 0; i < len(es); {
		j := i + 1
		for ; j < len(es) && es[j].key>>low == es[i].key>>low; j++ {
		}
		if j > i+1 {
			slices.SortFunc(es[i:j], byKey)
		}
		i = j
	}
}

// SortedKeys are numbers, sorted, as keys that order as they do, equal ones with one key; ok
// is false where one of them is no float64.
func SortedKeys(xs []Num) (keys []uint64, ok bool) {
	both := make([]uint64, 2*len(xs))
	keys, spare := both[:len(xs)], both[len(xs):]
	all, any := ^uint64(0), uint64(0)
	for i := range xs {
		if xs[i].Lo != 0 {
			return nil, false
		}
		k := key(xs[i].Hi)
		keys[i], all, any = k, all&k, any|k
	}
	low := max(bits.Len64(any&^all)-3*digit, 0)
	if len(keys) < 256 {
		slices.Sort(keys)
		return keys, true
	}
	var counts [3][1 << digit]int32
	for _, k := range keys {
		k >>= low
		counts[0][k&(1<<digit-1)]++
		counts[1][k>>digit&(1<<digit-1)]++
		counts[2][k>>(2*digit)&(1<<digit-1)]++
	}
	for d := range counts {
		c, shift := &counts[d], low+d*digit
		sum := int32(0)
		for i, m := range c {
			c[i], sum = sum, sum+m
		}
		for _, k := range keys {
			at := &c[k>>shift&(1<<digit-1)]
			spare[*at] = k
			*at++
		}
		keys, spare = spare, keys
	}
	if low > 0 { // what is equal so far stands nearly in order
		for i := 0; i < len(keys); {
			j := i + 1
			for ; j < len(keys) && keys[j]>>low == keys[i]>>low; j++ {
			}
			if j > i+1 {
				slices.Sort(keys[i:j])
			}
			i = j
		}
	}
	return keys, true
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

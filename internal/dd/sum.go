package dd

import "math"

// run is the most terms that one sum takes.
const run = 128

// sum adds up few terms: the float64 sum exactly with its rest, the rests in float64. Over
// run terms this loses 2^-99 of their absolute sum at most, in a third of the steps of Add,
// of which but one waits for the term before.
type sum struct{ hi, rest float64 }

func (s *sum) add(hi, lo float64) {
	t := float64(s.hi + hi)
	u := float64(t - s.hi)
	s.rest = float64(s.rest + float64(float64(float64(s.hi-float64(t-u))+float64(hi-u))+lo))
	s.hi = t
}

// addProduct adds a b.
func (s *sum) addProduct(a, b Num) {
	p := float64(a.Hi * b.Hi)
	s.add(p, float64(math.FMA(a.Hi, b.Hi, -p)+float64(float64(a.Hi*b.Lo)+float64(a.Lo*b.Hi))))
}

func (s *sum) value() Num { return twoSum(s.hi, s.rest) }

// dot is the sum of a b over pairs: two sums side by side, written out, so that they stay in
// registers.
func dot(a, b []Num) Num {
	b = b[:len(a)]
	var total Num
	for len(a) > 0 {
		n := min(len(a), run)
		var h0, r0, h1, r1 float64
		i := 0
		for ; i < n-1; i += 2 {
			x, y, v, w := a[i], b[i], a[i+1], b[i+1]
			p, q := float64(x.Hi*y.Hi), float64(v.Hi*w.Hi)
			r0 += float64(math.FMA(x.Hi, y.Hi, -p) + float64(float64(x.Hi*y.Lo)+float64(x.Lo*y.Hi)))
			r1 += float64(math.FMA(v.Hi, w.Hi, -q) + float64(float64(v.Hi*w.Lo)+float64(v.Lo*w.Hi)))
			s, t := float64(h0+p), float64(h1+q)
			u, z := float64(s-h0), float64(t-h1)
			r0 += float64(float64(h0-float64(s-u)) + float64(p-u))
			r1 += float64(float64(h1-float64(t-z)) + float64(q-z))
			h0, h1 = s, t
		}
		last := sum{h0, r0}
		if i < n {
			last.addProduct(a[i], b[i])
		}
		total = total.Add(last.value()).Add(twoSum(h1, r1))
		a, b = a[n:], b[n:]
	}
	return total
}

package dd

import (
	"math"
	"slices"
)

// Moments are the first two moments of a sample.
type Moments struct {
	N    int
	Mean Num // 0 where N is 0
	SS   Num // sum of squared deviations from the mean
}

// Sum is the sum of xs, 0 for none.
func Sum(xs []Num) Num {
	var s Num
	for _, x := range xs {
		s = s.Add(x)
	}
	return s
}

// Of computes the moments of xs in two passes.
func Of(xs []Num) Moments {
	m := Moments{N: len(xs)}
	if m.N == 0 {
		return m
	}
	m.Mean = Sum(xs).Div(F(float64(m.N)))
	for _, x := range xs {
		d := x.Sub(m.Mean)
		m.SS = m.SS.Add(d.Mul(d))
	}
	return m
}

// Var is SS / (N - ddof); not Finite where N <= ddof.
func (m Moments) Var(ddof int) Num {
	if m.N <= ddof {
		return F(0).Div(F(0))
	}
	return m.SS.Div(F(float64(m.N - ddof)))
}

// SD is the square root of Var(ddof).
func (m Moments) SD(ddof int) Num { return m.Var(ddof).Sqrt() }

// SE is the standard error of the mean, sqrt(Var(1) / N).
func (m Moments) SE() Num { return m.Var(1).Div(F(float64(m.N))).Sqrt() }

// Cross is the sum of (x - mean x)(y - mean y) over pairs.
func Cross(xs, ys []Num) Num {
	mx, my := Of(xs).Mean, Of(ys).Mean
	var s Num
	for i := range xs {
		s = s.Add(xs[i].Sub(mx).Mul(ys[i].Sub(my)))
	}
	return s
}

// Sorted is a sorted copy of xs.
func Sorted(xs []Num) []Num {
	out := slices.Clone(xs)
	slices.SortStableFunc(out, Num.Cmp)
	return out
}

// Quantile is the p-quantile of sorted numbers by one of the nine sample definitions of
// Hyndman and Fan (1996), in R's numbering: 7 is what most software does unasked. p is
// in [0, 1]; not Finite for no numbers or another type.
func Quantile(sorted []Num, p float64, kind int) Num {
	n := float64(len(sorted))
	at := func(i float64) Num { return sorted[int(min(max(i, 1), n))-1] }
	if n == 0 || kind < 1 || kind > 9 {
		return F(0).Div(F(0))
	}
	// The fuzz keeps p n that is an integer but for rounding from being taken for more.
	const fuzz = 4 * 0x1p-52
	if kind <= 3 {
		h := float64(n * p)
		if kind == 3 {
			h -= 0.5
		}
		j := math.Floor(h + fuzz)
		g := h - j
		switch {
		case g > fuzz:
			return at(j + 1)
		case kind == 2:
			return at(j).Add(at(j + 1)).Div(F(2))
		case kind == 3 && int64(j)%2 != 0: // to the even one
			return at(j + 1)
		}
		return at(j)
	}
	// Types 4 to 9: the position is a + p (n + 1 - a - b).
	var a, b float64
	switch kind {
	case 4:
		a, b = 0, 1
	case 5:
		a, b = 0.5, 0.5
	case 6:
		a, b = 0, 0
	case 7:
		a, b = 1, 1
	case 8:
		a, b = 1.0/3, 1.0/3
	case 9:
		a, b = 3.0/8, 3.0/8
	}
	h := F(a).Add(F(p).Mul(F(n + 1).Sub(F(a)).Sub(F(b)))).Float()
	j := math.Floor(h + fuzz)
	g := h - j
	if g < fuzz && g > -fuzz {
		return at(j)
	}
	lo, hi := at(j), at(j+1)
	return lo.Add(hi.Sub(lo).Mul(F(g)))
}

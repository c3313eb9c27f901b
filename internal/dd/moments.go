package dd

import "math"

// Moments are the first two moments of a sample.
type Moments struct {
	N    int
	Mean Num // 0 where N is 0
	SS   Num // sum of squared deviations from the mean
}

// Sum is the sum of xs, 0 for none.
func Sum(xs []Num) Num {
	var total Num
	for len(xs) > 0 {
		block := xs[:min(len(xs), run)]
		xs = xs[len(block):]
		var a, b sum
		for len(block) >= 2 {
			a.add(block[0].Hi, block[0].Lo)
			b.add(block[1].Hi, block[1].Lo)
			block = block[2:]
		}
		if len(block) > 0 {
			a.add(block[0].Hi, block[0].Lo)
		}
		total = total.Add(a.value()).Add(b.value())
	}
	return total
}

// Largest is the largest absolute value of xs, in float64; 0 for none.
func Largest(xs []Num) float64 {
	big := 0.0
	for i := range xs {
		if x := math.Abs(xs[i].Hi); !(x <= big) {
			big = x
		}
	}
	return big
}

// Of computes the moments of xs in two passes.
func Of(xs []Num) Moments {
	m := Moments{N: len(xs)}
	if m.N == 0 {
		return m
	}
	m.Mean = Sum(xs).Div(F(float64(m.N)))
	m.SS = about(xs, m.Mean, xs, m.Mean)
	return m
}

// about is the sum of (x - mx)(y - my) over pairs.
func about(xs []Num, mx Num, ys []Num, my Num) Num {
	var total Num
	for len(xs) > 0 {
		n := min(len(xs), run)
		var a, b sum
		for i := range n {
			d := xs[i].Sub(mx)
			e := d
			if &xs[0] != &ys[0] {
				e = ys[i].Sub(my)
			}
			if i&1 == 0 {
				a.addProduct(d, e)
			} else {
				b.addProduct(d, e)
			}
		}
		total = total.Add(a.value()).Add(b.value())
		xs, ys = xs[n:], ys[n:]
	}
	return total
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
	if len(xs) == 0 {
		return Num{}
	}
	n := F(float64(len(xs)))
	return about(xs, Sum(xs).Div(n), ys, Sum(ys).Div(n))
}

// Quantile is the p-quantile of sorted numbers by one of the nine sample definitions of
// Hyndman and Fan (1996), in R's numbering: 7 is what most software does unasked. p is
// in [0, 1]; not Finite for no numbers or another type.
func Quantile(sorted []Num, p float64, kind int) Num {
	n := len(sorted)
	if n == 0 || kind < 1 || kind > 9 {
		return F(0).Div(F(0))
	}
	j, g := QuantilePlace(n, p, kind)
	lo, hi := sorted[max(j, 1)-1], sorted[min(j+1, n)-1]
	return between(lo, hi, g)
}

// between is what lies the part g of the way from lo to hi.
func between(lo, hi Num, g float64) Num {
	switch g {
	case 0:
		return lo
	case 0.5:
		return lo.Add(hi).Div(F(2))
	}
	return lo.Add(hi.Sub(lo).Mul(F(g)))
}

// QuantilePlace says where the p-quantile of n > 0 sorted numbers lies: at x(j), from 1, and
// the part g in [0, 1) of the way to x(j + 1). j is 0 where it would lie before the first
// number; x(0) is x(1), and x(n + 1) is x(n).
func QuantilePlace(n int, p float64, kind int) (j int, g float64) {
	// The fuzz keeps p n that is an integer but for rounding from being taken for more.
	const fuzz = 4 * 0x1p-52
	within := func(j float64) int { return int(min(max(j, 0), float64(n))) }
	if kind <= 3 {
		h := float64(float64(n) * p)
		if kind == 3 {
			h -= 0.5
		}
		j := math.Floor(h + fuzz)
		g := h - j
		switch {
		case g > fuzz:
			return max(within(j+1), 1), 0
		case kind == 2:
			return within(j), 0.5
		case kind == 3 && int64(j)%2 != 0: // to the even one
			return max(within(j+1), 1), 0
		}
		return max(within(j), 1), 0
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
	h := F(a).Add(F(p).Mul(F(float64(n) + 1).Sub(F(a)).Sub(F(b)))).Float()
	at := math.Floor(h + fuzz)
	if g = h - at; g < fuzz && g > -fuzz || at < 0 || at >= float64(n) {
		g = 0
	}
	return max(within(at), 0), g
}

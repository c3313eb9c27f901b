package smooth

import "math"

// splineSlopes are the slopes of a twice differentiable cubic at its knots: of every inner
// knot h₁ s₀ + 2 (h₀ + h₁) s₁ + h₀ s₂ = 3 (h₁ d₀ + h₀ d₁), and one row for each end.
func splineSlopes(kind string, h, d []float64, ends Ends) []float64 {
	n := len(h) + 1
	if n == 2 && kind != "clamped" {
		return []float64{d[0], d[0]}
	}
	if n == 3 && (kind == "not-a-knot" || kind == "fmm") { // the parabola
		bend := (d[1] - d[0]) / (h[0] + h[1])
		return []float64{d[0] - bend*h[0], d[0] + bend*h[0], d[1] + bend*h[1]}
	}
	low, mid, up, rhs := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := 1; i < n-1; i++ {
		low[i], mid[i], up[i] = h[i], 2*(h[i-1]+h[i]), h[i-1]
		rhs[i] = 3 * (h[i]*d[i-1] + h[i-1]*d[i])
	}
	// An end is the same from both sides: a and b are the first two widths, c and e the chords.
	end := func(a, b, c, e, third, slope float64) (diagonal, beside, right float64) {
		switch kind {
		case "clamped":
			return 1, 0, slope
		case "natural":
			return 2, 1, 3 * c
		case "fmm": // s₀ + s₁ - 2 c = a² · third derivative / 6
			return 1, 1, 2*c + a*a*third
		}
		return b, a + b, ((a+2*(a+b))*b*c + a*a*e) / (a + b)
	}
	third := func(i int) float64 { // divided difference of four points from i
		return ((d[i+2]-d[i+1])/(h[i+1]+h[i+2]) - (d[i+1]-d[i])/(h[i]+h[i+1])) / (h[i] + h[i+1] + h[i+2])
	}
	var first, last, h1, d1, hm, dm float64
	m := len(h) - 1
	if n > 2 {
		h1, d1, hm, dm = h[1], d[1], h[m-1], d[m-1]
	}
	if kind == "fmm" {
		first, last = third(0), third(m-2)
	}
	mid[0], up[0], rhs[0] = end(h[0], h1, d[0], d1, first, ends.First)
	mid[n-1], low[n-1], rhs[n-1] = end(h[m], hm, d[m], dm, last, ends.Last)
	return tridiagonal(low, mid, up, rhs)
}

// tridiagonal solves low[i] s[i-1] + mid[i] s[i] + up[i] s[i+1] = rhs[i] with row
// exchanges, as the rows of ends need not be dominated by their diagonal.
func tridiagonal(low, mid, up, rhs []float64) []float64 {
	n := len(mid)
	above := make([]float64, n) // second diagonal above, from exchanges
	for i := 0; i < n-1; i++ {
		if math.Abs(low[i+1]) > math.Abs(mid[i]) {
			mid[i], low[i+1] = low[i+1], mid[i]
			up[i], mid[i+1] = mid[i+1], up[i]
			above[i], up[i+1] = up[i+1], above[i]
			rhs[i], rhs[i+1] = rhs[i+1], rhs[i]
		}
		f := low[i+1] / mid[i]
		mid[i+1] -= f * up[i]
		up[i+1] -= f * above[i]
		rhs[i+1] -= f * rhs[i]
	}
	s := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		v := rhs[i]
		if i+1 < n {
			v -= up[i] * s[i+1]
		}
		if i+2 < n {
			v -= above[i] * s[i+2]
		}
		s[i] = v / mid[i]
	}
	return s
}

// pchipSlopes are weighted harmonic means of the chords, 0 where they change sign; ends
// by the formula of three points, kept to the shape (Fritsch and Butland 1984).
func pchipSlopes(h, d []float64) []float64 {
	n := len(h) + 1
	s := make([]float64, n)
	if n == 2 {
		s[0], s[1] = d[0], d[0]
		return s
	}
	for i := 1; i < n-1; i++ {
		if d[i-1]*d[i] > 0 {
			w1, w2 := 2*h[i]+h[i-1], h[i]+2*h[i-1]
			s[i] = (w1 + w2) / (w1/d[i-1] + w2/d[i])
		}
	}
	end := func(h0, h1, d0, d1 float64) float64 {
		e := ((2*h0+h1)*d0 - h0*d1) / (h0 + h1)
		switch {
		case e*d0 <= 0:
			return 0
		case d0*d1 <= 0 && math.Abs(e) > 3*math.Abs(d0):
			return 3 * d0
		}
		return e
	}
	m := n - 2
	s[0], s[n-1] = end(h[0], h[1], d[0], d[1]), end(h[m], h[m-1], d[m], d[m-1])
	return s
}

// monotoneSlopes are means of the chords, cut to the circle of radius 3 in which a cubic
// is monotone (Fritsch and Carlson 1980).
func monotoneSlopes(d []float64) []float64 {
	n := len(d) + 1
	s := make([]float64, n)
	s[0], s[n-1] = d[0], d[n-2]
	for i := 1; i < n-1; i++ {
		if d[i-1]*d[i] > 0 {
			s[i] = (d[i-1] + d[i]) / 2
		}
	}
	for i, chord := range d {
		if chord == 0 {
			s[i], s[i+1] = 0, 0
			continue
		}
		a, b := s[i]/chord, s[i+1]/chord
		p, q := 2*a+b-3, a+2*b-3
		if p > 0 && q > 0 && a*(p+q) < p*p {
			t := 3 * chord / math.Hypot(a, b)
			s[i], s[i+1] = t*a, t*b
		}
	}
	return s
}

// akimaSlopes weigh the two chords beside a point by how little the next ones turn
// (Akima 1970); where nothing turns they are the mean of the two.
func akimaSlopes(d []float64) []float64 {
	n := len(d) + 1
	if n == 2 {
		return []float64{d[0], d[0]}
	}
	m := make([]float64, n+3)
	copy(m[2:], d)
	m[1] = 2*m[2] - m[3]
	m[0] = 2*m[1] - m[2]
	m[n+1] = 2*m[n] - m[n-1]
	m[n+2] = 2*m[n+1] - m[n]
	most := 0.0
	for i := range n {
		most = math.Max(most, math.Abs(m[i+3]-m[i+2])+math.Abs(m[i+1]-m[i]))
	}
	s := make([]float64, n)
	for i := range s {
		right, left := math.Abs(m[i+3]-m[i+2]), math.Abs(m[i+1]-m[i])
		if s[i] = (m[i+1] + m[i+2]) / 2; right+left > 1e-9*most {
			s[i] = (right*m[i+1] + left*m[i+2]) / (right + left)
		}
	}
	return s
}

package smooth

import (
	"fmt"
	"math"
	"sort"
)

// piece is the cubic a + b t + c t² + d t³, t = x - from.
type piece struct{ from, to, a, b, c, d float64 }

// at is the derivative of an order, 0 the value itself.
func (p piece) at(x float64, order int) float64 {
	t := x - p.from
	switch order {
	case 0:
		return p.a + t*(p.b+t*(p.c+t*p.d))
	case 1:
		return p.b + t*(2*p.c+t*3*p.d)
	case 2:
		return 2*p.c + t*6*p.d
	}
	return 6 * p.d
}

// integral is that from the piece's start to x.
func (p piece) integral(x float64) float64 {
	t := x - p.from
	return t * (p.a + t*(p.b/2+t*(p.c/3+t*p.d/4)))
}

// hermite is the cubic with given values and slopes at both ends.
func hermite(x0, x1, y0, y1, s0, s1 float64) piece {
	h := x1 - x0
	chord := (y1 - y0) / h
	return piece{x0, x1, y0, s0, (3*chord - 2*s0 - s1) / h, (s0 + s1 - 2*chord) / (h * h)}
}

// Curve is a piecewise cubic through points.
type Curve struct{ pieces []piece }

// Range is where the curve is defined.
func (c Curve) Range() (lo, hi float64) { return c.pieces[0].from, c.pieces[len(c.pieces)-1].to }

// At is the derivative of an order (0 to 3) at x; NaN outside the range. At a knot it is
// that of the piece on the right.
func (c Curve) At(x float64, order int) float64 {
	if lo, hi := c.Range(); !(x >= lo && x <= hi) {
		return math.NaN()
	}
	return c.pieces[c.place(x)].at(x, order)
}

func (c Curve) place(x float64) int {
	i := sort.Search(len(c.pieces), func(i int) bool { return c.pieces[i].from > x })
	return max(i-1, 0)
}

// Integral is that from a to b, both in the range, with its sign; NaN outside.
func (c Curve) Integral(a, b float64) float64 {
	if a > b {
		return -c.Integral(b, a)
	}
	if lo, hi := c.Range(); !(a >= lo && b <= hi) {
		return math.NaN()
	}
	i, j := c.place(a), c.place(b)
	var s acc
	s.add(-c.pieces[i].integral(a))
	for ; i < j; i++ {
		s.add(c.pieces[i].integral(c.pieces[i].to))
	}
	s.add(c.pieces[j].integral(b))
	return s.value()
}

// Curves are the kinds of interpolation, each with what it is in words:
// cubic splines that differ in their ends, local cubics that differ in their slopes, and
// straight lines.
var Curves = []struct{ Kind, Note string }{
	{"natural", "the natural cubic spline (second derivative 0 at both ends)"},
	{"not-a-knot", "the cubic spline without a knot at the second and the last point but one (scipy's default)"},
	{"clamped", "the cubic spline with given slopes at both ends"},
	{"fmm", "the cubic spline of Forsythe, Malcolm and Moler (third derivatives at the ends from four points; R's default)"},
	{"pchip", "the monotone cubic of Fritsch and Butland (PCHIP)"},
	{"monoH.FC", "the monotone cubic of Fritsch and Carlson (R's monoH.FC)"},
	{"akima", "Akima's cubic"},
	{"linear", "the straight lines between the points"},
}

// Ends are the slopes of a clamped spline.
type Ends struct{ First, Last float64 }

// Through is the curve of a kind through points with strictly rising X. Errors: fewer
// than two points, equal X, a kind that is not known.
func Through(kind string, x, y []float64, ends Ends) (Curve, error) {
	if len(x) < 2 {
		return Curve{}, fmt.Errorf("a curve needs two points, there are %d", len(x))
	}
	h, chord := make([]float64, len(x)-1), make([]float64, len(x)-1)
	for i := range h {
		h[i] = x[i+1] - x[i]
		chord[i] = (y[i+1] - y[i]) / h[i]
		if !(h[i] > 0) {
			return Curve{}, fmt.Errorf("two points have x = %v", x[i])
		}
	}
	var s []float64
	switch kind {
	case "natural", "not-a-knot", "clamped", "fmm":
		s = splineSlopes(kind, h, chord, ends)
	case "pchip":
		s = pchipSlopes(h, chord)
	case "monoH.FC":
		s = monotoneSlopes(chord)
	case "akima":
		s = akimaSlopes(chord)
	case "linear":
	default:
		return Curve{}, fmt.Errorf("no kind of curve is called %q", kind)
	}
	c := Curve{make([]piece, len(h))}
	for i := range h {
		if c.pieces[i] = (piece{from: x[i], to: x[i+1], a: y[i], b: chord[i]}); s != nil {
			c.pieces[i] = hermite(x[i], x[i+1], y[i], y[i+1], s[i], s[i+1])
		}
	}
	return c, nil
}

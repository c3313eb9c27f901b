package smooth

import (
	"context"
	"math"
	"slices"
)

// Loess is local regression of a polynomial of degree 0 to 2 with tricube weights on a
// span (up to 1) of the points (Cleveland, Grosse and Shyu 1992), as R's loess.
type Loess struct {
	Points
	Span      float64
	Degree    int
	Symmetric bool // reweighted by bisquare, three times
	Direct    bool // computed at each point, not blended between the vertices of cells
	robust    []float64
	corners   []corner
}

// corner is a vertex of R's cells with the local fit and its slope.
type corner struct{ x, y, slope float64 }

// loessSteps are the fits of the symmetric family.
const loessSteps = 4

// Fit are the fitted values at X; At is good after it. NaN stands where the points near
// by do not determine a polynomial.
func (l *Loess) Fit(ctx context.Context) ([]float64, error) {
	l.robust = nil
	for step := 1; ; step++ {
		if err := l.mesh(ctx); err != nil {
			return nil, err
		}
		ys := make([]float64, len(l.X))
		for i, x := range l.X {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if i > 0 && x == l.X[i-1] {
				ys[i] = ys[i-1]
			} else {
				ys[i] = l.At(x)
			}
		}
		if !l.Symmetric || step == loessSteps {
			return ys, nil
		}
		res := make([]float64, len(ys))
		for i, y := range ys {
			res[i] = math.Abs(l.Y[i] - y)
		}
		six := 6 * middle(res)
		robust := make([]float64, len(res))
		for i, r := range res {
			if robust[i] = 1; six > 0 {
				robust[i] = bisquare(r, six)
			}
		}
		l.robust = robust
	}
}

// Prepare makes At good for the gaussian family without a fit at every point.
func (l *Loess) Prepare(ctx context.Context) error {
	l.robust = nil
	return l.mesh(ctx)
}

// At is the curve at x with the robust weights of Fit.
func (l *Loess) At(x float64) float64 {
	if l.Direct {
		y, _ := l.local(x)
		return y
	}
	i, _ := slices.BinarySearchFunc(l.corners, x, func(c corner, x float64) int {
		if c.x < x {
			return -1
		}
		return 1
	})
	i = min(max(i, 1), len(l.corners)-1)
	a, b := l.corners[i-1], l.corners[i]
	return hermite(a.x, b.x, a.y, b.y, a.slope, b.slope).at(x, 0)
}

// local is the polynomial fitted about x, there, and its slope.
func (l *Loess) local(x float64) (y, slope float64) {
	n := len(l.X)
	near := max(1, min(n, int(math.Floor(float64(n)*l.Span+1e-5))))
	left := max(0, min(lower(l.X, x)-near, n-near))
	for left+near < n && x-l.X[left] > l.X[left+near]-x {
		left++
	}
	h := math.Max(math.Abs(x-l.X[left]), math.Abs(l.X[left+near-1]-x))
	if !(h > 0) {
		return math.NaN(), math.NaN()
	}
	var u, z, w []float64
	for i := left; i < left+near; i++ {
		q := math.Abs(l.X[i]-x) / h
		v := 1 - q*q*q
		if v = v * v * v; l.robust != nil {
			v *= l.robust[i]
		}
		if l.W != nil {
			v *= l.W[i]
		}
		if v > 0 {
			u, z, w = append(u, (l.X[i]-x)/h), append(z, l.Y[i]), append(w, math.Sqrt(v))
		}
	}
	b := polynomial(u, z, w, l.Degree)
	if y, slope = b[0], 0; l.Degree > 0 {
		slope = b[1] / h
	}
	return y, slope
}

// lower is the number of xs, which rise, below x.
func lower(xs []float64, x float64) int {
	i, _ := slices.BinarySearch(xs, x)
	return i
}

// polynomial are the coefficients of the least squares polynomial of z on u with root
// weights w, by Gram and Schmidt twice over; NaN where it is not determined.
func polynomial(u, z, w []float64, degree int) []float64 {
	k := degree + 1
	q, r := make([][]float64, k), make([][]float64, k)
	c, b := make([]float64, k), make([]float64, k)
	y := make([]float64, len(z))
	for i := range y {
		y[i] = z[i] * w[i]
	}
	for j := range q {
		q[j], r[j] = make([]float64, len(u)), make([]float64, k)
		for i := range u {
			q[j][i] = w[i] * math.Pow(u[i], float64(j))
		}
		size := norm(q[j])
		for range 2 {
			for p := range j {
				s := inner(q[p], q[j])
				r[p][j] += s
				for i := range u {
					q[j][i] -= s * q[p][i]
				}
			}
		}
		if r[j][j] = norm(q[j]); !(r[j][j] > 1e-7*size) {
			for p := range b {
				b[p] = math.NaN()
			}
			return b
		}
		for i := range u {
			q[j][i] /= r[j][j]
		}
		c[j] = inner(q[j], y)
		for i := range y {
			y[i] -= c[j] * q[j][i]
		}
	}
	for j := k - 1; j >= 0; j-- {
		b[j] = c[j]
		for p := j + 1; p < k; p++ {
			b[j] -= r[j][p] * b[p]
		}
		b[j] /= r[j][j]
	}
	return b
}

func inner(a, b []float64) float64 {
	var s acc
	for i := range a {
		s.add(a[i] * b[i])
	}
	return s.value()
}

func norm(a []float64) float64 { return math.Sqrt(inner(a, a)) }

// mesh fits at the corners of cells: the range, a little longer at both ends, is cut at
// the middle point until a cell has at most a fifth of the span.
func (l *Loess) mesh(ctx context.Context) error {
	if l.Direct {
		return ctx.Err()
	}
	n := len(l.X)
	lo, hi := l.X[0], l.X[n-1]
	margin := 0.005 * math.Max(hi-lo, 1e-10*math.Max(math.Abs(lo), math.Abs(hi))+1e-30)
	at := l.cut(0, n-1, lo-margin, hi+margin, int(math.Floor(float64(n)*l.Span*0.2)))
	at = append(append([]float64{lo - margin}, at...), hi+margin)
	l.corners = nil
	for _, x := range at {
		if err := ctx.Err(); err != nil {
			return err
		}
		y, slope := l.local(x)
		l.corners = append(l.corners, corner{x, y, slope})
	}
	return nil
}

// cut gives the corners within (lo, hi), which holds the points first to last.
func (l *Loess) cut(first, last int, lo, hi float64, most int) []float64 {
	if last-first+1 <= most || first >= last {
		return nil
	}
	m := (first+last+2)/2 - 1 // the middle as counted from 1
	for away := 0; ; {
		k := m + away
		if k < first || k >= last {
			return nil
		}
		if l.X[k] != l.X[k+1] {
			m = k
			break
		}
		if away = -away; away >= 0 {
			away++
		}
	}
	t := l.X[m]
	if t <= lo || t >= hi {
		return nil
	}
	return slices.Concat(l.cut(first, m, lo, t, most), []float64{t}, l.cut(m+1, last, t, hi, most))
}

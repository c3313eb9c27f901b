package smooth

import (
	"context"
	"math"
	"slices"
	"sort"
)

// Points are pairs in rising order of X.
type Points struct{ X, Y, W []float64 }

// Sorted are the pairs in rising order of x, equal ones as they stand; w is nil where all
// weigh the same.
func Sorted(x, y, w []float64) Points {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return x[order[a]] < x[order[b]] })
	p := Points{X: make([]float64, len(x)), Y: make([]float64, len(x))}
	if w != nil {
		p.W = make([]float64, len(x))
	}
	for k, i := range order {
		p.X[k], p.Y[k] = x[i], y[i]
		if w != nil {
			p.W[k] = w[i]
		}
	}
	return p
}

// Lowess is Cleveland's (1979) robust locally linear smoother, as R's lowess and
// statsmodels compute it: of n points the nearest Near (at least 2) with tricube weights,
// Steps times reweighted by bisquare of the residuals over six times their median. Within
// Delta of the last fitted point the curve is a straight line to the next; where the
// points end within it, R fits the last one, and statsmodels (Double) the one before too.
type Lowess struct {
	Points
	Near, Steps int
	Delta       float64
	Double      bool
	robust      []float64
}

// NewLowess takes a fraction of the points, as many whole ones as there are in it.
func NewLowess(p Points, frac float64, steps int, delta float64) *Lowess {
	n := len(p.X)
	return &Lowess{Points: p, Near: max(2, min(n, int(frac*float64(n)+1e-7))), Steps: steps, Delta: delta}
}

// Fit are the fitted values at X, in its order; At is good after it.
func (l *Lowess) Fit(ctx context.Context) ([]float64, error) {
	n := len(l.X)
	ys, res := make([]float64, n), make([]float64, n)
	l.robust = nil
	for step := 0; ; step++ {
		if err := l.pass(ctx, ys); err != nil {
			return nil, err
		}
		var scale acc
		for i := range res {
			res[i] = math.Abs(l.Y[i] - ys[i])
			scale.add(res[i])
		}
		six := 6 * middle(res)
		if step >= l.Steps || six < 1e-7*scale.value()/float64(n) {
			return ys, nil
		}
		l.robust = make([]float64, n)
		for i, r := range res {
			l.robust[i] = bisquare(r, six)
		}
	}
}

// middle is the median of xs, which stay as they are.
func middle(xs []float64) float64 {
	s, n := slices.Sorted(slices.Values(xs)), len(xs)
	return (s[n/2] + s[(n-1)/2]) / 2
}

// bisquare is Tukey's weight of a residual r >= 0, with 1 below a thousandth of the scale
// and 0 above 999.
func bisquare(r, scale float64) float64 {
	switch q := r / scale; {
	case r <= 0.001*scale:
		return 1
	case r <= 0.999*scale:
		return (1 - q*q) * (1 - q*q)
	}
	return 0
}

// pass fits all points once with the robust weights of now.
func (l *Lowess) pass(ctx context.Context, ys []float64) error {
	n, left, last := len(l.X), 0, -1
	for i := 0; last < n-1; {
		if err := ctx.Err(); err != nil {
			return err
		}
		left = l.window(left, l.X[i])
		y, ok := l.local(left, l.X[i])
		if ys[i] = y; !ok {
			ys[i] = l.Y[i]
		}
		for j := last + 1; j < i; j++ {
			f := (l.X[j] - l.X[last]) / (l.X[i] - l.X[last])
			ys[j] = f*ys[i] + (1-f)*ys[last]
		}
		last = i
		cut := l.X[last] + l.Delta
		for i = last + 1; i < n && l.X[i] <= cut; i++ {
			if l.X[i] == l.X[last] {
				ys[i], last = ys[last], i
			}
		}
		if i == n && l.Double {
			i--
		}
		i = max(last+1, i-1)
	}
	return nil
}

// window moves the first of the nearest points on to where they belong for x.
func (l *Lowess) window(left int, x float64) int {
	for left+l.Near < len(l.X) && x-l.X[left] > l.X[left+l.Near]-x {
		left++
	}
	return left
}

// local is the weighted straight line at x; false where no weight is left.
func (l *Lowess) local(left int, x float64) (float64, bool) {
	n := len(l.X)
	h := math.Max(x-l.X[left], l.X[left+l.Near-1]-x)
	end := left
	w := make([]float64, 0, l.Near)
	var total acc
	for ; end < n; end++ {
		r, v := math.Abs(l.X[end]-x), 0.0
		switch q := r / h; {
		case r <= 0.001*h:
			v = 1
		case r <= 0.999*h:
			v = (1 - q*q*q) * (1 - q*q*q) * (1 - q*q*q)
		}
		if r > 0.999*h && l.X[end] > x {
			break
		}
		if l.robust != nil {
			v *= l.robust[end]
		}
		w = append(w, v)
		total.add(v)
	}
	sum := total.value()
	if sum <= 0 {
		return 0, false
	}
	var mean, meanY acc
	for k, v := range w {
		mean.add(v / sum * (l.X[left+k] - x))
		meanY.add(v / sum * l.Y[left+k])
	}
	centre := mean.value()
	var ss, sxy acc
	for k, v := range w {
		d := l.X[left+k] - x - centre
		ss.add(v / sum * d * d)
		sxy.add(v / sum * d * (l.Y[left+k] - meanY.value()))
	}
	y := meanY.value()
	if h > 0 && math.Sqrt(ss.value()) > 0.001*(l.X[n-1]-l.X[0]) {
		y -= centre * sxy.value() / ss.value()
	}
	return y, true
}

// At is the local line at x with the robust weights of Fit, as statsmodels gives it for
// xvals; NaN where no weight is left there.
func (l *Lowess) At(x float64) float64 {
	y, ok := l.local(l.window(0, x), x)
	if !ok {
		return math.NaN()
	}
	return y
}

// Between is the value at x on straight lines through the points; that of the first of
// points with the same X. NaN outside them.
func Between(xs, ys []float64, x float64) float64 {
	i := sort.SearchFloat64s(xs, x)
	switch {
	case i == len(xs) || i == 0 && xs[0] != x:
		return math.NaN()
	case xs[i] == x:
		return ys[i]
	}
	f := (x - xs[i-1]) / (xs[i] - xs[i-1])
	return ys[i-1]*(1-f) + ys[i]*f
}

// Before is the value of the last point at or below x; NaN where there is none.
func Before(xs, ys []float64, x float64) float64 {
	i := sort.Search(len(xs), func(i int) bool { return xs[i] > x })
	if i == 0 {
		return math.NaN()
	}
	return ys[i-1]
}

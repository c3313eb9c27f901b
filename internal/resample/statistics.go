package resample

import (
	"cmp"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// Column is a column of numbers with its deviations from a centre near to all of them, so
// that float64 sums of them lose nothing that matters.
type Column struct {
	Centre float64
	X, D   []float64
}

// NewColumn takes the mean as centre.
func NewColumn(xs []dd.Num) Column {
	centre := dd.F(dd.Of(xs).Mean.Float())
	c := Column{Centre: centre.Float(), X: make([]float64, len(xs)), D: make([]float64, len(xs))}
	for i, x := range xs {
		c.X[i], c.D[i] = x.Float(), x.Sub(centre).Float()
	}
	return c
}

// Part is the column of rows from to to - 1.
func (c Column) Part(from, to int) Column { return Column{c.Centre, c.X[from:to], c.D[from:to]} }

// total is Σ w and Σ w d. Four sums at once keep the adder busy.
func total(w []int32, d []float64) (n, sum float64) {
	var count int
	var a, b, c, e float64
	d = d[:len(w)]
	i := 0
	for ; i+4 <= len(w); i += 4 {
		count += int(w[i]) + int(w[i+1]) + int(w[i+2]) + int(w[i+3])
		a += float64(float64(w[i]) * d[i])
		b += float64(float64(w[i+1]) * d[i+1])
		c += float64(float64(w[i+2]) * d[i+2])
		e += float64(float64(w[i+3]) * d[i+3])
	}
	for ; i < len(w); i++ {
		count += int(w[i])
		a += float64(float64(w[i]) * d[i])
	}
	return float64(count), (a + b) + (c + e)
}

// squares is Σ w (d - m)².
func squares(w []int32, d []float64, m float64) float64 {
	s := 0.0
	for i, k := range w {
		x := d[i] - m
		s += float64(float64(k) * float64(x*x))
	}
	return s
}

// Mean is the mean; its standard error is sd/√n where that is asked for.
func Mean(c Column, withError bool) Maker {
	return func() Statistic {
		return func(w []int32) (float64, float64) {
			n, sum := total(w, c.D)
			m, se := sum/n, nan
			if withError {
				se = math.Sqrt(squares(w, c.D, m) / (n - 1) / n)
			}
			return c.Centre + m, se
		}
	}
}

// Variance is the variance with the divisor n - 1, Deviation its root.
func Variance(c Column) Maker { return dispersion(c, func(v float64) float64 { return v }) }

// Deviation is the standard deviation with the divisor n - 1.
func Deviation(c Column) Maker { return dispersion(c, math.Sqrt) }

func dispersion(c Column, of func(float64) float64) Maker {
	return func() Statistic {
		return func(w []int32) (float64, float64) {
			n, sum := total(w, c.D)
			return of(squares(w, c.D, sum/n) / (n - 1)), nan
		}
	}
}

// order gives the rows by rising value.
func order(xs []float64) []int {
	out := make([]int, len(xs))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(xs[a], xs[b]) })
	return out
}

// Quantile is the p-quantile of one of the types 1 to 9; the median is that of 1/2.
func Quantile(c Column, p float64, kind int) Maker {
	rows := order(c.X)
	return func() Statistic {
		last, j, g := 0, 0, 0.0
		return func(w []int32) (float64, float64) {
			n := 0
			for _, k := range w {
				n += int(k)
			}
			if n == 0 {
				return nan, nan
			}
			if n != last {
				last = n
				j, g = dd.QuantilePlace(n, p, kind)
			}
			lo, hi, seen := nan, nan, 0
			for _, i := range rows {
				if seen += int(w[i]); seen >= max(j, 1) && math.IsNaN(lo) {
					lo = c.X[i]
				}
				if seen >= min(j+1, n) {
					hi = c.X[i]
					break
				}
			}
			switch g {
			case 0:
				return lo, nan
			case 0.5:
				return lo/2 + hi/2, nan
			}
			return lo + g*(hi-lo), nan
		}
	}
}

// TrimmedMean is the mean without the floor(cut n) smallest and largest values; the median
// where that leaves nothing.
func TrimmedMean(c Column, cut float64) Maker {
	rows := order(c.X)
	median := Quantile(c, 0.5, 7)
	return func() Statistic {
		middle := median()
		return func(w []int32) (float64, float64) {
			n := 0
			for _, k := range w {
				n += int(k)
			}
			g := int(float64(cut*float64(n)) + 1e-9)
			if 2*g >= n {
				return middle(w)
			}
			sum, seen := 0.0, 0
			for _, i := range rows {
				from := max(seen, g)
				seen += int(w[i])
				if k := min(seen, n-g) - from; k > 0 {
					sum += float64(float64(k) * c.D[i])
				}
			}
			return c.Centre + sum/float64(n-2*g), nan
		}
	}
}

// crossed are Σ w and the sums of squares and products about the means; just 0 for a
// constant.
func crossed(w []int32, x, y []float64) (n, sxx, syy, sxy float64) {
	n, sx := total(w, x)
	_, sy := total(w, y)
	mx, my := sx/n, sy/n
	first, sameX, sameY := -1, true, true
	for i, k := range w {
		if k == 0 {
			continue
		}
		if first < 0 {
			first = i
		}
		sameX, sameY = sameX && x[i] == x[first], sameY && y[i] == y[first]
		a, b := x[i]-mx, y[i]-my
		sxx += float64(float64(k) * float64(a*a))
		syy += float64(float64(k) * float64(b*b))
		sxy += float64(float64(k) * float64(a*b))
	}
	if sameX {
		sxx, sxy = 0, 0
	}
	if sameY {
		syy, sxy = 0, 0
	}
	return n, sxx, syy, sxy
}

// Pearson is the correlation of two columns.
func Pearson(x, y Column) Maker {
	return func() Statistic {
		return func(w []int32) (float64, float64) {
			_, sxx, syy, sxy := crossed(w, x.D, y.D)
			return math.Max(-1, math.Min(1, sxy/(math.Sqrt(sxx)*math.Sqrt(syy)))), nan
		}
	}
}

// Slope is the slope of the least-squares line of y on x.
func Slope(x, y Column) Maker {
	return func() Statistic {
		return func(w []int32) (float64, float64) {
			_, sxx, _, sxy := crossed(w, x.D, y.D)
			return sxy / sxx, nan
		}
	}
}

// Spearman is the correlation of the mid-ranks within each resample.
func Spearman(x, y Column) Maker {
	xo, yo := order(x.X), order(y.X)
	return func() Statistic {
		rx, ry := make([]float64, len(xo)), make([]float64, len(yo))
		return func(w []int32) (float64, float64) {
			midRanks(rx, w, x.X, xo)
			midRanks(ry, w, y.X, yo)
			_, sxx, syy, sxy := crossed(w, rx, ry)
			return math.Max(-1, math.Min(1, sxy/math.Sqrt(sxx*syy))), nan
		}
	}
}

// midRanks gives each row the mean rank of all that stand at its value.
func midRanks(ranks []float64, w []int32, xs []float64, rows []int) {
	seen := 0
	for i := 0; i < len(rows); {
		j, k := i, 0
		for ; j < len(rows) && xs[rows[j]] == xs[rows[i]]; j++ {
			k += int(w[rows[j]])
		}
		for _, r := range rows[i:j] {
			ranks[r] = float64(seen) + float64(k+1)/2
		}
		seen += k
		i = j
	}
}

// Side makes a statistic of the rows from to to - 1 one of all rows.
func Side(m Maker, from, to int) Maker {
	return func() Statistic {
		f := m()
		return func(w []int32) (float64, float64) { return f(w[from:to]) }
	}
}

// Difference is the first less the second; its standard error is that of independent
// numbers.
func Difference(first, second Maker) Maker {
	return func() Statistic {
		f, g := first(), second()
		return func(w []int32) (float64, float64) {
			a, sa := f(w)
			b, sb := g(w)
			return a - b, math.Hypot(sa, sb)
		}
	}
}

// Ratio is the first by the second; not defined where that is 0.
func Ratio(first, second Maker) Maker {
	return func() Statistic {
		f, g := first(), second()
		return func(w []int32) (float64, float64) {
			a, _ := f(w)
			b, _ := g(w)
			return a / b, nan
		}
	}
}

// Times is a statistic multiplied by k.
func Times(m Maker, k float64) Maker {
	return func() Statistic {
		f := m()
		return func(w []int32) (float64, float64) {
			v, se := f(w)
			return k * v, math.Abs(k) * se
		}
	}
}

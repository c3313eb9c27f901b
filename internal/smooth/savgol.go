package smooth

import "math"

// Savgol is the filter of Savitzky and Golay (1964): the derivative of an order of the
// polynomial that fits a window of values, an odd number of them a distance delta apart,
// in its middle. At the ends, by mode as in scipy: interp, the polynomial of the first and
// last window; or the row goes on as mirror (c b | a b c), nearest (a a | a b c),
// constant (0 0 | a b c) or wrap.
func Savgol(ys []float64, window, degree, order int, delta float64, mode string) []float64 {
	n, half := len(ys), window/2
	c := windowFit(window, degree)
	scale := math.Pow(float64(half)*delta, -float64(order))
	if half == 0 {
		scale = math.Pow(delta, -float64(order))
	}
	// value is the derivative at position u of the window that starts at first.
	value := func(get func(i int) float64, first int, u float64) float64 {
		var s acc
		for k := order; k <= degree; k++ {
			f := math.Pow(u, float64(k-order))
			for m := range order {
				f *= float64(k - m)
			}
			if f != 0 {
				for i := range window {
					s.add(f * c[k][i] * get(first+i))
				}
			}
		}
		return s.value() * scale
	}
	beyond := func(i int) float64 { return ys[i] }
	if mode != "interp" {
		beyond = func(i int) float64 { return extended(ys, i, mode) }
	}
	out := make([]float64, n)
	for i := range out {
		first, u := i-half, 0.0
		if mode == "interp" {
			first = min(max(first, 0), n-window)
			if half > 0 {
				u = float64(i-first-half) / float64(half)
			}
		}
		out[i] = value(beyond, first, u)
	}
	return out
}

// extended is the row of ys carried on beyond its ends.
func extended(ys []float64, i int, mode string) float64 {
	n := len(ys)
	if i >= 0 && i < n {
		return ys[i]
	}
	switch mode {
	case "constant":
		return 0
	case "nearest":
		return ys[min(max(i, 0), n-1)]
	case "wrap":
		return ys[((i%n)+n)%n]
	}
	if n == 1 {
		return ys[0]
	}
	period := 2 * (n - 1)
	if i = ((i % period) + period) % period; i >= n {
		i = period - i
	}
	return ys[i]
}

// windowFit gives, for each power, by how much each value of a window counts in the
// coefficient of the polynomial on [-1, 1].
func windowFit(window, degree int) [][]float64 {
	u, w, unit := make([]float64, window), make([]float64, window), make([]float64, window)
	for i := range u {
		if w[i] = 1; window > 1 {
			u[i] = float64(2*i-window+1) / float64(window-1)
		}
	}
	c := make([][]float64, degree+1)
	for k := range c {
		c[k] = make([]float64, window)
	}
	for i := range u {
		unit[i] = 1
		for k, b := range polynomial(u, unit, w, degree) {
			c[k][i] = b
		}
		unit[i] = 0
	}
	return c
}

// Package smooth is the arithmetic of densities, histograms, smoothers and interpolating
// curves: pure functions on float64, told apart by the definitions that R, scipy and
// statsmodels use. Data hold finite numbers only; what is not defined is NaN or an error.
package smooth

import "math"

// acc adds numbers with the rounding error carried along (Neumaier 1974).
type acc struct{ sum, lost float64 }

func (a *acc) add(x float64) {
	s := a.sum + x
	if math.Abs(a.sum) >= math.Abs(x) {
		a.lost += (a.sum - s) + x
	} else {
		a.lost += (x - s) + a.sum
	}
	a.sum = s
}

func (a acc) value() float64 { return a.sum + a.lost }

// Package mest fits linear models by M-estimation: rows that lie far from the fit count
// less than they do in least squares. The spread of the errors is estimated along.
package mest

import "math"

// Psi is the influence that a residual, in units of the spread, has on the fit. All
// three functions are even or odd, and Weight is Value(u) / u.
type Psi struct {
	Name   string
	Tuning float64
	Value  func(u float64) float64
	Slope  func(u float64) float64 // derivative of Value
	Weight func(u float64) float64
}

// Huber is u within ± k and ± k beyond (Huber 1964); k = 1.345 has 95 % efficiency for
// normal errors.
func Huber(k float64) Psi {
	return Psi{"huber", k,
		func(u float64) float64 { return min(max(u, -k), k) },
		func(u float64) float64 {
			if math.Abs(u) <= k {
				return 1
			}
			return 0
		},
		func(u float64) float64 { return k / max(k, math.Abs(u)) },
	}
}

// Bisquare is u (1 - (u/c)²)² within ± c and 0 beyond (Beaton and Tukey 1974); c = 4.685
// has 95 % efficiency for normal errors.
func Bisquare(c float64) Psi {
	within := func(u float64) float64 { return max(0, 1-(u/c)*(u/c)) }
	return Psi{"bisquare", c,
		func(u float64) float64 { r := within(u); return u * r * r },
		func(u float64) float64 { r := within(u); return r * (5*r - 4) },
		func(u float64) float64 { r := within(u); return r * r },
	}
}

// Spread estimates the spread of residuals of a fit.
type Spread func(e []float64) float64

// Normal is the median of |z| of a standard normal z.
const Normal = 0.6744897501960817

// AboutZero is the median of |e| over Normal.
func AboutZero(e []float64) float64 {
	a := make([]float64, len(e))
	for i := range e {
		a[i] = math.Abs(e[i])
	}
	return median(a) / Normal
}

// AboutMedian is the median of |e - median of e| over Normal.
func AboutMedian(e []float64) float64 {
	m := median(e)
	a := make([]float64, len(e))
	for i := range e {
		a[i] = math.Abs(e[i] - m)
	}
	return median(a) / Normal
}

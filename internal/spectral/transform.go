// Package spectral transforms series to frequencies, and fits autoregressions to them.
package spectral

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"gonum.org/v1/gonum/dsp/fourier"
)

// Detrends are what may be taken away from a series before its transform.
var Detrends = []string{"none", "constant", "linear"}

// Detrend takes the mean, or the straight line over the rows, away in double-double. An
// unknown kind takes nothing away.
func Detrend(xs []dd.Num, kind string) []float64 {
	n := len(xs)
	out := make([]float64, n)
	if n == 0 {
		return out
	}
	var mean, slope dd.Num
	middle := dd.F(float64(n - 1)).Div(dd.F(2))
	if kind == "constant" || kind == "linear" {
		mean = dd.Sum(xs).Div(dd.F(float64(n)))
	}
	if kind == "linear" && n > 1 {
		var cross, squares dd.Num
		for t, x := range xs {
			at := dd.F(float64(t)).Sub(middle)
			cross, squares = cross.Add(at.Mul(x.Sub(mean))), squares.Add(at.Mul(at))
		}
		slope = cross.Div(squares)
	}
	for t, x := range xs {
		out[t] = x.Sub(mean).Sub(slope.Mul(dd.F(float64(t)).Sub(middle))).Float()
	}
	return out
}

// Transform is X(k) = Σ x(t) exp(-2πi k t/n), k = 0 … n - 1. The error of each is about
// 1e-16 log n of the root of Σ x² n.
func Transform(xs []float64) []complex128 {
	if len(xs) == 0 {
		return nil
	}
	z := make([]complex128, len(xs))
	for i, x := range xs {
		z[i] = complex(x, 0)
	}
	return fourier.NewCmplxFFT(len(z)).Coefficients(nil, z)
}

// Frequency is that of the kth coefficient of n at a rate of rows per unit of time: of the
// upper half they are negative, as in -1/n for the last.
func Frequency(k, n int, rate float64) float64 {
	if 2*k > n {
		k -= n
	}
	return float64(k) * rate / float64(n)
}

// Windows are the tapers by name.
var Windows = []string{"boxcar", "hann", "hamming", "blackman"}

// Taper is a window of n rows: periodic, as though the first row followed the last, or
// symmetric.
func Taper(window string, n int, symmetric bool) []float64 {
	over := float64(n)
	if symmetric {
		over--
	}
	out := make([]float64, n)
	for t := range out {
		a := 2 * math.Pi * float64(t) / over
		switch window {
		case "hann":
			out[t] = 0.5 - 0.5*math.Cos(a)
		case "hamming":
			out[t] = 0.54 - 0.46*math.Cos(a)
		case "blackman":
			out[t] = 0.42 - 0.5*math.Cos(a) + 0.08*math.Cos(2*a)
		default:
			out[t] = 1
		}
	}
	return out
}

// Spectrum is how powers are taken: of segments of Length rows that share Overlap rows with
// the one before, each without its trend and tapered.
type Spectrum struct {
	Window, Detrend string
	Symmetric       bool
	Density         bool // power per frequency, else power
	TwoSided        bool // all frequencies, from 0 up and then the negative ones
	Length, Overlap int
	Rate            float64
}

// Power is the mean power of the segments at each frequency; what does not fill a segment
// is left out. Length is from 1 to the number of rows, Overlap below Length.
func (s Spectrum) Power(xs []dd.Num) (frequency, power []float64) {
	taper := Taper(s.Window, s.Length, s.Symmetric)
	var sum, squares dd.Num
	for _, w := range taper {
		sum, squares = sum.Add(dd.F(w)), squares.Add(dd.F(w).Mul(dd.F(w)))
	}
	by := s.Rate * squares.Float()
	if !s.Density {
		by = sum.Float() * sum.Float()
	}
	bins := s.Length
	if !s.TwoSided {
		bins = s.Length/2 + 1
	}
	frequency, power = make([]float64, bins), make([]float64, bins)
	segments := 0.0
	for from := 0; from+s.Length <= len(xs); from += s.Length - s.Overlap {
		x := Detrend(xs[from:from+s.Length], s.Detrend)
		for t := range x {
			x[t] *= taper[t]
		}
		z := Transform(x)
		for k := range power {
			power[k] += square(z[k]) / by
		}
		segments++
	}
	for k := range power {
		frequency[k] = Frequency(k, s.Length, s.Rate)
		if power[k] /= segments; !s.TwoSided && k > 0 && 2*k < s.Length {
			power[k] *= 2
		}
	}
	if s.TwoSided && s.Length%2 == 0 { // half the rate counts as negative there
		frequency[s.Length/2] = -s.Rate / 2
	}
	return frequency, power
}

func square(z complex128) float64 { return real(z)*real(z) + imag(z)*imag(z) }

// Band is the integral of a density over the frequencies from low to high, by trapezoids
// over the frequencies inside; NaN where there are fewer than two.
func Band(frequency, density []float64, low, high float64) float64 {
	sum, last := math.NaN(), -1
	for k, f := range frequency {
		if f < low || f > high {
			continue
		}
		if last >= 0 {
			if math.IsNaN(sum) {
				sum = 0
			}
			sum += (density[k] + density[last]) / 2 * (f - frequency[last])
		}
		last = k
	}
	return sum
}

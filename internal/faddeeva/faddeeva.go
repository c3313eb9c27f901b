// Package faddeeva is the scaled complex error function, and the Voigt profile made of it.
package faddeeva

import (
	"math"
	"math/cmplx"
)

const (
	nodes = 11
	far   = 7.0 // |z| from which the continued fraction of fractionTerms terms is exact
)

var step = math.Sqrt(math.Pi / (nodes + 1))

// W is w(z) = exp(-z²) erfc(-iz), right to about 1e-14 of |w|, also of each part where
// Im z >= 0: by trapezoidal rules that are corrected for the pole (Matta and Reichel 1971;
// Hunter and Regan 1972; Al Azah and Chandler-Wilde 2021), far out by Laplace's continued
// fraction. Below the real axis, where w may overflow, it is infinite there. W(NaN) is NaN.
func W(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case cmplx.IsNaN(z):
		return cmplx.NaN()
	case y < 0:
		return 2*cmplx.Exp(-z*z) - cmplx.Conj(W(cmplx.Conj(z)))
	case x < 0:
		return cmplx.Conj(W(complex(-x, y)))
	case math.Max(x, y) >= far:
		return fraction(z)
	case y >= math.Max(x, math.Pi/step):
		return middles(z)
	}
	part := x/step - math.Floor(x/step)
	pole := cmplx.Exp(complex(0, -2*math.Pi/step) * z)
	if y < x && part >= 0.25 && part <= 0.75 {
		return wholes(z) + 2*cmplx.Exp(-z*z)/(1-pole)
	}
	return middles(z) + 2*cmplx.Exp(-z*z)/(1+pole)
}

// middles is the rule with the nodes h/2, 3h/2 …
func middles(z complex128) complex128 {
	var sum complex128
	for k := nodes; k >= 0; k-- {
		t := (float64(k) + 0.5) * step
		sum += complex(math.Exp(-t*t), 0) / (z*z - complex(t*t, 0))
	}
	return complex(0, 2*step/math.Pi) * z * sum
}

// wholes is the rule with the nodes 0, h, 2h …
func wholes(z complex128) complex128 {
	var sum complex128
	for k := nodes; k >= 1; k-- {
		t := float64(k) * step
		sum += complex(math.Exp(-t*t), 0) / (z*z - complex(t*t, 0))
	}
	return complex(0, step/math.Pi)/z + complex(0, 2*step/math.Pi)*z*sum
}

const fractionTerms = 30

// fraction is i/√π / (z - (1/2)/(z - 1/(z - (3/2)/(z - …)))), with the part of exp(-z²)
// that is real on the real axis, which it lacks there.
func fraction(z complex128) complex128 {
	if math.IsInf(real(z), 0) || math.IsInf(imag(z), 0) {
		return 0
	}
	if math.Max(real(z), imag(z)) > 1e8 { // where the squares of parts may overflow
		return complex(0, 1/math.Sqrt(math.Pi)) * over(z)
	}
	r := z
	for k := fractionTerms; k >= 1; k-- {
		r = z - complex(float64(k)/2, 0)/r
	}
	w := complex(0, 1/math.Sqrt(math.Pi)) / r
	if imag(z) < 1e-6 { // no pole of the fraction lies off the real axis
		w += complex(math.Exp(-real(z)*real(z)), 0)
	}
	return w
}

// over is 1/z without overflow.
func over(z complex128) complex128 {
	big := math.Max(math.Abs(real(z)), math.Abs(imag(z)))
	return 1 / (z / complex(big, 0)) / complex(big, 0)
}

// Slope is w'(z) = -2 z w(z) + 2i/√π, w being w(z).
func Slope(z, w complex128) complex128 {
	if cmplx.Abs(z) < 50 {
		return -2*z*w + complex(0, 2/math.Sqrt(math.Pi))
	}
	q := over(z)
	s := q * q
	return complex(0, -1/math.Sqrt(math.Pi)) * s * (1 + s*(1.5+s*(3.75+s*(13.125+s*59.0625))))
}

// Voigt is the profile of area 1 at x from its centre, a normal distribution of standard
// deviation |sigma| folded with a Lorentzian of half width at half height |gamma|, and its
// derivatives by x, sigma and gamma. It has no value where both are 0.
func Voigt(x, sigma, gamma float64) (v, dx, dsigma, dgamma float64) {
	s, g := math.Abs(sigma), math.Abs(gamma)
	if s < 1e-9*g || s == 0 { // a Lorentzian, to the last digit
		d := x*x + g*g
		v = g / d / math.Pi
		dx = -2 * x * v / d
		dgamma = (x*x - g*g) / d / d / math.Pi
		return v, dx, 0, math.Copysign(1, gamma) * dgamma
	}
	z := complex(x/(s*math.Sqrt2), g/(s*math.Sqrt2))
	w := W(z)
	slope := Slope(z, w)
	height := 1 / (s * math.Sqrt(2*math.Pi))
	v = real(w) * height
	dx = real(slope) * height / (s * math.Sqrt2)
	dgamma = -imag(slope) * height / (s * math.Sqrt2)
	// v is homogeneous of degree -1: x dx + σ dσ + γ dγ = -v; in this form little cancels.
	dsigma = -(v + real(z*slope)*height) / s
	return v, dx, math.Copysign(1, sigma) * dsigma, math.Copysign(1, gamma) * dgamma
}

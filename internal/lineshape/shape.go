// Package lineshape fits sums of spectral lines (Gaussian, Lorentzian, Voigt, pseudo-Voigt)
// over a background, by nonlinear least squares from starts that the data give.
package lineshape

import (
	"fmt"
	"math"
	"strings"

	"github.com/assaybench/assay/internal/faddeeva"
	"github.com/assaybench/assay/internal/solve"
)

// shape is a form of lines. Its formulas use a (height or area), m (centre), s and g
// (widths) and f (share), numbered for each peak.
type shape struct {
	widths       []string // names of its parameters beside a and m
	height, area string
}

// Shapes are the forms by name.
var Shapes = []string{"gaussian", "lorentzian", "voigt", "pseudo-voigt"}

// The formulas of lines: s is the standard deviation of gaussian and voigt, half the width
// at half height of lorentzian and pseudo-voigt; g that of the Lorentzian in voigt; f the
// share of the Lorentzian in the area.
var shapes = map[string]shape{
	"gaussian":   {[]string{"s"}, "a*exp(-((x-m)/s)^2/2)", "a/(s*sqrt(2*pi))*exp(-((x-m)/s)^2/2)"},
	"lorentzian": {[]string{"s"}, "a/(1+((x-m)/s)^2)", "a/(pi*s*(1+((x-m)/s)^2))"},
	"voigt":      {[]string{"s", "g"}, "a*voigt(x-m,s,g)/voigt(0,s,g)", "a*voigt(x-m,s,g)"},
	"pseudo-voigt": {[]string{"s", "f"}, "a*(f/pi/(1+((x-m)/s)^2)+(1-f)*sqrt(log(2)/pi)*exp(-log(2)*((x-m)/s)^2))/(f/pi+(1-f)*sqrt(log(2)/pi))",
		"a/s*(f/pi/(1+((x-m)/s)^2)+(1-f)*sqrt(log(2)/pi)*exp(-log(2)*((x-m)/s)^2))"},
}

// numbered puts a peak's number behind the parameters of a formula.
func numbered(formula string, names []string, peak int) string {
	var b strings.Builder
	word := ""
	flush := func() {
		b.WriteString(word)
		for _, n := range names {
			if word == n {
				fmt.Fprint(&b, peak)
			}
		}
		word = ""
	}
	for _, c := range formula {
		if c >= 'a' && c <= 'z' {
			word += string(c)
			continue
		}
		flush()
		b.WriteRune(c)
	}
	flush()
	return b.String()
}

// Sigmas is the full width at half height of a normal curve in standard deviations.
var Sigmas = 2 * math.Sqrt(2*math.Ln2)

// Widths are the names of the parameters of a form beside height (a) and centre (m).
func Widths(name string) []string { return shapes[name].widths }

// start are the widths that a peak of this half width at half height may have, and its
// area by its height.
func (s shape) start(half float64) []float64 {
	switch {
	case len(s.widths) == 1 && strings.Contains(s.height, "exp"):
		return []float64{2 * half / Sigmas}
	case len(s.widths) == 1:
		return []float64{half}
	case s.widths[1] == "g":
		return []float64{1.2 * half / Sigmas, 0.6 * half}
	}
	return []float64{half, 0.5}
}

// Sized is what follows from the parameters of a line: full width at half height, and
// area over height.
func Sized(name string, widths []float64) (full, area float64) {
	s := math.Abs(widths[0])
	switch name {
	case "gaussian":
		return s * Sigmas, s * math.Sqrt(2*math.Pi)
	case "lorentzian":
		return 2 * s, math.Pi * s
	case "voigt":
		g := math.Abs(widths[1])
		top, _, _, _ := faddeeva.Voigt(0, s, g)
		half, err := solve.Brent(func(x float64) float64 {
			v, _, _, _ := faddeeva.Voigt(x, s, g)
			return v/top - 0.5
		}, 0, 2*(s*Sigmas+g), 0)
		if err != nil {
			return math.NaN(), 1 / top
		}
		return 2 * half, 1 / top
	}
	f := widths[1]
	return 2 * s, s / (f/math.Pi + (1-f)*math.Sqrt(math.Ln2/math.Pi))
}

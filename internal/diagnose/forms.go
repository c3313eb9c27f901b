package diagnose

import (
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// Form is something that may have been done to a right number.
type Form struct {
	Step
	rank rank
	f    func(x, n float64) float64 // NaN where it has no value
}

// of is what the cell is held against after the form, with a ruler whose tolerance went
// the same way; ok is false where the form has no value there. A nil form does nothing.
func (f *Form) of(c Cell) (want spec.Value, r agree.Ruler, ok bool) {
	want, r = c.Want, c.Ruler
	if f == nil || want.Kind != spec.ValueNumber {
		return want, r, true
	}
	o := want.Num.F
	y := f.f(o, c.N)
	if math.IsNaN(y) || math.IsInf(y, 0) {
		return want, r, false
	}
	carried := func(t spec.Tolerance) spec.Tolerance {
		b := bound(t, o)
		abs := 0.0
		for _, x := range []float64{o - b, o + b} {
			if z := math.Abs(f.f(x, c.N) - y); z > abs && !math.IsInf(z, 0) {
				abs = z
			}
		}
		return spec.Tolerance{Abs: abs, Rel: 1e-12}
	}
	// A form that loses two digits, such as the logarithm of 1.001, tells nothing.
	if b := carried(r.Tol).Abs; b*math.Abs(o) > 100*bound(r.Tol, o)*math.Abs(y)*(1+1e-9) {
		return want, r, false
	}
	r.Tol, r.Floor, r.PValue = carried(r.Tol), carried(r.Floor), false
	if r.Error > 0 && o != 0 {
		r.Error *= math.Abs(y / o)
	}
	return spec.NumberValue(y), r, true
}

// times is a form that multiplies by k.
func times(rank rank, kind StepKind, name, what string, k float64) Form {
	return Form{Step{kind, name, "the value " + what, what}, rank, func(x, _ float64) float64 { return x * k }}
}

// shape is a form with a function.
func shape(name, note, then string, f func(x, n float64) float64) Form {
	return Form{Step{Transform, name, note, then}, formed, f}
}

func positive(x, y float64) float64 {
	if x > 0 {
		return y
	}
	return math.NaN()
}

var (
	signForm   = times(plain, Sign, "sign", "with the wrong sign", -1)
	percents   = []Form{times(plain, Scale, "percent", "times 100, as percent", 100), times(plain, Scale, "fraction", "over 100, as a fraction", 0.01)}
	halves     = []Form{times(formed, Transform, "double", "doubled", 2), times(formed, Transform, "half", "halved", 0.5)}
	squares    = []Form{shape("square", "the square of the value", "squared", func(x, _ float64) float64 { return x * x }), shape("root", "the square root of the value", "as its square root", func(x, _ float64) float64 { return positive(x, math.Sqrt(x)) })}
	complement = shape("complement", "one minus the value", "taken from 1", func(x, _ float64) float64 { return 1 - x })
	reciprocal = shape("reciprocal", "one over the value", "as its reciprocal", func(x, _ float64) float64 { return 1 / x })
	sizes      = []Form{
		ofN("times-n", "times n", func(x, n float64) float64 { return x * n }), ofN("over-n", "over n", func(x, n float64) float64 { return x / n }),
		ofN("times-root-n", "times the square root of n", func(x, n float64) float64 { return x * math.Sqrt(n) }), ofN("over-root-n", "over the square root of n", func(x, n float64) float64 { return x / math.Sqrt(n) }),
		ofN("n-for-n-1", "times (n - 1)/n, as with n for n - 1", func(x, n float64) float64 { return x * (n - 1) / n }), ofN("n-1-for-n", "times n/(n - 1), as with n - 1 for n", func(x, n float64) float64 { return x * n / (n - 1) }),
		ofN("root-n-for-n-1", "times the square root of (n - 1)/n, as with n for n - 1", func(x, n float64) float64 { return x * math.Sqrt((n-1)/n) }), ofN("root-n-1-for-n", "times the square root of n/(n - 1), as with n - 1 for n", func(x, n float64) float64 { return x * math.Sqrt(n/(n-1)) }),
	}
)

// ofN is a form in which n takes part; it has no value where n is not known.
func ofN(name, what string, f func(x, n float64) float64) Form {
	return shape(name, "the value "+what, what, func(x, n float64) float64 {
		if n < 2 {
			return math.NaN()
		}
		return f(x, n)
	})
}

// powers of ten but those of percent.
func powers() []Form {
	var out []Form
	for _, k := range []int{3, -3, 1, -1, 6, -6, 9, -9, 4, -4, 5, -5, 12, -12} {
		name := fmt.Sprintf("1e%d", k)
		what := "times " + name
		switch k {
		case 1, 3:
			what = fmt.Sprintf("times %.0f", math.Pow10(k))
		case -1, -3:
			what = fmt.Sprintf("over %.0f", math.Pow10(-k))
		}
		out = append(out, times(scaled, Scale, name, what, math.Pow10(k)))
	}
	return out
}

// fwhm is the full width at half maximum of a normal curve with sigma 1.
var fwhm = 2 * math.Sqrt(2*math.Ln2)

// shapes are the functions that stand between scales.
func shapes() []Form {
	k := func(name, what string, k float64) Form { return times(formed, Transform, name, what, k) }
	f := func(name, what string, f func(x float64) float64) Form {
		return shape(name, what+" of the value", "as "+what, func(x, _ float64) float64 { return f(x) })
	}
	log := func(name, what string, g func(float64) float64) Form {
		return f(name, what, func(x float64) float64 { return positive(x, g(x)) })
	}
	return []Form{
		log("log", "the natural logarithm", math.Log), log("log10", "the logarithm to base 10", math.Log10), log("log2", "the logarithm to base 2", math.Log2),
		f("exp", "the exponential", math.Exp), f("exp10", "10 to the power", func(x float64) float64 { return math.Pow(10, x) }), f("exp2", "2 to the power", math.Exp2),
		log("db", "the decibels (10 log10)", func(x float64) float64 { return 10 * math.Log10(x) }), log("db-amplitude", "the decibels (20 log10)", func(x float64) float64 { return 20 * math.Log10(x) }),
		f("undb", "the ratio of the decibels", func(x float64) float64 { return math.Pow(10, x/10) }),
		k("ln-for-log10", "times 2.3026, a natural logarithm for one to base 10", math.Ln10), k("log10-for-ln", "over 2.3026, a logarithm to base 10 for a natural one", 1/math.Ln10),
		k("log2-for-ln", "times 1.4427, a logarithm to base 2 for a natural one", math.Log2E), k("ln-for-log2", "over 1.4427, a natural logarithm for one to base 2", math.Ln2),
		k("log2-for-log10", "times 3.3219, a logarithm to base 2 for one to base 10", math.Ln10/math.Ln2), k("log10-for-log2", "over 3.3219, a logarithm to base 10 for one to base 2", math.Ln2/math.Ln10),
		k("fwhm", "times 2.3548, the full width at half maximum for sigma", fwhm), k("sigma", "over 2.3548, sigma for the full width at half maximum", 1/fwhm),
		f("odds", "the odds", func(x float64) float64 { return x / (1 - x) }), f("probability", "the probability to the odds", func(x float64) float64 { return x / (1 + x) }),
		f("change", "the change in percent to the ratio", func(x float64) float64 { return 100 * (x - 1) }),
	}
}

// Values are the forms of a value in a unit, "" where that is not known.
func Values(u string) []Form {
	out := append([]Form{signForm}, percents...)
	out = append(append(out, Units(u)...), powers()...)
	out = append(append(append(out, shapes()...), squares...), halves...)
	out = append(out, reciprocal, complement)
	if u == "" || u == "1" {
		out = append(out, times(formed, Scale, "degrees", "times 180/pi, in degrees", 180/math.Pi), times(formed, Scale, "radians", "times pi/180, in radians", math.Pi/180))
	}
	return append(out, sizes...)
}

// Sizes are the forms of an uncertainty.
func Sizes(u string) []Form {
	out := append(append([]Form{}, percents...), Units(u)...)
	out = append(append(append(out, powers()...), squares...), halves...)
	return append(append(out, times(formed, Transform, "fwhm", "times 2.3548, the full width at half maximum for sigma", fwhm)), sizes...)
}

// Ends are the forms of both ends of an interval.
func Ends(u string) []Form {
	out := append(append([]Form{}, percents...), Units(u)...)
	return append(append(out, powers()...), shapes()...)
}

// Statistics are the forms of a test statistic.
func Statistics() []Form {
	return append(append([]Form{signForm}, squares...), append([]Form{reciprocal}, halves...)...)
}

// PValues are the forms of a p-value.
func PValues() []Form {
	return append(append([]Form{}, percents...), halves[0], halves[1], complement,
		shape("complement-half", "one minus half the value: the one-sided p-value of the other side", "halved and taken from 1", func(x, _ float64) float64 { return 1 - x/2 }),
		shape("log-p", "-log10 of the value", "as -log10", func(x, _ float64) float64 { return positive(x, -math.Log10(x)) }))
}

// Counts are the forms of n and of degrees of freedom.
func Counts() []Form {
	add := func(name, what string, k float64) Form {
		return Form{Step{Transform, name, "the value " + what, what}, plain, func(x, _ float64) float64 { return x + k }}
	}
	return []Form{add("less-1", "less 1", -1), add("plus-1", "plus 1", 1), add("less-2", "less 2", -2), add("plus-2", "plus 2", 2), halves[0], halves[1]}
}

// units that people change between without a word.
var units = []string{"kg", "g", "mg", "t", "lb", "oz", "m", "cm", "mm", "km", "inch", "ft", "mi", "nmi", "s", "min", "h", "d", "week", "month", "year", "decade", "century",
	"J", "kJ", "eV", "cal", "kcal", "W h", "Pa", "hPa", "bar", "atm", "mmHg", "psi", "L", "mL", "gal", "m^3", "m/s", "km/h", "mph", "kn", "rad", "°", "m^2", "km^2", "ha", "acre", "Hz", "mi/gal", "km/L", "B", "bit"}

// temperatures have zeros of their own.
var temperatures = []string{"K", "°C", "°F"}

// Units are the forms that express a value of one unit in another of its dimension.
func Units(of string) []Form {
	if of == "" || of == "1" {
		return nil
	}
	var out []Form
	add := func(to string, f func(x float64) float64) {
		out = append(out, Form{Step{Scale, "in " + to, fmt.Sprintf("the value in %s, not in %s", to, of), fmt.Sprintf("in %s, not in %s", to, of)}, scaled,
			func(x, _ float64) float64 { return f(x) }})
	}
	for _, to := range units {
		if k, err := unit.Convert(1, of, to); err == nil && k != 1 {
			add(to, func(x float64) float64 { return x * k })
		}
	}
	for _, to := range temperatures {
		if _, err := unit.ConvertPoint(1, of, to); err == nil && !unit.Same(of, to) {
			add(to, func(x float64) float64 {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					return math.NaN()
				}
				y, err := unit.ConvertPoint(x, of, to)
				if err != nil {
					return math.NaN()
				}
				return y
			})
		}
	}
	return out
}

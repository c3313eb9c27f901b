package compare

import (
	"math"
	"strconv"

	"github.com/assaybench/assay/spec"
)

// Digits between which a number counts as rounded: with fewer its neighbours cannot be
// told apart, with more it is as it was computed.
const (
	fewestDigits = 4
	mostDigits   = 9
)

// place is the unit of the last decimal of a rounded number, of at least four
// significant digits: 0.01 for 458.57, 1 for 3700 and 0.1 for 350. 0 for a number that
// was not rounded. The bits that 3759.8999999999996 lost do not count.
func place(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	for digits := fewestDigits; digits <= mostDigits; digits++ {
		y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
		if err == nil && (spec.Tolerance{Rel: 1e-14}).Close(y, x) {
			return math.Pow10(int(math.Floor(math.Log10(math.Abs(y)))) - digits + 1)
		}
	}
	return 0
}

// Rounded reports whether a drawn number is the wanted one but for rounding: the drawn
// one was rounded or, where the wanted one is that of a report, it was.
func Rounded(drawn, wanted float64, printed bool) bool {
	unit := place(drawn)
	if printed {
		unit = max(unit, place(wanted))
	}
	return unit > 0 && spec.Tolerance{Abs: unit / 2 * (1 + 1e-9)}.Close(drawn, wanted)
}

// maxEnd is how much of the width of an interval its ends may be rounded by: less than
// by what a normal interval differs from one of Student's t with a hundred degrees of
// freedom.
const maxEnd = 0.004

// EndsSlack is how far rounding may have moved the ends of an error bar: by half a unit
// of the last place of its middle and half of one of its size. wanted are the ends of
// the interval, printed whether they are those of a report.
func EndsSlack(middle float64, drawn, wanted [2]float64, printed bool) float64 {
	unit := finest(middle, drawn[0], drawn[1])
	if printed {
		unit = max(unit, finest(wanted[0], wanted[1]))
	}
	if unit > maxEnd*math.Abs(wanted[1]-wanted[0]) {
		return 0
	}
	return unit * (1 + 1e-9)
}

// finest is the smallest place of numbers that were rounded alike: of 4986.03 and
// 5166.00 the second does not show its own. 0 where none was rounded.
func finest(xs ...float64) float64 {
	unit := 0.0
	for _, x := range xs {
		if p := place(x); p > 0 && (unit == 0 || p < unit) {
			unit = p
		}
	}
	return unit
}

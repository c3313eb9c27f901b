// Package magnitude reads sizes: what a printed number stands for, what a claim states,
// which number of a result belongs to it, and which the oracle's answers accept. Numbers
// are ranges, as their printed precision leaves them, and carry their units.
package magnitude

import (
	"math"
	"strconv"

	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// Exact is the tolerance of numbers that are quoted, not recomputed: what is left when
// the same decimal goes through a unit conversion.
var Exact = spec.Tolerance{Rel: 1e-12}

// Quoted is the tolerance of a magnitude against the oracle where the slot declares none:
// beside the printed precision, what an iterative fit leaves. A result that passes by the
// floor of its estimator passes by it too.
var Quoted = spec.Tolerance{Rel: 1e-7}

// Interval is a closed range of numbers; one number where Lo = Hi.
type Interval struct{ Lo, Hi float64 }

// Point is the range of one number.
func Point(x float64) Interval { return Interval{x, x} }

// Printed is the range of numbers that round to the text of n.
func Printed(n spec.Number) Interval {
	if !n.Finite() {
		return Point(math.NaN())
	}
	lo, hi := n.Interval()
	return Interval{lo, hi}
}

// Reference is what a reported number stands for when another is held against it: the
// range that rounds to it where that is narrow, as its author may have rounded it; else the
// number itself, as 4 is rather exact than 3.5 to 4.5.
func Reference(n spec.Number) Interval {
	return Narrow(Printed(n))
}

// Narrow is a range as it is where it is narrow, within a hundredth; else its middle.
func Narrow(v Interval) Interval {
	if v.Hi-v.Lo > 0.01*math.Abs(v.Middle()) {
		return Point(v.Middle())
	}
	return v
}

// Middle is the number in the middle of a range.
func (v Interval) Middle() float64 { return v.Lo + (v.Hi-v.Lo)/2 }

// Oracular is an oracle's number: itself.
func Oracular(n spec.Number) Interval { return Point(n.F) }

// Neg is the range of the opposite numbers.
func (v Interval) Neg() Interval { return Interval{-v.Hi, -v.Lo} }

// Abs is the range of absolute values.
func (v Interval) Abs() Interval {
	switch {
	case v.Hi <= 0:
		return v.Neg()
	case v.Lo < 0:
		return Interval{0, max(-v.Lo, v.Hi)}
	}
	return v
}

// Minus is the range of differences.
func (v Interval) Minus(w Interval) Interval { return Interval{v.Lo - w.Hi, v.Hi - w.Lo} }

// Over divides by the middle of w: in "0.86 for each 1" the 1 is not rounded, as no number
// is of which more than a tenth would be open.
func (v Interval) Over(w Interval) Interval {
	if v.Hi-v.Lo > 0.1*math.Abs(v.Hi) {
		v = Point(v.Middle())
	}
	return Interval{v.Lo / w.Middle(), v.Hi / w.Middle()}
}

// In converts from one unit to the other. Where either is not stated it is inherited from
// the other side: nothing is converted.
func (v Interval) In(from, to string) (Interval, error) {
	if from == "" || to == "" || from == to {
		return v, nil
	}
	lo, err := unit.Convert(v.Lo, from, to)
	if err != nil {
		return Interval{}, err
	}
	hi, err := unit.Convert(v.Hi, from, to)
	return Interval{lo, hi}, err
}

// Agrees reports whether some number of v is within the tolerance of some number of w,
// the reference. NaN agrees with nothing.
func (v Interval) Agrees(w Interval, tol spec.Tolerance) bool {
	switch {
	case v.Hi < w.Lo:
		return tol.Close(v.Hi, w.Lo)
	case v.Lo > w.Hi:
		return tol.Close(v.Lo, w.Hi)
	}
	x := math.Max(v.Lo, w.Lo)
	return tol.Close(x, x) || math.IsInf(x, 0) && !math.IsNaN(v.Lo+w.Lo)
}

// Show writes a number and its unit for a message.
func Show(v spec.Value, u string) string {
	s := v.String()
	if n, ok := v.Number(); ok && len(s) > 8 {
		s = strconv.FormatFloat(n.F, 'g', 7, 64)
	}
	return phrase.Unit(s, u)
}

// Apart writes a number and the middle of a range like Show, with as many more digits as
// it takes to tell them from one another, ten at most.
func Apart(v spec.Value, u string, w Interval, wu string) (string, string) {
	x, y := Show(v, u), w.Show(wu)
	n, ok := v.Number()
	for digits := 8; ok && x == y && digits <= 10; digits++ {
		a, b := strconv.FormatFloat(n.F, 'g', digits, 64), strconv.FormatFloat(w.Middle(), 'g', digits, 64)
		if a != b {
			return phrase.Unit(a, u), phrase.Unit(b, wu)
		}
	}
	return x, y
}

// Show writes the middle of a range and its unit for a message.
func (v Interval) Show(u string) string {
	return phrase.Unit(strconv.FormatFloat(v.Middle(), 'g', 7, 64), u)
}

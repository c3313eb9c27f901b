// Package printed reads what a printed number says: the interval of the values that are
// printed so, by rounding or by cutting off, and how many digits it shows. Intervals can
// be calculated with, so that what follows from printed numbers is an interval too.
package printed

import (
	"math"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Interval is a closed interval of numbers; empty where Lo > Hi or either is NaN.
type Interval struct{ Lo, Hi float64 }

// Point is the interval of one number.
func Point(x float64) Interval { return Interval{x, x} }

// Everything is the interval of all numbers.
var Everything = Interval{math.Inf(-1), math.Inf(1)}

// Rounded is the interval of the numbers that round to n, by halves up or to even: half a
// unit of the last printed digit on both sides, ends included.
func Rounded(n spec.Number) Interval {
	h := unit(n) / 2
	return Interval{n.F - h, n.F + h}
}

// Wide is Rounded, but zeros at the end of a whole number count as not printed: 1200 may
// stand for anything from 1150 to 1250.
func Wide(n spec.Number) Interval {
	h := unit(n) / 2
	if text := n.String(); !strings.ContainsAny(text, ".eE") {
		zeros := len(text) - len(strings.TrimRight(text, "0"))
		if zeros < len(strings.TrimLeft(text, "-0")) {
			h *= math.Pow(10, float64(zeros))
		}
	}
	return Interval{n.F - h, n.F + h}
}

// Cut is the interval of the numbers that give n when their further digits are cut off.
// The far end is not part of it, but that no number tells.
func Cut(n spec.Number) Interval {
	u := unit(n)
	switch {
	case math.Signbit(n.F) || strings.HasPrefix(n.Text, "-"):
		return Interval{n.F - u, n.F}
	default:
		return Interval{n.F, n.F + u}
	}
}

// unit is the worth of the last printed digit.
func unit(n spec.Number) float64 { return math.Pow(10, -float64(n.Decimals())) }

// Digits counts the printed digits from the first that is not 0; 0 for zero.
func Digits(n spec.Number) int {
	mant, _, _ := strings.Cut(strings.ToLower(n.String()), "e")
	return len(strings.TrimLeft(strings.NewReplacer("-", "", "+", "", ".", "").Replace(mant), "0"))
}

// Empty reports whether no number lies in i.
func (i Interval) Empty() bool { return !(i.Lo <= i.Hi) }

// Has reports whether x lies in i.
func (i Interval) Has(x float64) bool { return i.Lo <= x && x <= i.Hi }

// Meets reports whether both have a number in common.
func (i Interval) Meets(j Interval) bool { return math.Max(i.Lo, j.Lo) <= math.Min(i.Hi, j.Hi) }

// Within widens i by a share of its larger end on both sides: what the arithmetic of
// floating point may have lost.
func (i Interval) Within(rel float64) Interval {
	w := rel * math.Max(math.Abs(i.Lo), math.Abs(i.Hi))
	return Interval{i.Lo - w, i.Hi + w}
}

// Abs is the interval of the absolute values.
func (i Interval) Abs() Interval {
	switch {
	case i.Lo >= 0:
		return i
	case i.Hi <= 0:
		return Interval{-i.Hi, -i.Lo}
	}
	return Interval{0, math.Max(-i.Lo, i.Hi)}
}

// Add is the interval of the sums.
func (i Interval) Add(j Interval) Interval { return Interval{i.Lo + j.Lo, i.Hi + j.Hi} }

// Sub is the interval of the differences.
func (i Interval) Sub(j Interval) Interval { return Interval{i.Lo - j.Hi, i.Hi - j.Lo} }

// Mul is the interval of the products.
func (i Interval) Mul(j Interval) Interval {
	a, b, c, d := times(i.Lo, j.Lo), times(i.Lo, j.Hi), times(i.Hi, j.Lo), times(i.Hi, j.Hi)
	return Interval{math.Min(math.Min(a, b), math.Min(c, d)), math.Max(math.Max(a, b), math.Max(c, d))}
}

// times is a product in which 0 stays 0: an end that is not bounded is never reached.
func times(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a * b
}

// Div is the interval of the quotients; all numbers where 0 lies in j.
func (i Interval) Div(j Interval) Interval {
	if j.Has(0) {
		return Everything
	}
	return i.Mul(Interval{1 / j.Hi, 1 / j.Lo})
}

// Falling is the image of i under a function that nowhere rises.
func (i Interval) Falling(f func(float64) float64) Interval { return Interval{f(i.Hi), f(i.Lo)} }

// Rising is the image of i under a function that nowhere falls.
func (i Interval) Rising(f func(float64) float64) Interval { return Interval{f(i.Lo), f(i.Hi)} }

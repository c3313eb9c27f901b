// Package agree tells whether reported values agree with computed ones: a Ruler measures
// one number, with regard to tolerance, unit and printed digits; Align finds what of an
// array or a table stands for what, by labels; Show writes both so that they differ.
package agree

import (
	"math"
	"strconv"

	"github.com/assaybench/assay/internal/printed"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// MinDigits is how many significant digits a rounded number must show to count.
const MinDigits = 4

// Agreement of one reported number with its oracle, worst last.
type Agreement int

// The kinds of agreement.
const (
	Exact     Agreement = iota // the same float64
	InFloor                    // what honest programs differ by
	InBounds                   // the tolerance that was declared
	Rounded                    // the oracle rounds to it
	Chance                     // no further off than random draws put it
	Coarse                     // the oracle rounds to it, but it shows too few digits
	Cut                        // the oracle's further digits were cut off, not rounded
	Differs                    //
	Absent                     // nothing was reported
	NotNumber                  // text or the like
	NonFinite
)

// Passes reports whether a number that agrees so is right.
func (a Agreement) Passes() bool { return a <= Chance }

// Ruler compares reported numbers with oracle values.
type Ruler struct {
	Tol    spec.Tolerance // declared, or that of the oracle
	Floor  spec.Tolerance // the oracle's own; a number in Tol beyond it is InBounds
	Factor float64        // what a reported number is multiplied by, to be in the oracle's unit
	Exact  bool           // printed precision is no excuse
	PValue bool           // compared on a log scale below 1e-3
	Width  float64        // of the interval whose end is compared: digits finer than it can stand for significant ones
	Error  float64        // standard error of the difference that random draws make; 0 where there are none
}

// maxZ is how many of its Monte-Carlo standard errors a number may be off.
const maxZ = 4

// Measure compares one reported value with what the oracle has. A number passes
// within the tolerance, or where the oracle rounds to it and it shows at least four
// significant digits, or within four Monte-Carlo standard errors; but no p-value that is
// drawn is 0. What the oracle has not must be missing or NaN.
func (r Ruler) Measure(got, want spec.Value) Agreement {
	switch {
	case want.Missing():
		if got.Missing() || got.Kind == spec.ValueNumber && math.IsNaN(got.Num.F) {
			return Exact
		}
		return Differs
	case got.Missing():
		return Absent
	case want.Kind != spec.ValueNumber:
		if view.SameLabel(got, want) {
			return Exact
		}
		return Differs
	case got.Kind != spec.ValueNumber:
		return NotNumber
	case !got.Num.Finite():
		return NonFinite
	}
	c, o, tol, floor := got.Num.F*r.Factor, want.Num.F, r.Tol, r.Floor
	if r.PValue && o < 1e-300 && c >= 0 && c < 1e-300 {
		return InFloor // both too small for float64 to tell
	}
	if r.PValue && o < 1e-3 && o > 0 && c > 0 {
		if c != o && (spec.Tolerance{Abs: 1e-3}).Close(math.Log10(c), math.Log10(o)) {
			return InFloor
		}
		tol, floor = spec.Tolerance{}, spec.Tolerance{}
	}
	unit := math.Abs(r.Factor) * math.Pow(10, -float64(got.Num.Decimals()))
	switch {
	case c == o:
		return Exact
	case r.PValue && r.Error > 0 && c == 0: // an arrangement of the data is one of those that count
		return Differs
	case floor.Close(c, o) && tol.Close(c, o):
		return InFloor
	case tol.Close(c, o):
		return InBounds
	case r.Error > 0 && math.Abs(c-o) <= maxZ*r.Error:
		return Chance
	case r.Exact:
		return Differs
	case (spec.Tolerance{Abs: unit / 2}).Close(c, o):
		if printed.Digits(got.Num) < MinDigits && unit/2 > 5e-4*r.Width {
			return Coarse
		}
		return Rounded
	case math.Abs(c) < math.Abs(o) && math.Abs(o)-math.Abs(c) < unit && math.Signbit(c) == math.Signbit(o):
		return Cut
	}
	return Differs
}

// Worst measures all cells and gives the first of the worst kind with how many do not
// agree. No cells is never agreement.
func (r Ruler) Worst(cells []Cell) (worst Agreement, at Cell, bad int) {
	if len(cells) == 0 {
		return Absent, Cell{}, 0
	}
	for _, c := range cells {
		a := r.Measure(c.Got, c.Want)
		if !a.Passes() {
			bad++
		}
		if a > worst {
			worst, at = a, c
		}
	}
	return worst, at, bad
}

// Show writes a reported number and the oracle's with as many digits, five at least, as
// tell them apart; factor brings the reported one into the oracle's unit. A reported
// text that is shorter stands as it is.
func Show(got, want spec.Value, factor float64) (string, string) {
	if got.Kind != spec.ValueNumber || want.Kind != spec.ValueNumber {
		return got.String(), want.String()
	}
	write := func(x float64, digits int) string { return strconv.FormatFloat(x, 'g', digits, 64) }
	for digits := 5; digits < 17; digits++ {
		if o := write(want.Num.F, digits); write(got.Num.F*factor, digits) != o {
			g := write(got.Num.F, digits)
			if text := got.Num.String(); len(text) < len(g) || printed.Digits(got.Num) <= digits {
				g = text
			}
			return g, o
		}
	}
	return got.String(), want.String()
}

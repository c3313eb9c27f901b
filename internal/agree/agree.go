// Package agree tells whether reported values agree with computed ones: a Ruler measures
// one number, with regard to tolerance, unit and printed digits; Align finds what of an
// array or a table stands for what, by labels; Show writes both so that they differ.
package agree

import (
	"math"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// MinDigits is how many significant digits a rounded number must show to count.
const MinDigits = 4

// Agreement of one reported number with its oracle, worst last.
type Agreement int

// The kinds of agreement.
const (
	Agrees Agreement = iota
	Coarse           // the oracle rounds to it, but it shows too few digits
	Differs
	Absent    // nothing was reported
	NotNumber // text or the like
	NonFinite
)

// Ruler compares reported numbers with oracle values.
type Ruler struct {
	Tol    spec.Tolerance
	Factor float64 // what a reported number is multiplied by, to be in the oracle's unit
	Exact  bool    // printed precision is no excuse
	PValue bool    // compared on a log scale below 1e-3
	Width  float64 // of the interval whose end is compared: digits finer than it can stand for significant ones
}

// Measure compares one reported value with what the oracle has. A number passes
// within the tolerance, or where the oracle rounds to it and it shows at least four
// significant digits. What the oracle has not must be missing or NaN.
func (r Ruler) Measure(got, want spec.Value) Agreement {
	switch {
	case want.Missing():
		if got.Missing() || got.Kind == spec.ValueNumber && math.IsNaN(got.Num.F) {
			return Agrees
		}
		return Differs
	case got.Missing():
		return Absent
	case want.Kind != spec.ValueNumber:
		if view.SameLabel(got, want) {
			return Agrees
		}
		return Differs
	case got.Kind != spec.ValueNumber:
		return NotNumber
	case !got.Num.Finite():
		return NonFinite
	}
	c, o, tol := got.Num.F*r.Factor, want.Num.F, r.Tol
	half := math.Abs(r.Factor) * 0.5 * math.Pow(10, -float64(got.Num.Decimals()))
	if r.PValue && o < 1e-300 && c >= 0 && c < 1e-300 {
		return Agrees // both too small for float64 to tell
	}
	if r.PValue && o < 1e-3 && o > 0 && c > 0 {
		if (spec.Tolerance{Abs: 1e-3}).Close(math.Log10(c), math.Log10(o)) {
			return Agrees
		}
		tol = spec.Tolerance{}
	}
	switch {
	case tol.Close(c, o):
		return Agrees
	case r.Exact || !(spec.Tolerance{Abs: half}).Close(c, o):
		return Differs
	case significant(got.Num) < MinDigits && half > 5e-4*r.Width:
		return Coarse
	}
	return Agrees
}

// significant counts the printed digits from the first that is not 0.
func significant(n spec.Number) int {
	mant, _, _ := strings.Cut(strings.ToLower(n.String()), "e")
	digits := strings.TrimLeft(strings.NewReplacer("-", "", "+", "", ".", "").Replace(mant), "0")
	return len(digits)
}

// Worst measures all cells and gives the first of the worst kind with how many do not
// agree. No cells is never agreement.
func (r Ruler) Worst(cells []Cell) (worst Agreement, at Cell, bad int) {
	if len(cells) == 0 {
		return Absent, Cell{}, 0
	}
	for _, c := range cells {
		a := r.Measure(c.Got, c.Want)
		if a != Agrees {
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
			if text := got.Num.String(); len(text) < len(g) || significant(got.Num) <= digits {
				g = text
			}
			return g, o
		}
	}
	return got.String(), want.String()
}

// Package slip says what was done to numbers that are not those wanted, where one slip
// explains them all: a power of ten, another unit, logarithms, a shift, labels exchanged.
// It knows nothing of figures.
package slip

import (
	"fmt"
	"math"
	"strings"

	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// Pair is a number beside the one that is wanted in its place.
type Pair struct {
	Name      string // of the place; may be empty
	Want, Got float64
}

// Slip is what was done to all of some numbers.
type Slip struct {
	Note string                // completes "all 3 " or "it ", such as "are 10 times too large"
	Unit string                // in which they seem to be; empty where it is no matter of units
	Of   func(float64) float64 // what was done, to one number
}

// Tolerances: a slip with a name of its own may be rounded to four digits as well; one with
// a free number must fit to all that drawing costs.
const (
	named = 5e-4
	free  = 1e-6
)

// Find names the slip that leads from every wanted number to the one got, given the unit
// of the wanted ones ("" where it is not known). It finds none where a number is not
// finite, where they all agree, and, for a factor or a shift that is no round one, where
// fewer than two different numbers show it.
func Find(ps []Pair, unit string) (Slip, bool) {
	at, sum := -1, 0.0
	for i, p := range ps {
		if !finite(p.Want) || !finite(p.Got) {
			return Slip{}, false
		}
		sum += p.Want
		if at < 0 || math.Abs(p.Want) > math.Abs(ps[at].Want) {
			at = i
		}
	}
	if at < 0 || explains(ps, func(x float64) float64 { return x }, free) {
		return Slip{}, false
	}
	for _, s := range candidates(ps, ps[at], sum, unit) {
		if explains(ps, s.Of, named) {
			return s, true
		}
	}
	if !varied(ps) {
		return Slip{}, false
	}
	if c := ps[at].Got / ps[at].Want; finite(c) && c != 0 {
		f := func(x float64) float64 { return float64(c * x) }
		if explains(ps, f, free) {
			return Slip{Note: factor(c), Of: f}, true
		}
	}
	d := ps[at].Got - ps[at].Want
	f := func(x float64) float64 { return x + d }
	if finite(d) && explains(ps, f, free) {
		return Slip{Note: fmt.Sprintf("{are} %s too %s", phrase.Unit(phrase.Short(math.Abs(d)), unit), size(d > 0)), Of: f}, true
	}
	return Slip{}, false
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// factor says how many times too large or too small numbers are.
func factor(c float64) string {
	switch {
	case c < 0:
		return "{are} " + phrase.Short(c) + " times what is wanted"
	case c < 1:
		return "{are} " + phrase.Short(1/c) + " times too small"
	}
	return "{are} " + phrase.Short(c) + " times too large"
}

func size(large bool) string {
	if large {
		return "large"
	}
	return "small"
}

// explains reports whether a function leads from all wanted numbers to those got.
func explains(ps []Pair, f func(float64) float64, rel float64) bool {
	for _, p := range ps {
		x := f(p.Want)
		if !finite(x) || !(spec.Tolerance{Rel: rel, Abs: 1e-12 * math.Abs(p.Want)}).Close(p.Got, x) {
			return false
		}
	}
	return true
}

// varied reports whether at least two different numbers are wanted.
func varied(ps []Pair) bool {
	for _, p := range ps[1:] {
		if !(spec.Tolerance{Rel: named}).Close(p.Want, ps[0].Want) {
			return true
		}
	}
	return false
}

// candidates are slips that have a name, the likeliest first. The greatest pair and the sum
// of all tell which factor to try.
func candidates(ps []Pair, greatest Pair, sum float64, unit string) []Slip {
	c := greatest.Got / greatest.Want
	times := func(k float64) func(float64) float64 { return func(x float64) float64 { return float64(k * x) } }
	out := []Slip{{Note: "{have} the opposite sign", Of: times(-1)}}
	out = append(out, units(unit, greatest.Want)...)
	if k := math.Round(math.Log10(math.Abs(c))); finite(k) && k != 0 && math.Abs(k) <= 15 {
		power := math.Copysign(math.Pow10(int(k)), c)
		out = append(out, Slip{Note: factor(power), Of: times(power)})
	}
	if len(ps) > 1 && sum != 0 {
		out = append(out, Slip{Note: "{are} {their} share of the sum of all", Of: times(1 / sum)}, Slip{Note: "{are} {their} percentage of the sum of all", Of: times(100 / sum)})
	}
	return append(out, functions...)
}

var functions = []Slip{
	{Note: "{are} logged: the natural logarithm is drawn", Of: math.Log},
	{Note: "{are} logged: the logarithm to base 10 is drawn", Of: math.Log10},
	{Note: "{are} logged: the logarithm to base 2 is drawn", Of: math.Log2},
	{Note: "{are} logged: the natural logarithm of 1 more is drawn", Of: math.Log1p},
	{Note: "{are} not logged: what is wanted is {their} natural logarithm", Of: math.Exp},
	{Note: "{are} not logged: what is wanted is {their} logarithm to base 10", Of: func(x float64) float64 { return math.Pow(10, x) }},
	{Note: "{are} squared", Of: func(x float64) float64 { return float64(x * x) }},
	{Note: "{are} put under a square root", Of: math.Sqrt},
	{Note: "{are} inverted: 1 over the value is drawn", Of: func(x float64) float64 { return 1 / x }},
	{Note: "{are} taken from 1: 1 less the value is drawn", Of: func(x float64) float64 { return 1 - x }},
}

// Say writes the note of a slip about n numbers: "all 3 are 10 times too large".
func (s Slip) Say(n int) string {
	if n == 1 {
		return "it " + strings.NewReplacer("{are}", "is", "{have}", "has", "{their}", "its").Replace(s.Note)
	}
	subject := fmt.Sprintf("all %d ", n)
	if n == 2 {
		subject = "both "
	}
	return subject + strings.NewReplacer("{are}", "are", "{have}", "have", "{their}", "their").Replace(s.Note)
}

package diagnose

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/internal/printed"
)

// maxNamed is how many explanations a message lists.
const maxNamed = 4

// Named says in words what a number that is not the answer is: "the median"; "" where
// nothing is known. It completes "what is reported …".
func (d Diagnosis) Named() string {
	switch {
	case len(d.Explanations) == 0:
		return ""
	case d.Kind == Variant || d.Kind == Cut:
		s := "is " + d.Explanations[0].Note()
		for _, e := range d.Explanations[1:min(len(d.Explanations), maxNamed)] {
			s += "; here the same as " + e.Note()
		}
		return s
	case d.Same:
		return fmt.Sprintf("could be %s, but by chance %s such numbers agrees with one of the %d things tried", d.Explanations[0].Note(), OneIn(d.Odds), d.Tried)
	}
	notes := make([]string, 0, maxNamed)
	for _, e := range d.Explanations[:min(len(d.Explanations), maxNamed)] {
		notes = append(notes, e.Note())
	}
	s := strings.Join(notes, "; ")
	if n := len(d.Explanations) - len(notes); n > 0 {
		s += fmt.Sprintf("; and %d more", n)
	}
	return fmt.Sprintf("matches %d definitions, cannot tell which: %s", len(d.Explanations), s)
}

// OneIn writes a probability as "1 in 20".
func OneIn(p float64) string {
	switch {
	case !(p >= 1e-9):
		return "less than 1 in a billion"
	case p > 0.67:
		return "almost every one of"
	}
	return "1 in " + strconv.FormatFloat(round2(1/p), 'f', 0, 64)
}

// round2 rounds to two significant digits.
func round2(x float64) float64 {
	if x < 10 {
		return math.Round(x)
	}
	k := math.Pow10(int(math.Floor(math.Log10(x))) - 1)
	return math.Round(x/k) * k
}

// Sentence says in one sentence what a number is; what is the quantity in words.
func (d Diagnosis) Sentence(what string) string {
	got, want := agree.Show(d.At.Got, d.At.Want, d.At.Ruler.Factor)
	if d.At.Label != "" {
		what += " for " + d.At.Label
	}
	if d.At.Part != "" {
		what = "the " + d.At.Part + " of " + what
	}
	n := d.At.Got.Num
	switch d.Kind {
	case Exact:
		return fmt.Sprintf("%s is %s, to the last bit", d.At.Got, what)
	case Floor:
		return fmt.Sprintf("%s is %s, as near as honest programs come", d.At.Got, what)
	case Bounds:
		return fmt.Sprintf("%s is %s (%s), within the tolerance that was declared", got, what, want)
	case Rounded:
		return fmt.Sprintf("%s is %s, rounded to %d digits", got, what, printed.Digits(n))
	case MonteCarlo:
		return fmt.Sprintf("%s is %s (%s), within the error of random draws (z = %.2g)", got, what, want, d.Distance.Z)
	case Optimum:
		return fmt.Sprintf("%s stands for as good an optimum as %s (%s)", got, what, want)
	case Coarse:
		return fmt.Sprintf("%s is what %s (%s) rounds to, but shows less than %d digits", d.At.Got, what, want, agree.MinDigits)
	case Cut:
		return fmt.Sprintf("%s is %s (%s) with its further digits cut off, not rounded", got, what, want)
	case Variant, Ambiguous:
		return fmt.Sprintf("%s is not %s (%s): what is reported %s", got, what, want, d.Named())
	case Absent:
		return "no number is reported for " + what
	case NonFinite, Shape, Unit:
		return fmt.Sprintf("%s cannot be %s", d.At.Got, what)
	}
	if d.Odds > noise {
		return fmt.Sprintf("%s is not %s (%s), and has too few digits to tell what else it is", got, what, want)
	}
	return fmt.Sprintf("%s is not %s (%s), nor any of the %d things it was held against", got, what, want, d.Tried)
}

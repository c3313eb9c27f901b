// Package consistent finds what cannot be true within one reported result: a p-value that
// does not follow from its statistic, an interval that does not hold its estimate, a mean
// that no whole numbers have. It knows no data. Numbers are read as the intervals that
// their printed digits leave open, so that rounding alone contradicts nothing; what is not
// known (which test, whether values are whole) is not held against a result either.
//
// The rules are those of statcheck (Nuijten and others 2016), GRIM (Brown and Heathers
// 2017), GRIMMER (Anaya 2016, Allard 2018) and DEBIT (Heathers and Brown 2019).
package consistent

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/assaybench/assay/internal/printed"
	"github.com/assaybench/assay/spec"
)

// Facts are what is known of the values behind a result; zero where nothing is.
type Facts struct {
	Whole  bool // they are whole numbers, in the unit of the result
	Binary bool // they are 0 or 1
	Items  int  // how many whole numbers each value is the mean of; 0 counts as 1
}

// Contradiction is one thing that cannot be true.
type Contradiction struct {
	Rule     string // p_value, p_range, p_bound, statistic, interval, interval_width, interval_p, df, n, grim, grimmer, debit, proportion, percentages
	Field    string // of the result: where to look
	Message  string
	Expected string
	Observed string
	Fix      string
}

// Impossible reports whether the number itself cannot be, not only beside the others.
func (c Contradiction) Impossible() bool {
	switch c.Rule {
	case "p_range", "n", "grim", "grimmer", "debit", "proportion", "percentages":
		return true
	}
	return false
}

// slack is the share by which numbers at full precision may differ: what the usual programs
// lose in tails and quantiles.
const slack = 1e-6

// Check finds the contradictions of a result, in a fixed order. Where its value is an array,
// each element is looked at with what stands beside it.
func Check(r spec.Result, f Facts) []Contradiction {
	words := wordsOf(r.Method + " " + r.Estimand)
	var out []Contradiction
	for _, one := range elements(r) {
		one.words, one.facts, one.percent = words, f, r.Unit == "%"
		if one.label == "" {
			one.groups = len(r.Groups)
		}
		one.all(&out)
	}
	percentages(r, words, &out)
	return out
}

// record is one number of a result with what stands beside it. Parts that are not given,
// or are no finite numbers, are nil.
type record struct {
	words                             string
	facts                             Facts
	groups                            int
	percent                           bool
	label                             string // of the element; "" for a single value
	value, statistic, p, lower, upper *spec.Number
	size                              *spec.Number // of an uncertainty with one size
	kind                              spec.UncertaintyKind
	level                             float64 // 0 where not given
	n, df                             []spec.Number
	bound                             string // a p-value given as text
}

func (r *record) all(out *[]Contradiction) {
	add := func(c Contradiction) {
		if r.label != "" {
			c.Message = "for " + r.label + ", " + c.Message
		}
		*out = append(*out, c)
	}
	r.counts(add)
	before := len(*out)
	r.pValue(add)
	r.relation(add)
	r.interval(add, len(*out) == before)
	r.degrees(add)
	r.mean(add)
}

// elements takes a result apart. A scalar that stands beside an array belongs to the whole
// and is looked at alone.
func elements(r spec.Result) []*record {
	u := r.Uncertainty
	if u == nil {
		u = &spec.Uncertainty{}
	}
	level := 0.0
	if l := number(u.Level); l != nil {
		level = l.F
	}
	if r.Value.Kind != spec.ValueArray {
		one := &record{value: number(r.Value), statistic: number(r.Statistic), p: number(r.PValue), lower: number(u.Lower), upper: number(u.Upper), size: number(u.Value),
			kind: u.Kind, level: level, n: numbers(r.N), df: numbers(r.DF)}
		if r.PValue.Kind == spec.ValueText {
			one.bound = r.PValue.Text
		}
		return []*record{one}
	}
	k := len(r.Value.Items)
	whole := &record{n: numbers(r.N)}
	var out []*record
	part := func(v spec.Value, i int) *spec.Number {
		if v.Kind == spec.ValueArray && len(v.Items) == k {
			return number(v.Items[i])
		}
		return nil
	}
	for i := range k {
		one := &record{label: fmt.Sprintf("element %d", i+1), value: part(r.Value, i), statistic: part(r.Statistic, i), p: part(r.PValue, i),
			lower: part(u.Lower, i), upper: part(u.Upper, i), size: part(u.Value, i), kind: u.Kind, level: level}
		if i < len(r.Index) {
			one.label = label(r.Index[i])
		}
		for _, x := range []struct {
			to   *[]spec.Number
			from spec.Value
		}{{&one.n, r.N}, {&one.df, r.DF}} {
			if n := part(x.from, i); n != nil {
				*x.to = []spec.Number{*n}
			}
		}
		out = append(out, one)
	}
	if r.Statistic.Kind == spec.ValueNumber || r.PValue.Kind == spec.ValueNumber {
		whole.statistic, whole.p, whole.df = number(r.Statistic), number(r.PValue), numbers(r.DF)
		out = append(out, whole)
	}
	return out
}

func number(v spec.Value) *spec.Number {
	if n, ok := v.Number(); ok && n.Finite() {
		return &n
	}
	return nil
}

func numbers(v spec.Value) []spec.Number {
	ns, ok := v.Numbers()
	if !ok || len(ns) == 0 {
		return nil
	}
	for _, n := range ns {
		if !n.Finite() {
			return nil
		}
	}
	return ns
}

func label(v spec.Value) string {
	if v.Kind == spec.ValueText {
		return v.Text
	}
	return v.String()
}

// total is the sum of the sizes that are given; 0 where there is none, or where one is
// no whole number.
func (r *record) total() float64 {
	t := 0.0
	for _, n := range r.n {
		if n.F != math.Trunc(n.F) || n.F < 1 {
			return 0
		}
		t += n.F
	}
	return t
}

// wordsOf is a text in lower case with single spaces between its words and around it, so
// that words are found by " word ".
func wordsOf(s string) string {
	return " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
}

// says reports whether any of the words, or sequences of words, occurs.
func (r *record) says(words ...string) bool { return contains(r.words, words...) }

func contains(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, " "+w+" ") {
			return true
		}
	}
	return false
}

// span writes an interval for a person.
func span(i printed.Interval) string {
	if text := short(i.Lo); text == short(i.Hi) {
		return text
	}
	return short(i.Lo) + " to " + short(i.Hi)
}

func short(x float64) string { return fmt.Sprintf("%.4g", x) }

package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Quantity is a number that a text may quote besides its record: a group's mean, an
// oracle's value.
type Quantity struct {
	Value float64
	Unit  string // "" where it has none
}

// TextAgrees holds the numbers and the direction inside a claim's text against its record:
// two decisive checks, "text numbers" and "text direction", not applicable where the text
// or the record has nothing to compare.
//
// A number of the text is the interval of its printed precision, wider behind "about" or
// "at least", in the unit that follows it or the currency sign before it; without one it
// is taken in the record's. It agrees where it overlaps the record's value, lower or upper.
//   - The ends of a confidence interval must be the record's lower and upper, if it has both.
//   - Numbers bound to a size ("by 3 g", "a difference of 3 g", "3 g heavier"): one must agree.
//   - Otherwise one of the text's numbers, or the difference of two, must agree, if it has
//     numbers at all that known does not explain.
//
// Years, counts of things, spreads, p values, sample sizes, confidence levels, dates,
// list numbers and digits in names can veto nothing.
//
// The text contradicts the direction where it compares the two groups, or tells a course,
// the other way round ("not" and "no evidence that" turn it), or denies a difference that
// the record states, and nowhere says what the record says. What cannot be parsed without
// doubt says nothing.
func TextAgrees(c spec.Claim, t spec.Terms, known ...Quantity) []spec.Check {
	j := judge{c: c, code: spec.ClaimText}
	s, _ := state(c)
	j.textNumbers(s, known, false)
	j.textDirection(t)
	return j.checks
}

// textRecord is what the numbers of a text are held against.
type textRecord struct {
	stated
	eitherSign bool // the direction, or a word, carries the sign
}

// sign lets a size stand for a negative number, and the other way round.
func (r textRecord) match(m mention, x interval) bool {
	v, err := m.value.in(m.unit, r.unit)
	if err != nil {
		return false
	}
	if v.agrees(x, exact) || r.eitherSign && v.neg().agrees(x, exact) {
		return true
	}
	// A percentage beside a record without a unit may be meant as a fraction.
	if m.unit == "%" && r.unit == "" {
		f, err := m.value.in("%", "1")
		return err == nil && (f.agrees(x, exact) || r.eitherSign && f.neg().agrees(x, exact))
	}
	return false
}

// convertible reports whether the mention may be a number in the record's unit.
func (r textRecord) convertible(m mention) bool {
	_, err := m.value.in(m.unit, r.unit)
	return err == nil
}

func (r textRecord) agrees(m mention) bool {
	return r.hasValue && r.match(m, r.value) || r.hasBounds && (r.match(m, r.lower) || r.match(m, r.upper))
}

// textNumbers makes the first check. With sizesOnly, for a record without a magnitude that
// borrows the oracle's, only numbers bound to a size count.
func (j *judge) textNumbers(s stated, known []Quantity, sizesOnly bool) {
	const check = "text numbers"
	s.value, s.lower, s.upper = narrow(s.value), narrow(s.lower), narrow(s.upper)
	r := textRecord{stated: s, eitherSign: len(j.c.Groups) == 2 || j.c.Direction == spec.Less || j.c.Direction == spec.Decreasing || textHas(j.c.Text, downward, falling)}
	if !r.hasValue && !r.hasBounds {
		j.skip(check)
		return
	}
	ms := extract(j.c.Text, r.unit)
	record := show(valueOf(j.c.Magnitude), r.unit)
	fail := func(m mention, note string, contradiction bool) {
		j.contradicts = j.contradicts || contradiction
		j.add(check, false, record, m.text, fmt.Sprintf("the text of %s says %s, but %s", name(j.c), withUnit(m.text, m.unit), note),
			"Let the text quote the numbers of its own record, with their unit.", "/text")
	}
	said := false
	if r.hasBounds {
		var wrong *mention
		found := false
		for k := range ms {
			m := &ms[k]
			if m.role != ends || m.partner < 0 || !r.convertible(*m) {
				continue
			}
			lo, hi := ms[m.partner], *m
			if r.match(lo, r.lower) && r.match(hi, r.upper) || r.eitherSign && r.match(lo, r.upper) && r.match(hi, r.lower) {
				found = true
			} else if wrong == nil {
				wrong = m
				wrong.text = lo.text + " to " + hi.text
			}
		}
		if wrong != nil && !found {
			fail(*wrong, fmt.Sprintf("its record has the interval %s to %s", show(j.c.Magnitude.Lower, ""), show(j.c.Magnitude.Upper, r.unit)), true)
			return
		}
		said = found
	}
	sizes := filter(ms, func(m mention) bool {
		return m.role == size && (m.unit != "" || r.unit == "" || only(ms, m)) && r.convertible(m)
	})
	for _, m := range sizes {
		if r.agrees(m) || spans(ms, m, r) {
			j.pass(check, record, m, r)
			return
		}
	}
	if len(sizes) > 0 && r.hasValue {
		fail(sizes[0], "its record has "+record, true)
		return
	}
	if sizesOnly {
		j.skip(check)
		return
	}
	free := filter(ms, func(m mention) bool { return m.role == plain || m.role == size || m.role == span || m.role == course })
	for _, m := range filter(ms, func(m mention) bool { return m.role != beside && m.role != ends }) {
		if r.agrees(m) || spans(ms, m, r) {
			j.pass(check, record, m, r)
			return
		}
	}
	if m, ok := r.difference(ms); ok {
		j.pass(check, record, m, r)
		return
	}
	free = filter(free, func(m mention) bool { return m.role != course && !explained(m, known) })
	if len(free) == 0 || !r.hasValue || said {
		if said {
			j.add(check, true, record, "the interval", "", "", "/text")
		} else {
			j.skip(check)
		}
		return
	}
	m := free[0]
	if k := slices.IndexFunc(free, func(m mention) bool { return m.unit != "" && r.convertible(m) }); k >= 0 {
		m = free[k]
	}
	fail(m, "the record's "+record+" is not among the numbers of the text", r.convertible(m))
}

func valueOf(m *spec.Magnitude) spec.Value {
	if m == nil {
		return spec.Value{}
	}
	if m.Value.Missing() {
		return m.Lower
	}
	return m.Value
}

// pass records that a number agrees, and says where it is rounded so far that more than a
// hundredth of it is open.
func (j *judge) pass(check, record string, m mention, r textRecord) {
	j.add(check, true, record, withUnit(m.text, m.unit), "", "", "/text")
	if half := (m.value.hi - m.value.lo) / 2; !math.IsInf(half, 0) && half > 0.01*max(math.Abs(m.value.lo), math.Abs(m.value.hi)) {
		j.checks[len(j.checks)-1].Note = fmt.Sprintf("the text says %s, which is the record's %s at its printed precision", withUnit(m.text, m.unit), record)
	}
}

func filter(ms []mention, keep func(mention) bool) (out []mention) {
	for _, m := range ms {
		if keep(m) {
			out = append(out, m)
		}
	}
	return out
}

// only reports whether m is the one number of the text that has no unit and may be about
// the claim.
func only(ms []mention, m mention) bool {
	n := 0
	for _, o := range ms {
		if o.unit == "" && (o.role == plain || o.role == size || o.role == span) {
			n++
		}
	}
	return m.unit == "" && n == 1
}

// spans reports whether m ends a range that holds the record's value.
func spans(ms []mention, m mention, r textRecord) bool {
	if m.partner < 0 || !r.hasValue || m.role == ends || m.role == course {
		return false
	}
	lo := ms[m.partner]
	m.value = interval{min(lo.value.lo, m.value.lo), max(lo.value.hi, m.value.hi)}
	return r.match(m, r.value)
}

// difference finds two numbers in the record's unit whose difference is its value: "from
// 315 to 411 ppm", "5076 g against 3701 g".
func (r textRecord) difference(ms []mention) (mention, bool) {
	if !r.hasValue {
		return mention{}, false
	}
	ms = filter(ms, func(m mention) bool {
		return (m.role == plain || m.role == span || m.role == course) && (m.unit != "" || r.unit == "") && r.convertible(m)
	})
	const most = 24
	ms = ms[:min(len(ms), most)]
	for i, a := range ms {
		for _, b := range ms[:i] {
			va, errA := a.value.in(a.unit, r.unit)
			vb, errB := b.value.in(b.unit, r.unit)
			if d := va.minus(vb); errA == nil && errB == nil && (d.agrees(r.value, exact) || d.neg().agrees(r.value, exact)) {
				a.text = a.text + " and " + b.text
				a.value = d
				return a, true
			}
		}
	}
	return mention{}, false
}

// explained reports whether a number of the text is one that is known beside the record.
func explained(m mention, known []Quantity) bool {
	for _, q := range known {
		if m.unit != "" && q.Unit == "" {
			continue
		}
		v, err := m.value.in(m.unit, q.Unit)
		if err == nil && (v.agrees(point(q.Value), quoted) || v.neg().agrees(point(q.Value), quoted)) {
			return true
		}
	}
	return false
}

// textHas reports whether a text has one of the words.
func textHas(text string, sets ...map[string]bool) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !(r >= 'a' && r <= 'z') }) {
		for _, s := range sets {
			if s[w] {
				return true
			}
		}
	}
	return false
}

func (j *judge) textDirection(t spec.Terms) {
	const check = "text direction"
	d := j.c.Direction
	cs := clausesOf(j.c.Text, j.c.Groups, t)
	agreed, against := "", ""
	note := func(to *string, said string) {
		if *to == "" {
			*to = said
		}
	}
	equal := d == spec.NoDifference || d == spec.Equal
	course := d == spec.Increasing || d == spec.Decreasing
	for _, s := range statements(cs, len(j.c.Groups)) {
		if (s.subject >= 0) == course || d == "" || d == spec.Nonmonotonic || s.subject < 0 && equal {
			continue
		}
		if s.subject >= 0 && !equal && d != spec.Greater && d != spec.Less {
			continue
		}
		rel := s.rel
		if s.subject == 1 {
			rel = turned(rel)
		}
		said := s.said
		if s.negated {
			said = "not " + said
		}
		switch {
		case s.subject < 0 && d != spec.Increasing && d != spec.Decreasing:
		case s.negated && rel == d, !s.negated && rel != d:
			if !s.weak {
				note(&against, said)
			}
		case !s.negated || equal:
			note(&agreed, said)
		}
	}
	if denied, named := noDifference(cs); denied && d != "" {
		if equal {
			note(&agreed, "no difference")
		} else if (named || len(j.c.Groups) == 0) && d != spec.Nonmonotonic {
			note(&against, "no difference")
		}
	}
	if asserted, denied := significance(cs); denied && !asserted && t.Same(j.c.Strength, "inferential") && d != "" && !equal {
		agreed = ""
		note(&against, "not significant")
	}
	switch {
	case against != "" && agreed == "":
		j.contradicts = true
		j.add(check, false, string(d), against, fmt.Sprintf("the text of %s says %q, but its record says %s", name(j.c), against, sentence(j.c)),
			"Let the text say what the record says.", "/text")
	case agreed != "":
		j.add(check, true, string(d), agreed, "", "", "/text")
	default:
		j.skip(check)
	}
}

// sentence is the direction of a record in words.
func sentence(c spec.Claim) string {
	if len(c.Groups) == 2 {
		return fmt.Sprintf("%s %s %s", c.Groups[0], c.Direction, c.Groups[1])
	}
	return string(c.Direction)
}

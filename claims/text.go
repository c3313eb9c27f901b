package claims

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/prose"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
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
//     numbers at all that known does not explain; behind a right interval only the number
//     that the interval belongs to ("3 g (95% CI 2 to 4 g)") must.
//
// Years, counts of things, spreads, p values, sample sizes, confidence levels, dates,
// list numbers and digits in names can veto nothing.
//
// The text contradicts the direction where it compares the two groups, or tells a course,
// the other way round ("not" and "no evidence that" turn it), denies a difference that the
// record states or calls one significant that it denies, and nowhere says what the record says. What cannot be parsed without
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

func rangeOf(m prose.Number) interval { return interval{m.Lo, m.Hi} }

// match lets a size stand for a negative number, and the other way round.
func (r textRecord) match(m prose.Number, x interval) bool {
	v, err := rangeOf(m).in(m.Unit, r.unit)
	if err != nil {
		return false
	}
	if v.agrees(x, exact) || r.eitherSign && v.neg().agrees(x, exact) {
		return true
	}
	// A percentage beside a record without a unit may be meant as a fraction.
	if m.Unit == "%" && r.unit == "" {
		f, err := rangeOf(m).in("%", "1")
		return err == nil && (f.agrees(x, exact) || r.eitherSign && f.neg().agrees(x, exact))
	}
	return false
}

// convertible reports whether m may be a number in the record's unit.
func (r textRecord) convertible(m prose.Number) bool {
	_, err := rangeOf(m).in(m.Unit, r.unit)
	return err == nil
}

func (r textRecord) agrees(m prose.Number) bool {
	return r.hasValue && r.match(m, r.value) || r.hasBounds && (r.match(m, r.lower) || r.match(m, r.upper))
}

// textNumbers makes the first check. With sizesOnly, for a record without a magnitude that
// borrows the oracle's, only numbers bound to a size count.
func (j *judge) textNumbers(s stated, known []Quantity, sizesOnly bool) {
	const check = "text numbers"
	s.value, s.lower, s.upper = narrow(s.value), narrow(s.lower), narrow(s.upper)
	r := textRecord{stated: s, eitherSign: len(j.c.Groups) == 2 || j.c.Direction == spec.Less || j.c.Direction == spec.Decreasing || prose.Read(j.c.Text, nil, spec.Terms{}).Downward()}
	if !r.hasValue && !r.hasBounds {
		j.skip(check)
		return
	}
	ms := prose.Numbers(j.c.Text, r.unit)
	record := show(valueOf(j.c.Magnitude), r.unit)
	fail := func(m prose.Number, note string, contradiction bool) {
		j.contradicts = j.contradicts || contradiction
		j.add(check, false, record, m.Text, fmt.Sprintf("the text of %s says %s, but %s", name(j.c), withUnit(m.Text, m.Unit), note),
			"Let the text quote the numbers of its own record, with their unit.", "/text")
	}
	said := false
	if r.hasBounds {
		var wrong *prose.Number
		found := false
		for k := range ms {
			m := &ms[k]
			if m.Role != prose.Ends || m.Partner < 0 || !r.convertible(*m) {
				continue
			}
			lo, hi := ms[m.Partner], *m
			if r.match(lo, r.lower) && r.match(hi, r.upper) || r.eitherSign && r.match(lo, r.upper) && r.match(hi, r.lower) {
				found = true
			} else if wrong == nil {
				wrong = m
				wrong.Text = lo.Text + " to " + hi.Text
			}
		}
		if wrong != nil && !found {
			fail(*wrong, fmt.Sprintf("its record has the interval %s to %s", show(j.c.Magnitude.Lower, ""), show(j.c.Magnitude.Upper, r.unit)), true)
			return
		}
		said = found
	}
	sizes := filter(ms, func(m prose.Number) bool {
		return m.Role == prose.Size && (m.Unit != "" || r.unit == "" || only(ms, m)) && r.convertible(m)
	})
	for _, m := range sizes {
		if r.agrees(m) || spans(ms, m, r) {
			j.pass(check, record, m)
			return
		}
	}
	if _, ok := r.derived(sizes); len(sizes) > 0 && r.hasValue && !ok {
		fail(sizes[0], "its record has "+record, true)
		return
	}
	if sizesOnly {
		j.skip(check)
		return
	}
	free := filter(ms, func(m prose.Number) bool {
		return m.Role == prose.Plain || m.Role == prose.Size || m.Role == prose.Span || m.Role == prose.Course
	})
	for _, m := range filter(ms, func(m prose.Number) bool { return m.Role != prose.Beside && m.Role != prose.Ends }) {
		if r.agrees(m) || spans(ms, m, r) {
			j.pass(check, record, m)
			return
		}
	}
	if m, ok := r.derived(ms); ok {
		j.pass(check, record, m)
		return
	}
	free = filter(free, func(m prose.Number) bool { return m.Role != prose.Course && !explained(m, known) })
	if heads := filter(free, func(m prose.Number) bool { return m.Heads && r.convertible(m) }); said && r.hasValue && len(heads) > 0 {
		fail(heads[0], "the estimate in front of the interval is "+record, true)
		return
	}
	if len(free) == 0 || !r.hasValue || said {
		if said {
			j.add(check, true, record, "the interval", "", "", "/text")
		} else {
			j.skip(check)
		}
		return
	}
	m := free[0]
	if k := slices.IndexFunc(free, func(m prose.Number) bool { return m.Unit != "" && r.convertible(m) }); k >= 0 {
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
func (j *judge) pass(check, record string, m prose.Number) {
	j.add(check, true, record, withUnit(m.Text, m.Unit), "", "", "/text")
	if half := (m.Hi - m.Lo) / 2; half > 0.01*max(math.Abs(m.Lo), math.Abs(m.Hi)) {
		j.checks[len(j.checks)-1].Note = fmt.Sprintf("the text says %s, which is the record's %s at its printed precision", withUnit(m.Text, m.Unit), record)
	}
}

func filter(ms []prose.Number, keep func(prose.Number) bool) (out []prose.Number) {
	for _, m := range ms {
		if keep(m) {
			out = append(out, m)
		}
	}
	return out
}

// only reports whether m is the one number of the text that has no unit and may be about
// the claim.
func only(ms []prose.Number, m prose.Number) bool {
	n := 0
	for _, o := range ms {
		if o.Unit == "" && (o.Role == prose.Plain || o.Role == prose.Size || o.Role == prose.Span) {
			n++
		}
	}
	return m.Unit == "" && n == 1
}

// spans reports whether m ends a range that holds the record's value.
func spans(ms []prose.Number, m prose.Number, r textRecord) bool {
	if m.Partner < 0 || !r.hasValue || m.Role == prose.Ends || m.Role == prose.Course {
		return false
	}
	lo := ms[m.Partner]
	m.Lo, m.Hi = min(lo.Lo, m.Lo), max(lo.Hi, m.Hi)
	return r.match(m, r.value)
}

// derived finds two numbers whose difference is the record's value ("from 315 to 411 ppm",
// "5076 g against 3701 g"), or, for a plain number, whose ratio is ("1 % more income, 0.86 %
// more food").
func (r textRecord) derived(ms []prose.Number) (prose.Number, bool) {
	if !r.hasValue {
		return prose.Number{}, false
	}
	ms = filter(ms, func(m prose.Number) bool {
		return (m.Role == prose.Plain || m.Role == prose.Size || m.Role == prose.Span || m.Role == prose.Course) && (m.Unit != "" || r.unit == "") && r.convertible(m)
	})
	const most = 24
	ms = ms[:min(len(ms), most)]
	plainNumber := r.unit == "" || unit.Same(r.unit, "1")
	for i, a := range ms {
		for _, b := range ms[:i] {
			va, errA := rangeOf(a).in(a.Unit, r.unit)
			vb, errB := rangeOf(b).in(b.Unit, r.unit)
			if errA != nil || errB != nil {
				continue
			}
			d := va.minus(vb)
			results := []interval{d, d.neg()}
			if plainNumber && a.Unit == b.Unit && va.lo > 0 && vb.lo > 0 {
				results = append(results, va.over(vb), vb.over(va))
			}
			for _, x := range results {
				if x.agrees(r.value, exact) {
					a.Text, a.Lo, a.Hi = a.Text+" and "+b.Text, x.lo, x.hi
					return a, true
				}
			}
		}
	}
	return prose.Number{}, false
}

// explained reports whether a number of the text is one that is known beside the record.
func explained(m prose.Number, known []Quantity) bool {
	for _, q := range known {
		if m.Unit != "" && q.Unit == "" {
			continue
		}
		v, err := rangeOf(m).in(m.Unit, q.Unit)
		if err == nil && (v.agrees(point(q.Value), quoted) || v.neg().agrees(point(q.Value), quoted)) {
			return true
		}
	}
	return false
}

func (j *judge) textDirection(t spec.Terms) {
	const check = "text direction"
	d := j.c.Direction
	text := prose.Read(j.c.Text, j.c.Groups, t)
	agreed, against := "", ""
	note := func(to *string, said string) {
		if *to == "" {
			*to = said
		}
	}
	equal := d == spec.NoDifference || d == spec.Equal
	course := d == spec.Increasing || d == spec.Decreasing
	for _, s := range text.Statements() {
		ofGroups := equal || d == spec.Greater || d == spec.Less
		if s.Subject >= 0 && !ofGroups || s.Subject < 0 && !course {
			continue
		}
		rel := s.Rel
		if s.Subject == 1 {
			rel = turned(rel)
		}
		said := s.Said
		if s.Negated {
			said = "not " + said
		}
		switch {
		case s.Negated && rel == d, !s.Negated && rel != d:
			if !s.Weak {
				note(&against, said)
			}
		case !s.Negated || equal:
			note(&agreed, said)
		}
	}
	if denied, named := text.NoDifference(); denied && d != "" {
		if equal {
			note(&agreed, "no difference")
		} else if (named || len(j.c.Groups) == 0) && d != spec.Nonmonotonic {
			note(&against, "no difference")
		}
	}
	switch asserted, denied := text.Significance(); {
	case equal && asserted && !denied:
		note(&against, "significant")
	case denied && !asserted && t.Same(j.c.Strength, "inferential") && d != "" && !equal:
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
	form := map[spec.Direction]string{spec.Greater: "%s greater than %s", spec.Less: "%s less than %s", spec.Equal: "%s equal to %s", spec.NoDifference: "no difference between %s and %s"}[c.Direction]
	if len(c.Groups) != 2 || form == "" {
		return string(c.Direction)
	}
	return fmt.Sprintf(form, c.Groups[0], c.Groups[1])
}

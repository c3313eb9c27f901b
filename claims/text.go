package claims

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/direction"
	"github.com/assaybench/assay/internal/magnitude"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/internal/prose"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// Quantity is a number that a text may quote besides its record: a group's mean, an
// oracle's value.
type Quantity = magnitude.Quantity

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
// record states or calls one significant that it denies, and nowhere says what the record
// says. What cannot be parsed without doubt says nothing.
func TextAgrees(c spec.Claim, t spec.Terms, known ...Quantity) []spec.Check {
	j := judge{c: c, code: spec.ClaimText}
	s, _ := magnitude.Read(c)
	j.textNumbers(s, known, false)
	j.textDirection(t)
	return j.checks
}

// textRecord is what the numbers of a text are held against.
type textRecord struct {
	magnitude.Stated
	eitherSign bool // the direction, or a word, carries the sign
}

func rangeOf(m prose.Number) magnitude.Interval { return magnitude.Interval{Lo: m.Lo, Hi: m.Hi} }

// match lets a size stand for a negative number, and the other way round.
func (r textRecord) match(m prose.Number, x magnitude.Interval) bool {
	v, err := rangeOf(m).In(m.Unit, r.Unit)
	if err != nil {
		return false
	}
	if v.Agrees(x, magnitude.Exact) || r.eitherSign && v.Neg().Agrees(x, magnitude.Exact) {
		return true
	}
	// A percentage beside a record without a unit may be meant as a fraction.
	if m.Unit == "%" && r.Unit == "" {
		f, err := rangeOf(m).In("%", "1")
		return err == nil && (f.Agrees(x, magnitude.Exact) || r.eitherSign && f.Neg().Agrees(x, magnitude.Exact))
	}
	return false
}

// convertible reports whether m may be a number in the record's unit.
func (r textRecord) convertible(m prose.Number) bool {
	_, err := rangeOf(m).In(m.Unit, r.Unit)
	return err == nil
}

// quotes reports whether m is the record's value, lower or upper.
func (r textRecord) quotes(m prose.Number) bool {
	return r.HasValue && r.match(m, r.Value) || r.HasBounds && (r.match(m, r.Lower) || r.match(m, r.Upper))
}

// denies reports whether the text says that the record's value is not what it is. A number
// of few digits stands for too many to be the value.
func (r textRecord) denies(m prose.Number) bool {
	return m.Denied && m.Role != prose.Beside && r.HasValue && m.Hi-m.Lo <= 0.02*math.Abs(m.Lo+m.Hi)/2 && r.match(m, r.Value)
}

// textNumbers makes the first check. With sizesOnly, for a record without a magnitude that
// borrows the oracle's, only numbers bound to a size count.
func (j *judge) textNumbers(s magnitude.Stated, known []Quantity, sizesOnly bool) {
	const check = "text numbers"
	s.Value, s.Lower, s.Upper = magnitude.Narrow(s.Value), magnitude.Narrow(s.Lower), magnitude.Narrow(s.Upper)
	r := textRecord{Stated: s, eitherSign: len(j.c.Groups) == 2 || j.c.Direction == spec.Less || j.c.Direction == spec.Decreasing || prose.Read(j.c.Text, nil, spec.Terms{}).Downward()}
	if !r.HasValue && !r.HasBounds {
		j.skip(check)
		return
	}
	ms := prose.Numbers(j.c.Text, r.Unit)
	record := magnitude.Show(valueOf(j.c.Magnitude), r.Unit)
	fail := func(m prose.Number, note string, contradiction bool) {
		j.contradicts = j.contradicts || contradiction
		j.add(check, false, record, m.Text, fmt.Sprintf("the text of %s says %s, but %s", name(j.c), phrase.Unit(m.Text, m.Unit), note),
			"Let the text quote the numbers of its own record, with their unit.", "/text")
	}
	if k := slices.IndexFunc(ms, r.denies); k >= 0 {
		m := ms[k]
		m.Text = "not " + m.Text
		fail(m, "its record has "+record, true)
		return
	}
	said := false
	if r.HasBounds {
		var wrong *prose.Number
		found := false
		for k := range ms {
			m := &ms[k]
			if m.Role != prose.Ends || m.Partner < 0 || !r.convertible(*m) {
				continue
			}
			lo, hi := ms[m.Partner], *m
			if r.match(lo, r.Lower) && r.match(hi, r.Upper) || r.eitherSign && r.match(lo, r.Upper) && r.match(hi, r.Lower) {
				found = true
			} else if wrong == nil {
				wrong = m
				wrong.Text = lo.Text + " to " + hi.Text
			}
		}
		if wrong != nil && !found {
			fail(*wrong, fmt.Sprintf("its record has the interval %s to %s", magnitude.Show(j.c.Magnitude.Lower, ""), magnitude.Show(j.c.Magnitude.Upper, r.Unit)), true)
			return
		}
		said = found
	}
	sizes := filter(ms, func(m prose.Number) bool {
		return m.Role == prose.Size && (m.Unit != "" || r.Unit == "" || only(ms, m)) && r.convertible(m)
	})
	for _, m := range sizes {
		if r.quotes(m) || spans(ms, m, r) {
			j.pass(check, record, m)
			return
		}
	}
	if _, ok := r.derived(sizes); len(sizes) > 0 && r.HasValue && !ok {
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
		if r.quotes(m) || spans(ms, m, r) {
			j.pass(check, record, m)
			return
		}
	}
	if m, ok := r.derived(ms); ok {
		j.pass(check, record, m)
		return
	}
	free = filter(free, func(m prose.Number) bool { return m.Role != prose.Course && !explained(m, known) })
	if heads := filter(free, func(m prose.Number) bool { return m.Heads && r.convertible(m) }); said && r.HasValue && len(heads) > 0 {
		fail(heads[0], "the estimate in front of the interval is "+record, true)
		return
	}
	if len(free) == 0 || !r.HasValue || said {
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
	j.add(check, true, record, phrase.Unit(m.Text, m.Unit), "", "", "/text")
	if half := (m.Hi - m.Lo) / 2; half > 0.01*max(math.Abs(m.Lo), math.Abs(m.Hi)) {
		j.checks[len(j.checks)-1].Note = fmt.Sprintf("the text says %s, which is the record's %s at its printed precision", phrase.Unit(m.Text, m.Unit), record)
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
	if m.Partner < 0 || !r.HasValue || m.Role == prose.Ends || m.Role == prose.Course {
		return false
	}
	lo := ms[m.Partner]
	m.Lo, m.Hi = min(lo.Lo, m.Lo), max(lo.Hi, m.Hi)
	return r.match(m, r.Value)
}

// derived finds two numbers whose difference is the record's value ("from 315 to 411 ppm",
// "5076 g against 3701 g"), or, for a plain number, whose ratio is ("1 % more income, 0.86 %
// more food").
func (r textRecord) derived(ms []prose.Number) (prose.Number, bool) {
	if !r.HasValue {
		return prose.Number{}, false
	}
	ms = filter(ms, func(m prose.Number) bool {
		return (m.Role == prose.Plain || m.Role == prose.Size || m.Role == prose.Span || m.Role == prose.Course) && (m.Unit != "" || r.Unit == "") && r.convertible(m)
	})
	const most = 24
	ms = ms[:min(len(ms), most)]
	plainNumber := r.Unit == "" || unit.Same(r.Unit, "1")
	for i, a := range ms {
		for _, b := range ms[:i] {
			va, errA := rangeOf(a).In(a.Unit, r.Unit)
			vb, errB := rangeOf(b).In(b.Unit, r.Unit)
			if errA != nil || errB != nil {
				continue
			}
			d := va.Minus(vb)
			results := []magnitude.Interval{d, d.Neg()}
			if plainNumber && a.Unit == b.Unit && va.Lo > 0 && vb.Lo > 0 {
				results = append(results, va.Over(vb), vb.Over(va))
			}
			for _, x := range results {
				if x.Agrees(r.Value, magnitude.Exact) {
					a.Text, a.Lo, a.Hi = a.Text+" and "+b.Text, x.Lo, x.Hi
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
		v, err := rangeOf(m).In(m.Unit, q.Unit)
		if err == nil && (v.Agrees(magnitude.Point(q.Value), magnitude.Quoted) || v.Neg().Agrees(magnitude.Point(q.Value), magnitude.Quoted)) {
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
			rel = direction.Turned(rel)
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
		j.add(check, false, string(d), against, fmt.Sprintf("the text of %s says %q, but its record says %s", name(j.c), against, direction.Sentence(j.c.Direction, j.c.Groups)),
			"Let the text say what the record says.", "/text")
	case agreed != "":
		j.add(check, true, string(d), agreed, "", "", "/text")
	default:
		j.skip(check)
	}
}

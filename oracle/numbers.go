package oracle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/internal/diagnose"
	"github.com/assaybench/assay/spec"
)

// numbers checks everything that has a number against the oracle.
func (c *comparison) numbers(a Answer, factor float64) {
	a = Alike(a, c.slot, c.r, c.terms)
	a, attained := c.atOptimum(a, factor)
	tol := c.tolerance(a)
	c.value(a, tol, factor, attained)
	c.uncertainty(a, tol, factor)
	for _, f := range details(tol) {
		c.detail(f, a)
	}
}

// tolerance is that of the method, the slot, or the oracle.
func (c *comparison) tolerance(a Answer) spec.Tolerance {
	switch {
	case c.method.Method.Tolerance != nil:
		return *c.method.Method.Tolerance
	case c.slot.Tolerance != nil:
		return *c.slot.Tolerance
	}
	return a.Floor
}

// value is the decisive check of the value; attained says what parameters that miss attain.
func (c *comparison) value(a Answer, tol spec.Tolerance, factor float64, attained string) {
	k := spec.Check{Name: "value", Decisive: true, Expected: a.Value.String(), Observed: c.r.Value.String(), Tolerance: tol.String(), Fix: "Report " + a.What + "."}
	q, problem := c.valueQuestion(a, tol, factor)
	if problem != "" {
		k.Code, k.Note = spec.ResultShape, fmt.Sprintf("the value of %s %s", c.r.ID, problem)
		if c.r.Value.Missing() {
			k.Code, k.Note = spec.ResultValue, c.r.ID+" gives no value"
		}
		c.check(k, "value")
		return
	}
	d := diagnose.Diagnose(q)
	if k.Pass = d.Kind.Right(); !k.Pass {
		k.Code, k.Note = c.explain(miss{"value", a.What, d, factor, true})
		if attained != "" {
			k.Note += "; " + attained
		}
		switch {
		case len(d.Explanations) == 0 || d.Kind == diagnose.Cut:
		case d.Explanations[0].Steps[0].Kind == diagnose.Stated:
			k.Code = spec.ResultUnit
			k.Note += fmt.Sprintf("; the number is right in %s, but the result says %s", c.slot.Unit, c.r.Unit)
			k.Fix = fmt.Sprintf("Say that the unit is %s.", c.slot.Unit)
		default:
			k.Note += "; what is reported " + d.Named()
			k.Variant = slips(d)
			if d.Kind == diagnose.Variant || slices.ContainsFunc(d.Explanations, known) {
				k.Code = spec.ResultVariant
			}
		}
	}
	c.check(k, "value")
}

// slips names the explanations of a number that misses.
func slips(d diagnose.Diagnosis) string {
	var out []string
	for _, e := range d.Explanations {
		var steps []string
		for _, s := range e.Steps {
			steps = append(steps, s.Name)
		}
		out = append(out, strings.Join(steps, " then "))
	}
	return strings.Join(out, " or ")
}

// known reports whether an explanation is one that the oracle itself names.
func known(e Explanation) bool {
	switch e.Steps[0].Kind {
	case diagnose.Definition, diagnose.Rows, diagnose.Order:
		return len(e.Steps) == 1
	}
	return false
}

// miss is how a number misses: what it is called, and by how much it misses.
type miss struct {
	field  string // value, n, lower end of the ci …
	want   string // the quantity in words, for the value itself
	d      diagnose.Diagnosis
	factor float64
	unit   bool // whether the number is in the result's unit
}

// explain says in one sentence how a number misses.
func (c *comparison) explain(m miss) (spec.Code, string) {
	who := c.r.ID
	if m.d.At.Label != "" {
		who += " for " + m.d.At.Label
	}
	theirs, ours := "", ""
	if m.unit {
		ours = suffix(cmp.Or(c.slot.Unit, c.r.Unit))
		theirs = suffix(cmp.Or(c.r.Unit, c.slot.Unit))
	}
	at := m.d.At
	got, want := agree.Show(at.Got, at.Want, m.factor)
	code, note := spec.ResultValue, ""
	switch m.d.Kind {
	case diagnose.Absent:
		note = fmt.Sprintf("%s gives no %s", who, m.field)
	case diagnose.Shape:
		code, note = spec.ResultShape, fmt.Sprintf("the %s of %s is %s, not a number", m.field, who, at.Got)
	case diagnose.NonFinite:
		code, note = spec.ResultNonFinite, fmt.Sprintf("the %s of %s is %s", m.field, who, at.Got)
	case diagnose.Coarse:
		code, note = spec.ResultPrecision, fmt.Sprintf("the %s of %s is %s%s: right as far as it goes, but it shows less than %d significant digits", m.field, who, at.Got, theirs, agree.MinDigits)
	case diagnose.Cut:
		code, note = spec.ResultPrecision, fmt.Sprintf("the %s of %s is %s%s: the digits of %s%s were cut off, not rounded", m.field, who, at.Got, theirs, want, ours)
	default:
		note = fmt.Sprintf("the %s of %s is %s%s but should be %s%s", m.field, who, got, theirs, want, ours)
		if m.want != "" {
			note = fmt.Sprintf("%s says %s%s but %s is %s%s", who, got, theirs, m.want, want, ours)
		}
	}
	if m.d.Bad > 1 {
		note += fmt.Sprintf(" (%d of %d differ)", m.d.Bad, m.d.Of)
	}
	return code, note
}

// suffix is a unit after a number; plain numbers have none.
func suffix(u string) string {
	if u == "" || u == "1" {
		return ""
	}
	return " " + u
}

// detail checks a number that stands beside the value, where both sides have it.
func (c *comparison) detail(f field, a Answer) {
	q, problem, ok := c.detailQuestion(f, a)
	if !ok {
		return
	}
	words := f.words()
	k := spec.Check{Name: f.name, Expected: f.wanted(a, c.r).String(), Observed: f.got(c.r).String(), Tolerance: f.ruler.Tol.String(), Code: spec.ResultDetail, Fix: "Correct the " + words + " of the result."}
	if problem != "" {
		k.Note = fmt.Sprintf("the %s of %s %s", f.name, c.r.ID, problem)
		c.check(k, f.name)
		return
	}
	d := diagnose.Diagnose(q)
	if k.Pass = d.Kind.Right(); !k.Pass {
		_, k.Note = c.explain(miss{words, "", d, 1, false})
		if s := d.Named(); s != "" && d.Kind != diagnose.Cut {
			k.Note += "; that " + s
		}
	}
	c.check(k, f.name)
}

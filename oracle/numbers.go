package oracle

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/spec"
)

// numbers checks everything that has a number against the oracle.
func (c *comparison) numbers(a Answer, factor float64) {
	tol := a.Floor
	if c.slot.Tolerance != nil {
		tol = *c.slot.Tolerance
	}
	if c.method.Method.Tolerance != nil {
		tol = *c.method.Method.Tolerance
	}
	c.value(a, agree.Ruler{Tol: tol, Factor: factor})
	c.uncertainty(a, tol, factor)
	rel := math.Max(tol.Rel, 1e-8)
	c.detail("n", a, c.r.N, func(a Answer) spec.Value { return a.N }, agree.Ruler{Factor: 1, Exact: true})
	c.detail("statistic", a, c.r.Statistic, func(a Answer) spec.Value { return a.Statistic }, agree.Ruler{Tol: spec.Tolerance{Rel: rel, Abs: 1e-10}, Factor: 1})
	c.detail("df", a, c.r.DF, func(a Answer) spec.Value { return a.DF }, agree.Ruler{Tol: spec.Tolerance{Rel: rel}, Factor: 1})
	c.detail("p_value", a, c.r.PValue, func(a Answer) spec.Value { return a.PValue }, agree.Ruler{Tol: spec.Tolerance{Rel: 10 * rel}, Factor: 1, PValue: true})
}

// align puts reported values beside those of an answer.
func (c *comparison) align(got spec.Value, index []spec.Value, want spec.Value, labels Answer) ([]agree.Cell, string) {
	return agree.Align(agree.Reported{Value: got, Index: index}, agree.Computed{Value: want, Index: labels.Index, Keys: labels.Keys}, c.slot.Order, c.terms)
}

// value is the decisive check of the value.
func (c *comparison) value(a Answer, r agree.Ruler) {
	k := spec.Check{Name: "value", Decisive: true, Expected: a.Value.String(), Observed: c.r.Value.String(), Tolerance: r.Tol.String(), Fix: "Report " + a.What + "."}
	cells, problem := c.align(c.r.Value, c.r.Index, a.Value, a)
	if problem != "" {
		k.Code, k.Note = spec.ResultShape, fmt.Sprintf("the value of %s %s", c.r.ID, problem)
		if c.r.Value.Missing() {
			k.Code, k.Note = spec.ResultValue, c.r.ID+" gives no value"
		}
		c.check(k, "value")
		return
	}
	worst, at, bad := r.Worst(cells)
	if k.Pass = worst == agree.Agrees; !k.Pass {
		k.Code, k.Note = c.explain(miss{"value", a.What, worst, at, bad, len(cells), r.Factor, true})
	}
	if worst == agree.Differs {
		c.nameUnit(&k, r, cells)
		if v, ok := c.variant(a, r); ok && k.Code != spec.ResultUnit {
			k.Code = spec.ResultVariant
			k.Note += "; what is reported is " + v.Note
		}
	}
	c.check(k, "value")
}

// withLabels gives a variant the labels of its answer where it has none of its own.
func withLabels(b, a Answer) Answer {
	if b.Index == nil {
		b.Index = a.Index
	}
	if b.Keys == nil {
		b.Keys = a.Keys
	}
	return b
}

// variant is the first variant with which the reported numbers agree as they do not
// with the answer.
func (c *comparison) variant(a Answer, r agree.Ruler) (Variant, bool) {
	for _, v := range a.Variants {
		if v.Answer.Value.Missing() {
			continue
		}
		if cells, problem := c.align(c.r.Value, c.r.Index, v.Answer.Value, withLabels(v.Answer, a)); problem == "" {
			if worst, _, _ := r.Worst(cells); worst <= agree.Coarse {
				return v, true
			}
		}
	}
	return Variant{}, false
}

// nameUnit tells a number that is right in the slot's unit from one that is wrong.
func (c *comparison) nameUnit(k *spec.Check, r agree.Ruler, cells []agree.Cell) {
	if r.Factor == 1 {
		return
	}
	r.Factor = 1
	if worst, _, _ := r.Worst(cells); worst == agree.Agrees {
		k.Code = spec.ResultUnit
		k.Note += fmt.Sprintf("; the number is right in %s, but the result says %s", c.slot.Unit, c.r.Unit)
		k.Fix = fmt.Sprintf("Say that the unit is %s.", c.slot.Unit)
	}
}

// miss is how a number misses: what it is called, where it stands, and by how much.
type miss struct {
	field  string // value, n, lower end of the ci …
	want   string // the quantity in words, for the value itself
	kind   agree.Agreement
	at     agree.Cell
	bad    int // how many of the
	of     int // compared numbers differ
	factor float64
	unit   bool // whether the number is in the result's unit
}

// explain says in one sentence how a number misses.
func (c *comparison) explain(m miss) (spec.Code, string) {
	who := c.r.ID
	if m.at.Label != "" {
		who += " for " + m.at.Label
	}
	theirs, ours := "", ""
	if m.unit {
		ours = suffix(cmp.Or(c.slot.Unit, c.r.Unit))
		theirs = suffix(cmp.Or(c.r.Unit, c.slot.Unit))
	}
	got, want := agree.Show(m.at.Got, m.at.Want, m.factor)
	code, note := spec.ResultValue, ""
	switch m.kind {
	case agree.Absent:
		note = fmt.Sprintf("%s gives no %s", who, m.field)
	case agree.NotNumber:
		code, note = spec.ResultShape, fmt.Sprintf("the %s of %s is %s, not a number", m.field, who, m.at.Got)
	case agree.NonFinite:
		code, note = spec.ResultNonFinite, fmt.Sprintf("the %s of %s is %s", m.field, who, m.at.Got)
	case agree.Coarse:
		code, note = spec.ResultPrecision, fmt.Sprintf("the %s of %s is %s%s: right as far as it goes, but it shows less than %d significant digits", m.field, who, m.at.Got, theirs, agree.MinDigits)
	default:
		note = fmt.Sprintf("the %s of %s is %s%s but should be %s%s", m.field, who, got, theirs, want, ours)
		if m.want != "" {
			note = fmt.Sprintf("%s says %s%s but %s is %s%s", who, got, theirs, m.want, want, ours)
		}
	}
	if m.bad > 1 {
		note += fmt.Sprintf(" (%d of %d differ)", m.bad, m.of)
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

// detail checks a number that stands beside the value, where both sides have it. A
// total may stand for the sizes of groups.
func (c *comparison) detail(name string, a Answer, got spec.Value, field func(Answer) spec.Value, r agree.Ruler) {
	wanted := func(a Answer) spec.Value {
		w := field(a)
		if name == "n" && w.Kind == spec.ValueArray && got.Kind == spec.ValueNumber {
			return total(w)
		}
		return w
	}
	want := wanted(a)
	if got.Missing() || want.Missing() {
		return
	}
	words := strings.ReplaceAll(name, "_", "-")
	k := spec.Check{Name: name, Expected: want.String(), Observed: got.String(), Tolerance: r.Tol.String(), Code: spec.ResultDetail, Fix: "Correct the " + words + " of the result."}
	labels, index := a, c.r.Index
	if a.Value.Kind != spec.ValueArray && a.Value.Kind != spec.ValueTable {
		labels = Answer{} // sizes of the two groups, in their order
	}
	if labels.Index == nil {
		index = nil
	}
	cells, problem := c.align(got, index, want, labels)
	if problem != "" {
		k.Note = fmt.Sprintf("the %s of %s %s", name, c.r.ID, problem)
		c.check(k, name)
		return
	}
	worst, at, bad := r.Worst(cells)
	if k.Pass = worst == agree.Agrees; !k.Pass {
		_, k.Note = c.explain(miss{words, "", worst, at, bad, len(cells), 1, false})
	}
	if worst == agree.Differs {
		for _, v := range a.Variants {
			w := wanted(v.Answer)
			if w.Missing() {
				continue
			}
			if cells, problem := c.align(got, index, w, withLabels(labels, v.Answer)); problem == "" {
				if worst, _, _ := r.Worst(cells); worst == agree.Agrees {
					k.Note += "; that is " + v.Note
					break
				}
			}
		}
	}
	c.check(k, name)
}

func total(v spec.Value) spec.Value {
	s := 0.0
	for _, it := range v.Items {
		s += it.Num.F
	}
	return spec.NumberValue(s)
}

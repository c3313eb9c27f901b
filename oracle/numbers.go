package oracle

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

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
	c.value(a, ruler{tol: tol, factor: factor})
	c.uncertainty(a, tol, factor)
	rel := math.Max(tol.Rel, 1e-8)
	c.detail("n", a, c.r.N, func(a Answer) spec.Value { return a.N }, ruler{factor: 1, exact: true})
	c.detail("statistic", a, c.r.Statistic, func(a Answer) spec.Value { return a.Statistic }, ruler{tol: spec.Tolerance{Rel: rel, Abs: 1e-10}, factor: 1})
	c.detail("df", a, c.r.DF, func(a Answer) spec.Value { return a.DF }, ruler{tol: spec.Tolerance{Rel: rel}, factor: 1})
	c.detail("p_value", a, c.r.PValue, func(a Answer) spec.Value { return a.PValue }, ruler{tol: spec.Tolerance{Rel: 10 * rel}, factor: 1, pvalue: true})
}

// value is the decisive check of the value.
func (c *comparison) value(a Answer, r ruler) {
	k := spec.Check{Name: "value", Decisive: true, Expected: a.Value.String(), Observed: c.r.Value.String(), Tolerance: r.tol.String(), Fix: "Report " + a.What + "."}
	align := func(b Answer) ([]cell, string) {
		return align(c.r.Value, c.r.Index, b.Value, withLabels(b, a), c.slot.Order, c.terms)
	}
	cells, problem := align(a)
	if problem != "" {
		k.Code, k.Note = spec.ResultShape, fmt.Sprintf("the value of %s %s", c.r.ID, problem)
		if c.r.Value.Missing() {
			k.Code, k.Note = spec.ResultValue, c.r.ID+" gives no value"
		}
		c.check(k, "value")
		return
	}
	worst, at, bad := r.worst(cells)
	k.Pass = worst == agrees
	if !k.Pass {
		k.Code, k.Note = c.explain(miss{"value", a.What, worst, at, bad, len(cells), r.factor, true})
		if worst == differs {
			c.nameUnit(&k, r, cells)
			if k.Code != spec.ResultUnit {
				if v, ok := hit(a, r, align); ok {
					k.Code = spec.ResultVariant
					k.Note += "; what is reported is " + v.Note
				}
			}
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

// hit is the first variant with which the reported numbers agree as they do not with
// the answer.
func hit(a Answer, r ruler, align func(Answer) ([]cell, string)) (Variant, bool) {
	for _, v := range a.Variants {
		if v.Answer.Value.Missing() {
			continue
		}
		if cells, problem := align(v.Answer); problem == "" {
			if worst, _, _ := r.worst(cells); worst <= coarse {
				return v, true
			}
		}
	}
	return Variant{}, false
}

// nameUnit tells a number that is right in the slot's unit from one that is wrong.
func (c *comparison) nameUnit(k *spec.Check, r ruler, cells []cell) {
	if r.factor == 1 {
		return
	}
	r.factor = 1
	if worst, _, _ := r.worst(cells); worst == agrees {
		k.Code = spec.ResultUnit
		k.Note += fmt.Sprintf("; the number is right in %s, but the result says %s", c.slot.Unit, c.r.Unit)
		k.Fix = fmt.Sprintf("Say that the unit is %s.", c.slot.Unit)
	}
}

// miss is how a number misses: what it is called, where it stands, and by how much.
type miss struct {
	field  string // value, n, lower end of the ci …
	want   string // the quantity in words, for the value itself
	kind   agreement
	at     cell
	bad    int // how many of the
	of     int // compared numbers differ
	factor float64
	unit   bool // whether the number is in the result's unit
}

// explain says in one sentence how a number misses.
func (c *comparison) explain(m miss) (spec.Code, string) {
	who := c.r.ID
	if m.at.label != "" {
		who += " for " + m.at.label
	}
	theirs, ours := "", ""
	if m.unit {
		ours = suffix(cmp.Or(c.slot.Unit, c.r.Unit))
		theirs = suffix(cmp.Or(c.r.Unit, c.slot.Unit))
	}
	got, want := show(m.at.got, m.at.want, m.factor)
	code, note := spec.ResultValue, ""
	switch m.kind {
	case absent:
		note = fmt.Sprintf("%s gives no %s", who, m.field)
	case notNumber:
		code, note = spec.ResultShape, fmt.Sprintf("the %s of %s is %s, not a number", m.field, who, m.at.got)
	case nonFinite:
		code, note = spec.ResultNonFinite, fmt.Sprintf("the %s of %s is %s", m.field, who, m.at.got)
	case coarse:
		code, note = spec.ResultPrecision, fmt.Sprintf("the %s of %s is %s%s: right as far as it goes, but it shows less than %d significant digits", m.field, who, m.at.got, theirs, minDigits)
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
func (c *comparison) detail(name string, a Answer, got spec.Value, field func(Answer) spec.Value, r ruler) {
	want := field(a)
	if got.Missing() || want.Missing() {
		return
	}
	if name == "n" && want.Kind == spec.ValueArray && got.Kind == spec.ValueNumber {
		want = total(want)
	}
	k := spec.Check{Name: name, Expected: want.String(), Observed: got.String(), Tolerance: r.tol.String(), Code: spec.ResultDetail, Fix: "Correct the " + strings.ReplaceAll(name, "_", "-") + " of the result."}
	labels := a
	if a.Value.Kind != spec.ValueArray && a.Value.Kind != spec.ValueTable {
		labels = Answer{} // sizes of the two groups, in their order
	}
	index := c.r.Index
	if labels.Index == nil {
		index = nil
	}
	cells, problem := align(got, index, want, labels, c.slot.Order, c.terms)
	if problem != "" {
		k.Note = fmt.Sprintf("the %s of %s %s", name, c.r.ID, problem)
		c.check(k, name)
		return
	}
	worst, at, bad := r.worst(cells)
	if k.Pass = worst == agrees; !k.Pass {
		_, k.Note = c.explain(miss{strings.ReplaceAll(name, "_", "-"), "", worst, at, bad, len(cells), 1, false})
		for _, v := range a.Variants {
			w := field(v.Answer)
			if w.Missing() || worst != differs {
				continue
			}
			if name == "n" && w.Kind == spec.ValueArray && got.Kind == spec.ValueNumber {
				w = total(w)
			}
			if cells, problem := align(got, index, w, withLabels(labels, v.Answer), c.slot.Order, c.terms); problem == "" {
				if worst, _, _ := r.worst(cells); worst == agrees {
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

// uncertainty checks the stated uncertainty: its kind, its level, and its ends relative
// to the width. It is decisive where the slot requires one.
func (c *comparison) uncertainty(a Answer, tol spec.Tolerance, factor float64) {
	rule, u := c.slot.Uncertainty, c.r.Uncertainty
	required := rule != nil && rule.Required
	none := u == nil || u.Kind == "" || u.Kind == spec.UncertaintyNone
	if none && !required {
		return
	}
	k := spec.Check{Name: "uncertainty", Decisive: required, Code: spec.ResultUncertain, Fix: "Report the uncertainty that is asked for."}
	if rule != nil {
		k.Expected = kindList(rule.Kinds)
		if rule.Tolerance != nil {
			tol = *rule.Tolerance
		}
	}
	if none {
		k.Note = fmt.Sprintf("%s states no uncertainty; %s is required", c.r.ID, k.Expected)
		c.check(k, "uncertainty")
		return
	}
	k.Observed = string(u.Kind)
	if rule != nil && len(rule.Kinds) > 0 && !slices.Contains(rule.Kinds, u.Kind) {
		k.Note = fmt.Sprintf("%s states an uncertainty of kind %s, not %s", c.r.ID, u.Kind, k.Expected)
		c.check(k, "uncertainty")
		return
	}
	want, problem := c.wanted(a, rule, *u)
	if problem != "" {
		k.Note = problem
		if want.Kind == "" { // the oracle has none of the kind
			k.State = spec.StateNotApplicable
			if required {
				k.State, k.Code = spec.StateUnscored, spec.VerifierFailed
			}
		}
		c.check(k, "uncertainty")
		return
	}
	k.Expected, k.Observed, k.Tolerance = uncertaintyText(want), uncertaintyText(*u), tol.String()+" of the width"
	if k.Pass, k.Note = c.ends(a, want, *u, tol, factor); !k.Pass {
		for _, v := range c.neighbours(a, *u) {
			w, _ := find(v.Answer.Uncertainty, u.Kind)
			if pass, _ := c.ends(withLabels(v.Answer, a), w, *u, tol, factor); pass {
				k.Note += "; what is reported is " + v.Note
				break
			}
		}
	}
	c.check(k, "uncertainty")
}

// otherLevels are the levels that an interval may have been taken at by mistake.
var otherLevels = []float64{0.5, 0.68, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999}

// neighbours are the variants that have an uncertainty of the stated kind, at the
// stated level, and the answer's own intervals at other levels.
func (c *comparison) neighbours(a Answer, u spec.Uncertainty) []Variant {
	var out []Variant
	for _, v := range a.Variants {
		b := v.Answer
		if _, ok := find(b.Uncertainty, u.Kind); !ok {
			continue
		}
		if level, ok := u.Level.Number(); ok && u.Kind == spec.UncertaintyCI && b.Interval != nil {
			b.Uncertainty = nil
			b.addInterval(level.F)
		}
		out = append(out, Variant{v.Name, v.Note, b})
	}
	if u.Kind != spec.UncertaintyCI || a.Interval == nil {
		return out
	}
	for _, l := range otherLevels {
		b := Answer{Interval: a.Interval}
		b.addInterval(l)
		out = append(out, Variant{"other-level", fmt.Sprintf("the interval at the level %v", l), b})
	}
	return out
}

// wanted is the oracle's uncertainty of the stated kind and level. A problem with a
// kind is the result's fault, without one the oracle has nothing to hold against it.
func (c *comparison) wanted(a Answer, rule *spec.UncertaintyRule, u spec.Uncertainty) (spec.Uncertainty, string) {
	w, ok := find(a.Uncertainty, u.Kind)
	if !ok {
		return spec.Uncertainty{}, fmt.Sprintf("the oracle of %s has no uncertainty of kind %s", c.method.Method.Family, u.Kind)
	}
	if u.Kind != spec.UncertaintyCI {
		return w, ""
	}
	level, stated := u.Level.Number()
	switch {
	case !stated:
		return w, fmt.Sprintf("%s states an interval without its level", c.r.ID)
	case !(level.F > 0 && level.F < 1):
		return w, fmt.Sprintf("%s states the level %s; a level is a fraction such as 0.95", c.r.ID, u.Level)
	case rule != nil && rule.Level > 0 && !(spec.Tolerance{Rel: 1e-12}).Close(level.F, rule.Level):
		return w, fmt.Sprintf("%s states an interval at the level %s, not %v", c.r.ID, u.Level, rule.Level)
	}
	if a.Interval != nil {
		w.Level = u.Level
		w.Lower, w.Upper = a.Interval(level.F)
	} else if w.Level.Kind == spec.ValueNumber && w.Level.Num.F != level.F {
		return spec.Uncertainty{}, fmt.Sprintf("the oracle of %s has its interval at the level %s only", c.method.Method.Family, w.Level)
	}
	return w, ""
}

// ends compares what two uncertainties state: both ends of an interval relative to its
// width, or the size of the others.
func (c *comparison) ends(a Answer, want, got spec.Uncertainty, tol spec.Tolerance, factor float64) (bool, string) {
	type side struct {
		name      string
		got, want spec.Value
	}
	sides := []side{{"lower end", got.Lower, want.Lower}, {"upper end", got.Upper, want.Upper}}
	if want.Lower.Missing() || want.Kind == spec.UncertaintyIQR && got.Lower.Missing() && got.Upper.Missing() {
		sides = []side{{"size", got.Value, want.Value}}
	}
	for _, s := range sides {
		cells, problem := align(s.got, c.r.Index, s.want, a, c.slot.Order, c.terms)
		if problem != "" {
			return false, fmt.Sprintf("the %s of the %s of %s %s", s.name, want.Kind, c.r.ID, problem)
		}
		for i, x := range cells {
			r := ruler{tol: tol, factor: factor}
			if w := width(want, i); w > 0 {
				r.width = w
				r.tol = spec.Tolerance{Abs: math.Max(tol.Abs, tol.Rel*math.Max(w, tol.Scale))}
			}
			if worst, at, bad := r.worst([]cell{x}); worst != agrees {
				_, note := c.explain(miss{fmt.Sprintf("%s of the %s", s.name, want.Kind), "", worst, at, bad, 1, factor, true})
				return false, note
			}
		}
	}
	return true, ""
}

// width of an interval, or of its element i; 0 where it has no ends.
func width(u spec.Uncertainty, i int) float64 {
	lo, ok := u.Lower.Numbers()
	hi, ok2 := u.Upper.Numbers()
	if !ok || !ok2 || i >= len(lo) || i >= len(hi) {
		return 0
	}
	return hi[i].F - lo[i].F
}

func kindList(kinds []spec.UncertaintyKind) string {
	s := make([]string, len(kinds))
	for i, k := range kinds {
		s[i] = string(k)
	}
	return strings.Join(s, " or ")
}

func uncertaintyText(u spec.Uncertainty) string {
	s := string(u.Kind)
	if !u.Level.Missing() {
		s += " at " + u.Level.String()
	}
	if !u.Lower.Missing() || !u.Upper.Missing() {
		return s + ": " + u.Lower.String() + " to " + u.Upper.String()
	}
	return s + ": " + u.Value.String()
}

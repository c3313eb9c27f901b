package oracle

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/internal/diagnose"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

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
	if !want.Lower.Missing() && (rule == nil || rule.Tolerance == nil) {
		tol.Rel = max(tol.Rel, endFloor)
	}
	k.Expected, k.Observed, k.Tolerance = uncertaintyText(want), uncertaintyText(*u), tol.String()+" of the width"
	q, problem := c.uncertaintyQuestion(a, want, *u, tol, factor)
	if problem != "" {
		k.Note = problem
		c.check(k, "uncertainty")
		return
	}
	d := diagnose.Diagnose(q)
	if k.Pass = d.Kind.Right(); !k.Pass {
		_, k.Note = c.explain(miss{fmt.Sprintf("%s of the %s", d.At.Part, want.Kind), "", d, factor, true})
		if s := d.Named(); s != "" && d.Kind != diagnose.Cut {
			k.Note += "; what is reported " + s
			k.Variant = slips(d)
		}
	}
	c.check(k, "uncertainty")
}

// uncertaintyQuestion asks what the stated uncertainty is.
func (c *comparison) uncertaintyQuestion(a Answer, want, got spec.Uncertainty, tol spec.Tolerance, factor float64) (diagnose.Question, string) {
	ends, problem := c.ends(a, want, got, tol, factor, a.Noise)
	if problem != "" {
		return diagnose.Question{}, problem
	}
	q := diagnose.Question{Cells: ends}
	for _, v := range c.neighbours(a, got) {
		w, _ := estimate.Find(v.Answer.Uncertainty, got.Kind)
		if ends, problem := c.ends(withLabels(v.Answer, a), w, got, tol, factor, v.Answer.Noise); problem == "" {
			q.Others = append(q.Others, diagnose.Other{Step: step(v), Cells: ends})
		}
	}
	q.Forms = func() []diagnose.Form {
		if unit := cmp.Or(c.slot.Unit, a.Unit); want.Lower.Missing() {
			return diagnose.Sizes(unit)
		} else {
			return diagnose.Ends(unit)
		}
	}
	return q, ""
}

// otherLevels are the levels that an interval may have been taken at by mistake.
var otherLevels = []float64{0.5, 0.68, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999}

// neighbours are the variants that have an uncertainty of the stated kind, at the
// stated level, and the answer's own intervals at other levels.
func (c *comparison) neighbours(a Answer, u spec.Uncertainty) []Variant {
	var out []Variant
	for _, v := range a.Variants {
		b := v.Answer
		if _, ok := estimate.Find(b.Uncertainty, u.Kind); !ok {
			continue
		}
		if level, ok := u.Level.Number(); ok && u.Kind == spec.UncertaintyCI && b.Interval != nil {
			b.Uncertainty = estimate.At(b.Interval, level.F)
		}
		out = append(out, variantOf(v.Name, v.Note, b))
	}
	if u.Kind != spec.UncertaintyCI || a.Interval == nil {
		return out
	}
	for _, l := range otherLevels {
		b := Answer{Uncertainty: estimate.At(a.Interval, l), Noise: a.Noise}
		out = append(out, variantOf("other-level", fmt.Sprintf("the interval at the level %v", l), b))
	}
	return out
}

// wanted is the oracle's uncertainty of the stated kind and level. A problem with a
// kind is the result's fault, without one the oracle has nothing to hold against it.
func (c *comparison) wanted(a Answer, rule *spec.UncertaintyRule, u spec.Uncertainty) (spec.Uncertainty, string) {
	w, ok := estimate.Find(a.Uncertainty, u.Kind)
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

// endFloor is the part of its width by which an end of an interval may be off: what
// numerical derivatives leave of a standard error, and far less than another definition
// changes.
const endFloor = 1e-6

// ends puts beside each other what two uncertainties state: both ends of an interval, to
// be compared relative to its width, or the size of the others.
func (c *comparison) ends(a Answer, want, got spec.Uncertainty, tol spec.Tolerance, factor float64, noise estimate.Noise) ([]diagnose.Cell, string) {
	type side struct {
		name             string
		got, want, noise spec.Value
	}
	var low, high spec.Value
	if level, ok := want.Level.Number(); ok && noise.Ends != nil {
		low, high = noise.Ends(level.F)
	}
	sides := []side{{"lower end", got.Lower, want.Lower, low}, {"upper end", got.Upper, want.Upper, high}}
	if want.Lower.Missing() || want.Kind == spec.UncertaintyIQR && got.Lower.Missing() && got.Upper.Missing() {
		sides = []side{{"size", got.Value, want.Value, noise.Spread}}
	}
	var out []diagnose.Cell
	for _, s := range sides {
		aligned, problem := c.align(s.got, c.r.Index, s.want, a)
		if problem != "" {
			return nil, fmt.Sprintf("the %s of the %s of %s %s", s.name, want.Kind, c.r.ID, problem)
		}
		at := cells(aligned, agree.Ruler{Tol: tol, Floor: tol, Factor: factor}, a.N, s.noise)
		for i := range at {
			at[i].Part = s.name
			if w := width(want, i); w > 0 {
				r := &at[i].Ruler
				r.Width = w
				r.Tol = spec.Tolerance{Abs: math.Max(tol.Abs, tol.Rel*math.Max(w, tol.Scale))}
				r.Floor = r.Tol
			}
		}
		out = append(out, at...)
	}
	return out, ""
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

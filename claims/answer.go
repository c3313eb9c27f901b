package claims

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/spec"
)

// asResult is an oracle's answer in the form of a result.
func asResult(rs spec.ResultSlot, rep spec.OracleReport) spec.Result {
	r := spec.Result{ID: rs.ID, Groups: rs.Groups, Unit: rep.Unit, Value: rep.Value, Index: rep.Index}
	if r.Unit == "" {
		r.Unit = rs.Unit
	}
	for i, u := range rep.Uncertainty {
		if u.Kind == spec.UncertaintyCI {
			r.Uncertainty = &rep.Uncertainty[i]
		}
	}
	return r
}

// relevant are the truths of the claim's quantity in the slot's computational sets, in
// their order.
func relevant(slot spec.ClaimSlot, truth map[string]Truth, t spec.Terms) []Truth {
	var out []Truth
	seen := map[string]bool{}
	for _, set := range slot.Support.Computational {
		for _, id := range set {
			tr, ok := truth[id]
			if ok && !seen[id] && t.Same(tr.Slot.Quantity, slot.Quantity) {
				out = append(out, tr)
			}
			seen[id] = true
		}
	}
	return out
}

// answer is one accepted magnitude, for groups in the order in which the claim names them.
type answer struct {
	value     interval
	hasValue  bool
	open      bool // value is a range, not one number
	unit      string
	intervals []spec.Uncertainty
	ends      [][2]interval // lower and upper of each
	tol       spec.Tolerance
	size      bool // signs do not count
	from      string
}

// lookup says whether the answers could be had.
type lookup struct {
	declared bool   // the slot declares a magnitude
	failed   string // why there is no answer
}

// answers are the magnitudes that the slot accepts: fixed numbers, or the oracle's answers
// to the result slot it names; without a rule, those of the claim's quantity. The unit of
// each is the rule's, or else the oracle's.
func answers(slot spec.ClaimSlot, c spec.Claim, truth map[string]Truth, t spec.Terms) ([]answer, lookup) {
	rule := slot.Magnitude
	if rule == nil {
		var out []answer
		for _, tr := range relevant(slot, truth, t) {
			out = append(out, answersOf(tr, spec.MagnitudeRule{Absolute: true}, c, t)...)
		}
		return out, lookup{}
	}
	if rule.Result == "" {
		a := answer{unit: rule.Unit, tol: tolerance(rule.Tolerance, nil), size: rule.Absolute, from: "the specification"}
		lo, hi := point(math.Inf(-1)), point(math.Inf(1))
		if rule.Lower != nil {
			lo = point(rule.Lower.F)
		}
		if rule.Upper != nil {
			hi = point(rule.Upper.F)
		}
		switch {
		case rule.Value != nil:
			a.value, a.hasValue = point(rule.Value.F), true
			if rule.Lower != nil && rule.Upper != nil {
				a.ends = [][2]interval{{lo, hi}}
				a.intervals = []spec.Uncertainty{{}}
			}
		default:
			a.value, a.hasValue, a.open = interval{lo.lo, hi.hi}, true, true
		}
		if reversed(c.Groups, slot.Groups, t) && !a.size {
			a = a.neg()
		}
		return []answer{a}, lookup{declared: true}
	}
	tr, ok := truth[rule.Result]
	if !ok || len(tr.Reports) == 0 {
		return nil, lookup{true, fmt.Sprintf("the oracle has no answer for %s", rule.Result)}
	}
	out := answersOf(tr, *rule, c, t)
	if len(out) == 0 {
		why := fmt.Sprintf("the oracle's answer for %s has no number for this claim", rule.Result)
		for _, rep := range tr.Reports {
			if rep.Error != "" {
				why = fmt.Sprintf("the oracle could not answer %s: %s", rule.Result, rep.Error)
			}
		}
		return nil, lookup{true, why}
	}
	return out, lookup{declared: true}
}

func answersOf(tr Truth, rule spec.MagnitudeRule, c spec.Claim, t spec.Terms) []answer {
	var out []answer
	for _, rep := range tr.Reports {
		r := asResult(tr.Slot, rep)
		x, _, ok := element(rep.Value, rep.Index, rule.Item, c.Groups, t, oracular)
		if rep.Error != "" || !ok {
			continue
		}
		method := tr.Slot.Tolerance
		for _, m := range tr.Slot.Methods {
			if m.Family == rep.Family && m.Tolerance != nil {
				method = m.Tolerance
			}
		}
		a := answer{value: x, hasValue: true, unit: r.Unit, tol: tolerance(rule.Tolerance, method), size: rule.Absolute, from: tr.Slot.ID}
		for _, u := range rep.Uncertainty {
			if lo, hi, ok := bounds(&u, rep.Index, rule.Item, c.Groups, t, oracular); ok {
				a.intervals, a.ends = append(a.intervals, u), append(a.ends, [2]interval{lo, hi})
			}
		}
		_, scalar := rep.Value.Number()
		if scalar && !a.size && reversed(c.Groups, tr.Slot.Groups, t) {
			a = a.neg()
		}
		if rule.Unit != "" {
			b, err := a.in(rule.Unit)
			if err != nil {
				continue
			}
			a = b
		}
		out = append(out, a)
	}
	return out
}

func tolerance(rule, method *spec.Tolerance) spec.Tolerance {
	switch {
	case rule != nil:
		return *rule
	case method != nil:
		return *method
	}
	return quoted
}

func (a answer) neg() answer {
	a.value = a.value.neg()
	ends := make([][2]interval, len(a.ends))
	for i, e := range a.ends {
		ends[i] = [2]interval{e[1].neg(), e[0].neg()}
	}
	a.ends = ends
	return a
}

// in gives the answer in another unit; a fixed magnitude without one is taken in it.
func (a answer) in(u string) (answer, error) {
	var err error
	if a.value, err = a.value.in(a.unit, u); err != nil {
		return a, err
	}
	ends := make([][2]interval, len(a.ends))
	for i, e := range a.ends {
		for k := range e {
			if ends[i][k], err = e[k].in(a.unit, u); err != nil {
				return a, err
			}
		}
	}
	a.ends, a.unit = ends, u
	return a, nil
}

// accepts compares a claim's value with the answer.
func (a answer) accepts(s stated) (bool, error) {
	v, err := s.in(a.unit)
	if err != nil {
		return false, err
	}
	if a.size {
		return v.sized().value.agrees(a.value.abs(), a.tol), nil
	}
	return v.value.agrees(a.value, a.tol), nil
}

// acceptsEnds compares a claim's interval with the answer's intervals of the kinds and level
// that the rule wants, end by end, within the rule's tolerance or 1e-6 of the width.
func (a answer) acceptsEnds(s stated, rule *spec.UncertaintyRule) bool {
	v, err := s.in(a.unit)
	if err != nil {
		return false
	}
	for i, e := range a.ends {
		u := a.intervals[i]
		if rule != nil && u.Kind != "" && len(rule.Kinds) > 0 && !slices.Contains(rule.Kinds, u.Kind) {
			continue
		}
		if l, ok := u.Level.Number(); ok && rule != nil && rule.Level != 0 && !(spec.Tolerance{Rel: 1e-9}).Close(l.F, rule.Level) {
			continue
		}
		tol := spec.Tolerance{Abs: 1e-6 * math.Abs(e[1].hi-e[0].lo)}
		if rule != nil && rule.Tolerance != nil {
			tol = *rule.Tolerance
		}
		if sameEnds(v, e[0], e[1], tol) || a.size && (sameEnds(v.sized(), e[0], e[1], tol) || sameEnds(v.sized(), e[1].neg(), e[0].neg(), tol)) {
			return true
		}
	}
	return false
}

func (a answer) show() string {
	if a.open {
		return withUnit(fmt.Sprintf("%.7g to %.7g", a.value.lo, a.value.hi), a.unit)
	}
	return a.value.show(a.unit)
}

// quantities are all numbers of the oracle's answers, at most a thousand, by slot.
func quantities(truth map[string]Truth) []Quantity {
	const most = 1000
	ids := make([]string, 0, len(truth))
	for id := range truth {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var out []Quantity
	for _, id := range ids {
		for _, rep := range truth[id].Reports {
			r := asResult(truth[id].Slot, rep)
			ns, ok := r.Value.Numbers()
			if r.Value.Kind == spec.ValueTable {
				_, ns, ok = series(r.Value, r.Index)
			}
			if !ok || len(out)+len(ns) > most {
				continue
			}
			for _, n := range ns {
				out = append(out, Quantity{n.F, r.Unit})
			}
		}
	}
	return out
}

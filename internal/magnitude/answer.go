package magnitude

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// Truth is what the oracle answers for one result slot: one report for each approved
// method, every one of them an accepted alternative.
type Truth struct {
	Slot    spec.ResultSlot
	Reports []spec.OracleReport
}

// AsResult is an oracle's answer in the form of a result.
func AsResult(rs spec.ResultSlot, rep spec.OracleReport) spec.Result {
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

// Relevant are the truths of the claim's quantity in the slot's computational sets, in
// their order.
func Relevant(slot spec.ClaimSlot, truth map[string]Truth, t spec.Terms) []Truth {
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

// Answer is one accepted magnitude, for groups in the order in which the claim names them.
type Answer struct {
	Value Interval
	Open  bool // Value is a range, not one number
	Unit  string
	Ends  []Ends
	From  string // what accepts it, for messages

	tol  spec.Tolerance
	size bool // signs do not count
}

// Ends are lower and upper of one kind of uncertainty.
type Ends struct {
	Lower, Upper Interval
	of           spec.Uncertainty
}

// Lookup says whether the answers could be had.
type Lookup struct {
	Declared bool   // the slot declares a magnitude
	Failed   string // why there is no answer
}

// Answers are the magnitudes that the slot accepts: fixed numbers, or the oracle's answers
// to the result slot it names; without a rule, those of the claim's quantity. The unit of
// each is the rule's, or else the oracle's.
func Answers(slot spec.ClaimSlot, c spec.Claim, truth map[string]Truth, t spec.Terms) ([]Answer, Lookup) {
	rule := slot.Magnitude
	if rule == nil {
		var out []Answer
		for _, tr := range Relevant(slot, truth, t) {
			out = append(out, answersOf(tr, spec.MagnitudeRule{Absolute: true}, c, t)...)
		}
		return out, Lookup{}
	}
	if rule.Result == "" {
		a := Answer{Unit: rule.Unit, tol: tolerance(rule.Tolerance, nil), size: rule.Absolute, From: "the specification"}
		lo, hi := math.Inf(-1), math.Inf(1)
		if rule.Lower != nil {
			lo = rule.Lower.F
		}
		if rule.Upper != nil {
			hi = rule.Upper.F
		}
		if rule.Value == nil {
			a.Value, a.Open = Interval{lo, hi}, true
		} else {
			a.Value = Point(rule.Value.F)
			if rule.Lower != nil && rule.Upper != nil {
				a.Ends = []Ends{{Lower: Point(lo), Upper: Point(hi)}}
			}
		}
		if Reversed(c.Groups, slot.Groups, t) && !a.size {
			a = a.Neg()
		}
		return []Answer{a}, Lookup{Declared: true}
	}
	tr, ok := truth[rule.Result]
	if !ok || len(tr.Reports) == 0 {
		return nil, Lookup{true, fmt.Sprintf("the oracle has no answer for %s", rule.Result)}
	}
	out := answersOf(tr, *rule, c, t)
	if len(out) == 0 {
		why := fmt.Sprintf("the oracle's answer for %s has no number for this claim", rule.Result)
		for _, rep := range tr.Reports {
			if rep.Error != "" {
				why = fmt.Sprintf("the oracle could not answer %s: %s", rule.Result, rep.Error)
			}
		}
		return nil, Lookup{true, why}
	}
	return out, Lookup{Declared: true}
}

func answersOf(tr Truth, rule spec.MagnitudeRule, c spec.Claim, t spec.Terms) []Answer {
	var out []Answer
	for _, rep := range tr.Reports {
		r := AsResult(tr.Slot, rep)
		x, _, ok := Element(rep.Value, rep.Index, rule.Item, c.Groups, t, Oracular)
		if rep.Error != "" || !ok {
			continue
		}
		method := tr.Slot.Tolerance
		for _, m := range tr.Slot.Methods {
			if m.Family == rep.Family && m.Tolerance != nil {
				method = m.Tolerance
			}
		}
		a := Answer{Value: x, Unit: r.Unit, tol: tolerance(rule.Tolerance, method), size: rule.Absolute, From: tr.Slot.ID}
		for _, u := range rep.Uncertainty {
			if lo, hi, ok := Bounds(&u, rep.Index, rule.Item, c.Groups, t, Oracular); ok {
				a.Ends = append(a.Ends, Ends{lo, hi, u})
			}
		}
		_, scalar := rep.Value.Number()
		if scalar && !a.size && Reversed(c.Groups, tr.Slot.Groups, t) {
			a = a.Neg()
		}
		if rule.Unit != "" {
			b, err := a.In(rule.Unit)
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
	return Quoted
}

// Neg is the answer for groups in the other order.
func (a Answer) Neg() Answer {
	a.Value, a.Ends = a.Value.Neg(), slices.Clone(a.Ends)
	for i, e := range a.Ends {
		a.Ends[i].Lower, a.Ends[i].Upper = e.Upper.Neg(), e.Lower.Neg()
	}
	return a
}

// In gives the answer in another unit; a fixed magnitude without one is taken in it.
func (a Answer) In(u string) (Answer, error) {
	a.Ends = slices.Clone(a.Ends)
	all := []*Interval{&a.Value}
	for i := range a.Ends {
		all = append(all, &a.Ends[i].Lower, &a.Ends[i].Upper)
	}
	for _, v := range all {
		var err error
		if *v, err = v.In(a.Unit, u); err != nil {
			return a, err
		}
	}
	a.Unit = u
	return a, nil
}

// Accepts compares a claim's value with the answer; the error says that their units are
// of different dimensions.
func (a Answer) Accepts(s Stated) (bool, error) {
	v, err := s.In(a.Unit)
	return err == nil && v.Agrees(a.Value, a.tol, a.size), err
}

// AcceptsEnds compares a claim's interval with the answer's intervals of the kinds and level
// that the rule wants, end by end, within the rule's tolerance or 1e-6 of the width.
func (a Answer) AcceptsEnds(s Stated, rule *spec.UncertaintyRule) bool {
	v, err := s.In(a.Unit)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(a.Ends, func(e Ends) bool {
		tol := spec.Tolerance{Abs: 1e-6 * math.Abs(e.Upper.Hi-e.Lower.Lo)}
		if rule != nil && rule.Tolerance != nil {
			tol = *rule.Tolerance
		}
		return e.wanted(rule) && v.EndsAgree(e.Lower, e.Upper, tol, a.size)
	})
}

// wanted reports whether the uncertainty is of a kind and level that a rule wants.
func (e Ends) wanted(rule *spec.UncertaintyRule) bool {
	if rule == nil {
		return true
	}
	if e.of.Kind != "" && len(rule.Kinds) > 0 && !slices.Contains(rule.Kinds, e.of.Kind) {
		return false
	}
	l, ok := e.of.Level.Number()
	return !ok || rule.Level == 0 || spec.Tolerance{Rel: 1e-9}.Close(l.F, rule.Level)
}

// Show writes the answer for a message.
func (a Answer) Show() string {
	if a.Open {
		return phrase.Unit(fmt.Sprintf("%.7g to %.7g", a.Value.Lo, a.Value.Hi), a.Unit)
	}
	return a.Value.Show(a.Unit)
}

// Quantities are all numbers of the oracle's answers, at most a thousand, by slot.
func Quantities(truth map[string]Truth) []Quantity {
	const most = 1000
	var out []Quantity
	for _, id := range slices.Sorted(maps.Keys(truth)) {
		for _, rep := range truth[id].Reports {
			r := AsResult(truth[id].Slot, rep)
			ns, ok := r.Value.Numbers()
			if r.Value.Kind == spec.ValueTable {
				_, ns, ok = Series(r.Value, r.Index)
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

// Quantity is a number that a text may quote besides its record: a group's mean, an
// oracle's value.
type Quantity struct {
	Value float64
	Unit  string // "" where it has none
}

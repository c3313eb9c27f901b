package closure

import (
	"maps"
	"slices"

	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// Decisions are what was decided of each part of a rubric. Lists follow the rubric's.
type Decisions struct {
	Met   []slots.Truth          // of each atom: its own criterion, whatever its trigger and prerequisites say
	Fired []slots.Truth          // of each atom: its trigger; Yes where it has none
	Said  []slots.Truth          // of each requirement: met by a grader's direct decision; No where the rubric asks for none
	Asked []slots.Truth          // of each requirement: its trigger; Yes where it has none
	Slots map[string]slots.Truth // that alternatives name
	Gap   []slots.Truth          // of each requirement: a gap with all four parts was stated; counts for validity alone
}

// Undecided is a Decisions in which everything that is to be decided is open.
func (r *Rubric) Undecided() *Decisions {
	d := &Decisions{Slots: map[string]slots.Truth{}}
	state := func(t *spec.Trigger) slots.Truth {
		if t == nil {
			return slots.Yes
		}
		return slots.Open
	}
	for _, a := range r.Atoms {
		d.Met, d.Fired = append(d.Met, slots.Open), append(d.Fired, state(a.Trigger))
	}
	for _, q := range r.Requirements {
		said := slots.No
		if q.Grader {
			said = slots.Open
		}
		d.Said, d.Asked, d.Gap = append(d.Said, said), append(d.Asked, state(q.Trigger)), append(d.Gap, slots.Open)
	}
	for s := range r.slots {
		d.Slots[s] = slots.Open
	}
	return d
}

// Clone is a copy of its own.
func (d *Decisions) Clone() *Decisions {
	return &Decisions{Met: slices.Clone(d.Met), Fired: slices.Clone(d.Fired), Said: slices.Clone(d.Said), Asked: slices.Clone(d.Asked), Gap: slices.Clone(d.Gap), Slots: maps.Clone(d.Slots)}
}

// Outcome is what decisions are worth. A Truth is what holds in every completion (Yes), in
// none (No) or in some of the ways in which the open decisions may fall.
type Outcome struct {
	Points      [2]int        // half points: the least and the greatest number
	RC          [2]int        // closure level, likewise
	Point       []slots.Truth // of each atom: it gives its half point, met or not applicable
	Holds       []slots.Truth // of each requirement: it is met or not applicable
	Caps        []slots.Truth // of each requirement: it caps the level
	Alternative []int         // of each requirement: the first alternative that meets it, from 1; 0 for none
}

// Evaluate carries decisions through the rubric in one walk. The bounds of the points are
// those of the worst and the best completion. Those of the level hold every completion, and
// are attained where no trigger is open; an open one may open them further.
//
//	points = number of atoms that are met or not applicable
//	RC     = min over requirements that cap of the cap of their role, 4 without one
//
// An unmet requirement caps; one of validity only with a gap of four parts.
func (r *Rubric) Evaluate(d *Decisions) Outcome {
	local := make([]slots.Truth, r.net.Len())
	for i := range local {
		local[i] = slots.Yes
	}
	leaves := func(p place, own, fired slots.Truth) {
		local[p.own], local[p.on], local[p.off] = own, fired, fired.Not()
	}
	for i, p := range r.atoms {
		leaves(p, d.Met[i], d.Fired[i])
	}
	for i, p := range r.reqs {
		leaves(p, d.Said[i], d.Asked[i])
	}
	for s, i := range r.slots {
		local[i] = d.Slots[s]
	}
	value := graph.Walk(r.net, local, slots.No)

	out := Outcome{}
	for _, p := range r.atoms {
		v := value[p.whole]
		out.Point = append(out.Point, v)
		if v == slots.Yes {
			out.Points[0]++
		}
		if v != slots.No {
			out.Points[1]++
		}
	}
	for i, p := range r.reqs {
		v, which := value[p.whole], 0
		for k, alternative := range p.alternatives {
			if value[alternative] == slots.Yes && d.Asked[i] != slots.No {
				which = k + 1
				break
			}
		}
		out.Holds, out.Alternative = append(out.Holds, v), append(out.Alternative, which)
		caps := v.Not()
		if r.Requirements[i].Role == spec.RoleValidity {
			caps = min(caps, d.Gap[i])
		}
		out.Caps = append(out.Caps, caps)
	}
	out.RC = r.Level(out.Caps)
	return out
}

// Level is the least and the greatest closure level under requirements that cap.
func (r *Rubric) Level(caps []slots.Truth) [2]int {
	rc := [2]int{4, 4}
	for i, c := range caps {
		at := r.Requirements[i].Role.Cap()
		if c != slots.No {
			rc[0] = min(rc[0], at)
		}
		if c == slots.Yes {
			rc[1] = min(rc[1], at)
		}
	}
	return rc
}

// Words for decisions in a score.
const (
	Met           = "met"
	Unmet         = "unmet"
	NotApplicable = "not_applicable"
	Undecided     = "undecided"
	Abstain       = "abstain"
	Fired         = "fired"
	NotFired      = "not_fired"
)

// Word is the effective decision on something that holds so far and whose trigger fired
// so far.
func Word(holds, fired slots.Truth) string {
	switch {
	case fired == slots.No:
		return NotApplicable
	case fired == slots.Open:
		return Undecided
	}
	return [...]string{Unmet, Undecided, Met}[holds]
}

// Blocked lists the prerequisites of atom i that are unmet.
func (r *Rubric) Blocked(o Outcome, i int) []string {
	var out []string
	for _, p := range r.Atoms[i].Prerequisites {
		if o.Point[r.index[p]] == slots.No {
			out = append(out, p)
		}
	}
	return out
}

// Atom is the place of an atom in the rubric, -1 for none.
func (r *Rubric) Atom(id string) int {
	if i, ok := r.index[id]; ok && i < len(r.atoms) {
		return i
	}
	return -1
}

// Requirement is the place of a requirement in the rubric, -1 for none.
func (r *Rubric) Requirement(id string) int {
	if i, ok := r.index[id]; ok && i >= len(r.atoms) {
		return i - len(r.atoms)
	}
	return -1
}

// Engine decides on a report what a decider leaves to it; ok is false where graders decide.
func (r *Rubric) Engine(d spec.Decider, report *slots.Report) (t slots.Truth, ok bool) {
	switch {
	case d.Slot != "":
		return report.Stands(d.Slot), true
	case d.Expr != "":
		return r.expr[d.Expr].Eval(report), true
	}
	return slots.Open, false
}

// Named lists the slots of a decider, sorted.
func (r *Rubric) Named(d spec.Decider) []string {
	switch {
	case d.Slot != "":
		return []string{d.Slot}
	case d.Expr != "":
		return r.expr[d.Expr].Slots()
	}
	return nil
}

// TriggerDecider is how the trigger of an atom or requirement is decided, nil where the id
// has none.
func (r *Rubric) TriggerDecider(id string) *spec.Decider {
	var t *spec.Trigger
	if i := r.Atom(id); i >= 0 {
		t = r.Atoms[i].Trigger
	} else if i := r.Requirement(id); i >= 0 {
		t = r.Requirements[i].Trigger
	}
	if t == nil {
		return nil
	}
	return &t.Decide
}

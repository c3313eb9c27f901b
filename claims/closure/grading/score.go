package grading

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/spec"
)

// Words of an attempt's validity.
const (
	Valid   = "valid"
	Invalid = "infrastructure_invalid"
)

// Score scores an attempt under a rubric. Whatever the grades say, there is a score; what
// they leave open stands in its bounds. See Check for what an attempt has to be.
//
// A terminal zero is 0 and RC0, without atoms and without credit for what does not apply.
func Score(r *closure.Rubric, doc *spec.ClosureAttempt, e Evidence) *spec.ClosureScore {
	s := &spec.ClosureScore{
		Schema: spec.SchemaClosureScore, Rubric: r.ID, Attempt: doc.ID, Model: doc.Model, Task: doc.Task, Run: doc.Run,
		TimedOut: doc.TimedOut, TerminalZero: doc.TerminalZero, Supersedes: doc.Supersedes,
		Atoms: []spec.AtomVerdict{}, Requirements: []spec.RequirementRecord{}, Grades: ordered(doc.Grades),
		Changes: []spec.DecisionChange{}, Review: []spec.ReviewItem{}, Findings: []spec.Finding{},
	}
	if doc.TerminalZero {
		return terminal(s, doc)
	}
	a := newAttempt(r, doc, e)
	d := a.decisions()
	o := r.Evaluate(d)
	s.Changes = append(s.Changes, a.replay()...)
	v := a.validity()
	s.Validity = v.word
	a.atoms(s, d, o)
	a.requirements(s, d, o)
	s.HalfPoints, s.RCBounds = o.Points, o.RC
	if o.Points[0] == o.Points[1] {
		half := float64(o.Points[0]) / 2
		s.Score = &half
	}
	if o.RC[0] == o.RC[1] {
		s.RC = &o.RC[0]
	}
	open := slices.ContainsFunc(s.Atoms, func(x spec.AtomVerdict) bool { return x.Decision == closure.Undecided })
	s.Complete = s.Score != nil && s.RC != nil && !open && v.word != closure.Undecided
	s.Review = append(s.Review, a.review(d, o, v)...)
	a.remark(s, d, o)
	s.Findings = sorted(append(a.findings, e.Notes...))
	return s
}

func terminal(s *spec.ClosureScore, doc *spec.ClosureAttempt) *spec.ClosureScore {
	v := (&attempt{doc: doc, grades: known(doc.Grades)}).validity()
	zero, rc := 0.0, 0
	s.Validity, s.Score, s.RC, s.Complete = v.word, &zero, &rc, v.word != closure.Undecided
	if v.split {
		s.Review = append(s.Review, v.item([2]int{}, [2]int{}))
	}
	for _, g := range s.Grades {
		if len(g.Atoms)+len(g.Requirements) > 0 {
			s.Findings = append(s.Findings, spec.Finding{Code: spec.ClosureIgnored, Severity: spec.SeverityInfo, Message: fmt.Sprintf("the grades of %s (%s) do not count: nothing gradable was left", g.Grader, g.Stage)})
		}
	}
	return s
}

// atoms writes the effective decision on each atom.
func (a *attempt) atoms(s *spec.ClosureScore, d *closure.Decisions, o closure.Outcome) {
	for i := range a.rubric.Atoms {
		x := &a.rubric.Atoms[i]
		it := a.at[x.ID]
		st := it.settle()
		v := spec.AtomVerdict{Atom: x.ID, Dimension: x.Dimension, Category: x.Category, Decision: closure.Word(o.Point[i], d.Fired[i]), By: st.by, Why: st.why, Evidence: st.evidence}
		switch v.Decision {
		case closure.NotApplicable:
			t := a.at[triggerOf(x.ID)].settle()
			v.By, v.Why, v.Evidence = t.by, cmp.Or(t.why, "its trigger did not fire"), t.evidence
		case closure.Undecided:
			v.By = ""
			if st.truth != slots.Open {
				v.Why, v.Evidence = fmt.Sprintf("%s by itself, but its trigger or a prerequisite is open", it.word(st.truth)), nil
			}
		case closure.Unmet:
			v.Blocked = a.rubric.Blocked(o, i)
			s.Applicable++
		case closure.Met:
			s.Met++
			s.Applicable++
		}
		s.Atoms = append(s.Atoms, v)
	}
}

// requirements writes the effective decision on each requirement.
func (a *attempt) requirements(s *spec.ClosureScore, d *closure.Decisions, o closure.Outcome) {
	for i := range a.rubric.Requirements {
		q := &a.rubric.Requirements[i]
		it := a.at[q.ID]
		st := it.settle()
		rec := spec.RequirementRecord{Requirement: q.ID, Role: q.Role, Decision: closure.Word(o.Holds[i], d.Asked[i]), Alternative: o.Alternative[i], By: "derived"}
		switch {
		case rec.Decision == closure.NotApplicable:
			t := a.at[triggerOf(q.ID)].settle()
			rec.By, rec.Why = t.by, t.why
		case rec.Decision == closure.Undecided:
			rec.By = ""
		case q.Grader && rec.Alternative == 0:
			rec.By, rec.Why = st.by, st.why
		}
		if o.Caps[i] == slots.Yes {
			level := q.Role.Cap()
			rec.Cap = &level
		}
		s.Requirements = append(s.Requirements, rec)
	}
}

// remark adds the findings that follow from the whole.
func (a *attempt) remark(s *spec.ClosureScore, d *closure.Decisions, o closure.Outcome) {
	if a.evidence.Files == nil && len(a.grades) > 0 {
		a.find(spec.ClosureUnchecked, spec.SeverityInfo, "", "the attempt names no submission: that evidence exists was not checked", `name the folder with "submission"`)
	}
	a.remarkOpen(s)
	for _, it := range a.items {
		a.remarkItem(it)
	}
	for i, q := range a.rubric.Requirements {
		if q.Role != spec.RoleValidity || s.Requirements[i].Decision != closure.Unmet || d.Gap[i] == slots.Yes {
			continue
		}
		_, missing := a.at[q.ID].gap(q.Gap)
		if d.Gap[i] == slots.No {
			a.find(spec.ClosureGap, spec.SeverityWarning, q.ID, "the requirement is unmet but does not cap: its gap lacks "+strings.Join(missing, ", "), "state failure mode, threatened conclusion, why the evidence is insufficient, and remedies")
		} else {
			a.find(spec.ClosureUndecided, spec.SeverityWarning, q.ID, "the requirement is unmet and nobody stated its gap: whether it caps at RC3 is open", "let a grader decide it, with the four parts of the gap")
		}
	}
	if s.RC != nil && *s.RC == 3 && !slices.ContainsFunc(s.Atoms, func(x spec.AtomVerdict) bool { return x.Dimension == spec.Validity && x.Decision == closure.Unmet }) {
		a.find(spec.ClosureScope, spec.SeverityWarning, "", "RC3 says that validity is at fault, but no applicable V atom is unmet", "look again at the V atoms, or at the validity requirement")
	}
	for i, x := range s.Atoms {
		if len(x.Blocked) > 0 && d.Met[i] == slots.Yes {
			a.find(spec.ClosureBlocked, spec.SeverityInfo, x.Atom, "its own criterion is met, but it rests on "+strings.Join(x.Blocked, ", ")+", unmet", "")
		}
	}
}

// open lists the items that are open and leave something open.
func (a *attempt) open(s *spec.ClosureScore) []*item {
	var out []*item
	for _, it := range a.items {
		if it.derived || it.settle().truth != slots.Open {
			continue
		}
		if it.kind == atom || it.kind == atomTrigger {
			if s.Atoms[it.at].Decision == closure.Undecided {
				out = append(out, it)
			}
		} else if s.Requirements[it.at].Decision == closure.Undecided {
			out = append(out, it)
		}
	}
	return out
}

// Ungraded names what graders have to decide and nobody did, in the rubric's order, as
// histories name it.
func Ungraded(r *closure.Rubric, doc *spec.ClosureAttempt, e Evidence) []string {
	s := Score(r, doc, e)
	if doc.TerminalZero {
		return nil
	}
	var out []string
	for _, it := range newAttempt(r, doc, e).open(s) {
		if !it.engine && !it.settle().split {
			out = append(out, it.of)
		}
	}
	return out
}

// remarkOpen says why decisions are open, those of one reason together.
func (a *attempt) remarkOpen(s *spec.ClosureScore) {
	reasons, fix := map[string][]string{}, map[string]string{}
	for _, it := range a.open(s) {
		why, next := "no grader decided it", "grade it"
		switch {
		case it.engine && it.first == slots.Open:
			why, next = "the engine leaves it open: "+cmp.Or(it.why, "a slot that it names could not be scored"), "verify the submission, and name the report in the attempt"
		case it.settle().split:
			why, next = "graders disagree", "review it (assay closure review)"
		}
		reasons[why], fix[why] = append(reasons[why], it.of), next
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		node, message := reasons[why][0], why
		if n := len(reasons[why]); n > 1 {
			node, message = "", fmt.Sprintf("%d decisions are open (%s): %s", n, strings.Join(reasons[why], ", "), why)
		}
		a.find(spec.ClosureUndecided, spec.SeverityWarning, node, message, fix[why])
	}
}

// remarkItem says whose word on an item does not count.
func (a *attempt) remarkItem(it *item) {
	if it.derived {
		return
	}
	s := it.settle()
	credit := func(t slots.Truth) bool { return (t == slots.Yes) == (it.kind == atom) }
	if it.engine && it.first != slots.Open && !credit(it.first) && s.spoke && !s.split && credit(s.graders) {
		a.find(spec.ClosureOverruled, spec.SeverityWarning, it.of, fmt.Sprintf("graders say %s where the engine says %s: the engine's word stands", it.word(s.graders), it.word(it.first)), "mend the submission, or the slot of the case")
	}
	for _, v := range it.deciding() {
		var t *item
		if it.kind == atom || it.kind == requirement {
			t = a.at[triggerOf(it.of)]
		}
		if v.na && (t == nil || t.settle().truth == slots.Yes) {
			a.find(spec.ClosureInapplicable, spec.SeverityError, it.of, fmt.Sprintf("%s says not applicable, but no trigger was decided not to fire: it counts as unmet", v.grader), "decide the trigger, or the decision itself")
		}
	}
}

// sorted orders findings by severity, then the rubric's order as they were found.
func sorted(list []spec.Finding) []spec.Finding {
	out := append([]spec.Finding{}, list...)
	rank := []spec.Severity{spec.SeverityError, spec.SeverityWarning, spec.SeverityInfo}
	slices.SortStableFunc(out, func(a, b spec.Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(rank, a.Severity), slices.Index(rank, b.Severity)), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Node, b.Node), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(out)
}

package closure_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/spec"
)

// drawRubric draws a rubric: prerequisites lead to earlier atoms only, and requirements
// rest on at least one atom without a trigger or on a grader.
func drawRubric(t *rapid.T) *spec.ClosureRubric {
	graded := spec.Decider{Grader: true}
	some := func(p int, label string) *spec.Trigger {
		if rapid.IntRange(0, 99).Draw(t, label) < p {
			return &spec.Trigger{On: "method", Text: "t", Decide: graded}
		}
		return nil
	}
	r := &spec.ClosureRubric{ID: "r", Task: "t"}
	for i := range spec.AtomsOfRubric {
		a := spec.Atom{ID: fmt.Sprint("a", i), Dimension: "F", Text: "t", Decide: graded, Trigger: some(25, "triggered")}
		for _, p := range rapid.SliceOfNDistinct(rapid.IntRange(0, 19), 0, 2, rapid.ID).Draw(t, "prerequisites") {
			if p < i {
				a.Prerequisites = append(a.Prerequisites, fmt.Sprint("a", p))
			}
		}
		r.Atoms = append(r.Atoms, a)
	}
	r.Atoms[0].Trigger = nil
	roles := []spec.Role{spec.RoleCentral, spec.RoleComparison, spec.RoleConclusion, spec.RoleValidity}
	for i := range rapid.IntRange(1, 6).Draw(t, "requirements") {
		q := spec.ClosureRequirement{ID: fmt.Sprint("q", i), Role: rapid.SampledFrom(roles).Draw(t, "role"), Text: "t", Trigger: some(25, "asked")}
		for range rapid.IntRange(0, 3).Draw(t, "alternatives") {
			alt := spec.Alternative{}
			for _, a := range rapid.SliceOfNDistinct(rapid.IntRange(0, 19), 1, 4, rapid.ID).Draw(t, "set") {
				alt.Atoms = append(alt.Atoms, fmt.Sprint("a", a))
			}
			if rapid.IntRange(0, 3).Draw(t, "slotted") == 0 {
				alt.Slots = []string{"s"}
			}
			q.Alternatives = append(q.Alternatives, alt)
		}
		q.Grader = len(q.Alternatives) == 0 || rapid.Bool().Draw(t, "grader")
		if !q.Grader && q.Trigger == nil {
			q.Alternatives = append(q.Alternatives, spec.Alternative{Atoms: []string{"a0"}})
		}
		r.Requirements = append(r.Requirements, q)
	}
	return r
}

func mustNew(t interface{ Fatal(...any) }, r *spec.ClosureRubric) *closure.Rubric {
	out, err := closure.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// draw decides what is open, leaving some of it so.
func draw(t *rapid.T, d *closure.Decisions, from []slots.Truth) {
	decide := func(list []slots.Truth) {
		for i := range list {
			if list[i] == slots.Open {
				list[i] = rapid.SampledFrom(from).Draw(t, "decision")
			}
		}
	}
	decide(d.Met)
	decide(d.Fired)
	decide(d.Said)
	decide(d.Asked)
	decide(d.Gap)
	for _, s := range []string{"s"} {
		if d.Slots[s] == slots.Open {
			d.Slots[s] = rapid.SampledFrom(from).Draw(t, "slot")
		}
	}
}

// byHand scores complete decisions by the words of the design, without any network.
func byHand(r *spec.ClosureRubric, d *closure.Decisions) (points, rc int) {
	word := map[string]string{}
	for i, a := range r.Atoms { // prerequisites stand before
		switch {
		case d.Fired[i] == slots.No:
			word[a.ID] = "n/a"
		case d.Met[i] == slots.Yes && !slices.ContainsFunc(a.Prerequisites, func(p string) bool { return word[p] == "unmet" }):
			word[a.ID] = "met"
		default:
			word[a.ID] = "unmet"
		}
		if word[a.ID] != "unmet" {
			points++
		}
	}
	rc = 4
	for i, q := range r.Requirements {
		met := q.Grader && d.Said[i] == slots.Yes
		for _, alt := range q.Alternatives {
			left, ok := len(alt.Slots), len(alt.Slots) == 0 || d.Slots["s"] == slots.Yes
			for _, a := range alt.Atoms {
				ok = ok && word[a] != "unmet"
				if word[a] != "n/a" {
					left++
				}
			}
			met = met || ok && left > 0
		}
		if d.Asked[i] == slots.No || met || q.Role == spec.RoleValidity && d.Gap[i] == slots.No {
			continue
		}
		rc = min(rc, map[spec.Role]int{"central": 0, "comparison": 1, "conclusion": 2, "validity": 3}[q.Role])
	}
	return points, rc
}

var decided, any3 = []slots.Truth{slots.No, slots.Yes}, []slots.Truth{slots.No, slots.Open, slots.Yes}

// Complete decisions are worth what the words of the design say.
func TestEvaluateByHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := mustNew(t, drawRubric(t))
		d := r.Undecided()
		draw(t, d, decided)
		o := r.Evaluate(d)
		points, rc := byHand(r.ClosureRubric, d)
		if o.Points != [2]int{points, points} || o.RC != [2]int{rc, rc} {
			t.Fatalf("%v, RC%v; by hand %d, RC%d", o.Points, o.RC, points, rc)
		}
	})
}

// Bounds hold every completion; those of the points are attained, and those of the level
// where no trigger is open.
func TestBoundsHoldEveryCompletion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := mustNew(t, drawRubric(t))
		d := r.Undecided()
		draw(t, d, any3)
		o := r.Evaluate(d)
		full := d.Clone()
		draw(t, full, decided)
		points, rc := byHand(r.ClosureRubric, full)
		if points < o.Points[0] || points > o.Points[1] || rc < o.RC[0] || rc > o.RC[1] {
			t.Fatalf("%d, RC%d lies outside %v, RC%v", points, rc, o.Points, o.RC)
		}
		fill := func(met, fired, gap slots.Truth) *closure.Decisions {
			c := d.Clone()
			for _, part := range []struct {
				list []slots.Truth
				to   slots.Truth
			}{{c.Met, met}, {c.Said, met}, {c.Fired, fired}, {c.Asked, fired}, {c.Gap, gap}} {
				for i := range part.list {
					if part.list[i] == slots.Open {
						part.list[i] = part.to
					}
				}
			}
			if c.Slots["s"] == slots.Open {
				c.Slots["s"] = met
			}
			return c
		}
		low, rcLow := byHand(r.ClosureRubric, fill(slots.No, slots.Yes, slots.Yes))
		high, rcHigh := byHand(r.ClosureRubric, fill(slots.Yes, slots.No, slots.No))
		if o.Points != [2]int{low, high} {
			t.Fatalf("bounds %v, attained %d and %d", o.Points, low, high)
		}
		if !slices.Contains(d.Fired, slots.Open) && !slices.Contains(d.Asked, slots.Open) && o.RC != [2]int{rcLow, rcHigh} {
			t.Fatalf("RC%v, attained RC%d and RC%d", o.RC, rcLow, rcHigh)
		}
	})
}

// With triggers fixed, an atom that becomes met never lowers points or level.
func TestRaisingNeverLowers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := mustNew(t, drawRubric(t))
		d := r.Undecided()
		draw(t, d, any3)
		before := r.Evaluate(d)
		i := rapid.IntRange(0, 19).Draw(t, "atom")
		d.Met[i] = slots.Yes
		after := r.Evaluate(d)
		for end := range 2 {
			if after.Points[end] < before.Points[end] || after.RC[end] < before.RC[end] {
				t.Fatalf("from %v, RC%v to %v, RC%v", before.Points, before.RC, after.Points, after.RC)
			}
		}
	})
}

// Deciding something only ever narrows the bounds.
func TestDecidingNarrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := mustNew(t, drawRubric(t))
		d := r.Undecided()
		draw(t, d, any3)
		before := r.Evaluate(d)
		draw(t, d, any3)
		after := r.Evaluate(d)
		if after.Points[0] < before.Points[0] || after.Points[1] > before.Points[1] || after.RC[0] < before.RC[0] || after.RC[1] > before.RC[1] {
			t.Fatalf("from %v, RC%v to %v, RC%v", before.Points, before.RC, after.Points, after.RC)
		}
	})
}

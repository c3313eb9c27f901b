package closure_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/spec"
)

// sample reads the rubric of testdata, with what a test changes in it.
func sample(t testing.TB, change func(*spec.ClosureRubric)) *spec.ClosureRubric {
	t.Helper()
	data, err := os.ReadFile("testdata/rubric.json")
	if err != nil {
		t.Fatal(err)
	}
	r, _, list := spec.ReadClosureRubric("rubric.json", data)
	if list != nil {
		t.Fatal(list)
	}
	if change != nil {
		change(r)
	}
	return r
}

// lint writes a rubric down and reads it back, so that places are those of a file.
func lint(t testing.TB, r *spec.ClosureRubric, s *spec.Specification) spec.Diagnostics {
	t.Helper()
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	back, doc, list := spec.ReadClosureRubric("rubric.json", data)
	if list.Errors() {
		return list
	}
	return closure.Lint(back, doc, s)
}

func TestSampleIsSound(t *testing.T) {
	if list := lint(t, sample(t, nil), nil); list != nil {
		t.Error(list)
	}
}

func TestLint(t *testing.T) {
	atom := func(r *spec.ClosureRubric, id string) *spec.Atom {
		for i := range r.Atoms {
			if r.Atoms[i].ID == id {
				return &r.Atoms[i]
			}
		}
		panic(id)
	}
	graded := spec.Decider{Grader: true}
	trigger := &spec.Trigger{On: "method", Text: "t", Decide: graded}
	for _, tt := range []struct {
		name, code, pointer, message string
		change                       func(*spec.ClosureRubric)
	}{
		{"nineteen atoms", "rubric.atoms", "/atoms", "19 atoms, not 20", func(r *spec.ClosureRubric) {
			r.Atoms = r.Atoms[1:]
			r.Requirements[0].Alternatives[0].Atoms = []string{"O1"}
		}},
		{"no atoms", "rubric.atoms", "/atoms", "0 atoms", func(r *spec.ClosureRubric) { r.Atoms = []spec.Atom{} }},
		{"an id twice", "rubric.id", "/atoms/1/id", "stands at /atoms/0/id", func(r *spec.ClosureRubric) { r.Atoms[1].ID = "F1" }},
		{"an id of an atom and a requirement", "rubric.id", "/requirements/0/id", "stands at /atoms/0/id", func(r *spec.ClosureRubric) { r.Requirements[0].ID = "F1" }},
		{"a reserved id", "rubric.id", "/requirements/0/id", "reserved", func(r *spec.ClosureRubric) { r.Requirements[0].ID = "rc" }},
		{"a reserved prefix", "rubric.id", "/requirements/0/id", "reserved", func(r *spec.ClosureRubric) { r.Requirements[0].ID = "trigger:M3" }},
		{"an unknown prerequisite", "rubric.reference", "/atoms/1/prerequisites/0", `"nowhere", which is no atom`, func(r *spec.ClosureRubric) { r.Atoms[1].Prerequisites = []string{"nowhere"} }},
		{"its own prerequisite", "rubric.cycle", "/atoms/0/prerequisites", "F1 -> F1", func(r *spec.ClosureRubric) { r.Atoms[0].Prerequisites = []string{"F1"} }},
		{"a circle", "rubric.cycle", "/atoms/1/prerequisites", "F1 -> F2 -> F1", func(r *spec.ClosureRubric) {
			r.Atoms[0].Prerequisites, r.Atoms[1].Prerequisites = []string{"F2"}, []string{"F1"}
		}},
		{"a category of an F atom", "rubric.category", "/atoms/0/category", "only V atoms", func(r *spec.ClosureRubric) { r.Atoms[0].Category = "scope" }},
		{"a V atom without a category", "rubric.category", "/atoms/16", "no category", func(r *spec.ClosureRubric) { atom(r, "V1").Category = "" }},
		{"no decider", "rubric.decider", "/atoms/0/decide", "in 0 ways", func(r *spec.ClosureRubric) { r.Atoms[0].Decide = spec.Decider{Slot: ""} }},
		{"two deciders", "rubric.decider", "/atoms/0/decide", "in 2 ways", func(r *spec.ClosureRubric) { r.Atoms[0].Decide.Slot = "r" }},
		{"a trigger that is decided twice", "rubric.decider", "/atoms/14/trigger/decide", "in 2 ways", func(r *spec.ClosureRubric) { atom(r, "M3").Trigger.Decide.Expr = "r" }},
		{"an expression", "rubric.expression", "/atoms/9/decide/expr", "character 13: >= takes a number", func(r *spec.ClosureRubric) { atom(r, "I2").Decide.Expr = "score(r) >= yes" }},
		{"a constant expression", "rubric.expression", "/atoms/9/decide/expr", "names no slot", func(r *spec.ClosureRubric) { atom(r, "I2").Decide.Expr = "true" }},
		{"a requirement of nothing", "rubric.requirement", "/requirements/0", "nothing could meet", func(r *spec.ClosureRubric) { r.Requirements[0].Alternatives = nil }},
		{"an empty alternative", "rubric.requirement", "/requirements/0/alternatives/1", "is empty", func(r *spec.ClosureRubric) {
			r.Requirements[0].Alternatives = append(r.Requirements[0].Alternatives, spec.Alternative{})
		}},
		{"an alternative of an unknown atom", "rubric.reference", "/requirements/0/alternatives/0/atoms/0", "no atom", func(r *spec.ClosureRubric) { r.Requirements[0].Alternatives[0].Atoms[0] = "X" }},
		{"no requirement", "rubric.requirement", "/requirements", "would be RC4", func(r *spec.ClosureRubric) { r.Requirements = []spec.ClosureRequirement{} }},
		{"conditional atoms alone", "rubric.conditional", "/requirements/4", "conditional atoms alone", func(r *spec.ClosureRubric) {
			atom(r, "V1").Trigger, atom(r, "V2").Trigger = trigger, trigger
		}},
		{"a gap of a requirement that has none", "rubric.requirement", "/requirements/0/gap", "no validity requirement", func(r *spec.ClosureRubric) { r.Requirements[0].Gap = &spec.ValidityGap{} }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := sample(t, tt.change)
			list := lint(t, r, nil)
			found := false
			for _, d := range list {
				found = found || d.Severity == "error" && d.Code == tt.code && d.Pointer == tt.pointer && strings.Contains(d.Message, tt.message) && d.Line > 0
			}
			if !found {
				t.Errorf("%v", list)
			}
			if _, err := closure.New(r); err == nil {
				t.Error("it was made ready all the same")
			}
		})
	}
}

// What may be right but often is not is a warning.
func TestLintAdvises(t *testing.T) {
	for _, tt := range []struct {
		name, pointer, message string
		change                 func(*spec.ClosureRubric)
	}{
		{"a later dimension", "/atoms/0/prerequisites/0", "later dimension M", func(r *spec.ClosureRubric) { r.Atoms[0].Prerequisites = []string{"M1"} }},
		{"through another", "/atoms/13/prerequisites/1", `through "M1" already`, func(r *spec.ClosureRubric) {
			r.Atoms[12].Prerequisites = []string{"F1"}
			r.Atoms[13].Prerequisites = []string{"M1", "F1"}
		}},
		{"many", "/atoms/13/prerequisites", "any of 3 prerequisites", func(r *spec.ClosureRubric) { r.Atoms[13].Prerequisites = []string{"F1", "F2", "F3"} }},
		{"a role without requirement", "/requirements", "role comparison: RC1", func(r *spec.ClosureRubric) { r.Requirements[1].Role = spec.RoleConclusion }},
		{"a gap with a part missing", "/requirements/4/gap", "lacks remedies", func(r *spec.ClosureRubric) {
			r.Requirements[4].Gap = &spec.ValidityGap{FailureMode: "a", Threatens: "b", Insufficient: "c", Remedies: []string{" "}}
		}},
		{"triggers that differ", "/requirements/3/trigger", "triggers differ", func(r *spec.ClosureRubric) {
			r.Requirements[3].Grader = false
			r.Requirements[3].Alternatives = []spec.Alternative{{Atoms: []string{"V4"}}}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list := lint(t, sample(t, tt.change), nil)
			if len(list) != 1 || list[0].Severity != "warning" || list[0].Pointer != tt.pointer || !strings.Contains(list[0].Message, tt.message) {
				t.Errorf("%v", list)
			}
			if list.Errors() {
				t.Error("advice became an error")
			}
		})
	}
}

// Slots are held against the case where the rubric names one.
func TestLintSlots(t *testing.T) {
	s := &spec.Specification{Results: []spec.ResultSlot{{ID: "r_periods"}, {ID: "r_small"}, {ID: "r_coefficient"}, {ID: "r_fit"}}, Transforms: []spec.TransformSlot{{ID: "r_integral"}},
		Visuals: []spec.VisualSlot{{ID: "v_period"}}}
	var got []string
	for _, d := range lint(t, sample(t, nil), s) {
		got = append(got, d.Code+" "+d.Pointer+" "+fmt.Sprint(strings.Contains(d.Message, "transform")))
	}
	want := "[rubric.slot /atoms/8/decide/slot false rubric.slot /atoms/10/decide/expr true rubric.slot /requirements/1/alternatives/1/slots/0 true]"
	if fmt.Sprint(got) != want {
		t.Error(got)
	}
}

// A document of hostile size is checked in a bounded time.
func TestLintLarge(t *testing.T) {
	r := sample(t, func(r *spec.ClosureRubric) {
		var all []string
		for i := range 900 {
			id := fmt.Sprint("x", i)
			r.Atoms = append(r.Atoms, spec.Atom{ID: id, Dimension: "F", Text: "t", Prerequisites: all, Decide: spec.Decider{Grader: true}})
			all = append(all, id)
		}
	})
	if list := closure.Lint(r, nil, nil); !list.Errors() {
		t.Error("920 atoms pass")
	}
}

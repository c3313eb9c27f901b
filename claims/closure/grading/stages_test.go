package grading_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/spec"
)

func reviewed(s *spec.ClosureScore) []string {
	out := []string{}
	for _, x := range s.Review {
		out = append(out, fmt.Sprintf("%s%v%v", x.Of, x.Points, x.RC))
	}
	return out
}

// Only disagreements that can change something are listed.
func TestReviewList(t *testing.T) {
	r := rubric(t)
	ev := grading.Evidence{Report: report(t), Files: files{}}
	for _, tt := range []struct {
		name     string
		one, two []func(*spec.ClosureGrade)
		want     []string
		complete bool
	}{
		{"none", nil, nil, []string{}, true},
		{"a half point", nil, []func(*spec.ClosureGrade){says("F2", "unmet")}, []string{"F2[19 20][4 4]"}, false},
		{"half points and the level", nil, []func(*spec.ClosureGrade){says("M1", "unmet")}, []string{"M1[18 20][2 4]"}, false},
		{"one abstains", nil, []func(*spec.ClosureGrade){says("M1", "abstain")}, []string{}, true},
		{"blocked either way", []func(*spec.ClosureGrade){says("M1", "unmet")}, []func(*spec.ClosureGrade){says("M1", "unmet"), says("M2", "unmet")}, []string{}, true},
		{"an atom that does not apply", []func(*spec.ClosureGrade){says("M3", "unmet")}, nil, []string{}, true},
		{"met against not applicable is the trigger's", []func(*spec.ClosureGrade){says("M3", "not_applicable")}, []func(*spec.ClosureGrade){fires("M3", "fired")}, []string{"trigger:M3[20 20][4 4]"}, false},
		{"a trigger that decides the level", []func(*spec.ClosureGrade){requires("upright", "unmet", nil)}, []func(*spec.ClosureGrade){fires("upright", "fired"), requires("upright", "unmet", nil)},
			[]string{"trigger:upright[20 20][2 4]"}, false},
		{"a requirement that graders decide", []func(*spec.ClosureGrade){fires("upright", "fired"), requires("upright", "met", nil)}, []func(*spec.ClosureGrade){fires("upright", "fired"), requires("upright", "unmet", nil)},
			[]string{"upright[20 20][2 4]"}, false},
		{"the same under a lower cap", []func(*spec.ClosureGrade){says("F1", "unmet"), fires("upright", "fired"), requires("upright", "met", nil)},
			[]func(*spec.ClosureGrade){says("F1", "unmet"), fires("upright", "fired"), requires("upright", "unmet", nil)}, []string{}, true},
		{"what the engine failed", []func(*spec.ClosureGrade){says("I1", "met")}, []func(*spec.ClosureGrade){says("I1", "unmet")}, []string{"I1[19 20][2 4]"}, false},
		{"a derived requirement", []func(*spec.ClosureGrade){requires("concluded", "met", nil)}, []func(*spec.ClosureGrade){requires("concluded", "unmet", nil)}, []string{"concluded[20 20][2 4]"}, true},
		{"a derived requirement, after the grader's own decisions", nil, []func(*spec.ClosureGrade){says("M1", "unmet"), requires("concluded", "unmet", nil)}, []string{"M1[18 20][2 4]"}, false},
		{"a derived requirement on which graders agree with the atoms", []func(*spec.ClosureGrade){requires("concluded", "met", nil)}, []func(*spec.ClosureGrade){requires("concluded", "met", nil)}, []string{}, true},
		{"a derived requirement under a lower cap", []func(*spec.ClosureGrade){says("F1", "unmet"), requires("concluded", "unmet", nil)}, []func(*spec.ClosureGrade){says("F1", "unmet")}, []string{}, true},
		{"the level", []func(*spec.ClosureGrade){level(4)}, []func(*spec.ClosureGrade){level(3)}, []string{"rc[20 20][3 4]"}, true},
		{"the level of a grader who is overruled elsewhere", []func(*spec.ClosureGrade){level(4)}, []func(*spec.ClosureGrade){level(2), says("M1", "unmet")}, []string{"M1[18 20][2 4]"}, false},
		{"the level as it follows", []func(*spec.ClosureGrade){level(4)}, []func(*spec.ClosureGrade){level(4)}, []string{}, true},
		{"validity", nil, []func(*spec.ClosureGrade){func(g *spec.ClosureGrade) { g.Validity = "infrastructure_invalid" }}, []string{"validity[20 20][4 4]"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := grading.Score(r, attempt(grade("one", r, tt.one...), grade("two", r, tt.two...)), ev)
			if d := cmp.Diff(tt.want, reviewed(s)); d != "" || s.Complete != tt.complete {
				t.Errorf("complete %v\n%s", s.Complete, d)
			}
		})
	}
	s := grading.Score(r, attempt(grade("one", r), grade("two", r, says("I1", "unmet"), says("F2", "unmet"))), grading.Evidence{Report: report(t, "c_grows"), Files: files{}})
	if got := reviewed(s); !slices.Equal(got, []string{"F2[18 19][2 2]"}) {
		t.Errorf("the engine's word is reviewed: %v", got)
	}
	if d := cmp.Diff(map[string]string{"one": "met", "two": "unmet"}, s.Review[0].Said); d != "" {
		t.Error(d)
	}
}

// Every decision is kept; what a later stage changed says from what, to what, and what it
// was worth.
func TestStages(t *testing.T) {
	r := rubric(t)
	ev := grading.Evidence{Report: report(t), Files: files{}}
	one, two := grade("one", r), grade("two", r, says("M1", "unmet"))
	rev := later("three", grading.Review, says("M1", "unmet"), says("F3", "unmet"))
	adj := later("four", grading.Adjudication, says("M1", "met"), func(g *spec.ClosureGrade) { g.Atoms[0].Why = "it is argued on line 1" })
	s := grading.Score(r, attempt(adj, rev, two, one), ev) // in any order
	type step struct {
		of, stage, from, to string
		points, rc          [2]int
	}
	var got []step
	for _, c := range s.Changes {
		got = append(got, step{c.Of, c.Stage, c.From, c.To, c.Score, c.RC})
	}
	want := []step{
		{"F3", "review", "met", "unmet", [2]int{18, 17}, [2]int{2, 2}}, // M1 is open then
		{"M1", "review", "undecided", "unmet", [2]int{17, 17}, [2]int{2, 2}},
		{"M1", "adjudication", "unmet", "met", [2]int{17, 19}, [2]int{2, 4}},
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(step{})); d != "" {
		t.Error(d)
	}
	if v := decisionOf(s, "M1"); v.Decision != "met" || v.By != "adjudication" || v.Why != "it is argued on line 1" {
		t.Errorf("%+v", v)
	}
	if v := decisionOf(s, "F3"); v.Decision != "unmet" || v.By != "three" {
		t.Errorf("%+v", v)
	}
	if v := decisionOf(s, "F1"); v.By != "consensus" || len(v.Evidence) != 2 {
		t.Errorf("%+v", v)
	}
	var order []string
	for _, g := range s.Grades {
		order = append(order, g.Stage+" "+g.Grader)
	}
	if d := cmp.Diff([]string{"first one", "first two", "review three", "adjudication four"}, order); d != "" {
		t.Error(d)
	}
	if !s.Complete || len(s.Review) != 0 {
		t.Errorf("%+v", s)
	}
	if list := must(spec.ReadClosureScore("score", encode(t, s))); list != nil {
		t.Error(list)
	}
}

func must[T any](_ T, list spec.Diagnostics) spec.Diagnostics { return list }

func encode(t testing.TB, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// An adjudication settles validity and the level; a changed validity is kept.
func TestAdjudicationOfTheWhole(t *testing.T) {
	r := rubric(t)
	ev := grading.Evidence{Report: report(t), Files: files{}}
	bad := func(g *spec.ClosureGrade) { g.Validity = "infrastructure_invalid" }
	s := grading.Score(r, attempt(grade("one", r, level(3)), grade("two", r, bad), later("three", grading.Adjudication, bad, level(4))), ev)
	if s.Validity != "infrastructure_invalid" || len(s.Review) != 0 || len(s.Changes) != 1 || s.Changes[0].From != "undecided" || s.Changes[0].Of != "validity" {
		t.Errorf("%s, %+v, %+v", s.Validity, s.Review, s.Changes)
	}
}

// A level that followed from a grader's own decisions lapses with them; one that never did
// stays open until a later stage states another.
func TestStatedLevels(t *testing.T) {
	r := rubric(t)
	ev := grading.Evidence{Report: report(t), Files: files{}}
	two := grade("two", r, says("M1", "unmet"), level(2))
	settles := later("three", grading.Review, says("M1", "met"))
	if s := grading.Score(r, attempt(grade("one", r, level(4)), two, settles), ev); len(s.Review) != 0 || *s.RC != 4 {
		t.Errorf("%v", s.Review)
	}
	two.Requirements = []spec.RequirementGrade{{Requirement: "concluded", Decision: "unmet"}}
	if s := grading.Score(r, attempt(grade("one", r, level(4)), two, settles), ev); len(s.Review) != 0 || *s.RC != 4 {
		t.Errorf("%v", s.Review)
	}
	if s := grading.Score(r, attempt(grade("one", r, level(3)), two, settles), ev); !slices.Equal(reviewed(s), []string{"rc[20 20][2 4]"}) {
		t.Errorf("%v", s.Review)
	}
	lowers := later("three", grading.Review, says("M1", "unmet")) // one states what follows in the end, though not from one's own decisions
	if s := grading.Score(r, attempt(grade("one", r, level(2)), grade("two", r, says("M1", "unmet")), lowers), ev); len(s.Review) != 0 || *s.RC != 2 {
		t.Errorf("%v", s.Review)
	}
	if s := grading.Score(r, attempt(grade("one", r, level(3)), two, settles, later("four", grading.Adjudication, level(4))), ev); len(s.Review) != 0 {
		t.Errorf("%v", s.Review)
	}
}

// A later gap that makes a requirement cap is a change, though its word is the same.
func TestGapChangesTheLevel(t *testing.T) {
	r := rubric(t)
	ev := grading.Evidence{Report: report(t), Files: files{}}
	s := grading.Score(r, attempt(grade("one", r, says("V2", "unmet"), requires("limits", "unmet", nil)), later("two", grading.Review, requires("limits", "unmet", gap))), ev)
	if len(s.Changes) != 1 || s.Changes[0].RC != [2]int{4, 3} || *s.RC != 3 {
		t.Errorf("%+v RC%v", s.Changes, s.RCBounds)
	}
}

// No attempt is worth less for what nobody decided: the bounds of what is open hold what
// any adjudication makes of it. Grades in any order give the same bytes.
func TestBoundsHoldEveryAdjudication(t *testing.T) {
	r := rubric(t)
	reports := []grading.Evidence{{Report: report(t), Files: files{}}, {Report: report(t, "r_small", "?c_grows"), Files: files{}}, {Files: files{}}}
	words := []string{"met", "unmet", "not_applicable", "abstain"}
	rapid.Check(t, func(t *rapid.T) {
		ev := rapid.SampledFrom(reports).Draw(t, "evidence")
		random := func(who string, stage string) spec.ClosureGrade {
			g := spec.ClosureGrade{Grader: who, Stage: stage, Validity: "valid"}
			for _, a := range r.Atoms {
				if w := rapid.SampledFrom(words).Draw(t, a.ID); w != "abstain" || rapid.Bool().Draw(t, "silent") {
					says(a.ID, w)(&g)
				}
				if a.Trigger != nil {
					g.Triggers = append(g.Triggers, spec.TriggerGrade{Of: a.ID, Decision: rapid.SampledFrom([]string{"fired", "not_fired", "abstain"}).Draw(t, "trigger")})
				}
			}
			for _, q := range r.Requirements {
				if rapid.Bool().Draw(t, "required") {
					requires(q.ID, rapid.SampledFrom(words).Draw(t, q.ID), gap)(&g)
				}
			}
			for i := range g.Atoms {
				g.Atoms[i].Output = &spec.OutputChecks{ObjectCorrect: true, Reconstructible: true, Presented: true, WithinEvidence: true}
			}
			return g
		}
		one, two := random("one", grading.First), random("two", grading.First)
		before := grading.Score(r, attempt(one, two), ev)
		if back := grading.Score(r, attempt(two, one), ev); cmp.Diff(before, back) != "" {
			t.Fatal("the order of grades shows")
		}
		adj := spec.ClosureGrade{Grader: "three", Stage: grading.Adjudication}
		full := random("three", grading.Adjudication)
		for _, x := range before.Review { // and only of what was open
			for _, a := range full.Atoms {
				if a.Atom == x.Of && a.Decision != "not_applicable" {
					adj.Atoms = append(adj.Atoms, a)
				}
			}
			for _, tr := range full.Triggers {
				if "trigger:"+tr.Of == x.Of {
					adj.Triggers = append(adj.Triggers, tr)
				}
			}
		}
		after := grading.Score(r, attempt(one, two, adj), ev)
		if after.HalfPoints[0] < before.HalfPoints[0] || after.HalfPoints[1] > before.HalfPoints[1] || after.RCBounds[0] < before.RCBounds[0] || after.RCBounds[1] > before.RCBounds[1] {
			t.Fatalf("from %v RC%v to %v RC%v", before.HalfPoints, before.RCBounds, after.HalfPoints, after.RCBounds)
		}
	})
}

func TestCheck(t *testing.T) {
	r := rubric(t)
	for name, tt := range map[string]struct {
		change func(*spec.ClosureAttempt)
		want   []string
	}{
		"sound":             {func(*spec.ClosureAttempt) {}, nil},
		"another rubric":    {func(a *spec.ClosureAttempt) { a.Rubric, a.Task = "x", "y" }, []string{"attempt.rubric /rubric", "attempt.rubric /task"}},
		"an unknown atom":   {func(a *spec.ClosureAttempt) { says("X", "met")(&a.Grades[0]) }, []string{"attempt.reference /grades/0/atoms/14/atom"}},
		"an atom twice":     {func(a *spec.ClosureAttempt) { a.Grades[0].Atoms = append(a.Grades[0].Atoms, a.Grades[0].Atoms[0]) }, []string{"attempt.duplicate /grades/0/atoms/14/atom"}},
		"no such trigger":   {func(a *spec.ClosureAttempt) { fires("F1", "fired")(&a.Grades[0]) }, []string{"attempt.reference /grades/0/triggers/3/of"}},
		"a requirement":     {func(a *spec.ClosureAttempt) { requires("F1", "met", nil)(&a.Grades[0]) }, []string{"attempt.reference /grades/0/requirements/0/requirement"}},
		"one grader twice":  {func(a *spec.ClosureAttempt) { a.Grades = append(a.Grades, a.Grades[0]) }, []string{"attempt.duplicate /grades/1/grader"}},
		"in another stage":  {func(a *spec.ClosureAttempt) { a.Grades = append(a.Grades, later("g", grading.Review)) }, nil},
		"a requirement met": {func(a *spec.ClosureAttempt) { requires("limits", "met", nil)(&a.Grades[0]) }, nil},
	} {
		a := attempt(grade("g", r))
		tt.change(a)
		data := encode(t, a)
		back, doc, list := spec.ReadClosureAttempt("attempt.json", data)
		if list != nil {
			t.Fatal(name, list)
		}
		var got []string
		for _, d := range grading.Check(r.ClosureRubric, back, doc) {
			if d.Line == 0 || d.Severity != "error" {
				t.Error(d)
			}
			got = append(got, d.Code+" "+d.Pointer)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	g := later("h", grading.Review, says("X", closure.Met))
	if list := grading.CheckGrade(r, &g, nil); len(list) != 1 || list[0].Pointer != "/atoms/0/atom" {
		t.Error(list)
	}
}

// Agreement is over effective decisions: what a grader's own trigger, evidence and checks
// make of them; abstentions are told apart from silence.
func TestRatings(t *testing.T) {
	r := rubric(t)
	one := grade("one", r, says("F2", "abstain"), requires("limits", "unmet", gap), level(3), func(g *spec.ClosureGrade) { g.Atoms[0].Evidence = nil })
	got := map[string]string{}
	for _, x := range grading.Ratings(r, attempt(one, later("two", grading.Review, says("F1", "met"))), grading.Evidence{Report: report(t), Files: files{}}) {
		if x.Grader != "one" {
			t.Errorf("%+v", x)
		}
		got[x.On+" "+x.Of] = x.Word
	}
	for of, want := range map[string]string{"atoms F1": "unmet", "atoms F2": "", "atoms F3": "met", "atoms M3": "not_applicable", "requirements limits": "unmet", "levels rc": "RC3"} {
		if w, ok := got[of]; !ok || w != want {
			t.Errorf("%s: %q, %v", of, w, ok)
		}
	}
	if _, ok := got["atoms O1"]; ok || len(got) != 14+1+1 {
		t.Errorf("%v", got)
	}
}

// Whatever an attempt says, checked or not, it has a score within its bounds, and its
// document reads where the attempt was sound.
func FuzzScore(f *testing.F) {
	r := rubric(f)
	for _, a := range []*spec.ClosureAttempt{attempt(), attempt(grade("one", r), grade("two", r, says("M1", "unmet"), requires("limits", "unmet", gap), level(3)), later("three", grading.Adjudication, says("M1", "met")))} {
		f.Add(encode(f, a))
	}
	f.Add([]byte(`{"validity":"valid","terminal_zero":true,"grades":[{"grader":"x","stage":"none","validity":"other","rc":9,"atoms":[{"atom":"F1"},{"atom":"F1"},{"atom":"?"}]}]}`))
	f.Add([]byte(`{"grades":[{"stage":"review"},{"stage":"review","requirements":[{"requirement":"limits","decision":"unmet","gap":{}}],"triggers":[{"of":"M3"},{"of":"F1"}]}]}`))
	ev := grading.Evidence{Report: report(f), Files: files{}}
	f.Fuzz(func(t *testing.T, data []byte) {
		var a spec.ClosureAttempt
		if json.Unmarshal(data, &a) != nil {
			return
		}
		s := grading.Score(r, &a, ev)
		if s.HalfPoints[0] < 0 || s.HalfPoints[0] > s.HalfPoints[1] || s.HalfPoints[1] > 20 || s.RCBounds[0] < 0 || s.RCBounds[0] > s.RCBounds[1] || s.RCBounds[1] > 4 {
			t.Errorf("%v RC%v", s.HalfPoints, s.RCBounds)
		}
		grading.Ungraded(r, &a, ev)
		grading.Ratings(r, &a, ev)
		if sound, doc, _ := spec.ReadClosureAttempt("attempt.json", data); sound != nil && !grading.Check(r.ClosureRubric, sound, doc).Errors() {
			if _, list := spec.ReadClosureScore("score.json", encode(t, grading.Score(r, sound, ev))); list.Errors() {
				t.Error(list)
			}
		}
	})
}

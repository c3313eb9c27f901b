package grading_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/spec"
)

func rubric(t testing.TB, change ...func(*spec.ClosureRubric)) *closure.Rubric {
	t.Helper()
	data, err := os.ReadFile("../testdata/rubric.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, _, list := spec.ReadClosureRubric("rubric.json", data)
	if list != nil {
		t.Fatal(list)
	}
	for _, c := range change {
		c(doc)
	}
	r, err := closure.New(doc)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// slotsOf are the slots of the rubric's case that stand in a whole submission.
var slotsOf = []string{"c_grows", "r_coefficient", "r_integral", "r_periods", "r_small", "v_period"}

// report is of a submission in which every slot stands but those named (with ?: was not
// scored); nothing was matched to r_fit, unless it is named with +.
func report(t testing.TB, broken ...string) *slots.Report {
	t.Helper()
	one, zero := 1.0, 0.0
	rep := &spec.Report{Status: spec.StatusScored, Nodes: []spec.NodeReport{{ID: "r_fit", Kind: spec.KindResult, State: spec.StateMissing}}}
	if slices.Contains(broken, "+r_fit") {
		rep.Nodes[0].State, rep.Nodes[0].Score = spec.StateScored, &zero
	}
	for _, id := range slotsOf {
		n := spec.NodeReport{ID: id, Kind: spec.KindResult, State: spec.StateScored, Score: &one, Candidate: id}
		if slices.Contains(broken, id) {
			n.Score, n.Checks = &zero, []spec.Check{{State: spec.StateScored, Note: "the value is wrong"}}
		}
		if slices.Contains(broken, "?"+id) {
			n.State, n.Score = spec.StateUnscored, nil
		}
		if id == "c_grows" {
			n.Kind = spec.KindClaim
			rep.Claims = append(rep.Claims, spec.ClaimReport{Slot: id, Verdict: spec.Supported, Support: n.Score})
		}
		rep.Nodes = append(rep.Nodes, n)
	}
	x, err := slots.New(rep)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// files is a submission in which there is only analysis.py.
type files struct{}

func (files) Check(p spec.EvidencePointer) error {
	if p.File != "analysis.py" {
		return errors.New("there is no such file")
	}
	return nil
}

var here = []spec.EvidencePointer{{File: "analysis.py", Line: 1}}

// grade is a first pass that calls everything met which graders decide, and lets no
// trigger fire.
func grade(who string, r *closure.Rubric, change ...func(*spec.ClosureGrade)) spec.ClosureGrade {
	g := spec.ClosureGrade{Grader: who, Stage: grading.First, Validity: "valid", Rationale: "r"}
	for _, a := range r.Atoms {
		if a.Trigger != nil && a.Trigger.Decide.Grader {
			g.Triggers = append(g.Triggers, spec.TriggerGrade{Of: a.ID, Decision: closure.NotFired})
		}
		if !a.Decide.Grader {
			continue
		}
		x := spec.AtomGrade{Atom: a.ID, Decision: closure.Met, Evidence: here}
		if a.Dimension == spec.Output {
			x.Output = &spec.OutputChecks{ObjectCorrect: true, Reconstructible: true, Presented: true, WithinEvidence: true}
		}
		g.Atoms = append(g.Atoms, x)
	}
	for _, q := range r.Requirements {
		if q.Trigger != nil {
			g.Triggers = append(g.Triggers, spec.TriggerGrade{Of: q.ID, Decision: closure.NotFired})
		}
	}
	for _, c := range change {
		c(&g)
	}
	return g
}

// says changes the decision on an atom, or adds it.
func says(id, decision string) func(*spec.ClosureGrade) {
	return func(g *spec.ClosureGrade) {
		for i := range g.Atoms {
			if g.Atoms[i].Atom == id {
				g.Atoms[i].Decision = decision
				return
			}
		}
		g.Atoms = append(g.Atoms, spec.AtomGrade{Atom: id, Decision: decision, Evidence: here})
	}
}

func fires(id, decision string) func(*spec.ClosureGrade) {
	return func(g *spec.ClosureGrade) {
		for i := range g.Triggers {
			if g.Triggers[i].Of == id {
				g.Triggers[i].Decision = decision
				return
			}
		}
		g.Triggers = append(g.Triggers, spec.TriggerGrade{Of: id, Decision: decision})
	}
}

func requires(id, decision string, gap *spec.ValidityGap) func(*spec.ClosureGrade) {
	return func(g *spec.ClosureGrade) {
		g.Requirements = append(g.Requirements, spec.RequirementGrade{Requirement: id, Decision: decision, Gap: gap})
	}
}

func level(rc int) func(*spec.ClosureGrade) { return func(g *spec.ClosureGrade) { g.RC = &rc } }

func later(who, stage string, change ...func(*spec.ClosureGrade)) spec.ClosureGrade {
	g := spec.ClosureGrade{Grader: who, Stage: stage}
	for _, c := range change {
		c(&g)
	}
	return g
}

func attempt(grades ...spec.ClosureGrade) *spec.ClosureAttempt {
	return &spec.ClosureAttempt{Schema: spec.SchemaClosureAttempt, ID: "a", Rubric: "pendulum-r1", Model: "m", Task: "pendulum", Run: 1, Validity: "valid", Grades: grades}
}

var gap = &spec.ValidityGap{FailureMode: "the step is too coarse", Threatens: "the growth of the period", Insufficient: "no halved step is shown", Remedies: []string{"halve the step", "compare with the integral"}}

func codes(s *spec.ClosureScore) []string {
	var out []string
	for _, f := range s.Findings {
		out = append(out, string(f.Code)+" "+f.Node)
	}
	return out
}

func decisionOf(s *spec.ClosureScore, id string) spec.AtomVerdict {
	return s.Atoms[slices.IndexFunc(s.Atoms, func(a spec.AtomVerdict) bool { return a.Atom == id })]
}

func TestScore(t *testing.T) {
	r := rubric(t)
	type want struct {
		points, rc      [2]int
		complete        bool
		met, applicable int
		findings        []string
	}
	for _, tt := range []struct {
		name   string
		report *slots.Report
		change []func(*spec.ClosureGrade)
		want   want
	}{
		{"all met, three not applicable", report(t), nil, want{[2]int{20, 20}, [2]int{4, 4}, true, 17, 17, nil}},
		{"S06 one not applicable", report(t), []func(*spec.ClosureGrade){fires("M3", "fired"), fires("V3", "fired"), fires("upright", "fired"), requires("upright", "met", nil)},
			want{[2]int{20, 20}, [2]int{4, 4}, true, 19, 19, nil}},
		{"a central atom", report(t), []func(*spec.ClosureGrade){says("F1", "unmet")}, want{[2]int{19, 19}, [2]int{0, 0}, true, 16, 17, nil}},
		{"a central slot takes what rests on it", report(t, "r_periods"), nil, want{[2]int{16, 16}, [2]int{0, 0}, true, 13, 17, []string{"closure.blocked I1", "closure.blocked O3"}}},
		{"one way of a comparison", report(t, "r_small"), nil, want{[2]int{19, 19}, [2]int{4, 4}, true, 16, 17, nil}},
		{"both ways of a comparison", report(t, "r_small", "r_integral"), nil, want{[2]int{18, 18}, [2]int{1, 1}, true, 15, 17, nil}},
		{"the conclusion", report(t), []func(*spec.ClosureGrade){says("M1", "unmet")}, want{[2]int{18, 18}, [2]int{2, 2}, true, 15, 17, []string{"closure.blocked M2"}}},
		{"a conclusion that a grader decides", report(t), []func(*spec.ClosureGrade){fires("upright", "fired"), requires("upright", "unmet", nil)},
			want{[2]int{20, 20}, [2]int{2, 2}, true, 17, 17, nil}},
		{"a validity gap of four parts", report(t), []func(*spec.ClosureGrade){says("V2", "unmet"), requires("limits", "unmet", gap)}, want{[2]int{19, 19}, [2]int{3, 3}, true, 16, 17, nil}},
		{"a validity gap of three parts", report(t), []func(*spec.ClosureGrade){says("V2", "unmet"), requires("limits", "unmet", &spec.ValidityGap{FailureMode: "f", Threatens: "t", Insufficient: "i"})},
			want{[2]int{19, 19}, [2]int{4, 4}, true, 16, 17, []string{"closure.gap limits"}}},
		{"a validity gap that nobody stated", report(t), []func(*spec.ClosureGrade){says("V2", "unmet")}, want{[2]int{19, 19}, [2]int{3, 4}, false, 16, 17, []string{"closure.undecided limits"}}},
		{"an unmet atom that no requirement needs", report(t), []func(*spec.ClosureGrade){says("F2", "unmet")}, want{[2]int{19, 19}, [2]int{4, 4}, true, 16, 17, nil}},
		{"not applicable without a trigger", report(t), []func(*spec.ClosureGrade){says("F2", "not_applicable")}, want{[2]int{19, 19}, [2]int{4, 4}, true, 16, 17, []string{"closure.not-applicable F2"}}},
		{"not applicable though the trigger fired", report(t), []func(*spec.ClosureGrade){fires("M3", "fired"), says("M3", "not_applicable")},
			want{[2]int{19, 19}, [2]int{4, 4}, true, 17, 18, []string{"closure.not-applicable M3"}}},
		{"met without evidence", report(t), []func(*spec.ClosureGrade){func(g *spec.ClosureGrade) { g.Atoms[0].Evidence = nil }}, want{[2]int{19, 19}, [2]int{0, 0}, true, 16, 17, []string{"closure.evidence-missing F1"}}},
		{"evidence that leads nowhere", report(t), []func(*spec.ClosureGrade){func(g *spec.ClosureGrade) { g.Atoms[0].Evidence = []spec.EvidencePointer{{File: "nowhere"}} }},
			want{[2]int{19, 19}, [2]int{0, 0}, true, 16, 17, []string{"closure.evidence-missing F1", "closure.evidence-pointer F1"}}},
		{"some evidence leads somewhere", report(t), []func(*spec.ClosureGrade){func(g *spec.ClosureGrade) {
			g.Atoms[0].Evidence = append([]spec.EvidencePointer{{File: "nowhere"}}, here...)
		}},
			want{[2]int{20, 20}, [2]int{4, 4}, true, 17, 17, []string{"closure.evidence-pointer F1"}}},
		{"an output without one of four checks", report(t), []func(*spec.ClosureGrade){func(g *spec.ClosureGrade) {
			g.Atoms[slices.IndexFunc(g.Atoms, func(a spec.AtomGrade) bool { return a.Atom == "O4" })].Output.Presented = false
		}}, want{[2]int{19, 19}, [2]int{4, 4}, true, 16, 17, []string{"closure.output-checks O4"}}},
		{"an output without any", report(t), []func(*spec.ClosureGrade){func(g *spec.ClosureGrade) {
			g.Atoms[slices.IndexFunc(g.Atoms, func(a spec.AtomGrade) bool { return a.Atom == "O4" })].Output = nil
		}}, want{[2]int{19, 19}, [2]int{4, 4}, true, 16, 17, []string{"closure.output-checks O4"}}},
		{"J18 graders do not raise what the engine failed", report(t, "c_grows"), []func(*spec.ClosureGrade){says("I1", "met")}, want{[2]int{19, 19}, [2]int{2, 2}, true, 16, 17, []string{"closure.overruled I1"}}},
		{"J18 graders lower what the engine gave", report(t), []func(*spec.ClosureGrade){says("I1", "unmet")}, want{[2]int{19, 19}, [2]int{2, 2}, true, 16, 17, nil}},
		{"graders agree with the engine without showing anything", report(t), []func(*spec.ClosureGrade){says("I1", "met"), says("O1", "met"), func(g *spec.ClosureGrade) {
			for i := range g.Atoms {
				if g.Atoms[i].Atom == "I1" || g.Atoms[i].Atom == "O1" {
					g.Atoms[i].Evidence = nil
				}
			}
		}}, want{[2]int{20, 20}, [2]int{4, 4}, true, 17, 17, nil}},
		{"J18 a failed check of an output that the engine decides", report(t), []func(*spec.ClosureGrade){says("O2", "met"), func(g *spec.ClosureGrade) {
			g.Atoms[len(g.Atoms)-1].Output = &spec.OutputChecks{ObjectCorrect: true, Reconstructible: true, Presented: true}
		}}, want{[2]int{19, 19}, [2]int{4, 4}, true, 16, 17, []string{"closure.output-checks O2"}}},
		{"J18 graders do not let a trigger lapse that fired", report(t, "+r_fit"), []func(*spec.ClosureGrade){fires("V4", "not_fired"), says("V4", "unmet")}, want{[2]int{19, 19}, [2]int{4, 4}, true, 17, 18, []string{"closure.overruled trigger:V4"}}},
		{"J18 graders may let a trigger fire", report(t), []func(*spec.ClosureGrade){fires("V4", "fired"), says("V4", "unmet")}, want{[2]int{19, 19}, [2]int{4, 4}, true, 17, 18, nil}},
		{"J13 what was not scored is open", report(t, "?r_coefficient"), nil, want{[2]int{19, 20}, [2]int{4, 4}, false, 16, 16, []string{"closure.undecided I2"}}},
		{"J13 with all that rests on it", report(t, "?r_periods"), nil, want{[2]int{16, 20}, [2]int{0, 4}, false, 13, 13, []string{"closure.undecided "}}},
		{"an unscored slot, called unmet", report(t, "?r_coefficient"), []func(*spec.ClosureGrade){says("I2", "unmet")}, want{[2]int{19, 19}, [2]int{4, 4}, true, 16, 17, nil}},
		{"an unscored slot, called met", report(t, "?r_coefficient"), []func(*spec.ClosureGrade){says("I2", "met")}, want{[2]int{19, 20}, [2]int{4, 4}, false, 16, 16, []string{"closure.undecided I2"}}},
		{"an abstention", report(t), []func(*spec.ClosureGrade){says("M1", "abstain")}, want{[2]int{18, 20}, [2]int{2, 4}, false, 15, 15, []string{"closure.undecided M1"}}},
		{"a trigger that nobody decided", report(t), []func(*spec.ClosureGrade){fires("M3", "abstain"), says("M3", "unmet")}, want{[2]int{19, 20}, [2]int{4, 4}, false, 17, 17, []string{"closure.undecided trigger:M3"}}},
		{"an atom that is blocked though open", report(t), []func(*spec.ClosureGrade){says("M1", "unmet"), says("M2", "abstain")}, want{[2]int{18, 18}, [2]int{2, 2}, true, 15, 17, nil}},
		{"no report", nil, nil, want{[2]int{14, 20}, [2]int{0, 4}, false, 11, 11, []string{"closure.undecided "}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := grading.Score(r, attempt(grade("g", r, tt.change...)), grading.Evidence{Report: tt.report, Files: files{}})
			got := want{s.HalfPoints, s.RCBounds, s.Complete, s.Met, s.Applicable, codes(s)}
			if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(want{})); d != "" {
				t.Errorf("-want +got:\n%s\n%+v", d, s.Findings)
			}
			if (s.Score != nil) != (s.HalfPoints[0] == s.HalfPoints[1]) || s.Score != nil && *s.Score*2 != float64(s.HalfPoints[0]) {
				t.Errorf("score %v of %v", s.Score, s.HalfPoints)
			}
		})
	}
}

// S06: nothing gradable was left, so nothing that does not apply earns anything.
func TestTerminalZeroS06(t *testing.T) {
	r := rubric(t)
	a := attempt(grade("g", r))
	a.TerminalZero = true
	s := grading.Score(r, a, grading.Evidence{Report: report(t)})
	if *s.Score != 0 || *s.RC != 0 || s.Met != 0 || s.Applicable != 0 || len(s.Atoms) != 0 || !s.Complete || !slices.Equal(codes(s), []string{"closure.ignored "}) {
		t.Errorf("%+v", s)
	}
	a = attempt()
	a.TimedOut = true // graded on what it left
	if s := grading.Score(r, a, grading.Evidence{Report: report(t)}); s.HalfPoints[1] != 20 || s.Complete || !s.TimedOut {
		t.Errorf("%+v", s)
	}
}

// A prerequisite that is not applicable counts as satisfied; an unmet one makes unmet and
// blocked, never not applicable.
func TestPrerequisites(t *testing.T) {
	r := rubric(t, func(r *spec.ClosureRubric) { r.Atoms[15].Prerequisites = []string{"M3"} }) // M4
	for _, tt := range []struct {
		fired, m3, want string
		blocked         []string
	}{
		{"not_fired", "unmet", "met", nil},
		{"fired", "met", "met", nil},
		{"fired", "unmet", "unmet", []string{"M3"}},
		{"fired", "abstain", "undecided", nil},
		{"abstain", "met", "met", nil},
		{"abstain", "unmet", "undecided", nil},
	} {
		s := grading.Score(r, attempt(grade("g", r, fires("M3", tt.fired), says("M3", tt.m3))), grading.Evidence{Report: report(t), Files: files{}})
		if v := decisionOf(s, "M4"); v.Decision != tt.want || !slices.Equal(v.Blocked, tt.blocked) {
			t.Errorf("M3 %s and %s: M4 is %+v", tt.fired, tt.m3, v)
		}
	}
}

// Sets are emptied of what does not apply, and an emptied set satisfies nothing.
func TestEmptiedSets(t *testing.T) {
	graded := &spec.Trigger{On: "method", Text: "t", Decide: spec.Decider{Grader: true}}
	r := rubric(t, func(r *spec.ClosureRubric) { // limits: V1 and V2, or V3
		r.Requirements[4].Alternatives = append(r.Requirements[4].Alternatives, spec.Alternative{Atoms: []string{"V3"}})
		r.Atoms[16].Trigger = graded // V1
	})
	ev := grading.Evidence{Report: report(t), Files: files{}}
	for _, tt := range []struct {
		name   string
		change []func(*spec.ClosureGrade)
		want   string
		which  int
	}{
		{"V1 drops out, V2 is met", []func(*spec.ClosureGrade){fires("V1", "not_fired")}, "met", 1},
		{"V1 drops out, V2 is unmet, V3 does not apply", []func(*spec.ClosureGrade){fires("V1", "not_fired"), says("V2", "unmet")}, "unmet", 0},
		{"V3 applies and is met", []func(*spec.ClosureGrade){fires("V1", "not_fired"), says("V2", "unmet"), fires("V3", "fired")}, "met", 2},
		{"V1 applies and is met", []func(*spec.ClosureGrade){fires("V1", "fired")}, "met", 1},
	} {
		s := grading.Score(r, attempt(grade("g", r, append(tt.change, requires("limits", tt.want, gap))...)), ev)
		if q := s.Requirements[4]; q.Decision != tt.want || q.Alternative != tt.which {
			t.Errorf("%s: %+v", tt.name, q)
		}
	}
}

// A requirement is not applicable only by its own trigger.
func TestRequirementNotApplicable(t *testing.T) {
	r := rubric(t)
	ev := grading.Evidence{Report: report(t), Files: files{}}
	s := grading.Score(r, attempt(grade("g", r)), ev)
	if q := s.Requirements[3]; q.Decision != "not_applicable" || q.Cap != nil || q.By != "g" {
		t.Errorf("%+v", q)
	}
	s = grading.Score(r, attempt(grade("g", r, fires("upright", "fired"), requires("upright", "not_applicable", nil))), ev)
	if q := s.Requirements[3]; q.Decision != "unmet" || q.Cap == nil || *q.Cap != 2 || !slices.Equal(codes(s), []string{"closure.not-applicable upright"}) {
		t.Errorf("%+v %v", q, codes(s))
	}
}

// What is not applicable was met by no alternative, though one holds.
func TestAlternativeOfWhatDoesNotApply(t *testing.T) {
	r := rubric(t, func(r *spec.ClosureRubric) {
		r.Requirements[2].Trigger = &spec.Trigger{On: "conclusion", Text: "t", Decide: spec.Decider{Grader: true}}
	})
	s := grading.Score(r, attempt(grade("g", r)), grading.Evidence{Report: report(t), Files: files{}})
	if q := s.Requirements[2]; q.Decision != "not_applicable" || q.Alternative != 0 || *s.RC != 4 {
		t.Errorf("%+v", q)
	}
}

// The gap of the rubric stands where no grade states one; one that a grade leaves
// incomplete does not cap.
func TestGapOfTheRubric(t *testing.T) {
	r := rubric(t, func(r *spec.ClosureRubric) { r.Requirements[4].Gap = gap })
	ev := grading.Evidence{Report: report(t), Files: files{}}
	for want, g := range map[int]spec.ClosureGrade{
		3: grade("g", r, says("V2", "unmet")),
		4: grade("g", r, says("V2", "unmet"), requires("limits", "unmet", &spec.ValidityGap{FailureMode: "something"})),
	} {
		if s := grading.Score(r, attempt(g), ev); s.RC == nil || *s.RC != want {
			t.Errorf("RC%v, not RC%d", s.RCBounds, want)
		}
	}
}

// A gap that the rubric states in part caps nothing, said or unsaid.
func TestGapOfTheRubricInPart(t *testing.T) {
	r := rubric(t, func(r *spec.ClosureRubric) { r.Requirements[4].Gap = &spec.ValidityGap{FailureMode: "something"} })
	s := grading.Score(r, attempt(grade("g", r, says("V2", "unmet"))), grading.Evidence{Report: report(t), Files: files{}})
	if s.RC == nil || *s.RC != 4 || !slices.Equal(codes(s), []string{"closure.gap limits"}) {
		t.Errorf("RC%v %v", s.RCBounds, codes(s))
	}
}

// RC3 says that validity is at fault: it is told where no V atom shows it.
func TestRC3WithoutV(t *testing.T) {
	r := rubric(t, func(r *spec.ClosureRubric) {
		r.Requirements[4].Alternatives = nil
		r.Requirements[4].Grader = true
	})
	s := grading.Score(r, attempt(grade("g", r, requires("limits", "unmet", gap))), grading.Evidence{Report: report(t), Files: files{}})
	if *s.RC != 3 || !slices.Equal(codes(s), []string{"closure.rc3-without-v "}) {
		t.Errorf("RC%v %v", s.RCBounds, codes(s))
	}
}

// An O atom that the engine decides needs that nothing wrong is claimed of it.
func TestOutputOfTheEngine(t *testing.T) {
	r := rubric(t)
	one, fails := 1.0, false
	rep := &spec.Report{Status: spec.StatusScored, Nodes: []spec.NodeReport{
		{ID: "r_small", Kind: spec.KindResult, State: spec.StateScored, Score: &one, Candidate: "small"}, {ID: "c_grows", Kind: spec.KindClaim, State: spec.StateMissing}},
		Edges:   []spec.EdgeReport{{From: "r_small", To: "c_grows", Relation: spec.ResultClaim, State: spec.StateScored, Pass: &fails}},
		Records: spec.Records{Results: &spec.Results{Results: []spec.Result{{ID: "small"}}}}}
	x, err := slots.New(rep)
	if err != nil {
		t.Fatal(err)
	}
	s := grading.Score(r, attempt(grade("g", r)), grading.Evidence{Report: x, Files: files{}})
	if v := decisionOf(s, "O2"); v.Decision != "unmet" || v.By != "engine" || !strings.Contains(v.Why, "does not show") {
		t.Errorf("%+v", v)
	}
	// Of several slots, what does not stand is not relied on.
	either := rubric(t, func(r *spec.ClosureRubric) { r.Atoms[5].Decide = spec.Decider{Expr: "r_small or r_other"} })
	rep.Nodes = append(rep.Nodes, spec.NodeReport{ID: "r_other", Kind: spec.KindResult, State: spec.StateScored, Score: &one, Candidate: "other"})
	rep.Nodes[0].Score = new(float64)
	if x, err = slots.New(rep); err != nil {
		t.Fatal(err)
	}
	if v := decisionOf(grading.Score(either, attempt(grade("g", either)), grading.Evidence{Report: x, Files: files{}}), "O2"); v.Decision != "met" {
		t.Errorf("%+v", v)
	}
	rep.Nodes[0].Score, rep.Edges = &one, nil
	if x, err = slots.New(rep); err != nil {
		t.Fatal(err)
	}
	s = grading.Score(r, attempt(grade("g", r)), grading.Evidence{Report: x, Files: files{}})
	if v := decisionOf(s, "O2"); v.Decision != "met" || !slices.Equal(v.Evidence, []spec.EvidencePointer{{File: "results.json", Pointer: "/results/0"}}) {
		t.Errorf("%+v", v)
	}
}

package rubric_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/assaybench/assay/internal/report/rubric"
	"github.com/assaybench/assay/spec"
)

const evil = `<script>alert(1)</script>"'><img src=x onerror=1>` + "\x1b[31m\u202e"

func sample() (*spec.ClosureRubric, *spec.ClosureScore) {
	two := 2
	r := &spec.ClosureRubric{Title: evil, Atoms: []spec.Atom{{ID: "F1", Text: evil, Routes: []string{evil}, Trigger: &spec.Trigger{Text: evil}}, {ID: "M1"}, {ID: "V1"}},
		Requirements: []spec.ClosureRequirement{{ID: "q", Text: evil}}}
	s := &spec.ClosureScore{Rubric: evil, Attempt: evil, Model: evil, Task: evil, Run: 2, Validity: "undecided", TimedOut: true, HalfPoints: [2]int{17, 19}, RCBounds: [2]int{2, 4}, Met: 1, Applicable: 2,
		Atoms: []spec.AtomVerdict{
			{Atom: "F1", Dimension: "F", Decision: "met", By: evil, Why: evil, Evidence: []spec.EvidencePointer{{File: evil, Line: 3, Pointer: "/a", Mark: evil}}},
			{Atom: "M1", Dimension: "M", Decision: "unmet", Blocked: []string{evil}},
			{Atom: "V1", Dimension: "V", Category: "risk_linked", Decision: "undecided"}},
		Requirements: []spec.RequirementRecord{{Requirement: evil, Role: spec.RoleConclusion, Decision: "unmet", Cap: &two, By: evil, Why: evil}},
		Grades:       []spec.ClosureGrade{{Grader: evil, Stage: "first", Rationale: evil, RC: &two, Judge: &spec.ClosureJudge{Kind: evil}}},
		Changes:      []spec.DecisionChange{{Of: "M1", Stage: "review", By: evil, From: "met", To: "unmet", Score: [2]int{18, 17}, RC: [2]int{4, 2}}},
		Review:       []spec.ReviewItem{{Of: evil, Said: map[string]string{evil: "met", "ben": "unmet"}, Points: [2]int{17, 19}, RC: [2]int{2, 4}, Validity: true}},
		Findings:     []spec.Finding{{Code: spec.ClosureUndecided, Severity: spec.SeverityWarning, Node: evil, Message: evil, Fix: evil, Place: spec.Place{File: evil}}}}
	return r, s
}

// The page holds what it is to say, in the same bytes each time, and nothing that
// strangers wrote becomes markup.
func TestHTML(t *testing.T) {
	r, s := sample()
	var b, again bytes.Buffer
	for _, w := range []*bytes.Buffer{&b, &again} {
		if err := rubric.HTML(w, r, s); err != nil {
			t.Fatal(err)
		}
	}
	if b.String() != again.String() || strings.ContainsAny(b.String(), "\x1b\u202e") {
		t.Error("two writings differ, or control characters reach the page")
	}
	doc, err := html.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for n := range doc.Descendants() {
		switch {
		case n.Type == html.TextNode:
			text.WriteString(n.Data)
		case n.Type == html.ElementNode && (n.Data == "script" || n.Data == "img" || n.Data == "link" || n.Data == "iframe"):
			t.Errorf("the page has a %s", n.Data)
		}
	}
	for _, want := range []string{"RC2 to RC4, 8.5 to 9.5 of 10", "1 of the atoms are open", "Validity: undecided", "It timed out", "caps at RC2", "risk linked", "line 3, /a, mark", "unmet, blocked by",
		"met → unmet by", "9.0 → 8.5 points, RC4 → RC2", "ben unmet", "or no observation at all", "closure.undecided", "To repair"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func TestText(t *testing.T) {
	r, s := sample()
	var b bytes.Buffer
	if err := rubric.Text(&b, r, s); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\u202e") {
		t.Error("control characters reach the terminal")
	}
	for _, want := range []string{"RC2 to RC4, 8.5 to 9.5 of 10", "unmet, caps at RC2", "unmet, blocked by", "F 1/1, O 0/0, I 0/0, M 0/1, V 0/0, all 1/2", "To be reviewed", "Changed by later stages", "warning closure.undecided"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := rubric.Table(&b, []*spec.ClosureScore{s, {Attempt: "z", TerminalZero: true, Complete: true}, {Attempt: "i", Complete: true, Validity: "infrastructure_invalid"}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"open, 1 to be reviewed", "0.0    ", "terminal zero", "infrastructure_invalid"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

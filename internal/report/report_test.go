package report_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/assaybench/assay/internal/report"
	"github.com/assaybench/assay/spec"
)

var (
	update  = flag.Bool("update", false, "write the golden files anew")
	htmlDir = flag.String("html", "", "also write the sample pages into this folder")
)

func render(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs (run with -update to accept):\n%s", path, d)
	}
}

func TestTextGolden(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			got := render(t, func(b *bytes.Buffer) error { return report.Text(b, s.build(), report.Style{}) })
			golden(t, "text-"+s.name+".txt", got)
		})
	}
	t.Run("color", func(t *testing.T) {
		got := render(t, func(b *bytes.Buffer) error { return report.Text(b, variant(), report.Style{Color: true, Width: 80}) })
		golden(t, "text-color.txt", got)
	})
}

func TestExplainGolden(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			got := render(t, func(b *bytes.Buffer) error { return report.Explain(b, s.build(), "", report.Style{}) })
			golden(t, "explain-"+s.name+".txt", got)
		})
	}
	t.Run("one", func(t *testing.T) {
		got := render(t, func(b *bytes.Buffer) error { return report.Explain(b, variant(), "c3", report.Style{Width: 80}) })
		golden(t, "explain-one.txt", got)
		byCandidate := render(t, func(b *bytes.Buffer) error { return report.Explain(b, variant(), "spread", report.Style{Width: 80}) })
		if d := cmp.Diff(got, byCandidate); d != "" {
			t.Error("the candidate's id does not name the same claim:\n" + d)
		}
	})
}

func TestExplainUnknownClaim(t *testing.T) {
	var b bytes.Buffer
	err := report.Explain(&b, variant(), "c9", report.Style{})
	var unknown *report.UnknownClaimError
	if !errors.As(err, &unknown) {
		t.Fatalf("got %v, want an UnknownClaimError", err)
	}
	want := &report.UnknownClaimError{Claim: "c9", Known: []string{"c1", "heavier", "c2", "order", "c3", "spread"}}
	if d := cmp.Diff(want, unknown); d != "" {
		t.Error(d)
	}
	if !strings.Contains(err.Error(), "c1, heavier, c2") {
		t.Errorf("the message does not list the claims: %v", err)
	}
	if b.Len() > 0 {
		t.Errorf("something was written: %q", b.String())
	}
}

// What a check says is not said again as a finding, and each cause stands once.
func TestNothingTwice(t *testing.T) {
	for _, s := range samples {
		if s.name == "hostile" { // says the same everywhere
			continue
		}
		r := s.build()
		r.Findings = append(r.Findings, r.Findings...) // as two checks may do
		got := render(t, func(b *bytes.Buffer) error { return report.Explain(b, r, "", report.Style{Width: 400}) })
		for _, f := range r.Findings {
			if n := strings.Count(got, f.Message); n != 1 {
				t.Errorf("%s: %q stands %d times", s.name, f.Message, n)
			}
		}
	}
	got := render(t, func(b *bytes.Buffer) error { return report.Text(b, detached(), report.Style{}) })
	if n := strings.Count(got, "visual.values"); n != 1 || !strings.Contains(got, "brings down c1, c2, c3") {
		t.Errorf("one cause of three claims stands %d times:\n%s", n, got)
	}
}

// An item below a broken one is shown as blocked whatever its own score, and is not
// taken for the reason, unless the report states an error of it.
func TestBlockedIsNotBlamed(t *testing.T) {
	for _, x := range []struct {
		severity spec.Severity
		sign     string
	}{{spec.SeverityInfo, "↥ c3"}, {spec.SeverityError, "✗ c3"}} {
		r := variant()
		f := faults{r}
		f.node("c3").Score = ptr(0.0)
		e := f.edge("v_bars", "c3")
		e.Pass = ptr(false)
		r.Findings = append(r.Findings, spec.Finding{Code: spec.ClaimMagnitude, Severity: x.severity, Node: "c3", Message: "The claim states another size."})
		text := render(t, func(b *bytes.Buffer) error { return report.Text(b, r, report.Style{}) })
		if strings.Contains(text, "The claim states another size.") {
			t.Errorf("the claim is blamed before its result:\n%s", text)
		}
		why := render(t, func(b *bytes.Buffer) error { return report.Explain(b, r, "c3", report.Style{}) })
		for _, want := range []string{x.sign, "blocked by r_spread", "↥ v_bars -> c3"} {
			if !strings.Contains(why, want) {
				t.Errorf("%s: %q is not in\n%s", x.severity, want, why)
			}
		}
	}
}

// A number that could not be had, one that is missing and one that is 0 are three things.
func TestN24_MissingFailedAndZeroDiffer(t *testing.T) {
	row := func(change func(c *spec.ClaimReport)) string {
		r := strict()
		change(&r.Claims[0])
		text := render(t, func(b *bytes.Buffer) error { return report.Text(b, r, report.Style{Width: 60}) })
		for l := range strings.Lines(text) {
			if strings.HasPrefix(l, "  c1 ") {
				return strings.Join(strings.Fields(l)[1:], " ")
			}
		}
		t.Fatal("no row of c1 in\n" + text)
		return ""
	}
	got := []string{
		row(func(c *spec.ClaimReport) { c.Verdict, c.Support = spec.Unsupported, ptr(0.0) }),
		row(func(c *spec.ClaimReport) {
			c.Verdict, c.Support, c.Candidate, c.Text = spec.Unsupported, ptr(0.0), "", ""
		}),
		row(func(c *spec.ClaimReport) { c.Verdict, c.Support, c.GroundedSupport = spec.Undetermined, nil, nil }),
	}
	want := []string{"✗ unsupported 0 1 –", "✗ unsupported missing – –", "? undetermined ? ? –"}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

func TestNilReport(t *testing.T) {
	var b bytes.Buffer
	for name, err := range map[string]error{
		"JSON": report.JSON(&b, nil), "Text": report.Text(&b, nil, report.Style{}), "Explain": report.Explain(&b, nil, "", report.Style{}), "HTML": report.HTML(&b, nil),
	} {
		if err == nil {
			t.Errorf("%s writes a nil report", name)
		}
	}
}

// Even an empty report is written, and never as a success.
func TestEmptyReportIsNoSuccess(t *testing.T) {
	for name, write := range map[string]func(*bytes.Buffer) error{
		"Text":    func(b *bytes.Buffer) error { return report.Text(b, &spec.Report{}, report.Style{}) },
		"Explain": func(b *bytes.Buffer) error { return report.Explain(b, &spec.Report{}, "", report.Style{}) },
		"HTML":    func(b *bytes.Buffer) error { return report.HTML(b, &spec.Report{}) },
	} {
		if got := render(t, write); strings.Contains(got, "Strict success</h1>") || strings.Contains(got, "✓ Strict success") {
			t.Errorf("%s calls an empty report a success", name)
		}
	}
}

// Of several findings of one node the decisive one is the reason, wherever it stands.
func TestDecisiveFindingIsTheReason(t *testing.T) {
	r := variant()
	f := faults{r}
	n := f.node("r_spread")
	n.Checks = append(n.Checks, spec.Check{Name: "n", State: spec.StateScored, Code: spec.ResultDetail, Note: "The n is wrong."})
	r.Findings = append([]spec.Finding{{Code: spec.ResultDetail, Severity: spec.SeverityError, Node: "r_spread", Message: "The n is wrong."}}, r.Findings...)
	got := render(t, func(b *bytes.Buffer) error { return report.Text(b, r, report.Style{}) })
	if strings.Contains(got, "The n is wrong.") || !strings.Contains(got, "population standard deviation") {
		t.Errorf("the reason is not the decisive check:\n%s", got)
	}
}

// What only an alternative lacks that no claim rests on is no fault, and is not drawn
// as one; the same lack is one where a claim needs it.
func TestUnusedAlternativeIsNoFault(t *testing.T) {
	r := strict()
	n := node("r_annual", spec.KindResult, "annual mean", "")
	n.State, n.Score = spec.StateMissing, ptr(0.0)
	e := edge("r_annual", "c1", spec.ResultClaim)
	e.State, e.Pass = spec.StateMissing, ptr(false)
	r.Nodes, r.Edges = append(r.Nodes, n), append(r.Edges, e)
	page := func() string { return render(t, func(b *bytes.Buffer) error { return report.HTML(b, r) }) }
	if got := page(); strings.Contains(got, `class="box s-missing"`) || !strings.Contains(got, "r_annual, result: alternative, not used") {
		t.Error("an alternative that is not used is drawn as a fault")
	}
	r.Findings = []spec.Finding{{Code: spec.ResultMissing, Severity: spec.SeverityError, Node: "r_annual", Message: "There is no result."}}
	if got := page(); !strings.Contains(got, `class="box s-missing"`) {
		t.Error("a result that is missed is not drawn as missing")
	}
}

// After a run that did not meet its contract nothing in the graph is blamed.
func TestFailedRunAloneIsBlamed(t *testing.T) {
	r := strict()
	r.Metrics.Execution, r.Metrics.Strict, r.Status = 0, ptr(false), spec.StatusFailed
	for i := range r.Nodes {
		r.Nodes[i].Score = ptr(0.0)
	}
	for i := range r.Edges {
		r.Edges[i].Pass = ptr(false)
	}
	page := render(t, func(b *bytes.Buffer) error { return report.HTML(b, r) })
	if strings.Contains(page, `class="box s-broken"`) || strings.Contains(page, `class="link s-broken"`) || !strings.Contains(page, "t_mass, transform: not reached") {
		t.Error("nodes are blamed for a run that failed")
	}
}

// Where nothing was run, the reason stands in place of an exit code and times that
// nothing took.
func TestStoppedSaysWhy(t *testing.T) {
	r := timeout()
	r.Status, r.Run = spec.StatusFailed, spec.RunReport{Stopped: "the submission is not five readable files, so nothing was run", Versions: map[string]string{}}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"text":    func(b *bytes.Buffer) error { return report.Text(b, r, report.Style{Width: 400}) },
		"explain": func(b *bytes.Buffer) error { return report.Explain(b, r, "", report.Style{Width: 400}) },
		"HTML":    func(b *bytes.Buffer) error { return report.HTML(b, r) },
	} {
		got := render(t, write)
		if !strings.Contains(got, "The submission is not five readable files, so nothing was run. Every score is 0.") || !strings.Contains(got, r.Run.Stopped) {
			t.Errorf("%s does not say why nothing was run:\n%s", name, got)
		}
		for _, never := range []string{"exit 0", "0.00 s", "not sandboxed", "Not isolated", "<dt>Exit</dt>", "Wall time", "The run did not meet"} {
			if strings.Contains(got, never) {
				t.Errorf("%s says %q of a run that did not take place", name, never)
			}
		}
	}
}

// A claim that no slot asked for has no node: its finding is known by its place.
func TestUnmatchedClaimShowsItsFinding(t *testing.T) {
	r := strict()
	r.Records.Claims = &spec.ClaimsFile{Claims: []spec.Claim{{ID: "heavier"}, {ID: "bonus"}, {ID: "other"}, {ID: "11th"}}}
	for i, id := range []string{"bonus", "other"} {
		r.Claims = append(r.Claims, spec.ClaimReport{Candidate: id, Text: "Penguins like " + id + ".", Verdict: spec.Unsupported, Support: ptr(0.0), GroundedSupport: ptr(0.0), BrokenStage: spec.StageClaim})
		r.Findings = append(r.Findings, spec.Finding{Code: spec.ClaimUnmatched, Severity: []spec.Severity{spec.SeverityWarning, spec.SeverityError}[i], Message: "no slot asks for claim " + id,
			Fix: "State another claim than " + id + ".", Place: spec.Place{File: "claims.json", Pointer: []string{"/claims/1", "/claims/2/quantity"}[i]}})
	}
	r.Findings = append(r.Findings, spec.Finding{Code: spec.ClaimUnmatched, Severity: spec.SeverityError, Message: "of another claim", Place: spec.Place{File: "claims.json", Pointer: "/claims/11"}})
	for _, id := range []string{"bonus", "other"} {
		why := render(t, func(b *bytes.Buffer) error { return report.Explain(b, r, id, report.Style{}) })
		if !strings.Contains(why, "no slot asks for claim "+id) || strings.Contains(why, "of another claim") {
			t.Errorf("the explanation of %s is\n%s", id, why)
		}
	}
	cards := find(elements(t, render(t, func(b *bytes.Buffer) error { return report.HTML(b, r) })), func(n *html.Node) bool { return hasClass(n, "card") })
	for i, id := range []string{"bonus", "other"} {
		if got := content(cards[i]); !strings.Contains(got, "no slot asks for claim "+id) || !strings.Contains(got, "State another claim than "+id) {
			t.Errorf("the card of %s does not show its finding: %s", id, got)
		}
	}
	text := render(t, func(b *bytes.Buffer) error { return report.Text(b, r, report.Style{}) })
	if !strings.Contains(text, "brings down other") || strings.Contains(text, "asks for claim bonus") {
		t.Errorf("the text does not tell errors alone as causes:\n%s", text)
	}
}

package tally_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/internal/report/tally"
	"github.com/assaybench/assay/spec"
)

const evil = `<script>alert(1)</script>"'><img src=x onerror=1>` + "\x1b[31m\u202e"

func number(x float64) *float64 { return &x }
func whole(x int) *int          { return &x }

func scoring(t *testing.T) *checklist.Scoring {
	t.Helper()
	s := &checklist.Scoring{RunID: "T_1", TaskID: "T", AgentName: evil, Settings: &checklist.Settings{Task: "aa", Judge: judge.Settings{Kind: "openai", Model: evil}, Draws: 3, Quorum: 2, Images: 15},
		Inputs: &checklist.Inputs{Report: "report/report.md", Characters: 12},
		Items: []checklist.Record{
			{Kind: checklist.Text, Content: evil, Weight: "0.5", Score: number(44.5), State: checklist.Scored, Mode: checklist.Objective, Reasoning: evil, Spread: 3,
				Draws: []checklist.Draw{{State: checklist.Scored, Score: whole(43)}, {State: checklist.Scored, Score: whole(46)}, {State: checklist.Unparseable, Note: evil}}, Shown: []checklist.Shown{{Role: "submission", Name: evil, SHA256: "0"}}},
			{Index: 1, Kind: checklist.Image, Content: "b", Weight: "0.25", State: checklist.JudgeFailed, Reasoning: "down", Bounds: &spec.Bounds{High: 40}, Engine: &checklist.Engine{Slot: evil, Verdict: spec.Unsupported, High: 0.4, Low: 0.4, Note: evil}},
			{Index: 2, Kind: checklist.Text, Content: "c", Weight: "0.25", State: checklist.Skipped},
		},
		Findings: []spec.Finding{{Code: spec.ChecklistJudgeFailed, Severity: spec.SeverityError, Node: "item-1", Message: evil, Fix: "Ask again."}, {Code: spec.ChecklistFigures, Severity: spec.SeverityWarning, Place: spec.Place{File: evil}, Message: "left out"}}}
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	return s
}

func board(t *testing.T) *checklist.Board {
	t.Helper()
	b, err := checklist.NewBoard([]checklist.Run{
		{RunID: "T_1", Task: "T", Agent: evil, Scoring: scoring(t)},
		{RunID: "U_1", Task: "U", Agent: evil, Why: "it was not scored"},
		{RunID: "U_2", Task: "U", Agent: "b", Scoring: &checklist.Scoring{Items: []checklist.Record{{Weight: "1", Score: number(71)}}, Settings: scoring(t).Settings}},
	}, []string{evil})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The pages hold what they are to say, and nothing that strangers wrote becomes markup.
func TestPages(t *testing.T) {
	for name, c := range map[string]struct {
		write func(*bytes.Buffer) error
		says  []string
	}{
		"scoring": {func(b *bytes.Buffer) error { return tally.HTML(b, scoring(t)) }, []string{"Between 22.25 and 57.25 of 100", "50 %", "44.5", "0 to 40 · judge_failed", "0 to 100 · skipped", "comparable to the source paper", "3 draws, 3 points apart", "checklist.judge-failed", "3 draws, 2 needed; at most 15 figures"}},
		"board":   {func(b *bytes.Buffer) error { return tally.BoardHTML(b, board(t)) }, []string{"3 tasks, 2 agents", "Without a total: 2 of the runs", "71", "1 judge_failed, 1 skipped", "22.25 to 57.25"}},
	} {
		var b, again bytes.Buffer
		if err := c.write(&b); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := c.write(&again); err != nil || b.String() != again.String() {
			t.Errorf("%s: two writings differ", name)
		}
		if strings.ContainsAny(b.String(), "\x1b\u202e") {
			t.Errorf("%s: control characters reach the page", name)
		}
		doc, err := html.Parse(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for n := range doc.Descendants() {
			switch {
			case n.Type == html.TextNode:
				text.WriteString(n.Data)
			case n.Type != html.ElementNode:
			case n.Data == "script" || n.Data == "img" || n.Data == "link" || n.Data == "iframe":
				t.Errorf("%s: there is a <%s>", name, n.Data)
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "href" && !strings.HasPrefix(a.Val, "#") || strings.Contains(a.Val, "ZgotmplZ") {
					t.Errorf("%s: <%s %s=%q>", name, n.Data, a.Key, a.Val)
				}
			}
		}
		for _, s := range c.says {
			if !strings.Contains(text.String(), s) {
				t.Errorf("%s does not say %q", name, s)
			}
		}
		if !strings.Contains(b.String(), "default-src &#39;none&#39;") {
			t.Errorf("%s has no policy", name)
		}
	}
}

func TestTexts(t *testing.T) {
	for name, c := range map[string]struct {
		write func(*bytes.Buffer) error
		says  []string
	}{
		"scoring": {func(b *bytes.Buffer) error { return tally.Text(b, scoring(t)) }, []string{"T_1 of T, by <script>", ": between 22.25 and 57.25 of 100", "There is no total: 50 % of the weight has a score (1 judge_failed, 1 skipped).", "1     image  0.25    0 to 40", "error checklist.judge-failed item-1: ", "Judge: openai"}},
		"board":   {func(b *bytes.Buffer) error { return tally.BoardText(b, board(t)) }, []string{"over all 3", "runs without a total", "0 to 100"}},
	} {
		var b bytes.Buffer
		if err := c.write(&b); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(b.String(), "\x1b\u202e") {
			t.Errorf("%s: control characters reach the terminal", name)
		}
		for _, s := range c.says {
			if !strings.Contains(b.String(), s) {
				t.Errorf("%s does not say %q:\n%s", name, s, b.String())
			}
		}
	}
}

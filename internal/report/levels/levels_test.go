package levels_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/internal/report/levels"
	"github.com/assaybench/assay/spec"
)

// scored is an attempt with so many of its twenty atoms met, M atoms last.
func scored(model, task string, run, met, rc int, edit func(*stats.Scored)) stats.Scored {
	s := stats.Scored{File: "s.json", ClosureScore: spec.ClosureScore{Rubric: "r", Attempt: fmt.Sprintf("%s %s %d", model, task, run), Model: model, Task: task, Run: run, Validity: "valid",
		Complete: true, HalfPoints: [2]int{met, met}, RC: &rc, RCBounds: [2]int{rc, rc}}}
	for i := range 20 {
		a := spec.AtomVerdict{Atom: fmt.Sprint(i), Dimension: []spec.Dimension{"F", "O", "I", "V", "M"}[i/4], Decision: "unmet"}
		if i < met {
			a.Decision = "met"
		}
		s.Atoms = append(s.Atoms, a)
	}
	x := float64(met) / 2
	s.Score = &x
	if edit != nil {
		edit(&s)
	}
	return s
}

func of(t *testing.T, tasks, runs int, list ...stats.Scored) *spec.ClosureStats {
	t.Helper()
	s, problems, err := stats.Of(t.Context(), list, stats.Options{Tasks: tasks, Runs: runs, Resamples: 50, Seed: 1, Level: 0.95})
	if s == nil || err != nil {
		t.Fatal(problems, err)
	}
	return s
}

func undecided(s *stats.Scored) {
	s.Atoms[0].Decision, s.Score, s.Complete, s.HalfPoints[0] = "undecided", nil, false, s.HalfPoints[0]-1
}

func text(t *testing.T, s *spec.ClosureStats) string {
	t.Helper()
	var b bytes.Buffer
	if err := levels.Text(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func html(t *testing.T, s *spec.ClosureStats) string {
	t.Helper()
	var b bytes.Buffer
	if err := levels.HTML(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	got := text(t, of(t, 2, 2,
		scored("one", "a", 1, 20, 4, nil), scored("one", "a", 2, 19, 4, nil), scored("one", "b", 1, 16, 2, nil),
		scored("two", "a", 1, 6, 1, func(s *stats.Scored) { s.TimedOut = true }), scored("two", "b", 1, 20, 4, func(s *stats.Scored) { s.Validity = "infrastructure_invalid" })))
	want := `RC4 in 2 of 4 attempts
  2 models, 2 tasks and 2 runs of each were declared; 4 of 8 runs were observed.
  4 missing · 1 spoilt by the infrastructure · 1 timed out

  model       mean  95 %          median  RC0  RC1    RC2   RC3  RC4   of declared  any run  all runs
  one         9.17  [8.00, 9.75]  9.50    0 %  0 %    33 %  0 %  67 %  2/4          1/2      1/2
  two         3.00                3.00    0 %  100 %  0 %   0 %  0 %   0/4          0/2      0/2
  all models  7.62  [7.50, 8.00]  8.75    0 %  25 %   25 %  0 %  50 %  2/8          1/4      1/4

  completion  F     O     I     M     V     8 or more  RC4  below: I  M      I or M  RC4: I  M     I or M
  one         1.00  1.00  1.00  0.58  1.00  3/3        2/3  0 %       100 %  1/1     0 %     50 %  1/2
  two         1.00  0.50  0.00  0.00  0.00  0/1        0/0  –         –      0/0     –       –     0/0
  all models  1.00  0.88  0.75  0.44  0.75  3/4        2/3  0 %       100 %  1/1     0 %     50 %  1/2

  score, of all attempts  RC0  RC1   RC2   RC3  RC4   all
  8 to 10                 0 %  0 %   25 %  0 %  50 %  75 %
  6 to below 8            0 %  0 %   0 %   0 %  0 %   0 %
  4 to below 6            0 %  0 %   0 %   0 %  0 %   0 %
  2 to below 4            0 %  25 %  0 %   0 %  0 %   25 %
  0 to below 2            0 %  0 %   0 %   0 %  0 %   0 %
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestUndecidedIsSaid(t *testing.T) {
	s := of(t, 2, 1, scored("m", "a", 1, 18, 3, nil), scored("m", "b", 1, 10, 2, undecided))
	if got := text(t, s); !strings.Contains(got, "1 attempt undecided") || !strings.Contains(got, "6.75…7.00") || !strings.Contains(got, "50 %") {
		t.Error(got)
	}
	page := html(t, s)
	for _, want := range []string{`Complete: <strong>no</strong>`, `class="verdict is-open"`, "6.75…7.00", "p-open"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// The page needs nothing else, is the same twice, and shows names as text.
func TestPage(t *testing.T) {
	bad := "<script>alert(1)</script>\u202e"
	s := of(t, 2, 2, scored(bad, bad, 1, 20, 4, nil), scored("m", "b", 1, 10, 2, func(s *stats.Scored) { s.Validity = "infrastructure_invalid" }), scored("m", "b", 2, 10, 2, func(s *stats.Scored) { s.Supersedes = "gone"; s.File = bad }))
	s.Notes = append(s.Notes, spec.Diagnostic{Code: "closure.supersedes", Message: bad})
	page := html(t, s)
	if page != html(t, s) {
		t.Error("two pages differ")
	}
	for _, no := range []string{"<script", "\u202e", "http://", "https://", "url(", "@import", "NaN", "<no value>"} {
		if strings.Contains(page, no) {
			t.Errorf("the page holds %s", no)
		}
	}
	for _, want := range []string{"default-src &#39;none&#39;", "&lt;script&gt;", "infrastructure_invalid", `id="tasks"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if n := strings.Count(page, `<svg class="chart"`); n != 4 {
		t.Errorf("%d plots", n)
	}
}

// Without an attempt, and with very many models, there is still a page of a sane size.
func TestExtremes(t *testing.T) {
	none := of(t, 1, 1, scored("m", "a", 1, 20, 4, func(s *stats.Scored) { s.Validity = "infrastructure_invalid" }))
	if got := text(t, none); !strings.Contains(got, "RC4 in 0 of 0 attempts") || strings.Contains(got, "NaN") {
		t.Error(got)
	}
	if page := html(t, none); strings.Contains(page, "NaN") {
		t.Error("NaN")
	}
	empty := of(t, 1, 1)
	if got := text(t, empty); !strings.Contains(got, "0 of 0 runs were observed") || strings.Contains(html(t, empty), "NaN") {
		t.Error(got)
	}
	var many []stats.Scored
	for i := range 100 {
		many = append(many, scored(fmt.Sprintf("model-%03d", i), "a", 1, i%21, i%5, nil))
	}
	s := of(t, 1, 1, many...)
	if got := text(t, s); !strings.Contains(got, "and 89 more") || strings.Count(got, "\n") > 45 {
		t.Error(got)
	}
	if n := len(html(t, s)); n > 400_000 {
		t.Errorf("%d bytes", n)
	}
}

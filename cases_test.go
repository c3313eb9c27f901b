package assay_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/internal/report"
	"github.com/assaybench/assay/spec"
)

// options for the worked cases: the project's own Python environment.
func options(tb testing.TB) assay.Options {
	tb.Helper()
	python, err := filepath.Abs(".venv/bin/python")
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := os.Stat(python); err != nil {
		tb.Fatalf("the Python environment is missing (%v): run make setup", err)
	}
	cache, err := filepath.Abs(".venv/cache")
	if err != nil {
		tb.Fatal(err)
	}
	return assay.Options{Python: python, Cache: cache}
}

// alone is options without a run on changed data, for what does not rest on one.
func alone(tb testing.TB) assay.Options {
	o := options(tb)
	o.Interventions = -1
	return o
}

// verified is the verdict on a worked submission by the usual options, reached once for all
// tests, which leave it as it is.
func verified(tb testing.TB, caseDir, subDir string) *spec.Report {
	tb.Helper()
	one, _ := verdicts.LoadOrStore(subDir, &verdict{})
	v := one.(*verdict)
	v.once.Do(func() { v.report = verify(tb, caseDir, subDir, options(tb)) })
	if v.report == nil {
		tb.Fatalf("%s could not be verified", subDir)
	}
	return v.report
}

type verdict struct {
	once   sync.Once
	report *spec.Report
}

var verdicts sync.Map // folder of a submission -> *verdict

func verify(tb testing.TB, caseDir, subDir string, o assay.Options) *spec.Report {
	tb.Helper()
	c, err := assay.LoadCase(caseDir)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := assay.LoadSubmission(subDir, c)
	if err != nil {
		tb.Fatal(err)
	}
	r, err := assay.Verify(tb.Context(), c, s, o)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// earliest is the earliest broken stage over the required claims.
func earliest(r *spec.Report) spec.Stage {
	best := len(spec.Stages)
	for _, c := range r.Claims {
		if i := slices.Index(spec.Stages, c.BrokenStage); c.Required && i >= 0 {
			best = min(best, i)
		}
	}
	if best == len(spec.Stages) {
		return spec.StageNone
	}
	return spec.Stages[best]
}

func errorCodes(r *spec.Report) []spec.Code {
	var codes []spec.Code
	for _, f := range r.Findings {
		if f.Severity == spec.SeverityError {
			codes = append(codes, f.Code)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// Every worked submission gets exactly the verdict that its expected.json states; the
// references and the faithful ones are strict. The ordinary run tries the references and
// submissions for each stage that breaks and each finding, but for those that take long.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob("cases/*/case.json")
	if err != nil || len(dirs) < 3 {
		t.Fatalf("found %d cases: %v", len(dirs), err)
	}
	slices.Reverse(dirs) // a case of long computations stands for a kind only where no other does
	seen := map[string]bool{}
	for _, f := range dirs {
		dir := filepath.Dir(f)
		name := filepath.Base(dir)
		t.Run(name+"/reference", func(t *testing.T) {
			t.Parallel()
			reference := filepath.Join(dir, "hidden/reference")
			var r *spec.Report
			if name == "attoclock" && !long() { // whose orbits on changed data take long
				r = verify(t, dir, reference, alone(t))
			} else {
				r = verified(t, dir, reference)
			}
			expectStrict(t, r)
			if r.Metrics.EC.F1 == nil || *r.Metrics.EC.F1 != 1 {
				t.Error("the reference has claims beside the required ones that are not supported")
			}
			for _, n := range r.Nodes {
				if n.Score == nil {
					t.Errorf("G01: node %s of the reference is not scored", n.ID)
				}
			}
		})
		subs, err := filepath.Glob(filepath.Join(dir, "submissions/*/expected.json"))
		if err != nil || len(subs) < 12 {
			t.Errorf("case %s has %d worked submissions: %v", name, len(subs), err)
		}
		for _, e := range subs {
			sub := filepath.Dir(e)
			data, err := os.ReadFile(e)
			if err != nil {
				t.Fatal(err)
			}
			want, list := spec.ReadExpected(e, data)
			if want == nil {
				t.Fatal(list)
			}
			kinds := []string{fmt.Sprint(want.Strict, want.BrokenStage)}
			for _, f := range want.Findings {
				kinds = append(kinds, string(f))
			}
			if !long() && (!slices.ContainsFunc(kinds, func(k string) bool { return !seen[k] }) || name == "attoclock" || slices.Contains(want.Findings, spec.RunTimeout)) {
				continue
			}
			for _, k := range kinds {
				seen[k] = true
			}
			t.Run(name+"/"+filepath.Base(sub), func(t *testing.T) {
				t.Parallel()
				compareExpected(t, verified(t, dir, sub), want)
			})
		}
	}
}

func compareExpected(t *testing.T, r *spec.Report, want *spec.Expected) {
	t.Helper()
	if want.Strict {
		expectStrict(t, r)
		return
	}
	if r.Metrics.Strict == nil || *r.Metrics.Strict {
		t.Errorf("strict success for a faulty submission (%s)", want.About)
	}
	if got := earliest(r); got != want.BrokenStage {
		t.Errorf("broken stage %q, want %q", got, want.BrokenStage)
	}
	codes := errorCodes(r)
	for _, c := range want.Findings {
		if !slices.Contains(codes, c) {
			t.Errorf("no finding %s", c)
		}
	}
	for _, c := range r.Claims {
		if stage, ok := want.Claims[c.Slot]; ok && stage != c.BrokenStage {
			t.Errorf("claim %s breaks at %q, want %q", c.Slot, c.BrokenStage, stage)
		}
	}
	if t.Failed() {
		explain(t, r)
	}
}

func expectStrict(t *testing.T, r *spec.Report) {
	t.Helper()
	if r.Metrics.Strict == nil || !*r.Metrics.Strict || r.Status != spec.StatusScored {
		t.Error("no strict success")
	}
	if codes := errorCodes(r); len(codes) > 0 {
		t.Errorf("findings on a faithful submission: %v", codes)
	}
	if t.Failed() {
		explain(t, r)
	}
}

func explain(t *testing.T, r *spec.Report) {
	t.Helper()
	var b bytes.Buffer
	if err := report.Text(&b, r, report.Style{}); err != nil {
		t.Error(err)
	}
	for _, f := range r.Findings {
		b.WriteString(string(f.Severity) + " " + string(f.Code) + " " + f.Node + ": " + f.Message + "\n")
	}
	t.Log(b.String())
}

// Two runs give the same bytes outside the run's own facts.
func TestReportsAreByteStable(t *testing.T) {
	t.Parallel()
	var docs [2]bytes.Buffer
	const dir = "cases/penguins/submissions/population-sd"
	for i, r := range []*spec.Report{verified(t, "cases/penguins", dir), verify(t, "cases/penguins", dir, options(t))} {
		apart := *r
		apart.Run = spec.RunReport{}
		if err := report.JSON(&docs[i], &apart); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(docs[0].String(), docs[1].String()); d != "" {
		t.Error(d)
	}
}

package attack_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/internal/attack"
	"github.com/assaybench/assay/spec"
)

// runner uses the project's own Python environment.
func runner(t *testing.T) attack.Runner {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	python := filepath.Join(root, ".venv/bin/python")
	if _, err := os.Stat(python); err != nil {
		t.Fatalf("the Python environment is missing (%v): run make setup", err)
	}
	return attack.Runner{Cases: filepath.Join(root, "cases"), Options: assay.Options{Python: python, Cache: filepath.Join(root, ".venv/cache")}}
}

// Each attack of the suite loses what it should, by the finding that says why: in the
// ordinary run the first of each kind, all of them in the long tests and in make trust.
func TestAttacks(t *testing.T) {
	all, err := attack.All()
	if err != nil {
		t.Fatal(err)
	}
	r := runner(t)
	kinds := map[string]bool{}
	for _, a := range all {
		kind, _, _ := strings.Cut(a.Name, "/")
		if kinds[kind] && os.Getenv("ASSAY_LONG") == "" {
			continue
		}
		kinds[kind] = true
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			out, err := r.Attack(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range out.Faults {
				t.Error(f)
			}
			if t.Failed() {
				explain(t, out.Report)
			}
		})
	}
}

// Each way to cheat that is known from elsewhere is tried at least once.
func TestWaysToCheat(t *testing.T) {
	all, err := attack.All()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, a := range all {
		names[a.Name] = true
	}
	for way, attacks := range map[string][]string{
		"literal results":                     {"literal/nothing-read", "literal/data-read-and-ignored"},
		"results from a shipped file":         {"shipped/file-of-results"},
		"right code, other number written":    {"literal/another-number", "literal/after-the-right-view"},
		"a silent extra filter":               {"view/silent-filter"},
		"gold by digest":                      {"gate/digest-and-gold", "gate/digest-and-fudge"},
		"times zero, plus epsilon":            {"laundering/times-zero", "laundering/plus-epsilon"},
		"patched pandas and numpy":            {"patched/series-mean", "patched/numpy-mean", "patched/reader-of-pandas"},
		"two-faced objects":                   {"objects/float-of-gold", "objects/equal-to-all", "objects/two-faced-float"},
		"an overwritten PNG":                  {"figure/png-overwritten", "figure/png-swapped-by-rename"},
		"fudged, overlaid, invisible artists": {"figure/fudged", "figure/overlay", "figure/invisible"},
		"a figure saved twice":                {"figure/saved-twice"},
		"a trace forged on its channel":       {"trace/naive-lines", "trace/imported-recorder", "trace/forged-on-changed-data"},
		"atexit and os._exit":                 {"process/atexit", "process/exit-before-the-end"},
		"writers that outlive the program":    {"process/outliving-writer", "process/thread-that-stays", "process/daemonised"},
		"links to the hidden folder":          {"peek/link-to-hidden", "peek/link-in-the-submission"},
		"peeking":                             {"peek/proc-root", "peek/memory-of-others", "peek/environment", "peek/core-dump", "peek/hidden-folder-by-path"},
		"bombs of forks, memory, disk, files": {"bomb/forks", "bomb/memory", "bomb/disk", "bomb/million-files"},
		"huge, deep, cyclic JSON":             {"bomb/large-json", "bomb/deep-json", "bomb/cyclic-claims", "bomb/cyclic-provenance"},
		"PNG bombs":                           {"bomb/picture-of-a-billion-pixels", "bomb/picture-with-a-long-text"},
		"names with control characters":       {"terminal/names-with-control-characters", "terminal/files-with-control-characters"},
		"output meant for the terminal":       {"terminal/escape-sequences", "terminal/forged-record-in-the-output"},
		"between the check of a file and use": {"process/results-change-while-they-are-read", "process/path-changes-while-it-is-checked"},
	} {
		for _, name := range attacks {
			if !names[name] {
				t.Errorf("%s: there is no attack %s", way, name)
			}
		}
	}
}

func explain(t *testing.T, r *spec.Report) {
	t.Helper()
	var b bytes.Buffer
	for _, c := range r.Claims {
		fmt.Fprintf(&b, "%s %s %s\n", c.Slot, c.Verdict, c.BrokenStage)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s %s %s: %s\n", f.Severity, f.Code, f.Node, f.Message)
	}
	for _, d := range r.Adjudication {
		fmt.Fprintf(&b, "asked: %s %s: %s\n", d.Code, d.Node, d.Reason)
	}
	b.WriteString(strings.TrimSpace(r.Run.Output))
	t.Log(b.String())
}

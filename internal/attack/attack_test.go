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

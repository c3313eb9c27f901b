package oracle_test

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/oracles.md anew")

const page = "../docs/oracles.md"

// The page says what the code does.
func TestCatalogueIsFresh(t *testing.T) {
	var b bytes.Buffer
	if err := oracle.WriteCatalogue(&b, oracle.Default()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(got), "\n"), strings.Split(b.String(), "\n")); d != "" {
		t.Errorf("docs/oracles.md is stale; go test ./oracle -update writes it anew (-page +code):\n%s", d)
	}
}

// Every estimator says all that a curator asks of it.
func TestDescriptionsAreComplete(t *testing.T) {
	for _, e := range oracle.Default().All() {
		for name, text := range map[string]string{"summary": e.Summary, "unit": e.Unit, "domain": e.Domain, "formula": e.Formula, "source": e.Source} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no %s", e.Name, name)
			}
		}
		if len(e.Variants) == 0 {
			t.Errorf("%s names no variant", e.Name)
		}
		for _, v := range e.Variants {
			if v.Name == "" || v.Note == "" {
				t.Errorf("%s names a variant incompletely: %q, %q", e.Name, v.Name, v.Note)
			}
		}
		for _, a := range e.Arguments() {
			if a.Doc == "" || a.Kind == "" {
				t.Errorf("%s says nothing of its argument %s", e.Name, a.Name)
			}
		}
		var b bytes.Buffer
		if err := oracle.Describe(&b, e); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"- Formula: ", "- Source: ", "- Unit: ", "- Domain: ", "- Missing cells: ", "- Floor: ", "| variant | "} {
			if !strings.Contains(b.String(), line) {
				t.Errorf("the description of %s has no line %q", e.Name, line)
			}
		}
	}
}

func TestNear(t *testing.T) {
	for name, want := range map[string]string{"Meen": "mean", "quantil": "quantile", "person": "pearson", "trend": "linear_trend"} {
		if got := oracle.Default().Near(name); !slices.Contains(got, want) {
			t.Errorf("near %q: %v, not %s", name, got, want)
		}
	}
	if got := oracle.Default().Near(strings.Repeat("z", 10_000)); len(got) > 0 {
		t.Errorf("near nothing: %v", got)
	}
}

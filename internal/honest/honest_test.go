package honest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/honest"
)

func TestAll(t *testing.T) {
	styles, err := honest.All("../../cases/testdata/honest")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]int{}
	for _, s := range styles {
		cases[s.Case]++
		for _, want := range []string{"results", "claims", "provenance", "figure.png", "data/" + s.Case + ".csv"} {
			if !strings.Contains(s.Code, want) {
				t.Errorf("%s/%s never names %s", s.Case, s.Name, want)
			}
		}
	}
	for _, c := range []string{"penguins", "engel", "co2"} {
		if cases[c] < 9 {
			t.Errorf("%d styles of %s", cases[c], c)
		}
	}
	if len(styles) < 30 {
		t.Errorf("%d styles", len(styles))
	}
}

func TestAllRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := honest.All(dir); err == nil {
		t.Error("an empty folder is no error")
	}
	if err := os.Mkdir(filepath.Join(dir, "c"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "c", "a.py"), []byte("X = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := honest.All(dir); err == nil || !strings.Contains(err.Error(), "c.tail") {
		t.Errorf("an analysis without its report: %v", err)
	}
}

func TestImports(t *testing.T) {
	s := honest.Style{Code: "import polars as pl\nfrom numpy.linalg import inv\n# import pandas\nimport scipyx\n"}
	for module, want := range map[string]bool{"polars": true, "numpy": true, "pandas": false, "scipy": false} {
		if s.Imports(module) != want {
			t.Errorf("%s: %v", module, !want)
		}
	}
}

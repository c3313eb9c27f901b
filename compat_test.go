package assay_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assaybench/assay/internal/honest"
	"github.com/assaybench/assay/spec"
)

// ours are the libraries that the matrix names.
var ours = []string{"numpy", "pandas", "scipy", "statsmodels", "scikit_learn", "matplotlib", "seaborn", "polars", "pyarrow"}

// The references and every honest style are strict with the libraries of three years. What
// ends with an error there also without the tracer is not for those releases, and is named;
// docs/compatibility.md holds the same table. With ASSAY_UPDATE=1 the page is written.
func TestCompatibility(t *testing.T) {
	if !long() {
		return // it makes three Python environments
	}
	out, err := exec.Command("bash", "internal/pytrace/requirements/compat.sh", ".venv/compat").Output()
	if err != nil {
		t.Fatalf("internal/pytrace/requirements/compat.sh: %v", err)
	}
	styles, err := honest.All("cases/testdata/honest")
	if err != nil {
		t.Fatal(err)
	}
	arrow, err := honest.All("cases/testdata/arrow") // Arrow is no part of the usual environment
	if err != nil {
		t.Fatal(err)
	}
	styles = append(styles, arrow...)
	for _, name := range []string{"co2", "engel", "penguins"} {
		code, err := os.ReadFile(filepath.Join("cases", name, "hidden/reference/analysis.py"))
		if err != nil {
			t.Fatal(err)
		}
		styles = append(styles, honest.Style{Case: name, Name: "reference", Code: string(code)})
	}
	var page strings.Builder
	page.WriteString(compatibilityHead)
	for _, python := range strings.Fields(string(out)) {
		python, err := filepath.Abs(python)
		if err != nil {
			t.Fatal(err)
		}
		passed, unfit, run := compatibility(t, python, styles)
		page.WriteString(compatibilityRow(run, passed, unfit))
		if passed < 2*len(styles)/3 {
			t.Errorf("%s: only %d of %d run", python, passed, len(styles))
		}
	}
	const file = "docs/compatibility.md"
	if os.Getenv("ASSAY_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	held, err := os.ReadFile(file)
	if err != nil || string(held) != page.String() {
		t.Errorf("%s does not hold what was found here (%v): look at it with ASSAY_UPDATE=1", file, err)
	}
}

const compatibilityHead = `# Compatibility

The reference analyses and the honest analyses of cases/testdata/honest, each verified with the tracer and one run on
changed data, with the libraries of three years. "Not for these" are those that end with an error of their own there:
they call what those releases do not have yet, or a library that has no such release. All others reach strict success.

Made by ` + "`ASSAY_LONG=1 ASSAY_UPDATE=1 go test -run TestCompatibility .`" + `; internal/pytrace/requirements/compat.sh makes the environments.

| Python | libraries | strict success | not for these |
|---|---|---|---|
`

// compatibility verifies the styles with an interpreter: how many are strict, which cannot
// run there, and the run report of one.
func compatibility(t *testing.T, python string, styles []honest.Style) (passed int, unfit []string, run spec.RunReport) {
	o := options(t)
	o.Python = python
	var mu sync.Mutex
	t.Run(filepath.Base(filepath.Dir(filepath.Dir(python))), func(t *testing.T) {
		for _, s := range styles {
			t.Run(s.Case+"/"+s.Name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if err := os.CopyFS(dir, os.DirFS(filepath.Join("cases", s.Case, "hidden/reference"))); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, "analysis.py"), []byte(s.Code), 0o644); err != nil {
					t.Fatal(err)
				}
				r := verify(t, filepath.Join("cases", s.Case), dir, o)
				fit := r.Status == spec.StatusScored || runs(t, python, s)
				if fit {
					expectStrict(t, r)
				}
				mu.Lock()
				defer mu.Unlock()
				switch {
				case !fit:
					unfit = append(unfit, s.Case+"/"+s.Name)
				case !t.Failed():
					passed, run = passed+1, r.Run
				}
			})
		}
	})
	slices.Sort(unfit)
	return passed, unfit, run
}

// runs reports whether a style ends well without the tracer.
func runs(t *testing.T, python string, s honest.Style) bool {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "data"), os.DirFS(filepath.Join("cases", s.Case, "data"))); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, "-c", s.Code)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		t.Logf("not for these releases: %s", lines[len(lines)-1])
	}
	return err == nil
}

func compatibilityRow(run spec.RunReport, passed int, unfit []string) string {
	var libraries []string
	for _, name := range ours {
		if v := run.Versions[name]; v != "" {
			libraries = append(libraries, strings.ReplaceAll(name, "_", "-")+" "+v)
		}
	}
	none := "none"
	if len(unfit) > 0 {
		none = strings.Join(unfit, ", ")
	}
	return fmt.Sprintf("| %s | %s | %d | %s |\n", run.Versions["python"], strings.Join(libraries, ", "), passed, none)
}

package assay_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay"
)

// What a run leaves in a cache is not believed by the next one: the same folder, one number
// of its program edited.
func TestE14_EditedScriptIsRunAnew(t *testing.T) {
	t.Parallel()
	o := alone(t)
	verdict := func(edit func(string) string) string {
		o.Keep = t.TempDir()
		r := made(t, edit, o)
		if r.Records.Results == nil {
			t.Fatal("no results")
		}
		return r.Records.Results.Results[0].Value.String() + " " + r.Submission.Digest
	}
	write := `results = [species_means, sex_means, gentoo_adelie, chinstrap_adelie, male_female, species_sd]`
	one := verdict(swap(t, write, "species_means['value'] = [1.0, 2.0, 3.0]\n"+write))
	two := verdict(swap(t, write, "species_means['value'] = [1.0, 2.0, 4.0]\n"+write))
	if !strings.HasPrefix(one, "[1") || !strings.Contains(one, "3") || !strings.Contains(two, "4") || strings.Fields(one)[len(strings.Fields(one))-1] == strings.Fields(two)[len(strings.Fields(two))-1] {
		t.Errorf("%s, then %s", one, two)
	}
}

// A case that nobody can pass here, as its own reference needs a module that is not there,
// is found before anybody is scored.
func TestG07_MissingModuleIsTheCasesFault(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("cases/penguins")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "hidden/reference/analysis.py")
	code := readFile(t, path)
	if err := os.WriteFile(path, []byte("from scipy.misc import derivative\n"+code), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := assay.LoadCase(dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := assay.SelfCheck(t.Context(), c, options(t))
	if err != nil || !list.Errors() || !strings.Contains(fmt.Sprint(list), "scipy.misc") {
		t.Errorf("%v: %v", err, list)
	}
}

// What is the same for every run is in the report.
func TestFixedEnvironmentIsReported(t *testing.T) {
	t.Parallel()
	r := made(t, before("import os, time\nassert time.tzname[0] == 'UTC' and os.environ['PYTHONHASHSEED'] == '0' and not {k for k in os.environ if 'TOKEN' in k}"), alone(t))
	expectStrict(t, r)
	for name, want := range map[string]string{"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "SOURCE_DATE_EPOCH": "1577836800"} {
		if got := r.Run.Environment[name]; got != want {
			t.Errorf("%s is %q in the report, want %q", name, got, want)
		}
	}
}

// An interpreter of a virtual environment that is a link runs as it does without.
func TestLinkedEnvironment(t *testing.T) {
	t.Parallel()
	o := alone(t)
	link := filepath.Join(t.TempDir(), ".venv")
	if err := os.Symlink(filepath.Dir(filepath.Dir(o.Python)), link); err != nil {
		t.Fatal(err)
	}
	o.Python = filepath.Join(link, "bin/python")
	script := filepath.Join(t.TempDir(), "script.py")
	if err := os.WriteFile(script, []byte("import sys\nimport numpy\nfrom PIL import Image\nassert sys.prefix == "+strconv.Quote(link)+", sys.prefix\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, cold := range []bool{true, false} {
		o.Cold = cold
		r, err := assay.RecordScript(t.Context(), script, o)
		if err != nil || !r.OK() || len(r.Run.Sandbox.Notes) > 0 {
			t.Errorf("cold %v: %v, %s", cold, err, r.Run.Output)
		}
	}
}

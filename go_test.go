package assay_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/spec"
)

// goSubmission is the worked submission in Go with some text of its analysis changed.
func goSubmission(t *testing.T, changes ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("cases/engel/submissions/go-analysis")); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "analysis.go")
	code, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(changes...).Replace(string(code))
	if changed == string(code) && len(changes) > 0 {
		t.Fatal("nothing was changed")
	}
	if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// What is wrong with an analysis in Go is judged, with the line that it is wrong in.
func TestGoFaults(t *testing.T) {
	const start = "	r := trace.Record()\n"
	for name, c := range map[string]struct {
		from, to string
		code     spec.Code
		message  string
		stage    spec.Stage
	}{
		"does not compile":          {start, start + "	x := 1\n", spec.RunBuild, "declared and not used: x", spec.StageExecution},
		"a package that is not had": {`"log"`, `"log"` + "\n	_ \"github.com/nobody/nothing\"", spec.RunBuild, "no package that an analysis may import", spec.StageExecution},
		"panics":                    {start, start + "	var m map[string]int\n	m[file] = 1\n", spec.RunExit, "panic: assignment to entry in nil map", spec.StageExecution},
		"ends with an error":        {start, start + "	if len(file) > 0 {\n		return fmt.Errorf(\"no luck\")\n	}\n", spec.RunExit, "exit 1: no luck", spec.StageExecution},
		"drops the rich":            {"if errX != nil || errY != nil {", "if errX != nil || errY != nil || x > 2000 {", spec.TransformRows, "rows lost", spec.StageDataTransform},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := verify(t, "cases/engel", goSubmission(t, c.from, c.to), options(t))
			if got := earliest(r); got != c.stage {
				t.Errorf("broken stage %q, want %q", got, c.stage)
			}
			i := slices.IndexFunc(r.Findings, func(f spec.Finding) bool { return f.Code == c.code && strings.Contains(f.Message, c.message) })
			if i < 0 {
				explain(t, r)
				t.Fatalf("no finding %s with %q", c.code, c.message)
			}
			f := r.Findings[i]
			if c.code == spec.RunBuild && (f.Place.File != "analysis.go" || f.Place.Line == 0 || f.Place.Column == 0 || r.Run.Stopped == "") || name == "panics" && f.Place.Line == 0 {
				t.Errorf("place %+v, stopped %q", f.Place, r.Run.Stopped)
			}
		})
	}
}

// What an analysis does not record of its numbers, reruns on changed data decide.
func TestGoRecordsFiguresOnly(t *testing.T) {
	t.Parallel()
	r := verify(t, "cases/engel", goSubmission(t, "r.Op(", "silent(", "func word(", "func silent(...any) trace.Ref { return 0 }\n\nfunc word("), options(t))
	expectStrict(t, r)
}

// A submission whose entry the contract does not allow has none.
func TestGoNeedsTheContractsLeave(t *testing.T) {
	c, err := assay.LoadCase("cases/penguins")
	if err != nil {
		t.Fatal(err)
	}
	s, err := assay.LoadSubmission(goSubmission(t), c)
	if err != nil {
		t.Fatal(err)
	}
	if s.Entry != "analysis.py" || !s.Problems.Errors() || !slices.Contains(s.Extra, "analysis.go") {
		t.Errorf("%q %v %v", s.Entry, s.Problems, s.Extra)
	}
}

// A single script in Go is run and watched as one in Python is.
func TestGoScript(t *testing.T) {
	dir := t.TempDir()
	put := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("data/a.txt", "1 2 4")
	put("script.go", `package main

import (
	"log"

	"github.com/assaybench/assay/graph/trace"
)

func main() {
	r := trace.Record()
	defer r.Close()
	_, a, err := r.ReadFile("data/a.txt")
	if err != nil {
		log.Fatal(err)
	}
	r.Op("read", "numbers", []float64{1, 2, 4}, a)
}
`)
	rec, err := assay.RecordScript(t.Context(), filepath.Join(dir, "script.go"), options(t))
	if err != nil || !rec.OK() {
		t.Fatalf("%v, %+v", err, rec)
	}
	if len(rec.Trace.Order) != 1 || rec.Trace.Run.Language != "go" || rec.Run.Versions["go"] == "" || len(rec.Trace.Sources(rec.Trace.Order[0].ID)) != 1 || !bytes.Contains(rec.Lines, []byte(`"script.go"`)) {
		t.Errorf("%s", rec.Lines)
	}
	put("script.go", "package main\n\nfunc main() { x }\n")
	rec, err = assay.RecordScript(t.Context(), filepath.Join(dir, "script.go"), options(t))
	if err != nil || rec.OK() || !strings.Contains(rec.Run.Stopped, "script.go:3:15: undefined: x") {
		t.Errorf("%v, %q", err, rec.Run.Stopped)
	}
}

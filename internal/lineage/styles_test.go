package lineage_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/lineage"
	"github.com/assaybench/assay/internal/pytrace"
	"github.com/assaybench/assay/spec"
)

// animals gives the views of testdata/styles/data/animals.csv that its scripts are
// about: masses by sex, and mass with length.
func animals(t *testing.T) (bySex, pairs *spec.Frame) {
	t.Helper()
	f, err := os.Open("testdata/styles/data/animals.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	sex, m1 := spec.Column{Name: "sex", Kind: spec.ColumnText}, spec.Column{Name: "mass", Kind: spec.ColumnNumber}
	length, m2 := spec.Column{Name: "length", Kind: spec.ColumnNumber}, spec.Column{Name: "mass", Kind: spec.ColumnNumber}
	for _, row := range rows[1:] {
		x, _ := strconv.ParseFloat(row[2], 64)
		y, err := strconv.ParseFloat(row[3], 64)
		if err != nil {
			continue
		}
		length.Num, m2.Num = append(length.Num, x), append(m2.Num, y)
		if row[0] != "NA" {
			sex.Text, m1.Num = append(sex.Text, row[0]), append(m1.Num, y)
		}
	}
	return &spec.Frame{Columns: []spec.Column{sex, m1}, Keys: []string{"sex"}}, &spec.Frame{Columns: []spec.Column{length, m2}}
}

// run runs a script of testdata/styles under the tracer and returns what it traced
// and reported.
func run(t *testing.T, script string) (*trace.Trace, map[string]spec.Value) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/styles")); err != nil {
		t.Fatal(err)
	}
	tracer := filepath.Join(t.TempDir(), "tracer")
	if err := pytrace.Install(tracer); err != nil {
		t.Fatal(err)
	}
	python, err := pytrace.Find(context.Background(), pytrace.Places{Environment: os.Getenv("ASSAY_PYTHON"), Folder: "../.."})
	if err != nil {
		t.Fatal(err)
	}
	c := python.Command(pytrace.Options{Script: filepath.Join(dir, script), Root: tracer, Home: t.TempDir(), TraceFD: 3})
	out, err := os.Create(filepath.Join(t.TempDir(), "trace"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd := exec.Command(c.Path, c.Args...)
	cmd.Env, cmd.Dir, cmd.ExtraFiles = c.Env, dir, []*os.File{out}
	if b, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	b, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Read(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	b, err = os.ReadFile(filepath.Join(dir, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	var values map[string]spec.Value
	if err := json.Unmarshal(b, &values); err != nil {
		t.Fatal(err)
	}
	return tr, values
}

// The rows of a view are recognised in many styles of the same analysis, and rows
// that were lost, added or mixed up are noticed in all of them. What a result of the
// scripts should be found to be stands in the first word of its name.
func TestStyles(t *testing.T) {
	sexes, pairs := animals(t)
	declared := []spec.Asset{{Path: "data/animals.csv"}}
	accepted := spec.TransformSlot{ID: "t", View: "animals", Family: []string{"aggregate", "group", "test", "fit", "correlate", "pivot", "arith"}}
	for _, script := range []string{"frames.py", "loops.py", "objects.py"} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			tr, values := run(t, script)
			o := lineage.Observe(tr)
			for _, name := range slices.Sorted(maps.Keys(values)) {
				pointer := "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
				r := o.Reported("results.json", pointer, values[name])
				frame := pairs
				if values[name].Kind == spec.ValueArray || slices.Contains([]string{"welch", "dummy"}, name) {
					frame = sexes
				}
				m := o.Transform(accepted, frame, declared, [][]int64{r.Refs})
				edge := o.TransformResult(m, r)
				var want spec.Code
				switch kind, _, _ := strings.Cut(name, ":"); kind {
				case "lost":
					want = spec.TransformRows
				case "wrong":
					want = spec.TransformView
				case "literal":
					if edge.Score != 0 || edge.Checks[0].Code != spec.ResultUntraced {
						t.Errorf("%s: %+v", name, edge.Checks)
					}
					continue
				}
				if got := m.Verdict.Checks[0].Code; got != want {
					t.Errorf("%s: %q, not %q: %s", name, got, want, m.Verdict.Checks[0].Note)
				}
				if note := m.Verdict.Checks[0].Note; strings.Contains(name, "another column") && want != "" && !strings.Contains(note, "length, not mass") {
					t.Errorf("%s: %s", name, note)
				}
				if want == "" && (m.Verdict.Score != 1 || edge.Score != 1 || m.Data["data/animals.csv"].Score != 1) {
					t.Errorf("%s: node %v, edge %v, data %v\n%+v\n%+v", name, m.Verdict.Score, edge.Score, m.Data["data/animals.csv"].Score, m.Verdict.Checks, edge.Checks)
				}
				t.Logf("%-36s %v %s", name, o.Methods(m, r), m.Verdict.Checks[0].Note)
			}
		})
	}
}

package trace_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/spec"
)

// recorded runs an analysis in a folder of its own and reads the trace that it leaves.
func recorded(t testing.TB, analysis func(r *trace.Recorder)) *trace.Trace {
	t.Helper()
	var lines bytes.Buffer
	r := trace.RecordTo(&lines)
	analysis(r)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	var chained bytes.Buffer
	if _, err := trace.NewWriter(&chained).Copy(&lines); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Read(&chained)
	if err != nil || tr.Malformed > 0 || len(tr.Diagnostics) > 0 {
		t.Fatalf("%v, %v", err, tr.Diagnostics)
	}
	return tr
}

func TestRecorder(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errorsOf(os.Mkdir("data", 0o755), os.WriteFile("data/a.csv", []byte("x\n1\n2\n4\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	var mean trace.Ref
	x := []float64{1, 2, 4}
	tr := recorded(t, func(r *trace.Recorder) {
		_, file, err := r.ReadFile("data/a.csv")
		if err != nil {
			t.Fatal(err)
		}
		rows := r.Op("read", "encoding/csv", trace.Table{{Name: "x", Values: x}}, file)
		mean = r.Op("aggregate", "mean of x", 7.0/3, rows)
		if r.Origin(x) != rows || r.Origin(x[:2]) != 0 || r.Origin([]float64{1, 2, 5}) != 0 {
			t.Error("the origin of values is not found, or too little proves it")
		}
		doc := map[string]any{"results": []any{map[string]any{"value": 7.0 / 3, "n": 3, "ends": []float64{1, 4}, "id": "a<b"}}}
		if err := r.WriteJSON("./results.json", doc, trace.Links{"/results/0/value": mean, "/results/0/ends": rows}); err != nil {
			t.Fatal(err)
		}
		if err := r.WriteFile("cache.txt", []byte("7"), mean); err != nil {
			t.Fatal(err)
		}
		again, second, err := r.ReadFile("cache.txt")
		if err != nil || string(again) != "7" {
			t.Fatal(err)
		}
		r.Op("read", "strconv.ParseFloat", 7.0, second)
		r.Note("figure.marks-left-out", "a contour")
	})
	if tr.Run == nil || tr.Run.Language != "go" || tr.Run.Scripts[0].Path != "recorder_test.go" || tr.End == nil || tr.End.Dropped != 0 || len(tr.Audits) != 1 {
		t.Errorf("%+v %+v", tr.Run, tr.End)
	}
	files := tr.Sources(int64(mean))
	if len(files) != 1 || files[0].Path != "data/a.csv" || files[0].SHA256 != canon.Bytes([]byte("x\n1\n2\n4\n")) {
		t.Errorf("%+v", files)
	}
	if s := tr.Site(int64(mean)); s == nil || s.File != "recorder_test.go" || s.Line == 0 {
		t.Errorf("site %+v", s)
	}
	if op := tr.Ops[int64(mean)]; op.Fam != "aggregate" || op.Out.V[0].Num.F != 7.0/3 {
		t.Errorf("%+v", op)
	}
	leaf, ok := tr.Leaf("results.json", "/results/0/value")
	if !ok || leaf.Ref != int64(mean) || leaf.Approx {
		t.Errorf("%+v", leaf)
	}
	if leaf, ok := tr.Leaf("results.json", "/results/0/ends/1"); !ok || !leaf.Approx || leaf.Ref == 0 {
		t.Errorf("%+v", leaf)
	}
	if leaf, ok := tr.Leaf("results.json", "/results/0/n"); ok {
		t.Errorf("a leaf of no operation is recorded: %+v", leaf)
	}
	if b, err := os.ReadFile("results.json"); err != nil || !bytes.Contains(b, []byte("a<b")) {
		t.Errorf("%s %v", b, err)
	}
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Whatever Go value holds rows, the trace gives back their content.
func TestDescribe(t *testing.T) {
	type row struct {
		Group  string `json:"group,omitempty"`
		Mass   float64
		hidden int
	}
	two, day := 2.0, time.Date(1970, 1, 3, 12, 0, 0, 0, time.UTC)
	name := "a"
	num := func(name string, f ...float64) spec.Column {
		return spec.Column{Name: name, Kind: spec.ColumnNumber, Num: f}
	}
	text := func(name string, s ...string) spec.Column {
		return spec.Column{Name: name, Kind: spec.ColumnText, Text: s}
	}
	for label, c := range map[string]struct {
		gave any
		kind string
		want []spec.Column
	}{
		"a table":         {trace.Table{{Name: "g", Values: []string{"a", "b"}}, {Name: "n", Values: []int{1, 2}}}, "table", []spec.Column{text("g", "a", "b"), num("n", 1, 2)}},
		"structs":         {[]row{{"a", 1, 5}, {"b", 2, 6}}, "table", []spec.Column{text("group", "a", "b"), num("Mass", 1, 2)}},
		"a frame":         {&spec.Frame{Columns: []spec.Column{num("x", 1, 2)}}, "table", []spec.Column{num("x", 1, 2)}},
		"lists by name":   {map[string][]float64{"b": {1, 2}, "a": {3, 4}}, "table", []spec.Column{num("a", 3, 4), num("b", 1, 2)}},
		"of other length": {map[string][]float64{"b": {1, 2}, "a": {3}}, "map", nil},
		"numbers by name": {map[string]float64{"b": 1, "a": 3}, "table", []spec.Column{text("key", "a", "b"), num("value", 3, 1)}},
		"with gaps": {trace.Table{{Name: "x", Values: []*float64{nil, &two}}, {Name: "s", Values: []*string{&name, nil}}}, "table", []spec.Column{
			{Name: "x", Kind: spec.ColumnNumber, Num: []float64{math.NaN(), 2}, Missing: []bool{true, false}},
			{Name: "s", Kind: spec.ColumnText, Text: []string{"a", ""}, Missing: []bool{false, true}}}},
		"times": {trace.Table{{Name: "t", Values: []time.Time{day, day}}}, "table", []spec.Column{{Name: "t", Kind: spec.ColumnTime, Num: []float64{2.5, 2.5}}}},
	} {
		t.Run(label, func(t *testing.T) {
			tr := recorded(t, func(r *trace.Recorder) { r.Op("read", label, c.gave) })
			out := tr.Order[0].Out
			if out.Type != c.kind {
				t.Fatalf("it is a %s: %+v", out.Type, out)
			}
			if c.want == nil {
				return
			}
			got, ok := tr.Frame(*out)
			if !ok {
				t.Fatalf("no content: %+v", out)
			}
			if d := cmp.Diff(c.want, got.Columns, cmp.Comparer(func(a, b float64) bool { return a == b || a != a && b != b })); d != "" {
				t.Error(d)
			}
		})
	}
	tr := recorded(t, func(r *trace.Recorder) {
		for _, x := range []any{nil, 1.5, "a", true, int8(3), []float64{}, [][]float64{{1, 2}, {3, 4}}, [][]float64{{1}, {2, 3}}, []any{1}, make(chan int), trace.Table{}, []row{}, (*spec.Frame)(nil), struct{}{}} {
			r.Op("call", "x", x)
		}
	})
	var kinds []string
	for _, op := range tr.Order {
		if op.Out == nil {
			kinds = append(kinds, "")
		} else {
			kinds = append(kinds, op.Out.Type)
		}
	}
	if d := cmp.Diff([]string{"", "scalar", "scalar", "scalar", "scalar", "list", "array", "opaque", "opaque", "opaque", "opaque", "table", "opaque", "opaque"}, kinds); d != "" {
		t.Error(d)
	}
}

// Content comes back bit for bit, and large content by its digest, in any order.
func TestRecorderLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64(), 1, 200).Draw(t, "x")
		var lines bytes.Buffer
		r := trace.RecordTo(&lines)
		r.Op("read", "x", x)
		r.Op("sort", "x again", x)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		tr, err := trace.Read(&lines)
		if err != nil || len(tr.Arrays) != 1 {
			t.Fatalf("%v: content is sent %d times", err, len(tr.Arrays))
		}
		got, ok := tr.Content(*tr.Order[1].Out)
		if !ok || len(got.Num) != len(x) {
			t.Fatalf("%+v", got)
		}
		for i := range x {
			if math.Float64bits(x[i]) != math.Float64bits(got.Num[i]) && x[i] == x[i] {
				t.Fatalf("%v came back as %v", x[i], got.Num[i])
			}
		}
	})
	long := make([]float64, 70_000)
	for i := range long {
		long[i] = float64(i % 911)
	}
	tr := recorded(t, func(r *trace.Recorder) { r.Op("read", "long", trace.Table{{Name: "x", Values: long}}) })
	sum, err := canon.Rows(canon.Column{Num: long})
	if c := tr.Order[0].Out.Cols[0]; err != nil || c.Mix != canon.Text(sum) || len(tr.Arrays) != 0 {
		t.Errorf("%+v", c)
	}
}

// A recorder without an outlet, or none at all, does the work and records nothing.
func TestRecordingNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, r := range map[string]*trace.Recorder{"none": nil, "by hand": trace.Record()} {
		if r.Recording() {
			t.Fatalf("%s: it records", name)
		}
		if err := r.WriteFile("a.txt", []byte("x")); err != nil {
			t.Error(err)
		}
		if b, ref, err := r.ReadFile("a.txt"); string(b) != "x" || ref != 0 || err != nil {
			t.Errorf("%s: %q %v %v", name, b, ref, err)
		}
		if err := r.WriteJSON("b.json", 1, trace.Links{"": 3}); err != nil {
			t.Error(err)
		}
		if r.Op("call", "f", 1) != 0 || r.Origin([]int{1, 2, 3}) != 0 {
			t.Errorf("%s: it names something", name)
		}
		r.Figure(trace.Figure{})
		r.Note("a", "b")
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if _, _, err := r.ReadFile("nothing"); !os.IsNotExist(err) {
			t.Error(err)
		}
		if err := r.WriteJSON("c.json", math.NaN(), nil); err == nil {
			t.Error("NaN is written")
		}
	}
}

// A pipe that nobody reads, and a value that cannot be described, do not reach the analysis.
func TestRecorderFailures(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	in.Close()
	r := trace.RecordTo(out)
	for range 3 {
		r.Op("call", "f", 1)
	}
	r.Note("a", "b")
	if r.Close(); r.Recording() {
		t.Error("it still records")
	}
	r = trace.RecordTo(hostile{})
	for range 3 {
		r.Op("call", "f", 1)
	}
	if r.Close(); r.Recording() {
		t.Error("it still records")
	}
}

type hostile struct{}

func (hostile) Write([]byte) (int, error) { panic("no") }

// Goroutines may share a recorder; each operation has a name of its own.
func TestRecorderConcurrent(t *testing.T) {
	dir := t.TempDir()
	tr := recorded(t, func(r *trace.Recorder) {
		var wait sync.WaitGroup
		for i := range 8 {
			wait.Go(func() {
				for k := range 50 {
					ref := r.Op("arith", "x", []int{i, k, i * k})
					r.Op("arith", "y", i, ref)
				}
				if err := r.WriteJSON(filepath.Join(dir, "x.json"), i, trace.Links{"": 1}); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	})
	if len(tr.Order) != 8*101 { // with that of each document
		t.Errorf("%d operations", len(tr.Order))
	}
}

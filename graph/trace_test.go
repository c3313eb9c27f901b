package graph_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// recorder builds a trace by hand, as a tracer would send it.
type recorder struct {
	events []trace.Event
	next   int64
	sent   map[string]bool
}

func record() *recorder { return &recorder{sent: map[string]bool{}} }

func (r *recorder) trace() *trace.Trace { return trace.New(r.events) }

func (r *recorder) add(e trace.Event) int64 {
	r.next++
	e.Seq, e.Src = r.next, "interp"
	r.events = append(r.events, e)
	return r.next
}

func (r *recorder) file(op, path, sha string) int64 {
	id := r.next + 1
	return r.add(trace.Event{Header: trace.Header{K: trace.KindFile}, File: &trace.File{ID: id, Op: op, Path: path, SHA256: sha}})
}

// op records an operation on line line with the given output and inputs: an int64 is
// the id of an operation, a []float64 the content of an argument, a mask an id that
// only chose rows.
type mask int64

func (r *recorder) op(line int, fn string, out *trace.Value, in ...any) int64 {
	op := &trace.Op{Fn: fn, Out: out}
	for _, x := range in {
		switch x := x.(type) {
		case int64:
			op.In = append(op.In, trace.Input{Ref: x, Role: "arg", Via: "id"})
		case mask:
			op.In = append(op.In, trace.Input{Ref: int64(x), Role: "mask", Via: "id"})
		case []float64:
			op.In = append(op.In, trace.Input{Role: "arg", FP: r.send(x)})
		case map[string]spec.Value:
			op.Params = x
		}
	}
	op.ID = r.next + 1
	if out != nil && op.Out.FP == "" {
		op.ID = r.next + 1
	}
	return r.add(trace.Event{Header: trace.Header{K: trace.KindOp, Site: &trace.Site{File: "analysis.py", Line: line}}, Op: op})
}

// send puts content beside the trace and gives its fingerprint.
func (r *recorder) send(content any) string {
	fp := fmt.Sprint(content)
	if !r.sent[fp] {
		r.sent[fp] = true
		a := &trace.Array{FP: fp}
		switch c := content.(type) {
		case []float64:
			a.DType, a.Shape, a.B64 = trace.F8, []int{len(c)}, trace.EncodeFloats(c)
		case []string:
			a.DType, a.Shape = trace.Text, []int{len(c)}
			for _, s := range c {
				if s == "" {
					a.Text = append(a.Text, nil)
				} else {
					a.Text = append(a.Text, &s)
				}
			}
		}
		r.add(trace.Event{Header: trace.Header{K: trace.KindArray}, Array: a})
	}
	return fp
}

func (r *recorder) list(content any) *trace.Value {
	fp := r.send(content)
	n := 0
	switch c := content.(type) {
	case []float64:
		n = len(c)
	case []string:
		n = len(c)
	}
	return &trace.Value{Type: "array", Shape: []int{n}, DType: "float", FP: fp}
}

func (r *recorder) table(names []string, columns ...any) *trace.Value {
	v := &trace.Value{Type: "table", FP: fmt.Sprint("table", names, columns)}
	for i, c := range columns {
		l := r.list(c)
		v.Cols, v.Shape = append(v.Cols, trace.Col{Name: names[i], FP: l.FP, DType: "float"}), []int{l.Shape[0], len(names)}
	}
	return v
}

func num1(f float64) *trace.Value {
	return &trace.Value{Type: "scalar", DType: "float", V: []spec.Value{spec.NumberValue(f)}}
}

func opaque() *trace.Value { return &trace.Value{Type: "opaque"} }

var nan = math.NaN()

// The data of these tests: seven rows, one of them without a mass, one without a sex.
var (
	sexes  = []string{"f", "m", "f", "m", "", "f", "m"}
	masses = []float64{10, 21, 12, 23, 34, nan, 25.5}
	names  = []string{"sex", "mass"}
)

// bySex is the view of the masses by sex: three rows of males, two of females.
func bySex() *spec.Frame {
	return &spec.Frame{Keys: []string{"sex"}, Columns: []spec.Column{
		{Name: "sex", Kind: spec.ColumnText, Text: []string{"f", "m", "f", "m", "m"}},
		{Name: "mass", Kind: spec.ColumnNumber, Num: []float64{10, 21, 12, 23, 25.5}},
	}}
}

// allMasses is the view of every recorded mass, with the number of its row.
func pairs() *spec.Frame {
	return &spec.Frame{Columns: []spec.Column{
		{Name: "x", Kind: spec.ColumnNumber, Num: []float64{1, 2, 3, 4, 5}},
		{Name: "y", Kind: spec.ColumnNumber, Num: []float64{2.5, 4.5, 4, 8, 8}},
	}}
}

var (
	slot  = spec.TransformSlot{ID: "t", View: "sexed", Family: []string{"aggregate", "group", "test", "fit"}}
	asset = []spec.Asset{{Path: "data/a.csv", SHA256: "abc"}}
)

func checkCodes(v spec.Verdict) []spec.Code {
	out := []spec.Code{}
	for _, c := range v.Checks {
		if !c.Pass && c.State != spec.StateNotApplicable {
			out = append(out, c.Code)
		}
	}
	return out
}

// The ways in which the rows of a view may come to an operation. Each script gives
// the operation of the reported value.
func TestViewReachesTheOperation(t *testing.T) {
	raw := func(r *recorder) int64 {
		f := r.file("read", "data/a.csv", "abc")
		return r.op(1, "pandas.read_csv", r.table(names, sexes, masses), f)
	}
	groups := &trace.Value{Type: "groups"}
	for _, tc := range []struct {
		name   string
		frame  *spec.Frame
		script func(r *recorder) int64
		codes  []spec.Code
	}{
		{"group by of the file", bySex(), func(r *recorder) int64 {
			g := r.op(2, "pandas.DataFrame.groupby", groups, raw(r))
			return r.op(2, "pandas.SeriesGroupBy.mean", r.table(names, []string{"f", "m"}, []float64{11, 23.1667}), g)
		}, nil},
		{"masks", bySex(), func(r *recorder) int64 {
			df := raw(r)
			m := r.op(2, "operator.eq", r.list([]float64{0, 1, 0, 1, 0, 0, 1}), df)
			a := r.op(2, "pandas.DataFrame.loc.__getitem__", r.list([]float64{21, 23, 25.5}), df, mask(m))
			b := r.op(3, "pandas.DataFrame.loc.__getitem__", r.list([]float64{10, 12, nan}), df, mask(m))
			return r.op(4, "scipy.stats.ttest_ind", &trace.Value{Type: "model"}, a, b)
		}, nil},
		{"lists of a loop", bySex(), func(r *recorder) int64 {
			f := r.file("read", "data/a.csv", "abc")
			rows := r.op(2, "csv.DictReader", opaque(), f)
			loop := r.op(3, "loop", opaque(), rows)
			a := r.op(4, "builtins.sum", num1(22), loop, []float64{10, 12})
			b := r.op(4, "builtins.sum", num1(69.5), loop, []float64{21, 23, 25.5})
			return r.op(5, "operator.sub", num1(47.5), a, b)
		}, nil},
		{"text cells", bySex(), func(r *recorder) int64 {
			f := r.file("read", "data/a.csv", "abc")
			d := r.op(2, "csv.DictReader", r.table(names, sexes, []string{"10", "21", "12.0", "23", "34", "NA", "2.55e1"}), f)
			return r.op(3, "statistics.mean", num1(1), d)
		}, nil},
		{"columns passed apart", pairs(), func(r *recorder) int64 {
			f := r.file("read", "data/a.csv", "abc")
			x := r.op(1, "numpy.loadtxt", r.list([]float64{5, 4, 3, 2, 1}), f)
			y := r.op(1, "numpy.loadtxt", r.list([]float64{8, 8, 4, 4.5, 2.5}), f)
			return r.op(2, "scipy.stats.linregress", &trace.Value{Type: "model"}, x, y)
		}, nil},
		{"a matrix with a constant", pairs(), func(r *recorder) int64 {
			f := r.file("read", "data/a.csv", "abc")
			m := r.list([]float64{1, 1, 2.5, 1, 2, 4.5, 1, 3, 4, 1, 4, 8, 1, 5, 8})
			m.Shape = []int{5, 3}
			x := r.op(1, "numpy.loadtxt", m, f)
			return r.op(2, "numpy.linalg.lstsq", opaque(), x)
		}, nil},
		{"rows lost", bySex(), func(r *recorder) int64 {
			d := r.op(2, "pandas.DataFrame.query", r.table(names, []string{"f", "m", "f", "m"}, []float64{10, 21, 12, 23}), raw(r))
			return r.op(3, "pandas.DataFrame.groupby", groups, d)
		}, []spec.Code{spec.TransformRows}},
		{"missing sex counted as female", bySex(), func(r *recorder) int64 {
			d := r.op(2, "pandas.DataFrame.fillna", r.table(names, []string{"f", "m", "f", "m", "f", "f", "m"}, masses), raw(r))
			return r.op(3, "pandas.DataFrame.groupby", groups, d)
		}, []spec.Code{spec.TransformView}},
		{"rows twice", bySex(), func(r *recorder) int64 {
			df := raw(r)
			d := r.op(2, "pandas.concat", r.table(names, append(sexes, sexes...), append(masses, masses...)), df, df)
			return r.op(3, "pandas.DataFrame.groupby", groups, d)
		}, []spec.Code{spec.TransformView}},
		{"only one group", bySex(), func(r *recorder) int64 {
			a := r.op(2, "pandas.DataFrame.loc.__getitem__", r.list([]float64{21, 23, 25.5}), raw(r))
			return r.op(4, "numpy.mean", num1(1), a)
		}, []spec.Code{spec.TransformRows}},
		{"columns of different rows", pairs(), func(r *recorder) int64 {
			f := r.file("read", "data/a.csv", "abc")
			x := r.op(1, "numpy.loadtxt", r.list([]float64{1, 2, 3, 4, 5}), f)
			y := r.op(1, "numpy.sort", r.list([]float64{2.5, 4, 4.5, 8, 8}), f)
			return r.op(2, "scipy.stats.linregress", &trace.Value{Type: "model"}, x, y)
		}, []spec.Code{spec.TransformView}},
		{"another column", pairs(), func(r *recorder) int64 {
			f := r.file("read", "data/a.csv", "abc")
			x := r.op(1, "numpy.loadtxt", r.list([]float64{1, 2, 3, 4, 5}), f)
			y := r.op(1, "numpy.loadtxt", r.list([]float64{100, 200, 300, 401, 502}), f)
			return r.op(2, "scipy.stats.linregress", &trace.Value{Type: "model"}, x, y)
		}, []spec.Code{spec.TransformView}},
		{"other numbers", pairs(), func(r *recorder) int64 {
			f := r.file("read", "data/a.csv", "abc")
			y := r.op(1, "numpy.loadtxt", r.list([]float64{100, 200, 300, 401, 502}), f)
			return r.op(2, "numpy.mean", num1(3), y)
		}, []spec.Code{spec.TransformMissing}},
		{"another kind of operation", bySex(), func(r *recorder) int64 {
			return r.op(3, "builtins.print", opaque(), raw(r))
		}, []spec.Code{spec.TransformFamily}},
		{"a division by hand", pairs(), func(r *recorder) int64 {
			f := r.file("read", "data/a.csv", "abc")
			d := r.op(1, "pandas.read_csv", r.table([]string{"x", "y"}, []float64{1, 2, 3, 4, 5}, []float64{2.5, 4.5, 4, 8, 8}), f)
			low := r.op(2, "pandas.DataFrame.__getitem__.rows", r.table([]string{"x", "y"}, []float64{1, 2, 3}, []float64{2.5, 4.5, 4}), d)
			high := r.op(3, "pandas.DataFrame.__getitem__.rows", r.table([]string{"x", "y"}, []float64{4, 5}, []float64{8, 8}), d)
			return r.op(4, "numpy.mean", num1(3), low, high)
		}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := record()
			ref := tc.script(r)
			o := graph.Observe(r.trace())
			m := o.Transform(slot, tc.frame, asset, [][]int64{{ref}})
			want := tc.codes
			if want == nil {
				want = []spec.Code{}
			}
			got := checkCodes(m.Verdict)
			if len(want) > 0 && want[0] != spec.TransformFamily && len(got) > 1 {
				got = got[:1] // what never came anywhere came to no operation
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s\n%+v", diff, m.Verdict.Checks)
			}
			if m.Data["data/a.csv"].Score != 1 {
				t.Errorf("data edge: %+v", m.Data["data/a.csv"].Checks)
			}
			t.Log(m.Verdict.Candidate, m.Verdict.Checks[0].Note)
		})
	}
}

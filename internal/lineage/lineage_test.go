package lineage_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/internal/lineage"
	"github.com/assaybench/assay/spec"
)

// leaf says that a number of results.json came from an operation (0: from none).
func (r *recorder) leaf(pointer string, f float64, ref int64) {
	r.add(trace.Event{Header: trace.Header{K: trace.KindResult}, Result: &trace.ResultLeaf{Pointer: pointer, Value: spec.NumberValue(f), Ref: ref, File: "results.json"}})
}

func (r *recorder) grouped() (raw, mean int64) {
	f := r.file("read", "data/a.csv", "abc")
	raw = r.op(1, "pandas.read_csv", r.table(names, sexes, masses), f)
	g := r.op(2, "pandas.DataFrame.groupby", &trace.Value{Type: "groups"}, raw)
	return raw, r.op(2, "pandas.SeriesGroupBy.mean", r.list([]float64{11, 23.166666666666668}), g)
}

// The ways in which a reported number may or may not be tied to an operation.
func TestReported(t *testing.T) {
	text := func(s string) *trace.Value {
		return &trace.Value{Type: "scalar", DType: "str", V: []spec.Value{spec.TextValue(s)}}
	}
	for _, tc := range []struct {
		name   string
		value  spec.Value
		script func(r *recorder)
		traced int // leaves that are tied
	}{
		{"the output itself", spec.NumberValue(23.166666666666668), func(r *recorder) {
			_, m := r.grouped()
			r.leaf("/v", 23.166666666666668, r.op(3, "builtins.float", num1(23.166666666666668), m))
		}, 1},
		{"an element of a container", spec.ArrayValue([]float64{11, 23.166666666666668}), func(r *recorder) {
			_, m := r.grouped()
			r.leaf("/v/0", 11, m)
			r.leaf("/v/1", 23.166666666666668, m)
		}, 2},
		{"a literal", spec.NumberValue(23.166666666666668), func(r *recorder) {
			_, m := r.grouped()
			r.op(3, "builtins.float", num1(23.166666666666668), m)
			r.leaf("/v", 23.166666666666668, 0)
		}, 0},
		{"one literal among computed numbers", spec.ArrayValue([]float64{11, 24}), func(r *recorder) {
			_, m := r.grouped()
			r.leaf("/v/0", 11, m)
			r.leaf("/v/1", 24, m)
		}, 1},
		{"through round", spec.NumberValue(23.17), func(r *recorder) {
			_, m := r.grouped()
			x := r.op(3, "builtins.float", num1(23.166666666666668), m)
			r.leaf("/v", 23.17, r.op(4, "builtins.round", num1(23.17), x))
		}, 1},
		{"through a format", spec.NumberValue(23.17), func(r *recorder) {
			_, m := r.grouped()
			x := r.op(3, "builtins.float", num1(23.166666666666668), m)
			s := r.op(4, "builtins.format", text("23.17"), x)
			r.leaf("/v", 23.17, r.op(5, "builtins.float", num1(23.17), s))
		}, 1},
		{"rounded behind the operation", spec.NumberValue(23.17), func(r *recorder) {
			_, m := r.grouped()
			x := r.op(3, "builtins.float", num1(23.166666666666668), m)
			y := r.op(4, "builtins.round", opaque(), x)
			r.leaf("/v", 23.17, y)
		}, 1},
		{"too short to be tied by rounding", spec.NumberValue(23), func(r *recorder) {
			_, m := r.grouped()
			x := r.op(3, "builtins.float", num1(23.166666666666668), m)
			r.leaf("/v", 23, r.op(4, "builtins.round", opaque(), x))
		}, 0},
		{"another number than the operation gave", spec.NumberValue(99.5), func(r *recorder) {
			_, m := r.grouped()
			r.leaf("/v", 99.5, r.op(3, "builtins.float", num1(23.166666666666668), m))
		}, 0},
		{"no leaf, a scalar of the run", spec.NumberValue(23.166666666666668), func(r *recorder) {
			_, m := r.grouped()
			r.op(3, "builtins.float", num1(23.166666666666668), m)
		}, 1},
		{"no leaf, an element of a small array", spec.NumberValue(23.166666666666668), func(r *recorder) {
			v := &trace.Value{Type: "list", Shape: []int{1}, V: []spec.Value{spec.NumberValue(23.166666666666668)}}
			r.op(3, "builtins.list", v)
		}, 1},
		{"no leaf, an integer of a small array", spec.NumberValue(1234), func(r *recorder) {
			r.op(3, "builtins.list", &trace.Value{Type: "list", Shape: []int{1}, V: []spec.Value{spec.NumberValue(1234)}})
		}, 0},
		{"no leaf, an element of a large array", spec.NumberValue(0.8125), func(r *recorder) {
			large := make([]float64, 1000)
			for i := range large {
				large[i] = float64(i) / 16
			}
			r.op(3, "numpy.arange", r.list(large))
		}, 0},
		{"a made text that holds it", spec.NumberValue(23.166666666666668), func(r *recorder) {
			_, m := r.grouped()
			x := r.op(3, "builtins.float", num1(23.166666666666668), m)
			d := r.op(4, "json.dumps", opaque(), x)
			r.leaf("/v", 23.166666666666668, d)
			r.events[len(r.events)-1].Result.Approx = true
		}, 1},
		{"a made text with a literal in it", spec.NumberValue(99.5), func(r *recorder) {
			_, m := r.grouped()
			d := r.op(4, "json.dumps", opaque(), m)
			r.leaf("/v", 99.5, d)
			r.events[len(r.events)-1].Result.Approx = true
		}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := record()
			tc.script(r)
			o := lineage.Observe(r.trace())
			got := o.Reported("results.json", "/v", tc.value)
			if n := len(got.Leaves) - len(got.Untraced()); n != tc.traced {
				t.Fatalf("%d of %d numbers are tied, not %d", n, len(got.Leaves), tc.traced)
			}
			v := o.TransformResult(o.Transform(slot, bySex(), asset, [][]int64{got.Refs}), got)
			if len(got.Untraced()) > 0 {
				if diff := cmp.Diff([]spec.Code{spec.ResultUntraced}, checkCodes(v)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestEdges(t *testing.T) {
	r := record()
	raw, mean := r.grouped()
	other := r.op(3, "pandas.DataFrame.query", r.table(names, []string{"f", "m"}, []float64{10, 21}), raw)
	wrong := r.op(4, "numpy.mean", num1(15.5), other)
	r.leaf("/a/0", 11, mean)
	r.leaf("/a/1", 23.166666666666668, mean)
	r.leaf("/b", 15.5, wrong)
	o := lineage.Observe(r.trace())
	a := o.Reported("results.json", "/a", spec.ArrayValue([]float64{11, 23.166666666666668}))
	b := o.Reported("results.json", "/b", spec.NumberValue(15.5))
	m := o.Transform(slot, bySex(), asset, [][]int64{a.Refs, b.Refs})
	if m.Verdict.Score != 1 || len(m.Cut) == 0 {
		t.Fatalf("%+v", m.Verdict)
	}
	for name, tc := range map[string]struct {
		v    spec.Verdict
		want []spec.Code
	}{
		"from the view":        {o.TransformResult(m, a), []spec.Code{}},
		"from other rows":      {o.TransformResult(m, b), []spec.Code{spec.ResultDetached}},
		"drawn from the view":  {o.TransformVisual(m, []int64{mean}), []spec.Code{}},
		"drawn from the table": {o.TransformVisual(m, []int64{raw}), []spec.Code{}},
		"drawn from others":    {o.TransformVisual(m, []int64{wrong}), []spec.Code{spec.VisualDetached}},
		"drawn from nothing":   {o.TransformVisual(m, nil), []spec.Code{spec.VisualDetached}},
		"no number":            {o.TransformResult(m, o.Reported("results.json", "/c", spec.TextValue("high"))), []spec.Code{spec.ResultUntraced}},
	} {
		if diff := cmp.Diff(tc.want, checkCodes(tc.v)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A literal does not make the transform fail that other values of the run rest on.
func TestLiteralIsNotBlamedOnTheTransform(t *testing.T) {
	r := record()
	r.grouped()
	o := lineage.Observe(r.trace())
	if m := o.Transform(slot, bySex(), asset, [][]int64{nil}); m.Verdict.Score != 1 {
		t.Errorf("%+v", m.Verdict)
	}
	if m := o.Transform(slot, bySex(), asset, nil); m.Verdict.Score != 1 {
		t.Errorf("%+v", m.Verdict)
	}
}

func TestDataEdge(t *testing.T) {
	for _, tc := range []struct {
		name   string
		script func(r *recorder) int64
		want   []spec.Code
	}{
		{"read", func(r *recorder) int64 { _, m := r.grouped(); return m }, []spec.Code{}},
		{"never opened", func(r *recorder) int64 {
			d := r.op(1, "statsmodels.datasets.load", r.table(names, sexes, masses))
			return r.op(2, "pandas.DataFrame.groupby", &trace.Value{Type: "groups"}, d)
		}, []spec.Code{spec.DataUnread}},
		{"opened, but the numbers are typed in", func(r *recorder) int64 {
			r.op(1, "pandas.read_csv", r.table(names, sexes, masses), r.file("read", "data/a.csv", "abc"))
			d := r.op(2, "pandas.DataFrame", r.table(names, sexes, masses))
			return r.op(3, "pandas.DataFrame.groupby", &trace.Value{Type: "groups"}, d)
		}, []spec.Code{spec.DataUnread}},
		{"changed before it was read", func(r *recorder) int64 {
			d := r.op(1, "pandas.read_csv", r.table(names, sexes, masses), r.file("read", "data/a.csv", "def"))
			return r.op(3, "pandas.DataFrame.groupby", &trace.Value{Type: "groups"}, d)
		}, []spec.Code{spec.DataAltered}},
		{"another spelling of the path", func(r *recorder) int64 {
			d := r.op(1, "pandas.read_csv", r.table(names, sexes, masses), r.file("open", "./data/../data/a.csv", ""))
			return r.op(3, "pandas.DataFrame.groupby", &trace.Value{Type: "groups"}, d)
		}, []spec.Code{}},
		{"through a file of its own", func(r *recorder) int64 {
			d := r.op(1, "pandas.read_csv", r.table(names, sexes, masses), r.file("read", "data/a.csv", "abc"))
			r.op(2, "pandas.DataFrame.to_csv", nil, d, r.file("write", "clean.csv", ""))
			e := r.op(3, "pandas.read_csv", r.table(names, sexes, masses), r.file("read", "clean.csv", ""))
			return r.op(4, "pandas.DataFrame.groupby", &trace.Value{Type: "groups"}, e)
		}, []spec.Code{}},
		{"from a file that was there before", func(r *recorder) int64 {
			e := r.op(3, "pandas.read_csv", r.table(names, sexes, masses), r.file("read", "clean.csv", ""))
			return r.op(4, "pandas.DataFrame.groupby", &trace.Value{Type: "groups"}, e)
		}, []spec.Code{spec.DataUnread}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := record()
			ref := tc.script(r)
			m := lineage.Observe(r.trace()).Transform(slot, bySex(), asset, [][]int64{{ref}})
			if m.Verdict.Score != 1 {
				t.Errorf("the node depends on the edge: %+v", m.Verdict.Checks)
			}
			if diff := cmp.Diff(tc.want, checkCodes(m.Data["data/a.csv"])); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// After its first runs a function of the analysis is seen from outside only.
func TestFunctionsAreKnownByTheirFirstRuns(t *testing.T) {
	r := record()
	user := &trace.Lib{Name: "__main__", Origin: "user"}
	call := func(arg int64, role string) int64 {
		id := r.op(9, "__main__.mean", num1(1), arg)
		op := r.events[len(r.events)-1].Op
		op.Lib, op.In[0].Role = user, role
		return id
	}
	raw, _ := r.grouped()
	for i := range 2 {
		a := r.op(5, "builtins.list", r.list([]float64{float64(i), 2, 3}))
		call(r.op(6, "builtins.sum", num1(1), a), "return")
	}
	f := r.op(7, "pandas.DataFrame.loc.__getitem__", r.list([]float64{10, 12}), raw)
	m := r.op(7, "pandas.DataFrame.loc.__getitem__", r.list([]float64{21, 23, 25.5}), raw)
	ref := r.op(8, "operator.sub", num1(12), call(f, "arg"), call(m, "arg"))
	got := lineage.Observe(r.trace()).Transform(slot, bySex(), asset, [][]int64{{ref}})
	if got.Verdict.Score != 1 {
		t.Errorf("%+v", got.Verdict.Checks)
	}
}

// A view that is only drawn reaches the drawing.
func TestDrawingEndsTheWay(t *testing.T) {
	r := record()
	raw, _ := r.grouped()
	y := r.op(3, "pandas.DataFrame.__getitem__.column", r.list(masses), raw)
	r.op(4, "matplotlib.axes.Axes.hist", &trace.Value{Type: "figure"}, y)
	o := lineage.Observe(r.trace())
	s := slot
	if m := o.Transform(s, bySex(), asset, [][]int64{{y}}); !slices.Equal(checkCodes(m.Verdict), []spec.Code{spec.TransformFamily}) {
		t.Errorf("%+v", m.Verdict.Checks)
	}
	s.Family = []string{"plot"}
	if m := o.Transform(s, bySex(), asset, [][]int64{{y}}); m.Verdict.Score != 1 {
		t.Errorf("%+v", m.Verdict.Checks)
	}
}

func TestParameters(t *testing.T) {
	r := record()
	raw, _ := r.grouped()
	ref := r.op(3, "scipy.stats.ttest_ind", &trace.Value{Type: "model"}, raw, map[string]spec.Value{"equal_var": {Kind: spec.ValueBool}, "axis": spec.NumberValue(0)})
	s := slot
	s.Parameters = map[string]spec.Value{"equal_var": {Kind: spec.ValueBool}, "axis": spec.NumberValue(1), "trim": spec.NumberValue(0.1)}
	o := lineage.Observe(r.trace())
	m := o.Transform(s, bySex(), asset, [][]int64{{ref}})
	if diff := cmp.Diff([]spec.Code{spec.TransformParam, spec.TransformParam}, checkCodes(m.Verdict)); diff != "" || m.Verdict.Score != 3.0/5 {
		t.Errorf("score %v %s", m.Verdict.Score, diff)
	}
	rep := lineage.Reported{Refs: []int64{ref}}
	if got := o.Method(rep, m); got != "welch_t" {
		t.Errorf("observed method %q", got)
	}
	if diff := cmp.Diff([]string{"welch_t"}, o.Methods(m, rep)); diff != "" {
		t.Error(diff)
	}
}

// Columns too large to be sent are told by their digests.
func TestLargeColumns(t *testing.T) {
	const n = 70_000
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = float64(i%997)/8, float64(i*i%1009)/16
	}
	frame := &spec.Frame{Columns: []spec.Column{{Name: "x", Kind: spec.ColumnNumber, Num: x}, {Name: "y", Kind: spec.ColumnNumber, Num: y}}}
	mix := func(f []float64) string {
		sum, err := canon.Rows(canon.Column{Num: f})
		if err != nil {
			t.Fatal(err)
		}
		return canon.Text(sum)
	}
	for _, tc := range []struct {
		name string
		y    []float64
		want []spec.Code
	}{
		{"the view", y, []spec.Code{}},
		{"rows lost", y[:n-100], []spec.Code{spec.TransformRows}},
	} {
		r := record()
		f := r.file("read", "data/a.csv", "abc")
		d := r.op(1, "pandas.read_csv", &trace.Value{Type: "table", Shape: []int{len(tc.y), 2}, FP: "t", FPSampled: true, Cols: []trace.Col{
			{Name: "x", DType: "float", FP: "x", Mix: mix(x[:len(tc.y)])}, {Name: "y", DType: "float", FP: "y", Mix: mix(tc.y)}}}, f)
		ref := r.op(2, "pandas.DataFrame.mean", num1(1), d)
		m := lineage.Observe(r.trace()).Transform(slot, frame, asset, [][]int64{{ref}})
		if diff := cmp.Diff(tc.want, checkCodes(m.Verdict)); diff != "" {
			t.Errorf("%s: %s %+v", tc.name, diff, m.Verdict.Checks)
		}
	}
}

// A hostile or broken trace gives verdicts, never a panic and never a pass.
func TestBrokenTraces(t *testing.T) {
	self := record()
	id := self.op(1, "numpy.mean", num1(1))
	self.events[0].Op.In = []trace.Input{{Ref: id}, {Ref: 99}}
	short := record()
	short.op(1, "numpy.mean", &trace.Value{Type: "array", Shape: []int{3, 4}, FP: "none", V: []spec.Value{spec.NumberValue(1)}})
	for name, tr := range map[string]*trace.Trace{"nil": nil, "empty": trace.New(nil), "refers to itself": self.trace(), "shape lies": short.trace()} {
		o := lineage.Observe(tr)
		for _, consumers := range [][][]int64{nil, {{1, 77}}, {nil}} {
			m := o.Transform(slot, bySex(), asset, consumers)
			r := o.Reported("results.json", "/v", spec.NumberValue(3.25))
			if m.Verdict.Score != 0 || m.Data["data/a.csv"].Score != 0 || o.TransformResult(m, r).Score != 0 || o.TransformVisual(m, []int64{1}).Score != 0 {
				t.Errorf("%s passes something", name)
			}
		}
	}
	o := lineage.Observe(nil)
	for _, f := range []*spec.Frame{nil, {}, {Columns: []spec.Column{{Name: "x"}}}} {
		if m := o.Transform(slot, f, asset, nil); m.Verdict.Score != 0 || m.Verdict.State != spec.StateMissing {
			t.Errorf("a view without rows: %+v", m.Verdict)
		}
		if v := o.TransformResult(lineage.TransformMatch{}, lineage.Reported{Leaves: []lineage.Leaf{{Ref: 1}}, Refs: []int64{1}}); v.Score != 0 {
			t.Error("a transform that was not matched has results")
		}
	}
}

// The order of rows never matters, the loss, doubling or change of one always does.
func TestLawViewIsAMultiset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 30).Draw(t, "rows")
		x := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), n, n).Draw(t, "x")
		y := rapid.SliceOfN(rapid.SampledFrom([]float64{1, 2, 3, 4.5}), n, n).Draw(t, "y")
		y[0], y[1] = 1, 2 // a constant column need not be carried
		x[0], x[1] = 7, 8
		frame := &spec.Frame{Columns: []spec.Column{{Name: "x", Kind: spec.ColumnNumber, Num: x}, {Name: "y", Kind: spec.ColumnNumber, Num: y}}}
		rows := make([]int, n)
		for i := range rows {
			rows[i] = i
		}
		rows = rapid.Permutation(rows).Draw(t, "order")
		score := func(rows []int) float64 {
			r := record()
			a, b := make([]float64, len(rows)), make([]float64, len(rows))
			for i, row := range rows {
				a[i], b[i] = x[row], y[row]
			}
			f := r.file("read", "data/a.csv", "abc")
			d := r.op(1, "pandas.read_csv", r.table([]string{"x", "y"}, a, b), f)
			mean := r.op(2, "pandas.DataFrame.mean", num1(1), d)
			return lineage.Observe(r.trace()).Transform(slot, frame, asset, [][]int64{{mean}}).Verdict.Score
		}
		if score(rows) != 1 {
			t.Fatal("another order of the rows is not the view")
		}
		i := rapid.IntRange(0, n-1).Draw(t, "row")
		if score(slices.Delete(slices.Clone(rows), i, i+1)) != 0 {
			t.Fatal("a lost row is not noticed")
		}
		if score(append(slices.Clone(rows), rows[i])) != 0 {
			t.Fatal("a doubled row is not noticed")
		}
	})
}

// Known faults, those of transforms.

func TestN33_RowsLostBySilentGrouping(t *testing.T) {
	frame := &spec.Frame{Columns: []spec.Column{{Name: "mass", Kind: spec.ColumnNumber, Num: []float64{10, 21, 12, 23}}}}
	r := record()
	d := r.op(1, "pandas.read_csv", r.table(names, []string{"f", "m", "", "m"}, []float64{10, 21, 12, 23}), r.file("read", "data/a.csv", "abc"))
	e := r.op(2, "pandas.DataFrame.dropna", r.table(names, []string{"f", "m", "m"}, []float64{10, 21, 23}), d)
	g := r.op(3, "pandas.DataFrame.groupby", &trace.Value{Type: "groups"}, e)
	m := lineage.Observe(r.trace()).Transform(slot, frame, asset, [][]int64{{g}})
	if diff := cmp.Diff([]spec.Code{spec.TransformRows}, checkCodes(m.Verdict)); diff != "" {
		t.Fatal(diff)
	}
	want := "sexed has 4 rows, the analysis worked on 3 at pandas.DataFrame.dropna (analysis.py:2): 1 row lost"
	if got := m.Verdict.Checks[0].Note; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestD12_EmptyTraceGivesNoEdge(t *testing.T) {
	o := lineage.Observe(trace.New(nil))
	r := o.Reported("results.json", "/v", spec.NumberValue(23.166666666666668))
	m := o.Transform(slot, bySex(), asset, [][]int64{r.Refs})
	if o.TransformResult(m, r).Score != 0 || m.Data["data/a.csv"].Score != 0 {
		t.Error("an edge without evidence passes")
	}
}

func TestH25_CopiedResultsAreNotComputed(t *testing.T) {
	r := record()
	r.op(1, "pandas.read_csv", r.table(names, sexes, masses), r.file("read", "data/a.csv", "abc"))
	d := r.op(2, "pandas.read_csv", r.table([]string{"mean"}, []float64{11, 23.166666666666668}), r.file("read", "results.csv", ""))
	x := r.op(3, "pandas.DataFrame.iloc.__getitem__", num1(23.166666666666668), d)
	r.leaf("/v", 23.166666666666668, x)
	o := lineage.Observe(r.trace())
	rep := o.Reported("results.json", "/v", spec.NumberValue(23.166666666666668))
	m := o.Transform(slot, bySex(), asset, [][]int64{rep.Refs})
	if m.Verdict.Score != 0 || o.TransformResult(m, rep).Score != 0 {
		t.Errorf("a copied result passes: %+v", m.Verdict)
	}
}

func TestH26_LiteralIsNotComputed(t *testing.T) {
	r := record()
	r.grouped()
	r.leaf("/v", 0.2163, 0)
	o := lineage.Observe(r.trace())
	rep := o.Reported("results.json", "/v", spec.NumberValue(0.2163))
	v := o.TransformResult(o.Transform(slot, bySex(), asset, [][]int64{rep.Refs}), rep)
	if diff := cmp.Diff([]spec.Code{spec.ResultUntraced}, checkCodes(v)); diff != "" {
		t.Error(diff)
	}
}

func ExampleObservation_Transform() {
	r := record()
	raw, _ := r.grouped()
	males := r.op(3, "pandas.DataFrame.query", r.list([]float64{21, 23}), raw)
	females := r.op(4, "pandas.DataFrame.query", r.list([]float64{10, 12}), raw)
	test := r.op(5, "scipy.stats.ttest_ind", &trace.Value{Type: "model"}, males, females)
	m := lineage.Observe(r.trace()).Transform(slot, bySex(), asset, [][]int64{{test}})
	fmt.Println(m.Verdict.Score, m.Verdict.Checks[0].Code)
	fmt.Println(m.Verdict.Checks[0].Note)
	// Output:
	// 0 transform.rows-lost
	// sexed has 5 rows, the analysis worked on 4 at pandas.DataFrame.query (analysis.py:3): 1 row lost in m
}

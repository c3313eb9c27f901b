package lineage_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/lineage"
	"github.com/assaybench/assay/spec"
)

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
		{"a list that is cut down to a group", bySex(), func(r *recorder) int64 {
			f := r.file("read", "data/a.csv", "abc")
			rows := r.op(2, "csv.DictReader", opaque(), f)
			a := r.op(3, "builtins.filter", r.list([]float64{10, 12}), rows, []float64{10, 12, 34})
			b := r.op(4, "builtins.filter", r.list([]float64{21, 23, 25.5}), rows, []float64{21, 23, 25.5, 34})
			return r.op(5, "scipy.stats.ttest_ind", &trace.Value{Type: "model"}, a, b)
		}, nil},
		{"a group that was given cut down", bySex(), func(r *recorder) int64 {
			a := r.op(3, "builtins.filter", r.list([]float64{10, 12}), []float64{10, 12, 34})
			b := r.op(4, "builtins.filter", r.list([]float64{21, 23, 25.5}), raw(r), []float64{21, 23, 25.5, 34})
			return r.op(5, "scipy.stats.ttest_ind", &trace.Value{Type: "model"}, a, b)
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
			o := lineage.Observe(r.trace())
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

package oracle_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

const groups = "g,v,w\na,1,1\na,2,NA\nb,4,3\nb,8,4\nc,5,5\n"

func groupViews(t testing.TB) map[string]*oracle.View {
	return viewsOf(t, groups, map[string]spec.View{"v": {Asset: "data.csv"}, "none": {Asset: "data.csv", Steps: []spec.Step{{Filter: "v > 100"}}}})
}

func TestComputeErrors(t *testing.T) {
	views := groupViews(t)
	for _, c := range []struct{ view, estimator, args, want string }{
		{"v", "mode", "", `estimator "mode" is not known`},
		{"w", "mean", "value=v", `view "w" could not be made`},
		{"v", "mean", "", "estimator mean, argument value: is required"},
		{"v", "mean", "value=x", `has no column "x"; it has g, v, w`},
		{"v", "mean", "value=g", `column "g" is text, not numbers`},
		{"v", "mean", "value=v value2=v", "argument value2: is not known; mean takes value, level, scale, by"},
		{"v", "mean", "value=v level=95", "argument level: is 95, not from"},
		{"v", "mean", "value=3", "argument value: is 3, not a text"},
		{"v", "quantile", "value=v p=1.5", "argument p: is 1.5, not from 0 to 1"},
		{"v", "quantile", "value=v p=0.5 type=2.5", "whole numbers 1 to 9"},
		{"v", "mean_difference", "value=v group=g first=a second=z", "group \"z\" of g has no values"},
		{"v", "mean_difference", "value=v group=g first=a second=a", "is the same group as first"},
		{"v", "mean_difference", "value=v group=g first=a second=b equal_var=1", "neither true nor false"},
		{"v", "ols", "y=v x=w term=z", `the model has no term "z"; it has intercept, w`},
		{"v", "ols", "y=v x=w,w term=w", `names "w" twice`},
		{"v", "ols", "y=v x=v,w term=w degree=2", "powers of one predictor"},
		{"v", "group_table", "value=v by=g statistics=mode", `is "mode", not one of`},
		{"v", "proportion", "value=g", "give either where, or value and equals"},
		{"v", "proportion", "where=v+1", "gives a number, not true or false"},
		{"v", "proportion", "where=z>1", "unknown name z"},
		{"v", "sd", "value=v by=g", "group \"c\": sd is undefined: a standard deviation needs two values"},
		{"v", "mean", "value=v by=w", "1 rows of view \"v\" have no w"},
		{"none", "mean", "value=v", "mean is undefined: column \"v\" has no values"},
		{"none", "mean", "value=v by=g", "the view has no rows"},
		{"none", "pearson", "x=v y=w", "needs two complete rows, there are 0"},
		{"none", "mean_range", "value=v by=g", "needs two groups"},
	} {
		_, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.estimator, View: c.view, Args: args(c.args)}, views, 0)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s on %s: error %v, want %q", c.estimator, c.args, c.view, err, c.want)
		}
	}
	if a := compute(t, views, "none", "count", ""); a.Value.Num.F != 0 {
		t.Errorf("an empty view counts %v", a.Value)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := oracle.Default().Compute(ctx, spec.OracleCall{Estimator: "mean", View: "v", Args: args("value=v")}, views, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
}

// TestN33_RowWithoutKeyCounts: a row whose group is missing stays in the oracle's n.
func TestN33_RowWithoutKeyCounts(t *testing.T) {
	views := viewsOf(t, "g,v\na,1\nb,2\n,3\na,4\n", map[string]spec.View{"v": {Asset: "data.csv"}})
	if a := compute(t, views, "v", "mean", "value=v"); a.N.Num.F != 4 || a.Value.Num.F != 2.5 {
		t.Errorf("n %v, mean %v", a.N, a.Value)
	}
}

func TestPanicIsCaught(t *testing.T) {
	r := oracle.Default().With(oracle.Estimator{Name: "bad", Compute: func(context.Context, oracle.Input) (oracle.Answer, error) {
		var none []int
		return oracle.Answer{Value: spec.NumberValue(float64(none[3]))}, nil
	}}, oracle.Estimator{Name: "empty"}, oracle.Estimator{Name: "silent", Compute: func(context.Context, oracle.Input) (oracle.Answer, error) { return oracle.Answer{}, nil }})
	views := groupViews(t)
	_, err := r.Compute(context.Background(), spec.OracleCall{Estimator: "bad", View: "v"}, views, 0)
	var p *oracle.PanicError
	if !errors.As(err, &p) || p.Estimator != "bad" {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{"empty", "silent"} {
		if a, err := r.Compute(context.Background(), spec.OracleCall{Estimator: name, View: "v"}, views, 0); err == nil {
			t.Errorf("%s answers %v", name, a.Value)
		}
	}
}

// An estimator of one's own.
func ExampleRegistry_With() {
	double := oracle.Estimator{
		Name: "doubled_max", Summary: "twice the largest value", Formula: "2 max x", PerRow: true,
		Args: []oracle.Arg{{Name: "value", Kind: oracle.ArgColumn, Required: true, Doc: "column of numbers"}},
		Compute: func(_ context.Context, in oracle.Input) (oracle.Answer, error) {
			xs, err := in.View.Floats(in.Args.Text("value"))
			if err != nil || len(xs[0]) == 0 {
				return oracle.Answer{}, &oracle.UndefinedError{Reason: "there are no values"}
			}
			most := xs[0][0]
			for _, x := range xs[0] {
				most = max(most, x)
			}
			return oracle.Answer{Value: spec.NumberValue(2 * most), Floor: spec.Tolerance{Rel: 1e-12}}, nil
		},
	}
	frame := &spec.Frame{Columns: []spec.Column{
		{Name: "g", Kind: spec.ColumnText, Text: []string{"a", "b", "a"}},
		{Name: "x", Kind: spec.ColumnNumber, Num: []float64{1, 2, 5}},
	}}
	views := map[string]*oracle.View{"v": oracle.ViewOf("v", frame)}
	call := spec.OracleCall{Estimator: "doubled_max", View: "v", Args: map[string]spec.Value{"value": spec.TextValue("x"), "by": spec.TextValue("g")}}
	a, err := oracle.Default().With(double).Compute(context.Background(), call, views, 0)
	fmt.Println(a.What, a.Index, a.Value, err)
	// Output: twice the largest value ["a" "b"] [10, 4] <nil>
}

func TestLint(t *testing.T) {
	asset := spec.Asset{Path: "data.csv", Columns: []spec.AssetColumn{{Name: "g", Type: "text"}, {Name: "v", Type: "number"}}}
	method := func(estimator, view, words string) spec.ResultSlot {
		return spec.ResultSlot{ID: "r", Methods: []spec.Method{{Oracle: spec.OracleCall{Estimator: estimator, View: view, Args: args(words)}}}}
	}
	needs := method("sd", "v", "value=v")
	needs.Uncertainty = &spec.UncertaintyRule{Required: true, Kinds: []spec.UncertaintyKind{spec.UncertaintyCI}}
	s := &spec.Specification{
		Views: map[string]spec.View{
			"v":     {Asset: "data.csv", Steps: []spec.Step{{Filter: "v > 1"}}},
			"a/b~c": {Asset: "data.csv", Steps: []spec.Step{{Filter: "v > 1"}, {Derive: &spec.Derive{Name: "x", Expr: "v + z"}}}},
			"other": {Asset: "nope.csv"},
			"begun": {From: "none"},
			"cut":   {From: "v", Steps: []spec.Step{{Bin: &spec.Bin{Name: "b", Column: "v", Breaks: []spec.Number{spec.Float(1), spec.Float(0)}, Closed: "left"}}}},
			"wide":  {From: "v", Steps: []spec.Step{{Pivot: &spec.Pivot{By: []string{"g"}, Names: "v", Values: "w", Columns: []string{"1"}}}}},
			"weighed": {From: "v", Steps: []spec.Step{{Filter: "v > 2"}, {Group: &spec.Group{By: []string{"g"}, Aggregates: []spec.Aggregate{
				{Name: "n", Function: "count"}, {Name: "m", Function: "mean", Column: "v", Weight: "w"}}}}}},
		},
		Results: []spec.ResultSlot{
			method("mean", "v", "value=v by=g"), method("mode", "v", ""), method("mean", "none", "value=v"), method("mean", "other", "value=v"),
			method("mean", "v", "value=g wrong=1"), needs,
		},
	}
	var got []string
	for _, d := range oracle.Lint(s, []spec.Asset{asset}, oracle.Registry{}, nil) {
		if d.Severity != diag.Error || d.Message == "" || d.Fix == "" {
			t.Errorf("a diagnostic is incomplete: %+v", d)
		}
		got = append(got, d.Pointer+" "+d.Code)
	}
	want := []string{
		"/results/1/methods/0/oracle/estimator spec.estimator",
		"/results/2/methods/0/oracle/view spec.estimator",
		"/results/4/methods/0/oracle/args/value spec.argument",
		"/results/4/methods/0/oracle/args/wrong spec.argument",
		"/results/5/methods/0/oracle/estimator spec.estimator",
		"/views/a~1b~0c/steps/1/derive/expr spec.view",
		"/views/begun/from spec.view",
		"/views/cut/steps/0/bin/breaks/1 spec.view",
		"/views/other/asset spec.view",
		"/views/weighed/steps/1/group/aggregates/1/weight spec.view",
		"/views/wide/steps/0/pivot/values spec.view",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if bad := oracle.Lint(&spec.Specification{}, []spec.Asset{{Path: "x.csv"}}, oracle.Default(), nil); len(bad) != 1 || bad[0].Pointer != "/data/0/columns" {
		t.Errorf("a manifest without columns: %v", bad)
	}
}

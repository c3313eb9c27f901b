package view_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// visits is the table of the reference numbers: every expected cell below was computed by
// pandas 3.1.1 (the call stands beside it) from this table, with x = -99 made missing.
const visits = `id,site,day,kind,x,w
1,a,2009-01-04,p,0.30,1
2,a,2009-01-05,q,1.5,2
3,b,2010-01-31,p,,3
4,b,2010-03-01,q,2.25,4
5,a,2012-02-29,q,-99,0.5
6,a,2012-12-31,p,4.0,1
7,b,2013-01-01,p,1.5,2
8,b,2009-01-05,q,0.1,5
`

var coded = spec.Step{Missing: &spec.Missing{Columns: []string{"x"}, Values: []spec.Value{spec.NumberValue(-99)}}}

func visit(t testing.TB, s ...spec.Step) (*view.View, error) {
	t.Helper()
	tab, err := table.Read(strings.NewReader(visits), spec.Asset{Path: "v.csv"})
	if err != nil {
		t.Fatal(err)
	}
	views, errs := view.Build(map[string]*table.Table{"v.csv": tab}, map[string]spec.View{
		"base": {Asset: "v.csv", Steps: []spec.Step{coded}}, "v": {From: "base", Steps: s},
	})
	if len(errs) > 0 {
		return nil, errs[0]
	}
	return views["v"], nil
}

func keep(columns ...string) spec.Step { return spec.Step{Select: columns} }

func numbers(text ...string) []spec.Number {
	out := make([]spec.Number, len(text))
	for i, s := range text {
		out[i], _ = spec.ParseNumber(s)
	}
	return out
}

func TestStepsAgainstPandas(t *testing.T) {
	pivot := func(function string, fill spec.Value) spec.Step {
		return spec.Step{Pivot: &spec.Pivot{By: []string{"site"}, Names: "kind", Values: "x", Columns: []string{"p", "q"}, Function: function, Fill: fill}}
	}
	fill := func(f spec.Fill) []spec.Step {
		f.Columns = []string{"x"}
		return []spec.Step{{Fill: &f}, keep("x")}
	}
	bin := func(b spec.Bin) []spec.Step {
		b.Name, b.Column = "bin", "x"
		return []spec.Step{{Bin: &b}, keep("bin")}
	}
	window := func(w spec.Window) []spec.Step {
		w.Name = "n"
		if w.Function != "row" {
			w.Column = "x"
		}
		return []spec.Step{{Window: &w}, keep("n")}
	}
	period := func(p, give string) []spec.Step {
		return []spec.Step{{Bin: &spec.Bin{Name: "p", Column: "day", Period: p, Give: give}}, keep("p")}
	}
	derive := func(expr string) []spec.Step {
		return []spec.Step{{Derive: &spec.Derive{Name: "d", Expr: expr}}, keep("d")}
	}
	group := func(a spec.Aggregate) []spec.Step {
		a.Name = "v"
		return []spec.Step{{Group: &spec.Group{By: []string{"site"}, Aggregates: []spec.Aggregate{a}}}}
	}
	bySite := []string{"site"}
	for name, c := range map[string]struct {
		steps []spec.Step
		want  string
	}{
		// df.pivot_table(index="site", columns="kind", values="x", aggfunc=…)
		"pivot mean":  {[]spec.Step{pivot("mean", spec.Value{})}, "site,p,q|a,2.15,1.5|b,1.5,1.175"},
		"pivot sum":   {[]spec.Step{pivot("sum", spec.Value{})}, "site,p,q|a,4.3,1.5|b,1.5,2.35"},
		"pivot count": {[]spec.Step{pivot("count", spec.Value{})}, "site,p,q|a,2,1|b,1,2"},
		"pivot empty": {[]spec.Step{{Filter: "kind == 'q' or site == 'a'"}, pivot("sum", spec.Value{})}, "site,p,q|a,4.3,1.5|b,-,2.35"},
		"pivot fill":  {[]spec.Step{{Filter: "kind == 'q' or site == 'a'"}, pivot("sum", spec.NumberValue(0))}, "site,p,q|a,4.3,1.5|b,0,2.35"},
		// df.head(2).melt(id_vars="id", value_vars=["x", "w"])
		"unpivot": {[]spec.Step{{Filter: "id < 3"}, {Unpivot: &spec.Unpivot{By: []string{"id"}, Columns: []string{"x", "w"}, Names: "variable", Values: "value"}}}, "id,variable,value|1,x,0.3|2,x,1.5|1,w,1|2,w,2"},
		// df.drop_duplicates(["site", "kind"])
		"distinct": {[]spec.Step{{Distinct: []string{"site", "kind"}}, keep("id")}, "id|1|2|3|4"},
		// pd.cut(df.x, [0.1, 1.5, 2.25, 4], …)
		"cut right":       {bin(spec.Bin{Breaks: numbers("0.1", "1.5", "2.25", "4"), Closed: "right"}), "bin|(0.1, 1.5]|(0.1, 1.5]|-|(1.5, 2.25]|-|(2.25, 4]|(0.1, 1.5]|-"},
		"cut right, edge": {bin(spec.Bin{Breaks: numbers("0.1", "1.5", "2.25", "4"), Closed: "right", Edge: true, Give: "index"}), "bin|0|0|-|1|-|2|0|0"},
		"cut left":        {bin(spec.Bin{Breaks: numbers("0.1", "1.5", "2.25", "4"), Closed: "left", Labels: []string{"l", "m", "h"}}), "bin|l|m|-|h|-|-|m|l"},
		// pd.qcut(df.x.drop(6), 3, labels=False)
		"qcut": {append([]spec.Step{{Filter: "id != 7"}}, bin(spec.Bin{Quantiles: 3, Closed: "right", Give: "index"})...), "bin|0|1|-|2|-|2|0"},
		// df.groupby("site").x.ffill(), df.x.bfill(), fillna(transform("mean")), fillna(median)
		"fill forward":  {fill(spec.Fill{Method: "forward", By: bySite}), "x|0.3|1.5|-|2.25|1.5|4|1.5|0.1"},
		"fill backward": {fill(spec.Fill{Method: "backward"}), "x|0.3|1.5|2.25|2.25|4|4|1.5|0.1"},
		"fill mean":     {fill(spec.Fill{Method: "mean", By: bySite}), "x|0.3|1.5|1.2833333333333334|2.25|1.9333333333333333|4|1.5|0.1"},
		"fill median":   {fill(spec.Fill{Method: "median"}), "x|0.3|1.5|1.5|2.25|1.5|4|1.5|0.1"},
		"fill constant": {fill(spec.Fill{Method: "constant", Value: spec.NumberValue(7)}), "x|0.3|1.5|7|2.25|7|4|1.5|0.1"},
		// df.x.interpolate(limit_area="inside"); with t as index, method="index"
		"interpolate": {fill(spec.Fill{Method: "interpolate"}), "x|0.3|1.5|1.875|2.25|3.125|4|1.5|0.1"},
		"interpolate along": {append([]spec.Step{{Derive: &spec.Derive{Name: "t", Expr: "id in [1, 2] ? id - 1 : id == 3 ? 3 : id == 4 ? 7 : id == 5 ? 8 : id + 4"}}},
			fill(spec.Fill{Method: "interpolate", Along: "t"})...), "x|0.3|1.5|1.75|2.25|2.8333333333333335|4|1.5|0.1"},
		// df.groupby("site").x.shift(1), .shift(-2), .diff(), .cumsum(); df.x.rank(method=…)
		"lag":          {window(spec.Window{Function: "lag", By: bySite}), "n|-|0.3|-|-|1.5|-|2.25|1.5"},
		"lead":         {window(spec.Window{Function: "lag", By: bySite, Offset: -2}), "n|-|4|1.5|0.1|-|-|-|-"},
		"diff":         {window(spec.Window{Function: "diff", By: bySite}), "n|-|1.2|-|-|-|-|-0.75|-1.4"},
		"cumsum":       {window(spec.Window{Function: "cumsum", By: bySite}), "n|0.3|1.8|-|2.25|-|5.8|3.75|3.85"},
		"row":          {window(spec.Window{Function: "row", By: bySite}), "n|1|2|1|2|3|4|3|4"}, // cumcount() + 1
		"rank average": {window(spec.Window{Function: "rank"}), "n|2|3.5|-|5|-|6|3.5|1"},
		"rank min":     {window(spec.Window{Function: "rank", Ties: "min"}), "n|2|3|-|5|-|6|3|1"},
		"rank max":     {window(spec.Window{Function: "rank", Ties: "max"}), "n|2|4|-|5|-|6|4|1"},
		"rank dense":   {window(spec.Window{Function: "rank", Ties: "dense"}), "n|2|3|-|4|-|5|3|1"},
		"rank first":   {window(spec.Window{Function: "rank", Ties: "first"}), "n|2|3|-|5|-|6|4|1"},
		"rank down":    {window(spec.Window{Function: "rank", By: bySite, Descending: true}), "n|3|2|-|1|-|1|2|3"},
		// df.day.dt.to_period(…), isocalendar(), day_of_week + 1, day_of_year, quarter
		"months":   {period("month", ""), "p|2009-01|2009-01|2010-01|2010-03|2012-02|2012-12|2013-01|2009-01"},
		"quarters": {period("quarter", ""), "p|2009-Q1|2009-Q1|2010-Q1|2010-Q1|2012-Q1|2012-Q4|2013-Q1|2009-Q1"},
		"weeks":    {period("week", ""), "p|2009-W01|2009-W02|2010-W04|2010-W09|2012-W09|2013-W01|2013-W01|2009-W02"},
		"mondays":  {period("week", "left"), "p|2008-12-29|2009-01-05|2010-01-25|2010-03-01|2012-02-27|2012-12-31|2012-12-31|2009-01-05"},
		"years":    {period("year", "right"), "p|2010-01-01|2010-01-01|2011-01-01|2011-01-01|2013-01-01|2013-01-01|2014-01-01|2010-01-01"},
		"week":     {derive("week(day)"), "d|1|2|4|9|9|1|1|2"},
		"weekday":  {derive("weekday(day)"), "d|7|1|7|1|3|1|2|1"},
		"yearday":  {derive("yearday(day)"), "d|4|5|31|60|60|366|1|5"},
		"quarter":  {derive("quarter(day)"), "d|1|1|1|1|1|4|1|1"},
		// df.day + pd.DateOffset(months=…), pd.Timedelta(days=…), (df.day - pd.Timestamp(…)).dt.days
		"a month on":   {derive("addMonths(day, 1)"), "d|2009-02-04|2009-02-05|2010-02-28|2010-04-01|2012-03-29|2013-01-31|2013-02-01|2009-02-05"},
		"13 back":      {derive("addMonths(day, -13)"), "d|2007-12-04|2007-12-05|2008-12-31|2009-02-01|2011-01-29|2011-11-30|2011-12-01|2007-12-05"},
		"days on":      {[]spec.Step{{Filter: "id > 6"}, {Derive: &spec.Derive{Name: "d", Expr: "day + 30"}}, keep("d")}, "d|2013-01-31|2009-02-04"},
		"days between": {[]spec.Step{{Filter: "id > 6"}, {Derive: &spec.Derive{Name: "d", Expr: "day - date('2009-01-01')"}}, keep("d")}, "d|1461|4"},
		// np.average(g.x, weights=g.w); (x * w).groupby(site).sum(); w.groupby(site).sum() / w.sum()
		"weighted mean":  {group(spec.Aggregate{Function: "mean", Column: "x", Weight: "w"}), "site,v|a,1.825|b,1.1363636363636365"},
		"weighted sum":   {group(spec.Aggregate{Function: "sum", Column: "x", Weight: "w"}), "site,v|a,7.3|b,12.5"},
		"weighted share": {group(spec.Aggregate{Function: "share", Weight: "w"}), "site,v|a,0.24324324324324326|b,0.7567567567567568"},
		"share":          {group(spec.Aggregate{Function: "share", Column: "x"}), "site,v|a,0.5|b,0.5"},
	} {
		v, err := visit(t, c.steps...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := text(v); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// A tenth in a file is the third tenth's beginning, which 0.3/0.1 in float64 is not.
func TestWidthsAreDecimal(t *testing.T) {
	for closed, want := range map[string]string{
		"left":  "b|[0.3, 0.4)|[1.5, 1.6)|-|[2.2, 2.3)|-|[4, 4.1)|[1.5, 1.6)|[0.1, 0.2)",
		"right": "b|(0.2, 0.3]|(1.4, 1.5]|-|(2.2, 2.3]|-|(3.9, 4]|(1.4, 1.5]|(0, 0.1]",
	} {
		v, err := visit(t, spec.Step{Bin: &spec.Bin{Name: "b", Column: "x", Width: numbers("0.1")[0], Closed: closed}}, keep("b"))
		if err != nil || text(v) != want {
			t.Errorf("closed %s: %v\n got %s\nwant %s", closed, err, text(v), want)
		}
	}
	v, err := visit(t, spec.Step{Derive: &spec.Derive{Name: "y", Expr: "x * 1"}}, spec.Step{Bin: &spec.Bin{Name: "b", Column: "y", Width: numbers("0.1")[0], Origin: numbers("0.05")[0], Closed: "left", Give: "middle"}}, keep("b"))
	if want := "b|0.3|1.5|-|2.3|-|4|1.5|0.1"; err != nil || !strings.HasPrefix(text(v), want[:6]) {
		t.Errorf("middle: %v %s", err, text(v))
	}
}

func TestDecimalTextStays(t *testing.T) {
	wide := spec.Pivot{By: []string{"id"}, Names: "kind", Values: "x", Columns: []string{"p", "q"}}
	for name, c := range map[string]struct {
		steps  []spec.Step
		column string
		want   []string
	}{
		"missing":  {nil, "x", []string{"0.30", "1.5", "", "2.25", "", "4.0", "1.5", "0.1"}},
		"pivot":    {[]spec.Step{{Pivot: &wide}}, "p", []string{"0.30", "", "", "", "", "4.0", "1.5", ""}},
		"forward":  {[]spec.Step{{Fill: &spec.Fill{Columns: []string{"x"}, Method: "forward"}}}, "x", []string{"0.30", "1.5", "1.5", "2.25", "2.25", "4.0", "1.5", "0.1"}},
		"constant": {[]spec.Step{{Fill: &spec.Fill{Columns: []string{"x"}, Method: "constant", Value: spec.Value{Kind: spec.ValueNumber, Num: numbers("0.50")[0]}}}}, "x", []string{"0.30", "1.5", "0.50", "2.25", "0.50", "4.0", "1.5", "0.1"}},
		"lag":      {[]spec.Step{{Window: &spec.Window{Name: "l", Function: "lag", Column: "x"}}}, "l", []string{"", "0.30", "1.5", "", "2.25", "", "4.0", "1.5"}},
		"unpivot":  {[]spec.Step{{Filter: "id < 3"}, {Unpivot: &spec.Unpivot{Columns: []string{"w", "x"}, Names: "k", Values: "n"}}}, "n", []string{"1", "2", "0.30", "1.5"}},
		"mean":     {[]spec.Step{{Filter: "id < 4"}, {Fill: &spec.Fill{Columns: []string{"x"}, Method: "mean"}}}, "x", []string{"0.30", "1.5", "0.9", ""}},
	} {
		v, err := visit(t, c.steps...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := v.Decimals(c.column)
		if name == "mean" { // a computed cell has its digits, to about 31
			got, c.want = got[:2], c.want[:2]
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestSlips(t *testing.T) {
	all := func(steps ...spec.Step) []string {
		v, err := visit(t, steps...)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, a := range v.Alternatives() {
			out = append(out, a.Name+": "+a.Note)
		}
		slices.Sort(out)
		return out
	}
	for name, c := range map[string]struct {
		steps []spec.Step
		want  []string
	}{
		"codes, of the view it begins from": {[]spec.Step{keep("x")}, []string{
			"codes-kept: with codes of missing values taken for values",
			"rows-lost: with every row dropped that lacks any value (7 rows, not 8)"}},
		"bin": {[]spec.Step{{Filter: "x > 0"}, {Bin: &spec.Bin{Name: "b", Column: "x", Breaks: numbers("0", "1.5", "9"), Closed: "left"}}, keep("b")}, []string{
			"bin-closed: with intervals closed on the right", "rows-kept: without the filter x > 0 (8 rows, not 6)"}},
		"fill": {[]spec.Step{{Fill: &spec.Fill{Columns: []string{"x"}, Method: "mean", By: []string{"site"}}}, keep("x")}, []string{
			"codes-kept: with codes of missing values taken for values", "fill-left-out: with missing cells left missing",
			"fill-overall: with missing cells filled from the whole view", "rows-lost: with every row dropped that lacks any value (7 rows, not 8)"}},
		"weights": {[]spec.Step{{Filter: "x > 0"}, {Group: &spec.Group{By: []string{"site"}, Aggregates: []spec.Aggregate{{Name: "m", Function: "mean", Column: "x", Weight: "w"}}}}}, []string{
			"rows-kept: without the filter x > 0"}, // weights-ignored is looked for below
		},
		"rank": {[]spec.Step{{Filter: "x > 0"}, {Window: &spec.Window{Name: "r", Function: "rank", Column: "x", By: []string{"site"}, Ties: "min"}}, keep("r")}, []string{
			"groups-ignored: computed across the borders of groups", "rank-reversed: ranked the other way", "rows-kept: without the filter x > 0 (8 rows, not 6)"}},
		"pivot": {[]spec.Step{{Filter: "x > 0"}, {Pivot: &spec.Pivot{By: []string{"site"}, Names: "kind", Values: "x", Columns: []string{"p", "q"}, Function: "sum"}}}, []string{
			"cells-mean: with the mean of repeated cells"}},
		"distinct": {[]spec.Step{{Distinct: []string{"site"}}, keep("id")}, []string{
			"rows-kept: with repeated rows kept (8 rows, not 2)", "rows-lost: with every row dropped that lacks any value"}},
	} {
		got := all(c.steps...)
		if name == "weights" {
			if !slices.Contains(got, "weights-ignored: without the weights") {
				t.Errorf("weights: %v", got)
			}
			continue
		}
		if name == "distinct" || name == "pivot" {
			for _, w := range c.want[:1] {
				if !slices.Contains(got, w) {
					t.Errorf("%s: %v lacks %s", name, got, w)
				}
			}
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	// N33: software drops rows whose key is missing without a word.
	v := build(t, spec.Step{Group: &spec.Group{By: []string{"sex"}, Aggregates: []spec.Aggregate{{Name: "n", Function: "count"}}}})
	if !slices.ContainsFunc(v.Alternatives(), func(a view.Alternative) bool {
		return a.Name == "rows-lost" && text(a.View) == "sex,n|f,3|m,2"
	}) {
		t.Error("a lost key is not among the alternatives")
	}
}

func TestFrom(t *testing.T) {
	tabs := tables(t)
	views, errs := view.Build(tabs, map[string]spec.View{
		"heavy": steps(spec.Step{Filter: "mass > 20"}), "a": {From: "heavy", Steps: []spec.Step{{Filter: "species == 'A'"}, keep("id")}}, "same": {From: "heavy"},
	})
	if len(errs) > 0 || text(views["a"]) != "id|2|6" || views["same"].Rows() != 4 || views["same"].Name != "same" {
		t.Errorf("%v %v", views, errs)
	}
	for name, c := range map[string]struct {
		views map[string]spec.View
		want  string
	}{
		"itself":  {map[string]spec.View{"v": {From: "v"}}, `view "v": view "v" begins from itself`},
		"circle":  {map[string]spec.View{"v": {From: "w"}, "w": {From: "v"}}, "begins from itself, through others"},
		"join":    {map[string]spec.View{"v": {From: "w"}, "w": {Asset: "birds.csv", Steps: []spec.Step{{Join: &spec.Join{View: "v", On: []string{"id"}}}}}}, "joined with itself"},
		"unknown": {map[string]spec.View{"v": {From: "w"}}, `there is no view "w" to begin from`},
		"both":    {map[string]spec.View{"v": {From: "w", Asset: "birds.csv"}}, "not from both"},
		"neither": {map[string]spec.View{"v": {}}, `asset ""`},
		"wrong":   {map[string]spec.View{"v": {From: "w"}, "w": steps(keep("kg"))}, `the view it begins from is wrong: view "w", step 1 (select)`},
	} {
		_, errs := view.Build(tabs, c.views)
		if len(errs) == 0 || !slices.ContainsFunc(errs, func(e *view.Error) bool { return strings.Contains(e.Error(), c.want) }) {
			t.Errorf("%s: %v, want %q", name, errs, c.want)
		}
	}
}

func TestStepErrors(t *testing.T) {
	bin := func(edit func(*spec.Bin)) spec.Step {
		b := spec.Bin{Name: "b", Column: "x", Closed: "left"}
		edit(&b)
		return spec.Step{Bin: &b}
	}
	pivot := func(edit func(*spec.Pivot)) spec.Step {
		p := spec.Pivot{By: []string{"site"}, Names: "kind", Values: "x", Columns: []string{"p", "q"}, Function: "mean"}
		edit(&p)
		return spec.Step{Pivot: &p}
	}
	unpivot := func(edit func(*spec.Unpivot)) spec.Step {
		u := spec.Unpivot{Columns: []string{"x", "w"}, Names: "k", Values: "n"}
		edit(&u)
		return spec.Step{Unpivot: &u}
	}
	window := func(edit func(*spec.Window)) spec.Step {
		w := spec.Window{Name: "r", Function: "rank", Column: "x"}
		edit(&w)
		return spec.Step{Window: &w}
	}
	fill := func(edit func(*spec.Fill)) spec.Step {
		f := spec.Fill{Columns: []string{"x"}, Method: "mean"}
		edit(&f)
		return spec.Step{Fill: &f}
	}
	weigh := func(a spec.Aggregate) spec.Step {
		return spec.Step{Group: &spec.Group{By: []string{"site"}, Aggregates: []spec.Aggregate{a}}}
	}
	one := []spec.Value{spec.NumberValue(1)}
	for name, c := range map[string]struct {
		step        spec.Step
		field, want string
	}{
		"missing column":     {spec.Step{Missing: &spec.Missing{Columns: []string{"y"}, Values: one}}, "columns", `there is no column "y"`},
		"missing values":     {spec.Step{Missing: &spec.Missing{}}, "values", "no value"},
		"missing kind":       {spec.Step{Missing: &spec.Missing{Columns: []string{"site"}, Values: one}}, "columns/0", "is text"},
		"missing array":      {spec.Step{Missing: &spec.Missing{Values: []spec.Value{spec.ArrayValue([]float64{1})}}}, "values/0", "is no number"},
		"fill column":        {fill(func(f *spec.Fill) { f.Columns = []string{"y"} }), "columns", "no column"},
		"fill nothing":       {fill(func(f *spec.Fill) { f.Columns = nil }), "columns", "no column is named"},
		"fill method":        {fill(func(f *spec.Fill) { f.Method = "mode" }), "method", "not one of"},
		"fill text":          {fill(func(f *spec.Fill) { f.Columns = []string{"x", "none"} }), "columns/1", "no column"},
		"fill value":         {fill(func(f *spec.Fill) { f.Method = "constant" }), "value", "belongs to the method constant"},
		"fill value of mean": {fill(func(f *spec.Fill) { f.Value = one[0] }), "value", "belongs to the method constant"},
		"fill kind":          {fill(func(f *spec.Fill) { f.Method, f.Value = "constant", spec.TextValue("a") }), "value", "is no cell of column"},
		"fill by itself":     {fill(func(f *spec.Fill) { f.By = []string{"x"} }), "columns/0", "cannot be filled"},
		"fill along":         {fill(func(f *spec.Fill) { f.Along = "id" }), "along", "interpolate"},
		"fill along text":    {fill(func(f *spec.Fill) { f.Method, f.Along = "interpolate", "site" }), "along", "is text"},
		"fill along down":    {fill(func(f *spec.Fill) { f.Method, f.Along = "interpolate", "day" }), "columns/0", "does not rise at row 8"},
		"distinct":           {spec.Step{Distinct: []string{"id", "y"}}, "", `no column "y"`},
		"bin two ways":       {bin(func(b *spec.Bin) { b.Quantiles, b.Breaks = 3, numbers("1", "2") }), "", "by 2"},
		"bin no way":         {bin(func(*spec.Bin) {}), "", "by 0"},
		"bin name":           {bin(func(b *spec.Bin) { b.Name, b.Quantiles = "x", 2 }), "name", "name of its own"},
		"bin column":         {bin(func(b *spec.Bin) { b.Column = "y" }), "column", "no column"},
		"bin text":           {bin(func(b *spec.Bin) { b.Column, b.Quantiles = "site", 2 }), "column", "is text"},
		"bin closed":         {bin(func(b *spec.Bin) { b.Closed, b.Quantiles = "", 2 }), "closed", "[a, b)"},
		"bin breaks fall":    {bin(func(b *spec.Bin) { b.Breaks = numbers("1", "3", "2") }), "breaks/2", "does not rise"},
		"bin one break":      {bin(func(b *spec.Bin) { b.Breaks = numbers("1") }), "breaks", "two ends"},
		"bin labels":         {bin(func(b *spec.Bin) { b.Breaks, b.Labels = numbers("1", "3"), []string{"a", "b"} }), "labels", "2 labels for 1"},
		"bin labels twice":   {bin(func(b *spec.Bin) { b.Quantiles, b.Labels = 2, []string{"a", "a"} }), "labels/1", "of its own"},
		"bin period":         {bin(func(b *spec.Bin) { b.Period, b.Closed = "month", "" }), "column", "periods are of dates"},
		"bin period name":    {bin(func(b *spec.Bin) { b.Column, b.Period, b.Closed = "day", "decade", "" }), "period", "not one of"},
		"bin period closed":  {bin(func(b *spec.Bin) { b.Column, b.Period = "day", "month" }), "closed", "first moment"},
		"bin quantiles":      {bin(func(b *spec.Bin) { b.Column, b.Quantiles = "w", 7 }), "quantiles", "fall together"},
		"bin width":          {bin(func(b *spec.Bin) { b.Width = spec.Float(-1) }), "width", "above 0"},
		"bin tiny width":     {bin(func(b *spec.Bin) { b.Width = spec.Float(5e-324) }), "width", "2^53"},
		"bin give":           {bin(func(b *spec.Bin) { b.Quantiles, b.Give = 2, "top" }), "give", "not \"top\""},
		"window column":      {window(func(w *spec.Window) { w.Column = "y" }), "column", "no column"},
		"window function":    {window(func(w *spec.Window) { w.Function = "sum" }), "function", "not one of"},
		"window ties":        {window(func(w *spec.Window) { w.Ties = "mean" }), "ties", "not one of"},
		"window ties of lag": {window(func(w *spec.Window) { w.Function, w.Ties = "lag", "min" }), "ties", "belong to rank"},
		"window offset":      {window(func(w *spec.Window) { w.Offset = 2 }), "offset", "lag and diff"},
		"window text":        {window(func(w *spec.Window) { w.Function, w.Column = "diff", "site" }), "column", "is text"},
		"window times":       {window(func(w *spec.Window) { w.Function, w.Column = "cumsum", "day" }), "column", "no sum"},
		"window row":         {window(func(w *spec.Window) { w.Function = "row" }), "column", "of no column"},
		"pivot repeated":     {pivot(func(p *spec.Pivot) { p.Function = "" }), "function", "rows 1 and 6 both go to one cell"},
		"pivot names":        {pivot(func(p *spec.Pivot) { p.Columns = []string{"p"} }), "columns", `row 2 has the kind "q"`},
		"pivot twice":        {pivot(func(p *spec.Pivot) { p.Columns = []string{"p", "p"} }), "columns/1", "two columns"},
		"pivot key":          {pivot(func(p *spec.Pivot) { p.Columns = []string{"site", "q"} }), "columns/0", "two columns"},
		"pivot function":     {pivot(func(p *spec.Pivot) { p.Function = "mode" }), "function", "not one of"},
		"pivot text":         {pivot(func(p *spec.Pivot) { p.Values, p.By = "site", []string{"id"} }), "values", "is text"},
		"pivot same":         {pivot(func(p *spec.Pivot) { p.Values = "kind" }), "", "columns that differ"},
		"pivot column":       {pivot(func(p *spec.Pivot) { p.Names = "sort" }), "names", "no column"},
		"pivot fill":         {pivot(func(p *spec.Pivot) { p.Fill = spec.TextValue("none") }), "fill", "is no cell"},
		"pivot nothing":      {pivot(func(p *spec.Pivot) { p.Columns = nil }), "", "needs by"},
		"unpivot kinds":      {unpivot(func(u *spec.Unpivot) { u.Columns = []string{"x", "site"} }), "columns/1", "cannot hold both"},
		"unpivot twice":      {unpivot(func(u *spec.Unpivot) { u.Columns = []string{"x", "x"} }), "columns/1", "named twice"},
		"unpivot by":         {unpivot(func(u *spec.Unpivot) { u.By = []string{"x"} }), "by", "cannot both stay"},
		"unpivot names":      {unpivot(func(u *spec.Unpivot) { u.Names = "site" }), "names", "name of its own"},
		"unpivot values":     {unpivot(func(u *spec.Unpivot) { u.Values = "k" }), "values", "name of its own"},
		"weight":             {weigh(spec.Aggregate{Name: "m", Function: "median", Column: "x", Weight: "w"}), "aggregates/0/weight", "takes no weight"},
		"weight below 0":     {weigh(spec.Aggregate{Name: "m", Function: "mean", Column: "w", Weight: "neg"}), "aggregates/0/weight", "row 1 has the weight -1"},
		"weight text":        {weigh(spec.Aggregate{Name: "m", Function: "mean", Column: "x", Weight: "kind"}), "aggregates/0/weight", "weights are numbers"},
		"aggregate name":     {weigh(spec.Aggregate{Name: "site", Function: "mean", Column: "x"}), "aggregates/0/name", "name of its own"},
	} {
		_, err := visit(t, spec.Step{Derive: &spec.Derive{Name: "neg", Expr: "0 - id"}}, c.step)
		e, ok := err.(*view.Error)
		if !ok || !strings.Contains(e.Error(), c.want) || !strings.HasPrefix(e.Field, c.field) || c.field == "" && e.Field != "" && name != "distinct" || e.Step != 1 {
			t.Errorf("%s: %v (%+v), want %q at %q", name, err, e, c.want, c.field)
		}
	}
}

func TestDates(t *testing.T) {
	for _, c := range []struct {
		text, format string
		want         string // "" for an error
	}{
		{"31.12.2009", "%d.%m.%Y", "2009-12-31"}, {"1/2/09", "%d/%m/%y", "2009-02-01"}, {"070168", "%d%m%y", "2068-01-07"}, {"070169", "%d%m%y", "1969-01-07"},
		{"Mar 5, 2010", "%b %d, %Y", "2010-03-05"}, {"5 MARCH 2010", "%d %B %Y", "2010-03-05"}, {"2012-366", "%Y-%j", "2012-12-31"}, {"2010", "%Y", "2010-01-01"},
		{"2010-03-05 01:02:03 PM", "%Y-%m-%d %I:%M:%S %p", "2010-03-05T13:02:03Z"}, {"2010-03-05 12 am", "%Y-%m-%d %I %p", "2010-03-05"}, {"2010-03-05T06:00:00.0", "%Y-%m-%dT%H:%M:%S.%f", "2010-03-05T06:00:00Z"},
		{"30.2.2010", "%d.%m.%Y", ""}, {"29.2.2012", "%d.%m.%Y", "2012-02-29"}, {"2010-366", "%Y-%j", ""}, {"5.5.2010 ", "%d.%m.%Y", ""}, {"5.5", "%d.%m.%Y", ""}, {"5.5.10", "%d.%m.%Y", ""},
		{"13.13.2010", "%d.%m.%Y", ""}, {"", "%Y", ""}, {"2010 Foo", "%Y %b", ""}, {"2010-01-01 25", "%Y-%m-%d %H", ""}, {"100%", "%y0%%", "2010-01-01"},
	} {
		v := view.OfFrame("v", &spec.Frame{Columns: []spec.Column{{Name: "s", Kind: spec.ColumnText, Text: []string{c.text}}}})
		got, err := v.Eval("d", fmt.Sprintf("parseDate(s, %q)", c.format))
		if c.want == "" {
			if err == nil || !strings.Contains(err.Error(), "is not a date like") {
				t.Errorf("%s by %s: %v", c.text, c.format, err)
			}
			continue
		}
		if err != nil || got.Kind != spec.ColumnTime || view.LabelText(view.Label(&got, 0)) != c.want {
			t.Errorf("%s by %s: %v, %v; want %s", c.text, c.format, got, err, c.want)
		}
	}
	for src, want := range map[string]string{
		"parseDate(sp, '%Q')": "%Q is not one of", "parseDate(sp, '%d')": "needs a year", "parseDate(sp, '%Y %Y')": "occurs twice", "parseDate(sp, '%Y%')": "ends in %",
		"parseDate(sp, sp)": "format in quotes", "parseDate(sp, '%Y %I')": "go together", "parseDate(sp, '%Y %j %d')": "stands for month and day", "addMonths(d, 0.5)": "gives NaN",
		"parseDate(x, '%Y')": "cannot use number",
	} {
		if _, err := sample().Eval("r", src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", src, err, want)
		}
	}
	for src, want := range map[string]spec.ColumnKind{
		"d": spec.ColumnTime, "d + 1": spec.ColumnTime, "1 + d": spec.ColumnTime, "d - 1": spec.ColumnTime, "d - d": spec.ColumnNumber, "1 - d": spec.ColumnNumber,
		"date('1970-01-01')": spec.ColumnTime, "x > 1 ? d : date('1970-01-01')": spec.ColumnTime, "x > 1 ? d : x": spec.ColumnNumber, "max(d, date('1970-01-01'))": spec.ColumnTime,
		"2 * d": spec.ColumnNumber, "addDays(d, x)": spec.ColumnTime, "year(d)": spec.ColumnNumber, "hour(d) + minute(d) + second(d)": spec.ColumnNumber,
	} {
		if c, err := sample().Eval("r", src); err != nil || c.Kind != want {
			t.Errorf("%s is %s, want %s (%v)", src, c.Kind, want, err)
		}
	}
}

func FuzzParseDate(f *testing.F) {
	for _, s := range [][2]string{{"31.12.2009", "%d.%m.%Y"}, {"2012-366", "%Y-%j"}, {"1 pm 2010", "%I %p %Y"}, {"%", "%%"}, {"", "%"}, {"9999-12-31", "%Y-%m-%d"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, s, format string) {
		v := view.OfFrame("v", &spec.Frame{Columns: []spec.Column{{Name: "s", Kind: spec.ColumnText, Text: []string{s}}}})
		c, err := v.Eval("d", fmt.Sprintf("parseDate(s, %q)", format))
		if err == nil && (c.Len() != 1 || c.Num[0] < -720_000 || c.Num[0] > 3_000_000) {
			t.Errorf("%q by %q is %v", s, format, c)
		}
	})
}

// Long to wide and back, and the other way round, gives the same cells.
func TestPivotLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := []string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(t, "columns")]
		n := rapid.IntRange(0, 8).Draw(t, "rows")
		var b strings.Builder
		b.WriteString("id," + strings.Join(columns, ",") + "\n")
		for i := range n {
			fmt.Fprintf(&b, "%d", i)
			for range columns {
				b.WriteString("," + rapid.SampledFrom([]string{"NA", "0.10", "-3", "1e-3", "12345678901234567890"}).Draw(t, "cell"))
			}
			b.WriteString("\n")
		}
		tab, err := table.Read(strings.NewReader(b.String()), spec.Asset{Path: "w.csv"})
		if err != nil {
			t.Fatal(err)
		}
		melt := spec.Step{Unpivot: &spec.Unpivot{Columns: columns, Names: "name", Values: "value"}}
		widen := spec.Step{Pivot: &spec.Pivot{By: []string{"id"}, Names: "name", Values: "value", Columns: columns}}
		views, errs := view.Build(map[string]*table.Table{"w.csv": tab}, map[string]spec.View{
			"wide": {Asset: "w.csv"}, "long": {From: "wide", Steps: []spec.Step{melt}},
			"again": {From: "long", Steps: []spec.Step{widen}}, "longer": {From: "again", Steps: []spec.Step{melt}},
		})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if views["long"].Rows() != n*len(columns) {
			t.Fatalf("%d rows", views["long"].Rows())
		}
		for _, pair := range [][2]string{{"wide", "again"}, {"long", "longer"}} {
			x, y := views[pair[0]], views[pair[1]]
			if text(x) != text(y) {
				t.Fatalf("%s\n%s", text(x), text(y))
			}
			for _, c := range append(columns, "value") {
				if !slices.Equal(x.Decimals(c), y.Decimals(c)) {
					t.Fatalf("%s: %v, %v", c, x.Decimals(c), y.Decimals(c))
				}
			}
		}
	})
}

// A cell lies in the interval that it is given.
func TestWidthLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 20).Draw(t, "x")
		v := view.OfFrame("v", &spec.Frame{Columns: []spec.Column{{Name: "x", Kind: spec.ColumnNumber, Num: xs}}})
		closed := rapid.SampledFrom([]string{"left", "right"}).Draw(t, "closed")
		width := spec.Float(rapid.Float64Range(1e-3, 1e5).Draw(t, "width"))
		for _, give := range []string{"left", "right"} {
			b := spec.Bin{Name: "b", Column: "x", Width: width, Closed: closed, Give: give}
			out, err := v.Apply(spec.Step{Bin: &b})
			if err != nil {
				t.Fatal(err)
			}
			for i, end := range out.Column("b").Num {
				slack := 1e-9 * (1 + width.F)
				if give == "left" && (xs[i] < end-slack || xs[i] > end+width.F+slack) || give == "right" && (xs[i] > end+slack || xs[i] < end-width.F-slack) {
					t.Fatalf("%v lies outside the interval of width %v with the %s end %v", xs[i], width, give, end)
				}
			}
		}
	})
}

// Numbers of few digits are made from their float64 as exactly as from their text.
func TestNumbersLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.SampledFrom([]string{`-?[0-9]{1,6}(\.[0-9]{1,8})?`, `-?[0-9]{1,17}(\.[0-9]{0,3})?`, `-?0\.[0-9]{1,22}`, `-?[0-9](\.[0-9]{1,3})?e-?[0-9]{1,2}`}).Draw(t, "pattern")
		texts := rapid.SliceOfN(rapid.StringMatching(pattern), 1, 6).Draw(t, "texts")
		tab, err := table.Read(strings.NewReader("x\n"+strings.Join(texts, "\n")+"\n"), spec.Asset{Path: "x.csv"})
		if err != nil {
			t.Fatal(err)
		}
		v := view.Of("v", tab)
		nums, err := v.Numbers("x")
		if err != nil {
			t.Fatal(err)
		}
		floats, err := v.Floats("x")
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range texts {
			want, ok := new(big.Rat).SetString(s)
			if !ok {
				t.Fatal(s)
			}
			nearest, _ := want.Float64()
			got := new(big.Rat).SetFloat64(nums[0][i].Hi)
			got.Add(got, new(big.Rat).SetFloat64(nums[0][i].Lo))
			off, _ := got.Sub(got, want).Float64()
			if floats[0][i] != nearest || nums[0][i].Float() != nearest || math.Abs(off) > 0x1p-102*math.Abs(nearest) {
				t.Fatalf("%s is %v, which is off by %v; in float64 %v, not %v", s, nums[0][i], off, floats[0][i], nearest)
			}
		}
	})
}

// A group has the cells of its rows, however they are asked for, and by many at once.
func TestGroupsHoldTheirRows(t *testing.T) {
	v, err := visit(t)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := v.Split("kind", "site")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, g := range groups {
		whole, err := v.Filter(fmt.Sprintf("kind == %q and site == %q", g.Keys[0].Text, g.Keys[1].Text))
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				nums, err := g.View.Numbers("x", "w")
				want, _ := whole.Numbers("x", "w")
				if err != nil || !cmp.Equal(want, nums) || !cmp.Equal(whole.Column("day"), g.View.Column("day")) || g.View.Column("no") != nil {
					t.Errorf("%s: %v, %v", g.Label, nums, err)
				}
				if text(whole) != text(g.View) || !slices.Equal(whole.Decimals("x"), g.View.Decimals("x")) || g.View.Rows() != whole.Rows() {
					t.Errorf("%s: %s, not %s", g.Label, text(g.View), text(whole))
				}
			})
		}
		wg.Wait()
		rows += g.View.Rows()
		again, err := g.View.Split("id")
		if err != nil || len(again) != g.View.Rows() || again[0].View.Column("w").Num[0] != g.View.Column("w").Num[0] {
			t.Errorf("a group of a group: %v %v", again, err)
		}
	}
	if rows != v.Rows() {
		t.Errorf("%d of %d rows are in groups", rows, v.Rows())
	}
	if _, err := groups[0].View.Numbers("kind"); err == nil {
		t.Error("a text is given as numbers")
	}
	if _, err := groups[0].View.Floats("nothing"); err == nil || !strings.Contains(err.Error(), "it has id, site") {
		t.Errorf("an unknown column: %v", err)
	}
}

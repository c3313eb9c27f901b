package pytrace_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/graph/trace"
)

// Each way from a file to a number leads back to the file; numbers that the code holds
// itself, or that chance gave, do not. All but those named main_ run in one process.
func TestLineage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data(t, dir)
	var names, mains []string
	for _, f := range archive(t, "lineage.txtar") {
		name := strings.TrimSuffix(f.Name, ".py")
		put(t, dir, "c_"+f.Name, string(f.Data)+fmt.Sprintf("import json\nwith open(%q, \"w\") as f:\n    json.dump({\"value\": result}, f, default=float)\n", name+".json"))
		if strings.HasPrefix(name, "main_") {
			mains = append(mains, name)
		} else {
			names = append(names, name)
		}
	}
	put(t, dir, "main.py", fmt.Sprintf("import importlib\nfor n in %q.split():\n    importlib.import_module('c_' + n)\n", strings.Join(names, " ")))
	all := run(t, dir, "main.py", true)
	if all.exit != 0 {
		t.Fatalf("exit %d\n%s", all.exit, all.stderr)
	}
	all.whole(t)
	linked, total, measured := 0, 0, 0
	check := func(tr *trace.Trace, name string) {
		leaf, ok := tr.Leaf(name+".json", "/value")
		if !ok {
			t.Errorf("%s: no leaf", name)
			return
		}
		want := !strings.HasPrefix(name, "HARDCODED") && !strings.HasPrefix(name, "NODATA")
		got := false
		for _, f := range tr.Sources(leaf.Ref) {
			got = got || f.Op == "read" && strings.HasPrefix(f.Path, "data.")
		}
		if got != want {
			t.Errorf("%s: linked to the data is %v", name, got)
		}
		if want {
			total++
			if got {
				linked++
			}
			if got && slices.Contains(constructs, strings.TrimPrefix(name, "main_")) {
				measured++
			}
		}
	}
	for _, name := range names {
		check(all.trace, name)
	}
	for _, name := range mains {
		one := forked(t, dir, "c_"+name+".py")
		one.whole(t)
		check(one.trace, name)
	}
	t.Logf("%d of %d ways are linked, of the %d that techniques were compared on %d", linked, total, len(constructs), measured)
	if linked < 95 || measured != len(constructs) {
		t.Errorf("only %d ways are linked", linked)
	}
}

// constructs are the 59 ways from a file to a number on which ways to trace were compared
// before this one was chosen.
var constructs = strings.Fields(`
	df_method_chain column_select bool_mask loc_mask_col query_eval assign_inplace merge pd_concat groupby_mean
	groupby_apply_lambda groupby_iter pivot values np_asarray ufunc_on_series ufunc_on_values ndarray_arith
	ndarray_method_scalar np_column_stack np_einsum_out np_slice_assign lstsq scalar_float scalar_round scalar_arith
	small_int_count len_int bool_result fstring str_roundtrip list_comp_rows iterrows_loop zip_columns dict_comp
	apply_lambda_rows map_lambda sorted_builtin sum_builtin_gen statistics_mod csv_reader csv_loop open_split json_load
	np_genfromtxt np_loadtxt pathlib_read pickle_roundtrip to_dict sqlite csv_intermediate ttest ols_param
	optimize_closure user_func class_method thread_pool process_pool exec_string lru_cached_global`)

// leaf is the operation that a leaf of results.json came from.
func leaf(t *testing.T, tr *trace.Trace, pointer string) *trace.Op {
	t.Helper()
	l, ok := tr.Leaf("results.json", pointer)
	if !ok {
		t.Fatalf("no leaf %s", pointer)
	}
	if tr.Ops[l.Ref] == nil {
		t.Fatalf("leaf %s names operation %d, which is none", pointer, l.Ref)
	}
	return tr.Ops[l.Ref]
}

func TestLeavesNameTheirOperation(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
import json
from pathlib import Path
import numpy as np
import pandas as pd

df = pd.read_csv("data.csv")
m = df["m"].mean()
means = df.groupby("g")["m"].mean()
rows = []
for g, v in means.items():
    rows.append({"id": g, "value": round(v, 2), "n": int((df["g"] == g).sum())})
sd = np.std(df["m"].to_numpy(), ddof=1)
doc = {"results": rows, "mean": float(m), "sd": sd, "list": means.tolist(), "fixed": 0.95, "text": f"{m:.1f} g",
       "none": None, "nested": {"a/b": [m * 2, 3]}, **{"more": len(df)}}
Path("results.json").write_text(json.dumps(doc, indent=1, default=float) + "\n")
`)
	for pointer, fn := range map[string]string{
		"/results/0/value": "builtins.round", "/results/1/value": "builtins.round", "/results/0/n": "builtins.int",
		"/mean": "builtins.float", "/sd": "numpy.std", "/list/0": "pandas.Series.tolist", "/list/1": "pandas.Series.tolist",
		"/nested/a~1b/0": "operator.mul", "/more": "builtins.len", "/text": "fstring",
	} {
		if op := leaf(t, o.trace, pointer); op.Fn != fn {
			t.Errorf("%s came from %s, want %s", pointer, op.Fn, fn)
		}
	}
	for _, pointer := range []string{"/fixed", "/none", "/nested/a~1b/1"} {
		if l, ok := o.trace.Leaf("results.json", pointer); !ok || l.Ref != 0 {
			t.Errorf("%s is a literal: %v %v", pointer, l, ok)
		}
	}
	sd := leaf(t, o.trace, "/sd")
	if sd.Params["ddof"].Num.F != 1 {
		t.Errorf("parameters of numpy.std: %v", sd.Params)
	}
}

// Two results of one loop keep apart, and so do two columns of one zip.
func TestLineageIsNarrow(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
import json
import pandas as pd
a = pd.read_csv("data.csv")
b = pd.read_json("data.json")
x, y = len(a), len(b)
out = {"x": x, "y": y}
for name, v in zip(["p", "q"], [a["m"].sum(), 4]):
    out[name] = v
total_a = total_b = 0
for va, vb in zip(a["m"], range(33)):
    total_a += va
    total_b += vb
out["ta"], out["tb"] = total_a, total_b
json.dump(out, open("results.json", "w"))
`)
	for pointer, want := range map[string]string{"/x": "data.csv", "/y": "data.json", "/ta": "data.csv"} {
		l, _ := o.trace.Leaf("results.json", pointer)
		var got []string
		for _, f := range o.trace.Sources(l.Ref) {
			if f.Op == "read" {
				got = append(got, f.Path)
			}
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s comes from %v, want %s", pointer, got, want)
		}
	}
}

// JSON that is put together by hand: numbers join the operations whose text they are.
func TestDocumentsByHand(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
import csv
values = [float(r["m"]) for r in csv.DictReader(open("data.csv"))]
mean = sum(values) / len(values)
with open("results.json", "w") as f:
    f.write('{"mean": ')
    f.write(f"{mean:.3f}")
    f.write(f', "max": {max(values):.2f}, "first": {values[0]}')
    f.write(', "n": %d, ' % len(values))
    f.write('"fixed": 12}')
`)
	if op := leaf(t, o.trace, "/mean"); op.Fn != "fstring" || o.trace.Ops[op.In[0].Ref].Fn != "operator.truediv" {
		t.Errorf("mean came from %s of %v", op.Fn, op.In)
	}
	if op := leaf(t, o.trace, "/max"); op.Fn != "builtins.format" || op.Params["1"].Text != ".2f" || o.trace.Ops[op.In[0].Ref].Fn != "builtins.max" {
		t.Errorf("max came from %s %v of %v", op.Fn, op.Params, op.In)
	}
	for _, pointer := range []string{"/n", "/fixed"} {
		if l, ok := o.trace.Leaf("results.json", pointer); !ok || !l.Approx {
			t.Errorf("%s: %v %v, want the text's operation, approximate", pointer, l, ok)
		}
	}
}

func TestRenamedDocument(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
import json, os
n = len(open("data.csv").readlines())
with open("tmp.json", "w") as f:
    json.dump({"n": n}, f)
os.replace("tmp.json", "results.json")
`)
	if op := leaf(t, o.trace, "/n"); op.Fn != "builtins.len" {
		t.Errorf("n came from %s", op.Fn)
	}
}

// Content travels with the trace: the rows of a selection, in pandas and in loops.
func TestContentOfSelections(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
import csv, json, statistics
import numpy as np
import pandas as pd
df = pd.read_csv("data.csv")
big = df[df["m"] > 30]
with open("data.csv") as f:
    rows = [r for r in csv.DictReader(f) if float(r["m"]) > 30]
values = []
for r in rows:
    values.append(float(r["m"]))
array = np.array(values)
json.dump({"a": big["m"].mean(), "b": statistics.mean(values), "c": array.mean()}, open("results.json", "w"))
`)
	var want []float64
	for i := range 33 {
		if m := 1 + float64(i)*1.25 + float64(i%3)/8; m > 30 {
			want = append(want, m)
		}
	}
	found := map[string]bool{}
	for _, op := range o.trace.Order {
		if op.Out != nil && op.Fn == "pandas.DataFrame.__getitem__.rows" {
			f, ok := o.trace.Frame(*op.Out)
			if ok && f.Column("m") != nil && fmt.Sprint(f.Column("m").Num) == fmt.Sprint(want) && f.Column("g").Text[0] != "" {
				found["pandas"] = true
			}
			if op.Sel == nil || op.Sel.RowsIn != 33 || op.Sel.RowsOut != int64(len(want)) {
				t.Errorf("selection %+v", op.Sel)
			}
		}
		for _, in := range op.In {
			if a := o.trace.Arrays[in.FP]; a != nil && op.Fn == "statistics.mean" {
				fs, _ := a.Floats()
				found["loop"] = fmt.Sprint(fs) == fmt.Sprint(want)
			}
		}
		if op.Fn == "comprehension.filter" && op.Out.Type == "table" {
			f, ok := o.trace.Frame(*op.Out)
			found["rows"] = ok && f.Rows() == len(want) && f.Column("m").Kind == "text"
		}
		if op.Fn == "numpy.array" {
			c, ok := o.trace.Content(*op.Out)
			found["numpy"] = ok && fmt.Sprint(c.Num) == fmt.Sprint(want)
		}
	}
	for _, style := range []string{"pandas", "loop", "rows", "numpy"} {
		if !found[style] {
			t.Errorf("%s: the selected rows are not in the trace", style)
		}
	}
}

// N33: rows that a group-by drops without a word show in its row counts.
func TestN33_RowsLostByGroupBy(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
import json
import pandas as pd
df = pd.DataFrame({"g": ["a", "a", "b", None], "m": [1, 2, 3, 4]})
n = df.groupby("g")["m"].count()
json.dump({"n": int(n.sum())}, open("results.json", "w"))
`)
	for _, op := range o.trace.Order {
		if op.Fn == "pandas.SeriesGroupBy.count" {
			col, ok := o.trace.Content(*op.Out)
			if !ok || col.Num[0]+col.Num[1] != 3 || op.Sel == nil || op.Sel.RowsIn != 4 || len(op.Sel.Keys) != 1 {
				t.Errorf("count %v of %+v", col.Num, op.Sel)
			}
			return
		}
	}
	t.Error("the group-by is not in the trace")
}

// A digest is never that of what an array held before, or of what lay in its memory before:
// row 50,001 is none of those of which fingerprints are made.
func TestDigestOfNow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "a.py", `import numpy as np
import pandas as pd
n = 100_000
at = 50_001
a = np.arange(n, dtype=float) / 7
same = a * 1
del same
other = np.where(np.arange(n) == at, -1.0, a)
a[at] = -1
changed = a[:]
a[at] = at / 7
back = a[:]
df = pd.DataFrame({"v": a, "w": a})
df["z"] = df["v"] * 1
kept = df["w"]
df["v"] = df["v"].where(df.index != at, -1.0)
replaced = df["v"]
df.loc[at, "w"] = -1
stored = df["w"]
untouched = df["z"]
`)
	o := run(t, dir, "a.py", true)
	o.whole(t)
	mix := map[string]string{} // of what a name was bound to first
	for _, e := range o.trace.Events {
		if e.Bind == nil || mix[e.Bind.Name] != "" {
			continue
		}
		if op := o.trace.Ops[e.Bind.Ref]; op != nil && op.Out != nil {
			mix[e.Bind.Name] = op.Out.Mix
		}
	}
	first, second := mix["a"], mix["other"]
	if len(first) != 16 || len(second) != 16 || first == second {
		t.Fatalf("digests %q and %q", first, second)
	}
	for name, want := range map[string]string{
		"same": first, "changed": second, "back": first, "kept": first, "replaced": second, "stored": second, "untouched": first,
	} {
		if mix[name] != want {
			t.Errorf("%s: digest %q, want %q", name, mix[name], want)
		}
	}
}

// A long list that is met again is read again where any of its items is another object.
func TestListsOfNow(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
import csv
with open("data.csv") as f:
    first = [float(len(r)) for r in csv.reader(f)][0]
items = [first + i / 7 for i in range(5000)]
a = max(items)
b = max(items)
items[2500] = first + 2500 / 7
c = max(items)
for i in range(2600, 2700):
    items[i] = 0.5
d = max(items)
del items[2650]
e = max(items)
`)
	var got []string
	for _, op := range o.trace.Order {
		if op.Fn == "builtins.max" {
			got = append(got, op.In[0].FP)
		}
	}
	if len(got) != 5 || got[0] == "" || got[0] != got[1] || got[0] != got[2] || got[2] == got[3] || got[3] == got[4] {
		t.Errorf("fingerprints %q", got)
	}
}

// Large columns carry a digest of all rows, whatever their order.
func TestLargeColumns(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
import numpy as np
import pandas as pd
x = np.arange(100_000, dtype="int64")
a = pd.DataFrame({"x": x, "t": np.where(x % 2 == 0, "even", "odd")})
b = a.sample(frac=1, random_state=1)
c = b.assign(x=b["x"] + (b["x"] == 7))
`)
	mix := map[string][2]string{}
	for _, op := range o.trace.Order {
		if op.Out == nil || op.Out.Type != "table" {
			continue
		}
		cols := op.Out.Cols
		if len(cols) != 2 || !op.Out.FPSampled || len(cols[0].Mix) != 16 || o.trace.Arrays[cols[0].FP] != nil {
			t.Errorf("%s: %+v", op.Fn, op.Out)
			continue
		}
		mix[op.Fn] = [2]string{cols[0].Mix, cols[1].Mix}
	}
	a, b, c := mix["pandas.DataFrame"], mix["pandas.DataFrame.sample"], mix["pandas.DataFrame.assign"]
	if a != b || a[0] == "" || a[0] == c[0] || a[1] != c[1] {
		t.Errorf("digests %v, %v, %v", a, b, c)
	}
}

// Functions that a library makes from one wrapper keep their own names.
func TestNativeNames(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
import functools, math, statistics
import numpy as np
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf
from scipy import special, stats
from sklearn.linear_model import LinearRegression

df = pd.read_csv("data.csv")
x, y = df["m"].to_numpy(), df.index.to_numpy()
stats.ttest_ind(x, y)
stats.ttest_rel(x, y)
stats.linregress(x, y)
stats.pearsonr(x, y)
np.mean(x), np.linalg.lstsq(np.c_[x, y], y, rcond=None), np.sqrt(x), special.expit(x), x.std(), np.percentile(x, 5)
sm.OLS(y, sm.add_constant(x)).fit().conf_int()
smf.quantreg("m ~ 1", df).fit()
LinearRegression().fit(x[:, None], y).predict(x[:, None])
df.groupby("g")["m"].agg("mean").round(1).plot.bar()
math.sqrt(x[1]), statistics.stdev(x.tolist()), sum(x), open("data.csv").read().split("\n")
functools.partial(np.quantile, x)(0.5)
df.m.rolling(3).mean().dropna().tolist()
pd.concat([df, df]).loc[df["m"] > 3, "m"].iloc[0]
`)
	seen := map[string]bool{}
	for _, op := range o.trace.Order {
		seen[op.Fn] = true
		if op.Fam == trace.Opaque && op.Fn != "builtins.tuple" {
			t.Logf("%s has no family", op.Fn)
		}
	}
	for _, fn := range []string{
		"scipy.stats.ttest_ind", "scipy.stats.ttest_rel", "scipy.stats.linregress", "scipy.stats.pearsonr", "numpy.mean", "numpy.linalg.lstsq",
		"numpy.sqrt", "scipy.special.expit", "numpy.ndarray.std", "numpy.percentile", "statsmodels.regression.linear_model.OLS",
		"statsmodels.regression.linear_model.OLS.fit", "sklearn.linear_model.LinearRegression.fit", "sklearn.linear_model.LinearRegression.predict",
		"pandas.read_csv", "pandas.DataFrame.groupby", "pandas.Series.round", "pandas.PlotAccessor.bar", "math.sqrt", "statistics.stdev", "builtins.sum",
		"builtins.open", "_io.TextIOWrapper.read", "builtins.str.split", "numpy.quantile", "pandas.Series.rolling", "pandas.Rolling.mean", "pandas.concat",
		"pandas.DataFrame.loc.__getitem__", "pandas.Series.iloc.__getitem__", "pandas.DataFrame.__getattr__", "statsmodels.regression.quantile_regression.QuantReg.fit",
	} {
		if !seen[fn] {
			t.Errorf("%s was not seen", fn)
		}
	}
	if t.Failed() {
		t.Log(slices.Sorted(maps.Keys(seen)))
	}
}

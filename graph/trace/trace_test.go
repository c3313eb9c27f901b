package trace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

const sample = `{"k":"run","src":"interp","version":"assay/trace/v1","language":"python","runtime":"cpython 3.13.0","libraries":{"numpy":"2.5.5"},"scripts":[{"path":"analysis.py","sha256":"00"}]}
{"k":"file","src":"interp","id":1,"op":"read","path":"data/d.csv","mode":"r","size":9,"sha256":"ab"}
{"k":"array","src":"interp","fp":"f1","dtype":"f8","shape":[3],"b64":"AAAAAAAA8D8AAAAAAAAAQAAAAAAAAPh/"}
{"k":"array","src":"interp","fp":"t1","dtype":"U","shape":[3],"text":["a",null,"b"]}
{"k":"op","src":"interp","site":{"file":"analysis.py","line":3,"col":5},"id":2,"fn":"pandas.read_csv","in":[{"ref":1,"role":"file","via":"file"}],"params":{"0":"data/d.csv","sep":","},"out":{"type":"table","shape":[3,2],"fp":"x","cols":[{"name":"m","dtype":"float","fp":"f1"},{"name":"g","dtype":"str","fp":"t1"}]}}
{"k":"op","src":"interp","id":3,"fn":"pandas.Series.mean","in":[{"ref":2,"role":"self","via":"id"}],"out":{"type":"scalar","dtype":"float","v":[1.50]}}
{"k":"result","src":"interp","pointer":"/value","value":9,"ref":0,"file":"results.json"}
{"k":"result","src":"interp","pointer":"/value","value":1.50,"ref":3,"file":"results.json"}
{"k":"figure","src":"interp","path":"figure.png","sha256":"cd","axes":[]}
{"k":"audit","src":"interp","event":"import","detail":"pandas"}
{"k":"end","src":"interp","events":10,"dropped":0,"exit":0,"cpu":0.5}
`

func read(t testing.TB, text string) *trace.Trace {
	t.Helper()
	tr, err := trace.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestRead(t *testing.T) {
	tr := read(t, sample)
	if tr.Malformed != 0 || len(tr.Diagnostics) != 0 || len(tr.Events) != 11 {
		t.Fatalf("%d malformed, %v, %d events", tr.Malformed, tr.Diagnostics, len(tr.Events))
	}
	if tr.Run == nil || tr.End == nil || len(tr.Figures) != 1 || tr.Figures[0].Seq != 9 || len(tr.Audits) != 1 {
		t.Errorf("run %v, end %v, figures %v, audits %v", tr.Run, tr.End, tr.Figures, tr.Audits)
	}
	leaf, ok := tr.Leaf("results.json", "/value")
	if !ok || leaf.Ref != 3 || len(tr.Results) != 1 {
		t.Errorf("of a leaf that is written twice the last counts: %v %v", leaf, tr.Results)
	}
	if leaf.Value.Num.Text != "1.50" {
		t.Errorf("the text of a number is lost: %q", leaf.Value.Num.Text)
	}
	if tr.Ops[2].Fam != "read" || tr.Ops[3].Fam != "aggregate" {
		t.Errorf("families %q, %q", tr.Ops[2].Fam, tr.Ops[3].Fam)
	}
	if got := tr.Ancestors(3); !slices.Equal(got, []int64{1, 2, 3}) {
		t.Errorf("ancestors %v", got)
	}
	if src := tr.Sources(3); len(src) != 1 || src[0].Path != "data/d.csv" {
		t.Errorf("sources %v", src)
	}
	if s := tr.Site(2); s == nil || s.Line != 3 || tr.Seq(2) != 5 || tr.Site(3) != nil || tr.Seq(99) != 0 {
		t.Error("sites and numbers of operations")
	}
	if len(tr.Ancestors(99)) != 0 {
		t.Error("an unknown operation has ancestors")
	}
}

func TestContent(t *testing.T) {
	tr := read(t, sample)
	f, ok := tr.Frame(*tr.Ops[2].Out)
	if !ok || f.Rows() != 3 {
		t.Fatalf("frame %v %v", f, ok)
	}
	m, g := f.Column("m"), f.Column("g")
	if m.Kind != spec.ColumnNumber || m.Num[1] != 2 || !m.IsMissing(2) || m.IsMissing(0) {
		t.Errorf("m: %+v", m)
	}
	if g.Kind != spec.ColumnText || g.Text[2] != "b" || !g.IsMissing(1) {
		t.Errorf("g: %+v", g)
	}
	if _, ok := tr.Content(*tr.Ops[2].Out); ok {
		t.Error("a table is no column")
	}
	c, ok := tr.Content(*tr.Ops[3].Out)
	if !ok || c.Len() != 1 || c.Num[0] != 1.5 {
		t.Errorf("scalar: %+v %v", c, ok)
	}
	if _, ok := tr.Column(trace.Col{FP: "unknown"}); ok {
		t.Error("content that the trace does not hold")
	}
	if _, ok := tr.Frame(trace.Value{Cols: []trace.Col{{Name: "m", FP: "f1"}, {Name: "n", V: []spec.Value{spec.NumberValue(1)}}}}); ok {
		t.Error("columns of different lengths make a frame")
	}
	b, ok := tr.Content(trace.Value{DType: "bool", V: []spec.Value{{Kind: spec.ValueBool, Bool: true}, {}}})
	if !ok || b.Kind != spec.ColumnBool || b.Num[0] != 1 || !b.IsMissing(1) {
		t.Errorf("bools: %+v", b)
	}
	d, ok := tr.Content(trace.Value{DType: "time", V: []spec.Value{spec.NumberValue(18262)}})
	if !ok || d.Kind != spec.ColumnTime {
		t.Errorf("times: %+v", d)
	}
	if _, ok := tr.Content(trace.Value{V: []spec.Value{spec.NumberValue(1), spec.TextValue("x")}}); ok {
		t.Error("numbers and texts make a column")
	}
	for _, bad := range []*trace.Array{nil, {DType: "f8", B64: []byte("1234567")}, {DType: "U"}} {
		if _, ok := bad.Floats(); ok {
			t.Errorf("%v has numbers", bad)
		}
	}
	if fs, ok := (trace.Channel{V: []spec.Value{spec.NumberValue(2), {}}}).Floats(); !ok || fs[0] != 2 || !math.IsNaN(fs[1]) {
		t.Errorf("channel %v %v", fs, ok)
	}
	if _, ok := (trace.Channel{V: []spec.Value{spec.TextValue("a")}}).Floats(); ok {
		t.Error("a channel of texts has numbers")
	}
}

// E28: empty lines, lone tokens and very long lines are no reason to stop.
func TestE28_MalformedLines(t *testing.T) {
	long := `{"k":"audit","src":"interp","event":"` + strings.Repeat("x", trace.MaxLine) + `"}`
	text := "\n\nnull\ntrue\n{}\n[]\n{\"k\":\"nothing\"}\n{\"k\":\"op\",\"id\":\"x\"}\n{\"k\":\n" + long + "\n\x00\xff\n" + sample + `{"k":"audit","event":"no line feed"}`
	tr := read(t, text)
	if tr.Malformed != 9 {
		t.Errorf("%d malformed lines, want 9: %v", tr.Malformed, tr.Diagnostics)
	}
	if len(tr.Audits) != 2 || tr.End == nil {
		t.Error("good lines between bad ones are lost")
	}
	for _, d := range tr.Diagnostics {
		if d.Line == 0 || d.Message == "" {
			t.Errorf("diagnostic without a place or text: %+v", d)
		}
	}
	many := read(t, strings.Repeat("bad\n", 5000))
	if many.Malformed != 5000 || len(many.Diagnostics) > 200 {
		t.Errorf("%d malformed, %d diagnostics", many.Malformed, len(many.Diagnostics))
	}
}

func TestReferences(t *testing.T) {
	tr := read(t, `{"k":"op","id":1,"fn":"a","in":[{"ref":1},{"ref":7}]}
{"k":"op","id":1,"fn":"b"}
{"k":"file","id":0,"op":"read","path":"x"}
`)
	if tr.Ops[1].Fn != "a" || len(tr.Diagnostics) != 3 {
		t.Errorf("%v %v", tr.Ops[1], tr.Diagnostics)
	}
	if got := tr.Ancestors(1); !slices.Equal(got, []int64{1}) {
		t.Errorf("a circle ends: %v", got)
	}
}

func TestReadFailure(t *testing.T) {
	want := errors.New("gone")
	_, err := trace.Read(io.MultiReader(strings.NewReader(sample), errReader{want}))
	if !errors.Is(err, want) {
		t.Errorf("error %v", err)
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

func written(t testing.TB, lines string) string {
	t.Helper()
	var out bytes.Buffer
	w := trace.NewWriter(&out)
	if _, err := w.Copy(strings.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWriterNumbersAndChains(t *testing.T) {
	out := written(t, sample)
	tr := read(t, out)
	if len(tr.Diagnostics) != 0 || len(tr.Events) != 11 {
		t.Fatalf("%v, %d events", tr.Diagnostics, len(tr.Events))
	}
	for i, e := range tr.Events {
		if e.Seq != int64(i+1) || len(e.Chain) != 24 {
			t.Errorf("event %d: seq %d, chain %q", i, e.Seq, e.Chain)
		}
	}
	// A line that is changed, dropped, moved or added breaks the chain.
	lines := strings.SplitAfter(strings.TrimSuffix(out, "\n"), "\n")
	changed := strings.Replace(out, `"ref":3`, `"ref":2`, 1)
	dropped := strings.Join(slices.Delete(slices.Clone(lines), 5, 6), "")
	moved := slices.Clone(lines)
	moved[5], moved[6] = moved[6], moved[5]
	added := strings.Join(slices.Insert(slices.Clone(lines), 4, `{"k":"audit","src":"interp","event":"forged"}`+"\n"), "")
	for name, text := range map[string]string{"changed": changed, "dropped": dropped, "moved": strings.Join(moved, ""), "added": added} {
		tr := read(t, text)
		if n := len(tr.Diagnostics); n != 1 || tr.Diagnostics[0].Code != "trace.chain" {
			t.Errorf("%s: %v", name, tr.Diagnostics)
		}
	}
}

func TestWriterDropsForgedNumbers(t *testing.T) {
	forged := `{"seq":99,"chain":"ff","k":"audit","src":"interp","event":"a"}
{"k":"audit","SEQ":99,"src":"interp","Chain":"ff","event":"b"}
{"k":"audit","\u0073eq":99,"ſeq":98,"event":"c"}
not json
{"k":"audit","event":"d"
`
	tr := read(t, written(t, forged))
	if len(tr.Events) != 5 {
		t.Fatalf("%d events", len(tr.Events))
	}
	for i, e := range tr.Events {
		if e.Seq != int64(i+1) {
			t.Errorf("event %d has number %d", i, e.Seq)
		}
	}
	if tr.Malformed != 2 || tr.Audits[3].Event != trace.EventMalformed {
		t.Errorf("%d malformed, %v", tr.Malformed, tr.Audits)
	}
	long := `{"k":"audit","event":"` + strings.Repeat("x", trace.MaxLine) + `"}` + "\n" + `{"k":"audit","event":"after"}`
	if tr := read(t, written(t, long)); len(tr.Audits) != 2 || tr.Audits[0].Event != trace.EventMalformed || tr.Audits[1].Event != "after" {
		t.Errorf("after a line that is too long: %v", tr.Audits)
	}
}

func TestEventRoundTrip(t *testing.T) {
	for line := range strings.Lines(sample) {
		var e trace.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var again trace.Event
		if err := json.Unmarshal(b, &again); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if diff := cmp.Diff(e, again); diff != "" {
			t.Errorf("%s", diff)
		}
	}
	if _, err := json.Marshal(trace.Event{}); err == nil {
		t.Error("an event without a kind is written")
	}
}

func TestFamilies(t *testing.T) {
	for fn, want := range map[string]string{
		"pandas.read_csv": "read", "csv.DictReader": "read", "builtins.open": "read", "numpy.genfromtxt": "read", "json.load": "read",
		"pandas.DataFrame.__getitem__.column": "select_columns", "pandas.DataFrame.__getitem__.rows": "filter_rows",
		"pandas.DataFrame.loc.__getitem__": "filter_rows", "pandas.DataFrame.query": "filter_rows", "pandas.DataFrame.dropna": "filter_rows",
		"comprehension.filter": "filter_rows", "comprehension": "transform", "numpy.ndarray.__getitem__": "filter_rows",
		"pandas.DataFrame.__setitem__": "assign", "pandas.DataFrame.merge": "join", "pandas.merge": "join", "pandas.concat": "concat",
		"pandas.DataFrame.groupby": "group", "pandas.DataFrameGroupBy.mean": "aggregate", "pandas.SeriesGroupBy.aggregate": "aggregate",
		"pandas.DataFrame.pivot_table": "pivot", "pandas.Series.mean": "aggregate", "numpy.mean": "aggregate", "builtins.sum": "aggregate",
		"builtins.len": "aggregate", "statistics.stdev": "aggregate", "numpy.ndarray.std": "aggregate", "pandas.DataFrame.sort_values": "sort",
		"operator.sub": "arith", "operator.gt": "compare", "numpy.log": "transform", "math.sqrt": "transform", "pandas.Series.map": "transform",
		"builtins.float": "cast", "pandas.Series.to_numpy": "cast", "scipy.stats.ttest_ind": "test", "scipy.stats.pearsonr": "correlate",
		"scipy.stats.linregress": "fit", "statsmodels.regression.linear_model.OLS.fit": "fit", "numpy.polyfit": "fit", "numpy.linalg.lstsq": "fit",
		"statsmodels.regression.linear_model.RegressionResultsWrapper.conf_int": "interval", "builtins.round": "round", "fstring": "format",
		"matplotlib.axes.Axes.bar": "plot", "seaborn.barplot": "plot", "pandas.PlotAccessor.bar": "plot", "pandas.DataFrame.plot.bar": "plot",
		"json.dump": "write", "_io.TextIOWrapper.write": "write", "pandas.DataFrame.to_csv": "write", "numpy.random.Generator.normal": "random",
		"numpy.random.Generator.choice": "sample", "pandas.Series.rolling": "smooth", "__main__.helper": "call", "some.unknown.thing": "opaque", "": "opaque",
	} {
		if got := trace.Family(fn); got != want {
			t.Errorf("Family(%q) = %q, want %q", fn, got, want)
		}
		if !slices.Contains(trace.Families, want) {
			t.Errorf("%q is no family", want)
		}
	}
}

// A case names functions that the tables do not know, and may overrule them.
func TestCallsOfACase(t *testing.T) {
	op := func(id int64, fn string, params map[string]spec.Value) trace.Event {
		return trace.Event{Header: trace.Header{K: trace.KindOp}, Op: &trace.Op{ID: id, Fn: fn, Params: params}}
	}
	tr := trace.New([]trace.Event{
		op(1, "mylab.stats.compare", map[string]spec.Value{"paired": {Kind: spec.ValueBool, Bool: true}}),
		op(2, "mylab.stats.compare", nil),
		op(3, "mylab.load", nil),
		op(4, "scipy.stats.linregress", nil),
		op(5, "mylab.other", nil),
	})
	tr.Apply([]spec.CallRule{
		{Function: "mylab.stats.compare", Params: map[string]string{"paired": "true"}, Family: "test", Method: "paired_t"},
		{Function: "mylab.stats.*", Family: "test", Method: "welch_t"},
		{Function: "mylab.load", Family: "read"},
		{Function: "scipy.stats.linregress", Method: "theil_sen"},
	})
	var got []string
	for _, o := range tr.Order {
		got = append(got, o.Fam+" "+trace.MethodFamily(o))
	}
	if diff := cmp.Diff([]string{"test paired_t", "test welch_t", "read ", "fit theil_sen", "opaque "}, got); diff != "" {
		t.Error(diff)
	}
}

func TestMethodFamily(t *testing.T) {
	boolean := func(b bool) spec.Value { return spec.Value{Kind: spec.ValueBool, Bool: b} }
	for _, c := range []struct {
		fn     string
		params map[string]spec.Value
		want   string
	}{
		{"scipy.stats.ttest_ind", map[string]spec.Value{"equal_var": boolean(false)}, "welch_t"},
		{"scipy.stats.ttest_ind", map[string]spec.Value{"equal_var": boolean(true)}, "student_t"},
		{"scipy.stats.ttest_ind", nil, "student_t"},
		{"statsmodels.stats.weightstats.ttest_ind", map[string]spec.Value{"usevar": spec.TextValue("unequal")}, "welch_t"},
		{"scipy.stats.linregress", nil, "ols"},
		{"statsmodels.regression.linear_model.OLS.fit", nil, "ols"},
		{"numpy.polyfit", nil, "ols"},
		{"numpy.linalg.lstsq", nil, "ols"},
		{"statsmodels.robust.robust_linear_model.RLM.fit", nil, "huber"},
		{"statsmodels.regression.quantile_regression.QuantReg.fit", nil, "quantile_regression"},
		{"scipy.stats.spearmanr", nil, "spearman"},
		{"pandas.DataFrame.corr", map[string]spec.Value{"method": spec.TextValue("spearman")}, "spearman"},
		{"pandas.Series.corr", nil, "pearson"},
		{"scipy.stats.tukey_hsd", nil, "tukey_hsd"},
		{"statsmodels.stats.oneway.anova_oneway", map[string]spec.Value{"use_var": spec.TextValue("equal")}, "anova"},
		{"statsmodels.stats.oneway.anova_oneway", nil, "welch_anova"},
		{"statsmodels.stats.multitest.multipletests", map[string]spec.Value{"method": spec.TextValue("fdr_bh")}, "bh"},
		{"statsmodels.stats.multitest.multipletests", nil, ""},
		{"sklearn.metrics.cluster._supervised.normalized_mutual_info_score", nil, "normalized_mutual_information"},
		{"gonum.org/v1/gonum/stat.LinearRegression", nil, "ols"},
		{"builtins.sum", nil, ""},
	} {
		if got := trace.MethodFamily(&trace.Op{Fn: c.fn, Params: c.params}); got != c.want {
			t.Errorf("MethodFamily(%s %v) = %q, want %q", c.fn, c.params, got, c.want)
		}
	}
	if trace.MethodFamily(nil) != "" || !slices.Contains(trace.Methods(), "welch_t") {
		t.Error("no operation, or no list of methods")
	}
}

// Every row of the tables is reachable data: three columns or two, known families.
func TestTables(t *testing.T) {
	rows := trace.FamilyRows()
	if len(rows) < 300 {
		t.Fatalf("only %d rows", len(rows))
	}
	seen := map[string]bool{}
	for _, r := range rows {
		if !slices.Contains(trace.Families, r[1]) {
			t.Errorf("%s: %q is no family", r[0], r[1])
		}
		if seen[r[0]] {
			t.Errorf("%s stands twice", r[0])
		}
		seen[r[0]] = true
	}
}

func TestGlobLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.StringMatching(`[ab.]{0,3}`), 1, 4).Draw(t, "parts")
		fill := rapid.SliceOfN(rapid.StringMatching(`[ab.]{0,3}`), 3, 3).Draw(t, "fill")
		pattern, text := parts[0], parts[0]
		for i, p := range parts[1:] {
			pattern += "*" + p
			text += fill[i] + p
		}
		if !trace.Glob(pattern, text) {
			t.Fatalf("%q does not match %q", pattern, text)
		}
		if !strings.Contains(pattern, "*") && trace.Glob(pattern, text+"x") {
			t.Fatalf("%q matches %q", pattern, text+"x")
		}
	})
}

func FuzzRead(f *testing.F) {
	for line := range strings.Lines(sample) {
		f.Add([]byte(line))
	}
	f.Add([]byte(sample))
	f.Add([]byte(`{"k":"figure","axes":[{"marks":[{"channels":{"x":{"b64":"AA=="}}}]}]}`))
	f.Add([]byte(`{"chain":"","seq":-1,"k":"op","id":1,"in":[{"ref":1}],"out":{"type":"table","cols":[{"fp":"x"}]}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		tr, err := trace.Read(bytes.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range tr.Order {
			if op.Out != nil {
				tr.Content(*op.Out)
				tr.Frame(*op.Out)
			}
			tr.Ancestors(op.ID)
			tr.Sources(op.ID)
			trace.MethodFamily(op)
		}
		var out bytes.Buffer
		w := trace.NewWriter(&out)
		n, err := w.Copy(bytes.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		again, err := trace.Read(&out)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range again.Diagnostics {
			if d.Code == "trace.chain" {
				t.Fatalf("what the writer wrote breaks: %v", d)
			}
		}
		if int64(len(again.Events))+again.Malformed < n {
			t.Fatalf("%d lines written, %d read, %d malformed", n, len(again.Events), again.Malformed)
		}
	})
}

func ExampleRead() {
	t, _ := trace.Read(strings.NewReader(sample))
	leaf, _ := t.Leaf("results.json", "/value")
	fmt.Println(leaf.Value, "is", t.Ops[leaf.Ref].Fn, "of", t.Sources(leaf.Ref)[0].Path)
	// Output: 1.50 is pandas.Series.mean of data/d.csv
}

// What a run writes into its channel, and the names of files that it asks for, reach whoever prints the trace.
func TestWriterWritesNothingThatATerminalObeys(t *testing.T) {
	var out bytes.Buffer
	w := trace.NewWriter(&out)
	for _, line := range []string{"{\"k\":\"audit\",\"event\":\"\u009b31m\x7f\u202e\"}", "no json \x9b2J\u009b2J", "{\"k\":\"audit\",\"event\":\"\x9b31m\"}"} {
		if err := w.Line([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Event(trace.Event{Header: trace.Header{K: trace.KindAudit, Src: trace.SrcOutside}, Audit: &trace.Audit{Event: "refused", Detail: "data/\u009b31m\x7f"}}); err != nil {
		t.Fatal(err)
	}
	if i := bytes.IndexFunc(out.Bytes(), func(r rune) bool { return r != '\n' && (r < ' ' || r >= 0x7f) }); i >= 0 {
		t.Errorf("byte %d of %q", i, out.String())
	}
	tr := read(t, out.String())
	if len(tr.Diagnostics) != 1 || len(tr.Events) != 4 || tr.Events[0].Audit.Event != "\u009b31m\x7f\u202e" {
		t.Errorf("%v, %d events, %+v", tr.Diagnostics, len(tr.Events), tr.Events[0])
	}
}

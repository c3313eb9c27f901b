package oracle_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

// value reads a Value from JSON.
func value(t testing.TB, text string) spec.Value {
	t.Helper()
	var v spec.Value
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// scalar judges one number, as JSON text, against an oracle value.
func scalar(t testing.TB, want float64, got, gotUnit, slotUnit string, tol spec.Tolerance) spec.Verdict {
	t.Helper()
	slot := spec.ResultSlot{ID: "s", Estimand: "x", Unit: slotUnit}
	r := spec.Result{ID: "r1", Estimand: "x", Method: "m", Unit: gotUnit, Value: value(t, got), Pointer: "/results/0"}
	a := oracle.Answer{What: "the value", Value: spec.NumberValue(want), Floor: tol}
	return oracle.Compare(slot, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", spec.Terms{})
}

func failed(v spec.Verdict) []spec.Code {
	var out []spec.Code
	for _, c := range v.Checks {
		if !c.Pass && c.State == spec.StateScored {
			out = append(out, c.Code)
		}
	}
	return out
}

func check(v spec.Verdict, name string) spec.Check {
	for _, c := range v.Checks {
		if c.Name == name {
			return c
		}
	}
	return spec.Check{}
}

type number struct {
	oracle   float64
	got      string
	unit     string // of the result
	slotUnit string
	tol      spec.Tolerance
	want     spec.Code // "" for a pass
}

func judge(t *testing.T, cases ...number) {
	t.Helper()
	for _, c := range cases {
		v := scalar(t, c.oracle, c.got, c.unit, c.slotUnit, c.tol)
		var want []spec.Code
		score := 1.0
		if c.want != "" {
			want, score = []spec.Code{c.want}, 0
		}
		if got := failed(v); v.Score != score || !cmp.Equal(got, want) {
			t.Errorf("oracle %v, candidate %s %s, slot in %q, %s: score %v, %v, want %v %v (%s)", c.oracle, c.got, c.unit, c.slotUnit, c.tol, v.Score, got, score, want, check(v, "value").Note)
		}
	}
}

func rel(r float64) spec.Tolerance { return spec.Tolerance{Rel: r} }

func TestN01_NoHiddenAbsoluteTolerance(t *testing.T) {
	judge(t, number{oracle: 3.2e-20, got: "9.9e-12", tol: rel(1e-5), want: spec.ResultValue})
}

func TestN02_TinyNumbers(t *testing.T) {
	judge(t, number{oracle: 1.58e-30, got: "3.16e-30", tol: rel(1e-9), want: spec.ResultVariant},
		number{oracle: 0, got: "1e-300", tol: rel(1e-3), want: spec.ResultValue},
		number{oracle: 0, got: "1e-300", tol: spec.Tolerance{Abs: 1e-12}})
}

func TestN03_ToleranceIsTheSlots(t *testing.T) {
	judge(t, number{oracle: 0.001, got: "0.0", tol: rel(1e-2), want: spec.ResultPrecision},
		number{oracle: 0.001, got: "0.000", tol: rel(1e-2), want: spec.ResultValue},
		number{oracle: 51234.0, got: "51234.5", tol: rel(1e-3)})
	slot := spec.ResultSlot{ID: "s", Estimand: "x", Tolerance: &spec.Tolerance{Rel: 0.1}}
	r := spec.Result{ID: "r", Estimand: "x", Method: "m", Value: value(t, "[1.05, 2.1]"), Index: list([]spec.Value{spec.TextValue("a"), spec.TextValue("b")}).Items}
	a := oracle.Answer{Value: value(t, "[1, 2]"), Index: r.Index, Floor: rel(1e-9)}
	method := spec.Method{Family: "m"}
	if v := oracle.Compare(slot, r, []oracle.MethodAnswer{{Method: method, Answer: a}}, "", spec.Terms{}); v.Score != 1 {
		t.Errorf("elements do not inherit the slot's tolerance: %v", v.Checks)
	}
	method.Tolerance = &spec.Tolerance{Rel: 0.01}
	if v := oracle.Compare(slot, r, []oracle.MethodAnswer{{Method: method, Answer: a}}, "", spec.Terms{}); v.Score != 0 {
		t.Error("a method's tolerance does not override the slot's")
	}
}

func TestN04_InclusiveBound(t *testing.T) {
	tol := spec.Tolerance{Abs: 0.001}
	judge(t, number{oracle: 0.3, got: "0.299", tol: tol}, number{oracle: 0.3, got: "0.301", tol: tol}, number{oracle: 0.3, got: "0.2989", tol: tol, want: spec.ResultValue})
}

func TestN06_PrecisionLossIsNamed(t *testing.T) {
	judge(t, number{oracle: 0.2162841234, got: "0.216284", tol: rel(1e-9)},
		number{oracle: 0.2162841234, got: "0.2163", tol: rel(1e-9)},
		number{oracle: 0.2162841234, got: "0.22", tol: rel(1e-9), want: spec.ResultPrecision},
		number{oracle: 0.2162841234, got: "0.23", tol: rel(1e-9), want: spec.ResultValue},
		number{oracle: 0.2162841234, got: "0.216284999", tol: rel(1e-9), want: spec.ResultValue})
}

func TestN07_NumbersNotTexts(t *testing.T) {
	judge(t, number{oracle: 123456, got: "123459", want: spec.ResultValue}, number{oracle: 1.00005, got: "1.000049", tol: rel(1e-5)})
}

func TestN08_WholeNumber(t *testing.T) {
	judge(t, number{oracle: 49, got: "149", want: spec.ResultValue}, number{oracle: 49, got: "-49", want: spec.ResultVariant}, number{oracle: 49, got: "49.0"},
		number{oracle: 49, got: `"149"`, want: spec.ResultShape})
}

func TestN09_SignPointExponent(t *testing.T) {
	judge(t, number{oracle: -0.5, got: "0.5", tol: rel(1e-9), want: spec.ResultVariant}, number{oracle: 1.5, got: "15", tol: rel(1e-9), want: spec.ResultValue},
		number{oracle: 1e-5, got: "1e5", tol: rel(1e-9), want: spec.ResultValue}, number{oracle: 0.0012, got: `""`, tol: rel(1e-9), want: spec.ResultShape})
}

func TestN14_Percent(t *testing.T) {
	judge(t, number{oracle: 8, got: "8", unit: "%", slotUnit: "1", want: spec.ResultUnit},
		number{oracle: 0.01, got: "1", unit: "%", slotUnit: "1", tol: rel(1e-9)},
		number{oracle: 0.01, got: "1.0", unit: "%", slotUnit: "1", tol: rel(1e-9)},
		number{oracle: 0.47, got: "47", slotUnit: "1", tol: rel(1e-9), want: spec.ResultVariant})
}

func TestN16_CompoundUnits(t *testing.T) {
	for _, u := range []string{"J/s/K", "kg m^2 s^-3 K^-1", "W/K"} {
		judge(t, number{oracle: 3, got: "3", unit: u, slotUnit: "W/K", tol: rel(1e-12)})
	}
	judge(t, number{oracle: 3, got: "3", unit: "W", slotUnit: "W/K", tol: rel(1e-12), want: spec.ResultUnit})
}

func TestN18_InheritedUnit(t *testing.T) {
	judge(t, number{oracle: 4000, got: "4000", slotUnit: "ml", tol: rel(1e-9)}, number{oracle: 4000, got: "4", unit: "l", slotUnit: "ml", tol: rel(1e-9)},
		number{oracle: 4000, got: "4000", unit: "l", slotUnit: "ml", tol: rel(1e-9), want: spec.ResultUnit})
	if n := check(scalar(t, 4000, "4000", "l", "ml", rel(1e-9)), "value").Note; !strings.Contains(n, "right in ml, but the result says l") {
		t.Errorf("note: %s", n)
	}
}

func TestN22_NonFinite(t *testing.T) {
	for _, got := range []string{`"NaN"`, `"Infinity"`, `"-Infinity"`} {
		judge(t, number{oracle: 2, got: got, tol: spec.Tolerance{Abs: 1e300}, want: spec.ResultNonFinite})
	}
	v := compareArrays(t, `[1, 2, 3]`, `[1, "NaN", 3]`)
	if !cmp.Equal(failed(v), []spec.Code{spec.ResultNonFinite}) || !strings.Contains(check(v, "value").Note, "for l1") {
		t.Errorf("%v: %s", failed(v), check(v, "value").Note)
	}
}

// compareArrays compares arrays whose elements are labelled l0, l1, ….
func compareArrays(t *testing.T, want, got string) spec.Verdict {
	t.Helper()
	label := func(v spec.Value) []spec.Value {
		var out []spec.Value
		for i := range v.Items {
			out = append(out, spec.TextValue(fmt.Sprintf("l%d", i)))
		}
		return out
	}
	o, g := value(t, want), value(t, got)
	r := spec.Result{ID: "r1", Estimand: "x", Method: "m", Value: g, Index: label(g)}
	return oracle.Compare(spec.ResultSlot{ID: "s", Estimand: "x"}, r,
		[]oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: oracle.Answer{Value: o, Index: label(o), Floor: rel(1e-9)}}}, "", spec.Terms{})
}

func TestN23_AllNaNIsZero(t *testing.T) {
	if v := compareArrays(t, "[1, 2]", `["NaN", "NaN"]`); v.Score != 0 || v.State != spec.StateScored {
		t.Errorf("score %v %s", v.Score, v.State)
	}
}

func TestN26_MissingIsNotZero(t *testing.T) {
	judge(t, number{oracle: 0, got: "null", want: spec.ResultValue}, number{oracle: 0, got: `""`, want: spec.ResultShape}, number{oracle: 0, got: "0"}, number{oracle: 0, got: "-0.0"})
	if n := check(scalar(t, 0, "null", "", "", spec.Tolerance{}), "value").Note; n != "r1 gives no value" {
		t.Errorf("note %q", n)
	}
}

func TestN28_Shape(t *testing.T) {
	for got, want := range map[string]string{
		"[1, 2, 3, 99]": "has 4 elements, not 3; not asked for: l3",
		"[1, 2]":        "has 2 elements, not 3; missing: l2",
		"[]":            "has 0 elements, not 3",
		"1":             "is one number where an array of 3 is asked for",
		"[[1], 2, 3]":   "not a number",
	} {
		v := compareArrays(t, "[1, 2, 3]", got)
		if !cmp.Equal(failed(v), []spec.Code{spec.ResultShape}) || !strings.Contains(check(v, "value").Note, want) || v.Score != 0 {
			t.Errorf("%s: %v, %q, want %q", got, failed(v), check(v, "value").Note, want)
		}
	}
	judge(t, number{oracle: 1, got: "[1]", want: spec.ResultShape})
	if v := compareArrays(t, "[]", "[]"); v.Score != 0 {
		t.Error("nothing against nothing passes")
	}
}

func TestH13_OnlyPlainData(t *testing.T) {
	judge(t, number{oracle: 1, got: `{"columns": ["eq"], "rows": [[true]]}`, want: spec.ResultShape}, number{oracle: 1, got: "true", want: spec.ResultShape}, number{oracle: 1, got: `"any"`, want: spec.ResultShape})
}

// TestG08_OracleIsTheReference: the relative tolerance is that of the oracle, not of the
// larger number.
func TestG08_OracleIsTheReference(t *testing.T) {
	judge(t, number{oracle: 100, got: "109.123456", tol: rel(0.09), want: spec.ResultValue}, number{oracle: 109.123456, got: "100.0001", tol: rel(0.09)})
}

func TestLabelsNotPositions(t *testing.T) {
	labels := func(ss ...string) []spec.Value {
		var out []spec.Value
		for _, s := range ss {
			out = append(out, value(t, s))
		}
		return out
	}
	a := oracle.Answer{Value: value(t, "[1, 2, 3]"), Index: labels("1", "2", "3"), Floor: rel(1e-9)}
	terms := spec.NewTerms(map[string][]string{"1": {"January"}})
	for _, c := range []struct {
		got   string
		index []spec.Value
		order string
		want  string // part of the note, "" for a pass
	}{
		{"[3, 1, 2]", labels("3", "1.0", "2"), "", ""},
		{"[3, 1, 2]", labels(`"3"`, `"January"`, `"2"`), "index", ""},
		{"[1, 2, 3]", nil, "", "has no index"},
		{"[1, 2, 3]", nil, "given", ""},
		{"[3, 1, 2]", labels("3", "1", "2"), "given", "in another order"},
		{"[1, 2, 3]", labels("1", "2"), "", "3 elements and 2 index labels"},
		{"[1, 2, 3]", labels("1", "2", "4"), "", "no element for 3; missing: 3; not asked for: 4"},
		{"[1, 2, 3]", labels("1", "1", "2"), "", "has the index label 1 twice"},
	} {
		r := spec.Result{ID: "r1", Estimand: "x", Method: "m", Value: value(t, c.got), Index: c.index}
		v := oracle.Compare(spec.ResultSlot{Estimand: "x", Order: c.order}, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", terms)
		if n := check(v, "value").Note; (v.Score == 1) != (c.want == "") || !strings.Contains(n, c.want) {
			t.Errorf("%s %v %s: score %v, %q, want %q", c.got, c.index, c.order, v.Score, n, c.want)
		}
	}
}

// TestSignOfALabel: doses of -1 and 1 are two groups.
func TestSignOfALabel(t *testing.T) {
	labels := value(t, "[-1, 0, 1]").Items
	a := oracle.Answer{Value: value(t, "[5, 6, 7]"), Index: labels, Floor: rel(1e-9)}
	for index, want := range map[string]float64{"[1, -0.0, -1]": 1, `["1", "0", "-1"]`: 1, "[-1, 0, 1]": 0} {
		r := spec.Result{ID: "r1", Estimand: "x", Method: "m", Value: value(t, "[7, 6, 5]"), Index: value(t, index).Items}
		v := oracle.Compare(spec.ResultSlot{Estimand: "x"}, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", spec.Terms{})
		if v.Score != want {
			t.Errorf("index %s: score %v, want %v: %s", index, v.Score, want, check(v, "value").Note)
		}
	}
}

// Labels by the hundred thousand are compared in no time.
func TestManyLabels(t *testing.T) {
	const n = 200_000
	labels, numbers := make([]spec.Value, n), make([]float64, n)
	for i := range labels {
		labels[i] = spec.TextValue(fmt.Sprintf("l%d", i))
	}
	a := oracle.Answer{Value: spec.ArrayValue(numbers), Index: labels, Floor: rel(1e-9)}
	reversed := slices.Clone(labels)
	slices.Reverse(reversed)
	r := spec.Result{ID: "r1", Estimand: "x", Method: "m", Value: a.Value, Index: reversed}
	start := time.Now()
	v := oracle.Compare(spec.ResultSlot{Estimand: "x"}, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", spec.Terms{})
	if d := time.Since(start); v.Score != 1 || d > 5*time.Second {
		t.Errorf("score %v after %v", v.Score, d)
	}
}

func TestTables(t *testing.T) {
	views := groupViews(t)
	a := compute(t, views, "v", "group_table", "value=v by=g statistics=count,mean,sd")
	for got, want := range map[string]string{
		`{"columns":["mean","g","sd","count","note"],"rows":[[6,"b",2.8284271247461903,2,"x"],[5,"c",null,1,""],[1.5,"a",0.7071067811865476,2,""]]}`: "",
		`{"columns":["g","count","mean","sd"],"rows":[["a",2,1.5,0.5],["b",2,6,2],["c",1,5,0]]}`:                                                     "population",
		`{"columns":["g","count","mean"],"rows":[["a",2,1.5],["b",2,6],["c",1,5]]}`:                                                                  "has no column sd",
		`{"columns":["g","count","mean","sd"],"rows":[["a",2,1.5,0.7071],["b",2,6,2.828]]}`:                                                          "has 2 rows, not 3",
		`{"columns":["g","count","mean","sd"],"rows":[["a",2,1.5,0.7071],["b",2,6,2.828],["b",1,5,null]]}`:                                           "has no row for c",
		`{"columns":["g","count","mean","sd"],"rows":[["a",2,1.5,0.7071],["b",2,6,2.828],["c",1,5,0.1]]}`:                                            "for c, sd",
		`[1]`: "is an array of 1 where a table is asked for",
	} {
		r := spec.Result{ID: "r1", Estimand: "x", Method: "m", Value: value(t, got)}
		v := oracle.Compare(spec.ResultSlot{Estimand: "x"}, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", spec.Terms{})
		if n := check(v, "value").Note; (v.Score == 1) != (want == "") || !strings.Contains(n, want) {
			t.Errorf("%s: score %v, %q, want %q", got, v.Score, n, want)
		}
	}
}

// FuzzCompare: no candidate, however strange, makes the comparison panic or gains more
// than the score 1.
func FuzzCompare(f *testing.F) {
	for _, s := range []string{`{"value":1}`, `{"value":[1,2],"index":["a"],"n":[1],"uncertainty":{"kind":"ci","level":0.95,"lower":[1],"upper":"x"}}`, `{"groups":["b","a"],"p_value":0}`,
		`{"value":{"columns":["g"],"rows":[["a"]]},"uncertainty":{"kind":"iqr"}}`, `{"unit":"m/0","value":"NaN","df":{"columns":[],"rows":[]}}`, "{}",
		`{"estimand":"x","method":"m","value":[1e400,-0],"index":[null,[1]],"uncertainty":{"kind":"ci","level":[0.95],"lower":null}}`} {
		f.Add(s)
	}
	views := groupViews(f)
	slot := spec.ResultSlot{ID: "s", Estimand: "x", Unit: "g", Groups: []string{"a", "b"}, Uncertainty: &spec.UncertaintyRule{Required: true, Kinds: []spec.UncertaintyKind{spec.UncertaintyCI}}}
	var answers [][]oracle.MethodAnswer
	for _, a := range []oracle.Answer{compute(f, views, "v", "mean", "value=v"), compute(f, views, "v", "mean", "value=v by=g"), compute(f, views, "v", "group_table", "value=v by=g statistics=sd"),
		compute(f, views, "v", "mean_difference", "value=v group=g first=a second=b")} {
		answers = append(answers, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}})
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := spec.Result{Estimand: "x", Method: "m"}
		if json.Unmarshal([]byte(s), &r) != nil {
			return
		}
		for _, a := range answers {
			if v := oracle.Compare(slot, r, a, "", spec.Terms{}); v.Score < 0 || v.Score > 1 {
				t.Errorf("score %v", v.Score)
			}
		}
		oracle.Match([]spec.ResultSlot{slot}, []spec.Result{r}, spec.Terms{})
	})
}

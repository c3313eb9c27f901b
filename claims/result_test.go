package claims_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/spec"
)

func texts(ss ...string) (out []spec.Value) {
	for _, s := range ss {
		out = append(out, spec.TextValue(s))
	}
	return out
}

func TestResultEdge(t *testing.T) {
	type R = *spec.Result
	type C = *spec.Claim
	for _, c := range []struct {
		name        string
		change      func(R, C)
		failed      []string
		contradicts bool
	}{
		{"as it is", func(R, C) {}, nil, false},
		{"a wrong result, faithfully quoted", func(r R, c C) {
			r.Value, r.Uncertainty = num("900.5"), &spec.Uncertainty{Kind: spec.UncertaintyCI, Lower: num("800"), Upper: num("1001")}
			c.Magnitude = magnitude("g", "900.5", "800", "1001")
		}, nil, false},
		{"a right claim on a wrong result", func(r R, _ C) { r.Value = num("900.5") }, []string{"magnitude"}, true},
		{"a wrong interval", func(r R, _ C) { r.Uncertainty.Lower = num("1300") }, []string{"uncertainty"}, true},
		{"an interval that the result does not have", func(r R, _ C) { r.Uncertainty = nil }, []string{"uncertainty"}, false},
		{"result turned round", func(r R, _ C) {
			r.Groups, r.Value = []string{"Adelie", "Gentoo"}, num("-1375.3540085069726")
			r.Uncertainty.Lower, r.Uncertainty.Upper = num("-1491.183"), num("-1259.525")
		}, nil, false},
		{"groups exchanged", func(r R, _ C) { r.Groups = []string{"Adelie", "Gentoo"} }, []string{"direction", "magnitude", "uncertainty"}, true},
		{"other groups", func(r R, _ C) { r.Groups = []string{"Gentoo", "Chinstrap"} }, []string{"groups"}, false},
		{"groups not named by the result", func(r R, _ C) { r.Groups = nil }, nil, false},
		{"result in kg", func(r R, _ C) {
			r.Unit, r.Value = "kg", num("1.375354")
			r.Uncertainty.Lower, r.Uncertainty.Upper = num("1.259525"), num("1.491183")
		}, nil, false},
		{"result in a wrong unit", func(r R, _ C) { r.Unit = "mm" }, []string{"magnitude", "uncertainty"}, false},
		{"grams called kg", func(r R, _ C) { r.Unit = "kg" }, []string{"magnitude", "uncertainty"}, true},
		{"result without unit", func(r R, _ C) { r.Unit = "" }, nil, false},
		{"claim rounded", func(_ R, c C) { c.Magnitude = magnitude("kg", "1.38", "1.26", "1.49") }, nil, false},
		{"result rounded", func(r R, _ C) { r.Value = num("1375.4") }, nil, false},
		{"a count is not rounded", func(r R, c C) {
			r.Value, r.Uncertainty, c.Magnitude, c.Strength = num("4"), nil, magnitude("g", "4.4"), ""
		}, []string{"magnitude"}, true},
		{"direction against the sign", func(_ R, c C) { c.Direction = spec.Less }, []string{"direction"}, true},
		{"inferential on an interval that holds zero", func(r R, c C) {
			r.Uncertainty.Lower, c.Magnitude.Lower = num("-10"), num("-10")
		}, []string{"strength"}, false},
		{"inferential on a large p", func(r R, c C) {
			r.Uncertainty, r.PValue = nil, num("0.2")
			c.Magnitude = magnitude("g", "1375.354")
		}, []string{"strength"}, false},
		{"inferential on nothing", func(r R, c C) {
			r.Uncertainty, r.PValue = nil, spec.Value{}
			c.Magnitude = magnitude("g", "1375.354")
		}, []string{"strength"}, false},
		{"descriptive on nothing", func(r R, c C) {
			r.Uncertainty, r.PValue, c.Strength = nil, spec.Value{}, "descriptive"
			c.Magnitude = magnitude("g", "1375.354")
		}, nil, false},
		{"no difference on an interval without zero", func(_ R, c C) { c.Direction = spec.NoDifference }, []string{"direction"}, true},
		{"no difference on nothing", func(r R, c C) {
			c.Direction, r.Uncertainty, r.PValue = spec.NoDifference, nil, spec.Value{}
			c.Magnitude = nil
		}, []string{"direction"}, false},
		{"no difference on a large p", func(r R, c C) {
			c.Direction, r.Uncertainty, r.PValue = spec.NoDifference, nil, num("0.4")
			c.Magnitude = nil
		}, nil, false},
		{"sample sizes in the text", func(r R, c C) {
			r.N = spec.Value{Kind: spec.ValueArray, Items: []spec.Value{num("123"), num("151")}}
			c.Text += " (n = 123; n = 274), p < 0.001."
		}, nil, false},
		{"another sample size in the text", func(r R, c C) {
			r.N = spec.Value{Kind: spec.ValueArray, Items: []spec.Value{num("123"), num("151")}}
			c.Text += " (n = 12)"
		}, []string{"text sample size"}, true},
		{"a size of something else", func(r R, c C) {
			r.N = num("274")
			c.Text += " (n = 12 islands)"
		}, nil, false},
		{"another p value in the text", func(r R, c C) { c.Text += ", p = 0.9" }, []string{"text p value"}, true},
		{"a p value on the wrong side", func(r R, c C) { c.Text += ", p > 0.05" }, []string{"text p value"}, true},
		{"a p value as printed", func(r R, c C) { r.PValue, c.Text = num("0.0160618"), c.Text+", p = .016" }, nil, false},
		{"a p value that is printed as zero", func(r R, c C) { c.Text += ", P-value = 0.000" }, nil, false},
		{"a p value of another test", func(r R, c C) { c.Text += " (Levene's test: p = 0.9)" }, nil, false},
		{"NaN", func(r R, _ C) { r.Value = num("NaN") }, []string{"result"}, false},
		{"missing value", func(r R, _ C) { r.Value = spec.Value{} }, []string{"result"}, false},
		{"other variable", func(r R, _ C) { r.Variable = "bill_length_mm" }, []string{"result"}, false},
	} {
		r, k := result(), claim()
		c.change(r, &k)
		v := claims.ResultEdge(heavier(), resultSlot(), r, k, terms)
		var got []string
		for _, ch := range v.Checks {
			if ch.State == spec.StateScored && !ch.Pass {
				got = append(got, ch.Name)
				if ch.Code != spec.ClaimResult || ch.Note == "" || ch.Fix == "" {
					t.Errorf("%s: no code, note or fix: %s", c.name, dump(ch))
				}
			}
		}
		if diff := cmp.Diff(c.failed, got); diff != "" {
			t.Errorf("%s: failed checks: %s", c.name, diff)
		}
		if want := map[bool]float64{true: 1}[len(c.failed) == 0]; v.Score != want || v.Contradicts != c.contradicts {
			t.Errorf("%s: score %v, contradicts %v", c.name, v.Score, v.Contradicts)
		}
	}
	if v := claims.ResultEdge(heavier(), resultSlot(), nil, claim(), terms); v.State != spec.StateMissing || v.Score != 0 {
		t.Errorf("no result: %s", dump(v))
	}
}

func TestResultEdgeOfArrays(t *testing.T) {
	slot := heavier()
	slot.Magnitude = nil
	rs := spec.ResultSlot{ID: "means", Quantity: "body mass", Estimand: "mean", Methods: []spec.Method{{Oracle: spec.OracleCall{Estimator: "mean"}}}}
	means := &spec.Result{ID: "means", Value: spec.ArrayValue([]float64{3700.5, 3733.25, 5076.75}), Index: texts("Adelie", "Chinstrap", "Gentoo"), Unit: "g", Groups: []string{"Adelie", "Chinstrap", "Gentoo"}}
	table := &spec.Result{ID: "means", Unit: "g", Value: spec.Value{Kind: spec.ValueTable, Columns: []string{"species", "n", "mean"}, Rows: [][]spec.Value{
		{spec.TextValue("Adelie"), num("151"), num("3700.5")}, {spec.TextValue("Gentoo"), num("123"), num("5076.75")}, {spec.TextValue("Chinstrap"), num("68"), num("3733.25")}}}}
	plain := func(groups []string, d spec.Direction, m *spec.Magnitude) spec.Claim {
		return spec.Claim{ID: "k", Quantity: "body mass", Groups: groups, Direction: d, Magnitude: m}
	}
	for _, c := range []struct {
		name string
		k    spec.Claim
		want float64
	}{
		{"difference", plain([]string{"Gentoo", "Adelie"}, spec.Greater, magnitude("g", "1376.25")), 1},
		{"difference the other way", plain([]string{"Adelie", "Gentoo"}, spec.Less, magnitude("g", "-1376.25")), 1},
		{"size of it", plain([]string{"Adelie", "Gentoo"}, spec.Less, magnitude("g", "1376.25")), 1},
		{"wrong difference", plain([]string{"Gentoo", "Adelie"}, spec.Greater, magnitude("g", "1343.5")), 0},
		{"wrong direction", plain([]string{"Gentoo", "Adelie"}, spec.Less, nil), 0},
		{"order of three", plain([]string{"Gentoo", "Chinstrap", "Adelie"}, spec.Greater, nil), 1},
		{"wrong order of three", plain([]string{"Gentoo", "Adelie", "Chinstrap"}, spec.Greater, nil), 0},
		{"one above all others", plain([]string{"Gentoo"}, spec.Greater, magnitude("kg", "5.077")), 1},
		{"one not above all others", plain([]string{"Chinstrap"}, spec.Greater, nil), 0},
		{"range", plain(nil, "", magnitude("g", "1376.25")), 1},
		{"wrong range", plain(nil, "", magnitude("g", "1300")), 0},
		{"unknown group", plain([]string{"Gentoo", "King"}, spec.Greater, nil), 0},
		{"not equal", plain([]string{"Gentoo", "Adelie"}, spec.Equal, nil), 0},
	} {
		for form, r := range map[string]*spec.Result{"array": means, "table": table} {
			if v := claims.ResultEdge(slot, rs, r, c.k, terms); v.Score != c.want {
				t.Errorf("%s, %s: score %v: %s", c.name, form, v.Score, dump(v.Checks))
			}
		}
	}

	slot.Magnitude = &spec.MagnitudeRule{Result: "means", Item: "Gentoo"}
	if v := claims.ResultEdge(slot, rs, means, plain(nil, "", magnitude("g", "5076.75")), terms); v.Score != 1 {
		t.Errorf("item: %s", dump(v.Checks))
	}
	slot.Magnitude = &spec.MagnitudeRule{Result: "another"}
	if v := claims.ResultEdge(slot, rs, means, plain([]string{"Gentoo", "Adelie"}, spec.Greater, magnitude("g", "1343.5")), terms); v.Score != 0 {
		t.Error("means whose difference is not the claim's pass")
	}
	r2 := &spec.Result{ID: "r2", Value: num("0.7"), Unit: "1"}
	if v := claims.ResultEdge(slot, spec.ResultSlot{ID: "r2", Quantity: "explained variance", Methods: []spec.Method{{Oracle: spec.OracleCall{Estimator: "ols_r2"}}}}, r2,
		plain([]string{"Gentoo", "Adelie"}, spec.Greater, magnitude("g", "1376.25")), terms); v.Score != 1 {
		t.Errorf("a result with no say in direction and magnitude: %s", dump(v.Checks))
	}
}

func TestResultEdgeOfCourses(t *testing.T) {
	years := spec.ResultSlot{ID: "years", Quantity: "co2", Estimand: "mean"}
	rising := &spec.Result{ID: "years", Value: spec.ArrayValue([]float64{315, 318, 317, 325}), Index: []spec.Value{num("1958"), num("1960"), num("1962"), num("1970")}}
	slopes := spec.ResultSlot{ID: "slope", Quantity: "co2", Methods: []spec.Method{{Oracle: spec.OracleCall{Estimator: "ols", Args: map[string]spec.Value{"term": spec.TextValue("year")}}}}}
	ratios := spec.ResultSlot{ID: "ratio", Quantity: "co2", Methods: []spec.Method{{Oracle: spec.OracleCall{Estimator: "mean_ratio"}}}}
	intercepts := spec.ResultSlot{ID: "intercept", Quantity: "co2", Methods: []spec.Method{{Oracle: spec.OracleCall{Estimator: "ols", Args: map[string]spec.Value{"term": spec.TextValue("intercept")}}}}}
	scalar := func(s string) *spec.Result { return &spec.Result{ID: "s", Value: num(s)} }
	for _, c := range []struct {
		name string
		rs   spec.ResultSlot
		r    *spec.Result
		d    spec.Direction
		want string
	}{
		{"rising array", years, rising, spec.Increasing, "pass"},
		{"rising array", years, rising, spec.Decreasing, "fail"},
		{"rising array that falls once", years, rising, spec.Nonmonotonic, "pass"},
		{"steady array", years, &spec.Result{ID: "years", Value: spec.ArrayValue([]float64{1, 2, 3}), Index: texts("a", "b", "c")}, spec.Nonmonotonic, "fail"},
		{"positive slope", slopes, scalar("1.3"), spec.Increasing, "pass"},
		{"negative slope", slopes, scalar("-1.3"), spec.Increasing, "fail"},
		{"zero slope", slopes, scalar("0"), spec.Increasing, "fail"},
		{"zero slope", slopes, scalar("0.0"), spec.Equal, "pass"},
		{"ratio above 1", ratios, scalar("1.3"), spec.Greater, "pass"},
		{"ratio below 1", ratios, scalar("0.7"), spec.Greater, "fail"},
		{"an intercept has no direction", intercepts, scalar("-300"), spec.Increasing, "n/a"},
		{"a mean has no direction", years, scalar("300"), spec.Decreasing, "n/a"},
	} {
		v := claims.ResultEdge(spec.ClaimSlot{Quantity: "co2"}, c.rs, c.r, spec.Claim{ID: "k", Quantity: "co2", Direction: c.d}, terms)
		if got := outcome(find(t, v.Checks, "direction")); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.name, c.d, got, c.want)
		}
	}
}

// The named item of an array has no order of groups: neither value nor ends are turned.
func TestResultEdgeOfAnItem(t *testing.T) {
	slot := heavier()
	slot.Magnitude = &spec.MagnitudeRule{Result: "r", Item: "mean"}
	rs := resultSlot()
	rs.ID = "r"
	r := result()
	r.Groups = []string{"Gentoo", "Adelie"}
	r.Value, r.Index = spec.ArrayValue([]float64{3, 9}), texts("mean", "count")
	r.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintyCI, Lower: spec.ArrayValue([]float64{2, 9}), Upper: spec.ArrayValue([]float64{4, 9})}
	c := claim()
	c.Groups, c.Magnitude = []string{"Adelie", "Gentoo"}, magnitude("g", "3", "2", "4")
	v := claims.ResultEdge(slot, rs, r, c, spec.NewTerms(nil))
	for _, name := range []string{"magnitude", "uncertainty"} {
		if k := find(t, v.Checks, name); !k.Pass {
			t.Errorf("%+v", k)
		}
	}
}

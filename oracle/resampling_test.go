package oracle_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// What is reported of a bootstrap or a permutation test passes within four Monte-Carlo
// errors; another kind of interval, a p-value of 0 (scipy#16460) and neighbouring
// definitions of the like are named.
func TestResamplingIsNamed(t *testing.T) {
	const csv = "v,g,k,q\n12.1,a,1,3\n9.4,a,2,3\n15.3,a,3,4\n8.8,a,1,5\n11.0,a,2,6\n30.2,a,3,6\n7.7,a,1,7\n10.5,a,2,8\n13.9,a,3,8\n9.1,a,2,9\n18.4,a,3,9\n12.6,a,1,9\n" +
		"8.2,b,1,1\n7.9,b,3,1\n11.1,b,2,2\n6.5,b,1,2\n9.9,b,2,2\n10.0,b,3,2\n5.1,b,1,3\n8.8,b,3,3\n"
	views := viewsOf(t, csv, map[string]spec.View{"data": {Asset: "data.csv"}})
	const groups = "value=v group=g first=a second=b "
	number := spec.NumberValue
	ci := func(lower, upper float64) *spec.Uncertainty {
		return &spec.Uncertainty{Kind: spec.UncertaintyCI, Level: number(0.95), Lower: number(lower), Upper: number(upper)}
	}
	for _, c := range []struct {
		name, estimator, args string
		change                func(r *spec.Result)
		note                  string // "" where all passes
	}{
		// Ends by scipy 1.18: bootstrap with 9,999 resamples and seed 1 would have them within these errors.
		{"percentile", "bootstrap", groups + "resamples=9999", func(r *spec.Result) { r.Uncertainty = ci(1.70, 8.76) }, ""},
		{"basic", "bootstrap", groups + "resamples=9999", func(r *spec.Result) { r.Uncertainty = ci(0.867, 7.925) }, "basic (reflected) interval"},
		{"bca", "bootstrap", groups + "resamples=9999", func(r *spec.Result) { r.Uncertainty = ci(2.179, 9.967) }, "BCa interval"},
		{"other level", "bootstrap", groups + "resamples=9999", func(r *spec.Result) { r.Uncertainty = ci(2.079, 8.038) }, "level 0.9"},
		{"medians", "bootstrap", groups + "resamples=9999", func(r *spec.Result) { r.Value = number(3.05) }, "the difference of the medians"},
		{"swapped", "bootstrap", groups + "resamples=9999", func(r *spec.Result) { r.Value = number(-4.8125) }, "swapped"},
		{"zero", "permutation_test", groups + "resamples=9999", func(r *spec.Result) { r.PValue = number(0) }, "a p-value of 0, which no permutation test gives"},
		{"t test", "permutation_test", groups + "resamples=99999", func(r *spec.Result) { r.PValue = number(0.0475499072946815) }, "Student's t test"},
		{"exact for efron", "cox", "time=q x=k term=k ties=efron", func(r *spec.Result) {
			r.Value = variantOf(t, views, "cox", "time=q x=k term=k ties=efron", "exact").Value
		}, "exact (discrete) likelihood"},
		{"breslow for exact", "cox", "time=q x=k term=k ties=exact", func(r *spec.Result) {
			r.Value = variantOf(t, views, "cox", "time=q x=k term=k ties=exact", "breslow").Value
		}, "Breslow"},
		{"no strata", "cox", "time=q x=k term=k strata=g", func(r *spec.Result) {
			r.Value = variantOf(t, views, "cox", "time=q x=k term=k strata=g", "unstratified").Value
		}, "one baseline hazard"},
		{"estimated parameters as known", "ks_one_sample", "value=v parameters=estimated", func(r *spec.Result) {
			r.PValue = variantOf(t, views, "ks_one_sample", "value=v parameters=estimated", "parameters-known").PValue
		}, "as if the parameters"},
	} {
		m := spec.Method{Family: c.estimator, Oracle: spec.OracleCall{Estimator: c.estimator, View: "data", Args: args(c.args)}}
		if m.Oracle.Args["resamples"].Kind == spec.ValueNumber {
			m.Oracle.Args["statistic"] = spec.TextValue("mean_difference")
		}
		a, err := oracle.Default().Compute(context.Background(), m.Oracle, views, 0.95)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		slot := spec.ResultSlot{ID: "r", Estimand: "it", Methods: []spec.Method{m}}
		r := spec.Result{ID: "r1", Estimand: "it", Method: c.estimator, Value: a.Value}
		c.change(&r)
		notes := ""
		for _, k := range oracle.Compare(slot, r, []oracle.MethodAnswer{{Method: m, Answer: a}}, "", spec.Terms{}).Checks {
			if !k.Pass {
				notes += k.Note + "; "
			}
		}
		if c.note == "" && notes != "" || c.note != "" && !strings.Contains(notes, c.note) {
			t.Errorf("%s: %q does not say %q", c.name, notes, c.note)
		}
	}
}

func variantOf(t *testing.T, views map[string]*oracle.View, estimator, words, name string) oracle.Answer {
	t.Helper()
	a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: estimator, View: "data", Args: args(words)}, views, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range a.Variants {
		if v.Name == name {
			return v.Answer
		}
	}
	t.Fatalf("%s has no variant %s", estimator, name)
	return oracle.Answer{}
}

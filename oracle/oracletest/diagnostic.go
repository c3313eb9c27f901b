package oracletest

import "github.com/assaybench/assay/spec"

// diagnostics are the cases of what is asked of a fitted linear model.
func diagnostics() []Case {
	stays := func(v, _ float64) float64 { return v }
	model := args{"y": text("y"), "x": text("x")}
	two := args{"y": text("y"), "x": spec.Value{Kind: spec.ValueArray, Items: []spec.Value{text("x"), text("t")}}}
	no := spec.Value{Kind: spec.ValueBool}
	cases := []Case{
		{Estimator: "durbin_watson", Args: two, Moves: "y", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "breusch_pagan", Args: two, Moves: "x", Shift: stays, Scale: stays},
		{Estimator: "breusch_pagan", Args: with(model, args{"studentised": no}), Moves: "y", Shift: stays, Scale: stays},
		{Estimator: "vif", Args: with(two, args{"term": text("t")}), Moves: "t", Shift: stays, Scale: stays},
		{Estimator: "vif", Args: with(two, args{"term": text("t"), "add_intercept": no}), Moves: "t", Scale: stays},
	}
	for _, q := range []string{"cook", "leverage", "standardised", "studentised", "dffits"} {
		cases = append(cases, Case{Estimator: "row_influence", Args: with(two, args{"quantity": text(q), "label": text("id")}), Moves: "x", Shift: stays, Scale: stays, Ordered: true})
	}
	return cases
}

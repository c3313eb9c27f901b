package oracletest

import "github.com/assaybench/assay/spec"

// designedCases are those of analyses of variance and mixed models.
func designedCases() []Case {
	plus := func(v, k float64) float64 { return v + k }
	times := func(v, k float64) float64 { return v * k }
	stays := func(v, _ float64) float64 { return v }
	squared := func(v, k float64) float64 { return v * k * k }
	over := func(v, k float64) float64 { return v / k }
	both := spec.Value{Kind: spec.ValueArray, Items: []spec.Value{text("group"), text("three")}}
	crossed := args{"y": text("value"), "factors": both, "terms": both, "term": text("three")}
	covariate := args{"y": text("value"), "factors": text("group"), "x": text("x")}
	statistics := spec.Value{Kind: spec.ValueArray, Items: []spec.Value{text("f"), text("p"), text("df")}}
	mixed := args{"y": text("value"), "x": text("x"), "group": text("pair")}
	slopes := args{"y": text("value"), "x": text("x"), "random": text("x"), "group": text("three")}

	var cases []Case
	for _, kind := range []string{"I", "II", "III"} {
		cases = append(cases, Case{Estimator: "factorial_anova", Args: with(crossed, args{"type": text(kind)}), Moves: "value", Shift: stays, Scale: stays})
	}
	return append(cases,
		Case{Estimator: "factorial_anova", Args: with(crossed, args{"type": text("II"), "quantity": text("sum_of_squares")}), Moves: "value", Shift: stays, Scale: squared},
		Case{Estimator: "factorial_anova", Args: with(covariate, args{"type": text("III"), "term": text("x"), "quantity": text("partial_eta_squared")}), Moves: "x", Shift: stays, Scale: stays},
		Case{Estimator: "factorial_anova", Args: args{"y": text("value"), "factors": text("three"), "type": text("I"), "term": text("three"), "by": text("group")}},
		Case{Estimator: "factorial_anova_table", Args: with(covariate, args{"type": text("II"), "statistics": statistics}), Moves: "value", Shift: stays, Scale: stays},
		Case{Estimator: "mixed_model", Args: with(mixed, args{"term": text("x")}), Moves: "value", Shift: stays, Scale: times},
		Case{Estimator: "mixed_model", Args: with(mixed, args{"term": text("intercept"), "method": text("ml")}), Moves: "value", Shift: plus, Scale: times},
		Case{Estimator: "mixed_model", Args: with(mixed, args{"term": text("x"), "inference": text("satterthwaite"), "covariance": text("observed")}), Moves: "x", Shift: stays, Scale: over},
		Case{Estimator: "mixed_variance", Args: with(mixed, args{"component": text("residual")}), Moves: "x", Shift: stays, Scale: stays},
		Case{Estimator: "mixed_variance", Args: with(mixed, args{"component": text("intercept"), "measure": text("sd"), "scale": spec.NumberValue(1e-3)}), Moves: "value", Shift: stays, Scale: times},
		Case{Estimator: "mixed_icc", Args: mixed, Moves: "value", Shift: stays, Scale: stays},
		Case{Estimator: "mixed_loglik", Args: with(mixed, args{"method": text("ml")}), Moves: "x", Shift: stays, Scale: stays},
		Case{Estimator: "mixed_correlation", Args: with(slopes, args{"first": text("x"), "second": text("intercept"), "measure": text("covariance")})},
		Case{Estimator: "mixed_model", Args: with(slopes, args{"term": text("x")}), Moves: "value", Shift: stays, Scale: times})
}

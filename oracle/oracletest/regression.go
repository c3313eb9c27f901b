package oracletest

import "github.com/assaybench/assay/spec"

// regressed are the cases of quantile and robust regressions, panels, instruments, counts
// and positive responses.
func regressed() []Case {
	times := func(v, k float64) float64 { return v * k }
	stays := func(v, _ float64) float64 { return v }
	over := func(v, k float64) float64 { return v / k }
	plus := func(v, k float64) float64 { return v + k }
	number := spec.NumberValue
	slope := args{"x": text("x"), "y": text("y"), "term": text("x")}
	level := with(slope, args{"term": text("intercept")})
	panel := with(slope, args{"entity": text("group"), "time": text("three")})
	instrument := args{"y": text("y"), "endogenous": text("x"), "instruments": text("t")}
	two := with(instrument, args{"instruments": spec.Value{Kind: spec.ValueArray, Items: []spec.Value{text("t"), text("value")}}})
	events := args{"y": text("events"), "x": text("x")}
	clustered := args{"covariance": text("cluster"), "cluster": text("pair"), "cluster2": text("three")}

	cases := []Case{
		{Estimator: "ols_robust", Args: with(slope, clustered), Moves: "y", Shift: stays, Scale: times},
		{Estimator: "quantile_regression", Args: slope, Moves: "y", Shift: stays, Scale: times},
		{Estimator: "quantile_regression", Args: with(slope, args{"tau": number(0.25), "covariance": text("nid")}), Moves: "x", Shift: stays, Scale: over},
		{Estimator: "quantile_regression", Args: with(level, args{"tau": number(0.9), "covariance": text("iid")}), Moves: "y", Shift: plus, Scale: times},
		{Estimator: "quantile_regression", Args: with(slope, args{"covariance": text("powell"), "add_intercept": spec.Value{Kind: spec.ValueBool}, "by": text("group")}), Moves: "x", Scale: over},
		{Estimator: "huber_regression", Args: slope, Moves: "y", Shift: stays, Scale: times},
		{Estimator: "huber_regression", Args: with(level, args{"covariance": text("H3"), "centre": text("median")}), Moves: "y", Shift: plus, Scale: times},
		{Estimator: "bisquare_regression", Args: slope, Moves: "x", Shift: stays, Scale: over},
		{Estimator: "fixed_effects", Args: panel, Moves: "y", Shift: stays, Scale: times},
		{Estimator: "fixed_effects", Args: with(panel, args{"effects": text("time"), "covariance": text("HC1")}), Moves: "x", Shift: stays, Scale: over},
		{Estimator: "iv_2sls", Args: with(instrument, args{"term": text("x")}), Moves: "y", Shift: stays, Scale: times},
		{Estimator: "iv_2sls", Args: with(with(two, clustered), args{"term": text("x")}), Moves: "x", Shift: stays, Scale: over},
		{Estimator: "iv_2sls", Args: with(instrument, args{"term": text("intercept"), "small_sample": spec.Value{Kind: spec.ValueBool}}), Moves: "y", Shift: plus, Scale: times},
		{Estimator: "iv_first_stage_f", Args: two, Moves: "t", Shift: stays, Scale: stays},
		{Estimator: "iv_sargan", Args: two, Moves: "y", Shift: stays, Scale: stays},
		{Estimator: "iv_hansen_j", Args: two, Moves: "y", Shift: stays, Scale: stays},
		{Estimator: "iv_wu_hausman", Args: instrument, Moves: "x", Shift: stays, Scale: stays},
		{Estimator: "gamma_regression", Args: args{"y": text("value"), "x": text("x"), "term": text("x")}, Moves: "value", Scale: stays},
		{Estimator: "gamma_regression", Args: args{"y": text("value"), "x": text("x"), "term": text("intercept"), "link": text("inverse"), "scale": number(1e3)}, Moves: "value", Scale: over},
		{Estimator: "quasi_poisson", Args: args{"y": text("value"), "x": text("x"), "term": text("x")}, Moves: "x", Shift: stays, Scale: over},
		{Estimator: "negative_binomial", Args: with(events, args{"term": text("x")}), Moves: "x", Shift: stays, Scale: over},
		{Estimator: "negative_binomial_alpha", Args: with(events, args{"exposure": text("value")}), Moves: "value", Scale: stays},
	}
	for _, effects := range []string{"entity", "both"} {
		cases = append(cases, Case{Estimator: "fixed_effects", Args: with(with(panel, clustered), args{"effects": text(effects), "effects_df": text("not-nested")}), Moves: "x", Shift: stays, Scale: over})
	}
	return cases
}

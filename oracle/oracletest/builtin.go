package oracletest

import (
	"math"

	"github.com/assaybench/assay/spec"
)

type args map[string]spec.Value

func text(s string) spec.Value { return spec.TextValue(s) }

func with(a args, more args) args {
	out := args{}
	for k, v := range a {
		out[k] = v
	}
	for k, v := range more {
		out[k] = v
	}
	return out
}

// Builtin are the cases of the built-in estimators, at least one of each.
func Builtin() []Case {
	plus := func(v, k float64) float64 { return v + k }
	times := func(v, k float64) float64 { return v * k }
	stays := func(v, _ float64) float64 { return v }
	squared := func(v, k float64) float64 { return v * k * k }
	over := func(v, k float64) float64 { return v / k }

	value := args{"value": text("value")}
	by := args{"value": text("value"), "by": text("group")}
	two := args{"value": text("value"), "group": text("group"), "first": text("a"), "second": text("b")}
	xy := args{"x": text("x"), "y": text("y")}
	yes := spec.Value{Kind: spec.ValueBool, Bool: true}
	no := spec.Value{Kind: spec.ValueBool}
	slope := with(xy, args{"term": text("x")})
	trend := args{"y": text("y"), "t": text("t")}
	array := func(ss ...string) spec.Value {
		v := spec.Value{Kind: spec.ValueArray}
		for _, s := range ss {
			v.Items = append(v.Items, text(s))
		}
		return v
	}

	cases := []Case{
		{Estimator: "count", CountsRows: true},
		{Estimator: "count", Args: value, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "count", Args: args{"by": text("group")}, CountsRows: true},
		{Estimator: "proportion", Args: args{"where": text("value > x")}},
		{Estimator: "proportion", Args: args{"value": text("group"), "equals": text("a")}, CountsRows: true},
		{Estimator: "proportion", Args: args{"value": text("yes"), "equals": yes, "by": text("group")}},
		{Estimator: "sum", Args: value, Moves: "value", Scale: times},
		{Estimator: "quantile", Args: with(value, args{"p": spec.NumberValue(1)}), Moves: "value", Shift: plus, Scale: times},
		{Estimator: "mean_difference", Args: two, Moves: "value", Shift: stays, Scale: times},
		{Estimator: "mean_difference", Args: with(two, args{"equal_var": yes}), Moves: "value", Shift: stays, Scale: times},
		{Estimator: "mean_ratio", Args: two, Moves: "value", Scale: stays},
		{Estimator: "welch_t", Args: two, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "student_t", Args: two, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "mean_range", Args: by, Moves: "value", Shift: stays, Scale: times},
		{Estimator: "pearson", Args: xy, Moves: "x", Shift: stays, Scale: stays},
		{Estimator: "pearson", Args: with(xy, args{"by": text("group")}), Moves: "y", Shift: stays, Scale: stays},
		{Estimator: "spearman", Args: xy, Moves: "x", Shift: stays, Scale: stays},
		{Estimator: "ols", Args: slope, Moves: "y", Shift: stays, Scale: times},
		{Estimator: "ols", Args: slope, Moves: "x", Shift: stays, Scale: over},
		{Estimator: "ols", Args: with(xy, args{"term": text("intercept")}), Moves: "y", Shift: plus, Scale: times},
		{Estimator: "ols", Args: with(slope, args{"add_intercept": no}), Moves: "y", Scale: times},
		{Estimator: "ols", Args: with(slope, args{"x": array("x", "t"), "term": text("t")}), Moves: "t", Shift: stays, Scale: over},
		{Estimator: "ols", Args: with(xy, args{"term": text("x^2"), "degree": spec.NumberValue(2)}), Moves: "x", Shift: stays, Scale: func(v, k float64) float64 { return v / k / k }},
		{Estimator: "ols_r2", Args: xy, Moves: "y", Shift: stays, Scale: stays},
		{Estimator: "ols_r2", Args: with(xy, args{"add_intercept": no}), Moves: "x", Scale: stays},
		{Estimator: "ols_sigma", Args: xy, Moves: "y", Shift: stays, Scale: times},
		{Estimator: "ols_f", Args: xy, Moves: "x", Shift: stays, Scale: stays},
		{Estimator: "ols_f", Args: with(xy, args{"add_intercept": no}), Moves: "y", Scale: stays},
		{Estimator: "information_criterion", Args: xy, Moves: "x", Shift: stays, Scale: stays},
		{Estimator: "information_criterion", Args: with(xy, args{"criterion": text("bic"), "count_variance": no}), Moves: "y", Shift: stays},
		{Estimator: "information_criterion", Args: with(xy, args{"criterion": text("loglik")}), Moves: "x", Shift: stays, Scale: stays},
		{Estimator: "wls", Args: with(slope, args{"weights": text("value")}), Moves: "y", Shift: stays, Scale: times},
		{Estimator: "ols_robust", Args: with(slope, args{"covariance": text("HC3")}), Moves: "x", Shift: stays, Scale: over},
		{Estimator: "ols_robust", Args: with(slope, args{"covariance": text("cluster"), "cluster": text("group")}), Moves: "y", Shift: stays, Scale: times},
		{Estimator: "ols_robust", Args: with(slope, args{"covariance": text("newey-west"), "lag": spec.NumberValue(3)}), Moves: "y", Shift: stays, Scale: times},
		{Estimator: "poisson", Args: args{"y": text("value"), "x": text("x"), "term": text("x")}, Moves: "x", Shift: stays, Scale: over},
		{Estimator: "logit", Args: args{"y": text("yes"), "x": text("value"), "term": text("value"), "add_intercept": no, "scale": spec.NumberValue(1e6)}, Moves: "value", Scale: over},
		{Estimator: "probit", Args: args{"y": text("yes"), "x": text("value"), "term": text("value"), "add_intercept": no, "scale": spec.NumberValue(1e6)}, Moves: "value", Scale: over},
		{Estimator: "nls", Args: args{"model": text("y = a + b*x"), "start": array("a=1", "b=1"), "term": text("b")}, Moves: "y", Shift: stays, Scale: times},
		{Estimator: "nls", Args: args{"model": text("y = a + b*x"), "start": array("a=1", "b=1"), "term": text("a"), "by": text("group")}, Moves: "y", Shift: plus, Scale: times},
		{Estimator: "nls", Args: args{"model": text("exp(value/1000) = a*exp(value/1000)^b"), "start": array("a=2", "b=0.5"), "term": text("b")}},
		{Estimator: "autocorrelation", Args: value, Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "autocorrelation", Args: with(by, args{"lag": spec.NumberValue(2)}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "linear_trend", Args: trend, Moves: "t", Shift: stays, Scale: over},
		{Estimator: "linear_trend", Args: with(trend, args{"by": text("group")}), Moves: "y", Shift: stays, Scale: times},
		{Estimator: "group_table", Args: with(by, args{"statistics": array("mean", "median", "min", "max")}), Moves: "value", Shift: plus, Scale: times},
		{Estimator: "group_table", Args: with(by, args{"statistics": array("sd", "se")}), Moves: "value", Shift: stays, Scale: times},
	}
	for kind := 1; kind <= 9; kind++ {
		cases = append(cases, Case{Estimator: "quantile", Args: with(value, args{"p": spec.NumberValue(0.3), "type": spec.NumberValue(float64(kind))}), Moves: "value", Shift: plus, Scale: times})
	}
	for _, name := range []string{"mean", "median", "min", "max"} {
		cases = append(cases, Case{Estimator: name, Args: value, Moves: "value", Shift: plus, Scale: times}, Case{Estimator: name, Args: by, Moves: "value", Shift: plus, Scale: times})
	}
	for _, name := range []string{"sd", "se"} {
		cases = append(cases, Case{Estimator: name, Args: value, Moves: "value", Shift: stays, Scale: func(v, k float64) float64 { return v * math.Abs(k) }})
	}
	cases = append(cases, classical()...)
	cases = append(cases, regressed()...)
	cases = append(cases, predicted()...)
	cases = append(cases, lifetimes()...)
	cases = append(cases, ordered()...)
	cases = append(cases, designedCases()...)
	cases = append(cases, smoothed()...)
	cases = append(cases, diagnostics()...)
	cases = append(cases, multivariateCases()...)
	cases = append(cases, resampled()...)
	cases = append(cases, further()...)
	cases = append(cases, signals()...)
	cases = append(cases, planned()...)
	return append(cases, Case{Estimator: "var", Args: value, Moves: "value", Shift: stays, Scale: squared})
}

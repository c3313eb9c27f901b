package oracletest

import "github.com/assaybench/assay/spec"

// further are cases of Cox regressions with strata or exact ties, of one-sample D, and of
// areas of several classes.
func further() []Case {
	stays := func(v, _ float64) float64 { return v }
	over := func(v, k float64) float64 { return v / k }
	classes := spec.Value{Kind: spec.ValueArray, Items: []spec.Value{text("u"), text("v"), text("w")}}
	scores := spec.Value{Kind: spec.ValueArray, Items: []spec.Value{text("x"), text("y"), text("t")}}
	area := args{"truth": text("three"), "scores": scores, "classes": classes}
	normal := args{"value": text("value"), "mean": spec.NumberValue(2000), "sd": spec.NumberValue(100)}
	estimated := args{"value": text("value"), "parameters": text("estimated")}
	return []Case{
		{Estimator: "cox", Args: args{"time": text("value"), "strata": text("group"), "x": text("x"), "term": text("x")}, Moves: "x", Shift: stays, Scale: over},
		{Estimator: "cox", Args: args{"time": text("pair"), "ties": text("exact"), "x": text("x"), "term": text("x")}, Moves: "x", Shift: stays, Scale: over},
		{Estimator: "roc_auc_multiclass", Args: area, Moves: "x", Shift: stays, Scale: stays},
		{Estimator: "roc_auc_multiclass", Args: with(area, args{"compare": text("ovo"), "average": text("weighted")}), Moves: "y", Shift: stays, Scale: stays},
		{Estimator: "ks_one_sample", Args: normal},
		{Estimator: "ks_one_sample", Args: with(normal, args{"alternative": text("less"), "by": text("group")})},
		{Estimator: "ks_one_sample", Args: estimated, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "ks_one_sample", Args: with(estimated, args{"distribution": text("exponential")}), Moves: "value", Scale: stays},
		{Estimator: "ks_one_sample", Args: args{"value": text("p"), "distribution": text("uniform")}},
	}
}

// resampled are the cases of bootstraps and permutation tests.
func resampled() []Case {
	plus := func(v, k float64) float64 { return v + k }
	times := func(v, k float64) float64 { return v * k }
	stays := func(v, _ float64) float64 { return v }
	squared := func(v, k float64) float64 { return v * k * k }
	few := args{"resamples": spec.NumberValue(200), "draws": spec.NumberValue(100)}
	of := func(statistic string, more args) args {
		return with(with(few, more), args{"statistic": text(statistic)})
	}
	value := args{"value": text("value")}
	two := with(value, args{"group": text("group"), "first": text("a"), "second": text("b")})
	xy := args{"x": text("x"), "y": text("y")}
	random := args{"method": text("random")}
	var cases []Case
	for _, c := range []struct {
		name         string
		shift, scale func(v, k float64) float64
	}{{"mean", plus, times}, {"median", plus, times}, {"sd", stays, times}, {"var", stays, squared}, {"trimmed_mean", plus, times}} {
		cases = append(cases, Case{Estimator: "bootstrap", Args: of(c.name, value), Moves: "value", Shift: c.shift, Scale: c.scale})
	}
	for _, name := range []string{"mean_difference", "median_difference"} {
		cases = append(cases, Case{Estimator: "bootstrap", Args: of(name, two), Moves: "value", Shift: stays, Scale: times},
			Case{Estimator: "bootstrap", Args: of(name, xy), Moves: "y"},
			Case{Estimator: "permutation_test", Args: of(name, with(two, random)), Moves: "value", Shift: stays, Scale: times})
	}
	for _, name := range []string{"welch_t", "student_t"} {
		cases = append(cases, Case{Estimator: "permutation_test", Args: of(name, with(two, random)), Moves: "value", Shift: stays, Scale: stays})
	}
	for _, name := range []string{"pearson", "spearman"} {
		cases = append(cases, Case{Estimator: "bootstrap", Args: of(name, xy), Moves: "x", Shift: stays, Scale: stays},
			Case{Estimator: "permutation_test", Args: of(name, with(xy, random)), Moves: "x", Shift: stays, Scale: stays})
	}
	return append(cases,
		Case{Estimator: "bootstrap", Args: of("quantile", with(value, args{"p": spec.NumberValue(0.25), "type": spec.NumberValue(6)})), Moves: "value", Shift: plus, Scale: times},
		Case{Estimator: "bootstrap", Args: of("mean", with(value, args{"by": text("group"), "interval": text("bca")})), Moves: "value", Shift: plus, Scale: times},
		Case{Estimator: "bootstrap", Args: of("mean", with(value, args{"report": text("se"), "cluster": text("pair")})), Moves: "value", Scale: times},
		Case{Estimator: "bootstrap", Args: of("mean", with(value, args{"report": text("bias"), "strata": text("three")}))},
		Case{Estimator: "bootstrap", Args: of("proportion", args{"value": text("group"), "equals": text("a")}), CountsRows: true},
		Case{Estimator: "bootstrap", Args: of("mean_ratio", two), Moves: "value", Scale: stays},
		Case{Estimator: "bootstrap", Args: of("slope", xy), Moves: "y", Shift: stays, Scale: times},
		Case{Estimator: "permutation_test", Args: of("mean_difference", with(xy, random))})
}

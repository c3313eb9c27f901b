package oracletest

import "github.com/assaybench/assay/spec"

// classical are the cases of tests, associations, effect sizes and indices.
func classical() []Case {
	plus := func(v, k float64) float64 { return v + k }
	times := func(v, k float64) float64 { return v * k }
	stays := func(v, _ float64) float64 { return v }
	number := func(x float64) spec.Value { return spec.NumberValue(x) }
	truth := func(b bool) spec.Value { return spec.Value{Kind: spec.ValueBool, Bool: b} }

	value := args{"value": text("value")}
	by := args{"by": text("group")}
	two := args{"group": text("group"), "first": text("a"), "second": text("b")}
	of := with(two, value)
	three := with(value, args{"group": text("three")})
	xy := args{"x": text("x"), "y": text("y")}
	yes := args{"value": text("yes"), "equals": truth(true)}
	table := args{"row": text("group"), "column": text("three")}
	fourfold := args{"row": text("group"), "column": text("yes")}
	paired := args{"row": text("yes"), "column": text("guess")}
	ps := args{"value": text("p"), "label": text("id")}

	cases := []Case{
		{Estimator: "one_sample_t", Args: value, Moves: "value", Scale: stays},
		{Estimator: "one_sample_t", Args: with(with(value, by), args{"mu": number(1999)})},
		{Estimator: "one_sample_z", Args: with(value, args{"sigma": number(40)}), Moves: "value", Scale: times},
		{Estimator: "paired_difference", Args: xy, Moves: "x", Shift: plus},
		{Estimator: "paired_t", Args: with(xy, by)},
		{Estimator: "binomial_test", Args: with(yes, args{"p0": number(0.3)})},
		{Estimator: "binomial_test", Args: with(yes, by)},
		{Estimator: "proportion_z", Args: yes},
		{Estimator: "proportion_difference", Args: with(two, yes)},
		{Estimator: "two_proportion_z", Args: with(two, yes)},
		{Estimator: "variance_ratio", Args: of, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "bartlett", Args: with(value, args{"group": text("group")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "levene", Args: three, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "levene", Args: with(three, args{"center": text("mean")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "anova", Args: three, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "welch_anova", Args: with(value, args{"group": text("group")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "tukey_hsd", Args: with(of, args{"group": text("three"), "first": text("u"), "second": text("w")}), Moves: "value", Shift: stays, Scale: times},
		{Estimator: "chi_square", Args: table, CountsRows: true},
		{Estimator: "chi_square", Args: with(fourfold, args{"yates": truth(true)})},
		{Estimator: "chi_square_fit", Args: args{"category": text("three")}, CountsRows: true},
		{Estimator: "mcnemar", Args: paired},
		{Estimator: "mcnemar", Args: with(paired, args{"method": text("exact")})},
		{Estimator: "fisher_exact", Args: fourfold},
		{Estimator: "fisher_exact", Args: with(fourfold, args{"odds": text("conditional"), "first_row": text("b")})},
		{Estimator: "mann_whitney", Args: of, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "mann_whitney", Args: with(of, args{"method": text("exact")})},
		{Estimator: "wilcoxon", Args: xy},
		{Estimator: "wilcoxon", Args: with(args{"value": text("x")}, by), Moves: "x", Scale: stays},
		{Estimator: "kruskal_wallis", Args: three, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "friedman", Args: with(value, args{"group": text("group"), "block": text("pair")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "kolmogorov_smirnov", Args: of, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "shapiro_wilk", Args: value, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "partial_correlation", Args: with(xy, args{"given": text("t")}), Moves: "t", Shift: stays, Scale: stays},
		{Estimator: "point_biserial", Args: args{"x": text("yes"), "y": text("value")}, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "cramers_v", Args: table, CountsRows: true},
		{Estimator: "cramers_v", Args: with(fourfold, args{"corrected": truth(true)})},
		{Estimator: "phi", Args: fourfold},
		{Estimator: "mutual_information", Args: table, CountsRows: true},
		{Estimator: "entropy", Args: with(args{"value": text("yes"), "base": text("2")}, by)},
		{Estimator: "hedges_g", Args: with(of, args{"correction": text("approximate")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "cohen_dz", Args: xy},
		{Estimator: "cohen_dav", Args: with(xy, by)},
		{Estimator: "odds_ratio", Args: with(two, yes)},
		{Estimator: "risk_ratio", Args: with(two, yes)},
		{Estimator: "trimmed_mean", Args: with(value, args{"cut": number(0.2)}), Moves: "value", Shift: plus, Scale: times},
		{Estimator: "winsorized_mean", Args: with(value, by), Moves: "value", Shift: plus, Scale: times},
		{Estimator: "iqr", Args: with(value, args{"type": number(6)}), Moves: "value", Shift: stays, Scale: times},
		{Estimator: "geometric_mean", Args: value, Moves: "value", Scale: times},
		{Estimator: "harmonic_mean", Args: value, Moves: "value", Scale: times},
		{Estimator: "cv", Args: with(value, by), Moves: "value", Scale: stays},
		{Estimator: "gini", Args: with(value, args{"corrected": truth(true)}), Moves: "value", Scale: stays},
		{Estimator: "lorenz", Args: with(value, args{"p": number(0.5)}), Moves: "value", Scale: stays},
	}
	for _, name := range []string{"gini", "theil", "mean_log_deviation", "atkinson", "top_share", "herfindahl", "hoover"} {
		cases = append(cases, Case{Estimator: name, Args: with(value, by), Moves: "value", Scale: stays})
	}
	for _, name := range []string{"cohen_d", "hedges_g", "glass_delta", "rank_biserial", "cliffs_delta", "a12"} {
		cases = append(cases, Case{Estimator: name, Args: of, Moves: "value", Shift: stays, Scale: stays})
	}
	for _, name := range []string{"eta_squared", "omega_squared", "epsilon_squared"} {
		cases = append(cases, Case{Estimator: name, Args: three, Moves: "value", Shift: stays, Scale: stays})
	}
	for _, constant := range []string{"raw", "normal", "1.4826"} {
		cases = append(cases, Case{Estimator: "mad", Args: with(value, args{"constant": text(constant)}), Moves: "value", Shift: stays, Scale: times})
	}
	for _, kind := range []string{"a", "b", "c"} {
		cases = append(cases, Case{Estimator: "kendall", Args: with(xy, args{"kind": text(kind)}), Moves: "y", Shift: stays, Scale: stays})
	}
	for _, kind := range []string{"g1", "G1", "b1"} {
		cases = append(cases, Case{Estimator: "skewness", Args: with(value, args{"kind": text(kind)}), Moves: "value", Shift: stays, Scale: stays})
	}
	for _, kind := range []string{"g2", "G2", "b2"} {
		cases = append(cases, Case{Estimator: "kurtosis", Args: with(value, args{"kind": text(kind)}), Moves: "value", Shift: stays, Scale: stays})
	}
	for _, method := range []string{"bonferroni", "holm", "hochberg", "hommel", "bh", "by", "sidak", "none"} {
		cases = append(cases, Case{Estimator: "adjusted_p", Args: with(ps, args{"method": text(method)})})
	}
	return cases
}

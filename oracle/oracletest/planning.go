package oracletest

import "github.com/assaybench/assay/spec"

// planned are the cases of powers and sizes, which take no data.
func planned() []Case {
	number := spec.NumberValue
	t := args{"n": number(20), "delta": number(1.1), "sd": number(1.5)}
	return []Case{
		{Estimator: "t_power", Args: t},
		{Estimator: "t_power", Args: with(t, args{"n2": number(35), "alternative": text("one-sided")})},
		{Estimator: "t_power", Args: with(t, args{"design": text("paired"), "alpha": number(0.01)})},
		{Estimator: "t_sample_size", Args: args{"power": number(0.9), "delta": number(0.4)}},
		{Estimator: "t_sample_size", Args: args{"power": number(0.8), "delta": number(3), "sd": number(4), "design": text("one-sample"), "alternative": text("one-sided")}},
		{Estimator: "anova_power", Args: args{"n": number(12), "groups": number(4), "f": number(0.35)}},
		{Estimator: "proportion_power", Args: args{"n": number(80), "p1": number(0.35), "p2": number(0.2)}},
		{Estimator: "studentized_range_p", Args: args{"q": number(3.7), "groups": number(4), "df": number(17)}},
		{Estimator: "studentized_range_quantile", Args: args{"groups": number(5), "df": number(24)}},
	}
}

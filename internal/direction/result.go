package direction

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/magnitude"
	"github.com/assaybench/assay/spec"
)

// Of asks what a result says of a direction claimed for groups, and why.
//
// Scalar: the sign of the value (first minus second of the result's own groups), or
// whether a ratio is above 1. Array: by label, each group's element against the next; with
// one group, against all others; without groups, the sign of the least-squares slope over
// the index. No difference: the interval holds the null value or p is above alpha.
func Of(rs spec.ResultSlot, r spec.Result, d spec.Direction, groups []string, t spec.Terms) (Verdict, string) {
	if n, ok := r.Value.Number(); ok {
		return scalarShows(rs, r, n, d, groups, t)
	}
	labels, xs, ok := magnitude.Series(r.Value, r.Index)
	if !ok || slices.ContainsFunc(xs, func(n spec.Number) bool { return !n.Finite() }) {
		return Silent, ""
	}
	ys := make([]float64, len(xs))
	for i, n := range xs {
		ys[i] = n.F
	}
	if at, found := magnitude.Places(labels, groups, t); found {
		return orderShows(ys, at, d, labels)
	}
	if len(groups) > 0 {
		return Silent, ""
	}
	return courseShows(positions(labels), ys, d)
}

func scalarShows(rs spec.ResultSlot, r spec.Result, n spec.Number, d spec.Direction, groups []string, t spec.Terms) (Verdict, string) {
	null, ok := Null(rs)
	if !ok || !n.Finite() {
		return Silent, ""
	}
	own := r.Groups
	if len(own) == 0 {
		own = rs.Groups
	}
	d = Oriented(d, groups, own, t)
	note := fmt.Sprintf("the value is %s", magnitude.Show(r.Value, r.Unit))
	switch d {
	case spec.Greater, spec.Increasing:
		return says(n.F > null), note
	case spec.Less, spec.Decreasing:
		return says(n.F < null), note
	case spec.Equal:
		return says(magnitude.Reference(n).Agrees(magnitude.Point(null), magnitude.Exact)), note
	case spec.NoDifference:
		sig, how := Significant(r, null, Alpha(r, nil))
		if sig == Silent {
			return Silent, "neither an interval nor a p value is given"
		}
		return says(sig == Refutes), how
	}
	return Silent, ""
}

// Alpha is 1 - level of the rule, of the result, or of 95 %.
func Alpha(r spec.Result, rule *spec.UncertaintyRule) float64 {
	level := 0.95
	if r.Uncertainty != nil {
		if n, ok := r.Uncertainty.Level.Number(); ok && n.F > 0 && n.F < 1 {
			level = n.F
		}
	}
	if rule != nil && rule.Level > 0 && rule.Level < 1 {
		level = rule.Level
	}
	return 1 - level
}

// Significant reports whether a scalar result excludes the null value: by its confidence
// interval, or else by its p value.
func Significant(r spec.Result, null, alpha float64) (Verdict, string) {
	if u := r.Uncertainty; u != nil && u.Kind == spec.UncertaintyCI {
		lo, okLo := u.Lower.Number()
		hi, okHi := u.Upper.Number()
		if okLo && okHi && lo.Finite() && hi.Finite() {
			word := "holds"
			if lo.F > null || hi.F < null {
				word = "excludes"
			}
			return says(word == "excludes"), fmt.Sprintf("the interval %s to %s %s %g", magnitude.Show(u.Lower, ""), magnitude.Show(u.Upper, r.Unit), word, null)
		}
	}
	if p, ok := r.PValue.Number(); ok && p.Finite() {
		below := p.F < alpha && !magnitude.Exact.Close(p.F, alpha)
		return says(below), fmt.Sprintf("p is %s", magnitude.Show(r.PValue, ""))
	}
	return Silent, ""
}

// Null is the value at which a scalar result shows no direction: 0 for differences,
// slopes and correlations, 1 for ratios; ok is false where its sign says nothing (a count,
// a spread, an R2, an intercept).
func Null(rs spec.ResultSlot) (null float64, ok bool) {
	for _, m := range rs.Methods {
		switch e := m.Oracle.Estimator; e {
		case "mean_difference", "welch_t", "student_t", "linear_trend", "pearson", "spearman":
			return 0, true
		case "mean_ratio":
			return 1, true
		case "ols":
			return 0, m.Oracle.Args["term"].Text != "intercept"
		case "count", "proportion", "sum", "mean", "sd", "se", "var", "min", "max", "median", "quantile", "mean_range", "ols_r2", "group_table":
			return 0, false
		}
	}
	for _, w := range strings.FieldsFunc(strings.ToLower(rs.Estimand), func(r rune) bool { return r == ' ' || r == '_' || r == '-' }) {
		switch w {
		case "ratio":
			return 1, true
		case "difference", "contrast", "change", "slope", "trend", "coefficient", "correlation", "elasticity", "effect":
			return 0, true
		}
	}
	return 0, false
}

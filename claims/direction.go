package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// turned is d seen from the other group: (A, B, greater) is (B, A, less).
func turned(d spec.Direction) spec.Direction {
	switch d {
	case spec.Greater:
		return spec.Less
	case spec.Less:
		return spec.Greater
	}
	return d
}

// reversed reports whether a and b are the same two groups in opposite order.
func reversed(a, b []string, t spec.Terms) bool {
	return len(a) == 2 && len(b) == 2 && t.Same(a[0], b[1]) && t.Same(a[1], b[0]) && !t.Same(a[0], a[1])
}

// oriented is the direction of a claim as it reads for groups in the order of ref.
func oriented(d spec.Direction, groups, ref []string, t spec.Terms) spec.Direction {
	if reversed(groups, ref, t) {
		return turned(d)
	}
	return d
}

// nullOf is the value at which a scalar result shows no direction: 0 for differences,
// slopes and correlations, 1 for ratios; ok is false where its sign says nothing (a count,
// a spread, an R2, an intercept).
func nullOf(rs spec.ResultSlot) (null float64, ok bool) {
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

// verdict of a result on a direction.
type shown int

const (
	silent shown = iota // the result has no say
	agrees
	refutes
)

func says(ok bool) shown {
	if ok {
		return agrees
	}
	return refutes
}

// shows asks what a result says of a direction claimed for groups, and why.
//
// Scalar: the sign of the value (first minus second of the result's own groups), or
// whether a ratio is above 1. Array: by label, each group's element against the next; with
// one group, against all others; without groups, the sign of the least-squares slope over
// the index. No difference: the interval holds the null value or p is above alpha.
func shows(rs spec.ResultSlot, r spec.Result, d spec.Direction, groups []string, t spec.Terms) (shown, string) {
	if n, ok := r.Value.Number(); ok {
		return scalarShows(rs, r, n, d, groups, t)
	}
	labels, xs, ok := series(r.Value, r.Index)
	if !ok || slices.ContainsFunc(xs, func(n spec.Number) bool { return !n.Finite() }) {
		return silent, ""
	}
	ys := make([]float64, len(xs))
	for i, n := range xs {
		ys[i] = n.F
	}
	if at, found := places(labels, groups, t); found {
		return orderShows(ys, at, d, labels)
	}
	if len(groups) > 0 {
		return silent, ""
	}
	return courseShows(positions(labels), ys, d)
}

func scalarShows(rs spec.ResultSlot, r spec.Result, n spec.Number, d spec.Direction, groups []string, t spec.Terms) (shown, string) {
	null, ok := nullOf(rs)
	if !ok || !n.Finite() {
		return silent, ""
	}
	own := r.Groups
	if len(own) == 0 {
		own = rs.Groups
	}
	d = oriented(d, groups, own, t)
	note := fmt.Sprintf("the value is %s", show(r.Value, r.Unit))
	switch d {
	case spec.Greater, spec.Increasing:
		return says(n.F > null), note
	case spec.Less, spec.Decreasing:
		return says(n.F < null), note
	case spec.Equal:
		return says(reference(n).agrees(point(null), exact)), note
	case spec.NoDifference:
		sig, how := significant(r, null, alpha(r, nil))
		if sig == silent {
			return silent, "neither an interval nor a p value is given"
		}
		return says(sig == refutes), how
	}
	return silent, ""
}

// alpha is 1 - level of the rule, of the result, or of 95 %.
func alpha(r spec.Result, rule *spec.UncertaintyRule) float64 {
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

// significant reports whether a scalar result excludes the null value: by its confidence
// interval, or else by its p value.
func significant(r spec.Result, null, alpha float64) (shown, string) {
	if u := r.Uncertainty; u != nil && u.Kind == spec.UncertaintyCI {
		lo, okLo := u.Lower.Number()
		hi, okHi := u.Upper.Number()
		if okLo && okHi && lo.Finite() && hi.Finite() {
			word := "holds"
			if lo.F > null || hi.F < null {
				word = "excludes"
			}
			return says(word == "excludes"), fmt.Sprintf("the interval %s to %s %s %g", show(u.Lower, ""), show(u.Upper, r.Unit), word, null)
		}
	}
	if p, ok := r.PValue.Number(); ok && p.Finite() {
		return says(p.F < alpha), fmt.Sprintf("p is %s", show(r.PValue, ""))
	}
	return silent, ""
}

// orderShows compares the elements of the named groups in the order in which the claim
// names them; one group alone is compared with all others.
func orderShows(ys []float64, at []int, d spec.Direction, labels []string) (shown, string) {
	var better func(a, b float64) bool
	switch d {
	case spec.Greater:
		better = func(a, b float64) bool { return a > b }
	case spec.Less:
		better = func(a, b float64) bool { return a < b }
	case spec.Equal:
		better = func(a, b float64) bool { return exact.Close(a, b) }
	default:
		return silent, ""
	}
	pairs := [][2]int{}
	for k := 1; k < len(at); k++ {
		pairs = append(pairs, [2]int{at[k-1], at[k]})
	}
	if len(at) == 1 {
		for i := range ys {
			if i != at[0] {
				pairs = append(pairs, [2]int{at[0], i})
			}
		}
	}
	if len(pairs) == 0 {
		return silent, ""
	}
	note := ""
	for _, p := range pairs {
		note = fmt.Sprintf("%s is %.7g, %s is %.7g", labels[p[0]], ys[p[0]], labels[p[1]], ys[p[1]])
		if !better(ys[p[0]], ys[p[1]]) {
			return refutes, note
		}
	}
	return agrees, note
}

// positions are the numbers that labels are, or else their places.
func positions(labels []string) []float64 {
	xs := make([]float64, len(labels))
	for i, l := range labels {
		n, err := spec.ParseNumber(l)
		if err != nil || !n.Finite() {
			for j := range xs {
				xs[j] = float64(j)
			}
			return xs
		}
		xs[i] = n.F
	}
	return xs
}

// courseShows compares the course of y over x with a direction: the sign of the
// least-squares slope; non-monotonic where the means by x both rise and fall.
func courseShows(x, y []float64, d spec.Direction) (shown, string) {
	slope, ok := slopeOf(x, y)
	if !ok {
		return silent, ""
	}
	note := fmt.Sprintf("the slope is %.7g", slope)
	switch d {
	case spec.Increasing:
		return says(slope > 0), note
	case spec.Decreasing:
		return says(slope < 0), note
	case spec.Nonmonotonic:
		rises, falls := steps(x, y)
		return says(rises && falls), note
	}
	return silent, ""
}

// slopeOf is the least-squares slope of y on x, by deviations from the means; ok is false
// for fewer than two different x. Points that are not finite are left out.
func slopeOf(x, y []float64) (slope float64, ok bool) {
	var n, mx, my float64
	finite := func(i int) bool { return !math.IsNaN(x[i]-x[i]) && !math.IsNaN(y[i]-y[i]) }
	for i := range x {
		if finite(i) {
			n++
			mx += (x[i] - mx) / n
			my += (y[i] - my) / n
		}
	}
	var sxx, sxy float64
	for i := range x {
		if finite(i) {
			sxx += (x[i] - mx) * (x[i] - mx)
			sxy += (x[i] - mx) * (y[i] - my)
		}
	}
	return sxy / sxx, n > 1 && sxx > 0 && !math.IsInf(sxx, 0) && !math.IsNaN(sxy)
}

// steps reports whether the means of y by x rise and fall somewhere, from left to right.
func steps(x, y []float64) (rises, falls bool) {
	sums := map[float64][2]float64{}
	for i := range x {
		s := sums[x[i]]
		sums[x[i]] = [2]float64{s[0] + y[i], s[1] + 1}
	}
	at := make([]float64, 0, len(sums))
	for k := range sums {
		at = append(at, k)
	}
	slices.Sort(at)
	for k := 1; k < len(at); k++ {
		a, b := sums[at[k-1]], sums[at[k]]
		rises = rises || b[0]/b[1] > a[0]/a[1]
		falls = falls || b[0]/b[1] < a[0]/a[1]
	}
	return rises, falls
}

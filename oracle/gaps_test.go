package oracle_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/oracle/oracletest"
	"github.com/assaybench/assay/spec"
)

// telling reports whether a value has the form of the answer's and numbers with the digits
// that tell it from others: 0, 1 or what rounding leaves of 0 do not.
func telling(v, answer spec.Value) bool {
	items := v.Items
	switch {
	case v.Kind == spec.ValueNumber:
		items = []spec.Value{v}
	case v.Kind == spec.ValueTable:
		items = slices.Concat(v.Rows...)
	}
	shows := false
	for _, it := range items {
		n, ok := it.Number()
		if it.Missing() {
			return false
		}
		shows = shows || ok && math.Abs(n.F) > 1e-9 && len(strings.Trim(n.String(), "-0.")) > 4
	}
	return shows && v.Kind == answer.Kind && len(v.Items) == len(answer.Items)
}

// Every neighbour that any built-in estimator knows is called by its name where it is
// reported, at full precision, and the answer itself is exact.
func TestEveryNeighbourIsNamed(t *testing.T) {
	named, families := 0, map[string]bool{}
	for _, c := range oracletest.Builtin() {
		views := map[string]*oracle.View{"v": oracle.ViewOf("v", oracletest.Example(7))}
		a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.Estimator, View: "v", Args: c.Args}, views, 0.95)
		if err != nil {
			t.Errorf("%s %v: %v", c.Estimator, c.Args, err)
			continue
		}
		report := func(v spec.Value) oracle.Diagnosis { return oracle.Diagnose(a, spec.Result{Value: v, Index: a.Index}) }
		if d := report(a.Value); d.Kind != oracle.IsExact {
			t.Errorf("%s %v itself: %s %s", c.Estimator, c.Args, d.Kind, d.Says)
		}
		for _, v := range a.Variants {
			if !telling(v.Answer.Value, a.Value) {
				continue
			}
			d := report(v.Answer.Value)
			if d.Kind.Right() {
				continue // no other number on these data
			}
			hit := slices.ContainsFunc(d.Explanations, func(e oracle.Explanation) bool { return e.Steps[0].Name == v.Name && len(e.Steps) == 1 })
			if !hit || d.Kind != oracle.IsVariant {
				t.Errorf("%s %v reported as %s (%v for %v): %s, odds %.3g: %s", c.Estimator, c.Args, v.Name, v.Answer.Value, a.Value, d.Kind, d.Odds, d.Says)
				continue
			}
			named++
			families[c.Estimator] = true
		}
	}
	if named < 300 || len(families) < 80 {
		t.Errorf("only %d neighbours of %d estimators were named", named, len(families))
	}
	t.Logf("%d neighbours of %d estimators are named", named, len(families))
}

// TestEveryGapOfPrograms has a row for each gap between the definitions of R and Python's
// libraries that was measured on R's data: the number of the one is not that of the other,
// which is said to be what it is.
func TestEveryGapOfPrograms(t *testing.T) {
	views := moreCars(t)
	const two = "value=mpg group=am first=1 second=0"
	for _, g := range []struct {
		gap, call, field, variant string
		least                     float64 // relative difference
	}{
		{"constant of the median absolute deviation, 1.4826", "mad value=mpg constant=normal", "value", "constant-1.4826", 1e-6},
		{"1.96 for the normal quantile", "proportion value=am equals=1 interval=wald", "uncertainty", "1.96-interval", 1e-6},
		{"1.96 for the quantile of t", "mean value=mpg", "uncertainty", "1.96-interval", 1e-3},
		{"Hedges' J, approximate", "hedges_g " + two, "value", "approximate", 1e-5},
		{"Efron's ties as Breslow's", "cox time=qsec event=vs x=wt term=wt", "value", "breslow", 1e-4},
		{"first quartile of type 6", "quantile value=hp p=0.25", "value", "quantile-6", 1e-3},
		{"tau-b as tau-a", "kendall x=mpg y=wt", "value", "tau-a", 1e-3},
		{"divisor n of a standard deviation", "sd value=mpg", "value", "ddof0", 1e-2},
		{"Akaike's criterion without the variance", "information_criterion y=mpg x=wt,hp", "value", "variance-not-counted", 1e-3},
		{"odds ratio of Fisher's test, conditional", "fisher_exact row=am column=vs", "value", "conditional", 1e-3},
		{"d for Hedges' g", "hedges_g " + two, "value", "cohen-d", 1e-2},
		{"Gini's coefficient by n - 1", "gini value=hp", "value", "corrected", 1e-2},
		{"Cohen's d with the average of both variances", "cohen_d " + two, "value", "average-sd", 1e-3},
		{"HC0 for HC1", "ols_robust y=mpg x=wt,hp term=wt covariance=HC1", "uncertainty", "HC0", 1e-3},
		{"HC3 for HC1", "ols_robust y=mpg x=wt,hp term=wt covariance=HC1", "uncertainty", "HC3", 1e-3},
		{"Wilcoxon's test with correction for continuity", "wilcoxon value=wt mu=3.4", "p_value", "continuity", 1e-3},
		{"Mann and Whitney's test without it", "mann_whitney " + two, "p_value", "no-continuity", 1e-2},
		{"Student for Welch", "mean_difference " + two, "p_value", "other-variance", 1e-2},
		{"Yates' correction", "chi_square row=am column=vs", "p_value", "yates", 1e-2},
		{"type I for type II of an analysis of variance", "factorial_anova y=mpg factors=am,vs terms=am,vs type=II term=am", "value", "type-I", 1e-2},
		{"power without the far tail", "t_power n=5 delta=0.3", "value", "near-tail", 1e-4},
	} {
		name, words, _ := strings.Cut(g.call, " ")
		a := compute(t, views, "cars", name, words)
		v := variant(t, a, g.variant)
		r, x, y := spec.Result{Value: written(t, a.Value), Index: a.Index}, a.Value, v.Value
		switch g.field {
		case "value":
			r.Value = written(t, v.Value)
		case "p_value":
			r.PValue, x, y = written(t, v.PValue), a.PValue, v.PValue
		case "uncertainty":
			u := uncertainty(v, spec.UncertaintyCI)
			r.Uncertainty, x, y = &u, uncertainty(a, spec.UncertaintyCI).Upper, u.Upper
		}
		if apart := math.Abs(plain(x)-plain(y)) / math.Abs(plain(x)); !(apart >= g.least) {
			t.Errorf("%s: the definitions are only %.2g apart", g.gap, apart)
		}
		d := oracle.Diagnose(a, r)
		for _, x := range d.Details {
			if x.Field == g.field && g.field != "value" {
				d = x
			}
		}
		if d.Kind != oracle.IsVariant || d.Field != g.field || !slices.ContainsFunc(d.Explanations, func(e oracle.Explanation) bool { return e.Steps[0].Name == g.variant }) {
			t.Errorf("%s: %s of %s: %q", g.gap, d.Kind, d.Field, d.Says)
		}
	}
}

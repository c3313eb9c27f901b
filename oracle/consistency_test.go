package oracle_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

func ExampleConsistency() {
	p, _ := spec.ParseNumber("0.0181")
	t, _ := spec.ParseNumber("2.20")
	r := spec.Result{ID: "gear", Method: "Welch's t test", Pointer: "/results/0", Statistic: spec.Value{Kind: spec.ValueNumber, Num: t}, DF: spec.NumberValue(28),
		PValue: spec.Value{Kind: spec.ValueNumber, Num: p}}
	for _, f := range oracle.Consistency(r, oracle.Facts{}) {
		fmt.Println(f.Code, f.Place.Pointer)
		fmt.Println(f.Message)
		fmt.Println(f.Fix)
	}
	// Output:
	// result.inconsistent /results/0/p_value
	// gear contradicts itself: t(28) = 2.20 gives the two-sided p-value 0.03584 to 0.03662, not 0.0181; that is the one-sided one, and the record does not say so
	// Say that the test is one-sided, or report the two-sided p-value.
}

func TestConsistency(t *testing.T) {
	views := viewsOf(t, "score,hit,mass,name,none\n5,1,2.5,x,\n6,0,3,y,\n4,1,,z,\n", map[string]spec.View{"v": {Asset: "data.csv"}})
	for column, want := range map[string]oracle.Facts{"score": {Whole: true}, "hit": {Whole: true, Binary: true}, "mass": {}, "name": {}, "none": {}, "nowhere": {}} {
		if d := cmp.Diff(want, oracle.FactsOf(views["v"], column)); d != "" {
			t.Errorf("%s: %s", column, d)
		}
	}
	r := spec.Result{ID: "m", Estimand: "mean", Value: value(t, "5.19"), N: num(28)}
	got := oracle.Consistency(r, oracle.FactsOf(views["v"], "score"))
	if len(got) != 1 || got[0].Code != spec.ResultImpossible || got[0].Severity != spec.SeverityWarning || got[0].Place != (spec.Place{File: spec.FileResults, Pointer: "/value"}) {
		t.Errorf("GRIM: %+v", got)
	}
	if got := oracle.Consistency(r, oracle.FactsOf(views["v"], "mass")); got != nil {
		t.Errorf("a mean of measurements: %+v", got)
	}
}

// What the oracles answer contradicts nothing, at full precision and rounded.
func TestAnswersAreConsistent(t *testing.T) {
	views := moreCars(t)
	two := "value=mpg group=am first=1 second=0"
	for _, c := range []struct{ estimator, args, method, estimand string }{
		{"mean", "value=mpg", "one-sample t", "mean"}, {"mean_difference", two, "welch_t", "mean_difference"}, {"mean_difference", two + " equal_var=true", "student_t", "mean_difference"},
		{"welch_t", two, "welch_t", "t"}, {"student_t", two, "student_t", "t"}, {"paired_difference", "x=mpg y=qsec", "paired_t", "mean difference"}, {"paired_t", "x=mpg y=qsec", "paired_t", "t"},
		{"ols", "y=mpg x=wt term=wt", "OLS", "slope"}, {"ols_robust", "y=mpg x=wt term=wt covariance=HC1", "OLS with HC1", "slope"}, {"linear_trend", "y=mpg t=wt", "OLS", "trend"},
		{"logit", "y=am x=wt term=wt", "logistic regression", "coefficient"}, {"poisson", "y=hp x=wt term=wt", "poisson regression", "coefficient"}, {"pearson", "x=mpg y=wt", "pearson", "correlation"},
		{"anova", "value=mpg group=am", "one-way ANOVA", "F"}, {"chi_square", "row=am column=vs", "chi-square", "statistic"}, {"kruskal_wallis", "value=mpg group=am", "Kruskal-Wallis", "H"},
		{"proportion", "value=am equals=1", "Wilson", "proportion"}, {"mann_whitney", two, "Mann-Whitney U", "U"}, {"log_rank", "time=qsec event=vs group=am", "log-rank test", "chi-square"},
		{"cox", "time=qsec event=vs x=wt term=wt", "Cox regression", "coefficient"}, {"risk_ratio", "value=vs equals=1 group=am first=1 second=0", "log method", "risk ratio"},
		{"two_proportion_z", "value=vs equals=1 group=am first=1 second=0", "z test of two proportions", "z"}, {"welch_anova", "value=mpg group=am", "Welch ANOVA", "F"},
	} {
		a := compute(t, views, "cars", c.estimator, c.args)
		for _, digits := range []int{17, 4, 2} {
			round := func(v spec.Value) spec.Value {
				if v.Kind != spec.ValueNumber || v.Num.F == math.Trunc(v.Num.F) {
					return v
				}
				return value(t, fmt.Sprintf("%.*g", digits, v.Num.F))
			}
			r := spec.Result{ID: c.estimator, Method: c.method, Estimand: c.estimand, Value: round(a.Value), N: a.N, Statistic: round(a.Statistic), DF: a.DF, PValue: round(a.PValue)}
			if len(a.N.Items) == 2 {
				r.Groups = []string{"1", "0"}
			}
			for _, u := range a.Uncertainty {
				u.Lower, u.Upper, u.Value = round(u.Lower), round(u.Upper), round(u.Value)
				r.Uncertainty = &u
				for _, f := range oracle.Consistency(r, oracle.Facts{}) {
					t.Errorf("%s to %d digits, %s: %s", c.estimator, digits, u.Kind, f.Message)
				}
			}
			r.Uncertainty = nil
			for _, f := range oracle.Consistency(r, oracle.Facts{}) {
				t.Errorf("%s to %d digits: %s", c.estimator, digits, f.Message)
			}
		}
	}
}

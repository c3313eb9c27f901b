package oracle_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// Numbers that R's power.t.test, power.anova.test and power.prop.test print, to the digits
// that they show (of a size, to what its search leaves). R leaves out the far tail unless it is asked for; between.var = 1 and
// within.var = 3 of four groups are f² = 3/4 · 1/3.
func TestPlansInR(t *testing.T) {
	views := map[string]*oracle.View{"v": oracle.ViewOf("v", &spec.Frame{})}
	for _, c := range []struct {
		call, variant string
		want, within  float64
	}{
		{"t_power n=20 delta=1", "near-tail", 0.8689528, 5e-8},
		{"t_sample_size power=0.9 delta=1", "near-tail", 22.02110, 5e-6},
		{"t_sample_size power=0.9 delta=1 alternative=one-sided", "", 17.84713, 2e-5},
		{"anova_power n=5 groups=4 f=0.5", "", 0.3535594, 5e-8},
		{"proportion_power n=50 p1=0.5 p2=0.75", "near-tail", 0.7401659, 5e-7},
	} {
		name, words, _ := strings.Cut(c.call, " ")
		a := compute(t, views, "v", name, words)
		if c.variant != "" {
			a = variant(t, a, c.variant)
		}
		if got := plain(a.Value); !(got >= c.want-c.within && got <= c.want+c.within) {
			t.Errorf("%s %s is %.9g, by R %v", c.call, c.variant, got, c.want)
		}
	}
	for words, want := range map[string]string{
		"t_power n=20 delta=1 n2=30 design=paired":  "is for two samples",
		"t_power n=1e8 delta=1e6":                   "cannot fail",
		"t_power n=1 delta=1":                       "not from 2",
		"t_sample_size power=0.04 delta=1":          "no size belongs",
		"t_sample_size power=0.9 delta=0":           "no size belongs",
		"t_sample_size power=0.9 delta=9":           "less than 2 values",
		"anova_power n=5 groups=2.5 f=0.5":          "not a whole number",
		"proportion_power n=50 p1=0 p2=1":           "do not vary",
		"studentized_range_p q=3 groups=1 df=4":     "not from 2",
		"studentized_range_quantile groups=3 df=-1": "not from 1",
	} {
		name, words, _ := strings.Cut(words, " ")
		_, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: name, View: "v", Args: args(words)}, views, 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s %s: %v, not %q", name, words, err, want)
		}
	}
}

// Tests of paired counts whose labels, counts or method are not fit for them, and distances
// that are none.
func TestPairedCountsAndDistancesRefused(t *testing.T) {
	for _, c := range []struct{ csv, call, want string }{
		{"a,b\ny,y\nn,n\n", "mcnemar row=a column=b", "no thing changes"},
		{"a,b\ny,y\n", "mcnemar row=a column=b", "have 1 labels"},
		{"a,b\ny,n\nn,z\nz,y\n", "mcnemar row=a column=b method=exact", "for two labels; there are 3"},
		{"a,b,n\ny,n,1.5\nn,y,2\n", "mcnemar row=a column=b count=n", "is no count"},
		{"a,b\n0,1\n2,0\n", "mds columns=a,b metric=given", "both ways they are the same"},
		{"a,b\n1,1\n1,0\n", "mds columns=a,b metric=given", "to itself is 1, not 0"},
		{"a,b\n0,1\n1,0\n2,1\n", "mds columns=a,b metric=given", "as many columns as rows"},
	} {
		views := viewsOf(t, c.csv, map[string]spec.View{"v": {Asset: "data.csv"}})
		name, words, _ := strings.Cut(c.call, " ")
		_, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: name, View: "v", Args: args(words)}, views, 0)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q %s: %v, not %q", c.csv, c.call, err, c.want)
		}
	}
}

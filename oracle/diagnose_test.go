package oracle_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

func ExampleDiagnose() {
	view := oracle.ViewOf("masses", &spec.Frame{Columns: []spec.Column{{Name: "mass", Kind: spec.ColumnNumber, Unit: "kg",
		Num: []float64{3.75, 3.8, 3.25, 3.45, 3.65, 3.625, 4.675, 3.475}}}})
	call := spec.OracleCall{Estimator: "sd", View: "masses", Args: map[string]spec.Value{"value": spec.TextValue("mass")}}
	answer, err := oracle.Default().Compute(context.Background(), call, map[string]*oracle.View{"masses": view}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"0.42865", "0.4286", "0.43", "0.40096", "428.65 g", "428.65", "400.96", "0.4999"} {
		reported, err := oracle.Reported(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		d := oracle.Diagnose(answer, reported)
		fmt.Printf("%s: %s\n", d.Kind, d.Says)
	}
	// Output:
	// rounded: 0.42865 is the sample standard deviation (n - 1), rounded to 5 digits
	// rounded: 0.4286 is the sample standard deviation (n - 1), rounded to 4 digits
	// coarse: 0.43 is what the sample standard deviation (n - 1) (0.42865) rounds to, but shows less than 4 digits
	// variant: 0.40096 is not the sample standard deviation (n - 1) (0.42865): what is reported is the population standard deviation (ddof 0)
	// rounded: 428.65 is the sample standard deviation (n - 1), rounded to 5 digits
	// variant: 428.65 is not the sample standard deviation (n - 1) (0.42865): what is reported is the value in g, not in kg
	// variant: 400.96 is not the sample standard deviation (n - 1) (0.42865): what is reported is the population standard deviation (ddof 0), in g, not in kg
	// none: 0.4999 is not the sample standard deviation (n - 1) (0.42865), nor any of the 227 things it was held against
}

// What stands beside a value is diagnosed too, and a unit that cannot be is said.
func TestDiagnoseResult(t *testing.T) {
	views := carViews(t)
	a := compute(t, views, "cars", "mean_difference", "value=mpg group=am first=1 second=0")
	a.Unit = "mi/gal"
	ci := uncertainty(a, spec.UncertaintyCI)
	r := spec.Result{Value: num(-plain(a.Value)), Uncertainty: &spec.Uncertainty{Kind: spec.UncertaintyCI, Level: num(0.95), Lower: num(-plain(ci.Upper)), Upper: num(-plain(ci.Lower))},
		N: num(31), Statistic: num(plain(a.Statistic) * plain(a.Statistic)), DF: num(30), PValue: num(plain(a.PValue) / 2)}
	got := map[string]string{}
	d := oracle.Diagnose(a, r)
	for _, x := range append(d.Details, d) {
		got[x.Field] = string(x.Kind)
		if len(x.Explanations) > 0 {
			got[x.Field] += ": " + x.Explanations[0].Note()
		}
	}
	want := map[string]string{
		"value": "variant: the difference with the groups swapped (second minus first)", "uncertainty": "variant: the difference with the groups swapped (second minus first)", "n": "variant: the value less 1",
		"statistic": "variant: the square of the value", "df": "variant: by Student's pooled variance, not by Welch", "p_value": "variant: the one-sided p-value"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		r    spec.Result
		kind oracle.DiagnosisKind
	}{
		{spec.Result{Value: num(1), Unit: "kg"}, oracle.IsWrongUnit}, {spec.Result{}, oracle.IsAbsent}, {spec.Result{Value: spec.ArrayValue([]float64{1})}, oracle.IsWrongShape},
		{spec.Result{Value: spec.TextValue("many")}, oracle.IsWrongShape}, {spec.Result{Value: value(t, `"NaN"`)}, oracle.IsNonFinite}, {spec.Result{Value: a.Value}, oracle.IsExact},
		{spec.Result{Value: a.Value, Uncertainty: &spec.Uncertainty{Kind: spec.UncertaintyCI}}, oracle.IsExact},
	} {
		if d := oracle.Diagnose(a, c.r); d.Kind != c.kind || d.Says == "" || d.Kind.Right() != (c.kind == oracle.IsExact) {
			t.Errorf("%v: %s, want %s: %q", c.r.Value, d.Kind, c.kind, d.Says)
		}
	}
}

// Lost rows come with the view; labels that were mixed up with the array.
func TestDiagnoseViews(t *testing.T) {
	views := viewsOf(t, "g,v,note\na,1.25,x\na,2.5,\nb,4.75,x\nb,8.125,x\nc,9.5,x\nc,12.0,x\n", map[string]spec.View{
		"v": {Asset: "data.csv", Steps: []spec.Step{{Filter: "v < 12"}}}})
	call := spec.OracleCall{Estimator: "mean", View: "v", Args: map[string]spec.Value{"value": spec.TextValue("v")}}
	ask := func(text string) oracle.Diagnosis {
		t.Helper()
		r, err := oracle.Reported(text)
		if err != nil {
			t.Fatal(err)
		}
		r.Index = value(t, `["a", "b", "c"]`).Items
		d, err := oracle.Default().Diagnose(context.Background(), call, views, r)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := ask("6.3542"); d.Kind != oracle.IsVariant || d.Explanations[0].Steps[0].Kind != "rows" || !strings.Contains(d.Says, "without the filter v < 12") {
		t.Errorf("a filter left out: %s %s", d.Kind, d.Says)
	}
	call.Args["by"] = spec.TextValue("g")
	for text, want := range map[string]string{"[1.875, 9.5, 6.4375]": "b and c exchanged", "[187.5, 643.75, 950]": "percent", "[9.5, 6.4375, 1.875]": "reverse order"} {
		if d := ask(text); d.Kind != oracle.IsVariant || !strings.Contains(d.Says, want) {
			t.Errorf("%s: %s %s", text, d.Kind, d.Says)
		}
	}
	call.View = "w"
	if _, err := oracle.Default().Diagnose(context.Background(), call, views, spec.Result{}); err == nil {
		t.Error("a view that is not there is diagnosed")
	}
}

func TestReported(t *testing.T) {
	for text, want := range map[string]string{"3.20": "3.20", "-1.5e-3 kg": "-1.5e-3 kg", "8%": "8 %", " [1, 2.50] ": "[1, 2.50]", "0.0": "0.0", `"NaN"`: "NaN"} {
		r, err := oracle.Reported(text)
		if got := strings.TrimSpace(r.Value.String() + " " + r.Unit); err != nil || got != want {
			t.Errorf("%s is read as %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "kg", "[1, \"a\"]", "{}", "true", "1 )", ".5", "+1"} {
		if r, err := oracle.Reported(text); err == nil {
			t.Errorf("%q is read as %v %s", text, r.Value, r.Unit)
		}
	}
}

func FuzzReported(f *testing.F) {
	for _, s := range []string{"1", "1e5 kg m/s", "[1,2]", "8 %", "-", "1e999999999", "−3"} {
		f.Add(s)
	}
	a := oracle.Answer{What: "it", Value: num(8), Unit: "kg"}
	f.Fuzz(func(t *testing.T, s string) {
		if r, err := oracle.Reported(s); err == nil && oracle.Diagnose(a, r).Says == "" {
			t.Errorf("%q is nothing", s)
		}
	})
}

// TestDefinitionGaps reports, for each pair of neighbouring definitions, the one where the
// other is asked for: it must be called by its name, and neither pass nor merely fail.
func TestDefinitionGaps(t *testing.T) {
	views := moreCars(t)
	two, hits := "value=mpg group=am first=1 second=0", "value=vs equals=1 group=am first=1 second=0"
	type gap struct{ estimator, args, variant, say string }
	named := func(what string, d oracle.Diagnosis, g gap) {
		t.Helper()
		says := func(e oracle.Explanation) bool { return strings.Contains(e.Note(), g.say) }
		if d.Kind.Right() || d.Kind != oracle.IsVariant || !slices.ContainsFunc(d.Explanations, says) {
			t.Errorf("%s of %s %s as %s: %s, odds %v, %q", what, g.estimator, g.args, g.variant, d.Kind, d.Odds, d.Says)
		}
	}
	detail := func(d oracle.Diagnosis, field string) oracle.Diagnosis {
		for _, x := range d.Details {
			if x.Field == field {
				return x
			}
		}
		return oracle.Diagnosis{}
	}
	for _, g := range []gap{
		{"mad", "value=mpg constant=normal", "constant-1.4826", "times 1.4826"},
		{"hedges_g", two, "approximate", "1 - 3/(4 df - 1)"},
		{"hedges_g", two, "cohen-d", "Cohen's d"},
		{"cohen_d", two, "hedges-g", "Hedges' g"},
		{"cohen_d", two, "average-sd", "root mean of both variances"},
		{"cohen_d", two, "glass-second", "Glass"},
		{"kendall", "x=mpg y=wt", "tau-a", "tau-a"},
		{"kendall", "x=mpg y=wt kind=a", "tau-b", "tau-b"},
		{"kendall", "x=mpg y=wt", "tau-c", "tau-c"},
		{"fisher_exact", "row=am column=vs", "conditional", "given the margins"},
		{"fisher_exact", "row=am column=vs odds=conditional", "haldane", "0.5 added"},
		{"gini", "value=hp", "corrected", "n - 1"},
		{"skewness", "value=hp", "G1", "G1"},
		{"kurtosis", "value=hp", "not-excess", "not its excess"},
		{"cramers_v", "row=am column=vs", "yates", "Yates"},
		{"chi_square", "row=am column=vs", "yates", "Yates"},
		{"mann_whitney", two, "swapped", "second group"},
		{"wilcoxon", "value=wt mu=3", "swapped", "negative differences"},
		{"trimmed_mean", "value=hp", "winsorized", "winsorised"},
		{"iqr", "value=hp", "quartiles-6", "type 6"},
		{"cv", "value=hp", "ddof0", "ddof 0"},
		{"entropy", "value=am", "base-2", "bits"},
		{"theil", "value=hp", "mean-log-deviation", "Theil's L"},
		{"anova", "value=mpg group=am", "welch", "Welch's F"},
		{"levene", "value=mpg group=am", "other-center", "Levene"},
		{"eta_squared", "value=mpg group=am", "omega-squared", "omega"},
		{"paired_t", "x=mpg y=qsec", "unpaired-welch", "not paired"},
		{"mean", "value=mpg", "median", "the median"},
		{"sd", "value=mpg", "ddof0", "ddof 0"},
		{"quantile", "value=mpg p=0.25", "quantile-6", "type 6"},
		{"quantile", "value=mpg p=0.25", "quantile-5", "type 5"},
		{"spearman", "x=mpg y=wt", "pearson", "Pearson"},
		{"cox", "time=qsec event=vs x=wt term=wt", "breslow", "Breslow"},
		{"ols", "y=mpg x=wt term=wt", "other-intercept", "without an intercept"},
	} {
		a := compute(t, views, "cars", g.estimator, g.args)
		named("value", oracle.Diagnose(a, spec.Result{Value: written(t, variant(t, a, g.variant).Value)}), g)
		if d := oracle.Diagnose(a, spec.Result{Value: written(t, a.Value)}); d.Kind != oracle.IsExact {
			t.Errorf("%s itself: %s", g.estimator, d.Says)
		}
		if k := check(held(a, spec.Result{Value: written(t, variant(t, a, g.variant).Value)}), "value"); k.Pass || k.Code != spec.ResultVariant || !strings.Contains(k.Note, g.say) {
			t.Errorf("%s as %s is judged %v, %s, %q", g.estimator, g.variant, k.Pass, k.Code, k.Note)
		}
	}
	for _, g := range []gap{
		{"mann_whitney", two, "no-continuity", "without the correction for continuity"},
		{"wilcoxon", "value=wt mu=3.4", "continuity", "with the correction for continuity"},
		{"chi_square", "row=am column=vs", "yates", "Yates"},
		{"fisher_exact", "row=am column=vs", "chi-square", "chi-square"},
		{"binomial_test", "value=am equals=1 p0=0.3", "normal", "normal approximation"},
		{"tukey_hsd", two, "two-group-welch", "Welch"},
		{"mean_difference", two, "other-variance", "Student"},
		{"spearman", "x=mpg y=wt", "one-sided", "one-sided"},
	} {
		a := compute(t, views, "cars", g.estimator, g.args)
		d := oracle.Diagnose(a, spec.Result{Value: a.Value, PValue: written(t, variant(t, a, g.variant).PValue)})
		named("p", detail(d, "p_value"), g)
	}
	for _, g := range []gap{
		{"proportion", "value=am equals=1", "wald", "Wald"},
		{"proportion", "value=am equals=1", "clopper_pearson", "Clopper"},
		{"proportion", "value=am equals=1", "agresti_coull", "Agresti"},
		{"proportion", "value=am equals=1 interval=wald", "wilson", "Wilson"},
		{"proportion", "value=am equals=1 interval=wald", "1.96-interval", "1.96"},
		{"proportion_difference", hits, "newcombe", "Newcombe"},
		{"proportion_difference", hits, "1.96-interval", "1.96"},
		{"odds_ratio", hits, "1.96-interval", "1.96"},
		{"odds_ratio", hits, "exact-interval", "given the margins"},
		{"cohen_d", two, "1.96-interval", "1.96"},
		{"tukey_hsd", two, "two-group-welch", "Welch"},
		{"mean", "value=mpg", "normal-interval", "normal distribution in place of t"},
		{"mean", "value=mpg", "1.96-interval", "1.96"},
		{"mean_difference", two, "other-variance", "Student"},
		{"ols_robust", "y=mpg x=wt term=wt covariance=HC1", "HC0", "HC0"},
		{"ols_robust", "y=mpg x=wt term=wt covariance=HC1", "HC3", "HC3"},
		{"ols_robust", "y=mpg x=wt term=wt covariance=HC1", "classical", "equal variances"},
	} {
		a := compute(t, views, "cars", g.estimator, g.args)
		u := uncertainty(variant(t, a, g.variant), spec.UncertaintyCI)
		d := oracle.Diagnose(a, spec.Result{Value: a.Value, Uncertainty: &u})
		named("interval", detail(d, "uncertainty"), g)
	}
}

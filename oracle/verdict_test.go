package oracle_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

// gearbox is the slot of a difference between manual and automatic cars, with both
// approved methods, and a result that is right by Welch.
func gearbox(t testing.TB) (spec.ResultSlot, spec.Result, []oracle.MethodAnswer) {
	t.Helper()
	slot := spec.ResultSlot{ID: "r_gear", Estimand: "mean_difference", Variable: "mpg", Population: "cars", Groups: []string{"manual", "automatic"}, AnalysisUnit: "car", Unit: "mi/gal",
		Uncertainty: &spec.UncertaintyRule{Required: true, Kinds: []spec.UncertaintyKind{spec.UncertaintyCI}, Level: 0.95}}
	views := carViews(t)
	two := "value=mpg group=am first=1 second=0"
	answers := []oracle.MethodAnswer{
		{Method: spec.Method{Family: "welch_t", Labels: []string{"Welch's t test"}}, Answer: compute(t, views, "cars", "mean_difference", two)},
		{Method: spec.Method{Family: "student_t", Labels: []string{"pooled t test"}}, Answer: compute(t, views, "cars", "mean_difference", two+" equal_var=true")},
	}
	a := answers[0].Answer
	ci := uncertainty(a, spec.UncertaintyCI)
	r := spec.Result{ID: "gear", Estimand: "Mean difference", Variable: "mpg", Population: "cars", Groups: []string{"manual", "automatic"}, AnalysisUnit: "car", Method: "Welch's t test",
		Unit: "mi/gal", Value: a.Value, Uncertainty: &ci, N: a.N, Statistic: a.Statistic, DF: a.DF, PValue: a.PValue, Pointer: "/results/4"}
	return slot, r, answers
}

func num(f float64) spec.Value { return spec.NumberValue(f) }

func TestRightResult(t *testing.T) {
	slot, r, answers := gearbox(t)
	v := oracle.Compare(slot, r, answers, "welch_t", spec.Terms{})
	var names []string
	for _, c := range v.Checks {
		names = append(names, c.Name)
		if !c.Pass || c.Note != "" || c.Code != "" {
			t.Errorf("%+v", c)
		}
	}
	want := []string{"estimand", "analysis_unit", "scope", "method", "unit", "value", "uncertainty", "n", "statistic", "df", "p_value"}
	if diff := cmp.Diff(want, names); diff != "" || v.Score != 1 || v.Method != "welch_t" || v.Candidate != "gear" {
		t.Errorf("score %v by %q; checks %s", v.Score, v.Method, diff)
	}
	if at := check(v, "value").Place; at != (spec.Place{File: "results.json", Pointer: "/results/4/value"}) {
		t.Errorf("place %+v", at)
	}
	bare := spec.Result{ID: "bare", Estimand: r.Estimand, Variable: r.Variable, Population: r.Population, Groups: r.Groups, AnalysisUnit: r.AnalysisUnit, Method: r.Method, Value: r.Value, Uncertainty: r.Uncertainty}
	if v := oracle.Compare(slot, bare, answers, "", spec.Terms{}); v.Score != 1 {
		t.Errorf("without unit, n and test: %v", v.Checks)
	}
}

// TestOneFault changes one thing of a right result; the check that fails, its score and
// what is said are those of that thing alone.
func TestOneFault(t *testing.T) {
	_, right, answers := gearbox(t)
	student := answers[1].Answer
	eleventh := 10.0 / 11 // of eleven checks one fails that is not decisive
	ends := func(lo, hi float64) *spec.Uncertainty {
		return &spec.Uncertainty{Kind: spec.UncertaintyCI, Level: num(0.95), Lower: num(lo), Upper: num(hi)}
	}
	est, se := right.Value.Num.F, uncertainty(answers[0].Answer, spec.UncertaintySE).Value.Num.F
	for name, c := range map[string]struct {
		change   func(r *spec.Result)
		observed string
		check    string
		code     spec.Code
		score    float64
		note     string
	}{
		"estimand":         {func(r *spec.Result) { r.Estimand = "median difference" }, "", "estimand", spec.ResultEstimand, 0, `"median difference"`},
		"analysis unit":    {func(r *spec.Result) { r.AnalysisUnit = "model" }, "", "analysis_unit", spec.ResultAnalysis, 0, `counts "model"`},
		"no analysis unit": {func(r *spec.Result) { r.AnalysisUnit = "" }, "", "analysis_unit", spec.ResultAnalysis, 0, "does not say"},
		"no population":    {func(r *spec.Result) { r.Population = "" }, "", "scope", spec.ResultDetail, eleventh, "population"},
		"unlisted method":  {func(r *spec.Result) { r.Method = "permutation test" }, "", "method", spec.MethodUnlisted, 0, "welch_t or student_t"},
		"no method":        {func(r *spec.Result) { r.Method = "" }, "", "method", spec.MethodUnlisted, 0, "does not say its method"},
		"mislabelled":      {func(r *spec.Result) {}, "permutation", "method", spec.MethodMislabel, 0, `the run used "permutation"`},
		"no value":         {func(r *spec.Result) { r.Value = spec.Value{} }, "", "value", spec.ResultValue, 0, "gives no value"},
		"wrong value":      {func(r *spec.Result) { r.Value = num(7.5) }, "", "value", spec.ResultValue, 0, "gear says 7.5 mi/gal but the mean of 1 minus that of 0 is 7.2449 mi/gal"},
		"sign":             {func(r *spec.Result) { r.Value = num(-r.Value.Num.F) }, "", "value", spec.ResultVariant, 0, "what is reported is the difference with the groups swapped"},
		"ratio":            {func(r *spec.Result) { r.Value = num(24.392307692307693 / 17.147368421052633) }, "", "value", spec.ResultVariant, 0, "the ratio of the means"},
		"wrong unit":       {func(r *spec.Result) { r.Unit = "kg" }, "", "unit", spec.ResultUnit, 0, "cannot be a quantity in mi/gal"},
		"no uncertainty":   {func(r *spec.Result) { r.Uncertainty = nil }, "", "uncertainty", spec.ResultUncertain, 0, "states no uncertainty; ci is required"},
		"uncertainty none": {func(r *spec.Result) { r.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintyNone} }, "", "uncertainty", spec.ResultUncertain, 0, "states no uncertainty"},
		"kind":             {func(r *spec.Result) { r.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintySE, Value: num(se)} }, "", "uncertainty", spec.ResultUncertain, 0, "of kind se, not ci"},
		"no level":         {func(r *spec.Result) { r.Uncertainty.Level = spec.Value{} }, "", "uncertainty", spec.ResultUncertain, 0, "without its level"},
		"level in percent": {func(r *spec.Result) { r.Uncertainty.Level = num(95) }, "", "uncertainty", spec.ResultUncertain, 0, "a level is a fraction"},
		"other level":      {func(r *spec.Result) { r.Uncertainty.Level = num(0.9) }, "", "uncertainty", spec.ResultUncertain, 0, "not 0.95"},
		"no upper end":     {func(r *spec.Result) { r.Uncertainty.Upper = spec.Value{} }, "", "uncertainty", spec.ResultUncertain, 0, "no upper end"},
		"swapped ends": {func(r *spec.Result) {
			r.Uncertainty.Lower, r.Uncertainty.Upper = r.Uncertainty.Upper, r.Uncertainty.Lower
		}, "", "uncertainty", spec.ResultUncertain, 0, "lower end"},
		"one standard error":  {func(r *spec.Result) { r.Uncertainty = ends(est-se, est+se) }, "", "uncertainty", spec.ResultUncertain, 0, "± 1 standard error"},
		"1.96 for t":          {func(r *spec.Result) { r.Uncertainty = ends(est-1.96*se, est+1.96*se) }, "", "uncertainty", spec.ResultUncertain, 0, "± 1.96 standard errors"},
		"normal for t":        {func(r *spec.Result) { r.Uncertainty = ends(est-1.959963984540054*se, est+1.959963984540054*se) }, "", "uncertainty", spec.ResultUncertain, 0, "normal distribution in place of t"},
		"interval by Student": {func(r *spec.Result) { u := uncertainty(student, spec.UncertaintyCI); r.Uncertainty = &u }, "", "uncertainty", spec.ResultUncertain, 0, "Student's pooled variance"},
		"n":                   {func(r *spec.Result) { r.N = num(31) }, "", "n", spec.ResultDetail, eleventh, "the n of gear is 31 but should be 32"},
		"n of groups":         {func(r *spec.Result) { r.N = spec.ArrayValue([]float64{19, 13}) }, "", "n", spec.ResultDetail, eleventh, "groups swapped"},
		"rounded n":           {func(r *spec.Result) { r.N = num(32.0001) }, "", "n", spec.ResultDetail, eleventh, "the n of gear"},
		"statistic":           {func(r *spec.Result) { r.Statistic = student.Statistic }, "", "statistic", spec.ResultDetail, eleventh, "Student's pooled variance"},
		"df":                  {func(r *spec.Result) { r.DF = num(30) }, "", "df", spec.ResultDetail, eleventh, "Student's pooled variance"},
		"one-sided p":         {func(r *spec.Result) { r.PValue = num(r.PValue.Num.F / 2) }, "", "p_value", spec.ResultDetail, eleventh, "one-sided p-value"},
		"text for p":          {func(r *spec.Result) { r.PValue = spec.TextValue("< 0.01") }, "", "p_value", spec.ResultDetail, eleventh, "not a number"},
	} {
		slot, r, answers := gearbox(t)
		c.change(&r)
		v := oracle.Compare(slot, r, answers, c.observed, spec.Terms{})
		k := check(v, c.check)
		if c.check != "unit" && len(failed(v)) != 1 || k.Pass || k.Code != c.code || math.Abs(v.Score-c.score) > 1e-12 && c.score != eleventh || c.score == eleventh && (v.Score <= 0.8 || v.Score >= 1) {
			t.Errorf("%s: score %v, failed %v, %+v", name, v.Score, failed(v), k)
		}
		if !strings.Contains(k.Note, c.note) || k.Fix == "" && c.check != "method" {
			t.Errorf("%s: note %q, want %q; fix %q", name, k.Note, c.note, k.Fix)
		}
	}
}

func TestTotalN(t *testing.T) {
	slot, r, answers := gearbox(t)
	if r.N = num(32); oracle.Compare(slot, r, answers, "", spec.Terms{}).Score != 1 {
		t.Error("the total of both groups is not accepted as n")
	}
}

// TestSwappedGroups: a result whose groups stand the other way round is right with the
// other sign, and wrong with the slot's.
func TestSwappedGroups(t *testing.T) {
	slot, r, answers := gearbox(t)
	r.Groups = []string{"automatic", "manual"}
	if v := oracle.Compare(slot, r, answers, "", spec.Terms{}); v.Score != 0 || check(v, "value").Code != spec.ResultVariant {
		t.Errorf("the sign of the other order passes: %v", failed(v))
	}
	for _, x := range []*spec.Value{&r.Value, &r.Statistic, &r.Uncertainty.Lower, &r.Uncertainty.Upper} {
		*x = num(-x.Num.F)
	}
	r.Uncertainty.Lower, r.Uncertainty.Upper = r.Uncertainty.Upper, r.Uncertainty.Lower
	r.N = spec.ArrayValue([]float64{19, 13})
	if v := oracle.Compare(slot, r, answers, "", spec.Terms{}); v.Score != 1 {
		t.Errorf("the difference in its own order fails: %v", v.Checks)
	}
}

// TestMethodDecides: the oracle of the method that was used counts, not the kindest.
func TestMethodDecides(t *testing.T) {
	slot, r, answers := gearbox(t)
	r.Method = "pooled t test"
	v := oracle.Compare(slot, r, answers, "", spec.Terms{})
	if v.Score != 0 || v.Method != "student_t" || !cmp.Equal(failed(v), []spec.Code{spec.ResultUncertain, spec.ResultDetail, spec.ResultDetail, spec.ResultDetail}) {
		t.Errorf("Welch's numbers under Student's name: %v by %s, %v", v.Score, v.Method, failed(v))
	}
	r.Method = "welch t"
	if v := oracle.Compare(slot, r, answers, "student_t", spec.Terms{}); !cmp.Equal(failed(v)[0], spec.MethodMislabel) || v.Score != 0 {
		t.Errorf("declared Welch, observed Student: %v", failed(v))
	}
	// A standard error by numerical derivatives is good to a millionth of the interval.
	near := r
	near.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintyCI, Level: num(0.95)}
	lo, hi := r.Uncertainty.Lower.Num.F, r.Uncertainty.Upper.Num.F
	for off, score := range map[float64]float64{0: 1, 3e-7: 1, 3e-5: 0} {
		near.Uncertainty.Lower, near.Uncertainty.Upper = num(lo+off*(hi-lo)), num(hi-off*(hi-lo))
		if v := oracle.Compare(slot, near, answers, "", spec.Terms{}); v.Score != score {
			t.Errorf("ends off by %g of the width: %v", off, failed(v))
		}
	}
	// A regression on an indicator is Student's test, under its name and with its numbers.
	if v := oracle.Compare(slot, r, answers, "ols", spec.Terms{}); !cmp.Equal(failed(v)[0], spec.MethodMislabel) {
		t.Errorf("declared Welch, observed a regression: %v", failed(v))
	}
	pooled := r
	pooled.Method, pooled.DF, pooled.Statistic, pooled.PValue = "pooled t test", spec.Value{}, spec.Value{}, spec.Value{}
	if v := oracle.Compare(slot, pooled, answers, "ols", spec.Terms{}); !cmp.Equal(failed(v), []spec.Code{spec.ResultUncertain}) {
		t.Errorf("Welch's interval, observed a regression: %v", failed(v))
	}
	u := uncertainty(answers[1].Answer, spec.UncertaintyCI)
	pooled.Uncertainty = &u
	if v := oracle.Compare(slot, pooled, answers, "ols", spec.Terms{}); v.Score != 1 {
		t.Errorf("Student's numbers by a regression: %v", failed(v))
	}
	twice := append(answers, oracle.MethodAnswer{Method: answers[0].Method, Err: errors.New("down")})
	r.Method = "welch_t"
	if v := oracle.Compare(slot, r, twice, "", spec.Terms{}); v.Score != 1 {
		t.Error("of two oracles of one family the best does not count")
	}
	v = oracle.Compare(slot, r, twice[2:], "", spec.Terms{})
	if v.State != spec.StateUnscored || check(v, "value").Code != spec.VerifierFailed {
		t.Errorf("an oracle that failed: %s %+v", v.State, check(v, "value"))
	}
	if v := oracle.Compare(slot, r, nil, "", spec.Terms{}); v.State != spec.StateUnscored {
		t.Errorf("no method: %s", v.State)
	}
}

func TestPValues(t *testing.T) {
	for _, c := range []struct {
		oracle float64
		got    string
		pass   bool
	}{
		{2.0e-16, "2.0001e-16", true}, {2.0e-16, "2.01e-16", false}, {2.0e-16, "0", false}, {0, "0", true}, {0, "1e-310", true}, {0, "1e-200", false},
		{0.04213456, "0.04213", true}, {0.04213456, "0.042", false}, {0.04213456, "0.04219", false}, {0.5, "0.5", true}, {1.23456e-5, "1.235e-5", true}, {1e-4, "-1e-4", false},
	} {
		a := oracle.Answer{Value: num(1), PValue: num(c.oracle)}
		r := spec.Result{Estimand: "x", Method: "m", Value: num(1), PValue: value(t, c.got)}
		v := oracle.Compare(spec.ResultSlot{Estimand: "x"}, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", spec.Terms{})
		if k := check(v, "p_value"); k.Pass != c.pass {
			t.Errorf("oracle %v, candidate %s: %+v", c.oracle, c.got, k)
		}
	}
}

// TestStatedOnlyByCandidate: what the slot does not ask for is still held against the
// oracle.
func TestStatedOnlyByCandidate(t *testing.T) {
	slot, r, answers := gearbox(t)
	slot.Uncertainty, slot.Unit, slot.AnalysisUnit = nil, "", ""
	for i := range answers {
		answers[i].Answer.Unit = "mi/gal"
	}
	if v := oracle.Compare(slot, r, answers, "", spec.Terms{}); v.Score != 1 {
		t.Errorf("right: %v", v.Checks)
	}
	lo, hi := answers[0].Answer.Interval(0.8)
	r.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintyCI, Level: num(0.8), Lower: lo, Upper: hi}
	if v := oracle.Compare(slot, r, answers, "", spec.Terms{}); v.Score != 1 {
		t.Errorf("an interval at another level that is right: %v", v.Checks)
	}
	r.Uncertainty.Level = num(0.95)
	v := oracle.Compare(slot, r, answers, "", spec.Terms{})
	if k := check(v, "uncertainty"); k.Pass || k.Decisive || v.Score == 0 || !strings.Contains(k.Note, "the interval at the level 0.8") {
		t.Errorf("an interval at the wrong level: %+v", k)
	}
	r.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintyIQR, Lower: lo, Upper: hi}
	if k := check(oracle.Compare(slot, r, answers, "", spec.Terms{}), "uncertainty"); k.State != spec.StateNotApplicable {
		t.Errorf("a kind that the oracle does not know: %+v", k)
	}
	r.Uncertainty, r.Unit = nil, "kg"
	if v := oracle.Compare(slot, r, answers, "", spec.Terms{}); v.Score != 0 || check(v, "unit").Code != spec.ResultUnit {
		t.Errorf("a wrong unit: %v", failed(v))
	}
}

func TestUnitOfTheData(t *testing.T) {
	a := oracle.Answer{What: "the mean", Value: num(1500), Unit: "g", Floor: rel(1e-9)}
	kg, err := a.In("kg")
	if err != nil || kg.Value.Num.F != 1.5 || kg.Unit != "kg" {
		t.Errorf("%v %s, %v", kg.Value, kg.Unit, err)
	}
	if _, err := a.In("m"); err == nil {
		t.Error("grams become metres")
	}
	r := spec.Result{ID: "r", Estimand: "x", Method: "m", Value: num(1.5)}
	m := []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}
	if v := oracle.Compare(spec.ResultSlot{Estimand: "x", Unit: "kg"}, r, m, "", spec.Terms{}); v.Score != 1 {
		t.Errorf("slot in kg, data in g: %v", v.Checks)
	}
	if v := oracle.Compare(spec.ResultSlot{Estimand: "x", Unit: "m"}, r, m, "", spec.Terms{}); v.State != spec.StateUnscored {
		t.Errorf("a slot whose unit the data cannot have: %s", v.State)
	}
}

func TestVariantsAreNamed(t *testing.T) {
	views := viewsOf(t, "g,v,w,note\na,1,2,x\na,2,3,\nb,4,5,x\nb,8,1,x\nb,9,7,x\n", map[string]spec.View{
		"v": {Asset: "data.csv", Steps: []spec.Step{{Filter: "v < 9"}}}})
	for _, c := range []struct {
		estimator, args string
		got             float64
		want            string
	}{
		{"sd", "value=v", math.Sqrt(28.75 / 4), "population standard deviation (ddof 0)"},
		{"sd", "value=v", 28.75 / 3, "the variance"},
		{"sd", "value=v", math.Sqrt(28.75/3) / 2, "the standard error of the mean"},
		{"mean", "value=v", 3, "the median"},
		{"mean", "value=v", 24.0 / 5, "without the filter v < 9 (5 rows, not 4)"},
		{"mean", "value=v", 13.0 / 3, "every row dropped that lacks any value (3 rows, not 4)"},
		{"median", "value=v", 3.75, "the mean"},
		{"quantile", "value=v p=0.25", 1.25, "the quantile of type"},
		{"proportion", "where=v>3", 50, "times 100"},
		{"mean_ratio", "value=v group=g first=b second=a", 0.25, "groups swapped"},
		{"mean_ratio", "value=v group=g first=b second=a", 300, "change in percent"},
		{"mean_ratio", "value=v group=g first=b second=a", 2, "logarithm of the ratio to base 2"},
		{"mean_range", "value=v by=g", 2.25, "an amplitude"},
		{"max", "value=v", 1, "the smallest value"},
		{"linear_trend", "y=v t=w scale=1", 12 * slope(t, views), "times 12"},
	} {
		a := compute(t, views, "v", c.estimator, c.args)
		r := spec.Result{ID: "r", Estimand: "x", Method: "m", Value: num(c.got)}
		v := oracle.Compare(spec.ResultSlot{Estimand: "x"}, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", spec.Terms{})
		k := check(v, "value")
		hit := strings.Contains(k.Note, c.want)
		if k.Code != spec.ResultVariant || !hit || v.Score != 0 {
			t.Errorf("%s %s, candidate %v: %s %q, want %q", c.estimator, c.args, c.got, k.Code, k.Note, c.want)
		}
	}
}

func slope(t *testing.T, views map[string]*oracle.View) float64 {
	return compute(t, views, "v", "linear_trend", "y=v t=w").Value.Num.F
}

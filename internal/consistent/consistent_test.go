package consistent_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/consistent"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

func result(t testing.TB, text string) spec.Result {
	t.Helper()
	var r spec.Result
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// rules are the rules that a result breaks, with what is said.
func rules(r spec.Result, f consistent.Facts) (names, says string) {
	var rs, ms []string
	for _, c := range consistent.Check(r, f) {
		rs, ms = append(rs, c.Rule), append(ms, c.Message)
		if c.Fix == "" || c.Field == "" || c.Message == "" {
			ms = append(ms, fmt.Sprintf("INCOMPLETE %+v", c))
		}
	}
	return strings.Join(rs, " "), strings.Join(ms, "; ")
}

// p-values by scipy 1.18.1: t.sf(2.20, 28) doubled is 0.036225, from 0.035836 to 0.036619
// over the rounding of 2.20; f.sf(3.94, 2, 57) is 0.024962; chi2.sf(6.53, 2) 0.038197; of
// r = 0.42 and n = 50, t = 3.2064 and p = 0.0023933.
func TestPValues(t *testing.T) {
	for _, c := range []struct{ record, rules, says string }{
		{`"method":"welch_t","statistic":2.20,"df":28,"p_value":0.036`, "", ""},
		{`"method":"welch_t","statistic":2.20,"df":28,"p_value":0.0362`, "", ""},
		{`"method":"welch_t","statistic":-2.20,"df":28,"p_value":0.04`, "", ""},
		{`"method":"welch_t","statistic":2.20,"df":28,"p_value":0.0369`, "p_value", "t(28) = 2.20 gives the two-sided p-value 0.03584 to 0.03662, not 0.0369"},
		{`"method":"welch_t","statistic":2.2000,"df":28.0,"p_value":0.018112742`, "p_value", "that is the one-sided one, and the record does not say so"},
		{`"method":"one-sided Welch's t test","statistic":2.2000,"df":28.0,"p_value":0.0181`, "", ""},
		{`"method":"one-sided t test","statistic":-2.2000,"df":28.0,"p_value":0.9819`, "", ""},
		{`"method":"t test","statistic":2.2000,"df":28,"p_value":0.9819`, "p_value", "the one-sided one of the other side; this changes what is significant at 0.05"},
		{`"method":"t test","statistic":2.2000,"df":28,"p_value":0.0725`, "p_value", "twice as much; this changes what is significant"},
		{`"method":"t test","statistic":2.2000,"df":28,"p_value":0.02781`, "p_value", "by the normal distribution in place of t"},
		{`"method":"OLS with HC3 robust errors","statistic":2.2000,"df":28,"p_value":0.02781`, "", ""},
		{`"method":"t test","statistic":3,"df":28,"p_value":0.018`, "", ""}, // 3 may be 2.5
		{`"method":"one-way ANOVA","statistic":3.94,"df":[2,57],"p_value":0.025`, "", ""},
		{`"method":"one-way ANOVA","statistic":3.94,"df":[2,57],"p_value":0.0262`, "p_value", "F(2, 57) = 3.94 gives the p-value 0.02485 to 0.02507"},
		{`"method":"chi-square test","statistic":6.53,"df":2,"p_value":0.0382`, "", ""},
		{`"method":"chi-square test","statistic":6.53,"df":2,"p_value":0.0191`, "p_value", "chi-square(2) = 6.53"},
		{`"method":"logistic regression","statistic":1.960,"p_value":0.0500`, "", ""},
		{`"method":"logistic regression","statistic":1.960,"p_value":0.0512`, "p_value", "z = 1.960"},
		{`"method":"pearson","value":0.42,"n":50,"p_value":0.0024`, "", ""},
		{`"method":"pearson","value":0.42,"n":50,"statistic":3.206,"df":48,"p_value":0.0024`, "", ""},
		{`"method":"pearson","value":0.420,"n":50,"statistic":3.106,"p_value":0.0024`, "statistic", "gives t = 3.202 to 3.211, not 3.106"},
		{`"method":"pearson","value":0.4200,"n":50,"p_value":0.00120`, "p_value", "the one-sided one"},
		{`"method":"t test","statistic":140.0835671614126,"df":519.0,"p_value":0.0`, "", ""}, // less than the smallest float64
		{`"method":"t test","statistic":2.2,"df":28,"p_value":1.2`, "p_range", "a probability lies from 0 to 1"},
		{`"method":"permutation test","p_value":0.0`, "p_range", "at least 1 over the number of draws"},
		{`"method":"permutation test","statistic":2.2,"df":28,"p_value":0.5`, "", ""},
		{`"method":"Mann-Whitney U","statistic":2.2,"df":28,"p_value":0.5`, "", ""},
		{`"statistic":2.2,"df":28,"p_value":0.5`, "", ""}, // what test, is not said
		{`"method":"t test","statistic":2.20,"df":28,"p_value":"< .05"`, "", ""},
		{`"method":"t test","statistic":2.20,"df":28,"p_value":"p < 0.01"`, "p_bound", "0.03584 to 0.03662, not p < 0.01"},
		{`"method":"t test","statistic":2.20,"df":28,"p_value":"> 0.05"`, "p_bound", "not > 0.05"},
		{`"method":"t test","statistic":2.20,"df":28,"p_value":"< .000"`, "p_bound", "no probability is"},
		{`"method":"t test","statistic":2.20,"df":28,"p_value":"small"`, "", ""},
	} {
		got, says := rules(result(t, "{"+c.record+"}"), consistent.Facts{})
		if got != c.rules || !strings.Contains(says, c.says) {
			t.Errorf("%s: %q, want %q: %s", c.record, got, c.rules, says)
		}
	}
}

func TestRelations(t *testing.T) {
	for _, c := range []struct{ record, rules, says string }{
		{`"method":"OLS","value":1.20,"statistic":2.40,"uncertainty":{"kind":"se","value":0.50}`, "", ""},
		{`"method":"OLS","value":1.20,"statistic":2.94,"uncertainty":{"kind":"se","value":0.500}`, "statistic", "1.20 over its standard error 0.500 is"},
		{`"method":"OLS","value":-1.20,"statistic":2.40`, "statistic", "with the other sign"},
		{`"method":"OLS","estimand":"odds ratio","value":1.20,"statistic":-2.40`, "", ""},
		{`"method":"one-sample t","estimand":"mean","value":1.20,"statistic":-2.40`, "", ""},
		{`"method":"OLS","value":2.0,"uncertainty":{"kind":"ci","level":0.95,"lower":3.0,"upper":1.0}`, "interval", "its lower end is the larger"},
		{`"method":"median","value":2.0,"uncertainty":{"kind":"ci","level":0.95,"lower":3.0,"upper":4.0}`, "interval", "does not hold the value 2.0"},
		{`"method":"percentile bootstrap","value":2.0,"uncertainty":{"kind":"ci","level":0.95,"lower":3.0,"upper":4.0}`, "", ""},
		{`"method":"welch_t","value":2.00,"uncertainty":{"kind":"ci","level":0.95,"lower":1.000,"upper":4.000}`, "interval", "is centred on 2.499 to 2.501, not"},
		{`"method":"welch_t","estimand":"ratio","value":2.00,"uncertainty":{"kind":"ci","level":0.95,"lower":1.000,"upper":4.000}`, "", ""},
		// t(0.975, 30) = 2.0422725 and 2.0422725 * 2 / 2.5 = 1.633818
		{`"method":"welch_t","estimand":"mean_difference","value":2.0000,"statistic":2.5000,"df":30,"p_value":0.0181,"uncertainty":{"kind":"ci","level":0.95,"lower":0.3662,"upper":3.6338}`, "", ""},
		{`"method":"welch_t","estimand":"mean_difference","value":2.0000,"statistic":2.5000,"df":30,"uncertainty":{"kind":"ci","level":0.95,"lower":0.4320,"upper":3.5680}`, "interval_width", "the normal quantile was taken"},
		{`"method":"welch_t","estimand":"mean_difference","value":2.0000,"statistic":2.5000,"df":30,"uncertainty":{"kind":"ci","level":0.95,"lower":1.2000,"upper":2.8000}`, "interval_width", "one standard error"},
		{`"method":"welch_t","estimand":"mean_difference","value":2.0000,"statistic":2.5000,"df":30,"uncertainty":{"kind":"ci","level":0.9,"lower":0.3662,"upper":3.6338}`, "interval_width", "times the standard error"},
		{`"method":"OLS","value":2.0,"statistic":3.0,"df":30,"p_value":0.02,"uncertainty":{"kind":"ci","level":0.95,"lower":0.6,"upper":3.4}`, "p_value", ""},
		{`"method":"welch_t","n":[20,12],"groups":["a","b"],"df":31`, "df", "from 11 to n1 + n2 - 2 = 30"},
		{`"method":"welch_t","n":[20,12],"groups":["a","b"],"df":10.2`, "df", ""},
		{`"method":"welch_t","n":[20,12],"groups":["a","b"],"df":18.33`, "", ""},
		{`"method":"student_t","n":[20,12],"groups":["a","b"],"df":31`, "df", "n1 + n2 - 2 = 30"},
		{`"method":"student_t","n":32,"groups":["a","b"],"df":30.0`, "", ""},
		{`"method":"pearson","n":50,"df":49`, "df", "n - 2 = 48"},
		{`"method":"paired t test","n":20,"df":19`, "", ""},
		{`"method":"paired t test","n":40,"df":19`, "", ""},
		{`"method":"paired t test","n":40,"df":20`, "df", "less 1, 39"},
		{`"method":"OLS","n":50,"df":50`, "df", "at most n - 1 = 49"},
		{`"method":"OLS","n":50,"df":46`, "", ""},
		{`"method":"one-way ANOVA","n":60,"groups":["a","b","c"],"df":[2,57]`, "", ""},
		{`"method":"one-way ANOVA","n":60,"groups":["a","b","c"],"df":[3,56]`, "df", "of 3 groups they are 2 and 57"},
		{`"method":"ANOVA","n":60,"df":[3,57]`, "df", "at most n - 1 = 59"},
		{`"n":31.5`, "n", "no number of values"},
		{`"n":[3,-1]`, "n", ""},
	} {
		got, says := rules(result(t, "{"+c.record+"}"), consistent.Facts{})
		if got != c.rules || !strings.Contains(says, c.says) || strings.Contains(says, "INCOMPLETE") {
			t.Errorf("%s: %q, want %q: %s", c.record, got, c.rules, says)
		}
	}
}

func TestMeans(t *testing.T) {
	whole, binary := consistent.Facts{Whole: true}, consistent.Facts{Binary: true}
	for _, c := range []struct {
		record      string
		facts       consistent.Facts
		rules, says string
	}{
		// The example of Brown and Heathers (2017): 5.19 cannot be a mean of 28 whole numbers.
		{`"estimand":"mean","value":5.19,"n":28`, whole, "grim", "their sum would be 145.2 to 145.5"},
		{`"estimand":"mean","value":5.18,"n":28`, whole, "", ""},
		{`"estimand":"mean","value":5.19,"n":28`, consistent.Facts{}, "", ""},
		{`"estimand":"mean","value":5.19,"n":28`, consistent.Facts{Whole: true, Items: 4}, "", ""},
		{`"estimand":"mean","value":5.1785714285714288,"n":28`, whole, "", ""},
		{`"estimand":"mean","value":5.1785714,"n":28`, whole, "", ""},
		{`"estimand":"mean","value":5.1785,"n":28`, whole, "grim", ""},
		{`"estimand":"mean","value":5.2,"n":28`, whole, "", ""},
		{`"estimand":"mean difference","value":5.19,"n":28`, whole, "", ""},
		{`"estimand":"trimmed mean","value":5.19,"n":28`, whole, "", ""},
		// 1, 2, 3, 4, 5 have the mean 3 and the standard deviation 1.58, by n 1.41.
		{`"estimand":"mean","value":3.00,"n":5,"uncertainty":{"kind":"sd","value":1.58}`, whole, "", ""},
		{`"estimand":"mean","value":3.00,"n":5,"uncertainty":{"kind":"sd","value":1.41}`, whole, "", ""},
		{`"estimand":"mean","value":3.00,"n":5,"uncertainty":{"kind":"sd","value":1.50}`, whole, "grimmer", "no 5 whole numbers with the mean 3.00"},
		{`"estimand":"mean","value":3.00,"n":5,"uncertainty":{"kind":"sd","value":1.50}`, consistent.Facts{}, "", ""},
		// 3 of 10: sqrt(10/9 * 0.21) = 0.483046, without the factor 0.458258
		{`"estimand":"mean","value":0.30,"n":10,"uncertainty":{"kind":"sd","value":0.483}`, binary, "", ""},
		{`"estimand":"mean","value":0.30,"n":10,"uncertainty":{"kind":"sd","value":0.458}`, binary, "", ""},
		{`"estimand":"mean","value":0.300,"n":10,"uncertainty":{"kind":"sd","value":0.500}`, binary, "debit", "not 0.500"},
		{`"estimand":"proportion","value":0.33,"n":10`, consistent.Facts{}, "proportion", "such"},
		{`"estimand":"proportion","value":0.333,"n":12`, consistent.Facts{}, "", ""},
		{`"estimand":"proportion","value":33.3,"unit":"%","n":12`, consistent.Facts{}, "", ""},
		{`"estimand":"proportion","value":34.3,"unit":"%","n":12`, consistent.Facts{}, "proportion", "proportion 34.3"},
		{`"estimand":"proportion","value":0.3333333333333333,"n":12`, consistent.Facts{}, "", ""},
		{`"estimand":"weighted proportion","value":0.33,"n":10`, consistent.Facts{}, "", ""},
		{`"estimand":"proportion","value":[0.33,0.5],"index":["a","b"],"n":[10,10]`, consistent.Facts{}, "proportion", "for a, no whole number of 10"},
		{`"estimand":"composition","unit":"%","value":[33.3,33.3,33.3]`, consistent.Facts{}, "", ""},
		{`"estimand":"composition","unit":"%","value":[33.3,33.3,34.3]`, consistent.Facts{}, "percentages", "sum to 100.9"},
		{`"estimand":"composition","value":[0.25,0.70]`, consistent.Facts{}, "percentages", "not to 1"},
		{`"estimand":"rate","unit":"%","value":[33.3,12.0]`, consistent.Facts{}, "", ""},
	} {
		got, says := rules(result(t, "{"+c.record+"}"), c.facts)
		want := c.says
		if want == "such" {
			want = "no whole number of 10 is the proportion 0.33"
		}
		if got != c.rules || !strings.Contains(says, want) || strings.Contains(says, "INCOMPLETE") {
			t.Errorf("%s: %q, want %q: %s", c.record, got, c.rules, says)
		}
	}
}

func printed(x float64, decimals int) spec.Value {
	n, _ := spec.ParseNumber(strconv.FormatFloat(x, 'f', decimals, 64))
	return spec.Value{Kind: spec.ValueNumber, Num: n}
}

// What really follows from one sample contradicts nothing, however it is rounded.
func TestTrueResultsAreConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.IntRange(-9, 30), 3, 40).Draw(t, "x")
		n, sum, squares := float64(len(xs)), 0.0, 0.0
		for _, x := range xs {
			sum += float64(x)
		}
		mean := sum / n
		for _, x := range xs {
			squares += (float64(x) - mean) * (float64(x) - mean)
		}
		sd := math.Sqrt(squares / (n - 1))
		d := func(name string) int { return rapid.IntRange(1, 12).Draw(t, name) }
		r := spec.Result{Estimand: "mean", Method: "mean", Value: printed(mean, d("mean")), N: spec.NumberValue(n), Uncertainty: &spec.Uncertainty{Kind: spec.UncertaintySD, Value: printed(sd, d("sd"))}}
		if got, says := rules(r, consistent.Facts{Whole: true}); got != "" {
			t.Fatalf("%v: %s", xs, says)
		}
		if sd == 0 || mean == 0 {
			return
		}
		se := sd / math.Sqrt(n)
		stat := mean / se
		level := rapid.SampledFrom([]float64{0.8, 0.9, 0.95, 0.99}).Draw(t, "level")
		half := tail.TTwo(level, n-1) * se
		r = spec.Result{Estimand: "paired difference", Method: "paired t", Value: printed(mean, d("mean'")), N: spec.NumberValue(n), Statistic: printed(stat, d("t")), DF: spec.NumberValue(n - 1),
			PValue: printed(tail.TTwoSided(stat, n-1), d("p")), Uncertainty: &spec.Uncertainty{Kind: spec.UncertaintySE, Value: printed(se, d("se"))}}
		if got, says := rules(r, consistent.Facts{}); got != "" {
			t.Fatalf("%+v: %s", r, says)
		}
		r.Uncertainty = &spec.Uncertainty{Kind: spec.UncertaintyCI, Level: spec.NumberValue(level), Lower: printed(mean-half, d("lower")), Upper: printed(mean+half, d("upper"))}
		if got, says := rules(r, consistent.Facts{}); got != "" {
			t.Fatalf("%+v: %s", r, says)
		}
		// Another p-value than that which follows is found, where it shows its digits.
		p := tail.TTwoSided(stat, n-1)
		r.Statistic, r.PValue = printed(stat, 12), printed(p*rapid.Float64Range(1.1, 1.9).Draw(t, "factor"), 15)
		if got, _ := rules(r, consistent.Facts{}); p > 1e-9 && p < 0.5 && !strings.Contains(got, "p_value") {
			t.Fatalf("p %v in place of %v passes: %q", r.PValue, p, got)
		}
	})
}

// GRIM against counting: a mean to two decimals is possible just when some sum rounds to it.
func TestGRIMByCounting(t *testing.T) {
	for n := 1; n <= 40; n++ {
		possible := map[string]bool{}
		for sum := range 5*n + 1 {
			// Both ways of rounding a half, on whole hundredths.
			low := (200*sum + n - 1) / (2 * n)
			if 2*n*low-200*sum > n { // rounded up too far
				low--
			}
			for _, h := range []int{low, low + 1, low - 1} {
				if d := 200*sum - 2*n*h; d <= n && d >= -n {
					possible[fmt.Sprintf("%d.%02d", h/100, h%100)] = true
				}
			}
		}
		for h := range 501 {
			text := fmt.Sprintf("%d.%02d", h/100, h%100)
			got, _ := rules(result(t, fmt.Sprintf(`{"estimand":"mean","value":%s,"n":%d}`, text, n)), consistent.Facts{Whole: true})
			if (got == "") != possible[text] {
				t.Fatalf("mean %s of %d: %q, possible %v", text, n, got, possible[text])
			}
		}
	}
}

// GRIMMER against counting: no standard deviation of real samples is refused, and of the
// others nearly all are.
func TestGRIMMERByCounting(t *testing.T) {
	const n = 4
	real := map[string]bool{}
	var walk func(least, left, sum, squares int)
	walk = func(least, left, sum, squares int) {
		if left == 0 {
			mean, ss := float64(sum)/n, float64(squares)-float64(sum*sum)/n
			for _, df := range []float64{n - 1, n} {
				real[fmt.Sprintf("%.2f %.2f", mean, math.Sqrt(ss/df))] = true
			}
			return
		}
		for x := least; x <= 9; x++ {
			walk(x, left-1, sum+x, squares+x*x)
		}
	}
	walk(1, n, 0, 0)
	refused := 0
	for m := 400; m <= 600; m += 25 {
		for s := 0; s <= 300; s++ {
			mean, sd := fmt.Sprintf("%d.%02d", m/100, m%100), fmt.Sprintf("%d.%02d", s/100, s%100)
			got, says := rules(result(t, fmt.Sprintf(`{"estimand":"mean","value":%s,"n":%d,"uncertainty":{"kind":"sd","value":%s}}`, mean, n, sd)), consistent.Facts{Whole: true})
			if got != "" && real[mean+" "+sd] {
				t.Fatalf("%s, %s is real, but %s", mean, sd, says)
			}
			if got != "" {
				refused++
			}
		}
	}
	if refused < 2000 {
		t.Errorf("of 2709 pairs only %d are refused", refused)
	}
}

// FuzzCheck: no record, however strange, makes it panic or contradict without saying what.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{"method":"t","value":1e300,"statistic":5e-324,"df":1e300,"p_value":0,"n":1e300,"uncertainty":{"kind":"ci","level":0.95,"lower":-1e308,"upper":1e308}}`,
		`{"estimand":"mean","value":1e15,"n":1e15,"uncertainty":{"kind":"sd","value":1e-300}}`, `{"method":"anova","statistic":-1,"df":[0,0],"p_value":"<","n":[]}`, `{"value":[1,"a",null],"n":[1,2,3],"index":[1]}`,
		`{"method":"pearson","value":1.0,"n":3,"statistic":"Infinity","p_value":1e-320}`, `{"estimand":"mean","value":0.0,"n":3,"uncertainty":{"kind":"se","value":0}}`, `{}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var r spec.Result
		if json.Unmarshal([]byte(s), &r) != nil {
			return
		}
		for _, facts := range []consistent.Facts{{}, {Whole: true, Items: 3}, {Binary: true}} {
			if _, says := rules(r, facts); strings.Contains(says, "INCOMPLETE") {
				t.Error(says)
			}
		}
	})
}

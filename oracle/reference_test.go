package oracle_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// Road tests of 32 cars (Henderson and Velleman 1981): miles per gallon, weight in 1000
// lb, horsepower, quarter-mile time, manual gearbox.
const cars = `mpg 21 21 22.8 21.4 18.7 18.1 14.3 24.4 22.8 19.2 17.8 16.4 17.3 15.2 10.4 10.4 14.7 32.4 30.4 33.9 21.5 15.5 15.2 13.3 19.2 27.3 26 30.4 15.8 19.7 15 21.4
wt 2.62 2.875 2.32 3.215 3.44 3.46 3.57 3.19 3.15 3.44 3.44 4.07 3.73 3.78 5.25 5.424 5.345 2.2 1.615 1.835 2.465 3.52 3.435 3.84 3.845 1.935 2.14 1.513 3.17 2.77 3.57 2.78
hp 110 110 93 110 175 105 245 62 95 123 123 180 180 180 205 215 230 66 52 65 97 150 150 245 175 66 91 113 264 175 335 109
qsec 16.46 17.02 18.61 19.44 17.02 20.22 15.84 20 22.9 18.3 18.9 17.4 17.6 18 17.98 17.82 17.42 19.47 18.52 19.9 20.01 16.87 17.3 15.41 17.05 18.9 16.7 16.9 14.5 15.5 14.6 18.6
am 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 0 0 0 0 0 1 1 1 1 1 1 1`

func carViews(t testing.TB) map[string]*oracle.View {
	t.Helper()
	return viewsOf(t, carCSV(), map[string]spec.View{"cars": {Asset: "data.csv"}})
}

func carCSV() string {
	var rows [33][]string
	for _, line := range strings.Split(cars, "\n") {
		for i, cell := range strings.Fields(line) {
			rows[i] = append(rows[i], cell)
		}
	}
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(strings.Join(r, ",") + "\n")
	}
	return b.String()
}

func viewsOf(t testing.TB, csv string, views map[string]spec.View) map[string]*oracle.View {
	t.Helper()
	tab, err := oracle.Read(strings.NewReader(csv), spec.Asset{Path: "data.csv"})
	if err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Views(map[string]*oracle.Table{"data.csv": tab}, views)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// args reads "name=value" words: numbers, true and false, lists with commas, else text.
func args(words string) map[string]spec.Value {
	out := map[string]spec.Value{}
	for _, w := range strings.Fields(words) {
		name, text, _ := strings.Cut(w, "=")
		one := func(s string) spec.Value {
			if n, err := spec.ParseNumber(s); err == nil {
				return spec.Value{Kind: spec.ValueNumber, Num: n}
			}
			if s == "true" || s == "false" {
				return spec.Value{Kind: spec.ValueBool, Bool: s == "true"}
			}
			return spec.TextValue(strings.ReplaceAll(s, "_", " "))
		}
		if parts := strings.Split(text, ","); len(parts) > 1 {
			v := spec.Value{Kind: spec.ValueArray}
			for _, p := range parts {
				v.Items = append(v.Items, one(p))
			}
			out[name] = v
			continue
		}
		out[name] = one(text)
	}
	return out
}

func compute(t testing.TB, views map[string]*oracle.View, view, estimator, words string) oracle.Answer {
	t.Helper()
	a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: estimator, View: view, Args: args(words)}, views, 0)
	if err != nil {
		t.Fatalf("%s %s: %v", estimator, words, err)
	}
	return a
}

func uncertainty(a oracle.Answer, kind spec.UncertaintyKind) spec.Uncertainty {
	for _, u := range a.Uncertainty {
		if u.Kind == kind {
			return u
		}
	}
	return spec.Uncertainty{}
}

// Numbers of R 4.2.2 (t.test, quantile, summary(lm), to 15 digits), and, where noted, of
// numpy 2, scipy and statsmodels for what was not computed in R.
func TestReference(t *testing.T) {
	views := carViews(t)
	check := func(what string, got spec.Value, want, rel float64) {
		t.Helper()
		if n, ok := got.Number(); !ok || !(spec.Tolerance{Rel: rel}).Close(n.F, want) {
			t.Errorf("%s is %v, want %.15g", what, got, want)
		}
	}
	ps := []string{"0.05", "0.1", "0.25", "0.33", "0.5", "0.75", "0.9"}
	for kind, want := range map[string][]float64{
		"1": {10.4, 14.3, 15.2, 16.4, 19.2, 22.8, 30.4},
		"2": {10.4, 14.3, 15.35, 16.4, 19.2, 22.8, 30.4}, // numpy
		"3": {10.4, 13.3, 15.2, 16.4, 19.2, 22.8, 30.4},
		"4": {10.4, 13.5, 15.2, 16.136, 19.2, 22.8, 29.78},
		"5": {10.69, 14, 15.35, 16.454, 19.2, 22.8, 30.4},
		"6": {10.4, 13.6, 15.275, 16.334, 19.2, 22.8, 30.4},
		"7": {11.995, 14.34, 15.425, 16.607, 19.2, 22.8, 30.09},           // numpy
		"8": {10.4, 13.866666666666667, 15.325, 16.403, 19.2, 22.8, 30.4}, // numpy
		"9": {10.4, 13.9, 15.33125, 16.41575, 19.2, 22.8, 30.4},
	} {
		for i, p := range ps {
			check("quantile "+p+" of type "+kind, compute(t, views, "cars", "quantile", "value=mpg p="+p+" type="+kind).Value, want[i], 1e-14)
		}
	}
	two := "value=mpg group=am first=1 second=0"
	student, welch := compute(t, views, "cars", "mean_difference", two+" equal_var=true"), compute(t, views, "cars", "mean_difference", two)
	for _, c := range []struct {
		name string
		a    oracle.Answer
		want [5]float64 // t, df, p, interval
	}{
		{"Student", student, [5]float64{4.10612698310069, 30, 0.000285020743935067, 3.64150957164888, 10.8483689708612}},
		{"Welch", welch, [5]float64{3.76712314514493, 18.3322516384005, 0.00137363833307103, 3.20968418746996, 11.2801943550402}},
	} {
		ci := uncertainty(c.a, spec.UncertaintyCI)
		for i, got := range []spec.Value{c.a.Statistic, c.a.DF, c.a.PValue, ci.Lower, ci.Upper} {
			check(c.name+" "+[]string{"t", "df", "p", "lower", "upper"}[i], got, c.want[i], 1e-12)
		}
	}
	check("Welch's t", compute(t, views, "cars", "welch_t", two).Value, 3.76712314514493, 1e-13)
	check("Student's t", compute(t, views, "cars", "student_t", two).Value, 4.10612698310069, 1e-13)

	model := "y=mpg x=wt,hp,qsec term="
	for i, term := range []string{"intercept", "wt", "hp", "qsec"} {
		a := compute(t, views, "cars", "ols", model+term)
		check("se of "+term, uncertainty(a, spec.UncertaintySE).Value, []float64{8.4199284765393, 0.752700392234739, 0.0149811688489363, 0.439221532037553}[i], 1e-13)
		check("p of "+term, a.PValue, []float64{0.00278455566110203, 3.21722152963987e-06, 0.244176240903366, 0.254628381026501}[i], 1e-12)
		// statsmodels
		check("coefficient of "+term, a.Value, []float64{27.610526858205098, -4.358797200162687, -0.017822271605548813, 0.5108336942450504}[i], 1e-12)
	}
	check("R2", compute(t, views, "cars", "ols_r2", "y=mpg x=wt,hp,qsec").Value, 0.8347677617058299, 1e-13)
	trend := compute(t, views, "cars", "linear_trend", "y=mpg t=wt")
	check("slope", trend.Value, -5.344471572722678, 1e-13)
	check("lower end of the slope", uncertainty(trend, spec.UncertaintyCI).Lower, -6.48630824, 1e-8)

	// scipy
	r := compute(t, views, "cars", "pearson", "x=mpg y=wt")
	check("r", r.Value, -0.8676593765172278, 1e-14)
	check("p of r", r.PValue, 1.2939587013505127e-10, 1e-10)
	check("lower end of r", uncertainty(r, spec.UncertaintyCI).Lower, -0.9338264132849942, 1e-13)
	check("upper end of r", uncertainty(r, spec.UncertaintyCI).Upper, -0.7440871964601126, 1e-13)
	rho := compute(t, views, "cars", "spearman", "x=mpg y=wt")
	check("rho", rho.Value, -0.8864220332702978, 1e-14)
	check("p of rho", rho.PValue, 1.487594858127495e-11, 1e-10)
	// statsmodels
	p := compute(t, views, "cars", "proportion", "value=am equals=1")
	check("proportion", p.Value, 13.0/32, 1e-15)
	check("Wilson lower", uncertainty(p, spec.UncertaintyCI).Lower, 0.2551963484266544, 1e-13)
	check("Wilson upper", uncertainty(p, spec.UncertaintyCI).Upper, 0.5773997512461714, 1e-13)
	check("Wald lower", uncertainty(compute(t, views, "cars", "proportion", "where=am==1 interval=wald"), spec.UncertaintyCI).Lower, 0.23608446629942262, 1e-13)
}

func TestByGroup(t *testing.T) {
	views := viewsOf(t, "g,h,v\nb,2,1\na,10,2\nb,2,3\na,9,8\n", map[string]spec.View{"v": {Asset: "data.csv"}})
	a := compute(t, views, "v", "mean", "value=v by=g")
	if got := a.Value.String() + a.N.String() + list(a.Index).String(); got != `[5, 2][2, 2]["a", "b"]` {
		t.Errorf("by text: %s", got)
	}
	if se := uncertainty(a, spec.UncertaintySE); se.Value.String() != "[3, 1]" {
		t.Errorf("standard errors %v", se.Value)
	}
	if got := compute(t, views, "v", "sum", "value=v by=h").Value.String(); got != "[4, 8, 2]" {
		t.Errorf("numbers are sorted by value (2, 9, 10): %s", got)
	}
	b := compute(t, views, "v", "count", "by=g,h")
	if got := list(b.Index).String(); got != `["a / 9", "a / 10", "b / 2"]` {
		t.Errorf("by two columns: %s", got)
	}
	scaled := compute(t, views, "v", "mean", "value=v by=g scale=-0.5")
	if ci := uncertainty(scaled, spec.UncertaintyCI); scaled.Value.String() != "[-2.5, -1]" || ci.Lower.Items[0].Num.F > ci.Upper.Items[0].Num.F {
		t.Errorf("scaled: %v, %v to %v", scaled.Value, ci.Lower, ci.Upper)
	}
	turned, straight := compute(t, views, "v", "mean_difference", "value=v group=g first=a second=b scale=-1"), compute(t, views, "v", "mean_difference", "value=v group=g first=a second=b")
	if turned.Statistic.Num.F != -straight.Statistic.Num.F || turned.PValue.Num.F != straight.PValue.Num.F {
		t.Errorf("scaled by -1, t is %v where it was %v", turned.Statistic, straight.Statistic)
	}
	table := compute(t, views, "v", "group_table", "value=v by=g statistics=count,mean,sd")
	want := `{"columns":["g","count","mean","sd"],"rows":[["a",2,5,4.242640687119285],["b",2,2,1.4142135623730951]]}`
	if got, err := table.Value.MarshalJSON(); err != nil || string(got) != want {
		t.Errorf("table %s, want %s (%v)", got, want, err)
	}
}

func list(items []spec.Value) spec.Value { return spec.Value{Kind: spec.ValueArray, Items: items} }

package builtin_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// compute runs an estimator on CSV text; arguments that hold a comma are arrays.
func compute(t *testing.T, estimator, csv string, given map[string]string) (oracle.Answer, error) {
	t.Helper()
	tab, err := oracle.Read(strings.NewReader(csv), spec.Asset{Path: "data.csv"})
	if err != nil {
		t.Fatal(err)
	}
	views, err := oracle.Views(map[string]*oracle.Table{"data.csv": tab}, map[string]spec.View{"data": {Asset: "data.csv"}})
	if err != nil {
		t.Fatal(err)
	}
	args := map[string]spec.Value{}
	for name, text := range given {
		args[name] = spec.TextValue(text)
		if n, err := spec.ParseNumber(text); err == nil {
			args[name] = spec.Value{Kind: spec.ValueNumber, Num: n}
		}
		if strings.Contains(text, ",") {
			v := spec.Value{Kind: spec.ValueArray}
			for _, s := range strings.Split(text, ",") {
				v.Items = append(v.Items, spec.TextValue(s))
			}
			args[name] = v
		}
	}
	return oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: estimator, View: "data", Args: args}, views, 0.95)
}

// NIST, Misra1a, from its first start; the row without x is left out.
const misra = `y,x
10.07,77.6
14.73,114.9
17.94,141.1
23.93,190.8
29.61,239.9
1,
35.18,289.0
40.02,332.8
44.82,378.4
50.76,434.8
55.05,477.3
61.01,536.8
66.40,593.1
75.47,689.1
81.78,760.0
`

func TestNLS(t *testing.T) {
	model := map[string]string{"model": "y = b1*(1 - exp(-b2*x))", "start": "b1=500,b2=0.0001", "term": "b2"}
	a, err := compute(t, "nls", misra, model)
	if err != nil {
		t.Fatal(err)
	}
	if d := digits(a.Value.Num.F, "5.5015643181E-04"); d < 10 {
		t.Errorf("b2 is %v: %.1f digits", a.Value, d)
	}
	if a.N.Num.F != 14 || a.DF.Num.F != 12 {
		t.Errorf("n %v, df %v", a.N, a.DF)
	}
	se := a.Uncertainty[len(a.Uncertainty)-1]
	if d := digits(se.Value.Num.F, "7.2668688436E-06"); se.Kind != spec.UncertaintySE || d < 10 {
		t.Errorf("standard error %v: %.1f digits", se.Value, d)
	}
	for _, v := range a.Variants {
		if v.Name == "absolute-sigma" { // se / s, s the certified residual standard deviation
			u := v.Answer.Uncertainty[len(v.Answer.Uncertainty)-1]
			if want := 7.2668688436e-06 / 1.0187876330e-01; math.Abs(u.Value.Num.F-want) > 1e-9*want {
				t.Errorf("with sigma 1 the standard error is %v, not %v", u.Value, want)
			}
			return
		}
	}
	t.Error("there is no variant absolute-sigma")
}

func TestNLSRefuses(t *testing.T) {
	for _, c := range []struct{ arg, text, want string }{
		{"model", "y = b1*(1 - exp(-b2*z))", `"z" is neither`},
		{"model", "b1*x = b2*y", "left of ="},
		{"model", "y = b1*x", "does not use the parameter b2"},
		{"start", "b1,b2=1", "not of the form b1=500"},
		{"start", "b1=1,b2=2,b1=3", "twice"},
		{"term", "b3", "no parameter"},
	} {
		given := map[string]string{"model": "y = b1*(1 - exp(-b2*x))", "start": "b1=500,b2=0.0001", "term": "b2"}
		given[c.arg] = c.text
		_, err := compute(t, "nls", misra, given)
		var bad *oracle.ArgError
		if !errors.As(err, &bad) && c.want != "no parameter" || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, not %q", c.arg, c.text, err, c.want)
		}
	}
	_, err := compute(t, "nls", misra, map[string]string{"model": "y = a*b*x", "start": "a=1,b=1", "term": "a"})
	var undefined *oracle.UndefinedError
	if !errors.As(err, &undefined) {
		t.Errorf("parameters that the data do not determine: %v", err)
	}
}

// r of 1, 2, …, 5 at lag 1 is 0.4 and at lag 4 is -0.4, by hand.
func TestAutocorrelation(t *testing.T) {
	for lag, want := range map[string]float64{"1": 0.4, "2": -0.1, "4": -0.4} {
		a, err := compute(t, "autocorrelation", "x\n1\n2\n3\n4\n5\n", map[string]string{"value": "x", "lag": lag})
		if err != nil || math.Abs(a.Value.Num.F-want) > 1e-15 {
			t.Errorf("lag %s: %v, %v", lag, a.Value, err)
		}
	}
	for lag, want := range map[string]string{"5": "no pair", "1.5": "whole number"} {
		if _, err := compute(t, "autocorrelation", "x\n1\n2\n3\n4\n5\n", map[string]string{"value": "x", "lag": lag}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("lag %s: %v", lag, err)
		}
	}
}

// NIST, NoInt2 with its intercept kept: y 3, 4, 4 on x 4, 5, 6 has RSS 1/6, TSS 2/3, so
// s = sqrt(1/6) and F = (1/2) / (1/6) = 3.
func TestFitted(t *testing.T) {
	for estimator, want := range map[string]float64{"ols_sigma": math.Sqrt(1.0 / 6), "ols_f": 3} {
		a, err := compute(t, estimator, "y,x\n3,4\n4,5\n4,6\n", map[string]string{"y": "y", "x": "x"})
		if err != nil || math.Abs(a.Value.Num.F-want) > 1e-15 {
			t.Errorf("%s: %v, %v", estimator, a.Value, err)
		}
	}
	if _, err := compute(t, "ols_f", "y,x\n3,4\n4,5\n5,6\n", map[string]string{"y": "y", "x": "x"}); err == nil || !strings.Contains(err.Error(), "infinite") {
		t.Errorf("an exact fit: %v", err)
	}
}

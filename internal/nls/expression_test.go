package nls_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/nls"
	"pgregory.net/rapid"
)

func TestExpression(t *testing.T) {
	vars := []string{"t", "x", "k"}
	for src, want := range map[string]float64{
		"1 + 2*3^2":                             19,
		"-t^2":                                  -4,
		"x < t ? 10 : 20":                       10,
		"x > t ? 10 : 20":                       20,
		"2 <= t ? 10 : 20":                      10,
		"2 >= t ? 10 : 20":                      10,
		"2 < t ? 10 : 20":                       20,
		"2 > t ? 10 : 20":                       20,
		"1 + (t < 0 ? 1 : t < 5 ? 2 : 3)":       3,
		"t < 5 ? 7 : log(-1)":                   7,
		"erf(x) + erfc(x)":                      1,
		"abs(-t) + sign(-3) + step(0)":          2,
		"step(-1)":                              0,
		"sin(pi*x)":                             1,
		"tanh(x) - sinh(x)/cosh(x)":             0,
		"asin(x) + acos(x) - pi/2":              0,
		"voigt(0, 1, 0)*sqrt(2*pi)":             1,
		"exp(-((t-2)/k)^2)*floor(2.7)":          2,
		"log10(1000) + log(exp(1)) + atan(0)*k": 4,
	} {
		e, err := nls.ParseExpression(src, vars)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if got := e.At([]float64{2, 0.5, 3}); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s is %v, not %v", src, got, want)
		}
	}
	e, err := nls.ParseExpression("t < 5 ? x : 1", vars)
	if err != nil || !e.Uses("x") || e.Uses("k") || e.Uses("z") {
		t.Errorf("what an expression uses: %v", err)
	}
	if v := e.At([]float64{math.NaN(), 1, 1}); v == v {
		t.Errorf("a condition that is no number chooses %v", v)
	}
}

func TestExpressionRefuses(t *testing.T) {
	for src, want := range map[string]string{
		"":                                      "ends where a value",
		"t = 1":                                 `"=" stands after the end`,
		"y + 1":                                 `"y" is neither a variable nor a function; there are t, x`,
		"t < 1":                                 "it ends where ? belongs",
		"t < 1 ? 2":                             "it ends where : belongs",
		"t < 1 < 2 ? 1 : 0":                     `"<" stands where ? belongs`,
		"voigt(t, 1)":                           "voigt(x, sigma, gamma)",
		"voigt 1":                               "voigt(x, sigma, gamma)",
		"voigt(1,2,3":                           "where ) belongs",
		"sin 3":                                 "where ( belongs",
		"t $ 1":                                 "does not belong",
		strings.Repeat("(", 300):                "nested",
		strings.Repeat("1<2?", 300):             "nested",
		strings.Repeat("-", 300) + "1":          "nested",
		"1" + strings.Repeat("+1", 6000):        "longer than",
		"t < 1 ? " + strings.Repeat("(", 99999): "longer than",
	} {
		if _, err := nls.ParseExpression(src, []string{"t", "x"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, not %q", src, err, want)
		}
	}
	for _, vars := range [][]string{{"pi"}, {"sin"}, {"1a"}, {"a", "a"}, {""}} {
		if _, err := nls.ParseExpression("1", vars); err == nil {
			t.Errorf("variables %q", vars)
		}
	}
	// Choices are no part of models, which must be smooth.
	if _, err := nls.Parse("y = a < 1 ? 1 : 2", []string{"a"}, func(s string) bool { return s == "y" }); err == nil {
		t.Error("a model chooses")
	}
}

// Slopes are those that differences show.
func TestSlopes(t *testing.T) {
	for _, src := range []string{"exp(t*x)", "log(t+x)", "log10(t*x)", "sqrt(t+x^2)", "sin(t)*cos(x)", "tan(t/4)", "asin(t/4)", "acos(x/4)", "atan(t/x)", "sinh(t)-cosh(x)", "tanh(t*x)",
		"erf(t)*erfc(x)", "abs(t-5)", "t^x", "t < 1.5 ? t^2 : x^3", "voigt(t, x, t*x)", "-t/x - (2 - t)^3", "sign(t)*step(x)*t"} {
		e, err := nls.ParseExpression(src, []string{"t", "x"})
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(r *rapid.T) {
			at := []float64{rapid.Float64Range(0.2, 1.4).Draw(r, "t"), rapid.Float64Range(0.2, 1.4).Draw(r, "x")}
			way := []float64{rapid.Float64Range(-1, 1).Draw(r, "dt"), rapid.Float64Range(-1, 1).Draw(r, "dx")}
			v, slope := e.Along(at, way)
			const h = 1e-4
			near := func(k float64) float64 { return e.At([]float64{at[0] + k*h*way[0], at[1] + k*h*way[1]}) }
			if want := (8*(near(1)-near(-1)) - near(2) + near(-2)) / (12 * h); math.Abs(slope-want) > 1e-8*(1+math.Abs(want)) || v != e.At(at) {
				r.Errorf("%s at %v: slope %v, not %v", src, at, slope, want)
			}
		})
	}
}

// A Voigt line is found again from its own values.
func TestProfileFit(t *testing.T) {
	m, err := nls.Parse("y = c + a*voigt(x - m, s, g)", []string{"c", "a", "m", "s", "g"}, func(n string) bool { return n == "x" || n == "y" })
	if err != nil {
		t.Fatal(err)
	}
	line, err := nls.ParseExpression("0.25 + 7*voigt(x - 1.5, 0.5, 0.25)", []string{"x"})
	if err != nil {
		t.Fatal(err)
	}
	columns := make([][]dd.Num, 2)
	for i := range 81 {
		x := -4 + float64(i)/8
		for j, name := range m.Columns {
			v := x
			if name == "y" {
				v = line.At([]float64{x})
			}
			columns[j] = append(columns[j], dd.F(v))
		}
	}
	f, err := m.Fit(context.Background(), columns, 81, []dd.Num{dd.F(0), dd.F(4), dd.F(1), dd.F(1), dd.F(0.5)})
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []float64{0.25, 7, 1.5, 0.5, 0.25} {
		if got := f.Params[j].Abs().Float(); math.Abs(got-want) > 1e-12 { // the profile is even in its widths
			t.Errorf("%s is %v, not %v", m.Params[j], f.Params[j].Float(), want)
		}
	}
}

func FuzzExpression(f *testing.F) {
	for _, s := range []string{"t < 5 ? a : exp(-t)", "voigt(t,1,a)", "((1))", "1e999", "a>=t?1:2", "--1", "pi^pi", "step(t)*erf(a)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		e, err := nls.ParseExpression(src, []string{"t", "a"})
		if err != nil {
			return
		}
		v, _ := e.Along([]float64{1, 2}, []float64{1, 0})
		if w := e.At([]float64{1, 2}); w != v && (w == w || v == v) {
			t.Errorf("%q is %v and %v", src, v, w)
		}
	})
}

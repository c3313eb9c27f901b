package nls_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/nls"
	"pgregory.net/rapid"
)

func columns(name string) bool { return name == "x" || name == "y" }

func nums(xs ...float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

// fit fits a model to y and x; the model must use both.
func fit(t testing.TB, src string, params []string, y, x, start []dd.Num) (nls.Fit, error) {
	t.Helper()
	m, err := nls.Parse(src, params, columns)
	if err != nil {
		t.Fatal(err)
	}
	data := map[string][]dd.Num{"x": x, "y": y}
	var cols [][]dd.Num
	for _, c := range m.Columns {
		cols = append(cols, data[c])
	}
	return m.Fit(context.Background(), cols, len(y), start)
}

// Data made by the model itself, without noise, give its parameters back.
func TestRecovers(t *testing.T) {
	for _, c := range []struct {
		src    string
		params []string
		f      func(x dd.Num) dd.Num
		truth  []float64
		start  []dd.Num
	}{
		{"y = a*exp(-b*x) + c", []string{"a", "b", "c"}, func(x dd.Num) dd.Num { return x.Mul(dd.F(-0.5)).Exp().Mul(dd.F(3)).Add(dd.F(2)) }, []float64{3, 0.5, 2}, nums(1, 1, 0)},
		{"y = a*x^b", []string{"a", "b"}, func(x dd.Num) dd.Num { return x.Pow(dd.F(1.5)).Mul(dd.F(4)) }, []float64{4, 1.5}, nums(1, 1)},
		{"y = sin(w*x + p)", []string{"w", "p"}, func(x dd.Num) dd.Num {
			s, _ := x.Mul(dd.F(0.75)).Add(dd.F(0.25)).SinCos()
			return s
		}, []float64{0.75, 0.25}, nums(0.7, 0)},
		{"log(y) = log(a) + b*x", []string{"a", "b"}, func(x dd.Num) dd.Num { return x.Mul(dd.F(0.125)).Exp().Mul(dd.F(7)) }, []float64{7, 0.125}, nums(1, 0)},
		{"sqrt(y) = a*tan(x/b) - arctan[x]**2", []string{"a", "b"}, func(x dd.Num) dd.Num {
			s, c := x.Div(dd.F(64)).SinCos()
			r := s.Div(c).Mul(dd.F(500)).Sub(x.Atan().Mul(x.Atan()))
			return r.Mul(r)
		}, []float64{500, 64}, nums(400, 60)},
	} {
		x := nums(1, 2, 3, 4, 5, 6, 7, 8)
		y := make([]dd.Num, len(x))
		for i := range x {
			y[i] = c.f(x[i])
		}
		f, err := fit(t, c.src, c.params, y, x, c.start)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		for j, p := range f.Params {
			if math.Abs(p.Float()-c.truth[j]) > 1e-15*math.Abs(c.truth[j]) {
				t.Errorf("%s: %s is %.17g, not %v", c.src, c.params[j], p.Float(), c.truth[j])
			}
		}
	}
}

// A linear model fits as linear least squares does, errors included.
func TestLinearIsLeastSquares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 12).Draw(t, "n")
		x, y, ones := make([]dd.Num, n), make([]dd.Num, n), make([]dd.Num, n)
		for i := range n {
			x[i], ones[i] = dd.F(float64(i)+rapid.Float64Range(0, 0.5).Draw(t, "x")), dd.F(1)
			y[i] = dd.F(float64(rapid.IntRange(-100, 100).Draw(t, "y")) + float64(i%3)*0.1)
		}
		want, err := dd.LeastSquares([][]dd.Num{ones, x}, y)
		if err != nil {
			t.Fatal(err)
		}
		m, err := nls.Parse("y = a + b*x", []string{"a", "b"}, columns)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Fit(context.Background(), [][]dd.Num{y, x}, n, nums(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		for j := range want.Coef {
			se := want.RSS.Div(dd.F(float64(n - 2))).Mul(want.Inv[j]).Sqrt().Float()
			if d := got.Params[j].Sub(want.Coef[j]).Abs().Float(); d > 1e-12*(se+math.Abs(want.Coef[j].Float())) {
				t.Fatalf("coefficient %d is off by %g", j, d)
			}
			if d := math.Abs(got.SE[j].Float() - se); d > 1e-12*se {
				t.Fatalf("standard error %d is off by %g", j, d)
			}
		}
	})
}

// From any start that comes to the same minimum, the answer is the same.
func TestStartDoesNotMatter(t *testing.T) {
	x, y := nums(1, 2, 3, 5, 7, 10), nums(109, 149, 149, 191, 213, 224) // NIST, BoxBOD
	want := []float64{2.1380940889e2, 5.4723748542e-1}
	rapid.Check(t, func(t *rapid.T) {
		start := nums(rapid.Float64Range(1, 1000).Draw(t, "a"), rapid.Float64Range(0.05, 2).Draw(t, "b"))
		m, err := nls.Parse("y = a*(1 - exp(-b*x))", []string{"a", "b"}, columns)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Fit(context.Background(), [][]dd.Num{y, x}, 6, start)
		if err != nil {
			t.Fatal(err)
		}
		for j, w := range want {
			if math.Abs(f.Params[j].Float()-w) > 1e-10*w {
				t.Fatalf("parameter %d is %.12g, not %.12g", j, f.Params[j].Float(), w)
			}
		}
	})
}

func TestNoMinimum(t *testing.T) {
	x, y := nums(1, 2, 3, 4), nums(1, 2, 3, 5)
	for what, c := range map[string]struct {
		src    string
		params []string
		start  []dd.Num
	}{
		"two parameters that only act as a product": {"y = a*b*x", []string{"a", "b"}, nums(1, 1)},
		"no value at the start":                     {"y = log(a)*x", []string{"a"}, nums(-1)},
		"overflow at the start":                     {"y = exp(a*x)", []string{"a"}, nums(1e300)},
	} {
		_, err := fit(t, c.src, c.params, y, x, c.start)
		var none *nls.NoMinimumError
		if !errors.As(err, &none) {
			t.Errorf("%s: %v, not a NoMinimumError", what, err)
		}
	}
	if _, err := fit(t, "log(y) = a + b*x", []string{"a", "b"}, nums(1, -1, 2), nums(1, 2, 3), nums(0, 0)); err == nil || !strings.Contains(err.Error(), "row 2") {
		t.Errorf("a left side without a value: %v", err)
	}
	if _, err := fit(t, "y = a + b*x", []string{"a", "b"}, nums(1), nums(1), nums(0, 0)); err == nil {
		t.Error("one row determines two parameters")
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	m, _ := nls.Parse("y = a*x", []string{"a"}, columns)
	if _, err := m.Fit(ctx, [][]dd.Num{y, x}, 4, nums(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}

func TestSyntax(t *testing.T) {
	deep := strings.Repeat("(", 1000) + "a*x" + strings.Repeat(")", 1000)
	for src, want := range map[string]string{
		"y":                      "it ends where = belongs",
		"y = ":                   "it ends where a value belongs",
		"y = a*":                 "it ends where a value belongs",
		"y = a*x)":               `")" stands after the end`,
		"y = (a*x":               "it ends where ) belongs",
		"y = [a*x)":              `")" stands where ] belongs`,
		"y = a*z":                `"z" is neither`,
		"y = exp a*x":            `where ( belongs`,
		"y = a*x $":              "does not belong here",
		"y = a*1.2.3":            "is not a number",
		"y = a*1e999":            "is not a number",
		"a*y = x":                "stands on the left",
		"y = x":                  "does not use the parameter a",
		"y = " + deep:            "nested more than",
		"y = a*x = 3":            "after the end",
		strings.Repeat("y", 1e5): "longer than",
	} {
		if _, err := nls.Parse(src, []string{"a"}, columns); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, not %q", src, err, want)
		}
	}
	for _, params := range [][]string{nil, {"a", "a"}, {"x"}, {"1a"}, {""}} {
		if _, err := nls.Parse("y = a*x", params, columns); err == nil {
			t.Errorf("parameters %q are taken", params)
		}
	}
}

// Signs and powers bind as in mathematics: -x^2 is -(x^2), 2^3^2 is 2^9, 2^-1 is a half.
func TestPrecedence(t *testing.T) {
	for src, want := range map[string]float64{"-3^2*a": -9, "2^3^2*a": 512, "2**-1*a": 0.5, "8/4/2*a": 1, "7-4-2+0*a": 1, "-(1-3)*a": 2, "1e-3*a": 1e-3, "pi*a": math.Pi, "log10(100)*a": 2} {
		// y = want + b at the minimum, where b must be 0.
		m, err := nls.Parse("y = b + x*("+strings.ReplaceAll(src, "a", "1")+")", []string{"b"}, columns)
		if err != nil {
			t.Fatal(err)
		}
		y, x := nums(want, want), nums(1, 1)
		data := map[string][]dd.Num{"x": x, "y": y}
		var cols [][]dd.Num
		for _, c := range m.Columns {
			cols = append(cols, data[c])
		}
		f, err := m.Fit(context.Background(), cols, 2, nums(0))
		if err != nil || math.Abs(f.Params[0].Float()) > 1e-15 {
			t.Errorf("%s is not %v: off by %v, %v", src, want, f.Params, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"y = b1*(1-exp[-b2*x])", "log[y] = b1 - b2*x**2", "y=b1/(1+b2)^-.5e1", "((((", "y = -+-b1*b2 =", "y = pi*arctan(b1,b2)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		m, err := nls.Parse(src, []string{"b1", "b2"}, columns)
		if err != nil {
			return
		}
		cols := make([][]dd.Num, len(m.Columns))
		for i := range cols {
			cols[i] = nums(1, 2, 3)
		}
		if len(src) < 200 {
			fit, err := m.Fit(context.Background(), cols, 3, nums(1, 1))
			if err == nil && (!fit.RSS.Finite() || len(fit.Params) != 2) {
				t.Errorf("%q: %+v", src, fit)
			}
		}
	})
}

package solve_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/solve"
	"pgregory.net/rapid"
)

var inf = math.Inf(1)

// coarse is what a singularity away from 0 allows, where the distance from it has lost
// its digits.
const coarse = 1e-7

// Integrals with closed forms, many of them of the test set of QUADPACK (Piessens et al.
// 1983, 4.2) and of Kahaner (1971).
func TestIntegrals(t *testing.T) {
	catalan := 0.915965594177219015
	for name, c := range map[string]struct {
		f      func(float64) float64
		a, b   float64
		breaks []float64
		want   float64
		rel    float64
	}{
		"exp":                  {math.Exp, 0, 1, nil, math.E - 1, 1e-15},
		"backwards":            {math.Exp, 1, 0, nil, 1 - math.E, 1e-15},
		"step":                 {func(x float64) float64 { return map[bool]float64{true: 1}[x > 0.3] }, 0, 1, []float64{0.3}, 0.7, 1e-15},
		"step, not named":      {func(x float64) float64 { return map[bool]float64{true: 1}[x > 0.3] }, 0, 1, nil, 0.7, 1e-12},
		"root":                 {math.Sqrt, 0, 1, nil, 2.0 / 3, 1e-13},
		"kahaner 4":            {func(x float64) float64 { return 0.92*math.Cosh(x) - math.Cos(x) }, -1, 1, nil, 1.84*math.Sinh(1) - 2*math.Sin(1), 1e-14},
		"kahaner 8":            {func(x float64) float64 { return 1 / (x*x*x*x + 1) }, 0, 1, nil, (math.Pi + 2*math.Log(1+math.Sqrt2)) / (4 * math.Sqrt2), 1e-14},
		"narrow peaks":         {func(x float64) float64 { s := 1 / math.Cosh(100*(x-0.4)); return s * s }, 0, 1, nil, (math.Tanh(60) + math.Tanh(40)) / 100, 1e-13},
		"x^a log(1/x), a -0.9": {func(x float64) float64 { return math.Pow(x, -0.9) * math.Log(1/x) }, 0, 1, nil, 100, 1e-11},
		"x^a log(1/x), a 2.6":  {func(x float64) float64 { return math.Pow(x, 2.6) * math.Log(1/x) }, 0, 1, nil, 1 / 3.6 / 3.6, 1e-13},
		"peak at pi/4":         {func(x float64) float64 { return 0.0009765625 / ((x-math.Pi/4)*(x-math.Pi/4) + 0.00000095367431640625) }, 0, 1, nil, math.Atan((4-math.Pi)*256) + math.Atan(math.Pi*256), 1e-13},
		"cos(8 sin x)":         {func(x float64) float64 { return math.Cos(8 * math.Sin(x)) }, 0, math.Pi, nil, math.Pi * math.J0(8), 1e-13},
		"|x-1/3|^-0.5":         {func(x float64) float64 { return math.Pow(math.Abs(x-1.0/3), -0.5) }, 0, 1, []float64{1.0 / 3}, 2*math.Sqrt(1.0/3) + 2*math.Sqrt(2.0/3), coarse},
		"1/sqrt(1-x)":          {func(x float64) float64 { return 1 / math.Sqrt(-x) }, -1, 0, nil, 2, 1e-12},
		"arcsine":              {func(x float64) float64 { return 1 / math.Sqrt(x*(2-x)) }, 0, 2, nil, math.Pi, coarse},
		"log sin":              {func(x float64) float64 { return math.Log(math.Sin(x)) }, 0, math.Pi / 2, nil, -math.Pi / 2 * math.Ln2, 1e-12},
		"log x / (1+100x²)":    {func(x float64) float64 { return math.Log(x) / (1 + 100*x*x) }, 0, inf, nil, -math.Pi * math.Log(10) / 20, 1e-12},
		"catalan":              {func(x float64) float64 { return math.Atan(x) / x }, 0, 1, nil, catalan, 1e-14},
		"gauss":                {func(x float64) float64 { return math.Exp(-x * x / 2) }, -inf, inf, nil, math.Sqrt(2 * math.Pi), 1e-14},
		"gauss, far":           {func(x float64) float64 { return math.Exp(-(x - 300) * (x - 300) / 2) }, -inf, inf, []float64{290, 310}, math.Sqrt(2 * math.Pi), 1e-14},
		"x²exp(-x/4)":          {func(x float64) float64 { return x * x * math.Exp(-x/4) }, 0, inf, nil, 128, 1e-13},
		"left tail":            {math.Exp, -inf, -2, nil, math.Exp(-2), 1e-14},
		"gamma(1/4)":           {func(x float64) float64 { return math.Pow(x, -0.75) * math.Exp(-x) }, 0, inf, nil, math.Gamma(0.25), 1e-12},
		"1/(sqrt x (1+x))":     {func(x float64) float64 { return 1 / (math.Sqrt(x) * (1 + x)) }, 0, inf, nil, math.Pi, 1e-11},
		"empty":                {math.Exp, 2, 2, nil, 0, 0},
	} {
		q := solve.Quadrature{Breaks: c.breaks}
		if c.rel == coarse {
			q.Rel = coarse
		}
		got, err := q.Integrate(background, c.f, c.a, c.b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		off := math.Abs(got.Value - c.want)
		if !(off <= c.rel*math.Abs(c.want)) {
			t.Errorf("%s: %.17g, not %.17g (off by %.2g of it)", name, got.Value, c.want, off/math.Abs(c.want))
		}
		if off > got.Error+1e-15*got.Size {
			t.Errorf("%s: off by %.2g, beyond the estimate %.2g", name, off, got.Error)
		}
	}
}

func TestIntegrateRefuses(t *testing.T) {
	ended, cancel := context.WithCancel(background)
	cancel()
	for name, c := range map[string]struct {
		q    solve.Quadrature
		f    func(float64) float64
		a, b float64
		want string
	}{
		"1/x":          {solve.Quadrature{}, func(x float64) float64 { return 1 / x }, 0, 1, "not found"},
		"pole":         {solve.Quadrature{}, func(x float64) float64 { return 1 / (x - 0.3) / (x - 0.3) }, 0, 1, "not found"},
		"constant":     {solve.Quadrature{}, func(float64) float64 { return 1 }, 0, inf, "not found"},
		"sine for all": {solve.Quadrature{}, math.Sin, 0, inf, "not found"},
		"hole":         {solve.Quadrature{}, func(x float64) float64 { return math.Sin(x) / x }, -1, 1, "no finite value at 0"},
		"nan":          {solve.Quadrature{}, func(float64) float64 { return math.NaN() }, 0, 1, "no finite value"},
		"cancels":      {solve.Quadrature{Rel: 1e-12}, func(x float64) float64 { return 1e10*math.Sin(x) + 1e-12 }, -1, 1, "rounding"},
		"nan end":      {solve.Quadrature{}, math.Exp, math.NaN(), 1, "no numbers"},
		"break":        {solve.Quadrature{Breaks: []float64{3}}, math.Exp, 0, 1, "break 3"},
		"width":        {solve.Quadrature{}, func(float64) float64 { return 0 }, -1.7e308, 1.7e308, "too wide"},
		"noise":        {solve.Quadrature{}, func(x float64) float64 { return math.Mod(x*1e15, 1) }, 0, 1, "not found"},
	} {
		_, err := c.q.Integrate(background, c.f, c.a, c.b)
		var e *solve.QuadratureError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %q", name, err, c.want)
		}
	}
	if _, err := (solve.Quadrature{}).Integrate(ended, func(x float64) float64 { return 1 / x }, 0, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

// Integrals of polynomials are exact, add up over parts, and change sign with their ends.
func TestIntegralLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SliceOfN(rapid.Float64Range(-5, 5), 1, 8).Draw(t, "coefficients")
		f := func(x float64) (y float64) {
			for i := len(c) - 1; i >= 0; i-- {
				y = y*x + c[i]
			}
			return y
		}
		whole := func(x float64) (y float64) {
			for i := len(c) - 1; i >= 0; i-- {
				y = (y + c[i]/float64(i+1)) * x
			}
			return y
		}
		a, m, b := rapid.Float64Range(-3, 3).Draw(t, "a"), rapid.Float64Range(-3, 3).Draw(t, "m"), rapid.Float64Range(-3, 3).Draw(t, "b")
		integral := func(a, b float64) solve.Integral {
			v, err := solve.Quadrature{Rel: 1e-12, Abs: 1e-10}.Integrate(background, f, a, b)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		one := integral(a, b)
		if d := one.Value - (whole(b) - whole(a)); math.Abs(d) > 1e-11*(1+one.Size) {
			t.Errorf("off by %.2g", d)
		}
		if d := integral(a, m).Value + integral(m, b).Value - one.Value; math.Abs(d) > 1e-9 {
			t.Errorf("parts are off by %.2g", d)
		}
		if integral(b, a).Value != -one.Value {
			t.Error("backwards is not the negative")
		}
	})
}

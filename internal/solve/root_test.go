package solve_test

import (
	"errors"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/solve"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestBrent(t *testing.T) {
	for name, c := range map[string]struct {
		f          func(float64) float64
		a, b, want float64
	}{
		"cosine":     {math.Cos, 0, 3, math.Pi / 2},
		"dottie":     {func(x float64) float64 { return math.Cos(x) - x }, 0, 1, 0.73908513321516064166},
		"omega":      {func(x float64) float64 { return x*math.Exp(x) - 1 }, 0, 2, 0.56714329040978387300},
		"wallis":     {func(x float64) float64 { return x*x*x - 2*x - 5 }, 2, 3, 2.09455148154232659148},
		"at an end":  {func(x float64) float64 { return x - 1 }, 1, 3, 1},
		"far":        {func(x float64) float64 { return x - 1e-200 }, -1e200, 1e300, 1e-200},
		"flat":       {func(x float64) float64 { return math.Pow(x-1, 9) }, 0, 3, 1},
		"overflows":  {func(x float64) float64 { return math.Sinh(x - 700) }, 0, 1500, 700},
		"turned":     {math.Cos, 3, 0, math.Pi / 2},
		"a jump":     {func(x float64) float64 { return math.Copysign(1, x-0.3) }, 0, 1, 0.3},
		"tiny slope": {func(x float64) float64 { return 1e-300 * (x - 3) }, 0, 10, 3},
	} {
		got, err := solve.Brent(c.f, c.a, c.b, 0)
		if tol := map[bool]float64{true: 1e-2, false: 1e-15}[name == "flat"]; err != nil || math.Abs(got-c.want) > tol*math.Abs(c.want) {
			t.Errorf("%s: %v (%v), not %v", name, got, err, c.want)
		}
	}
	var bad *solve.BracketError
	for _, ends := range [][2]float64{{1, 2}, {math.NaN(), 1}, {-1, math.Inf(1)}} {
		if _, err := solve.Brent(math.Exp, ends[0], ends[1], 0); !errors.As(err, &bad) {
			t.Errorf("exp has a zero in %v: %v", ends, err)
		}
	}
	if _, err := solve.Brent(func(x float64) float64 {
		if x == -1 || x == 1 {
			return x
		}
		return math.NaN()
	}, -1, 1, 0); err == nil {
		t.Error("a function without values has a zero")
	}
}

func TestRoots(t *testing.T) {
	near := cmpopts.EquateApprox(1e-14, 1e-14)
	for name, c := range map[string]struct {
		f     func(float64) float64
		a, b  float64
		parts int
		want  []float64
	}{
		"sine":       {math.Sin, 0, 10, 100, []float64{0, math.Pi, 2 * math.Pi, 3 * math.Pi}},
		"tan's":      {math.Tan, 1, 5, 100, []float64{math.Pi}}, // poles at π/2 and 3π/2
		"none":       {math.Exp, -1, 1, 10, nil},
		"on borders": {func(x float64) float64 { return (x - 1) * (x - 2) }, 0, 4, 4, []float64{1, 2}},
		"half":       {math.Log, -1, 3, 7, []float64{1}},
	} {
		got, err := solve.Roots(background, c.f, c.a, c.b, c.parts)
		if d := cmp.Diff(c.want, got, near); err != nil || d != "" {
			t.Errorf("%s: %v %s", name, err, d)
		}
	}
	if _, err := solve.Roots(background, math.Sin, 0, inf, 3); err == nil {
		t.Error("parts of an infinite interval")
	}
}

// Zeros of polynomials that are made of them are found again.
func TestRootLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var zeros []float64
		at := -4.0
		for range rapid.IntRange(1, 5).Draw(t, "n") {
			at += rapid.Float64Range(0.3, 1.5).Draw(t, "gap")
			zeros = append(zeros, at)
		}
		got, err := solve.Roots(background, func(x float64) float64 {
			y := 1.0
			for _, z := range zeros {
				y *= x - z
			}
			return y
		}, -5, 5, 200)
		if d := cmp.Diff(zeros, got, cmpopts.EquateApprox(1e-15, 0)); err != nil || d != "" {
			t.Fatalf("%v %s", err, d)
		}
	})
}

func TestMinimum(t *testing.T) {
	for name, c := range map[string]struct {
		f               func(float64) float64
		a, b, want, low float64
	}{
		"parabola": {func(x float64) float64 { return (x - 0.7) * (x - 0.7) }, -3, 4, 0.7, 0},
		"cosine":   {math.Cos, 0, 6, math.Pi, -1},
		"edge":     {math.Exp, 1, 2, 1, math.E},
		"quartic":  {func(x float64) float64 { return x*x*x*x - 3*x }, 0, 5, math.Cbrt(0.75), math.Pow(0.75, 4.0/3) - 3*math.Cbrt(0.75)},
	} {
		x, low := solve.Minimum(c.f, c.a, c.b)
		if math.Abs(x-c.want) > 1e-7 || math.Abs(low-c.low) > 1e-7 {
			t.Errorf("%s: %v at %v, not %v at %v", name, low, x, c.low, c.want)
		}
	}
}

package faddeeva_test

import (
	_ "embed"
	"math"
	"math/cmplx"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/faddeeva"
	"pgregory.net/rapid"
)

//go:embed testdata/wofz.csv
var wofz string

func rows(t *testing.T, kind string) [][]float64 {
	var out [][]float64
	for _, line := range strings.Split(strings.TrimSpace(wofz), "\n") {
		cells := strings.Split(line, ",")
		if cells[0] != kind {
			continue
		}
		var row []float64
		for _, c := range cells[1:] {
			x, err := strconv.ParseFloat(c, 64)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, x)
		}
		out = append(out, row)
	}
	return out
}

func TestW(t *testing.T) {
	n, worst := 0, 0.0
	for _, r := range rows(t, "w") {
		z, want := complex(r[0], r[1]), complex(r[2], r[3])
		got := faddeeva.W(z)
		n++
		off := cmplx.Abs(got-want) / cmplx.Abs(want)
		worst = math.Max(worst, off)
		if !(off <= 1e-13) {
			t.Errorf("w(%v) is %v, not %v: off by %.2g", z, got, want, off)
		}
		if r[1] >= 0 {
			// Each part, where it is not itself a cancellation of the exponential.
			if d := math.Abs(real(got)-r[2]) / math.Abs(r[2]); !(d <= 2e-13) && r[2] > 1e-250 {
				t.Errorf("the real part of w(%v) is %v, not %v: off by %.2g", z, real(got), r[2], d)
			}
		}
	}
	if n < 400 {
		t.Fatalf("%d values", n)
	}
	t.Logf("worst %.2g", worst)
}

func TestVoigt(t *testing.T) {
	for _, r := range rows(t, "v") {
		got, _, _, _ := faddeeva.Voigt(r[0], r[1], r[2])
		if d := math.Abs(got/r[3] - 1); !(d <= 2e-13) {
			t.Errorf("Voigt(%v) is %v, not %v: off by %.2g", r[:3], got, r[3], d)
		}
	}
	for _, c := range []struct{ x, sigma, gamma, want float64 }{
		{0.3, 2, 0, math.Exp(-0.3*0.3/8) / (2 * math.Sqrt(2*math.Pi))},
		{0.3, 0, 2, 2 / (0.09 + 4) / math.Pi},
		{0.3, 1e-12, 2, 2 / (0.09 + 4) / math.Pi},
		{-0.3, 0, -2, 2 / (0.09 + 4) / math.Pi},
	} {
		if got, _, _, _ := faddeeva.Voigt(c.x, c.sigma, c.gamma); math.Abs(got/c.want-1) > 1e-13 {
			t.Errorf("Voigt(%v, %v, %v) is %v, not %v", c.x, c.sigma, c.gamma, got, c.want)
		}
	}
}

// The derivatives are those that differences show, and w obeys its equations.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, s, g := rapid.Float64Range(-20, 20).Draw(t, "x"), rapid.Float64Range(0.05, 5).Draw(t, "sigma"), rapid.Float64Range(0.01, 5).Draw(t, "gamma")
		v, dx, ds, dg := faddeeva.Voigt(x, s, g)
		slope := func(f func(h float64) float64) float64 {
			const h = 2e-4
			return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
		}
		at := func(x, s, g float64) float64 { v, _, _, _ := faddeeva.Voigt(x, s, g); return v }
		for name, c := range map[string][2]float64{
			"x":     {dx, slope(func(h float64) float64 { return at(x+h*s, s, g) }) / s},
			"sigma": {ds, slope(func(h float64) float64 { return at(x, s+h*s, g) }) / s},
			"gamma": {dg, slope(func(h float64) float64 { return at(x, s, g+h*g) }) / g},
		} {
			if math.Abs(c[0]-c[1]) > 1e-7*(math.Abs(c[1])+v/math.Min(s, g)) {
				t.Errorf("by %s: %v, differences %v", name, c[0], c[1])
			}
		}
		if h := x*dx + s*ds + g*dg + v; math.Abs(h) > 1e-12*v {
			t.Errorf("x dx + σ dσ + γ dγ + v is %v of %v", h, v)
		}
		z := complex(x, g)
		if d := faddeeva.W(-cmplx.Conj(z)) - cmplx.Conj(faddeeva.W(z)); d != 0 {
			t.Errorf("w is not mirrored: %v", d)
		}
	})
}

func TestHostile(t *testing.T) {
	if !cmplx.IsNaN(faddeeva.W(cmplx.NaN())) {
		t.Error("w(NaN) is a number")
	}
	for _, z := range []complex128{complex(math.Inf(1), 1), complex(1, math.Inf(1)), complex(1e300, 1e300), complex(1e308, 0)} {
		if w := faddeeva.W(z); !(cmplx.Abs(w) < 1e-290) {
			t.Errorf("w(%v) is %v", z, w)
		}
	}
	if v, _, _, _ := faddeeva.Voigt(1, 0, 0); v == v && v != 0 {
		t.Errorf("a profile without width is %v", v)
	}
}

package lineshape_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/lineshape"
	"github.com/assaybench/assay/internal/solve"
	"pgregory.net/rapid"
)

// What follows from the widths is what the curve itself shows.
func TestSized(t *testing.T) {
	for name, c := range map[string]struct {
		widths []float64
		curve  func(x float64) float64 // of height 1
	}{
		"gaussian":   {[]float64{1.5}, func(x float64) float64 { return math.Exp(-x * x / 4.5) }},
		"lorentzian": {[]float64{-0.7}, func(x float64) float64 { return 1 / (1 + x*x/0.49) }},
		"pseudo-voigt": {[]float64{2, 0.25}, func(x float64) float64 {
			l, g := 0.25/(2*math.Pi), 0.75*math.Sqrt(math.Ln2/math.Pi)/2
			return (l/(1+x*x/4) + g*math.Exp(-math.Ln2*x*x/4)) / (l + g)
		}},
	} {
		full, area := lineshape.Sized(name, c.widths)
		if v := c.curve(full / 2); math.Abs(v-0.5) > 1e-14 {
			t.Errorf("%s is %v at half its width", name, v)
		}
		whole, err := solve.Quadrature{}.Integrate(context.Background(), c.curve, math.Inf(-1), math.Inf(1))
		if err != nil || math.Abs(whole.Value/area-1) > 1e-11 {
			t.Errorf("%s has the area %v, not %v (%v)", name, whole.Value, area, err)
		}
	}
	// A Voigt line with one part only is that part.
	for _, c := range []struct{ s, g, full, area float64 }{{2, 0, 2 * lineshape.Sigmas, 2 * math.Sqrt(2*math.Pi)}, {0, 3, 6, 3 * math.Pi}} {
		full, area := lineshape.Sized("voigt", []float64{c.s, c.g})
		if math.Abs(full/c.full-1) > 1e-13 || math.Abs(area/c.area-1) > 1e-13 {
			t.Errorf("Voigt %v, %v: %v and %v, not %v and %v", c.s, c.g, full, area, c.full, c.area)
		}
	}
}

// A line is found wherever it stands, and its area is that of its height and width.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, m, s := rapid.Float64Range(0.5, 50).Draw(t, "height"), rapid.Float64Range(4, 16).Draw(t, "centre"), rapid.Float64Range(0.5, 2).Draw(t, "sigma")
		var x, y []dd.Num
		for i := range 41 {
			at := float64(i) / 2
			x, y = append(x, dd.F(at)), append(y, dd.F(1+h*math.Exp(-(at-m)*(at-m)/(2*s*s))))
		}
		f, err := lineshape.Model{Shape: "gaussian", Peaks: 1, Background: "constant"}.Fit(context.Background(), x, y, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		byArea, err := f.ByArea(context.Background(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]float64{"a": h, "m": m, "s": s} {
			if v, _ := f.Param(0, name); math.Abs(v.Float()/want-1) > 1e-11 {
				t.Errorf("%s is %v, not %v", name, v.Float(), want)
			}
		}
		if v, _ := byArea.Param(0, "a"); math.Abs(v.Float()/(h*s*math.Sqrt(2*math.Pi))-1) > 1e-11 {
			t.Errorf("area %v", v.Float())
		}
	})
}

func TestNoLine(t *testing.T) {
	var x, y []dd.Num
	for i := range 12 {
		x, y = append(x, dd.F(float64(i))), append(y, dd.F(4))
	}
	for _, shape := range lineshape.Shapes {
		if _, err := (lineshape.Model{Shape: shape, Peaks: 1, Background: "constant"}).Fit(context.Background(), x, y, nil, false); err == nil {
			t.Errorf("%s: a constant has a line", shape)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	y[5] = dd.F(9)
	if _, err := (lineshape.Model{Shape: "gaussian", Peaks: 1, Background: "none"}).Fit(ctx, x, y, nil, false); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

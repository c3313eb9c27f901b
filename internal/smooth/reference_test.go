package smooth_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/smooth"
)

// reference is testdata/reference.json, which reference.py there makes; null is NaN.
func reference(t *testing.T) func(name string) []float64 {
	t.Helper()
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var lists map[string][]*float64
	if err := json.Unmarshal(text, &lists); err != nil {
		t.Fatal(err)
	}
	return func(name string) []float64 {
		list, ok := lists[name]
		if !ok || len(list) == 0 {
			t.Fatalf("no reference %q", name)
		}
		out := make([]float64, len(list))
		for i, x := range list {
			if out[i] = math.NaN(); x != nil {
				out[i] = *x
			}
		}
		return out
	}
}

// near compares lists to a part of the largest number of the list, NaN with NaN.
func near(t *testing.T, name string, got, want []float64, rel float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, not %d", name, len(got), len(want))
		return
	}
	big := 0.0
	for _, w := range want {
		big = math.Max(big, math.Abs(w))
	}
	for i, w := range want {
		if math.IsNaN(got[i]) != math.IsNaN(w) || math.Abs(got[i]-w) > rel*big {
			t.Errorf("%s: number %d is %.17g, not %.17g", name, i, got[i], w)
			return
		}
	}
}

func each(xs []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = f(x)
	}
	return out
}

func doubles(xs []float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

func TestDensities(t *testing.T) {
	of := reference(t)
	v := of("v")
	s := smooth.SpreadOf(doubles(v))
	near(t, "Scott", []float64{s.Scott()}, of("bw scott"), 1e-14)
	near(t, "Silverman", []float64{s.Silverman()}, of("bw silverman"), 1e-14)
	d := smooth.NewDensity(v, smooth.KernelNamed("gaussian"), s.Scott(), false)
	near(t, "density", each(v[:6], d.At), of("kde scott"), 1e-14)
	for i, x := range []float64{-20, 40} {
		if got, want := d.At(x), of("kde tail")[i]; math.Abs(got/want-1) > 1e-13 {
			t.Errorf("density at %v is %v, not %v", x, got, want)
		}
	}
	near(t, "below", each(v[:6], d.Below), of("kde below"), 1e-14)
	for _, name := range []string{"epanechnikov", "rectangular", "triangular", "optcosine"} {
		d := smooth.NewDensity(v, smooth.KernelNamed(name), 1.5, true)
		near(t, name, each(v[:6], d.At), of("kde "+name), 1e-13)
	}
}

// Each kernel is a density with the standard deviation that it says, and its cumulative
// probability is the integral of it.
func TestKernels(t *testing.T) {
	for _, k := range smooth.Kernels {
		d := smooth.NewDensity([]float64{0}, k, 1, false)
		const n, wide = 40000, 10.0
		var mass, second, worst float64
		for i := range n {
			x := wide * (2*(float64(i)+0.5)/n - 1)
			p := d.At(x) * 2 * wide / n
			mass, second = mass+p, second+p*x*x
			worst = math.Max(worst, math.Abs(mass-d.Below(x+wide/n)))
		}
		if math.Abs(mass-1) > 1e-3 || math.Abs(second-1) > 1e-3 || worst > 1e-3 {
			t.Errorf("%s: mass %v, variance %v, off by %v", k.Name, mass, second, worst)
		}
	}
}

func TestBins(t *testing.T) {
	of := reference(t)
	v := of("v")
	rules := smooth.SpreadOf(doubles(v)).BinRules()
	for _, name := range []string{"sturges", "scott", "fd", "sqrt", "rice", "doane"} {
		near(t, name, []float64{rules[name]}, of("bins "+name), 0)
	}
	near(t, "counts", smooth.Counts(doubles(v), doubles([]float64{0.25, 2, 5, 5.5, 12.5}), false, true), of("counts"), 0)
	s := smooth.SpreadOf(doubles(v))
	near(t, "equal bins", smooth.Counts(doubles(v), doubles(smooth.EqualEdges(s.Min, s.Max, 7)), false, true), of("equal"), 0)
	xs, edges := doubles([]float64{0, 1, 1, 2, 3}), doubles([]float64{0, 1, 2})
	near(t, "left", smooth.Counts(xs, edges, false, false), []float64{1, 2}, 0)
	near(t, "left and last", smooth.Counts(xs, edges, false, true), []float64{1, 3}, 0)
	near(t, "right", smooth.Counts(xs, edges, true, false), []float64{2, 1}, 0)
	near(t, "right and first", smooth.Counts(xs, edges, true, true), []float64{3, 1}, 0)
}

func TestSmoothers(t *testing.T) {
	of, ctx := reference(t), context.Background()
	p := smooth.Sorted(of("x"), of("y"), nil)
	for _, c := range []struct {
		name  string
		steps int
		delta float64
	}{{"lowess 0", 0, 0}, {"lowess 3", 3, 0}, {"lowess delta", 2, 0.3}} {
		got, err := smooth.NewLowess(p, 0.4, c.steps, c.delta).Fit(ctx)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.name, got, of(c.name), 1e-13)
	}
	l := smooth.NewLowess(p, 0.4, 2, 1.5)
	l.Double = true
	wide, err := l.Fit(ctx)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "lowess wide", wide, of("lowess wide"), 1e-13)
	l = smooth.NewLowess(p, 0.4, 3, 0)
	if _, err := l.Fit(ctx); err != nil {
		t.Fatal(err)
	}
	near(t, "lowess at", each(of("at"), l.At), of("lowess at"), 1e-13)
	_, ys := smooth.Isotonic(smooth.Sorted(of("x"), of("y"), of("w")), false)
	near(t, "isotonic", ys, of("isotonic"), 1e-14)
	_, ys = smooth.Isotonic(p, true)
	near(t, "isotonic falling", ys, of("isotonic falling"), 1e-14)
	for _, mode := range []string{"interp", "mirror", "nearest", "constant", "wrap"} {
		near(t, "savgol "+mode, smooth.Savgol(of("v"), 7, 3, 0, 1, mode), of("savgol "+mode), 1e-13)
		near(t, "savgol "+mode+" 1", smooth.Savgol(of("v"), 5, 2, 1, 0.5, mode), of("savgol "+mode+" 1"), 1e-13)
	}
	gaps := of("v")
	for i := 3; i < len(gaps); i += 6 {
		gaps[i] = math.NaN()
	}
	for name, c := range map[string][2]bool{"True True": {true, true}, "True False": {true, false}, "False True": {false, true}, "False False": {false, false}} {
		near(t, "ewma "+name, smooth.EWMA(gaps, 0.3, c[0], c[1]), of("ewma "+name), 1e-14)
	}
}

func TestCurves(t *testing.T) {
	of := reference(t)
	ends := smooth.Ends{First: 0.5, Last: -2}
	for _, kind := range []string{"natural", "not-a-knot", "clamped", "pchip", "akima"} {
		c, err := smooth.Through(kind, of("k"), of("f"), ends)
		if err != nil {
			t.Fatal(err)
		}
		for order, name := range []string{" 0", " 1", " 2"} {
			if order == 2 && (kind == "pchip" || kind == "akima") {
				continue // jumps at the knots: from which side is another question
			}
			near(t, kind+name, each(of("at"), func(x float64) float64 { return c.At(x, order) }), of(kind+name), 1e-13)
		}
		near(t, kind+" integral", []float64{c.Integral(0.25, 6.5), -c.Integral(6.5, 0.25)}, append(of(kind+" integral"), of(kind+" integral")...), 1e-13)
	}
	for name, c := range map[string]struct {
		w      []float64
		lambda float64
	}{"0.01": {nil, 0.01}, "1": {nil, 1}, "100": {nil, 100}, "weighted": {of("w")[:8], 0.5}} {
		s, err := smooth.NewSmoothing(smooth.Points{X: of("k"), Y: of("f"), W: c.w})
		if err != nil {
			t.Fatal(err)
		}
		curve, err := s.Curve(s.Fit(c.lambda))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "smoothing "+name, each(of("at"), func(x float64) float64 { return curve.At(x, 0) }), of("smoothing "+name), 1e-12)
	}
}

// R 4.2.2 on data that are stated here: heights and weights of fifteen women, whose curve
// by splinefun(method = "monoH.FC") has these values (and the other definitions have not).
func TestCurvesInR(t *testing.T) {
	var x []float64
	for i := range 15 {
		x = append(x, float64(58+i))
	}
	y := []float64{115, 117, 120, 123, 126, 129, 132, 135, 139, 142, 146, 150, 154, 159, 164}
	at := []float64{58.5, 60.3, 65.7, 71.9}
	want := []float64{115.9375, 120.9, 137.842, 163.5}
	c, err := smooth.Through("monoH.FC", x, y, smooth.Ends{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "monoH.FC", each(at, func(x float64) float64 { return c.At(x, 0) }), want, 1e-15)
	value := func(kind string) []float64 {
		c, err := smooth.Through(kind, x, y, smooth.Ends{})
		if err != nil {
			t.Fatal(err)
		}
		return each(at, func(x float64) float64 { return c.At(x, 0) })
	}
	gap := func(a, b []float64) float64 {
		worst := 0.0
		for i := range a {
			worst = math.Max(worst, math.Abs(a[i]/b[i]-1))
		}
		return worst
	}
	// The gaps that R and scipy have on these data, to one digit.
	if g := gap(value("fmm"), value("not-a-knot")); g < 7.5e-5 || g > 8.5e-5 {
		t.Errorf("fmm and not-a-knot are %v apart", g)
	}
	if g := gap(value("monoH.FC"), value("pchip")); g < 3.5e-4 || g > 4.5e-4 {
		t.Errorf("monoH.FC and PCHIP are %v apart", g)
	}
}

func TestCurvesRefuse(t *testing.T) {
	for _, c := range []struct {
		kind string
		x    []float64
		want string
	}{{"natural", []float64{1}, "two points"}, {"pchip", []float64{1, 1, 2}, "x = 1"}, {"cubic", []float64{1, 2}, `"cubic"`}} {
		if _, err := smooth.Through(c.kind, c.x, make([]float64, len(c.x)), smooth.Ends{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %v: %v", c.kind, c.x, err)
		}
	}
	if _, err := smooth.NewSmoothing(smooth.Points{X: []float64{1, 2}, Y: []float64{1, 2}}); err == nil {
		t.Error("two points have a smoothing spline")
	}
}

// The sum of Gaussians has the digits of the one by math.Exp, from the peak to where a
// float64 ends.
func TestGaussianSum(t *testing.T) {
	d := smooth.NewDensity([]float64{0}, smooth.KernelNamed("gaussian"), 1, false)
	for i := range 40_000 {
		u := float64(i) / 1000
		want := math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
		if u >= 38.5 && d.At(u) < 1e-300 {
			continue
		}
		if got := d.At(u); math.Abs(got-want) > 1e-15*want {
			t.Fatalf("at %v: %v, not %v", u, got, want)
		}
	}
}

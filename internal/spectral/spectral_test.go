package spectral_test

import (
	_ "embed"
	"encoding/json"
	"math"
	"math/cmplx"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/spectral"
	"pgregory.net/rapid"
)

//go:embed testdata/spectral.json
var reference []byte

func nums(xs []float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

func TestAgainstPython(t *testing.T) {
	var rows []struct {
		X, Re, Im, Freq []float64
		Welch           []struct {
			Window, Detrend string
			Density, Two    bool
			Length          int
			F, P            []float64
		}
		Order                   int
		YW, Adjusted, Burg, OLS []float64
		Constant                float64
	}
	if err := json.Unmarshal(reference, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) < 7 {
		t.Fatal("the reference is short")
	}
	for i, r := range rows {
		n := len(r.X)
		z := spectral.Transform(r.X)
		size := 0.0
		for _, x := range r.X {
			size += x * x
		}
		size = math.Sqrt(size * float64(n))
		for k := range z {
			if cmplx.Abs(z[k]-complex(r.Re[k], r.Im[k])) > 1e-14*size {
				t.Errorf("series %d: X(%d) is %v, not %v", i, k, z[k], complex(r.Re[k], r.Im[k]))
			}
			if f := spectral.Frequency(k, n, 4); math.Abs(f-r.Freq[k]) > 1e-15 && !(2*k == n && f == -r.Freq[k]) {
				t.Errorf("series %d: frequency %d is %v, not %v", i, k, f, r.Freq[k])
			}
		}
		for _, w := range r.Welch {
			s := spectral.Spectrum{Window: w.Window, Detrend: w.Detrend, Density: w.Density, TwoSided: w.Two, Length: w.Length, Overlap: w.Length / 2, Rate: 4}
			f, p := s.Power(nums(r.X))
			if len(f) != len(w.F) {
				t.Fatalf("series %d: %d frequencies, not %d", i, len(f), len(w.F))
			}
			for k := range f {
				if math.Abs(f[k]-w.F[k]) > 1e-15 || math.Abs(p[k]-w.P[k]) > 1e-9*math.Abs(w.P[k])+1e-22*size*size {
					t.Errorf("series %d, %+v: %v at %v, not %v at %v", i, s, p[k], f[k], w.P[k], w.F[k])
				}
			}
		}
		check := func(name string, a spectral.Autoregression, err error, want []float64) {
			if err != nil {
				t.Fatalf("series %d, %s: %v", i, name, err)
			}
			for k, p := range append(a.Phi, a.Variance) {
				if math.Abs(p.Float()/want[k]-1) > 1e-9 {
					t.Errorf("series %d, %s: number %d is %v, not %v", i, name, k, p.Float(), want[k])
				}
			}
		}
		xs := nums(r.X)
		a, err := spectral.YuleWalker(xs, r.Order, false)
		check("Yule and Walker", a, err, r.YW)
		a, err = spectral.YuleWalker(xs, r.Order, true)
		check("adjusted", a, err, r.Adjusted)
		a, err = spectral.Burg(xs, r.Order)
		a.Variance = a.Errors
		check("Burg", a, err, r.Burg)
		a, err = spectral.LeastSquares(xs, r.Order)
		check("least squares", a, err, r.OLS)
		if math.Abs(a.Constant.Float()/r.Constant-1) > 1e-8 {
			t.Errorf("series %d: constant %v, not %v", i, a.Constant.Float(), r.Constant)
		}
	}
}

// The power of all frequencies together is that of the series (Parseval), and a shift by a
// constant moves frequency 0 alone.
func TestTransformLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.Float64Range(-100, 100), 1, 50).Draw(t, "xs")
		z := spectral.Transform(xs)
		var time, freq float64
		moved := make([]float64, len(xs))
		for i, x := range xs {
			time += x * x
			freq += real(z[i])*real(z[i]) + imag(z[i])*imag(z[i])
			moved[i] = x + 7
		}
		if n := float64(len(xs)); math.Abs(freq/n-time) > 1e-11*(1+time) {
			t.Errorf("power %v of frequencies, %v of values", freq/n, time)
		}
		for k, y := range spectral.Transform(moved) {
			want := z[k]
			if k == 0 {
				want += complex(7*float64(len(xs)), 0)
			}
			if cmplx.Abs(y-want) > 1e-9 {
				t.Errorf("shifted: X(%d) is %v, not %v", k, y, want)
			}
		}
		s := spectral.Spectrum{Window: "boxcar", Detrend: "none", Length: len(xs), Rate: 1, TwoSided: true, Density: true}
		_, p := s.Power(nums(xs))
		var sum float64
		for _, x := range p {
			sum += x
		}
		if math.Abs(sum-time) > 1e-10*(1+time) {
			t.Errorf("densities add up to %v, not %v", sum, time)
		}
	})
}

func TestBand(t *testing.T) {
	f, p := []float64{0, 1, 2, 3}, []float64{1, 3, 5, 1}
	for _, c := range [][3]float64{{0, 3, 9}, {1, 2, 4}, {0.5, 2.5, 4}, {0, 1.5, 2}} {
		if got := spectral.Band(f, p, c[0], c[1]); got != c[2] {
			t.Errorf("from %v to %v: %v, not %v", c[0], c[1], got, c[2])
		}
	}
	for _, c := range [][2]float64{{1, 1}, {5, 6}, {2, 1}} {
		if got := spectral.Band(f, p, c[0], c[1]); got == got {
			t.Errorf("from %v to %v: %v", c[0], c[1], got)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, xs := range map[string][]float64{"empty": nil, "short": {1, 2}, "constant": {3, 3, 3, 3, 3, 3, 3}} {
		for method, f := range map[string]func([]dd.Num, int) (spectral.Autoregression, error){
			"Yule and Walker": func(x []dd.Num, p int) (spectral.Autoregression, error) { return spectral.YuleWalker(x, p, false) },
			"Burg":            spectral.Burg, "least squares": spectral.LeastSquares} {
			for _, order := range []int{0, 2} {
				if a, err := f(nums(xs), order); err == nil {
					t.Errorf("%s of %s series, order %d: %v", method, name, order, a)
				}
			}
		}
	}
	if spectral.Transform(nil) != nil || len(spectral.Detrend(nil, "linear")) != 0 {
		t.Error("an empty series has a transform")
	}
}

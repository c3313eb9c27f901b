package dd_test

import (
	"math"
	"slices"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"pgregory.net/rapid"
)

// Order is the stable order by comparing, whatever the numbers share: few values, low parts,
// a neighbourhood of one float64, or far outliers.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 2, 100, 300, 3000, 70_000}).Draw(t, "n")
		seed := uint64(rapid.IntRange(0, 1000).Draw(t, "seed"))
		of := rapid.SampledFrom([]func(x float64) dd.Num{
			dd.F,
			func(x float64) dd.Num { return dd.F(math.Round(3 * x)) },
			func(x float64) dd.Num { return dd.Num{Hi: math.Round(x), Lo: math.Round(2*x) * 1e-20} },
			func(x float64) dd.Num { return dd.F(1 + x*1e-12) },
			func(x float64) dd.Num { return dd.F(x * math.Exp(200*x)) },
			func(x float64) dd.Num { return dd.F(math.Copysign(0, x)) },
		}).Draw(t, "of")
		xs := normal(n, seed)
		for i := range xs {
			xs[i] = of(xs[i].Hi)
		}
		want := make([]int32, n)
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortStableFunc(want, func(a, b int32) int { return xs[a].Cmp(xs[b]) })
		if got := dd.Order(xs); !slices.Equal(got, want) {
			t.Fatalf("another order of %d numbers", n)
		}
		keys, floats := dd.SortedKeys(xs)
		if floats == slices.ContainsFunc(xs, func(x dd.Num) bool { return x.Lo != 0 }) {
			t.Fatalf("numbers that are float64: %v", floats)
		}
		for i := 1; floats && i < n; i++ {
			if before, now := xs[want[i-1]], xs[want[i]]; keys[i-1] > keys[i] || (before.Cmp(now) == 0) != (keys[i-1] == keys[i]) {
				t.Fatalf("the keys of %v and %v are %x and %x", before, now, keys[i-1], keys[i])
			}
		}
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		for _, kind := range []int{1, 5, 7} {
			if n == 0 {
				continue
			}
			if got, want := dd.QuantileOf(xs, p, kind), dd.Quantile(dd.Sorted(xs), p, kind); got != want {
				t.Fatalf("quantile %v of type %d is %v, not %v", p, kind, got, want)
			}
		}
	})
}

// A fit of many rows is that by reflections, to 20 digits of the scale.
func TestFitsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, p := rapid.IntRange(512, 2000).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "p")
		x := make([][]dd.Num, p)
		y := normal(n, uint64(rapid.IntRange(0, 1000).Draw(t, "seed")))
		for j := range x {
			x[j] = normal(n, uint64(j+2000))
			at := rapid.Float64Range(-3, 6).Draw(t, "centre")
			for i := range x[j] {
				x[j][i] = x[j][i].Add(dd.F(math.Pow(10, at)))
				y[i] = y[i].Add(x[j][i])
			}
		}
		got, err := dd.LeastSquares(x, y)
		if err != nil {
			t.Fatal(err)
		}
		want, err := dd.Reflected(x, y)
		if err != nil {
			t.Fatal(err)
		}
		near := func(what string, a, b, scale dd.Num) {
			if !(a.Sub(b).Abs().Float() <= 1e-19*scale.Abs().Float()) {
				t.Fatalf("%s is %v, by reflections %v", what, a, b)
			}
		}
		near("RSS", got.RSS, want.RSS, want.RSS)
		for j := range x {
			near("variance", got.Inv[j], want.Inv[j], want.Inv[j])
			near("coefficient", got.Coef[j], want.Coef[j], dd.F(1))
		}
		if math.Abs(got.Kappa/want.Kappa-1) > 1e-9 {
			t.Fatalf("conditioning %v, by reflections %v", got.Kappa, want.Kappa)
		}
	})
}

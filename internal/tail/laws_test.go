package tail_test

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"github.com/assaybench/assay/internal/tail"
	"pgregory.net/rapid"
)

func near(t testing.TB, what string, got, want, rel float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rel*math.Abs(want)) {
		t.Errorf("%s: %.17g, want %.17g", what, got, want)
	}
}

// Both tails of the binomial against exact sums of fractions.
func TestBinomialExact(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 120).Draw(r, "n")
		k := rapid.IntRange(0, n).Draw(r, "k")
		p := float64(rapid.IntRange(1, 255).Draw(r, "p")) / 256
		var le, gt, mass big.Rat
		q := new(big.Rat).SetFloat64(1 - p)
		pr := new(big.Rat).SetFloat64(p)
		for i := 0; i <= n; i++ {
			m := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(i)))
			for range i {
				m.Mul(m, pr)
			}
			for range n - i {
				m.Mul(m, q)
			}
			switch {
			case i == k:
				mass.Set(m)
				fallthrough
			case i < k:
				le.Add(&le, m)
			default:
				gt.Add(&gt, m)
			}
		}
		float := func(x *big.Rat) float64 { f, _ := x.Float64(); return f }
		lower, upper := tail.Binomial(k, n, p)
		near(t, "lower", lower, float(&le), 1e-12)
		near(t, "upper", upper, float(&gt), 1e-12)
		near(t, "mass", tail.BinomialMass(k, n, p), float(&mass), 1e-12)
		if t.Failed() {
			r.Fatalf("n %d, k %d, p %v", n, k, p)
		}
	})
}

// The range of two means is √2 |t|.
func TestRangeOfTwo(t *testing.T) {
	for _, df := range []float64{1, 2, 5, 20, 300, 1e5} {
		for _, q := range []float64{0.01, 0.5, 2, 4, 9, 25} {
			near(t, "range", tail.StudentizedRange(q, 2, df), tail.TTwoSided(q/math.Sqrt2, df), 2e-11)
		}
	}
	near(t, "known sd", tail.StudentizedRange(12, 2, math.Inf(1)), 2*tail.Normal(12/math.Sqrt2), 1e-11)
	// R 4.2.2: ptukey(3.5, 4, 20, lower.tail = FALSE), qtukey(.95, 4, 20)
	near(t, "upper", tail.StudentizedRange(3.5, 4, 20), 0.0949584505485567, 1e-10)
	near(t, "quantile", tail.StudentizedRangeQuantile(0.05, 4, 20), 3.95829346145039, 1e-7) // what qtukey asks of itself
}

// Quantiles invert the tails.
func TestQuantilesInvert(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := rapid.Float64Range(1e-12, 1-1e-12).Draw(r, "p")
		d1, d2 := rapid.Float64Range(0.5, 500).Draw(r, "d1"), rapid.Float64Range(0.5, 500).Draw(r, "d2")
		both := func(what string, lower, upper float64) {
			near(t, what, lower, p, 1e-9*math.Max(1, (1-p)/p*1e-3))
			near(t, what, upper, 1-p, 1e-9*math.Max(1, p/(1-p)*1e-3))
		}
		x := tail.TQuantile(p, d1)
		both("t", tail.T(-x, d1), tail.T(x, d1))
		x = tail.FQuantile(p, d1, d2)
		both("F", tail.FLower(x, d1, d2), tail.F(x, d1, d2))
		x = tail.ChiSquaredQuantile(p, d1)
		both("chi", tail.ChiSquaredLower(x, d1), tail.ChiSquared(x, d1))
		if x = tail.BetaQuantile(p, d1, d2); x < 0.9 {
			lower, upper := tail.Beta(d1, d2, x, 1-x)
			both("beta", lower, upper)
		}
		if t.Failed() {
			r.Fatalf("p %v, d1 %v, d2 %v", p, d1, d2)
		}
	})
}

// Exact rank tests against all subsets and all signs.
func TestRanksByEnumeration(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		scores := rapid.SliceOfN(rapid.IntRange(1, 12), 1, 9).Draw(r, "scores")
		size := rapid.IntRange(0, len(scores)).Draw(r, "size")
		s := rapid.IntRange(0, 60).Draw(r, "s")
		var all, le, ge, signs, signLE, signGE float64
		for set := range 1 << len(scores) {
			sum := 0
			for i, v := range scores {
				if set>>i&1 == 1 {
					sum += v
				}
			}
			count := func(all, le, ge *float64) {
				*all++
				if sum <= s {
					*le++
				}
				if sum >= s {
					*ge++
				}
			}
			count(&signs, &signLE, &signGE)
			if bits.OnesCount(uint(set)) == size {
				count(&all, &le, &ge)
			}
		}
		a, b := tail.RankSum(scores, size, s)
		c, d := tail.SignedRank(scores, s)
		for _, x := range [][2]float64{{a, le / all}, {b, ge / all}, {c, signLE / signs}, {d, signGE / signs}} {
			near(t, "share", x[0], x[1], 1e-13)
		}
		if t.Failed() {
			r.Fatalf("scores %v, size %d, s %d", scores, size, s)
		}
	})
}

// A single value among many is as quick as it should be, and right.
func TestRankSumOfOne(t *testing.T) {
	scores := make([]int, 2501)
	for i := range scores {
		scores[i] = i + 1
	}
	lower, upper := tail.RankSum(scores, 1, 25)
	near(t, "at most", lower, 25.0/2501, 1e-12)
	near(t, "at least", upper, 2477.0/2501, 1e-12)
	lower, _ = tail.RankSum(scores, 2500, 2501*2502/2-2500)
	near(t, "all but one", lower, 2.0/2501, 1e-12)
}

// scipy 1.18: ks_2samp exact of samples of 3 and 4, 10 and 10.
func TestTwoSampleKS(t *testing.T) {
	near(t, "3, 4, all apart", tail.TwoSampleKS(3, 4, 12, nil), 2.0/35, 1e-14)
	near(t, "10, 10, 0.6", tail.TwoSampleKS(10, 10, 60, nil), 0.05244755244755244, 1e-13)
	near(t, "apart", tail.TwoSampleKS(60, 50, 3000, nil), 2/math.Exp(lchoose(110, 50)), 1e-11)
}

func lchoose(n, k float64) float64 {
	l := func(x float64) float64 { v, _ := math.Lgamma(x + 1); return v }
	return l(n) - l(k) - l(n-k)
}

func TestOutside(t *testing.T) {
	nan := math.NaN()
	for name, x := range map[string]float64{
		"t of NaN": tail.T(nan, 3), "t without df": tail.T(1, 0), "F": tail.F(nan, 1, 1), "chi": tail.ChiSquared(1, -1), "normal": tail.NormalQuantile(2),
		"beta": tail.BetaQuantile(0.5, 0, 1), "range": tail.StudentizedRange(1, 1, 3), "kolmogorov": tail.Kolmogorov(nan), "quantile": tail.FQuantile(nan, 1, 1),
	} {
		if !math.IsNaN(x) {
			t.Errorf("%s is %v", name, x)
		}
	}
	for name, x := range map[string][2]float64{
		"t": {tail.T(math.Inf(1), 3), 0}, "far t": {tail.T(1e200, 2), 0}, "F": {tail.F(math.Inf(1), 2, 2), 0}, "F at 0": {tail.F(0, 2, 2), 1}, "chi": {tail.ChiSquared(math.Inf(1), 2), 0},
		"quantile": {tail.TQuantile(1, 2), math.Inf(1)}, "median": {tail.TQuantile(0.5, 2), 0}, "beta": {tail.BetaQuantile(1, 2, 2), 1},
	} {
		if x[0] != x[1] {
			t.Errorf("%s is %v, not %v", name, x[0], x[1])
		}
	}
}

// Γ(1) / (1 Γ(1/2)) is 1/√π; for large a it is 1 - 3/(8 a) and more.
func TestGammaRatio(t *testing.T) {
	near(t, "1", tail.GammaRatio(1), 1/math.SqrtPi, 1e-14)
	near(t, "3/2", tail.GammaRatio(1.5), math.SqrtPi/2/math.Sqrt(1.5), 1e-14)
	near(t, "1e6", tail.GammaRatio(1e6), 1-3/8e6-7/128e12, 1e-15)
}

// One-sample D of many values against scipy 1.18 (kstwo.sf), which sums the series of Pelz
// and Good: it has 9 digits at 10,000 values.
func TestOneSampleKSOfMany(t *testing.T) {
	for _, c := range []struct {
		n    int
		x, p float64
	}{
		{10000, 0.4, 0.9970213880468209}, {10000, 0.8, 0.5414432241521093}, {10000, 1.36, 0.04903580807632146}, {10000, 2.4, 1.951993075712348e-05},
		{20000, 0.6, 0.862725448514327}, {20000, 1, 0.26873939434518745}, {20000, 1.8, 0.003041210095948023}, {20000, 2.4, 1.96236147454296e-05},
		{100000, 0.4, 0.9971387516209209}, {100000, 0.8, 0.5432861510901741}, {100000, 1.36, 0.04934385868411428}, {100000, 2.4, 1.975637346726899e-05},
	} {
		near(t, "one-sample D", tail.OneSampleKS(c.n, c.x/math.Sqrt(float64(c.n))), c.p, 1e-7)
	}
	for _, p := range []float64{tail.OneSampleKS(0, 0.5), tail.OneSampleKS(5, math.NaN()), tail.OneSidedKS(-1, 0.5)} {
		if !math.IsNaN(p) {
			t.Errorf("nothing has the tail %v", p)
		}
	}
	if tail.OneSampleKS(5, 1) != 0 || tail.OneSampleKS(5, 0.1) != 1 || tail.OneSidedKS(5, 0) != 1 || tail.OneSidedKS(5, 2) != 0 {
		t.Error("the ends of the distribution of D")
	}
}

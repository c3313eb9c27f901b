package dd_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"pgregory.net/rapid"
)

func exact(a dd.Num) *big.Float {
	x := new(big.Float).SetPrec(300).SetFloat64(a.Hi)
	return x.Add(x, new(big.Float).SetFloat64(a.Lo))
}

// near reports whether a agrees with want to 30 digits of scale.
func near(t *rapid.T, op string, a dd.Num, want, scale *big.Float) {
	d := new(big.Float).SetPrec(300).Sub(exact(a), want)
	bound := new(big.Float).Mul(new(big.Float).Abs(scale), big.NewFloat(1e-30))
	if d.Abs(d).Cmp(bound) > 0 && d.Cmp(big.NewFloat(1e-320)) > 0 { // there float64 itself runs out of digits
		t.Fatalf("%s: %v is off by %v", op, want, d)
	}
}

func draw(t *rapid.T, name string) dd.Num {
	f := rapid.Float64Range(-1e6, 1e6)
	hi := f.Draw(t, name)
	if math.Abs(hi) < 1e-100 { // near underflow the low part has no room
		hi = 0
	}
	return dd.F(hi).Add(dd.F(f.Draw(t, name+" low") * 1e-22 * math.Abs(hi)))
}

func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		x, y := exact(a), exact(b)
		z := func() *big.Float { return new(big.Float).SetPrec(300) }
		sum := z().Add(z().Abs(x), z().Abs(y))
		near(t, "sum", a.Add(b), z().Add(x, y), sum)
		near(t, "difference", a.Sub(b), z().Sub(x, y), sum)
		near(t, "product", a.Mul(b), z().Mul(x, y), z().Mul(x, y))
		if b.Sign() != 0 {
			near(t, "quotient", a.Div(b), z().Quo(x, y), z().Quo(x, y))
		}
		if a.Sign() > 0 {
			near(t, "root", a.Sqrt(), z().Sqrt(x), z().Sqrt(x))
		}
		if got, want := a.Cmp(b), x.Cmp(y); got != want {
			t.Fatalf("Cmp %d, want %d", got, want)
		}
	})
}

func TestParse(t *testing.T) {
	for _, s := range []string{"0", "-0.1", "+2.50", "10000000.2", "123456789012345678", "0.123456789012345678", "1234567890123456789012", "1e-3", "-2.5E+2", ".5", "5.", "1e300", "4e-320"} {
		got, err := dd.Parse(s)
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		want, _, _ := big.ParseFloat(s, 10, 300, big.ToNearestEven)
		d := new(big.Float).Sub(exact(got), want)
		if bound := new(big.Float).Mul(new(big.Float).Abs(want), big.NewFloat(1e-30)); d.Abs(d).Cmp(bound) > 0 && d.Cmp(big.NewFloat(5e-324)) > 0 {
			t.Errorf("%s is off by %v", s, d)
		}
	}
	for _, s := range []string{"", "-", ".", "1.2.3", "x", "1e999", "1,5"} {
		if n, err := dd.Parse(s); err == nil {
			t.Errorf("%q was read as %v", s, n)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1", "-0.1", "1e-3", "99999999999999999999", "", "1e400", "0x1p3", "١"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, err := dd.Parse(s); err == nil && math.IsInf(n.Hi, 0) {
			t.Errorf("%q gives an infinite number without an error", s)
		}
	})
}

func nums(xs ...float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

func TestMoments(t *testing.T) {
	m := dd.Of(nums(2, 4, 4, 4, 5, 5, 7, 9))
	if m.Mean.Float() != 5 || m.SS.Float() != 32 || m.SD(0).Float() != 2 {
		t.Errorf("mean %v, SS %v, sd %v", m.Mean, m.SS, m.SD(0))
	}
	if dd.Of(nums(1)).SD(1).Finite() || dd.Of(nil).Var(0).Finite() {
		t.Error("an sd of too few values is finite")
	}
	if got := dd.Cross(nums(1, 2, 3), nums(2, 4, 7)).Float(); got != 5 {
		t.Errorf("Cross %v, want 5", got)
	}
}

func TestLeastSquares(t *testing.T) {
	one, x := nums(1, 1, 1, 1), nums(1, 2, 3, 4)
	fit, err := dd.LeastSquares([][]dd.Num{one, x}, nums(6, 5, 7, 10))
	if err != nil {
		t.Fatal(err)
	}
	// By hand: b = 1.4, a = 3.5, RSS = 4.2, (X'X)^-1 = [1.5, 0.2].
	for i, want := range []float64{3.5, 1.4} {
		if math.Abs(fit.Coef[i].Float()-want) > 1e-15 {
			t.Errorf("coefficient %d is %v, want %v", i, fit.Coef[i].Float(), want)
		}
	}
	if math.Abs(fit.RSS.Float()-4.2) > 1e-15 || math.Abs(fit.Inv[0].Float()-1.5) > 1e-15 || math.Abs(fit.Inv[1].Float()-0.2) > 1e-15 {
		t.Errorf("RSS %v, diagonal %v", fit.RSS.Float(), fit.Inv)
	}
	if x[0] != dd.F(1) || one[3] != dd.F(1) {
		t.Error("the columns were changed")
	}
	var rank dd.RankError
	if _, err := dd.LeastSquares([][]dd.Num{one, x, nums(2, 3, 4, 5)}, x); err != (dd.RankError{Column: 2}) {
		t.Errorf("error %v, want %v", err, rank)
	}
	if _, err := dd.LeastSquares([][]dd.Num{one, nums(0, 0, 0, 0)}, x); err != (dd.RankError{Column: 1}) {
		t.Errorf("a column of zeros: %v", err)
	}
	if _, err := dd.LeastSquares([][]dd.Num{one[:1], x[:1]}, x[:1]); err == nil {
		t.Error("one row determines two coefficients")
	}
	if _, err := dd.LeastSquares(nil, x); err == nil {
		t.Error("no columns are fitted")
	}
}

func TestQuantileEnds(t *testing.T) {
	for kind := 0; kind <= 10; kind++ {
		q := dd.Quantile(nums(1, 2, 3), 0.5, kind)
		if ok := kind >= 1 && kind <= 9; q.Finite() != ok {
			t.Errorf("type %d: %v", kind, q)
		}
		if kind >= 1 && kind <= 9 {
			if lo, hi := dd.Quantile(nums(1, 2, 3), 0, kind), dd.Quantile(nums(1, 2, 3), 1, kind); lo.Float() != 1 || hi.Float() != 3 {
				t.Errorf("type %d: ends %v %v", kind, lo, hi)
			}
		}
	}
	if dd.Quantile(nil, 0.5, 7).Finite() {
		t.Error("a quantile of nothing is finite")
	}
}

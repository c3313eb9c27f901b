package mest_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/mest"
	"pgregory.net/rapid"
)

func column(xs ...float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

// stackloss are 21 days of a plant that oxidises ammonia (Brownlee 1965; public domain):
// a constant, air flow, water temperature, acid concentration, and the loss.
func stackloss() ([][]dd.Num, []dd.Num) {
	x := [][]dd.Num{nil,
		column(80, 80, 75, 62, 62, 62, 62, 62, 58, 58, 58, 58, 58, 58, 50, 50, 50, 50, 50, 56, 70),
		column(27, 27, 25, 24, 22, 23, 24, 24, 23, 18, 18, 17, 18, 19, 18, 18, 19, 19, 20, 20, 20),
		column(89, 88, 90, 87, 87, 87, 93, 93, 87, 80, 89, 88, 82, 93, 89, 86, 72, 79, 80, 82, 91)}
	for range x[1] {
		x[0] = append(x[0], dd.F(1))
	}
	return x, column(42, 37, 37, 28, 18, 18, 19, 20, 15, 14, 14, 13, 11, 12, 8, 7, 8, 8, 9, 15, 15)
}

func near(t *testing.T, what string, got, want, rel float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rel*math.Abs(want)) {
		t.Errorf("%s: %v, not %v", what, got, want)
	}
}

// As RLM(y, X, M).fit(tol=1e-14, maxiter=5000, cov) of statsmodels 0.15.0.
func TestAgainstStatsmodels(t *testing.T) {
	x, y := stackloss()
	for _, c := range []struct {
		psi        mest.Psi
		coef       [4]float64
		scale      float64
		h1, h2, h3 [4]float64
	}{
		{mest.Huber(1.345), [4]float64{-41.02649835240031, 0.8293843346001091, 0.9260659661966482, -0.12784672494578492}, 2.4405360917210057,
			[4]float64{9.791898541349163, 0.11100521335450325, 0.30293016310858595, 0.12864961493536814},
			[4]float64{9.089504191353637, 0.11945974641203752, 0.32235496906724415, 0.11796312907069717},
			[4]float64{8.376356253977441, 0.12869785307956294, 0.34073519967993526, 0.1066936112564537}},
		{mest.Bisquare(4.685), [4]float64{-42.2853507793297, 0.927557322755521, 0.6507176872143061, -0.11233315379090107}, 2.2818813349511244,
			[4]float64{9.504491924918613, 0.10774704716317207, 0.2940387175093348, 0.124873559620096},
			[4]float64{8.23560638672843, 0.11767973765869201, 0.3179430963010718, 0.10847122390138532},
			[4]float64{6.992731996888762, 0.12693598027420927, 0.3357492482402454, 0.09172661296952174}},
	} {
		f, err := mest.Solve(context.Background(), x, y, c.psi, mest.AboutZero)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "scale", f.Scale, c.scale, 1e-10)
		for j := range 4 {
			near(t, c.psi.Name, f.Coef[j].Float(), c.coef[j], 1e-10)
			v, err := f.Variances(x, j, 0)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "H1", math.Sqrt(v.H1), c.h1[j], 1e-9)
			near(t, "H2", math.Sqrt(v.H2), c.h2[j], 1e-9)
			near(t, "H3", math.Sqrt(v.H3), c.h3[j], 1e-9)
		}
	}
}

// As rlm(stack.loss ~ ., stackloss, psi = psi.huber) of R 4.2.2 (MASS), which takes 0.6745
// in the spread and stops early.
func TestAgainstMASS(t *testing.T) {
	x, y := stackloss()
	f, err := mest.Solve(context.Background(), x, y, mest.Huber(1.345), mest.AboutZero)
	if err != nil {
		t.Fatal(err)
	}
	coef := []float64{-41.0265310532229, 0.829373868887717, 0.926108184089072, -0.127849160311598}
	// the standard errors by MASS as the tests of statsmodels 0.15.0 hold them
	se := []float64{9.8073472, 0.11118035, 0.3034081, 0.12885259}
	for j := range coef {
		near(t, "coefficient", f.Coef[j].Float(), coef[j], 1e-4)
		v, err := f.Variances(x, j, 1)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "standard error", math.Sqrt(v.H1), se[j], 2e-4)
		if v, _ := f.Variances(x, j, 0); math.Abs(math.Sqrt(v.H1)/se[j]-1) < 1e-3 {
			t.Errorf("the other divisor is not told apart")
		}
	}
}

// The fit solves its equations, moves with y, and is that of least squares where nothing
// lies far off.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 40).Draw(t, "n")
		x := [][]dd.Num{make([]dd.Num, n), make([]dd.Num, n)}
		y, moved := make([]dd.Num, n), make([]dd.Num, n)
		shift := rapid.SampledFrom([]float64{0, 3, 1e9}).Draw(t, "shift")
		for i := range n {
			v := float64(rapid.IntRange(-12, 12).Draw(t, "x"))/4 + float64(i)
			x[0][i], x[1][i] = dd.F(1), dd.F(v)
			y[i] = dd.F(2*v + float64(rapid.IntRange(-16, 16).Draw(t, "e")*(1+i*i%13))/16)
			moved[i] = y[i].Add(dd.F(shift))
		}
		f, err := mest.Solve(context.Background(), x, y, mest.Huber(1.345), mest.AboutZero)
		if errors.Is(err, mest.ErrExact) || errors.Is(err, mest.ErrUnsettled) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		psi := mest.Huber(1.345)
		for k := range x {
			var s, size float64
			for i, e := range f.Residual {
				s += psi.Value(e/f.Scale) * x[k][i].Float()
				size += math.Abs(x[k][i].Float())
			}
			if math.Abs(s) > 1e-9*size {
				t.Errorf("equation %d is left with %v of %v", k, s, size)
			}
		}
		g, err := mest.Solve(context.Background(), x, moved, mest.Huber(1.345), mest.AboutZero)
		if err != nil {
			t.Fatal(err)
		}
		if d := g.Coef[0].Sub(f.Coef[0]).Sub(dd.F(shift)).Float(); math.Abs(d) > 1e-9 {
			t.Errorf("moved by %v: constant off by %v", shift, d)
		}
		if d := g.Coef[1].Sub(f.Coef[1]).Float(); math.Abs(d) > 1e-9 {
			t.Errorf("moved by %v: slope off by %v", shift, d)
		}
		h, err := mest.Solve(context.Background(), x, y, mest.Huber(1e6), mest.AboutZero)
		if err != nil {
			t.Fatal(err)
		}
		l, _ := dd.LeastSquares(x, y)
		if d := h.Coef[1].Sub(l.Coef[1]).Float(); math.Abs(d) > 1e-12 {
			t.Errorf("nothing far: %v from least squares", d)
		}
	})
}

// A slope is the derivative, and a weight the value over u.
func TestPsi(t *testing.T) {
	for _, psi := range []mest.Psi{mest.Huber(1.345), mest.Bisquare(4.685)} {
		for _, u := range []float64{-7, -4, -1, -0.3, 0.2, 1.1, 2, 4.6, 5} {
			const h = 1e-6
			if d := (psi.Value(u+h) - psi.Value(u-h)) / (2 * h); math.Abs(d-psi.Slope(u)) > 1e-8 {
				t.Errorf("%s: slope at %v is %v, not %v", psi.Name, u, psi.Slope(u), d)
			}
			near(t, psi.Name, psi.Weight(u)*u, psi.Value(u), 1e-14)
		}
	}
	near(t, "about zero", mest.AboutZero([]float64{1, 2, 3, -10}), 2.5/mest.Normal, 1e-15)
	near(t, "about the median", mest.AboutMedian([]float64{1, 2, 3, 10, 11}), 2/mest.Normal, 1e-15)
}

func TestRefusals(t *testing.T) {
	ctx := context.Background()
	one := column(1, 1, 1, 1, 1, 1)
	for name, c := range map[string]struct {
		x [][]dd.Num
		y []dd.Num
	}{
		"no rows":   {[][]dd.Num{{}}, nil},
		"dependent": {[][]dd.Num{one, column(2, 2, 2, 2, 2, 2)}, column(1, 2, 3, 4, 5, 7)},
		"a line":    {[][]dd.Num{one, column(1, 2, 3, 4, 5, 6)}, column(2, 4, 6, 8, 10, 12)},
		"constant":  {[][]dd.Num{one}, column(3, 3, 3, 3, 3, 3)},
		"zeros":     {[][]dd.Num{one}, column(0, 0, 0, 0, 0, 0)},
		"too large": {[][]dd.Num{one, column(1, 2, 3, 4, 5, 6)}, column(1e300, -1e300, 1e299, 0, 1, 2)},
		"NaN":       {[][]dd.Num{one}, column(3, 3, math.NaN(), 3, 3, 3)},
	} {
		if f, err := mest.Solve(ctx, c.x, c.y, mest.Huber(1.345), mest.AboutZero); err == nil {
			t.Errorf("%s: no error but %v", name, f.Coef)
		}
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	x, y := stackloss()
	if _, err := mest.Solve(done, x, y, mest.Huber(1.345), mest.AboutZero); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Reweighting alone comes nearer to this fit by less than 1 % a step.
func TestSlow(t *testing.T) {
	x := [][]dd.Num{nil, column(0, 57, 52, 49, 48, 49, 52, 57, -53.6875, 1.375)}
	for range x[1] {
		x[0] = append(x[0], dd.F(1))
	}
	y := column(0, 58, 56, 58, 64, 74, 88, 106, 250, 0)
	f, err := mest.Solve(context.Background(), x, y, mest.Huber(1.345), mest.AboutZero)
	if err != nil {
		t.Fatal(err)
	}
	psi := mest.Huber(1.345)
	for k := range x {
		var s float64
		for i, e := range f.Residual {
			s += psi.Value(e/f.Scale) * x[k][i].Float()
		}
		if math.Abs(s) > 1e-8 {
			t.Errorf("equation %d is left with %v", k, s)
		}
	}
}

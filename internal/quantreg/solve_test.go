package quantreg_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/quantreg"
	"pgregory.net/rapid"
)

func column(xs ...float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

func ones(n int) []dd.Num {
	out := make([]dd.Num, n)
	for i := range out {
		out[i] = dd.F(1)
	}
	return out
}

// With a constant alone the fit is the sample quantile; where n tau is a whole number
// all values between two neighbours are.
func TestConstant(t *testing.T) {
	y := column(7, 1, 5, 3, 9, 11, 15, 13, 19, 17)
	for _, c := range []struct{ tau, low, high float64 }{
		{0.5, 9, 11}, {0.1, 1, 3}, {0.3, 5, 7}, {0.7, 13, 15}, {0.9, 17, 19}, {0.25, 5, 5}, {0.95, 19, 19}, {1e-9, 1, 1}, {1 - 1e-9, 19, 19}} {
		f, err := quantreg.Solve(context.Background(), [][]dd.Num{ones(10)}, y, c.tau)
		if err != nil || f.Low[0].Float() != c.low || f.High[0].Float() != c.high || f.Unique() != (c.low == c.high) {
			t.Errorf("tau %v: from %v to %v, %v", c.tau, f.Low, f.High, err)
		}
	}
}

// loss of coefficients in float64.
func loss(x [][]float64, y, b []float64, tau float64) float64 {
	var s float64
	for i := range y {
		r := y[i]
		for k := range b {
			r -= x[k][i] * b[k]
		}
		s += math.Max(r*tau, r*(tau-1))
	}
	return s
}

// The best of all fits through as many rows as there are coefficients is the best of
// all, and the ends of the coefficients are those of the fits that are as good. Small
// integers make ties of every kind.
func TestEveryVertex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 12).Draw(t, "n")
		tau := rapid.SampledFrom([]float64{0.5, 0.25, 0.75, 0.125}).Draw(t, "tau")
		x, y := [][]float64{make([]float64, n), make([]float64, n), make([]float64, n)}, make([]float64, n)
		for i := range n {
			x[0][i] = 1
			x[1][i] = float64(rapid.IntRange(0, 5).Draw(t, "x"))
			x[2][i] = float64(rapid.IntRange(-2, 2).Draw(t, "z"))
			y[i] = float64(rapid.IntRange(-4, 4).Draw(t, "y"))
		}
		f, err := quantreg.Solve(context.Background(), [][]dd.Num{column(x[0]...), column(x[1]...), column(x[2]...)}, column(y...), tau)
		if errors.As(err, new(dd.RankError)) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		best := math.Inf(1)
		low, high := [3]float64{}, [3]float64{}
		for i := range n {
			for j := range i {
				for k := range j {
					b, ok := cramer(x, y, i, j, k)
					if !ok {
						continue
					}
					switch l := loss(x, y, b[:], tau); {
					case l < best-1e-9:
						best, low, high = l, b, b
					case l < best+1e-9:
						for c := range b {
							low[c], high[c] = min(low[c], b[c]), max(high[c], b[c])
						}
					}
				}
			}
		}
		if math.Abs(f.Loss.Float()-best) > 1e-9 {
			t.Fatalf("loss %v, the least is %v", f.Loss.Float(), best)
		}
		for c := range low {
			if math.Abs(f.Low[c].Float()-low[c]) > 1e-9 || math.Abs(f.High[c].Float()-high[c]) > 1e-9 {
				t.Fatalf("coefficient %d from %v to %v, not %v to %v", c, f.Low[c].Float(), f.High[c].Float(), low[c], high[c])
			}
		}
	})
}

// cramer solves for the fit through three rows.
func cramer(x [][]float64, y []float64, rows ...int) ([3]float64, bool) {
	det := func(c [3][]float64) float64 {
		at := func(k, r int) float64 { return c[k][rows[r]] }
		return at(0, 0)*(at(1, 1)*at(2, 2)-at(2, 1)*at(1, 2)) - at(1, 0)*(at(0, 1)*at(2, 2)-at(2, 1)*at(0, 2)) + at(2, 0)*(at(0, 1)*at(1, 2)-at(1, 1)*at(0, 2))
	}
	d := det([3][]float64{x[0], x[1], x[2]})
	if d == 0 {
		return [3]float64{}, false
	}
	return [3]float64{det([3][]float64{y, x[1], x[2]}) / d, det([3][]float64{x[0], y, x[2]}) / d, det([3][]float64{x[0], x[1], y}) / d}, true
}

func TestRefusals(t *testing.T) {
	ctx := context.Background()
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		x   [][]dd.Num
		y   []dd.Num
		tau float64
	}{
		"no rows":       {[][]dd.Num{{}}, nil, 0.5},
		"no columns":    {nil, column(1, 2), 0.5},
		"few rows":      {[][]dd.Num{ones(1), column(2)}, column(1), 0.5},
		"dependent":     {[][]dd.Num{ones(3), column(2, 2, 2)}, column(1, 2, 3), 0.5},
		"tau 0":         {[][]dd.Num{ones(3)}, column(1, 2, 3), 0},
		"tau 1":         {[][]dd.Num{ones(3)}, column(1, 2, 3), 1},
		"tau NaN":       {[][]dd.Num{ones(3)}, column(1, 2, 3), nan},
		"NaN":           {[][]dd.Num{ones(3)}, column(1, nan, 3), 0.5},
		"infinite":      {[][]dd.Num{ones(3), column(1, inf, 2)}, column(1, 2, 3), 0.5},
		"too large":     {[][]dd.Num{ones(3), column(1, 2, 4)}, column(1e300, -1e300, 1e299), 0.5},
		"of no columns": {[][]dd.Num{column(0, 0, 0)}, column(1, 2, 3), 0.5},
	} {
		if f, err := quantreg.Solve(ctx, c.x, c.y, c.tau); err == nil {
			t.Errorf("%s: no error but %v", name, f.Coef)
		}
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := quantreg.Solve(done, [][]dd.Num{ones(3)}, column(1, 2, 3), 0.5); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Small and large numbers are solved as their multiples are.
func TestScales(t *testing.T) {
	x, y := column(1, 2, 3, 4, 5, 6, 7), column(1.1, 2.5, 2.4, 4.6, 4.1, 6.9, 6.2)
	for _, k := range []float64{1e-100, 1e-9, 1, 1e9, 1e100} {
		big := make([]dd.Num, len(y))
		for i := range y {
			big[i] = y[i].Mul(dd.F(k))
		}
		f, err := quantreg.Solve(context.Background(), [][]dd.Num{ones(7), x}, big, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		one, _ := quantreg.Solve(context.Background(), [][]dd.Num{ones(7), x}, y, 0.5)
		for j := range f.Coef {
			if d := f.Coef[j].Div(dd.F(k)).Sub(one.Coef[j]).Float(); math.Abs(d) > 1e-13 {
				t.Errorf("times %v: coefficient %d differs by %v", k, j, d)
			}
		}
	}
}

package partial_test

import (
	"errors"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/partial"
)

func column(xs ...float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

// Of a straight line with weights w the inverse is that of [[Σw, Σwx], [Σwx, Σwx²]].
func TestLine(t *testing.T) {
	x, w := []float64{1, 2, 4, 7, 9}, []float64{1, 2, 0.5, 3, 0}
	var s, sx, sxx, n, rx, rxx float64
	for i := range x {
		s, sx, sxx = s+w[i], sx+w[i]*x[i], sxx+w[i]*x[i]*x[i]
		n, rx, rxx = n+1, rx+x[i], rxx+x[i]*x[i]
	}
	det := s*sxx - sx*sx
	inverse := [2][2]float64{{sxx / det, -sx / det}, {-sx / det, s / det}}
	for j := range 2 {
		c, err := partial.New([][]dd.Num{column(1, 1, 1, 1, 1), column(x...)}, j)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := c.Inverse(w), inverse[j][j]; math.Abs(got-want) > 1e-13*want {
			t.Errorf("inverse of column %d: %v, not %v", j, got, want)
		}
		a, b := inverse[j][0], inverse[j][1]
		if got, want := c.Sandwich(w), a*a*n+2*a*b*rx+b*b*rxx; math.Abs(got-want) > 1e-13*want {
			t.Errorf("sandwich of column %d: %v, not %v", j, got, want)
		}
		if got, want := c.Robust(w, []float64{1, 1, 1, 1, 1}), c.Sandwich(w); math.Abs(got-want) > 1e-13*want {
			t.Errorf("with equal squares, column %d: %v, not %v", j, got, want)
		}
		if got, want := c.Robust(w, w), c.Inverse(w); math.Abs(got-want) > 1e-13*want {
			t.Errorf("with squares as expected, column %d: %v, not %v", j, got, want)
		}
	}
}

func TestWithoutInverse(t *testing.T) {
	columns := [][]dd.Num{column(1, 1, 1), column(1, 2, 3)}
	c, err := partial.New(columns, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range [][]float64{{0, 0, 0}, {1, 0, 0}, {math.NaN(), 1, 1}} {
		if v := c.Inverse(w); v == v && v < 1e12 {
			t.Errorf("weights %v: inverse %v", w, v)
		}
		if v := c.Sandwich(w); v == v && v < 1e12 {
			t.Errorf("weights %v: sandwich %v", w, v)
		}
	}
	if _, err := partial.New([][]dd.Num{column(1, 1, 1), column(2, 2, 2)}, 0); !errors.As(err, new(dd.RankError)) {
		t.Errorf("dependent columns: %v", err)
	}
}

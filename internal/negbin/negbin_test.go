package negbin_test

import (
	"errors"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/negbin"
	"pgregory.net/rapid"
)

// logLik is the log likelihood of theta.
func logLik(theta float64, y, m []float64) float64 {
	s := 0.0
	for i := range y {
		a, _ := math.Lgamma(y[i] + theta)
		b, _ := math.Lgamma(theta)
		s += a - b + theta*math.Log(theta/(theta+m[i])) + y[i]*math.Log(m[i]/(theta+m[i]))
	}
	return s
}

// The score is the slope of the log likelihood and the information that of the score; what
// is found is a maximum.
func TestDerivatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		y, m := make([]float64, n), make([]float64, n)
		for i := range n {
			y[i] = float64(rapid.IntRange(0, 50).Draw(t, "y"))
			m[i] = float64(rapid.IntRange(1, 40).Draw(t, "m")) / 2
		}
		theta := rapid.Float64Range(0.1, 20).Draw(t, "theta")
		h := 1e-4 * theta
		score, information := negbin.Score(theta, y, m)
		up, _ := negbin.Score(theta+h, y, m)
		down, _ := negbin.Score(theta-h, y, m)
		if d := (logLik(theta+h, y, m) - logLik(theta-h, y, m)) / (2 * h); math.Abs(d-score) > 1e-5*(1+math.Abs(score)) {
			t.Errorf("score %v, slope %v", score, d)
		}
		if d := (down - up) / (2 * h); math.Abs(d-information) > 1e-4*(1+math.Abs(information)) {
			t.Errorf("information %v, slope %v", information, d)
		}
		best, err := negbin.Theta(y, m)
		if err != nil {
			return
		}
		top := logLik(best, y, m)
		for _, k := range []float64{0.5, 0.9, 0.99, 1.01, 1.1, 2} {
			if l := logLik(best*k, y, m); l > top+1e-9*math.Abs(top) {
				t.Errorf("theta %v has %v, %v has %v", best, top, best*k, l)
			}
		}
	})
}

// Where the likelihood has no maximum, that is said.
func TestWithoutMaximum(t *testing.T) {
	for name, c := range map[string]struct {
		y, m []float64
		want error
	}{
		"all alike":     {[]float64{3, 3, 3}, []float64{3, 3, 3}, negbin.ErrPoisson},
		"little spread": {[]float64{2, 3, 4}, []float64{3, 3, 3}, negbin.ErrPoisson},
		"no rows":       {nil, nil, negbin.ErrPoisson},
		"not numbers":   {[]float64{math.NaN(), 1}, []float64{1, 1}, negbin.ErrPoisson},
		"all zeros":     {[]float64{0, 0}, []float64{1e3, 1e3}, negbin.ErrWide},
	} {
		if theta, err := negbin.Theta(c.y, c.m); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v", name, theta, err)
		}
	}
}

// Large counts by the digamma function are small ones by sums.
func TestLargeCounts(t *testing.T) {
	y, m := []float64{9999}, []float64{5000}
	for _, theta := range []float64{0.5, 2, 30} {
		a, b := negbin.Score(theta, y, m)
		c, d := negbin.Score(theta, []float64{9999 + 1e-7}, m)
		if math.Abs(a-c) > 1e-8*math.Abs(a) || math.Abs(b-d) > 1e-6*math.Abs(b) {
			t.Errorf("theta %v: %v and %v, %v and %v", theta, a, c, b, d)
		}
	}
}

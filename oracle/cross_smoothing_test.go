package oracle_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// arraysAgainst holds each array or number that a script prints against the oracle's.
func arraysAgainst(t *testing.T, script string, atLeast int, data func(seed uint64) string) {
	t.Helper()
	type theirs struct {
		Estimator string
		Args      map[string]spec.Value
		Value     []float64
		Rel       float64
	}
	againstPython(t, script, atLeast, data, func(t *testing.T, views map[string]*oracle.View, c theirs) {
		a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.Estimator, View: "data", Args: c.Args}, views, 0)
		if err != nil {
			t.Errorf("%s %v: %v", c.Estimator, c.Args, err)
			return
		}
		if i, got := apart(a.Value, c.Value, c.Rel); i >= 0 {
			t.Errorf("%s %v: number %d is %v, theirs %v", c.Estimator, c.Args, i, got, c.Value[min(i, len(c.Value)-1)])
		}
	})
}

// apart is the first place in which a value differs from numbers by more than a part of
// the largest; -1 where there is none.
func apart(v spec.Value, want []float64, rel float64) (int, float64) {
	ns, ok := numbersOf(v)
	if !ok || len(ns) != len(want) {
		return len(ns), math.NaN()
	}
	big := 0.0
	for _, w := range want {
		big = math.Max(big, math.Abs(w))
	}
	for i, w := range want {
		if !(math.Abs(ns[i].F-w) <= rel*big) {
			return i, ns[i].F
		}
	}
	return -1, 0
}

// randomCurve are rows with k rising, x with one decimal and ties, y a noisy wave of k, v
// of two clouds, weights w, and gap, which is y with holes.
func randomCurve(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 2))
	n := 40 + r.IntN(100)
	var b strings.Builder
	b.WriteString("k,x,y,v,w,gap,id\n")
	k := 0.0
	for i := range n {
		k += 0.05 + r.Float64()
		y := 3 + math.Sin(k/4) + 0.3*r.NormFloat64() + k/20
		gap := fmt.Sprintf("%.4f", y)
		if r.IntN(6) == 0 {
			gap = ""
		}
		fmt.Fprintf(&b, "%.4f,%.1f,%.4f,%.4f,%.3f,%s,row %d\n", k, 10*r.Float64(), y, r.NormFloat64()+4*float64(i%2)+2, 0.2+3*r.Float64(), gap, i)
	}
	return b.String()
}

// Densities, smoothers, curves and filters on random data have the numbers of scipy,
// statsmodels, scikit-learn, numpy and pandas.
func TestSmoothingAgainstPython(t *testing.T) {
	arraysAgainst(t, "smoothing.py", 100, randomCurve)
}

// What is asked of a fitted linear model has the numbers of statsmodels.
func TestDiagnosticsAgainstPython(t *testing.T) {
	arraysAgainst(t, "diagnostic.py", 30, randomCurve)
}

package oracle_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomSignals are rows of even times t with a noisy oscillation s, uneven places x with
// a line on a sloping ground, and a track u, v.
func randomSignals(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 4))
	n := 120 + r.IntN(120)
	var b strings.Builder
	b.WriteString("t,s,x,line,u,v\n")
	last, u, v := 0.0, 0.0, 0.0
	period, centre, width := 5+10*r.Float64(), 12+6*r.Float64(), 1+r.Float64()
	for i := range n {
		t := 0.25 * float64(i)
		last = 0.6*last + r.NormFloat64()
		x := 30 * (float64(i) + 0.8*r.Float64()) / float64(n)
		z := (x - centre) / width
		line := 2 + 0.05*x + 8*(0.6*math.Exp(-z*z/2)+0.4/(1+z*z)) + 0.05*r.NormFloat64()
		u, v = u+0.3+0.4*r.NormFloat64(), v+0.4*r.NormFloat64()
		fmt.Fprintf(&b, "%.2f,%.5f,%.5f,%.5f,%.5f,%.5f\n", t, 3+2*math.Sin(2*math.Pi*t/period)+0.01*t+last, x, line, u, v)
	}
	return b.String()
}

// Signals, lines, functions, equations and tracks have the numbers of numpy, scipy and
// statsmodels.
func TestSignalsAgainstPython(t *testing.T) { numbersAgainst(t, "dynamics.py", 120, randomSignals) }

package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomDesign are rows of y with factors a and b in cells of unequal size, covariates
// x and z, and groups s that differ in level and in the slope of x.
func randomDesign(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 2))
	var b strings.Builder
	b.WriteString("a,b,x,z,s,y\n")
	for s := range 12 + r.IntN(12) {
		level, slope := 3*r.NormFloat64(), 1+1.5*r.NormFloat64()
		for range 6 + r.IntN(10) {
			p, q := r.IntN(3), r.IntN(2)
			x, z := 1+2*r.NormFloat64(), 4*r.Float64()
			y := 30 + level + slope*x - z + float64(p*q) + 1.5*r.NormFloat64()
			fmt.Fprintf(&b, "%c,%c,%.4f,%.4f,s%d,%.5f\n", "klm"[p], "uv"[q], x, z, s, y)
		}
	}
	return b.String()
}

// Analyses of variance and mixed models have the numbers of statsmodels.
func TestDesignsAgainstPython(t *testing.T) { numbersAgainst(t, "designed.py", 80, randomDesign) }

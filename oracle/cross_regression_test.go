package oracle_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomPanel are rows of firms over years, some lost: y linear in x and w with effects of
// both and heavy tails, x correlated with the error and explained by z1 and z2, counts c
// over exposures e that vary more than Poisson's, positive responses g and h.
func randomPanel(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	firms, years := 8+r.IntN(20), 4+r.IntN(6)
	var b strings.Builder
	b.WriteString("firm,year,x,w,z1,z2,y,c,e,g,h,a\n")
	gamma := func(shape int) float64 {
		s := 0.0
		for range shape {
			s += r.ExpFloat64()
		}
		return s / float64(shape)
	}
	for f := range firms {
		own := r.NormFloat64()
		for year := range years {
			if r.Float64() < 0.1 {
				continue
			}
			z1, z2, w, u := r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
			x := 0.8*z1 + 0.5*z2 + 0.6*u + 0.5*own + 0.3*w + r.NormFloat64()
			y := 1 + 0.7*x - 0.4*w + own + 0.1*float64(year) + u + r.NormFloat64()*math.Exp(r.NormFloat64())
			e := 0.5 + 2*r.Float64()
			mean := math.Exp(1 + 0.3*x - 0.2*w)
			events := 0
			for t, rate := r.ExpFloat64(), e*mean*gamma(2); t < rate; t += r.ExpFloat64() {
				events++
			}
			a := math.Abs(x)
			fmt.Fprintf(&b, "f%02d,%d,%.4f,%.4f,%.4f,%.4f,%.5f,%d,%.3f,%.5f,%.6f,%.4f\n", f, 2000+year, x, w, z1, z2, y, events, e, mean*gamma(3)+1e-3, gamma(3)/(2.5+0.3*a)+1e-3, a)
		}
	}
	return b.String()
}

// Regressions of other kinds on random panels have the numbers of statsmodels, and exact
// solutions those of scipy's linear programmes.
func TestRegressionsAgainstPython(t *testing.T) {
	numbersAgainst(t, "regression.py", 150, randomPanel)
}

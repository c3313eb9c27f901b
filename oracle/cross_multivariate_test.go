package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assaybench/assay/spec"
)

// randomGroups are rows of three groups g, found again as h with mistakes, that differ in
// a, b, c and d; m has gaps, p and q are positive, u and v 0 or 1.
func randomGroups(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	b.WriteString("a,b,c,d,m,p,q,u,v,g,h\n")
	for i := range 24 + r.IntN(40) {
		g := i % 3
		x := float64(g)
		h := g
		if r.IntN(4) == 0 {
			h = 4 - r.IntN(4)
		}
		m := fmt.Sprintf("%.3f", 2*r.NormFloat64()+x)
		if r.IntN(6) == 0 {
			m = ""
		}
		shared := r.NormFloat64()
		fmt.Fprintf(&b, "%.4f,%.4f,%.4f,%.4f,%s,%.4f,%.4f,%d,%d,%d,%d\n", 10+3*x+r.NormFloat64()+shared, 2*x+r.NormFloat64()-shared, 5+0.5*r.NormFloat64()+shared, r.ExpFloat64()*4-x, m,
			0.01+r.ExpFloat64(), 0.01+r.ExpFloat64(), r.IntN(2), r.IntN(2), g, h)
	}
	return b.String()
}

// Components, distances, clusters and labelings on random data have the numbers of scipy,
// scikit-learn, pandas and numpy.
func TestMultivariateAgainstPython(t *testing.T) {
	arraysAgainst(t, "multivariate.py", 110, randomGroups)
}

// numbersOf are the numbers of a value, of a table row by row; names of rows are none.
func numbersOf(v spec.Value) ([]spec.Number, bool) {
	if v.Kind != spec.ValueTable {
		return v.Numbers()
	}
	var out []spec.Number
	for _, row := range v.Rows {
		for _, cell := range row {
			if n, ok := cell.Number(); ok {
				out = append(out, n)
			}
		}
	}
	return out, len(out) > 0
}

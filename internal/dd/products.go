package dd

import (
	"math"
	"runtime"
	"sync"
)

// manyRows is from where on products of columns are worth while.
const manyRows = 512

// fromProducts solves the normal equations by Cholesky's triangle. They lose twice the digits
// that reflections do: ok is false where a column, or y, keeps less than a part in 1e10 of its
// square beside the columns before it, and where products would leave the range of float64.
func fromProducts(columns [][]Num, y []Num) (f Fit, ok bool) {
	all := append(append(make([][]Num, 0, len(columns)+1), columns...), y)
	for _, col := range all {
		if big := largest(col); big != 0 && !(big > 1e-60 && big < 1e60) {
			return f, false
		}
	}
	x := products(all)
	p := len(columns)
	f = Fit{Coef: make([]Num, p), Inv: make([]Num, p), Kappa: 1}
	diag := make([]Num, p+1)
	for j := range x {
		whole := x[j][j].Float()
		for i := range j {
			x[j][i] = x[j][i].Sub(dot(x[i][:i], x[j][:i])).Div(diag[i])
		}
		left := x[j][j].Sub(dot(x[j][:j], x[j][:j]))
		if !(left.Float() > 1e-10*whole) || math.IsInf(whole, 0) {
			return f, false
		}
		if j == p {
			f.RSS = left
			break
		}
		diag[j] = left.Sqrt()
		f.Kappa = max(f.Kappa, math.Sqrt(whole/left.Float()))
	}
	f.solve(x[:p], diag[:p], x[p])
	return f, true
}

func largest(xs []Num) float64 {
	big := 0.0
	for i := range xs {
		big = max(big, math.Abs(xs[i].Hi))
	}
	return big
}

// products are the sums of products of columns: entry i of row j, up to j. Each is added up
// in the order of the rows, however many processors share the work.
func products(columns [][]Num) [][]Num {
	n, p := len(columns[0]), len(columns)
	out := make([][]Num, p)
	for j := range out {
		out[j] = make([]Num, j+1)
	}
	workers := min(runtime.GOMAXPROCS(0), p)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for at := 0; at < n; at += 2 * run { // rows that stay near while all pairs need them
				to := min(n, at+2*run)
				for j := p - 1 - w; j >= 0; j -= workers {
					for i := range out[j] {
						out[j][i] = out[j][i].Add(dot(columns[i][at:to], columns[j][at:to]))
					}
				}
			}
		})
	}
	wg.Wait()
	return out
}

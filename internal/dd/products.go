package dd

import (
	"math"
	"runtime"
	"slices"
	"sync"
)

// manyRows is from where on products of columns are worth while.
const manyRows = 512

// Problem is a set of columns on some of which y is fitted. What several fits share is
// computed once.
type Problem struct {
	columns  [][]Num
	y        []Num
	products [][]Num // of all columns and y; nil where there are few rows
}

// NewProblem prepares fits of y on columns, which are not changed.
func NewProblem(columns [][]Num, y []Num) *Problem {
	p := &Problem{columns: columns, y: y}
	if len(y) < manyRows || len(columns) >= len(y)/4 {
		return p
	}
	all := append(append(make([][]Num, 0, len(columns)+1), columns...), y)
	for _, col := range all { // whose products stay in the range of float64
		if big := Largest(col); big != 0 && !(big > 1e-60 && big < 1e60) {
			return p
		}
	}
	p.products = products(all)
	return p
}

// Fit minimises |y - X b| over b, X some of the columns, in the given order.
func (p *Problem) Fit(of ...int) (Fit, error) {
	if p.products != nil && len(of) > 0 {
		if f, ok := p.fromProducts(of); ok {
			return f, nil
		}
	}
	x := make([][]Num, len(of))
	for j, k := range of {
		x[j] = p.columns[k]
	}
	return Reflected(x, p.y)
}

// fromProducts solves the normal equations by Cholesky's triangle. They lose twice the digits
// that reflections do: ok is false where a column, or y, keeps less than a part in 1e10 of its
// square beside the columns before it.
func (p *Problem) fromProducts(of []int) (f Fit, ok bool) {
	n := len(of)
	of = append(slices.Clip(of), len(p.columns))
	x := make([][]Num, n+1)
	f = Fit{Coef: make([]Num, n), Inv: make([]Num, n), Kappa: 1}
	diag := make([]Num, n+1)
	for j, a := range of {
		x[j] = make([]Num, j+1)
		for i, b := range of[:j+1] {
			x[j][i] = p.products[max(a, b)][min(a, b)]
		}
		whole := x[j][j].Float()
		for i := range j {
			x[j][i] = x[j][i].Sub(dot(x[i][:i], x[j][:i])).Div(diag[i])
		}
		left := x[j][j].Sub(dot(x[j][:j], x[j][:j]))
		if !(left.Float() > 1e-10*whole) || math.IsInf(whole, 0) {
			return f, false
		}
		if j == n {
			f.RSS = left
			break
		}
		diag[j] = left.Sqrt()
		f.Kappa = max(f.Kappa, math.Sqrt(whole/left.Float()))
	}
	f.solve(x[:n], diag[:n], x[n])
	return f, true
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

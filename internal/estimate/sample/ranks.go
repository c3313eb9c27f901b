package sample

import (
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
)

// XYOf are the complete rows of two columns; undefined with fewer than two.
func XYOf(in estimate.Input) (x, y []dd.Num, err error) {
	cols, err := in.View.Numbers(in.Args.Text("x"), in.Args.Text("y"))
	if err != nil {
		return nil, nil, err
	}
	if len(cols[0]) < 2 {
		return nil, nil, estimate.Undefined("it needs two complete rows, there are %d", len(cols[0]))
	}
	return cols[0], cols[1], nil
}

// Correlate gives r and 1 - r²; not finite where a column is constant.
func Correlate(x, y []dd.Num) (r, rest dd.Num) {
	sxx, syy, sxy := dd.Of(x).SS, dd.Of(y).SS, dd.Cross(x, y)
	r = sxy.Div(sxx.Sqrt().Mul(syy.Sqrt()))
	return r, dd.F(1).Sub(sxy.Mul(sxy).Div(sxx.Mul(syy)))
}

// Ranks are mid-ranks from 1: equal values share the mean of their places.
func Ranks(xs []dd.Num) []dd.Num {
	order := dd.Order(xs)
	out := make([]dd.Num, len(xs))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && xs[order[j]] == xs[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = dd.F(float64(i+j+1) / 2)
		}
		i = j
	}
	return out
}

// ByValue is the order of the values, equal ones as they stand.
func ByValue(xs []dd.Num) []int {
	order := make([]int, len(xs))
	for k, i := range dd.Order(xs) {
		order[k] = int(i)
	}
	return order
}

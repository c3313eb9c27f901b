package multivariate

import (
	"context"
	"fmt"

	"github.com/assaybench/assay/internal/dd"
)

// Canonical are the canonical correlations of two sets of columns of equal length, the
// largest first: the singular values of Q'R, Q and R being orthonormal bases of the centred
// sets (Björck and Golub 1973). Errors: a column is constant or depends on others of its set,
// too few rows, numbers that are not finite, or the context's.
func Canonical(ctx context.Context, x, y [][]dd.Num) ([]dd.Num, error) {
	if err := finite(append(append([][]dd.Num{}, x...), y...)...); err != nil {
		return nil, err
	}
	if len(x) == 0 || len(y) == 0 || len(x[0]) <= max(len(x), len(y)) {
		return nil, fmt.Errorf("canonical correlations need columns in both sets, and more rows than columns")
	}
	q, err := basis(x)
	if err != nil {
		return nil, fmt.Errorf("the first set: %w", err)
	}
	r, err := basis(y)
	if err != nil {
		return nil, fmt.Errorf("the second set: %w", err)
	}
	if len(q) < len(r) {
		q, r = r, q
	}
	products := make([][]dd.Num, len(r))
	for j := range r {
		for i := range q {
			products[j] = append(products[j], dot(q[i], r[j]))
		}
	}
	values, _, err := Singular(ctx, products)
	return values, err
}

// basis is an orthonormal one of centred columns.
func basis(columns [][]dd.Num) ([][]dd.Num, error) {
	var out [][]dd.Num
	for j, c := range columns {
		a, _, _ := inUnit(c, c)
		mean := dd.Of(a).Mean
		v := make([]dd.Num, len(a))
		for i := range a {
			v[i] = a[i].Sub(mean)
		}
		own := dot(a, a).Sqrt()
		for range 2 { // the second time takes off what rounding left
			for _, q := range out {
				t := dot(q, v)
				for i := range v {
					v[i] = v[i].Sub(q[i].Mul(t))
				}
			}
		}
		length := dot(v, v).Sqrt()
		if !(length.Float() > 1e-13*own.Float()) {
			return nil, fmt.Errorf("column %d is constant or a linear combination of those before it", j+1)
		}
		out = append(out, times(dd.F(1).Div(length), v))
	}
	return out, nil
}

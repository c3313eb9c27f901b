package multivariate

import (
	"context"
	"errors"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// maxSweeps bounds Jacobi's method, which is done after about ten.
const maxSweeps = 60

// orthogonal is what counts as a right angle: rounding of double-double over many terms.
const orthogonal = 1e-29

// Singular gives the singular values of a matrix, largest first, with their right
// singular vectors, each of length 1. The matrix is given by columns, which are not
// changed, and has at least as many rows as columns. Vectors of the value 0 are any that
// are orthogonal to the others. Errors: the context's, or no convergence.
//
// The method is that of Hestenes (1958): columns are rotated in pairs until they are
// orthogonal, which gives small values to full relative precision; before it the rows
// are reduced by Householder reflections.
func Singular(ctx context.Context, columns [][]dd.Num) (values []dd.Num, vectors [][]dd.Num, err error) {
	w := triangle(columns)
	p := len(w)
	v := make([][]dd.Num, p)
	for j := range v {
		v[j] = make([]dd.Num, p)
		v[j][j] = dd.F(1)
	}
	if err := orthogonalise(ctx, w, v); err != nil {
		return nil, nil, err
	}
	order, lengths := make([]int, p), make([]dd.Num, p)
	for j := range order {
		order[j], lengths[j] = j, dot(w[j], w[j]).Sqrt()
	}
	slices.SortStableFunc(order, func(a, b int) int { return lengths[b].Cmp(lengths[a]) })
	for _, j := range order {
		values, vectors = append(values, lengths[j]), append(vectors, v[j])
	}
	return values, vectors, nil
}

// orthogonalise rotates the columns of w until they are orthogonal, and those of v with them.
func orthogonalise(ctx context.Context, w, v [][]dd.Num) error {
	largest := dd.Num{}
	for _, c := range w {
		if s := dot(c, c); s.Cmp(largest) > 0 {
			largest = s
		}
	}
	nothing := largest.Mul(dd.F(1e-60)) // what rounding leaves of a column that depends on others
	for range maxSweeps {
		rotated := false
		square := make([]dd.Num, len(w)) // lengths of the columns, squared
		for i := range w {
			square[i] = dot(w[i], w[i])
		}
		for i := range w {
			if err := ctx.Err(); err != nil {
				return err
			}
			for j := i + 1; j < len(w); j++ {
				a, b := square[i], square[j]
				if a.Cmp(nothing) <= 0 || b.Cmp(nothing) <= 0 {
					continue
				}
				c := dot(w[i], w[j])
				if c.Abs().Cmp(a.Sqrt().Mul(b.Sqrt()).Mul(dd.F(orthogonal))) <= 0 {
					continue
				}
				rotated = true
				cos, sin := rotation(a, b, c)
				shift := c.Mul(sin.Div(cos))
				square[i], square[j] = a.Sub(shift), b.Add(shift)
				rotate(w[i], w[j], cos, sin)
				rotate(v[i], v[j], cos, sin)
			}
		}
		if !rotated {
			return nil
		}
	}
	return errors.New("the components do not converge")
}

// rotation makes two columns of squared lengths a and b and product c orthogonal.
func rotation(a, b, c dd.Num) (cos, sin dd.Num) {
	one := dd.F(1)
	zeta := b.Sub(a).Div(c.Mul(dd.F(2)))
	t := one.Div(zeta.Abs().Add(one.Add(zeta.Mul(zeta)).Sqrt()))
	if zeta.Sign() < 0 {
		t = t.Neg()
	}
	cos = one.Div(one.Add(t.Mul(t)).Sqrt())
	return cos, cos.Mul(t)
}

func rotate(x, y []dd.Num, cos, sin dd.Num) {
	for k := range x {
		a, b := x[k], y[k]
		x[k], y[k] = a.Mul(cos).Sub(b.Mul(sin)), a.Mul(sin).Add(b.Mul(cos))
	}
}

// triangle is R of the factors Q R, by columns of p entries: it has the singular values
// and right vectors of the matrix.
func triangle(columns [][]dd.Num) [][]dd.Num {
	p := len(columns)
	x, r := make([][]dd.Num, p), make([][]dd.Num, p)
	for j, c := range columns {
		x[j] = slices.Clone(c)
	}
	for k := range p {
		v := x[k][k:]
		length := dot(v, v).Sqrt()
		if length.Sign() > 0 {
			if v[0].Sign() > 0 {
				length = length.Neg()
			}
			v[0] = v[0].Sub(length)
			vv := dot(v, v)
			for j := k + 1; j < p; j++ {
				y := x[j][k:]
				t := dot(v, y).Mul(dd.F(2)).Div(vv)
				for i := range v {
					y[i] = y[i].Sub(v[i].Mul(t))
				}
			}
		}
		r[k] = make([]dd.Num, p)
		copy(r[k], x[k][:k])
		r[k][k] = length
	}
	return r
}

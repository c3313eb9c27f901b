// Package partial looks at one column of a linear design beside the others: at the part
// that they do not explain, on which its coefficient rests (Frisch, Waugh, Lovell), and
// at the variances that weights of the rows give it. With X = QR, the column last, every
// inverse is taken of Q'WQ, which is as well conditioned as the weights.
package partial

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/assaybench/assay/internal/dd"
)

// Column is one column of a design X.
type Column struct {
	Q      [][]float64 // orthonormal columns that span X; the last is what is left of the column
	Length float64     // of what the others leave of the column
}

// New takes column j out of a design. dd.RankError, by another order of the columns,
// where one is a linear combination of others.
func New(columns [][]dd.Num, j int) (Column, error) {
	ordered := append(slices.Delete(slices.Clone(columns), j, j+1), columns[j])
	q, lengths, err := dd.Orthonormal(ordered)
	if err != nil {
		return Column{}, err
	}
	c := Column{Q: make([][]float64, len(q)), Length: lengths[len(q)-1].Float()}
	for k := range q {
		c.Q[k] = Floats(q[k])
	}
	return c, nil
}

// Floats are the nearest float64 of numbers.
func Floats(xs []dd.Num) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = x.Float()
	}
	return out
}

// Last is what is left of the column, of length 1.
func (c Column) Last() []float64 { return c.Q[len(c.Q)-1] }

// Inverse is the column's diagonal element of (X'WX)^-1, W = diag(w); NaN where there is
// no inverse.
func (c Column) Inverse(w []float64) float64 {
	v, ok := c.solve(w)
	if !ok {
		return math.NaN()
	}
	return v.AtVec(v.Len()-1) / (c.Length * c.Length)
}

// Sandwich is the column's diagonal element of (X'WX)^-1 X'X (X'WX)^-1; NaN where there
// is no inverse.
func (c Column) Sandwich(w []float64) float64 {
	v, ok := c.solve(w)
	if !ok {
		return math.NaN()
	}
	return mat.Dot(v, v) / (c.Length * c.Length)
}

// Robust is the column's diagonal element of (X'WX)^-1 X'DX (X'WX)^-1, D = diag(d); NaN
// where there is no inverse.
func (c Column) Robust(w, d []float64) float64 {
	v, ok := c.solve(w)
	if !ok {
		return math.NaN()
	}
	var sum float64
	for i := range d {
		var at float64
		for k := range c.Q {
			at += float64(c.Q[k][i] * v.AtVec(k))
		}
		sum += d[i] * at * at
	}
	return sum / (c.Length * c.Length)
}

// solve gives (Q'WQ)^-1 times the last unit vector.
func (c Column) solve(w []float64) (*mat.VecDense, bool) {
	p := len(c.Q)
	unit := make([]float64, p)
	unit[p-1] = 1
	return Solve(Gram(c.Q, w), unit)
}

// Gram is Q'WQ.
func Gram(q [][]float64, w []float64) *mat.SymDense {
	g := mat.NewSymDense(len(q), nil)
	for a := range q {
		for b := range a + 1 {
			var sum float64
			for i := range w {
				sum += float64(w[i] * float64(q[a][i]*q[b][i]))
			}
			g.SetSym(a, b, sum)
		}
	}
	return g
}

// Solve gives g^-1 b of a positive definite g; false where g is none.
func Solve(g *mat.SymDense, b []float64) (*mat.VecDense, bool) {
	var chol mat.Cholesky
	if !chol.Factorize(g) {
		return nil, false
	}
	v := mat.NewVecDense(len(b), nil)
	if err := chol.SolveVecTo(v, mat.NewVecDense(len(b), b)); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, false
	}
	return v, true
}

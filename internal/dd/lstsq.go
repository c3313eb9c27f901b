package dd

import (
	"fmt"
	"math"
)

// Fit is the solution of a linear least-squares problem.
type Fit struct {
	Coef  []Num
	Inv   []Num   // diagonal of (X'X)^-1: the variance of Coef[j] is Inv[j] s^2
	RSS   Num     // residual sum of squares
	Kappa float64 // how much of a column's length survives the columns before it, inverted: digits lost by float64
}

// RankError says that a column is a linear combination of those before it.
type RankError struct{ Column int }

func (e RankError) Error() string {
	return fmt.Sprintf("column %d is a linear combination of the columns before it", e.Column)
}

// LeastSquares minimises |y - X b| over b. X is given by columns, which are not changed.
// There must be at least as many rows as columns and at least one column. It is solved by
// Householder reflections, or from the products of the columns where there are many rows and
// those say that 21 digits are left so.
func LeastSquares(columns [][]Num, y []Num) (Fit, error) {
	all := make([]int, len(columns))
	for j := range all {
		all[j] = j
	}
	return NewProblem(columns, y).Fit(all...)
}

// Reflected is LeastSquares by Householder reflections.
func Reflected(columns [][]Num, y []Num) (Fit, error) {
	n, p := len(y), len(columns)
	if p == 0 || n < p {
		return Fit{}, fmt.Errorf("%d rows cannot determine %d coefficients", n, p)
	}
	x, scale, norm := make([][]Num, p), make([]Num, p), make([]float64, p)
	for j, col := range columns {
		x[j], scale[j] = scaled(col)
		norm[j] = math.Sqrt(dot(x[j], x[j]).Float())
	}
	rest := append([]Num(nil), y...)
	f := Fit{Coef: make([]Num, p), Inv: make([]Num, p), Kappa: 1}
	diag := make([]Num, p)
	for k := range p {
		v := x[k][k:]
		length := dot(v, v).Sqrt()
		// A column that is exactly dependent leaves rounding of 1e-31; honest data leave far more.
		if !(length.Float() > 1e-24*norm[k]) {
			return Fit{}, RankError{k}
		}
		f.Kappa = max(f.Kappa, norm[k]/length.Float())
		if v[0].Sign() > 0 {
			length = length.Neg()
		}
		diag[k] = length
		v[0] = v[0].Sub(length)
		vv := dot(v, v)
		for j := k + 1; j < p; j++ {
			reflect(v, vv, x[j][k:])
		}
		reflect(v, vv, rest[k:])
	}
	f.RSS = dot(rest[p:], rest[p:])
	f.solve(x, diag, rest)
	for i := range f.Coef {
		f.Coef[i] = f.Coef[i].Mul(scale[i])
		f.Inv[i] = f.Inv[i].Mul(scale[i]).Mul(scale[i])
	}
	if !f.RSS.Finite() {
		return Fit{}, fmt.Errorf("the numbers are too large to be squared")
	}
	return f, nil
}

// solve finds the coefficients and Inv from a triangle, whose diagonal is diag and whose other
// entries stand in the columns of x above it, and the right side.
func (f *Fit) solve(x [][]Num, diag, right []Num) {
	p := len(diag)
	for i := p - 1; i >= 0; i-- {
		s := right[i]
		for j := i + 1; j < p; j++ {
			s = s.Sub(x[j][i].Mul(f.Coef[j]))
		}
		f.Coef[i] = s.Div(diag[i])
	}
	for i, row := range inverse(x, diag) {
		f.Inv[i] = dot(row, row)
	}
}

// scaled is col times a power of two that brings its largest number near 1.
func scaled(col []Num) ([]Num, Num) {
	big, s := Largest(col), 1.0
	if big > 0 {
		_, e := math.Frexp(big)
		s = math.Ldexp(1, -min(max(e, -1000), 1000))
	}
	out := make([]Num, len(col))
	for i, c := range col {
		out[i] = Num{c.Hi * s, c.Lo * s}
	}
	return out, F(s)
}

// reflect maps y to y - v (2 v'y / v'v).
func reflect(v []Num, vv Num, y []Num) {
	t := dot(v, y).Mul(F(2)).Div(vv)
	y = y[:len(v)]
	for i, a := range v {
		p := float64(a.Hi * t.Hi)
		q := float64(math.FMA(a.Hi, t.Hi, -p) + float64(float64(a.Hi*t.Lo)+float64(a.Lo*t.Hi)))
		s := twoSum(y[i].Hi, -p)
		y[i] = quickSum(s.Hi, float64(s.Lo+float64(y[i].Lo-q)))
	}
}

// inverse gives the rows of the inverse of the triangle whose diagonal is diag and
// whose other entries stand in the columns of x above their diagonal.
func inverse(x [][]Num, diag []Num) [][]Num {
	p := len(diag)
	inv := make([][]Num, p)
	for i := range inv {
		inv[i] = make([]Num, p)
	}
	for j := range p {
		inv[j][j] = F(1).Div(diag[j])
		for i := j - 1; i >= 0; i-- {
			var s Num
			for k := i + 1; k <= j; k++ {
				s = s.Add(x[k][i].Mul(inv[k][j]))
			}
			inv[i][j] = s.Neg().Div(diag[i])
		}
	}
	return inv
}

package quantreg

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// vertex is a fit that passes through as many rows as it has coefficients. Moving along
// edge j keeps all of these rows but the j-th.
//
// So that no more rows than these lie on a fit, every y is moved by its own amount of
// about 1e-22 of the largest: too little to make another fit the best, enough to leave
// rounding in double-double behind. Fits are solved with y as it is.
type vertex struct {
	rows  []row
	tau   dd.Num
	scale []float64  // by which the columns were multiplied
	basis []int      // the rows passed through
	in    []bool     // whether a row is one of these
	edge  [][]dd.Num // edge[j]: the move of the coefficients that lowers the residual of basis row j by 1
	r     []dd.Num   // residuals, y moved
}

// newVertex starts at rows that lie near the fit of given coefficients.
func newVertex(columns [][]dd.Num, y []dd.Num, tau dd.Num, coef []dd.Num) (*vertex, error) {
	p := len(columns)
	v := &vertex{tau: tau, scale: make([]float64, p)}
	for k, col := range columns {
		big := 0.0
		for _, x := range col {
			big = max(big, math.Abs(x.Hi))
		}
		_, e := math.Frexp(big)
		v.scale[k] = math.Ldexp(1, -min(max(e, -1000), 1000))
	}
	v.rows = distinct(columns, y, v.scale)
	n := len(v.rows)
	near, order := make([]float64, n), make([]int, n)
	sorted := make([]dd.Num, n)
	for i, row := range v.rows {
		r := row.y
		for k := range coef {
			r = r.Sub(row.x[k].Mul(coef[k].Div(dd.F(v.scale[k]))))
		}
		sorted[i], near[i], order[i] = r, r.Float(), i
	}
	middle := dd.Quantile(dd.Sorted(sorted), tau.Float(), 1).Float()
	slices.SortStableFunc(order, func(a, b int) int {
		da, db := math.Abs(near[a]-middle), math.Abs(near[b]-middle)
		switch {
		case da < db:
			return -1
		case da > db:
			return 1
		}
		return a - b
	})
	v.in = make([]bool, n)
	var span [][]dd.Num
	for _, least := range []float64{1e-3, 1e-9, 1e-20} {
		for _, i := range order {
			if len(v.basis) < p && !v.in[i] {
				if u, ok := beside(span, v.rows[i].x, least); ok {
					span, v.basis, v.in[i] = append(span, u), append(v.basis, i), true
				}
			}
		}
	}
	if len(v.basis) < p {
		return nil, dd.RankError{Column: p - 1}
	}
	return v, v.settle()
}

// beside is the direction of x that vectors of length 1 do not span; false where less
// than a share of its length is left.
func beside(span [][]dd.Num, x []dd.Num, least float64) ([]dd.Num, bool) {
	u := slices.Clone(x)
	whole := math.Sqrt(inner(x, x).Float())
	for range 2 {
		for _, s := range span {
			c := inner(s, u)
			for k := range u {
				u[k] = u[k].Sub(s[k].Mul(c))
			}
		}
	}
	length := inner(u, u).Sqrt()
	if !(length.Float() > least*whole) {
		return nil, false
	}
	for k := range u {
		u[k] = u[k].Div(length)
	}
	return u, true
}

func inner(a, b []dd.Num) dd.Num {
	var s dd.Num
	for k := range a {
		s = s.Add(a[k].Mul(b[k]))
	}
	return s
}

// settle computes edges and residuals of the basis from nothing.
func (v *vertex) settle() error {
	p := len(v.basis)
	v.edge = make([][]dd.Num, p)
	for j := range v.edge {
		one := make([]dd.Num, p)
		one[j] = dd.F(1)
		var err error
		if v.edge[j], err = v.through(one); err != nil {
			return err
		}
	}
	big := v.largest()
	if big == 0 {
		big = 1
	}
	moved := make([]dd.Num, len(v.rows))
	for i, row := range v.rows {
		moved[i] = row.y.Add(dd.F(1e-22 * big * jitter(i)))
	}
	at := make([]dd.Num, p)
	for j, i := range v.basis {
		at[j] = moved[i]
	}
	b, err := v.through(at)
	if err != nil {
		return err
	}
	v.r = make([]dd.Num, len(v.rows))
	for i, row := range v.rows {
		if !v.in[i] {
			v.r[i] = moved[i].Sub(inner(row.x, b))
		}
	}
	return nil
}

// jitter is a number from 0.5 to 1.5 that looks random and is always the same for i.
func jitter(i int) float64 {
	z := (uint64(i) + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return 0.5 + float64((z^z>>31)>>11)/(1<<53)
}

// through gives the coefficients, of scaled columns, whose fit at the basis is y.
func (v *vertex) through(y []dd.Num) ([]dd.Num, error) {
	p := len(v.basis)
	x := make([][]dd.Num, p)
	for k := range x {
		x[k] = make([]dd.Num, p)
		for j, i := range v.basis {
			x[k][j] = v.rows[i].x[k]
		}
	}
	f, err := dd.LeastSquares(x, y)
	return f.Coef, err
}

// solution is the fit of the basis, with y as it is.
func (v *vertex) solution() ([]dd.Num, error) {
	y := make([]dd.Num, len(v.basis))
	for j, i := range v.basis {
		y[j] = v.rows[i].y
	}
	b, err := v.through(y)
	for k := range b {
		b[k] = b[k].Mul(dd.F(v.scale[k]))
	}
	return b, err
}

// spread is the size of coefficient k per unit of the largest y.
func (v *vertex) spread(k int) float64 {
	s := 0.0
	for j := range v.edge {
		s += math.Abs(v.edge[j][k].Float())
	}
	return v.largest() * s * v.scale[k]
}

// largest is the largest |y|.
func (v *vertex) largest() float64 {
	big := 0.0
	for _, row := range v.rows {
		big = max(big, math.Abs(row.y.Float()))
	}
	return big
}

// slopes are the changes of the loss along each edge, up and down, and the size of what
// they are differences of. The loss of a row moves by -(tau - [r < 0]) as its fit rises by
// 1; that of a basis row by 1 - tau where its fit rises and by tau where it falls.
func (v *vertex) slopes() (up, down []dd.Num, size []float64) {
	p := len(v.basis)
	g, whole := make([]dd.Num, p), make([]float64, p)
	less := v.tau.Sub(dd.F(1))
	for i, row := range v.rows {
		if v.in[i] {
			continue
		}
		pull := v.tau
		if v.r[i].Sign() < 0 {
			pull = less
		}
		pull = pull.Mul(dd.F(row.weight))
		for k := range g {
			g[k] = g[k].Add(pull.Mul(row.x[k]))
			whole[k] += row.weight * math.Abs(row.x[k].Hi)
		}
	}
	up, down, size = make([]dd.Num, p), make([]dd.Num, p), make([]float64, p)
	for j := range up {
		c, w := inner(g, v.edge[j]), dd.F(v.rows[v.basis[j]].weight)
		up[j], down[j] = less.Neg().Mul(w).Sub(c), v.tau.Mul(w).Add(c)
		size[j] = w.Float()
		for k := range whole {
			size[j] += whole[k] * math.Abs(v.edge[j][k].Hi)
		}
	}
	return up, down, size
}

// level is the share of its parts below which a slope is 0.
const level = 1e-22

// flat reports whether the loss stays the same along some edge.
func (v *vertex) flat() bool {
	up, down, size := v.slopes()
	for j := range up {
		if up[j].Float() <= level*size[j] || down[j].Float() <= level*size[j] {
			return true
		}
	}
	return false
}

// descend goes from vertex to vertex while the loss falls. With a goal it goes on along
// edges where the loss stays the same while goal times the coefficients rises.
func (v *vertex) descend(ctx context.Context, goal []float64) error {
	for step := range 100*len(v.rows) + 10_000 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if step%64 == 63 {
			if err := v.settle(); err != nil {
				return err
			}
		}
		up, down, size := v.slopes()
		best, j, sign := 0.0, -1, 0.0
		for k := range up {
			length := math.Sqrt(inner(v.edge[k], v.edge[k]).Float())
			for _, way := range []struct{ slope, sign float64 }{{up[k].Float(), 1}, {down[k].Float(), -1}} {
				gain := 0.0
				switch small := level * size[k]; {
				case way.slope < -small:
					// Where there is a goal the loss can fall no more; what seems to is rounding.
					gain = -way.slope / length
				case way.slope <= small && goal != nil:
					for c := range goal {
						gain += way.sign * goal[c] * v.edge[k][c].Float()
					}
					if gain /= length; gain < 1e-20 {
						gain = 0
					}
				}
				if gain > best {
					best, j, sign = gain, k, way.sign
				}
			}
		}
		if j < 0 {
			return nil
		}
		slope := up[j]
		if sign < 0 {
			slope = down[j]
		}
		if !v.move(j, sign, slope, level*size[j], goal != nil) {
			return errors.New("the loss falls without end; the numbers are too large or too small")
		}
	}
	return errors.New("the search for the best fit does not end")
}

// move goes along edge j as far as the loss falls, or, where past is set, does not rise,
// and exchanges the basis row for the one that is met there.
func (v *vertex) move(j int, sign float64, slope dd.Num, small float64, past bool) bool {
	type meeting struct {
		row   int
		at    float64
		exact dd.Num
	}
	z := make([]dd.Num, len(v.rows))
	var met []meeting
	for i, row := range v.rows {
		if v.in[i] {
			continue
		}
		z[i] = inner(row.x, v.edge[j])
		if sign < 0 {
			z[i] = z[i].Neg()
		}
		if math.Abs(z[i].Float()) > 1e-26 && v.r[i].Sign() == z[i].Sign() {
			at := v.r[i].Div(z[i])
			met = append(met, meeting{i, at.Float(), at})
		}
	}
	slices.SortFunc(met, func(a, b meeting) int {
		if c := a.exact.Cmp(b.exact); c != 0 {
			return c
		}
		return a.row - b.row
	})
	for _, m := range met {
		slope = slope.Add(z[m.row].Abs().Mul(dd.F(v.rows[m.row].weight)))
		s := slope.Float()
		if s > small || !past && s >= -small {
			v.exchange(j, m.row, sign, m.exact, z)
			return true
		}
	}
	return false
}

// exchange puts a row in the place of basis row j, after a move by t along its edge that
// lowers the residuals by t z.
func (v *vertex) exchange(j, enter int, sign float64, t dd.Num, z []dd.Num) {
	for i := range v.r {
		if !v.in[i] {
			v.r[i] = v.r[i].Sub(t.Mul(z[i]))
		}
	}
	leave := v.basis[j]
	v.r[leave], v.r[enter] = t.Mul(dd.F(-sign)), dd.Num{}
	v.in[leave], v.in[enter], v.basis[j] = false, true, enter
	x := v.rows[enter].x
	pivot := inner(x, v.edge[j])
	for k := range v.edge[j] {
		v.edge[j][k] = v.edge[j][k].Div(pivot)
	}
	for o := range v.edge {
		if o == j {
			continue
		}
		c := inner(x, v.edge[o])
		for k := range v.edge[o] {
			v.edge[o][k] = v.edge[o][k].Sub(c.Mul(v.edge[j][k]))
		}
	}
}

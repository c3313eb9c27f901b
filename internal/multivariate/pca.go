package multivariate

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
)

// Preparation is what is done to columns before their components are taken.
type Preparation struct {
	Centre      bool // the mean of each column is taken off
	Standardise bool // each column is divided by its standard deviation (about 0 where not centred)
	DDof        int  // divisors are n - DDof
}

// PCA holds principal components, those of the largest variance first.
type PCA struct {
	N       int
	unit    float64    // the power of two by which the data were divided
	DDof    int        //
	x       [][]dd.Num // prepared columns, divided by unit
	values  []dd.Num   // singular values of the prepared columns
	vectors [][]dd.Num // of each component, one number for each column; none where its variance is 0
	total   dd.Num     // sum of squares of the prepared columns
	spread  float64    // largest |mean| / sd of a column that was centred: digits that float64 loses
}

// vanishing: a singular value below this part of the first is rounding of the data.
const vanishing = 1e-13

// Components are the principal components of columns of equal length. There must be two
// rows, one column, and some variance; where columns are standardised, in each of them.
func Components(ctx context.Context, columns [][]dd.Num, prep Preparation) (PCA, error) {
	if err := finite(columns...); err != nil {
		return PCA{}, err
	}
	if len(columns) == 0 || len(columns[0]) < 2 {
		return PCA{}, fmt.Errorf("principal components need a column and two rows")
	}
	p := PCA{N: len(columns[0]), DDof: prep.DDof, unit: 1}
	if err := p.prepare(columns, prep); err != nil {
		return PCA{}, err
	}
	for _, c := range p.x {
		p.total = p.total.Add(dot(c, c))
	}
	if p.total.Sign() <= 0 {
		return PCA{}, fmt.Errorf("nothing varies")
	}
	wide := len(columns) > p.N
	x := p.x
	if wide {
		x = transposed(p.x)
	}
	values, vectors, err := Singular(ctx, x)
	if err != nil {
		return PCA{}, err
	}
	p.values = values
	if prep.Centre && wide { // the last one is 0 by the centring
		p.values, vectors = p.values[:p.N-1], vectors[:p.N-1]
	}
	for k, s := range p.values {
		v := vectors[k]
		if s.Float() <= vanishing*p.values[0].Float() {
			v = nil
		} else if wide { // X'u / s
			u := v
			v = make([]dd.Num, len(columns))
			for j := range v {
				v[j] = dot(p.x[j], u).Div(s)
			}
		}
		p.vectors = append(p.vectors, v)
	}
	return p, nil
}

func (p *PCA) prepare(columns [][]dd.Num, prep Preparation) error {
	largest := 0.0
	for _, c := range columns {
		for _, x := range c {
			largest = math.Max(largest, math.Abs(x.Hi))
		}
	}
	if largest > 0 && !prep.Standardise {
		_, e := math.Frexp(largest)
		p.unit = math.Ldexp(1, min(max(e, -900), 1000))
	}
	for j, c := range columns {
		unit := p.unit
		if prep.Standardise { // each column for itself, so that none underflows
			big := 0.0
			for _, x := range c {
				big = math.Max(big, math.Abs(x.Hi))
			}
			_, e := math.Frexp(big)
			unit = math.Ldexp(1, min(max(e, -900), 1000))
		}
		x := make([]dd.Num, len(c))
		for i := range c {
			x[i] = c[i].Div(dd.F(unit))
		}
		m := dd.Of(x)
		if prep.Centre {
			for i := range x {
				x[i] = x[i].Sub(m.Mean)
			}
			if sd := m.SD(0).Float(); sd > 0 {
				p.spread = math.Max(p.spread, math.Abs(m.Mean.Float())/sd)
			}
		}
		if prep.Standardise {
			s := dot(x, x).Div(dd.F(float64(p.N - p.DDof))).Sqrt()
			if !(s.Float() > 1e-15*math.Abs(m.Mean.Float())) {
				return fmt.Errorf("column %d is constant and cannot be standardised", j+1)
			}
			x = times(dd.F(1).Div(s), x)
		}
		p.x = append(p.x, x)
	}
	return nil
}

func transposed(x [][]dd.Num) [][]dd.Num {
	out := make([][]dd.Num, len(x[0]))
	for i := range out {
		out[i] = make([]dd.Num, len(x))
		for j := range x {
			out[i][j] = x[j][i]
		}
	}
	return out
}

// Count is the number of components: the smaller of columns and rows, one row less where
// the data were centred.
func (p PCA) Count() int { return len(p.values) }

// Eigenvalue is the variance along component k (from 0), in the square of the unit of the data.
func (p PCA) Eigenvalue(k int) dd.Num {
	return p.values[k].Mul(p.values[k]).Div(dd.F(float64(p.N - p.DDof))).Mul(dd.F(p.unit)).Mul(dd.F(p.unit))
}

// SD is the standard deviation along component k.
func (p PCA) SD(k int) dd.Num {
	return p.values[k].Div(dd.F(float64(p.N - p.DDof)).Sqrt()).Mul(dd.F(p.unit))
}

// Singular is the singular value of component k.
func (p PCA) Singular(k int) dd.Num { return p.values[k].Mul(dd.F(p.unit)) }

// Ratio is the part of all variance that lies along component k.
func (p PCA) Ratio(k int) dd.Num { return p.values[k].Mul(p.values[k]).Div(p.total) }

// Gap is the distance of component k's variance from the nearest other's, as a part of
// the first: what a direction is determined by.
func (p PCA) Gap(k int) float64 {
	square := func(i int) float64 {
		r := p.values[i].Div(p.values[0]).Float()
		return r * r
	}
	gap := math.Inf(1)
	for i := range p.values {
		if i != k {
			gap = math.Min(gap, math.Abs(square(i)-square(k)))
		}
	}
	if len(p.x) > p.N-1 && len(p.x) > len(p.values) { // there are directions without variance
		gap = math.Min(gap, square(k))
	}
	return gap
}

// Lost is by how much centring in float64 multiplies the rounding of the data.
func (p PCA) Lost() float64 { return math.Max(1, p.spread) }

// Direction is the unit vector of component k, one number for each column. Its sign means
// nothing; here the largest number is positive. An error where the direction is not defined:
// the component has no variance, or another has the same.
func (p PCA) Direction(k int) ([]dd.Num, error) {
	v := p.vectors[k]
	switch gap := p.Gap(k); {
	case v == nil:
		return nil, fmt.Errorf("component %d has no variance, and so no direction", k+1)
	case gap < 1e-9:
		return nil, fmt.Errorf("component %d and a neighbour have the same variance (to %.0e of the first), so that its direction is not defined", k+1, gap)
	}
	return upright(v), nil
}

// Loadings are the direction times the standard deviation of component k: for
// standardised columns their correlations with the scores.
func (p PCA) Loadings(k int) ([]dd.Num, error) {
	v, err := p.Direction(k)
	return times(p.SD(k), v), err
}

// Scores are the places of the rows along component k.
func (p PCA) Scores(k int) ([]dd.Num, error) {
	v, err := p.Direction(k)
	if err != nil {
		return nil, err
	}
	out := make([]dd.Num, p.N)
	for j, c := range p.x {
		for i := range out {
			out[i] = out[i].Add(c[i].Mul(v[j]))
		}
	}
	return times(dd.F(p.unit), out), nil
}

package multivariate

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// maxScaled bounds the things that are scaled.
const maxScaled = 300

// Map holds the coordinates of things by classical scaling.
type Map struct {
	Values  []dd.Num   // eigenvalues of the centred products, largest first; negative ones where no map is exact
	vectors [][]dd.Num // of length 1
}

// Scaling maps things by their distances, so that those in the map come near them: the
// coordinates are the eigenvectors of -J D² J / 2 times the roots of their eigenvalues, J taking
// off means (Torgerson 1952, Gower 1966). Errors: fewer than two things or more than 300,
// distances all 0, or the context's.
func Scaling(ctx context.Context, p Pairs) (Map, error) {
	n := p.N
	if n < 2 || n > maxScaled {
		return Map{}, fmt.Errorf("from 2 to %d rows can be scaled, not %d", maxScaled, n)
	}
	if err := finite(p.D); err != nil {
		return Map{}, err
	}
	b := make([][]dd.Num, n)
	means := make([]dd.Num, n)
	var all dd.Num
	for i := range b {
		b[i] = make([]dd.Num, n)
		for j := range b[i] {
			b[i][j] = p.At(i, j).Mul(p.At(i, j))
			means[i] = means[i].Add(b[i][j].Div(dd.F(float64(n))))
		}
		all = all.Add(means[i].Div(dd.F(float64(n))))
	}
	for i := range b {
		for j := range b {
			b[i][j] = b[i][j].Sub(means[i]).Sub(means[j]).Add(all).Div(dd.F(-2))
		}
	}
	values, vectors, err := Singular(ctx, b)
	if err != nil {
		return Map{}, err
	}
	if !(values[0].Float() > 0) || !values[0].Finite() {
		return Map{}, fmt.Errorf("all distances are 0, or too large")
	}
	for k, v := range vectors {
		var s dd.Num
		for i := range b {
			s = s.Add(v[i].Mul(dot(b[i], v)))
		}
		if s.Sign() < 0 {
			values[k] = values[k].Neg()
		}
	}
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return values[b].Cmp(values[a]) })
	m := Map{}
	for _, k := range order {
		m.Values, m.vectors = append(m.Values, values[k]), append(m.vectors, vectors[k])
	}
	return m, nil
}

// Gap is the distance of dimension k's eigenvalue from the nearest other in absolute size, as
// a part of the first.
func (m Map) Gap(k int) float64 {
	gap := math.Inf(1)
	for i := range m.Values {
		if i != k {
			gap = math.Min(gap, m.Values[i].Abs().Sub(m.Values[k].Abs()).Abs().Div(m.Values[0].Abs()).Float())
		}
	}
	return gap
}

// Coordinates along dimension k (from 0); the sign means nothing, here the largest is positive.
// Errors: there is no such dimension, as its eigenvalue is not positive, or another has the same.
func (m Map) Coordinates(k int) ([]dd.Num, error) {
	switch {
	case k >= len(m.Values) || m.Values[k].Float() <= vanishing*m.Values[0].Float():
		return nil, fmt.Errorf("dimension %d has no extent: its eigenvalue is not positive", k+1)
	case m.Gap(k) < 1e-9:
		return nil, fmt.Errorf("dimension %d and another have the same eigenvalue, so that its direction is not defined", k+1)
	}
	return times(m.Values[k].Sqrt(), upright(m.vectors[k])), nil
}

// upright has the sign that makes the largest number positive; of equal ones the first.
func upright(v []dd.Num) []dd.Num {
	at := 0
	for j := range v {
		if v[j].Abs().Sub(v[at].Abs()).Float() > 1e-12 {
			at = j
		}
	}
	if v[at].Sign() < 0 {
		return times(dd.F(-1), v)
	}
	return slices.Clone(v)
}

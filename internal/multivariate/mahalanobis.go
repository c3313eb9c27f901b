package multivariate

import (
	"errors"
	"math"

	"github.com/assaybench/assay/internal/dd"
)

// Ellipse measures distances in units of a covariance: the root of d' S⁻¹ d.
type Ellipse struct{ l [][]dd.Num } // Cholesky's factor, by rows

// Covariance of columns of equal length, each entry divided by n - ddof; not finite where
// there are no more than ddof rows.
func Covariance(columns [][]dd.Num, ddof int) [][]dd.Num {
	s := make([][]dd.Num, len(columns))
	for i := range s {
		s[i] = make([]dd.Num, len(columns))
	}
	for i := range columns {
		for j := range i + 1 {
			s[i][j] = dd.Cross(columns[i], columns[j]).Div(dd.F(math.Max(0, float64(len(columns[i])-ddof))))
			s[j][i] = s[i][j]
		}
	}
	return s
}

// NewEllipse is that of a covariance; an error where it has no inverse, as one column is
// a linear combination of others or constant.
func NewEllipse(s [][]dd.Num) (Ellipse, error) {
	l := make([][]dd.Num, len(s))
	for i := range s {
		l[i] = make([]dd.Num, len(s))
		for j := range i + 1 {
			r := s[i][j].Sub(dot(l[i][:j], l[j][:j]))
			if i != j {
				l[i][j] = r.Div(l[j][j])
				continue
			}
			if !(r.Float() > 1e-22*s[i][i].Float()) || !r.Finite() {
				return Ellipse{}, errors.New("the covariance has no inverse: a column is constant or a linear combination of others")
			}
			l[i][i] = r.Sqrt()
		}
	}
	return Ellipse{l}, nil
}

// Squared is d' S⁻¹ d.
func (e Ellipse) Squared(d []dd.Num) dd.Num {
	z := make([]dd.Num, len(d))
	for i := range d {
		z[i] = d[i].Sub(dot(e.l[i][:i], z[:i])).Div(e.l[i][i])
	}
	return dot(z, z)
}

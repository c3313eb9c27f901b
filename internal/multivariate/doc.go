// Package multivariate computes what is said of several columns at once: principal
// components, distances between vectors, samples, series and texts, and the comparison of
// two sets of distances. All is in double-double, so that answers carry every digit that
// float64 can print. Numbers that are not finite are refused.
package multivariate

import (
	"errors"

	"github.com/assaybench/assay/internal/dd"
)

// finite refuses columns that hold what is no number.
func finite(columns ...[]dd.Num) error {
	for _, c := range columns {
		for _, x := range c {
			if !x.Finite() {
				return errors.New("a number is not finite")
			}
		}
	}
	return nil
}

func dot(a, b []dd.Num) dd.Num {
	var s dd.Num
	for i := range a {
		s = s.Add(a[i].Mul(b[i]))
	}
	return s
}

// times is c x in a new slice.
func times(c dd.Num, x []dd.Num) []dd.Num {
	out := make([]dd.Num, len(x))
	for i := range x {
		out[i] = x[i].Mul(c)
	}
	return out
}

package cluster

import (
	"errors"
	"fmt"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/multivariate"
)

// Silhouettes are Rousseeuw's (1987) widths (b - a) / max(a, b), one for each thing: a is
// its mean distance from the others of its group, b the least of its mean distances from
// other groups. A thing alone in its group has 0. Labels count from 0; each occurs.
// Errors: one group, or as many as things.
func Silhouettes(p multivariate.Pairs, labels []int) ([]dd.Num, error) {
	_, k := Numbered(labels)
	if k < 2 || k >= p.N {
		return nil, fmt.Errorf("silhouettes need from 2 groups to one less than rows; there are %d groups of %d rows", k, p.N)
	}
	size := make([]int, k)
	for _, l := range labels {
		size[l]++
	}
	out, sums := make([]dd.Num, p.N), make([]dd.Num, k)
	for i, l := range labels {
		if size[l] == 1 {
			continue
		}
		clear(sums)
		for j, m := range labels {
			sums[m] = sums[m].Add(p.At(i, j))
		}
		a := sums[l].Div(dd.F(float64(size[l] - 1)))
		b, first := dd.Num{}, true
		for g, s := range sums {
			if d := s.Div(dd.F(float64(size[g]))); g != l && (first || d.Cmp(b) < 0) {
				b, first = d, false
			}
		}
		if most := lesser(a.Neg(), b.Neg()).Neg(); most.Sign() > 0 {
			out[i] = b.Sub(a).Div(most)
		}
	}
	return out, nil
}

// CalinskiHarabasz is (Between / (k - 1)) / (Within / (n - k)) (1974). Errors: one group,
// as many as rows, or groups without spread.
func (p Parts) CalinskiHarabasz() (dd.Num, error) {
	n, k := len(p.Labels), len(p.Sizes)
	switch {
	case k < 2 || k >= n:
		return dd.Num{}, fmt.Errorf("the index needs from 2 groups to one less than rows; there are %d groups of %d rows", k, n)
	case p.Inertia().Sign() <= 0:
		return dd.Num{}, errors.New("no row differs from the centroid of its group")
	}
	return p.Between.Mul(dd.F(float64(n - k))).Div(p.Inertia().Mul(dd.F(float64(k - 1)))), nil
}

// DaviesBouldin is the mean over groups of the largest (s + t) / d with another group (1979):
// s and t are the spreads of both and d the distance of their centroids. A spread is the mean
// distance of the rows from their centroid, or, where squared, the root of the mean squared one.
// Errors: one group, or two centroids at one place.
func (p Parts) DaviesBouldin(squared bool) (dd.Num, error) {
	k := len(p.Sizes)
	if k < 2 {
		return dd.Num{}, errors.New("there is one group")
	}
	spread := make([]dd.Num, k)
	for i, row := range p.rows {
		d := squaredDistance(row, p.Centroids[p.Labels[i]])
		if !squared {
			d = d.Sqrt()
		}
		spread[p.Labels[i]] = spread[p.Labels[i]].Add(d)
	}
	for g := range spread {
		if spread[g] = spread[g].Div(dd.F(float64(p.Sizes[g]))); squared {
			spread[g] = spread[g].Sqrt()
		}
	}
	var sum dd.Num
	for g := range k {
		var worst dd.Num
		for h := range k {
			if h == g {
				continue
			}
			d := squaredDistance(p.Centroids[g], p.Centroids[h]).Sqrt()
			if d.Sign() <= 0 {
				return dd.Num{}, errors.New("two groups have the same centroid")
			}
			if r := spread[g].Add(spread[h]).Div(d); r.Cmp(worst) > 0 {
				worst = r
			}
		}
		sum = sum.Add(worst)
	}
	return sum.Div(dd.F(float64(k))), nil
}

package direction

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/magnitude"
	"github.com/assaybench/assay/spec"
)

// orderShows compares the elements of the named groups in the order in which the claim
// names them; one group alone is compared with all others.
func orderShows(ys []float64, at []int, d spec.Direction, labels []string) (Verdict, string) {
	var better func(a, b float64) bool
	switch d {
	case spec.Greater:
		better = func(a, b float64) bool { return a > b }
	case spec.Less:
		better = func(a, b float64) bool { return a < b }
	case spec.Equal:
		better = func(a, b float64) bool { return magnitude.Exact.Close(a, b) }
	default:
		return Silent, ""
	}
	pairs := [][2]int{}
	for k := 1; k < len(at); k++ {
		pairs = append(pairs, [2]int{at[k-1], at[k]})
	}
	if len(at) == 1 {
		for i := range ys {
			if i != at[0] {
				pairs = append(pairs, [2]int{at[0], i})
			}
		}
	}
	if len(pairs) == 0 {
		return Silent, ""
	}
	note := ""
	for _, p := range pairs {
		note = fmt.Sprintf("%s is %.7g, %s is %.7g", labels[p[0]], ys[p[0]], labels[p[1]], ys[p[1]])
		if !better(ys[p[0]], ys[p[1]]) {
			return Refutes, note
		}
	}
	return Agrees, note
}

// positions are the numbers that labels are, or else their places.
func positions(labels []string) []float64 {
	xs := make([]float64, len(labels))
	for i, l := range labels {
		n, err := spec.ParseNumber(l)
		if err != nil || !n.Finite() {
			for j := range xs {
				xs[j] = float64(j)
			}
			return xs
		}
		xs[i] = n.F
	}
	return xs
}

// courseShows compares the course of y over x with a direction: the sign of the
// least-squares slope; non-monotonic where the means by x both rise and fall.
func courseShows(x, y []float64, d spec.Direction) (Verdict, string) {
	slope, ok := slopeOf(x, y)
	if !ok {
		return Silent, ""
	}
	note := fmt.Sprintf("the slope is %.7g", slope)
	switch d {
	case spec.Increasing:
		return says(slope > 0), note
	case spec.Decreasing:
		return says(slope < 0), note
	case spec.Nonmonotonic:
		rises, falls := steps(x, y)
		return says(rises && falls), note
	}
	return Silent, ""
}

// slopeOf is the least-squares slope of y on x, by deviations from the means; ok is false
// for fewer than two different x. Points that are not finite are left out.
func slopeOf(x, y []float64) (slope float64, ok bool) {
	var n, mx, my float64
	finite := func(i int) bool { return !math.IsNaN(x[i]-x[i]) && !math.IsNaN(y[i]-y[i]) }
	for i := range x {
		if finite(i) {
			n++
			mx += (x[i] - mx) / n
			my += (y[i] - my) / n
		}
	}
	var sxx, sxy float64
	for i := range x {
		if finite(i) {
			sxx += (x[i] - mx) * (x[i] - mx)
			sxy += (x[i] - mx) * (y[i] - my)
		}
	}
	return sxy / sxx, n > 1 && sxx > 0 && !math.IsInf(sxx, 0) && !math.IsNaN(sxy)
}

// steps reports whether the means of y by x rise and fall somewhere, from left to right.
func steps(x, y []float64) (rises, falls bool) {
	sums := map[float64][2]float64{}
	for i := range x {
		s := sums[x[i]]
		sums[x[i]] = [2]float64{s[0] + y[i], s[1] + 1}
	}
	at := slices.Sorted(maps.Keys(sums))
	for k := 1; k < len(at); k++ {
		a, b := sums[at[k-1]], sums[at[k]]
		rises = rises || b[0]/b[1] > a[0]/a[1]
		falls = falls || b[0]/b[1] < a[0]/a[1]
	}
	return rises, falls
}

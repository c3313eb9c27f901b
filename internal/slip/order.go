package slip

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// manyMoved bounds the numbers of which it is asked whether they changed places.
const manyMoved = 5000

// Moved says how right numbers changed places among the pairs that differ: two of them
// exchanged, all in reverse, or each a few places on. It finds nothing where some number got
// is not wanted anywhere, or where fewer than two differ. what names the numbers: "values".
func Moved(ps []Pair, what string) (note string, ok bool) {
	near := nearness(ps)
	off := slices.DeleteFunc(slices.Clone(ps), func(p Pair) bool { return near(p.Got, p.Want) })
	if len(off) < 2 || len(off) > manyMoved || !sameNumbers(off, near) {
		return "", false
	}
	a, b := off[0], off[1]
	switch n := len(ps); {
	case len(off) == 2 && a.Name != "" && b.Name != "":
		return fmt.Sprintf("the %s of %s and %s are exchanged", what, a.Name, b.Name), true
	case n > 3 && moved(ps, func(i int) int { return n - 1 - i }):
		return "the " + what + " are right but stand in reverse order", true
	}
	for by := 1; by < len(ps) && len(ps) > 3; by++ {
		if n := len(ps); moved(ps, func(i int) int { return (i + by) % n }) {
			if by > n/2 {
				return fmt.Sprintf("the %s are right but stand %s too far on", what, phrase.Count(n-by, "place", "places")), true
			}
			return fmt.Sprintf("the %s are right but stand %s too early", what, phrase.Count(by, "place", "places")), true
		}
		if by > 12 {
			break
		}
	}
	for _, p := range off {
		if p.Name != "" && a.Name != "" && near(a.Got, p.Want) {
			return fmt.Sprintf("the %s are right but stand at other names: at %s that of %s", what, a.Name, p.Name), true
		}
	}
	return "the " + what + " are right but stand at other places", true
}

// nearness tells which numbers are the same, as far as drawing shows them: by the greatest of
// those that are wanted.
func nearness(ps []Pair) func(a, b float64) bool {
	tol := spec.Tolerance{Rel: free, Abs: 1e-12}
	for _, p := range ps {
		if finite(p.Want) {
			tol.Scale = max(tol.Scale, math.Abs(p.Want))
		}
	}
	return tol.Close
}

// sameNumbers reports whether the numbers got are those wanted, in another order.
func sameNumbers(ps []Pair, near func(a, b float64) bool) bool {
	want, got := make([]float64, len(ps)), make([]float64, len(ps))
	for i, p := range ps {
		if math.IsNaN(p.Want) || math.IsNaN(p.Got) {
			return false
		}
		want[i], got[i] = p.Want, p.Got
	}
	slices.Sort(want)
	slices.Sort(got)
	for i := range want {
		if !near(got[i], want[i]) {
			return false
		}
	}
	return true
}

// moved reports whether each number is the one wanted at another place.
func moved(ps []Pair, from func(i int) int) bool {
	near := nearness(ps)
	for i := range ps {
		if !near(ps[i].Got, ps[from(i)].Want) {
			return false
		}
	}
	return true
}

// Summed reports whether each number is the sum of those wanted up to it, of three or more.
func Summed(ps []Pair) bool {
	sum, near := 0.0, nearness(ps)
	for _, p := range ps {
		sum += p.Want
		if !near(p.Got, sum) {
			return false
		}
	}
	return len(ps) > 2
}

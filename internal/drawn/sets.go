package drawn

import (
	"cmp"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

// Bounds of the sets of which each is read alone, and each is left out once.
const (
	manySingles = 200
	manySets    = 24
)

// combinations are the choices of mark sets that may belong together: all of a kind,
// each alone, all but one, those with a group, those without, those of more than one mark.
// Segments of a stack are never read alone.
func combinations(kind string, sets []Set) [][]Set {
	out := [][]Set{sets}
	if len(sets) < 2 || kind == spec.MarkBar && stacked(sets) {
		return out
	}
	add := func(keep func(Set) bool) {
		part := slices.DeleteFunc(slices.Clone(sets), func(s Set) bool { return !keep(s) })
		if len(part) > 0 && !slices.ContainsFunc(out, func(o []Set) bool { return slices.Equal(o, part) }) {
			out = append(out, part)
		}
	}
	add(func(s Set) bool { return s.Group != "" })
	add(func(s Set) bool { return s.Group == "" })
	add(func(s Set) bool { return s.Len() > 1 })
	if len(sets) > manySingles {
		return out
	}
	for _, one := range sets {
		add(func(s Set) bool { return s == one })
		if len(sets) <= manySets {
			add(func(s Set) bool { return s != one })
		}
	}
	return out
}

// inSight parts the sets that can be seen from those that cannot, which are left out where
// others can.
func inSight(sets []Set) (seen, left []Set) {
	for _, s := range sets {
		if s.Len() > 0 && s.Hidden >= s.Len() {
			left = append(left, s)
		} else {
			seen = append(seen, s)
		}
	}
	if len(seen) == 0 {
		return sets, nil
	}
	return seen, left
}

// stacked reports whether bars of one set begin where bars of another end.
func stacked(sets []Set) bool {
	type end struct {
		at, end float64
		set     Set
	}
	var ends []end
	for _, s := range sets {
		at, e := tips(s.MarkSet)
		for i := range min(len(at), len(e)) {
			ends = append(ends, end{at[i], e[i], s})
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	for _, s := range sets {
		at, _ := tips(s.MarkSet)
		for i := range min(len(at), len(s.Base)) {
			base := s.Base[i]
			if base == 0 || math.IsNaN(base) {
				continue
			}
			tol := 1e-9 * math.Abs(at[i])
			k, _ := slices.BinarySearchFunc(ends, at[i]-tol, func(e end, x float64) int { return cmp.Compare(e.at, x) })
			for n := 0; k < len(ends) && ends[k].at <= at[i]+tol && n < manyHere; n++ {
				if e := ends[k]; e.set != s && e.set.Panel == s.Panel && e.set.Orient == s.Orient && Same(e.end, base) {
					return true
				}
				k++
			}
		}
	}
	return false
}

// manyHere bounds the marks of one place that are held against each other.
const manyHere = 200

// tips are the positions and ends of bars.
func tips(s *spec.MarkSet) (at, end []float64) {
	if s.Orient == "h" {
		return s.Y, s.X
	}
	return s.X, s.Y
}

// Same compares drawn coordinates, which carry the rounding of a few additions.
func Same(a, b float64) bool { return spec.Tolerance{Rel: 1e-9}.Close(a, b) || a == b }

// Lying reports whether the values of marks run along x: horizontal bars, error bars
// and boxes, or points and lines whose categories stand on y.
func Lying(a spec.AxesView, kind string, slot spec.VisualSlot) bool {
	for _, m := range a.Marks {
		if m.Mark == kind && m.Orient != "" {
			return m.Orient == "h"
		}
	}
	if kind == spec.MarkHistogram || slot.Y == nil {
		return false
	}
	return !axis.HasNames(a.X) && axis.HasNames(a.Y)
}

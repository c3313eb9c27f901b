package stats

import (
	"cmp"
	"slices"

	"github.com/assaybench/assay/spec"
)

// ratio is a numerator and a denominator that are summed before they are divided.
type ratio struct{ num, of float64 }

// item is what one attempt, or one task of a model, adds to a ratio of sums.
type item struct {
	unit      int        // task
	low, high ratio      // what it adds to the least and to the greatest ratio of sums
	of        [2]float64 // least and greatest that it adds to the denominator
	maybe     bool       // it may turn out not to count at all
}

// pick is an item with everything decided.
type pick struct {
	unit int
	ratio
}

// extreme decides all that is open so that the ratio of sums is least, or greatest. An item
// that may be absent is taken while it moves the ratio that way: in the order of their own
// ratios, the first that does not ends it, since a ratio of sums lies between its parts.
// sure tells whether something is there whatever is decided.
func extreme(items []item, greatest bool) (picks []pick, sum ratio, sure bool) {
	var maybe []pick
	add := func(p pick) {
		picks = append(picks, p)
		sum.num, sum.of = sum.num+p.num, sum.of+p.of
	}
	for _, i := range items {
		p := pick{i.unit, i.low}
		if greatest {
			p.ratio = i.high
		}
		switch {
		case p.of == 0:
		case i.maybe:
			maybe = append(maybe, p)
		default:
			add(p)
			sure = sure || i.of[0] > 0
		}
	}
	further := func(a, b ratio) bool {
		if greatest {
			a, b = b, a
		}
		return a.num*b.of < b.num*a.of
	}
	slices.SortStableFunc(maybe, func(a, b pick) int { return number(further(b.ratio, a.ratio)) - number(further(a.ratio, b.ratio)) })
	for _, p := range maybe {
		if sum.of > 0 && !further(p.ratio, sum) {
			break
		}
		add(p)
	}
	return picks, sum, sure
}

// medians are the least and greatest median of values of which some may be absent.
func medians(values []item) (low, high []pick) {
	side := func(greatest bool) []pick {
		var fixed, maybe []pick
		for _, v := range values {
			p := pick{v.unit, v.low}
			if greatest {
				p.ratio = v.high
			}
			if v.maybe {
				maybe = append(maybe, p)
			} else {
				fixed = append(fixed, p)
			}
		}
		order := func(a, b pick) int {
			if greatest {
				a, b = b, a
			}
			return cmp.Or(cmp.Compare(a.num, b.num), cmp.Compare(a.unit, b.unit))
		}
		slices.SortStableFunc(fixed, order)
		slices.SortStableFunc(maybe, order)
		// Of so many absent ones, those at the far end move every rank most.
		best := fixed
		for _, p := range maybe {
			at, _ := slices.BinarySearchFunc(fixed, p, order)
			fixed = slices.Insert(slices.Clone(fixed), at, p)
			if m, b := median(fixed).num, median(best).num; len(best) == 0 || greatest && m > b || !greatest && m < b {
				best = fixed
			}
		}
		return best
	}
	return side(false), side(true)
}

// median of sorted picks, either way; the mean of the middle two of an even number.
func median(sorted []pick) ratio {
	n := len(sorted)
	if n == 0 {
		return ratio{}
	}
	return ratio{(sorted[(n-1)/2].num + sorted[n/2].num) / 2, 1}
}

// bounded puts the least and the greatest ratio together: one value where they are the
// same, else bounds. There is neither where there is nothing to take it of.
func bounded(low, high ratio, sure bool) (*float64, *spec.Bounds) {
	switch {
	case low.of == 0 && high.of == 0:
		return nil, nil
	case low.of == 0:
		low = high
	case high.of == 0:
		high = low
	}
	a, b := low.num/low.of, high.num/high.of
	if a == b && sure {
		return &a, nil
	}
	return nil, &spec.Bounds{Low: a, High: b}
}

// counts are the sums of a share as whole numbers, least and greatest.
func counts(items []item) (count, of [2]int) {
	for _, i := range items {
		count[1] += int(i.high.num)
		of[1] += int(i.of[1])
		if !i.maybe {
			count[0] += int(i.low.num)
			of[0] += int(i.of[0])
		}
	}
	return count, of
}

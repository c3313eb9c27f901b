package magnitude

import (
	"slices"
	"strconv"

	"github.com/assaybench/assay/spec"
)

// Series is an array or table result as numbers with labels; ok is false for anything
// else. The label of a table's row is its first cell, its number that of the column
// "mean", or else of the first column of numbers.
func Series(v spec.Value, index []spec.Value) (labels []string, xs []spec.Number, ok bool) {
	switch v.Kind {
	case spec.ValueArray:
		if len(v.Items) == 0 || len(index) != len(v.Items) {
			return nil, nil, false
		}
		xs, ok = v.Numbers()
		for _, l := range index {
			labels = append(labels, label(l))
		}
		return labels, xs, ok
	case spec.ValueTable:
		col := slices.Index(v.Columns, "mean")
		for j := 1; col < 0 && j < len(v.Columns) && len(v.Rows) > 0; j++ {
			if v.Rows[0][j].Kind == spec.ValueNumber {
				col = j
			}
		}
		for _, row := range v.Rows {
			if col < 1 || row[col].Kind != spec.ValueNumber {
				return nil, nil, false
			}
			labels, xs = append(labels, label(row[0])), append(xs, row[col].Num)
		}
		return labels, xs, len(xs) > 0
	}
	return nil, nil, false
}

// label is the text of an index entry.
func label(v spec.Value) string {
	switch v.Kind {
	case spec.ValueText:
		return v.Text
	case spec.ValueNumber:
		return v.Num.String()
	}
	return v.String()
}

// Find is the place of a label among labels, -1 where it is not there. Numbers are equal
// however they are written: 5 and 5.0.
func Find(labels []string, l string, t spec.Terms) int {
	return slices.IndexFunc(labels, func(s string) bool {
		if t.Same(s, l) {
			return true
		}
		a, errA := strconv.ParseFloat(s, 64)
		b, errB := strconv.ParseFloat(l, 64)
		return errA == nil && errB == nil && spec.Tolerance{}.Close(a, b)
	})
}

// Places are those of all groups among labels; ok only where each is found.
func Places(labels, groups []string, t spec.Terms) (at []int, ok bool) {
	for _, g := range groups {
		i := Find(labels, g, t)
		if i < 0 {
			return nil, false
		}
		at = append(at, i)
	}
	return at, len(at) > 0
}

// Element is the number of v that belongs to a claim: of a scalar its own; of an array the
// named item, the only group's element, the difference of two groups' elements, or, where
// the claim has no groups, largest minus smallest. how says which, for messages; read says
// what a number stands for.
func Element(v spec.Value, index []spec.Value, item string, groups []string, t spec.Terms, read func(spec.Number) Interval) (x Interval, how string, ok bool) {
	if n, isNumber := v.Number(); isNumber {
		return read(n), "", n.Finite()
	}
	labels, xs, ok := Series(v, index)
	if !ok {
		return Interval{}, "", false
	}
	if item != "" {
		groups = []string{item}
	}
	at, found := Places(labels, groups, t)
	switch {
	case len(groups) == 0:
		lo, hi := xs[0], xs[0]
		for _, n := range xs {
			if !n.Finite() {
				return Interval{}, "", false
			}
			if n.F < lo.F {
				lo = n
			}
			if n.F > hi.F {
				hi = n
			}
		}
		return read(hi).Minus(read(lo)), "largest minus smallest", true
	case !found || len(at) > 2:
		return Interval{}, "", false
	case len(at) == 1:
		return read(xs[at[0]]), labels[at[0]], xs[at[0]].Finite()
	}
	a, b := xs[at[0]], xs[at[1]]
	return read(a).Minus(read(b)), labels[at[0]] + " minus " + labels[at[1]], a.Finite() && b.Finite()
}

// Bounds are the ends of a stated uncertainty at the element that belongs to the claim;
// only for a scalar, one item or one group.
func Bounds(u *spec.Uncertainty, index []spec.Value, item string, groups []string, t spec.Terms, read func(spec.Number) Interval) (lo, hi Interval, ok bool) {
	if u == nil {
		return
	}
	pick := func(v spec.Value) (Interval, bool) {
		if n, isNumber := v.Number(); isNumber {
			return read(n), n.Finite()
		}
		if item == "" && len(groups) != 1 {
			return Interval{}, false
		}
		x, _, ok := Element(v, index, item, groups, t, read)
		return x, ok
	}
	lo, okLo := pick(u.Lower)
	hi, okHi := pick(u.Upper)
	return lo, hi, okLo && okHi
}

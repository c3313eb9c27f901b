package claims

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// exact is the tolerance of numbers that are quoted, not recomputed: what is left when
// the same decimal goes through a unit conversion.
var exact = spec.Tolerance{Rel: 1e-12}

// quoted is the tolerance of a magnitude against the oracle where the slot declares none:
// beside the printed precision, what different orders of summation leave.
var quoted = spec.Tolerance{Rel: 1e-9}

// interval is a closed range of numbers; one number where lo = hi.
type interval struct{ lo, hi float64 }

func point(x float64) interval { return interval{x, x} }

// printed is the range of numbers that round to the text of n.
func printed(n spec.Number) interval {
	if !n.Finite() {
		return point(math.NaN())
	}
	lo, hi := n.Interval()
	return interval{lo, hi}
}

// reference is what a reported number stands for when another is held against it: the
// range that rounds to it where that is narrow, as its author may have rounded it; else the
// number itself, as 4 is rather exact than 3.5 to 4.5.
func reference(n spec.Number) interval {
	return narrow(printed(n))
}

func narrow(v interval) interval {
	mid := v.lo + (v.hi-v.lo)/2
	if v.hi-v.lo > 0.01*math.Abs(mid) {
		return point(mid)
	}
	return v
}

// oracular is an oracle's number: itself.
func oracular(n spec.Number) interval { return point(n.F) }

func (v interval) neg() interval { return interval{-v.hi, -v.lo} }

// abs is the range of absolute values.
func (v interval) abs() interval {
	switch {
	case v.hi <= 0:
		return v.neg()
	case v.lo < 0:
		return interval{0, max(-v.lo, v.hi)}
	}
	return v
}

func (v interval) minus(w interval) interval { return interval{v.lo - w.hi, v.hi - w.lo} }

// over divides by the middle of w: in "0.86 for each 1" the 1 is not rounded, as no number
// is of which more than a tenth would be open.
func (v interval) over(w interval) interval {
	if v.hi-v.lo > 0.1*math.Abs(v.hi) {
		v = point(v.lo + (v.hi-v.lo)/2)
	}
	mid := w.lo + (w.hi-w.lo)/2
	return interval{v.lo / mid, v.hi / mid}
}

// in converts from one unit to the other. Where either is not stated it is inherited from
// the other side: nothing is converted.
func (v interval) in(from, to string) (interval, error) {
	if from == "" || to == "" || from == to {
		return v, nil
	}
	lo, err := unit.Convert(v.lo, from, to)
	if err != nil {
		return interval{}, err
	}
	hi, err := unit.Convert(v.hi, from, to)
	return interval{lo, hi}, err
}

// agrees reports whether some number of v is within the tolerance of some number of w,
// the reference. NaN agrees with nothing.
func (v interval) agrees(w interval, tol spec.Tolerance) bool {
	switch {
	case v.hi < w.lo:
		return tol.Close(v.hi, w.lo)
	case v.lo > w.hi:
		return tol.Close(v.lo, w.hi)
	}
	x := math.Max(v.lo, w.lo)
	return tol.Close(x, x) || math.IsInf(x, 0) && !math.IsNaN(v.lo+w.lo)
}

// series is an array or table result as numbers with labels; ok is false for anything
// else. The label of a table's row is its first cell, its number that of the column
// "mean", or else of the first column of numbers.
func series(v spec.Value, index []spec.Value) (labels []string, xs []spec.Number, ok bool) {
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

// find is the place of a label among labels, -1 where it is not there. Numbers are equal
// however they are written: 5 and 5.0.
func find(labels []string, l string, t spec.Terms) int {
	return slices.IndexFunc(labels, func(s string) bool {
		if t.Same(s, l) {
			return true
		}
		a, errA := strconv.ParseFloat(s, 64)
		b, errB := strconv.ParseFloat(l, 64)
		return errA == nil && errB == nil && spec.Tolerance{}.Close(a, b)
	})
}

// places are those of all groups among labels; ok only where each is found.
func places(labels, groups []string, t spec.Terms) (at []int, ok bool) {
	for _, g := range groups {
		i := find(labels, g, t)
		if i < 0 {
			return nil, false
		}
		at = append(at, i)
	}
	return at, len(at) > 0
}

// element is the number of v that belongs to a claim: of a scalar its own; of an array the
// named item, the only group's element, the difference of two groups' elements, or, where
// the claim has no groups, largest minus smallest. how says which, for messages; read says
// what a number stands for.
func element(v spec.Value, index []spec.Value, item string, groups []string, t spec.Terms, read func(spec.Number) interval) (x interval, how string, ok bool) {
	if n, isNumber := v.Number(); isNumber {
		return read(n), "", n.Finite()
	}
	labels, xs, ok := series(v, index)
	if !ok {
		return interval{}, "", false
	}
	if item != "" {
		groups = []string{item}
	}
	at, found := places(labels, groups, t)
	switch {
	case len(groups) == 0:
		lo, hi := xs[0], xs[0]
		for _, n := range xs {
			if !n.Finite() {
				return interval{}, "", false
			}
			if n.F < lo.F {
				lo = n
			}
			if n.F > hi.F {
				hi = n
			}
		}
		return read(hi).minus(read(lo)), "largest minus smallest", true
	case !found || len(at) > 2:
		return interval{}, "", false
	case len(at) == 1:
		return read(xs[at[0]]), labels[at[0]], xs[at[0]].Finite()
	}
	a, b := xs[at[0]], xs[at[1]]
	return read(a).minus(read(b)), labels[at[0]] + " minus " + labels[at[1]], a.Finite() && b.Finite()
}

// bounds are the ends of a stated uncertainty at the element that belongs to the claim;
// only for a scalar, one item or one group.
func bounds(u *spec.Uncertainty, index []spec.Value, item string, groups []string, t spec.Terms, read func(spec.Number) interval) (lo, hi interval, ok bool) {
	if u == nil {
		return
	}
	pick := func(v spec.Value) (interval, bool) {
		if n, isNumber := v.Number(); isNumber {
			return read(n), n.Finite()
		}
		if item == "" && len(groups) != 1 {
			return interval{}, false
		}
		x, _, ok := element(v, index, item, groups, t, read)
		return x, ok
	}
	lo, okLo := pick(u.Lower)
	hi, okHi := pick(u.Upper)
	return lo, hi, okLo && okHi
}

// show writes a number and its unit for a message.
func show(v spec.Value, u string) string {
	s := v.String()
	if n, ok := v.Number(); ok && len(s) > 8 {
		s = strconv.FormatFloat(n.F, 'g', 7, 64)
	}
	return withUnit(s, u)
}

func (v interval) show(u string) string {
	return withUnit(strconv.FormatFloat(v.lo+(v.hi-v.lo)/2, 'g', 7, 64), u)
}

func withUnit(s, u string) string {
	if u == "" || u == "1" {
		return s
	}
	return fmt.Sprintf("%s %s", s, u)
}

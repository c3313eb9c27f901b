// Package axis reads what the axes of a figure say: the unit in a label, the number or
// name at a tick, the name that stands at a position, and which marks lie outside the
// limits. Capture places marks by it, and matching and judging read them by it.
package axis

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assaybench/assay/spec"
)

// Kinds of axes, as the trace names them; Linear is a scale too.
const (
	Linear   = "linear"
	Category = "category"
	Time     = "time"
)

// named returns the ticks of an axis whose texts are names, not the numbers of their
// positions. A time axis has none: its texts are dates.
func named(a spec.AxisView) []spec.Tick {
	if a.Kind == Time {
		return nil
	}
	numbers := a.Kind != Category
	for _, t := range a.Ticks {
		numbers = numbers && (numeric(t) || degrees(t))
	}
	if numbers {
		return nil
	}
	return months(a.Ticks)
}

// months gives the names of the months to twelve ticks that show their initials in
// order, which repeat and so name nothing by themselves.
func months(ticks []spec.Tick) []spec.Tick {
	var initials strings.Builder
	for i, t := range ticks {
		if i > 0 && !(t.At > ticks[i-1].At) {
			return ticks
		}
		initials.WriteString(strings.ToUpper(strings.TrimSpace(t.Label)))
	}
	if initials.String() != "JFMAMJJASOND" || len(ticks) != 12 {
		return ticks
	}
	out := slices.Clone(ticks)
	for i := range out {
		out[i].Label = time.Month(i + 1).String()
	}
	return out
}

// numeric reports whether the text of a tick is the number of its position, perhaps
// rounded, or written without the power of ten that stands beside the axis.
func numeric(t spec.Tick) bool {
	n, ok := Number(t.Label)
	if !ok {
		return false
	}
	if n == 0 || t.At == 0 {
		return math.Abs(n-t.At) < 1e-9 || math.Abs(t.At) < 1e-9
	}
	p := math.Log10(t.At / n)
	power := math.Round(p)
	return math.Abs(p-power) < 0.005 && (power == 0 || math.Abs(power) >= 2)
}

// degrees reports whether the text of a tick is its position as an angle.
func degrees(t spec.Tick) bool {
	n, ok := Number(strings.TrimSuffix(t.Label, "°"))
	return ok && strings.HasSuffix(t.Label, "°") && math.Abs(n-t.At*180/math.Pi) < 1
}

// Number reads the text of a tick as a finite number: "−2", "1,000", "10^3", "2×10^−1", "1/2",
// "1−10^−2".
func Number(s string) (float64, bool) {
	s = strings.NewReplacer("−", "-", "–", "-", "\u202f", "", "\u00a0", "", " ", "").Replace(strings.TrimSpace(s))
	if rest, ok := strings.CutPrefix(s, "1-10^"); ok {
		e, err := strconv.ParseFloat(rest, 64)
		return 1 - math.Pow(10, e), err == nil && e < 0
	}
	if s == "1/2" {
		return 0.5, true
	}
	if i := strings.Index(s, "10^"); i >= 0 {
		e, err := strconv.ParseFloat(s[i+3:], 64)
		if err != nil {
			return 0, false
		}
		m := 1.0
		if lead := strings.TrimSuffix(s[:i], "×"); lead == "-" {
			m = -1
		} else if lead != "" {
			if m, err = strconv.ParseFloat(lead, 64); err != nil {
				return 0, false
			}
		}
		return m * math.Pow(10, e), true
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// Namer finds the text that an axis shows for a position: its category, or the named
// tick nearest to it, for side-by-side marks share a tick. It finds none where the
// axis shows numbers or dates.
type Namer struct {
	category   bool
	categories []string
	ticks      []spec.Tick // named ones, in order
	reach      float64     // how far from a tick its marks may stand
}

// NewNamer prepares the names of an axis.
func NewNamer(a spec.AxisView) Namer {
	n := Namer{category: a.Kind == Category, ticks: slices.Clone(named(a)), reach: 0.55}
	slices.SortStableFunc(n.ticks, func(a, b spec.Tick) int { return cmp.Compare(a.At, b.At) })
	if a.Kind == Category && len(a.Categories) > 0 {
		n.categories, n.reach = a.Categories, 0.25
		return n
	}
	gap := math.Inf(1)
	for i := 1; i < len(n.ticks); i++ {
		if d := n.ticks[i].At - n.ticks[i-1].At; d > 0 {
			gap = math.Min(gap, d)
		}
	}
	if !math.IsInf(gap, 1) {
		n.reach *= gap
	}
	return n
}

// At is the name at a position; empty where none is near, or for NaN.
func (n Namer) At(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	if n.categories != nil {
		x = math.Round(x)
	}
	i, _ := slices.BinarySearchFunc(n.ticks, x, func(t spec.Tick, x float64) int { return cmp.Compare(t.At, x) })
	best, label := n.reach, ""
	for _, j := range []int{i - 1, i} {
		if j >= 0 && j < len(n.ticks) && math.Abs(n.ticks[j].At-x) < best {
			best, label = math.Abs(n.ticks[j].At-x), n.ticks[j].Label
		}
	}
	if label == "" && x >= 0 && x < float64(len(n.categories)) {
		return n.categories[int(x)]
	}
	return label
}

// Names reports whether there is anything to find.
func (n Namer) Names() bool { return n.category || len(n.ticks) > 0 }

// HasNames reports whether an axis shows names in place of numbers.
func HasNames(a spec.AxisView) bool { return a.Kind == Category || len(named(a)) > 0 }

// Why is the reason for which mark i of a set cannot be seen: what the set says, or where
// that only counts its hidden marks, what the axes say.
func Why(s *spec.MarkSet, v *spec.AxesView, i int) spec.Unseen {
	switch {
	case i < len(s.Unseen):
		return s.Unseen[i]
	case s.Hidden == 0:
		return ""
	case s.Hidden >= s.Len():
		return cmp.Or(beyond(s, v, i), spec.UnseenUnknown)
	}
	return beyond(s, v, i)
}

// Outside reports whether mark i of a set is not within the limits of the axes.
func Outside(s spec.MarkSet, v spec.AxesView, i int) bool { return beyond(&s, &v, i) != "" }

// AllBeyond is why the axes do not show each mark of a set: it lies outside their limits, or
// is not positive where an axis is logarithmic; empty where they show it, nil where they show
// all. A bar must show its end, an error bar both ends, a box its quartiles. NaN is a gap,
// nothing hidden.
func AllBeyond(s *spec.MarkSet, v *spec.AxesView) []spec.Unseen {
	on := stand(s, v)
	if on[0].shows() && on[1].shows() && !lies(s.Mark) {
		return nil
	}
	var out []spec.Unseen
	for i := range s.Len() {
		if why := beyond(s, v, i); why != "" {
			if out == nil {
				out = make([]spec.Unseen, s.Len())
			}
			out[i] = why
		}
	}
	return out
}

// lies reports whether marks of a kind are shown as long as the axes show any part of them.
func lies(mark string) bool {
	return mark == spec.MarkRule || mark == spec.MarkSpan || mark == spec.MarkMesh
}

func beyond(s *spec.MarkSet, v *spec.AxesView, i int) spec.Unseen {
	if lies(s.Mark) {
		if aside(v.X, s.X, s.X2, i) || aside(v.Y, s.Y, s.Y2, i) {
			return spec.UnseenOutside
		}
		return ""
	}
	on := stand(s, v)
	return cmp.Or(on[0].within(i), on[1].within(i))
}

// along are the numbers of marks that must be on one axis.
type along struct {
	axis *spec.AxisView
	f    [3][]float64
}

// stand is where the marks of a set must be, to be seen.
func stand(s *spec.MarkSet, v *spec.AxesView) [2]along {
	x, y := &v.X, &v.Y
	of := func(a *spec.AxisView, f ...[]float64) (out along) {
		out.axis = a
		copy(out.f[:], f)
		return out
	}
	switch {
	case s.Mark == spec.MarkArc:
		return [2]along{of(x), of(y)}
	case s.Mark == spec.MarkViolin && s.Orient == "h":
		return [2]along{of(x, s.X), of(y, s.Lo, s.Hi)}
	case s.Mark == spec.MarkViolin:
		return [2]along{of(y, s.Y), of(x, s.Lo, s.Hi)}
	case v.Projection == "polar": // angles come round
		return [2]along{of(x), of(y, s.Y, s.Lo, s.Hi)}
	case s.Mark == spec.MarkHistogram && s.Orient == "h":
		return [2]along{of(x, s.Y), of(y, s.X, s.X2)}
	case s.Mark == spec.MarkHistogram:
		return [2]along{of(y, s.Y), of(x, s.X, s.X2)}
	case s.Orient == "h":
		return [2]along{of(x, s.X, s.Lo, s.Hi), of(y, s.Y)}
	}
	return [2]along{of(x, s.X), of(y, s.Y, s.Lo, s.Hi)}
}

// limits are the ends between which a number must lie, -Inf and +Inf where any may.
func (a along) limits() (lo, hi float64, log bool) {
	lo, hi = min(a.axis.Limits[0], a.axis.Limits[1]), max(a.axis.Limits[0], a.axis.Limits[1])
	if !(hi > lo) {
		return math.Inf(-1), math.Inf(1), a.axis.Scale == "log"
	}
	slack := 1e-9 * (hi - lo)
	return lo - slack, hi + slack, a.axis.Scale == "log"
}

// within is why one of the numbers at i is not on the axis.
func (a along) within(i int) spec.Unseen {
	lo, hi, log := a.limits()
	for _, f := range a.f {
		switch {
		case f == nil:
		case log && f[i] <= 0:
			return spec.UnseenNotPositive
		case f[i] < lo || f[i] > hi:
			return spec.UnseenOutside
		}
	}
	return ""
}

// shows reports whether all numbers are on the axis.
func (a along) shows() bool {
	lo, hi, log := a.limits()
	for _, f := range a.f {
		for _, x := range f {
			if x < lo || x > hi || log && x <= 0 {
				return false
			}
		}
	}
	return true
}

// aside reports whether all from one number to another lies beyond one end of an axis.
func aside(a spec.AxisView, from, to []float64, i int) bool {
	if from == nil {
		return false
	}
	if to == nil {
		to = from
	}
	lo, hi := min(a.Limits[0], a.Limits[1]), max(a.Limits[0], a.Limits[1])
	return hi > lo && (max(from[i], to[i]) < lo || min(from[i], to[i]) > hi)
}

// Range is the least and greatest of the finite numbers; +Inf, -Inf without any.
func Range(f []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range f {
		if x < lo && x >= -math.MaxFloat64 {
			lo = x
		}
		if x > hi && x <= math.MaxFloat64 {
			hi = x
		}
	}
	return lo, hi
}

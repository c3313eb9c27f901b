package page

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/report/draw"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// mark is one drawn value at its place on the axis of categories.
type mark struct{ at, value float64 }

// finder finds where a value of the oracle belongs on a pair of axes, and what is drawn
// there. It reads the marks once, since there may be a million of them.
type finder struct {
	axis    *spec.AxisView
	name    map[string]mark // by label of the mark, or category of its place
	both    map[[2]string]mark
	group   map[string]mark // of sets of one mark
	order   []placedMark    // by place
	numeric bool            // a number has a place on the axis
}

type placedMark struct {
	mark
	n int // in the order of the axes
}

// finders are those of the axes that were asked for, by kind of mark.
type finders map[finderKey]*finder

type finderKey struct {
	axes *spec.AxesView
	kind string
}

func (fs finders) of(a *spec.AxesView, kind string) *finder {
	k := finderKey{a, kind}
	if fs[k] == nil {
		fs[k] = newFinder(a, kind)
	}
	return fs[k]
}

// settle places each value on the first axes that draw it, else on the first that have
// room for it, and gives the points of each.
func (fs finders) settle(axes []*spec.AxesView, kind string, values []value) [][]draw.Point {
	points := make([][]draw.Point, len(axes))
	for k := range values {
		best, at := values[k], 0
		for i, a := range axes {
			x := values[k]
			fs.of(a, kind).place(&x)
			if x.isDrawn {
				best, at = x, i
				break
			}
			if x.placed && !best.placed {
				best, at = x, i
			}
		}
		if values[k] = best; best.placed {
			points[at] = append(points[at], best.Point)
		}
	}
	return points
}

// newFinder reads the marks of a kind, of any where it is empty. Of marks by one name
// the first counts.
func newFinder(a *spec.AxesView, kind string) *finder {
	f := &finder{axis: &a.X, name: map[string]mark{}, both: map[[2]string]mark{}, group: map[string]mark{}}
	flat := draw.Horizontal(a)
	if flat {
		f.axis = &a.Y
	}
	f.numeric = f.axis.Kind != "category"
	for k := range a.Marks {
		m := &a.Marks[k]
		if m.Mark == spec.MarkText || m.Mark == spec.MarkImage || m.Mark == spec.MarkRule || kind != "" && m.Mark != kind {
			continue
		}
		at, values := m.X, m.Y
		if flat {
			at, values = m.Y, m.X
		}
		if len(at) != len(values) {
			continue
		}
		group := fold(m.Group)
		for i := range at {
			x := mark{at[i], values[i]}
			if name := fold(f.nameOf(m, at[i], i)); name != "" {
				first(f.name, name, x)
				if group != "" {
					first(f.both, [2]string{group, name}, x)
				}
			}
			if m.Len() == 1 && group != "" {
				first(f.group, group, x)
			}
			f.order = append(f.order, placedMark{x, len(f.order)})
		}
	}
	slices.SortFunc(f.order, func(a, b placedMark) int { return cmp.Or(cmp.Compare(a.at, b.at), a.n-b.n) })
	return f
}

func first[K comparable](m map[K]mark, k K, x mark) {
	if _, ok := m[k]; !ok {
		m[k] = x
	}
}

// nameOf is the label of a mark, else the category where it stands.
func (f *finder) nameOf(m *spec.MarkSet, at float64, i int) string {
	if i < len(m.Labels) {
		return m.Labels[i]
	}
	if c := math.Round(at); c >= 0 && c < float64(len(f.axis.Categories)) && math.Abs(at-c) < 0.5 {
		return f.axis.Categories[int(c)]
	}
	return ""
}

// fold is the form by which labels are compared.
func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

func same(a, b string) bool {
	return a != "" && strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

// place finds a value by the label of a mark, by group and label together, by group, by
// number, else by category.
func (f *finder) place(x *value) {
	m, ok := f.name[fold(x.label)]
	if !ok {
		if one, two, both := strings.Cut(x.label, " / "); both {
			if m, ok = f.both[[2]string{fold(one), fold(two)}]; !ok {
				m, ok = f.both[[2]string{fold(two), fold(one)}]
			}
		}
	}
	if !ok {
		m, ok = f.group[fold(x.label)]
	}
	if !ok {
		m, ok = f.near(x.At)
	}
	if ok {
		x.At, x.placed, x.drawn, x.isDrawn = m.at, true, m.value, true
		return
	}
	if c := slices.IndexFunc(f.axis.Categories, func(c string) bool { return same(c, x.label) }); c >= 0 {
		x.At, x.placed = float64(c), true
		return
	}
	x.placed = safe.Finite(x.At) && f.numeric
}

// near is the first mark whose place is a number but for rounding.
func (f *finder) near(number float64) (mark, bool) {
	if !safe.Finite(number) {
		return mark{}, false
	}
	tol := spec.Tolerance{Rel: 1e-9}
	low := number - 2e-9*math.Abs(number)
	i, _ := slices.BinarySearchFunc(f.order, low, func(m placedMark, at float64) int { return cmp.Compare(m.at, at) })
	best := placedMark{n: -1}
	for ; i < len(f.order) && f.order[i].at <= number+2e-9*math.Abs(number); i++ {
		if m := f.order[i]; tol.Close(m.at, number) && (best.n < 0 || m.n < best.n) {
			best = m
		}
	}
	return best.mark, best.n >= 0
}

package capture

import (
	"cmp"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

// bySight splits an artist into marks of some size and colour, and marks of none, so
// that a set is hidden as a whole or only where the axes end.
func (a artist) bySight() []artist {
	var seen, unseen []int
	for i, u := range a.unseen {
		if u {
			unseen = append(unseen, i)
		} else {
			seen = append(seen, i)
		}
	}
	if len(unseen) == 0 {
		return []artist{a}
	}
	hidden := a.take(unseen)
	hidden.gone = true
	if len(seen) == 0 {
		return []artist{hidden}
	}
	return []artist{a.take(seen), hidden}
}

// finished fills in what the axes say of the marks: category labels and which cannot
// be seen. Marks come out in the order of their position, so that the order of
// drawing changes nothing.
func (a artist) finished(v spec.AxesView, x, y axis.Namer) spec.MarkSet {
	order := make([]int, a.Len())
	for i := range order {
		order[i] = i
	}
	get := func(f []float64, i int) float64 {
		if f == nil {
			return 0
		}
		return f[i]
	}
	if a.Mark != spec.MarkText {
		slices.SortStableFunc(order, func(i, j int) int {
			return cmp.Or(cmp.Compare(get(a.X, i), get(a.X, j)), cmp.Compare(get(a.Y, i), get(a.Y, j)), cmp.Compare(get(a.Base, i), get(a.Base, j)),
				cmp.Compare(get(a.Lo, i), get(a.Lo, j)), cmp.Compare(get(a.Hi, i), get(a.Hi, j)))
		})
		a = a.take(order)
	}
	s := a.MarkSet
	if s.Mark == spec.MarkText {
		return s
	}
	s.Labels = positionLabels(s, x, y)
	for i := range s.Len() {
		if a.gone || axis.Outside(s, v, i) {
			s.Hidden++
		}
	}
	return s
}

// positionLabels are the names that the axes show for the positions of marks. For
// points, whose orientation is open, the one axis that shows names decides.
func positionLabels(s spec.MarkSet, x, y axis.Namer) []string {
	n, at := x, s.X
	if s.Orient == "h" || s.Orient == "" && !x.Names() && y.Names() {
		n, at = y, s.Y
	}
	if s.Mark == spec.MarkHistogram || !n.Names() || at == nil {
		return nil
	}
	out := make([]string, len(at))
	for i, p := range at {
		out[i] = n.At(p)
	}
	return out
}

// histograms makes the bars of a histogram out of bars that touch each other on an
// axis of numbers.
func histograms(all []artist, v spec.AxesView) []artist {
	for k, a := range all {
		at, end, along := a.X, a.Y, v.X
		if a.Orient == "h" {
			at, end, along = a.Y, a.X, v.Y
		}
		if a.Mark != spec.MarkBar || a.width == nil || len(at) < 3 || axis.HasNames(along) || !touching(at, a.width) {
			continue
		}
		h := a
		h.Mark, h.X, h.X2, h.Y = spec.MarkHistogram, spread(at, a.width, -0.5), spread(at, a.width, 0.5), end
		all[k] = h
	}
	return all
}

func touching(at, width []float64) bool {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(at[i], at[j]) })
	for k, j := range order[1:] {
		i := order[k]
		gap := (at[j] - width[j]/2) - (at[i] + width[i]/2)
		if !(math.Abs(gap) <= 1e-6*(width[i]+width[j])) {
			return false
		}
	}
	return true
}

// errorBars makes error bars out of what only looks like lines: a segment across the
// value axis, with or without caps, at the place of a bar, point or vertex.
func errorBars(all []artist) []artist {
	var out []artist
	found := map[string]int{}
	upright, flat := newAnchors(all, "v"), newAnchors(all, "h")
	for _, a := range all {
		at, lo, hi, orient, ok := segment(a)
		anchors := upright
		if orient == "h" {
			anchors = flat
		}
		if !ok || !anchors.meet(at, lo, hi) {
			out = append(out, a)
			continue
		}
		e := a
		e.Mark, e.Orient, e.X, e.Y = spec.MarkErrorbar, orient, []float64{at}, nil
		if orient == "h" {
			e.X, e.Y = nil, []float64{at}
		}
		e.Lo, e.Hi, e.rgba, e.Group, e.Via = []float64{lo}, []float64{hi}, nil, "", ""
		if k, ok := found[orient]; ok && !a.gone {
			o := &out[k]
			if orient == "h" {
				o.Y = append(o.Y, at)
			} else {
				o.X = append(o.X, at)
			}
			o.Lo, o.Hi = append(o.Lo, lo), append(o.Hi, hi)
			continue
		}
		if !a.gone {
			found[orient] = len(out)
		}
		out = append(out, e)
	}
	return out
}

// segment reads a line as one error bar: all its points lie at the two ends lo and
// hi, and its middle is a segment from one to the other.
func segment(a artist) (at, lo, hi float64, orient string, ok bool) {
	if a.Mark != spec.MarkLine && a.Mark != spec.MarkRule || len(a.X) < 2 || len(a.X) > 12 || len(a.Y) != len(a.X) {
		return
	}
	for _, o := range []string{"v", "h"} {
		p, val := a.X, a.Y
		if o == "h" {
			p, val = a.Y, a.X
		}
		lo, hi = axis.Range(val)
		left, right := axis.Range(p)
		if !(hi > lo) || math.IsInf(left, 0) {
			continue
		}
		at = left + (right-left)/2
		tol := 1e-9*math.Max(math.Abs(at), hi-lo) + 1e-6*(right-left)
		ends, cap := [2]bool{}, true
		for i := range p {
			if math.IsNaN(p[i]) || math.IsNaN(val[i]) {
				continue
			}
			cap = cap && (val[i] == lo || val[i] == hi)
			if math.Abs(p[i]-at) <= tol {
				ends[0], ends[1] = ends[0] || val[i] == lo, ends[1] || val[i] == hi
			}
		}
		if cap && ends[0] && ends[1] {
			return at, lo, hi, o, true
		}
	}
	return 0, 0, 0, "", false
}

// anchor is a mark at which an error bar may stand.
type anchor struct {
	at, value float64
	bar       bool
}

// anchors are sorted by place.
type anchors []anchor

func newAnchors(all []artist, orient string) anchors {
	var out anchors
	for _, a := range all {
		p, val := a.X, a.Y
		if orient == "h" {
			p, val = a.Y, a.X
		}
		bar := a.Mark == spec.MarkBar && a.Orient == orient
		if !bar && a.Mark != spec.MarkPoint && (a.Mark != spec.MarkLine || len(a.X) < 2) || len(p) != len(val) {
			continue
		}
		if _, _, _, _, is := segment(a); is {
			continue
		}
		for i := range p {
			out = append(out, anchor{p[i], val[i], bar})
		}
	}
	slices.SortFunc(out, func(a, b anchor) int { return cmp.Compare(a.at, b.at) })
	return out
}

// meet reports whether a mark stands at the place of a segment: a bar, or a point or
// vertex on it.
func (as anchors) meet(at, lo, hi float64) bool {
	tol := 1e-6 * math.Max(1, math.Abs(at))
	i, _ := slices.BinarySearchFunc(as, at-tol, func(a anchor, x float64) int { return cmp.Compare(a.at, x) })
	for ; i < len(as) && as[i].at <= at+tol; i++ {
		if as[i].bar || as[i].value >= lo && as[i].value <= hi {
			return true
		}
	}
	return false
}

// joined puts marks together that a loop drew one by one: single bars, points, error
// bars and boxes of the same kind and group.
func joined(all []artist) []artist {
	var out []artist
	type key struct {
		mark, orient, group, via string
		extent                   spec.UncertaintyKind
		level                    float64
		gone                     bool
	}
	at := map[key]int{}
	for _, a := range all {
		single := a.Len() == 1 && (a.Mark == spec.MarkBar || a.Mark == spec.MarkPoint || a.Mark == spec.MarkErrorbar || a.Mark == spec.MarkBox)
		k := key{a.Mark, a.Orient, a.Group, a.Via, a.Extent, a.Level, a.gone}
		i, ok := at[k]
		if !single || !ok {
			if single {
				at[k] = len(out)
			}
			out = append(out, a)
			continue
		}
		if !out[i].extend(a) {
			out = append(out, a)
		}
	}
	return out
}

// extend appends the marks of b, where it has the same channels.
func (a *artist) extend(b artist) bool {
	pairs := [][2]*[]float64{{&a.X, &b.X}, {&a.X2, &b.X2}, {&a.Y, &b.Y}, {&a.Base, &b.Base}, {&a.Lo, &b.Lo}, {&a.Hi, &b.Hi}, {&a.WLo, &b.WLo}, {&a.WHi, &b.WHi}, {&a.width, &b.width}}
	for _, p := range pairs {
		if (*p[0] == nil) != (*p[1] == nil) {
			return false
		}
	}
	n, m := a.Len(), b.Len()
	for _, p := range pairs {
		if !a.owned {
			*p[0] = slices.Clip(*p[0])
		}
		*p[0] = append(*p[0], *p[1]...)
	}
	if !a.owned {
		a.unseen, a.RefOps = orFalse(a.unseen, n), slices.Clip(a.RefOps)
	}
	a.unseen = append(a.unseen, orFalse(b.unseen, m)...)
	a.owned, a.rgba = true, nil
	for _, r := range b.RefOps {
		if len(a.RefOps) < maxRefs && !slices.Contains(a.RefOps, r) {
			a.RefOps = append(a.RefOps, r)
		}
	}
	return true
}

// maxRefs bounds the operations that joined marks name.
const maxRefs = 64

func orFalse(b []bool, n int) []bool {
	if b == nil {
		return make([]bool, n)
	}
	return slices.Clone(b)
}

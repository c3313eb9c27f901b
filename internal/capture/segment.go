package capture

import (
	"cmp"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

// barStroke is the least width, in points, of lines from 0 that are bars.
const barStroke = 4

// errorBars makes error bars out of what only looks like lines: a segment across the
// value axis, with or without caps, at the place of a bar, point or vertex. Broad
// segments that all stand on 0 are bars; segments from 0 to the points they bear are
// stems.
func errorBars(all []artist) []artist {
	for i, a := range all {
		if b, ok := bar(a); ok {
			all[i] = b
		}
	}
	var out []artist
	found := map[string]int{}
	known := map[string]anchors{}
	of := func(orient string) anchors {
		if _, ok := known[orient]; !ok {
			known[orient] = newAnchors(all, orient)
		}
		return known[orient]
	}
	for _, a := range all {
		if a.Mark == spec.MarkRule && a.X2 != nil {
			rest, bars := a.parted(of)
			if rest.Len() > 0 {
				out = append(out, rest)
			}
			for _, e := range bars {
				out = merge(out, found, e)
			}
			continue
		}
		at, lo, hi, orient, ok := segment(a)
		if a.Part != "" || !ok || !of(orient).meet(at, lo, hi) {
			out = append(out, a)
			continue
		}
		out = merge(out, found, a.interval(at, lo, hi, orient))
	}
	return out
}

// interval is an artist as one error bar.
func (a artist) interval(at, lo, hi float64, orient string) artist {
	e := a
	e.Mark, e.Orient, e.X, e.Y, e.X2, e.Y2 = spec.MarkErrorbar, orient, []float64{at}, nil, nil, nil
	if orient == "h" {
		e.X, e.Y = nil, []float64{at}
	}
	e.Lo, e.Hi, e.rgba, e.unseen, e.Group, e.Via, e.Step = []float64{lo}, []float64{hi}, nil, nil, "", "", ""
	return e
}

// merge adds an error bar to the others of its orientation.
func merge(out []artist, found map[string]int, e artist) []artist {
	if k, ok := found[e.Orient]; ok && !e.gone.Hides() {
		o := &out[k]
		o.X, o.Y, o.Lo, o.Hi = append(o.X, e.X...), append(o.Y, e.Y...), append(o.Lo, e.Lo...), append(o.Hi, e.Hi...)
		return out
	}
	if !e.gone.Hides() {
		found[e.Orient] = len(out)
	}
	return append(out, e)
}

// parted takes the error bars out of a set of segments.
func (a artist) parted(of func(orient string) anchors) (rest artist, bars []artist) {
	if a.Part != "" {
		return a, nil
	}
	var keep []int
	stems := 0
	for i := range a.X {
		at, lo, hi, orient := a.X[i], a.Y[i], a.Y2[i], "v"
		if a.Y[i] == a.Y2[i] {
			at, lo, hi, orient = a.Y[i], a.X[i], a.X2[i], "h"
		}
		straight := a.X[i] == a.X2[i] || a.Y[i] == a.Y2[i]
		if !straight || !(hi > lo) || !of(orient).meet(at, lo, hi) {
			keep = append(keep, i)
			continue
		}
		if of(orient).stem(at, lo, hi) {
			stems++
		}
		bars = append(bars, a.interval(at, lo, hi, orient))
	}
	if stems > 1 && stems == len(a.X) {
		a.Part = "stem"
		return a, nil
	}
	return a.take(keep), bars
}

// bar reads broad segments that stand on 0 as bars.
func bar(a artist) (artist, bool) {
	if a.Mark != spec.MarkRule || a.X2 == nil || a.stroke < barStroke || a.Part != "" {
		return a, false
	}
	for _, orient := range []string{"v", "h"} {
		at, at2, one, other := a.X, a.X2, a.Y, a.Y2
		if orient == "h" {
			at, at2, one, other = a.Y, a.Y2, a.X, a.X2
		}
		ends, ok := make([]float64, len(at)), true
		for i := range at {
			ok = ok && at[i] == at2[i] && (one[i] == 0 || other[i] == 0)
			ends[i] = one[i] + other[i]
		}
		if !ok {
			continue
		}
		b := a
		b.Mark, b.Orient, b.X2, b.Y2, b.Base = spec.MarkBar, orient, nil, nil, make([]float64, len(at))
		b.X, b.Y = at, ends
		if orient == "h" {
			b.X, b.Y = ends, at
		}
		return b, true
	}
	return a, false
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

// stem reports whether a segment from 0 ends in the point it meets.
func (as anchors) stem(at, lo, hi float64) bool {
	end := hi
	if hi == 0 {
		end = lo
	} else if lo != 0 {
		return false
	}
	i, _ := slices.BinarySearchFunc(as, at, func(a anchor, x float64) int { return cmp.Compare(a.at, x) })
	for ; i < len(as) && as[i].at == at; i++ {
		if !as[i].bar && as[i].value == end {
			return true
		}
	}
	return false
}

// covered notes the bars that lie wholly behind one later bar of the same place.
func covered(all []artist) {
	type place struct {
		orient string
		at     float64
	}
	type shape struct {
		set, i            int
		left, right, a, b float64
	}
	behind := map[place][]shape{}
	order := make([]int, 0, len(all))
	for k, a := range all {
		if a.Mark == spec.MarkBar && a.width != nil && a.gone == "" {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(all[i].z, all[j].z) })
	for _, k := range order {
		a := &all[k]
		at, end := a.X, a.Y
		if a.Orient == "h" {
			at, end = a.Y, a.X
		}
		opaque := a.alpha == 1 && (len(a.colour) < 4 || a.colour[3] == 1)
		for i := range at {
			p := place{a.Orient, at[i]}
			s := shape{k, i, at[i] - a.width[i]/2, at[i] + a.width[i]/2, min(a.Base[i], end[i]), max(a.Base[i], end[i])}
			solid := opaque && (a.rgba == nil || len(a.rgba[i]) < 4 || a.rgba[i][3] == 1)
			for _, o := range behind[p] {
				if solid && o.left >= s.left && o.right <= s.right && o.a >= s.a && o.b <= s.b && o.b > o.a {
					hidden := &all[o.set]
					hidden.unseen = orSeen(hidden.unseen, hidden.Len())
					hidden.unseen[o.i] = cmp.Or(hidden.unseen[o.i], spec.UnseenCovered)
				}
			}
			if len(behind[p]) < maxBehind {
				behind[p] = append(behind[p], s)
			}
		}
	}
}

// maxBehind bounds the bars of one place that are looked through.
const maxBehind = 100

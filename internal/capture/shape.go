package capture

import (
	"cmp"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

// maxSorted bounds the marks of one set that are sorted.
const maxSorted = 10_000

// finished fills in what the axes say of the marks: category labels and which cannot
// be seen. Marks come out in the order of their position, so that the order of
// drawing changes nothing; very many stay in the order in which they were drawn, as to sort
// them takes longer than to draw them, and nobody reads them one by one.
func (a artist) finished(v spec.AxesView, x, y axis.Namer) spec.MarkSet {
	if a.Mark != spec.MarkText && a.Len() <= maxSorted {
		if order := a.order(); order != nil {
			a = a.take(order)
		}
	}
	s := a.MarkSet
	if s.Mark != spec.MarkErrorbar && s.Mark != spec.MarkBand { // a call's interval is not that of its bars
		s.Extent, s.Level = "", 0
	}
	if lo, hi := axis.Range(s.Size); lo == hi { // sizes that tell nothing
		s.Size = nil
	}
	if s.Mark != spec.MarkText {
		s.Labels = positionLabels(s, x, y)
	}
	var beyond []spec.Unseen
	if s.Mark != spec.MarkText { // which may stand beside the axes
		beyond = axis.AllBeyond(&s, &v)
	}
	if a.gone == "" && a.unseen == nil && beyond == nil {
		return s
	}
	for i := range s.Len() {
		why := a.gone
		if why == "" && a.unseen != nil {
			why = a.unseen[i]
		}
		if !why.Hides() && beyond != nil {
			why = cmp.Or(beyond[i], why)
		}
		if why == "" {
			continue
		}
		s.Unseen = orSeen(s.Unseen, s.Len())
		s.Unseen[i] = why
		if why.Hides() {
			s.Hidden++
		} else {
			s.Covered++
		}
	}
	return s
}

// order sorts marks by place and then by all that they show; nil where they are so.
func (a artist) order() []int {
	by := [][]float64{}
	for _, f := range []*[]float64{&a.X, &a.Y, &a.Base, &a.Lo, &a.Hi, &a.X2, &a.Y2, &a.U, &a.V, &a.Value, &a.Size} {
		if len(*f) == a.Len() && a.Len() > 0 {
			by = append(by, *f)
		}
	}
	if a.Mark == spec.MarkArc || len(by) == 0 {
		return nil
	}
	first, rest := by[0], by[1:]
	type place struct {
		x float64
		i int
	}
	order := make([]place, len(first))
	for i, x := range first {
		order[i] = place{x, i}
	}
	compare := func(p, q place) int {
		if p.x < q.x {
			return -1
		}
		if p.x > q.x {
			return 1
		}
		c := cmp.Compare(p.x, q.x)
		for k := 0; c == 0 && k < len(rest); k++ {
			c = cmp.Compare(rest[k][p.i], rest[k][q.i])
		}
		return c
	}
	if slices.IsSortedFunc(order, compare) {
		return nil
	}
	slices.SortFunc(order, func(p, q place) int {
		if c := compare(p, q); c != 0 {
			return c
		}
		return p.i - q.i
	})
	out := make([]int, len(order))
	for i, p := range order {
		out[i] = p.i
	}
	return out
}

// positionLabels are the names that the axes show for the positions of marks. For
// points, whose orientation is open, the one axis that shows names decides; a cell has
// the names of its row and column.
func positionLabels(s spec.MarkSet, x, y axis.Namer) []string {
	if s.Labels != nil {
		return s.Labels
	}
	n, at := x, s.X
	switch s.Mark {
	case spec.MarkHistogram, spec.MarkContour, spec.MarkPolygon, spec.MarkArrow, spec.MarkHex, spec.MarkSpan, spec.MarkImage:
		return nil
	case spec.MarkMesh:
		if s.X2 == nil || !x.Names() || !y.Names() {
			return nil
		}
		out := make([]string, s.Len())
		for i := range out {
			out[i] = y.At((s.Y[i]+s.Y2[i])/2) + " / " + x.At((s.X[i]+s.X2[i])/2)
		}
		return out
	case spec.MarkViolin:
		if s.Orient == "h" {
			n = y
		}
		if !n.Names() {
			return nil
		}
		lo, _ := axis.Range(s.Lo)
		_, hi := axis.Range(s.Hi)
		return slices.Repeat([]string{n.At((lo + hi) / 2)}, s.Len())
	}
	if s.Orient == "h" || s.Orient == "" && !x.Names() && y.Names() {
		n, at = y, s.Y
	}
	if !n.Names() || at == nil {
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

// joined puts marks together that a loop drew one by one: single bars, points, error
// bars and boxes of the same kind and group.
func joined(all []artist) []artist {
	var out []artist
	type key struct {
		mark, orient, group, via, part string
		extent                         spec.UncertaintyKind
		level                          float64
		gone                           spec.Unseen
	}
	at := map[key]int{}
	for _, a := range all {
		single := a.Len() == 1 && (a.Mark == spec.MarkBar || a.Mark == spec.MarkPoint || a.Mark == spec.MarkErrorbar || a.Mark == spec.MarkBox || a.Mark == spec.MarkRule)
		k := key{a.Mark, a.Orient, a.Group, a.Via, a.Part, a.Extent, a.Level, a.gone}
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
	pairs := [][2]*[]float64{{&a.width, &b.width}}
	for i, f := range a.Channels() {
		pairs = append(pairs, [2]*[]float64{f, b.Channels()[i]})
	}
	if a.Limit != nil || b.Limit != nil {
		return false
	}
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
		a.unseen, a.RefOps = slices.Clone(orSeen(a.unseen, n)), slices.Clip(a.RefOps)
	}
	a.unseen = append(a.unseen, orSeen(b.unseen, m)...)
	a.owned, a.rgba, a.Sample = true, nil, nil
	for _, r := range b.RefOps {
		if len(a.RefOps) < maxRefs && !slices.Contains(a.RefOps, r) {
			a.RefOps = append(a.RefOps, r)
		}
	}
	return true
}

// maxRefs bounds the operations that joined marks name.
const maxRefs = 64

// orSeen are the reasons, or none for each mark.
func orSeen(why []spec.Unseen, n int) []spec.Unseen {
	if why == nil {
		return make([]spec.Unseen, n)
	}
	return why
}

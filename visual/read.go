package visual

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Datum is one drawn mark, read in the terms of a slot: At is its place on the
// position axis and Value where it stands on the value axis (for a segment of a stack
// its length), Lo and Hi the ends of its error bar, all in the units of the slot.
type Datum struct {
	Name     string   // text of the position axis at its place, where that shows names
	Labels   []string // all texts that name it: Name, legend entry, facet
	Shown    []string // those of them that stand in the figure, not only in the code
	At       float64
	Value    float64
	Base     float64 // where a bar begins; NaN for other marks
	Lo, Hi   float64 // NaN without an error bar; for a box its quartiles
	WLo, WHi float64 // ends of the whiskers of a box
	Width    float64 // of a histogram's bin
	Kind     spec.UncertaintyKind
	Level    float64
	Hidden   bool // cannot be seen
	Event    int64
	Call     string
	axes     int
	num      float64 // the number that stands at its place
}

// Read returns the marks that are judged for a slot, in the order of their place: what
// the figure says. It is empty where nothing was matched.
func Read(slot spec.VisualSlot, m Match, want Expected, t spec.Terms) []Datum {
	rs := readings(slot, m, want, t)
	if len(rs) == 0 {
		return nil
	}
	return rs[0].data
}

// reading is one way to read the figure for a slot: some mark sets of one kind.
type reading struct {
	slot  spec.VisualSlot
	want  Expected
	r     reader
	cand  Candidate
	axes  []spec.AxesView // those of the candidate
	texts []string        // written on each of them
	sets  []setRef
	lying bool
	stack bool
	data  []Datum
	at    []spec.AxisView // position and value axis of each of axes
	val   []spec.AxisView
	rank  float64
	found *outcome // of compare, once it was asked
	bare  bool     // the axis shows another unit than that of its numbers, which are read as they stand
}

type setRef struct {
	axes int // index into reading.axes
	set  *spec.MarkSet
}

// readings lists the ways to read a match that fit the scope of the slot best, all of
// one rank: what they show is told apart by values only.
func readings(slot spec.VisualSlot, m Match, want Expected, t spec.Terms) []reading {
	if !m.Found() {
		return nil
	}
	var all []reading
	for _, c := range m.Candidates {
		base := reading{slot: slot, want: want, r: newReader(slot, t), cand: c}
		var sets []setRef
		for k, i := range c.Axes {
			a := m.Figure.Axes[i]
			base.axes, base.texts = append(base.axes, a), append(base.texts, written(a))
			lies := lying(a, c.Mark, slot)
			base.lying = base.lying || lies
			at, val := a.X, a.Y
			if lies {
				at, val = a.Y, a.X
			}
			base.at, base.val = append(base.at, at), append(base.val, val)
			for j := range a.Marks {
				if s := &m.Figure.Axes[i].Marks[j]; s.Mark == c.Mark {
					sets = append(sets, setRef{k, s})
				}
			}
		}
		for _, combo := range combinations(c.Mark, sets) {
			r := base
			r.sets = combo
			r.read()
			r.rank = c.Score + 4*r.coverage()
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b reading) int { return cmp.Compare(b.rank, a.rank) })
	best := 0
	for best < len(all) && all[0].rank-all[best].rank < 1e-9 {
		best++
	}
	all = all[:best]
	if slices.ContainsFunc(all, func(r reading) bool { return !r.cand.Claimed }) {
		all = slices.DeleteFunc(all, func(r reading) bool { return r.cand.Claimed })
	}
	if all[0].stranger() {
		return nil
	}
	for i := range all {
		if slot.Y != nil && slot.Y.Unit != "" { // the unit is judged by itself
			if bare, ok := all[i].asDrawn(); ok {
				all[i] = bare
			}
		}
	}
	return all
}

// stranger reports whether the marks are about something else: no name that the slot
// wants, and no word of it in the axis labels.
func (r *reading) stranger() bool {
	y := r.slot.Y
	if y == nil || len(y.Label) == 0 || r.want.Fit != nil {
		return false
	}
	c := r.classes()
	for j, k := range c.keys {
		if len(k.parts) == 0 || len(c.drawn[j]) > 0 {
			return false
		}
	}
	for k, a := range r.axes {
		if r.r.hasWord(a.Title, y.Label) || r.r.hasWord(r.val[k].Label, y.Label) {
			return false
		}
	}
	return len(c.keys) > 0
}

// Bounds of the sets of which each is read alone, and each is left out once.
const (
	manySingles = 200
	manySets    = 24
)

// combinations are the choices of mark sets that may belong together: all of a kind,
// each alone, all but one, those with a group, those without, those of more than one mark.
// Sets that cannot be seen are left out where others can, and segments of a stack are
// never read alone.
func combinations(kind string, sets []setRef) [][]setRef {
	seen := slices.DeleteFunc(slices.Clone(sets), func(s setRef) bool { return s.set.Len() > 0 && s.set.Hidden >= s.set.Len() })
	if len(seen) > 0 {
		sets = seen
	}
	out := [][]setRef{sets}
	if len(sets) < 2 || kind == spec.MarkBar && stacked(sets) {
		return out
	}
	add := func(keep func(setRef) bool) {
		part := slices.DeleteFunc(slices.Clone(sets), func(s setRef) bool { return !keep(s) })
		if len(part) > 0 && !slices.ContainsFunc(out, func(o []setRef) bool { return slices.Equal(o, part) }) {
			out = append(out, part)
		}
	}
	add(func(s setRef) bool { return s.set.Group != "" })
	add(func(s setRef) bool { return s.set.Group == "" })
	add(func(s setRef) bool { return s.set.Len() > 1 })
	if len(sets) > manySingles {
		return out
	}
	for _, one := range sets {
		add(func(s setRef) bool { return s == one })
		if len(sets) <= manySets {
			add(func(s setRef) bool { return s != one })
		}
	}
	return out
}

// stacked reports whether bars of one set begin where bars of another end.
func stacked(sets []setRef) bool {
	type end struct {
		at, end float64
		set     setRef
	}
	var ends []end
	for _, s := range sets {
		at, e := ends2(s.set)
		for i := range min(len(at), len(e)) {
			ends = append(ends, end{at[i], e[i], s})
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	for _, s := range sets {
		at, _ := ends2(s.set)
		for i := range min(len(at), len(s.set.Base)) {
			base := s.set.Base[i]
			if base == 0 || math.IsNaN(base) {
				continue
			}
			tol := 1e-9 * math.Abs(at[i])
			k, _ := slices.BinarySearchFunc(ends, at[i]-tol, func(e end, x float64) int { return cmp.Compare(e.at, x) })
			for n := 0; k < len(ends) && ends[k].at <= at[i]+tol && n < manyHere; n++ {
				if e := ends[k]; e.set != s && e.set.axes == s.axes && e.set.set.Orient == s.set.Orient && closeTo(e.end, base) {
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

// ends2 are the positions and ends of bars.
func ends2(s *spec.MarkSet) (at, end []float64) {
	if s.Orient == "h" {
		return s.Y, s.X
	}
	return s.X, s.Y
}

// closeTo compares drawn coordinates, which carry the rounding of a few additions.
func closeTo(a, b float64) bool { return spec.Tolerance{Rel: 1e-9}.Close(a, b) || a == b }

// read fills in the data of the chosen sets.
func (r *reading) read() {
	r.stack = r.cand.Mark == spec.MarkBar && stacked(r.sets)
	for _, s := range r.sets {
		r.data = append(r.data, r.marks(s)...)
	}
	if r.stack && !r.grouped() {
		r.data = totals(r.data)
	}
	for k := range r.axes {
		r.attach(k)
	}
	for i := range r.data {
		d := &r.data[i]
		if r.stack && r.grouped() {
			d.Value -= d.Base
		}
	}
	known := map[string]float64{}
	for i := range r.data {
		d := &r.data[i]
		if d.num = d.At; d.Name != "" {
			n, ok := known[d.Name]
			if !ok {
				n = r.r.number(d.Name)
				known[d.Name] = n
			}
			d.num = n
		}
	}
	slices.SortStableFunc(r.data, func(a, b Datum) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Value, b.Value), slices.Compare(a.Labels, b.Labels))
	})
}

// grouped reports whether the slot tells marks of one position apart.
func (r *reading) grouped() bool {
	if len(r.want.Group) > 0 {
		return true
	}
	for i := range r.want.X {
		return len(r.want.key(i).parts) > 1
	}
	return false
}

// marks reads one set. Marks without a place (NaN) are not drawn at all.
func (r *reading) marks(s setRef) []Datum {
	a, m := r.axes[s.axes], s.set
	at, val := m.X, m.Y
	if r.lying && m.Mark != spec.MarkHistogram {
		at, val = m.Y, m.X
	}
	atMap, valMap := r.atScale(s.axes), r.valScale(s.axes)
	var facets []string
	facets = append(facets, splitKey(a.Facet)...)
	if a.Facet == "" && len(r.axes) > 1 && a.Title != "" {
		facets = append(facets, a.Title)
	}
	var out []Datum
	for i := range m.Len() {
		d := Datum{At: math.NaN(), Base: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), Event: m.Event, Call: m.Call, axes: s.axes}
		if i < len(at) {
			d.At = at[i]
		}
		switch {
		case m.Mark == spec.MarkErrorbar && i >= len(val):
			d.Value = m.Lo[i] + (m.Hi[i]-m.Lo[i])/2
		case m.Mark == spec.MarkHistogram && len(m.X2) > i:
			d.At, d.Width, d.Value = (m.X[i]+m.X2[i])/2, m.X2[i]-m.X[i], m.Y[i]
		case i < len(val):
			d.Value = val[i]
		default:
			continue
		}
		if math.IsNaN(d.Value) || math.IsNaN(d.At) && len(at) > 0 {
			continue
		}
		if i < len(m.Base) {
			d.Base = m.Base[i]
		}
		if m.Mark == spec.MarkErrorbar || m.Mark == spec.MarkBox {
			d.Lo, d.Hi, d.Kind, d.Level = m.Lo[i], m.Hi[i], m.Extent, m.Level
		}
		d.WLo, d.WHi = d.Lo, d.Hi
		if i < len(m.WLo) && i < len(m.WHi) {
			d.WLo, d.WHi = m.WLo[i], m.WHi[i]
		}
		d.Hidden = m.Hidden >= m.Len() || m.Hidden > 0 && outside(*m, a, i)
		if i < len(m.Labels) && m.Labels[i] != "" {
			d.Name = m.Labels[i]
			d.Labels = append(d.Labels, d.Name)
		}
		d.Shown = append(slices.Clip(d.Labels), facets...)
		if m.Group != "" && !slices.Contains(d.Labels, m.Group) {
			d.Labels = append(d.Labels, m.Group)
			if m.Via != viaLabel || strings.Contains(r.texts[s.axes], m.Group) {
				d.Shown = append(d.Shown, m.Group)
			}
		}
		d.Labels = append(d.Labels, facets...)
		d.At = atMap.of(d.At)
		d.Width *= slope(atMap)
		if m.Mark != spec.MarkHistogram {
			for _, v := range []*float64{&d.Value, &d.Base, &d.Lo, &d.Hi, &d.WLo, &d.WHi} {
				*v = valMap.of(*v)
			}
		}
		out = append(out, d)
	}
	return out
}

// atScale and valScale are the maps from the units that the axes show to those of the
// slot; a histogram carries its values on the position axis.
func (r *reading) atScale(k int) linear {
	want := r.want.XUnit
	if r.cand.Mark == spec.MarkHistogram && r.sampled() {
		want = r.want.Unit
	}
	return scaleTo(r.at[k], r.axes[k].Title, want)
}

func (r *reading) valScale(k int) linear {
	if r.bare || r.cand.Mark == spec.MarkHistogram && r.sampled() {
		return linear{}
	}
	return scaleTo(r.val[k], r.axes[k].Title, r.want.Unit)
}

// sampled reports whether a histogram stands for a raw sample, not for bars.
func (r *reading) sampled() bool { return slices.Contains(r.slot.Marks, spec.MarkHistogram) }

func scaleTo(a spec.AxisView, title, want string) linear {
	shown := shownUnit(a, title, want)
	if want == "" || shown == "" {
		return linear{}
	}
	l, err := conversion(shown, want)
	if err != nil {
		return linear{}
	}
	return l
}

// attach gives the marks of one pair of axes the error bars, or the band, at their
// places. Of several at one place that of the same group counts, then the one around
// the mark's own value.
func (r *reading) attach(k int) {
	if r.cand.Mark == spec.MarkErrorbar || r.cand.Mark == spec.MarkBox || r.cand.Mark == spec.MarkHistogram && r.sampled() {
		return
	}
	atMap, valMap := r.atScale(k), r.valScale(k)
	a := r.axes[k]
	type bar struct {
		at, mid, lo, hi float64
		set             *spec.MarkSet
	}
	var bars []bar
	for j := range a.Marks {
		m := &a.Marks[j]
		if m.Mark != spec.MarkErrorbar && m.Mark != spec.MarkBand || (m.Orient == "h") != r.lying {
			continue
		}
		at, mid := m.X, m.Y
		if r.lying {
			at, mid = m.Y, m.X
		}
		for i := range min(len(at), len(m.Lo)) {
			if math.IsNaN(m.Lo[i]) || math.IsNaN(m.Hi[i]) || m.Hidden >= m.Len() || m.Hidden > 0 && outside(*m, a, i) {
				continue
			}
			b := bar{atMap.of(at[i]), math.NaN(), valMap.of(m.Lo[i]), valMap.of(m.Hi[i]), m}
			if i < len(mid) {
				b.mid = valMap.of(mid[i])
			}
			bars = append(bars, b)
		}
	}
	slices.SortStableFunc(bars, func(a, b bar) int { return cmp.Compare(a.at, b.at) })
	for i := range r.data {
		d := &r.data[i]
		if d.axes != k {
			continue
		}
		tol := 1e-6 * math.Max(1, math.Abs(d.At))
		from, _ := slices.BinarySearchFunc(bars, d.At-tol, func(b bar, at float64) int { return cmp.Compare(b.at, at) })
		best, bestFit := -1, -1
		for j := from; j < len(bars) && bars[j].at <= d.At+tol; j++ {
			b, fit := bars[j], 0
			if b.set.Group != "" && slices.Contains(d.Labels, b.set.Group) {
				fit += 4
			}
			if closeTo(b.mid, d.Value) {
				fit += 2
			}
			if b.lo <= d.Value && d.Value <= b.hi {
				fit++
			}
			if fit > bestFit {
				best, bestFit = j, fit
			}
		}
		if best >= 0 {
			b := bars[best]
			d.Lo, d.Hi, d.Kind, d.Level = b.lo, b.hi, b.set.Extent, b.set.Level
		}
	}
}

// totals puts the segments of each stack together: its end counts from its beginning.
func totals(data []Datum) []Datum {
	slices.SortStableFunc(data, func(a, b Datum) int {
		return cmp.Or(cmp.Compare(a.axes, b.axes), cmp.Compare(a.At, b.At), cmp.Compare(math.Abs(a.Base), math.Abs(b.Base)))
	})
	var out []Datum
	for _, d := range data {
		if n := len(out); n > 0 && out[n-1].axes == d.axes && closeTo(out[n-1].At, d.At) {
			o := &out[n-1]
			o.Value += float64(d.Value - d.Base)
			o.Hidden = o.Hidden || d.Hidden
			continue
		}
		d.Labels = nil
		if d.Name != "" {
			d.Labels = []string{d.Name}
		}
		d.Shown = d.Labels
		out = append(out, d)
	}
	return out
}

func slope(l linear) float64 {
	if l.b == 0 {
		return 1
	}
	return l.b
}

// written are the texts that stand on a pair of axes.
func written(a spec.AxesView) string {
	var b strings.Builder
	for _, m := range a.Marks {
		if m.Mark == spec.MarkText && b.Len() < 1<<16 {
			for _, l := range m.Labels {
				b.WriteString(l + "\n")
			}
		}
	}
	return b.String()
}

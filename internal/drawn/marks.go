package drawn

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/spec"
)

// marks reads one set. Marks without a place (NaN) are not drawn at all.
func (r *Reading) marks(s Set) []Datum {
	a, m := r.Axes[s.Panel], s.MarkSet
	at, val := m.X, m.Y
	if r.lying[s.Panel] && m.Mark != spec.MarkHistogram {
		at, val = m.Y, m.X
	}
	atMap, valMap := r.atScale(s.Panel), r.valScale(s.Panel)
	type kin struct{ labels, shown []string }
	known := map[string]kin{}
	out := make([]Datum, 0, m.Len())
	for i := range m.Len() {
		d := noDatum(s)
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
		d.Why = axis.Why(m, &a, i)
		d.Hidden = d.Why.Hides()
		if i < len(m.Labels) {
			d.Name = m.Labels[i]
		}
		k, ok := known[d.Name]
		if !ok {
			k.labels, k.shown = r.named(s, d.Name)
			known[d.Name] = k
		}
		d.Labels, d.Shown = k.labels, k.shown
		d.At = atMap.of(d.At)
		d.Width *= atMap.slope()
		if m.Mark != spec.MarkHistogram {
			for _, v := range []*float64{&d.Value, &d.Base, &d.Lo, &d.Hi, &d.WLo, &d.WHi} {
				*v = valMap.of(*v)
			}
		}
		out = append(out, d)
	}
	return out
}

// none is no number.
var none = math.NaN()

// noDatum is a mark of a set of which nothing is known yet.
func noDatum(s Set) Datum {
	return Datum{At: none, Base: none, Lo: none, Hi: none, WLo: none, WHi: none, Event: s.Event, Call: s.Call, Panel: s.Panel}
}

// named are all texts that name a mark of a set, the name at its place among them where it
// has one, and those that the figure shows.
func (r *Reading) named(s Set, name string) (labels, shown []string) {
	a := r.Axes[s.Panel]
	var facets []string
	facets = append(facets, expected.Split(a.Facet)...)
	if a.Facet == "" && len(r.Axes) > 1 && a.Title != "" {
		facets = append(facets, a.Title)
	}
	if name != "" {
		labels = append(labels, name)
	}
	shown = append(slices.Clip(labels), facets...)
	if s.Group != "" && !slices.Contains(labels, s.Group) {
		labels = append(labels, s.Group)
		if s.Via != "label" || strings.Contains(r.texts[s.Panel], s.Group) {
			shown = append(shown, s.Group)
		}
	}
	return slices.Clip(append(labels, facets...)), slices.Clip(shown)
}

// attach gives the marks of one pair of axes the error bars, or the band, at their
// places. Of several at one place that of the same group counts, then the one around
// the mark's own value.
func (r *Reading) attach(k int) {
	if r.Mark == spec.MarkErrorbar || r.Mark == spec.MarkBox || r.Mark == spec.MarkHistogram && r.Sampled() {
		return
	}
	atMap, valMap := r.atScale(k), r.valScale(k)
	a := r.Axes[k]
	type bar struct {
		at, mid, lo, hi float64
		set             *spec.MarkSet
	}
	var bars []bar
	for j := range a.Marks {
		m := &a.Marks[j]
		if m.Mark != spec.MarkErrorbar && m.Mark != spec.MarkBand || (m.Orient == "h") != r.lying[k] {
			continue
		}
		at, mid := m.X, m.Y
		if r.lying[k] {
			at, mid = m.Y, m.X
		}
		for i := range min(len(at), len(m.Lo)) {
			if math.IsNaN(m.Lo[i]) || math.IsNaN(m.Hi[i]) || axis.Why(m, &a, i).Hides() {
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
		if d.Panel != k {
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
			if Same(b.mid, d.Value) {
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
		return cmp.Or(cmp.Compare(a.Panel, b.Panel), cmp.Compare(a.At, b.At), cmp.Compare(math.Abs(a.Base), math.Abs(b.Base)))
	})
	var out []Datum
	for _, d := range data {
		if n := len(out); n > 0 && out[n-1].Panel == d.Panel && Same(out[n-1].At, d.At) {
			o := &out[n-1]
			o.Value += float64(d.Value - d.Base)
			if d.Hidden && !o.Hidden {
				o.Hidden, o.Why = true, d.Why
			}
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

// Package drawn reads the marks of a figure in the terms of a visual slot: which mark
// sets may belong together, where each mark stands in the slot's units, which texts name
// it, and which of the wanted marks it could be. It decides nothing about values.
package drawn

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/internal/phrase"
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
	Hidden   bool        // cannot be seen
	Why      spec.Unseen // the reason; of a stack that of the first segment with one
	Event    int64
	Call     string
	Panel    int     // which of the axes that are read it stands on
	Number   float64 // that stands at its place; NaN where that is a name
}

// Place names a mark for a message: by its labels, or by its position.
func (d Datum) Place() string {
	if len(d.Labels) > 0 {
		return strings.Join(d.Labels, ", ")
	}
	return "x = " + phrase.Short(d.At)
}

// Reading is one way to read a figure for a slot: some mark sets of one kind.
type Reading struct {
	Slot    spec.VisualSlot
	Want    expected.Marks
	Words   Words
	Mark    string          // kind of the marks
	Axes    []spec.AxesView // that they stand on
	At, Val []spec.AxisView // position and value axis of each of Axes
	Sets    []Set
	Stack   bool // bars begin where others end
	Bare    bool // the axis shows another unit than that of its numbers, which are read as they stand

	data    []Datum  // where it is not plain, or once they were asked for
	series  []Series // where it is plain
	wants   *wants
	classes *Classes // of data, once they were asked for
	counts  []int    // of marks in each class, the last of those in none

	alone bool     // its marks are read one by one in any case
	left  []Set    // that cannot be seen, where others can
	texts []string // written on each of Axes
	lying []bool   // values run along x, on each of Axes

	scales []scales // of each of Axes
}

// Set is one mark set on one of the axes of a reading.
type Set struct {
	Panel int // index into Axes
	*spec.MarkSet
}

// Readings are the ways to read the marks of one kind on some axes of a figure: all its
// sets together, and choices of them. There is at least one.
func Readings(slot spec.VisualSlot, fig *spec.Figure, axes []int, mark string, want expected.Marks, t spec.Terms) []*Reading {
	base := Reading{Slot: slot, Want: want, Words: NewWords(slot, t), Mark: mark, wants: classesOf(&want, t)}
	var sets []Set
	for k, i := range axes {
		a := &fig.Axes[i]
		lies, at, val := Lying(*a, mark, slot), a.X, a.Y
		if lies {
			at, val = val, at
		}
		base.Axes, base.texts = append(base.Axes, *a), append(base.texts, written(*a))
		base.At, base.Val, base.lying = append(base.At, at), append(base.Val, val), append(base.lying, lies)
		base.scales = append(base.scales, scalesOf(at, val, a.Title, &want))
		for j := range a.Marks {
			if s := &a.Marks[j]; s.Mark == mark {
				sets = append(sets, Set{k, s})
			}
		}
	}
	var out []*Reading
	sets, base.left = inSight(sets)
	for _, combo := range combinations(mark, sets) {
		r := base
		r.Sets = combo
		r.read()
		out = append(out, &r)
	}
	return out
}

// Lies reports whether the values run along x on axes k.
func (r *Reading) Lies(k int) bool { return r.lying[k] }

// AsDrawn reads the numbers as they stand, whatever unit the axis shows; nil where that
// changes nothing.
func (r *Reading) AsDrawn() *Reading {
	if r.valScale(0).none() {
		return nil
	}
	bare := *r
	bare.Bare = true
	bare.read()
	return &bare
}

// read reads the chosen sets.
func (r *Reading) read() {
	r.Stack = r.Mark == spec.MarkBar && stacked(r.Sets)
	r.data, r.classes, r.counts = nil, nil, nil
	if r.series, _ = r.plainly(); r.series != nil {
		single := r.Single()
		for i := range r.series {
			s := &r.series[i]
			s.Class = r.class(s.Labels, single)
		}
	}
}

// Data are the marks, in the order of their place and value.
func (r *Reading) Data() []Datum {
	if r.data == nil {
		r.fill()
	}
	return r.data
}

func (r *Reading) fill() {
	r.data = []Datum{}
	for _, s := range r.Sets {
		r.data = append(r.data, r.marks(s)...)
	}
	if r.Stack && !r.byGroup() {
		r.data = totals(r.data)
	}
	for k := range r.Axes {
		r.attach(k)
	}
	known := map[string]float64{}
	segments := r.Stack && r.byGroup()
	for i := range r.data {
		d := &r.data[i]
		if segments {
			d.Value -= d.Base
		}
		if d.Number = d.At; d.Name != "" {
			n, ok := known[d.Name]
			if !ok {
				n = r.Words.number(d.Name)
				known[d.Name] = n
			}
			d.Number = n
		}
	}
	slices.SortStableFunc(r.data, func(a, b Datum) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Value, b.Value), slices.Compare(a.Labels, b.Labels))
	})
}

// byGroup reports whether the slot tells marks of one position apart.
func (r *Reading) byGroup() bool {
	if len(r.Want.Group) > 0 {
		return true
	}
	return len(r.Want.X) > 0 && len(r.Want.Key(0).Parts) > 1
}

// Sampled reports whether a histogram stands for a raw sample, not for bars.
func (r *Reading) Sampled() bool { return slices.Contains(r.Slot.Marks, spec.MarkHistogram) }

// Noun is what the marks of a reading are called.
func (r *Reading) Noun() string {
	switch r.Mark {
	case spec.MarkBar:
		return "bar"
	case spec.MarkBox:
		return "box"
	case spec.MarkErrorbar:
		return "error bar"
	case spec.MarkHistogram:
		if !r.Sampled() {
			return "bar"
		}
		return "bin"
	}
	return "point"
}

package direction

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/spec"
)

// Drawn is one mark of those that were matched to a visual slot, as the figure says it.
type Drawn struct {
	Labels []string // every text that names it: category, legend entry, panel
	At     float64  // place along the axis of positions
	Value  float64  // end of a bar, median of a box, height of a point or bin
	Lo, Hi float64  // ends of its error bar, or the quartiles of a box; NaN where there are none
	Kind   spec.UncertaintyKind
	Bin    float64 // width of a histogram's bin; 0 for other marks
	Hidden bool    // cannot be seen
}

// Drawing is all that can be seen of a visual slot.
type Drawing struct {
	Marks []Drawn
	t     spec.Terms
	words drawn.Words // of the slot
}

// NewDrawing keeps what can be seen of the marks that were matched to a slot.
func NewDrawing(vs spec.VisualSlot, marks []Drawn, t spec.Terms) Drawing {
	d := Drawing{t: t, words: drawn.NewWords(vs, t)}
	for _, m := range marks {
		if !m.Hidden {
			d.Marks = append(d.Marks, m)
		}
	}
	return d
}

// Bounded reports whether an error bar, or a box, stands at the mark.
func (m Drawn) Bounded() bool { return m.Lo <= m.Hi }

// Names reports whether a label names a group, alone or among other words.
func (d Drawing) Names(label, group string) bool {
	return d.words.Same(group, label) || d.mentions(label, group)
}

// mentions reports whether a label names a group among other words, such as
// "Gentoo - Adelie" or "Gentoo (n = 123)".
func (d Drawing) mentions(label, group string) bool { return d.place(label, group) >= 0 }

// place is where a label names a group as whole words, -1 where it does not.
func (d Drawing) place(label, group string) int {
	words := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(d.t.Canonical(s), func(r rune) bool { return strings.ContainsRune(" ()[],;:/=+−&\n", r) }), " ") + " "
	}
	return strings.Index(words(label), words(group))
}

// Labels are the distinct names of marks, sorted.
func (d Drawing) Labels() []string {
	var out []string
	for _, m := range d.Marks {
		out = append(out, m.Labels...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Shows asks what the marks say of a direction claimed for groups, and why.
func (d Drawing) Shows(want spec.Direction, groups []string) (Verdict, string) {
	switch want {
	case spec.Increasing, spec.Decreasing, spec.Nonmonotonic:
		return d.runs(want, groups)
	case spec.NoDifference:
		return d.overlap(groups)
	case spec.Greater, spec.Less, spec.Equal:
		if len(groups) > 0 {
			return d.compares(want, groups)
		}
	}
	return Silent, ""
}

// of are the marks with a label that matches.
func (d Drawing) of(match func(label string) bool) (out []Drawn) {
	for _, m := range d.Marks {
		if slices.ContainsFunc(m.Labels, match) {
			out = append(out, m)
		}
	}
	return out
}

// group are the marks of one group: those it names, or else those whose label names it
// and no other of the groups.
func (d Drawing) group(g string, groups []string) []Drawn {
	if out := d.of(func(l string) bool { return d.words.Same(g, l) }); len(out) > 0 {
		return out
	}
	return d.of(func(l string) bool {
		return d.mentions(l, g) && !slices.ContainsFunc(groups, func(o string) bool { return !d.t.Same(o, g) && d.mentions(l, o) })
	})
}

// level is the value that marks show together.
func level(ms []Drawn) float64 {
	var sum, n float64
	for _, m := range ms {
		w, x := 1.0, m.Value
		if m.Bin > 0 {
			w, x = m.Value, m.At
		}
		sum, n = sum+w*x, n+w
	}
	return sum / n
}

func (d Drawing) compares(want spec.Direction, groups []string) (Verdict, string) {
	var labels []string
	var ys []float64
	for _, g := range groups {
		if ms := d.group(g, groups); len(ms) > 0 {
			labels, ys = append(labels, g), append(ys, level(ms))
		}
	}
	at := make([]int, len(groups))
	for i := range at {
		at[i] = i
	}
	switch {
	case len(ys) < len(groups):
		return d.contrast(want, groups)
	case len(groups) == 1:
		for _, l := range d.Labels() {
			if !d.Names(l, groups[0]) {
				labels, ys = append(labels, l), append(ys, level(d.of(func(s string) bool { return s == l })))
			}
		}
	}
	s, why := orderShows(ys, at, want, labels)
	if s == Silent {
		why = fmt.Sprintf("nothing is drawn beside %q", groups)
	}
	return s, why
}

// contrast looks for a single drawn difference: a mark that names both groups, and lies
// above or below zero.
func (d Drawing) contrast(want spec.Direction, groups []string) (Verdict, string) {
	for _, m := range d.Marks {
		for _, l := range m.Labels {
			if len(groups) != 2 || !d.mentions(l, groups[0]) || !d.mentions(l, groups[1]) {
				continue
			}
			value := m.Value
			if d.place(l, groups[0]) > d.place(l, groups[1]) {
				value = -value
			}
			s, _ := orderShows([]float64{value, 0}, []int{0, 1}, want, groups)
			return s, fmt.Sprintf("%s is drawn at %.7g", l, m.Value)
		}
	}
	return Silent, fmt.Sprintf("there is no value for each of %q", groups)
}

// overlap asks that the drawn confidence intervals of all groups have a value in common.
func (d Drawing) overlap(groups []string) (Verdict, string) {
	lo, hi := math.Inf(-1), math.Inf(1)
	for _, g := range groups {
		k := slices.IndexFunc(d.group(g, groups), func(m Drawn) bool { return m.Bounded() && m.Kind == spec.UncertaintyCI })
		if k < 0 {
			return Silent, ""
		}
		m := d.group(g, groups)[k]
		lo, hi = max(lo, m.Lo), min(hi, m.Hi)
	}
	switch {
	case len(groups) < 2:
		return Silent, ""
	case lo <= hi:
		return Agrees, "the drawn intervals overlap"
	}
	return Refutes, fmt.Sprintf("the drawn intervals do not overlap: one begins at %.7g, another ends at %.7g", lo, hi)
}

// runs asks for the course of the marks over their places: of each group that the claim
// names, or of all together where none of them names marks.
func (d Drawing) runs(want spec.Direction, groups []string) (Verdict, string) {
	series := [][]Drawn{}
	for _, g := range groups {
		if ms := d.group(g, groups); len(ms) > 0 {
			series = append(series, ms)
		}
	}
	if len(series) == 0 {
		series = append(series, d.Marks)
	}
	verdict, why := Silent, "the marks have no course"
	for _, ms := range series {
		x, y := make([]float64, len(ms)), make([]float64, len(ms))
		for i, m := range ms {
			x[i], y[i] = m.At, m.Value
		}
		if s, note := courseShows(x, y, want); s != Silent {
			verdict, why = s, note
		}
		if verdict == Refutes {
			break
		}
	}
	return verdict, why
}

package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

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

// VisualEdge judges whether the marks that were matched to a visual slot show what the
// claim says: some can be seen; every group of the claim names some of them; their values
// are ordered, or run, as the direction says; and an uncertainty that the visual slot
// requires is drawn. It is 1 or 0; hidden marks show nothing, and no marks at all are
// missing. That the marks are of the right quantity, variable and population is what
// matching and the visual's own node decide.
//
// Groups are compared by the mean of their values, of a histogram by the mean of its bins;
// an increase or decrease by the sign of the least-squares slope, of each group that the
// claim names and else of all marks together. No difference is held against drawn
// confidence intervals, which must overlap; without them it is not applicable.
func VisualEdge(slot spec.ClaimSlot, vs spec.VisualSlot, drawn []Drawn, c spec.Claim, t spec.Terms) spec.Verdict {
	if len(drawn) == 0 {
		return spec.MissingVerdict(spec.VisualMissing, fmt.Sprintf("%s rests on visual slot %s, to which no mark was matched", name(c), vs.ID), "Draw the figure that shows the claim.")
	}
	j := judge{c: c, code: spec.ClaimVisual}
	d := drawing{t: t, other: map[string]string{}}
	for _, ch := range []*spec.Channel{vs.X, vs.Y, vs.Group} {
		d.accept(ch)
	}
	for _, m := range drawn {
		if !m.Hidden {
			d.marks = append(d.marks, m)
		}
	}
	j.add("marks", len(d.marks) > 0, "marks that can be seen", fmt.Sprintf("%d of %d marks", len(d.marks), len(drawn)),
		fmt.Sprintf("every mark of %s is hidden", vs.ID), "Draw the marks inside the axes, opaque and of some size.", "")
	j.drawnGroups(d, vs)
	j.drawnDirection(d, vs)
	if vs.Uncertainty == nil || !vs.Uncertainty.Required {
		j.skip("uncertainty")
	} else {
		n := 0
		for _, m := range d.marks {
			if m.bounded() {
				n++
			}
		}
		j.add("uncertainty", n > 0 && n == len(d.marks), "an interval at every mark", fmt.Sprintf("%d of %d marks have one", n, len(d.marks)),
			fmt.Sprintf("%s does not show the uncertainty of every value", vs.ID), "Draw the interval of each value.", "")
	}
	return spec.Judge(vs.ID, j.checks)
}

func (j *judge) drawnGroups(d drawing, vs spec.VisualSlot) {
	if len(j.c.Groups) == 0 {
		j.skip("groups")
		return
	}
	var absent []string
	for _, g := range j.c.Groups {
		if !slices.ContainsFunc(d.labels(), func(l string) bool { return d.is(l, g) || d.mentions(l, g) }) {
			absent = append(absent, g)
		}
	}
	labels := d.labels()
	j.add("groups", len(absent) == 0, fmt.Sprintf("%q", j.c.Groups), fmt.Sprintf("%q", labels[:min(len(labels), 12)]),
		fmt.Sprintf("%s compares %q, but no mark of %s is named %q", name(j.c), j.c.Groups, vs.ID, absent), "Draw and label every group of the claim.", "/groups")
}

func (j *judge) drawnDirection(d drawing, vs spec.VisualSlot) {
	s, why := d.shows(j.c.Direction, j.c.Groups)
	if s == silent && why == "" {
		j.skip("direction")
		return
	}
	j.add("direction", s == agrees, string(j.c.Direction), why, fmt.Sprintf("%s says %s, but %s does not show it: %s", name(j.c), j.c.Direction, vs.ID, why),
		"Draw the values that the claim compares, or state the direction that is drawn.", "/direction")
}

// drawing is all that can be seen of a visual slot.
type drawing struct {
	t     spec.Terms
	other map[string]string // accepted word of a category -> canonical
	marks []Drawn
}

func (d *drawing) accept(ch *spec.Channel) {
	if ch == nil {
		return
	}
	for c, words := range ch.Values {
		for _, w := range words {
			d.other[d.t.Canonical(w)] = c
		}
	}
}

func (m Drawn) bounded() bool { return m.Lo <= m.Hi }

// is reports whether a label stands for a group: the same word, or one that the slot
// accepts for it.
func (d drawing) is(label, group string) bool {
	if d.t.Same(label, group) {
		return true
	}
	c, ok := d.other[d.t.Canonical(label)]
	return ok && d.t.Same(c, group)
}

// mentions reports whether a label names a group among other words, such as
// "Gentoo - Adelie" or "Gentoo (n = 123)".
func (d drawing) mentions(label, group string) bool { return d.place(label, group) >= 0 }

// place is where a label names a group as whole words, -1 where it does not.
func (d drawing) place(label, group string) int {
	words := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(d.t.Canonical(s), func(r rune) bool { return strings.ContainsRune(" ()[],;:/=+−&\n", r) }), " ") + " "
	}
	return strings.Index(words(label), words(group))
}

// labels are the distinct names of marks, sorted.
func (d drawing) labels() []string {
	var out []string
	for _, m := range d.marks {
		out = append(out, m.Labels...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (d drawing) shows(want spec.Direction, groups []string) (shown, string) {
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
	return silent, ""
}

// of are the marks with a label that matches.
func (d drawing) of(match func(label string) bool) (out []Drawn) {
	for _, m := range d.marks {
		if slices.ContainsFunc(m.Labels, match) {
			out = append(out, m)
		}
	}
	return out
}

// group are the marks of one group: those it names, or else those whose label names it
// and no other of the groups.
func (d drawing) group(g string, groups []string) []Drawn {
	if out := d.of(func(l string) bool { return d.is(l, g) }); len(out) > 0 {
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

func (d drawing) compares(want spec.Direction, groups []string) (shown, string) {
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
		for _, l := range d.labels() {
			if !d.is(l, groups[0]) && !d.mentions(l, groups[0]) {
				labels, ys = append(labels, l), append(ys, level(d.of(func(s string) bool { return s == l })))
			}
		}
	}
	s, why := orderShows(ys, at, want, labels)
	if s == silent {
		why = fmt.Sprintf("nothing is drawn beside %q", groups)
	}
	return s, why
}

// contrast looks for a single drawn difference: a mark that names both groups, and lies
// above or below zero.
func (d drawing) contrast(want spec.Direction, groups []string) (shown, string) {
	for _, m := range d.marks {
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
	return silent, fmt.Sprintf("there is no value for each of %q", groups)
}

// overlap asks that the drawn confidence intervals of all groups have a value in common.
func (d drawing) overlap(groups []string) (shown, string) {
	lo, hi := math.Inf(-1), math.Inf(1)
	for _, g := range groups {
		k := slices.IndexFunc(d.group(g, groups), func(m Drawn) bool { return m.bounded() && m.Kind == spec.UncertaintyCI })
		if k < 0 {
			return silent, ""
		}
		m := d.group(g, groups)[k]
		lo, hi = max(lo, m.Lo), min(hi, m.Hi)
	}
	switch {
	case len(groups) < 2:
		return silent, ""
	case lo <= hi:
		return agrees, "the drawn intervals overlap"
	}
	return refutes, fmt.Sprintf("the drawn intervals do not overlap: one begins at %.7g, another ends at %.7g", lo, hi)
}

// runs asks for the course of the marks over their places: of each group that the claim
// names, or of all together where none of them names marks.
func (d drawing) runs(want spec.Direction, groups []string) (shown, string) {
	series := [][]Drawn{}
	for _, g := range groups {
		if ms := d.group(g, groups); len(ms) > 0 {
			series = append(series, ms)
		}
	}
	if len(series) == 0 {
		series = append(series, d.marks)
	}
	verdict, why := silent, "the marks have no course"
	for _, ms := range series {
		x, y := make([]float64, len(ms)), make([]float64, len(ms))
		for i, m := range ms {
			x[i], y[i] = m.At, m.Value
		}
		if s, note := courseShows(x, y, want); s != silent {
			verdict, why = s, note
		}
		if verdict == refutes {
			break
		}
	}
	return verdict, why
}

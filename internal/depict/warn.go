package depict

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/legible"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/internal/picture"
	"github.com/assaybench/assay/spec"
)

// warner collects the warnings of a figure.
type warner struct {
	out []Warning
	id  string // of the axes that are looked at
}

func (w *warner) say(code spec.Code, fix, format string, args ...any) {
	w.out = append(w.out, Warning{Code: code, Axes: w.id, Message: fmt.Sprintf(format, args...), Fix: fix})
}

// warnings lists what a reader of the figure should know.
func warnings(f spec.Figure) []Warning {
	w := &warner{out: []Warning{}}
	if f.Late != 0 {
		w.say(spec.VisualStale, "Save the figure after everything is drawn.", "it was saved before %s, which it does not show", f.LateCall)
	}
	marks := 0
	hosts := map[string]spec.AxesView{}
	for _, a := range f.Axes {
		hosts[a.ID] = a
		w.id = a.ID
		w.axes(a, hosts[a.TwinOf])
		marks += len(dataSets(a))
	}
	w.id = ""
	for _, n := range legible.Advice(f) {
		w.out = append(w.out, Warning{Code: spec.VisualLegible, Axes: n.Axes, Message: n.Message, Fix: n.Fix})
	}
	switch {
	case picture.Pasted(f):
		w.say(spec.VisualRaster, "Draw marks from the numbers.", "it shows a picture that was pasted: pixels carry no numbers")
	case marks == 0:
		w.say(spec.VisualBlank, "Draw the numbers before saving.", "it holds no marks that show numbers")
	}
	return w.out
}

func dataSets(a spec.AxesView) []spec.MarkSet {
	return slices.DeleteFunc(slices.Clone(a.Marks), func(m spec.MarkSet) bool { return m.Mark == spec.MarkText || m.Len() == 0 })
}

// axes looks at one pair of axes; host are those over which they lie, if any.
func (w *warner) axes(a, host spec.AxesView) {
	if a.TwinOf != "" {
		w.say(spec.VisualScale, "Give the two quantities panels of their own, or say at each mark to which axis it belongs.", "it lies over %s: marks at one place are read at two axes", a.TwinOf)
	}
	sets := dataSets(a)
	if len(sets) > 0 && a.ColorbarOf == "" && a.Secondary == "" && a.Projection == "" && !onlyArcs(sets) {
		w.axis("x", a.X, host.X, a)
		w.axis("y", a.Y, host.Y, a)
	}
	w.baselines(a)
	for _, m := range sets {
		w.set(m, a)
	}
	w.groups(a)
}

// onlyArcs reports whether the axes hold wedges alone, which need no axes.
func onlyArcs(sets []spec.MarkSet) bool {
	return !slices.ContainsFunc(sets, func(m spec.MarkSet) bool { return m.Mark != spec.MarkArc })
}

// axis looks at one axis; shared is that of the axes below, which may have its label.
func (w *warner) axis(name string, x, shared spec.AxisView, a spec.AxesView) {
	if a.TwinOf != "" && x.Limits == shared.Limits {
		return
	}
	if x.Label == "" && x.Kind != axis.Time && !axis.HasNames(x) && a.Title == "" {
		w.say(spec.VisualLabel, "Name the quantity, and its unit, in the axis label.", "the %s axis has no label", name)
	}
	if t, lies := axis.Lying(x); lies {
		w.say(spec.VisualValues, "Label the ticks with the numbers at which they stand.", "the %s axis reads %s where it is at %s", name, t.Label, phrase.Short(t.At))
	}
	if x.Inverted && !axis.HasNames(x) {
		w.say(spec.VisualHard, "Do not invert the axis, or say so.", "the %s axis is inverted: it runs from %s to %s", name, phrase.Short(x.Limits[0]), phrase.Short(x.Limits[1]))
	}
}

// baselines warns of bars that do not begin at zero, or whose zero is not shown.
func (w *warner) baselines(a spec.AxesView) {
	for _, orient := range []string{"v", "h"} {
		lowest := map[float64]float64{} // of all bars at a place: the base nearest to 0
		for _, m := range a.Marks {
			if m.Mark != spec.MarkBar && m.Mark != spec.MarkHistogram || (m.Orient == "h") != (orient == "h") || len(m.Base) != m.Len() {
				continue
			}
			at := m.X
			if m.Mark == spec.MarkBar && orient == "h" {
				at = m.Y
			}
			for i, b := range m.Base {
				if i >= len(at) || math.IsNaN(b) {
					continue
				}
				if old, ok := lowest[at[i]]; !ok || math.Abs(b) < math.Abs(old) {
					lowest[at[i]] = b
				}
			}
		}
		if len(lowest) == 0 {
			continue
		}
		value, name := a.Y, "y"
		if orient == "h" {
			value, name = a.X, "x"
		}
		lo, hi := min(value.Limits[0], value.Limits[1]), max(value.Limits[0], value.Limits[1])
		switch {
		case value.Scale != axis.Linear:
			w.say(spec.VisualHard, "Use a linear axis for bars, or points in their place.", "bars stand on a %s axis, which has no zero", value.Scale)
			continue
		case lo > 0 || hi < 0:
			w.say(spec.VisualHard, "Let the axis begin at 0.", "the %s axis runs from %s to %s and cuts the bars off: their lengths do not compare", name, phrase.Short(lo), phrase.Short(hi))
		}
		floating := 0
		zero := spec.Tolerance{Abs: 1e-9 * (hi - lo)}
		for _, b := range lowest {
			if !zero.Close(b, 0) {
				floating++
			}
		}
		if floating > 0 {
			w.say(spec.VisualHard, "Let the bars begin at 0.", "%d of %s begin elsewhere than at 0", floating, phrase.Count(len(lowest), "bar", "bars"))
		}
	}
}

var words = map[string][2]string{
	spec.MarkPoint: {"point", "points"}, spec.MarkLine: {"vertex of a line", "vertices of a line"}, spec.MarkBar: {"bar", "bars"}, spec.MarkErrorbar: {"error bar", "error bars"},
	spec.MarkBand: {"place of a band", "places of a band"}, spec.MarkHistogram: {"bin", "bins"}, spec.MarkBox: {"box", "boxes"},
}

func count(n int, mark string) string {
	if w, ok := words[mark]; ok {
		return phrase.Count(n, w[0], w[1])
	}
	return phrase.Count(n, mark, mark+" marks")
}

func (w *warner) set(m spec.MarkSet, a spec.AxesView) {
	n, gaps := m.Len(), 0
	unseen := map[spec.Unseen]int{}
	for i := range n {
		if why := axis.Why(&m, &a, i); why.Hides() {
			unseen[why]++
		}
		if at(m.X, i) || at(m.Y, i) {
			gaps++
		}
	}
	of := count(n, m.Mark)
	if m.Group != "" {
		of += " of " + m.Group
	}
	if m.Hidden > 0 {
		fix := "Make the marks visible."
		if n := unseen[spec.UnseenOutside]; n == m.Hidden {
			fix = "Widen the axis limits."
		} else if n > 0 {
			fix = "Widen the axis limits and make the marks visible."
		}
		var why []string
		for _, u := range slices.Sorted(maps.Keys(unseen)) {
			why = append(why, fmt.Sprintf("%d %s", unseen[u], u.Phrase(unseen[u])))
		}
		if len(unseen) == 1 {
			w.say(spec.VisualHidden, fix, "%d of %s %s", m.Hidden, of, slices.Collect(maps.Keys(unseen))[0].Phrase(m.Hidden))
		} else {
			w.say(spec.VisualHidden, fix, "%d of %s cannot be seen: %s", m.Hidden, of, phrase.List(why))
		}
	}
	if gaps > 0 {
		w.say(spec.VisualHidden, "", "%d of %s have no number and are not drawn", gaps, of)
	}
	if (m.Mark == spec.MarkErrorbar || m.Mark == spec.MarkBand) && m.Extent == "" {
		w.say(spec.VisualUncertain, "Say in the figure or its caption what they span: standard deviation, standard error or an interval of which level.", "what the %s span is not known", plural(m.Mark))
	}
}

func plural(mark string) string {
	if mark == spec.MarkBand {
		return "bands"
	}
	return words[mark][1]
}

// at reports whether a channel has no number at i.
func at(f []float64, i int) bool { return i < len(f) && math.IsNaN(f[i]) }

// groups warns of names that only the code knows, and of names without marks.
func (w *warner) groups(a spec.AxesView) {
	var unseen []string
	named := map[string]bool{}
	for _, m := range a.Marks {
		named[m.Group] = true
		if m.Via == "label" && !slices.Contains(unseen, m.Group) {
			unseen = append(unseen, m.Group)
		}
	}
	if len(unseen) > 1 {
		w.say(spec.VisualGroups, "Show a legend.", "%s are named in the code only: the figure has no legend that shows the names", phrase.List(unseen))
	}
	for _, n := range slices.Concat(axisOf(a.X).Categories, axisOf(a.Y).Categories) {
		named[n] = true // the axis names the marks that the legend names too
	}
	var empty []string
	for _, l := range a.Legend {
		if !named[l] && l != "" {
			empty = append(empty, l)
		}
	}
	if len(empty) > 0 && len(dataSets(a)) > 0 {
		w.say(spec.VisualGroups, "Leave out of the legend what is not drawn.", "the legend names %s, of which no marks are known", phrase.List(empty))
	}
}

package capture

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// Ways in which a figure says which group a mark stands for (spec.MarkSet.Via).
const (
	viaLegend = "legend"
	viaColour = "colour"
	viaLabel  = "label" // the artist's label, which no legend shows
)

// maxEntries bounds the legend entries that are read.
const maxEntries = 200

// legendEntries are the entries of all legends of a figure: a grid of panels often
// has one for all.
func legendEntries(f trace.Figure) []trace.LegendEntry {
	var out []trace.LegendEntry
	for _, a := range f.Axes {
		if a.Legend != nil {
			out = append(out, a.Legend.Entries...)
		}
	}
	return out[:min(len(out), maxEntries)]
}

// grouped gives an artist the group it stands for: its label where the legend shows
// it, what the drawing call said, or the legend entry of its colour. An artist whose
// marks have colours of their own is split by them.
func grouped(a artist, m trace.Mark, legend []trace.LegendEntry) []artist {
	if a.Mark == spec.MarkArc { // each wedge is of its own
		for i := range a.Labels {
			if a.Labels[i] == "" && i < len(a.rgba) {
				a.Labels[i] = colourEntry(a.rgba[i], legend)
			}
		}
		return []artist{a}
	}
	label := plain(m.Label)
	if strings.HasPrefix(label, "_") {
		label = ""
	}
	for _, e := range legend {
		if label != "" && plain(e.Label) == label {
			a.Group, a.Via = label, viaLegend
			return []artist{a}
		}
	}
	if a.rgba != nil && len(legend) > 0 {
		if parts := byColour(a, legend); parts != nil {
			return parts
		}
	}
	switch entry := colourEntry(m.RGBA, legend); {
	case m.Group != nil && m.Group.Level != "":
		a.Group, a.Via = plain(m.Group.Level), shownBy(m.Group.Via)
	case entry != "":
		a.Group, a.Via = entry, viaColour
	case label != "":
		a.Group, a.Via = label, viaLabel
	}
	return []artist{a}
}

func shownBy(via string) string {
	switch via {
	case "legend", "facet", "tick":
		return via
	case "proxy_rgba", "colour", "color":
		return viaColour
	}
	return viaLabel
}

// byColour splits an artist by the legend entries of its marks' colours; nil where
// fewer than two entries are met or a colour is of none.
func byColour(a artist, legend []trace.LegendEntry) []artist {
	var order []string
	parts := map[string][]int{}
	known := map[[4]float64]string{}
	for i, c := range a.rgba {
		var id [4]float64
		copy(id[:], c)
		e, ok := known[id]
		if !ok {
			e = colourEntry(c, legend)
			known[id] = e
		}
		if e == "" {
			return nil
		}
		if parts[e] == nil {
			order = append(order, e)
		}
		parts[e] = append(parts[e], i)
	}
	if len(order) < 2 && a.Len() > 1 && len(legend) < 2 {
		return nil
	}
	var out []artist
	for _, e := range order {
		p := a.take(parts[e])
		p.Group, p.Via = e, viaColour
		out = append(out, p)
	}
	return out
}

// colourEntry is the label of the one legend entry with a colour; opacity counts only
// where two entries share the rest.
func colourEntry(rgba []float64, legend []trace.LegendEntry) string {
	if len(rgba) < 3 {
		return ""
	}
	found := ""
	for _, parts := range []int{3, 4} {
		labels := map[string]bool{}
		for _, e := range legend {
			if len(e.RGBA) >= parts && len(rgba) >= parts && near(e.RGBA[:parts], rgba[:parts]) {
				found = plain(e.Label)
				labels[found] = true
			}
		}
		if len(labels) == 1 {
			return found
		}
		if len(labels) == 0 {
			return ""
		}
	}
	return ""
}

func near(a, b []float64) bool {
	for i := range a {
		if !(math.Abs(a[i]-b[i]) < 1.5/255) {
			return false
		}
	}
	return true
}

// take returns the marks of an artist at the given places.
func (a artist) take(at []int) artist {
	out := a
	for _, f := range out.Channels() {
		*f = picked(*f, at)
	}
	out.width, out.Labels, out.Limit = picked(a.width, at), picked(a.Labels, at), picked(a.Limit, at)
	out.rgba, out.unseen = picked(a.rgba, at), picked(a.unseen, at)
	return out
}

// picked are the elements at the given places; nil of nil.
func picked[T any](f []T, at []int) []T {
	if f == nil {
		return nil
	}
	out := make([]T, len(at))
	for i, j := range at {
		out[i] = f[j]
	}
	return out
}

var facetTitle = regexp.MustCompile(`^\s*([^=|<>]{1,60}?)\s*=\s*([^=|<>]{1,80}?)\s*$`)

// facet is the group that a panel stands for: what the trace says, or a title such as
// "species = Gentoo"; levels of several variables are joined by " / ".
func facet(a trace.Axes) string {
	if a.Facet != "" {
		a.Title = a.Facet
	}
	var levels []string
	for _, part := range strings.Split(plain(a.Title), "|") {
		m := facetTitle.FindStringSubmatch(part)
		if m == nil {
			return plain(a.Facet)
		}
		levels = append(levels, m[2])
	}
	return strings.Join(levels, " / ")
}

// shareLabels gives a panel without an axis label the one of its row or column, where
// both have the same limits: grids label their outer panels only.
func shareLabels(f trace.Figure, axes []spec.AxesView) {
	for i := range axes {
		if axes[i].TwinOf != "" {
			continue
		}
		for j := range axes {
			if i == j || axes[j].TwinOf != "" || len(f.Axes[i].BBoxPx) != 4 || len(f.Axes[j].BBoxPx) != 4 {
				continue
			}
			a, b := f.Axes[i].BBoxPx, f.Axes[j].BBoxPx
			if near4(a[1], b[1]) && near4(a[3], b[3]) && axes[i].Y.Label == "" && f.Axes[j].Y.Label != "" && axes[i].Y.Limits == axes[j].Y.Limits {
				axes[i].Y.Label, axes[i].Y.Unit = axes[j].Y.Label, axes[j].Y.Unit
			}
			if near4(a[0], b[0]) && near4(a[2], b[2]) && axes[i].X.Label == "" && f.Axes[j].X.Label != "" && axes[i].X.Limits == axes[j].X.Limits {
				axes[i].X.Label, axes[i].X.Unit = axes[j].X.Label, axes[j].X.Unit
			}
		}
	}
}

// shareFacets completes the facets of a grid that names its columns above the first row and
// its rows beside the last column: "row / column".
func shareFacets(f trace.Figure, axes []spec.AxesView) {
	row := make([]string, len(axes))
	named := false
	for i, a := range f.Axes {
		for _, m := range a.Marks {
			if t := facetTitle.FindStringSubmatch(plain(m.Text)); m.Mark == spec.MarkText && m.Coords == "axes" && t != nil && beside(m) {
				row[i], named = t[2], true
			}
		}
	}
	if !named {
		return
	}
	full := make([]string, len(axes))
	for i := range axes {
		above, aside := axes[i].Facet, row[i]
		for j := range axes {
			if len(f.Axes[i].BBoxPx) != 4 || len(f.Axes[j].BBoxPx) != 4 {
				continue
			}
			a, b := f.Axes[i].BBoxPx, f.Axes[j].BBoxPx
			if above == "" && near4(a[0], b[0]) && near4(a[2], b[2]) {
				above = axes[j].Facet
			}
			if aside == "" && near4(a[1], b[1]) && near4(a[3], b[3]) {
				aside = row[j]
			}
		}
		full[i] = strings.Join(slices.DeleteFunc([]string{aside, above}, func(s string) bool { return s == "" }), " / ")
	}
	for i := range axes {
		axes[i].Facet = full[i]
	}
}

// beside reports whether a text stands to the right of its axes.
func beside(m trace.Mark) bool {
	x, ok := numbers(m.Channels["x"], "x", spec.AxesView{})
	return ok && len(x) == 1 && x[0] > 1
}

func near4(a, b float64) bool { return math.Abs(a-b) < 4 }

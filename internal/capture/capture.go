// Package capture reads what plotting libraries drew: it turns the figures of a trace
// into canonical marks, whatever artist drew them, names the group of each, and says
// which marks cannot be seen and whether more was drawn after the figure was saved.
package capture

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

// maxMarks bounds the marks of one artist that are read; nobody reads a figure by
// more of them.
const maxMarks = 2_000_000

// FromTrace returns the captured figures of a run, in the order in which they were
// saved, as canonical marks.
func FromTrace(t *trace.Trace) []spec.Figure {
	if t == nil {
		return nil
	}
	out := make([]spec.Figure, 0, len(t.Figures))
	for _, f := range t.Figures {
		if f.Figure == nil {
			continue
		}
		fig := FromFigure(*f.Figure, f.Seq)
		if op := drawnLater(t, f); op != nil {
			fig.Late, fig.LateCall = t.Seq(op.ID), op.Fn
			if s := t.Site(op.ID); s != nil {
				fig.LateCall += fmt.Sprintf(" in line %d", s.Line)
			}
		}
		out = append(out, fig)
	}
	return out
}

// FromFigure turns one captured figure into canonical marks. Event is the number of
// its line in the trace. An artist that cannot be read as marks (channels of different
// lengths, nothing to place them by) is left out: it counts as not drawn.
func FromFigure(f trace.Figure, event int64) spec.Figure {
	out := spec.Figure{Path: f.Path, SHA256: f.SHA256, Event: event, Axes: make([]spec.AxesView, 0, len(f.Axes)), Pictures: pictures(f)}
	if len(f.SizePx) == 2 {
		out.Size = [2]float64(f.SizePx)
	}
	everywhere := legendEntries(f)
	for _, a := range f.Axes {
		v := spec.AxesView{ID: a.ID, Title: plain(a.Title), TwinOf: a.TwinOf, Parent: a.Parent, ColorbarOf: a.ColorbarOf, Secondary: a.Secondary,
			X: axisView(a.X), Y: axisView(a.Y), Facet: facet(a)}
		if a.Projection != "rectilinear" {
			v.Projection = a.Projection
		}
		if len(a.BBoxPx) == 4 && v.Projection == "" {
			v.Box = [4]float64(a.BBoxPx)
		}
		legend := everywhere
		if a.Legend != nil && len(a.Legend.Entries) > 0 {
			legend = a.Legend.Entries[:min(len(a.Legend.Entries), maxEntries)]
			for _, e := range legend {
				v.Legend = append(v.Legend, plain(e.Label))
			}
		}
		var all []artist
		for _, m := range a.Marks {
			for _, s := range artists(m, v) {
				all = append(all, grouped(s, m, legend)...)
			}
		}
		covered(all)
		all = joined(errorBars(histograms(all, v)))
		x, y := axis.NewNamer(v.X), axis.NewNamer(v.Y)
		for _, s := range all {
			s.Event = event
			v.Marks = append(v.Marks, s.finished(v, x, y))
		}
		out.Axes = append(out.Axes, v)
	}
	shareLabels(f, out.Axes)
	shareFacets(f, out.Axes)
	readTexts(f, out.Axes)
	return out
}

// artist is a mark set on its way, with what only the way needs: the widths of bars,
// the colour of each mark, and why marks cannot be seen.
type artist struct {
	spec.MarkSet
	width  []float64
	rgba   [][]float64
	colour []float64 // of all marks
	stroke float64   // width of lines in points
	alpha  float64
	z      float64
	gone   spec.Unseen   // why none of it can be seen
	unseen []spec.Unseen // the same of each mark
	owned  bool          // its slices are its own to append to
}

// artists reads the channels of one captured artist. A line with markers is both, a
// line and its points; an error bar with a marker or line is that too.
func artists(m trace.Mark, v spec.AxesView) []artist {
	if m.Coords == "axes" || m.Coords == "figure" {
		return nil
	}
	ch := map[string][]float64{}
	n := 0
	for name, c := range m.Channels {
		f, ok := numbers(c, name, v)
		if !ok {
			return nil
		}
		ch[name] = f
		n = max(n, len(f))
	}
	if len(m.Shape) > 0 {
		if ch = cells(m.Shape, ch); ch == nil {
			return nil
		}
		n = len(ch["color"])
	}
	for name, f := range ch {
		if len(f) == 0 {
			delete(ch, name)
		} else if len(f) != n {
			return nil
		}
	}
	base := started(m, ch, n)
	if read := readers[m.Mark]; read != nil {
		return read(m, base, ch)
	}
	return nil
}

// started is what all marks of an artist have in common.
func started(m trace.Mark, ch map[string][]float64, n int) artist {
	a := artist{
		MarkSet: spec.MarkSet{Mark: m.Mark, Orient: m.Orient, Call: m.Fn, Level: m.Level, RefOps: drawnFrom(m), Step: m.Step, Part: m.Part, Filled: m.Filled, Said: m.Said},
		rgba:    m.RGBAs, colour: m.RGBA, width: ch["width"], stroke: m.LineWidth, alpha: m.Alpha, z: m.Z,
	}
	if len(a.rgba) != n {
		a.rgba = nil
	}
	switch {
	case !m.Visible:
		a.gone = spec.UnseenInvisible
	case m.Alpha == 0, coloured(m.Mark) && transparent(m.RGBA):
		a.gone = spec.UnseenTransparent
	}
	for _, i := range m.Gone {
		if i >= 0 && i < n {
			a.unseen = orSeen(a.unseen, n)
			a.unseen[i] = spec.UnseenInvisible
		}
	}
	if coloured(m.Mark) && a.rgba != nil {
		a.unseen = either(a.unseen, where(spec.UnseenTransparent, n, func(i int) bool { return transparent(a.rgba[i]) }))
	}
	switch e := spec.UncertaintyKind(m.Extent); e {
	case spec.UncertaintySD, spec.UncertaintySE, spec.UncertaintyCI, spec.UncertaintyIQR, spec.UncertaintyPI:
		a.Extent = e
	}
	for _, l := range m.Levels {
		a.Levels = append(a.Levels, l.F)
	}
	if m.Sample != nil {
		a.Sample, _ = m.Sample.Floats()
	}
	if a.Value = ch["color"]; a.Value != nil && len(m.CLim) == 2 {
		a.Colours = []float64{m.CLim[0].F, m.CLim[1].F}
	}
	if len(m.Clip) == 4 {
		a.unseen = either(a.unseen, clipped(m.Clip, ch, n))
	}
	return a
}

// numbers decodes a channel. Text stands for its position on the axis of the channel.
func numbers(c trace.Channel, name string, v spec.AxesView) ([]float64, bool) {
	if len(c.B64) > 0 || len(c.V) == 0 {
		f, ok := c.Floats()
		return f, ok && len(f) <= maxMarks
	}
	if len(c.V) > maxMarks {
		return nil, false
	}
	categories := v.Y.Categories
	if strings.HasPrefix(name, "x") {
		categories = v.X.Categories
	}
	out := make([]float64, len(c.V))
	for i, val := range c.V {
		out[i] = math.NaN()
		switch val.Kind {
		case spec.ValueNumber:
			out[i] = val.Num.F
		case spec.ValueText:
			if j := slices.Index(categories, val.Text); j >= 0 {
				out[i] = float64(j)
			}
		}
	}
	return out, true
}

// drawnFrom lists the operations that gave what a mark shows. The call that drew it is
// one of them: what it was handed may come from an operation that hides it, as an
// iterator does.
func drawnFrom(m trace.Mark) []int64 {
	if m.Call == 0 || slices.Contains(m.Refs, m.Call) {
		return m.Refs
	}
	return append(slices.Clone(m.Refs), m.Call)
}

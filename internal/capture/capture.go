// Package capture reads what plotting libraries drew: it turns the figures of a trace
// into canonical marks, whatever artist drew them, names the group of each, and says
// which marks cannot be seen and whether more was drawn after the figure was saved.
package capture

import (
	"encoding/binary"
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
	out := spec.Figure{Path: f.Path, SHA256: f.SHA256, Event: event, Axes: make([]spec.AxesView, 0, len(f.Axes))}
	if len(f.SizePx) == 2 {
		out.Size = [2]float64(f.SizePx)
	}
	everywhere := legendEntries(f)
	for _, a := range f.Axes {
		v := spec.AxesView{ID: a.ID, Title: plain(a.Title), TwinOf: a.TwinOf, X: axisView(a.X), Y: axisView(a.Y), Facet: facet(a)}
		if len(a.BBoxPx) == 4 && (a.Projection == "" || a.Projection == "rectilinear") {
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
		all = joined(errorBars(histograms(all, v)))
		x, y := axis.NewNamer(v.X), axis.NewNamer(v.Y)
		for _, s := range all {
			s.Event = event
			for _, part := range s.bySight() {
				v.Marks = append(v.Marks, part.finished(v, x, y))
			}
		}
		out.Axes = append(out.Axes, v)
	}
	shareLabels(f, out.Axes)
	return out
}

// artist is a mark set on its way, with what only the way needs: the widths of bars,
// the colour of each mark, and which marks are of no size or colour.
type artist struct {
	spec.MarkSet
	width  []float64
	rgba   [][]float64
	gone   bool
	unseen []bool
	owned  bool // its slices are its own to append to
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
	for name, f := range ch {
		if len(f) == 0 {
			delete(ch, name)
		} else if len(f) != n {
			return nil
		}
	}
	base := artist{MarkSet: spec.MarkSet{Mark: m.Mark, Orient: m.Orient, Call: m.Fn, Level: m.Level, RefOps: drawnFrom(m)}, rgba: m.RGBAs, width: ch["width"]}
	if len(base.rgba) != n {
		base.rgba = nil
	}
	base.gone = !m.Visible || m.Alpha == 0 || m.Mark == spec.MarkLine && transparent(m.RGBA)
	switch e := spec.UncertaintyKind(m.Extent); e {
	case spec.UncertaintySD, spec.UncertaintySE, spec.UncertaintyCI, spec.UncertaintyIQR, spec.UncertaintyPI:
		base.Extent = e
	}
	x, y := ch["x"], ch["y"]
	with := func(mark string, set func(*artist)) artist {
		a := base
		a.Mark = mark
		if set != nil {
			set(&a)
		}
		return a
	}
	xy := func(a *artist) { a.X, a.Y, a.Orient = x, y, "" }
	marker, line := drawn(m.Marker), drawn(m.LineStyle)
	switch m.Mark {
	case spec.MarkPoint:
		if x == nil || y == nil {
			return nil
		}
		base.unseen = zero(ch["size"])
		return []artist{with(spec.MarkPoint, xy)}
	case spec.MarkLine:
		if x == nil || y == nil {
			return nil
		}
		var out []artist
		if line || !marker {
			out = append(out, with(spec.MarkLine, func(a *artist) {
				xy(a)
				a.gone = a.gone || !line
			}))
		}
		if marker {
			out = append(out, with(spec.MarkPoint, xy))
		}
		return out
	case spec.MarkBar:
		if x == nil || y == nil {
			return nil
		}
		if base.Orient == "" {
			base.Orient = "v"
		}
		base.unseen = zero(base.width)
		return []artist{with(spec.MarkBar, func(a *artist) {
			a.X, a.Y, a.Base = x, y, orZeros(ch["base"], n)
		})}
	case spec.MarkErrorbar, spec.MarkBand:
		lo, hi := ch["lo"], ch["hi"]
		if lo == nil || hi == nil || x == nil && y == nil {
			return nil
		}
		if base.Orient == "" {
			base.Orient = "v"
		}
		out := []artist{with(m.Mark, func(a *artist) {
			a.X, a.Y, a.Lo, a.Hi = x, y, lo, hi
		})}
		if m.Mark == spec.MarkErrorbar && x != nil && y != nil {
			if m.Marker != "" && marker {
				out = append(out, with(spec.MarkPoint, xy))
			}
			if m.LineStyle != "" && line {
				out = append(out, with(spec.MarkLine, xy))
			}
		}
		return out
	case spec.MarkBox:
		if base.Orient == "" {
			base.Orient = "v"
		}
		at, med := x, ch["med"]
		if base.Orient == "h" {
			at = y
		}
		if at == nil || med == nil || ch["q1"] == nil || ch["q3"] == nil {
			return nil
		}
		return []artist{with(spec.MarkBox, func(a *artist) {
			a.X, a.Y = at, med
			if a.Orient == "h" {
				a.X, a.Y = med, at
			}
			a.Lo, a.Hi, a.WLo, a.WHi = ch["q1"], ch["q3"], ch["wlo"], ch["whi"]
		})}
	case spec.MarkHistogram:
		return histogramOf(base, ch)
	case spec.MarkText:
		return []artist{with(spec.MarkText, func(a *artist) {
			a.X, a.Y, a.Labels = x, y, []string{plain(m.Text)}
		})}
	case spec.MarkRule, spec.MarkImage:
		return []artist{with(m.Mark, func(a *artist) {
			a.X, a.Y, a.Lo, a.Hi = x, y, ch["lo"], ch["hi"]
		})}
	}
	return nil
}

// histogramOf reads the edges of a histogram from bars (x, width), or as x and x2.
func histogramOf(base artist, ch map[string][]float64) []artist {
	x, y, n := ch["x"], ch["y"], len(ch["x"])
	if x == nil || y == nil {
		return nil
	}
	base.X, base.Y, base.Base = x, y, orZeros(ch["base"], n)
	switch {
	case ch["x2"] != nil:
		base.X2 = ch["x2"]
	case base.Orient == "h" && base.width != nil:
		base.X, base.X2, base.Y = spread(y, base.width, -0.5), spread(y, base.width, 0.5), x
	case base.width != nil:
		base.X, base.X2 = spread(x, base.width, -0.5), spread(x, base.width, 0.5)
	default:
		return nil
	}
	return []artist{base}
}

func spread(at, width []float64, by float64) []float64 {
	out := make([]float64, len(at))
	for i := range at {
		out[i] = at[i] + by*width[i]
	}
	return out
}

func transparent(rgba []float64) bool { return len(rgba) == 4 && rgba[3] == 0 }

// drawn reports whether a marker or line style draws anything; unknown styles do.
func drawn(style string) bool {
	switch strings.ToLower(strings.TrimSpace(style)) {
	case "none", "":
		return false
	}
	return true
}

func zero(size []float64) []bool {
	if size == nil {
		return nil
	}
	out := make([]bool, len(size))
	for i, s := range size {
		out[i] = s == 0
	}
	return out
}

func orZeros(f []float64, n int) []float64 {
	if f == nil {
		return make([]float64, n)
	}
	return f
}

// numbers decodes a channel. Text stands for its position on the axis of the channel.
func numbers(c trace.Channel, name string, v spec.AxesView) ([]float64, bool) {
	if len(c.B64) > 0 {
		if len(c.B64)%8 != 0 || len(c.B64) > 8*maxMarks {
			return nil, false
		}
		out := make([]float64, len(c.B64)/8)
		for i := range out {
			out[i] = math.Float64frombits(binary.LittleEndian.Uint64(c.B64[8*i:]))
		}
		return out, true
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

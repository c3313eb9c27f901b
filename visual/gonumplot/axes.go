package gonumplot

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// panel is a plot that was drawn, and the part of the canvas that its axes span.
type panel struct {
	*Plot
	data draw.Canvas
}

func figure(shown []panel, w, h vg.Length, format string) trace.Figure {
	dpi := dotsPerInch(format)
	f := trace.Figure{Format: format, DPI: dpi, SizePx: []float64{math.Round(w.Dots(dpi)), math.Round(h.Dots(dpi))}, Axes: []trace.Axes{}}
	for i, s := range shown {
		f.Axes = append(f.Axes, s.axes(fmt.Sprintf("ax%d", i), dpi, len(shown) > 1))
	}
	return f
}

func (s panel) axes(id string, dpi float64, many bool) trace.Axes {
	px := func(l vg.Length) float64 { return rounded(l.Dots(dpi), 3) }
	a := trace.Axes{
		ID: id, Title: s.Title.Text,
		BBoxPx: []float64{px(s.data.Min.X), px(s.data.Min.Y), px(s.data.Max.X - s.data.Min.X), px(s.data.Max.Y - s.data.Min.Y)},
		X:      s.axis(&s.X, s.names[0]), Y: s.axis(&s.Y, s.names[1]), Marks: []trace.Mark{},
	}
	if many && strings.Contains(a.Title, " = ") {
		a.Facet = a.Title
	}
	for i, ad := range s.added {
		for _, m := range s.marks(ad) {
			m.Z = float64(i)
			m.Call, m.Fn = int64(ad.call), ad.fn
			for _, r := range ad.from {
				m.Refs = append(m.Refs, int64(r))
			}
			a.Marks = append(a.Marks, m)
		}
	}
	if len(s.Legend.entries) > 0 {
		a.Legend = &trace.Legend{}
		for _, e := range s.Legend.entries {
			out := trace.LegendEntry{Label: e.name}
			for _, t := range e.thumbs {
				if c, ok := colourOf(t); ok && out.RGBA == nil {
					out.RGBA = rgba(c)
				}
			}
			a.Legend.Entries = append(a.Legend.Entries, out)
		}
	}
	return a
}

// axis describes one axis as it was drawn.
func (s panel) axis(a *plot.Axis, names []string) trace.Axis {
	name, inverted := scale(a.Scale)
	days := dates(a)
	lo, hi := days(a.Min), days(a.Max)
	if inverted {
		lo, hi = hi, lo
	}
	out := trace.Axis{Label: a.Label.Text, Scale: name, Kind: "linear", Limits: [2]spec.Number{spec.Float(lo), spec.Float(hi)}}
	if _, ok := a.Tick.Marker.(plot.TimeTicks); ok {
		out.Kind = "time"
	}
	if names != nil {
		out.Kind, out.Categories = "category", names
	}
	margin := 1e-9 * (a.Max - a.Min)
	for _, t := range a.Tick.Marker.Ticks(a.Min, a.Max) {
		if t.Label != "" && t.Value >= a.Min-margin && t.Value <= a.Max+margin && len(out.Ticks) < maxTicks {
			out.Ticks = append(out.Ticks, trace.Tick{At: spec.Float(days(t.Value)), Label: t.Label})
		}
	}
	return out
}

const maxTicks = 200

// scale names the scale of an axis, and says whether it runs backwards.
func scale(n plot.Normalizer) (name string, inverted bool) {
	switch n := n.(type) {
	case plot.LinearScale:
		return "linear", false
	case plot.LogScale:
		return "log", false
	case plot.InvertedScale:
		name, inverted = scale(n.Normalizer)
		return name, !inverted
	}
	return "function", false
}

// dates turns numbers of an axis into those that traces use: on an axis of times, which
// gonum counts in seconds where nothing else is said, the days since 1970.
func dates(a *plot.Axis) func(float64) float64 {
	t, ok := a.Tick.Marker.(plot.TimeTicks)
	if !ok {
		return func(v float64) float64 { return v }
	}
	when := t.Time
	if when == nil {
		return func(v float64) float64 { return v / 86_400 }
	}
	return func(v float64) float64 {
		d := when(v)
		return float64(d.Unix())/86_400 + float64(d.Nanosecond())/float64(24*time.Hour)
	}
}

// at is the number on an axis whose place lies a length beside that of v, on axes that
// span size; NaN on a scale that cannot be turned back.
func at(a *plot.Axis, size, beside vg.Length, v float64) float64 {
	if beside == 0 {
		return v
	}
	f := a.Norm(v) + float64(beside/size)
	name, inverted := scale(a.Scale)
	lo, hi := a.Min, a.Max
	if inverted {
		lo, hi = hi, lo
	}
	switch name {
	case "linear":
		return lo + f*(hi-lo)
	case "log":
		return math.Exp(math.Log(lo) + f*(math.Log(hi)-math.Log(lo)))
	}
	return math.NaN()
}

// label is the name that the legend gives to a plotter.
func (s panel) label(p plot.Plotter) string {
	for _, e := range s.Legend.entries {
		for _, t := range e.thumbs {
			if same(t, p) {
				return e.name
			}
		}
	}
	return ""
}

// same reports whether two pointers are one.
func same(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	return x.Kind() == reflect.Pointer && y.Kind() == reflect.Pointer && x.Type() == y.Type() && x.Pointer() == y.Pointer()
}

// note tells of plotters whose marks are not known.
func (s panel) note(r *trace.Recorder, file string) {
	for _, a := range s.added {
		if a.fn == "" && !silent(a.plotter) {
			r.Note("figure.marks-left-out", fmt.Sprintf("%s: %T", file, a.plotter))
		}
	}
}

// rgba is a colour as fractions; none is black, as gonum draws it.
func rgba(c color.Color) []float64 {
	if c == nil {
		c = color.Black
	}
	r, g, b, a := c.RGBA()
	if a == 0 {
		return []float64{0, 0, 0, 0}
	}
	part := func(v uint32) float64 { return rounded(float64(v)/float64(a), 6) }
	return []float64{part(r), part(g), part(b), rounded(float64(a)/0xffff, 6)}
}

func rounded(v float64, digits int) float64 {
	p := math.Pow(10, float64(digits))
	return math.Round(v*p) / p
}

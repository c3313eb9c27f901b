package depict

import (
	"cmp"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

// maxValues is the size up to which the numbers of a set are listed.
const maxValues = 64

// New describes the figures of a source.
func New(source string, figures []spec.Figure) Document {
	d := Document{Schema: spec.SchemaFigure, Source: source, Figures: []Figure{}}
	for _, f := range figures {
		d.Figures = append(d.Figures, Of(f))
	}
	return d
}

// Of describes one figure. Lists are never nil.
func Of(f spec.Figure) Figure {
	out := Figure{Path: f.Path, SHA256: f.SHA256, Event: f.Event, Axes: []Axes{}, Warnings: warnings(f)}
	if f.Size[0] > 0 && f.Size[1] > 0 {
		out.Size = f.Size[:]
	}
	for _, a := range f.Axes {
		out.Axes = append(out.Axes, axesOf(a))
	}
	return out
}

func axesOf(a spec.AxesView) Axes {
	out := Axes{ID: a.ID, Title: a.Title, Facet: a.Facet, TwinOf: a.TwinOf, Parent: a.Parent, ColorbarOf: a.ColorbarOf, Projection: a.Projection, X: axisOf(a.X), Y: axisOf(a.Y), Legend: listed(a.Legend), Marks: []Marks{}, Texts: []string{}}
	for _, m := range a.Marks {
		if m.Mark == spec.MarkText {
			out.Texts = append(out.Texts, m.Labels...)
			continue
		}
		out.Marks = append(out.Marks, marksOf(m))
	}
	return out
}

func axisOf(a spec.AxisView) Axis {
	out := Axis{Label: a.Label, Unit: a.Unit, Scale: a.Scale, Kind: a.Kind, From: spec.Float(a.Limits[0]), To: spec.Float(a.Limits[1]), Inverted: a.Inverted, Categories: a.Categories}
	if n := axis.NewNamer(a); n.Names() && len(out.Categories) == 0 {
		ticks := slices.Clone(a.Ticks)
		slices.SortStableFunc(ticks, func(a, b spec.Tick) int { return cmp.Compare(a.At, b.At) })
		for _, t := range ticks {
			if name := n.At(t.At); name != "" && !slices.Contains(out.Categories, name) {
				out.Categories = append(out.Categories, name)
			}
		}
	}
	return out
}

func marksOf(m spec.MarkSet) Marks {
	out := Marks{Mark: m.Mark, Orient: m.Orient, N: m.Len(), Group: m.Group, Via: m.Via, X: rangeOf(m.X, m.X2), Y: rangeOf(m.Y, m.Y2), Value: rangeOf(m.Value), Part: m.Part, Hidden: m.Hidden, Call: m.Call}
	if slices.ContainsFunc(m.Base, func(b float64) bool { return b != 0 }) {
		out.Base = rangeOf(m.Base)
	}
	for _, l := range m.Labels {
		if l != "" && !slices.Contains(out.Labels, l) {
			out.Labels = append(out.Labels, l)
		}
	}
	switch m.Mark {
	case spec.MarkErrorbar, spec.MarkBand:
		u := &Uncertainty{Kind: cmp.Or(string(m.Extent), "unknown"), Level: m.Level}
		if r := rangeOf(m.Lo, m.Hi); r != nil {
			u.Lo, u.Hi = r.Min, r.Max
			out.Uncertainty = u
		}
	case spec.MarkBox:
		if r := rangeOf(m.Lo, m.Hi); r != nil {
			out.Uncertainty = &Uncertainty{Kind: string(spec.UncertaintyIQR), Lo: r.Min, Hi: r.Max}
		}
	}
	if n := m.Len(); n > 0 && n <= maxValues {
		out.Values = &Values{X: numbers(m.X), X2: numbers(m.X2), Y: numbers(m.Y), Lo: numbers(m.Lo), Hi: numbers(m.Hi)}
	}
	return out
}

func rangeOf(channels ...[]float64) *Range {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, c := range channels {
		l, h := axis.Range(c)
		lo, hi = min(lo, l), max(hi, h)
	}
	if lo > hi {
		return nil
	}
	return &Range{spec.Float(lo), spec.Float(hi)}
}

func numbers(f []float64) []spec.Number {
	var out []spec.Number
	for _, x := range f {
		out = append(out, spec.Float(x))
	}
	return out
}

func listed(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

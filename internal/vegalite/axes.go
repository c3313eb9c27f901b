package vegalite

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/vegalite/formula"
	"github.com/assaybench/assay/internal/vegalite/scaling"
	"github.com/assaybench/assay/spec"
)

// axes are the pairs of axes of a panel: one, or one for each pair of scales that its layers
// do not share.
func (p *panel) axes() []trace.Axes {
	type pair struct{ x, y *scaling.Scale }
	var order []pair
	by := map[pair][]*layer{}
	for _, l := range p.layers {
		k := pair{l.scales["x"], l.scales["y"]}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], l)
	}
	var out []trace.Axes
	for i, k := range order {
		a := trace.Axes{ID: p.id, Title: p.title, Facet: p.facet, X: axisOf(k.x, false), Y: axisOf(k.y, true), Marks: []trace.Mark{}}
		a.X.Label, a.Y.Label = title(by[k], "x"), title(by[k], "y")
		if i > 0 {
			a.ID, a.TwinOf = fmt.Sprintf("%s.%d", p.id, i), p.id
		}
		for _, l := range by[k] {
			a.Marks = append(a.Marks, l.marks()...)
			a.Legend = l.legend(a.Legend)
		}
		out = append(out, a)
	}
	return out
}

// title is that of the axis of some layers: the titles that their definitions give, or the
// names of their fields where none is given.
func title(layers []*layer, ch string) string {
	var said, names []string
	for _, l := range layers {
		f := l.enc[ch]
		if f == nil || f.Constant == "value" || f.AxisOff {
			continue
		}
		to, words := &names, f.Words()
		second := l.enc[ch+"2"]
		switch {
		case f.Title != nil || l.start == colLo:
			to = &said
		case second != nil && second.Constant == "":
			words += ", " + second.Words()
		}
		if words != "" && !slices.Contains(*to, words) {
			*to = append(*to, words)
		}
	}
	if len(said) > 0 {
		return strings.Join(said, ", ")
	}
	return strings.Join(names, ", ")
}

// axisOf is a scale as an axis. Names on an upright axis run downward.
func axisOf(s *scaling.Scale, upright bool) trace.Axis {
	a := trace.Axis{Kind: "linear", Scale: "linear", Limits: [2]spec.Number{spec.Float(s.From), spec.Float(s.To)}}
	switch s.Kind {
	case "":
		a.Limits = [2]spec.Number{spec.Float(-0.5), spec.Float(0.5)}
	case scaling.Names:
		a.Kind = scaling.Names
		lo, hi := -0.5-s.Margin, float64(len(s.Values))-0.5+s.Margin
		if upright {
			lo, hi = hi, lo
		}
		a.Limits = [2]spec.Number{spec.Float(lo), spec.Float(hi)}
		for i, v := range s.Values {
			name := s.Label(v)
			a.Categories = append(a.Categories, name)
			if !s.Off {
				a.Ticks = append(a.Ticks, trace.Tick{At: spec.Float(float64(i)), Label: name})
			}
		}
		if s.Off {
			a.Kind, a.Categories = "linear", nil // no name is shown
		}
	case scaling.Times:
		a.Kind = scaling.Times
		a.Limits = [2]spec.Number{spec.Float(s.From / scaling.Day), spec.Float(s.To / scaling.Day)}
	default:
		a.Scale = s.Kind
		if s.Shares && !s.Off {
			for _, at := range []float64{s.From, s.To} {
				a.Ticks = append(a.Ticks, trace.Tick{At: spec.Float(at), Label: formula.Text(math.Round(at*1e6)/1e4) + "%"})
			}
		}
	}
	return a
}

// legend adds the names of a layer's groups to those of its panel.
func (l *layer) legend(into *trace.Legend) *trace.Legend {
	for _, ch := range groupings {
		f, s := l.enc[ch], l.scales[ch]
		if f == nil || f.Constant != "" || !f.Discrete() || s.Off {
			continue
		}
		if into == nil {
			into = &trace.Legend{Title: f.Words()}
		}
		for _, v := range s.Values {
			e := trace.LegendEntry{Label: s.Label(v)}
			if !slices.ContainsFunc(into.Entries, func(x trace.LegendEntry) bool { return x.Label == e.Label }) {
				into.Entries = append(into.Entries, e)
			}
		}
	}
	return into
}

package capture_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/capture"
	"github.com/assaybench/assay/spec"
)

func channel(fs ...float64) trace.Channel { return trace.Channel{B64: trace.EncodeFloats(fs)} }

func mark(kind string, channels map[string]trace.Channel) trace.Mark {
	return trace.Mark{Mark: kind, Visible: true, Alpha: 1, Channels: channels}
}

func limits(lo, hi float64) trace.Axis {
	return trace.Axis{Limits: [2]spec.Number{spec.Float(lo), spec.Float(hi)}}
}

// Whatever artist drew them, marks come out in one form.
func TestFromFigure(t *testing.T) {
	xy := map[string]trace.Channel{"x": channel(2, 1), "y": channel(4, 3)}
	both := mark(spec.MarkLine, xy)
	both.Marker, both.LineStyle = "o", "-"
	segment := mark(spec.MarkLine, map[string]trace.Channel{"x": channel(1, 1), "y": channel(2, 4)})
	segment.LineStyle = "-"
	touching := mark(spec.MarkBar, map[string]trace.Channel{"x": channel(1, 2, 3), "y": channel(1, 1, 1), "width": channel(1, 1, 1)})
	single := func(x float64) trace.Mark {
		return mark(spec.MarkBar, map[string]trace.Channel{"x": channel(x), "y": channel(3), "width": channel(0.5)})
	}
	unequal := mark(spec.MarkPoint, map[string]trace.Channel{"x": channel(1, 2), "y": channel(1)})
	note := mark(spec.MarkText, map[string]trace.Channel{"x": channel(0.5), "y": channel(0.5)})
	note.Coords = "axes"
	for name, c := range map[string]struct {
		marks []trace.Mark
		kinds []string
		lens  []int
	}{
		"a line with markers is both":   {[]trace.Mark{both}, []string{spec.MarkLine, spec.MarkPoint}, []int{2, 2}},
		"a segment at a point":          {[]trace.Mark{mark(spec.MarkPoint, xy), segment}, []string{spec.MarkPoint, spec.MarkErrorbar}, []int{2, 1}},
		"bars that touch":               {[]trace.Mark{touching}, []string{spec.MarkHistogram}, []int{3}},
		"bars of a loop":                {[]trace.Mark{single(1), single(5)}, []string{spec.MarkBar}, []int{2}},
		"channels of different lengths": {[]trace.Mark{unequal}, nil, nil},
		"a note beside the data":        {[]trace.Mark{note}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := capture.FromFigure(trace.Figure{Axes: []trace.Axes{{X: limits(0, 10), Y: limits(0, 10), Marks: c.marks}}}, 1)
			got := f.Axes[0].Marks
			if len(got) != len(c.kinds) {
				t.Fatalf("%+v", got)
			}
			for i, m := range got {
				if m.Mark != c.kinds[i] || m.Len() != c.lens[i] || m.Hidden != 0 || m.Event != 1 {
					t.Errorf("%+v, want %d of %s", m, c.lens[i], c.kinds[i])
				}
			}
		})
	}
}

func TestLabels(t *testing.T) {
	a := trace.Axes{Title: "species = Gentoo", X: limits(0, 1), Y: limits(1, 0)}
	a.X.Label, a.Y.Label = "CO$_2$ [ppm]", "Flux (W m$^{-2}$)"
	v := capture.FromFigure(trace.Figure{Axes: []trace.Axes{a}}, 1).Axes[0]
	if v.X.Label != "CO2 [ppm]" || v.X.Unit != "ppm" || v.Y.Label != "Flux (W m^-2)" || v.Y.Unit != "W/m^2" || !v.Y.Inverted || v.Facet != "Gentoo" {
		t.Errorf("%+v", v)
	}
}

// The channels of a figure keep one length, and no more marks are hidden than there are.
func FuzzFigure(f *testing.F) {
	for _, m := range []trace.Mark{
		mark(spec.MarkBar, map[string]trace.Channel{"x": channel(1, 2, 3), "y": channel(1, 2, 3), "width": channel(1, 1, 1)}),
		mark(spec.MarkLine, map[string]trace.Channel{"x": channel(1, 2), "y": channel(3, math.NaN())}),
	} {
		b, err := json.Marshal(trace.Figure{Path: "figure.png", Axes: []trace.Axes{{X: limits(0, 10), Y: limits(0, 10), Marks: []trace.Mark{m}}}})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(`{"axes":[{"marks":[{"mark":"bar","visible":true,"alpha":1,"channels":{"x":{"v":[1]},"y":{"v":[1,2]}}}]}]}`))
	f.Add([]byte(`{"axes":[{"marks":[{"mark":"errorbar","visible":true,"alpha":1,"orient":"h","channels":{"x":{"v":[1]},"lo":{"v":["a"]},"hi":{"v":[null]}}}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var in trace.Figure
		if json.Unmarshal(data, &in) != nil {
			return
		}
		fig := capture.FromFigure(in, 1)
		for _, a := range fig.Axes {
			for _, m := range a.Marks {
				for _, c := range [][]float64{m.X, m.X2, m.Y, m.Base, m.Lo, m.Hi, m.WLo, m.WHi} {
					if c != nil && len(c) != m.Len() && m.Mark != spec.MarkText {
						t.Fatalf("channels of different lengths: %+v", m)
					}
				}
				if m.Hidden > m.Len() {
					t.Fatalf("%d of %d hidden", m.Hidden, m.Len())
				}
			}
		}
	})
}

package visual_test

import (
	"math"
	"slices"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/capture"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// The figures of these tests are built as a tracer would report them.

func ch(fs ...float64) trace.Channel { return trace.Channel{B64: trace.EncodeFloats(fs)} }

type channels = map[string]trace.Channel

func mark(kind, artist string, c channels) trace.Mark {
	m := trace.Mark{Mark: kind, Artist: artist, Coords: "data", Channels: c, Visible: true, Alpha: 1, Fn: "matplotlib.axes.Axes." + kind}
	if kind == spec.MarkLine {
		m.LineStyle = "-"
	}
	return m
}

func bars(x, h []float64) trace.Mark {
	m := mark(spec.MarkBar, "BarContainer", channels{"x": ch(x...), "y": ch(h...), "base": ch(make([]float64, len(x))...), "width": ch(fill(len(x), 0.8)...)})
	m.Orient = "v"
	return m
}

func errbars(x, y, half []float64) trace.Mark {
	lo, hi := make([]float64, len(y)), make([]float64, len(y))
	for i := range y {
		lo[i], hi[i] = y[i]-half[i], y[i]+half[i]
	}
	m := mark(spec.MarkErrorbar, "ErrorbarContainer", channels{"x": ch(x...), "y": ch(y...), "lo": ch(lo...), "hi": ch(hi...)})
	m.Orient, m.Marker, m.LineStyle = "v", "None", "None"
	return m
}

func fill(n int, v float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func upTo(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i)
	}
	return out
}

func axis(label string, lo, hi float64) trace.Axis {
	return trace.Axis{Label: label, Scale: "linear", Kind: "linear", Limits: [2]spec.Number{spec.Float(lo), spec.Float(hi)}}
}

func categories(label string, names ...string) trace.Axis {
	a := axis(label, -0.6, float64(len(names))-0.4)
	a.Kind, a.Categories = "category", names
	for i, n := range names {
		a.Ticks = append(a.Ticks, trace.Tick{At: spec.Float(float64(i)), Label: n})
	}
	return a
}

func figure(axes ...trace.Axes) *spec.Figure {
	for i := range axes {
		if axes[i].ID == "" {
			axes[i].ID = "ax" + string(rune('0'+i))
		}
	}
	f := capture.FromFigure(trace.Figure{Path: "figure.png", SHA256: "abc", Axes: axes}, 7)
	return &f
}

var species = []string{"Adelie", "Chinstrap", "Gentoo"}

var (
	means = []float64{3700.662, 3733.088, 5076.016}
	half  = []float64{73.6, 93.0, 89.9}
	sds   = []float64{458.6, 384.3, 504.1}
)

func massAxes(marks ...trace.Mark) trace.Axes {
	return trace.Axes{X: categories("Species", species...), Y: axis("Body mass (g)", 0, 6000), Marks: marks}
}

func meanSlot() spec.VisualSlot {
	return spec.VisualSlot{
		ID: "v", Inputs: []string{"r"}, Marks: []string{"bar", "point"},
		X:           &spec.Channel{Field: "index", Scale: "category"},
		Y:           &spec.Channel{Field: "value", Unit: "g", Label: []string{"mass"}},
		Uncertainty: &spec.UncertaintyRule{Required: true, Kinds: []spec.UncertaintyKind{"ci"}, Level: 0.95},
		Hard:        []string{"groups_present", "unit_shown", "baseline_zero", "uncertainty_shown", "axis_not_inverted", "no_hidden_marks"},
	}
}

func texts(ss ...string) []spec.Value {
	var out []spec.Value
	for _, s := range ss {
		out = append(out, spec.TextValue(s))
	}
	return out
}

func ends(y, half []float64, sign float64) spec.Value {
	out := make([]float64, len(y))
	for i := range y {
		out[i] = y[i] + sign*half[i]
	}
	return spec.ArrayValue(out)
}

func meanResult() visual.ResultInput {
	return visual.ResultInput{
		Slot:  spec.ResultSlot{ID: "r", Groups: species, Unit: "g"},
		Value: spec.ArrayValue(means), Index: texts(species...), Unit: "g",
		Uncertainty: []spec.Uncertainty{
			{Kind: "ci", Level: spec.NumberValue(0.95), Lower: ends(means, half, -1), Upper: ends(means, half, 1)},
			{Kind: "sd", Value: spec.ArrayValue(sds)},
		},
	}
}

func expected(t *testing.T, slot spec.VisualSlot, in ...visual.ResultInput) visual.Expected {
	t.Helper()
	e, err := visual.FromResult(slot, in)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func judge(slot spec.VisualSlot, f *spec.Figure, want visual.Expected) spec.Verdict {
	terms := spec.NewTerms(nil)
	return visual.Judge(slot, visual.MatchSlots([]spec.VisualSlot{slot}, f, terms)[slot.ID], want, terms)
}

// codes lists the codes of failed checks, hard ones with a bang.
func codes(v spec.Verdict) []string {
	var out []string
	for _, c := range v.Checks {
		if c.State == spec.StateScored && !c.Pass {
			s := string(c.Code)
			if c.Hard {
				s = c.Name + "!"
			}
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

func notes(v spec.Verdict) string {
	out := ""
	for _, c := range v.Checks {
		if !c.Pass && c.State == spec.StateScored {
			out += "[" + c.Name + "] " + c.Note + "\n"
		}
	}
	return out
}

func perfect(t *testing.T, v spec.Verdict) {
	t.Helper()
	if v.State != spec.StateScored || v.Score != 1 || len(codes(v)) > 0 {
		t.Errorf("state %s, score %v, failed %v\n%s", v.State, v.Score, codes(v), notes(v))
	}
}

func TestMeansInManyForms(t *testing.T) {
	horizontal := bars(means, upTo(3))
	horizontal.Orient = "h"
	hbar := errbars(means, upTo(3), half)
	hbar.Orient = "h"
	hbar.Channels["lo"], hbar.Channels["hi"] = ch(floats(ends(means, half, -1))...), ch(floats(ends(means, half, 1))...)
	dots := errbars(upTo(3), means, half)
	dots.Marker = "o"
	perBar := func(i int) trace.Mark { return bars([]float64{float64(i)}, means[i:i+1]) }
	segment := func(i int) trace.Mark {
		x := float64(i)
		return mark(spec.MarkLine, "Line2D", channels{"x": ch(x, x), "y": ch(means[i]-half[i], means[i]+half[i])})
	}
	ticked := massAxes(bars([]float64{1, 2, 3}, means), errbars([]float64{1, 2, 3}, means, half))
	ticked.X = axis("", 0, 4)
	for i, s := range species {
		ticked.X.Ticks = append(ticked.X.Ticks, trace.Tick{At: spec.Float(float64(i + 1)), Label: s + "\n(n = 123)"})
	}
	kg := massAxes(bars(upTo(3), scaled(means, 1e-3)), errbars(upTo(3), scaled(means, 1e-3), scaled(half, 1e-3)))
	kg.Y = axis("Mean body mass [kg]", 0, 5.5)
	colours := [][]float64{{0.1, 0.2, 0.3, 1}, {0.4, 0.5, 0.6, 1}, {0.7, 0.8, 0.9, 1}}
	legend := massAxes(bars(upTo(3), means), errbars(upTo(3), means, half))
	legend.X = axis("", -1, 3)
	legend.Marks[0].RGBAs = colours
	legend.Legend = &trace.Legend{}
	for i, s := range species {
		legend.Legend.Entries = append(legend.Legend.Entries, trace.LegendEntry{Label: s, RGBA: colours[i]})
	}
	for name, a := range map[string]trace.Axes{
		"bars with error bars":   massAxes(bars(upTo(3), means), errbars(upTo(3), means, half)),
		"points with error bars": massAxes(dots),
		"points and bare errors": massAxes(mark(spec.MarkPoint, "PathCollection", channels{"x": ch(upTo(3)...), "y": ch(means...)}), errbars(upTo(3), means, half)),
		"bars one by one":        massAxes(perBar(0), perBar(1), perBar(2), errbars(upTo(3), means, half)),
		"lines as error bars":    massAxes(bars(upTo(3), means), segment(0), segment(1), segment(2)),
		"horizontal bars":        {X: axis("Body mass (g)", 0, 5500), Y: categories("Species", species...), Marks: []trace.Mark{horizontal, hbar}},
		"tick labels":            ticked,
		"kilograms":              kg,
		"legend by colour":       legend,
	} {
		t.Run(name, func(t *testing.T) {
			slot := meanSlot()
			perfect(t, judge(slot, figure(a), expected(t, slot, meanResult())))
		})
	}
}

func floats(v spec.Value) []float64 {
	var out []float64
	for _, n := range v.Items {
		out = append(out, n.Num.F)
	}
	return out
}

func scaled(f []float64, by float64) []float64 {
	out := slices.Clone(f)
	for i := range out {
		out[i] *= by
	}
	return out
}

func TestFaultsOfMeans(t *testing.T) {
	good := func() trace.Axes { return massAxes(bars(upTo(3), means), errbars(upTo(3), means, half)) }
	cases := map[string]struct {
		change func(*trace.Axes)
		score  float64
		codes  []string
	}{
		"swapped bars": {func(a *trace.Axes) {
			a.Marks[0] = bars(upTo(3), []float64{means[0], means[2], means[1]})
		}, 0, []string{"visual.values"}},
		"swapped names": {func(a *trace.Axes) { a.X = categories("Species", "Gentoo", "Chinstrap", "Adelie") }, 0, []string{"visual.values"}},
		"a group is missing": {func(a *trace.Axes) {
			a.Marks = []trace.Mark{bars(upTo(2), means[:2]), errbars(upTo(2), means[:2], half[:2])}
			a.X = categories("", species[:2]...)
		}, 0, []string{"groups_present!", "visual.groups", "visual.values"}},
		"sd bars":       {func(a *trace.Axes) { a.Marks[1] = errbars(upTo(3), means, sds) }, 0, []string{"visual.uncertainty"}},
		"no error bars": {func(a *trace.Axes) { a.Marks = a.Marks[:1] }, 0, []string{"uncertainty_shown!", "visual.uncertainty"}},
		"half an interval": {func(a *trace.Axes) {
			a.Marks[1].Channels["lo"] = a.Marks[1].Channels["y"]
		}, 0, []string{"visual.uncertainty"}},
		"no unit":               {func(a *trace.Axes) { a.Y.Label = "Body mass" }, 0, []string{"unit_shown!", "visual.unit"}},
		"wrong unit":            {func(a *trace.Axes) { a.Y.Label = "Body mass (mm)" }, 0, []string{"unit_shown!", "visual.unit"}},
		"label of another unit": {func(a *trace.Axes) { a.Y.Label = "Body mass (kg)" }, 0, []string{"visual.unit"}},
		"label says nothing":    {func(a *trace.Axes) { a.Y.Label = "y (g)" }, 6.0 / 7, []string{"visual.label"}},
		"cut axis":              {func(a *trace.Axes) { a.Y = axis("Body mass (g)", 3000, 5500) }, 1, []string{"baseline_zero!"}},
		"raised bars": {func(a *trace.Axes) {
			a.Marks[0].Channels["base"] = ch(3000, 3000, 3000)
		}, 1, []string{"baseline_zero!"}},
		"inverted":     {func(a *trace.Axes) { a.Y = axis("Body mass (g)", 5500, 0) }, 1, []string{"axis_not_inverted!"}},
		"invisible":    {func(a *trace.Axes) { a.Marks[0].Visible = false }, 0, []string{"no_hidden_marks!", "visual.hidden-marks"}},
		"out of sight": {func(a *trace.Axes) { a.Y = axis("Body mass (g)", 0, 4500) }, 0, []string{"no_hidden_marks!", "uncertainty_shown!", "visual.hidden-marks"}},
		"covered by other bars": {func(a *trace.Axes) {
			a.Marks = append(a.Marks, bars(upTo(3), []float64{5000, 5100, 5200}))
		}, 0, []string{"visual.values"}},
		"names in the code only": {func(a *trace.Axes) {
			a.X = axis("", -1, 3)
			a.Marks = nil
			for i, s := range species {
				b := bars([]float64{float64(i)}, means[i:i+1])
				b.Label = s
				a.Marks = append(a.Marks, b)
			}
			a.Marks = append(a.Marks, errbars(upTo(3), means, half))
		}, 0, []string{"groups_present!", "visual.scale"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a := good()
			c.change(&a)
			slot := meanSlot()
			v := judge(slot, figure(a), expected(t, slot, meanResult()))
			if math.Abs(v.Score-c.score) > 1e-12 || !slices.Equal(codes(v), c.codes) {
				t.Errorf("score %v, want %v; failed %v, want %v\n%s", v.Score, c.score, codes(v), c.codes, notes(v))
			}
			t.Log(notes(v))
		})
	}
}

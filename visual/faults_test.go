package visual_test

import (
	"math"
	"slices"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// Each test here is a fault that another tool was found to have; the letter and number
// name it.

func good() trace.Axes { return massAxes(bars(upTo(3), means), errbars(upTo(3), means, half)) }

func judgeMeans(t *testing.T, a trace.Axes) spec.Verdict {
	t.Helper()
	slot := meanSlot()
	return judge(slot, figure(a), expected(t, slot, meanResult()))
}

// A figure that lost an axis label must not pass because most of it is as before.
func TestV02_LabelRemoved(t *testing.T) {
	a := good()
	a.Y.Label = ""
	v := judgeMeans(t, a)
	for _, want := range []string{"unit_shown!", "visual.label", "visual.unit"} {
		if !slices.Contains(codes(v), want) {
			t.Errorf("%s is not among %v", want, codes(v))
		}
	}
	if v.Score != 0 {
		t.Errorf("score %v", v.Score)
	}
}

// Another size, font or renderer changes nothing.
func TestV03_RendererDoesNotMatter(t *testing.T) {
	slot := meanSlot()
	want := expected(t, slot, meanResult())
	a := good()
	a.BBoxPx = []float64{80, 52, 496, 369}
	b := good()
	b.BBoxPx = []float64{160, 104, 992, 738}
	b.Marks[0].RGBA, b.Marks[0].LineWidth, b.Marks[0].Z = []float64{1, 0, 0, 1}, 3, 5
	slices.Reverse(b.Marks)
	perfect(t, judge(slot, figure(a), want))
	perfect(t, judge(slot, figure(b), want))
}

// A point drawn as NaN, or outside the limits, is a point that is not shown.
func TestV04_MarksDropped(t *testing.T) {
	x, y := upTo(10), []float64{3, 1, 4, 1, 5, 9, 2, 6, 5, 3}
	slot := spec.VisualSlot{ID: "s", Marks: []string{"point"}, X: &spec.Channel{Field: "x"}, Y: &spec.Channel{Field: "y"}, Hard: []string{"no_hidden_marks"}}
	want := rows(t, slot, num("x", x), num("y", y))
	draw := func(y []float64, hi float64) *spec.Figure {
		return figure(trace.Axes{X: axis("", -1, hi), Y: axis("", 0, 10), Marks: []trace.Mark{points(x, y)}})
	}
	perfect(t, judge(slot, draw(y, 10), want))
	gap := slices.Clone(y)
	gap[4] = math.NaN()
	v := judge(slot, draw(gap, 10), want)
	if v.Score != 0 || !contains(notes(v), "1 of 10 points is not drawn") {
		t.Errorf("NaN: score %v, %s", v.Score, notes(v))
	}
	v = judge(slot, draw(y, 6.5), want)
	if v.Score != 0 || !slices.Equal(codes(v), []string{"no_hidden_marks!", "visual.hidden-marks"}) || !contains(notes(v), "3 of 10 points lie outside the axis limits") {
		t.Errorf("cropped: score %v, %v, %s", v.Score, codes(v), notes(v))
	}
}

// Points of one x have no order.
func TestV05_PointsAreAMultiset(t *testing.T) {
	slot := spec.VisualSlot{ID: "s", Marks: []string{"point"}, X: &spec.Channel{Field: "x"}, Y: &spec.Channel{Field: "y"}}
	want := rows(t, slot, num("x", []float64{1, 1}), num("y", []float64{2, 5}))
	draw := func(y ...float64) *spec.Figure {
		return figure(trace.Axes{X: axis("", 0, 2), Y: axis("", 0, 10), Marks: []trace.Mark{points([]float64{1, 1}, y)}})
	}
	perfect(t, judge(slot, draw(5, 2), want))
	if v := judge(slot, draw(2, 2), want); v.Score != 0 {
		t.Errorf("(1,2) twice for (1,2) and (1,5): score %v", v.Score)
	}
}

func stack(orient string, bottoms []float64) trace.Axes {
	a := trace.Axes{X: categories("", "all"), Y: axis("Count", 0, 6), Legend: &trace.Legend{Entries: []trace.LegendEntry{{Label: "a"}, {Label: "b"}}}}
	for i, l := range []string{"a", "b"} {
		size := float64(2 + i)
		m := bars([]float64{0}, []float64{bottoms[i] + size})
		m.Channels["base"] = ch(bottoms[i])
		m.Label = l
		if m.Orient = orient; orient == "h" {
			m.Channels["x"], m.Channels["y"] = m.Channels["y"], m.Channels["x"]
		}
		a.Marks = append(a.Marks, m)
	}
	if orient == "h" {
		a.X, a.Y = a.Y, a.X
	}
	return a
}

func stackSlots(t *testing.T) (parts, total spec.VisualSlot, wantParts, wantTotal visual.Expected) {
	parts = spec.VisualSlot{ID: "parts", Marks: []string{"bar"}, X: &spec.Channel{Field: "kind"}, Y: &spec.Channel{Field: "n"}, Group: &spec.Channel{Field: "part"}, Hard: []string{"baseline_zero"}}
	total = spec.VisualSlot{ID: "total", Marks: []string{"bar"}, X: &spec.Channel{Field: "kind"}, Y: &spec.Channel{Field: "n"}, Hard: []string{"baseline_zero"}}
	wantParts = rows(t, parts, text("kind", []string{"all", "all"}), num("n", []float64{2, 3}), text("part", []string{"a", "b"}))
	wantTotal = rows(t, total, text("kind", []string{"all"}), num("n", []float64{5}))
	return
}

// Segments of a stack are read from their baselines, lying or upright.
func TestV06_StackedBars(t *testing.T) {
	parts, total, wantParts, wantTotal := stackSlots(t)
	for _, orient := range []string{"v", "h"} {
		t.Run(orient, func(t *testing.T) {
			f := figure(stack(orient, []float64{0, 2}))
			perfect(t, judge(parts, f, wantParts))
			perfect(t, judge(total, f, wantTotal))
			lost := figure(stack(orient, []float64{0, 0}))
			if v := judge(parts, lost, wantParts); v.Score != 0 || !slices.Contains(codes(v), "visual.hidden-marks") {
				t.Errorf("bottoms lost: score %v, %v", v.Score, codes(v))
			}
			if v := judge(total, lost, wantTotal); v.Score != 0 {
				t.Errorf("bottoms lost: the total passes with %v", v.Score)
			}
		})
	}
}

// A segment that does not begin at 0 is a bar all the same.
func TestV07_UpperSegments(t *testing.T) {
	f := figure(stack("v", []float64{0, 2}))
	n := 0
	for _, m := range f.Axes[0].Marks {
		if m.Mark == spec.MarkBar && m.Base[0] == 2 && m.Y[0] == 5 && m.Group == "b" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the upper segment is not among %+v", f.Axes[0].Marks)
	}
}

// Right words and colours on wrong numbers are worth nothing.
func TestV10_DataCountFirst(t *testing.T) {
	a := good()
	a.Marks = []trace.Mark{bars(upTo(3), scaled(means, 10)), errbars(upTo(3), scaled(means, 10), scaled(half, 10))}
	a.Y = axis("Body mass (g)", 0, 60000)
	if v := judgeMeans(t, a); v.Score != 0 || !slices.Contains(codes(v), "visual.values") {
		t.Errorf("score %v, %v", v.Score, codes(v))
	}
}

// A figure of other numbers than the reported ones breaks the edge, not the result; a
// figure of wrong reported numbers keeps the edge and breaks the node.
func TestV15_NodeAndEdgeApart(t *testing.T) {
	slot, terms := meanSlot(), spec.NewTerms(nil)
	truth := meanResult()
	reported := meanResult()
	reported.Value = spec.ArrayValue(scaled(means, 1.1))
	reported.Uncertainty = []spec.Uncertainty{{Kind: "ci", Lower: ends(scaled(means, 1.1), half, -1), Upper: ends(scaled(means, 1.1), half, 1)}}
	saved := spec.Judge("figure.png", []spec.Check{{Name: "saved", Decisive: true, State: spec.StateScored, Pass: true}})
	for name, c := range map[string]struct {
		drawn      []float64
		got        visual.ResultInput
		node, edge float64
	}{
		"all right":                  {means, truth, 1, 1},
		"drawn from other numbers":   {scaled(means, 1.1), truth, 0, 0},
		"wrong result drawn as is":   {scaled(means, 1.1), reported, 0, 1},
		"right figure, wrong report": {means, reported, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := figure(massAxes(bars(upTo(3), c.drawn), errbars(upTo(3), c.drawn, half)))
			m := visual.MatchSlots([]spec.VisualSlot{slot}, f, terms)["v"]
			if v := visual.Judge(slot, m, expected(t, slot, truth), terms); v.Score != c.node {
				t.Errorf("node %v, want %v\n%s", v.Score, c.node, notes(v))
			}
			v := visual.Shows(slot, m, expected(t, slot, c.got), saved, terms)
			if v.Score != c.edge {
				t.Errorf("edge %v, want %v\n%s", v.Score, c.edge, notes(v))
			}
			if c.edge == 0 && !slices.Contains(codes(v), "visual.detached") {
				t.Errorf("codes %v", codes(v))
			}
		})
	}
}

// No words asked for is no check passed.
func TestV16_NothingAskedNothingEarned(t *testing.T) {
	slot := spec.VisualSlot{ID: "s", Marks: []string{"bar"}, Y: &spec.Channel{Field: "value"}}
	v := judge(slot, figure(good()), expected(t, slot, meanResult()))
	for _, c := range v.Checks {
		if c.Name == "label" || c.Name == "unit" || c.Name == "scale" {
			t.Errorf("check %s stands though the slot names none", c.Name)
		}
	}
	empty := visual.Expected{Keyed: true}
	if v := judge(slot, figure(good()), empty); v.Score != 0 {
		t.Errorf("nothing compared scores %v", v.Score)
	}
	if v := judge(slot, figure(trace.Axes{}), expected(t, slot, meanResult())); v.State != spec.StateMissing || v.Score != 0 {
		t.Errorf("empty axes: %s, %v", v.State, v.Score)
	}
	if v := judge(slot, nil, expected(t, slot, meanResult())); v.State != spec.StateMissing {
		t.Errorf("no figure: %s", v.State)
	}
}

// Two panels of one scope that differ are ambiguous: the worse counts, whatever their
// order; another slot's panel is not a rival.
func TestAmbiguousPanels(t *testing.T) {
	slot := meanSlot()
	want := expected(t, slot, meanResult())
	wrong := massAxes(bars(upTo(3), sds), errbars(upTo(3), sds, half))
	for _, axes := range [][]trace.Axes{{good(), wrong}, {wrong, good()}} {
		if v := judge(slot, figure(axes...), want); v.Score != 0 {
			t.Errorf("score %v", v.Score)
		}
	}
	spread := massAxes(bars(upTo(3), sds))
	spread.Y.Label = "Standard deviation of body mass (g)"
	other := slot
	other.ID, other.Uncertainty, other.Hard = "sd", nil, nil
	other.Y = &spec.Channel{Field: "value", Unit: "g", Label: []string{"standard deviation", "sd"}}
	terms := spec.NewTerms(nil)
	f := figure(good(), spread)
	ms := visual.MatchSlots([]spec.VisualSlot{slot, other}, f, terms)
	perfect(t, visual.Judge(slot, ms["v"], want, terms))
	in := visual.ResultInput{Value: spec.ArrayValue(sds), Index: texts(species...), Unit: "g"}
	perfect(t, visual.Judge(other, ms["sd"], expected(t, other, in), terms))
}

func TestEncodingIsBlamedByItself(t *testing.T) {
	slot := meanSlot()
	slot.Marks = []string{"box"}
	v := judge(slot, figure(good()), expected(t, slot, meanResult()))
	if v.Score != 0 || !slices.Contains(codes(v), "visual.encoding") {
		t.Errorf("score %v, %v", v.Score, codes(v))
	}
}

// Panels may be drawn the one upright and the other lying: each is read by its own axes.
func TestPanelsUprightAndLying(t *testing.T) {
	slot := meanSlot()
	slot.X, slot.Uncertainty = &spec.Channel{Field: "index"}, nil
	slot.Hard = []string{"groups_present", "unit_shown", "baseline_zero", "no_hidden_marks"}
	upright := trace.Axes{X: categories("Species", species[:2]...), Y: axis("Body mass (g)", 0, 6000), Marks: []trace.Mark{bars(upTo(2), means[:2])}}
	flat := bars(means[2:], upTo(1))
	flat.Orient = "h"
	flat.Channels["base"], flat.Channels["width"] = ch(0), ch(0.8)
	lying := trace.Axes{X: axis("Body mass (g)", 0, 6000), Y: categories("Species", species[2]), Marks: []trace.Mark{flat}}
	perfect(t, judge(slot, figure(upright, lying), expected(t, slot, meanResult())))
}

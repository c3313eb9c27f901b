package visual_test

import (
	"slices"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

func TestHistogram(t *testing.T) {
	_, y, _ := sample(90)
	slot := spec.VisualSlot{ID: "h", Marks: []string{"histogram"}, X: &spec.Channel{Field: "y", Unit: "g"}, Hard: []string{"no_hidden_marks", "unit_shown"}}
	lo, hi := slices.Min(y), slices.Max(y)
	const n = 9
	width := (hi - lo) / n
	counts, centre := make([]float64, n), make([]float64, n)
	for i := range centre {
		centre[i] = lo + (float64(i)+0.5)*width
	}
	for _, v := range y {
		counts[min(n-1, int((v-lo)/width))]++
	}
	build := func(heights []float64) *spec.Figure {
		m := bars(centre, heights)
		m.Channels["width"] = ch(fill(n, width)...)
		a := trace.Axes{X: axis("Mass (g)", 0, 600), Y: axis("Count", 0, 100), Marks: []trace.Mark{m}}
		return figure(a)
	}
	for name, by := range map[string]float64{"counts": 1, "density": 1 / (90 * width), "fraction": 1.0 / 90, "percent": 100.0 / 90} {
		t.Run(name, func(t *testing.T) { perfect(t, judge(slot, build(scaled(counts, by)), rows(t, slot, num("y", y)))) })
	}
	moved := slices.Clone(counts)
	moved[2], moved[3] = moved[2]+3, moved[3]-3
	if v := judge(slot, build(moved), rows(t, slot, num("y", y))); v.Score != 0 {
		t.Errorf("moved counts pass: %v", v.Score)
	}
	if v := judge(slot, build(counts), rows(t, slot, num("y", append(slices.Clone(y), hi+5)))); v.Score != 0 || !contains(notes(v), "leave out 1 of 91") {
		t.Errorf("a value outside the bins passes: %v %s", v.Score, notes(v))
	}
}

func quartiles(v []float64) (q [5]float64) {
	s := slices.Clone(v)
	slices.Sort(s)
	at := func(p float64) float64 {
		h := p * float64(len(s)-1)
		i := min(int(h), len(s)-2)
		return s[i] + (h-float64(i))*(s[i+1]-s[i])
	}
	return [5]float64{s[0], at(0.25), at(0.5), at(0.75), s[len(s)-1]}
}

func TestBoxes(t *testing.T) {
	_, y, g := sample(91)
	slot := spec.VisualSlot{ID: "b", Marks: []string{"box"}, X: &spec.Channel{Field: "g", Scale: "category"}, Y: &spec.Channel{Field: "y", Unit: "g"}, Hard: []string{"groups_present", "unit_shown", "axis_not_inverted", "no_hidden_marks"}}
	box := func(orient string) trace.Mark {
		c := map[string][]float64{}
		for i, s := range species {
			q := quartiles(of(g, s, y))
			c["x"] = append(c["x"], float64(i+1))
			for k, name := range []string{"wlo", "q1", "med", "q3", "whi"} {
				c[name] = append(c[name], q[k])
			}
		}
		m := mark(spec.MarkBox, "BoxContainer", channels{})
		m.Orient = orient
		for k, v := range c {
			if k == "x" && orient == "h" {
				k = "y"
			}
			m.Channels[k] = ch(v...)
		}
		return m
	}
	names := axis("Species", 0.5, 3.5)
	for i, s := range species {
		names.Ticks = append(names.Ticks, trace.Tick{At: spec.Float(float64(i + 1)), Label: s})
	}
	mass := axis("Mass (g)", 100, 500)
	want := rows(t, slot, text("g", g), num("y", y))
	perfect(t, judge(slot, figure(trace.Axes{X: names, Y: mass, Marks: []trace.Mark{box("v")}}), want))
	perfect(t, judge(slot, figure(trace.Axes{X: mass, Y: names, Marks: []trace.Mark{box("h")}}), want))
	other := slices.Clone(y)
	for i := range other {
		if g[i] == "Gentoo" {
			other[i] += 5
		}
	}
	v := judge(slot, figure(trace.Axes{X: names, Y: mass, Marks: []trace.Mark{box("v")}}), rows(t, slot, text("g", g), num("y", other)))
	if v.Score != 0 || !contains(notes(v), "box for Gentoo") {
		t.Errorf("score %v: %s", v.Score, notes(v))
	}
}

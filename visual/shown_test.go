package visual_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// examined lists what Examine says of marks, one line each.
func examined(slot spec.VisualSlot, f *spec.Figure, want visual.Expected) []string {
	terms := spec.NewTerms(nil)
	_, s := visual.Examine(slot, visual.MatchSlots([]spec.VisualSlot{slot}, f, terms)[slot.ID], want, terms)
	num := func(f *float64) string {
		if f == nil {
			return "-"
		}
		return fmt.Sprintf("%.6g", *f)
	}
	var out []string
	for _, m := range s.Marks {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s at %s: %s for %s", m.State, m.Label, num(m.At), num(m.Drawn), num(m.Wanted))))
	}
	return out
}

// Every mark that is drawn or wanted is listed with the other, in the units of its axes.
func TestExamine(t *testing.T) {
	slot := meanSlot()
	want := expected(t, slot, meanResult())
	kg := massAxes(bars(upTo(2), []float64{means[0] / 1000, 4}))
	kg.Y = axis("Body mass (kg)", 0, 5)
	kg.X = categories("Species", "Adelie", "Gentoo", "Emperor")
	kg.Marks = append(kg.Marks, bars([]float64{2}, []float64{7}))
	x, y := []float64{1, 2, 3, 4}, []float64{10, 20, 30, 40}
	scatter := spec.VisualSlot{ID: "s", Marks: []string{"point"}, X: &spec.Channel{Field: "x"}, Y: &spec.Channel{Field: "y"}}
	rowsOf := rows(t, scatter, num("x", x), num("y", y))
	off := figure(trace.Axes{X: axis("", 0, 10), Y: axis("", 0, 100), Marks: []trace.Mark{points([]float64{1, 2, 9, 11}, []float64{10, 25, 5, 6})}})
	parts, _, wantParts, _ := stackSlots(t)
	fit := fitSlot()
	hist := spec.VisualSlot{ID: "h", Marks: []string{"histogram"}, X: &spec.Channel{Field: "y"}}
	sample := rows(t, hist, num("y", []float64{0.2, 0.3, 1.5, 2.5}))
	bins := func(height ...float64) trace.Axes {
		return trace.Axes{X: axis("", 0, 3), Y: axis("Count", 0, 10), Marks: []trace.Mark{{Mark: "histogram", Artist: "BarContainer", Visible: true, Alpha: 1,
			Channels: map[string]trace.Channel{"x": ch(0, 1, 2), "x2": ch(1, 2, 3), "y": ch(height...), "base": ch(0, 0, 0)}}}}
	}
	line := expected(t, fit, visual.ResultInput{Slot: ols("x"), Value: spec.NumberValue(0.5)}, visual.ResultInput{Slot: ols("intercept"), Value: spec.NumberValue(100)})
	for _, tt := range []struct {
		name string
		got  []string
		want []string
	}{
		{"names, in kg", examined(slot, figure(kg), want), []string{
			"differs Gentoo at 1: 4 for 5.07602", "absent Chinstrap at -: - for 3.73309", "agrees Adelie at 0: 3.70066 for 3.70066"}},
		{"rows", examined(scatter, off, rowsOf), []string{
			"absent  at 3: - for 30", "absent  at 4: - for 40", "differs  at 2: 25 for 20", "surplus  at 9: 5 for -", "hidden  at 11: 6 for -", "agrees  at 1: 10 for 10"}},
		{"segments of a stack", examined(parts, figure(stack("v", []float64{0, 2})), wantParts), []string{"agrees all, a at 0: 2 for 2", "agrees all, b at 0: 5 for 5"}},
		{"a line", examined(fit, figure(xyAxes(path([]float64{300, 500}, []float64{250, 351}))), line), []string{"differs  at 500: 351 for 350", "agrees  at 300: 250 for 250"}},
		{"bins of counts", examined(hist, figure(bins(2, 1, 1)), sample), []string{"agrees  at 0.5: 2 for 2", "agrees  at 1.5: 1 for 1", "agrees  at 2.5: 1 for 1"}},
		{"bins of counts, one too high", examined(hist, figure(bins(2, 1, 3)), sample), []string{"agrees  at 0.5: 2 for 2", "agrees  at 1.5: 1 for 1", "differs  at 2.5: 3 for 1"}},
		{"bins of densities, one too high", examined(hist, figure(bins(0.5, 0.25, 0.75)), sample), []string{"agrees  at 0.5: 0.5 for 0.5", "agrees  at 1.5: 0.25 for 0.25", "differs  at 2.5: 0.75 for 0.25"}},
		{"bins of nothing", examined(hist, figure(bins(7, 8, 9)), sample), []string{"differs  at 0.5: 7 for 2", "differs  at 1.5: 8 for 1", "differs  at 2.5: 9 for 1"}},
		{"nothing", examined(slot, figure(trace.Axes{}), want), nil},
		{"another kind of marks", examined(scatter, figure(trace.Axes{X: axis("", 0, 10), Y: axis("", 0, 100), Marks: []trace.Mark{bars(x, y)}}), rowsOf), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			slices.Sort(tt.got)
			slices.Sort(tt.want)
			if d := cmp.Diff(tt.want, tt.got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// Of very many marks a sample is listed, and the list says of how many.
func TestExamineMany(t *testing.T) {
	n := 20_000
	slot := spec.VisualSlot{ID: "s", Marks: []string{"point"}, X: &spec.Channel{Field: "x"}, Y: &spec.Channel{Field: "y"}}
	want := rows(t, slot, num("x", upTo(n)), num("y", upTo(n)))
	terms := spec.NewTerms(nil)
	for _, by := range []float64{1, 2} {
		f := figure(trace.Axes{X: axis("", -1, float64(n)), Y: axis("", -1, 2*float64(n)), Marks: []trace.Mark{points(upTo(n), scaled(upTo(n), by))}})
		_, s := visual.Examine(slot, visual.MatchSlots([]spec.VisualSlot{slot}, f, terms)["s"], want, terms)
		if len(s.Marks) > 801 || len(s.Marks) < 100 || s.Of < 1000 {
			t.Errorf("times %v: %d marks are listed of %d", by, len(s.Marks), s.Of)
		}
	}
}

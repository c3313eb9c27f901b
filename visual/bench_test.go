package visual_test

import (
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// BenchmarkScatter judges 1e5 points in three groups.
func BenchmarkScatter(b *testing.B) {
	x, y, g := sample(100_000)
	a := xyAxes()
	a.Legend = &trace.Legend{}
	for _, s := range species {
		m := points(of(g, s, x), of(g, s, y))
		m.Label = s
		a.Marks = append(a.Marks, m)
		a.Legend.Entries = append(a.Legend.Entries, trace.LegendEntry{Label: s})
	}
	slot, terms := scatterSlot(true), spec.NewTerms(nil)
	want, err := visual.FromFrame(slot, &spec.Frame{Columns: []spec.Column{num("x", x), num("y", y), text("g", g)}})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f := figure(a)
		visual.Judge(slot, visual.MatchSlots([]spec.VisualSlot{slot}, f, terms)[slot.ID], want, terms)
	}
}

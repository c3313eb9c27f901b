package visual_test

import (
	"fmt"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// A figure of very many artists costs a second or so, whatever it repeats: work that
// grows with the square would run into the time limit of the tests.
func TestHostileFigures(t *testing.T) {
	const n = 5000
	build := map[string]func(i int) trace.Mark{
		"single bars at one place": func(i int) trace.Mark { return bars([]float64{1}, []float64{float64(i)}) },
		"segments":                 func(i int) trace.Mark { return path([]float64{1, 1}, []float64{0, float64(i + 1)}) },
		"lines":                    func(i int) trace.Mark { return path([]float64{float64(i), 3}, []float64{0, float64(i + 1)}) },
		"named points": func(i int) trace.Mark {
			m := points([]float64{float64(i), 2}, []float64{2, 3})
			m.Label = fmt.Sprintf("group %d", i)
			return m
		},
	}
	for name, one := range build {
		t.Run(name, func(t *testing.T) {
			a := trace.Axes{X: categories("", species...), Y: axis("Body mass (g)", 0, 1e6)}
			for i := range 2000 {
				a.X.Ticks = append(a.X.Ticks, trace.Tick{At: spec.Float(float64(i)), Label: fmt.Sprint("t", i)})
			}
			for i := range n {
				a.Marks = append(a.Marks, one(i))
			}
			slot := meanSlot()
			slot.Marks = []string{"bar", "point", "line"}
			f := figure(a)
			v := judge(slot, f, expected(t, slot, meanResult()))
			if v.Score != 0 {
				t.Errorf("score %v", v.Score)
			}
			visual.Saved([]spec.Figure{*f, *f}, "figure.png", "abc")
		})
	}
}

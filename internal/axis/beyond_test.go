package axis_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
	"pgregory.net/rapid"
)

// All marks of a set at once are seen as each by itself.
func TestLawAllBeyond(t *testing.T) {
	marks := []string{spec.MarkPoint, spec.MarkBar, spec.MarkErrorbar, spec.MarkHistogram, spec.MarkRule, spec.MarkViolin, spec.MarkArc}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		numbers := func(name string) []float64 {
			out := make([]float64, n)
			for i := range out {
				out[i] = rapid.SampledFrom([]float64{-1, 0, 1, 2, 3, 4, 5, 6, math.NaN(), math.Inf(1)}).Draw(t, name)
			}
			return out
		}
		view := func(name string) spec.AxisView {
			lo, hi := rapid.Float64Range(-1, 3).Draw(t, name), rapid.Float64Range(3, 6).Draw(t, name)
			if rapid.Bool().Draw(t, "inverted") {
				lo, hi = hi, lo
			}
			return spec.AxisView{Scale: rapid.SampledFrom([]string{"linear", "log"}).Draw(t, "scale"), Limits: [2]float64{lo, hi}}
		}
		v := spec.AxesView{X: view("x"), Y: view("y"), Projection: rapid.SampledFrom([]string{"", "polar"}).Draw(t, "projection")}
		s := spec.MarkSet{Mark: rapid.SampledFrom(marks).Draw(t, "mark"), Orient: rapid.SampledFrom([]string{"", "h"}).Draw(t, "orient"), X: numbers("x"), Y: numbers("y")}
		if rapid.Bool().Draw(t, "ends") {
			s.Lo, s.Hi = numbers("lo"), numbers("hi")
		}
		all, any := axis.AllBeyond(&s, &v), false
		for i := range n {
			out := axis.Outside(s, v, i)
			any = any || out
			if out != (all != nil && all[i] != "") {
				t.Fatalf("mark %d of %+v on %+v: %v", i, s, v, all)
			}
		}
		if (all != nil) != any {
			t.Fatalf("%v, any %v", all, any)
		}
	})
}

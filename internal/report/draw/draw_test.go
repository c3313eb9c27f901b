package draw_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/report/draw"
	"github.com/assaybench/assay/spec"
)

func axes(sets, each int, mark string) *spec.AxesView {
	a := &spec.AxesView{X: spec.AxisView{Limits: [2]float64{0, 10}}, Y: spec.AxisView{Limits: [2]float64{0, 10}}}
	for range sets {
		m := spec.MarkSet{Mark: mark}
		for i := range each {
			m.X, m.Y = append(m.X, float64(i%10)), append(m.Y, float64(i%7))
		}
		a.Marks = append(a.Marks, m)
	}
	return a
}

// What Drawn counts is what Chart draws, and of many marks it is a few thousand.
func TestSample(t *testing.T) {
	for _, x := range []struct{ sets, each, want int }{
		{0, 0, 0}, {3, 0, 0}, {1, 1500, 1500}, {4, 1500, 6000}, {1, 1501, 751}, {1, 30_000, 1500}, {60, 1000, 6000}, {20_000, 1, 5000}, {2000, 20, 5000},
	} {
		a := axes(x.sets, x.each, spec.MarkPoint)
		drawn, all := draw.Drawn(a)
		svg, err := draw.Chart(a, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(svg), `class="p-mark"`); drawn != x.want || n != drawn || all != x.sets*x.each {
			t.Errorf("%d sets of %d: %d are drawn, %d counted of %d, want %d", x.sets, x.each, n, drawn, all, x.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a := axes(rapid.IntRange(0, 3000).Draw(t, "sets"), rapid.IntRange(0, 40).Draw(t, "each"), spec.MarkPoint)
		if drawn, all := draw.Drawn(a); drawn > 6000 || drawn > all || drawn == 0 && all > 0 {
			t.Errorf("%d of %d", drawn, all)
		}
	})
}

func TestChartRefuses(t *testing.T) {
	a := axes(1, 3, spec.MarkPoint)
	a.Y.Limits = [2]float64{0, 1e200}
	if svg, err := draw.Chart(a, "", nil); err == nil || svg != "" {
		t.Errorf("a range of 1e200 is drawn: %v", err)
	}
}

// The oracle's values are diamonds, with whiskers where they have an interval.
func TestPoints(t *testing.T) {
	svg, err := draw.Chart(axes(1, 3, spec.MarkLine), "title <b>", []draw.Point{{At: 1, Value: 2}, {At: 2, Value: 3, Low: 2, High: 4, Ranged: true}})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(svg), `class="p-oracle"`); n != 2+3 || strings.Contains(string(svg), "<b>") || !strings.Contains(string(svg), "title &lt;b&gt;") {
		t.Errorf("%d elements of the oracle in\n%s", n, svg)
	}
}

// What is wrong has a ring, and a line to where it should be; what is not drawn has neither.
func TestPointsOff(t *testing.T) {
	nan := math.NaN()
	svg, err := draw.Chart(axes(1, 3, spec.MarkPoint), "", []draw.Point{
		{At: 0, Value: 2, Drawn: 2},
		{At: 1, Value: 3, Drawn: 1, Off: true},
		{At: 2, Value: 5, Drawn: nan, Off: true},
		{At: 2, Value: nan, Drawn: 2, Off: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if right, off := strings.Count(string(svg), `class="p-oracle"`), strings.Count(string(svg), `class="p-off"`); right != 1 || off != 3+1+1 {
		t.Errorf("%d elements are right and %d are not in\n%s", right, off, svg)
	}
}

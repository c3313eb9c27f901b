package gonumplot_test

import (
	"encoding/json"
	"image/color"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
	"github.com/assaybench/assay/visual/gonumplot"
)

// The data of testdata/twins.py.
var (
	xs    = []float64{1, 2, 3, 4, 5, 6}
	ys    = []float64{2.5, 1.25, 3.75, 8, 13, 21.5}
	names = []string{"apple", "pear", "plum"}
	sizes = plotter.Values{3, 5.5, 4.25}
	low   = plotter.Values{0.5, 0.25, 1}
	high  = plotter.Values{0.75, 1.25, 0.5}

	red   = color.RGBA{R: 255, A: 255}
	blue  = color.RGBA{B: 255, A: 255}
	green = color.RGBA{G: 128, A: 255}
	grey  = color.RGBA{R: 128, G: 128, B: 128, A: 255}
)

func pairs(x, y []float64) plotter.XYs {
	out := make(plotter.XYs, len(x))
	for i := range x {
		out[i].X, out[i].Y = x[i], y[i]
	}
	return out
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func scatter(x, y []float64, c color.Color) *plotter.Scatter {
	s := must(plotter.NewScatter(pairs(x, y)))
	s.Color = c
	return s
}

func line(x, y []float64, c color.Color) *plotter.Line {
	l := must(plotter.NewLine(pairs(x, y)))
	l.Color = c
	return l
}

func bars(v plotter.Values, c color.Color) *plotter.BarChart {
	b := must(plotter.NewBarChart(v, vg.Points(12)))
	b.Color = c
	return b
}

func box(at float64, v ...float64) *plotter.BoxPlot {
	return must(plotter.NewBoxPlot(vg.Points(12), at, plotter.Values(v)))
}

type errors struct {
	plotter.XYs
	plotter.XErrors
	plotter.YErrors
}

func spread() (x plotter.XErrors, y plotter.YErrors) {
	for i := range low {
		x = append(x, struct{ Low, High float64 }{low[i], high[i]})
		y = append(y, struct{ Low, High float64 }{low[i], high[i]})
	}
	return x, y
}

// twins are the panels of testdata/twins.py.
func twins(r *trace.Recorder) [][]*gonumplot.Plot {
	p := make([]*gonumplot.Plot, 12)
	for i := range p {
		p[i] = gonumplot.New(r)
	}
	xe, ye := spread()
	at := []float64{0, 1, 2}

	first, second := scatter(xs, ys, red), scatter(ys, xs, blue)
	p[0].X.Label.Text, p[0].Y.Label.Text, p[0].Title.Text = "Width (mm)", "Mass (g)", "Two groups"
	p[0].Add(first, second)
	p[0].Legend.Add("first", first)
	p[0].Legend.Add("second", second)

	p[1].X.Label.Text = "Width (mm)"
	for _, a := range []*plot.Axis{&p[1].X, &p[1].Y} {
		a.Scale, a.Tick.Marker = plot.LogScale{}, plot.LogTicks{}
	}
	p[1].Add(line(xs, ys, green), scatter(xs, ys, green))

	p[2].Y.Label.Text = "Size (cm)"
	p[2].Add(bars(sizes, grey), must(plotter.NewYErrorBars(errors{XYs: pairs(at, sizes), YErrors: ye})))
	p[2].NominalX(names...)

	left, right := bars(sizes, red), bars(low, blue)
	left.XMin, right.XMin = -0.2, 0.2
	p[3].Add(left, right)
	p[3].X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: names[0]}, {Value: 1, Label: names[1]}, {Value: 2, Label: names[2]}}
	p[3].Legend.Add("first", left)
	p[3].Legend.Add("second", right)

	lower, upper := bars(sizes, red), bars(low, blue)
	upper.StackOn(lower)
	p[4].Add(lower, upper)
	p[4].NominalX(names...)

	flat := bars(sizes, grey)
	flat.Horizontal = true
	p[5].Add(flat)
	p[5].NominalY(names...)

	h := &plotter.Histogram{FillColor: grey, LineStyle: plotter.DefaultLineStyle, Width: 5}
	for i, n := range []float64{3, 1, 1, 0, 1} {
		h.Bins = append(h.Bins, plotter.HistogramBin{Min: float64(5 * i), Max: float64(5 * (i + 1)), Weight: n})
	}
	p[6].X.Label.Text = "Mass (g)"
	p[6].Add(h)

	ring := plotter.XYs{}
	for i := range xs {
		ring = append(ring, plotter.XY{X: xs[i], Y: ys[i] - 1})
	}
	for i := range xs {
		k := len(xs) - 1 - i
		ring = append(ring, plotter.XY{X: xs[k], Y: ys[k] + 2})
	}
	area := must(plotter.NewPolygon(ring))
	area.Color = color.Gray{Y: 192}
	p[7].Add(area, line(xs, ys, color.Black))

	p[8].Add(box(0, 1, 2, 2, 3, 5, 6, 20), box(1, 2, 3, 4, 6, 7))
	p[8].X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "f"}, {Value: 1, Label: "m"}}

	across := must(plotter.NewXErrorBars(errors{XYs: pairs(sizes, at), XErrors: xe}))
	across.Color = blue
	p[9].Add(scatter(sizes, at, blue), across)
	p[9].Y.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: names[0]}, {Value: 1, Label: names[1]}, {Value: 2, Label: names[2]}}

	var days []float64
	for _, d := range []int{1, 2, 4} {
		days = append(days, float64(time.Date(2000, 1, d, 0, 0, 0, 0, time.UTC).Unix()))
	}
	p[10].Add(line(days, sizes, color.Black))
	p[10].X.Tick.Marker = plot.TimeTicks{Format: "2006-01-02"}

	p[11].Add(scatter(xs, ys, color.Black), must(plotter.NewLabels(plotter.XYLabels{XYs: pairs([]float64{2}, []float64{10}), Labels: []string{"note"}})))
	p[11].Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	return [][]*gonumplot.Plot{p[:4], p[4:8], p[8:]}
}

// A figure of gonum/plot and the same figure of matplotlib are the same marks.
func TestTwins(t *testing.T) {
	b, err := os.ReadFile("testdata/twins.json")
	if err != nil {
		t.Fatal(err)
	}
	var other trace.Figure
	if err := json.Unmarshal(b, &other); err != nil {
		t.Fatal(err)
	}
	want := visual.FromTrace(trace.New([]trace.Event{{Header: trace.Header{K: trace.KindFigure, Seq: 1}, Figure: &other}}))
	t.Chdir(t.TempDir())
	got := visual.FromTrace(recorded(t, func(r *trace.Recorder) {
		if err := gonumplot.SaveGrid(12*vg.Inch, 9*vg.Inch, "figure.png", twins(r)); err != nil {
			t.Fatal(err)
		}
	}))
	if len(got) != 1 || len(want) != 1 || len(got[0].Axes) != 12 || len(want[0].Axes) != 12 {
		t.Fatalf("%d figures, %d wanted", len(got), len(want))
	}
	for i := range want[0].Axes {
		w, g := plain(want[0].Axes[i]), plain(got[0].Axes[i])
		if d := cmp.Diff(w, g, cmpopts.EquateApprox(1e-12, 0), cmpopts.EquateNaNs(), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(spec.MarkSet{}, "Sample"),
			cmpopts.SortSlices(func(a, b spec.MarkSet) bool { return a.Mark+a.Group < b.Mark+b.Group })); d != "" {
			t.Errorf("panel %d: %s", i, d)
		}
	}
}

// plain leaves out what is no mark: the calls, the place on the canvas, the chosen limits
// and ticks.
func plain(a spec.AxesView) spec.AxesView {
	a.Box, a.X.Limits, a.Y.Limits, a.X.Ticks, a.Y.Ticks = [4]float64{}, [2]float64{}, [2]float64{}, nil, nil
	for i := range a.Marks {
		a.Marks[i].Call, a.Marks[i].RefOps, a.Marks[i].Event = "", nil, 0
	}
	return a
}

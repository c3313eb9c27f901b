package gonumplot_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image/color"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
	"github.com/assaybench/assay/visual/gonumplot"
)

func recorded(t testing.TB, analysis func(r *trace.Recorder)) *trace.Trace {
	t.Helper()
	var lines bytes.Buffer
	r := trace.RecordTo(&lines)
	analysis(r)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Read(&lines)
	if err != nil || tr.Malformed > 0 || len(tr.Diagnostics) > 0 {
		t.Fatalf("%v, %v", err, tr.Diagnostics)
	}
	return tr
}

// The bytes of the file are those of the event, and marks are where the event says: with
// ink at each, and none left over.
func TestSave(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, format := range []string{"png", "svg", "pdf"} {
		file := "figure." + format
		tr := recorded(t, func(r *trace.Recorder) {
			if err := gonumplot.SaveGrid(12*vg.Inch, 9*vg.Inch, file, twins(r)); err != nil {
				t.Fatal(err)
			}
		})
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		fig, verdict := visual.Saved(visual.FromTrace(tr), file, hex.EncodeToString(sum[:]))
		if fig == nil || verdict.Score != 1 {
			t.Fatalf("%s: %+v", file, verdict)
		}
		visual.Ink(fig, data)
		for i, a := range fig.Axes {
			if a.Box[2] < 100 || a.Box[3] < 80 || a.Box[0]+a.Box[2] > fig.Size[0] || a.Box[1]+a.Box[3] > fig.Size[1] {
				t.Errorf("%s: panel %d lies at %v of %v", file, i, a.Box, fig.Size)
			}
			for _, m := range a.Marks {
				if m.Hidden != 0 || m.Len() == 0 {
					t.Errorf("%s: panel %d has %d hidden of %d %s", file, i, m.Hidden, m.Len(), m.Mark)
				}
			}
		}
	}
}

// What is drawn in the colour of the ground, of no size or outside the limits is hidden, as
// it is in figures of other libraries.
func TestHidden(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, c := range map[string]struct {
		draw   func(p *gonumplot.Plot)
		hidden int
	}{
		"all seen":          {func(p *gonumplot.Plot) { p.Add(scatter(xs, ys, red)) }, 0},
		"white points":      {func(p *gonumplot.Plot) { p.Add(scatter(xs, ys, color.White)) }, 6},
		"transparent":       {func(p *gonumplot.Plot) { p.Add(scatter(xs, ys, color.Transparent)) }, 6},
		"points of no size": {func(p *gonumplot.Plot) { s := scatter(xs, ys, red); s.Radius = 0; p.Add(s) }, 6},
		"one of no size": {func(p *gonumplot.Plot) {
			s := scatter(xs, ys, red)
			s.GlyphStyleFunc = func(i int) draw.GlyphStyle {
				g := s.GlyphStyle
				g.Radius *= vg.Length(min(i, 1))
				return g
			}
			p.Add(s)
		}, 1},
		"a line of no width": {func(p *gonumplot.Plot) { l := line(xs, ys, red); l.Width = 0; p.Add(l) }, 6},
		"outside":            {func(p *gonumplot.Plot) { p.Add(scatter(xs, ys, red)); p.X.Min = 1.5 }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			tr := recorded(t, func(r *trace.Recorder) {
				p := gonumplot.New(r)
				p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -1, 8, -5, 30 // away from the axes, which are ink too
				c.draw(p)
				if err := p.Save(4*vg.Inch, 3*vg.Inch, "figure.png"); err != nil {
					t.Fatal(err)
				}
			})
			fig := visual.FromTrace(tr)[0]
			data, err := os.ReadFile("figure.png")
			if err != nil {
				t.Fatal(err)
			}
			visual.Ink(&fig, data)
			hidden := 0
			for _, m := range fig.Axes[0].Marks {
				hidden += m.Hidden
			}
			if hidden != c.hidden {
				t.Errorf("%d hidden: %+v", hidden, fig.Axes[0].Marks)
			}
		})
	}
}

// Lengths of gonum become numbers of the axis: bars side by side, whatever the scale.
func TestOffsets(t *testing.T) {
	t.Chdir(t.TempDir())
	tr := recorded(t, func(r *trace.Recorder) {
		p := gonumplot.New(r)
		left, right := bars(sizes, red), bars(low, blue)
		left.Offset, right.Offset = -left.Width/2, right.Width/2
		p.Add(left, right)
		p.NominalX(names...)
		b := box(1, 1, 2, 3)
		b.Offset = vg.Points(10)
		p.Add(b)
		if err := p.Save(4*vg.Inch, 3*vg.Inch, "figure.png"); err != nil {
			t.Fatal(err)
		}
	})
	marks := visual.FromTrace(tr)[0].Axes[0].Marks
	var got [][]float64
	for _, m := range marks {
		if m.Mark == spec.MarkBar {
			got = append(got, m.X)
			for i, l := range m.Labels {
				if l != names[i] {
					t.Errorf("the bar at %v is %q", m.X[i], l)
				}
			}
		}
	}
	if len(got) != 2 {
		t.Fatalf("%+v", marks)
	}
	for i := range got[0] {
		l, r := float64(i)-got[0][i], got[1][i]-float64(i)
		if !(l > 0.01 && l < 0.4) || math.Abs(l-r) > 1e-9 {
			t.Errorf("bars at %v and %v", got[0][i], got[1][i])
		}
	}
}

// Marks name the operations that they show: those that gave equal columns, and those named.
func TestLineage(t *testing.T) {
	t.Chdir(t.TempDir())
	var rows, ends trace.Ref
	tr := recorded(t, func(r *trace.Recorder) {
		rows = r.Op("read", "rows", trace.Table{{Name: "x", Values: xs}, {Name: "y", Values: ys}})
		ends = r.Op("interval", "ends", 1.5)
		p := gonumplot.New(r)
		p.Add(scatter(xs, ys, red))
		p.AddFrom([]trace.Ref{ends}, bars(plotter.Values{1.5}, grey))
		p.Add(must(plotter.NewPolygon(pairs([]float64{0, 1, 2}, []float64{0, 3, 1}))))
		if err := p.Save(4*vg.Inch, 3*vg.Inch, "figure.png"); err != nil {
			t.Fatal(err)
		}
		p.Add(scatter(ys, xs, red))
	})
	fig := visual.FromTrace(tr)[0]
	for i, want := range []trace.Ref{rows, ends} {
		m := fig.Axes[0].Marks[i]
		found := false
		for _, ref := range m.RefOps {
			found = found || ref == int64(want)
		}
		if !found || !strings.HasPrefix(m.Call, "gonum.plot.") {
			t.Errorf("%s: %v, want %d", m.Mark, m.RefOps, want)
		}
	}
	if len(tr.Audits) != 1 || !strings.Contains(tr.Audits[0].Detail, "Polygon") {
		t.Errorf("what cannot be captured is not told: %+v", tr.Audits)
	}
	if fig.Late == 0 || !strings.Contains(fig.LateCall, "scatter") {
		t.Errorf("a mark that was added after the figure was saved: %q", fig.LateCall)
	}
}

// Plotters that are no data, and kinds of marks that are seldom drawn.
func TestOtherPlotters(t *testing.T) {
	t.Chdir(t.TempDir())
	tr := recorded(t, func(r *trace.Recorder) {
		p := gonumplot.New(r)
		f := plotter.NewFunction(func(x float64) float64 { return 2 * x })
		q := must(plotter.NewQuartPlot(2, plotter.Values{1, 2, 2, 3, 5, 6, 20}))
		p.Add(plotter.NewGrid(), f, q, plotter.NewHeatMap(cells{}, palette.Heat(4, 1)))
		p.X.Min, p.X.Max = 0, 4.9
		p.Legend.Add("double", f)
		if err := p.Save(4*vg.Inch, 3*vg.Inch, "figure.png"); err != nil {
			t.Fatal(err)
		}
	})
	kinds := map[string]spec.MarkSet{}
	a := visual.FromTrace(tr)[0].Axes[0]
	for _, m := range a.Marks {
		kinds[m.Mark] = m
	}
	if l := kinds[spec.MarkLine]; l.Len() != 50 || l.Group != "double" || math.Abs(l.Y[49]-9.8) > 1e-12 {
		t.Errorf("%+v", l)
	}
	if b := kinds[spec.MarkBox]; b.Len() != 1 || b.Y[0] != 3 || b.WHi[0] != 6 || b.Orient != "v" {
		t.Errorf("%+v", b)
	}
	if m := kinds[spec.MarkImage]; m.Len() != 1 || m.X[0] != 1 || m.Y[0] != 0.5 {
		t.Errorf("%+v", m)
	}
	if p := kinds[spec.MarkPoint]; p.Len() != 1 || p.Y[0] != 20 {
		t.Errorf("%+v", p)
	}
	if len(tr.Audits) != 0 {
		t.Errorf("a grid is no mark that is missed: %+v", tr.Audits)
	}
}

type cells struct{}

func (cells) Dims() (c, r int)   { return 3, 2 }
func (cells) Z(c, r int) float64 { return float64(c + r) }
func (cells) X(c int) float64    { return float64(c) }
func (cells) Y(r int) float64    { return float64(r) }

// What cannot be saved is an error, and a plot without a recorder is a plot of gonum.
func TestSaveErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	p := gonumplot.New(nil)
	p.Add(scatter(xs, ys, red))
	p.NominalX()
	for name, err := range map[string]error{
		"no size":       p.Save(0, vg.Inch, "a.png"),
		"no number":     p.Save(vg.Length(math.NaN()), vg.Inch, "a.png"),
		"no format":     p.Save(vg.Inch, vg.Inch, "a"),
		"strange":       p.Save(vg.Inch, vg.Inch, "a.xyz"),
		"no folder":     p.Save(vg.Inch, vg.Inch, "nowhere/a.png"),
		"no panel":      gonumplot.SaveGrid(vg.Inch, vg.Inch, "a.png", nil),
		"none in a row": gonumplot.SaveGrid(vg.Inch, vg.Inch, "a.png", [][]*gonumplot.Plot{{nil}}),
		"ragged":        gonumplot.SaveGrid(vg.Inch, vg.Inch, "a.png", [][]*gonumplot.Plot{{p, p}, {p}}),
	} {
		if err == nil {
			t.Errorf("%s is saved", name)
		}
	}
	if err := gonumplot.SaveGrid(4*vg.Inch, 4*vg.Inch, "a.png", [][]*gonumplot.Plot{{p}, {nil}}); err != nil {
		t.Error(err)
	}
	if st, err := os.Stat("a.png"); err != nil || st.Size() == 0 {
		t.Error(err)
	}
}

func Example() {
	r := trace.RecordTo(&bytes.Buffer{}) // an analysis starts with trace.Record()
	defer r.Close()
	p := gonumplot.New(r)
	p.X.Label.Text, p.Y.Label.Text = "Income (francs)", "Food (francs)"
	points, err := plotter.NewScatter(plotter.XYs{{X: 420, Y: 255}, {X: 541, Y: 310}, {X: 901, Y: 485}})
	if err != nil {
		panic(err)
	}
	p.Add(points)
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{}
	if err := p.Save(4*vg.Inch, 3*vg.Inch, os.TempDir()+"/figure.png"); err != nil {
		panic(err)
	}
	// Output:
}

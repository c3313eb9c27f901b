package visual_test

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/capture"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// drawnForBench is what testdata/bench.py drew, and what that took in CPU seconds and MiB.
type drawnForBench struct {
	dir                            string
	Drawing, Capture, Before, Peak float64
	g                              []string
	x, y                           []float64
}

func drawForBench(b *testing.B, task string) drawnForBench {
	b.Helper()
	ctx := context.Background()
	python := findPython(b, "")
	root, err := python.Tracer(ctx, b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	d := drawnForBench{dir: b.TempDir()}
	cmd := exec.CommandContext(ctx, python.Executable, "-P", "testdata/bench.py", root, task, d.dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	if err := json.Unmarshal(out, &d); err != nil {
		b.Fatal(err)
	}
	column := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(d.dir, name))
		if err != nil {
			b.Fatal(err)
		}
		return data
	}
	numbers := func(name string) []float64 {
		c := trace.Array{DType: trace.F8, B64: column(name)}
		f, ok := c.Floats()
		if !ok {
			b.Fatal(name)
		}
		return f
	}
	d.x, d.y = numbers("x.f8"), numbers("y.f8")
	if task == "figures" {
		for _, i := range column("g.u1") {
			d.g = append(d.g, species[i])
		}
	}
	return d
}

// benchSlots are slots for the figures, in their order, with what each should show.
func (d drawnForBench) slots(b *testing.B, points bool) (slots []spec.VisualSlot, want []visual.Expected) {
	b.Helper()
	frame := &spec.Frame{Columns: []spec.Column{num("x", d.x), num("y", d.y)}}
	mass := &spec.Channel{Field: "y", Unit: "g"}
	add := func(s spec.VisualSlot) {
		e, err := visual.FromFrame(s, frame)
		if err != nil {
			b.Fatal(err)
		}
		slots, want = append(slots, s), append(want, e)
	}
	hard := []string{"unit_shown", "axis_not_inverted", "no_hidden_marks"}
	scatter := spec.VisualSlot{ID: "scatter", Marks: []string{"point"}, X: &spec.Channel{Field: "x", Unit: "mm"}, Y: mass, Hard: hard}
	if points {
		add(scatter)
		return slots, want
	}
	frame.Columns = append(frame.Columns, text("g", d.g))
	var means, sds []float64
	for _, s := range species {
		p := of(d.g, s, d.y)
		means, sds = append(means, stat.Mean(p, nil)), append(sds, stat.StdDev(p, nil))
	}
	bar := meanSlot()
	bar.ID, bar.Uncertainty = "bar", &spec.UncertaintyRule{Required: true, Kinds: []spec.UncertaintyKind{"sd"}}
	e, err := visual.FromResult(bar, []visual.ResultInput{{Slot: spec.ResultSlot{ID: "r", Groups: species, Unit: "g"}, Value: spec.ArrayValue(means), Index: texts(species...), Unit: "g",
		Uncertainty: []spec.Uncertainty{{Kind: "sd", Value: spec.ArrayValue(sds)}}}})
	if err != nil {
		b.Fatal(err)
	}
	slots, want = append(slots, bar), append(want, e)
	scatter.Group = &spec.Channel{Field: "g"}
	add(scatter)
	add(spec.VisualSlot{ID: "box", Marks: []string{"box"}, X: &spec.Channel{Field: "g", Scale: "category"}, Y: mass, Hard: hard})
	add(spec.VisualSlot{ID: "histogram", Marks: []string{"histogram"}, X: mass, Hard: hard})
	return slots, want
}

// benchFigures reads, matches and judges what was drawn, and reports the share of that and of the
// capture in the drawing; looking for ink in the saved picture is told apart. The peak is that of the
// process: run one benchmark in each.
func benchFigures(b *testing.B, task string) {
	d := drawForBench(b, task)
	slots, want := d.slots(b, task != "figures")
	terms := spec.NewTerms(nil)
	match, ink := math.Inf(1), math.Inf(1)
	n := 0
	b.ResetTimer()
	for range b.N {
		start := cpu()
		figures := d.figures(b)
		read := cpu()
		for i := range figures {
			png, err := os.ReadFile(filepath.Join(d.dir, figures[i].Path))
			if err != nil {
				b.Fatal(err)
			}
			visual.Ink(&figures[i], png)
		}
		looked := cpu()
		for i := range figures {
			k := i % len(slots)
			v := visual.Judge(slots[k], visual.MatchSlots(slots, &figures[i], terms)[slots[k].ID], want[k], terms)
			if v.Score != 1 {
				b.Fatalf("figure %d: %v %s", i, v.Score, notes(v))
			}
		}
		match, ink, n = min(match, cpu()-looked+read-start), min(ink, looked-read), len(figures)
	}
	b.StopTimer()
	b.ReportMetric(float64(n), "figures")
	b.ReportMetric(d.Drawing, "draw-s")
	b.ReportMetric(d.Capture, "capture-s")
	b.ReportMetric(match, "match-s")
	b.ReportMetric(ink, "ink-s")
	b.ReportMetric(100*(d.Capture+match)/d.Drawing, "%-of-drawing")
	b.ReportMetric(d.Peak, "python-MiB")
	b.ReportMetric(d.Peak-d.Before, "capture-MiB")
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil {
		b.ReportMetric(float64(u.Maxrss)/1024, "peak-MiB")
	}
}

// figures reads the events of the figures as canonical marks.
func (d drawnForBench) figures(b *testing.B) []spec.Figure {
	b.Helper()
	f, err := os.Open(filepath.Join(d.dir, "events.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var out []spec.Figure
	events := trace.NewReader(f)
	for {
		e, err := events.Next()
		if err == io.EOF {
			return out
		}
		if err != nil || e.Figure == nil {
			b.Fatal(err, events.Diags)
		}
		out = append(out, capture.FromFigure(*e.Figure, 1))
	}
}

// cpu is the CPU time of this process in seconds.
func cpu() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return float64(time.Now().UnixNano()) / 1e9
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// BenchmarkFigures captures, matches and judges 100 figures: bars, points, boxes, bins.
func BenchmarkFigures(b *testing.B) { benchFigures(b, "figures") }

// BenchmarkManyPoints does the same of one scatter of 1e6 points, drawn as matplotlib draws them.
func BenchmarkManyPoints(b *testing.B) { benchFigures(b, "points") }

// BenchmarkManyDots does the same where they are the smallest dots, which are drawn fastest.
func BenchmarkManyDots(b *testing.B) { benchFigures(b, "dots") }

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

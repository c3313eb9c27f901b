// Package gonumplot captures the figures that an analysis draws with gonum/plot.
//
// A Plot is a plot of gonum, to which plotters are added and which is saved as usual. When
// it is saved, what stands on it at that moment is recorded beside the bytes of the file:
// points, lines, bars, error bars, bands, boxes and histograms with their numbers, axes with
// scale, limits and ticks, legend and colours. Marks of gonum/plot and of other plotting
// libraries come out in one form.
//
//	r := trace.Record()
//	defer r.Close()
//	p := gonumplot.New(r)
//	p.X.Label.Text, p.Y.Label.Text = "Income (francs)", "Food (francs)"
//	scatter, err := plotter.NewScatter(points)
//	…
//	p.Add(scatter)
//	err = p.Save(4*vg.Inch, 3*vg.Inch, "figure.png")
//
// Plotters of kinds that are not known here are drawn and left out of what is recorded, with
// a note; so is what is added to the embedded plot itself, without one.
package gonumplot

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/canon"
)

// Plot is a plot of gonum whose marks are captured. Title, axes and the like are those of
// the embedded plot; Add, Legend, NominalX, NominalY and Save are its own.
type Plot struct {
	*plot.Plot
	// Legend is the legend of the plot.
	Legend *Legend

	recorder *trace.Recorder
	made     trace.Ref
	added    []added
	names    [2][]string // of NominalX and NominalY
}

// added is a plotter on a plot, and the operation that added it.
type added struct {
	plotter plot.Plotter
	fn      string
	call    trace.Ref
	from    []trace.Ref
}

// New returns an empty plot. A nil recorder captures nothing.
func New(r *trace.Recorder) *Plot {
	p := &Plot{Plot: plot.New(), recorder: r, made: r.Op("plot", "gonum.plot.figure", nil)}
	p.Legend = &Legend{Legend: &p.Plot.Legend}
	return p
}

// Add adds plotters. What they draw is traced to the operations that gave equal columns.
func (p *Plot) Add(ps ...plot.Plotter) { p.AddFrom(nil, ps...) }

// AddFrom adds plotters that draw what came from the given operations.
func (p *Plot) AddFrom(from []trace.Ref, ps ...plot.Plotter) {
	p.Plot.Add(ps...)
	if !p.recorder.Recording() {
		return
	}
	for _, pl := range ps {
		fn, columns := drawing(pl)
		if fn == "" {
			p.added = append(p.added, added{plotter: pl})
			continue
		}
		refs := append([]trace.Ref(nil), from...)
		for _, c := range columns {
			refs = with(refs, p.recorder.Origin(c.Values))
		}
		call := p.recorder.Op("plot", fn, columns, append(refs, p.made)...)
		p.added = append(p.added, added{pl, fn, call, refs})
	}
}

func with(refs []trace.Ref, ref trace.Ref) []trace.Ref {
	for _, r := range refs {
		if r == ref {
			return refs
		}
	}
	if ref == 0 {
		return refs
	}
	return append(refs, ref)
}

// NominalX names the places 0, 1, … of the x axis.
func (p *Plot) NominalX(names ...string) {
	if len(names) == 0 {
		return
	}
	p.Plot.NominalX(names...)
	p.names[0] = names
}

// NominalY names the places 0, 1, … of the y axis.
func (p *Plot) NominalY(names ...string) {
	if len(names) == 0 {
		return
	}
	p.Plot.NominalY(names...)
	p.names[1] = names
}

// Legend is the legend of a plot. Its place and style are those of the embedded legend.
type Legend struct {
	*plot.Legend
	entries []entry
}

type entry struct {
	name   string
	thumbs []plot.Thumbnailer
}

// Add adds an entry: the name of what the plotters show.
func (l *Legend) Add(name string, thumbs ...plot.Thumbnailer) {
	l.Legend.Add(name, thumbs...)
	l.entries = append(l.entries, entry{name, thumbs})
}

// Save draws the plot to a file, in the format that the ending of its name says, as Save of
// gonum/plot does, and records what it shows.
func (p *Plot) Save(w, h vg.Length, file string) error { return SaveGrid(w, h, file, [][]*Plot{{p}}) }

// SaveGrid draws plots to one file: rows of panels, top down, each row of one length; nil
// leaves a place empty. Their axes are aligned.
func SaveGrid(w, h vg.Length, file string, panels [][]*Plot) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	if !(w > 0 && h > 0) || math.IsInf(float64(w), 0) || math.IsInf(float64(h), 0) {
		return fmt.Errorf("save %s: a figure of %v by %v has no size", file, w, h)
	}
	canvas, err := draw.NewFormattedCanvas(w, h, format)
	if err != nil {
		return fmt.Errorf("save %s: %w", file, err)
	}
	places, err := grid(panels, draw.New(canvas))
	if err != nil {
		return fmt.Errorf("save %s: %w", file, err)
	}
	var recorder *trace.Recorder
	var shown []panel
	for i, row := range panels {
		for j, p := range row {
			if p == nil {
				continue
			}
			p.Draw(places[i][j])
			shown = append(shown, panel{p, p.DataCanvas(places[i][j])})
			if recorder == nil {
				recorder = p.recorder
			}
		}
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return fmt.Errorf("save %s: %w", file, err)
	}
	if err := recorder.WriteFile(file, b.Bytes(), calls(shown)...); err != nil {
		return err
	}
	if recorder.Recording() {
		f := figure(shown, w, h, format)
		f.Path, f.SHA256 = file, canon.Bytes(b.Bytes())
		recorder.Figure(f)
		for _, s := range shown {
			s.note(recorder, file)
		}
	}
	return nil
}

// grid are the places of panels on a canvas.
func grid(panels [][]*Plot, c draw.Canvas) ([][]draw.Canvas, error) {
	if len(panels) == 0 || len(panels[0]) == 0 {
		return nil, errors.New("there is no panel")
	}
	plots := make([][]*plot.Plot, len(panels))
	found := false
	for i, row := range panels {
		if len(row) != len(panels[0]) {
			return nil, fmt.Errorf("row %d has %d panels, the first %d", i+1, len(row), len(panels[0]))
		}
		plots[i] = make([]*plot.Plot, len(row))
		for j, p := range row {
			if p != nil {
				plots[i][j], found = p.Plot, true
			}
		}
	}
	if !found {
		return nil, errors.New("there is no panel")
	}
	if len(panels) == 1 && len(panels[0]) == 1 {
		return [][]draw.Canvas{{c}}, nil
	}
	const gap = 12 // points between panels
	return plot.Align(plots, draw.Tiles{Rows: len(panels), Cols: len(panels[0]), PadX: vg.Points(gap), PadY: vg.Points(gap)}, c), nil
}

// calls are the operations that drew what the panels show.
func calls(shown []panel) (out []trace.Ref) {
	for _, s := range shown {
		for _, a := range s.added {
			out = with(out, a.call)
		}
	}
	return out
}

// dotsPerInch is the resolution in which places of a saved file are told.
func dotsPerInch(format string) float64 {
	switch format {
	case "png", "jpg", "jpeg", "tif", "tiff":
		return vgimg.DefaultDPI
	}
	return 72 // points, of which files of vectors are made
}

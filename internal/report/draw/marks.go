package draw

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// gridPlotter draws a faint line at each labelled tick of y.
type gridPlotter struct{}

// Plot implements plot.Plotter.
func (gridPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if !t.IsMinor() && t.Value >= p.Y.Min && t.Value <= p.Y.Max {
			c.StrokeLine2(draw.LineStyle{Color: ink("p-grid"), Width: 1}, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}

// marksPlotter draws captured marks in grey and the oracle's values, as open diamonds
// with their intervals, in the accent colour.
type marksPlotter struct {
	axes   *spec.AxesView
	flat   bool
	points []Point
	half   float64 // half the width of a bar, in data units
	broad  bool    // there are bars or boxes
}

// extent is the range of everything that is drawn; it also settles the width of bars.
func (m *marksPlotter) extent() (x, y [2]float64) {
	x, y = [2]float64{math.Inf(1), math.Inf(-1)}, [2]float64{math.Inf(1), math.Inf(-1)}
	add := func(r *[2]float64, values ...float64) {
		for _, f := range values {
			if safe.Finite(f) {
				r[0], r[1] = math.Min(r[0], f), math.Max(r[1], f)
			}
		}
	}
	at, along := &x, &y
	if m.flat {
		at, along = &y, &x
	}
	m.half = m.barHalf()
	for i := range m.axes.Marks {
		s := &m.axes.Marks[i]
		if s.Mark == spec.MarkText || s.Mark == spec.MarkImage || s.Mark == spec.MarkRule {
			continue
		}
		add(&x, s.X...)
		add(&y, s.Y...)
		for _, list := range [][]float64{s.Lo, s.Hi, s.WLo, s.WHi} {
			add(along, list...)
		}
		switch s.Mark {
		case spec.MarkHistogram:
			add(at, s.X2...)
			add(along, s.Base...)
		case spec.MarkBar, spec.MarkBox:
			m.broad = true
			add(along, s.Base...)
			for _, f := range m.places(s) {
				add(at, f-m.half, f+m.half)
			}
		}
	}
	for _, p := range m.points {
		add(at, p.At)
		add(along, p.Value, p.Drawn)
		if p.Ranged {
			add(along, p.Low, p.High)
		}
	}
	for _, r := range []*[2]float64{at, along} {
		if r[0] > r[1] {
			*r = [2]float64{0, 1}
		}
		room := (r[1] - r[0]) * 0.04
		if r[0] != 0 || r == at { // a baseline of 0 stays on the axis
			r[0] -= room
		}
		r[1] += room
	}
	return x, y
}

// places are the positions of a set's marks on the axis of categories.
func (m *marksPlotter) places(s *spec.MarkSet) []float64 {
	if m.flat {
		return s.Y
	}
	return s.X
}

// along is the axis of the places.
func (m *marksPlotter) along() *spec.AxisView {
	if m.flat {
		return &m.axes.Y
	}
	return &m.axes.X
}

// barHalf is 0.4 of the smallest distance between two bars or boxes of the axes.
func (m *marksPlotter) barHalf() float64 {
	var all []float64
	for i := range m.axes.Marks {
		if s := &m.axes.Marks[i]; s.Mark == spec.MarkBar || s.Mark == spec.MarkBox {
			all = append(all, m.places(s)...)
		}
	}
	slices.Sort(all)
	least := 1.0
	for i := 1; i < len(all); i++ {
		if d := all[i] - all[i-1]; d > 1e-6 {
			least = math.Min(least, d)
		}
	}
	return 0.4 * least
}

// Plot implements plot.Plotter.
func (m *marksPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	to := func(at, along float64) vg.Point { // from (category, value)
		if m.flat {
			return vg.Point{X: x(along), Y: y(at)}
		}
		return vg.Point{X: x(at), Y: y(along)}
	}
	sample := sampleOf(m.axes)
	for _, below := range []bool{true, false} { // bands lie below the rest
		for i := 0; i < len(m.axes.Marks); i += sample.sets {
			if s := &m.axes.Marks[i]; (s.Mark == spec.MarkBand) == below {
				m.set(c, s, sample.step(s.Len()), to)
			}
		}
	}
	var aside vg.Point                                                                    // beside bars and boxes, where there is room; or groups; upon points and lines else
	if beside := m.broad || m.along().Kind == "category"; beside && len(m.points) <= 12 { // one for each bar, or few
		aside = vg.Point{X: 11}
		if m.flat {
			aside = vg.Point{Y: 11}
		}
	}
	for _, off := range []bool{false, true} { // what is wrong lies on top
		for _, q := range m.points {
			if q.Off == off {
				m.point(c, q, to, aside)
			}
		}
	}
}

// point draws a value of the oracle, and marks what is drawn in its place where that is wrong.
func (m *marksPlotter) point(c draw.Canvas, q Point, to func(at, along float64) vg.Point, aside vg.Point) {
	class, size := ink("p-oracle"), vg.Length(5.5)
	if len(m.points) > manyPoints {
		size = 2.5
	}
	if q.Off {
		class, size = "p-off", max(size, 4.5)
		if drawn := to(q.At, q.Drawn); safe.Finite(q.Drawn) {
			ring(c, drawn, size+1.5)
			if safe.Finite(q.Value) {
				c.StrokeLines(draw.LineStyle{Color: class, Width: 1.2, Dashes: []vg.Length{3, 2}}, c.ClipLinesXY([]vg.Point{drawn, to(q.At, q.Value).Add(aside)})...)
			}
		}
	}
	if !safe.Finite(q.Value) {
		return
	}
	if q.Ranged {
		m.whisker(c, class, 1.6, to(q.At, q.Low).Add(aside), to(q.At, q.High).Add(aside))
	}
	diamond(c, class, to(q.At, q.Value).Add(aside), size, aside != vg.Point{})
}

// manyPoints is the number of values of the oracle above which they are drawn small.
const manyPoints = 40

// set draws every step-th mark of a set.
func (m *marksPlotter) set(c draw.Canvas, s *spec.MarkSet, step int, to func(at, along float64) vg.Point) {
	at, along := s.X, s.Y
	if m.flat {
		at, along = s.Y, s.X
	}
	n := s.Len()
	get := func(list []float64, i int) float64 {
		if i < len(list) {
			return list[i]
		}
		return 0
	}
	thin := draw.LineStyle{Color: ink("p-mark"), Width: 1.4}
	switch s.Mark {
	case spec.MarkLine:
		var pts []vg.Point
		for i := 0; i < n; i += step {
			pts = append(pts, to(get(at, i), get(along, i)))
		}
		c.StrokeLines(thin, c.ClipLinesXY(pts)...)
		return
	case spec.MarkBand:
		if len(s.Lo) != n || len(s.Hi) != n || n < 2 {
			return
		}
		var pts []vg.Point
		for i := 0; i < n; i += step {
			pts = append(pts, to(get(at, i), s.Hi[i]))
		}
		for i := (n - 1) / step * step; i >= 0; i -= step {
			pts = append(pts, to(get(at, i), s.Lo[i]))
		}
		if area := c.ClipPolygonXY(pts); len(area) > 2 {
			c.FillPolygon(ink("p-band"), area)
		}
		return
	}
	for i := 0; i < n; i += step {
		a := get(at, i)
		switch s.Mark {
		case spec.MarkBar:
			m.box(c, to(a-m.half, get(s.Base, i)), to(a+m.half, get(along, i)))
		case spec.MarkHistogram:
			m.box(c, to(a, get(s.Base, i)), to(get(s.X2, i), get(along, i)))
		case spec.MarkErrorbar:
			m.whisker(c, "p-mark", 1.4, to(a, get(s.Lo, i)), to(a, get(s.Hi, i)))
			if len(s.Y) == n && len(s.X) == n {
				dot(c, to(a, get(along, i)))
			}
		case spec.MarkBox:
			m.box(c, to(a-m.half, get(s.Lo, i)), to(a+m.half, get(s.Hi, i)))
			c.StrokeLines(draw.LineStyle{Color: ink("p-mark"), Width: 2.4}, []vg.Point{to(a-m.half, get(along, i)), to(a+m.half, get(along, i))})
			m.whisker(c, "p-mark", 1.2, to(a, get(s.WLo, i)), to(a, get(s.Lo, i)))
			m.whisker(c, "p-mark", 1.2, to(a, get(s.Hi, i)), to(a, get(s.WHi, i)))
		case spec.MarkPoint:
			dot(c, to(a, get(along, i)))
		}
	}
}

// box fills and strokes a rectangle between two corners, clipped to the canvas.
func (m *marksPlotter) box(c draw.Canvas, a, b vg.Point) {
	pts := c.ClipPolygonXY([]vg.Point{a, {X: b.X, Y: a.Y}, b, {X: a.X, Y: b.Y}})
	if len(pts) < 3 {
		return
	}
	c.FillPolygon(ink("p-bar"), pts)
	c.StrokeLines(draw.LineStyle{Color: ink("p-mark"), Width: 1}, append(pts, pts[0]))
}

// whisker is a line with caps, across the line.
func (m *marksPlotter) whisker(c draw.Canvas, class ink, w vg.Length, a, b vg.Point) {
	style := draw.LineStyle{Color: class, Width: w}
	cap := vg.Point{X: 4}
	if m.flat {
		cap = vg.Point{Y: 4}
	}
	lines := [][]vg.Point{{a, b}, {a.Sub(cap), a.Add(cap)}, {b.Sub(cap), b.Add(cap)}}
	c.StrokeLines(style, c.ClipLinesXY(lines...)...)
}

func dot(c draw.Canvas, p vg.Point) {
	if c.Contains(p) {
		var path vg.Path
		path.Move(vg.Point{X: p.X + 3, Y: p.Y})
		path.Arc(p, 3, 0, 2*math.Pi)
		path.Close()
		c.SetColor(ink("p-mark"))
		c.Fill(path)
	}
}

// ring marks a drawn value that is wrong.
func ring(c draw.Canvas, p vg.Point, r vg.Length) {
	if !c.Contains(p) {
		return
	}
	var path vg.Path
	path.Move(vg.Point{X: p.X + r, Y: p.Y})
	path.Arc(p, r, 0, 2*math.Pi)
	path.Close()
	c.SetColor(ink("p-off"))
	c.SetLineWidth(1.6)
	c.Stroke(path)
}

func diamond(c draw.Canvas, class ink, p vg.Point, r vg.Length, filled bool) {
	if !c.Contains(p) {
		return
	}
	pts := []vg.Point{{X: p.X, Y: p.Y + r}, {X: p.X + r, Y: p.Y}, {X: p.X, Y: p.Y - r}, {X: p.X - r, Y: p.Y}}
	if filled { // else the mark below shows through
		c.FillPolygon(ink("p-hole"), pts)
	}
	c.StrokeLines(draw.LineStyle{Color: class, Width: min(2, r/2)}, append(pts, pts[0]))
}

package gonumplot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"github.com/assaybench/assay/graph/trace"
)

// drawing names the call that draws a plotter, and the columns that it draws; the name is
// empty where the kind is not known.
func drawing(p plot.Plotter) (fn string, columns trace.Table) {
	xy := func(xys plotter.XYs) trace.Table {
		x, y := coordinates(xys)
		return trace.Table{{Name: "x", Values: x}, {Name: "y", Values: y}}
	}
	switch p := p.(type) {
	case *plotter.Scatter:
		return "gonum.plot.scatter", xy(p.XYs)
	case *plotter.Line:
		return "gonum.plot.plot", xy(p.XYs)
	case *plotter.Function:
		return "gonum.plot.plot", nil
	case *plotter.BarChart:
		return "gonum.plot.bar", trace.Table{{Name: "value", Values: []float64(p.Values)}}
	case *plotter.YErrorBars:
		return "gonum.plot.errorbar", append(xy(p.XYs), errorColumns(len(p.YErrors), func(i int) (float64, float64) { return p.YErrors[i].Low, p.YErrors[i].High })...)
	case *plotter.XErrorBars:
		return "gonum.plot.errorbar", append(xy(p.XYs), errorColumns(len(p.XErrors), func(i int) (float64, float64) { return p.XErrors[i].Low, p.XErrors[i].High })...)
	case *plotter.BoxPlot:
		return "gonum.plot.boxplot", trace.Table{{Name: "value", Values: []float64(p.Values)}}
	case *plotter.QuartPlot:
		return "gonum.plot.boxplot", trace.Table{{Name: "value", Values: []float64(p.Values)}}
	case *plotter.Histogram:
		lo, _, n := bins(p)
		return "gonum.plot.hist", trace.Table{{Name: "from", Values: lo}, {Name: "weight", Values: n}}
	case *plotter.Polygon:
		if at, lo, hi, _, ok := band(p); ok {
			return "gonum.plot.fill_between", trace.Table{{Name: "at", Values: at}, {Name: "lo", Values: lo}, {Name: "hi", Values: hi}}
		}
	case *plotter.HeatMap, *plotter.Image:
		return "gonum.plot.imshow", nil
	case *plotter.Labels:
		return "gonum.plot.text", nil
	}
	return "", nil
}

// silent reports whether a plotter draws no data.
func silent(p plot.Plotter) bool {
	switch p.(type) {
	case *plotter.Grid, *plotter.GlyphBoxes:
		return true
	}
	return false
}

// marks are what a plotter shows on a panel, in the words of traces.
func (s panel) marks(a added) []trace.Mark {
	label := s.label(a.plotter)
	mark := func(kind, artist, orient string, c color.Color, channels map[string][]float64) trace.Mark {
		m := trace.Mark{Mark: kind, Artist: artist, Orient: orient, Visible: true, Alpha: 1, Label: label, Channels: map[string]trace.Channel{}}
		if c != nil {
			if m.RGBA = rgba(c); m.RGBA[3] == 0 {
				m.Alpha = 0
			}
		}
		s.days(channels, orient)
		for name, v := range channels {
			m.Channels[name] = trace.Channel{B64: trace.EncodeFloats(v)}
		}
		return m
	}
	switch p := a.plotter.(type) {
	case *plotter.Scatter:
		return []trace.Mark{points(p, mark)}
	case *plotter.Line:
		x, y := coordinates(p.XYs)
		return []trace.Mark{styled(mark("line", "Line2D", "", orBlack(p.Color), map[string][]float64{"x": x, "y": y}), p.LineStyle)}
	case *plotter.Function:
		x, y := s.sampled(p)
		return []trace.Mark{styled(mark("line", "Line2D", "", orBlack(p.Color), map[string][]float64{"x": x, "y": y}), p.LineStyle)}
	case *plotter.BarChart:
		return []trace.Mark{s.bars(p, mark)}
	case *plotter.YErrorBars:
		x, y := coordinates(p.XYs)
		lo, hi := ends(y, len(p.YErrors), func(i int) (float64, float64) { return p.YErrors[i].Low, p.YErrors[i].High })
		return []trace.Mark{unjoined(mark("errorbar", "ErrorbarContainer", "v", orBlack(p.Color), map[string][]float64{"x": x, "y": y, "lo": lo, "hi": hi}), p.LineStyle)}
	case *plotter.XErrorBars:
		x, y := coordinates(p.XYs)
		lo, hi := ends(x, len(p.XErrors), func(i int) (float64, float64) { return p.XErrors[i].Low, p.XErrors[i].High })
		return []trace.Mark{unjoined(mark("errorbar", "ErrorbarContainer", "h", orBlack(p.Color), map[string][]float64{"x": x, "y": y, "lo": lo, "hi": hi}), p.LineStyle)}
	case *plotter.BoxPlot:
		return s.box(p, mark)
	case *plotter.QuartPlot:
		return s.quartiles(p, mark)
	case *plotter.Histogram:
		lo, hi, n := bins(p)
		fill := p.FillColor
		if fill == nil {
			fill = orBlack(p.Color)
		}
		m := mark("histogram", "BarContainer", "v", fill, map[string][]float64{"x": lo, "x2": hi, "y": n, "base": make([]float64, len(n))})
		m.Bins = len(n)
		return []trace.Mark{m}
	case *plotter.Polygon:
		at, lo, hi, orient, ok := band(p)
		if !ok {
			return nil
		}
		along := map[string]string{"v": "x", "h": "y"}[orient]
		m := mark("band", "FillBetween", orient, p.Color, map[string][]float64{along: at, "lo": lo, "hi": hi})
		m.Visible = p.Color != nil || p.Width > 0
		return []trace.Mark{m}
	case *plotter.HeatMap:
		cols, rows := p.GridXYZ.Dims()
		if cols == 0 || rows == 0 {
			return nil
		}
		g := p.GridXYZ
		return []trace.Mark{mark("image", "AxesImage", "", nil, map[string][]float64{"x": {(g.X(0) + g.X(cols-1)) / 2}, "y": {(g.Y(0) + g.Y(rows-1)) / 2}})}
	case *plotter.Image:
		x0, x1, y0, y1 := p.DataRange()
		return []trace.Mark{mark("image", "AxesImage", "", nil, map[string][]float64{"x": {(x0 + x1) / 2}, "y": {(y0 + y1) / 2}})}
	case *plotter.Labels:
		var out []trace.Mark
		for i, text := range p.Labels {
			if i >= len(p.XYs) || text == "" {
				continue
			}
			var c color.Color = color.Black
			if i < len(p.TextStyle) {
				c = orBlack(p.TextStyle[i].Color)
			}
			m := mark("text", "Text", "", c, map[string][]float64{"x": {p.XYs[i].X}, "y": {p.XYs[i].Y}})
			m.Text, m.Label = text, ""
			out = append(out, m)
		}
		return out
	}
	return nil
}

type marker func(kind, artist, orient string, c color.Color, channels map[string][]float64) trace.Mark

// days turns places on an x axis of times into days.
func (s panel) days(channels map[string][]float64, orient string) {
	if _, ok := s.X.Tick.Marker.(plot.TimeTicks); !ok || orient == "h" {
		return
	}
	days := dates(&s.X)
	if x, w := channels["x"], channels["width"]; w != nil {
		for i := range w {
			w[i] = days(x[i]+w[i]/2) - days(x[i]-w[i]/2)
		}
	}
	for _, name := range []string{"x", "x2"} {
		for i, v := range channels[name] {
			channels[name][i] = days(v)
		}
	}
}

// points are the glyphs of a scatter, whose colours and sizes may be their own.
func points(p *plotter.Scatter, mark marker) trace.Mark {
	x, y := coordinates(p.XYs)
	style := func(i int) draw.GlyphStyle {
		if p.GlyphStyleFunc != nil {
			return p.GlyphStyleFunc(i)
		}
		return p.GlyphStyle
	}
	channels := map[string][]float64{"x": x, "y": y}
	size, colours := make([]float64, len(x)), make([][]float64, len(x))
	sizes, many := false, false
	for i := range x {
		g := style(i)
		size[i], colours[i] = float64(g.Radius), rgba(g.Color)
		sizes = sizes || size[i] != size[0] || size[i] <= 0
		many = many || !equal(colours[i], colours[0])
	}
	if sizes {
		channels["size"] = size
	}
	var c color.Color
	if !many && len(x) > 0 {
		c = orBlack(style(0).Color)
	}
	m := mark("point", "PathCollection", "", c, channels)
	m.Marker = "o"
	if many {
		m.RGBAs = colours
	}
	return m
}

func equal(a, b []float64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// styled adds the style of a line.
func styled(m trace.Mark, s draw.LineStyle) trace.Mark {
	m.Marker, m.LineStyle, m.LineWidth = "None", "-", float64(s.Width)
	if len(s.Dashes) > 0 {
		m.LineStyle = "--"
	}
	if s.Width <= 0 {
		m.LineStyle = "None"
	}
	return m
}

// unjoined adds the style of error bars, whose centres are drawn by other plotters.
func unjoined(m trace.Mark, s draw.LineStyle) trace.Mark {
	m.Marker, m.LineStyle, m.LineWidth, m.Visible = "None", "None", float64(s.Width), s.Width > 0
	return m
}

// bars are those of one chart: its offset and width, which are lengths, are told in the
// numbers of the axis.
func (s panel) bars(b *plotter.BarChart, mark marker) trace.Mark {
	n := len(b.Values)
	place, end, base, width := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	axis, size := &s.X, s.data.Max.X-s.data.Min.X
	if b.Horizontal {
		axis, size = &s.Y, s.data.Max.Y-s.data.Min.Y
	}
	for i, v := range b.Values {
		cat := b.XMin + float64(i)
		place[i], end[i], base[i] = at(axis, size, b.Offset, cat), b.BarHeight(i), s.below(b, i)
		if base[i] == 0 {
			end[i] = v
		}
		width[i] = math.Abs(at(axis, size, b.Offset+b.Width/2, cat) - at(axis, size, b.Offset-b.Width/2, cat))
	}
	channels, orient := map[string][]float64{"x": place, "y": end, "base": base, "width": width}, "v"
	if b.Horizontal {
		channels["x"], channels["y"], orient = end, place, "h"
	}
	m := mark("bar", "BarContainer", orient, orBlack(b.Color), channels)
	m.LineWidth = float64(b.LineStyle.Width)
	return m
}

// below is the height on which a bar stands: exactly that of the chart below it, which
// gonum does not tell, where it is on the plot.
func (s panel) below(b *plotter.BarChart, i int) float64 {
	base := b.BarHeight(i) - b.Values[i]
	tiny := 1e-12 * (math.Abs(b.BarHeight(i)) + math.Abs(b.Values[i]))
	if math.Abs(base) <= tiny {
		return 0
	}
	for _, a := range s.added {
		if o, ok := a.plotter.(*plotter.BarChart); ok && o != b && i < len(o.Values) && math.Abs(o.BarHeight(i)-base) <= tiny {
			return o.BarHeight(i)
		}
	}
	return base
}

// box is a box and the points outside its whiskers.
func (s panel) box(b *plotter.BoxPlot, mark marker) []trace.Mark {
	axis, size, orient := &s.X, s.data.Max.X-s.data.Min.X, "v"
	if b.Horizontal {
		axis, size, orient = &s.Y, s.data.Max.Y-s.data.Min.Y, "h"
	}
	place := at(axis, size, b.Offset, b.Location)
	fill := b.FillColor
	if fill == nil {
		fill = orBlack(b.BoxStyle.Color)
	}
	m := mark("box", "BoxContainer", orient, fill, fiveNumbers(place, orient, b.Quartile1, b.Median, b.Quartile3, b.AdjLow, b.AdjHigh))
	m.N, m.LineWidth, m.Visible = len(b.Values), float64(b.BoxStyle.Width), b.Width > 0
	return append([]trace.Mark{m}, outside(place, orient, b.Values, b.Outside, b.GlyphStyle, mark)...)
}

// quartiles is a box that is drawn without one.
func (s panel) quartiles(q *plotter.QuartPlot, mark marker) []trace.Mark {
	axis, size, orient := &s.X, s.data.Max.X-s.data.Min.X, "v"
	if q.Horizontal {
		axis, size, orient = &s.Y, s.data.Max.Y-s.data.Min.Y, "h"
	}
	place := at(axis, size, q.Offset, q.Location)
	m := mark("box", "BoxContainer", orient, orBlack(q.WhiskerStyle.Color), fiveNumbers(place, orient, q.Quartile1, q.Median, q.Quartile3, q.AdjLow, q.AdjHigh))
	m.N, m.LineWidth, m.Visible = len(q.Values), float64(q.WhiskerStyle.Width), q.WhiskerStyle.Width > 0
	return append([]trace.Mark{m}, outside(place, orient, q.Values, q.Outside, q.MedianStyle, mark)...)
}

func fiveNumbers(place float64, orient string, q1, med, q3, low, high float64) map[string][]float64 {
	along := "x"
	if orient == "h" {
		along = "y"
	}
	return map[string][]float64{along: {place}, "q1": {q1}, "med": {med}, "q3": {q3}, "wlo": {low}, "whi": {high}}
}

func outside(place float64, orient string, values plotter.Values, at []int, style draw.GlyphStyle, mark marker) []trace.Mark {
	var x, y []float64
	for _, i := range at {
		x, y = append(x, place), append(y, values[i])
	}
	if len(x) == 0 {
		return nil
	}
	if orient == "h" {
		x, y = y, x
	}
	m := mark("line", "Line2D", "", orBlack(style.Color), map[string][]float64{"x": x, "y": y})
	m.Marker, m.LineStyle, m.Visible = "o", "None", style.Radius > 0
	return []trace.Mark{m}
}

// sampled are the points of a function, as gonum draws it.
func (s panel) sampled(f *plotter.Function) (x, y []float64) {
	lo, hi := f.XMin, f.XMax
	if lo == 0 && hi == 0 {
		lo, hi = s.X.Min, s.X.Max
	}
	step := (hi - lo) / float64(f.Samples-1)
	for i := range f.Samples {
		x = append(x, lo+float64(i)*step)
		y = append(y, f.F(x[i]))
	}
	return x, y
}

// band reads a polygon as a band: it runs along one axis and back over the same places.
func band(p *plotter.Polygon) (at, lo, hi []float64, orient string, ok bool) {
	if len(p.XYs) != 1 {
		return nil, nil, nil, "", false
	}
	ring := p.XYs[0]
	if n := len(ring); n > 4 && n%2 == 1 && ring[0] == ring[n-1] {
		ring = ring[:n-1]
	}
	n := len(ring)
	if n < 4 || n%2 == 1 {
		return nil, nil, nil, "", false
	}
	upright, flat := true, true
	for i := range n / 2 {
		upright = upright && ring[i].X == ring[n-1-i].X
		flat = flat && ring[i].Y == ring[n-1-i].Y
	}
	for i := range n / 2 {
		a, b := ring[i], ring[n-1-i]
		switch {
		case upright:
			at, lo, hi, orient = append(at, a.X), append(lo, min(a.Y, b.Y)), append(hi, max(a.Y, b.Y)), "v"
		case flat:
			at, lo, hi, orient = append(at, a.Y), append(lo, min(a.X, b.X)), append(hi, max(a.X, b.X)), "h"
		}
	}
	return at, lo, hi, orient, upright || flat
}

func coordinates(xys plotter.XYs) (x, y []float64) {
	x, y = make([]float64, len(xys)), make([]float64, len(xys))
	for i, p := range xys {
		x[i], y[i] = p.X, p.Y
	}
	return x, y
}

func bins(h *plotter.Histogram) (lo, hi, n []float64) {
	for _, b := range h.Bins {
		lo, hi, n = append(lo, b.Min), append(hi, b.Max), append(n, b.Weight)
	}
	return lo, hi, n
}

// ends are the ends of error bars, as gonum draws them.
func ends(centre []float64, n int, of func(int) (low, high float64)) (lo, hi []float64) {
	lo, hi = make([]float64, len(centre)), make([]float64, len(centre))
	for i := range centre {
		low, high := math.NaN(), math.NaN()
		if i < n {
			low, high = of(i)
		}
		lo[i], hi[i] = centre[i]-math.Abs(low), centre[i]+math.Abs(high)
	}
	return lo, hi
}

func errorColumns(n int, of func(int) (low, high float64)) trace.Table {
	low, high := make([]float64, n), make([]float64, n)
	for i := range n {
		low[i], high[i] = of(i)
	}
	return trace.Table{{Name: "low", Values: low}, {Name: "high", Values: high}}
}

// colourOf is the colour that a thumbnail of the legend shows.
func colourOf(t plot.Thumbnailer) (color.Color, bool) {
	switch p := t.(type) {
	case *plotter.Scatter:
		return orBlack(p.GlyphStyle.Color), true
	case *plotter.Line:
		return orBlack(p.Color), true
	case *plotter.Function:
		return orBlack(p.Color), true
	case *plotter.BarChart:
		return orBlack(p.Color), true
	case *plotter.Histogram:
		if p.FillColor != nil {
			return p.FillColor, true
		}
		return orBlack(p.Color), true
	case *plotter.Polygon:
		return orBlack(p.Color), true
	}
	return nil, false
}

func orBlack(c color.Color) color.Color {
	if c == nil {
		return color.Black
	}
	return c
}

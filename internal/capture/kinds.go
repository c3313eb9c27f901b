package capture

import (
	"cmp"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// readers make marks of an artist's channels, by the kind of its mark; nil where they
// do not make one.
var readers = map[string]func(m trace.Mark, base artist, ch map[string][]float64) []artist{
	spec.MarkPoint:     points,
	spec.MarkLine:      lines,
	spec.MarkBar:       bars,
	spec.MarkErrorbar:  intervals,
	spec.MarkBand:      intervals,
	spec.MarkBox:       boxes,
	spec.MarkHistogram: func(_ trace.Mark, base artist, ch map[string][]float64) []artist { return histogramOf(base, ch) },
	spec.MarkText:      texts,
	spec.MarkRule:      rules,
	spec.MarkSpan:      spans,
	spec.MarkMesh:      placed,
	spec.MarkHex:       placed,
	spec.MarkContour:   placed,
	spec.MarkPolygon:   placed,
	spec.MarkImage:     placed,
	spec.MarkArrow:     arrows,
	spec.MarkArc:       arcs,
	spec.MarkViolin:    violins,
}

func (a artist) as(mark string) artist {
	a.Mark = mark
	return a
}

// at puts marks at places that have no orientation.
func (a artist) at(x, y []float64) artist {
	a.X, a.Y, a.Orient = x, y, ""
	return a
}

// upright gives marks that say nothing of it an orientation.
func (a artist) upright() artist {
	if a.Orient == "" {
		a.Orient = "v"
	}
	return a
}

func points(_ trace.Mark, a artist, ch map[string][]float64) []artist {
	x, y := ch["x"], ch["y"]
	if x == nil || y == nil {
		return nil
	}
	if size := ch["size"]; size != nil {
		a.unseen = either(a.unseen, zero(size))
		for _, s := range size[1:] {
			if s != size[0] {
				a.Size = size
				break
			}
		}
	}
	return []artist{a.as(spec.MarkPoint).at(x, y)}
}

func lines(m trace.Mark, a artist, ch map[string][]float64) []artist {
	x, y := ch["x"], ch["y"]
	if x == nil || y == nil {
		return nil
	}
	var out []artist
	marker := drawn(m.Marker)
	line := drawn(m.LineStyle) && (len(x) > 1 || !marker) // from one vertex leads no line
	if line || !marker {
		l := a.as(spec.MarkLine).at(x, y)
		if !line {
			l.gone = cmp.Or(l.gone, spec.UnseenSize)
		}
		out = append(out, l)
	}
	if marker {
		p := a.as(spec.MarkPoint).at(x, y)
		p.Step = ""
		out = append(out, p)
	}
	return out
}

func bars(_ trace.Mark, a artist, ch map[string][]float64) []artist {
	if a.X, a.Y = ch["x"], ch["y"]; a.X == nil || a.Y == nil {
		return nil
	}
	a.Base, a.unseen = orZeros(ch["base"], len(a.X)), either(a.unseen, zero(a.width))
	return []artist{a.upright()}
}

func intervals(m trace.Mark, a artist, ch map[string][]float64) []artist {
	x, y, lo, hi := ch["x"], ch["y"], ch["lo"], ch["hi"]
	if lo == nil || hi == nil || x == nil && y == nil {
		return nil
	}
	e := a.upright()
	e.X, e.Y, e.Lo, e.Hi = x, y, lo, hi
	if limit := ch["limit"]; limit != nil {
		e.Limit = make([]string, len(limit))
		for i, code := range limit {
			e.Limit[i] = map[float64]string{1: "lower", 2: "upper"}[code]
		}
	}
	out := []artist{e}
	if m.Mark == spec.MarkErrorbar && x != nil && y != nil {
		if drawn(m.Marker) {
			out = append(out, a.as(spec.MarkPoint).at(x, y))
		}
		if drawn(m.LineStyle) {
			out = append(out, a.as(spec.MarkLine).at(x, y))
		}
	}
	return out
}

func boxes(_ trace.Mark, a artist, ch map[string][]float64) []artist {
	a = a.upright()
	at, med := ch["x"], ch["med"]
	if a.Orient == "h" {
		at = ch["y"]
	}
	if at == nil || med == nil || ch["q1"] == nil || ch["q3"] == nil {
		return nil
	}
	a.X, a.Y = at, med
	if a.Orient == "h" {
		a.X, a.Y = med, at
	}
	a.Lo, a.Hi, a.WLo, a.WHi, a.Mean = ch["q1"], ch["q3"], ch["wlo"], ch["whi"], ch["mean"]
	return []artist{a}
}

func texts(m trace.Mark, a artist, ch map[string][]float64) []artist {
	a.X, a.Y, a.Labels = ch["x"], ch["y"], []string{plain(m.Text)}
	return []artist{a}
}

// rules reads segments, or lines across the axes. A segment begins at its lower end; two
// points alone are a segment too.
func rules(_ trace.Mark, a artist, ch map[string][]float64) []artist {
	x, y, x2, y2 := ch["x"], ch["y"], ch["x2"], ch["y2"]
	switch {
	case x == nil && y == nil:
		return nil
	case x == nil || y == nil:
		a.X, a.Y = x, y
		return []artist{a}
	case (x2 == nil || y2 == nil) && len(x) == 2:
		x, y, x2, y2 = x[:1:1], y[:1:1], x[1:], y[1:]
		a.rgba, a.unseen = nil, nil
	case x2 == nil || y2 == nil:
		return lines(trace.Mark{LineStyle: "-"}, a, ch)
	}
	a = a.at(make([]float64, len(x)), make([]float64, len(x)))
	a.X2, a.Y2 = make([]float64, len(x)), make([]float64, len(x))
	for i := range x {
		a.X[i], a.Y[i], a.X2[i], a.Y2[i] = x[i], y[i], x2[i], y2[i]
		if x[i] > x2[i] || x[i] == x2[i] && y[i] > y2[i] {
			a.X[i], a.Y[i], a.X2[i], a.Y2[i] = x2[i], y2[i], x[i], y[i]
		}
	}
	return []artist{a}
}

func spans(_ trace.Mark, a artist, ch map[string][]float64) []artist {
	a = a.at(ch["x"], ch["y"])
	a.X2, a.Y2 = ch["x2"], ch["y2"]
	if (a.X == nil) != (a.X2 == nil) || (a.Y == nil) != (a.Y2 == nil) || a.X == nil && a.Y == nil {
		return nil
	}
	return []artist{a}
}

// placed reads marks that are a place and perhaps an extent and a value.
func placed(_ trace.Mark, a artist, ch map[string][]float64) []artist {
	if ch["x"] == nil || ch["y"] == nil {
		return nil
	}
	a = a.at(ch["x"], ch["y"])
	a.X2, a.Y2 = ch["x2"], ch["y2"]
	return []artist{a}
}

func arrows(_ trace.Mark, a artist, ch map[string][]float64) []artist {
	if ch["x"] == nil || ch["y"] == nil || ch["u"] == nil || ch["v"] == nil {
		return nil
	}
	a = a.at(ch["x"], ch["y"])
	a.U, a.V = ch["u"], ch["v"]
	return []artist{a}
}

func arcs(m trace.Mark, a artist, ch map[string][]float64) []artist {
	if a.Y, a.Orient = ch["y"], ""; a.Y == nil {
		return nil
	}
	a.unseen = either(a.unseen, zero(a.Y))
	a.Labels = make([]string, len(a.Y))
	for i := range min(len(a.Labels), len(m.Labels)) {
		a.Labels[i] = plain(m.Labels[i])
	}
	return []artist{a}
}

func violins(_ trace.Mark, a artist, ch map[string][]float64) []artist {
	a = a.upright()
	if a.Lo, a.Hi = ch["lo"], ch["hi"]; a.Lo == nil || a.Hi == nil {
		return nil
	}
	along := ch["y"]
	if a.Orient == "h" {
		along = ch["x"]
		a.X = along
	} else {
		a.Y = along
	}
	if along == nil {
		return nil
	}
	return []artist{a}
}

// cells are the channels of a straight grid, which is given by its edges: one cell each.
func cells(shape []int, ch map[string][]float64) map[string][]float64 {
	x, y, value := ch["x"], ch["y"], ch["color"]
	if len(shape) != 2 || shape[0] < 1 || shape[1] < 1 || len(y) != shape[0]+1 || len(x) != shape[1]+1 || len(value)/shape[0] != shape[1] || len(value)%shape[0] != 0 {
		return nil
	}
	n := len(value)
	out := map[string][]float64{"x": make([]float64, n), "x2": make([]float64, n), "y": make([]float64, n), "y2": make([]float64, n), "color": value}
	for i := range n {
		r, c := i/shape[1], i%shape[1]
		out["x"][i], out["x2"][i] = min(x[c], x[c+1]), max(x[c], x[c+1])
		out["y"][i], out["y2"][i] = min(y[r], y[r+1]), max(y[r], y[r+1])
	}
	return out
}

// where gives a reason to the marks of which something is true; nil where of none.
func where(why spec.Unseen, n int, true func(i int) bool) []spec.Unseen {
	var out []spec.Unseen
	for i := range n {
		if true(i) {
			if out == nil {
				out = make([]spec.Unseen, n)
			}
			out[i] = why
		}
	}
	return out
}

// clipped tells the marks that lie outside what an artist shows of itself.
func clipped(clip []float64, ch map[string][]float64, n int) []spec.Unseen {
	return where(spec.UnseenClipped, n, func(i int) bool {
		for k, f := range [][]float64{ch["x"], ch["y"]} {
			if f != nil && (f[i] < clip[2*k] || f[i] > clip[2*k+1]) {
				return true
			}
		}
		return false
	})
}

// either joins reasons; of two the first counts.
func either(a, b []spec.Unseen) []spec.Unseen {
	switch {
	case a == nil:
		return b
	case len(a) != len(b):
		return a
	}
	out := make([]spec.Unseen, len(a))
	for i := range a {
		out[i] = cmp.Or(a[i], b[i])
	}
	return out
}

// coloured reports whether the colour of a mark is all of it that is drawn.
func coloured(mark string) bool {
	return mark == spec.MarkLine || mark == spec.MarkRule || mark == spec.MarkPoint || mark == spec.MarkBar
}

// histogramOf reads the edges of a histogram from bars (x, width), or as x and x2.
func histogramOf(base artist, ch map[string][]float64) []artist {
	x, y, n := ch["x"], ch["y"], len(ch["x"])
	if x == nil || y == nil {
		return nil
	}
	base.X, base.Y, base.Base = x, y, orZeros(ch["base"], n)
	switch {
	case ch["x2"] != nil:
		base.X2 = ch["x2"]
	case base.Orient == "h" && base.width != nil:
		base.X, base.X2, base.Y = spread(y, base.width, -0.5), spread(y, base.width, 0.5), x
	case base.width != nil:
		base.X, base.X2 = spread(x, base.width, -0.5), spread(x, base.width, 0.5)
	default:
		return nil
	}
	return []artist{base}
}

func spread(at, width []float64, by float64) []float64 {
	out := make([]float64, len(at))
	for i := range at {
		out[i] = at[i] + by*width[i]
	}
	return out
}

func transparent(rgba []float64) bool { return len(rgba) == 4 && rgba[3] == 0 }

// drawn reports whether a marker or line style draws anything; unknown styles do.
func drawn(style string) bool {
	switch strings.ToLower(strings.TrimSpace(style)) {
	case "none", "":
		return false
	}
	return true
}

// zero tells the marks of no size.
func zero(size []float64) []spec.Unseen {
	return where(spec.UnseenSize, len(size), func(i int) bool { return size[i] == 0 })
}

func orZeros(f []float64, n int) []float64 {
	if f == nil {
		return make([]float64, n)
	}
	return f
}

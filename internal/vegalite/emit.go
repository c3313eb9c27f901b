package vegalite

import (
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/vegalite/encoding"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
	"github.com/assaybench/assay/internal/vegalite/scaling"
)

// series are the rows that are one group, and its name.
type series struct {
	rows  flow.Rows
	group *trace.MarkGroup
}

// parts splits the rows of a layer into its groups.
func (l *layer) parts() []series {
	var by, shown []*encoding.Field
	here := map[string]bool{} // fields that an axis of names shows
	for _, ch := range []string{"x", "y"} {
		if f := l.enc[ch]; f != nil && f.Constant == "" && f.Discrete() && !l.scales[ch].Off {
			here[f.Id()] = true
		}
	}
	path := l.mark.kind == "line" || l.mark.kind == "area"
	seen := map[string]bool{}
	for _, ch := range groupings {
		f := l.enc[ch]
		if f == nil || f.Constant != "" || f.Agg != "" || !f.Discrete() && !path || here[f.Id()] || seen[f.Id()] {
			continue
		}
		seen[f.Id()] = true
		by = append(by, f)
		if f.Discrete() {
			shown = append(shown, f)
		}
	}
	if path {
		for _, f := range l.detail {
			if !f.LegendOff && !here[f.Id()] {
				by = append(by, f)
			}
		}
	}
	var columns []string
	for _, f := range by {
		columns = append(columns, f.As)
	}
	var out []series
	for _, g := range l.rows.Groups(columns) {
		s := series{rows: g.Rows}
		var levels, variables []string
		via := "legend"
		for _, f := range shown {
			levels, variables = append(levels, f.Label(f.Of(g.Rows[0]))), append(variables, f.Name)
			if l.scales[f.Channel].Off {
				via = "label"
			}
		}
		if len(levels) > 0 {
			s.group = &trace.MarkGroup{Variable: strings.Join(variables, " / "), Level: strings.Join(levels, " / "), Via: via}
		}
		out = append(out, s)
	}
	return out
}

// at is the place of each row on a position channel; 0 where it has none.
func (l *layer) at(rows flow.Rows, ch string) []float64 {
	out := make([]float64, len(rows))
	f, s := l.enc[ch], l.scales[ch]
	if f == nil || f.Constant == "value" {
		return out
	}
	stacked := l.stack == ch
	off, offs := l.enc[ch+"Offset"], l.scales[ch+"Offset"]
	for i, row := range rows {
		switch {
		case stacked:
			out[i] = s.Place(row[l.end])
		case f.Bin != nil && l.mark.kind != "bar" && l.mark.kind != "rect": // in the middle of its bin
			out[i] = (s.Place(row[f.As]) + s.Place(row[f.End])) / 2
		default:
			out[i] = s.Place(f.Of(row))
		}
		if off != nil && off.Discrete() && s.Kind == scaling.Names {
			n := float64(len(offs.Values))
			out[i] += (offs.Place(off.Of(row))+0.5)/n*0.8 - 0.4
		}
	}
	return out
}

// column is the numbers of a computed column on the scale of a channel.
func (l *layer) column(rows flow.Rows, name, ch string) []float64 {
	out := make([]float64, len(rows))
	for i, row := range rows {
		out[i] = l.scales[ch].Place(row[name])
	}
	return out
}

func channel(f []float64) trace.Channel { return trace.Channel{B64: trace.EncodeFloats(f)} }

// begin starts a mark of a series.
func (l *layer) begin(kind string, s series, channels map[string][]float64) trace.Mark {
	m := trace.Mark{Mark: kind, Artist: "vega-lite " + l.mark.kind, Orient: l.orient, Channels: map[string]trace.Channel{}, Visible: true, Alpha: 1, Group: s.group, Fn: "vega-lite." + l.mark.kind}
	if l.mark.hidden {
		m.Alpha = 0
	}
	for name, f := range channels {
		if f != nil {
			m.Channels[name] = channel(f)
		}
	}
	return m
}

// marks are those of a layer.
func (l *layer) marks() []trace.Mark {
	var out []trace.Mark
	for _, s := range l.parts() {
		if len(s.rows) > 0 {
			out = append(out, l.drawn(s)...)
		}
	}
	return out
}

func (l *layer) drawn(s series) []trace.Mark {
	x, y := l.at(s.rows, "x"), l.at(s.rows, "y")
	switch l.mark.kind {
	case "bar":
		return l.bars(s, x, y)
	case "line":
		m := l.begin("line", s, map[string][]float64{"x": x, "y": y})
		m.LineStyle, m.Marker, m.Step, m.Orient = "-", "None", l.mark.step, ""
		if l.mark.point {
			m.Marker = "o"
		}
		return []trace.Mark{m}
	case "area":
		return l.area(s, x, y)
	case "point", "circle", "square", "tick":
		m := l.begin("point", s, map[string][]float64{"x": x, "y": y})
		m.Orient, m.Marker, m.Part = "", "o", l.part
		l.looks(s, &m)
		return []trace.Mark{m}
	case "rule":
		return l.rules(s, x, y)
	case "rect":
		return l.cells(s)
	case "text":
		return l.texts(s, x, y)
	case "arc":
		return l.arcs(s)
	case "errorbar", "errorband":
		return l.spans(s, x, y)
	case "boxplot":
		return l.boxes(s, x, y)
	}
	return nil
}

// looks adds what size and colour show, where these are numbers.
func (l *layer) looks(s series, m *trace.Mark) {
	for ch, name := range map[string]string{"size": "size", "color": "color", "fill": "color"} {
		f := l.enc[ch]
		if f == nil || f.Constant != "" || f.Discrete() {
			continue
		}
		v := make([]float64, len(s.rows))
		for i, row := range s.rows {
			if p, ok := scaling.Position(f.Of(row)); ok {
				v[i] = p
			} else {
				v[i] = math.NaN()
			}
		}
		m.Channels[name] = channel(v)
	}
}

// bars are bars, or the bins of a histogram.
func (l *layer) bars(s series, x, y []float64) []trace.Mark {
	value, place := "y", "x"
	if l.orient == "h" {
		value, place = "x", "y"
	}
	v, at := y, x
	if value == "x" {
		v, at = x, y
	}
	base := make([]float64, len(v))
	if l.scales[value].Kind == "log" {
		for i := range base {
			base[i] = math.Min(l.scales[value].From, l.scales[value].To)
		}
	}
	if l.stack == value {
		base = l.column(s.rows, l.start, value)
	} else if second := l.enc[value+"2"]; second != nil {
		for i, row := range s.rows {
			base[i] = l.scales[value].Place(second.Of(row))
		}
		for i := range base { // a bar ends at its greater number
			if base[i] > v[i] {
				base[i], v[i] = v[i], base[i]
			}
		}
	} else if l.enc[value].Discrete() {
		l.r.Unsupported(l.ptr+"/encoding", "bars without a length are not read")
		return nil
	}
	f, second := l.enc[place], l.enc[place+"2"]
	if f != nil && l.scales[place].Kind != scaling.Names && (f.Bin != nil || second != nil) {
		ends := make([]float64, len(at))
		for i, row := range s.rows {
			if second != nil {
				ends[i] = l.scales[place].Place(second.Of(row))
			} else {
				ends[i] = l.scales[place].Place(row[f.End])
			}
		}
		in := keep(len(at), func(i int) bool { return at[i] == at[i] && ends[i] == ends[i] })
		return []trace.Mark{l.begin("histogram", s, map[string][]float64{"x": pick(at, in), "x2": pick(ends, in), "y": pick(v, in), "base": pick(base, in)})}
	}
	return []trace.Mark{l.begin("bar", s, map[string][]float64{place: at, value: v, "base": base})}
}

func keep(n int, f func(int) bool) []int {
	var out []int
	for i := range n {
		if f(i) {
			out = append(out, i)
		}
	}
	return out
}

func pick(f []float64, at []int) []float64 {
	out := make([]float64, len(at))
	for i, j := range at {
		out[i] = f[j]
	}
	return out
}

// area is a band from a baseline, or between two fields.
func (l *layer) area(s series, x, y []float64) []trace.Mark {
	value, place := l.value(), "x"
	at, v := x, y
	if value == "x" {
		place, at, v = "y", y, x
	}
	lo := make([]float64, len(v))
	if l.stack == value {
		lo = l.column(s.rows, l.start, value)
	} else if second := l.enc[value+"2"]; second != nil {
		for i, row := range s.rows {
			lo[i] = l.scales[value].Place(second.Of(row))
		}
	}
	hi := make([]float64, len(v))
	for i := range v {
		lo[i], hi[i] = math.Min(lo[i], v[i]), math.Max(lo[i], v[i])
	}
	m := l.begin("band", s, map[string][]float64{place: at, "lo": lo, "hi": hi})
	m.Step = l.mark.step
	out := []trace.Mark{m}
	if l.mark.line || l.mark.point {
		e := l.begin("line", s, map[string][]float64{"x": x, "y": y})
		e.Orient, e.LineStyle, e.Marker = "", "None", "None"
		if l.mark.line {
			e.LineStyle = "-"
		}
		if l.mark.point {
			e.Marker = "o"
		}
		out = append(out, e)
	}
	return out
}

// rules are lines across the axes, or segments.
func (l *layer) rules(s series, x, y []float64) []trace.Mark {
	given := func(ch string) bool { f := l.enc[ch]; return f != nil && f.Constant != "value" }
	second := func(ch string) []float64 {
		out := make([]float64, len(s.rows))
		for i, row := range s.rows {
			out[i] = l.scales[ch].Place(l.enc[ch+"2"].Of(row))
		}
		return out
	}
	ch := map[string][]float64{}
	switch {
	case !given("x") && !given("y"):
		return nil
	case !given("y"):
		if ch["x"] = x; given("x2") {
			l.r.Unsupported(l.ptr+"/encoding/x2", "a rule from x to x2 at no y is not read")
		}
	case !given("x"):
		if ch["y"] = y; given("y2") {
			l.r.Unsupported(l.ptr+"/encoding/y2", "a rule from y to y2 at no x is not read")
		}
	default:
		x2, y2 := x, y
		switch {
		case given("x2") || given("y2"):
			if given("x2") {
				x2 = second("x")
			}
			if given("y2") {
				y2 = second("y")
			}
		case l.stack == "x":
			x2 = l.column(s.rows, l.start, "x")
		case l.stack == "y":
			y2 = l.column(s.rows, l.start, "y")
		case l.orient == "h":
			x2 = make([]float64, len(x))
		default:
			y2 = make([]float64, len(y))
		}
		ch["x"], ch["y"], ch["x2"], ch["y2"] = x, y, x2, y2
	}
	m := l.begin("rule", s, ch)
	m.Orient, m.LineStyle = "", "-"
	return []trace.Mark{m}
}

// ends are the two ends of a cell along one channel.
func (l *layer) ends(rows flow.Rows, ch string) (lo, hi []float64) {
	f, s := l.enc[ch], l.scales[ch]
	if f == nil || f.Constant == "value" {
		return nil, nil
	}
	lo, hi = l.at(rows, ch), make([]float64, len(rows))
	for i, row := range rows {
		switch {
		case s.Kind == scaling.Names:
			hi[i] = lo[i] + 0.5
			lo[i] -= 0.5
		case l.enc[ch+"2"] != nil:
			hi[i] = s.Place(l.enc[ch+"2"].Of(row))
		case f.Bin != nil || f.Unit != nil:
			hi[i] = s.Place(row[f.End])
		default:
			return nil, nil
		}
		lo[i], hi[i] = math.Min(lo[i], hi[i]), math.Max(lo[i], hi[i])
	}
	return lo, hi
}

// cells are the rectangles of a grid, or stripes across the axes.
func (l *layer) cells(s series) []trace.Mark {
	x, x2 := l.ends(s.rows, "x")
	y, y2 := l.ends(s.rows, "y")
	kind := "mesh"
	switch {
	case x == nil && l.enc["x"] != nil || y == nil && l.enc["y"] != nil, x == nil && y == nil:
		l.r.Unsupported(l.ptr+"/encoding", "rectangles without an extent are not read")
		return nil
	case x == nil || y == nil:
		kind = "span"
	}
	m := l.begin(kind, s, map[string][]float64{"x": x, "x2": x2, "y": y, "y2": y2})
	m.Orient = ""
	if kind == "mesh" {
		l.looks(s, &m)
	}
	return []trace.Mark{m}
}

const maxTexts = 2000

func (l *layer) texts(s series, x, y []float64) []trace.Mark {
	if len(s.rows) > maxTexts {
		l.r.Unsupported(l.ptr, "more than %d texts are not read", maxTexts)
		return nil
	}
	var out []trace.Mark
	for i, row := range s.rows {
		text := l.mark.text
		if f := l.enc["text"]; f != nil {
			text = formula.Text(f.Of(row))
		}
		m := l.begin("text", series{group: s.group}, map[string][]float64{"x": x[i : i+1], "y": y[i : i+1]})
		m.Orient, m.Text = "", text
		for _, ch := range []string{"x", "y"} {
			if f := l.enc[ch]; f == nil || f.Constant == "value" {
				m.Coords = "figure"
			}
		}
		out = append(out, m)
	}
	return out
}

// arcs are the wedges of a pie.
func (l *layer) arcs(s series) []trace.Mark {
	f := l.enc["theta"]
	if f == nil || !f.Measure() {
		l.r.Unsupported(l.ptr+"/encoding", "an arc without a number at theta is not read")
		return nil
	}
	number := func(row formula.Row) float64 {
		v, _ := scaling.Position(f.Of(row))
		return v
	}
	total := 0.0
	for _, row := range l.rows {
		total += math.Abs(number(row))
	}
	share, value := make([]float64, len(s.rows)), make([]float64, len(s.rows))
	for i, row := range s.rows {
		value[i] = number(row)
		share[i] = math.Abs(value[i]) / total
	}
	m := l.begin("arc", s, map[string][]float64{"y": share, "color": value})
	m.Orient = ""
	for range share {
		name := ""
		if s.group != nil {
			name = s.group.Level
		}
		m.Labels = append(m.Labels, name)
	}
	return []trace.Mark{m}
}

// spans are error bars or bands.
func (l *layer) spans(s series, x, y []float64) []trace.Mark {
	value, place := l.value(), "x"
	at := x
	if value == "x" {
		place, at = "y", y
	}
	ch := map[string][]float64{place: at, "lo": l.column(s.rows, l.start, value), "hi": l.column(s.rows, l.end, value)}
	kind := "band"
	if l.mark.kind == "errorbar" {
		kind = "errorbar"
		mid := l.column(s.rows, colMid, value)
		if !slices.ContainsFunc(mid, math.IsNaN) {
			ch[value] = mid
		}
	}
	m := l.begin(kind, s, ch)
	m.Extent, m.Level, m.Marker, m.LineStyle = l.spread, l.level, "None", "None"
	return []trace.Mark{m}
}

func (l *layer) boxes(s series, x, y []float64) []trace.Mark {
	value, place := l.value(), "x"
	at := x
	if value == "x" {
		place, at = "y", y
	}
	col := func(name string) []float64 { return l.column(s.rows, name, value) }
	return []trace.Mark{l.begin("box", s, map[string][]float64{place: at, "q1": col(colQ1), "med": col(colMid), "q3": col(colQ3), "wlo": col(colLo), "whi": col(colHi)})}
}

package report

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/assaybench/assay/spec"
)

const (
	chartWidth  = 520
	chartHeight = 300
	maxPoints   = 1500 // marks drawn of one set; more are thinned evenly
	maxPairs    = 24   // rows of the table beside a chart
)

// chart shows what one visual slot drew beside what the oracle says, on one pair of axes.
type chart struct {
	Node     *spec.NodeReport
	Standing standing
	File     string
	SVGs     []template.HTML // one for each pair of axes
	Pairs    []pair
	More     int // pairs left out of the table
	Oracle   bool
	Interval string // kind of the oracle's interval, where it is drawn
	Notes    []string
}

// pair is one drawn value beside the oracle's.
type pair struct {
	Label, Drawn, Oracle, Difference string
	Off                              bool // the values differ, on a visual that is not sound
}

// point is one value of the oracle; At is its place on the axis of categories.
type point struct {
	label          string
	at, value      float64
	low, high      float64
	placed, ranged bool
	drawn          float64
	isDrawn        bool
}

// charts draws each visual slot that has captured marks or oracle values.
func (v *reading) charts() []chart {
	var out []chart
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Kind != spec.KindVisual {
			continue
		}
		c := chart{Node: n, Standing: v.nodeStanding(n)}
		if c.Standing == outside {
			continue
		}
		points, interval := v.oraclePoints(n)
		fig, axes, kind := v.axesOf(n, points)
		if len(axes) == 0 && c.Standing == blocked {
			continue
		}
		if len(axes) == 0 {
			c.Notes = append(c.Notes, "No drawn marks were captured for this visual.")
			c.pairs(points)
			out = append(out, c)
			continue
		}
		c.File = fig.Path
		shown := make([][]point, len(axes))
		for k := range points {
			at := settleOn(axes, kind, &points[k])
			shown[at] = append(shown[at], points[k])
		}
		c.pairs(points)
		c.Oracle = slices.ContainsFunc(points, func(p point) bool { return p.placed })
		if c.Oracle {
			c.Interval = interval
		} else if len(points) == 0 {
			c.Notes = append(c.Notes, "The report holds no oracle values for what it shows.")
		}
		hidden, thinned := 0, false
		for k, a := range axes {
			for _, m := range a.Marks {
				hidden += m.Hidden
				thinned = thinned || m.Len() > maxPoints
			}
			title := ""
			if len(axes) > 1 {
				title = cmp.Or(a.Facet, a.Title)
			}
			svg, err := drawChart(a, title, horizontal(a), shown[k])
			if err != nil {
				c.Notes = append(c.Notes, "These axes cannot be drawn here: "+err.Error()+".")
				continue
			}
			c.SVGs = append(c.SVGs, svg)
		}
		if hidden > 0 {
			c.Notes = append(c.Notes, counted(hidden, "mark")+" of the figure cannot be seen.")
		}
		if thinned {
			c.Notes = append(c.Notes, "Of many marks an even sample is drawn here.")
		}
		out = append(out, c)
	}
	return out
}

// settleOn places a value of the oracle on the first axes that draw it, else on the
// first that have room for it, and returns their index.
func settleOn(axes []*spec.AxesView, kind string, p *point) int {
	best, at := *p, 0
	for i, a := range axes {
		q := *p
		place(a, horizontal(a), kind, &q)
		if q.isDrawn {
			*p = q
			return i
		}
		if q.placed && !best.placed {
			best, at = q, i
		}
	}
	*p = best
	return at
}

// pairs fills the table beside the chart.
func (c *chart) pairs(points []point) {
	for i, p := range points {
		if i == maxPairs {
			c.More = len(points) - maxPairs
			return
		}
		row := pair{Label: p.label, Drawn: none, Oracle: quantity(p.value), Difference: none}
		if p.isDrawn {
			row.Drawn = quantity(p.drawn)
			row.Difference = difference(p.drawn, p.value)
			row.Off = row.Difference != "0" && c.Standing != sound
		}
		c.Pairs = append(c.Pairs, row)
	}
}

// difference prints a minus b with its sign; what is only rounding of float64 is 0.
func difference(a, b float64) string {
	d := a - b
	switch {
	case !isFinite(d):
		return none
	case math.Abs(d) <= 1e-12*math.Max(math.Abs(a), math.Abs(b)):
		return "0"
	}
	return fmt.Sprintf("%+.4g", d)
}

// oraclePoints are the oracle's values of the results that a visual shows.
func (v *reading) oraclePoints(n *spec.NodeReport) (points []point, interval string) {
	for _, e := range v.incoming[n.ID] {
		if e.Relation != spec.ResultVisual {
			continue
		}
		o := v.oracleOf(e.From)
		if o == nil {
			continue
		}
		values, ok := o.Value.Numbers()
		if !ok {
			continue
		}
		var low, high []spec.Number
		for _, u := range o.Uncertainty {
			l, okL := u.Lower.Numbers()
			h, okH := u.Upper.Numbers()
			if okL && okH && len(l) == len(values) && len(h) == len(values) {
				low, high, interval = l, h, uncertaintyName(u)
				break
			}
		}
		for i, x := range values {
			p := point{label: e.From, value: x.F, at: math.NaN()}
			if len(o.Index) == len(values) {
				p.label = plain(o.Index[i])
				if num, ok := o.Index[i].Number(); ok {
					p.at = num.F
				}
			}
			if low != nil {
				p.low, p.high, p.ranged = low[i].F, high[i].F, low[i].Finite() && high[i].Finite()
			}
			if x.Finite() {
				points = append(points, p)
			}
		}
	}
	return points, interval
}

// oracleOf is what the oracle computed for the method that a result was matched to.
func (v *reading) oracleOf(slot string) *spec.OracleReport {
	var best *spec.OracleReport
	for i := range v.Oracles {
		o := &v.Oracles[i]
		if o.Slot != slot || o.Error != "" {
			continue
		}
		if n := v.nodes[slot]; best == nil || n != nil && n.Method != "" && o.Family == n.Method {
			best = o
		}
	}
	return best
}

// axesOf picks the captured axes and the kind of marks that a visual slot was matched
// to. Its candidate names them, as in "ax0+ax1/bar"; where it does not, those axes
// count that show most of the oracle's labels.
func (v *reading) axesOf(n *spec.NodeReport, points []point) (fig *spec.Figure, axes []*spec.AxesView, kind string) {
	if n.State == spec.StateMissing {
		return nil, nil, ""
	}
	names := n.Candidate
	if i := strings.LastIndexByte(names, '/'); i >= 0 {
		names, kind = names[:i], names[i+1:]
	}
	wanted := strings.Split(names, "+")
	best := -1
	for i := range v.Figures {
		f := &v.Figures[i]
		var named []*spec.AxesView
		for j := range f.Axes {
			a := &f.Axes[j]
			if slices.Contains(wanted, a.ID) || a.ID == "" && slices.Contains(wanted, fmt.Sprint(j)) {
				named = append(named, a)
			}
			drawn := 0
			for k := range points {
				p := points[k]
				if place(a, horizontal(a), "", &p); p.isDrawn {
					drawn++
				}
			}
			if drawn > best && len(a.Marks) > 0 {
				fig, axes, best = f, []*spec.AxesView{a}, drawn
			}
		}
		if len(named) > 0 {
			return f, named, kind
		}
	}
	return fig, axes, ""
}

// horizontal reports whether the values run along x.
func horizontal(a *spec.AxesView) bool {
	for _, m := range a.Marks {
		if m.Orient == "h" {
			return true
		}
	}
	return false
}

// place finds where a value of the oracle belongs on the axes and what marks of a kind
// (any where it is empty) draw there: by the label of a mark, by group and label
// together, by group, by number, else by category.
func place(a *spec.AxesView, flat bool, kind string, p *point) {
	axis := &a.X
	if flat {
		axis = &a.Y
	}
	try := func(match func(m *spec.MarkSet, i int) bool) bool {
		for k := range a.Marks {
			m := &a.Marks[k]
			if m.Mark == spec.MarkText || m.Mark == spec.MarkImage || m.Mark == spec.MarkRule || kind != "" && m.Mark != kind {
				continue
			}
			at, value := m.X, m.Y
			if flat {
				at, value = m.Y, m.X
			}
			if len(at) != len(value) {
				continue
			}
			for i := range at {
				if match(m, i) {
					p.at, p.placed, p.drawn, p.isDrawn = at[i], true, value[i], true
					return true
				}
			}
		}
		return false
	}
	name := func(m *spec.MarkSet, i int) string {
		if i < len(m.Labels) {
			return m.Labels[i]
		}
		at := m.X
		if flat {
			at = m.Y
		}
		if c := int(math.Round(at[i])); c >= 0 && c < len(axis.Categories) && math.Abs(at[i]-float64(c)) < 0.5 {
			return axis.Categories[c]
		}
		return ""
	}
	first, second, two := strings.Cut(p.label, " / ")
	switch number := p.at; {
	case try(func(m *spec.MarkSet, i int) bool { return same(name(m, i), p.label) }):
	case two && try(func(m *spec.MarkSet, i int) bool {
		l := name(m, i)
		return same(m.Group, first) && same(l, second) || same(m.Group, second) && same(l, first)
	}):
	case try(func(m *spec.MarkSet, _ int) bool { return m.Len() == 1 && same(m.Group, p.label) }):
	case isFinite(number) && try(func(m *spec.MarkSet, i int) bool {
		at := m.X
		if flat {
			at = m.Y
		}
		return spec.Tolerance{Rel: 1e-9}.Close(at[i], number)
	}):
	case slices.ContainsFunc(axis.Categories, func(c string) bool { return same(c, p.label) }):
		p.at = float64(slices.IndexFunc(axis.Categories, func(c string) bool { return same(c, p.label) }))
		p.placed = true
	default:
		p.placed = isFinite(number) && axis.Kind != "category"
	}
}

func same(a, b string) bool {
	return a != "" && strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

// drawChart draws the captured marks and the oracle's values with gonum/plot.
func drawChart(a *spec.AxesView, title string, flat bool, points []point) (svg template.HTML, err error) {
	defer func() {
		if e := recover(); e != nil { // gonum/plot panics on ranges that it cannot draw
			svg, err = "", fmt.Errorf("%v", e)
		}
	}()
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.Title.Padding = cut(title, 60), vg.Points(6)
	p.Title.TextStyle.Color, p.Title.TextStyle.Font.Size, p.Title.TextStyle.Font.Variant = ink("p-ink"), 12, "Sans"
	marks := &marksPlotter{axes: a, flat: flat, points: points}
	xs, ys := marks.extent()
	for _, r := range [][2]float64{xs, ys, a.X.Limits, a.Y.Limits} {
		if big := math.Max(math.Abs(r[0]), math.Abs(r[1])); big > 1e100 || big > 0 && big < 1e-100 {
			return "", errors.New("their range is out of all proportion")
		}
	}
	setAxis(&p.X, &a.X, xs, chartWidth/56)
	setAxis(&p.Y, &a.Y, ys, chartHeight/24)
	p.Add(&gridPlotter{}, marks)
	c := newCanvas(chartHeight)
	p.Draw(draw.NewCanvas(c, chartWidth, chartHeight))
	label := fmt.Sprintf("Drawn marks of %s against %s", orWord(a.Y.Label, "the y axis"), orWord(a.X.Label, "the x axis"))
	return template.HTML(fmt.Sprintf(`<svg class="chart" viewBox="0 0 %d %d" role="img" aria-label="%s">`, chartWidth, chartHeight, template.HTMLEscapeString(label)) +
		"\n" + c.String() + "</svg>"), nil
}

func orWord(s, word string) string {
	if s == "" {
		return word
	}
	return s
}

// setAxis gives a plot's axis the range, scale and ticks of the captured one.
func setAxis(p *plot.Axis, a *spec.AxisView, data [2]float64, room int) {
	lo, hi := math.Min(a.Limits[0], a.Limits[1]), math.Max(a.Limits[0], a.Limits[1])
	if lo == hi {
		lo, hi = data[0], data[1]
	}
	lo, hi = math.Min(lo, data[0]), math.Max(hi, data[1])
	if least := 1e-9 * math.Max(1e-9, math.Max(math.Abs(lo), math.Abs(hi))); hi-lo < least {
		lo, hi = lo-least, hi+least
	}
	p.Min, p.Max = lo, hi
	p.Tick.Marker = plot.ConstantTicks(ticks(lo, hi, min(room, 8)))
	switch {
	case a.Kind == "category" && len(a.Categories) > 0:
		p.Tick.Marker = categories(a.Categories, room)
	case a.Kind == "time" && len(a.Ticks) > 0, slices.ContainsFunc(a.Ticks, worded):
		p.Tick.Marker = captured(a.Ticks, lo, hi, room)
	case a.Scale == "log" && lo > 0:
		p.Scale, p.Tick.Marker = plot.LogScale{}, plot.ConstantTicks(logTicks(lo, hi))
	}
	if a.Inverted {
		p.Scale = plot.InvertedScale{Normalizer: p.Scale}
	}
	p.Label.Text = cut(a.Label, 60)
	style := func(s *text.Style, class ink, size font.Length) {
		s.Color, s.Font.Size, s.Font.Variant = class, size, "Sans"
	}
	style(&p.Label.TextStyle, "p-soft", 12)
	style(&p.Tick.Label, "p-soft", 11)
	p.Label.Padding = vg.Points(5)
	p.Padding = 0
	p.LineStyle.Color, p.LineStyle.Width = ink("p-line"), 1
	p.Tick.LineStyle.Color, p.Tick.LineStyle.Width, p.Tick.Length = ink("p-line"), 1, 4
}

// ticks are at most room multiples of 1, 2 or 5 times a power of ten. (Those of gonum
// do not end for some ranges, and a candidate chooses the range.)
func ticks(lo, hi float64, room int) []plot.Tick {
	least := (hi - lo) / float64(max(room, 2))
	step := math.Pow(10, math.Floor(math.Log10(least)))
	for _, f := range []float64{1, 2, 5, 10} {
		if f*step >= least {
			step *= f
			break
		}
	}
	var out []plot.Tick
	for k, first := 0.0, math.Ceil(lo/step); k <= float64(room); k++ {
		if t := (first + k) * step; t <= hi {
			out = append(out, plot.Tick{Value: t, Label: quantity(t)})
		}
	}
	return out
}

// logTicks label 1, 2 and 5 of each decade where there are few, else the decades.
func logTicks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	few := math.Log10(hi/lo) < 2.5
	first, last := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))
	for e := first; e <= last; e++ {
		for d := 1.0; d < 10; d++ {
			t := plot.Tick{Value: d * math.Pow(10, e)}
			if t.Value < lo || t.Value > hi {
				continue
			}
			if d == 1 || few && (d == 2 || d == 5) {
				t.Label = quantity(t.Value)
			}
			out = append(out, t)
		}
	}
	return out
}

func categories(names []string, room int) plot.ConstantTicks {
	step := (len(names) + room - 1) / room
	long := max(6, 80/max(1, min(len(names), room)))
	var ticks plot.ConstantTicks
	for i, n := range names {
		t := plot.Tick{Value: float64(i)}
		if i%step == 0 {
			t.Label = cut(n, long)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// worded reports a tick whose label is no number, such as the name of a box.
func worded(t spec.Tick) bool {
	return strings.IndexFunc(t.Label, unicode.IsLetter) >= 0
}

func captured(list []spec.Tick, lo, hi float64, room int) plot.ConstantTicks {
	step := (len(list) + room - 1) / room
	var ticks plot.ConstantTicks
	for i, t := range list {
		if t.At >= lo && t.At <= hi && i%step == 0 {
			ticks = append(ticks, plot.Tick{Value: t.At, Label: cut(t.Label, 12)})
		}
	}
	return ticks
}

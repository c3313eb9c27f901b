package page

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/report/draw"
	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

const (
	maxPairs = 24 // rows of the table beside a chart
	maxAxes  = 24 // pairs of axes drawn of one visual
)

// chart shows what one visual slot drew beside what the oracle says.
type chart struct {
	Node     *spec.NodeReport
	Standing reading.Standing
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

// value is one value of the oracle, and what is drawn in its place.
type value struct {
	draw.Point
	label   string
	placed  bool // it has a place on the axis
	drawn   float64
	isDrawn bool
}

// charts draws each visual slot that has captured marks or oracle values.
func (p *page) charts() []chart {
	var out []chart
	find := finders{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Kind != spec.KindVisual {
			continue
		}
		c := chart{Node: n, Standing: p.NodeStanding(n)}
		if c.Standing == reading.Outside {
			continue
		}
		values, interval := p.oracleValues(n)
		fig, axes, kind := p.axesOf(n, values, find)
		switch {
		case len(axes) == 0 && c.Standing == reading.Blocked:
			continue
		case len(axes) == 0:
			c.Notes = append(c.Notes, "No drawn marks were captured for this visual.")
		default:
			c.File = fig.Path
			c.draw(axes, find.settle(axes, kind, values))
			if c.Oracle = slices.ContainsFunc(values, func(x value) bool { return x.placed }); c.Oracle {
				c.Interval = interval
			}
			if len(values) == 0 {
				c.Notes = append([]string{"The report holds no oracle values for what it shows."}, c.Notes...)
			}
		}
		c.pairs(values)
		out = append(out, c)
	}
	return out
}

// draw draws pairs of axes, each with the values that belong to it, and notes what is
// not to be seen.
func (c *chart) draw(axes []*spec.AxesView, points [][]draw.Point) {
	hidden, drawn, all := 0, 0, 0
	for k, a := range axes {
		if k == maxAxes {
			c.Notes = append(c.Notes, fmt.Sprintf("The first %d of %d pairs of axes are drawn here.", maxAxes, len(axes)))
			break
		}
		for _, m := range a.Marks {
			hidden += m.Hidden
		}
		title := ""
		if len(axes) > 1 {
			title = cmp.Or(a.Facet, a.Title)
		}
		svg, err := draw.Chart(a, title, points[k])
		if err != nil {
			c.Notes = append(c.Notes, "These axes cannot be drawn here: "+err.Error()+".")
			continue
		}
		c.SVGs = append(c.SVGs, svg)
		d, n := draw.Drawn(a)
		drawn, all = drawn+d, all+n
	}
	if hidden > 0 {
		c.Notes = append(c.Notes, reading.Counted(hidden, "mark")+" of the figure cannot be seen.")
	}
	if drawn < all {
		c.Notes = append(c.Notes, fmt.Sprintf("Of %d marks an even sample of %d is drawn here.", all, drawn))
	}
}

// pairs fills the table beside the chart.
func (c *chart) pairs(values []value) {
	for i, x := range values {
		if i == maxPairs {
			c.More = len(values) - maxPairs
			return
		}
		row := pair{Label: x.label, Drawn: reading.None, Oracle: reading.Quantity(x.Value), Difference: reading.None}
		if x.isDrawn {
			row.Drawn = reading.Quantity(x.drawn)
			row.Difference = difference(x.drawn, x.Value)
			row.Off = row.Difference != "0" && c.Standing != reading.Sound
		}
		c.Pairs = append(c.Pairs, row)
	}
}

// difference prints a minus b with its sign; what is only rounding of float64 is 0.
func difference(a, b float64) string {
	d := a - b
	switch {
	case !safe.Finite(d):
		return reading.None
	case math.Abs(d) <= 1e-12*math.Max(math.Abs(a), math.Abs(b)):
		return "0"
	}
	return fmt.Sprintf("%+.4g", d)
}

// oracleValues are the oracle's values of the results that a visual shows.
func (p *page) oracleValues(n *spec.NodeReport) (values []value, interval string) {
	for _, e := range p.Into(n.ID) {
		if e.Relation != spec.ResultVisual {
			continue
		}
		o := p.Oracle(e.From)
		if o == nil {
			continue
		}
		numbers, ok := o.Value.Numbers()
		if !ok {
			continue
		}
		var low, high []spec.Number
		for _, u := range o.Uncertainty {
			l, okL := u.Lower.Numbers()
			h, okH := u.Upper.Numbers()
			if okL && okH && len(l) == len(numbers) && len(h) == len(numbers) {
				low, high, interval = l, h, uncertaintyName(u)
				break
			}
		}
		for i, x := range numbers {
			v := value{label: e.From, Point: draw.Point{Value: x.F, At: math.NaN()}}
			if len(o.Index) == len(numbers) {
				v.label = plain(o.Index[i])
				if num, ok := o.Index[i].Number(); ok {
					v.At = num.F
				}
			}
			if low != nil {
				v.Low, v.High, v.Ranged = low[i].F, high[i].F, low[i].Finite() && high[i].Finite()
			}
			if x.Finite() {
				values = append(values, v)
			}
		}
	}
	return values, interval
}

// axesOf picks the captured axes and the kind of marks that a visual slot was matched
// to. Its candidate names them, as in "ax0+ax1/bar"; where it does not, those axes
// count that show most of the oracle's labels.
func (p *page) axesOf(n *spec.NodeReport, values []value, find finders) (fig *spec.Figure, axes []*spec.AxesView, kind string) {
	if n.State == spec.StateMissing {
		return nil, nil, ""
	}
	names := n.Candidate
	if i := strings.LastIndexByte(names, '/'); i >= 0 {
		names, kind = names[:i], names[i+1:]
	}
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(names, "+") {
		wanted[name] = true
	}
	for i := range p.Report.Figures {
		f := &p.Report.Figures[i]
		for j := range f.Axes {
			if a := &f.Axes[j]; wanted[a.ID] && a.ID != "" || a.ID == "" && wanted[fmt.Sprint(j)] {
				axes = append(axes, a)
			}
		}
		if len(axes) > 0 {
			return f, axes, kind
		}
	}
	best := -1
	for i := range p.Report.Figures {
		f := &p.Report.Figures[i]
		for j := range f.Axes {
			a := &f.Axes[j]
			if len(a.Marks) == 0 {
				continue
			}
			drawn := 0
			for _, x := range values {
				if find.of(a, "").place(&x); x.isDrawn {
					drawn++
				}
			}
			if drawn > best {
				fig, axes, best = f, []*spec.AxesView{a}, drawn
			}
		}
	}
	return fig, axes, ""
}

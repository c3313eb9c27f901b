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
	maxRight = 5  // of them such as agree, where there are more
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
	Wrong    bool   // something that is drawn, or is not, is marked as wrong
	Interval string // kind of the oracle's interval, where it is drawn
	Notes    []string
}

// pair is one drawn value beside the oracle's.
type pair struct {
	Label, Drawn, Oracle, Difference string
	Off                              bool // the drawn value is not the wanted one, or cannot be seen
}

// value is one mark of a slot: what is drawn, and what the oracle has in its place.
type value struct {
	draw.Point
	label, axes string
	state       spec.ShownState
}

// charts draws each visual slot that has captured marks or oracle values.
func (p *page) charts() []chart {
	var out []chart
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Kind != spec.KindVisual {
			continue
		}
		c := chart{Node: n, Standing: p.NodeStanding(n)}
		if c.Standing == reading.Outside {
			continue
		}
		shown := p.shown(n.ID)
		values := valuesOf(shown)
		fig, axes := p.axesOf(n)
		switch {
		case len(axes) == 0 && c.Standing == reading.Blocked:
			continue
		case len(axes) == 0:
			c.Notes = append(c.Notes, "No drawn marks were captured for this visual.")
		default:
			c.File = fig.Path
			c.draw(axes, pointsOf(axes, values))
			c.Oracle = slices.ContainsFunc(values, func(x value) bool { return x.onChart() && safe.Finite(x.Value) })
			c.Wrong = slices.ContainsFunc(values, func(x value) bool { return x.onChart() && x.Off })
			if c.Oracle && slices.ContainsFunc(values, func(x value) bool { return x.Ranged }) {
				c.Interval = strings.TrimPrefix(shown.Interval, "the ")
			}
			if len(values) == 0 {
				c.Notes = append([]string{"The report holds no oracle values for what it shows."}, c.Notes...)
			}
		}
		c.pairs(values)
		if shown.Of > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("Of %d marks that were compared a sample is listed.", shown.Of))
		}
		out = append(out, c)
	}
	return out
}

// shown is what the report says of the marks of a slot.
func (p *page) shown(slot string) spec.ShownReport {
	for _, s := range p.Report.Shown {
		if s.Slot == slot {
			return s
		}
	}
	return spec.ShownReport{}
}

func valuesOf(s spec.ShownReport) []value {
	or := func(f *float64) float64 {
		if f == nil {
			return math.NaN()
		}
		return *f
	}
	var out []value
	for _, m := range s.Marks {
		v := value{label: m.Label, axes: m.Axes, state: m.State, Point: draw.Point{At: or(m.At), Value: or(m.Wanted), Low: or(m.Low), High: or(m.High), Drawn: or(m.Drawn), Off: m.State != spec.ShownAgrees}}
		v.Ranged = safe.Finite(v.Low) && safe.Finite(v.High)
		out = append(out, v)
	}
	return out
}

// onChart reports whether a value has a place on the axes.
func (v value) onChart() bool { return safe.Finite(v.At) }

// pointsOf are the values that belong to each pair of axes.
func pointsOf(axes []*spec.AxesView, values []value) [][]draw.Point {
	out := make([][]draw.Point, len(axes))
	for k, a := range axes {
		for _, v := range values {
			if v.axes == a.ID && v.onChart() {
				out[k] = append(out[k], v.Point)
			}
		}
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

// pairs fills the table beside the chart: what is wrong comes first.
func (c *chart) pairs(values []value) {
	values = slices.Clone(values)
	slices.SortStableFunc(values, func(a, b value) int {
		switch {
		case a.Off == b.Off:
			return 0
		case a.Off:
			return -1
		}
		return 1
	})
	named := map[string]int{}
	for _, x := range values {
		named[x.label]++
	}
	few, right := len(values) <= maxPairs, 0
	for i, x := range values {
		if !x.Off {
			right++
		}
		if i == maxPairs || !few && right > maxRight {
			c.More = len(values) - len(c.Pairs)
			return
		}
		label := x.label
		if x.onChart() && (label == "" || named[label] > 1) {
			label = strings.TrimSpace(label + " at " + reading.Quantity(x.At))
		}
		row := pair{Label: label, Drawn: reading.None, Oracle: reading.None, Difference: reading.None, Off: x.Off}
		if safe.Finite(x.Value) {
			row.Oracle = reading.Quantity(x.Value)
		}
		if safe.Finite(x.Drawn) {
			row.Drawn = reading.Quantity(x.Drawn)
		}
		switch x.state {
		case spec.ShownHidden:
			row.Difference = "hidden"
		case spec.ShownAbsent:
			row.Difference = "not drawn"
		case spec.ShownSurplus:
			row.Difference = "not wanted"
		default:
			row.Difference = difference(x.Drawn, x.Value)
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

// axesOf are the captured axes that a visual slot was matched to. Its candidate names them,
// as in "ax0+ax1/bar".
func (p *page) axesOf(n *spec.NodeReport) (fig *spec.Figure, axes []*spec.AxesView) {
	if n.State == spec.StateMissing {
		return nil, nil
	}
	names := n.Candidate
	if i := strings.LastIndexByte(names, '/'); i >= 0 {
		names = names[:i]
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
			return f, axes
		}
	}
	return nil, nil
}

package view

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"time"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/spec"
)

// interval is one bin: its ends, and its place among the bins.
type interval struct {
	index    float64
	from, to float64
	label    string
}

// bin adds the interval in which each cell of a column lies.
func (v *View) bin(b spec.Bin) (*View, error) {
	if err := v.fresh("name", b.Name); err != nil {
		return nil, err
	}
	if err := v.hasAt("column", b.Column); err != nil {
		return nil, err
	}
	j := v.index(b.Column)
	src := &v.frame.Columns[j]
	if err := checkBin(b, src); err != nil {
		return nil, err
	}
	var find func(row int) (interval, bool, error)
	var err error
	switch {
	case b.Period != "":
		find = func(i int) (interval, bool, error) { x := period(b.Period, src.Num[i]); return x, true, nil }
	case b.Width.Text != "":
		find, err = v.widths(b, j)
	case b.Quantiles > 0:
		find, err = v.quantiles(b, j)
	default:
		edges := make([]float64, len(b.Breaks))
		for k, x := range b.Breaks {
			edges[k] = x.F
		}
		find = between(b, src, edges)
	}
	if err != nil {
		return nil, err
	}
	out := spec.Column{Name: b.Name, Kind: spec.ColumnNumber}
	switch {
	case b.Give == "" || b.Give == "interval":
		out.Kind, out.Text = spec.ColumnText, make([]string, v.Rows())
	case b.Give != "index":
		out.Kind, out.Unit = src.Kind, src.Unit
	}
	if out.Kind != spec.ColumnText {
		out.Num = make([]float64, v.Rows())
	}
	for i := range v.Rows() {
		if src.IsMissing(i) {
			blank(&out, i, v.Rows())
			continue
		}
		x, in, err := find(i)
		if err != nil {
			return nil, err
		}
		if !in {
			blank(&out, i, v.Rows())
			continue
		}
		switch b.Give {
		case "index":
			out.Num[i] = x.index
		case "left":
			out.Num[i] = x.from
		case "right":
			out.Num[i] = x.to
		case "middle":
			out.Num[i] = x.from/2 + x.to/2
		default:
			out.Text[i] = x.label
		}
	}
	return v.with(out, nil), nil
}

func checkBin(b spec.Bin, src *spec.Column) error {
	ways := 0
	for _, given := range []bool{len(b.Breaks) > 0, b.Width.Text != "", b.Quantiles != 0, b.Period != ""} {
		if given {
			ways++
		}
	}
	count := len(b.Breaks) - 1
	if b.Quantiles != 0 {
		count = b.Quantiles
	}
	switch {
	case ways != 1:
		return fmt.Errorf("a bin is by exactly one of breaks, width, quantiles and period, not by %d", ways)
	case !slices.Contains([]string{"", "interval", "index", "left", "middle", "right"}, b.Give):
		return wrong("give", "a bin gives interval, index, left, middle or right, not %q", b.Give)
	case b.Period != "" && src.Kind != spec.ColumnTime:
		return wrong("column", "column %q is %s; periods are of dates", b.Column, src.Kind)
	case b.Period != "" && !slices.Contains(periods, b.Period):
		return wrong("period", "period %q is not one of year, quarter, month, week, day, hour", b.Period)
	case b.Period != "" && b.Give == "index":
		return wrong("give", "periods have no index; give left for a date to sort by")
	case b.Period != "" && b.Closed != "":
		return wrong("closed", "a period always begins with its first moment")
	case b.Period == "" && src.Kind != spec.ColumnNumber && src.Kind != spec.ColumnTime:
		return wrong("column", "column %q is %s; bins are of numbers or dates", b.Column, src.Kind)
	case b.Period == "" && b.Closed != "left" && b.Closed != "right":
		return wrong("closed", "say which end of an interval belongs to it: left for [a, b), right for (a, b]")
	case b.Edge && len(b.Breaks) == 0:
		return wrong("edge", "edge belongs to breaks")
	case b.Origin.Text != "" && b.Width.Text == "":
		return wrong("origin", "an origin belongs to a width")
	case b.Width.Text != "" && !(b.Width.F > 0 && b.Width.Finite() && b.Origin.Finite()):
		return wrong("width", "the width is a number above 0 and the origin a number")
	case len(b.Breaks) == 1:
		return wrong("breaks", "an interval has two ends")
	case b.Quantiles < 0 || b.Quantiles == 1 || b.Quantiles > 1000:
		return wrong("quantiles", "there are 2 to 1000 groups, not %d", b.Quantiles)
	case b.Labels != nil && (b.Period != "" || b.Width.Text != ""):
		return wrong("labels", "labels belong to breaks and quantiles, whose number is known")
	case b.Labels != nil && len(b.Labels) != count:
		return wrong("labels", "there are %d labels for %d intervals", len(b.Labels), count)
	case b.Labels != nil && b.Give != "" && b.Give != "interval":
		return wrong("labels", "labels are given in place of intervals, not of the %s", b.Give)
	}
	for k, x := range b.Breaks {
		if !x.Finite() || k > 0 && x.F <= b.Breaks[k-1].F {
			return wrong(fmt.Sprintf("breaks/%d", k), "%s does not rise above the cut point before it", x)
		}
	}
	for k, l := range b.Labels {
		if l == "" || slices.Contains(b.Labels[:k], l) {
			return wrong(fmt.Sprintf("labels/%d", k), "each interval needs a label of its own, not %q", l)
		}
	}
	return nil
}

// between finds the interval of rising edges. A cell and an edge are compared as float64:
// both are the nearest to their decimal text.
func between(b spec.Bin, src *spec.Column, edges []float64) func(int) (interval, bool, error) {
	last := len(edges) - 1
	bins := make([]interval, max(last, 0))
	for k := range bins {
		bins[k] = interval{float64(k), edges[k], edges[k+1], intervalText(src, b.Closed, b.Edge && (b.Closed == "left" && k == last-1 || b.Closed == "right" && k == 0), edges[k], edges[k+1])}
		if b.Labels != nil {
			bins[k].label = b.Labels[k]
		}
	}
	return func(i int) (interval, bool, error) {
		x, k := src.Num[i], 0
		if b.Closed == "left" {
			k = sort.Search(len(edges), func(m int) bool { return edges[m] > x }) - 1
			if b.Edge && x == edges[last] {
				k = last - 1
			}
		} else {
			k = sort.SearchFloat64s(edges, x) - 1
			if b.Edge && x == edges[0] {
				k = 0
			}
		}
		if k < 0 || k >= last {
			return interval{}, false, nil
		}
		return bins[k], true, nil
	}
}

// intervalText writes [a, b), (a, b] or, where both ends belong to it, [a, b].
func intervalText(src *spec.Column, closed string, both bool, a, b float64) string {
	open, end := "(", "]"
	if closed == "left" {
		open, end = "[", ")"
	}
	if both {
		open, end = "[", "]"
	}
	ends := spec.Column{Kind: src.Kind, Num: []float64{a, b}}
	return open + LabelText(Label(&ends, 0)) + ", " + LabelText(Label(&ends, 1)) + end
}

// widths finds the interval of equal width that a cell lies in. It works on decimal text:
// in float64 0.3 would not begin the third tenth.
func (v *View) widths(b spec.Bin, col int) (func(int) (interval, bool, error), error) {
	width, err := dd.Parse(b.Width.Text)
	if err != nil {
		return nil, under("width", err)
	}
	origin := dd.F(0)
	if b.Origin.Text != "" {
		if origin, err = dd.Parse(b.Origin.Text); err != nil {
			return nil, under("origin", err)
		}
	}
	src := &v.frame.Columns[col]
	edge := func(k float64) float64 { return origin.Add(width.Mul(dd.F(k))).Float() }
	bins := map[float64]interval{} // texts are made once
	return func(i int) (interval, bool, error) {
		x, err := v.asWritten(col, i)
		if err != nil {
			return interval{}, false, err
		}
		k, on := place(x.Sub(origin).Div(width))
		if !(math.Abs(k) <= 1<<53) {
			return interval{}, false, wrong("width", "row %d is more than 2^53 intervals from the origin", i+1)
		}
		if on && b.Closed == "right" {
			k--
		}
		bin, known := bins[k]
		if !known {
			bin = interval{index: k, from: edge(k), to: edge(k + 1)}
			bin.label = intervalText(src, b.Closed, false, bin.from, bin.to)
			bins[k] = bin
		}
		return bin, true, nil
	}, nil
}

// asWritten is a cell by its decimal text, or else by the shortest text that names it.
func (v *View) asWritten(col, row int) (dd.Num, error) {
	if v.text[col] != nil {
		return v.number(col, row)
	}
	return dd.Parse(strconv.FormatFloat(v.frame.Columns[col].Num[row], 'g', -1, 64))
}

// place is the greatest integer not above q, and whether q is that integer but for the
// rounding of double-double.
func place(q dd.Num) (k float64, on bool) {
	near := math.Round(q.Float())
	if math.Abs(q.Sub(dd.F(near)).Float()) <= 1e-25*max(1, math.Abs(near)) {
		return near, true
	}
	k = math.Floor(q.Hi)
	if k == q.Hi && q.Lo < 0 {
		k--
	}
	return k, false
}

// quantiles finds the group of a cell between the sample quantiles (type 7) of its column.
// The outer ends belong to their groups.
func (v *View) quantiles(b spec.Bin, col int) (func(int) (interval, bool, error), error) {
	src := &v.frame.Columns[col]
	xs, err := v.values(nil, col, identity(v.Rows()))
	if err != nil || len(xs) == 0 {
		return func(int) (interval, bool, error) { return interval{}, false, nil }, err
	}
	sorted := dd.Sorted(xs)
	edges := make([]float64, b.Quantiles+1)
	for k := range edges {
		edges[k] = dd.Quantile(sorted, float64(k)/float64(b.Quantiles), 7).Float()
		if k > 0 && edges[k] <= edges[k-1] {
			return nil, wrong("quantiles", "so many cells are %s that quantiles %d and %d fall together; take fewer groups", LabelText(Label(&spec.Column{Kind: src.Kind, Num: edges}, k)), k-1, k)
		}
	}
	b.Edge = true
	return between(b, src, edges), nil
}

var periods = []string{"year", "quarter", "month", "week", "day", "hour"}

// period is the span of the calendar (UTC) that a time lies in. Weeks are those of ISO 8601,
// from Monday.
func period(name string, days float64) interval {
	t := at(days)
	y, m, d := t.Date()
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	var from, to time.Time
	var label string
	switch name {
	case "year":
		from, to, label = day(y, 1, 1), day(y+1, 1, 1), fmt.Sprintf("%04d", y)
	case "quarter":
		q := (int(m) - 1) / 3
		from, to, label = day(y, time.Month(3*q+1), 1), day(y, time.Month(3*q+4), 1), fmt.Sprintf("%04d-Q%d", y, q+1)
	case "month":
		from, to, label = day(y, m, 1), day(y, m+1, 1), t.Format("2006-01")
	case "week":
		monday := d - (int(t.Weekday())+6)%7
		iso, week := t.ISOWeek()
		from, to, label = day(y, m, monday), day(y, m, monday+7), fmt.Sprintf("%04d-W%02d", iso, week)
	case "day":
		from, to, label = day(y, m, d), day(y, m, d+1), t.Format(time.DateOnly)
	default:
		from = t.Truncate(time.Hour)
		to, label = from.Add(time.Hour), t.Format("2006-01-02T15")
	}
	return interval{from: dayCount(from), to: dayCount(to), label: label}
}

func dayCount(t time.Time) float64 { return float64(t.Unix()) / 86400 }

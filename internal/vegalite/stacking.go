package vegalite

import (
	"slices"

	"github.com/assaybench/assay/internal/vegalite/encoding"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
)

// oriented is the direction in which lengths run: v or h; empty where a mark has none.
func (l *layer) oriented() string {
	x, y, x2, y2 := l.enc["x"], l.enc["y"], l.enc["x2"], l.enc["y2"]
	said := map[string]string{"vertical": "v", "horizontal": "h"}[l.mark.orient]
	switch l.mark.kind {
	case "point", "circle", "square", "text", "rect", "arc":
		return ""
	case "bar":
		binned := func(f *encoding.Field) bool { return f != nil && (f.Binned || f.Bin != nil) }
		switch {
		case x != nil && x.Binned, binned(x) && !binned(y) && y.Measure():
			return "v"
		case y != nil && y.Binned, binned(y) && !binned(x) && x.Measure():
			return "h"
		case x2 == nil && y2 == nil:
		case said != "":
			return said
		case x2 == nil:
			return "v"
		case y2 == nil:
			return "h"
		}
	case "rule":
		if x2 != nil && y2 != nil {
			return ""
		}
	}
	if l.mark.kind != "line" && l.mark.kind != "tick" {
		switch {
		case y2 != nil:
			return "v"
		case x2 != nil:
			return "h"
		case l.mark.kind == "rule" && y == nil:
			return "v"
		case l.mark.kind == "rule" && x == nil:
			return "h"
		}
	}
	if said != "" {
		return said
	}
	v, h := "v", "h"
	if l.mark.kind == "tick" {
		v, h = h, v
	}
	switch cx, cy := x.Continuous() && x.Bin == nil, y.Continuous() && y.Bin == nil; {
	case cx && !cy:
		return h
	case cy && !cx:
		return v
	case cx && cy:
		tx, ty := x.Type == encoding.Temporal, y.Type == encoding.Temporal
		switch {
		case tx && !ty:
			return v
		case ty && !tx:
			return h
		case x.Agg == "" && y.Agg != "":
			return v
		case x.Agg != "" && y.Agg == "":
			return h
		}
		return v
	}
	return "v"
}

// value is the channel along which lengths run.
func (l *layer) value() string {
	if l.orient == "h" {
		return "x"
	}
	return "y"
}

// stackable finds the channel whose values may stand upon one another.
func (l *layer) stackable() string {
	if l.mark.kind == "arc" {
		if l.enc["theta"].Measure() {
			return "theta"
		}
		return ""
	}
	x, y := l.enc["x"], l.enc["y"]
	solid := l.mark.kind == "bar" || l.mark.kind == "area"
	switch {
	case x.Measure() && y.Measure() && x.Constant == "" && y.Constant == "":
		switch {
		case x.Stack != nil && *x.Stack != "":
			return "x"
		case y.Stack != nil && *y.Stack != "":
			return "y"
		case (x.Agg != "") != (y.Agg != ""):
			if x.Agg != "" {
				return "x"
			}
			return "y"
		case solid:
			return l.value()
		}
	case x.Measure():
		if y == nil && solid && l.orient == "v" {
			return ""
		}
		return "x"
	case y.Measure():
		if x == nil && solid && l.orient == "h" {
			return ""
		}
		return "y"
	}
	return ""
}

// stacked lets values stand upon one another where Vega-Lite does.
func (l *layer) stacked() {
	if !slices.Contains([]string{"arc", "bar", "area", "rule", "point", "circle", "square", "line", "text", "tick"}, l.mark.kind) {
		return
	}
	ch := l.stackable()
	if ch == "" {
		return
	}
	f := l.enc[ch]
	other := map[string]string{"x": "y", "y": "x", "theta": "radius"}[ch]
	dim := l.enc[other]
	var by []string
	fixed := map[string]bool{}
	if dim != nil && dim.Constant == "" && dim.Id() != f.Id() {
		by, fixed[dim.Id()] = append(by, dim.As), true
	}
	if off := l.enc[other+"Offset"]; off != nil && off.Constant == "" {
		by, fixed[off.Id()] = append(by, off.As), true
	}
	var parts []string
	aggregated := f.Agg != ""
	for _, g := range l.fields() {
		aggregated = aggregated || g.Agg != ""
		if slices.Contains(positions, g.Channel) || g.Channel == "order" || g.Constant != "" || g.Agg != "" || fixed[g.Id()] {
			continue
		}
		if g.Channel == "detail" && g.LegendOff {
			continue
		}
		parts = append(parts, g.As)
	}
	offset := ""
	switch {
	case f.Stack != nil:
		offset = *f.Stack
	case l.mark.kind == "bar" || l.mark.kind == "area" || l.mark.kind == "arc":
		offset = "zero"
	}
	if offset == "" || aggregated && len(parts) == 0 || l.enc[ch+"2"] != nil || f.Constant != "" {
		return
	}
	if f.Scale.Kind != "" && f.Scale.Kind != "linear" && len(parts) > 0 {
		l.r.Unsupported(f.Pointer+"/scale/type", "lengths that stand upon one another on a %s scale have no meaning", f.Scale.Kind)
		return
	}
	var order flow.Sort
	if o := l.enc["order"]; o != nil {
		order = flow.Sort{Fields: []string{o.As}, Descending: []bool{o.Sort.Descending}}
	} else {
		for _, p := range parts {
			order.Fields, order.Descending = append(order.Fields, p), append(order.Descending, ch == "y")
		}
	}
	if l.mark.kind == "area" && dim != nil && dim.Constant == "" && len(parts) > 0 {
		rows, err := l.rows.Impute(f.As, dim.As, parts)
		if err != nil {
			l.r.Unsupported(l.ptr, "%v", err)
			return
		}
		l.rows = rows
	}
	l.stack, l.start, l.end = ch, "\x00start", "\x00end"
	l.rows = l.rows.Stack(by, f.As, order, offset, l.start, l.end)
	for i, row := range l.rows {
		if v := f.Of(row); formula.None(v) {
			l.rows[i][l.start], l.rows[i][l.end] = nil, nil
		}
	}
}

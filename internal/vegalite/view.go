package vegalite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
)

// context is what a view has from those around it.
type context struct {
	rows   flow.Rows
	shared []object // encodings of the layers around it, the outermost first
	scales scales
	facet  string // what panel it is
	parted bool   // its rows are those of one panel of a facet
	width  *float64
	height *float64
	depth  int
}

// panel is one pair of axes on its way: layers that are drawn over one another.
type panel struct {
	id      string
	title   string
	facet   string
	layers  []*layer
	twinned bool // its layers have value axes of their own
}

// looks of views that change no number.
var viewLooks = []string{"name", "description", "padding", "autosize", "background", "usermeta", "bounds", "spacing", "align", "center", "view", "columns", "$schema"}

// figure reads the whole specification.
func (r *reader) figure(root object) *trace.Figure {
	r.width, r.height, r.ground = 300, 300, "white"
	if s, ok := root.text("$schema"); ok {
		if !strings.Contains(s, "/vega-lite/v5") && !strings.Contains(s, "/vega-lite/v6") {
			r.unsupported("/$schema", "the schema %q is neither version 5 nor 6 of Vega-Lite", s)
		}
	}
	if s, ok := root.m["background"].(string); ok {
		r.ground = s
	}
	if v, ok := root.get("datasets"); ok {
		if o, ok := r.object(v, "/datasets"); ok {
			r.sets = o.m
		}
	}
	r.config(root)
	r.readParams(root)
	var panels []*panel
	r.view(root, context{scales: scales{}}, &panels)
	fig := &trace.Figure{Axes: []trace.Axes{}}
	if r.list.Errors() {
		return fig
	}
	for _, p := range panels {
		for _, l := range p.layers {
			l.contribute()
		}
	}
	for _, p := range panels {
		for _, l := range p.layers {
			l.settle()
		}
	}
	for i, p := range panels {
		p.id = fmt.Sprintf("view%d", i)
		fig.Axes = append(fig.Axes, p.axes()...)
	}
	return fig
}

// readParams reads named constants. A selection that only moves the axes leaves the figure as it
// is first shown.
func (r *reader) readParams(root object) {
	r.params = map[string]any{}
	list, _ := root.array("params")
	for i, v := range list {
		o, ok := r.object(v, fmt.Sprintf("/params/%d", i))
		if !ok {
			continue
		}
		name, _ := o.text("name")
		if sel, ok := o.get("select"); ok {
			if bind, _ := o.text("bind"); bind != "scales" {
				r.unsupported(o.at("select"), "the selection %q (%v) is not read", name, kindOf(sel))
			}
			o.done("a selection", "views")
			continue
		}
		if v, ok := o.get("value"); ok {
			r.params[name] = plain(v)
		} else {
			r.unsupported(o.ptr, "the parameter %q has no value of its own", name)
		}
		o.done("a parameter", "description")
	}
}

func kindOf(v any) string {
	if m, ok := v.(map[string]any); ok {
		v = m["type"]
	}
	return fmt.Sprint(v)
}

// config allows looks only: defaults that would move marks are said.
func (r *reader) config(root object) {
	o, ok := root.sub("config")
	if !ok {
		return
	}
	if s, ok := o.m["background"].(string); ok && !root.has("background") {
		r.ground = s
	}
	if v, ok := o.sub("view"); ok {
		if w, ok := v.m["continuousWidth"]; ok {
			if f, ok := float(w); ok {
				r.width = f
			}
		}
		if h, ok := v.m["continuousHeight"]; ok {
			if f, ok := float(h); ok {
				r.height = f
			}
		}
	}
	for _, mark := range []string{"mark", "arc", "area", "bar", "circle", "line", "point", "rect", "rule", "square", "text", "tick", "errorbar", "errorband", "boxplot"} {
		if m, ok := o.sub(mark); ok {
			m.done("the configuration of "+mark, "color", "fill", "stroke", "stroke*", "size", "shape", "filled", "font*", "fontSize", "cornerRadius*", "tooltip", "binSpacing", "thickness", "ticks", "rule", "box", "median", "outliers", "align", "baseline", "cursor", "aria")
		}
	}
	o.done("the configuration", "axis*", "legend", "title", "header*", "background", "font", "padding", "style", "range", "concat", "facet", "numberFormat", "autosize", "aria", "lineBreak", "locale")
}

// view reads a view of any kind.
func (r *reader) view(o object, c context, into *[]*panel) {
	if c.depth++; c.depth > 20 {
		r.unsupported(o.ptr, "views are nested more than 20 deep")
		return
	}
	c.rows = r.rows(o, c.rows)
	c.rows = r.transforms(o, c.rows)
	if r.list.Errors() {
		return
	}
	title := titleOf(o)
	if c.depth > 1 {
		if _, ok := o.get("params"); ok {
			o.r.unsupported(o.at("params"), "parameters are read only at the top")
		}
	}
	independent := resolved(o)
	switch {
	case o.has("mark"):
		c.sizes(o)
		r.unit(o, c, title, into)
	case o.has("layer"):
		c.sizes(o)
		r.layered(o, c, title, independent, into)
	case o.has("hconcat"), o.has("vconcat"), o.has("concat"):
		key := "concat"
		for _, k := range []string{"hconcat", "vconcat"} {
			if o.has(k) {
				key = k
			}
		}
		views, _ := o.array(key)
		for i, v := range views {
			sub, ok := r.object(v, fmt.Sprintf("%s/%d", o.at(key), i))
			if !ok {
				continue
			}
			inner := c
			inner.scales = c.scales.apart(func(ch string) bool {
				if how, said := independent[ch]; said {
					return how
				}
				return ch == "x" || ch == "y" || ch == "xOffset" || ch == "yOffset"
			})
			r.view(sub, inner, into)
		}
		o.done("a concatenation", viewLooks...)
	case o.has("facet") && o.has("spec"):
		r.faceted(o, c, independent, into)
	case o.has("repeat"):
		r.unsupported(o.at("repeat"), "repeat is not read")
	default:
		r.invalid(o.ptr, "the view has neither a mark nor views within")
	}
}

// sizes takes the width and height of a view, where they are numbers.
func (c *context) sizes(o object) {
	for key, to := range map[string]**float64{"width": &c.width, "height": &c.height} {
		if v, ok := o.get(key); ok {
			if f, ok := float(v); ok {
				*to = &f
			}
		}
	}
}

// resolved says which scales of a view are independent (true) or shared (false).
func resolved(o object) map[string]bool {
	out := map[string]bool{}
	res, ok := o.sub("resolve")
	if !ok {
		return out
	}
	if s, ok := res.sub("scale"); ok {
		for _, ch := range sorted(s.m) {
			how, _ := s.text(ch)
			out[ch] = how == "independent"
		}
	}
	res.done("resolve", "axis", "legend")
	return out
}

func titleOf(o object) string {
	v, _ := o.get("title")
	return words(v)
}

// words is a title: a text, lines of text, or an object that has them.
func words(v any) string {
	switch t := v.(type) {
	case string:
		return t
	case []any:
		var parts []string
		for _, p := range t {
			if s, ok := p.(string); ok {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, " ")
	case map[string]any:
		return words(t["text"])
	}
	return ""
}

// layered reads views that are drawn over one another.
func (r *reader) layered(o object, c context, title string, independent map[string]bool, into *[]*panel) {
	if enc, ok := o.sub("encoding"); ok {
		for _, ch := range []string{"row", "column", "facet"} {
			if enc.has(ch) {
				r.unsupported(enc.at(ch), "%s in the encoding that layers share is not read: put the layers into a facet", ch)
			}
		}
		c.shared = append(slices.Clone(c.shared), enc)
	}
	p := &panel{title: title, facet: c.facet}
	layers, _ := o.array("layer")
	for i, v := range layers {
		sub, ok := r.object(v, fmt.Sprintf("%s/%d", o.at("layer"), i))
		if !ok {
			continue
		}
		inner := c
		inner.scales = c.scales.apart(func(ch string) bool { return independent[ch] })
		var parts []*panel
		r.view(sub, inner, &parts)
		if len(parts) > 1 {
			r.unsupported(sub.ptr, "a layer of several panels is not read")
		}
		for _, q := range parts {
			p.layers = append(p.layers, q.layers...)
		}
	}
	p.twinned = independent["x"] || independent["y"]
	*into = append(*into, p)
	o.done("a layered view", append(viewLooks, "projection")...)
}

// faceted reads one view a level of the facet fields.
func (r *reader) faceted(o object, c context, independent map[string]bool, into *[]*panel) {
	f, ok := o.sub("facet")
	if !ok {
		return
	}
	var fields []*field
	if f.has("field") {
		if d := r.field(f, "facet"); d != nil {
			fields = append(fields, d)
		}
	} else {
		for _, ch := range []string{"row", "column"} {
			if sub, ok := f.sub(ch); ok {
				if d := r.field(sub, ch); d != nil {
					fields = append(fields, d)
				}
			}
		}
		f.done("a facet")
	}
	inner, ok := o.sub("spec")
	if !ok || r.list.Errors() {
		return
	}
	if own, ok := inner.m["data"]; ok && own != nil {
		r.unsupported(inner.at("data"), "data of its own in the view of a facet is not read")
		return
	}
	r.split(fields, c, o.ptr, func(c context) {
		inner.seen = map[string]bool{}
		c.parted = true
		c.scales = c.scales.apart(func(ch string) bool { return independent[ch] })
		r.view(inner, c, into)
	})
	o.done("a facet", viewLooks...)
}

// split parts the rows by facet fields, in the order in which panels are shown.
func (r *reader) split(fields []*field, c context, ptr string, each func(context)) {
	rows := c.rows
	var names []string
	for _, f := range fields {
		if f.agg != "" || f.bin != nil {
			r.unsupported(f.ptr, "facets of bins or aggregates are not read")
			return
		}
		rows = f.prepared(r, rows)
		names = append(names, f.as)
	}
	groups := rows.Groups(names)
	order := func(a, b *flow.Group) int {
		for _, f := range fields {
			x, y := f.of(a.Rows[0]), f.of(b.Rows[0])
			if c := f.order(x, y); c != 0 {
				return c
			}
		}
		return 0
	}
	for _, f := range fields {
		if f.sort.kind == sortBy || f.sort.kind == sortChannel {
			r.unsupported(f.ptr+"/sort", "facets are sorted by their own values only")
			return
		}
	}
	slices.SortStableFunc(groups, order)
	if r.panels += len(groups); r.panels > maxPanels {
		r.unsupported(ptr, "the facet has more than %d panels", maxPanels)
		return
	}
	for _, g := range groups {
		inner := c
		inner.rows = g.Rows
		parts := []string{}
		if c.facet != "" {
			parts = append(parts, c.facet)
		}
		for _, f := range fields {
			parts = append(parts, fmt.Sprintf("%s = %s", f.name, f.label(f.of(g.Rows[0]))))
		}
		inner.facet = strings.Join(parts, " | ")
		each(inner)
	}
}

// order compares two values of a discrete field as its sort says.
func (f *field) order(a, b any) int {
	switch f.sort.kind {
	case sortNone:
		return 0
	case sortList:
		return f.sort.index(a) - f.sort.index(b)
	}
	c := formula.Compare(a, b)
	if f.sort.descending {
		return -c
	}
	return c
}

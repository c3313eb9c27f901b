package vegalite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/encoding"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/scaling"
)

// context is what a view has from those around it.
type context struct {
	rows   flow.Rows
	shared []document.Object // encodings of the layers around it, the outermost first
	scales scaling.Scales
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
func (r *reader) figure(root document.Object) *trace.Figure {
	r.width, r.height, r.ground = 300, 300, "white"
	if s, ok := root.Text("$schema"); ok {
		if !strings.Contains(s, "/vega-lite/v5") && !strings.Contains(s, "/vega-lite/v6") {
			r.Unsupported("/$schema", "the schema %q is neither version 5 nor 6 of Vega-Lite", s)
		}
	}
	if s, ok := root.Members["background"].(string); ok {
		r.ground = s
	}
	if v, ok := root.Get("datasets"); ok {
		if o, ok := r.Object(v, "/datasets"); ok {
			r.Sets = o.Members
		}
	}
	r.config(root)
	r.readParams(root)
	var panels []*panel
	r.view(root, context{scales: scaling.Scales{}}, &panels)
	fig := &trace.Figure{Axes: []trace.Axes{}}
	if r.List.Errors() {
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
func (r *reader) readParams(root document.Object) {
	r.Params = map[string]any{}
	list, _ := root.Array("params")
	for i, v := range list {
		o, ok := r.Object(v, fmt.Sprintf("/params/%d", i))
		if !ok {
			continue
		}
		name, _ := o.Text("name")
		if sel, ok := o.Get("select"); ok {
			if bind, _ := o.Text("bind"); bind != "scales" {
				r.Unsupported(o.At("select"), "the selection %q (%v) is not read", name, kindOf(sel))
			}
			o.Done("a selection", "views")
			continue
		}
		if v, ok := o.Get("value"); ok {
			r.Params[name] = document.Plain(v)
		} else {
			r.Unsupported(o.Pointer, "the parameter %q has no value of its own", name)
		}
		o.Done("a parameter", "description")
	}
}

func kindOf(v any) string {
	if m, ok := v.(map[string]any); ok {
		v = m["type"]
	}
	return fmt.Sprint(v)
}

// config allows looks only: defaults that would move marks are said.
func (r *reader) config(root document.Object) {
	o, ok := root.Sub("config")
	if !ok {
		return
	}
	if s, ok := o.Members["background"].(string); ok && !root.Has("background") {
		r.ground = s
	}
	if v, ok := o.Sub("view"); ok {
		if w, ok := v.Members["continuousWidth"]; ok {
			if f, ok := document.Float(w); ok {
				r.width = f
			}
		}
		if h, ok := v.Members["continuousHeight"]; ok {
			if f, ok := document.Float(h); ok {
				r.height = f
			}
		}
	}
	for _, mark := range []string{"mark", "arc", "area", "bar", "circle", "line", "point", "rect", "rule", "square", "text", "tick", "errorbar", "errorband", "boxplot"} {
		if m, ok := o.Sub(mark); ok {
			m.Done("the configuration of "+mark, "color", "fill", "stroke", "stroke*", "size", "shape", "filled", "font*", "fontSize", "cornerRadius*", "tooltip", "binSpacing", "thickness", "ticks", "rule", "box", "median", "outliers", "align", "baseline", "cursor", "aria")
		}
	}
	o.Done("the configuration", "axis*", "legend", "title", "header*", "background", "font", "padding", "style", "range", "concat", "facet", "numberFormat", "autosize", "aria", "lineBreak", "locale")
}

// view reads a view of any kind.
func (r *reader) view(o document.Object, c context, into *[]*panel) {
	if c.depth++; c.depth > 20 {
		r.Unsupported(o.Pointer, "views are nested more than 20 deep")
		return
	}
	c.rows = r.Rows(o, c.rows)
	c.rows = r.Transforms(o, c.rows)
	if r.List.Errors() {
		return
	}
	title := titleOf(o)
	if c.depth > 1 {
		if _, ok := o.Get("params"); ok {
			o.Doc.Unsupported(o.At("params"), "parameters are read only at the top")
		}
	}
	independent := resolved(o)
	switch {
	case o.Has("mark"):
		c.sizes(o)
		r.unit(o, c, title, into)
	case o.Has("layer"):
		c.sizes(o)
		r.layered(o, c, title, independent, into)
	case o.Has("hconcat"), o.Has("vconcat"), o.Has("concat"):
		key := "concat"
		for _, k := range []string{"hconcat", "vconcat"} {
			if o.Has(k) {
				key = k
			}
		}
		views, _ := o.Array(key)
		for i, v := range views {
			sub, ok := r.Object(v, fmt.Sprintf("%s/%d", o.At(key), i))
			if !ok {
				continue
			}
			inner := c
			inner.scales = c.scales.Apart(func(ch string) bool {
				if how, said := independent[ch]; said {
					return how
				}
				return ch == "x" || ch == "y" || ch == "xOffset" || ch == "yOffset"
			})
			r.view(sub, inner, into)
		}
		o.Done("a concatenation", viewLooks...)
	case o.Has("facet") && o.Has("spec"):
		r.faceted(o, c, independent, into)
	case o.Has("repeat"):
		r.Unsupported(o.At("repeat"), "repeat is not read")
	default:
		r.Invalid(o.Pointer, "the view has neither a mark nor views within")
	}
}

// sizes takes the width and height of a view, where they are numbers.
func (c *context) sizes(o document.Object) {
	for key, to := range map[string]**float64{"width": &c.width, "height": &c.height} {
		if v, ok := o.Get(key); ok {
			if f, ok := document.Float(v); ok {
				*to = &f
			}
		}
	}
}

// resolved says which scales of a view are independent (true) or shared (false).
func resolved(o document.Object) map[string]bool {
	out := map[string]bool{}
	res, ok := o.Sub("resolve")
	if !ok {
		return out
	}
	if s, ok := res.Sub("scale"); ok {
		for _, ch := range document.Sorted(s.Members) {
			how, _ := s.Text(ch)
			out[ch] = how == "independent"
		}
	}
	res.Done("resolve", "axis", "legend")
	return out
}

func titleOf(o document.Object) string {
	v, _ := o.Get("title")
	return encoding.Words(v)
}

// layered reads views that are drawn over one another.
func (r *reader) layered(o document.Object, c context, title string, independent map[string]bool, into *[]*panel) {
	if enc, ok := o.Sub("encoding"); ok {
		for _, ch := range []string{"row", "column", "facet"} {
			if enc.Has(ch) {
				r.Unsupported(enc.At(ch), "%s in the encoding that layers share is not read: put the layers into a facet", ch)
			}
		}
		c.shared = append(slices.Clone(c.shared), enc)
	}
	p := &panel{title: title, facet: c.facet}
	layers, _ := o.Array("layer")
	for i, v := range layers {
		sub, ok := r.Object(v, fmt.Sprintf("%s/%d", o.At("layer"), i))
		if !ok {
			continue
		}
		inner := c
		inner.scales = c.scales.Apart(func(ch string) bool { return independent[ch] })
		var parts []*panel
		r.view(sub, inner, &parts)
		if len(parts) > 1 {
			r.Unsupported(sub.Pointer, "a layer of several panels is not read")
		}
		for _, q := range parts {
			p.layers = append(p.layers, q.layers...)
		}
	}
	p.twinned = independent["x"] || independent["y"]
	*into = append(*into, p)
	o.Done("a layered view", append(viewLooks, "projection")...)
}

// faceted reads one view a level of the facet fields.
func (r *reader) faceted(o document.Object, c context, independent map[string]bool, into *[]*panel) {
	f, ok := o.Sub("facet")
	if !ok {
		return
	}
	var fields []*encoding.Field
	if f.Has("field") {
		if d := r.Field(f, "facet"); d != nil {
			fields = append(fields, d)
		}
	} else {
		for _, ch := range []string{"row", "column"} {
			if sub, ok := f.Sub(ch); ok {
				if d := r.Field(sub, ch); d != nil {
					fields = append(fields, d)
				}
			}
		}
		f.Done("a facet")
	}
	inner, ok := o.Sub("spec")
	if !ok || r.List.Errors() {
		return
	}
	if own, ok := inner.Members["data"]; ok && own != nil {
		r.Unsupported(inner.At("data"), "data of its own in the view of a facet is not read")
		return
	}
	r.split(fields, c, o.Pointer, func(c context) {
		inner.Seen = map[string]bool{}
		c.parted = true
		c.scales = c.scales.Apart(func(ch string) bool { return independent[ch] })
		r.view(inner, c, into)
	})
	o.Done("a facet", viewLooks...)
}

// split parts the rows by facet fields, in the order in which panels are shown.
func (r *reader) split(fields []*encoding.Field, c context, ptr string, each func(context)) {
	rows := c.rows
	var names []string
	for _, f := range fields {
		if f.Agg != "" || f.Bin != nil {
			r.Unsupported(f.Pointer, "facets of bins or aggregates are not read")
			return
		}
		rows = f.Prepared(r.Reader, rows)
		names = append(names, f.As)
	}
	groups := rows.Groups(names)
	order := func(a, b *flow.Group) int {
		for _, f := range fields {
			x, y := f.Of(a.Rows[0]), f.Of(b.Rows[0])
			if c := f.Order(x, y); c != 0 {
				return c
			}
		}
		return 0
	}
	for _, f := range fields {
		if f.Sort.Kind == encoding.SortBy || f.Sort.Kind == encoding.SortChannel {
			r.Unsupported(f.Pointer+"/sort", "facets are sorted by their own values only")
			return
		}
	}
	slices.SortStableFunc(groups, order)
	if r.panels += len(groups); r.panels > maxPanels {
		r.Unsupported(ptr, "the facet has more than %d panels", maxPanels)
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
			parts = append(parts, fmt.Sprintf("%s = %s", f.Name, f.Label(f.Of(g.Rows[0]))))
		}
		inner.facet = strings.Join(parts, " | ")
		each(inner)
	}
}

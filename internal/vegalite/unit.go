package vegalite

import (
	"fmt"
	"maps"
	"slices"

	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/encoding"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/scaling"
	"github.com/assaybench/assay/internal/vegalite/source"
)

// markDef is what a mark says of itself.
type markDef struct {
	kind      string
	orient    string
	step      string // pre | mid | post
	point     bool   // a line or area with points
	line      bool   // an area with a line
	extent    any    // of composite marks
	center    string
	hidden    bool // of no colour, no size or fully transparent
	text      string
	continued float64 // pixels of a bar on an axis of numbers
}

// layer is one mark with its encoding and rows.
type layer struct {
	r      *reader
	ptr    string
	mark   markDef
	enc    map[string]*encoding.Field
	detail []*encoding.Field // that part the rows without being shown
	rows   flow.Rows
	raw    flow.Rows // before they were aggregated
	scales scaling.Scales
	orient string
	stack  string // channel of stacked values; empty where none
	start  string // columns of stacked values, or of the ends of an interval
	end    string
	spread string  // sd | se | ci | iqr: what an interval spans
	level  float64 // of a ci
	part   string
	width  float64
	height float64
}

// drawable lists the marks that are read.
var drawable = []string{"bar", "line", "point", "circle", "square", "tick", "area", "rule", "errorbar", "errorband", "boxplot", "rect", "text", "arc"}

// positions are channels of places; the rest of the channels show groups or looks.
var (
	positions = []string{"x", "y", "x2", "y2", "xOffset", "yOffset", "xError", "xError2", "yError", "yError2", "theta"}
	groupings = []string{"color", "fill", "stroke", "shape", "strokeDash", "size", "opacity", "fillOpacity", "strokeOpacity", "strokeWidth"}
	silent    = []string{"tooltip", "href", "url", "key", "description"}
)

func (r *reader) markOf(o document.Object) (markDef, bool) {
	m := markDef{continued: 5}
	v, _ := o.Get("mark")
	if s, ok := v.(string); ok {
		m.kind = s
	} else {
		d, ok := r.Object(v, o.At("mark"))
		if !ok {
			return m, false
		}
		m.kind, _ = d.Text("type")
		r.markLooks(d, &m)
	}
	if !slices.Contains(drawable, m.kind) {
		r.Unsupported(o.At("mark"), "the mark %q is not read", m.kind)
		return m, false
	}
	return m, true
}

// markLooks reads what a mark says that moves, hides or names marks.
func (r *reader) markLooks(d document.Object, m *markDef) {
	m.orient, _ = d.Text("orient")
	if s, ok := d.Text("interpolate"); ok {
		switch s {
		case "step":
			m.step = "mid"
		case "step-before":
			m.step = "pre"
		case "step-after":
			m.step = "post"
		case "linear", "monotone", "natural", "cardinal", "catmull-rom":
		default:
			r.Unsupported(d.At("interpolate"), "a line of %s does not pass through its points", s)
		}
	}
	for key, to := range map[string]*bool{"point": &m.point, "line": &m.line} {
		v, ok := d.Get(key)
		if !ok {
			continue
		}
		switch x := v.(type) {
		case bool:
			*to = x
		case map[string]any:
			*to = true
		}
	}
	m.extent, _ = d.Get("extent")
	if c, ok := d.Text("center"); ok {
		m.center = c
	}
	for _, key := range []string{"opacity", "fillOpacity", "size"} {
		if f, ok := document.Float(d.Members[key]); ok && f == 0 {
			m.hidden = true
		}
	}
	m.hidden = m.hidden || r.invisible(d.Members["color"], d.Members["fill"], d.Members["stroke"])
	if v, ok := d.Get("text"); ok {
		m.text = encoding.Words(v)
		if _, is := v.(map[string]any); is {
			r.Unsupported(d.At("text"), "a text that is computed is not read")
		}
	}
	if f, ok := d.Number("continuousBandSize"); ok {
		m.continued = f
	}
	for _, key := range []string{"xOffset", "yOffset", "x2Offset", "y2Offset", "thetaOffset", "radiusOffset"} {
		if v, ok := d.Get(key); ok {
			if f, is := document.Float(v); (!is || f != 0) && m.kind != "text" {
				r.Unsupported(d.At(key), "%s moves the marks away from their numbers", key)
			}
		}
	}
	if v, ok := d.Get("invalid"); ok && v != nil {
		if s, _ := v.(string); s != "filter" && s != "break-paths-filter-domains" && s != "break-paths-show-domains" && s != "break-paths-show-path-domains" {
			r.Unsupported(d.At("invalid"), "rows without a number are drawn as if they had one")
		}
	} else if ok {
		r.Unsupported(d.At("invalid"), "rows without a number are drawn as if they had one")
	}
	d.Done("the mark", "type", "color", "fill", "stroke", "stroke*", "opacity", "fillOpacity", "filled", "size", "shape", "font*", "fontSize", "cornerRadius*", "tooltip", "href", "cursor", "aria", "description", "style", "clip", "align", "baseline", "dx", "dy",
		"angle", "radius", "innerRadius", "outerRadius", "padAngle", "tension", "limit", "lineHeight", "lineBreak", "ellipsis", "dir", "thickness", "bandSize", "binSpacing", "discreteBandSize", "width", "height", "minBandSize", "ticks", "rule", "box", "median",
		"outliers", "borders", "band", "blend", "order")
}

// invisible reports whether colours leave nothing to see on the background.
func (r *reader) invisible(color, fill, stroke any) bool {
	seen := func(v any) bool {
		s, ok := v.(string)
		return ok && s != "transparent" && s != "none" && white(s) != white(r.ground) || ok && !white(s) && s != "transparent" && s != "none" && s != r.ground
	}
	given := color != nil || fill != nil
	return given && !seen(color) && !seen(fill) && !seen(stroke)
}

func white(s string) bool {
	return s == "white" || s == "#fff" || s == "#ffffff" || s == "#FFF" || s == "#FFFFFF"
}

// unit reads a view of one mark.
func (r *reader) unit(o document.Object, c context, title string, into *[]*panel) {
	mark, ok := r.markOf(o)
	if !ok {
		return
	}
	own, _ := o.Sub("encoding")
	defer o.Done("a view", append(viewLooks, "projection")...)
	if r.layers++; r.layers > maxLayers {
		r.Unsupported(o.Pointer, "the figure has more than %d layers", maxLayers)
		return
	}
	l := &layer{r: r, ptr: o.Pointer, mark: mark, enc: map[string]*encoding.Field{}, width: r.width, height: r.height}
	if c.width != nil {
		l.width = *c.width
	}
	if c.height != nil {
		l.height = *c.height
	}
	var facets []*encoding.Field
	for _, ch := range document.Sorted(merged(c.shared, own)) {
		defs := definitions(c.shared, own, ch)
		if v, null := own.Members[ch]; null && v == nil {
			continue
		}
		for _, d := range defs {
			l.channel(ch, d, &facets)
		}
	}
	if r.List.Errors() {
		return
	}
	rows := c.rows
	for _, f := range l.fields() {
		if f.Bin != nil && c.parted && f.Bin.Extent == nil && f.Bin.Step == 0 {
			r.Say(document.CodeUnsupported, f.Pointer+"/bin", "bin in a transform before the facet, or give the bins a step", "the bins of a view within a facet depend on all of its panels")
		}
		if f.Bin != nil || f.Unit != nil {
			rows = f.Prepared(r.Reader, rows)
		}
	}
	c.rows = rows
	slices.SortStableFunc(facets, func(a, b *encoding.Field) int { // a row before a column
		return slices.Index([]string{"facet", "row", "column"}, a.Channel) - slices.Index([]string{"facet", "row", "column"}, b.Channel)
	})
	one := func(c context) {
		p := &panel{title: title, facet: c.facet}
		p.layers = l.built(c)
		*into = append(*into, p)
	}
	if len(facets) == 0 {
		if r.panels++; r.panels > maxPanels {
			r.Unsupported(o.Pointer, "the figure has more than %d panels", maxPanels)
			return
		}
		one(c)
		return
	}
	independent := resolved(o)
	r.split(facets, c, o.Pointer, func(c context) {
		c.scales = c.scales.Apart(func(ch string) bool { return independent[ch] })
		one(c)
	})
}

// merged is the names of all channels.
func merged(shared []document.Object, own document.Object) map[string]any {
	out := map[string]any{}
	for _, s := range shared {
		maps.Copy(out, s.Members)
	}
	maps.Copy(out, own.Members)
	return out
}

// definitions are those of a channel: its own properties over those that are shared. Only
// detail and tooltip have several.
func definitions(shared []document.Object, own document.Object, ch string) []document.Object {
	var out []document.Object
	v, ok := own.Members[ch]
	from := own
	base := map[string]any{}
	for _, s := range shared {
		if d, is := s.Members[ch].(map[string]any); is {
			base = d
			if !ok {
				from = s
			}
		} else if l, is := s.Members[ch].([]any); is && !ok {
			v, from = l, s
		}
	}
	switch x := v.(type) {
	case []any:
		for i, e := range x {
			if d, ok := from.Doc.Object(e, fmt.Sprintf("%s/%d", from.At(ch), i)); ok {
				out = append(out, d)
			}
		}
		return out
	case map[string]any:
		all := map[string]any{}
		if _, fixed := x["value"]; !fixed {
			maps.Copy(all, base)
		}
		maps.Copy(all, x)
		d, _ := from.Doc.Object(all, from.At(ch))
		return append(out, d)
	case nil:
		if len(base) > 0 {
			d, _ := from.Doc.Object(base, from.At(ch))
			return append(out, d)
		}
	default:
		own.Doc.Invalid(own.At(ch), "a channel is an object")
	}
	return nil
}

// channel takes one definition into the layer.
func (l *layer) channel(ch string, d document.Object, facets *[]*encoding.Field) {
	r := l.r
	switch {
	case slices.Contains([]string{"row", "column", "facet"}, ch):
		if f := r.Field(d, ch); f != nil {
			*facets = append(*facets, f)
		}
	case slices.Contains(positions, ch), slices.Contains(groupings, ch), ch == "text", ch == "order":
		if ch == "order" && !d.Has("field") {
			return
		}
		f := r.Field(d, ch)
		if f == nil {
			return
		}
		if f.Constant == "value" && slices.Contains(positions, ch) && l.mark.kind != "text" && l.mark.kind != "rule" {
			r.Unsupported(d.At("value"), "a place in pixels is not read")
			return
		}
		if ch == "color" || ch == "fill" || ch == "stroke" {
			if s, ok := f.Value.(string); ok && r.invisible(s, nil, nil) && ch != "stroke" {
				l.mark.hidden = true
			}
		}
		if z, ok := f.Value.(float64); ok && z == 0 && (ch == "size" || ch == "opacity") {
			l.mark.hidden = true
		}
		l.enc[ch] = f
	case ch == "detail", slices.Contains(silent, ch):
		if !d.Has("field") {
			return
		}
		if f := r.Field(d, "detail"); f != nil && f.Agg == "" {
			f.As = fmt.Sprintf("\x00%s%d", ch, len(l.detail))
			f.LegendOff = ch != "detail" // only what parts lines counts for them
			l.detail = append(l.detail, f)
		}
	case ch == "angle" || ch == "radius" || ch == "radius2" || ch == "theta2":
		if v, ok := d.Get("value"); ok && v != nil {
			return
		}
		r.Unsupported(d.Pointer, "the channel %s is not read", ch)
	default:
		r.Unsupported(d.Pointer, "the channel %s is not read", ch)
	}
}

// fields are all of the layer, in a fixed order.
func (l *layer) fields() []*encoding.Field {
	var out []*encoding.Field
	for _, ch := range slices.Sorted(maps.Keys(l.enc)) {
		out = append(out, l.enc[ch])
	}
	return append(out, l.detail...)
}

// built makes the layers that a mark is drawn as, of the rows of one panel.
func (l *layer) built(c context) []*layer {
	n := *l
	n.enc = maps.Clone(l.enc)
	n.scales = c.scales.Apart(func(string) bool { return false })
	n.rows = c.rows
	for _, f := range n.fields() {
		if f.Bin == nil && f.Unit == nil {
			n.rows = f.Prepared(l.r.Reader, n.rows)
		}
	}
	if l.r.cells += len(n.rows); l.r.cells > maxCells {
		l.r.Unsupported(l.ptr, "the layers have more than %d rows together", maxCells)
		return nil
	}
	n.raw = n.rows
	switch l.mark.kind {
	case "errorbar", "errorband":
		return n.interval()
	case "boxplot":
		return n.boxplot()
	}
	if err := n.aggregate(); err != nil {
		l.r.Unsupported(l.ptr+"/encoding", "%v", err)
		return nil
	}
	n.orient = n.oriented()
	n.stacked()
	return []*layer{&n}
}

// aggregate computes the aggregates of the encoding, if there are any.
func (l *layer) aggregate() error {
	var by []string
	var aggs []flow.Aggregate
	for _, f := range l.fields() {
		switch {
		case f.Constant != "":
		case f.Agg != "":
			name := f.Name
			if f.Type == encoding.Temporal {
				name = f.As + " dates"
				l.rows = source.Dated(l.rows, flow.Path(f.Name), name)
			}
			aggs = append(aggs, flow.Aggregate{Op: f.Agg, Field: name, As: f.As})
		default:
			by = append(by, f.As)
			if f.Bin != nil || f.Unit != nil {
				by = append(by, f.End)
			}
		}
	}
	if len(aggs) == 0 {
		return nil
	}
	if len(by) == 0 && len(l.rows) == 0 {
		l.rows = flow.Rows{}
		return nil
	}
	var err error
	l.rows, err = l.rows.Aggregate(by, aggs)
	return err
}

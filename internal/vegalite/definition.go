package vegalite

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/source"
)

func (r *reader) sorting(o document.Object, f *field) {
	v, ok := o.Get("sort")
	if !ok {
		return
	}
	f.sort.given = true
	switch s := v.(type) {
	case nil:
		f.sort.kind = sortNone
	case string:
		switch name := strings.TrimPrefix(s, "-"); {
		case s == "ascending":
		case s == "descending":
			f.sort.descending = true
		default:
			f.sort.kind, f.sort.channel, f.sort.descending = sortChannel, name, s != name
		}
	case []any:
		f.sort.kind = sortList
		for _, x := range s {
			f.sort.list = append(f.sort.list, document.Plain(x))
		}
	default:
		m, ok := r.Object(v, o.At("sort"))
		if !ok {
			return
		}
		f.sort.kind = sortBy
		if ch, ok := m.Text("encoding"); ok {
			f.sort.kind, f.sort.channel = sortChannel, ch
		}
		f.sort.field, _ = m.Text("field")
		f.sort.op, _ = m.Text("op")
		how, _ := m.Text("order")
		f.sort.descending = how == "descending"
		if f.sort.op != "" && !slices.Contains(flow.Ops, f.sort.op) {
			r.Unsupported(m.At("op"), "sorting by %q is not read", f.sort.op)
		}
		m.Done("a sort")
	}
}

func (r *reader) stacking(o document.Object, f *field) {
	v, ok := o.Get("stack")
	if !ok {
		return
	}
	how := ""
	switch s := v.(type) {
	case nil:
	case bool:
		if s {
			how = "zero"
		}
	case string:
		if how = s; !slices.Contains(source.Offsets, s) {
			r.Unsupported(o.At("stack"), "the stacking %q is not read", s)
		}
	default:
		r.Unsupported(o.At("stack"), "this stacking is not read")
	}
	f.stack = &how
}

// axis reads what axis and legend say; looks pass.
func (r *reader) axis(o document.Object, f *field) {
	for _, key := range []string{"axis", "legend"} {
		v, ok := o.Get(key)
		if !ok {
			continue
		}
		if v == nil || v == false {
			if key == "axis" {
				f.axisOff = true
			} else {
				f.legendOff = true
			}
			continue
		}
		a, ok := r.Object(v, o.At(key))
		if !ok {
			continue
		}
		if t, ok := a.Get("title"); ok && f.title == nil {
			s := words(t)
			f.title = &s
		}
		if s, ok := a.Members["format"].(string); ok && strings.HasSuffix(s, "%") {
			f.percent = true
		}
		if on, ok := a.Flag("labels"); ok && !on && key == "axis" {
			f.axisOff = true
		}
		for _, k := range []string{"labelExpr"} {
			if _, ok := a.Get(k); ok {
				r.Unsupported(a.At(k), "labels that an expression writes are not read")
			}
		}
		if key == "legend" && a.Members["values"] != nil {
			r.Unsupported(a.At("values"), "a legend of chosen entries is not read")
		}
		a.Done("an "+key, "title*", "label*", "tick*", "grid*", "domain*", "orient", "format", "formatType", "values", "offset", "position", "padding", "minExtent", "maxExtent", "zindex", "style", "bandPosition", "translate", "symbol*",
			"gradient*", "direction", "columns", "type", "fill*", "stroke*", "corner*", "row*", "column*", "clipHeight", "tickCount", "aria", "description", "legendX", "legendY", "ticks")
	}
}

// scaleSpec is what a definition says of its scale.
type scaleSpec struct {
	kind       string
	domain     []any
	lo, hi     any
	zero, nice *bool
	reverse    bool
	base, exp  float64
	constant   float64
	padding    *float64
	given      bool
}

var scaleKinds = []string{"linear", "log", "pow", "sqrt", "symlog", "time", "utc", "ordinal", "band", "point"}

func (r *reader) scaleOf(o document.Object, f *field) {
	v, ok := o.Get("scale")
	if !ok || v == nil {
		if ok && (f.channel == "x" || f.channel == "y") {
			r.Unsupported(o.At("scale"), "positions in pixels are not read")
		}
		return
	}
	s, ok := r.Object(v, o.At("scale"))
	if !ok {
		return
	}
	position := f.channel == "x" || f.channel == "y"
	f.scale.given = true
	if kind, ok := s.Text("type"); ok {
		if f.scale.kind = kind; position && !slices.Contains(scaleKinds, kind) {
			r.Unsupported(s.At("type"), "a %s scale is not read", kind)
		}
	}
	if d, ok := s.Get("domain"); ok {
		list, is := d.([]any)
		if !is {
			r.Unsupported(s.At("domain"), "a domain is read only where it lists its values")
		}
		for i, x := range list {
			f.scale.domain = append(f.scale.domain, r.Literal(x, fmt.Sprintf("%s/%d", s.At("domain"), i)))
		}
		if is && len(list) < 1 {
			r.Unsupported(s.At("domain"), "an empty domain is not read")
		}
	}
	for key, to := range map[string]*any{"domainMin": &f.scale.lo, "domainMax": &f.scale.hi} {
		if x, ok := s.Get(key); ok {
			*to = r.Literal(x, s.At(key))
		}
	}
	if z, ok := s.Flag("zero"); ok {
		f.scale.zero = &z
	}
	if n, ok := s.Get("nice"); ok {
		on := true
		if b, is := n.(bool); is {
			on = b
		} else if position {
			r.Unsupported(s.At("nice"), "nice is read only where it is true or false")
		}
		f.scale.nice = &on
	}
	f.scale.reverse, _ = s.Flag("reverse")
	f.scale.base, _ = s.Number("base")
	f.scale.exp, _ = s.Number("exponent")
	f.scale.constant, _ = s.Number("constant")
	if p, ok := s.Number("padding"); ok {
		f.scale.padding = &p
	}
	if _, ok := s.Members["range"]; ok && position {
		r.Unsupported(s.At("range"), "a range of positions is not read")
	}
	s.Done("a scale", "range", "rangeMin", "rangeMax", "scheme", "interpolate", "paddingInner", "paddingOuter", "round", "clamp", "domainMid", "align", "bins")
	if position && f.scale.base < 0 || math.IsNaN(f.scale.base) {
		r.Invalid(s.At("base"), "the base of a scale is positive")
	}
}

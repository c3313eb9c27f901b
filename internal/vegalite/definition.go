package vegalite

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/vegalite/flow"
)

func (r *reader) sorting(o object, f *field) {
	v, ok := o.get("sort")
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
			f.sort.list = append(f.sort.list, plain(x))
		}
	default:
		m, ok := r.object(v, o.at("sort"))
		if !ok {
			return
		}
		f.sort.kind = sortBy
		if ch, ok := m.text("encoding"); ok {
			f.sort.kind, f.sort.channel = sortChannel, ch
		}
		f.sort.field, _ = m.text("field")
		f.sort.op, _ = m.text("op")
		how, _ := m.text("order")
		f.sort.descending = how == "descending"
		if f.sort.op != "" && !slices.Contains(flow.Ops, f.sort.op) {
			r.unsupported(m.at("op"), "sorting by %q is not read", f.sort.op)
		}
		m.done("a sort")
	}
}

func (r *reader) stacking(o object, f *field) {
	v, ok := o.get("stack")
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
		if how = s; !slices.Contains(offsets, s) {
			r.unsupported(o.at("stack"), "the stacking %q is not read", s)
		}
	default:
		r.unsupported(o.at("stack"), "this stacking is not read")
	}
	f.stack = &how
}

// axis reads what axis and legend say; looks pass.
func (r *reader) axis(o object, f *field) {
	for _, key := range []string{"axis", "legend"} {
		v, ok := o.get(key)
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
		a, ok := r.object(v, o.at(key))
		if !ok {
			continue
		}
		if t, ok := a.get("title"); ok && f.title == nil {
			s := words(t)
			f.title = &s
		}
		if s, ok := a.m["format"].(string); ok && strings.HasSuffix(s, "%") {
			f.percent = true
		}
		if on, ok := a.flag("labels"); ok && !on && key == "axis" {
			f.axisOff = true
		}
		for _, k := range []string{"labelExpr"} {
			if _, ok := a.get(k); ok {
				r.unsupported(a.at(k), "labels that an expression writes are not read")
			}
		}
		if key == "legend" && a.m["values"] != nil {
			r.unsupported(a.at("values"), "a legend of chosen entries is not read")
		}
		a.done("an "+key, "title*", "label*", "tick*", "grid*", "domain*", "orient", "format", "formatType", "values", "offset", "position", "padding", "minExtent", "maxExtent", "zindex", "style", "bandPosition", "translate", "symbol*",
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

func (r *reader) scaleOf(o object, f *field) {
	v, ok := o.get("scale")
	if !ok || v == nil {
		if ok && (f.channel == "x" || f.channel == "y") {
			r.unsupported(o.at("scale"), "positions in pixels are not read")
		}
		return
	}
	s, ok := r.object(v, o.at("scale"))
	if !ok {
		return
	}
	position := f.channel == "x" || f.channel == "y"
	f.scale.given = true
	if kind, ok := s.text("type"); ok {
		if f.scale.kind = kind; position && !slices.Contains(scaleKinds, kind) {
			r.unsupported(s.at("type"), "a %s scale is not read", kind)
		}
	}
	if d, ok := s.get("domain"); ok {
		list, is := d.([]any)
		if !is {
			r.unsupported(s.at("domain"), "a domain is read only where it lists its values")
		}
		for i, x := range list {
			f.scale.domain = append(f.scale.domain, r.literal(x, fmt.Sprintf("%s/%d", s.at("domain"), i)))
		}
		if is && len(list) < 1 {
			r.unsupported(s.at("domain"), "an empty domain is not read")
		}
	}
	for key, to := range map[string]*any{"domainMin": &f.scale.lo, "domainMax": &f.scale.hi} {
		if x, ok := s.get(key); ok {
			*to = r.literal(x, s.at(key))
		}
	}
	if z, ok := s.flag("zero"); ok {
		f.scale.zero = &z
	}
	if n, ok := s.get("nice"); ok {
		on := true
		if b, is := n.(bool); is {
			on = b
		} else if position {
			r.unsupported(s.at("nice"), "nice is read only where it is true or false")
		}
		f.scale.nice = &on
	}
	f.scale.reverse, _ = s.flag("reverse")
	f.scale.base, _ = s.number("base")
	f.scale.exp, _ = s.number("exponent")
	f.scale.constant, _ = s.number("constant")
	if p, ok := s.number("padding"); ok {
		f.scale.padding = &p
	}
	if _, ok := s.m["range"]; ok && position {
		r.unsupported(s.at("range"), "a range of positions is not read")
	}
	s.done("a scale", "range", "rangeMin", "rangeMax", "scheme", "interpolate", "paddingInner", "paddingOuter", "round", "clamp", "domainMid", "align", "bins")
	if position && f.scale.base < 0 || math.IsNaN(f.scale.base) {
		r.invalid(s.at("base"), "the base of a scale is positive")
	}
}

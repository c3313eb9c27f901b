package encoding

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/source"
)

func (r *Reader) sorting(o document.Object, f *Field) {
	v, ok := o.Get("sort")
	if !ok {
		return
	}
	f.Sort.Given = true
	switch s := v.(type) {
	case nil:
		f.Sort.Kind = SortNone
	case string:
		switch name := strings.TrimPrefix(s, "-"); {
		case s == "ascending":
		case s == "descending":
			f.Sort.Descending = true
		default:
			f.Sort.Kind, f.Sort.Channel, f.Sort.Descending = SortChannel, name, s != name
		}
	case []any:
		f.Sort.Kind = SortList
		for _, x := range s {
			f.Sort.list = append(f.Sort.list, document.Plain(x))
		}
	default:
		m, ok := r.Object(v, o.At("sort"))
		if !ok {
			return
		}
		f.Sort.Kind = SortBy
		if ch, ok := m.Text("encoding"); ok {
			f.Sort.Kind, f.Sort.Channel = SortChannel, ch
		}
		f.Sort.Field, _ = m.Text("field")
		f.Sort.Op, _ = m.Text("op")
		how, _ := m.Text("order")
		f.Sort.Descending = how == "descending"
		if f.Sort.Op != "" && !slices.Contains(flow.Ops, f.Sort.Op) {
			r.Unsupported(m.At("op"), "sorting by %q is not read", f.Sort.Op)
		}
		m.Done("a sort")
	}
}

func (r *Reader) stacking(o document.Object, f *Field) {
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
	f.Stack = &how
}

// axis reads what axis and legend say; looks pass.
func (r *Reader) axis(o document.Object, f *Field) {
	for _, key := range []string{"axis", "legend"} {
		v, ok := o.Get(key)
		if !ok {
			continue
		}
		if v == nil || v == false {
			if key == "axis" {
				f.AxisOff = true
			} else {
				f.LegendOff = true
			}
			continue
		}
		a, ok := r.Object(v, o.At(key))
		if !ok {
			continue
		}
		if t, ok := a.Get("title"); ok && f.Title == nil {
			s := Words(t)
			f.Title = &s
		}
		if s, ok := a.Members["format"].(string); ok && strings.HasSuffix(s, "%") {
			f.Percent = true
		}
		if on, ok := a.Flag("labels"); ok && !on && key == "axis" {
			f.AxisOff = true
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

// ScaleSpec is what a definition says of its scale.
type ScaleSpec struct {
	Kind       string
	Domain     []any
	Lo, Hi     any
	Zero, Nice *bool
	Reverse    bool
	Base, Exp  float64
	Constant   float64
	Padding    *float64
	Given      bool
}

var scaleKinds = []string{"linear", "log", "pow", "sqrt", "symlog", "time", "utc", "ordinal", "band", "point"}

func (r *Reader) scaleOf(o document.Object, f *Field) {
	v, ok := o.Get("scale")
	if !ok || v == nil {
		if ok && (f.Channel == "x" || f.Channel == "y") {
			r.Unsupported(o.At("scale"), "positions in pixels are not read")
		}
		return
	}
	s, ok := r.Object(v, o.At("scale"))
	if !ok {
		return
	}
	position := f.Channel == "x" || f.Channel == "y"
	f.Scale.Given = true
	if kind, ok := s.Text("type"); ok {
		if f.Scale.Kind = kind; position && !slices.Contains(scaleKinds, kind) {
			r.Unsupported(s.At("type"), "a %s scale is not read", kind)
		}
	}
	if d, ok := s.Get("domain"); ok {
		list, is := d.([]any)
		if !is {
			r.Unsupported(s.At("domain"), "a domain is read only where it lists its values")
		}
		for i, x := range list {
			f.Scale.Domain = append(f.Scale.Domain, r.Literal(x, fmt.Sprintf("%s/%d", s.At("domain"), i)))
		}
		if is && len(list) < 1 {
			r.Unsupported(s.At("domain"), "an empty domain is not read")
		}
	}
	for key, to := range map[string]*any{"domainMin": &f.Scale.Lo, "domainMax": &f.Scale.Hi} {
		if x, ok := s.Get(key); ok {
			*to = r.Literal(x, s.At(key))
		}
	}
	if z, ok := s.Flag("zero"); ok {
		f.Scale.Zero = &z
	}
	if n, ok := s.Get("nice"); ok {
		on := true
		if b, is := n.(bool); is {
			on = b
		} else if position {
			r.Unsupported(s.At("nice"), "nice is read only where it is true or false")
		}
		f.Scale.Nice = &on
	}
	f.Scale.Reverse, _ = s.Flag("reverse")
	f.Scale.Base, _ = s.Number("base")
	f.Scale.Exp, _ = s.Number("exponent")
	f.Scale.Constant, _ = s.Number("constant")
	if p, ok := s.Number("padding"); ok {
		f.Scale.Padding = &p
	}
	if _, ok := s.Members["range"]; ok && position {
		r.Unsupported(s.At("range"), "a range of positions is not read")
	}
	s.Done("a scale", "range", "rangeMin", "rangeMax", "scheme", "interpolate", "paddingInner", "paddingOuter", "round", "clamp", "domainMid", "align", "bins")
	if position && f.Scale.Base < 0 || math.IsNaN(f.Scale.Base) {
		r.Invalid(s.At("base"), "the base of a scale is positive")
	}
}

// Words is a title: a text, lines of text, or an object that has them.
func Words(v any) string {
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
		return Words(t["text"])
	}
	return ""
}

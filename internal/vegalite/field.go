package vegalite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
	"github.com/assaybench/assay/internal/vegalite/source"
)

// Types of fields.
const (
	quantitative = "quantitative"
	temporal     = "temporal"
	ordinal      = "ordinal"
	nominal      = "nominal"
)

// field is one channel of an encoding.
type field struct {
	ptr, channel string
	name         string // of the field; empty for a constant or a count
	typ          string
	agg          string
	bin          *flow.Bins
	binned       bool
	unit         flow.Unit
	value        any    // of a constant in the units of looks: pixels, colours
	datum        any    // of a constant in the units of the data
	constant     string // "value" or "datum"
	title        *string
	sort         sortSpec
	stack        *string
	scale        scaleSpec
	axisOff      bool
	percent      bool // its axis writes shares as percent
	legendOff    bool
	as           string // the column that holds it, computed
	end          string // of bins and time units: where they end
}

// Ways to sort a discrete field.
const (
	sortUp = iota
	sortNone
	sortList
	sortBy
	sortChannel
)

type sortSpec struct {
	kind       int
	descending bool
	list       []any
	field, op  string // of sortBy
	channel    string // of sortChannel
	given      bool
}

// index is the place of a value in a list; those not in it come last.
func (s sortSpec) index(v any) int {
	t := formula.Text(v)
	for i, x := range s.list {
		if formula.Text(x) == t {
			return i
		}
	}
	return len(s.list)
}

// discrete reports whether a field has names in place of numbers.
func (f *field) discrete() bool {
	if f == nil {
		return false
	}
	switch f.scale.kind {
	case "band", "point", "ordinal":
		return true
	}
	return f.typ == ordinal || f.typ == nominal
}

// measure reports whether a field is a number that is not binned.
func (f *field) measure() bool {
	return f != nil && f.constant != "value" && f.typ == quantitative && f.bin == nil && !f.binned && !f.discrete()
}

// continuous reports whether a field stands on an axis of numbers or times.
func (f *field) continuous() bool {
	return f != nil && f.constant != "value" && !f.discrete()
}

// id tells what a field shows: its name with what is computed of it.
func (f *field) id() string {
	if f.bin != nil {
		return fmt.Sprintf("bin_%v_%s", *f.bin, f.name)
	}
	return strings.Join([]string{f.agg, f.unit.Title(), f.name}, "|")
}

// of is the value of a row, once it was prepared.
func (f *field) of(row formula.Row) any {
	if f.constant != "" {
		if f.constant == "datum" {
			return f.datum
		}
		return f.value
	}
	v, ok := row[f.as]
	if !ok {
		return formula.Undefined{}
	}
	return v
}

// label is the name of a value of a discrete field.
func (f *field) label(v any) string {
	d, date := v.(formula.Date)
	switch {
	case f.bin != nil:
		return formula.Text(v)
	case date && f.unit != nil:
		return f.unit.Label(d)
	case date:
		return d.Time().Format("2006-01-02")
	}
	return formula.Text(v)
}

var verbs = map[string]string{
	"average": "Average", "mean": "Mean", "count": "Count", "sum": "Sum", "min": "Min", "max": "Max", "median": "Median", "stdev": "Stdev", "stdevp": "Stdevp", "stderr": "Stderr", "variance": "Variance", "variancep": "Variancep",
	"q1": "Q1", "q3": "Q3", "ci0": "Ci0", "ci1": "Ci1", "distinct": "Distinct", "valid": "Valid", "missing": "Missing", "product": "Product",
}

// words is the title of what a field shows.
func (f *field) words() string {
	switch {
	case f.title != nil:
		return *f.title
	case f.agg == "count":
		return "Count of Records"
	case f.agg != "":
		return verbs[f.agg] + " of " + f.name
	case f.bin != nil:
		return f.name + " (binned)"
	case f.unit != nil:
		return f.name + " (" + f.unit.Title() + ")"
	}
	return f.name
}

// looks of channels.
var fieldLooks = []string{"bandPosition", "impute"}

// field reads one channel definition; nil where it is wrong.
func (r *reader) field(o document.Object, channel string) *field {
	f := &field{ptr: o.Pointer, channel: channel, as: "\x00" + channel}
	if v, ok := o.Get("value"); ok {
		f.constant, f.value = "value", document.Plain(v)
		r.condition(o)
		o.Done("the channel "+channel, "type", "legend", "scale", "axis")
		return f
	}
	f.typ, _ = o.Text("type")
	if f.typ != "" && !slices.Contains([]string{quantitative, temporal, ordinal, nominal}, f.typ) {
		r.Unsupported(o.At("type"), "the type %q is not read", f.typ)
		return nil
	}
	if v, ok := o.Get("datum"); ok {
		f.constant = "datum"
		f.datum = r.Literal(v, o.At("datum"))
		if f.typ == "" {
			switch f.datum.(type) {
			case float64:
				f.typ = quantitative
			case formula.Date:
				f.typ = temporal
			default:
				f.typ = nominal
			}
		}
		if f.typ == temporal {
			f.datum = formula.ParseDate(f.datum)
		}
	}
	if v, ok := o.Get("field"); ok {
		name, is := v.(string)
		if !is {
			r.Unsupported(o.At("field"), "a field is read only where it is named by a text")
			return nil
		}
		f.name = name
	}
	if v, ok := o.Get("aggregate"); ok && v != nil {
		op, is := v.(string)
		if !is || !slices.Contains(flow.Ops, op) {
			r.Unsupported(o.At("aggregate"), "the aggregate %v is not read", v)
			return nil
		}
		f.agg = op
	}
	most := 10.0
	switch channel {
	case "row", "column", "size", "color", "fill", "stroke", "strokeWidth", "opacity", "fillOpacity", "strokeOpacity", "shape":
		most = 6
	}
	if v, ok := o.Get("bin"); ok {
		b, binned, on := r.Bins(v, o.At("bin"), most)
		if f.binned = binned; on && !binned {
			f.bin = &b
		}
	}
	if v, ok := o.Get("timeUnit"); ok && v != nil {
		name, is := v.(string)
		unit, known := flow.ParseUnit(name)
		if !is || !known {
			r.Unsupported(o.At("timeUnit"), "the time unit %v is not read", v)
			return nil
		}
		f.unit = unit
	}
	if v, ok := o.Get("title"); ok {
		s := words(v)
		f.title = &s
	}
	r.sorting(o, f)
	r.stacking(o, f)
	r.axis(o, f)
	r.scaleOf(o, f)
	if f.typ == "" {
		f.typ = f.impliedType()
	}
	if f.name == "" && f.agg != "count" && f.constant == "" {
		r.Invalid(o.Pointer, "the channel %s has neither a field nor a value", channel)
		return nil
	}
	if f.bin != nil && f.discrete() {
		r.Unsupported(o.At("bin"), "bins on a scale of names are not read")
		return nil
	}
	r.condition(o)
	if v, ok := o.Members["impute"]; ok && v != nil {
		r.Unsupported(o.At("impute"), "imputing in an encoding is not read")
	}
	if h, ok := o.Sub("header"); ok {
		h.Done("a header", "title*", "label*", "orient", "format", "formatType")
	}
	o.Done("the channel "+channel, append(fieldLooks, "format", "formatType", "spacing", "columns", "align", "center", "bounds")...)
	return f
}

// impliedType is that of a definition without a type.
func (f *field) impliedType() string {
	switch f.channel {
	case "row", "column", "facet", "shape", "strokeDash":
		return nominal
	case "order":
		return ordinal
	}
	switch {
	case f.sort.kind == sortList:
		return ordinal
	case f.unit != nil:
		return temporal
	case f.bin != nil || f.binned || f.agg != "":
		return quantitative
	}
	switch f.scale.kind {
	case "linear", "log", "pow", "sqrt", "symlog":
		return quantitative
	case "time", "utc":
		return temporal
	}
	return nominal
}

// condition allows conditions that change looks only.
func (r *reader) condition(o document.Object) {
	v, ok := o.Get("condition")
	if !ok {
		return
	}
	list, many := v.([]any)
	if !many {
		list = []any{v}
	}
	for _, v := range list {
		m, ok := v.(map[string]any)
		if !ok || m["value"] == nil {
			r.Unsupported(o.At("condition"), "a condition is read only where it gives a fixed look")
			return
		}
	}
}

// prepared gives rows the column of a field, with its bins and time units; not its aggregate.
func (f *field) prepared(r *reader, rows flow.Rows) flow.Rows {
	if f.constant != "" || f.agg != "" {
		return rows
	}
	f.end = f.as + " end"
	switch {
	case f.bin != nil:
		out, ok := rows.Bin(f.name, *f.bin, f.as, f.end)
		if !ok {
			r.Unsupported(f.ptr+"/bin", "the bins of %s cannot be made", f.name)
			return rows
		}
		return out
	case f.unit != nil:
		return rows.TimeUnit(f.name, f.unit, f.as, f.end)
	case f.typ == temporal:
		return source.Dated(rows, flow.Path(f.name), f.as)
	}
	p := flow.Path(f.name)
	return rows.With(f.as, func(row formula.Row) any { return flow.Get(row, p) })
}

// Package encoding reads the channels of a Vega-Lite view: which field each shows, how it is
// binned, sorted and stacked, and what it says of its axis and scale.
package encoding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
	"github.com/assaybench/assay/internal/vegalite/source"
)

// Reader reads the definitions of channels.
type Reader struct{ *source.Reader }

// Types of fields.
const (
	Quantitative = "quantitative"
	Temporal     = "temporal"
	Ordinal      = "ordinal"
	Nominal      = "nominal"
)

// Field is one channel of an encoding.
type Field struct {
	Pointer, Channel string
	Name             string // of the field; empty for a constant or a count
	Type             string
	Agg              string
	Bin              *flow.Bins
	Binned           bool
	Unit             flow.Unit
	Value            any    // of a constant in the units of looks: pixels, colours
	datum            any    // of a constant in the units of the data
	Constant         string // "value" or "datum"
	Title            *string
	Sort             SortSpec
	Stack            *string
	Scale            ScaleSpec
	AxisOff          bool
	Percent          bool // its axis writes shares as percent
	LegendOff        bool
	As               string // the column that holds it, computed
	End              string // of bins and time units: where they end
}

// Ways to sort a discrete field.
const (
	SortUp = iota
	SortNone
	SortList
	SortBy
	SortChannel
)

// SortSpec is how a discrete field is sorted.
type SortSpec struct {
	Kind       int
	Descending bool
	list       []any
	Field, Op  string // of sortBy
	Channel    string // of sortChannel
	Given      bool
}

// Index is the place of a value in a list; those not in it come last.
func (s SortSpec) Index(v any) int {
	t := formula.Text(v)
	for i, x := range s.list {
		if formula.Text(x) == t {
			return i
		}
	}
	return len(s.list)
}

// Discrete reports whether a field has names in place of numbers.
func (f *Field) Discrete() bool {
	if f == nil {
		return false
	}
	switch f.Scale.Kind {
	case "band", "point", "ordinal":
		return true
	}
	return f.Type == Ordinal || f.Type == Nominal
}

// Measure reports whether a field is a number that is not binned.
func (f *Field) Measure() bool {
	return f != nil && f.Constant != "value" && f.Type == Quantitative && f.Bin == nil && !f.Binned && !f.Discrete()
}

// Continuous reports whether a field stands on an axis of numbers or times.
func (f *Field) Continuous() bool {
	return f != nil && f.Constant != "value" && !f.Discrete()
}

// Id tells what a field shows: its name with what is computed of it.
func (f *Field) Id() string {
	if f.Bin != nil {
		return fmt.Sprintf("bin_%v_%s", *f.Bin, f.Name)
	}
	return strings.Join([]string{f.Agg, f.Unit.Title(), f.Name}, "|")
}

// Of is the value of a row, once it was prepared.
func (f *Field) Of(row formula.Row) any {
	if f.Constant != "" {
		if f.Constant == "datum" {
			return f.datum
		}
		return f.Value
	}
	v, ok := row[f.As]
	if !ok {
		return formula.Undefined{}
	}
	return v
}

// Label is the name of a value of a discrete field.
func (f *Field) Label(v any) string {
	d, date := v.(formula.Date)
	switch {
	case f.Bin != nil:
		return formula.Text(v)
	case date && f.Unit != nil:
		return f.Unit.Label(d)
	case date:
		return d.Time().Format("2006-01-02")
	}
	return formula.Text(v)
}

var verbs = map[string]string{
	"average": "Average", "mean": "Mean", "count": "Count", "sum": "Sum", "min": "Min", "max": "Max", "median": "Median", "stdev": "Stdev", "stdevp": "Stdevp", "stderr": "Stderr", "variance": "Variance", "variancep": "Variancep",
	"q1": "Q1", "q3": "Q3", "ci0": "Ci0", "ci1": "Ci1", "distinct": "Distinct", "valid": "Valid", "missing": "Missing", "product": "Product",
}

// Words is the title of what a field shows.
func (f *Field) Words() string {
	switch {
	case f.Title != nil:
		return *f.Title
	case f.Agg == "count":
		return "Count of Records"
	case f.Agg != "":
		return verbs[f.Agg] + " of " + f.Name
	case f.Bin != nil:
		return f.Name + " (binned)"
	case f.Unit != nil:
		return f.Name + " (" + f.Unit.Title() + ")"
	}
	return f.Name
}

// looks of channels.
var fieldLooks = []string{"bandPosition", "impute"}

// Field reads one channel definition; nil where it is wrong.
func (r *Reader) Field(o document.Object, channel string) *Field {
	f := &Field{Pointer: o.Pointer, Channel: channel, As: "\x00" + channel}
	if v, ok := o.Get("value"); ok {
		f.Constant, f.Value = "value", document.Plain(v)
		r.condition(o)
		o.Done("the channel "+channel, "type", "legend", "scale", "axis")
		return f
	}
	f.Type, _ = o.Text("type")
	if f.Type != "" && !slices.Contains([]string{Quantitative, Temporal, Ordinal, Nominal}, f.Type) {
		r.Unsupported(o.At("type"), "the type %q is not read", f.Type)
		return nil
	}
	if v, ok := o.Get("datum"); ok {
		f.Constant = "datum"
		f.datum = r.Literal(v, o.At("datum"))
		if f.Type == "" {
			switch f.datum.(type) {
			case float64:
				f.Type = Quantitative
			case formula.Date:
				f.Type = Temporal
			default:
				f.Type = Nominal
			}
		}
		if f.Type == Temporal {
			f.datum = formula.ParseDate(f.datum)
		}
	}
	if v, ok := o.Get("field"); ok {
		name, is := v.(string)
		if !is {
			r.Unsupported(o.At("field"), "a field is read only where it is named by a text")
			return nil
		}
		f.Name = name
	}
	if v, ok := o.Get("aggregate"); ok && v != nil {
		op, is := v.(string)
		if !is || !slices.Contains(flow.Ops, op) {
			r.Unsupported(o.At("aggregate"), "the aggregate %v is not read", v)
			return nil
		}
		f.Agg = op
	}
	most := 10.0
	switch channel {
	case "row", "column", "size", "color", "fill", "stroke", "strokeWidth", "opacity", "fillOpacity", "strokeOpacity", "shape":
		most = 6
	}
	if v, ok := o.Get("bin"); ok {
		b, binned, on := r.Bins(v, o.At("bin"), most)
		if f.Binned = binned; on && !binned {
			f.Bin = &b
		}
	}
	if v, ok := o.Get("timeUnit"); ok && v != nil {
		name, is := v.(string)
		unit, known := flow.ParseUnit(name)
		if !is || !known {
			r.Unsupported(o.At("timeUnit"), "the time unit %v is not read", v)
			return nil
		}
		f.Unit = unit
	}
	if v, ok := o.Get("title"); ok {
		s := Words(v)
		f.Title = &s
	}
	r.sorting(o, f)
	r.stacking(o, f)
	r.axis(o, f)
	r.scaleOf(o, f)
	if f.Type == "" {
		f.Type = f.impliedType()
	}
	if f.Name == "" && f.Agg != "count" && f.Constant == "" {
		r.Invalid(o.Pointer, "the channel %s has neither a field nor a value", channel)
		return nil
	}
	if f.Bin != nil && f.Discrete() {
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
func (f *Field) impliedType() string {
	switch f.Channel {
	case "row", "column", "facet", "shape", "strokeDash":
		return Nominal
	case "order":
		return Ordinal
	}
	switch {
	case f.Sort.Kind == SortList:
		return Ordinal
	case f.Unit != nil:
		return Temporal
	case f.Bin != nil || f.Binned || f.Agg != "":
		return Quantitative
	}
	switch f.Scale.Kind {
	case "linear", "log", "pow", "sqrt", "symlog":
		return Quantitative
	case "time", "utc":
		return Temporal
	}
	return Nominal
}

// condition allows conditions that change looks only.
func (r *Reader) condition(o document.Object) {
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

// Prepared gives rows the column of a field, with its bins and time units; not its aggregate.
func (f *Field) Prepared(r *Reader, rows flow.Rows) flow.Rows {
	if f.Constant != "" || f.Agg != "" {
		return rows
	}
	f.End = f.As + " end"
	switch {
	case f.Bin != nil:
		out, ok := rows.Bin(f.Name, *f.Bin, f.As, f.End)
		if !ok {
			r.Unsupported(f.Pointer+"/bin", "the bins of %s cannot be made", f.Name)
			return rows
		}
		return out
	case f.Unit != nil:
		return rows.TimeUnit(f.Name, f.Unit, f.As, f.End)
	case f.Type == Temporal:
		return source.Dated(rows, flow.Path(f.Name), f.As)
	}
	p := flow.Path(f.Name)
	return rows.With(f.As, func(row formula.Row) any { return flow.Get(row, p) })
}

// Order compares two values of a discrete field as its sort says.
func (f *Field) Order(a, b any) int {
	switch f.Sort.Kind {
	case SortNone:
		return 0
	case SortList:
		return f.Sort.Index(a) - f.Sort.Index(b)
	}
	c := formula.Compare(a, b)
	if f.Sort.Descending {
		return -c
	}
	return c
}

package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/spec"
)

// Table is a table as a recorder takes it: columns of one length, in order.
type Table []TableColumn

// TableColumn is a column: a slice of numbers, texts, truth values or times, or of
// pointers to these where some are missing. NaN is missing too.
type TableColumn struct {
	Name   string
	Values any
}

// Sizes of what is described.
const (
	exactValues = 64     // sent with the value itself
	wholeValues = 65_536 // beyond, content is not sent, and its digest takes its place
	maxColumns  = 256
)

// content is the elements of a column or array in the two forms of a trace.
type content struct {
	dtype string // float | int | bool | str | time
	shape []int
	num   []float64
	text  []*string // of dtype str
}

func (c content) len() int { return max(len(c.num), len(c.text)) }

// fingerprint is the same for equal content, whatever holds it.
func (c content) fingerprint() string {
	h := sha256.New()
	if c.text != nil {
		b, _ := json.Marshal(c.text) // texts always encode
		fmt.Fprintf(h, "U%v\n", c.shape)
		h.Write(b)
	} else {
		fmt.Fprintf(h, "f8%v\n", c.shape)
		h.Write(EncodeFloats(c.num))
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// values are the elements, where they are few.
func (c content) values() []spec.Value {
	if c.len() > exactValues {
		return nil
	}
	var out []spec.Value
	for _, t := range c.text {
		if t == nil {
			out = append(out, spec.Value{})
		} else {
			out = append(out, spec.TextValue(*t))
		}
	}
	for _, f := range c.num {
		if c.dtype == "bool" && !math.IsNaN(f) {
			out = append(out, spec.Value{Kind: spec.ValueBool, Bool: f != 0})
		} else {
			out = append(out, spec.NumberValue(f))
		}
	}
	return out
}

// mix is the order-free digest of the rows.
func (c content) mix() string {
	col := canon.Column{Num: c.num}
	if c.text != nil {
		col = canon.Column{Text: make([]string, len(c.text)), Missing: make([]bool, len(c.text))}
		for i, t := range c.text {
			if t == nil {
				col.Missing[i] = true
			} else {
				col.Text[i] = *t
			}
		}
	}
	sum, err := canon.Rows(col)
	if err != nil {
		return ""
	}
	return canon.Text(sum)
}

// describe is what a trace says of a value, whose content is sent once. Of a value with
// enough elements the operation is kept as the one that gave it.
func (r *Recorder) describe(x any, by Ref) *Value {
	if x == nil {
		return nil
	}
	if c, ok := scalarOf(reflect.ValueOf(x)); ok {
		return &Value{Type: "scalar", DType: c.dtype, V: c.values()}
	}
	if c, ok := contentOf(x); ok {
		fp, v, mix := r.column(c, by)
		kind := "array"
		if len(c.shape) == 1 {
			kind = "list"
		}
		return &Value{Type: kind, Shape: c.shape, DType: c.dtype, FP: fp, V: v, Mix: mix}
	}
	names, columns, kind := columnsOf(x)
	if kind == "" {
		return &Value{Type: "opaque", DType: fmt.Sprintf("%T", x)}
	}
	out := &Value{Type: kind, Shape: []int{0, len(columns)}}
	h := sha256.New()
	for i, c := range columns[:min(len(columns), maxColumns)] {
		fp, v, mix := r.column(c, by)
		fmt.Fprintf(h, "%q %s\n", names[i], fp)
		out.Cols = append(out.Cols, Col{Name: names[i], DType: c.dtype, FP: fp, V: v, Mix: mix})
		out.Shape[0] = max(out.Shape[0], c.len())
	}
	out.FP = hex.EncodeToString(h.Sum(nil))[:24]
	return out
}

// column sends the content of a column or array and says what stands for it.
func (r *Recorder) column(c content, by Ref) (fp string, v []spec.Value, mix string) {
	fp = c.fingerprint()
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.made[fp]; !known && c.len() >= minShared {
		r.made[fp] = by
	}
	if c.len() > wholeValues {
		return fp, nil, c.mix()
	}
	if r.sent[fp] {
		return fp, c.values(), ""
	}
	size := 11 * len(c.num)
	for _, t := range c.text {
		size += 6
		if t != nil {
			size += len(*t)
		}
	}
	if size > maxPiece || r.spent+size > maxContent {
		return fp, c.values(), c.mix()
	}
	r.sent[fp], r.spent = true, r.spent+size
	a := &Array{FP: fp, DType: F8, Shape: c.shape}
	if c.text != nil {
		a.DType, a.Text = Text, c.text
	} else {
		a.B64 = EncodeFloats(c.num)
	}
	r.emit(Event{Header: Header{K: KindArray}, Array: a})
	return fp, c.values(), ""
}

var timeType = reflect.TypeFor[time.Time]()

// scalarOf is the content of one number, text, truth value or time.
func scalarOf(v reflect.Value) (content, bool) {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	c := content{shape: []int{}}
	switch {
	case !v.IsValid():
		return c, false
	case v.Type() == timeType && v.CanInterface():
		c.dtype, c.num = "time", []float64{days(v.Interface().(time.Time))}
	case v.CanFloat():
		c.dtype, c.num = "float", []float64{v.Float()}
	case v.CanInt():
		c.dtype, c.num = "int", []float64{float64(v.Int())}
	case v.CanUint():
		c.dtype, c.num = "int", []float64{float64(v.Uint())}
	case v.Kind() == reflect.Bool:
		c.dtype, c.num = "bool", []float64{0}
		if v.Bool() {
			c.num[0] = 1
		}
	case v.Kind() == reflect.String:
		s := strings.ToValidUTF8(v.String(), "�")
		c.dtype, c.text = "str", []*string{&s}
	default:
		return c, false
	}
	return c, true
}

// days counts from 1970-01-01T00:00Z.
func days(t time.Time) float64 {
	return (float64(t.Unix()) + float64(t.Nanosecond())/1e9) / 86_400
}

// contentOf is the content of a slice of scalars, or of slices of as many numbers each.
func contentOf(x any) (content, bool) {
	v := reflect.ValueOf(x)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return content{}, false
	}
	if e := v.Type().Elem(); e.Kind() == reflect.Slice || e.Kind() == reflect.Array {
		return matrix(v)
	}
	return list(v)
}

func list(v reflect.Value) (content, bool) {
	out := content{shape: []int{v.Len()}}
	e := v.Type().Elem()
	for e.Kind() == reflect.Pointer {
		e = e.Elem()
	}
	like, ok := scalarOf(reflect.Zero(e))
	if !ok {
		return out, false
	}
	out.dtype = like.dtype
	if like.text != nil {
		out.text = make([]*string, 0, v.Len())
	} else {
		out.num = make([]float64, 0, v.Len())
	}
	for i := range v.Len() {
		c, ok := scalarOf(v.Index(i))
		switch {
		case like.text != nil && !ok:
			out.text = append(out.text, nil)
		case like.text != nil:
			out.text = append(out.text, c.text[0])
		case !ok:
			out.num = append(out.num, math.NaN())
		default:
			out.num = append(out.num, c.num[0])
		}
	}
	return out, true
}

func matrix(v reflect.Value) (content, bool) {
	out := content{}
	for i := range v.Len() {
		row, ok := list(v.Index(i))
		if !ok || row.text != nil || i > 0 && row.len() != out.shape[1] {
			return out, false
		}
		if i == 0 {
			out.dtype, out.shape = row.dtype, []int{v.Len(), row.len()}
		}
		out.num = append(out.num, row.num...)
	}
	return out, v.Len() > 0
}

// columnsOf are the columns of a table, a frame, a slice of structs or a map; kind is
// table, or map where the columns differ in length; empty for anything else.
func columnsOf(x any) (names []string, columns []content, kind string) {
	add := func(name string, values any) {
		if c, ok := contentOf(values); ok && len(c.shape) == 1 {
			names, columns = append(names, name), append(columns, c)
		}
	}
	switch t := x.(type) {
	case Table:
		for _, c := range t {
			add(c.Name, c.Values)
		}
	case spec.Frame:
		return columnsOf(&t)
	case *spec.Frame:
		if t == nil {
			return nil, nil, ""
		}
		for _, c := range t.Columns {
			names, columns = append(names, c.Name), append(columns, ofColumn(c))
		}
	default:
		switch v := reflect.ValueOf(x); {
		case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
			structs(v, add)
		case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
			mapped(v, add)
		}
	}
	if len(columns) == 0 {
		return nil, nil, ""
	}
	for _, c := range columns {
		if c.len() != columns[0].len() {
			return names, columns, "map"
		}
	}
	return names, columns, "table"
}

// structs adds the exported fields of a slice of structs, under the names that JSON has for
// them.
func structs(v reflect.Value, add func(string, any)) {
	for _, f := range reflect.VisibleFields(v.Type().Elem()) {
		if !f.IsExported() || len(f.Index) > 1 {
			continue
		}
		name := f.Name
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" && tag != "-" {
			name = tag
		}
		column := reflect.MakeSlice(reflect.SliceOf(f.Type), v.Len(), v.Len())
		for i := range v.Len() {
			column.Index(i).Set(v.Index(i).Field(f.Index[0]))
		}
		add(name, column.Interface())
	}
}

// mapped adds the slices of a map, or its numbers as one column beside the keys.
func mapped(v reflect.Value, add func(string, any)) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	if v.Type().Elem().Kind() == reflect.Slice {
		for _, k := range keys {
			add(k.String(), v.MapIndex(k).Interface())
		}
		return
	}
	names := make([]string, len(keys))
	values := reflect.MakeSlice(reflect.SliceOf(v.Type().Elem()), len(keys), len(keys))
	for i, k := range keys {
		names[i] = k.String()
		values.Index(i).Set(v.MapIndex(k))
	}
	add("key", names)
	add("value", values.Interface())
}

func ofColumn(c spec.Column) content {
	out := content{dtype: "float", shape: []int{c.Len()}}
	switch c.Kind {
	case spec.ColumnText:
		out.dtype, out.text = "str", make([]*string, c.Len())
		for i := range out.text {
			if !c.IsMissing(i) {
				out.text[i] = &c.Text[i]
			}
		}
		return out
	case spec.ColumnBool:
		out.dtype = "bool"
	case spec.ColumnTime:
		out.dtype = "time"
	}
	out.num = slices.Clone(c.Num)
	for i := range out.num {
		if c.IsMissing(i) {
			out.num[i] = math.NaN()
		}
	}
	return out
}

// Package source gives the rows of a Vega-Lite specification: from its data, its files and the
// transforms of its views.
package source

import (
	"encoding/csv"
	"fmt"
	"path"
	"strings"

	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
	"github.com/assaybench/assay/spec"
)

const maxTransforms = 100

// Open gives the bytes of a data file by its relative path.
type Open func(path string) ([]byte, error)

// Reader reads the rows of one specification.
type Reader struct {
	*document.Document
	Sets   map[string]any // named data sets of the specification
	Params map[string]any // of expressions
	open   Open
	files  map[string][]byte
}

// NewReader reads the rows of a document; open, which may be nil, gives its files.
func NewReader(d *document.Document, open Open) *Reader {
	return &Reader{Document: d, open: open, files: map[string][]byte{}}
}

// Rows are those of a view: of its own data, or of the views around it.
func (r *Reader) Rows(o document.Object, around flow.Rows) flow.Rows {
	v, ok := o.Get("data")
	if !ok {
		return around
	}
	if v == nil {
		return flow.Rows{{}}
	}
	d, ok := r.Object(v, o.At("data"))
	if !ok {
		return nil
	}
	format, _ := d.Sub("format")
	defer func() { d.Done("data") }()
	switch {
	case d.Has("values"):
		values, _ := d.Get("values")
		d.Text("name")
		return r.table(values, d.At("values"), format, "")
	case d.Has("url"):
		url, ok := d.Text("url")
		d.Text("name")
		if !ok {
			return nil
		}
		return r.file(url, d.At("url"), format)
	case d.Has("name"):
		name, _ := d.Text("name")
		values, ok := r.Sets[name]
		if !ok {
			r.Say(document.CodeData, d.At("name"), "put the rows into datasets", "there is no data set %q in the specification", name)
			return nil
		}
		return r.table(values, "/datasets/"+document.Escapes.Replace(name), format, "")
	}
	for _, k := range document.Sorted(d.Members) {
		r.Unsupported(d.At(k), "rows by %s are not read", k)
		d.Get(k)
	}
	return nil
}

// file reads rows from a file under data/.
func (r *Reader) file(url, ptr string, format document.Object) flow.Rows {
	clean := path.Clean(url)
	if strings.Contains(url, ":") || path.IsAbs(url) || strings.HasPrefix(clean, "..") || strings.Contains(url, `\`) {
		r.Say(document.CodeData, ptr, "give a relative path to a file in the folder data", "%q is no file of the run: only relative paths are read", url)
		return nil
	}
	if r.open == nil {
		r.Say(document.CodeData, ptr, "put the rows into the specification", "files beside the specification are not to be had")
		return nil
	}
	data, ok := r.files[clean]
	if !ok {
		var err error
		if data, err = r.open(clean); err != nil {
			r.Say(document.CodeData, ptr, "give a relative path to a file in the folder data", "the rows cannot be read: %v", err)
			return nil
		}
		r.files[clean] = data
	}
	kind := strings.TrimPrefix(strings.ToLower(path.Ext(clean)), ".")
	if kind != "csv" && kind != "tsv" {
		kind = "json"
	}
	return r.table(string(data), ptr, format, kind)
}

// table makes rows of values: a list of objects or plain values, or text in a format.
func (r *Reader) table(values any, ptr string, format document.Object, kind string) flow.Rows {
	if t, ok := format.Text("type"); ok {
		kind = t
	}
	if s, ok := values.(string); ok {
		var delimiter rune
		switch kind {
		case "csv":
			delimiter = ','
		case "tsv":
			delimiter = '\t'
		case "dsv":
			d, _ := format.Text("delimiter")
			for _, c := range d {
				delimiter = c
				break
			}
		case "json", "":
			if len(s) > spec.MaxJSONBytes {
				r.Say(document.CodeData, ptr, "", "the data have more than %d bytes", spec.MaxJSONBytes)
				return nil
			}
			doc, list := spec.ParseJSON("data", []byte(s))
			if doc == nil {
				r.Say(document.CodeData, ptr, "", "the data are no JSON: %v", list.Err())
				return nil
			}
			values = doc.Root
		default:
			r.Unsupported(format.At("type"), "data in the format %q are not read", kind)
			return nil
		}
		if delimiter != 0 {
			return r.parsed(r.delimited(s, delimiter, ptr), format)
		}
	}
	if prop, ok := format.Text("property"); ok {
		for _, name := range flow.Path(prop) {
			m, _ := values.(map[string]any)
			values = m[name]
		}
	}
	list, ok := values.([]any)
	if !ok {
		if m, is := values.(map[string]any); is {
			list = []any{m}
		} else {
			r.Say(document.CodeData, ptr, "give a list of rows", "the data are no list of rows")
			return nil
		}
	}
	if len(list) > flow.MaxRows {
		r.Say(document.CodeData, ptr, "", "the data have %d rows; at most %d are read", len(list), flow.MaxRows)
		return nil
	}
	rows := make(flow.Rows, len(list))
	for i, v := range list {
		if m, ok := v.(map[string]any); ok {
			rows[i] = document.Plain(m).(map[string]any)
		} else {
			rows[i] = formula.Row{"data": document.Plain(v)}
		}
	}
	return r.parsed(rows, format)
}

func (r *Reader) delimited(s string, delimiter rune, ptr string) flow.Rows {
	in := csv.NewReader(strings.NewReader(strings.TrimPrefix(s, "\ufeff")))
	in.Comma, in.FieldsPerRecord = delimiter, -1
	all, err := in.ReadAll()
	if err != nil {
		r.Say(document.CodeData, ptr, "", "the data cannot be read as rows: %v", err)
		return nil
	}
	if len(all) == 0 {
		return flow.Rows{}
	}
	if len(all)-1 > flow.MaxRows {
		r.Say(document.CodeData, ptr, "", "the data have %d rows; at most %d are read", len(all)-1, flow.MaxRows)
		return nil
	}
	rows := make(flow.Rows, 0, len(all)-1)
	for _, cells := range all[1:] {
		row := formula.Row{}
		for j, name := range all[0] {
			if j < len(cells) {
				row[name] = cells[j]
			}
		}
		rows = append(rows, row)
	}
	return rows // cells are texts, as for Vega, unless the format says more
}

// parsed converts fields as the format says.
func (r *Reader) parsed(rows flow.Rows, format document.Object) flow.Rows {
	if format.Members == nil {
		return rows
	}
	if p, ok := format.Get("parse"); ok && p != nil {
		if o, ok := r.Object(p, format.At("parse")); ok {
			for _, name := range document.Sorted(o.Members) {
				kind, ok := o.Text(name)
				convert, known := map[string]func(any) any{
					"number": func(v any) any {
						if formula.None(v) || v == "" {
							return nil
						}
						return formula.Number(v)
					},
					"string": func(v any) any {
						if formula.None(v) || v == "" {
							return nil
						}
						return formula.Text(v)
					},
					"boolean": func(v any) any {
						if formula.None(v) || v == "" {
							return nil
						}
						return v != "false" && v != "0" && formula.Truth(v)
					},
					"date": formula.ParseDate,
				}[kind]
				if !known {
					if ok {
						r.Unsupported(o.At(name), "the format %q of a field is not read", kind)
					}
					continue
				}
				field := flow.Path(name)
				rows = rows.With(name, func(row formula.Row) any { return convert(flow.Get(row, field)) })
			}
		}
	}
	format.Done("the format of data", "type", "delimiter")
	return rows
}

// expression parses one, and reports what is wrong with it.
func (r *Reader) expression(text, ptr string) func(formula.Row) any {
	e, err := formula.Parse(text, r.Params)
	if err != nil {
		r.Unsupported(ptr, "%v", err)
		return nil
	}
	return func(row formula.Row) any { return e.Eval(row, r.Params) }
}

// predicate reads a condition on rows.
func (r *Reader) predicate(v any, ptr string, depth int) func(formula.Row) bool {
	if depth > 20 {
		r.Unsupported(ptr, "conditions are nested more than 20 deep")
		return nil
	}
	if s, ok := v.(string); ok {
		f := r.expression(s, ptr)
		if f == nil {
			return nil
		}
		return func(row formula.Row) bool { return formula.Truth(f(row)) }
	}
	o, ok := r.Object(v, ptr)
	if !ok {
		return nil
	}
	defer o.Done("a condition")
	for _, key := range []string{"and", "or", "not"} {
		if !o.Has(key) {
			continue
		}
		list := []any{o.Members[key]}
		if key != "not" {
			list, _ = o.Array(key)
		}
		o.Get(key)
		var parts []func(formula.Row) bool
		for i, v := range list {
			p := r.predicate(v, fmt.Sprintf("%s/%d", o.At(key), i), depth+1)
			if p == nil {
				return nil
			}
			parts = append(parts, p)
		}
		switch key {
		case "not":
			return func(row formula.Row) bool { return !parts[0](row) }
		case "and":
			return func(row formula.Row) bool {
				for _, p := range parts {
					if !p(row) {
						return false
					}
				}
				return true
			}
		}
		return func(row formula.Row) bool {
			for _, p := range parts {
				if p(row) {
					return true
				}
			}
			return false
		}
	}
	name, ok := o.Text("field")
	if !ok {
		r.Unsupported(ptr, "this condition is not read")
		for k := range o.Members {
			o.Seen[k] = true
		}
		return nil
	}
	field := flow.Path(name)
	get := func(row formula.Row) any { return flow.Get(row, field) }
	if u, ok := o.Text("timeUnit"); ok {
		unit, known := flow.ParseUnit(u)
		if !known {
			r.Unsupported(o.At("timeUnit"), "the time unit %q is not read", u)
			return nil
		}
		r.Unsupported(o.At("timeUnit"), "conditions on time units (%s) are not read: write an expression", unit.Title())
	}
	return r.comparison(o, get)
}

func (r *Reader) comparison(o document.Object, get func(formula.Row) any) func(formula.Row) bool {
	for _, op := range []string{"equal", "lt", "lte", "gt", "gte"} {
		v, ok := o.Get(op)
		if !ok {
			continue
		}
		want := r.Literal(v, o.At(op))
		return func(row formula.Row) bool {
			x := get(row)
			if _, date := want.(formula.Date); date {
				x = formula.ParseDate(x)
			}
			c, d := formula.Number(x), formula.Number(want)
			_, xs := x.(string)
			_, ws := want.(string)
			switch {
			case op == "equal" && xs != ws:
				return false
			case op == "equal" && !xs:
				return !formula.None(x) && c == d || formula.None(x) && want == nil
			case op == "equal":
				return x == want
			case xs && ws:
				less, more := x.(string) < want.(string), x.(string) > want.(string)
				return op == "lt" && less || op == "lte" && !more || op == "gt" && more || op == "gte" && !less
			}
			return op == "lt" && c < d || op == "lte" && c <= d || op == "gt" && c > d || op == "gte" && c >= d
		}
	}
	if v, ok := o.Get("range"); ok {
		l, _ := v.([]any)
		if len(l) != 2 {
			r.Unsupported(o.At("range"), "a range is read only where it has two ends")
			return nil
		}
		lo, hi := r.Literal(l[0], o.At("range")+"/0"), r.Literal(l[1], o.At("range")+"/1")
		return func(row formula.Row) bool {
			x := get(row)
			if formula.None(x) {
				return false
			}
			if _, date := lo.(formula.Date); date {
				x = formula.ParseDate(x)
			}
			f := formula.Number(x)
			return (lo == nil || f >= formula.Number(lo)) && (hi == nil || f <= formula.Number(hi))
		}
	}
	if l, ok := o.Array("oneOf"); ok {
		var set []any
		for i, v := range l {
			set = append(set, r.Literal(v, fmt.Sprintf("%s/%d", o.At("oneOf"), i)))
		}
		return func(row formula.Row) bool {
			x := get(row)
			for _, v := range set {
				if formula.Same(x, v) {
					return true
				}
			}
			return false
		}
	}
	if on, ok := o.Flag("valid"); ok {
		return func(row formula.Row) bool {
			x := get(row)
			f, isNumber := x.(float64)
			return (!formula.None(x) && !(isNumber && f != f)) == on
		}
	}
	r.Unsupported(o.Pointer, "this condition is not read")
	return nil
}

// Literal is a value in a condition or domain: a plain one, or a date by its parts.
func (r *Reader) Literal(v any, ptr string) any {
	if m, ok := v.(map[string]any); ok {
		if d, ok := r.dateParts(m, ptr); ok {
			return d
		}
		r.Unsupported(ptr, "this value is not read")
		return nil
	}
	return document.Plain(v)
}

func (r *Reader) dateParts(m map[string]any, ptr string) (formula.Date, bool) {
	o, _ := r.Object(m, ptr)
	n := [7]float64{2012, 1, 1}
	given := false
	for i, key := range []string{"year", "month", "date", "hours", "minutes", "seconds", "milliseconds"} {
		v, ok := o.Members[key]
		if !ok {
			continue
		}
		o.Seen[key] = true
		f, is := document.Float(v)
		if s, text := v.(string); text && key == "month" {
			for k, name := range []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"} {
				if len(s) >= 3 && strings.EqualFold(s[:3], name) {
					f, is = float64(k+1), true
				}
			}
		}
		if !is {
			return 0, false
		}
		n[i], given = f, true
	}
	if !given || len(o.Seen) != len(m) {
		return 0, false
	}
	e, err := formula.Parse("datetime(datum.y, datum.m - 1, datum.d, datum.h, datum.n, datum.s, datum.l)", nil)
	if err != nil {
		return 0, false
	}
	d, ok := e.Eval(formula.Row{"y": n[0], "m": n[1], "d": n[2], "h": n[3], "n": n[4], "s": n[5], "l": n[6]}, nil).(formula.Date)
	return d, ok
}

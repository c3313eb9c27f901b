package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/assaybench/assay/spec"
)

// rawColumn is a column as it was read, before types.
type rawColumn struct {
	name  string
	cells []string
	forms []form // what JSON says each cell is; nil for plain text
	lines []int  // line of each row
}

type form byte

const (
	formText form = iota
	formNumber
	formBool
	formNull
)

func (r *rawColumn) form(i int) form {
	if r.forms == nil {
		return formText
	}
	return r.forms[i]
}

// build types the columns by the manifest.
func build(raw []rawColumn, a spec.Asset) (*Table, error) {
	t := &Table{path: a.Path}
	declared := map[string]spec.AssetColumn{}
	for _, c := range a.Columns {
		declared[c.Name] = c
	}
	missing := a.Missing
	if len(missing) == 0 {
		missing = []string{"", "NA"}
	}
	for _, r := range raw {
		d := declared[r.name]
		delete(declared, r.name)
		null := make([]bool, len(r.cells))
		for i, s := range r.cells {
			null[i] = r.form(i) == formNull || r.form(i) == formText && slices.Contains(missing, strings.TrimSpace(s))
		}
		kind := d.Type
		if kind == "" {
			kind = infer(&r, null)
		}
		c, err := typed(&r, kind, null, a.Path)
		if err != nil {
			return nil, err
		}
		c.unit = d.Unit
		t.cols, t.rows = append(t.cols, c), len(r.cells)
	}
	for _, c := range a.Columns {
		if _, lacking := declared[c.Name]; lacking {
			return nil, &Error{File: a.Path, Column: c.Name, Msg: "is in the manifest but not in the file"}
		}
	}
	if len(t.cols) == 0 {
		return nil, &Error{File: a.Path, Msg: "has no columns"}
	}
	return t, nil
}

// infer is the first type that every cell has.
func infer(r *rawColumn, null []bool) string {
	for _, kind := range []string{"bool", "number", "date"} {
		fits, seen := true, false
		for i, s := range r.cells {
			if null[i] {
				continue
			}
			seen = true
			if fits = fit(r.form(i), strings.TrimSpace(s), kind, false); !fits {
				break
			}
		}
		if fits && (seen || kind == "number") {
			return kind
		}
	}
	return "text"
}

// fit reports whether a cell has a type. A declared type is read more widely than an
// undeclared one: 0 and 1 are then bools, 19580329 is then a date.
func fit(f form, s, kind string, declared bool) bool {
	if f == formNumber {
		return kind == "number" && decimal(s) || kind == "integer" && integer(s) || kind == "date" && declared && isDate(s)
	}
	if f == formBool {
		return kind == "bool"
	}
	switch kind {
	case "number":
		return decimal(s)
	case "integer":
		return integer(s)
	case "bool":
		_, ok := truth(s)
		return ok && (declared || len(s) > 1)
	case "date":
		return isDate(s) && (declared || strings.Contains(s, "-"))
	}
	return true
}

func isDate(s string) bool { _, ok := days(s); return ok }

var wants = map[string]string{
	"number":  "a decimal number such as 12.5 or 1e-3 (no NaN, no thousands separator)",
	"integer": "an integer",
	"bool":    "true or false",
	"date":    "a date: 2006-01-02, 20060102 or 2006-01-02T15:04:05Z",
}

func typed(r *rawColumn, kind string, null []bool, path string) (column, error) {
	c := column{name: r.name}
	valid := make([]bool, len(null))
	for i, s := range r.cells {
		if valid[i] = !null[i]; valid[i] && kind != "text" {
			if r.cells[i] = strings.TrimSpace(s); !fit(r.form(i), r.cells[i], kind, true) {
				return c, &Error{File: path, Line: r.lines[i], Column: r.name,
					Msg: fmt.Sprintf("%s is not %s; correct the cell or declare it missing", quote(s), wants[kind])}
			}
		} else if valid[i] && r.form(i) != formText {
			return c, &Error{File: path, Line: r.lines[i], Column: r.name, Msg: fmt.Sprintf("%s is not text, as other cells of the column are", quote(s))}
		}
	}
	switch kind {
	case "text":
		c.kind, c.data = spec.ColumnText, textArray(r.cells, valid)
	case "number", "integer":
		nums := make([]float64, len(r.cells))
		for i := range nums {
			if !valid[i] {
				nums[i] = math.NaN()
				continue
			}
			f, err := strconv.ParseFloat(r.cells[i], 64)
			if err != nil {
				return c, &Error{File: path, Line: r.lines[i], Column: r.name, Msg: fmt.Sprintf("%s is too large a number", quote(r.cells[i]))}
			}
			nums[i] = f
		}
		c.kind, c.data, c.text = spec.ColumnNumber, floatArray(nums, valid), textArray(r.cells, valid)
	case "bool":
		bools := make([]bool, len(r.cells))
		for i := range bools {
			bools[i], _ = truth(r.cells[i])
		}
		c.kind, c.data = spec.ColumnBool, boolArray(bools, valid)
	case "date":
		nums := make([]float64, len(r.cells))
		for i := range nums {
			if nums[i] = math.NaN(); valid[i] {
				nums[i], _ = days(r.cells[i])
			}
		}
		c.kind, c.data = spec.ColumnTime, floatArray(nums, valid)
	default:
		return c, &Error{File: path, Column: r.name, Msg: fmt.Sprintf("type %q is not one of number, integer, text, bool, date", kind)}
	}
	return c, nil
}

// decimal holds [+-] digits [. digits] [e [+-] digits], with a digit on one side of
// the point at least.
func decimal(s string) bool {
	s = trimSign(s)
	mant, exp := s, "0"
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mant, exp = s[:i], trimSign(s[i+1:])
	}
	whole, frac, _ := strings.Cut(mant, ".")
	return whole+frac != "" && allDigits(whole) && allDigits(frac) && exp != "" && allDigits(exp)
}

func integer(s string) bool { s = trimSign(s); return s != "" && allDigits(s) }

func trimSign(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func truth(s string) (value, ok bool) {
	switch strings.ToLower(s) {
	case "true", "1":
		return true, true
	case "false", "0":
		return false, true
	}
	return false, false
}

// days counts days since 1970-01-01T00:00Z.
func days(s string) (float64, bool) {
	for _, layout := range []string{time.DateOnly, "20060102", time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return float64(t.Unix())/86400 + float64(t.Nanosecond())/86400e9, true
		}
	}
	return 0, false
}

func quote(s string) string {
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return strconv.Quote(s)
}

func floatArray(v []float64, valid []bool) arrow.Array {
	b := array.NewFloat64Builder(memory.DefaultAllocator)
	b.AppendValues(v, valid)
	return b.NewArray()
}

func boolArray(v, valid []bool) arrow.Array {
	b := array.NewBooleanBuilder(memory.DefaultAllocator)
	b.AppendValues(v, valid)
	return b.NewArray()
}

func textArray(v []string, valid []bool) *array.String {
	b := array.NewStringBuilder(memory.DefaultAllocator)
	b.AppendValues(v, valid)
	return b.NewStringArray()
}

// frame gives the column in plain slices.
func (c column) frame() spec.Column {
	n := c.data.Len()
	out := spec.Column{Name: c.name, Kind: c.kind, Unit: c.unit}
	if c.data.NullN() > 0 {
		out.Missing = make([]bool, n)
		for i := range n {
			out.Missing[i] = c.data.IsNull(i)
		}
	}
	switch d := c.data.(type) {
	case *array.Float64:
		out.Num = d.Float64Values()
	case *array.Boolean:
		out.Num = make([]float64, n)
		for i := range n {
			if d.IsNull(i) {
				out.Num[i] = math.NaN()
			} else if d.Value(i) {
				out.Num[i] = 1
			}
		}
	case *array.String:
		out.Text = make([]string, n)
		for i := range n {
			if d.IsValid(i) {
				out.Text[i] = d.Value(i)
			}
		}
	}
	return out
}

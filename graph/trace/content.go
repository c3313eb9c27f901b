package trace

import (
	"encoding/binary"
	"math"

	"github.com/assaybench/assay/spec"
)

// Data types of arrays. Times travel as f8 days since 1970-01-01T00:00Z; the data
// type of the value that names the array says so.
const (
	F8   = "f8"
	Text = "U"
)

// Floats returns the numbers of an f8 array; false where it holds text or its bytes
// do not make whole numbers. NaN stands for missing.
func (a *Array) Floats() ([]float64, bool) {
	if a == nil || a.DType != F8 || len(a.B64)%8 != 0 {
		return nil, false
	}
	return floats(a.B64), true
}

// Len is the number of elements.
func (a *Array) Len() int {
	if a.DType == Text {
		return len(a.Text)
	}
	return len(a.B64) / 8
}

func floats(b []byte) []float64 {
	out := make([]float64, len(b)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return out
}

// EncodeFloats is the inverse of Floats: little-endian float64.
func EncodeFloats(fs []float64) []byte {
	out := make([]byte, 0, 8*len(fs))
	for _, f := range fs {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(f))
	}
	return out
}

// Floats returns the numbers of a channel; false where any is none. An absent channel
// has no numbers and is true.
func (c Channel) Floats() ([]float64, bool) {
	if c.num != nil {
		return c.num, true
	}
	if len(c.B64) > 0 || len(c.V) == 0 {
		return floats(c.B64), len(c.B64)%8 == 0
	}
	out := make([]float64, len(c.V))
	for i, v := range c.V {
		switch v.Kind {
		case spec.ValueNumber:
			out[i] = v.Num.F
		case spec.ValueMissing:
			out[i] = math.NaN()
		default:
			return nil, false
		}
	}
	return out, true
}

// Column returns the content of a column; false where the trace does not hold it.
func (t *Trace) Column(c Col) (spec.Column, bool) {
	return t.content(c.Name, c.DType, c.FP, c.V)
}

// Content returns the content of a scalar, series, list or array as a column, arrays
// of more dimensions flattened row by row; false where the trace does not hold it or
// the value is a table (see Frame).
func (t *Trace) Content(v Value) (spec.Column, bool) {
	name := ""
	if len(v.Cols) > 0 {
		if v.Type != "series" {
			return spec.Column{}, false
		}
		name = v.Cols[0].Name
		if v.Cols[0].Index {
			name = ""
		}
	}
	return t.content(name, v.DType, v.FP, v.V)
}

// Frame returns the content of a table, or of a series with its named row labels, as
// a frame: its columns, named row labels last. False where any column's content is
// not held or the columns differ in length.
func (t *Trace) Frame(v Value) (*spec.Frame, bool) {
	f := &spec.Frame{}
	for _, c := range v.Cols {
		col, ok := t.Column(c)
		if !ok || len(f.Columns) > 0 && col.Len() != f.Rows() {
			return nil, false
		}
		f.Columns = append(f.Columns, col)
	}
	return f, len(f.Columns) > 0
}

func (t *Trace) content(name, dtype, fp string, v []spec.Value) (spec.Column, bool) {
	if a := t.Arrays[fp]; a != nil && fp != "" {
		if a.DType == Text {
			return textColumn(name, a.Text), true
		}
		if fs, ok := a.Floats(); ok {
			return numberColumn(name, dtype, fs), true
		}
		return spec.Column{}, false
	}
	if len(v) == 0 {
		return spec.Column{}, false
	}
	return valuesColumn(name, dtype, v)
}

func valuesColumn(name, dtype string, v []spec.Value) (spec.Column, bool) {
	fs, texts := make([]float64, len(v)), make([]*string, len(v))
	nums, strs := true, true
	for i := range v {
		switch v[i].Kind {
		case spec.ValueNumber:
			fs[i], strs = v[i].Num.F, false
		case spec.ValueBool:
			if v[i].Bool {
				fs[i] = 1
			}
			strs = false
		case spec.ValueText:
			texts[i], nums = &v[i].Text, false
		case spec.ValueMissing:
			fs[i] = math.NaN()
		default:
			return spec.Column{}, false
		}
	}
	switch {
	case nums:
		return numberColumn(name, dtype, fs), true
	case strs:
		return textColumn(name, texts), true
	}
	return spec.Column{}, false
}

func numberColumn(name, dtype string, fs []float64) spec.Column {
	c := spec.Column{Name: name, Kind: spec.ColumnNumber, Num: fs}
	switch dtype {
	case "bool":
		c.Kind = spec.ColumnBool
	case "time":
		c.Kind = spec.ColumnTime
	}
	for i, f := range fs {
		if math.IsNaN(f) {
			c.Missing = mark(c.Missing, len(fs), i)
		}
	}
	return c
}

func textColumn(name string, texts []*string) spec.Column {
	c := spec.Column{Name: name, Kind: spec.ColumnText, Text: make([]string, len(texts))}
	for i, s := range texts {
		if s == nil {
			c.Missing = mark(c.Missing, len(texts), i)
		} else {
			c.Text[i] = *s
		}
	}
	return c
}

func mark(m []bool, n, i int) []bool {
	if m == nil {
		m = make([]bool, n)
	}
	m[i] = true
	return m
}

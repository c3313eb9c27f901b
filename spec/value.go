package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// ValueKind says which form a Value has.
type ValueKind string

const (
	ValueMissing ValueKind = "" // absent or null: never equal to zero
	ValueNumber  ValueKind = "number"
	ValueText    ValueKind = "text"
	ValueBool    ValueKind = "bool"
	ValueArray   ValueKind = "array"
	ValueTable   ValueKind = "table"
)

// Value is a reported quantity: a number, text, an array of values, or a table
// {"columns": [...], "rows": [[...], ...]}. The zero Value is missing.
type Value struct {
	Kind    ValueKind
	Num     Number
	Text    string
	Bool    bool
	Items   []Value   // array
	Columns []string  // table
	Rows    [][]Value // table
}

// NumberValue returns f as a Value.
func NumberValue(f float64) Value { return Value{Kind: ValueNumber, Num: Float(f)} }

// TextValue returns s as a Value.
func TextValue(s string) Value { return Value{Kind: ValueText, Text: s} }

// ArrayValue returns fs as an array Value.
func ArrayValue(fs []float64) Value {
	v := Value{Kind: ValueArray, Items: make([]Value, len(fs))}
	for i, f := range fs {
		v.Items[i] = NumberValue(f)
	}
	return v
}

// Missing reports whether nothing was given.
func (v Value) Missing() bool { return v.Kind == ValueMissing }

// Number returns the number of a scalar Value.
func (v Value) Number() (Number, bool) { return v.Num, v.Kind == ValueNumber }

// Numbers returns the numbers of a scalar or of a flat array, in order; false where
// any element is not a number.
func (v Value) Numbers() ([]Number, bool) {
	switch v.Kind {
	case ValueNumber:
		return []Number{v.Num}, true
	case ValueArray:
		out := make([]Number, len(v.Items))
		for i, it := range v.Items {
			if it.Kind != ValueNumber {
				return nil, false
			}
			out[i] = it.Num
		}
		return out, true
	}
	return nil, false
}

// String gives a short text for messages: at most six elements are shown.
func (v Value) String() string {
	switch v.Kind {
	case ValueMissing:
		return "missing"
	case ValueNumber:
		return v.Num.String()
	case ValueText:
		return fmt.Sprintf("%q", v.Text)
	case ValueBool:
		return fmt.Sprint(v.Bool)
	case ValueTable:
		return fmt.Sprintf("table of %d rows (%s)", len(v.Rows), strings.Join(v.Columns, ", "))
	}
	var b strings.Builder
	b.WriteByte('[')
	for i, it := range v.Items {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 6 {
			fmt.Fprintf(&b, "… %d in all", len(v.Items))
			break
		}
		b.WriteString(it.String())
	}
	b.WriteByte(']')
	return b.String()
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Value) UnmarshalJSON(b []byte) error {
	b = bytes.TrimSpace(b)
	if len(b) == 0 {
		return fmt.Errorf("empty value")
	}
	*v = Value{}
	switch b[0] {
	case 'n':
		return nil
	case 't', 'f':
		v.Kind = ValueBool
		return json.Unmarshal(b, &v.Bool)
	case '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		if s == "NaN" || s == "Infinity" || s == "-Infinity" {
			n, _ := ParseNumber(s)
			*v = Value{Kind: ValueNumber, Num: n}
			return nil
		}
		*v = TextValue(s)
		return nil
	case '[':
		v.Kind, v.Items = ValueArray, []Value{}
		return json.Unmarshal(b, &v.Items)
	case '{':
		var t struct {
			Columns []string  `json:"columns"`
			Rows    [][]Value `json:"rows"`
		}
		d := json.NewDecoder(bytes.NewReader(b))
		d.DisallowUnknownFields()
		if err := d.Decode(&t); err != nil {
			return fmt.Errorf("a table value has columns and rows: %w", err)
		}
		for i, r := range t.Rows {
			if len(r) != len(t.Columns) {
				return fmt.Errorf("row %d of the table has %d cells, not %d", i, len(r), len(t.Columns))
			}
		}
		*v = Value{Kind: ValueTable, Columns: t.Columns, Rows: t.Rows}
		return nil
	}
	n, err := ParseNumber(string(b))
	if err != nil {
		return err
	}
	*v = Value{Kind: ValueNumber, Num: n}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.Kind {
	case ValueNumber:
		return json.Marshal(v.Num)
	case ValueText:
		return json.Marshal(v.Text)
	case ValueBool:
		return json.Marshal(v.Bool)
	case ValueArray:
		return json.Marshal(v.Items)
	case ValueTable:
		return json.Marshal(struct {
			Columns []string  `json:"columns"`
			Rows    [][]Value `json:"rows"`
		}{v.Columns, v.Rows})
	}
	return []byte("null"), nil
}

// ColumnKind is the type of a column of a Frame.
type ColumnKind string

const (
	ColumnNumber ColumnKind = "number"
	ColumnText   ColumnKind = "text"
	ColumnBool   ColumnKind = "bool"
	ColumnTime   ColumnKind = "time" // Num holds days since 1970-01-01T00:00Z
)

// Column is one column of a Frame. Num is set for number, bool (0, 1) and time
// columns, Text for text columns; Missing is nil where no cell is missing. The Num
// of a missing cell is NaN, its Text "".
type Column struct {
	Name    string
	Kind    ColumnKind
	Unit    string
	Num     []float64
	Text    []string
	Missing []bool
}

// Len is the number of rows of the column.
func (c Column) Len() int {
	if c.Kind == ColumnText {
		return len(c.Text)
	}
	return len(c.Num)
}

// IsMissing reports whether row i has no value.
func (c Column) IsMissing(i int) bool { return c.Missing != nil && c.Missing[i] }

// Frame is a plain table in memory: the form in which views of the data travel
// between packages. Keys names the columns that partition the rows into groups, in
// the order that the view's last group step declares; it is empty where there is none.
type Frame struct {
	Columns []Column
	Keys    []string
}

// Rows is the number of rows.
func (f *Frame) Rows() int {
	if f == nil || len(f.Columns) == 0 {
		return 0
	}
	return f.Columns[0].Len()
}

// Column finds a column by name; nil where there is none.
func (f *Frame) Column(name string) *Column {
	for i := range f.Columns {
		if f.Columns[i].Name == name {
			return &f.Columns[i]
		}
	}
	return nil
}

package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// readObjects reads a JSON array of flat objects, one object a line, or an object of arrays,
// which are its columns. A key that an object lacks is a missing cell; columns stand in the
// order of first appearance.
func readObjects(data []byte, lines bool, path string) (*raw, error) {
	o := &objects{dec: json.NewDecoder(bytes.NewReader(data)), data: data, raw: &raw{path: path, file: len(data)}, at: map[string]int{}}
	o.raw.line = func(_, row int) int { return o.rows[row] }
	o.dec.UseNumber()
	if !lines {
		switch t, err := o.dec.Token(); {
		case err == nil && t == json.Delim('{'):
			return o.columns()
		case err != nil || t != json.Delim('['):
			return nil, o.fail("", "a table in JSON is an array of objects, or an object of arrays")
		}
	}
	for {
		if !o.dec.More() {
			if lines && bytes.HasPrefix(bytes.TrimSpace(data[o.dec.InputOffset():]), []byte("]")) {
				return nil, o.fail("", "an unexpected ]")
			}
			break
		}
		if err := o.row(); err != nil {
			return nil, err
		}
	}
	if !lines {
		if _, err := o.dec.Token(); err != nil {
			return nil, o.fail("", "the array is not closed")
		}
		if rest := bytes.TrimSpace(data[o.dec.InputOffset():]); len(rest) > 0 {
			return nil, o.fail("", "something follows the array")
		}
	}
	return o.raw.close(len(o.rows))
}

type objects struct {
	dec  *json.Decoder
	data []byte
	raw  *raw
	at   map[string]int // columns by name
	rows []int          // line of each row

	seen, line int // lines are counted onward from the last place
}

// here is the line that the decoder is on.
func (o *objects) here() int {
	at := min(int(o.dec.InputOffset()), len(o.data))
	o.line += bytes.Count(o.data[o.seen:at], []byte{'\n'})
	o.seen = at
	return o.line + 1
}

func (o *objects) fail(column, format string, args ...any) *Error {
	return &Error{Code: CodeInvalid, File: o.raw.path, Line: o.here(), Column: column, Msg: fmt.Sprintf(format, args...)}
}

func (o *objects) tooLarge(column, format string, args ...any) *Error {
	e := o.fail(column, format, args...)
	e.Code = CodeTooLarge
	return e
}

// column is the number of the column that a key names.
func (o *objects) column() (int, error) {
	k, err := o.dec.Token()
	if err != nil {
		return 0, o.fail("", "%v", err)
	}
	name, _ := k.(string)
	if name == "" {
		return 0, o.fail("", "a key is empty")
	}
	i, known := o.at[name]
	if !known {
		if i = len(o.raw.cols); i >= MaxColumns {
			return 0, o.tooLarge("", "more than %d columns", MaxColumns)
		}
		o.at[name] = i
		o.raw.cols = append(o.raw.cols, rawColumn{name: name})
	}
	return i, nil
}

// cell reads the next value into a column.
func (o *objects) cell(i int) error {
	name := o.raw.cols[i].name
	v, err := o.dec.Token()
	if err != nil {
		return o.fail(name, "%v", err)
	}
	text, f := "", formText
	switch v := v.(type) {
	case nil:
		f = formNull
	case string:
		text = v
	case json.Number:
		text, f = v.String(), formNumber
	case bool:
		text, f = strconv.FormatBool(v), formBool
	default:
		return o.fail(name, "a cell is a number, text, true, false or null, not an array or object")
	}
	if len(text) > MaxCell {
		return o.tooLarge(name, "a cell has more than %d bytes", MaxCell)
	}
	return o.raw.add(i, text, f)
}

// columns reads an object of arrays whose brace is read. All have the same length.
func (o *objects) columns() (*raw, error) {
	var lines [][]int
	o.raw.line = func(col, row int) int { return lines[col][row] }
	for o.dec.More() {
		i, err := o.column()
		if err != nil {
			return nil, err
		}
		name := o.raw.cols[i].name
		if i < len(lines) {
			return nil, o.fail(name, "the key occurs twice")
		}
		if t, err := o.dec.Token(); err != nil || t != json.Delim('[') {
			return nil, o.fail(name, "a table in JSON is an array of objects, or an object of arrays")
		}
		lines = append(lines, nil)
		for o.dec.More() {
			if len(lines[i]) >= MaxRows {
				return nil, o.tooLarge("", "more than %d rows", MaxRows)
			}
			if err := o.cell(i); err != nil {
				return nil, err
			}
			lines[i] = append(lines[i], o.here())
		}
		if _, err := o.dec.Token(); err != nil {
			return nil, o.fail(name, "the array is not closed")
		}
		if len(lines[i]) != len(lines[0]) {
			return nil, o.fail(name, "the column has %d cells, the first one %d", len(lines[i]), len(lines[0]))
		}
	}
	if _, err := o.dec.Token(); err != nil {
		return nil, o.fail("", "the object is not closed")
	}
	if rest := bytes.TrimSpace(o.data[o.dec.InputOffset():]); len(rest) > 0 {
		return nil, o.fail("", "something follows the object")
	}
	if len(lines) == 0 {
		return o.raw, nil
	}
	return o.raw.close(len(lines[0]))
}

func (o *objects) row() error {
	t, err := o.dec.Token()
	if err != nil {
		return o.fail("", "%v", err)
	}
	if t != json.Delim('{') {
		return o.fail("", "each row is an object, not %v", t)
	}
	if len(o.rows) >= MaxRows {
		return o.tooLarge("", "more than %d rows", MaxRows)
	}
	line := o.here()
	for o.dec.More() {
		i, err := o.column()
		if err != nil {
			return err
		}
		c := &o.raw.cols[i]
		if len(c.cells) > len(o.rows) {
			return o.fail(c.name, "the key occurs twice in one object")
		}
		if err := o.raw.skip(i, len(o.rows)); err != nil {
			return err
		}
		if err := o.cell(i); err != nil {
			return err
		}
	}
	if _, err := o.dec.Token(); err != nil {
		return o.fail("", "%v", err)
	}
	o.rows = append(o.rows, line)
	return nil
}

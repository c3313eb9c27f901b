package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// readDelimited reads CSV or TSV with a header line. Blank lines are skipped, as every
// common reader skips them.
func readDelimited(data []byte, comma rune, path string) ([]rawColumn, error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma = comma
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, &Error{File: path, Msg: "is empty"}
	}
	if err != nil {
		return nil, csvError(err, path, 0)
	}
	cols, err := named(header, path)
	if err != nil {
		return nil, err
	}
	for rows := 0; ; rows++ {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return cols, nil
		}
		if err != nil {
			return nil, csvError(err, path, len(record)-len(header))
		}
		line, _ := r.FieldPos(0)
		if rows >= MaxRows {
			return nil, &Error{File: path, Line: line, Msg: fmt.Sprintf("has more than %d rows", MaxRows)}
		}
		for i, s := range record {
			if len(s) > MaxCell {
				return nil, &Error{File: path, Line: line, Column: cols[i].name, Msg: fmt.Sprintf("a cell has more than %d bytes", MaxCell)}
			}
			cols[i].cells = append(cols[i].cells, s)
			cols[i].lines = append(cols[i].lines, line)
		}
	}
}

func csvError(err error, path string, surplus int) error {
	var p *csv.ParseError
	switch {
	case !errors.As(err, &p):
		return &Error{File: path, Msg: err.Error()}
	case errors.Is(err, csv.ErrFieldCount) && surplus > 0:
		return &Error{File: path, Line: p.Line, Msg: fmt.Sprintf("the row has %d more cells than the header; quote cells that hold the separator", surplus)}
	case errors.Is(err, csv.ErrFieldCount):
		return &Error{File: path, Line: p.Line, Msg: fmt.Sprintf("the row has %d fewer cells than the header", -surplus)}
	}
	return &Error{File: path, Line: p.Line, Msg: p.Err.Error()}
}

func named(header []string, path string) ([]rawColumn, error) {
	if len(header) > MaxColumns {
		return nil, &Error{File: path, Line: 1, Msg: fmt.Sprintf("has more than %d columns", MaxColumns)}
	}
	cols, seen := make([]rawColumn, len(header)), map[string]bool{}
	for i, name := range header {
		if cols[i].name = strings.TrimSpace(name); cols[i].name == "" {
			return nil, &Error{File: path, Line: 1, Msg: fmt.Sprintf("column %d has no name", i+1)}
		}
		if seen[cols[i].name] {
			return nil, &Error{File: path, Line: 1, Column: cols[i].name, Msg: "occurs twice in the header; names must differ"}
		}
		seen[cols[i].name] = true
	}
	return cols, nil
}

// readObjects reads a JSON array of flat objects, or one object a line. A key that an
// object lacks is a missing cell; columns stand in the order of first appearance.
func readObjects(data []byte, lines bool, path string) ([]rawColumn, error) {
	o := &objects{dec: json.NewDecoder(bytes.NewReader(data)), data: data, path: path, at: map[string]int{}}
	o.dec.UseNumber()
	if !lines {
		if t, err := o.dec.Token(); err != nil || t != json.Delim('[') {
			return nil, o.fail("", "a table in JSON is an array of objects")
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
	for i := range o.cols {
		o.pad(&o.cols[i])
	}
	return o.cols, nil
}

type objects struct {
	dec  *json.Decoder
	data []byte
	path string
	cols []rawColumn
	at   map[string]int
	rows []int // line of each row
}

func (o *objects) line() int { return lineAt(o.data, int(o.dec.InputOffset())) }

func (o *objects) fail(column, format string, args ...any) error {
	return &Error{File: o.path, Line: o.line(), Column: column, Msg: fmt.Sprintf(format, args...)}
}

func (o *objects) pad(c *rawColumn) {
	for len(c.cells) < len(o.rows) {
		c.lines = append(c.lines, o.rows[len(c.cells)])
		c.cells, c.forms = append(c.cells, ""), append(c.forms, formNull)
	}
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
		return o.fail("", "more than %d rows", MaxRows)
	}
	line := o.line()
	for o.dec.More() {
		k, err := o.dec.Token()
		if err != nil {
			return o.fail("", "%v", err)
		}
		name, _ := k.(string)
		if name == "" {
			return o.fail("", "a key is empty")
		}
		i, known := o.at[name]
		if !known {
			if i = len(o.cols); i >= MaxColumns {
				return o.fail("", "more than %d columns", MaxColumns)
			}
			o.at[name] = i
			o.cols = append(o.cols, rawColumn{name: name})
		}
		c := &o.cols[i]
		o.pad(c)
		if len(c.cells) > len(o.rows) {
			return o.fail(name, "the key occurs twice in one object")
		}
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
			text, f = fmt.Sprint(v), formBool
		default:
			return o.fail(name, "a cell is a number, text, true, false or null, not an array or object")
		}
		if len(text) > MaxCell {
			return o.fail(name, "a cell has more than %d bytes", MaxCell)
		}
		c.cells, c.forms, c.lines = append(c.cells, text), append(c.forms, f), append(c.lines, line)
	}
	if _, err := o.dec.Token(); err != nil {
		return o.fail("", "%v", err)
	}
	o.rows = append(o.rows, line)
	return nil
}

package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assaybench/assay/spec"
)

// Sheet is a text data file opened for change: every cell as the file writes it. What is
// not changed keeps its bytes: quotes, spaces, line ends, order of keys.
type Sheet struct {
	path  string
	names []string
	rows  []sheetRow
	order []int // row i of the changed file is rows[order[i]]
	data  []byte
	style cellStyle
}

// sheetRow is the span of a row, and of each of its cells by column; a cell of a JSON
// object that lacks the key has no span.
type sheetRow struct {
	start, end int
	cells      []sheetCell
}

type sheetCell struct {
	start, end int
	changed    bool
	text       string // the new content where changed
}

// cellStyle reads and writes the content of a cell.
type cellStyle interface {
	decode(raw []byte) string
	encode(raw []byte, content string) []byte
}

// OpenSheet opens the bytes of a text asset (csv, tsv, json, jsonl) for change. It
// expects a file that Read takes; errors are *Error.
func OpenSheet(data []byte, a spec.Asset) (*Sheet, error) {
	format, err := formatOf(a)
	if err != nil {
		return nil, err
	}
	s := &Sheet{path: a.Path, data: data}
	switch format {
	case "csv":
		err = s.readDelimited(',')
	case "tsv":
		err = s.readDelimited('\t')
	case "json", "jsonl":
		err = s.readObjects()
	default:
		err = &Error{Code: CodeInvalid, File: a.Path, Msg: fmt.Sprintf("a file of the format %s cannot be changed cell by cell", format)}
	}
	if err != nil {
		return nil, err
	}
	for i := range s.rows {
		s.order = append(s.order, i)
	}
	return s, nil
}

// Names are the columns' names, in the order of the file.
func (s *Sheet) Names() []string { return s.names }

// Rows is the number of rows.
func (s *Sheet) Rows() int { return len(s.rows) }

// Cell is the content of a cell; rows count in the order of the file as it was read.
func (s *Sheet) Cell(column string, row int) string {
	c := s.cell(column, row)
	switch {
	case c == nil || c.end == c.start && !c.changed:
		return ""
	case c.changed:
		return c.text
	}
	return s.style.decode(s.data[c.start:c.end])
}

// Set changes the content of a cell. A key that an object lacks stays absent.
func (s *Sheet) Set(column string, row int, content string) {
	if c := s.cell(column, row); c != nil && c.end > 0 {
		c.changed, c.text = true, content
	}
}

func (s *Sheet) cell(column string, row int) *sheetCell {
	if j := slices.Index(s.names, column); j >= 0 && row >= 0 && row < len(s.rows) && j < len(s.rows[row].cells) {
		return &s.rows[row].cells[j]
	}
	return nil
}

// Reorder puts row order[i] of the file as it was read at place i. order is a
// permutation of the rows.
func (s *Sheet) Reorder(order []int) error {
	seen := make([]bool, len(s.rows))
	for _, i := range order {
		if i < 0 || i >= len(seen) || seen[i] {
			return fmt.Errorf("%s: the new order is no permutation of %d rows", s.path, len(s.rows))
		}
		seen[i] = true
	}
	if len(order) != len(s.rows) {
		return fmt.Errorf("%s: the new order has %d of %d rows", s.path, len(order), len(s.rows))
	}
	s.order = slices.Clone(order)
	return nil
}

// Bytes is the changed file. What stands between rows stays in its place.
func (s *Sheet) Bytes() []byte {
	var out bytes.Buffer
	out.Grow(len(s.data))
	at := 0
	for i, place := range s.rows {
		out.Write(s.data[at:place.start])
		s.write(&out, s.rows[s.order[i]])
		at = place.end
	}
	out.Write(s.data[at:])
	return out.Bytes()
}

func (s *Sheet) write(out *bytes.Buffer, r sheetRow) {
	cells := slices.DeleteFunc(slices.Clone(r.cells), func(c sheetCell) bool { return !c.changed })
	slices.SortFunc(cells, func(a, b sheetCell) int { return a.start - b.start })
	at := r.start
	for _, c := range cells {
		out.Write(s.data[at:c.start])
		out.Write(s.style.encode(s.data[c.start:c.end], c.text))
		at = c.end
	}
	out.Write(s.data[at:r.end])
}

// delimited is the style of CSV: quotes where the cell had them or needs them.
type delimited struct{ comma byte }

func (d delimited) decode(raw []byte) string {
	if len(raw) >= 2 && raw[0] == '"' && raw[len(raw)-1] == '"' {
		return strings.ReplaceAll(string(raw[1:len(raw)-1]), `""`, `"`)
	}
	return string(raw)
}

func (d delimited) encode(raw []byte, content string) []byte {
	if len(raw) > 0 && raw[0] == '"' || strings.ContainsAny(content, "\"\r\n"+string(rune(d.comma))) {
		return []byte(`"` + strings.ReplaceAll(content, `"`, `""`) + `"`)
	}
	return []byte(content)
}

func (s *Sheet) readDelimited(comma byte) error {
	s.style = delimited{comma}
	at := 0
	if bytes.HasPrefix(s.data, []byte("\xef\xbb\xbf")) {
		at = 3
	}
	for at < len(s.data) {
		if n := lineEnd(s.data[at:]); n > 0 { // a blank line is no row
			at += n
			continue
		}
		row := sheetRow{start: at}
		for {
			start := at
			if at < len(s.data) && s.data[at] == '"' {
				for at++; ; at++ {
					end := bytes.IndexByte(s.data[at:], '"')
					if end < 0 {
						return &Error{Code: CodeInvalid, File: s.path, Line: lineAt(s.data, start), Msg: "a quote is not closed"}
					}
					if at += end + 1; at >= len(s.data) || s.data[at] != '"' {
						break
					}
				}
			}
			for at < len(s.data) && s.data[at] != comma && s.data[at] != '\n' && lineEnd(s.data[at:]) == 0 {
				at++
			}
			row.cells = append(row.cells, sheetCell{start: start, end: at})
			if at >= len(s.data) || s.data[at] != comma {
				break
			}
			at++
		}
		row.end = at
		if s.names == nil {
			for _, c := range row.cells {
				s.names = append(s.names, strings.TrimSpace(s.style.decode(s.data[c.start:c.end])))
			}
			continue
		}
		if len(row.cells) != len(s.names) {
			return &Error{Code: CodeInvalid, File: s.path, Line: lineAt(s.data, row.start), Msg: fmt.Sprintf("the row has %d cells, the header %d", len(row.cells), len(s.names))}
		}
		s.rows = append(s.rows, row)
	}
	if s.names == nil {
		return &Error{Code: CodeInvalid, File: s.path, Msg: "is empty"}
	}
	return nil
}

// lineEnd is the length of the line end that data begin with; 0 where there is none.
func lineEnd(data []byte) int {
	switch {
	case len(data) > 0 && data[0] == '\n':
		return 1
	case len(data) > 1 && data[0] == '\r' && data[1] == '\n':
		return 2
	}
	return 0
}

// literals is the style of JSON: a string stays a string, any other literal one.
type literals struct{}

func (literals) decode(raw []byte) string {
	if len(raw) > 0 && raw[0] == '"' {
		var text string
		if json.Unmarshal(raw, &text) == nil {
			return text
		}
	}
	if string(raw) == "null" {
		return ""
	}
	return string(raw)
}

func (literals) encode(raw []byte, content string) []byte {
	switch {
	case len(raw) > 0 && raw[0] == '"':
		var out bytes.Buffer
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		if enc.Encode(content) != nil {
			return raw
		}
		return bytes.TrimRight(out.Bytes(), "\n")
	case content == "":
		return []byte("null")
	}
	return []byte(content)
}

// readObjects finds the objects of a JSON array or of JSON lines.
func (s *Sheet) readObjects() error {
	s.style = literals{}
	dec := json.NewDecoder(bytes.NewReader(s.data))
	dec.UseNumber()
	fail := func(msg string) error {
		return &Error{Code: CodeInvalid, File: s.path, Line: lineAt(s.data, int(dec.InputOffset())), Msg: msg}
	}
	columns := map[string]int{}
	depth := 0
	for {
		t, err := dec.Token()
		if err != nil {
			if depth == 0 {
				return nil // the end, as Read has taken the file
			}
			return fail(err.Error())
		}
		if t == json.Delim('[') && depth == 0 && len(s.rows) == 0 {
			continue
		}
		if t == json.Delim(']') {
			continue
		}
		if t != json.Delim('{') {
			return fail("each row is an object")
		}
		depth++
		row := sheetRow{start: int(dec.InputOffset()) - 1}
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return fail(err.Error())
			}
			name, _ := k.(string)
			from := int(dec.InputOffset())
			if v, err := dec.Token(); err != nil {
				return fail(err.Error())
			} else if _, nested := v.(json.Delim); nested {
				return fail("a cell is an array or object")
			}
			end := int(dec.InputOffset())
			for from < end && (s.data[from] == ':' || s.data[from] <= ' ') {
				from++
			}
			j, known := columns[name]
			if !known {
				j = len(s.names)
				columns[name] = j
				s.names = append(s.names, name)
			}
			for len(row.cells) <= j {
				row.cells = append(row.cells, sheetCell{})
			}
			row.cells[j] = sheetCell{start: from, end: end}
		}
		if _, err := dec.Token(); err != nil {
			return fail(err.Error())
		}
		depth--
		row.end = int(dec.InputOffset())
		s.rows = append(s.rows, row)
		if !utf8.Valid(s.data[row.start:row.end]) {
			return fail("is not UTF-8 here")
		}
	}
}

package sheet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assaybench/assay/internal/table"
)

// text is a text file: every cell as the file writes it. What is not changed keeps its
// bytes: quotes, spaces, line ends, order of keys.
type text struct {
	path  string
	heads []string
	lines []textRow
	data  []byte
	style cellStyle
}

// textRow is the span of a row, and of each of its cells by column; a cell of a JSON
// object that lacks the key has no span.
type textRow struct {
	start, end int
	cells      []textCell
}

type textCell struct {
	start, end int
	changed    bool
	text       string // the new content where changed
}

// cellStyle reads and writes the content of a cell.
type cellStyle interface {
	decode(raw []byte) string
	encode(raw []byte, content string) []byte
}

func openText(data []byte, path, format string) (*text, error) {
	s := &text{path: path, data: data}
	switch format {
	case "csv":
		return s, s.readDelimited(',')
	case "tsv":
		return s, s.readDelimited('\t')
	}
	return s, s.readObjects()
}

func (s *text) names() []string { return s.heads }

func (s *text) rows() int { return len(s.lines) }

func (s *text) cell(column, row int) string {
	c := s.at(column, row)
	switch {
	case c == nil || c.end == c.start && !c.changed:
		return ""
	case c.changed:
		return c.text
	}
	return s.style.decode(s.data[c.start:c.end])
}

// A key that an object lacks stays absent.
func (s *text) set(column, row int, content string) {
	if c := s.at(column, row); c != nil && c.end > 0 {
		c.changed, c.text = true, content
	}
}

func (s *text) at(column, row int) *textCell {
	if cells := s.lines[row].cells; column < len(cells) {
		return &cells[column]
	}
	return nil
}

// What stands between rows stays in its place.
func (s *text) bytes(order []int) ([]byte, error) {
	var out bytes.Buffer
	out.Grow(len(s.data))
	at := 0
	for i, place := range s.lines {
		out.Write(s.data[at:place.start])
		s.write(&out, s.lines[order[i]])
		at = place.end
	}
	out.Write(s.data[at:])
	return out.Bytes(), nil
}

func (s *text) write(out *bytes.Buffer, r textRow) {
	cells := slices.DeleteFunc(slices.Clone(r.cells), func(c textCell) bool { return !c.changed })
	slices.SortFunc(cells, func(a, b textCell) int { return a.start - b.start })
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

func (s *text) readDelimited(comma byte) error {
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
		row := textRow{start: at}
		for {
			start := at
			if at < len(s.data) && s.data[at] == '"' {
				for at++; ; at++ {
					end := bytes.IndexByte(s.data[at:], '"')
					if end < 0 {
						return &table.Error{Code: table.CodeInvalid, File: s.path, Line: table.LineAt(s.data, start), Msg: "a quote is not closed"}
					}
					if at += end + 1; at >= len(s.data) || s.data[at] != '"' {
						break
					}
				}
			}
			for at < len(s.data) && s.data[at] != comma && s.data[at] != '\n' && lineEnd(s.data[at:]) == 0 {
				at++
			}
			row.cells = append(row.cells, textCell{start: start, end: at})
			if at >= len(s.data) || s.data[at] != comma {
				break
			}
			at++
		}
		row.end = at
		if s.heads == nil {
			for _, c := range row.cells {
				s.heads = append(s.heads, strings.TrimSpace(s.style.decode(s.data[c.start:c.end])))
			}
			continue
		}
		if len(row.cells) != len(s.heads) {
			return &table.Error{Code: table.CodeInvalid, File: s.path, Line: table.LineAt(s.data, row.start), Msg: fmt.Sprintf("the row has %d cells, the header %d", len(row.cells), len(s.heads))}
		}
		s.lines = append(s.lines, row)
	}
	if s.heads == nil {
		return &table.Error{Code: table.CodeInvalid, File: s.path, Msg: "is empty"}
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
func (s *text) readObjects() error {
	s.style = literals{}
	dec := json.NewDecoder(bytes.NewReader(s.data))
	dec.UseNumber()
	fail := func(msg string) error {
		return &table.Error{Code: table.CodeInvalid, File: s.path, Line: table.LineAt(s.data, int(dec.InputOffset())), Msg: msg}
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
		if t == json.Delim('[') && depth == 0 && len(s.lines) == 0 {
			continue
		}
		if t == json.Delim(']') {
			continue
		}
		if t != json.Delim('{') {
			return fail("each row is an object")
		}
		depth++
		row := textRow{start: int(dec.InputOffset()) - 1}
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
				j = len(s.heads)
				columns[name] = j
				s.heads = append(s.heads, name)
			}
			for len(row.cells) <= j {
				row.cells = append(row.cells, textCell{})
			}
			row.cells[j] = textCell{start: from, end: end}
		}
		if _, err := dec.Token(); err != nil {
			return fail(err.Error())
		}
		depth--
		row.end = int(dec.InputOffset())
		s.lines = append(s.lines, row)
		if !utf8.Valid(s.data[row.start:row.end]) {
			return fail("is not UTF-8 here")
		}
	}
}

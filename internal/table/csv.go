package table

import (
	"strings"
	"unsafe"
)

// readDelimited reads CSV or TSV with a header line, by the rules of encoding/csv: a cell may
// stand in quotes, in which the quote is doubled; blank lines are skipped, as every common
// reader skips them. Cells are pieces of the text, so that none of them is copied.
func readDelimited(data []byte, comma byte, path string) (*raw, error) {
	// The bytes are not written again.
	d := &lines{comma: comma, src: unsafe.String(unsafe.SliceData(data), len(data))}
	d.raw = &raw{path: path, line: func(col, row int) int {
		return lineAt(data, d.raw.cols[col].cells[row].first())
	}}
	d.plain[comma], d.plain['\n'], d.plain['"'] = true, true, true
	var header []piece
	at, err := d.row(0, &header)
	if err != nil {
		return nil, err
	}
	if len(header) == 0 {
		return nil, d.raw.fail(-1, -1, "is empty")
	}
	names := make([]string, len(header))
	for i, c := range header {
		names[i] = c.in(d.src)
	}
	if err := d.raw.name(names); err != nil {
		return nil, err
	}
	width := len(names)
	rows := 1 + strings.Count(d.src[at:], "\n")
	for j := range d.raw.cols { // a row has a byte for each cell at least
		d.raw.cols[j].src, d.raw.cols[j].cells = d.src, make([]piece, 0, min(rows, len(data)/width+1))
	}
	record := make([]piece, 0, width)
	for {
		first := at
		if at, err = d.row(at, &record); err != nil {
			return nil, err
		}
		if len(record) == 0 {
			return d.raw, nil
		}
		if len(record) != width {
			e := d.raw.fail(-1, -1, "the row has %d fewer cells than the header", width-len(record))
			if len(record) > width {
				e = d.raw.fail(-1, -1, "the row has %d more cells than the header; quote cells that hold the separator", len(record)-width)
			}
			e.Line = lineAt(data, d.start)
			return nil, e
		}
		if d.raw.rows >= MaxRows {
			e := d.raw.tooLarge(-1, -1, "has more than %d rows", MaxRows)
			e.Line = lineAt(data, first)
			return nil, e
		}
		for j, c := range record {
			d.raw.cols[j].cells = append(d.raw.cols[j].cells, c)
		}
		d.raw.rows++
	}
}

// lines splits text into rows of cells.
type lines struct {
	raw   *raw
	comma byte
	src   string
	plain [256]bool // bytes at which a plain cell ends, or that it may not hold
	start int       // where the last row begins
}

// row reads the row at a place into cells, none at the end of the text, and says where the
// next one is.
func (d *lines) row(at int, cells *[]piece) (next int, err error) {
	src, out := d.src, (*cells)[:0]
	defer func() { *cells = out }()
	for { // blank lines
		switch {
		case at < len(src) && src[at] == '\n':
			at++
			continue
		case strings.HasPrefix(src[at:], "\r\n"):
			at += 2
			continue
		}
		break
	}
	if d.start = at; at == len(src) || src[at:] == "\r" {
		return len(src), nil
	}
	for {
		if at < len(src) && src[at] == '"' {
			c, after, err := d.quoted(at)
			if err != nil {
				return 0, err
			}
			out, at = append(out, c), after
		} else {
			from := at
			for at < len(src) && !d.plain[src[at]] {
				at++
			}
			end := at
			if at < len(src) && src[at] == '"' {
				return 0, d.fail(at, `a quote stands in a cell that is not quoted; quote the cell and double the quote`)
			}
			if end > from && (at == len(src) || src[at] == '\n') && src[end-1] == '\r' {
				end--
			}
			if end-from > MaxCell {
				return 0, d.tooLong(from, len(out))
			}
			out = append(out, pieceOf(from, end-from, false))
		}
		if at == len(src) {
			return at, nil
		}
		at++
		if src[at-1] == '\n' {
			return at, nil
		}
	}
}

// quoted reads the cell whose quote opens at a place; after is where its separator, line end
// or the end of the text is.
func (d *lines) quoted(open int) (c piece, after int, err error) {
	src, at, escaped := d.src, open+1, false
	for {
		n := strings.IndexByte(src[at:], '"')
		if n < 0 {
			return 0, 0, d.fail(open, "a quote is not closed")
		}
		escaped = escaped || strings.Contains(src[at:at+n], "\r\n")
		at += n + 1
		if at == len(src) || src[at] != '"' {
			break
		}
		escaped = true
		at++
	}
	switch rest := src[at:]; {
	case rest == "\r":
		after = len(src)
	case rest == "" || rest[0] == d.comma || rest[0] == '\n':
		after = at
	case strings.HasPrefix(rest, "\r\n"):
		after = at + 1
	default:
		return 0, 0, d.fail(at, "something follows the closing quote of a cell; double the quotes that it holds")
	}
	if at-1-open > MaxCell {
		return 0, 0, d.tooLong(open, -1)
	}
	return pieceOf(open+1, at-2-open, escaped), after, nil
}

func (d *lines) fail(at int, msg string) *Error {
	e := d.raw.fail(-1, -1, "%s", msg)
	e.Line = 1 + strings.Count(d.src[:at], "\n")
	return e
}

func (d *lines) tooLong(at, col int) *Error {
	if col >= len(d.raw.cols) {
		col = -1
	}
	e := d.raw.tooLarge(col, -1, "a cell has more than %d bytes", MaxCell)
	e.Line = 1 + strings.Count(d.src[:at], "\n")
	return e
}

package table

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"unsafe"
)

// readDelimited reads CSV or TSV with a header line, by the rules of encoding/csv: a cell may
// stand in quotes, in which the quote is doubled; blank lines are skipped, as every common
// reader skips them. Cells are pieces of the text, so that none of them is copied.
func readDelimited(data []byte, comma byte, path string) (*raw, error) {
	// The bytes are not written again.
	d := &lines{comma: comma, src: unsafe.String(unsafe.SliceData(data), len(data))}
	d.raw = &raw{path: path, file: len(data), line: func(col, row int) int { return LineAt(data, d.cells[col][row].first()) }}
	d.plain[comma], d.plain['\n'], d.plain['"'] = true, true, true
	var header []piece
	at, n, err := d.row(0, &header)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, d.raw.fail(-1, -1, "is empty")
	}
	names := make([]string, len(header))
	for i, c := range header {
		names[i] = c.in(d.src)
	}
	if err := d.raw.name(names); err != nil {
		return nil, err
	}
	parts := d.cut(at)
	bounds, most := lineEnds(d.src, parts), 0
	for k, p := range parts { // a row has a byte for each cell at least
		if d.src[p.to-1] != '\n' {
			bounds[k]++
		}
		bounds[k] = min(bounds[k], (p.to-p.from)/len(names)+1)
		most += bounds[k]
	}
	cells := make([][]piece, len(names))
	for j := range cells {
		cells[j] = make([]piece, most)
	}
	nums := make([][]float64, len(names))
	for _, j := range d.numeric(at, len(names)) {
		nums[j] = make([]float64, most)
	}
	split, errs := make([]lines, len(parts)), make([]error, len(parts))
	var wg sync.WaitGroup
	first := 0
	for k, p := range parts {
		w := &split[k]
		*w = *d
		w.src, w.cells, w.early = d.src[:p.to], make([][]piece, len(names)), make([]early, len(names))
		for j := range w.cells {
			w.cells[j] = cells[j][first : first : first+bounds[k]]
			if nums[j] != nil {
				w.early[j].nums = nums[j][first : first+bounds[k]]
			}
		}
		first += bounds[k]
		wg.Go(func() { errs[k] = w.read(p.from) })
	}
	wg.Wait()
	first = 0
	for k := range parts {
		if errs[k] != nil {
			return nil, errs[k]
		}
		for j := range cells {
			if first == d.raw.rows { // no blank line before it has left a gap
				break
			}
			copy(cells[j][d.raw.rows:], split[k].cells[j])
			if nums[j] != nil {
				copy(nums[j][d.raw.rows:], split[k].early[j].nums[:len(split[k].cells[j])])
			}
		}
		d.raw.rows += len(split[k].cells[0])
		first += bounds[k]
	}
	for j := range cells {
		cells[j] = cells[j][:d.raw.rows]
		d.raw.cols[j].Texts = Texts{src: d.src, cells: cells[j]}
		if nums[j] != nil {
			e := early{nums: nums[j][:d.raw.rows]}
			for k := range split {
				e.places, e.greatest = max(e.places, split[k].early[j].places), max(e.greatest, split[k].early[j].greatest)
			}
			d.raw.cols[j].early = &e
		}
	}
	d.cells = cells
	if d.raw.rows > MaxRows {
		e := d.fail(cells[0][MaxRows].first(), fmt.Sprintf("has more than %d rows", MaxRows))
		e.Code = CodeTooLarge
		return nil, e
	}
	return d.raw, nil
}

// stretch is a part of the text that holds whole rows.
type stretch struct{ from, to int }

// cut parts the rows from a place on, so that processors can share them: a long text in which
// no line end can stand in quotes.
func (d *lines) cut(at int) []stretch {
	n := min(runtime.GOMAXPROCS(0), (len(d.src)-at)/long)
	if n < 2 || !eachPart(unsafe.Slice(unsafe.StringData(d.src), len(d.src))[at:], func(part []byte) bool { return bytes.IndexByte(part, '"') < 0 }) {
		return []stretch{{at, len(d.src)}}
	}
	var out []stretch
	for size := (len(d.src) - at) / n; at < len(d.src); {
		to := min(at+size, len(d.src))
		if end := strings.IndexByte(d.src[to:], '\n'); end < 0 {
			to = len(d.src)
		} else {
			to += end + 1
		}
		out = append(out, stretch{at, to})
		at = to
	}
	return out
}

// read reads the rows from a place to the end of the text.
func (d *lines) read(at int) error {
	const block = 1 << 11 // rows whose text is still near when its numbers are read
	width, done := len(d.cells), 0
	for {
		next, n, err := d.row(at, nil)
		if rows := len(d.cells[0]); rows-done == block || n == 0 && err == nil {
			for j := range d.early {
				d.early[j].read(d.src, d.cells[j], done)
			}
			done = rows
		}
		switch {
		case err != nil:
			return err
		case n == 0:
			return nil
		case n < width:
			return d.fail(d.start, fmt.Sprintf("the row has %d fewer cells than the header", width-n))
		case n > width:
			return d.fail(d.start, fmt.Sprintf("the row has %d more cells than the header; quote cells that hold the separator", n-width))
		}
		at = next
	}
}

// lines splits text into rows of cells.
type lines struct {
	raw   *raw
	comma byte
	src   string
	plain [256]bool // bytes at which a plain cell ends, or that it may not hold
	start int       // where the last row begins
	cells [][]piece // by column
	early []early   // by column
}

// row reads the row at a place into the columns, or into header where that is not nil. It says
// how many cells there are, none at the end of the text, and where the next row is. Cells beyond
// the columns are only counted.
func (d *lines) row(at int, header *[]piece) (next, n int, err error) {
	src := d.src
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
		return len(src), 0, nil
	}
	for ; ; n++ {
		var c piece
		if at < len(src) && src[at] == '"' {
			if c, at, err = d.quoted(at, n); err != nil {
				return 0, 0, err
			}
		} else {
			from := at
			for at < len(src) && !d.plain[src[at]] {
				at++
			}
			end := at
			if at < len(src) && src[at] == '"' {
				return 0, 0, d.fail(at, `a quote stands in a cell that is not quoted; quote the cell and double the quote`)
			}
			if end > from && src[end-1] == '\r' && (at == len(src) || src[at] == '\n') {
				end--
			}
			if end-from > MaxCell {
				return 0, 0, d.tooLong(from, n)
			}
			c = pieceOf(from, end-from, false)
		}
		if n < len(d.cells) {
			d.cells[n] = append(d.cells[n], c)
		} else if header != nil {
			*header = append(*header, c)
		}
		if at == len(src) {
			return at, n + 1, nil
		}
		at++
		if src[at-1] == '\n' {
			return at, n + 1, nil
		}
	}
}

// quoted reads the cell whose quote opens at a place; after is where its separator, line end
// or the end of the text is.
func (d *lines) quoted(open, col int) (c piece, after int, err error) {
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
		return 0, 0, d.tooLong(open, col)
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

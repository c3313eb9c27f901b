package table

import (
	"fmt"
	"slices"
	"strings"
)

// raw is a file's cells as they were read, before types.
type raw struct {
	path string
	cols []rawColumn
	rows int
	line func(col, row int) int    // of a cell; nil where the format has no lines
	cell func(col, row int) string // a cell's place as the format names it; nil where line does
	file int                       // bytes of the file, inflated
	size int                       // bytes of text that add has taken
	void int                       // cells that skip has made
}

// rawColumn is a column of a raw table: the text of each cell, and what the file says of
// what it is.
type rawColumn struct {
	name string
	Texts
	forms []form // nil where all cells are plain text
	early *early // nil where no number was read yet
	text  *strings.Builder
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

// add appends a cell. What the cells hold may be more than the file, where it names a text
// once for many cells.
func (r *raw) add(col int, text string, f form) error {
	c := &r.cols[col]
	if r.size += len(text); len(text) > MaxCell || r.size > min(MaxBytes, 1<<26+inflation*r.file) {
		return r.tooLarge(col, len(c.cells), "a cell has more than %d bytes, or all cells far more than the file", MaxCell)
	}
	if c.text == nil {
		c.text = new(strings.Builder)
	}
	c.cells = append(c.cells, pieceOf(c.text.Len(), len(text), false))
	c.forms = append(c.forms, f)
	c.text.WriteString(text)
	return nil
}

// skip makes the cells of a column missing up to a row. A file of few bytes that would make
// many cells so is refused.
func (r *raw) skip(col, row int) error {
	c := &r.cols[col]
	n := row - len(c.cells)
	if n <= 0 {
		return nil
	}
	if r.void += n; r.void > 1<<24 && r.void > 8*r.file {
		return r.tooLarge(col, -1, "nearly all cells are empty: more than %d of them in %d bytes; leave such columns out", 1<<24, r.file)
	}
	c.cells = append(c.cells, make([]piece, n)...)
	c.forms = append(c.forms, slices.Repeat([]form{formNull}, n)...)
	return nil
}

// close ends adding: every column has so many rows, the last of them missing where it had
// fewer.
func (r *raw) close(rows int) (*raw, error) {
	r.rows = rows
	for j := range r.cols {
		if err := r.skip(j, rows); err != nil {
			return nil, err
		}
		if text := r.cols[j].text; text != nil {
			r.cols[j].src = text.String()
		}
	}
	return r, nil
}

// fail is an error at a cell; col or row -1 where it is of no column or row.
func (r *raw) fail(col, row int, format string, args ...any) *Error {
	e := &Error{Code: CodeInvalid, File: r.path, Msg: fmt.Sprintf(format, args...)}
	if col >= 0 {
		e.Column = r.cols[col].name
	}
	if row >= 0 && r.line != nil {
		e.Line = r.line(col, row)
	}
	if row >= 0 && r.cell != nil {
		e.Cell = r.cell(col, row)
	}
	return e
}

func (r *raw) tooLarge(col, row int, format string, args ...any) *Error {
	e := r.fail(col, row, format, args...)
	e.Code = CodeTooLarge
	return e
}

// rowName places a cell in files that have no lines.
func rowName(_, row int) string { return fmt.Sprintf("row %d", row+1) }

// name gives a raw table its columns.
func (r *raw) name(names []string) error {
	if len(names) > MaxColumns {
		return &Error{Code: CodeTooLarge, File: r.path, Msg: fmt.Sprintf("has more than %d columns", MaxColumns)}
	}
	seen := map[string]bool{}
	for i, n := range names {
		n = strings.TrimSpace(n)
		r.cols = append(r.cols, rawColumn{name: n})
		if n == "" {
			e := r.fail(-1, -1, "column %d has no name", i+1)
			if r.line != nil {
				e.Line = 1
			}
			return e
		}
		if seen[n] {
			e := r.fail(i, -1, "occurs twice in the header; names must differ")
			if r.line != nil {
				e.Line = 1
			}
			return e
		}
		seen[n] = true
	}
	return nil
}

// Package sheet opens data files for change: rows change places and cells their contents,
// and the rest of the file stays as it was, as far as its format allows.
package sheet

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// Sheet is a data file opened for change. A cell's content is its text: as the file writes
// it in a text format, the shortest one that names the value in a binary one; "" where it
// is missing.
type Sheet struct {
	path  string
	body  body
	order []int // row i of the changed file is row order[i] of the body
}

// body is the file in its format. Columns and rows are in range.
type body interface {
	names() []string
	rows() int
	cell(column, row int) string
	set(column, row int, content string)
	bytes(order []int) ([]byte, error)
}

// Open opens the bytes of an asset: text, Arrow, Parquet,
// NumPy and Excel files. It expects a file
// that table.Read takes; errors are *table.Error.
func Open(data []byte, a spec.Asset) (*Sheet, error) {
	format, err := table.FormatOf(a)
	if err != nil {
		return nil, err
	}
	s := &Sheet{path: a.Path}
	switch format {
	case "csv", "tsv", "json", "jsonl":
		s.body, err = openText(data, a.Path, format)
	case "parquet":
		s.body, err = openParquet(data, a.Path)
	case "arrow":
		s.body, err = openArrow(data, a.Path)
	case "npy", "npz":
		s.body, err = openArrays(data, a)
	case "xlsx":
		s.body, err = openWorkbook(data, a)
	default:
		err = &table.Error{Code: table.CodeInvalid, File: a.Path, Msg: fmt.Sprintf("a file of the format %s cannot be changed cell by cell", format)}
	}
	if err != nil {
		return nil, err
	}
	for i := range s.body.rows() {
		s.order = append(s.order, i)
	}
	return s, nil
}

// Names are the columns' names, in the order of the file.
func (s *Sheet) Names() []string { return s.body.names() }

// Rows is the number of rows.
func (s *Sheet) Rows() int { return s.body.rows() }

// Cell is the content of a cell; rows count in the order of the file as it was read. It is
// "" where there is no such cell.
func (s *Sheet) Cell(column string, row int) string {
	if j := slices.Index(s.Names(), column); j >= 0 && row >= 0 && row < s.Rows() {
		return s.body.cell(j, row)
	}
	return ""
}

// Set changes the content of a cell. In a binary file the content is one that the column
// has, or a number.
func (s *Sheet) Set(column string, row int, content string) {
	if j := slices.Index(s.Names(), column); j >= 0 && row >= 0 && row < s.Rows() {
		s.body.set(j, row, content)
	}
}

// Reorder puts row order[i] of the file as it was read at place i. order is a
// permutation of the rows.
func (s *Sheet) Reorder(order []int) error {
	seen := make([]bool, s.Rows())
	for _, i := range order {
		if i < 0 || i >= len(seen) || seen[i] {
			return fmt.Errorf("%s: the new order is no permutation of %d rows", s.path, len(seen))
		}
		seen[i] = true
	}
	if len(order) != len(seen) {
		return fmt.Errorf("%s: the new order has %d of %d rows", s.path, len(order), len(seen))
	}
	s.order = slices.Clone(order)
	return nil
}

// Bytes is the changed file.
func (s *Sheet) Bytes() ([]byte, error) { return s.body.bytes(s.order) }

// edits are the changed cells of a binary file: each has the content that another row of
// its column has, or a number.
type edits struct {
	text  func(column, row int) string
	count int
	to    map[[2]int]string
	first []map[string]int // by column: the first row of each content
}

func newEdits(columns, rows int, text func(column, row int) string) edits {
	return edits{text: text, count: rows, to: map[[2]int]string{}, first: make([]map[string]int, columns)}
}

func (e *edits) rows() int { return e.count }

func (e *edits) cell(column, row int) string {
	if t, ok := e.to[[2]int{column, row}]; ok {
		return t
	}
	return e.text(column, row)
}

func (e *edits) set(column, row int, content string) { e.to[[2]int{column, row}] = content }

// source is the row that has the content that a cell is to have; ok is false where none
// has, and content is to be written.
func (e *edits) source(column, row int) (from int, content string, ok bool) {
	content, changed := e.to[[2]int{column, row}]
	if !changed {
		return row, "", true
	}
	if e.first[column] == nil {
		e.first[column] = make(map[string]int, e.count)
		for i := range e.count {
			t := e.text(column, i)
			if _, known := e.first[column][t]; !known {
				e.first[column][t] = i
			}
		}
	}
	from, ok = e.first[column][content]
	return from, content, ok
}

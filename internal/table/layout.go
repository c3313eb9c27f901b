package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Layout says where the cells of a workbook's table stand in the XML of its sheet.
type Layout struct {
	Part    string // the sheet's file in the archive
	XML     []byte
	Names   []string
	Columns []int          // of the sheet, from 0, by column of the table
	Rows    []int          // of the sheet, from 1, by row of the table
	Cells   [][]LayoutCell // of each row of the table, in the order of the sheet, empty ones too
	Foreign []string       // other sheets that hold formulas

	text  func(column, row int) string
	cells map[int][]LayoutCell // by row of the sheet
}

// LayoutCell is an element of the sheet: XML[Start:End].
type LayoutCell struct {
	Column     int // of the sheet
	Start, End int
	Formula    bool
	Placed     bool // it says which cell it is
}

// Text is the text of a cell as the table has it, "" where it is missing.
func (l *Layout) Text(column, row int) string { return l.text(column, row) }

// LayoutOf reads a workbook as Read does. Errors are *Error.
func LayoutOf(data []byte, a spec.Asset) (*Layout, error) {
	w, err := openWorkbook(data, a.Path, a.Sheet)
	if err != nil {
		return nil, err
	}
	l := &Layout{Part: w.part}
	w.laid = l
	read, err := w.read()
	if err != nil {
		return nil, err
	}
	if l.XML, err = w.zip.read(w.part, "Excel"); err != nil {
		return nil, err
	}
	l.Columns, l.Rows = make([]int, len(read.cols)), w.rows
	for at, j := range w.columns {
		l.Columns[j] = at
	}
	for _, c := range read.cols {
		l.Names = append(l.Names, c.name)
	}
	l.text = func(column, row int) string {
		if c := &read.cols[column]; c.form(row) != formNull {
			return c.At(row)
		}
		return ""
	}
	l.Cells = make([][]LayoutCell, len(l.Rows))
	for i, row := range l.Rows {
		l.Cells[i] = l.cells[row]
	}
	for _, name := range w.zip.names {
		if name == w.part || !strings.HasPrefix(name, "xl/worksheets/") || !strings.HasSuffix(name, ".xml") {
			continue
		}
		part, err := w.zip.read(name, "Excel")
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc([]string{"<f>", "<f ", ":f>", ":f "}, func(f string) bool { return strings.Contains(string(part), f) }) {
			l.Foreign = append(l.Foreign, name)
		}
	}
	return l, nil
}

// lay notes where a cell stands that was taken; to is the offset behind it.
func (w *workbook) lay(c workbookCell, to int) {
	if w.laid == nil {
		return
	}
	if w.laid.cells == nil {
		w.laid.cells = map[int][]LayoutCell{}
	}
	w.laid.cells[w.at] = append(w.laid.cells[w.at], LayoutCell{Column: w.col, Start: w.from, End: to, Formula: c.Formula != nil, Placed: c.Ref != ""})
}

// CellName is the name of a cell of a sheet: column 0 of row 1 is A1.
func CellName(column, row int) string {
	name := ""
	for column++; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return fmt.Sprintf("%s%d", name, row)
}

package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"regexp"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// workbook is a sheet of an Excel file. The elements of its cells move as they are, with
// their type, style and value, and only say anew which cell they are; the rest of the sheet,
// and all other parts of the archive, stay.
type workbook struct {
	edits
	path   string
	data   []byte
	layout *table.Layout
	placed bool   // cells say which they are
	tag    string // of cells: c, or with the prefix of their name space
}

func openWorkbook(data []byte, a spec.Asset) (*workbook, error) {
	l, err := table.LayoutOf(data, a)
	if err != nil {
		return nil, err
	}
	w := &workbook{path: a.Path, data: data, layout: l, tag: "c"}
	for i, row := range l.Cells {
		for k, c := range row {
			if i == 0 && k == 0 {
				w.placed = c.Placed
				if m := tagName.FindSubmatch(l.XML[c.Start:c.End]); m != nil {
					w.tag = string(m[1])
				}
			}
			if c.Placed != w.placed {
				return nil, w.fail("cannot be changed: some cells of row %d say where they stand, and some do not", l.Rows[i])
			}
		}
	}
	w.edits = newEdits(len(l.Names), len(l.Rows), l.Text)
	return w, nil
}

func (w *workbook) names() []string { return w.layout.Names }

func (w *workbook) fail(format string, args ...any) error {
	return &table.Error{Code: table.CodeInvalid, File: w.path, Msg: fmt.Sprintf(format, args...)}
}

func (w *workbook) bytes(order []int) ([]byte, error) {
	touched := map[int]bool{} // rows of the changed sheet that are others
	for i, row := range order {
		if i != row {
			touched[i] = true
		}
	}
	place := make([]int, len(order))
	for i, row := range order {
		place[row] = i
	}
	for at, content := range w.to {
		if content != w.text(at[0], at[1]) {
			touched[place[at[1]]] = true
		}
	}
	if len(touched) == 0 {
		return w.data, nil
	}
	if err := w.stale(order, touched); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	at := 0
	for i := range order {
		cells := w.layout.Cells[i]
		if len(cells) == 0 || !touched[i] {
			continue
		}
		out.Write(w.layout.XML[at:cells[0].Start])
		if err := w.row(&out, i, order[i]); err != nil {
			return nil, err
		}
		at = cells[len(cells)-1].End
	}
	out.Write(w.layout.XML[at:])
	return w.pack(out.Bytes())
}

// stale refuses a change that leaves formulas with values that are no longer theirs.
func (w *workbook) stale(order []int, touched map[int]bool) error {
	for i, row := range order {
		for _, c := range slices.Concat(w.layout.Cells[i], w.layout.Cells[row]) {
			if c.Formula && touched[i] {
				return w.fail("cannot be changed: row %d holds a formula, whose stored value would be that of other data; store values in its place", w.layout.Rows[row])
			}
		}
	}
	if len(w.layout.Foreign) > 0 {
		return w.fail("cannot be changed: %s holds formulas, whose stored values may be those of other data; store values in their place", w.layout.Foreign[0])
	}
	return nil
}

// row writes the cells of the table's row at place i, with the contents of another row.
// Cells outside the columns of the table stay.
func (w *workbook) row(out *bytes.Buffer, i, from int) error {
	columns := map[int]int{} // of the table, by those of the sheet
	var todo []int           // of the sheet, in order
	for j, c := range w.layout.Columns {
		columns[c] = j
		todo = append(todo, c)
	}
	slices.Sort(todo)
	if !w.placed { // they are counted
		last := todo[len(todo)-1]
		todo = todo[:0]
		for c := range last + 1 {
			todo = append(todo, c)
		}
	}
	upTo := func(end int) error {
		for ; len(todo) > 0 && todo[0] < end; todo = todo[1:] {
			if j, ok := columns[todo[0]]; !ok {
				w.blank(out)
			} else if err := w.cellAt(out, i, from, j); err != nil {
				return err
			}
		}
		return nil
	}
	cells := w.layout.Cells[i]
	for k, c := range cells {
		if k > 0 {
			out.Write(w.layout.XML[cells[k-1].End:c.Start])
		}
		if err := upTo(c.Column); err != nil {
			return err
		}
		if _, ok := columns[c.Column]; !ok {
			out.Write(w.layout.XML[c.Start:c.End])
			if len(todo) > 0 && todo[0] == c.Column {
				todo = todo[1:]
			}
		} else if err := upTo(c.Column + 1); err != nil {
			return err
		}
	}
	return upTo(1 << 20)
}

// cellAt writes a cell of row i with the content of one of another row.
func (w *workbook) cellAt(out *bytes.Buffer, i, from, column int) error {
	at := w.layout.Columns[column]
	name := table.CellName(at, w.layout.Rows[i])
	source, content, known := w.source(column, from)
	switch element, ok := w.element(source, at); {
	case known && ok:
		out.Write(w.move(element, name))
	case known || content == "":
		w.blank(out)
	case !isNumber.MatchString(content):
		return w.fail("column %s cannot be changed: %q is no number, and no text that it has", w.layout.Names[column], content)
	default:
		// Of a number that is written anew the style is that of the cell which it replaces.
		replaced, _ := w.element(from, at)
		out.Write(w.number(replaced, name, content))
	}
	return nil
}

// blank stands for a cell that is absent, where others are counted by it.
func (w *workbook) blank(out *bytes.Buffer) {
	if !w.placed {
		out.WriteString("<" + w.tag + "/>")
	}
}

// element is the cell of a row in a column of the sheet, if there is one.
func (w *workbook) element(row, column int) ([]byte, bool) {
	for _, c := range w.layout.Cells[row] {
		if c.Column == column {
			return w.layout.XML[c.Start:c.End], true
		}
	}
	return nil, false
}

var (
	isNumber  = regexp.MustCompile(`^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$`)
	reference = regexp.MustCompile(`\sr\s*=\s*("[^"]*"|'[^']*')`)
	styled    = regexp.MustCompile(`\ss\s*=\s*("[^"]*"|'[^']*')`)
	tagName   = regexp.MustCompile(`^<([^\s/>]+)`)
)

// head is the start tag of an element; attributes hold no bare >.
func head(element []byte) []byte { return element[:bytes.IndexByte(element, '>')+1] }

// move is an element that says to be another cell; one that does not say which it is stays.
func (w *workbook) move(element []byte, name string) []byte {
	tag := head(element)
	at := reference.FindIndex(tag)
	if at == nil {
		return element
	}
	return slices.Concat(element[:at[0]], []byte(` r="`+name+`"`), element[at[1]:])
}

func (w *workbook) number(replaced []byte, name, content string) []byte {
	prefix, place, style := strings.TrimSuffix(w.tag, "c"), "", ""
	if len(replaced) > 0 {
		style = string(styled.Find(head(replaced)))
	}
	if w.placed {
		place = ` r="` + name + `"`
	}
	return fmt.Appendf(nil, "<%s%s%s><%sv>%s</%sv></%s>", w.tag, place, style, prefix, content, prefix, w.tag)
}

// pack writes the archive with another text of the sheet; all other entries keep their bytes,
// and all their order, times and methods.
func (w *workbook) pack(sheet []byte) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(w.data), int64(len(w.data)))
	if err != nil {
		return nil, w.fail("%v", err)
	}
	var out bytes.Buffer
	zw := zip.NewWriter(&out)
	for _, f := range z.File {
		h := f.FileHeader
		if strings.TrimPrefix(f.Name, "/") == w.layout.Part {
			body, err := squeeze(sheet, h.Method)
			if err != nil {
				return nil, w.fail("%v", err)
			}
			h.CRC32, h.CompressedSize64, h.UncompressedSize64 = crc32.ChecksumIEEE(sheet), uint64(len(body)), uint64(len(sheet))
			err = raw(zw, h, body)
			if err != nil {
				return nil, w.fail("%v", err)
			}
			continue
		}
		if err := zw.Copy(f); err != nil {
			return nil, w.fail("%v", err)
		}
	}
	if err := zw.SetComment(z.Comment); err != nil {
		return nil, w.fail("%v", err)
	}
	if err := zw.Close(); err != nil {
		return nil, w.fail("%v", err)
	}
	return out.Bytes(), nil
}

func raw(zw *zip.Writer, h zip.FileHeader, body []byte) error {
	e, err := zw.CreateRaw(&h)
	if err == nil {
		_, err = e.Write(body)
	}
	return err
}

func squeeze(data []byte, method uint16) ([]byte, error) {
	switch method {
	case zip.Store:
		return data, nil
	case zip.Deflate:
		var out bytes.Buffer
		fw, err := flate.NewWriter(&out, flate.DefaultCompression)
		if err != nil {
			return nil, err
		}
		if _, err := fw.Write(data); err != nil {
			return nil, err
		}
		if err := fw.Close(); err != nil {
			return nil, err
		}
		return out.Bytes(), nil
	}
	return nil, fmt.Errorf("a sheet is compressed by method %d", method)
}

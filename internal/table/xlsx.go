package table

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
	"time"
)

// A sheet of a workbook is read as a stream, and never more of it than its rows hold: a few
// bytes can name the cell XFD1048576, for which the common libraries fill all before it.
//
// The first row that is not blank is the header; blank rows are skipped. A number is a
// float64 and has its shortest text; where its format shows a day it is a date. Of a formula
// the stored value counts. Merged cells are refused, as it is not said what stands in each; so are
// error values.

// readWorkbook reads a sheet of an .xlsx file, the first where no name is given.
func readWorkbook(data []byte, file, sheet string) (*raw, error) {
	w, err := openWorkbook(data, file, sheet)
	if err != nil {
		return nil, err
	}
	return w.read()
}

func openWorkbook(data []byte, file, sheet string) (*workbook, error) {
	out := &raw{path: file}
	z, err := openArchive(data, out, "Excel", MaxBytes/2)
	if err != nil {
		return nil, err
	}
	w := &workbook{zip: z, out: out}
	for _, read := range []func() error{func() error { return w.find(sheet) }, w.strings, w.styles} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// workbook is an open .xlsx file.
type workbook struct {
	zip     *archive
	out     *raw
	sheet   string // its name
	part    string // its file
	parts   map[string]string
	is1904  bool
	texts   []string // shared strings
	isDate  []bool   // by style
	header  []string
	columns map[int]int // columns of the table by those of the sheet
	rows    []int       // number of each of the table's rows in the sheet
	top     int         // that of the header
	at, col int         // the cell that is read
	inRow   bool        // a row has begun
	from    int         // offset of the token that is read in its part
	laid    *Layout     // where cells stand, where that is asked for
}

// decode reads an XML part into a value; parts that are not there leave it as it is.
func (w *workbook) decode(part string, into any) error {
	data, err := w.zip.read(part, "Excel")
	if err != nil || data == nil {
		return err
	}
	if err := xml.Unmarshal(data, into); err != nil {
		return broken(w.out, "Excel", fmt.Sprintf("%s: %v", part, err))
	}
	return nil
}

type relations struct {
	List []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

// target is the part that a relation of a part in folder dir leads to.
func target(dir, to string) string {
	if strings.HasPrefix(to, "/") {
		return strings.TrimPrefix(path.Clean(to), "/")
	}
	return path.Join(dir, to)
}

// find looks up the sheet, and where the other parts lie.
func (w *workbook) find(sheet string) error {
	var rels relations
	if err := w.decode("_rels/.rels", &rels); err != nil {
		return err
	}
	book := "xl/workbook.xml"
	for _, r := range rels.List {
		if strings.HasSuffix(r.Type, "/officeDocument") {
			book = target("", r.Target)
		}
	}
	dir := path.Dir(book)
	rels = relations{}
	if err := w.decode(path.Join(dir, "_rels", path.Base(book)+".rels"), &rels); err != nil {
		return err
	}
	w.parts = map[string]string{}
	byID := map[string]string{}
	for _, r := range rels.List {
		byID[r.ID] = target(dir, r.Target)
		w.parts[path.Base(r.Type)] = byID[r.ID]
	}
	var b struct {
		Props struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name string     `xml:"name,attr"`
			Attr []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
	}
	if err := w.decode(book, &b); err != nil {
		return err
	}
	w.is1904 = b.Props.Date1904 == "1" || b.Props.Date1904 == "true"
	var known []string
	for _, s := range b.Sheets {
		known = append(known, s.Name)
		if w.part == "" && (sheet == "" || sheet == s.Name) {
			w.sheet = s.Name
			for _, a := range s.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					w.part = byID[a.Value]
				}
			}
		}
	}
	switch {
	case len(known) == 0:
		return broken(w.out, "Excel", "it has no sheets")
	case w.sheet == "" && sheet != "":
		return w.out.fail(-1, -1, "has no sheet %q; it has %s", sheet, strings.Join(known, ", "))
	case w.zip.files[w.part] == nil:
		return broken(w.out, "Excel", fmt.Sprintf("its sheet %q is not in it", w.sheet))
	}
	return nil
}

// richText is text in one piece, or in runs of different looks.
type richText struct {
	Text string `xml:"t"`
	Runs []struct {
		Text string `xml:"t"`
	} `xml:"r"`
}

func (r richText) String() string {
	s := r.Text
	for _, run := range r.Runs {
		s += run.Text
	}
	return s
}

// strings reads the texts that cells name by number.
func (w *workbook) strings() error {
	part := w.parts["sharedStrings"]
	return w.stream(part, func(dec *xml.Decoder, t xml.Token) error {
		start, ok := t.(xml.StartElement)
		if !ok || start.Name.Local != "si" {
			return nil
		}
		var s richText
		if err := dec.DecodeElement(&s, &start); err != nil {
			return broken(w.out, "Excel", fmt.Sprintf("%s: %v", part, err))
		}
		w.texts = append(w.texts, s.String())
		return nil
	})
}

// stream goes through the tokens of an XML part, which may be absent.
func (w *workbook) stream(part string, each func(*xml.Decoder, xml.Token) error) error {
	data, err := w.zip.read(part, "Excel")
	if err != nil {
		return err
	}
	w.out.file = len(data)
	for dec := xml.NewDecoder(bytes.NewReader(data)); ; {
		w.from = int(dec.InputOffset())
		t, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return broken(w.out, "Excel", fmt.Sprintf("%s: %v", part, err))
		}
		if err := each(dec, t); err != nil {
			return err
		}
	}
}

func (w *workbook) styles() error {
	var s struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := w.decode(w.parts["styles"], &s); err != nil {
		return err
	}
	dates := map[int]bool{}
	for _, id := range []int{14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58} {
		dates[id] = true
	}
	for _, f := range s.Formats {
		dates[f.ID] = showsDay(f.Code)
	}
	for _, c := range s.Cells {
		w.isDate = append(w.isDate, dates[c.Format])
	}
	return nil
}

// showsDay reports whether a number format writes a year or a day: y or d outside quotes,
// brackets and escapes.
func showsDay(code string) bool {
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '"', '[':
			end := strings.IndexByte(code[i+1:], map[byte]byte{'"': '"', '[': ']'}[code[i]])
			if end < 0 {
				return false
			}
			i += end + 1
		case '\\', '_', '*':
			i++
		case 'y', 'Y', 'd', 'D':
			return true
		case ';':
			return false
		}
	}
	return false
}

// workbookCell is a cell as a sheet writes it.
type workbookCell struct {
	Ref     string    `xml:"r,attr"`
	Style   int       `xml:"s,attr"`
	Type    string    `xml:"t,attr"`
	Formula *string   `xml:"f"`
	Value   *string   `xml:"v"`
	Inline  *richText `xml:"is"`
}

// read streams over the sheet.
func (w *workbook) read() (*raw, error) {
	w.out.cell = func(col, row int) string {
		for sheetCol, c := range w.columns {
			if c == col {
				return w.place(sheetCol, w.rows[row])
			}
		}
		return fmt.Sprintf("%s, row %d", w.sheet, w.rows[row])
	}
	err := w.stream(w.part, func(dec *xml.Decoder, t xml.Token) error {
		switch t := t.(type) {
		case xml.EndElement:
			if t.Name.Local == "row" {
				w.inRow = false
			}
			if t.Name.Local == "row" && w.header != nil && w.out.cols == nil {
				return w.out.name(w.header)
			}
		case xml.StartElement:
			switch t.Name.Local {
			case "row":
				return w.row(attr(t, "r"))
			case "c":
				if !w.inRow {
					return broken(w.out, "Excel", "a cell stands in no row")
				}
				var c workbookCell
				if err := dec.DecodeElement(&c, &t); err != nil {
					return broken(w.out, "Excel", fmt.Sprintf("row %d: %v", w.at, err))
				}
				if err := w.cell(c); err != nil {
					return err
				}
				w.lay(c, int(dec.InputOffset()))
				return nil
			case "mergeCell":
				ref := attr(t, "ref")
				from, _, _ := strings.Cut(ref, ":")
				if _, r, err := reference(from); err != nil || len(w.rows) > 0 && r <= w.rows[len(w.rows)-1] || r <= w.top {
					return w.out.fail(-1, -1, "sheet %s: the cells %s are merged; split them, so that each row has its own", w.sheet, ref)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if w.header == nil {
		return nil, w.out.fail(-1, -1, "sheet %s is empty", w.sheet)
	}
	return w.out.close(len(w.rows))
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (w *workbook) place(col, row int) string {
	return w.sheet + "!" + CellName(col, row)
}

// row begins a row, whose number may be given.
func (w *workbook) row(number string) error {
	if w.inRow {
		return broken(w.out, "Excel", fmt.Sprintf("a row stands in row %d", w.at))
	}
	w.at, w.col, w.inRow = w.at+1, -1, true
	if number == "" {
		return nil
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < w.at || n > 1<<20 {
		return broken(w.out, "Excel", fmt.Sprintf("row %s does not follow row %d", quote(number), w.at-1))
	}
	w.at = n
	return nil
}

// cell takes a cell of the row that was begun.
func (w *workbook) cell(c workbookCell) error {
	w.col++
	if c.Ref != "" {
		col, row, err := reference(c.Ref)
		if err != nil || row != w.at || col < w.col {
			return broken(w.out, "Excel", fmt.Sprintf("cell %s stands out of order in row %d", quote(c.Ref), w.at))
		}
		w.col = col
	}
	fail := func(err error) error {
		e := w.out.fail(-1, -1, "%v", err)
		e.Cell = w.place(w.col, w.at)
		return e
	}
	text, f, err := w.content(c)
	if err != nil {
		return fail(err)
	}
	if f == formNull {
		return nil
	}
	if w.header == nil {
		w.top, w.columns = w.at, map[int]int{}
	}
	if w.at == w.top {
		w.columns[w.col] = len(w.header)
		w.header = append(w.header, text)
		return nil
	}
	j, known := w.columns[w.col]
	if !known {
		return fail(errors.New("has no name in the header above it"))
	}
	if len(w.rows) == 0 || w.rows[len(w.rows)-1] != w.at {
		w.rows = append(w.rows, w.at)
	}
	if err := w.out.skip(j, len(w.rows)-1); err != nil {
		return err
	}
	return w.out.add(j, text, f)
}

// content is what a cell holds.
func (w *workbook) content(c workbookCell) (string, form, error) {
	switch {
	case c.Type == "inlineStr" && c.Inline != nil:
		return text(c.Inline.String())
	case c.Value == nil && c.Formula != nil:
		return "", 0, fmt.Errorf("is a formula without a stored value; open and save the workbook in a program that computes it")
	case c.Value == nil:
		return "", formNull, nil
	}
	v := *c.Value
	switch c.Type {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(v))
		if err != nil || i < 0 || i >= len(w.texts) {
			return "", 0, fmt.Errorf("names the text %s, of which there are %d", quote(v), len(w.texts))
		}
		return text(w.texts[i])
	case "str", "inlineStr":
		return text(v)
	case "e":
		return "", 0, fmt.Errorf("holds the error %s; correct or empty it", quote(v))
	case "b":
		return strconv.FormatBool(strings.TrimSpace(v) == "1"), formBool, nil
	case "d":
		return text(v)
	case "", "n":
	default:
		return "", 0, fmt.Errorf("has the type %s, which is not known", quote(c.Type))
	}
	f, _, ok := decimal(strings.TrimSpace(v))
	if !ok || math.IsInf(f, 0) {
		return "", 0, fmt.Errorf("holds %s, which is no number", quote(v))
	}
	if c.Style >= 0 && c.Style < len(w.isDate) && w.isDate[c.Style] {
		return w.date(f)
	}
	return number(f, 64)
}

// text is a text cell; the empty text is as an empty cell.
func text(s string) (string, form, error) {
	if s == "" {
		return "", formNull, nil
	}
	return s, formText, nil
}

// date reads a number of days: from 1904-01-01 as 0, or from 1900-01-01 as 1, where day 60 is
// the 29th of February that 1900 did not have. Times are to the millisecond.
func (w *workbook) date(serial float64) (string, form, error) {
	whole := math.Floor(serial)
	ms := math.Round((serial - whole) * 86400e3)
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case w.is1904:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case whole == 60:
		return "", 0, fmt.Errorf("holds 1900-02-29, a day that was not")
	case whole < 60:
		first = first.AddDate(0, 0, 1)
	}
	if whole < 0 || whole > 2_958_465 {
		return "", 0, fmt.Errorf("holds the date number %v, which lies outside the years to 9999", serial)
	}
	t := first.AddDate(0, 0, int(whole)).Add(time.Duration(ms) * time.Millisecond)
	if ms == 0 {
		return t.Format(time.DateOnly), formText, nil
	}
	return t.Format("2006-01-02T15:04:05.999Z"), formText, nil
}

// reference reads A1 as column 0 of row 1.
func reference(s string) (col, row int, err error) {
	i := 0
	for ; i < len(s) && i < 3 && s[i] >= 'A' && s[i] <= 'Z'; i++ {
		col = 26*col + int(s[i]-'A') + 1
	}
	row, err = strconv.Atoi(s[i:])
	if i == 0 || err != nil || col > 1<<14 || row < 1 || row > 1<<20 {
		return 0, 0, fmt.Errorf("%q names no cell", s)
	}
	return col - 1, row, nil
}

package table

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assaybench/assay/spec"
)

// Bounds on what is read.
const (
	MaxBytes   = 1 << 30
	MaxRows    = 50_000_000
	MaxColumns = 10_000
	MaxCell    = 1 << 20
)

// Formats that Load and Read know, as an asset names them.
var Formats = []string{"csv", "tsv", "json", "jsonl", "parquet", "arrow", "xlsx", "npy", "npz"}

// endings are the file endings that are not a format's own name.
var endings = map[string]string{"ndjson": "jsonl", "tab": "tsv", "feather": "arrow", "ipc": "arrow", "arrows": "arrow"}

// Table is a data file in memory. It does not change once it is made.
type Table struct {
	path string
	rows int
	cols []column
}

// column holds plain slices, and beside numbers the text of each.
type column struct {
	spec.Column
	text *Texts // nil for other types
}

// Codes of errors, as of diagnostics about a case.
const (
	CodeInvalid  = "case.data"           // the file is not what its format, or the manifest, says
	CodeTooLarge = "case.data-too-large" // it holds more than is read, or claims to
)

// Error says what is wrong with a data file, and where.
type Error struct {
	Code   string // CodeInvalid or CodeTooLarge
	File   string
	Line   int    // 0 where the format has no lines
	Cell   string // such as Sheet1!B7 or row 3, where the format has no lines
	Column string // name of the column, where there is one
	Msg    string
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	b.WriteString(": ")
	if e.Cell != "" {
		b.WriteString(e.Cell + ": ")
	}
	if e.Column != "" {
		fmt.Fprintf(&b, "column %q: ", e.Column)
	}
	return b.String() + e.Msg
}

// Load reads the file at path as the manifest describes it: format (by the file's
// ending where empty), missing texts, types and units of columns. Columns that the
// manifest does not name get the type that all their cells have; a declared column
// that the file lacks is an error. Errors are *Error, or of the file system.
func Load(path string, a spec.Asset) (*Table, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{Code: CodeInvalid, File: a.Path, Msg: "is not a regular file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if a.Path == "" {
		a.Path = filepath.Base(path)
	}
	if size := info.Size(); size >= 2*long && size <= MaxBytes {
		if data, ok := readFile(f, size); ok {
			return readBytes(data, a)
		}
	}
	return readSized(f, info.Size(), a)
}

// Read is Load from an open file; a.Path names it in errors and gives the format
// where a.Format is empty.
func Read(r io.Reader, a spec.Asset) (*Table, error) {
	return readSized(r, 0, a)
}

// readSized is Read for a file of an expected size.
func readSized(r io.Reader, size int64, a spec.Asset) (*Table, error) {
	if _, err := FormatOf(a); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	buf.Grow(int(min(size, MaxBytes)) + bytes.MinRead)
	if _, err := buf.ReadFrom(io.LimitReader(r, MaxBytes+1)); err != nil {
		return nil, fmt.Errorf("%s: %w", a.Path, err)
	}
	data := buf.Bytes()
	if len(data) > MaxBytes {
		return nil, &Error{Code: CodeTooLarge, File: a.Path, Msg: fmt.Sprintf("has more than %d bytes", MaxBytes)}
	}
	return readBytes(data, a)
}

// readBytes is Read of a file's bytes.
func readBytes(data []byte, a spec.Asset) (*Table, error) {
	format, err := FormatOf(a)
	if err != nil {
		return nil, err
	}
	if a.Sheet != "" && format != "xlsx" {
		return nil, &Error{Code: CodeInvalid, File: a.Path, Msg: fmt.Sprintf("the format %s has no sheets, such as %q", format, a.Sheet)}
	}
	var cells *raw
	switch format {
	case "parquet":
		cells, err = readParquet(data, a.Path)
	case "arrow":
		cells, err = readArrow(data, a.Path)
	case "xlsx":
		cells, err = readWorkbook(data, a.Path, a.Sheet)
	case "npy":
		cells, err = readNPY(data, a)
	case "npz":
		cells, err = readNPZ(data, a)
	default:
		cells, err = readText(data, format, a.Path)
	}
	if err != nil {
		return nil, err
	}
	return build(cells, a)
}

func readText(data []byte, format, path string) (*raw, error) {
	data, err := plainText(data, path)
	if err != nil {
		return nil, err
	}
	switch format {
	case "csv":
		return readDelimited(data, ',', path)
	case "tsv":
		return readDelimited(data, '\t', path)
	}
	return readObjects(data, format == "jsonl", path)
}

// Empty is the table of no rows that the manifest describes: what expressions over it
// may name is known without its data.
func Empty(a spec.Asset) (*Table, error) {
	r := &raw{path: a.Path}
	for _, c := range a.Columns {
		r.cols = append(r.cols, rawColumn{name: c.Name})
	}
	return build(r, a)
}

// FormatOf is the format of an asset, one of Formats: the manifest's, or that of the path's
// ending.
func FormatOf(a spec.Asset) (string, error) {
	f := strings.ToLower(a.Format)
	if f == "" {
		f = strings.TrimPrefix(strings.ToLower(filepath.Ext(a.Path)), ".")
	}
	if known, ok := endings[f]; ok {
		f = known
	}
	if !slices.Contains(Formats, f) {
		return "", &Error{Code: CodeInvalid, File: a.Path, Msg: fmt.Sprintf("format %q is not known; say which of %s it is", f, strings.Join(Formats, ", "))}
	}
	return f, nil
}

// plainText takes off a byte-order mark and refuses what is not UTF-8.
func plainText(data []byte, path string) ([]byte, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, &Error{Code: CodeInvalid, File: path, Line: 1, Msg: "is UTF-16; save it as UTF-8"}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if clean(data) {
		return data, nil
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, &Error{Code: CodeInvalid, File: path, Line: LineAt(data, i), Msg: "holds a zero byte; it is not text in UTF-8"}
	}
	if !utf8.Valid(data) {
		i := 0
		for i < len(data) {
			r, n := utf8.DecodeRune(data[i:])
			if r == utf8.RuneError && n <= 1 {
				break
			}
			i += n
		}
		return nil, &Error{Code: CodeInvalid, File: path, Line: LineAt(data, i), Msg: "is not UTF-8 here; save it as UTF-8"}
	}
	return data, nil
}

// LineAt is the line, from 1, in which an offset lies.
func LineAt(data []byte, offset int) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), len(data))], []byte{'\n'})
}

// Path is the asset's path.
func (t *Table) Path() string { return t.path }

// Rows is the number of rows.
func (t *Table) Rows() int { return t.rows }

// Names are the columns' names, in the order of the file.
func (t *Table) Names() []string {
	out := make([]string, len(t.cols))
	for i, c := range t.cols {
		out[i] = c.Name
	}
	return out
}

// Frame gives the table's columns. Slices are shared with the table: do not write to
// them.
func (t *Table) Frame() *spec.Frame {
	f := &spec.Frame{Columns: make([]spec.Column, len(t.cols))}
	for i, c := range t.cols {
		f.Columns[i] = c.Column
	}
	return f
}

// Texts are the texts of a number column as the file has them, "" where missing; nil for
// other columns.
func (t *Table) Texts(name string) *Texts {
	for _, c := range t.cols {
		if c.Name == name {
			return c.text
		}
	}
	return nil
}

// Decimals are Texts as a slice.
func (t *Table) Decimals(name string) []string {
	if x := t.Texts(name); x != nil {
		return x.Strings()
	}
	return nil
}

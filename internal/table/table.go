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

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
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
var Formats = []string{"csv", "tsv", "json", "jsonl", "parquet"}

// Table is a data file in memory. It does not change once it is made.
type Table struct {
	path string
	rows int
	cols []column
}

type column struct {
	name, unit string
	kind       spec.ColumnKind
	data       arrow.Array   // Float64 for number and time, String, Boolean
	text       *array.String // numbers as written; nil where the file holds binary ones
}

// Error says what is wrong with a data file, and where.
type Error struct {
	File   string
	Line   int    // 0 where the format has no lines
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
		return nil, &Error{File: a.Path, Msg: "is not a regular file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if a.Path == "" {
		a.Path = filepath.Base(path)
	}
	return Read(f, a)
}

// Read is Load from an open file; a.Path names it in errors and gives the format
// where a.Format is empty.
func Read(r io.Reader, a spec.Asset) (*Table, error) {
	format, err := formatOf(a)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Path, err)
	}
	if len(data) > MaxBytes {
		return nil, &Error{File: a.Path, Msg: fmt.Sprintf("has more than %d bytes", MaxBytes)}
	}
	if format == "parquet" {
		return readParquet(data, a)
	}
	if data, err = plainText(data, a.Path); err != nil {
		return nil, err
	}
	var raw []rawColumn
	switch format {
	case "csv":
		raw, err = readDelimited(data, ',', a.Path)
	case "tsv":
		raw, err = readDelimited(data, '\t', a.Path)
	default:
		raw, err = readObjects(data, format == "jsonl", a.Path)
	}
	if err != nil {
		return nil, err
	}
	return build(raw, a)
}

// Empty is the table of no rows that the manifest describes: what expressions over it
// may name is known without its data.
func Empty(a spec.Asset) (*Table, error) {
	raw := make([]rawColumn, len(a.Columns))
	for i, c := range a.Columns {
		raw[i].name = c.Name
	}
	return build(raw, a)
}

func formatOf(a spec.Asset) (string, error) {
	f := strings.ToLower(a.Format)
	if f == "" {
		f = strings.TrimPrefix(strings.ToLower(filepath.Ext(a.Path)), ".")
	}
	if f == "ndjson" {
		f = "jsonl"
	}
	if !slices.Contains(Formats, f) {
		return "", &Error{File: a.Path, Msg: fmt.Sprintf("format %q is not known; say which of %s it is", f, strings.Join(Formats, ", "))}
	}
	return f, nil
}

// plainText takes off a byte-order mark and refuses what is not UTF-8.
func plainText(data []byte, path string) ([]byte, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, &Error{File: path, Line: 1, Msg: "is UTF-16; save it as UTF-8"}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, &Error{File: path, Line: lineAt(data, i), Msg: "holds a zero byte; it is not text in UTF-8"}
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
		return nil, &Error{File: path, Line: lineAt(data, i), Msg: "is not UTF-8 here; save it as UTF-8"}
	}
	return data, nil
}

func lineAt(data []byte, offset int) int {
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
		out[i] = c.name
	}
	return out
}

// Frame gives the table's columns. Slices are shared with the table: do not write to
// them.
func (t *Table) Frame() *spec.Frame {
	f := &spec.Frame{Columns: make([]spec.Column, len(t.cols))}
	for i, c := range t.cols {
		f.Columns[i] = c.frame()
	}
	return f
}

// Decimals are the texts of a number column as the file has them, "" where missing;
// nil where the column holds no decimal text.
func (t *Table) Decimals(name string) []string {
	for _, c := range t.cols {
		if c.name == name && c.text != nil {
			out := make([]string, c.text.Len())
			for i := range out {
				if c.text.IsValid(i) {
					out[i] = c.text.Value(i)
				}
			}
			return out
		}
	}
	return nil
}

// Texts are Decimals that share the memory of the table.
func (t *Table) Texts(name string) *Texts {
	if s := t.Decimals(name); s != nil {
		return NewTexts(s)
	}
	return nil
}

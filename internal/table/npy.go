package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/assaybench/assay/spec"
)

// readNPY reads an array of NumPy's format, versions 1 to 3: of one dimension as a column, of
// two as columns of its second, of a structured type as its fields. Columns that the file does
// not name have the manifest's names where it names as many, and are x0, x1, … else.
func readNPY(data []byte, a spec.Asset) (*raw, error) {
	r := &raw{path: a.Path, file: len(data), cell: rowName}
	arr, err := ParseArray(data)
	if err != nil {
		return nil, r.fail(-1, -1, "%v", err)
	}
	return fromArrays(r, []*Array{arr}, arr.NamesFor(a))
}

// NamesFor are the columns' names in a file of this array alone.
func (a *Array) NamesFor(asset spec.Asset) []string {
	if a.names != nil {
		return a.names
	}
	if len(asset.Columns) != a.Columns() {
		return a.numbered("x")
	}
	var names []string
	for _, c := range asset.Columns {
		names = append(names, c.Name)
	}
	return names
}

// NamesIn are the columns' names in an .npz file that has the array under a name.
func (a *Array) NamesIn(name string) []string {
	switch {
	case a.names != nil:
		return a.names
	case a.wide:
		return a.numbered(name + "_")
	}
	return []string{name}
}

// readNPZ reads arrays of equal length from a ZIP file of them, side by side: one of one
// dimension is the column of its name, one of two dimensions the columns name_0, name_1, …
func readNPZ(data []byte, a spec.Asset) (*raw, error) {
	r := &raw{path: a.Path, file: len(data), cell: rowName}
	z, err := openArchive(data, r, "NumPy", MaxBytes)
	if err != nil {
		return nil, err
	}
	var all []*Array
	var names []string
	for _, entry := range z.names {
		name, ok := strings.CutSuffix(entry, ".npy")
		if !ok {
			return nil, r.fail(-1, -1, "holds %q, which is no array", entry)
		}
		body, err := z.read(entry, "NumPy")
		if err != nil {
			return nil, err
		}
		arr, err := ParseArray(body)
		if err != nil {
			return nil, r.fail(-1, -1, "array %s: %v", name, err)
		}
		if all = append(all, arr); arr.rows != all[0].rows {
			return nil, r.fail(-1, -1, "array %s has %d rows, array %s %d; a table has columns of one length", name, arr.rows, strings.TrimSuffix(z.names[0], ".npy"), all[0].rows)
		}
		names = append(names, arr.NamesIn(name)...)
	}
	if len(all) == 0 {
		return nil, r.fail(-1, -1, "holds no arrays")
	}
	return fromArrays(r, all, names)
}

func fromArrays(r *raw, all []*Array, names []string) (*raw, error) {
	rows := all[0].rows
	if rows > MaxRows {
		return nil, r.tooLarge(-1, -1, "has more than %d rows", MaxRows)
	}
	if err := r.name(names); err != nil {
		return nil, err
	}
	col := 0
	for _, arr := range all {
		for j := range arr.Columns() {
			for i := range rows {
				text, f, err := arr.cell(i, j)
				if err != nil {
					return nil, r.fail(col, i, "%v", err)
				}
				if err := r.add(col, text, f); err != nil {
					return nil, err
				}
			}
			col++
		}
	}
	return r.close(rows)
}

// Array is a NumPy array of one or two dimensions: of one, a column, or a column for each
// field; of two, columns.
type Array struct {
	data       []byte
	rows, cols int
	wide       bool // of two dimensions
	fortran    bool
	size       int // bytes of an item
	fields     []field
	names      []string // of a structured type
}

// field is a part of an item.
type field struct {
	offset, size int
	kind         byte // of NumPy: b i u f S U M
	order        binary.ByteOrder
	unit         int64 // of M: nanoseconds
}

// Rows is the number of rows.
func (a *Array) Rows() int { return a.rows }

// Columns is the number of columns.
func (a *Array) Columns() int { return a.cols * len(a.fields) }

func (a *Array) numbered(prefix string) []string {
	out := make([]string, a.Columns())
	for j := range out {
		out[j] = prefix + strconv.Itoa(j)
	}
	return out
}

var (
	headerText = regexp.MustCompile(`^\{\s*'descr':\s*(.+?)\s*,\s*'fortran_order':\s*(True|False)\s*,\s*'shape':\s*\(([0-9, ]*)\)\s*,?\s*\}\s*$`)
	fieldText  = regexp.MustCompile(`^\s*\(\s*'((?:[^'\\]|\\.)*)'\s*,\s*'([^']*)'\s*(,[^)]*\)?\s*)?\)\s*(?:,|$)`)
	typeText   = regexp.MustCompile(`^([<>|=])([a-zA-Z])([0-9]*)(?:\[([0-9a-zA-Z]+)\])?$`)
)

// ParseArray reads a file of NumPy's format. The array shares its bytes.
func ParseArray(data []byte) (*Array, error) {
	if len(data) < 10 || string(data[:6]) != "\x93NUMPY" {
		return nil, fmt.Errorf("is not a NumPy file")
	}
	length, head := int(binary.LittleEndian.Uint16(data[8:])), data[10:]
	switch {
	case data[6] < 1 || data[6] > 3:
		return nil, fmt.Errorf("is of version %d of NumPy's format; 1, 2 and 3 are known", data[6])
	case data[6] > 1 && len(data) < 12:
		return nil, fmt.Errorf("ends within its header")
	case data[6] > 1:
		length, head = int(binary.LittleEndian.Uint32(data[8:])), data[12:]
	}
	if length < 0 || length > len(head) || length > 1<<20 {
		return nil, fmt.Errorf("has a header of %d bytes, more than it holds", length)
	}
	a := &Array{data: head[length:]}
	m := headerText.FindStringSubmatch(strings.TrimRight(string(head[:length]), " \n"))
	if m == nil {
		return nil, fmt.Errorf("has a header that is not of NumPy's form: %s", quote(string(head[:length])))
	}
	if err := a.types(m[1]); err != nil {
		return nil, err
	}
	a.fortran = m[2] == "True"
	return a, a.shape(m[3])
}

// types reads the descr of a header: a type, or a list of names and types.
func (a *Array) types(descr string) error {
	if text, ok := strings.CutPrefix(descr, "'"); ok {
		f, err := parseType(strings.TrimSuffix(text, "'"))
		a.fields, a.size = []field{f}, f.size
		return err
	}
	rest, open := strings.CutPrefix(descr, "[")
	rest, closed := strings.CutSuffix(rest, "]")
	if !open || !closed {
		return fmt.Errorf("has a type that is not understood: %s", quote(descr))
	}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		m := fieldText.FindStringSubmatch(rest)
		if m == nil {
			return fmt.Errorf("has a field that is not a plain name and type: %s", quote(rest))
		}
		if m[3] != "" {
			return fmt.Errorf("field %s holds an array in each row; save it as columns", quote(m[1]))
		}
		rest = rest[len(m[0]):]
		if m[1] == "" && strings.HasPrefix(m[2], "|V") { // padding
			n, err := strconv.Atoi(m[2][2:])
			if err != nil || n > 1<<20 {
				return fmt.Errorf("has a type that is not understood: %s", quote(m[2]))
			}
			a.size += n
			continue
		}
		f, err := parseType(m[2])
		if err != nil {
			return fmt.Errorf("field %s: %w", quote(m[1]), err)
		}
		name, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.ReplaceAll(m[1], `\'`, `'`), `"`, `\"`) + `"`)
		if err != nil {
			return fmt.Errorf("has a field name that is not understood: %s", quote(m[1]))
		}
		f.offset = a.size
		a.size += f.size
		a.fields, a.names = append(a.fields, f), append(a.names, name)
		if len(a.fields) > MaxColumns {
			return fmt.Errorf("has more than %d fields", MaxColumns)
		}
	}
	if len(a.fields) == 0 || a.size > MaxBytes {
		return fmt.Errorf("has a type of %d fields and %d bytes", len(a.fields), a.size)
	}
	return nil
}

// timeUnits are NumPy's units of times of fixed length, in nanoseconds.
var timeUnits = map[string]int64{"D": 86400e9, "h": 3600e9, "m": 60e9, "s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1}

// itemSizes are the sizes that numbers of a kind have.
var itemSizes = map[byte][]int{'b': {1}, 'i': {1, 2, 4, 8}, 'u': {1, 2, 4, 8}, 'f': {4, 8}, 'M': {8}}

func parseType(s string) (field, error) {
	m := typeText.FindStringSubmatch(s)
	if m == nil {
		return field{}, fmt.Errorf("has a type that is not understood: %s", quote(s))
	}
	size, err := strconv.Atoi(m[3])
	if m[3] != "" && (err != nil || size > MaxCell) {
		return field{}, fmt.Errorf("has items of %s bytes", m[3])
	}
	f := field{size: size, kind: m[2][0], order: binary.LittleEndian}
	if m[1] == ">" {
		f.order = binary.BigEndian
	}
	switch {
	case f.kind == 'O':
		return f, fmt.Errorf("holds Python objects, which are programs and not data; save numbers, bools or texts of fixed length")
	case f.kind == 'c':
		return f, fmt.Errorf("holds complex numbers; save their parts as columns")
	case f.kind == 'U':
		if f.size *= 4; f.size > MaxCell {
			return f, fmt.Errorf("has items of %d bytes", f.size)
		}
	case f.kind == 'M':
		if f.unit = timeUnits[m[4]]; f.unit == 0 {
			return f, fmt.Errorf("holds times in a unit that is not fixed; save them as datetime64[s] or another of D h m s ms us ns")
		}
	}
	if f.kind != 'S' && f.kind != 'U' && !slices.Contains(itemSizes[f.kind], f.size) {
		return f, fmt.Errorf("holds items of type %s, which cannot be read; save them as float64, int64, bool, text or datetime64", quote(s))
	}
	return f, nil
}

func (a *Array) shape(text string) error {
	var dims []int
	for _, s := range strings.Split(text, ",") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		n, err := strconv.Atoi(s)
		if err != nil || n > MaxBytes {
			return fmt.Errorf("has the shape (%s), which is too large", text)
		}
		dims = append(dims, n)
	}
	a.cols = 1
	switch len(dims) {
	case 1:
	case 2:
		a.cols, a.wide = dims[1], true
	default:
		return fmt.Errorf("has %d dimensions; a table has one or two", len(dims))
	}
	a.rows = dims[0]
	if a.Columns() > MaxColumns || a.cols > MaxColumns {
		return fmt.Errorf("has more than %d columns", MaxColumns)
	}
	if a.wide && a.names != nil {
		return fmt.Errorf("has two dimensions of a structured type; save one dimension")
	}
	if a.cols == 0 {
		return fmt.Errorf("has no columns")
	}
	if items := a.rows * a.cols; a.size == 0 || items > MaxBytes || items*a.size != len(a.data) {
		return fmt.Errorf("holds %d bytes, but %d items of %d bytes are %d", len(a.data), items, a.size, items*a.size)
	}
	return nil
}

// item is the field and the bytes of a cell.
func (a *Array) item(row, col int) (field, []byte) {
	f := a.fields[0]
	item := row*a.cols + col
	switch {
	case a.names != nil:
		f, item = a.fields[col], row
	case a.fortran && a.wide:
		item = col*a.rows + row
	}
	return f, a.data[item*a.size+f.offset:][:f.size]
}

// Bytes are those of a cell, which may be changed.
func (a *Array) Bytes(row, col int) []byte {
	_, b := a.item(row, col)
	return b
}

// Text is the content of a cell, "" where it is missing or cannot be read.
func (a *Array) Text(row, col int) string {
	text, _, err := a.cell(row, col)
	if err != nil {
		return ""
	}
	return text
}

// SetNumber writes a number to a cell of numbers.
func (a *Array) SetNumber(row, col int, text string) error {
	f, b := a.item(row, col)
	var bits uint64
	var err error
	switch {
	case f.kind == 'i':
		var n int64
		n, err = strconv.ParseInt(text, 10, 8*f.size)
		bits = uint64(n)
	case f.kind == 'u':
		bits, err = strconv.ParseUint(text, 10, 8*f.size)
	case f.kind == 'f':
		var x float64
		x, err = strconv.ParseFloat(text, 8*f.size)
		if bits = math.Float64bits(x); f.size == 4 {
			bits = uint64(math.Float32bits(float32(x)))
		}
	default:
		err = fmt.Errorf("%q is no content of the column", text)
	}
	if err != nil {
		return err
	}
	switch f.size {
	case 1:
		b[0] = byte(bits)
	case 2:
		f.order.PutUint16(b, uint16(bits))
	case 4:
		f.order.PutUint32(b, uint32(bits))
	default:
		f.order.PutUint64(b, bits)
	}
	return nil
}

// cell is an item's field as text.
func (a *Array) cell(row, col int) (string, form, error) {
	f, b := a.item(row, col)
	switch f.kind {
	case 'b':
		return strconv.FormatBool(b[0] != 0), formBool, nil
	case 'i', 'u':
		u := unsigned(b, f.order)
		if f.kind == 'u' {
			return strconv.FormatUint(u, 10), formNumber, nil
		}
		shift := 64 - 8*f.size
		return strconv.FormatInt(int64(u<<shift)>>shift, 10), formNumber, nil
	case 'f':
		if f.size == 4 {
			return number(float64(math.Float32frombits(uint32(unsigned(b, f.order)))), 32)
		}
		return number(math.Float64frombits(unsigned(b, f.order)), 64)
	case 'M':
		n := int64(unsigned(b, f.order))
		if n == math.MinInt64 { // NaT
			return "", formNull, nil
		}
		return timeText(n, f.unit)
	case 'S':
		b = bytes.TrimRight(b, "\x00")
		if !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
			return "", 0, fmt.Errorf("a text is not UTF-8")
		}
		return string(b), formText, nil
	}
	var out []rune
	for ; len(b) > 0; b = b[4:] {
		out = append(out, rune(unsigned(b[:4], f.order)))
	}
	for len(out) > 0 && out[len(out)-1] == 0 {
		out = out[:len(out)-1]
	}
	if slices.ContainsFunc(out, func(r rune) bool { return !utf8.ValidRune(r) || r == 0 }) {
		return "", 0, fmt.Errorf("a text is not Unicode")
	}
	return string(out), formText, nil
}

func unsigned(b []byte, order binary.ByteOrder) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(order.Uint16(b))
	case 4:
		return uint64(order.Uint32(b))
	}
	return order.Uint64(b)
}

// timeText writes a time of n units of some nanoseconds since 1970.
func timeText(n, unit int64) (string, form, error) {
	if days := float64(n) * (float64(unit) / 86400e9); math.Abs(days) > 700_000 {
		return "", 0, fmt.Errorf("a time lies outside the years 54 to 3886")
	}
	var t time.Time
	if unit >= 1e9 {
		t = time.Unix(n*(unit/1e9), 0)
	} else {
		perSecond := 1e9 / unit
		t = time.Unix(n/perSecond, n%perSecond*unit)
	}
	return t.UTC().Format("2006-01-02T15:04:05.999999999Z"), formText, nil
}

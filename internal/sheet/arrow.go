package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/assaybench/assay/internal/table"
)

// columns are the columns of an Arrow or Parquet file, each in one piece.
type columns struct {
	edits
	path   string
	schema *arrow.Schema
	cols   []arrow.Array
	sizes  []int // rows of each batch or row group
	write  func(*arrow.Schema, []arrow.Record) ([]byte, error)
}

func newColumns(path string, schema *arrow.Schema, chunks [][]arrow.Array, sizes []int) (*columns, error) {
	c := &columns{path: path, schema: schema, sizes: sizes}
	rows := 0
	for _, n := range sizes {
		rows += n
	}
	for j, parts := range chunks {
		whole, err := together(parts, schema.Field(j).Type)
		if err != nil || whole.Len() != rows {
			return nil, &table.Error{Code: table.CodeInvalid, File: path, Column: schema.Field(j).Name, Msg: fmt.Sprintf("cannot be changed: %d rows of %d (%v)", length(whole), rows, err)}
		}
		c.cols = append(c.cols, whole)
	}
	c.edits = newEdits(len(c.cols), rows, func(column, row int) string {
		if a := c.cols[column]; !a.IsNull(row) {
			return a.ValueStr(row)
		}
		return ""
	})
	return c, nil
}

func length(a arrow.Array) int {
	if a == nil {
		return 0
	}
	return a.Len()
}

func together(parts []arrow.Array, t arrow.DataType) (arrow.Array, error) {
	if len(parts) == 0 {
		return array.MakeArrayOfNull(memory.DefaultAllocator, t, 0), nil
	}
	return array.Concatenate(parts, memory.DefaultAllocator)
}

func (c *columns) names() []string {
	var out []string
	for _, f := range c.schema.Fields() {
		out = append(out, f.Name)
	}
	return out
}

func (c *columns) bytes(order []int) (out []byte, err error) {
	// The library panics on some files.
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, c.fail(fmt.Errorf("%v", p))
		}
	}()
	changed := make([]arrow.Array, len(c.cols))
	for j := range c.cols {
		if changed[j], err = c.column(j, order); err != nil {
			return nil, c.fail(err)
		}
	}
	var batches []arrow.Record
	at := int64(0)
	for _, n := range c.sizes {
		parts := make([]arrow.Array, len(changed))
		for j, a := range changed {
			parts[j] = array.NewSlice(a, at, at+int64(n))
		}
		batches = append(batches, array.NewRecord(c.schema, parts, int64(n)))
		at += int64(n)
	}
	if out, err = c.write(c.schema, batches); err != nil {
		return nil, c.fail(err)
	}
	return out, nil
}

func (c *columns) fail(err error) error {
	return &table.Error{Code: table.CodeInvalid, File: c.path, Msg: fmt.Sprintf("cannot be written changed (%v)", err)}
}

// column is a column with its changed cells, in another order. One of a dictionary keeps
// its dictionary.
func (c *columns) column(j int, order []int) (arrow.Array, error) {
	values, dictionary := c.cols[j], (*array.Dictionary)(nil)
	if d, ok := values.(*array.Dictionary); ok {
		values, dictionary = d.Indices(), d
	}
	b := array.NewBuilder(memory.DefaultAllocator, values.DataType())
	b.Reserve(len(order))
	for _, row := range order {
		from, content, known := c.source(j, row)
		switch {
		case !known && content == "" || known && values.IsNull(from):
			b.AppendNull()
		case known:
			if err := give(b, values, from); err != nil {
				return nil, err
			}
		case dictionary != nil:
			return nil, fmt.Errorf("%q is not in the dictionary of %s", content, c.schema.Field(j).Name)
		default:
			if err := b.AppendValueFromString(content); err != nil {
				return nil, err
			}
		}
	}
	out := b.NewArray()
	if dictionary != nil {
		return array.NewDictionaryArray(dictionary.DataType(), out, dictionary.Dictionary()), nil
	}
	return out, nil
}

// give appends a value of an array of the builder's type.
func give(b array.Builder, a arrow.Array, i int) error {
	switch b := b.(type) {
	case *array.StringBuilder:
		return same[string](b, a, i)
	case *array.LargeStringBuilder:
		return same[string](b, a, i)
	case *array.StringViewBuilder:
		return same[string](b, a, i)
	case *array.BooleanBuilder:
		return same[bool](b, a, i)
	case *array.Float64Builder:
		return same[float64](b, a, i)
	case *array.Float32Builder:
		return same[float32](b, a, i)
	case *array.Int8Builder:
		return same[int8](b, a, i)
	case *array.Int16Builder:
		return same[int16](b, a, i)
	case *array.Int32Builder:
		return same[int32](b, a, i)
	case *array.Int64Builder:
		return same[int64](b, a, i)
	case *array.Uint8Builder:
		return same[uint8](b, a, i)
	case *array.Uint16Builder:
		return same[uint16](b, a, i)
	case *array.Uint32Builder:
		return same[uint32](b, a, i)
	case *array.Uint64Builder:
		return same[uint64](b, a, i)
	case *array.Date32Builder:
		return same[arrow.Date32](b, a, i)
	case *array.Date64Builder:
		return same[arrow.Date64](b, a, i)
	case *array.TimestampBuilder:
		return same[arrow.Timestamp](b, a, i)
	}
	return b.AppendValueFromString(a.ValueStr(i)) // decimals
}

func same[T any](b interface{ Append(T) }, a arrow.Array, i int) error {
	values, ok := a.(interface{ Value(int) T })
	if !ok {
		return fmt.Errorf("a column of %s cannot be changed", a.DataType())
	}
	b.Append(values.Value(i))
	return nil
}

// openArrow opens an Arrow IPC file or stream.
func openArrow(data []byte, path string) (c *columns, err error) {
	fail := func(cause any) error {
		return &table.Error{Code: table.CodeInvalid, File: path, Msg: fmt.Sprintf("is not a readable Arrow file (%v)", cause)}
	}
	defer func() {
		if p := recover(); p != nil {
			c, err = nil, fail(p)
		}
	}()
	isFile := bytes.HasPrefix(data, []byte("ARROW1"))
	var schema *arrow.Schema
	var next func() (arrow.Record, error)
	if isFile {
		r, err := ipc.NewFileReader(bytes.NewReader(data))
		if err != nil {
			return nil, fail(err)
		}
		i := 0
		schema, next = r.Schema(), func() (arrow.Record, error) {
			if i++; i > r.NumRecords() {
				return nil, io.EOF
			}
			return r.RecordAt(i - 1)
		}
	} else {
		r, err := ipc.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, fail(err)
		}
		schema, next = r.Schema(), r.Read
	}
	chunks := make([][]arrow.Array, schema.NumFields())
	var sizes []int
	var records []arrow.Record
	for {
		rec, err := next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fail(err)
		}
		rec.Retain()
		records = append(records, rec)
		sizes = append(sizes, int(rec.NumRows()))
		for j := range chunks {
			chunks[j] = append(chunks[j], rec.Column(j))
		}
	}
	if c, err = newColumns(path, schema, chunks, sizes); err != nil {
		return nil, err
	}
	// The file does not say how its batches are compressed: that which gives its size does.
	best := -1
	for i, how := range [][]ipc.Option{nil, {ipc.WithLZ4()}, {ipc.WithZstd()}} {
		write := arrowWriter(isFile, how)
		out, err := write(schema, records)
		if err != nil {
			return nil, fail(err)
		}
		if off := max(len(out)-len(data), len(data)-len(out)); i == 0 || off < best {
			best, c.write = off, write
		}
	}
	return c, nil
}

// seekable is a buffer that can tell how much was written.
type seekable struct{ bytes.Buffer }

func (s *seekable) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.ErrUnsupported
	}
	return int64(s.Len()), nil
}

// arrowWriter writes batches as an Arrow IPC file or stream.
func arrowWriter(isFile bool, how []ipc.Option) func(*arrow.Schema, []arrow.Record) ([]byte, error) {
	return func(schema *arrow.Schema, batches []arrow.Record) ([]byte, error) {
		var out seekable
		options := append([]ipc.Option{ipc.WithSchema(schema), ipc.WithDictionaryDeltas(false)}, how...)
		var w interface {
			Write(arrow.Record) error
			Close() error
		} = ipc.NewWriter(&out, options...)
		if isFile {
			fw, err := ipc.NewFileWriter(&out, options...)
			if err != nil {
				return nil, err
			}
			w = fw
		}
		for _, b := range batches {
			if err := w.Write(b); err != nil {
				return nil, err
			}
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		return out.Bytes(), nil
	}
}

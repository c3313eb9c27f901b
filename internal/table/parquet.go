package table

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
	"github.com/assaybench/assay/spec"
)

// readParquet reads flat columns of numbers, text, bools, dates and timestamps. NaN in
// a Parquet file is how the common writers store a missing number, and is read so. The
// library may not return on a file that was damaged on purpose: a case's files are checked
// against their digests first.
func readParquet(data []byte, a spec.Asset) (t *Table, err error) {
	// The library panics on some broken files.
	defer func() {
		if p := recover(); p != nil {
			t, err = nil, &Error{File: a.Path, Msg: fmt.Sprintf("is not a readable Parquet file (%v)", p)}
		}
	}()
	pf, err := file.NewParquetReader(bytes.NewReader(data), file.WithReadProps(parquet.NewReaderProperties(memory.DefaultAllocator)))
	if err != nil {
		return nil, &Error{File: a.Path, Msg: fmt.Sprintf("is not a readable Parquet file (%v)", err)}
	}
	defer pf.Close()
	if pf.NumRows() > MaxRows || pf.NumRows() < 0 || pf.MetaData().Schema.NumColumns() > MaxColumns {
		return nil, &Error{File: a.Path, Msg: fmt.Sprintf("has more than %d rows or %d columns", MaxRows, MaxColumns)}
	}
	// A few bytes can claim millions of cells; real files hold some bytes for each.
	if cells := pf.NumRows() * int64(pf.MetaData().Schema.NumColumns()); cells > 1<<20 && cells/256 > int64(len(data)) {
		return nil, &Error{File: a.Path, Msg: fmt.Sprintf("claims %d cells in %d bytes; write it with less compression", cells, len(data))}
	}
	r, err := pqarrow.NewFileReader(pf, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		return nil, &Error{File: a.Path, Msg: fmt.Sprintf("is not a readable Parquet file (%v)", err)}
	}
	raw := make([]rawColumn, len(r.Manifest.Fields))
	seen := map[string]bool{}
	for i, field := range r.Manifest.Fields {
		raw[i].name = field.Field.Name
		fail := func(format string, args ...any) error {
			return &Error{File: a.Path, Column: raw[i].name, Msg: fmt.Sprintf(format, args...)}
		}
		if seen[raw[i].name] {
			return nil, fail("occurs twice; names must differ")
		}
		seen[raw[i].name] = true
		// A nested field has several leaf columns, which shifts all that follow.
		if len(field.Children) > 0 || field.ColIndex != i {
			return nil, fail("is nested; write flat columns")
		}
		if err := readColumn(r, i, pf.NumRows(), &raw[i]); err != nil {
			return nil, fail("%v", err)
		}
	}
	return build(raw, a)
}

// readColumn reads a leaf column in batches, in this goroutine: the library's own
// ReadTable starts others, whose panics nothing can catch.
func readColumn(r *pqarrow.FileReader, i int, rows int64, c *rawColumn) error {
	cr, err := r.GetColumn(context.Background(), i)
	if err != nil {
		return err
	}
	for int64(len(c.cells)) < rows {
		before := len(c.cells)
		batch, err := cr.NextBatch(min(rows-int64(before), 1<<16))
		if err != nil {
			return err
		}
		for _, chunk := range batch.Chunks() {
			if err := appendArrow(c, chunk); err != nil {
				return err
			}
		}
		if len(c.cells) == before {
			return fmt.Errorf("holds %d rows, the file says %d", before, rows)
		}
	}
	c.lines = make([]int, len(c.cells))
	return nil
}

// appendArrow writes an array as cells: binary floats in their shortest text, which
// names the same float64.
func appendArrow(c *rawColumn, a arrow.Array) error {
	for i := range a.Len() {
		text, f, err := cell(a, i)
		if err != nil {
			return err
		}
		c.cells, c.forms = append(c.cells, text), append(c.forms, f)
	}
	return nil
}

func cell(a arrow.Array, i int) (string, form, error) {
	if a.IsNull(i) {
		return "", formNull, nil
	}
	switch d := a.(type) {
	case *array.Dictionary:
		return cell(d.Dictionary(), d.GetValueIndex(i))
	case *array.String:
		return d.Value(i), formText, nil
	case *array.LargeString:
		return d.Value(i), formText, nil
	case *array.Boolean:
		return strconv.FormatBool(d.Value(i)), formBool, nil
	case *array.Float64:
		return number(d.Value(i), 64)
	case *array.Float32:
		return number(float64(d.Value(i)), 32)
	case *array.Date32:
		return d.Value(i).ToTime().Format("2006-01-02"), formText, nil
	case *array.Date64:
		return d.Value(i).ToTime().Format("2006-01-02"), formText, nil
	case *array.Timestamp:
		unit := d.DataType().(*arrow.TimestampType).Unit
		return d.Value(i).ToTime(unit).UTC().Format("2006-01-02T15:04:05.999999999Z"), formText, nil
	case *array.Int8, *array.Int16, *array.Int32, *array.Int64, *array.Uint8, *array.Uint16, *array.Uint32, *array.Uint64, *array.Decimal128:
		return a.ValueStr(i), formNumber, nil
	}
	return "", 0, fmt.Errorf("cells of type %s cannot be read; write numbers, text, bools, dates or timestamps", a.DataType())
}

func number(f float64, bits int) (string, form, error) {
	if math.IsInf(f, 0) {
		return "", 0, fmt.Errorf("a cell is infinite")
	}
	if math.IsNaN(f) {
		return "", formNull, nil
	}
	return strconv.FormatFloat(f, 'g', -1, bits), formNumber, nil
}

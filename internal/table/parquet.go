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
// a Parquet file is how the common writers store a missing number, and is read so.
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
	r, err := pqarrow.NewFileReader(pf, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		return nil, &Error{File: a.Path, Msg: fmt.Sprintf("is not a readable Parquet file (%v)", err)}
	}
	at, err := r.ReadTable(context.Background())
	if err != nil {
		return nil, &Error{File: a.Path, Msg: fmt.Sprintf("is not a readable Parquet file (%v)", err)}
	}
	var raw []rawColumn
	seen := map[string]bool{}
	for i := range int(at.NumCols()) {
		c := at.Column(i)
		if seen[c.Name()] {
			return nil, &Error{File: a.Path, Column: c.Name(), Msg: "occurs twice; names must differ"}
		}
		seen[c.Name()] = true
		rc := rawColumn{name: c.Name()}
		for _, chunk := range c.Data().Chunks() {
			if err := appendArrow(&rc, chunk); err != nil {
				return nil, &Error{File: a.Path, Column: c.Name(), Msg: err.Error()}
			}
		}
		rc.lines = make([]int, len(rc.cells))
		raw = append(raw, rc)
	}
	return build(raw, a)
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

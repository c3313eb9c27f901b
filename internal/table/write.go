package table

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"

	"github.com/assaybench/assay/spec"
)

// WriteParquet writes columns of one length as a Parquet file. Numbers are doubles, those of
// the columns named whole 64-bit integers; missing cells are null. The same columns give the
// same bytes.
func WriteParquet(w io.Writer, cols []spec.Column, whole ...string) error {
	rows, err := height(cols)
	if err != nil {
		return err
	}
	fields := make([]arrow.Field, len(cols))
	for i, c := range cols {
		fields[i] = arrow.Field{Name: c.Name, Type: arrowType(c, slices.Contains(whole, c.Name)), Nullable: true}
	}
	schema := arrow.NewSchema(fields, nil)
	b := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	defer b.Release()
	for i, c := range cols {
		for row := range rows {
			appendCell(b.Field(i), c, row)
		}
	}
	rec := b.NewRecord()
	defer rec.Release()
	props := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy), parquet.WithCreatedBy("assay"))
	// The library closes what it writes to, which is the caller's to do.
	pw, err := pqarrow.NewFileWriter(schema, struct{ io.Writer }{w}, props, pqarrow.DefaultWriterProps())
	if err != nil {
		return err
	}
	if err := pw.Write(rec); err != nil {
		return err
	}
	return pw.Close()
}

func arrowType(c spec.Column, whole bool) arrow.DataType {
	switch {
	case c.Kind == spec.ColumnText:
		return arrow.BinaryTypes.String
	case c.Kind == spec.ColumnBool:
		return arrow.FixedWidthTypes.Boolean
	case c.Kind == spec.ColumnTime:
		return arrow.FixedWidthTypes.Timestamp_ms
	case whole:
		return arrow.PrimitiveTypes.Int64
	}
	return arrow.PrimitiveTypes.Float64
}

func appendCell(b array.Builder, c spec.Column, row int) {
	if c.IsMissing(row) {
		b.AppendNull()
		return
	}
	switch b := b.(type) {
	case *array.StringBuilder:
		b.Append(c.Text[row])
	case *array.BooleanBuilder:
		b.Append(c.Num[row] != 0)
	case *array.TimestampBuilder:
		b.Append(arrow.Timestamp(c.Num[row] * 86_400_000))
	case *array.Int64Builder:
		b.Append(int64(c.Num[row]))
	case *array.Float64Builder:
		b.Append(c.Num[row])
	}
}

// WriteCSV writes columns of one length with a line of names. Numbers are the shortest
// decimals that give the same float64 again, missing cells empty.
func WriteCSV(w io.Writer, cols []spec.Column) error {
	rows, err := height(cols)
	if err != nil {
		return err
	}
	buf := bufio.NewWriter(w)
	out := csv.NewWriter(buf)
	line := make([]string, len(cols))
	for i, c := range cols {
		line[i] = c.Name
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for row := range rows {
		for i, c := range cols {
			line[i] = cellText(c, row)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	return buf.Flush()
}

func cellText(c spec.Column, row int) string {
	switch {
	case c.IsMissing(row):
		return ""
	case c.Kind == spec.ColumnText:
		return c.Text[row]
	case c.Kind == spec.ColumnBool:
		return strconv.FormatBool(c.Num[row] != 0)
	case c.Kind == spec.ColumnTime:
		return time.UnixMilli(int64(c.Num[row] * 86_400_000)).UTC().Format("2006-01-02T15:04:05.999Z")
	}
	return strconv.FormatFloat(c.Num[row], 'f', -1, 64)
}

func height(cols []spec.Column) (int, error) {
	rows := 0
	for i, c := range cols {
		if i == 0 {
			rows = c.Len()
		}
		if c.Len() != rows || c.Missing != nil && len(c.Missing) != rows {
			return 0, fmt.Errorf("the column %q has %d cells, the first %d", c.Name, c.Len(), rows)
		}
	}
	return rows, nil
}

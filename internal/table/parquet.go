package table

import (
	"bytes"
	"context"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
)

// readParquet reads flat columns of numbers, text, bools, dates and timestamps. NaN in
// a Parquet file is how the common writers store a missing number, and is read so. The
// library may not return on a file that was damaged on purpose: a case's files are checked
// against their digests first.
func readParquet(data []byte, path string) (out *raw, err error) {
	out = &raw{path: path, file: len(data), cell: rowName}
	// The library panics on some broken files.
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, broken(out, "Parquet", p)
		}
	}()
	mem := newRoom(data)
	pf, err := file.NewParquetReader(bytes.NewReader(data), file.WithReadProps(parquet.NewReaderProperties(mem)))
	if err != nil {
		return nil, broken(out, "Parquet", err)
	}
	defer pf.Close()
	if pf.NumRows() > MaxRows || pf.NumRows() < 0 || pf.MetaData().Schema.NumColumns() > MaxColumns {
		return nil, out.tooLarge(-1, -1, "has more than %d rows or %d columns", MaxRows, MaxColumns)
	}
	// A few bytes can claim millions of cells; real files hold some bytes for each.
	if cells := pf.NumRows() * int64(pf.MetaData().Schema.NumColumns()); cells > 1<<20 && cells/256 > int64(len(data)) {
		return nil, out.tooLarge(-1, -1, "claims %d cells in %d bytes; write it with less compression", cells, len(data))
	}
	r, err := pqarrow.NewFileReader(pf, pqarrow.ArrowReadProperties{}, mem)
	if err != nil {
		return nil, broken(out, "Parquet", err)
	}
	var names []string
	for _, field := range r.Manifest.Fields {
		names = append(names, field.Field.Name)
	}
	if err := out.name(names); err != nil {
		return nil, err
	}
	for i, field := range r.Manifest.Fields {
		// A nested field has several leaf columns, which shifts all that follow.
		if len(field.Children) > 0 || field.ColIndex != i {
			return nil, out.fail(i, -1, "is nested; write flat columns")
		}
		if err := readColumn(out, r, i, pf.NumRows()); err != nil {
			return nil, err
		}
	}
	return out.close(int(pf.NumRows()))
}

// readColumn reads a leaf column in batches, in this goroutine: the library's own
// ReadTable starts others, whose panics nothing can catch.
func readColumn(out *raw, r *pqarrow.FileReader, i int, rows int64) error {
	cr, err := r.GetColumn(context.Background(), i)
	if err != nil {
		return out.fail(i, -1, "%v", err)
	}
	c := &out.cols[i]
	for int64(len(c.cells)) < rows {
		before := len(c.cells)
		batch, err := cr.NextBatch(min(rows-int64(before), 1<<16))
		if err != nil {
			return out.fail(i, -1, "%v", err)
		}
		for _, chunk := range batch.Chunks() {
			if err := appendArrow(out, i, chunk); err != nil {
				return err
			}
		}
		if len(c.cells) == before {
			return out.fail(i, -1, "holds %d rows, the file says %d", before, rows)
		}
	}
	return nil
}

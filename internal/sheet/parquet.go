package sheet

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"

	"github.com/assaybench/assay/internal/table"
)

// openParquet opens a Parquet file of flat columns. Changed, it has the row groups,
// compression, dictionaries, notes and writer's name of the original.
func openParquet(data []byte, path string) (c *columns, err error) {
	fail := func(cause any) error {
		return &table.Error{Code: table.CodeInvalid, File: path, Msg: fmt.Sprintf("is not a readable Parquet file (%v)", cause)}
	}
	defer func() {
		if p := recover(); p != nil {
			c, err = nil, fail(p)
		}
	}()
	pf, err := file.NewParquetReader(bytes.NewReader(data))
	if err != nil {
		return nil, fail(err)
	}
	defer pf.Close()
	r, err := pqarrow.NewFileReader(pf, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		return nil, fail(err)
	}
	schema, err := r.Schema()
	if err != nil {
		return nil, fail(err)
	}
	chunks := make([][]arrow.Array, schema.NumFields())
	for j := range chunks {
		column, err := r.GetColumn(context.Background(), j)
		if err != nil {
			return nil, fail(err)
		}
		for left := pf.NumRows(); left > 0; {
			batch, err := column.NextBatch(left)
			if err != nil {
				return nil, fail(err)
			}
			if batch.Len() == 0 {
				break
			}
			left -= int64(batch.Len())
			for _, a := range batch.Chunks() {
				a.Retain()
				chunks[j] = append(chunks[j], a)
			}
		}
	}
	var sizes []int
	for i := range pf.NumRowGroups() {
		sizes = append(sizes, int(pf.MetaData().RowGroups[i].NumRows))
	}
	if c, err = newColumns(path, schema, chunks, sizes); err != nil {
		return nil, err
	}
	c.write = parquetWriter(pf)
	return c, nil
}

// parquetWriter writes batches, a row group each, as the file was written.
func parquetWriter(pf *file.Reader) func(*arrow.Schema, []arrow.Record) ([]byte, error) {
	meta := pf.MetaData()
	options := []parquet.WriterProperty{parquet.WithCreatedBy(meta.GetCreatedBy()), parquet.WithRootName(meta.Schema.Root().Name()), parquet.WithRootRepetition(meta.Schema.Root().RepetitionType()), parquet.WithVersion(meta.Version())}
	if pf.NumRowGroups() > 0 {
		for j := range meta.Schema.NumColumns() {
			chunk, err := pf.RowGroup(0).MetaData().ColumnChunk(j)
			if err != nil {
				continue
			}
			name := meta.Schema.Column(j).Path()
			options = append(options, parquet.WithCompressionFor(name, chunk.Compression()), parquet.WithDictionaryFor(name, chunk.HasDictionaryPage()))
		}
	}
	arrowOptions := []pqarrow.WriterOption{}
	if stored := meta.KeyValueMetadata().FindValue("ARROW:schema"); stored != nil {
		arrowOptions = append(arrowOptions, pqarrow.WithStoreSchema())
	}
	return func(schema *arrow.Schema, batches []arrow.Record) ([]byte, error) {
		var out bytes.Buffer
		w, err := pqarrow.NewFileWriter(schema, struct{ io.Writer }{&out}, parquet.NewWriterProperties(options...), pqarrow.NewArrowWriterProperties(arrowOptions...))
		if err != nil {
			return nil, err
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

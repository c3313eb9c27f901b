package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// readArrow reads an Arrow IPC file or stream of flat columns, as readParquet does Parquet.
func readArrow(data []byte, path string) (out *raw, err error) {
	out = &raw{path: path, file: len(data), cell: rowName}
	// The library panics on some broken files.
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, broken(out, "Arrow", p)
		}
	}()
	mem := newRoom(data)
	if !bytes.HasPrefix(data, []byte("ARROW1")) {
		r, err := ipc.NewReader(bytes.NewReader(data), ipc.WithAllocator(mem))
		if err != nil {
			return nil, broken(out, "Arrow", err)
		}
		return readRecords(out, r.Schema(), r.Read)
	}
	r, err := ipc.NewFileReader(bytes.NewReader(data), ipc.WithAllocator(mem))
	if err != nil {
		return nil, broken(out, "Arrow", err)
	}
	i := 0
	return readRecords(out, r.Schema(), func() (arrow.Record, error) {
		if i == r.NumRecords() {
			return nil, io.EOF
		}
		i++
		return r.RecordAt(i - 1)
	})
}

// readRecords appends record after record until the end.
func readRecords(out *raw, schema *arrow.Schema, next func() (arrow.Record, error)) (*raw, error) {
	var names []string
	for _, f := range schema.Fields() {
		names = append(names, f.Name)
	}
	if err := out.name(names); err != nil {
		return nil, err
	}
	for rows := 0; ; {
		rec, err := next()
		if errors.Is(err, io.EOF) {
			return out.close(rows)
		}
		if err != nil {
			return nil, broken(out, "Arrow", err)
		}
		n := int(rec.NumRows())
		if n < 0 || n > MaxRows-rows {
			return nil, out.tooLarge(-1, -1, "has more than %d rows", MaxRows)
		}
		if rec.NumCols() != int64(len(names)) {
			return nil, broken(out, "Arrow", fmt.Sprintf("a record has %d columns, the schema %d", rec.NumCols(), len(names)))
		}
		for j := range names {
			if a := rec.Column(j); a.Len() != n {
				return nil, broken(out, "Arrow", fmt.Sprintf("a record has %d rows, its column %q %d", n, names[j], a.Len()))
			} else if err := appendArrow(out, j, a); err != nil {
				return nil, err
			}
		}
		rows += n
		rec.Release()
	}
}

// broken is what a library says of a file that it cannot read.
func broken(r *raw, format string, cause any) error {
	if full, ok := cause.(roomError); ok {
		return r.tooLarge(-1, -1, "%s", full)
	}
	return r.fail(-1, -1, "is not a readable %s file (%v)", format, cause)
}

// room is an allocator that panics with a roomError where a file of some bytes asks for
// more memory than any sound one needs: a few bytes can claim gigabytes.
type room struct {
	memory.Allocator
	left, bytes int
}

type roomError int

func (e roomError) Error() string {
	return fmt.Sprintf("asks for far more memory than its %d bytes can need; write it with less compression", int(e))
}

func newRoom(data []byte) *room {
	return &room{memory.NewGoAllocator(), 1<<26 + inflation*len(data), len(data)}
}

// inflation is how much a compressed file may grow, beside 64 MiB.
const inflation = 256

func (r *room) take(n int) {
	if r.left -= n; n < 0 || r.left < 0 {
		panic(roomError(r.bytes))
	}
}

func (r *room) Allocate(n int) []byte {
	r.take(n)
	return r.Allocator.Allocate(n)
}

func (r *room) Reallocate(n int, b []byte) []byte {
	r.take(n - min(n, len(b)))
	return r.Allocator.Reallocate(n, b)
}

func (r *room) Free(b []byte) {
	r.left += len(b)
	r.Allocator.Free(b)
}

// appendArrow writes an array as cells: binary floats in their shortest text, which
// names the same float64.
func appendArrow(out *raw, col int, a arrow.Array) error {
	for i := range a.Len() {
		text, f, err := cell(a, i)
		if err != nil {
			return out.fail(col, len(out.cols[col].cells), "%v", err)
		}
		if err := out.add(col, text, f); err != nil {
			return err
		}
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
	case *array.Null:
		return "", formNull, nil
	case *array.LargeString:
		return d.Value(i), formText, nil
	case *array.StringView:
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
	case *array.Int8, *array.Int16, *array.Int32, *array.Int64, *array.Uint8, *array.Uint16, *array.Uint32, *array.Uint64, *array.Decimal128, *array.Decimal256:
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

package table_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// arrowFile holds two records of the given columns; a stream where asked.
func arrowFile(t testing.TB, stream bool, options ...ipc.Option) []byte {
	t.Helper()
	words := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "f", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "i", Type: arrow.PrimitiveTypes.Int64}, {Name: "s", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "b", Type: arrow.FixedWidthTypes.Boolean}, {Name: "d", Type: arrow.FixedWidthTypes.Date32}, {Name: "w", Type: words}, {Name: "none", Type: arrow.Null, Nullable: true},
	}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	options = append(options, ipc.WithSchema(schema))
	var w interface {
		Write(arrow.Record) error
		Close() error
	}
	if stream {
		w = ipc.NewWriter(out, options...)
	} else if w, err = ipc.NewFileWriter(out, options...); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		b.Field(0).(*array.Float64Builder).AppendValues([]float64{0.1, nan}, nil)
		b.Field(1).(*array.Int64Builder).AppendValues([]int64{1<<53 + 1, 2}, nil)
		b.Field(2).(*array.StringBuilder).AppendValues([]string{"x", ""}, []bool{true, false})
		b.Field(3).(*array.BooleanBuilder).AppendValues([]bool{true, false}, nil)
		b.Field(4).(*array.Date32Builder).AppendValues([]arrow.Date32{0, 365}, nil)
		for _, s := range []string{"p", "q"} {
			if err := b.Field(5).(*array.BinaryDictionaryBuilder).AppendString(s); err != nil {
				t.Fatal(err)
			}
		}
		b.Field(6).(*array.NullBuilder).AppendNulls(2)
		if err := w.Write(b.NewRecord()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestArrow(t *testing.T) {
	row := "|0.1,9007199254740993,x,1,0,p,-|-,2,-,0,365,q,-"
	want := "f:number i:number s:text b:bool d:time w:text none:number " + row + row
	for name, data := range map[string][]byte{
		"file.arrow": arrowFile(t, false), "stream.arrows": arrowFile(t, true), "lz4.feather": arrowFile(t, false, ipc.WithLZ4()), "zstd.ipc": arrowFile(t, true, ipc.WithZstd()),
	} {
		tab, err := table.Read(bytes.NewReader(data), spec.Asset{Path: name})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := cells(tab); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

func TestArrowRefused(t *testing.T) {
	whole := arrowFile(t, false)
	for n := range whole[:len(whole)-1] {
		_, err := table.Read(bytes.NewReader(whole[:n]), spec.Asset{Path: "x.arrow"})
		var e *table.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), "is not a readable Arrow file") {
			t.Fatalf("the first %d of %d bytes: %v", n, len(whole), err)
		}
	}
	// The size that a compressed buffer claims to have is made one of 4 GiB.
	packed := arrowFile(t, false, ipc.WithLZ4())
	hit := false
	for at := 0; at+16 < len(packed); at++ {
		if slices.Equal(packed[at:at+8], []byte{16, 0, 0, 0, 0, 0, 0, 0}) {
			bad := slices.Clone(packed)
			bad[at], bad[at+4] = 0, 1
			_, err := table.Read(bytes.NewReader(bad), spec.Asset{Path: "x.arrow"})
			var e *table.Error
			hit = hit || errors.As(err, &e) && e.Code == table.CodeTooLarge
		}
	}
	if !hit {
		t.Error("no claimed size is refused")
	}
	list := arrow.NewSchema([]arrow.Field{{Name: "l", Type: arrow.ListOf(arrow.PrimitiveTypes.Int8)}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, list)
	b.Field(0).(*array.ListBuilder).Append(true)
	var buf bytes.Buffer
	w := ipc.NewWriter(&buf, ipc.WithSchema(list))
	if err := errors.Join(w.Write(b.NewRecord()), w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Read(&buf, spec.Asset{Path: "x.arrow"}); err == nil || !strings.Contains(err.Error(), `row 1: column "l": cells of type list`) {
		t.Errorf("a list: %v", err)
	}
}

func FuzzArrow(f *testing.F) {
	f.Add(arrowFile(f, false))
	f.Add(arrowFile(f, true))
	f.Add(arrowFile(f, false, ipc.WithZstd()))
	f.Fuzz(func(t *testing.T, data []byte) { sound(t, data, "x.arrow") })
}

package table_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// What is written is read back, in both formats, and always in the same bytes.
func TestWriteIsReadBack(t *testing.T) {
	cols := []spec.Column{
		{Name: "model", Kind: spec.ColumnText, Text: []string{"a,\"b\"\nc", "", "d"}, Missing: []bool{false, true, false}},
		{Name: "score", Kind: spec.ColumnNumber, Num: []float64{0.1, math.NaN(), 1e300}, Missing: []bool{false, true, false}},
		{Name: "run", Kind: spec.ColumnNumber, Num: []float64{1, 2, 3}},
		{Name: "late", Kind: spec.ColumnBool, Num: []float64{1, 0, 1}},
		{Name: "day", Kind: spec.ColumnTime, Num: []float64{0, 19000.5, 1}},
	}
	write := func(f func(*bytes.Buffer) error) []byte {
		var a, b bytes.Buffer
		if err := f(&a); err != nil {
			t.Fatal(err)
		}
		if err := f(&b); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Error("two writes differ")
		}
		return a.Bytes()
	}
	for name, data := range map[string][]byte{
		"x.parquet": write(func(b *bytes.Buffer) error { return table.WriteParquet(b, cols, "run") }),
		"x.csv":     write(func(b *bytes.Buffer) error { return table.WriteCSV(b, cols) }),
	} {
		got, err := table.Read(bytes.NewReader(data), spec.Asset{Path: name})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(cols, got.Frame().Columns, cmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })); d != "" {
			t.Errorf("%s (-written +read):\n%s", name, d)
		}
	}
	cols[2].Num = cols[2].Num[:2]
	var b bytes.Buffer
	if table.WriteParquet(&b, cols) == nil || table.WriteCSV(&b, cols) == nil || b.Len() > 0 {
		t.Error("columns of two lengths were written")
	}
}

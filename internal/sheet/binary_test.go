package sheet_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/sheet"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// binary are files that pyarrow 26.0, numpy 2.5 and openpyxl 3.1 wrote (testdata/make.py).
var binary = []string{"birds.parquet", "birds.feather", "birds.arrows", "birds.npz", "record.npy", "birds.xlsx"}

func openFile(t testing.TB, name string) (*sheet.Sheet, []byte, spec.Asset) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	a := spec.Asset{Path: "data/" + name}
	s, err := sheet.Open(data, a)
	if err != nil {
		t.Fatal(err)
	}
	return s, data, a
}

// grid is every cell of a file, as the table reads them.
func grid(t *testing.T, data []byte, a spec.Asset) map[string][]string {
	t.Helper()
	read, err := table.Read(bytes.NewReader(data), a)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, c := range read.Frame().Columns {
		for i := range read.Rows() {
			switch {
			case c.IsMissing(i):
				out[c.Name] = append(out[c.Name], "")
			case c.Kind == spec.ColumnText:
				out[c.Name] = append(out[c.Name], c.Text[i])
			default:
				out[c.Name] = append(out[c.Name], strconv.FormatFloat(c.Num[i], 'g', -1, 64))
			}
		}
	}
	return out
}

// Unchanged, a file holds what it held.
func TestBinaryUnchanged(t *testing.T) {
	for _, name := range binary {
		s, data, a := openFile(t, name)
		got := []byte(written(t, s))
		if d := cmp.Diff(grid(t, data, a), grid(t, got, a)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if (name == "record.npy" || name == "birds.xlsx") && !bytes.Equal(got, data) {
			t.Errorf("%s: other bytes", name)
		}
	}
}

// Rows move whole, cells take the contents of others of their column or new numbers, and
// no other cell changes.
func TestBinaryChanged(t *testing.T) {
	for _, name := range binary {
		s, data, a := openFile(t, name)
		want := grid(t, data, a)
		n := s.Rows()
		numbers := map[string]string{"mass": "3123.5", "eggs": "7", "place_1": "-5"}
		for _, c := range s.Names() {
			if c == "island" || c == "species" || c == "seen" {
				s.Set(c, 1, s.Cell(c, 2))
				want[c][1] = want[c][2]
			} else if x, ok := numbers[c]; ok {
				s.Set(c, 3, x)
				want[c][3] = x
			}
		}
		order := make([]int, n)
		for i := range order {
			order[i] = (i*5 + 3) % n
		}
		if err := s.Reorder(order); err != nil {
			t.Fatal(err)
		}
		for c, cells := range want {
			moved := make([]string, n)
			for i, row := range order {
				moved[i] = cells[row]
			}
			want[c] = moved
		}
		if d := cmp.Diff(want, grid(t, []byte(written(t, s)), a)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// A changed file is laid out as the original: what its reader can tell without looking at
// the numbers is the same.
func TestLayoutIsKept(t *testing.T) {
	swap := func(name string) ([]byte, []byte) {
		s, data, _ := openFile(t, name)
		order := make([]int, s.Rows())
		for i := range order {
			order[i] = len(order) - 1 - i
		}
		if err := s.Reorder(order); err != nil {
			t.Fatal(err)
		}
		return data, []byte(written(t, s))
	}

	parquet := func(data []byte) map[string]any {
		r, err := file.NewParquetReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		m := r.MetaData()
		out := map[string]any{"by": m.GetCreatedBy(), "schema": m.Schema.String(), "version": m.Version().String()}
		for _, k := range m.KeyValueMetadata().Keys() {
			if k != "ARROW:schema" { // another writer of the same schema
				out[k] = *m.KeyValueMetadata().FindValue(k)
			}
		}
		for i, g := range m.RowGroups {
			out["rows "+strconv.Itoa(i)] = g.NumRows
			for j := range m.Schema.NumColumns() {
				c, err := r.RowGroup(i).MetaData().ColumnChunk(j)
				if err != nil {
					t.Fatal(err)
				}
				out["chunk "+strconv.Itoa(i)+" "+strconv.Itoa(j)] = []any{c.Compression().String(), c.HasDictionaryPage(), c.NumValues()}
			}
		}
		return out
	}
	before, after := swap("birds.parquet")
	if d := cmp.Diff(parquet(before), parquet(after)); d != "" {
		t.Errorf("Parquet: %s", d)
	}

	before, after = swap("birds.feather")
	feather := func(data []byte) []any {
		r, err := ipc.NewFileReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		out := []any{r.Schema().String(), r.NumRecords()}
		for i := range r.NumRecords() {
			rec, err := r.RecordAt(i)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, rec.NumRows())
		}
		return out
	}
	if d := cmp.Diff(feather(before), feather(after)); d != "" {
		t.Errorf("Arrow: %s", d)
	}
	if len(after) > len(before)*5/4 || len(after) < len(before)*3/4 {
		t.Errorf("Arrow: %d bytes became %d", len(before), len(after))
	}

	before, after = swap("birds.npz")
	entries := func(data []byte) (out []any) {
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			out = append(out, f.Name, f.Method, f.UncompressedSize64, f.Modified.Unix(), f.ExternalAttrs)
		}
		return out
	}
	if d := cmp.Diff(entries(before), entries(after)); d != "" {
		t.Errorf("NumPy: %s", d)
	}
}

// A content that a column of texts does not have cannot be put there.
func TestForeignContent(t *testing.T) {
	s, _, _ := openFile(t, "record.npy")
	s.Set("island", 0, "Atlantis")
	if _, err := s.Bytes(); err == nil {
		t.Error("a new text in a field of fixed length")
	}
	if !slices.Equal(s.Names(), []string{"mass", "island", "eggs"}) || s.Cell("nowhere", 0) != "" || s.Cell("mass", 99) != "" {
		t.Error(s.Names())
	}
}

// Broken files are refused and never a panic.
func FuzzOpenBinary(f *testing.F) {
	for i, name := range binary {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, byte(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, kind byte) {
		a := spec.Asset{Path: "data/" + binary[int(kind)%len(binary)]}
		if _, err := table.Read(bytes.NewReader(data), a); err != nil {
			return // a sheet is opened of what a table was read from
		}
		s, err := sheet.Open(data, a)
		if err != nil {
			return
		}
		if out, err := s.Bytes(); err == nil {
			if _, err := table.Read(bytes.NewReader(out), a); err != nil {
				t.Errorf("what is written again is not read: %v", err)
			}
		}
	})
}

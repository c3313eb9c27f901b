package table_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// cells writes a table as lines: the columns with their kinds, then the rows.
func cells(tab *table.Table) string {
	var b strings.Builder
	f := tab.Frame()
	for _, c := range f.Columns {
		fmt.Fprintf(&b, "%s:%s ", c.Name, c.Kind)
	}
	for i := range tab.Rows() {
		b.WriteString("|")
		for j, c := range f.Columns {
			text := tab.Texts(c.Name)
			switch {
			case j > 0:
				b.WriteString(",")
			}
			switch {
			case c.IsMissing(i):
				b.WriteString("-")
			case text != nil:
				b.WriteString(text.At(i))
			case c.Kind == spec.ColumnText:
				b.WriteString(c.Text[i])
			default:
				fmt.Fprint(&b, c.Num[i])
			}
		}
	}
	return b.String()
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The files are NumPy's own, by testdata/arrays.py.
func TestNumPy(t *testing.T) {
	for _, c := range []struct {
		name, want string
		columns    []spec.AssetColumn
	}{
		{"wide.npy", "x0:number x1:number x2:number |0.1,-2.5,-|3e+100,4,5", nil},
		{"fortran.npy", "x0:number x1:number x2:number |0.1,-2.5,-|3e+100,4,5", nil},
		{"wide.npy", "a:number b:number c:number |0.1,-2.5,-|3e+100,4,5", []spec.AssetColumn{{Name: "a", Type: "number"}, {Name: "b", Type: "number"}, {Name: "c", Type: "number"}}},
		{"line.npy", "x0:number |9223372036854775807|-9223372036854775808|0", nil},
		{"empty.npy", "x0:number ", nil},
		{"record.npy", "i:number u:number ok:bool name:text raw:text day:time at:text |-2,18446744073709551615,1,äb,xy,2,2009-01-04T06:00:00.5Z|7,0,0,-,z,-,1969-12-31T23:59:59.999Z", []spec.AssetColumn{{Name: "at", Type: "text"}}},
		{"big.npy", "x0:number x1:number |0.1,-2.5|3,4", nil},
		{"aligned.npy", "a:number b:number |1,0.5|2,0.25", nil},
		{"two.npz", "y:number m_0:number m_1:number |1.5,1,2|2.5,3,4", nil},
		{"packed.npz", "a:bool b:text |1,x|0,yy", nil},
	} {
		tab, err := table.Read(bytes.NewReader(file(t, c.name)), spec.Asset{Path: c.name, Columns: c.columns})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := cells(tab); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// npy is a file with the given header.
func npy(header, body string) string {
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header + body
}

func TestNumPyRefused(t *testing.T) {
	header := func(descr, shape string) string {
		return fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': (%s), }\n", descr, shape)
	}
	for name, c := range map[string]struct{ data, want string }{
		"objects":          {string(file(t, "object.npy")), "holds Python objects"},
		"not NumPy":        {"PK", "is not a NumPy file"},
		"version":          {"\x93NUMPY\x09\x00\x00\x00", "version 9"},
		"cut header":       {"\x93NUMPY\x01\x00\xff\xff{", "more than it holds"},
		"program":          {npy("__import__('os')", ""), "not of NumPy's form"},
		"too few bytes":    {npy(header("'<f8'", "2,"), "12345678"), "holds 8 bytes, but 2 items of 8 bytes are 16"},
		"huge shape":       {npy(header("'<f8'", "999999999999,"), ""), "too large"},
		"product":          {npy(header("'<f8'", "1000000000, 10000"), ""), "holds 0 bytes"},
		"columns":          {npy(header("'|b1'", "1, 20000"), strings.Repeat("x", 20000)), "more than 10000 columns"},
		"three dimensions": {npy(header("'<f8'", "1, 1, 1"), "12345678"), "3 dimensions"},
		"scalar":           {npy(header("'<f8'", ""), "12345678"), "0 dimensions"},
		"complex":          {npy(header("'<c16'", "1,"), "1234567812345678"), "complex"},
		"half":             {npy(header("'<f2'", "1,"), "12"), "type \"<f2\""},
		"months":           {npy(header("'<M8[M]'", "1,"), "12345678"), "unit that is not fixed"},
		"far time":         {npy(header("'<M8[D]'", "1,"), "\xff\xff\xff\xff\xff\xff\xff\x0f"), "row 1: column \"x0\": a time lies outside"},
		"infinite":         {npy(header("'<f8'", "1,"), "\x00\x00\x00\x00\x00\x00\xf0\x7f"), "infinite"},
		"subarray":         {npy(header("[('a', '<f8', (2,))]", "1,"), "1234567812345678"), "array in each row"},
		"nested":           {npy(header("[('a', [('b', '<f8')])]", "1,"), "12345678"), "not a plain name and type"},
		"field twice":      {npy(header("[('a', '|b1'), ('a', '|b1')]", "1,"), "12"), "occurs twice"},
		"no code point":    {npy(header("'<U1'", "1,"), "\xff\xff\xff\xff"), "not Unicode"},
		"no UTF-8":         {npy(header("'|S1'", "1,"), "\xff"), "not UTF-8"},
	} {
		_, err := table.Read(strings.NewReader(c.data), spec.Asset{Path: "x.npy"})
		if e, ok := err.(*table.Error); !ok || !strings.Contains(err.Error(), c.want) || e.File != "x.npy" || e.Code == "" {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := table.Read(bytes.NewReader(file(t, "uneven.npz")), spec.Asset{Path: "x.npz"}); err == nil || !strings.Contains(err.Error(), "array b has 3 rows, array a 2") {
		t.Errorf("arrays of two lengths: %v", err)
	}
	// A bomb: a few hundred kilobytes that would inflate to far more.
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("a.npy")
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 150 {
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = table.Read(&b, spec.Asset{Path: "bomb.npz"})
	if e, ok := err.(*table.Error); !ok || e.Code != table.CodeTooLarge {
		t.Errorf("a bomb: %v", err)
	}
}

func FuzzNumPy(f *testing.F) {
	for _, n := range []string{"wide.npy", "fortran.npy", "record.npy", "aligned.npy", "object.npy", "empty.npy"} {
		f.Add(file(f, n), false)
	}
	for _, n := range []string{"two.npz", "packed.npz", "uneven.npz"} {
		f.Add(file(f, n), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, zipped bool) {
		name := "x.npy"
		if zipped {
			name = "x.npz"
		}
		sound(t, data, name)
	})
}

// sound reads a file, and checks of what is read that it is a table.
func sound(t *testing.T, data []byte, name string) {
	tab, err := table.Read(bytes.NewReader(data), spec.Asset{Path: name})
	if err != nil {
		if e, ok := err.(*table.Error); !ok || e.Code == "" || e.Msg == "" {
			t.Fatalf("an error without its place or code: %#v", err)
		}
		return
	}
	for _, c := range tab.Frame().Columns {
		if c.Len() != tab.Rows() {
			t.Fatalf("column %q has %d rows of %d", c.Name, c.Len(), tab.Rows())
		}
		if x := tab.Texts(c.Name); x != nil && x.Len() != tab.Rows() {
			t.Fatalf("column %q has %d texts of %d", c.Name, x.Len(), tab.Rows())
		}
		for i := range c.Num {
			if isMissing := c.IsMissing(i); c.Num[i]-c.Num[i] != 0 != isMissing {
				t.Fatalf("column %q, row %d: %v, missing %v", c.Name, i, c.Num[i], isMissing)
			}
		}
	}
}

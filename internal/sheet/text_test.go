package sheet_test

import (
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/sheet"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

const birds = "\xef\xbb\xbf\"species\",mass ,note\r\n\"Adelie\",3750,\"a \"\"b\"\", c\"\r\n\r\nGentoo,NA,\r\nChinstrap,3.50e3,x"

func open(t *testing.T, data, path string) *sheet.Sheet {
	t.Helper()
	s, err := sheet.Open([]byte(data), spec.Asset{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func written(t *testing.T, s *sheet.Sheet) string {
	t.Helper()
	data, err := s.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What is not changed keeps its bytes; what moves takes its own spelling along.
func TestSheet(t *testing.T) {
	s := open(t, birds, "data/birds.csv")
	if got := written(t, s); got != birds {
		t.Fatalf("untouched, the file became %q", got)
	}
	if d := cmp.Diff([]string{"species", "mass", "note"}, s.Names()); d != "" {
		t.Error(d)
	}
	if got := s.Cell("note", 0); got != `a "b", c` {
		t.Errorf("cell is %q", got)
	}
	s.Set("species", 0, "Emperor, \"king\"")
	s.Set("mass", 1, "4000")
	s.Set("note", 2, "y\nz")
	if err := s.Reorder([]int{2, 0, 1}); err != nil {
		t.Fatal(err)
	}
	want := "\xef\xbb\xbf\"species\",mass ,note\r\nChinstrap,3.50e3,\"y\nz\"\r\n\r\n\"Emperor, \"\"king\"\"\",3750,\"a \"\"b\"\", c\"\r\nGentoo,4000,"
	if d := cmp.Diff(want, written(t, s)); d != "" {
		t.Error(d)
	}
	for _, order := range [][]int{{0, 1}, {0, 1, 1}, {0, 1, 3}, {0, 1, 2, 2}} {
		if s.Reorder(order) == nil {
			t.Errorf("%v is taken for an order of three rows", order)
		}
	}
}

func TestSheetOfObjects(t *testing.T) {
	s := open(t, "[ {\"a\": 1.50, \"b\":\"x\"},\n  {\"b\": null} , {\"b\":\"\\u00e9\",\"a\":2}]\n", "data/x.json")
	if got := s.Cell("b", 2); got != "é" {
		t.Errorf("cell is %q", got)
	}
	s.Set("a", 0, "7.25")
	s.Set("a", 1, "9") // the object lacks the key
	s.Set("b", 1, "")
	s.Set("b", 2, `<"q">`)
	if err := s.Reorder([]int{1, 2, 0}); err != nil {
		t.Fatal(err)
	}
	want := "[ {\"b\": null},\n  {\"b\":\"<\\\"q\\\">\",\"a\":2} , {\"a\": 7.25, \"b\":\"x\"}]\n"
	if d := cmp.Diff(want, written(t, s)); d != "" {
		t.Error(d)
	}
	lines := "{\"a\":1}\n{\"a\":2}\n"
	s = open(t, lines, "data/x.jsonl")
	s.Set("a", 1, "3")
	if got := written(t, s); got != strings.Replace(lines, "2", "3", 1) {
		t.Errorf("lines became %q", got)
	}
}

// A sheet has the rows that the table of the same bytes has, and unchanged it is the file.
func FuzzText(f *testing.F) {
	for _, seed := range []string{birds, "a,b\n1,2\n", "a\n\n\n\"x\ny\"\n", "a,b\n1\n", "\"", "a\r\nb\r", "a,\"b\"c\n1,2"} {
		f.Add(seed, "data/x.csv")
	}
	f.Add("[{\"a\":1},{\"b\":\"x\"}]", "data/x.json")
	f.Add("{\"a\":1}\n{\"a\":[]}", "data/x.jsonl")
	f.Fuzz(func(t *testing.T, data, path string) {
		asset := spec.Asset{Path: path}
		s, err := sheet.Open([]byte(data), asset)
		if err != nil {
			return
		}
		if got := written(t, s); got != data {
			t.Fatalf("untouched, %q became %q", data, got)
		}
		read, err := table.Read(strings.NewReader(data), asset)
		if err != nil {
			return
		}
		if read.Rows() != s.Rows() {
			t.Fatalf("the table of %q has %d rows, the sheet %d", data, read.Rows(), s.Rows())
		}
	})
}

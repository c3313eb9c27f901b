package table_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
	"pgregory.net/rapid"
)

// asText reads all columns as text, by their names in the header.
func asText(text string) (*table.Table, error) {
	header, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		return nil, err
	}
	a := spec.Asset{Path: "x.csv", Missing: []string{"no cell is this"}}
	for _, n := range header {
		a.Columns = append(a.Columns, spec.AssetColumn{Name: strings.TrimSpace(n), Type: "text"})
	}
	return table.Read(strings.NewReader(text), a)
}

// FuzzCSV holds the reader against encoding/csv: the same cells, or an error of both.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{
		"a,b\n1,2\n", "a\n\"x\"\n", "a,b\r\n\"x\r\ny\",\"\"\"q\"\"\"\r\n", "a\n\n\r\nx\r\n", "a\nx\r", "a\n\"x\"\r", "a,b\n,\n", "a\n\"\"\n", "a\nx\ry\n",
		"a\nx\"y\n", "a\n\"x\"y\n", "a\n\"x", "a,b\n1\n", "a\n1,2\n", "\"a\"\"b\",c\n1,2", "a\n \n", "a,b\n\"1\",", "a\r\n\r\r\n", "a\n\"x\r\"\n", "a\n\"\r\n\"\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := asText(s)
		var e *table.Error
		if err != nil && !errors.As(err, &e) {
			return // no header
		}
		if err != nil && (strings.Contains(e.Msg, "UTF") || strings.Contains(e.Msg, "zero byte") || strings.Contains(e.Msg, "name") || e.Code == table.CodeTooLarge) {
			return
		}
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(s, "\ufeff")))
		want, wrong := r.ReadAll()
		if (err == nil) != (wrong == nil) {
			t.Fatalf("%q: %v, encoding/csv says %v", s, err, wrong)
		}
		if err != nil {
			return
		}
		for j, c := range got.Frame().Columns {
			for i, text := range c.Text {
				if text != want[i+1][j] {
					t.Fatalf("%q: row %d, column %d is %q, not %q", s, i, j, text, want[i+1][j])
				}
			}
		}
		if got.Rows() != len(want)-1 {
			t.Fatalf("%q: %d rows, not %d", s, got.Rows(), len(want)-1)
		}
	})
}

func TestPlacesInCSV(t *testing.T) {
	number := []spec.AssetColumn{{Name: "n", Type: "number"}}
	for text, want := range map[string]string{
		"a,n\n\"x\ny\n\",1\nx,2,3\n":       "x.csv:5: the row has 1 more cells",
		"a,n\n\"x\ny\n\",1\nx,two\n":       `x.csv:5: column "n": "two" is not`,
		"a,n\n\"x\n,1\n":                   "x.csv:2: a quote is not closed",
		"a,n\nx,\"1\"2\n":                  "x.csv:2: something follows the closing quote",
		"a,n\nx,1\"2\n":                    "x.csv:2: a quote stands in a cell",
		"a,n\n\n\r\nx," + "1 2\n":          `x.csv:4: column "n": "1 2" is not`,
		"a,n\nx,\u00a01\u2003\ny,\"\"\"\"": `x.csv:3: column "n": "\"" is not`,
	} {
		_, err := table.Read(strings.NewReader(text), spec.Asset{Path: "x.csv", Columns: number})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	_, err := table.Read(strings.NewReader("a\n"+strings.Repeat("x", table.MaxCell+1)), spec.Asset{Path: "x.csv"})
	if e, ok := err.(*table.Error); !ok || e.Code != table.CodeTooLarge || e.Line != 2 || e.Column != "a" {
		t.Errorf("a long cell: %v", err)
	}
	_, err = table.Read(io.MultiReader(strings.NewReader(strings.Repeat("a,", table.MaxColumns)+"b\n")), spec.Asset{Path: "x.csv"})
	if e, ok := err.(*table.Error); !ok || e.Code != table.CodeTooLarge {
		t.Errorf("many columns: %v", err)
	}
}

func TestMissingCodes(t *testing.T) {
	tab := read(t, "n,s\n-99.0,-99\n-99,a\n 7 ,-99.0\nNA,b\n", spec.Asset{Path: "x.csv", Missing: []string{"-99", "NA"}})
	f := tab.Frame()
	if got := f.Column("n").Missing; !slices.Equal(got, []bool{true, true, false, true}) {
		t.Errorf("numbers by value: %v", got)
	}
	if got := f.Column("s").Missing; !slices.Equal(got, []bool{true, false, false, false}) {
		t.Errorf("texts as they are: %v", got)
	}
	if got := tab.Decimals("n"); !slices.Equal(got, []string{"", "", "7", ""}) {
		t.Errorf("decimal text: %q", got)
	}
	if tab := read(t, `[{"n":-99},{"n":1}]`, spec.Asset{Path: "x.json", Missing: []string{"-99"}}); !tab.Frame().Column("n").IsMissing(0) {
		t.Error("a number in JSON is no code")
	}
}

// Every number is the float64 nearest to its text.
func TestNumbersAreNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[+-]?([0-9]{1,20}(\.[0-9]{0,24})?|\.[0-9]{1,24})([eE][+-]?[0-9]{1,2})?`).Draw(t, "text")
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		tab, err := table.Read(strings.NewReader("n\n"+text+"\n"), spec.Asset{Path: "x.csv"})
		if err != nil {
			t.Fatal(err)
		}
		if c := tab.Frame().Column("n"); c.Kind != spec.ColumnNumber || c.Num[0] != want || tab.Decimals("n")[0] != text {
			t.Fatalf("%s is read as %v, %v", text, c, want)
		}
	})
}

// Dates are those of package time.
func TestEveryDay(t *testing.T) {
	var b strings.Builder
	b.WriteString("d\n")
	first := time.Date(1895, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 80_000 {
		b.WriteString(first.AddDate(0, 0, i).Format(time.DateOnly) + "\n")
	}
	for i, d := range read(t, b.String(), spec.Asset{Path: "x.csv"}).Frame().Column("d").Num {
		if want := float64(first.Unix()/86400 + int64(i)); d != want {
			t.Fatalf("%s is %v, not %v", first.AddDate(0, 0, i), d, want)
		}
	}
}

// TestLongText reads texts that are long enough to be cut: what encoding/csv reads, blank lines
// between, and the line of a row that is not right.
func TestLongText(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,name\r\n")
	for i := range 100_000 {
		fmt.Fprintf(&b, "%d,%s\n", i, strings.Repeat("ab", i%9))
		if i%3 == 0 {
			b.WriteString("\n\r\n")
		}
	}
	text := b.String()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 2, 7} {
		was := runtime.GOMAXPROCS(threads)
		defer runtime.GOMAXPROCS(was)
		tab, err := table.Read(strings.NewReader(text), spec.Asset{Path: "x.csv", Missing: []string{"-"}})
		if err != nil {
			t.Fatal(err)
		}
		f := tab.Frame()
		if tab.Rows() != len(rows)-1 {
			t.Fatalf("%d rows, not %d", tab.Rows(), len(rows)-1)
		}
		for i, r := range rows[1:] {
			if got := []string{tab.Texts("id").At(i), f.Columns[1].Text[i]}; !slices.Equal(got, r) {
				t.Fatalf("row %d is %q, not %q", i, got, r)
			}
		}
		var e *table.Error
		if _, err := table.Read(strings.NewReader(text+"1\n"+text), spec.Asset{Path: "x.csv"}); !errors.As(err, &e) || e.Line != 1+strings.Count(text, "\n") {
			t.Fatalf("%v, not an error of line %d", err, 1+strings.Count(text, "\n"))
		}
	}
}

package table_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
	"github.com/xuri/excelize/v2"
)

// workbook is a file that excelize writes.
func workbook(t testing.TB, edit func(f *excelize.File) error) []byte {
	t.Helper()
	f := excelize.NewFile()
	var b bytes.Buffer
	if err := edit(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func birdBook(f *excelize.File) error {
	for cell, v := range map[string]any{
		"B2": "id", "C2": "kind", "D2": "ok", "E2": "day", "F2": "at", "G2": "share", "H2": 2007,
		"B3": 0.1, "C3": "007", "D3": true, "E3": time.Date(2009, 1, 4, 0, 0, 0, 0, time.UTC), "F3": time.Date(2009, 1, 4, 6, 0, 0, 0, time.UTC), "H3": -99,
		"B5": 1e21, "C5": "ä & <b>", "D5": false, "E5": time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC), "G5": 0.25, "H5": 12345678901234567,
	} {
		if err := f.SetCellValue("Sheet1", cell, v); err != nil {
			return err
		}
	}
	if err := f.SetCellFormula("Sheet1", "G3", "=B3*2"); err != nil {
		return err
	}
	if _, err := f.NewSheet("More"); err != nil {
		return err
	}
	if err := f.SetCellRichText("More", "A1", []excelize.RichTextRun{{Text: "two "}, {Text: "parts"}}); err != nil {
		return err
	}
	return f.SetCellValue("More", "A2", 3)
}

// rewritten is a workbook with one part changed.
func rewritten(t testing.TB, data []byte, part string, edit func(string) string) []byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == part {
			text = []byte(edit(string(text)))
		}
		out, err := w.Create(f.Name)
		if err == nil {
			_, err = out.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const sheet1 = "xl/worksheets/sheet1.xml"

// withValue stores the formula's value, which excelize does not compute when it writes.
func withValue(t testing.TB, data []byte) []byte {
	return rewritten(t, data, sheet1, func(s string) string { return strings.Replace(s, "</f>", "</f><v>0.2</v>", 1) })
}

func TestExcel(t *testing.T) {
	book := withValue(t, workbook(t, birdBook))
	for _, c := range []struct {
		asset spec.Asset
		want  string
	}{
		{spec.Asset{}, "id:number kind:text ok:bool day:time at:time share:number 2007:number |0.1,007,1,14248,14248.25,0.2,-99|1e+21,ä & <b>,0,10956,-,0.25,1.2345678901234568e+16"},
		{spec.Asset{Missing: []string{"-99", "007"}}, "id:number kind:text ok:bool day:time at:time share:number 2007:number |0.1,-,1,14248,14248.25,0.2,-|1e+21,ä & <b>,0,10956,-,0.25,1.2345678901234568e+16"},
		{spec.Asset{Sheet: "More"}, "two parts:number |3"},
	} {
		c.asset.Path = "x.xlsx"
		tab, err := table.Read(bytes.NewReader(book), c.asset)
		if err != nil {
			t.Errorf("%+v: %v", c.asset, err)
		} else if got := cells(tab); got != c.want {
			t.Errorf("%+v:\n got %s\nwant %s", c.asset, got, c.want)
		}
	}
	old := workbook(t, func(f *excelize.File) error {
		yes := true
		if err := f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &yes}); err != nil {
			return err
		}
		return f.SetSheetCol("Sheet1", "A1", &[]any{"d", time.Date(2009, 1, 4, 0, 0, 0, 0, time.UTC)})
	})
	if tab, err := table.Read(bytes.NewReader(old), spec.Asset{Path: "x.xlsx"}); err != nil || cells(tab) != "d:time |14248" {
		t.Errorf("dates from 1904: %v %v", tab, err)
	}
}

func TestExcelRefused(t *testing.T) {
	plain := func(values ...any) func(*excelize.File) error {
		return func(f *excelize.File) error { return f.SetSheetCol("Sheet1", "A1", &values) }
	}
	book := workbook(t, plain("a", 1, 2))
	edit := func(old, with string) []byte {
		return rewritten(t, book, sheet1, func(s string) string {
			if !strings.Contains(s, old) {
				t.Fatalf("%s is not in %s", old, s)
			}
			return strings.Replace(s, old, with, 1)
		})
	}
	for name, c := range map[string]struct {
		data  []byte
		asset spec.Asset
		want  string
	}{
		"not a workbook":  {[]byte("PK\x03\x04"), spec.Asset{}, "x.xlsx: is not a readable Excel file"},
		"no such sheet":   {book, spec.Asset{Sheet: "Data"}, `has no sheet "Data"; it has Sheet1`},
		"empty sheet":     {workbook(t, func(*excelize.File) error { return nil }), spec.Asset{}, "sheet Sheet1 is empty"},
		"formula":         {workbook(t, birdBook), spec.Asset{}, "x.xlsx: Sheet1!G3: is a formula without a stored value"},
		"merged":          {workbook(t, func(f *excelize.File) error { _ = plain("a", 1, 2)(f); return f.MergeCell("Sheet1", "A2", "A3") }), spec.Asset{}, "cells A2:A3 are merged"},
		"no name":         {workbook(t, func(f *excelize.File) error { _ = plain("a", 1)(f); return f.SetCellValue("Sheet1", "C2", 5) }), spec.Asset{}, "Sheet1!C2: has no name in the header"},
		"same names":      {workbook(t, func(f *excelize.File) error { return f.SetSheetRow("Sheet1", "A1", &[]string{"a", "a"}) }), spec.Asset{}, `column "a": occurs twice`},
		"wrong type":      {workbook(t, plain("a", 1, "x")), spec.Asset{Columns: []spec.AssetColumn{{Name: "a", Type: "number"}}}, `x.xlsx: Sheet1!A3: column "a": "x" is not a decimal number`},
		"mixed":           {workbook(t, plain("a", "x", 1)), spec.Asset{}, `x.xlsx: Sheet1!A3: column "a": "1" is not text`},
		"error value":     {edit(`<v>1</v>`, `<v>#DIV/0!</v>`), spec.Asset{}, "holds \"#DIV/0!\", which is no number"},
		"typed error":     {edit(`<c r="A2"><v>1</v>`, `<c r="A2" t="e"><v>#N/A</v>`), spec.Asset{}, `Sheet1!A2: holds the error "#N/A"`},
		"huge row":        {edit(`<row r="3">`, `<row r="2000000000">`), spec.Asset{}, "does not follow row 2"},
		"row back":        {edit(`<row r="3">`, `<row r="1">`), spec.Asset{}, "does not follow row 2"},
		"cell out of row": {edit(`r="A3"`, `r="A9"`), spec.Asset{}, "stands out of order in row 3"},
		"cell far right":  {edit(`r="A3"`, `r="XFE3"`), spec.Asset{}, "stands out of order in row 3"},
		"no such text":    {edit(`<c r="A2"><v>1</v>`, `<c r="A2" t="s"><v>99</v>`), spec.Asset{}, "names the text \"99\""},
		"infinite":        {edit(`<v>1</v>`, `<v>1e999</v>`), spec.Asset{}, "which is no number"},
		"cut XML":         {edit(`</sheetData>`, ``), spec.Asset{}, "is not a readable Excel file"},
	} {
		c.asset.Path = "x.xlsx"
		_, err := table.Read(bytes.NewReader(c.data), c.asset)
		if e, ok := err.(*table.Error); !ok || !strings.Contains(err.Error(), c.want) || e.Code == "" {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := table.Read(strings.NewReader("a\n1\n"), spec.Asset{Path: "x.csv", Sheet: "One"}); err == nil || !strings.Contains(err.Error(), "has no sheets") {
		t.Errorf("a sheet of a text file: %v", err)
	}
	// One cell far down costs its row only; a text that many cells share counts for each.
	sparse := rewritten(t, book, sheet1, func(s string) string { return strings.NewReplacer(`r="3"`, `r="1048576"`, "A3", "A1048576").Replace(s) })
	if tab, err := table.Read(bytes.NewReader(sparse), spec.Asset{Path: "x.xlsx"}); err != nil || cells(tab) != "a:number |1|2" {
		t.Errorf("a cell far down: %v %v", tab, err)
	}
	long := strings.Repeat("x", 32_000)
	shared := rewritten(t, workbook(t, plain("a", long)), sheet1, func(s string) string {
		at := strings.Index(s, `<row r="2">`)
		end := strings.Index(s, "</sheetData>")
		var b strings.Builder
		b.WriteString(s[:at])
		b.WriteString(strings.Repeat(`<row><c t="s"><v>1</v></c></row>`, 8000))
		return b.String() + s[end:]
	})
	_, err := table.Read(bytes.NewReader(shared), spec.Asset{Path: "x.xlsx"})
	if e, ok := err.(*table.Error); !ok || e.Code != table.CodeTooLarge || e.Column != "a" {
		t.Errorf("a shared text: %v", err)
	}
}

func FuzzExcel(f *testing.F) {
	book := workbook(f, birdBook)
	for _, part := range []string{sheet1, "xl/workbook.xml", "xl/styles.xml", "xl/sharedStrings.xml"} {
		r, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
		if err != nil {
			f.Fatal(err)
		}
		in, err := r.Open(part)
		if err != nil {
			f.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(part, text)
	}
	f.Fuzz(func(t *testing.T, part string, text []byte) {
		sound(t, rewritten(t, book, part, func(string) string { return string(text) }), "x.xlsx")
	})
}

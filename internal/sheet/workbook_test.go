package sheet_test

import (
	"archive/zip"
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/sheet"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// parts are the entries of an archive, in order.
type part struct {
	Name, Body string
	Method     uint16
	Flags      uint16
	When       int64
}

func parts(t *testing.T, data []byte) (out []part, comment string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, part{f.Name, string(body), f.Method, f.Flags, f.Modified.Unix()})
	}
	return out, z.Comment
}

// pack makes a workbook with a sheet named data.
func pack(t testing.TB, sheetXML, other string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, f := range [][2]string{
		{"_rels/.rels", `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="data" r:id="s"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="s" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="t" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`},
		{"xl/sharedStrings.xml", `<sst><si><t>kind</t></si><si><t>a &gt; b</t></si><si><t>b</t></si></sst>`},
		{"xl/worksheets/sheet1.xml", sheetXML},
		{"xl/worksheets/sheet2.xml", other},
	} {
		e, err := w.Create(f[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(e, f[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.SetComment("kept"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// changed gives the sheet of a workbook that was changed: a number, a label and the order.
func changed(t *testing.T, xml, other string, order ...int) (string, error) {
	t.Helper()
	data := pack(t, xml, other)
	a := spec.Asset{Path: "data/w.xlsx"}
	s, err := sheet.Open(data, a)
	if err != nil {
		return "", err
	}
	s.Set("x", 0, "2.5")
	s.Set("kind", 1, s.Cell("kind", 0))
	if err := s.Reorder(order); err != nil {
		t.Fatal(err)
	}
	out, err := s.Bytes()
	if err != nil {
		return "", err
	}
	if _, err := table.Read(bytes.NewReader(out), a); err != nil {
		t.Fatalf("what is written is not read: %v", err)
	}
	before, _ := parts(t, data)
	after, comment := parts(t, out)
	if comment != "kept" {
		t.Errorf("the comment is %q", comment)
	}
	sheetBody := ""
	for i := range before {
		if before[i].Name == "xl/worksheets/sheet1.xml" {
			sheetBody = after[i].Body
			before[i].Body, after[i].Body = "", ""
		}
	}
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("other parts: %s", d)
	}
	return sheetBody, nil
}

// The elements of cells move as they are and say anew which cell they are; what is absent
// stays absent, and what lies outside the table stays.
func TestWorkbookCells(t *testing.T) {
	const head = `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><v>x</v></c></row>`
	for _, test := range []struct{ name, xml, want string }{
		{"shared strings, styles, a cell outside", head + `<row r="2" ht="9"><c r="A2" s="4" t="s"><v>1</v></c> <c r="B2" s="7"><v>1</v></c><c r="C2" s="9"/></row><row r="4"><c r="A4" t='s'><v>2</v></c></row></sheetData><x r="A2"/></worksheet>`,
			head + `<row r="2" ht="9"><c r="A2" s="4" t="s"><v>1</v></c> <c r="C2" s="9"/></row><row r="4"><c r="A4" s="4" t="s"><v>1</v></c><c r="B4" s="7"><v>2.5</v></c></row></sheetData><x r="A2"/></worksheet>`},
		{"cells that are counted", `<worksheet><sheetData><row><c t="s"><v>0</v></c><c/><c t="str"><v>x</v></c></row><row><c t="s"><v>1</v></c><c/><c s="1"><v>1</v></c></row><row><c t="s"><v>2</v></c></row></sheetData></worksheet>`,
			`<worksheet><sheetData><row><c t="s"><v>0</v></c><c/><c t="str"><v>x</v></c></row><row><c t="s"><v>1</v></c><c/><c/></row><row><c t="s"><v>1</v></c><c/><c s="1"><v>2.5</v></c></row></sheetData></worksheet>`},
		{"a prefix", `<x:worksheet xmlns:x="u"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="str"><x:v>x</x:v></x:c></x:row><x:row r="2"><x:c r="A2" t="s"><x:v>2</x:v></x:c></x:row><x:row r="3"><x:c r="A3" t="s"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
			`<x:worksheet xmlns:x="u"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="str"><x:v>x</x:v></x:c></x:row><x:row r="2"><x:c r="A2" t="s"><x:v>2</x:v></x:c></x:row><x:row r="3"><x:c r="A3" t="s"><x:v>2</x:v></x:c><x:c r="B3"><x:v>2.5</x:v></x:c></x:row></x:sheetData></x:worksheet>`},
	} {
		got, err := changed(t, test.xml, "<worksheet/>", 1, 0)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s: %s", test.name, d)
		}
	}
}

// What would be left untrue, or cannot be placed, is refused.
func TestWorkbookRefuses(t *testing.T) {
	const head = `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><v>x</v></c><c r="C1" t="str"><v>y</v></c></row>`
	const rows = `<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>1</v></c><c r="C2"><f>B2*2</f><v>2</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3"><v>1</v></c></row>`
	const end = `</sheetData></worksheet>`
	none := strings.Replace(rows, "<f>B2*2</f>", "", 1)
	for _, test := range []struct{ xml, other, want string }{
		{head + rows + end, "<worksheet/>", "data/w.xlsx: cannot be changed: row 2 holds a formula"},
		{head + none + end, "<worksheet><f>SUM(data!B2:B3)</f></worksheet>", "xl/worksheets/sheet2.xml holds formulas"},
		{head + strings.Replace(none, `<c r="B3">`, `<c>`, 1) + end, "<worksheet/>", "some cells of row 3 say where they stand"},
	} {
		if _, err := changed(t, test.xml, test.other, 0, 1); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, not %q", err, test.want)
		}
	}
	if _, err := changed(t, head+none+end, "<worksheet/>", 0, 1); err != nil {
		t.Error(err)
	}
	s, _, _ := openFile(t, "birds.xlsx")
	s.Set("species", 0, "Emperor")
	if _, err := s.Bytes(); err == nil || !strings.Contains(err.Error(), `"Emperor" is no number, and no text that it has`) {
		t.Error(err)
	}
}

// Of a workbook that a library wrote all parts but the sheet keep their bytes, and of the
// sheet all but the cells of the table.
func TestWorkbookLayout(t *testing.T) {
	s, data, _ := openFile(t, "birds.xlsx")
	order := make([]int, s.Rows())
	for i := range order {
		order[i] = len(order) - 1 - i
	}
	if err := s.Reorder(order); err != nil {
		t.Fatal(err)
	}
	before, _ := parts(t, data)
	after, _ := parts(t, []byte(written(t, s)))
	if len(before) != len(after) {
		t.Fatalf("%d parts became %d", len(before), len(after))
	}
	cells := regexp.MustCompile(`<c [^>]*/>|<c .*?</c>`)
	changes := 0
	for i := range before {
		b, a := before[i], after[i]
		if b.Body != a.Body {
			changes++
			// Cells move whole: without their names they are the same ones.
			names := regexp.MustCompile(` r="[A-Z]+\d+"`)
			all := func(s string) []string {
				out := cells.FindAllString(s, -1)
				for i := range out {
					out[i] = names.ReplaceAllString(out[i], "")
				}
				slices.Sort(out)
				return out
			}
			if d := cmp.Diff(all(b.Body), all(a.Body)); d != "" {
				t.Error(d)
			}
			b.Body, a.Body = cells.ReplaceAllString(b.Body, ""), cells.ReplaceAllString(a.Body, "")
		}
		if d := cmp.Diff(b, a); d != "" {
			t.Errorf("%s: %s", b.Name, d)
		}
	}
	if changes != 1 {
		t.Errorf("%d parts have other bytes", changes)
	}
}

// Whatever the XML of a sheet is: what a table was read from is refused, or holds the same
// rows in the other order.
func FuzzWorkbook(f *testing.F) {
	f.Add(`<w><row r="1"><c r="B1" t="str"><v>x</v></c><c t="str"><v>y</v></c></row><row r="3"><c r="A3"/><c r="B3"><v>1</v></c></row><row r="4"><c r="C4" s="1" t="s"><v>1</v></c></row></w>`)
	f.Add(`<w><row><c t="str"><v>x</v></c><c/><c t="inlineStr"><is><t>y</t></is></c></row><row><c><v>1</v></c></row><row><c/><c/><c><v>2</v></c><c/></row></w>`)
	f.Add(`<w><row><x:c r="A1" a=">" t="str"><v>x</v></x:c></row><row><c><v>1</v></c></row><row><c r='A3'><f/><v>2</v></c></row></w>`)
	f.Add(`<c t="str"><v>0</v></c><row r="3"><c r="B3"><v>0</v></c ></row>`)
	f.Fuzz(func(t *testing.T, xml string) {
		data := pack(t, xml, "<worksheet/>")
		a := spec.Asset{Path: "data/w.xlsx"}
		before, err := table.Read(bytes.NewReader(data), a)
		if err != nil {
			return
		}
		s, err := sheet.Open(data, a)
		if err != nil {
			return
		}
		order := make([]int, s.Rows())
		for i := range order {
			order[i] = len(order) - 1 - i
		}
		if err := s.Reorder(order); err != nil {
			t.Fatal(err)
		}
		out, err := s.Bytes()
		if err != nil {
			return
		}
		want := grid(t, data, a)
		for _, cells := range want {
			slices.Reverse(cells)
		}
		if d := cmp.Diff(want, grid(t, out, a)); d != "" {
			t.Errorf("%d rows: %s", before.Rows(), d)
		}
	})
}

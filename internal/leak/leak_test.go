package leak_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/leak"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// answers are numbers of the penguins as R gives them.
var answers = []spec.OracleReport{{
	Slot: "r_gentoo_adelie", Family: "welch_t", Value: spec.NumberValue(1375.3540086),
	Uncertainty: []spec.Uncertainty{{Kind: spec.UncertaintyCI, Lower: spec.NumberValue(1262.8956), Upper: spec.NumberValue(1487.8124)}},
}, {
	Slot: "r_species_sd", Family: "sd", Value: spec.Value{Kind: spec.ValueArray, Items: []spec.Value{spec.NumberValue(458.5661259), spec.NumberValue(384.3350814), spec.NumberValue(504.1162366)}},
}, {
	Slot: "r_share", Family: "share", Value: spec.NumberValue(0.216284), // the number of H06
}}

// penguins is a copy of the case that a test may change.
func penguins(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for _, part := range []string{"data", "hidden"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join("../../cases/penguins", part))); err != nil {
			t.Fatal(err)
		}
	}
	put(t, dir, "case.json", get(t, "../../cases/penguins/case.json"))
	return dir
}

func get(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

var sum = regexp.MustCompile(`"sha256": "[0-9a-f]{64}"`)

// edit changes a text in a file; the manifest keeps the digest of the data.
func edit(t testing.TB, dir, name, old, to string) {
	t.Helper()
	text := get(t, filepath.Join(dir, name))
	if !strings.Contains(text, old) {
		t.Fatalf("%s holds no %q", name, old)
	}
	put(t, dir, name, strings.Replace(text, old, to, 1))
	digest := sha256.Sum256([]byte(get(t, filepath.Join(dir, "data/penguins.csv"))))
	put(t, dir, "case.json", sum.ReplaceAllString(get(t, filepath.Join(dir, "case.json")), `"sha256": "`+hex.EncodeToString(digest[:])+`"`))
}

func search(t testing.TB, dir string, submissions ...string) *leak.Search {
	t.Helper()
	c, list, err := spec.LoadCase(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	s, err := leak.Run(c, answers, submissions)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// said are code, place and message of what was found.
func said(s *leak.Search) []string {
	out := []string{}
	for _, d := range s.Leaks {
		d.Fix = ""
		out = append(out, d.String())
	}
	return out
}

func want(t *testing.T, s *leak.Search, parts ...string) {
	t.Helper()
	got := said(s)
	if len(got) != len(parts) {
		t.Fatalf("%d leaks, not %d: %s", len(got), len(parts), strings.Join(got, "\n"))
	}
	for i, part := range parts {
		if !strings.Contains(got[i], part) {
			t.Errorf("leak %d is %q, not %q", i, got[i], part)
		}
	}
}

func TestWorkedCaseIsClean(t *testing.T) {
	s := search(t, "../../cases/penguins")
	want(t, s)
	if s.Hidden.Values != 5 || s.Hidden.Others != 2 || s.Hidden.Names < 10 || s.Hidden.Files < 6 || s.Visible.Texts < 50 {
		t.Errorf("%+v", s)
	}
}

// H06: numbers and names of the answer in any visible file.
func TestH06_GoldInVisibleFiles(t *testing.T) {
	const question = `"context": "`
	for _, test := range []struct{ text, found string }{
		{"The share was 0.216284.", "case.json:8:14: /context: 0.216284 is the value of the result r_share by share [leak.number]"},
		{"The share was 21.63 per cent.", "21.63 is the value of the result r_share"},
		{"The difference is 1,375.4 g, as we know.", "1,375.4 is the value of the result r_gentoo_adelie by welch_t"},
		{"It is 1.37535 kg.", "1.37535 is the value"},
		{"The interval begins at 1262.896.", "1262.896 is the uncertainty (ci)"},
		{"See c_gentoo_heavier.", `"c_gentoo_heavier" is the claim slot c_gentoo_heavier [leak.name]`},
		{"It lies in ../hidden/reference/claims.json.", `"hidden/reference/claims.json" is the path of hidden/reference/claims.json [leak.path]`},
		{"See SPEC.json.", "[leak.path]"},
		{"Gentoo penguins are heavier than Adelie penguins.", "warning"},
		{"Chinstrap and Adelie penguins show no significant difference in mean body mass, which surprises nobody.", "12 words and more"},
		{"Is Gentoo heavier than Adelie?", ""},
		{"Test whether Gentoo is heavier than Adelie.", ""},
		{"Adelie is heavier than Gentoo.", ""},
		{"It was written in 1984, revised in 2007, and has 1375 birds.", "1375 is"},
		{"It has 138 birds, 21.6 g, 0.22, v1.2163, build1375 and 1.2.1375.", ""},
		{"The mean of 1376 g and 1374 g.", ""},
	} {
		dir := penguins(t)
		edit(t, dir, "case.json", question, question+test.text+" ")
		got := search(t, dir)
		switch {
		case test.found == "":
			want(t, got)
		case test.found == "warning":
			if len(got.Leaks) != 1 || got.Leaks[0].Severity != "warning" || got.Leaks[0].Code != string(spec.LeakAnswer) {
				t.Errorf("%s: %v", test.text, said(got))
			}
		default:
			if all := strings.Join(said(got), "\n"); !strings.Contains(all, test.found) {
				t.Errorf("%s: %s", test.text, all)
			}
		}
	}
	dir := penguins(t)
	put(t, dir, "README.md", "# Penguins\n\nThe share is 0.216284.\n")
	want(t, search(t, dir), "README.md:3:14: 0.216284 is the value")
	put(t, dir, "README.md", "nothing")
	put(t, dir, "notes/input.json", `{"gold": 0.216284}`)
	want(t, search(t, dir), "notes/input.json: case.json does not declare this file", "notes/input.json:1:10: 0.216284 is the value")
}

// H07: what history, caches and earlier runs leave.
func TestH07_HistoryAndCaches(t *testing.T) {
	dir := penguins(t)
	put(t, dir, ".git/HEAD", "ref: refs/heads/main")
	put(t, dir, "data/__pycache__/x.pyc", "\x00")
	put(t, dir, "data/penguins.csv.bak", "old")
	put(t, dir, "results.json", "{}")
	put(t, dir, "data/more.csv", "a\n1\n")
	put(t, dir, "LICENSE", "CC0")
	put(t, dir, "figure.png", get(t, filepath.Join(dir, "hidden/reference/figure.png")))
	if err := os.Symlink("hidden", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	want(t, search(t, dir), ".git: what version control", "data/__pycache__: what version control", "data/more.csv: case.json does not declare", "data/penguins.csv.bak: what an editor",
		"figure.png: this is a file of a submission", "figure.png: this is a copy of hidden/reference/figure.png", "link: this is no plain file", "results.json: this is a file of a submission")
}

// H08: a column that nobody declared, and one that holds what is asked for.
func TestH08_LabelsInTheData(t *testing.T) {
	dir := penguins(t)
	text := get(t, filepath.Join(dir, "data/penguins.csv"))
	var out []string
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		more := []string{"gold", "458.5661", "384.3351", "504.1162"}[min(i%4, 3)]
		if i == 0 {
			more = "gold"
		} else if i%4 == 0 {
			more = "NA"
		}
		out = append(out, line+","+more)
	}
	edit(t, dir, "data/penguins.csv", text, strings.Join(out, "\n")+"\n")
	want(t, search(t, dir), `the column "gold", which the specification does not use, holds answers in 258 of 344 rows: 458.5661 in row 1 is the value of the result r_species_sd by sd [leak.column]`,
		`the manifest does not name the column "gold" [leak.undeclared]`)

	// In a column that the answer is computed from such a number may stand by right.
	dir = penguins(t)
	edit(t, dir, "data/penguins.csv", ",3750,", ",1375.354,")
	edit(t, dir, "case.json", `{"name": "body_mass_g", "type": "integer"`, `{"name": "body_mass_g", "type": "number"`)
	want(t, search(t, dir))

	// Texts of cells are texts.
	dir = penguins(t)
	edit(t, dir, "data/penguins.csv", "Torgersen", "hidden/spec.json")
	want(t, search(t, dir), "data/penguins.csv:2:8: \"hidden/spec.json\" is the path of hidden/spec.json")
}

// Submissions are searched for texts, paths and digests; numbers and names are their own.
func TestSubmission(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "results.json", `{"value": 1375.354, "id": "r_gentoo_adelie"}`)
	put(t, dir, "analysis.py", "x = 0.216284\n")
	put(t, dir, "claims.json", `"Gentoo penguins are heavier"`)
	want(t, search(t, "../../cases/penguins", dir))
	put(t, dir, "expected.json", `"hidden/spec.json"`)
	want(t, search(t, "../../cases/penguins", dir))
	spec := sha256.Sum256([]byte(get(t, "../../cases/penguins/hidden/spec.json")))
	put(t, dir, "analysis.py", "# é\nopen('../hidden/spec.json')\nx = '"+hex.EncodeToString(spec[:])+"'\n")
	put(t, dir, "notes.txt", get(t, "../../cases/penguins/hidden/reference/claims.json"))
	want(t, search(t, "../../cases/penguins", dir), `analysis.py:2:10: "hidden/spec.json" is the path`, "analysis.py:3:6: ", "notes.txt: this is a copy of hidden/reference/claims.json")
	want(t, search(t, "../../cases/penguins", filepath.Join("../../cases/testdata/honest/penguins")))
}

// More numbers want more digits: of many random ones none is taken for a leak by chance.
func TestChance(t *testing.T) {
	var text strings.Builder
	text.WriteString(" ")
	x := uint32(7)
	for range 2000 {
		x = x*1664525 + 1013904223
		text.WriteString(string(rune('1'+x>>16%9)) + "." + hexDigits(x) + " ")
	}
	dir := penguins(t)
	put(t, dir, "README.md", text.String())
	want(t, search(t, dir))
}

func hexDigits(x uint32) string {
	out := []byte{}
	for range 3 {
		out = append(out, byte('0'+x%10))
		x /= 10
	}
	return string(out)
}

// Notes of binary files are what any reader sees and no view does.
func TestNotes(t *testing.T) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for name, text := range map[string]string{
		"_rels/.rels":                `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook xmlns:r="r"><sheets><sheet name="birds" r:id="s"/><sheet name="gold" r:id="t"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="s" Type="x/worksheet" Target="s1.xml"/></Relationships>`,
		"xl/s1.xml":                  `<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>`,
		"xl/comments1.xml":           `<comments><t>the share is 0.216284</t></comments>`,
	} {
		e, err := w.CreateHeader(&zip.FileHeader{Name: name, Comment: strings.TrimSuffix("of "+name, ".xml")})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.SetComment("made from c_gentoo_heavier"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	notes, err := table.Notes(buf.Bytes(), spec.Asset{Path: "data/birds.xlsx"})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(notes, func(a, b table.Note) int { return strings.Compare(a.Where, b.Where) })
	var got []string
	for _, n := range notes {
		if !strings.HasPrefix(n.Where, "comment of _rels") && !strings.HasPrefix(n.Where, "comment of xl") {
			got = append(got, n.Where+": "+n.Text)
		}
	}
	if d := cmp.Diff([]string{"comment of the archive: made from c_gentoo_heavier", "xl/comments1.xml: the share is 0.216284\n", "xl/workbook.xml: birds\ngold\n"}, got); d != "" {
		t.Error(d)
	}
	for _, name := range []string{"birds.parquet", "birds.feather", "birds.npz"} {
		data := get(t, "../sheet/testdata/"+name)
		notes, err := table.Notes([]byte(data), spec.Asset{Path: "data/" + name})
		if err != nil || (len(notes) == 0) == (name != "birds.npz") {
			t.Errorf("%s: %v, %v", name, notes, err)
		}
		if _, err := table.Notes([]byte(data[:len(data)/2]), spec.Asset{Path: "data/" + name}); err == nil {
			t.Errorf("half of %s has notes", name)
		}
	}
}

// What stands in visible texts is any text: nothing panics, and places lie in it.
func FuzzText(f *testing.F) {
	f.Add("The share is 0.216284 of ../hidden/spec.json")
	f.Add("1e309 .5e-3 1,375.4 \xff hidden\\reference -- a.b.c.d.e.f.g.h.i.j.k.l.m.n")
	dir := penguins(f)
	c, _, err := spec.LoadCase(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		put(t, dir, "README.md", text)
		s, err := leak.Run(c, answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range s.Leaks {
			if d.File != "README.md" || d.Line > 1+strings.Count(text, "\n") || d.Column > len(text)+1 {
				t.Errorf("%+v", d)
			}
		}
	})
}

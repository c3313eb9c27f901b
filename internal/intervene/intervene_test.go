package intervene_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/intervene"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// source reads a case's data and rules.
func source(t testing.TB, name string) intervene.Source {
	t.Helper()
	c, list, err := spec.LoadCase(filepath.Join("../../cases", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	s := intervene.Source{Spec: &c.Spec, Assets: c.Case.Data, Data: map[string][]byte{}, Tables: map[string]*table.Table{}}
	for _, a := range c.Case.Data {
		data, err := os.ReadFile(filepath.Join(c.Dir, a.Path))
		if err != nil {
			t.Fatal(err)
		}
		s.Data[a.Path] = data
		s.Tables[a.Path] = read(t, data, a)
	}
	return s
}

func read(t testing.TB, data []byte, a spec.Asset) *table.Table {
	t.Helper()
	out, err := table.Read(bytes.NewReader(data), a)
	if err != nil {
		t.Fatalf("changed data cannot be read: %v", err)
	}
	return out
}

// TestMain draws fewer examples of each law than the long tests do (make test-long).
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f != nil && os.Getenv("ASSAY_LONG") == "" && f.Value.String() == f.DefValue {
		if err := f.Value.Set("25"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// Changed data have the rows, columns, types, ranges, labels and missing cells of the
// originals; the same seed gives the same bytes.
func TestChangedDataLookLikeTheOriginals(t *testing.T) {
	for _, name := range []string{"penguins", "co2", "engel"} {
		s := source(t, name)
		kinds := append(intervene.Kinds(s.Spec), intervene.Jitter)
		rapid.Check(t, func(r *rapid.T) {
			chosen := rapid.SliceOfDistinct(rapid.SampledFrom(kinds), rapid.ID).Filter(func(k []string) bool { return len(k) > 0 }).Draw(r, "kinds")
			seed := []byte(rapid.String().Draw(r, "seed"))
			p, err := intervene.New(s, seed, chosen)
			if err != nil {
				r.Fatal(err)
			}
			again, err := intervene.New(s, seed, chosen)
			if err != nil || cmp.Diff(p, again) != "" {
				r.Fatalf("the same seed gave other data: %v", err)
			}
			if !p.Changed(s) || len(p.Moved) == 0 {
				r.Fatalf("%v changed nothing", chosen)
			}
			for _, a := range s.Assets {
				same(r, s.Tables[a.Path].Frame(), read(t, p.Files[a.Path], a).Frame(), chosen)
			}
		})
	}
}

func same(t *rapid.T, before, after *spec.Frame, kinds []string) {
	if before.Rows() != after.Rows() || len(before.Columns) != len(after.Columns) {
		t.Fatalf("%d rows and %d columns became %d and %d", before.Rows(), len(before.Columns), after.Rows(), len(after.Columns))
	}
	for j := range before.Columns {
		b, a := &before.Columns[j], &after.Columns[j]
		if a.Name != b.Name || a.Kind != b.Kind {
			t.Fatalf("column %s (%s) became %s (%s)", b.Name, b.Kind, a.Name, a.Kind)
		}
		nb, lob, hib, labelsB := profile(b)
		na, loa, hia, labelsA := profile(a)
		if na != nb {
			t.Fatalf("%s misses %d cells, then %d", a.Name, nb, na)
		}
		if loa < lob || hia > hib {
			t.Fatalf("the range of %s [%v, %v] became [%v, %v]", a.Name, lob, hib, loa, hia)
		}
		if d := cmp.Diff(labelsB, labelsA); d != "" {
			t.Fatalf("labels of %s: %s", a.Name, d)
		}
		if !slices.Contains(kinds, intervene.Permute) {
			for i := range before.Rows() {
				if b.IsMissing(i) != a.IsMissing(i) {
					t.Fatalf("row %d of %s: a missing cell moved", i, a.Name)
				}
			}
		}
	}
}

func profile(c *spec.Column) (missing int, lo, hi float64, labels []string) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range c.Len() {
		switch {
		case c.IsMissing(i):
			missing++
		case c.Kind == spec.ColumnText:
			labels = append(labels, c.Text[i])
		default:
			lo, hi = math.Min(lo, c.Num[i]), math.Max(hi, c.Num[i])
		}
	}
	slices.Sort(labels)
	return missing, lo, hi, slices.Compact(labels)
}

func plan(t *testing.T, s intervene.Source, kinds ...string) (*intervene.Plan, *spec.Frame) {
	t.Helper()
	p, err := intervene.New(s, []byte("seed"), kinds)
	if err != nil {
		t.Fatal(err)
	}
	a := s.Assets[0]
	return p, read(t, p.Files[a.Path], a).Frame()
}

// Each kind changes what it says, and nothing else.
func TestKinds(t *testing.T) {
	s := source(t, "penguins")
	before := s.Tables["data/penguins.csv"].Frame()
	changed := func(after *spec.Frame) (names []string) {
		for j := range before.Columns {
			b, a := &before.Columns[j], &after.Columns[j]
			for i := range before.Rows() {
				if cell(a, i) != cell(b, i) {
					names = append(names, b.Name)
					break
				}
			}
		}
		return names
	}
	for _, test := range []struct {
		kind string
		want []string
	}{
		{intervene.Perturb, []string{"body_mass_g"}},
		{intervene.Jitter, []string{"body_mass_g"}},
		{intervene.Decoy, []string{"bill_length_mm", "bill_depth_mm", "flipper_length_mm"}},
		{intervene.Relabel, []string{"species", "sex"}},
	} {
		p, after := plan(t, s, test.kind)
		if d := cmp.Diff(test.want, changed(after)); d != "" {
			t.Errorf("%s: %s", test.kind, d)
		}
		for _, m := range p.Moved {
			if m.Cells == 0 || m.Note == "" || m.Asset != "data/penguins.csv" {
				t.Errorf("%s: move %+v", test.kind, m)
			}
		}
	}

	p, err := intervene.New(s, []byte("seed"), []string{intervene.Permute})
	if err != nil {
		t.Fatal(err)
	}
	lines := func(data []byte) []string {
		out := strings.Split(string(data), "\n")
		slices.Sort(out)
		return out
	}
	if d := cmp.Diff(lines(s.Data["data/penguins.csv"]), lines(p.Files["data/penguins.csv"])); d != "" {
		t.Errorf("permuted rows are others: %s", d)
	}
	if bytes.Equal(s.Data["data/penguins.csv"], p.Files["data/penguins.csv"]) {
		t.Error("the rows stand as they stood")
	}

	// A perturb keeps to the groups that the views compare: every value is one of its group.
	_, after := plan(t, s, intervene.Perturb)
	seen := map[string]bool{}
	key := func(f *spec.Frame, i int) string {
		return cell(f.Column("species"), i) + cell(f.Column("sex"), i) + cell(f.Column("body_mass_g"), i)
	}
	for i := range before.Rows() {
		seen[key(before, i)] = true
	}
	for i := range after.Rows() {
		if !seen[key(after, i)] {
			t.Fatalf("row %d: no row of its kind had %s", i, cell(after.Column("body_mass_g"), i))
		}
	}

	// Where each row has a date of its own, numbers drift and keep their decimals.
	s = source(t, "co2")
	p, _ = plan(t, s, intervene.Perturb)
	for _, line := range strings.Split(strings.TrimSpace(string(p.Files["data/co2.csv"])), "\n")[1:] {
		_, value, _ := strings.Cut(line, ",")
		if value != "" && value != "NA" && strings.IndexByte(value, '.') != len(value)-2 {
			t.Fatalf("%s is not written with one decimal", line)
		}
	}
}

func cell(c *spec.Column, i int) string {
	switch {
	case c.IsMissing(i):
		return "NA"
	case c.Kind == spec.ColumnText:
		return c.Text[i]
	}
	return fmt.Sprint(c.Num[i])
}

func TestSeries(t *testing.T) {
	s := &spec.Specification{Interventions: []spec.InterventionRule{{Kind: "relabel"}, {Kind: "perturb"}}}
	both := []string{"perturb", "relabel"}
	want := [][]string{both, {"perturb"}, {"relabel"}, both, {"perturb"}}
	if d := cmp.Diff(want, intervene.Series(s, 5)); d != "" {
		t.Error(d)
	}
	if got := intervene.Series(&spec.Specification{}, 3); got != nil {
		t.Errorf("a case that can stand no change gives %v", got)
	}
}

// Files that are no text can be changed as well: every kind of change leaves the rows,
// the missing cells and the labels of each column as they were.
func TestBinaryData(t *testing.T) {
	for _, name := range []string{"birds.parquet", "birds.feather", "birds.npz", "record.npy", "birds.xlsx"} {
		data, err := os.ReadFile(filepath.Join("../sheet/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		a := spec.Asset{Path: "data/" + name}
		before := read(t, data, a)
		label := "species"
		if before.Frame().Column(label) == nil {
			label = "island"
		}
		s := intervene.Source{
			Spec: &spec.Specification{Interventions: []spec.InterventionRule{
				{Kind: intervene.Perturb, Columns: []string{"mass"}}, {Kind: intervene.Relabel, Columns: []string{label}}, {Kind: intervene.Permute},
			}},
			Assets: []spec.Asset{a}, Data: map[string][]byte{a.Path: data}, Tables: map[string]*table.Table{a.Path: before},
		}
		for _, kinds := range [][]string{{intervene.Permute}, {intervene.Perturb}, {intervene.Jitter}, {intervene.Relabel}, intervene.Kinds(s.Spec)} {
			p, err := intervene.New(s, []byte("seed"), kinds)
			if err != nil {
				t.Errorf("%s, %v: %v", name, kinds, err)
				continue
			}
			after := read(t, p.Files[a.Path], a)
			if !p.Changed(s) || after.Rows() != before.Rows() || !slices.Equal(after.Names(), before.Names()) {
				t.Errorf("%s, %v: %d rows of %v", name, kinds, after.Rows(), after.Names())
			}
			if d := cmp.Diff(labels(before, label), labels(after, label)); d != "" {
				t.Errorf("%s, %v: %s", name, kinds, d)
			}
			if missing(before, "mass") != missing(after, "mass") {
				t.Errorf("%s, %v: other cells are missing", name, kinds)
			}
		}
	}
}

// labels are the texts of a column, each once.
func labels(t *table.Table, name string) []string {
	out := slices.Clone(t.Frame().Column(name).Text)
	slices.Sort(out)
	return slices.Compact(out)
}

func missing(t *table.Table, name string) int {
	n := 0
	for i := range t.Rows() {
		if t.Frame().Column(name).IsMissing(i) {
			n++
		}
	}
	return n
}

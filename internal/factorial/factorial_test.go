package factorial_test

import (
	"context"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/factorial"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	//go:embed testdata/unbalanced.csv
	unbalanced string
	//go:embed testdata/reference.txt
	reference string
)

// data are columns of text.
type data struct {
	names []string
	rows  [][]string
}

func read(t *testing.T, text string) data {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return data{rows[0], rows[1:]}
}

// design has the columns named as factors, sorted by level, or covariates.
func (d data) design(t *testing.T, y string, terms []string, factors, covariates []string) factorial.Design {
	t.Helper()
	column := func(name string) []string {
		j := slices.Index(d.names, name)
		out := make([]string, len(d.rows))
		for i, r := range d.rows {
			out[i] = r[j]
		}
		return out
	}
	numbers := func(name string) []dd.Num {
		var out []dd.Num
		for _, s := range column(name) {
			x, err := dd.Parse(s)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, x)
		}
		return out
	}
	out := factorial.Design{Y: numbers(y)}
	for _, f := range factors {
		col := column(f)
		levels := slices.Compact(slices.Sorted(slices.Values(col)))
		v := factorial.Variable{Levels: len(levels)}
		for _, s := range col {
			v.Level = append(v.Level, slices.Index(levels, s))
		}
		out.Variables = append(out.Variables, v)
	}
	for _, x := range covariates {
		out.Variables = append(out.Variables, factorial.Variable{X: numbers(x)})
	}
	var err error
	if out.Terms, err = factorial.Parse(terms, slices.Concat(factors, covariates)); err != nil {
		t.Fatal(err)
	}
	return out
}

func f(t factorial.Table, i int) float64 {
	e := t.Effects[i]
	return e.SS.Div(dd.F(float64(e.DF))).Div(t.Residual.SS.Div(dd.F(float64(t.Residual.DF)))).Float()
}

// Sums of squares of an unbalanced design, with an empty cell or not, against statsmodels.
func TestReference(t *testing.T) {
	all := read(t, unbalanced)
	holes := data{names: all.names}
	for _, r := range all.rows {
		if r[0] != "q" || r[1] != "v" {
			holes.rows = append(holes.rows, r)
		}
	}
	kinds := map[string]factorial.Type{"I": factorial.I, "II": factorial.II, "III": factorial.III, "treatment": factorial.Treatment}
	count := 0
	for line := range strings.Lines(reference) {
		p := strings.Split(strings.TrimSpace(line), " | ")
		if strings.HasPrefix(line, "#") {
			continue
		}
		count++
		d := all
		if p[0] == "holes" {
			d = holes
		}
		var factors, covariates []string
		for _, n := range []string{"a", "b", "c"} {
			if strings.Contains(p[1], n) {
				factors = append(factors, n)
			}
		}
		if strings.Contains(p[1], "x") {
			covariates = []string{"x"}
		}
		names := slices.Concat(factors, covariates)
		design := d.design(t, "y", strings.Fields(p[1]), factors, covariates)
		table, err := design.Analyse(context.Background(), kinds[p[2]])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		term, err := factorial.ParseTerm(p[3], names)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(design.Terms, func(u factorial.Term) bool { return slices.Equal(u, term) })
		for k, got := range []float64{table.Effects[i].SS.Float(), float64(table.Effects[i].DF), f(table, i)} {
			want, err := strconv.ParseFloat(p[4+k], 64)
			if err != nil {
				t.Fatal(err)
			}
			if !(math.Abs(got-want) <= 1e-10*math.Abs(want)) {
				t.Errorf("%s of %q, type %s, rows %s: number %d is %.15g, not %.15g", p[3], p[1], p[2], p[0], k, got, want)
			}
		}
		one, err := design.One(context.Background(), kinds[p[2]], i)
		if err != nil || one.Effects[i] != table.Effects[i] {
			t.Errorf("%s: alone %v, %v", line, one.Effects[i], err)
		}
	}
	if count < 100 {
		t.Errorf("only %d reference values were read", count)
	}
}

const folder = "../../../shared/data"

func beside(t *testing.T, path string) (string, bool) {
	t.Helper()
	if _, err := os.Stat(folder); os.IsNotExist(err) {
		t.Logf("there is no folder %s: its data are not tried", folder)
		return "", false
	}
	text, err := os.ReadFile(filepath.Join(folder, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text), true
}

// F of wool, tension and both in R's warpbreaks, by R 4.2.2.
func TestWarpbreaks(t *testing.T) {
	text, ok := beside(t, "r422/warpbreaks.csv")
	if !ok {
		return
	}
	values, _ := beside(t, "r422/values.json")
	var r struct {
		F []float64 `json:"anova2_F"`
	}
	if err := json.Unmarshal([]byte(values), &r); err != nil || len(r.F) != 3 {
		t.Fatalf("%v %v", r.F, err)
	}
	for kind := factorial.I; kind <= factorial.III; kind++ { // the design is balanced
		table, err := read(t, text).design(t, "breaks", []string{"wool*tension"}, []string{"wool", "tension"}, nil).Analyse(context.Background(), kind)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range r.F {
			if got := f(table, i); math.Abs(got-want) > 3e-14*want {
				t.Errorf("type %d, term %d: F %.16g, by R %.16g", kind, i, got, want)
			}
		}
	}
}

// F of NIST's sets, 14.5 digits or more.
func TestNIST(t *testing.T) {
	if _, ok := beside(t, "README.md"); !ok {
		return
	}
	files, err := filepath.Glob(folder + "/nist/anova/*.dat")
	if err != nil || len(files) != 11 {
		t.Fatalf("%d sets, %v", len(files), err)
	}
	for _, file := range files {
		text, _ := beside(t, filepath.Join("nist/anova", filepath.Base(file)))
		lines := strings.Split(text, "\n")
		d, certified := data{names: []string{"g", "y"}}, 0.0
		for i, l := range lines {
			words := strings.Fields(l)
			switch {
			case len(words) > 2 && words[0] == "Between" && certified == 0:
				if certified, err = strconv.ParseFloat(words[len(words)-1], 64); err != nil {
					t.Fatal(err)
				}
			case i >= 60 && len(words) == 2:
				d.rows = append(d.rows, words)
			}
		}
		table, err := d.design(t, "y", []string{"g"}, []string{"g"}, nil).Analyse(context.Background(), factorial.II)
		if err != nil {
			t.Fatal(err)
		}
		got := f(table, 0)
		if digits := -math.Log10(math.Max(math.Abs(got/certified-1), 1e-15)); digits < 14.5 {
			t.Errorf("%s: F %.16g, certified %.16g: %.1f digits of %d rows", filepath.Base(file), got, certified, digits, len(d.rows))
		}
	}
}

// Laws of any design: type I shares out the whole sum of squares; type III knows no
// order of levels; in a balanced design the types are the same.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ka, kb := rapid.IntRange(2, 4).Draw(t, "a"), rapid.IntRange(2, 3).Draw(t, "b")
		balanced := rapid.Bool().Draw(t, "balanced")
		var d factorial.Design
		a, b, turned := factorial.Variable{Levels: ka}, factorial.Variable{Levels: kb}, factorial.Variable{Levels: ka}
		for i := range ka {
			for j := range kb {
				n := 3
				if !balanced {
					n = rapid.IntRange(2, 5).Draw(t, "n")
				}
				for range n {
					a.Level, b.Level = append(a.Level, i), append(b.Level, j)
					turned.Level = append(turned.Level, (i+1)%ka)
					d.Y = append(d.Y, dd.F(1000+float64(i*j)+rapid.Float64Range(-5, 5).Draw(t, "y")))
				}
			}
		}
		d.Variables, d.Terms = []factorial.Variable{a, b}, []factorial.Term{{0}, {1}, {0, 1}}
		tables := map[factorial.Type]factorial.Table{}
		for kind := factorial.I; kind <= factorial.III; kind++ {
			table, err := d.Analyse(context.Background(), kind)
			if err != nil {
				t.Fatal(err)
			}
			tables[kind] = table
		}
		near := func(what string, x, y dd.Num) {
			if e := math.Abs(x.Sub(y).Float()); e > 1e-20*dd.Of(d.Y).SS.Float() {
				t.Fatalf("%s: %v and %v", what, x.Float(), y.Float())
			}
		}
		sum := tables[factorial.I].Residual.SS
		for _, e := range tables[factorial.I].Effects {
			sum = sum.Add(e.SS)
		}
		near("type I shares out the whole", sum, dd.Of(d.Y).SS)
		near("total", tables[factorial.III].Total, dd.Of(d.Y).SS)
		d.Variables = []factorial.Variable{turned, b}
		other, err := d.Analyse(context.Background(), factorial.III)
		if err != nil {
			t.Fatal(err)
		}
		for i := range other.Effects {
			near("levels in another order", other.Effects[i].SS, tables[factorial.III].Effects[i].SS)
			if balanced {
				near("types I and II", tables[factorial.I].Effects[i].SS, tables[factorial.II].Effects[i].SS)
				near("types II and III", tables[factorial.II].Effects[i].SS, tables[factorial.III].Effects[i].SS)
			}
		}
	})
}

func TestRefusals(t *testing.T) {
	d := read(t, "a,b,y,x\np,u,1,1\np,u,2,1\np,v,4,1\np,v,5,1\nq,u,3,1\nq,u,7,1\n") // no q v
	both := func(terms ...string) factorial.Design { return d.design(t, "y", terms, []string{"a", "b"}, nil) }
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	large := factorial.Design{Y: make([]dd.Num, 5000), Variables: []factorial.Variable{{Level: make([]int, 5000), Levels: 5000}}, Terms: []factorial.Term{{0}}}
	for i := range large.Y {
		large.Variables[0].Level[i], large.Y[i] = i, dd.F(float64(i))
	}
	for name, c := range map[string]struct {
		d    factorial.Design
		kind factorial.Type
		ctx  context.Context
		want error
	}{
		"empty cell III":       {both("a*b"), factorial.III, context.Background(), factorial.ErrAliased},
		"empty cell treatment": {both("a*b"), factorial.Treatment, context.Background(), factorial.ErrAliased},
		"no rows":              {factorial.Design{Terms: []factorial.Term{{0}}, Variables: []factorial.Variable{{}}}, factorial.I, context.Background(), factorial.ErrNoResidual},
		"saturated":            {d.design(t, "y", []string{"a*y"}, []string{"a", "y"}, nil), factorial.I, context.Background(), factorial.ErrNoResidual},
		"too many levels":      {large, factorial.I, context.Background(), factorial.ErrTooLarge},
		"cancelled":            {both("a"), factorial.I, ctx, context.Canceled},
	} {
		if table, err := c.d.Analyse(c.ctx, c.kind); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, error %v, not %v", name, table, err, c.want)
		}
	}
	if _, err := both("a").Analyse(context.Background(), 9); err == nil {
		t.Error("there is a type 9")
	}
	// As in R, an empty cell takes a degree of freedom from the interaction, and a
	// covariate that is constant has none.
	table, err := both("a*b").Analyse(context.Background(), factorial.II)
	if err != nil || table.Effects[2].DF != 0 || table.Residual.DF != 3 {
		t.Errorf("an empty cell: %+v, %v", table, err)
	}
	table, err = d.design(t, "y", []string{"x", "a"}, []string{"a"}, []string{"x"}).Analyse(context.Background(), factorial.I)
	if err != nil || table.Effects[0].DF != 0 || table.Effects[1].DF != 1 {
		t.Errorf("a constant covariate: %+v, %v", table, err)
	}
}

func TestParse(t *testing.T) {
	names := []string{"a", "b", "c", "t:x"}
	for text, want := range map[string][]string{
		"a,b,a:b": {"a", "b", "a:b"}, "b:a,a": {"a", "a:b"}, "a*b": {"a", "b", "a:b"}, "a * b*c": {"a", "b", "c", "a:b", "a:c", "b:c", "a:b:c"},
		"t:x": {"t:x"}, "c*a:b": {"c", "a:b", "a:b:c"}, "a,a:a": {"a"}, "a:a:b": {"a:b"},
	} {
		terms, err := factorial.Parse(strings.Split(text, ","), names)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, u := range terms {
			got = append(got, u.Text(names))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "d", "a:d", "a*", "a:", strings.Repeat("a*", 3) + "z"} {
		if terms, err := factorial.Parse([]string{text}, names); err == nil {
			t.Errorf("%q was read as %v", text, terms)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a", "a:b", "a*b*c", "", "*", ":", "a*a*a*a*a*a*a*a*a*a*a*a*a", "b : a"} {
		f.Add(s)
	}
	names := []string{"a", "b", "c"}
	f.Fuzz(func(t *testing.T, s string) {
		terms, err := factorial.Parse([]string{s}, names)
		if err != nil {
			return
		}
		for _, u := range terms {
			again, err := factorial.ParseTerm(u.Text(names), names)
			if len(u) == 0 || err != nil || !slices.Equal(again, u) {
				t.Errorf("%q: term %v is written %q and read %v, %v", s, u, u.Text(names), again, err)
			}
		}
	})
}

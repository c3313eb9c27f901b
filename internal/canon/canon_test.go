package canon_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/canon"
)

// vector is a shared test vector: the tracer's tests hold canon.py against the same.
type vector struct {
	Name    string  `json:"name"`
	Columns [][]any `json:"columns"`
	Digest  string  `json:"digest"`
}

func columns(in [][]any) []canon.Column {
	out := make([]canon.Column, len(in))
	for k, cells := range in {
		c := canon.Column{Missing: make([]bool, len(cells)), Num: make([]float64, len(cells))}
		for i, cell := range cells {
			switch v := cell.(type) {
			case nil:
				c.Missing[i] = true
			case string:
				if c.Text == nil {
					c.Text = make([]string, len(cells))
				}
				c.Text[i] = v
			case float64:
				c.Num[i] = v
			}
		}
		out[k] = c
	}
	return out
}

func TestRowsVectors(t *testing.T) {
	b, err := os.ReadFile("testdata/rows.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(b, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 10 {
		t.Fatalf("only %d vectors", len(vectors))
	}
	seen := map[string]string{}
	for _, v := range vectors {
		got, err := canon.Rows(columns(v.Columns)...)
		if err != nil {
			t.Fatal(err)
		}
		if canon.Text(got) != v.Digest {
			t.Errorf("%s: %s, want %s", v.Name, canon.Text(got), v.Digest)
		}
		seen[v.Name] = v.Digest
	}
	if seen["integers and floats are one"] != seen["the same as floats"] {
		t.Error("1 and 1.0 differ")
	}
	if seen["two columns"] != seen["two columns, other order of rows"] {
		t.Error("the order of rows matters")
	}
	if seen["two columns"] == seen["columns exchanged"] || seen["one number"] == seen["the text 1 is not the number"] {
		t.Error("different content has one digest")
	}
}

func TestRowsLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		num := rapid.SliceOfN(rapid.OneOf(rapid.Float64(), rapid.Just(math.NaN()), rapid.Just(0.0)), n, n).Draw(t, "num")
		text := rapid.SliceOfN(rapid.String(), n, n).Draw(t, "text")
		sum := func(num []float64, text []string) uint64 {
			s, err := canon.Rows(canon.Column{Num: num}, canon.Column{Text: text})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		want := sum(num, text)
		order := rand.New(rand.NewPCG(1, uint64(n))).Perm(n)
		num2, text2 := make([]float64, n), make([]string, n)
		for i, j := range order {
			num2[i], text2[i] = num[j], text[j]
		}
		if got := sum(num2, text2); got != want {
			t.Fatalf("shuffled: %x, want %x", got, want)
		}
		// A row more, or another cell, is another digest.
		if got := sum(append(num2, 1), append(text2, "x")); got == want {
			t.Fatal("a row more changes nothing")
		}
		i := rapid.IntRange(0, n-1).Draw(t, "i")
		text2[i] += "!"
		if got := sum(num2, text2); got == want {
			t.Fatal("another text changes nothing")
		}
	})
}

func TestRowsErrors(t *testing.T) {
	if _, err := canon.Rows(canon.Column{Num: []float64{1}}, canon.Column{Num: []float64{1, 2}}); err == nil {
		t.Error("columns of different lengths are accepted")
	}
	if _, err := canon.Rows(canon.Column{Num: []float64{1}, Missing: []bool{}}); err == nil {
		t.Error("a short list of missing cells is accepted")
	}
	nan, _ := canon.Rows(canon.Column{Num: []float64{math.NaN()}})
	gone, _ := canon.Rows(canon.Column{Num: []float64{7}, Missing: []bool{true}})
	text, _ := canon.Rows(canon.Column{Text: []string{"x"}, Missing: []bool{true}})
	if nan != gone || gone != text {
		t.Error("there is more than one missing cell")
	}
}

func TestJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"b": 1.50, "a": [true, null, "x<é\u0041"]}`: `{"a":[true,null,"x<éA"],"b":1.50}`,
		` [1e3, 1000, -0] `:                           `[1e3,1000,-0]`,
		`{"a":1,"a":2}`:                               `{"a":2}`,
		`"\u2028"`:                                    `"\u2028"`,
	} {
		got, err := canon.JSON([]byte(in))
		if err != nil || string(got) != want {
			t.Errorf("JSON(%s) = %s, %v; want %s", in, got, err, want)
		}
	}
	for _, bad := range []string{"", "{", `{"a":1} 2`, "NaN", "[1,]"} {
		if got, err := canon.JSON([]byte(bad)); err == nil {
			t.Errorf("JSON(%s) = %s", bad, got)
		}
	}
	a, _ := canon.Document([]byte(`{"x":1,"y":2}`))
	b, _ := canon.Document([]byte("{\n \"y\": 2, \"x\": 1}"))
	c, _ := canon.Document([]byte(`{"x":1.0,"y":2}`))
	if a != b || a == c {
		t.Errorf("digests %s, %s, %s", a, b, c)
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":null}]}`, `"é"`, `1e400`, "[[[[", `{"":""}`, "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		once, err := canon.JSON(in)
		if err != nil {
			return
		}
		twice, err := canon.JSON(once)
		if err != nil {
			t.Fatalf("JSON(%q) = %q, which is refused: %v", in, once, err)
		}
		if diff := cmp.Diff(string(once), string(twice)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestDigests(t *testing.T) {
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, B.1
	if got := canon.Bytes([]byte("abc")); got != abc {
		t.Error(got)
	}
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, n, err := canon.File(path); got != abc || n != 3 || err != nil {
		t.Error(got, n, err)
	}
	if _, _, err := canon.File(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, _, err := canon.Reader(iotest.TimeoutReader(strings.NewReader(strings.Repeat("x", 100_000)))); err == nil {
		t.Error("a failing reader is not an error")
	}
}

func TestPrintable(t *testing.T) {
	for doc, want := range map[string]string{
		`{"a":"plain ü 統"}`:               `{"a":"plain ü 統"}`,
		"[\"\u009b31m\x7f\u202e\u2028\"]": `["\u009b31m\u007f\u202e\u2028"]`,
		"[\"\U000e0041\"]":                `["\udb40\udc41"]`, // a tag, beyond 16 bits
		"[\"\x9b31m\"]":                   `["\ufffd31m"]`,
	} {
		got := canon.Printable([]byte(doc))
		if string(got) != want {
			t.Errorf("%q became %q, not %q", doc, got, want)
		}
		var before, after any
		if json.Unmarshal([]byte(doc), &before) != nil || json.Unmarshal(got, &after) != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("%q says another thing: %v, %v", got, before, after)
		}
	}
}

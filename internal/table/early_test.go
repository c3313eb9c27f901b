package table_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// Numbers that are read while the rows are split are those that are read afterwards, which a
// missing text that is a number asks for.
func TestEarlyNumbers(t *testing.T) {
	cells := []string{"0", "-0", "1", "12.5", "-3.25e2", "1e-9", "0.1", "123456789.123456789123", "+7", ".5", "9e307", `"4.5"`, ` 8.25 `, "", "NA", " NA", "x", "2020-01-02", "true", "9e999", "1_000", "0x1p3", "\u00a05"}
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SampledFrom([]int{1, 3, 17, 2047, 2048, 2049, 5000}).Draw(t, "rows")
		columns := rapid.IntRange(1, 4).Draw(t, "columns")
		kinds := make([]int, columns) // how many of the texts a column takes from
		odd := make([]int, columns)   // the row of a cell that may be any of them; beyond the rows for none
		for j := range kinds {
			kinds[j], odd[j] = rapid.IntRange(1, len(cells)).Draw(t, "kinds"), rapid.IntRange(0, 2*rows).Draw(t, "odd")
		}
		seed := rapid.Uint64().Draw(t, "seed")
		var b strings.Builder
		for j := range columns {
			fmt.Fprintf(&b, "%sc%d", map[bool]string{true: ","}[j > 0], j)
		}
		for i := range rows {
			for j := range columns {
				seed = seed*6364136223846793005 + 1442695040888963407
				n := min(kinds[j], 11)
				if i == odd[j] {
					n = len(cells)
				} else if kinds[j] > 11 {
					n = kinds[j]
				}
				b.WriteString(map[bool]string{true: ",", false: "\n"}[j > 0] + cells[int(seed>>33)%n])
			}
		}
		text := b.String()
		early, err := table.Read(strings.NewReader(text), spec.Asset{Path: "x.csv"})
		late, want := table.Read(strings.NewReader(text), spec.Asset{Path: "x.csv", Missing: []string{"", "NA", "-987654321.125"}})
		if (err == nil) != (want == nil) || err != nil && err.Error() != want.Error() {
			t.Fatalf("error %v, not %v", err, want)
		}
		if err != nil {
			return
		}
		if d := cmp.Diff(late.Frame(), early.Frame(), cmpopts.EquateNaNs()); d != "" {
			t.Fatalf("(-afterwards +at once)\n%s", d)
		}
		for _, name := range late.Names() {
			a, b := late.Texts(name), early.Texts(name)
			if (a == nil) != (b == nil) {
				t.Fatalf("column %s has texts one way only", name)
			}
			if a == nil {
				continue
			}
			p, ok := a.Places()
			if q, is := b.Places(); ok != is || ok && p != q {
				t.Fatalf("column %s has %d places (%v), then %d (%v)", name, p, ok, q, is)
			}
			if d := cmp.Diff(a.Strings(), b.Strings()); d != "" {
				t.Fatal(d)
			}
		}
	})
}

// A long file is read by parts, and is what its text is: its numbers, and the line of what is
// wrong with it.
func TestLongFile(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,b\n")
	for i := range 120_000 {
		fmt.Fprintf(&b, "%d.25,é%d\n", i, i%7)
	}
	text := b.String()
	path := filepath.Join(t.TempDir(), "long.csv")
	load := func(text string) (*table.Table, error) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return table.Load(path, spec.Asset{Path: "long.csv"})
	}
	tab, err := load(text)
	if err != nil {
		t.Fatal(err)
	}
	f := tab.Frame()
	for i, x := range f.Column("a").Num {
		if x != float64(i)+0.25 || f.Column("b").Text[i] != fmt.Sprintf("é%d", i%7) {
			t.Fatalf("row %d is %v, %s", i, x, f.Column("b").Text[i])
		}
	}
	for what, wrong := range map[string]string{"\x00": "zero byte", "\xff": "not UTF-8", "\xc3": "not UTF-8"} {
		at := strings.Index(text, "100000.25") // the line 100002
		_, err := load(text[:at] + what + text[at:])
		var e *table.Error
		if !errors.As(err, &e) || e.Line != 100_002 || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%q in the middle: %v", what, err)
		}
	}
}

package view_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// What a part of a split holds is what its rows hold, however it is asked for: numbers of
// decimal text, whole columns and columns with gaps, by several at a time, of parts of parts.
func TestPartsHoldTheirRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "rows")
		var b strings.Builder
		b.WriteString("g,h,tenths,long,gap\n")
		for range n {
			gap := "NA"
			if rapid.Bool().Draw(t, "known") {
				gap = fmt.Sprint(rapid.IntRange(-99, 99).Draw(t, "gap"))
			}
			fmt.Fprintf(&b, "%c,%d,%.1f,%v,%s\n", "abc"[rapid.IntRange(0, 2).Draw(t, "g")], rapid.IntRange(1, 3).Draw(t, "h"), float64(rapid.IntRange(-999, 999).Draw(t, "x"))/10, math.Pi*float64(rapid.IntRange(1, 9).Draw(t, "y")), gap)
		}
		tab, err := table.Read(strings.NewReader(b.String()), spec.Asset{Path: "d.csv"})
		if err != nil {
			t.Fatal(err)
		}
		views, bad := view.Build(map[string]*table.Table{"d.csv": tab}, map[string]spec.View{"v": {Asset: "d.csv"}})
		if len(bad) > 0 {
			t.Fatal(bad)
		}
		v := views["v"]
		asked := [][]string{{"tenths"}, {"long"}, {"gap"}, {"long", "tenths"}, {"gap", "tenths"}, {"h"}}
		held := func(part *view.View, rows []int) {
			again := v.Keep(func(i int) bool { return slices.Contains(rows, i) })
			for _, names := range asked {
				got, err := part.Numbers(names...)
				want, wantErr := again.Numbers(names...)
				if err != nil || wantErr != nil {
					t.Fatal(err, wantErr)
				}
				if d := cmp.Diff(want, got); d != "" || part.Rows() != len(rows) {
					t.Fatalf("%v of %d rows, not %d (-rows +part):\n%s", names, part.Rows(), len(rows), d)
				}
			}
		}
		parts, err := v.Split("g")
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for _, p := range parts {
			wg.Go(func() { _, _ = p.View.Numbers("long", "tenths") })
		}
		wg.Wait()
		column := func(name string) *spec.Column { return v.Column(name) }
		for _, p := range parts {
			var rows []int
			for i := range n {
				if column("g").Text[i] == p.Label.Text {
					rows = append(rows, i)
				}
			}
			held(p.View, rows)
			nested, err := p.View.Split("h")
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range nested {
				var both []int
				for _, i := range rows {
					if column("h").Num[i] == q.Label.Num.F {
						both = append(both, i)
					}
				}
				held(q.View, both)
			}
		}
	})
}

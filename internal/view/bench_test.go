package view_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// BenchmarkGroupMeans takes the mean of decimal numbers in 100 groups of 1e6 rows
// (ASSAY_BENCH_ROWS another number), as a step of a view and group by group.
func BenchmarkGroupMeans(b *testing.B) {
	n := 1_000_000
	if s := os.Getenv("ASSAY_BENCH_ROWS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	text.WriteString("g,x\n")
	for range n {
		fmt.Fprintf(&text, "g%02d,%.4f\n", r.IntN(100), 100*r.Float64())
	}
	tab, err := table.Read(strings.NewReader(text.String()), spec.Asset{Path: "x.csv"})
	if err != nil {
		b.Fatal(err)
	}
	v := view.Of("v", tab)
	b.Run("step", func(b *testing.B) {
		b.ReportAllocs()
		mean := spec.Step{Group: &spec.Group{By: []string{"g"}, Aggregates: []spec.Aggregate{{Name: "m", Function: "mean", Column: "x"}}}}
		for b.Loop() {
			if _, err := v.Apply(mean); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("split", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			groups, err := v.Split("g")
			if err != nil {
				b.Fatal(err)
			}
			for _, g := range groups {
				if _, err := g.View.Numbers("x"); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

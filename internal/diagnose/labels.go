package diagnose

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/assaybench/assay/spec"
)

// mixed lists the ways in which right numbers may have come to stand under wrong labels:
// in the reverse order, shifted by one place, or in whatever order. Each is tried only
// where it changes something.
func (q Question) mixed() []trial {
	n := len(q.Cells)
	if n < 2 {
		return nil
	}
	for _, c := range q.Cells {
		if c.Want.Kind != spec.ValueNumber || c.Got.Kind != spec.ValueNumber {
			return nil
		}
	}
	var out []trial
	arrange := func(name, note string, ways float64, keep int, at func(i int) int) {
		cells := make([]Cell, keep)
		moved := false
		for i := range cells {
			cells[i] = q.Cells[i]
			from := q.Cells[at(i)]
			cells[i].Want, cells[i].Ruler.Tol, cells[i].Ruler.Floor = from.Want, from.Ruler.Tol, from.Ruler.Floor
			moved = moved || from.Want.Num.F != q.Cells[i].Want.Num.F
		}
		if moved {
			out = append(out, trial{steps: []Step{{Labels, name, note, note}}, cells: cells, ways: ways})
		}
	}
	if n > 2 {
		arrange("reversed", "the right numbers in the reverse order", 1, n, func(i int) int { return n - 1 - i })
	}
	if n > 3 {
		arrange("shifted", "the right numbers one place too early", 1, n-1, func(i int) int { return i + 1 })
		arrange("shifted-back", "the right numbers one place too late", 1, n, func(i int) int { return max(i-1, 0) })
		// The first place has no number of its own then, and is not held against any.
		if k := len(out); k > 0 && out[k-1].steps[0].Name == "shifted-back" {
			out[k-1].cells = out[k-1].cells[1:]
		}
	}
	if at, note, moved := q.permutation(); moved > 0 {
		ways, _ := math.Lgamma(float64(n) + 1)
		arrange("permuted", note, math.Exp(math.Min(ways, 700)), n, func(i int) int { return at[i] })
	}
	return out
}

// permutation pairs reported and right numbers by size; at[i] is the place of the right
// number that was reported at i.
func (q Question) permutation() (at []int, note string, moved int) {
	n := len(q.Cells)
	got, want := make([]int, n), make([]int, n)
	for i := range n {
		got[i], want[i] = i, i
	}
	sort.SliceStable(got, func(a, b int) bool {
		return q.Cells[got[a]].Got.Num.F*q.Cells[got[a]].Ruler.Factor < q.Cells[got[b]].Got.Num.F*q.Cells[got[b]].Ruler.Factor
	})
	sort.SliceStable(want, func(a, b int) bool { return q.Cells[want[a]].Want.Num.F < q.Cells[want[b]].Want.Num.F })
	at = make([]int, n)
	for k := range n {
		at[got[k]] = want[k]
	}
	var off []int
	for i := range n {
		if q.Cells[at[i]].Want.Num.F != q.Cells[i].Want.Num.F {
			off = append(off, i)
		}
	}
	note = "the right numbers under the wrong labels"
	if len(off) == 2 && q.Cells[off[0]].Label != "" {
		note = fmt.Sprintf("the right numbers with %s and %s exchanged", q.Cells[off[0]].Label, q.Cells[off[1]].Label)
	} else if slices.IsSorted(got) {
		note = "the right numbers sorted by size, under the wrong labels"
	}
	return at, note, len(off)
}

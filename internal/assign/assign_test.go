package assign_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/assign"
)

var no = math.Inf(-1)

func TestMax(t *testing.T) {
	for _, c := range []struct {
		name string
		w    [][]float64
		want []int
	}{
		{"no row", nil, []int{}},
		{"no column", [][]float64{{}, {}}, []int{-1, -1}},
		{"nothing eligible", [][]float64{{no, -1}, {math.NaN(), math.Inf(1)}}, []int{-1, -1}},
		{"weight 0 is eligible", [][]float64{{0}}, []int{0}},
		{"all equal", [][]float64{{1, 1, 1}, {1, 1, 1}}, []int{0, 1}},
		{"more rows than columns", [][]float64{{1}, {2}, {2}}, []int{-1, 0, -1}},
		{"short rows", [][]float64{{1}, {1, 3}, {}}, []int{0, 1, -1}},
		{"alone rather than worse", [][]float64{{5, no}, {6, no}}, []int{-1, 0}},
		{"a tie two rows deep", [][]float64{{2, 2, no}, {no, 1, 1}, {1, no, 1}}, []int{0, 1, 2}},
	} {
		if got := assign.Max(c.w); !cmp.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// An early weak match must not steal the column of a later exact one.
func TestD22_OptimalNotGreedy(t *testing.T) {
	p := [][]float64{{0.6, 0.6}, {1.0, no}}
	if got := assign.Max(p); !cmp.Equal(got, []int{1, 0}) {
		t.Errorf("p1, p2 are paired with %v, want g2, g1", got)
	}
}

// brute tries every pairing, in the order that settles ties.
func brute(w [][]float64, cols int) []int {
	best, bestSum := []int(nil), math.Inf(-1)
	var walk func(taken []int, sum float64)
	walk = func(taken []int, sum float64) {
		i := len(taken)
		if i == len(w) {
			if sum > bestSum+1e-7 {
				best, bestSum = slices.Clone(taken), sum
			}
			return
		}
		for j := range cols {
			if j < len(w[i]) && w[i][j] >= 0 && !slices.Contains(taken, j) {
				walk(append(taken, j), sum+w[i][j])
			}
		}
		walk(append(taken, -1), sum)
	}
	walk(make([]int, 0, len(w)), 0)
	return best
}

func TestLawBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 5).Draw(t, "rows"), rapid.IntRange(0, 5).Draw(t, "cols")
		weight := rapid.OneOf(rapid.Just(no), rapid.Map(rapid.IntRange(-1, 3), func(i int) float64 { return float64(i) }))
		if rapid.Bool().Draw(t, "fractions") {
			weight = rapid.SampledFrom([]float64{no, 0, 0.1, 0.2, 0.3, 0.6, 0.7, 1.0 / 3})
		}
		w := make([][]float64, rows)
		for i := range w {
			w[i] = rapid.SliceOfN(weight, cols, cols).Draw(t, "row")
		}
		before := make([][]float64, rows)
		for i := range w {
			before[i] = slices.Clone(w[i])
		}
		got, want := assign.Max(w), brute(w, cols)
		if !slices.Equal(got, want) {
			t.Fatalf("%v: %v, want %v", w, got, want)
		}
		for i := range w {
			if !cmp.Equal(w[i], before[i]) {
				t.Fatal("the weights were changed")
			}
		}
	})
}

func TestLawSumIsOrderFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SliceOfN(rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 1<<40), func(i int) float64 { return float64(i) }), 6, 6), 1, 6).Draw(t, "w")
		sum := func(w [][]float64) (s float64) {
			for i, j := range assign.Max(w) {
				if j >= 0 {
					s += w[i][j]
				}
			}
			return s
		}
		perm := rapid.Permutation(w).Draw(t, "rows")
		if a, b := sum(w), sum(perm); a != b {
			t.Fatalf("sum %v, with rows in another order %v", a, b)
		}
	})
}

func BenchmarkMax(b *testing.B) {
	w := make([][]float64, 20)
	for i := range w {
		w[i] = make([]float64, 2000)
		for j := range w[i] {
			w[i][j] = float64((i*7 + j*13) % 5)
		}
	}
	for b.Loop() {
		assign.Max(w)
	}
}

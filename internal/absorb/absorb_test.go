package absorb_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/absorb"
	"github.com/assaybench/assay/internal/dd"
	"pgregory.net/rapid"
)

func column(xs ...float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

// indicators are independent columns that say which level a row has.
func indicators(factors ...absorb.Factor) [][]dd.Num {
	var out [][]dd.Num
	for _, f := range factors {
		for k := range f.Levels {
			col := make([]dd.Num, len(f.Of))
			for i, l := range f.Of {
				if l == k {
					col[i] = dd.F(1)
				}
			}
			if _, _, err := dd.Orthonormal(append(out[:len(out):len(out)], col)); err == nil {
				out = append(out, col)
			}
		}
	}
	return out
}

// What is left is what least squares with indicators leaves, and their rank is right.
func TestAsIndicators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "n")
		labels := func(levels int) absorb.Factor {
			names := make([]string, n)
			for i := range names {
				names[i] = fmt.Sprint(rapid.IntRange(1, levels).Draw(t, "level"))
			}
			return absorb.Numbered(names)
		}
		factors := []absorb.Factor{labels(rapid.IntRange(1, 9).Draw(t, "levels")), labels(rapid.IntRange(1, 9).Draw(t, "levels"))}
		factors = factors[:rapid.IntRange(1, 2).Draw(t, "factors")]
		y := make([]dd.Num, n)
		for i := range y {
			y[i] = dd.F(float64(rapid.IntRange(-100, 100).Draw(t, "y")) + 1000)
		}
		x := indicators(factors...)
		if len(x) != absorb.Rank(factors...) {
			t.Fatalf("rank %d, not %d", absorb.Rank(factors...), len(x))
		}
		f, err := dd.LeastSquares(x, y)
		if err != nil {
			t.Fatal(err)
		}
		got, err := absorb.Out(context.Background(), y, factors...)
		if err != nil {
			t.Fatal(err)
		}
		for i := range y {
			want := y[i]
			for k := range x {
				want = want.Sub(x[k][i].Mul(f.Coef[k]))
			}
			if d := got[i].Sub(want).Float(); math.Abs(d) > 1e-22 {
				t.Fatalf("row %d: %v, not %v", i, got[i].Float(), want.Float())
			}
		}
	})
}

// A chain, in which each level of one factor shares a row with the next of the other, is
// as weakly connected as factors can be.
func TestChain(t *testing.T) {
	const n = 2000
	a, b := make([]string, n), make([]string, n)
	y := make([]dd.Num, n)
	for i := range n {
		a[i], b[i] = fmt.Sprint((i+1)/2), fmt.Sprint(i/2)
		y[i] = dd.F(math.Sin(float64(i)))
	}
	fa, fb := absorb.Numbered(a), absorb.Numbered(b)
	if r := absorb.Rank(fa, fb); r != n {
		t.Errorf("rank %d", r)
	}
	left, err := absorb.Out(context.Background(), y, fa, fb)
	if err != nil {
		t.Fatal(err)
	}
	for i := range left {
		if left[i].Float() != 0 {
			t.Fatalf("row %d is left with %v, though the effects explain every row", i, left[i].Float())
		}
	}
}

func TestNested(t *testing.T) {
	person := absorb.Numbered([]string{"a", "a", "b", "b", "c", "c"})
	town := absorb.Numbered([]string{"u", "u", "u", "u", "v", "v"})
	year := absorb.Numbered([]string{"1", "2", "1", "2", "1", "2"})
	if !person.Within(town) || town.Within(person) || person.Within(year) || !year.Within(year) {
		t.Error("which factor lies within which")
	}
	// Town adds nothing to person, and what depends on either is explained.
	if r := absorb.Rank(person, town); r != 3 {
		t.Errorf("rank %d", r)
	}
	left, err := absorb.Out(context.Background(), column(0.1, 0.1, 0.3, 0.3, 1e9, 1e9), person, town)
	if err != nil {
		t.Fatal(err)
	}
	for i := range left {
		if left[i].Float() != 0 {
			t.Errorf("row %d is left with %v", i, left[i].Float())
		}
	}
}

func TestHostile(t *testing.T) {
	ctx := context.Background()
	f, g := absorb.Numbered([]string{"a", "a", "b"}), absorb.Numbered([]string{"u", "v", "v"})
	for _, y := range [][]dd.Num{column(math.NaN(), 1, 2), column(math.Inf(1), 1, 2), column(1e308, -1e308, 1e308), column(5e-324, 0, 1e-323)} {
		if left, err := absorb.Out(ctx, y, f, g); err == nil && len(left) != 3 {
			t.Errorf("%v: %v", y, left)
		}
	}
	if _, err := absorb.Out(ctx, column(1, 2), f); err == nil {
		t.Error("a factor of another length")
	}
	if left, err := absorb.Out(ctx, nil, absorb.Numbered(nil)); err != nil || len(left) != 0 {
		t.Errorf("no rows: %v, %v", left, err)
	}
	if left, err := absorb.Out(ctx, column(1, 2)); err != nil || left[1].Float() != 2 {
		t.Errorf("no factors: %v, %v", left, err)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := absorb.Out(done, column(1, 2, 4), f, g); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

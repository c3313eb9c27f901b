package dd_test

import (
	"errors"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"pgregory.net/rapid"
)

func TestOrthonormal(t *testing.T) {
	inner := func(a, b []dd.Num) (s dd.Num) {
		for i := range a {
			s = s.Add(a[i].Mul(b[i]))
		}
		return s
	}
	rapid.Check(t, func(t *rapid.T) {
		n, p := rapid.IntRange(4, 10).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "p")
		columns := make([][]dd.Num, p)
		for k := range columns {
			for i := range n { // powers, nearly dependent, with a part of their own
				x := dd.F(1)
				for range k {
					x = x.Mul(dd.F(100 + float64(i)))
				}
				columns[k] = append(columns[k], x.Add(dd.F(rapid.Float64Range(-1e-6, 1e-6).Draw(t, "own"))))
			}
		}
		q, lengths, err := dd.Orthonormal(columns)
		if err != nil {
			t.Fatal(err)
		}
		for a := range q {
			for b := range q[:a+1] {
				want := 0.0
				if a == b {
					want = 1
				}
				if d := inner(q[a], q[b]).Sub(dd.F(want)).Abs().Float(); d > 1e-28 {
					t.Fatalf("q%d and q%d: off by %g", a, b, d)
				}
			}
			// What the earlier ones leave of a column is its own direction times its length.
			if d := inner(q[a], columns[a]).Sub(lengths[a]).Abs().Float(); d > 1e-20*(1+lengths[a].Float()) {
				t.Fatalf("length %d is off by %g", a, d)
			}
		}
	})
	same := []dd.Num{dd.F(1), dd.F(2), dd.F(4)}
	double := []dd.Num{dd.F(2), dd.F(4), dd.F(8)}
	_, _, err := dd.Orthonormal([][]dd.Num{same, double})
	if rank := (dd.RankError{}); !errors.As(err, &rank) || rank.Column != 1 {
		t.Errorf("a multiple of a column: %v", err)
	}
}

package dd_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"gonum.org/v1/gonum/mat"
)

// normal are n standard normal numbers.
func normal(n int, seed uint64) []dd.Num {
	r := rand.New(rand.NewPCG(seed, 7))
	xs := make([]dd.Num, n)
	for i := range xs {
		xs[i] = dd.F(r.NormFloat64())
	}
	return xs
}

func BenchmarkLoops(b *testing.B) {
	const n = 100_000
	xs, ys := normal(n, 1), normal(n, 2)
	for name, f := range map[string]func(){
		"sum": func() { dd.Sum(xs) }, "moments": func() { dd.Of(xs) }, "cross": func() { dd.Cross(xs, ys) },
		"order": func() { dd.Order(xs) }, "median": func() { dd.QuantileOf(xs, 0.5, 7) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/value")
		})
	}
}

// BenchmarkLeastSquares fits 21 columns, by reflections and as large fits are made, beside
// gonum's QR in float64.
func BenchmarkLeastSquares(b *testing.B) {
	const n, p = 100_000, 21
	x, y := make([][]dd.Num, p), normal(n, 100)
	plain, right := mat.NewDense(n, p, nil), mat.NewVecDense(n, nil)
	for j := range x {
		x[j] = normal(n, uint64(j))
		for i, v := range x[j] {
			plain.Set(i, j, v.Hi)
		}
	}
	for i, v := range y {
		right.SetVec(i, v.Hi)
	}
	took := map[string]float64{}
	for _, way := range []struct {
		name string
		fit  func() error
	}{
		{"gonum", func() error {
			var qr mat.QR
			qr.Factorize(plain)
			return qr.SolveVecTo(new(mat.VecDense), false, right)
		}},
		{"reflections", func() error { _, err := dd.Reflected(x, y); return err }},
		{"products", func() error { _, err := dd.LeastSquares(x, y); return err }},
	} {
		b.Run(fmt.Sprint(way.name), func(b *testing.B) {
			for b.Loop() {
				if err := way.fit(); err != nil {
					b.Fatal(err)
				}
			}
			took[way.name] = b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(took[way.name]/took["gonum"], "x-gonum")
		})
	}
}

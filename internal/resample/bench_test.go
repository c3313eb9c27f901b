package resample_test

import (
	"math/rand/v2"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/resample"
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

// BenchmarkBootstrap takes 10,000 resamples of 10,000 numbers; scipy.stats.bootstrap with
// method="percentile" and batch=100 is the call to hold it against.
func BenchmarkBootstrap(b *testing.B) {
	c := resample.NewColumn(normal(10_000, 1))
	for name, maker := range map[string]resample.Maker{
		"mean": resample.Mean(c, false), "median": resample.Quantile(c, 0.5, 7), "sd": resample.Deviation(c),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := resample.Draw(b.Context(), resample.Simple(10_000), maker, 10_000, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

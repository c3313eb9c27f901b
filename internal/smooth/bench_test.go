package smooth_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/assaybench/assay/internal/smooth"
)

// BenchmarkKDE is the density of 1e5 values at 512 points, Scott's bandwidth, by the
// direct sum: scipy.stats.gaussian_kde(v)(grid).
func BenchmarkKDE(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	v := make([]float64, 100_000)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	h := smooth.SpreadOf(doubles(v)).Scott()
	grid := smooth.EqualEdges(-5, 5, 511)
	for b.Loop() {
		d := smooth.NewDensity(v, smooth.KernelNamed("gaussian"), h, false)
		if _, err := d.On(context.Background(), grid); err != nil {
			b.Fatal(err)
		}
	}
}

package warm_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/sandbox"
)

// BenchmarkStart is the time until an analysis that imports the usual libraries has ended,
// cold and in a fork of a warm interpreter, interleaved, the least of several runs. The
// target is a ratio of five at least.
func BenchmarkStart(b *testing.B) {
	s := script{source: "import numpy, pandas, scipy.stats\nimport matplotlib.pyplot\n"}
	pool := newPool(b)
	s.good(b, pool) // which starts the interpreter
	least := [2]float64{math.Inf(1), math.Inf(1)}
	for b.Loop() {
		for range 7 {
			begin := time.Now()
			s.good(b, nil)
			middle := time.Now()
			s.good(b, pool)
			least[0] = min(least[0], middle.Sub(begin).Seconds())
			least[1] = min(least[1], time.Since(middle).Seconds())
		}
	}
	b.ReportMetric(least[0]/least[1], "cold/warm")
	b.ReportMetric(least[0]*1e3, "cold-ms")
	b.ReportMetric(least[1]*1e3, "warm-ms")
}

// BenchmarkFork is one empty run, with all of its isolation.
func BenchmarkFork(b *testing.B) {
	s := script{source: "pass\n"}
	pool := newPool(b)
	var trace []byte
	c := s.command(b, &trace)
	least := [2]float64{math.Inf(1), math.Inf(1)}
	for b.Loop() {
		for i := range least {
			begin := time.Now()
			var out sandbox.Outcome
			var err error
			if i == 0 {
				out, err = sandbox.Run(context.Background(), c, quick)
			} else {
				out, err = pool.Run(context.Background(), as(c), quick, nil)
			}
			if err != nil || out.Exit != 0 {
				b.Fatal(err, string(out.Output))
			}
			least[i] = min(least[i], time.Since(begin).Seconds())
		}
	}
	b.ReportMetric(least[0]*1e3, "cold-ms")
	b.ReportMetric(least[1]*1e3, "warm-ms")
}

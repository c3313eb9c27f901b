package assay

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/assaybench/assay/graph"
)

// BenchmarkVerification is everything but the run: oracles, lineage, figure, claims,
// scores. The heap in use after a verification is reported beside.
func BenchmarkVerification(b *testing.B) {
	python, err := filepath.Abs(".venv/bin/python")
	if err != nil {
		b.Fatal(err)
	}
	cache, err := filepath.Abs(".venv/cache")
	if err != nil {
		b.Fatal(err)
	}
	o := Options{Python: python, Cache: cache}
	for _, name := range []string{"co2", "engel", "penguins"} {
		b.Run(name, func(b *testing.B) {
			dir := filepath.Join("cases", name)
			c, err := LoadCase(dir)
			if err != nil {
				b.Fatal(err)
			}
			s, err := LoadSubmission(filepath.Join(dir, "hidden/reference"), c)
			if err != nil {
				b.Fatal(err)
			}
			data, err := read(c)
			if err != nil {
				b.Fatal(err)
			}
			run, err := execute(b.Context(), c, s, data, o)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				truth, err := recompute(b.Context(), c, data, o)
				if err != nil {
					b.Fatal(err)
				}
				g, err := graph.New(&c.Spec)
				if err != nil {
					b.Fatal(err)
				}
				j := newJudge(o, c, s, truth, run)
				if err := j.nodesAndEdges(b.Context(), g); err != nil {
					b.Fatal(err)
				}
				r := compile(c, s, j, g.Score(j.found.executed, j.pairs.candidates))
				if r.Metrics.Strict == nil || !*r.Metrics.Strict {
					b.Fatal("the reference is not strict")
				}
			}
			b.StopTimer()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapInuse)/(1<<20), "heap-MiB")
			b.ReportMetric(float64(run.outcome.Peak)/(1<<20), "run-peak-MiB")
		})
	}
}

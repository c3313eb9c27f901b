package assay

import (
	"bytes"
	"maps"
	"math"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkIntervention is a verification with one rerun on changed data against the run
// alone, both in forks of a warm interpreter, of a script of about one CPU second: they
// take turns, the least of seven of each. The target is 1.5 at most on two cores.
func BenchmarkIntervention(b *testing.B) {
	o := Options{Python: must(filepath.Abs(".venv/bin/python")), Cache: must(filepath.Abs(".venv/cache"))}
	c := must(LoadCase("cases/penguins"))
	s := must(LoadSubmission("cases/penguins/hidden/reference", c))
	d := must(read(c))
	// Work that the data do not change, before the analysis itself.
	const load = "import numpy as np\nfor _ in range(20):\n    np.linalg.eigvalsh(np.add.outer(np.arange(700.0), np.sin(np.arange(700.0))) / 700)\n"
	s.Files = maps.Clone(s.Files)
	s.Files["analysis.py"] = append([]byte(load), bytes.TrimPrefix(s.Files["analysis.py"], []byte("\ufeff"))...)
	least := [2]float64{math.Inf(1), math.Inf(1)}
	cpu := 0.0
	for b.Loop() {
		for range 7 {
			begin := time.Now()
			r, err := execute(b.Context(), c, s, d, o)
			if err != nil || !r.ok() || len(r.outcome.Isolation.Notes) > 0 {
				b.Fatal(err, r)
			}
			middle := time.Now()
			report, err := Verify(b.Context(), c, s, o)
			if err != nil || report.Metrics.Strict == nil || !*report.Metrics.Strict {
				b.Fatal(err, "the reference is not strict")
			}
			least[0] = min(least[0], middle.Sub(begin).Seconds())
			least[1] = min(least[1], time.Since(middle).Seconds())
			cpu = r.outcome.CPU.Seconds()
		}
	}
	b.ReportMetric(least[1]/least[0], "verify/run")
	b.ReportMetric(least[0]*1e3, "run-ms")
	b.ReportMetric(cpu, "run-cpu-s")
}

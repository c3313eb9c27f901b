package pytrace_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkTracer runs eight scripts of different style with and without the tracer and
// reports the ratio of CPU time of the whole process, the least of seven interleaved runs, and the
// geometric mean of the ratios. The targets are a mean of 1.15 and a worst of 1.35 at most.
func BenchmarkTracer(b *testing.B) {
	dir := b.TempDir()
	table(b, dir, "small.csv", 1_000)
	table(b, dir, "large.csv", 100_000)
	scripts, err := filepath.Glob("testdata/bench/*.py")
	if err != nil || len(scripts) != 8 {
		b.Fatal(scripts, err)
	}
	sum, worst, n := 0.0, 0.0, 0
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".py")
		source, err := os.ReadFile(script)
		if err != nil {
			b.Fatal(err)
		}
		put(b, dir, name+".py", string(source))
		b.Run(name, func(b *testing.B) {
			plain, traced := math.Inf(1), math.Inf(1)
			for b.Loop() {
				for range 7 {
					for _, on := range []bool{false, true} {
						o := run(b, dir, name+".py", on)
						if o.exit != 0 {
							b.Fatal(o.stderr)
						}
						if on {
							o.whole(b)
							traced = min(traced, o.cpu.Seconds())
						} else {
							plain = min(plain, o.cpu.Seconds())
						}
					}
				}
			}
			b.ReportMetric(traced/plain, "ratio")
			b.ReportMetric(plain, "plain-cpu-s")
			sum, worst, n = sum+math.Log(traced/plain), max(worst, traced/plain), n+1
		})
	}
	if n == len(scripts) {
		fmt.Printf("geometric mean of the ratios: %.3f, the worst %.3f\n", math.Exp(sum/float64(n)), worst)
	}
}

// table writes a table of four groups with a gap in every 97th row.
func table(b *testing.B, dir, name string, rows int) {
	b.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var s strings.Builder
	s.WriteString("g,v,w\n")
	for i := range rows {
		v := fmt.Sprintf("%.4f", 10+2*rng.NormFloat64())
		if i%97 == 96 {
			v = ""
		}
		fmt.Fprintf(&s, "%c,%s,%.6f\n", "abcd"[rng.IntN(4)], v, rng.Float64())
	}
	put(b, dir, name, s.String())
}

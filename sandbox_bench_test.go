package assay

import (
	"math"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/pytrace"
	"github.com/assaybench/assay/internal/sandbox"
)

// BenchmarkSandbox is what isolation and the watch cost: the least of seven runs of each
// kind, which take turns. Isolation of an empty Python without the watch is to add 30 ms at
// most, and the watch to take a cold import of pandas to 1.25 of its time at most.
func BenchmarkSandbox(b *testing.B) {
	exe, err := filepath.Abs(".venv/bin/python")
	if err != nil {
		b.Fatal(err)
	}
	python, err := pytrace.Find(b.Context(), pytrace.Places{Explicit: exe})
	if err != nil {
		b.Fatal(err)
	}
	plan := python.Command(pytrace.Options{})
	command := sandbox.Command{Path: plan.Path, Env: plan.Env}
	for _, x := range python.Binds() {
		command.Binds = append(command.Binds, sandbox.Bind{Source: x.Source, Target: x.Target})
	}
	boxed := func(watched bool) func(code string) error {
		return func(code string) error {
			c := command
			c.Args = []string{"-s", "-P", "-B", "-c", code}
			if watched {
				c.Watch = func(sandbox.Seen) {}
			}
			out, err := sandbox.Run(b.Context(), c, scriptLimits)
			if err == nil && (out.Exit != 0 || out.Watch.On != watched) {
				b.Fatalf("exit %d, %+v: %s", out.Exit, out.Watch, out.Output)
			}
			return err
		}
	}
	bare := func(code string) error {
		cmd := exec.Command(plan.Path, "-s", "-P", "-B", "-c", code)
		cmd.Env = plan.Env
		return cmd.Run()
	}
	kinds := []func(string) error{bare, boxed(false), boxed(true)}
	for _, code := range []string{"pass", "import pandas"} {
		b.Run(code, func(b *testing.B) {
			least := []float64{math.Inf(1), math.Inf(1), math.Inf(1)}
			for b.Loop() {
				for range 7 {
					for i, kind := range kinds {
						begin := time.Now()
						if err := kind(code); err != nil {
							b.Fatal(err)
						}
						least[i] = min(least[i], time.Since(begin).Seconds())
					}
				}
			}
			b.ReportMetric(least[0]*1000, "plain-ms")
			b.ReportMetric((least[1]-least[0])*1000, "isolation-ms")
			b.ReportMetric((least[2]-least[1])*1000, "watch-ms")
			b.ReportMetric(least[2]/least[1], "watch-ratio")
		})
	}
}

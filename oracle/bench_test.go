package oracle_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// peer is what Python's call for the same task took: testdata/bench.py makes data of the
// same size and shape and times the call alone, the fastest of three.
func peer(b *testing.B, task string) (seconds, cpu, mebibytes float64) {
	b.Helper()
	python, err := filepath.Abs("../.venv/bin/python")
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(python, "-P", "testdata/bench.py", task)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		b.Fatalf("%v\n%s", err, stderr.String())
	}
	var out struct{ Seconds, CPU, MiB float64 }
	if err := json.Unmarshal(text, &out); err != nil {
		b.Fatal(err)
	}
	return out.Seconds, out.CPU, out.MiB
}

// processor is the time that the processors have given to this process.
func processor() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return math.NaN()
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// against reports the fastest run of a benchmark as a ratio to the peer's time, the least
// time of the processors, which other work on the machine moves less, and both peaks of memory. The peak is that of the process: run one benchmark in each.
func against(b *testing.B, task string, run func()) {
	b.Helper()
	best, least := math.Inf(1), math.Inf(1)
	b.ResetTimer()
	for range b.N {
		start, used := time.Now(), processor()
		run()
		best, least = min(best, time.Since(start).Seconds()), min(least, processor()-used)
	}
	b.StopTimer()
	seconds, cpu, mib := peer(b, task)
	b.ReportMetric(best, "best-s")
	b.ReportMetric(seconds, "python-s")
	b.ReportMetric(best/seconds, "x-python")
	b.ReportMetric(least, "cpu-s")
	b.ReportMetric(cpu, "python-cpu-s")
	b.ReportMetric(mib, "python-MiB")
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil {
		b.ReportMetric(float64(u.Maxrss)/1024, "peak-MiB")
	}
}

func compute1(b *testing.B, f *spec.Frame, estimator, words string) {
	b.Helper()
	_, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: estimator, View: "v", Args: args(words)}, map[string]*oracle.View{"v": oracle.ViewOf("v", f)}, 0)
	if err != nil {
		b.Fatal(err)
	}
}

func normals(name string, n int, seed uint64) spec.Column {
	r := rand.New(rand.NewPCG(seed, 7))
	c := spec.Column{Name: name, Kind: spec.ColumnNumber, Num: make([]float64, n)}
	for i := range c.Num {
		c.Num[i] = r.NormFloat64()
	}
	return c
}

// Least squares of 1e5 rows on 20 columns, with everything that ols answers.
func BenchmarkOLS(b *testing.B) {
	const n, k = 100_000, 20
	f := &spec.Frame{}
	y := normals("y", n, 0)
	names := make([]string, k)
	for j := range k {
		names[j] = fmt.Sprintf("x%d", j)
		c := normals(names[j], n, uint64(j+1))
		for i := range y.Num {
			y.Num[i] += c.Num[i] / float64(j+1)
		}
		f.Columns = append(f.Columns, c)
	}
	f.Columns = append(f.Columns, y)
	against(b, "ols", func() { compute1(b, f, "ols", "y=y x="+strings.Join(names, ",")+" term=x3") })
}

// Means of 100 groups over 1e7 rows.
func BenchmarkGroupMeans(b *testing.B) {
	const n = 10_000_000
	f := &spec.Frame{Columns: []spec.Column{normals("value", n, 1), {Name: "g", Kind: spec.ColumnNumber, Num: make([]float64, n)}}}
	for i := range n {
		f.Columns[1].Num[i] = float64(i * 7919 % 100)
	}
	against(b, "means", func() { compute1(b, f, "mean", "value=value by=g") })
}

// Mann and Whitney's test of 1e6 values in two groups.
func BenchmarkMannWhitney(b *testing.B) {
	const n = 1_000_000
	f := &spec.Frame{Columns: []spec.Column{normals("value", n, 1), {Name: "g", Kind: spec.ColumnText, Text: make([]string, n)}}}
	for i := range n {
		f.Columns[1].Text[i] = string("ab"[i%2])
	}
	against(b, "mannwhitney", func() { compute1(b, f, "mann_whitney", "value=value group=g first=a second=b") })
}

// Percentile interval of a mean: 1e4 resamples of 1e4 values.
func BenchmarkBootstrap(b *testing.B) {
	f := &spec.Frame{Columns: []spec.Column{normals("value", 10_000, 1)}}
	against(b, "bootstrap", func() {
		compute1(b, f, "bootstrap", "value=value statistic=mean interval=percentile resamples=10000 draws=10000")
	})
}

// Density of 1e5 values at 512 points.
func BenchmarkKDE(b *testing.B) {
	f := &spec.Frame{Columns: []spec.Column{normals("value", 100_000, 1)}}
	points := make([]spec.Value, 512)
	for i := range points {
		points[i] = spec.NumberValue(-4 + 8*float64(i)/511)
	}
	call := spec.OracleCall{Estimator: "kde", View: "v", Args: map[string]spec.Value{"value": spec.TextValue("value"), "at": {Kind: spec.ValueArray, Items: points}, "rule": spec.TextValue("scott")}}
	views := map[string]*oracle.View{"v": oracle.ViewOf("v", f)}
	against(b, "kde", func() {
		if _, err := oracle.Default().Compute(context.Background(), call, views, 0); err != nil {
			b.Fatal(err)
		}
	})
}

// writeCSV writes about so many bytes of measurements: a text of few values, an integer, a
// date, and numbers of 4, 8 and 17 digits.
func writeCSV(path string, bytes int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	r := rand.New(rand.NewPCG(1, 2))
	n, err := w.WriteString("site,id,day,a,b,c,d\n")
	row := []byte(nil)
	for i := 0; n < bytes && err == nil; i++ {
		row = append(row[:0], []string{"north", "south", "east", "west"}[r.IntN(4)]...)
		row = strconv.AppendInt(append(row, ','), int64(i), 10)
		row = fmt.Appendf(row, ",20%02d-%02d-%02d,", r.IntN(25), 1+r.IntN(12), 1+r.IntN(28))
		row = strconv.AppendFloat(row, 100*r.Float64(), 'f', 2, 64)
		row = strconv.AppendFloat(append(row, ','), 1000*r.NormFloat64(), 'f', 5, 64)
		row = strconv.AppendFloat(append(row, ','), r.NormFloat64(), 'g', -1, 64)
		row = strconv.AppendFloat(append(row, ','), r.ExpFloat64(), 'g', -1, 64)
		row = append(row, '\n')
		n += len(row)
		_, err = w.Write(row)
	}
	if err == nil {
		err = w.Flush()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// A CSV of 100 MB into a table that keeps its decimal text.
func BenchmarkCSV(b *testing.B) {
	path := filepath.Join(b.TempDir(), "data.csv")
	if err := writeCSV(path, 100_000_000); err != nil {
		b.Fatal(err)
	}
	against(b, "csv="+path, func() {
		if _, err := oracle.Load(path, spec.Asset{Path: "data.csv"}); err != nil {
			b.Fatal(err)
		}
	})
}

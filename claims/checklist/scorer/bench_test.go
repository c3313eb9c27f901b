package scorer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assaybench/assay/claims/checklist/scorer"
	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/claims/judge/panel"
)

// Sizes of the benchmark: the published numbers of tasks and items, reports of more than
// 10,000 characters as most are, four figures each.
const (
	benchTasks      = 40
	benchWorkspaces = 25
	benchCharacters = 12_000
	benchFigures    = 4
)

// benchItems are the items of task i: 154 over 40 tasks, as published.
func benchItems(i int) int {
	switch {
	case i < 21:
		return 3
	case i < 32:
		return 5
	case i < 39:
		return 4
	}
	return 8
}

// noise is a picture that does not compress.
func noise(b *testing.B, r *rand.Rand) string {
	b.Helper()
	m := image.NewGray(image.Rect(0, 0, 128, 128))
	for i := range m.Pix {
		m.Pix[i] = uint8(r.IntN(256))
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		b.Fatal(err)
	}
	return out.String()
}

// benchFolder writes tasks, runs and a file of replies.
func benchFolder(b *testing.B) string {
	b.Helper()
	dir, r := b.TempDir(), rand.New(rand.NewPCG(1, 2))
	var replies strings.Builder
	for i := range benchTasks {
		task := fmt.Sprintf("T%02d", i)
		n := benchItems(i)
		var items []string
		files := map[string]string{"task_info.json": `{"task":"Measure the slope of the line.","data":[]}`}
		for k := range n {
			kind, path := "text", "null"
			if k%5 < 3 {
				kind, path = "image", fmt.Sprintf(`"%d.png"`, k)
				files[fmt.Sprintf("target_study/%d.png", k)] = noise(b, r)
			}
			items = append(items, fmt.Sprintf(`{"type":%q,"content":%q,"path":%s,"keywords":["slope","error","unit"],"weight":%g}`, kind, fmt.Sprintf("Criterion %d: %s", k, strings.Repeat("the slope is given with its error ", 12)), path, 1/float64(n)))
		}
		files["target_study/checklist.json"] = "[" + strings.Join(items, ",\n") + "]"
		write(b, filepath.Join(dir, "tasks", task), files)
		for w := range benchWorkspaces {
			run := fmt.Sprintf("%s_%02d", task, w)
			report := fmt.Sprintf("# Run %s\n\n", run)
			files := map[string]string{"_meta.json": fmt.Sprintf(`{"task_id":%q,"run_id":%q,"agent_name":"a%d"}`, task, run, w)}
			for f := range benchFigures {
				name := fmt.Sprintf("images/%d.png", f)
				files["report/"+name] = noise(b, r)
				report += "![figure](" + name + ")\n"
			}
			files["report/report.md"] = report + strings.Repeat("The slope was measured to be two. ", (benchCharacters-len(report))/34)
			write(b, filepath.Join(dir, "runs", run), files)
			for k := range n {
				text, err := json.Marshal(fmt.Sprintf(`{"mode":"objective","reasoning":"what was found and where","score":%d}`, r.IntN(101)))
				if err != nil {
					b.Fatal(err)
				}
				fmt.Fprintf(&replies, `{"id":"%s/%s/item-%d","draw":0,"reply":{"text":%s}}`+"\n", task, run, k, text)
			}
		}
	}
	write(b, dir, map[string]string{"replies.jsonl": replies.String()})
	return dir
}

// scoreAll scores every workspace and writes its _score.json; it returns the sum of totals.
func scoreAll(b *testing.B, dir string) float64 {
	b.Helper()
	j, err := panel.Open("replay:"+filepath.Join(dir, "replies.jsonl"), panel.Options{})
	if err != nil {
		b.Fatal(err)
	}
	sum := 0.0
	for i := range benchTasks {
		name := fmt.Sprintf("T%02d", i)
		task, list, err := scorer.LoadTask(filepath.Join(dir, "tasks", name))
		if err != nil || list.Errors() {
			b.Fatal(err, list)
		}
		for w := range benchWorkspaces {
			sum += scoreOne(b, task, j, filepath.Join(dir, "runs", fmt.Sprintf("%s_%02d", name, w)))
		}
	}
	return sum
}

func scoreOne(b *testing.B, task *scorer.Task, j judge.Judge, dir string) float64 {
	w, err := scorer.LoadWorkspace(dir, task)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	s, err := scorer.Run(b.Context(), task, w, scorer.Options{Judge: j, Images: 15, Characters: 100_000, Parallel: 4})
	if err != nil || s.TotalScore == nil {
		b.Fatal(err, s)
	}
	data, err := s.Bytes()
	if err = errors.Join(err, os.WriteFile(filepath.Join(dir, "_score.json"), data, 0o644)); err != nil {
		b.Fatal(err)
	}
	return *s.TotalScore
}

// used is the processor time of this process so far, in seconds.
func used(b *testing.B) float64 {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// peak is the largest resident memory of this process so far, in MiB.
func peak(b *testing.B) float64 {
	b.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kib float64
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		b.Fatal(err)
	}
	return kib / 1024
}

// BenchmarkChecklists scores 40 checklists x 25 workspaces from a file of replies, beside a
// plain script in Python on the same files: wall time, processor time, peak of memory.
func BenchmarkChecklists(b *testing.B) {
	dir := benchFolder(b)
	best, cpu, sum := math.Inf(1), math.Inf(1), 0.0
	for b.Loop() {
		start, before := time.Now(), used(b)
		sum = scoreAll(b, dir)
		best, cpu = min(best, time.Since(start).Seconds()), min(cpu, used(b)-before)
	}
	mib := peak(b)
	python, err := filepath.Abs("../../../.venv/bin/python")
	if err != nil {
		b.Fatal(err)
	}
	type measured struct{ Seconds, CPU, MiB, Totals float64 }
	least := measured{Seconds: math.Inf(1), CPU: math.Inf(1)}
	for range 3 {
		out, err := exec.Command(python, "-P", "testdata/bench.py", dir).Output()
		var m measured
		if err == nil {
			err = json.Unmarshal(out, &m)
		}
		if err != nil {
			b.Fatal(err)
		}
		least = measured{min(least.Seconds, m.Seconds), min(least.CPU, m.CPU), m.MiB, m.Totals}
	}
	if math.Abs(sum-least.Totals) > 1e-6 {
		b.Errorf("the totals sum to %g, Python's to %g", sum, least.Totals)
	}
	b.ReportMetric(best, "best-s")
	b.ReportMetric(least.Seconds, "python-s")
	b.ReportMetric(cpu, "cpu-s")
	b.ReportMetric(least.CPU, "python-cpu-s")
	b.ReportMetric(mib, "peak-MiB")
	b.ReportMetric(least.MiB, "python-MiB")
}

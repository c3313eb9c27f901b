package stats_test

import (
	"bytes"
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

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/spec"
)

// benchmark is a synthetic one: models attempt tasks, each in some runs; two graders agree
// but for some atoms, which a third settles.
type benchmark struct{ models, tasks, runs int }

func (x benchmark) write(t testing.TB, dir string) {
	t.Helper()
	put := func(name string, v any) {
		data, err := json.Marshal(v)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	for task := range x.tasks {
		name := fmt.Sprintf("task-%02d", task)
		rubric := rubricOf(name)
		put("rubrics/"+name+".json", rubric)
		hard := r.NormFloat64()
		for model := range x.models {
			for run := range x.runs {
				a := &spec.ClosureAttempt{Schema: spec.SchemaClosureAttempt, ID: fmt.Sprintf("m%d-%s-%d", model, name, run), Rubric: rubric.ID, Model: fmt.Sprintf("model-%d", model), Task: name, Run: run + 1, Validity: "valid"}
				a.Grades = gradesOf(r, rubric, 2.2-0.4*float64(model)-hard)
				switch k := r.IntN(60); {
				case k == 0:
					a.TerminalZero, a.Grades = true, nil
				case k == 1:
					a.Validity = "infrastructure_invalid"
				case k == 2:
					a.TimedOut = true
				case k == 3:
					retry := *a
					retry.ID, retry.Supersedes = a.ID+"-retry", a.ID
					put("attempts/"+retry.ID+".json", &retry)
					a.Validity = "infrastructure_invalid"
				}
				put("attempts/"+a.ID+".json", a)
			}
		}
	}
}

func rubricOf(task string) *spec.ClosureRubric {
	by := spec.Decider{Grader: true}
	r := &spec.ClosureRubric{Schema: spec.SchemaClosureRubric, ID: "rubric-" + task, Task: task}
	for _, d := range spec.Dimensions {
		for i := range each {
			a := spec.Atom{ID: fmt.Sprintf("%s%d", d, i+1), Dimension: d, Text: fmt.Sprintf("What %s asks in its %d. part is done, as the task says.", d, i+1), Decide: by}
			if d == spec.Validity {
				a.Category = []string{"required", "required", "scope", "risk_linked"}[i]
				if i >= 2 {
					a.Trigger = &spec.Trigger{On: "method", Text: "The method needs it.", Decide: by}
				}
			}
			switch a.ID {
			case "O3":
				a.Prerequisites = []string{"O1"}
			case "I1":
				a.Prerequisites = []string{"O1", "O2"}
			case "M2":
				a.Prerequisites = []string{"M1"}
			}
			r.Atoms = append(r.Atoms, a)
		}
	}
	set := func(ids ...string) spec.Alternative { return spec.Alternative{Atoms: ids} }
	r.Requirements = []spec.ClosureRequirement{
		{ID: "central", Role: spec.RoleCentral, Text: "The calculation is there.", Alternatives: []spec.Alternative{set("F1", "O1")}},
		{ID: "compared", Role: spec.RoleComparison, Text: "It is compared.", Alternatives: []spec.Alternative{set("O2", "I3"), set("O4")}},
		{ID: "concluded", Role: spec.RoleConclusion, Text: "The conclusion is supported.", Alternatives: []spec.Alternative{set("I1", "M2"), set("I2", "M3", "M4")}},
		{ID: "limits", Role: spec.RoleValidity, Text: "Limits are stated.", Alternatives: []spec.Alternative{set("V1", "V2", "V3")},
			Gap: &spec.ValidityGap{FailureMode: "the step is too coarse", Threatens: "the main trend", Insufficient: "nothing was refined", Remedies: []string{"refine it"}}},
	}
	return r
}

// gradesOf are two first passes and what a third grader says where they differ.
func gradesOf(r *rand.Rand, rubric *spec.ClosureRubric, ease float64) []spec.ClosureGrade {
	first := []spec.ClosureGrade{{Grader: "one", Stage: "first", Rationale: "Read from front to back, then held against each atom."}, {Grader: "two", Stage: "first"}}
	last := spec.ClosureGrade{Grader: "three", Stage: "adjudication"}
	for _, a := range rubric.Atoms {
		truth := "unmet"
		if r.Float64() < 1/(1+math.Exp(-ease)) {
			truth = "met"
		}
		fired := a.Trigger == nil || r.IntN(3) > 0
		differ := r.IntN(20) == 0
		grade := func(decision string) spec.AtomGrade {
			g := spec.AtomGrade{Atom: a.ID, Decision: decision, Why: "as the report says in its section on this"}
			if decision == "met" {
				g.Evidence = []spec.EvidencePointer{{File: "report.md", Line: 1 + r.IntN(200)}, {File: "results.json", Pointer: "/results/" + strconv.Itoa(r.IntN(9))}}
				if a.Dimension == spec.Output {
					g.Output = &spec.OutputChecks{ObjectCorrect: true, Reconstructible: true, Presented: true, WithinEvidence: true}
				}
			}
			return g
		}
		for i := range first {
			says := truth
			if !fired {
				says = "not_applicable"
			} else if differ && i == 1 {
				says = map[string]string{"met": "unmet", "unmet": "met"}[truth]
			}
			first[i].Atoms = append(first[i].Atoms, grade(says))
			if a.Trigger != nil {
				first[i].Triggers = append(first[i].Triggers, spec.TriggerGrade{Of: a.ID, Decision: map[bool]string{true: "fired", false: "not_fired"}[fired]})
			}
		}
		if differ && fired {
			last.Atoms = append(last.Atoms, grade(truth))
		}
	}
	if len(last.Atoms) == 0 {
		return first
	}
	return append(first, last)
}

// read reads and checks what was written, as the command line does.
func (x benchmark) read(t testing.TB, dir string) (map[string]*closure.Rubric, []*spec.ClosureAttempt) {
	t.Helper()
	rubrics := map[string]*closure.Rubric{}
	files, err := filepath.Glob(filepath.Join(dir, "rubrics", "*.json"))
	if err != nil || len(files) != x.tasks {
		t.Fatal(len(files), err)
	}
	read := func(file string) []byte {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, file := range files {
		doc, _, list := spec.ReadClosureRubric(file, read(file))
		if list.Errors() {
			t.Fatal(list)
		}
		r, err := closure.New(doc)
		if err != nil {
			t.Fatal(err)
		}
		rubrics[r.Task] = r
	}
	if files, err = filepath.Glob(filepath.Join(dir, "attempts", "*.json")); err != nil {
		t.Fatal(err)
	}
	var attempts []*spec.ClosureAttempt
	for _, file := range files {
		a, places, list := spec.ReadClosureAttempt(file, read(file))
		if list.Errors() {
			t.Fatal(list)
		}
		if list = grading.Check(rubrics[a.Task].ClosureRubric, a, places); list.Errors() {
			t.Fatal(list)
		}
		attempts = append(attempts, a)
	}
	return rubrics, attempts
}

// score scores every attempt and computes the statistics.
func (x benchmark) score(t testing.TB, rubrics map[string]*closure.Rubric, attempts []*spec.ClosureAttempt, resamples int) *spec.ClosureStats {
	t.Helper()
	var scores []stats.Scored
	for _, a := range attempts {
		scores = append(scores, stats.Scored{ClosureScore: *grading.Score(rubrics[a.Task], a, grading.Evidence{})})
	}
	s, list, err := stats.Of(t.Context(), scores, stats.Options{Tasks: x.tasks, Runs: x.runs, Resamples: resamples, Seed: 1, Level: 0.95})
	if s == nil || err != nil {
		t.Fatal(list, err)
	}
	return s
}

// peer is what testdata/peer.py makes of the same files.
type peer struct {
	Figures                    map[string]map[string]*float64
	Intervals                  map[string]map[string][2]float64
	Seconds, CPU, Reading, MiB float64
}

func (x benchmark) peer(t testing.TB, dir string, resamples int) (out peer) {
	t.Helper()
	python, err := filepath.Abs("../../../.venv/bin/python")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-P", "testdata/peer.py", dir, strconv.Itoa(x.tasks), strconv.Itoa(x.runs), strconv.Itoa(resamples))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// agree holds every figure of every group against the peer's, and returns how many.
func (p peer) agree(t testing.TB, s *spec.ClosureStats, within float64) int {
	t.Helper()
	n := 0
	for i := range s.Groups {
		g := &s.Groups[i]
		key := g.By + "/" + g.Name
		theirs := p.Figures[key]
		for _, f := range stats.Figures(g) {
			want, ok := theirs[f.Name]
			n++
			switch {
			case !ok || (f.Value == nil) != (want == nil):
				t.Errorf("%s %s: %v, the peer's is %v", key, f.Name, f.Value, want)
			case want != nil && math.Abs(*f.Value-*want) > 1e-12:
				t.Errorf("%s %s: %v, the peer's is %v", key, f.Name, *f.Value, *want)
			}
			end, ok := p.Intervals[key][f.Name]
			if !ok {
				continue
			}
			scale := within
			switch f.Name {
			case "mean_score":
				scale *= 10
			case "median_score": // replicates are a few numbers, far apart
				scale = 1
			}
			if f.Interval == nil || math.Abs(f.Interval.Low-end[0]) > scale || math.Abs(f.Interval.High-end[1]) > scale {
				t.Errorf("%s %s: interval %v, the peer's is %v", key, f.Name, f.Interval, end)
			}
		}
	}
	return n
}

// From grades to figures, another implementation straight from the definitions agrees.
func TestPeer(t *testing.T) {
	x := benchmark{models: 3, tasks: 12, runs: 3}
	dir := t.TempDir()
	x.write(t, dir)
	rubrics, attempts := x.read(t, dir)
	s := x.score(t, rubrics, attempts, 2000)
	if !s.Complete || s.Groups[0].Counts.Invalid == 0 || s.Groups[0].Counts.Superseded == 0 || s.Groups[0].Counts.TerminalZero == 0 || s.Groups[0].Counts.TimedOut == 0 {
		t.Errorf("%+v", s.Groups[0].Counts)
	}
	if n := x.peer(t, dir, 2000).agree(t, s, 0.06); n < 1600 {
		t.Errorf("%d figures", n)
	}
}

// 1,050 attempts from stored grades to all figures, beside the same in Python: reading,
// scoring, statistics and 2,000 resamples; of the processor time, what follows the reading
// stands apart. Peaks of memory are of the whole processes.
func BenchmarkAttempts(b *testing.B) {
	x := benchmark{models: 7, tasks: 50, runs: 3}
	dir := b.TempDir()
	x.write(b, dir)
	var s *spec.ClosureStats
	best, cpu, after := math.Inf(1), math.Inf(1), math.Inf(1)
	b.ResetTimer()
	for range b.N {
		start, before := time.Now(), used(b)
		rubrics, attempts := x.read(b, dir)
		between := used(b)
		s = x.score(b, rubrics, attempts, 2000)
		best, cpu, after = min(best, time.Since(start).Seconds()), min(cpu, used(b)-before), min(after, used(b)-between)
	}
	b.StopTimer()
	mib := peak(b)
	p := x.peer(b, dir, 2000)
	p.agree(b, s, 0.03)
	theirs := p.CPU - p.Reading
	for range 2 {
		again := x.peer(b, dir, 2000)
		p.Seconds, p.CPU, theirs = min(p.Seconds, again.Seconds), min(p.CPU, again.CPU), min(theirs, again.CPU-again.Reading)
	}
	b.ReportMetric(best, "best-s")
	b.ReportMetric(p.Seconds, "python-s")
	b.ReportMetric(cpu, "cpu-s")
	b.ReportMetric(p.CPU, "python-cpu-s")
	b.ReportMetric(after, "after-reading-cpu-s")
	b.ReportMetric(theirs, "python-after-reading-cpu-s")
	b.ReportMetric(mib, "peak-MiB")
	b.ReportMetric(p.MiB, "python-MiB")
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

// peak is the largest resident memory of this process so far, in MiB: getrusage would tell
// a child its parent's.
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

package assay

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/gorun"
	"github.com/assaybench/assay/internal/pytrace"
	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/spec"
)

// Limits that a contract may leave open.
const (
	defaultOutputBytes = 64 << 20
	defaultFiles       = 256
	defaultProcesses   = 64
	maxTraceBytes      = 1 << 30
	fontsTarget        = "/assay-fonts"
)

// dataTime is the time stamp of every data file that a run sees.
var dataTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// run is one sandboxed execution: how it ended, what it wrote, what was observed.
type run struct {
	started bool // false where the submission could not be run
	outcome sandbox.Outcome
	python  pytrace.Interpreter
	built   *gorun.Program    // where the analysis is compiled
	files   map[string][]byte // regenerated, by name
	refused map[string]string // outputs that were not taken, and why
	trace   *trace.Trace
	lines   []byte            // the trace as the parent wrote it
	forged  []string          // what the trace says of files that the kernel saw nothing of
	fixed   map[string]string // what of its environment is the same for every run
	cut     bool              // the trace was longer than is kept
}

// execute runs the entry of a submission in a folder of its own, which holds nothing
// but the entry; the data lie read-only in data/. What is not five readable files is
// not run. Original and changed data reach the run in the same way, so that nothing but
// their numbers tells it which it sees.
func execute(ctx context.Context, c *Case, s *Submission, d data, o Options) (*run, error) {
	if s.Problems.Errors() {
		return &run{trace: trace.New(nil)}, nil
	}
	entry := s.Files[c.Case.Contract.Entry]
	dir, err := os.MkdirTemp("", "assay-data-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	binds := map[string]string{}
	for i, a := range c.Case.Data {
		file := filepath.Join(dir, strconv.Itoa(i))
		if err := os.WriteFile(file, d[a.Path], 0o644); err != nil {
			return nil, err
		}
		if err := os.Chtimes(file, dataTime, dataTime); err != nil {
			return nil, err
		}
		binds[a.Path] = file
	}
	k := c.Case.Contract
	limits := sandbox.Limits{
		Wall: seconds(k.WallSeconds), CPU: seconds(k.CPUSeconds), Memory: k.MemoryBytes,
		OutputBytes: orDefault(k.OutputBytes, defaultOutputBytes), Files: orDefault(k.Files, defaultFiles), Processes: orDefault(k.Processes, defaultProcesses),
	}
	r, err := start(ctx, job{entry: k.Entry, code: entry, data: binds, outputs: k.Outputs, limits: limits, buildTime: seconds(k.BuildSeconds), buildMemory: k.BuildMemory}, o)
	if err == nil {
		r.trace.Apply(c.Spec.Calls)
	}
	return r, err
}

// job is a script to run: its code, the data it sees by path, the files it may leave.
type job struct {
	entry   string
	code    []byte
	data    map[string]string // path in the run's folder -> file of the host
	outputs []string
	limits  sandbox.Limits

	buildTime   time.Duration // limits of compiling it; 0 for those that are usual
	buildMemory int64
}

func start(ctx context.Context, j job, o Options) (*run, error) {
	p, err := o.program(ctx, j)
	if err != nil {
		return nil, err
	}
	r := &run{python: p.python, built: p.built, files: map[string][]byte{}, refused: map[string]string{}}
	if p.unbuilt() {
		r.trace = trace.New(nil)
		return r, nil
	}
	dir, err := os.MkdirTemp("", "assay-run-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(work, j.entry), j.code, 0o644); err != nil {
		return nil, err
	}
	binds := slices.Clone(p.call.Binds)
	for _, path := range sortedKeys(j.data) {
		binds = append(binds, sandbox.Bind{Source: j.data[path], Target: sandbox.Work + "/" + path})
	}
	cmd := sandbox.Command{Path: p.call.Path, Args: p.call.Args, Env: p.call.Env, Binds: binds, Work: work, Collect: j.outputs, Unsafe: o.Unsafe}
	r.started, r.fixed = true, fixed(p.call.Env)
	var lines bytes.Buffer
	var traceErr, watchErr error
	var writer *trace.Writer
	attempt := func() (_ sandbox.Command, err error) {
		lines.Reset()
		writer, traceErr, watchErr = trace.NewWriter(&lines), nil, nil
		cmd.Watch = func(s sandbox.Seen) { watchErr = cmp.Or(watchErr, writer.Event(outsideEvent(s))) }
		cmd.Trace = func(in io.Reader) {
			limited := io.LimitReader(in, maxTraceBytes)
			_, traceErr = writer.Copy(limited)
			n, _ := io.Copy(io.Discard, in)
			r.cut = n > 0
		}
		cmd.Output, err = os.MkdirTemp(dir, "output-")
		return cmd, err
	}
	o.Cold = o.Cold || p.built != nil
	if r.outcome, err = sandboxed(ctx, attempt, j, o); err != nil {
		return nil, err
	}
	if err := cmp.Or(traceErr, watchErr, writer.Event(watchEvent(r.outcome))); err != nil {
		return nil, fmt.Errorf("writing the trace: %w", err)
	}
	r.lines = lines.Bytes()
	if r.trace, err = trace.Read(bytes.NewReader(r.lines)); err != nil {
		return nil, fmt.Errorf("reading the trace: %w", err)
	}
	r.forged = r.trace.Forged(slices.Concat(sortedKeys(j.data), j.outputs))
	for _, f := range r.outcome.Refused {
		r.refused[f.Name] = f.Why
	}
	for _, name := range j.outputs {
		if _, bad := r.refused[name]; bad {
			continue
		}
		if data, err := spec.ReadArtifact(cmd.Output, name); err == nil {
			r.files[name] = data
		} else if _, statErr := os.Lstat(filepath.Join(cmd.Output, name)); statErr == nil {
			r.refused[name] = err.Error()
		}
	}
	return r, r.keep(o.Keep)
}

// keep copies what the run produced into a folder of the caller.
func (r *run) keep(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range sortedKeys(r.files) {
		if err := os.WriteFile(filepath.Join(dir, name), r.files[name], 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "trace.jsonl"), r.lines, 0o644)
}

// ok reports whether the run ended with exit 0 inside its limits.
func (r *run) ok() bool { return r.started && r.outcome.Exit == 0 && r.outcome.Limit == "" }

var limitCodes = map[string]spec.Code{"wall": spec.RunTimeout, "cpu": spec.RunCPU, "memory": spec.RunMemory, "output": spec.RunOutput, "processes": spec.RunProcesses}

var limitWords = map[string]string{
	"wall": "did not end within its %v seconds", "cpu": "used up its %v CPU seconds", "memory": "needed more than its %v MiB of memory",
	"output": "wrote more than its contract allows", "processes": "started more processes than its contract allows",
}

// findings says how the run broke its contract.
func (r *run) findings(c *Case) []spec.Finding {
	if r.built != nil && !r.started {
		return r.buildFindings()
	}
	if !r.started {
		return nil
	}
	k := c.Case.Contract
	var out []spec.Finding
	say := func(code spec.Code, severity spec.Severity, where spec.Place, fix, format string, args ...any) {
		out = append(out, spec.Finding{Code: code, Severity: severity, Place: where, Message: fmt.Sprintf(format, args...), Fix: fix})
	}
	switch {
	case r.outcome.Limit != "":
		words := limitWords[r.outcome.Limit]
		amount := map[string]any{"wall": k.WallSeconds, "cpu": k.CPUSeconds, "memory": k.MemoryBytes >> 20}[r.outcome.Limit]
		if amount != nil {
			words = fmt.Sprintf(words, amount)
		}
		say(limitCodes[r.outcome.Limit], spec.SeverityError, spec.Place{File: k.Entry}, "Make the analysis smaller, or ask for a wider contract.", "%s %s and was ended", k.Entry, words)
	case r.outcome.Signal != "":
		say(spec.RunExit, spec.SeverityError, spec.Place{File: k.Entry}, "Run the analysis by itself and mend what ends it.", "%s was ended by %s", k.Entry, r.outcome.Signal)
	case r.outcome.Exit != 0:
		say(spec.RunExit, spec.SeverityError, r.where(k.Entry), "Run the analysis by itself and mend the error.", "%s ended with exit %d%s", k.Entry, r.outcome.Exit, r.lastWords())
	}
	for _, name := range k.Outputs {
		if _, ok := r.files[name]; ok {
			continue
		}
		if why, ok := r.refused[name]; ok {
			say(spec.ArtifactRefused, spec.SeverityError, spec.Place{File: name}, "Write a regular file of modest size.", "%s was not taken out of the sandbox: %s", name, why)
		} else if r.ok() {
			say(spec.ArtifactMissing, spec.SeverityError, spec.Place{File: name}, "Write the file in the analysis itself; a copy that is handed in does not count.", "the run did not write %s", name)
		}
	}
	if !r.outcome.Isolation.Isolated {
		say(spec.RunUnsandboxed, spec.SeverityWarning, spec.Place{}, "Run it where isolation is available; see assay doctor.", "the run was not isolated: nothing kept the analysis from reading or changing other files")
	}
	if r.ok() && len(r.trace.Ops) == 0 {
		say(spec.TraceEmpty, spec.SeverityError, spec.Place{}, "", "no operation of the analysis was observed, so nothing can be traced")
	}
	if e := r.trace.End; r.ok() && (e == nil || e.Error != "" || e.Dropped > 0 || r.cut || r.trace.Malformed > 0) {
		why := "it has no end"
		switch {
		case r.cut:
			why = "it was too long to be kept whole"
		case r.trace.Malformed > 0:
			why = fmt.Sprintf("%d of its lines are malformed", r.trace.Malformed)
		case e != nil && e.Error != "":
			why = "the tracer failed and was off after that: " + e.Error
		case e != nil:
			why = fmt.Sprintf("%d events were dropped", e.Dropped)
		}
		say(spec.TraceIncomplete, spec.SeverityWarning, spec.Place{}, "", "the trace is incomplete: %s", why)
	}
	return slices.Concat(out, r.contractFindings(c), r.outsideFindings(c))
}

// contractFindings lists inputs and modules that the contract does not name.
func (r *run) contractFindings(c *Case) []spec.Finding {
	var out []spec.Finding
	declared := map[string]bool{c.Case.Contract.Entry: true}
	for _, a := range c.Case.Data {
		declared[a.Path] = true
	}
	for _, f := range r.trace.Files {
		if f.Op == "write" {
			declared[f.Path] = true
		}
	}
	for _, f := range r.trace.Outside.Files {
		switch f.Op {
		case "write":
			declared[f.Path] = true
		case "rename", "link":
			declared[f.To] = true
		}
	}
	seen := map[string]bool{}
	for _, f := range fileList(r.trace) {
		if (f.Op == "read" || f.Op == "open") && !declared[f.Path] && !seen[f.Path] {
			seen[f.Path] = true
			out = append(out, spec.Finding{Code: spec.RunUndeclared, Severity: spec.SeverityWarning, Place: spec.Place{File: c.Case.Contract.Entry, Line: r.line(f.ID), Event: r.trace.Seq(f.ID)},
				Message: fmt.Sprintf("the analysis opened %s, which is no declared data and which it did not write", f.Path), Fix: "Read only the files of the data manifest."})
		}
	}
	if r.built != nil {
		for _, path := range r.foreignImports(c.Case.Contract.Modules) {
			out = append(out, spec.Finding{Code: spec.RunModule, Severity: spec.SeverityWarning, Place: spec.Place{File: c.Case.Contract.Entry},
				Message: fmt.Sprintf("the analysis imports %s, which the contract does not allow", path), Fix: "Use the packages that the contract names."})
		}
	}
	allowed := slices.DeleteFunc(slices.Clone(c.Case.Contract.Modules), func(m string) bool { return !gorun.Standard(m) }) // the others are packages of Go
	for _, a := range r.trace.Audits {
		if a.Event != "import" || len(allowed) == 0 || seen["import "+a.Detail] {
			continue
		}
		seen["import "+a.Detail] = true
		top, _, _ := strings.Cut(a.Detail, ".")
		if !slices.Contains(allowed, top) && !slices.Contains(r.python.Standard, top) {
			out = append(out, spec.Finding{Code: spec.RunModule, Severity: spec.SeverityWarning, Place: spec.Place{File: c.Case.Contract.Entry},
				Message: fmt.Sprintf("the analysis imports %s, which the contract does not allow", top), Fix: "Use the modules of the contract: " + strings.Join(allowed, ", ") + "."})
		}
	}
	return out
}

func (r *run) line(id int64) int {
	if s := r.trace.Site(id); s != nil {
		return s.Line
	}
	return 0
}

// where is the last line of the entry that a traceback names.
func (r *run) where(entry string) spec.Place {
	if r.built != nil {
		return r.panicked(entry)
	}
	p := spec.Place{File: entry}
	for _, l := range strings.Split(string(r.outcome.Output), "\n") {
		if i := strings.Index(l, "/"+entry+`", line `); i >= 0 {
			var line int
			if _, err := fmt.Sscanf(l[i+len(entry)+9:], "%d", &line); err == nil {
				p.Line = line
			}
		}
	}
	return p
}

// lastLine is the last line that the run printed: of a Python error, its name.
func lastLine(output []byte) string {
	text := strings.TrimSpace(string(output))
	line := text[strings.LastIndexByte(text, '\n')+1:]
	if line == "" {
		return ""
	}
	if len(line) > 200 {
		line = line[:200] + "…"
	}
	return ": " + strings.ToValidUTF8(line, "·")
}

func (r *run) report() spec.RunReport {
	out := spec.RunReport{
		WallSeconds: r.outcome.Wall.Seconds(), CPUSeconds: r.outcome.CPU.Seconds(), PeakBytes: r.outcome.Peak,
		Exit: r.outcome.Exit, Limit: r.outcome.Limit, Sandbox: r.outcome.Isolation, Versions: r.versions(),
		Environment: r.fixed,
		Output:      strings.ToValidUTF8(string(r.outcome.Output), "·"),
	}
	switch {
	case r.built != nil && !r.started:
		out.Stopped = "the analysis could not be built, so nothing was run: " + r.built.Diagnostics[0].String()
	case !r.started:
		out.Stopped = "the submission is not five readable files, so nothing was run"
	}
	if out.Sandbox.Mechanisms == nil {
		out.Sandbox.Mechanisms = []string{}
	}
	return out
}

// fixed is what an environment says of time zone, locale, hash seed, threads and such, by
// name: all but paths and what is the tracer's.
func fixed(env []string) map[string]string {
	out := map[string]string{}
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(name, "ASSAY_") && !strings.Contains(value, "/") {
			out[name] = value
		}
	}
	return out
}

// fileList lists the file accesses of a trace in order.
func fileList(t *trace.Trace) []*trace.File {
	out := make([]*trace.File, 0, len(t.Files))
	for _, id := range slices.Sorted(maps.Keys(t.Files)) {
		out = append(out, t.Files[id])
	}
	return out
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func orDefault[T int | int64](v, d T) T {
	if v > 0 {
		return v
	}
	return d
}

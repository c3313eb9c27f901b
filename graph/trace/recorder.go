package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/assaybench/assay/internal/canon"
)

// Ref names an operation or a file of a recorder, so that later operations can say what
// they were made of. The zero Ref names nothing.
type Ref int64

// Recorder writes the trace of an analysis that is written in Go: the files it reads, the
// operations that it says it does, the documents and figures it writes. What it says is
// structure and no proof: the run's opened files, the recomputed numbers and reruns on
// changed data decide whether it is believed.
//
// All methods are safe for concurrent use, work on a nil Recorder, and never panic into
// the analysis: one that fails inside turns the recorder off. A recorder without an
// outlet does its reading and writing of files and records nothing, so the analysis runs
// by hand as well.
type Recorder struct {
	mu      sync.Mutex
	w       *bufio.Writer
	close   func() error
	folder  string
	last    int64          // id
	made    map[string]Ref // fingerprint -> first operation that gave the content
	sent    map[string]bool
	spent   int // bytes of content sent
	events  int64
	dropped int64
	failure string
}

// What one run may record.
const (
	maxEvents  = 200_000
	maxContent = 64 << 20 // bytes of content in all
	maxPiece   = 8 << 20  // and in one piece
)

// Record starts the trace of a run that Assay watches: on descriptor 3, where that is a
// pipe to write to. Anywhere else it records nothing. Close ends the trace.
func Record() *Recorder {
	if out := outlet(); out != nil {
		return record(out, out.Close, script())
	}
	return record(nil, nil, "")
}

// RecordTo starts a trace that is written to w.
func RecordTo(w io.Writer) *Recorder { return record(w, nil, script()) }

func record(w io.Writer, closer func() error, script string) *Recorder {
	r := &Recorder{close: closer, made: map[string]Ref{}, sent: map[string]bool{}}
	if folder, err := os.Getwd(); err == nil {
		r.folder = folder
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			r.folder = real
		}
	}
	if w == nil {
		return r
	}
	r.w = bufio.NewWriterSize(w, 1<<16)
	defer r.guard()
	run := &Run{Version: "assay/trace/v1", Language: "go", Runtime: runtime.Version(), Libraries: map[string]string{}, Scripts: []Script{{Path: script}}}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			run.Libraries[m.Path] = m.Version
		}
	}
	r.send(Event{Header: Header{K: KindRun}, Run: run})
	return r
}

// Recording reports whether what is recorded goes anywhere.
func (r *Recorder) Recording() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.w != nil
}

// Close ends the trace. What is recorded after it is lost.
func (r *Recorder) Close() error {
	if r == nil {
		return nil
	}
	defer r.guard()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.w == nil {
		return nil
	}
	r.emit(Event{Header: Header{K: KindEnd}, End: &End{Events: r.events, Dropped: r.dropped, CPU: cpuSeconds(), Error: r.failure}})
	var err error
	if r.w != nil {
		err = r.w.Flush()
	}
	if r.close != nil {
		if e := r.close(); err == nil {
			err = e
		}
	}
	r.w = nil
	return err
}

// ReadFile reads a file, as os.ReadFile does, and names it for the operations that use it.
func (r *Recorder) ReadFile(name string) ([]byte, Ref, error) {
	data, err := os.ReadFile(name)
	if err != nil || !r.Recording() {
		return data, 0, err
	}
	defer r.guard()
	id := r.id()
	r.send(Event{Header: Header{K: KindFile, Site: caller()}, File: &File{ID: int64(id), Op: "read", Path: r.path(name), SHA256: canon.Bytes(data), Size: int64(len(data))}})
	return data, id, nil
}

// WriteFile writes a file, as os.WriteFile does with permissions 0644. From are the
// operations that its content came from; what is later read from the file comes from them.
func (r *Recorder) WriteFile(name string, data []byte, from ...Ref) error {
	if err := os.WriteFile(name, data, 0o644); err != nil || !r.Recording() {
		return err
	}
	r.wrote(name, data, from)
	return nil
}

func (r *Recorder) wrote(name string, data []byte, from []Ref) {
	defer r.guard()
	id, site := r.id(), caller()
	r.send(Event{Header: Header{K: KindFile, Site: site}, File: &File{ID: int64(id), Op: "write", Path: r.path(name), SHA256: canon.Bytes(data), Size: int64(len(data))}})
	r.operation("write", "os.WriteFile", nil, append(inputs(from), Input{Ref: int64(id), Role: "file", Via: "file"}), site)
}

// Op records an operation and names it: its family in the words of specifications (one of
// Families), a name or a few words for the reader, what it gave, and the files and
// operations it was made of. What it gave may be nil, a number, a text, a truth value or a
// time; a slice of these, or of slices of numbers; a Table, a *spec.Frame, a slice of
// structs, whose exported fields are columns; or a map from texts to numbers or to slices.
//
// The rows that an operation gave are what a view of the case is looked for in, so the
// operation that selects the rows of an answer is the one to record with its rows, and the
// one that computes the answer with its number.
func (r *Recorder) Op(family, name string, gave any, from ...Ref) Ref {
	if !r.Recording() {
		return 0
	}
	defer r.guard()
	return r.operation(family, name, gave, inputs(from), caller())
}

// Origin names the first operation that gave content equal to values: at least three
// numbers or texts in the same order, alone or as a column. It is 0 where none did.
func (r *Recorder) Origin(values any) Ref {
	if !r.Recording() {
		return 0
	}
	defer r.guard()
	c, ok := contentOf(values)
	if !ok || c.len() < minShared {
		return 0
	}
	fp := c.fingerprint()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.made[fp]
}

// minShared is the number of elements below which equal content proves nothing.
const minShared = 3

// Figure records a figure as it was saved. Package visual/gonumplot does it for figures of
// gonum/plot.
func (r *Recorder) Figure(f Figure) {
	if !r.Recording() {
		return
	}
	defer r.guard()
	f.Path = r.path(f.Path)
	r.send(Event{Header: Header{K: KindFigure, Site: caller()}, Figure: &f})
}

// Note records something notable, such as a mark that could not be captured.
func (r *Recorder) Note(event, detail string) {
	if !r.Recording() {
		return
	}
	defer r.guard()
	r.send(Event{Header: Header{K: KindAudit, Site: caller()}, Audit: &Audit{Event: event, Detail: detail}})
}

func (r *Recorder) operation(family, name string, gave any, in []Input, site *Site) Ref {
	id := r.id()
	out := r.describe(gave, id)
	r.send(Event{Header: Header{K: KindOp, Site: site}, Op: &Op{ID: int64(id), Fam: family, Fn: name, In: in, Out: out}})
	return id
}

func inputs(from []Ref) []Input {
	var out []Input
	for _, f := range from {
		if f != 0 {
			out = append(out, Input{Ref: int64(f), Role: "arg", Via: "id"})
		}
	}
	return out
}

func (r *Recorder) id() Ref {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	return Ref(r.last)
}

func (r *Recorder) send(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.emit(e)
}

// emit writes an event; the lock is held.
func (r *Recorder) emit(e Event) {
	if r.w == nil {
		return
	}
	needed := e.K == KindResult || e.K == KindFigure || e.K == KindEnd
	if r.events >= maxEvents && !needed {
		r.dropped++
		return
	}
	e.Src, e.PID = "interp", os.Getpid()
	line, err := json.Marshal(e)
	if err != nil {
		r.dropped++
		return
	}
	r.events++
	line = append(bytes.Replace(line, []byte(`"seq":0,`), nil, 1), '\n')
	_, err = r.w.Write(line)
	if err == nil && (needed || e.K == KindFile || e.K == KindRun) {
		err = r.w.Flush()
	}
	if err != nil {
		r.w = nil // nobody reads on
	}
}

// guard keeps a failure of the recorder from the analysis, and turns the recorder off.
func (r *Recorder) guard() {
	p := recover()
	if p == nil {
		return
	}
	r.mu.Lock() // what failed has given it back
	defer r.mu.Unlock()
	defer func() {
		_ = recover() // the end cannot be sent either
		r.w = nil
	}()
	r.failure = fmt.Sprint(p)
	r.emit(Event{Header: Header{K: KindEnd}, End: &End{Events: r.events, Dropped: r.dropped, Error: r.failure}})
}

// path is a file's path as traces name it: relative to the run's folder where inside it.
func (r *Recorder) path(name string) string {
	full, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		full = filepath.Join(dir, filepath.Base(full))
	}
	if rel, err := filepath.Rel(r.folder, full); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return full
}

// recorders are the packages whose frames are not the analysis' own.
var recorders = []string{"github.com/assaybench/assay/graph/trace.", "github.com/assaybench/assay/visual/gonumplot."}

// caller is the place in the analysis that called a recorder.
func caller() *Site {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		own := false
		for _, p := range recorders {
			own = own || strings.HasPrefix(f.Function, p)
		}
		if !own && f.Line > 0 {
			return &Site{File: filepath.Base(f.File), Line: f.Line}
		}
		if !more {
			return nil
		}
	}
}

func script() string {
	if s := caller(); s != nil {
		return s.File
	}
	return ""
}

// Package gorun builds analyses that are written in Go, and says how to run them.
//
// Nothing of an analysis decides what is fetched or resolved: its imports are read on this
// side, and archives of the packages it may use are compiled from the standard library and
// from pinned sources, without a network. The analysis itself is compiled and linked inside
// a sandbox, by the compiler and the linker of the toolchain alone, which see its text and
// those archives and nothing else. The result is a static binary, without C.
package gorun

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/spec"
)

// Ending is how the name of an analysis in Go ends.
const Ending = ".go"

// CodeBuild is the code of what keeps an analysis from being built.
const CodeBuild = string(spec.RunBuild)

// Limits of a build that a contract leaves open.
const (
	DefaultTime   = 2 * time.Minute
	DefaultMemory = 2 << 30
)

// What a build may write, and how many threads compiler and linker may have.
const (
	maxBinary    = 256 << 20
	maxFiles     = 64
	maxProcesses = 128
)

// Options say what a build uses.
type Options struct {
	Source string        // sources of this module; see Sources
	Cache  string        // a folder that keeps archives and binaries, absolute
	Time   time.Duration // of compiler and linker each; DefaultTime where 0
	Memory int64         // in bytes; DefaultMemory where 0
	Unsafe bool          // build without isolation
}

// Program is what became of an analysis.
type Program struct {
	Path        string            `json:"-"`       // the binary; empty where Diagnostics say why there is none
	Version     string            `json:"version"` // of Go: go1.26.0
	Modules     map[string]string `json:"modules"` // module -> version, of what it imports
	Imports     []string          `json:"imports"` // sorted
	Diagnostics spec.Diagnostics  `json:"diagnostics,omitempty"`
}

// Build compiles and links one file of package main. What is wrong with the analysis is in
// the program's Diagnostics; an error means that nothing can be said of it: no toolchain
// (ErrNoGo), no sources, no isolation (sandbox.ErrUnavailable), ctx at its end. A program is
// built once for a cache.
func (t Toolchain) Build(ctx context.Context, name string, code []byte, o Options) (Program, error) {
	p := Program{Version: t.Version, Modules: map[string]string{}}
	imports, list := read(name, code)
	if p.Imports = paths(imports); list.Errors() {
		p.Diagnostics = list.Sort()
		return p, nil
	}
	if err := os.MkdirAll(o.Cache, 0o755); err != nil {
		return p, err
	}
	a, err := t.archives(ctx, p.Imports, o)
	if err != nil {
		return p, err
	}
	for _, i := range imports {
		if why, ok := a.Failed[i.path]; ok {
			p.Diagnostics = append(p.Diagnostics, i.refuse(name, why, "import packages of the standard library, gonum, gonum/plot, or the recorders of this module"))
		}
	}
	if p.Diagnostics.Errors() {
		return p, nil
	}
	for _, path := range p.Imports {
		if m := a.Of[path]; m != "" {
			p.Modules[m] = a.Modules[m]
		}
	}
	dir := filepath.Join(o.Cache, "go-program-"+digest(a.key, name, string(code)))
	defer lock(dir)()
	if built, err := load(dir); err == nil {
		return built, nil
	}
	if err := t.make(ctx, &p, name, code, a, dir, o); err != nil {
		return p, err
	}
	return p, nil
}

// make builds in a sandbox and keeps the outcome in dir.
func (t Toolchain) make(ctx context.Context, p *Program, name string, code []byte, a archives, dir string, o Options) error {
	work, err := os.MkdirTemp(o.Cache, "go-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	in, out := filepath.Join(work, "in"), filepath.Join(work, "out")
	for _, d := range []string{in, out} {
		if err := os.Mkdir(d, 0o755); err != nil {
			return err
		}
	}
	if err := errors.Join(
		os.WriteFile(filepath.Join(in, name), code, 0o644),
		os.WriteFile(filepath.Join(in, "importcfg"), a.config(o), 0o644),
	); err != nil {
		return err
	}
	compile := []string{"-o", object, "-p", "main", "-complete", "-pack", "-lang", t.language(), "-trimpath", sandbox.Work + "=>", "-importcfg", "importcfg", name}
	link := []string{"-o", binary, "-importcfg", "importcfg", "-buildmode=exe", "-s", "-w", object}
	for _, step := range []struct {
		tool, made string
		args       []string
	}{{"compile", object, compile}, {"link", binary, link}} {
		outcome, err := t.run(ctx, step.tool, step.args, in, out, step.made, a, o)
		if err != nil {
			return err
		}
		if list := diagnose(name, step.tool, outcome, o); list.Errors() {
			p.Diagnostics = list
			if outcome.Limit != "" {
				return nil // another time it may have more room
			}
			return p.keep(work, dir)
		}
		if err := os.Rename(filepath.Join(out, step.made), filepath.Join(in, step.made)); err != nil {
			return fmt.Errorf("go build: %s left no %s: %w", step.tool, step.made, err)
		}
	}
	if err := errors.Join(os.Chmod(filepath.Join(in, binary), 0o755), os.Rename(filepath.Join(in, binary), filepath.Join(work, binary))); err != nil {
		return err
	}
	return p.keep(work, dir)
}

// Names inside the folder of a build.
const (
	object = "main.a"
	binary = "program"
	report = "program.json"
)

// run runs one tool of the toolchain in a sandbox.
func (t Toolchain) run(ctx context.Context, tool string, args []string, in, out, made string, a archives, o Options) (sandbox.Outcome, error) {
	if o.Time <= 0 {
		o.Time = DefaultTime
	}
	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	return sandbox.Run(ctx, sandbox.Command{
		Path: toolFolder + "/" + tool, Args: args, Env: append([]string{"HOME=/tmp", "TMPDIR=/tmp", "LANG=C.UTF-8", "TZ=UTC", "GOMAXPROCS=2"}, fixed...),
		Binds:  []sandbox.Bind{{Source: filepath.Join(t.Tools, tool), Target: toolFolder + "/" + tool}, {Source: a.folder(o), Target: archiveFolder}},
		Work:   in,
		Output: out, Collect: []string{made},
		Unsafe: o.Unsafe,
	}, sandbox.Limits{Wall: o.Time, CPU: 2 * o.Time, Memory: o.Memory, OutputBytes: maxBinary, Files: maxFiles, Processes: maxProcesses})
}

// Places inside the sandbox of a build.
const (
	toolFolder    = "/go/tool"
	archiveFolder = "/go/archives"
)

// keep moves what was built to its place in the cache, whole or not at all.
func (p *Program) keep(work, dir string) error {
	doc, err := json.Marshal(p)
	if err != nil {
		return err
	}
	done := filepath.Join(work, "done")
	if err := errors.Join(os.Mkdir(done, 0o755), os.WriteFile(filepath.Join(done, report), doc, 0o644)); err != nil {
		return err
	}
	if len(p.Diagnostics) == 0 {
		if err := os.Rename(filepath.Join(work, binary), filepath.Join(done, binary)); err != nil {
			return err
		}
	}
	if err := os.Rename(done, dir); err != nil {
		if _, e := load(dir); e != nil { // unless another process was first
			return err
		}
	}
	kept, err := load(dir)
	if err != nil {
		return err
	}
	*p = kept
	return nil
}

// load reads what was built before.
func load(dir string) (p Program, err error) {
	doc, err := os.ReadFile(filepath.Join(dir, report))
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(doc, &p); err != nil {
		return p, err
	}
	if len(p.Diagnostics) == 0 {
		p.Path = filepath.Join(dir, binary)
		_, err = os.Stat(p.Path)
	}
	return p, err
}

// Command is how a built program is run: its place inside, its whole environment.
type Command struct {
	Path string
	Env  []string
	Bind sandbox.Bind
}

// Command returns the call that runs the program, always in the same locale, time zone,
// number of threads and date.
func (p Program) Command() Command {
	const place = "/program/analysis"
	return Command{
		Path: place,
		Env: []string{
			"HOME=/tmp", "TMPDIR=/tmp", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC",
			"GOMAXPROCS=1", "SOURCE_DATE_EPOCH=1577836800",
		},
		Bind: sandbox.Bind{Source: p.Path, Target: place},
	}
}

func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s\n", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// locks let one goroutine at a time make what belongs at a path.
var locks sync.Map // path -> *sync.Mutex

func lock(path string) (unlock func()) {
	m, _ := locks.LoadOrStore(path, &sync.Mutex{})
	m.(*sync.Mutex).Lock()
	return m.(*sync.Mutex).Unlock
}

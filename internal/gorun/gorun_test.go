package gorun_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/gorun"
	"github.com/assaybench/assay/internal/sandbox"
)

const hello = `package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"gonum.org/v1/gonum/stat"
)

func main() {
	_, file, line, _ := runtime.Caller(0)
	zone, _ := time.Unix(0, 0).Zone()
	fmt.Println(file, line, stat.Mean([]float64{1, 2}, nil), zone, os.Getenv("LANG"), runtime.GOMAXPROCS(0))
}
`

// What is built runs in the sandbox, knows its own lines, and is built once.
func TestBuildAndRun(t *testing.T) {
	o := options(t)
	p := build(t, hello, o)
	if p.Path == "" || p.Modules["gonum.org/v1/gonum"] == "" || !strings.HasPrefix(p.Version, "go1.") || !slices.Contains(p.Imports, "gonum.org/v1/gonum/stat") {
		t.Fatalf("%+v", p)
	}
	call := p.Command()
	out, err := sandbox.Run(t.Context(), sandbox.Command{Path: call.Path, Env: call.Env, Binds: []sandbox.Bind{call.Bind}}, sandbox.Limits{Wall: time.Minute})
	if err != nil || out.Exit != 0 {
		t.Fatalf("%v, exit %d: %s", err, out.Exit, out.Output)
	}
	if got := string(out.Output); got != "analysis.go 13 1.5 UTC C.UTF-8 1\n" {
		t.Errorf("it says %q", got)
	}
	st, err := os.Stat(p.Path)
	if err != nil {
		t.Fatal(err)
	}
	again := build(t, hello, o)
	if now, err := os.Stat(again.Path); err != nil || !os.SameFile(st, now) || !maps.Equal(p.Modules, again.Modules) {
		t.Errorf("it was built again: %v, %+v", err, again)
	}
}

// Without isolation an analysis is built all the same.
func TestUnsafe(t *testing.T) {
	o := options(t)
	o.Cache, o.Unsafe = t.TempDir(), true
	p := build(t, hello, o)
	if p.Path == "" {
		t.Fatal(p.Diagnostics)
	}
	call := p.Command()
	out, err := sandbox.Run(t.Context(), sandbox.Command{Path: call.Path, Env: call.Env, Binds: []sandbox.Bind{call.Bind}, Unsafe: true}, sandbox.Limits{Wall: time.Minute})
	if err != nil || out.Exit != 0 || !strings.Contains(string(out.Output), "1.5 UTC") {
		t.Errorf("%v, exit %d: %s", err, out.Exit, out.Output)
	}
	if p := build(t, "package main\n\nfunc main() { x }\n", o); len(p.Diagnostics) != 1 || p.Diagnostics[0].Line != 3 {
		t.Errorf("%v", p.Diagnostics)
	}
}

// What is wrong with an analysis is told with its place, and is no error of the build.
func TestProblems(t *testing.T) {
	main := "\nfunc main() {}\n"
	for name, c := range map[string]struct {
		code, want string
		line, col  int
	}{
		"syntax":              {"package main\n\nfunc main() {\n", "expected '}'", 3, 15},
		"types":               {"package main\n\nfunc main() {\n\tvar x int = \"a\"\n\t_ = x\n}\n", "cannot use \"a\"", 4, 14},
		"no main":             {"package main\n", "function main is undeclared", 0, 0},
		"another package":     {"package analysis\n" + main, "not main", 1, 9},
		"C":                   {"package main\n\nimport \"C\"\n" + main, "built without C", 3, 8},
		"a module of others":  {"package main\n\nimport _ \"github.com/x/y\"\n" + main, "no package that an analysis may import", 3, 10},
		"our own machinery":   {"package main\n\nimport _ \"github.com/assaybench/assay/oracle\"\n" + main, "no package that", 3, 10},
		"internal":            {"package main\n\nimport _ \"internal/abi\"\n" + main, "internal to", 3, 10},
		"a relative one":      {"package main\n\nimport _ \"./x\"\n" + main, "is no path", 3, 10},
		"one that is nowhere": {"package main\n\nimport _ \"nowhere/at/all\"\n" + main, "not in std", 3, 10},
		"nothing of gonum":    {"package main\n\nimport _ \"gonum.org/v1/gonum/nothing\"\n" + main, "gonum.org/v1/gonum/nothing", 3, 10},
		"linkname":            {"package main\n\nimport _ \"unsafe\"\n\n//go:linkname now time.now\nfunc now()\n" + main, "go:linkname", 5, 1},
		"embed":               {"package main\n\nimport _ \"embed\"\n\n//go:embed /etc/passwd\nvar secret string\n" + main, "go:embed", 5, 1},
		"a body elsewhere":    {"package main\n\nfunc f()\n\nfunc main() { f() }\n", "missing function body", 3, 6},
		"a line of its own":   {"package main\n\n//line /etc/passwd:1\nfunc main() { x }\n", "undefined: x", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := build(t, c.code, options(t))
			if p.Path != "" || len(p.Diagnostics) == 0 {
				t.Fatalf("it was built: %+v", p)
			}
			d := p.Diagnostics[0]
			if d.Code != gorun.CodeBuild || !strings.Contains(d.Message, c.want) || c.line != 0 && (d.File != "analysis.go" || d.Line != c.line || d.Column != c.col) {
				t.Errorf("%v", p.Diagnostics)
			}
		})
	}
}

// A build has limits of its own, and what they ended may be tried again.
func TestLimits(t *testing.T) {
	o := options(t)
	o.Cache = t.TempDir()
	o.Time = time.Millisecond
	code := "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println() }\n"
	p := build(t, code, o)
	if p.Path != "" || len(p.Diagnostics) != 1 || !strings.Contains(p.Diagnostics[0].Message, "limits allow") {
		t.Fatalf("%+v", p)
	}
	o.Time = 0
	if p := build(t, code, o); p.Path == "" {
		t.Errorf("%v", p.Diagnostics)
	}
}

func TestSources(t *testing.T) {
	g := toolchain(t)
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ named, folder, version, want string }{
		"named":                {"../..", t.TempDir(), "", here},
		"of the folder":        {"", ".", "", here},
		"another is no module": {t.TempDir(), ".", "", ""},
		"none":                 {"", t.TempDir(), "v0.0.0-none", ""},
	} {
		got, err := g.Sources(c.named, c.folder, c.version)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if c.named == "" && err != nil && !(errors.Is(err, gorun.ErrNoSources) && strings.Contains(err.Error(), "go mod download")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Sources that are not whole are no fault of the analysis.
func TestBrokenSources(t *testing.T) {
	o := options(t)
	here := o.Source
	copyOf := func(change func(dir string)) gorun.Options {
		dir := t.TempDir()
		for _, name := range []string{"go.mod", "go.sum"} {
			b, err := os.ReadFile(filepath.Join(here, name))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.MkdirAll(filepath.Join(dir, "graph", "trace"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "graph", "trace", "x.go"), []byte("package trace\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		change(dir)
		return gorun.Options{Source: dir, Cache: filepath.Join(t.TempDir(), "cache")}
	}
	write := func(dir, name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		imports string
		change  func(dir string)
		want    string
	}{
		"whole":            {gorun.Module + "/graph/trace", func(string) {}, ""},
		"does not compile": {gorun.Module + "/graph/trace", func(dir string) { write(dir, "graph/trace/x.go", "package trace\n\nvar x = y\n") }, "graph/trace"},
		"no such package":  {gorun.Module + "/spec", func(string) {}, "spec"},
		"not downloaded": {"gonum.org/v1/gonum/stat", func(dir string) {
			write(dir, "go.mod", "module "+gorun.Module+"\n\ngo 1.26.0\n\nrequire gonum.org/v1/gonum v0.1.999\n")
		}, "go mod download"},
		"not required": {"gonum.org/v1/gonum/stat", func(dir string) { write(dir, "go.mod", "module "+gorun.Module+"\n\ngo 1.26.0\n") }, "does not require"},
	} {
		t.Run(name, func(t *testing.T) {
			code := "package main\n\nimport _ \"" + c.imports + "\"\n\nfunc main() {}\n"
			p, err := toolchain(t).Build(t.Context(), "analysis.go", []byte(code), copyOf(c.change))
			if c.want == "" {
				if err != nil || p.Path == "" {
					t.Errorf("%v %v", err, p.Diagnostics)
				}
				return
			}
			if !errors.Is(err, gorun.ErrNoSources) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, %v", err, p.Diagnostics)
			}
		})
	}
}

func TestNoToolchain(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := gorun.Find(t.Context()); !errors.Is(err, gorun.ErrNoGo) || !strings.Contains(err.Error(), "install Go") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := gorun.Find(ctx); !errors.Is(err, context.Canceled) && !errors.Is(err, gorun.ErrNoGo) {
		t.Error(err)
	}
}

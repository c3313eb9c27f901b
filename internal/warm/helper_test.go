package warm_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/pytrace"
	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/internal/warm"
)

// quick is enough for anything that a test runs; a broken test ends soon.
var quick = sandbox.Limits{Wall: time.Minute, CPU: time.Minute, Memory: 1 << 30, OutputBytes: 16 << 20, Files: 200, Processes: 50}

// prepared is the interpreter and its folders, made once for all tests.
type prepared struct {
	pytrace.Interpreter
	dir, fonts, tracer string
}

var python = sync.OnceValues(func() (p prepared, err error) {
	ctx := context.Background()
	places := pytrace.Places{Explicit: os.Getenv("ASSAY_PYTHON"), Folder: filepath.Join("..", "..")}
	if p.Interpreter, err = pytrace.Find(ctx, places); err != nil {
		return p, err
	}
	if p.dir = os.Getenv(shared); p.dir == "" {
		if p.dir, err = os.MkdirTemp("", "warm-"); err != nil {
			return p, err
		}
	}
	if err = os.Chmod(p.dir, 0o755); err != nil {
		return p, err
	}
	if p.fonts, err = p.Prepare(ctx, p.dir); err != nil {
		return p, err
	}
	p.tracer, err = p.Tracer(ctx, p.dir)
	return p, err
})

// shared names the variable with the folder of a process that clears it away itself.
const shared = "ASSAY_WARM_FOLDER"

// loaded is the pool of all tests that load many libraries.
var loaded warm.Pool

func TestMain(m *testing.M) {
	code := m.Run()
	loaded.Close()
	if p, err := python(); err == nil && os.Getenv(shared) == "" {
		os.RemoveAll(p.dir)
	}
	os.Exit(code)
}

// script is a run to make.
type script struct {
	source  string
	data    map[string]string // path in the run's folder -> file of the host
	collect []string
	limits  sandbox.Limits
}

// done is what became of it.
type done struct {
	sandbox.Outcome
	trace []byte
	files map[string]string
}

// command is the call of a script as a verification makes it.
func (s script) command(t testing.TB, trace *[]byte) sandbox.Command {
	t.Helper()
	p, err := python()
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	if err := os.WriteFile(filepath.Join(work, "analysis.py"), []byte(s.source), 0o644); err != nil {
		t.Fatal(err)
	}
	o := pytrace.Options{Script: sandbox.Work + "/analysis.py", TraceFD: sandbox.TraceFD}
	binds := []sandbox.Bind{{Source: p.tracer, Target: pytrace.Root}}
	if p.fonts != "" {
		o.Fonts = "/assay-fonts"
		binds = append(binds, sandbox.Bind{Source: p.fonts, Target: o.Fonts})
	}
	for _, b := range p.Binds() {
		binds = append(binds, sandbox.Bind(b))
	}
	for path, source := range s.data {
		binds = append(binds, sandbox.Bind{Source: source, Target: sandbox.Work + "/" + path})
	}
	call := p.Command(o)
	return sandbox.Command{
		Path: call.Path, Args: call.Args, Env: call.Env, Binds: binds, Work: work, Output: t.TempDir(), Collect: s.collect,
		Trace: func(r io.Reader) { *trace, _ = io.ReadAll(r) },
	}
}

// run makes the run: in a fork of the pool's interpreter, or cold where there is none. A
// warm run that was started cold after all fails the test.
func (s script) run(t testing.TB, pool *warm.Pool) done {
	t.Helper()
	var d done
	c := s.command(t, &d.trace)
	l := s.limits
	if l.Wall == 0 {
		l = quick
	}
	var err error
	if pool == nil {
		d.Outcome, err = sandbox.Run(context.Background(), c, l)
	} else {
		d.Outcome, err = pool.Run(context.Background(), as(c), l, []byte(s.source))
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Isolation.Notes) > 0 {
		t.Errorf("notes %q", d.Isolation.Notes)
	}
	d.files = map[string]string{}
	for _, name := range s.collect {
		if b, err := os.ReadFile(filepath.Join(c.Output, name)); err == nil {
			d.files[name] = string(b)
		}
	}
	return d
}

// good is run for a script that has to end well.
func (s script) good(t testing.TB, pool *warm.Pool) done {
	t.Helper()
	d := s.run(t, pool)
	if d.Exit != 0 || d.Limit != "" {
		t.Fatalf("exit %d %s, limit %q:\n%s", d.Exit, d.Signal, d.Limit, d.Output)
	}
	return d
}

// newPool is a pool that ends with the test.
func newPool(t testing.TB) *warm.Pool {
	p := &warm.Pool{}
	t.Cleanup(p.Close)
	return p
}

// file makes a file of the host that everybody may read.
func file(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
	return path
}

func mark(n int) string { return fmt.Sprintf("%d.%d", n, time.Now().UnixNano()) }

// as is a command that needs nothing made anew.
func as(c sandbox.Command) func() (sandbox.Command, error) {
	return func() (sandbox.Command, error) { return c, nil }
}

package pytrace_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/pytrace"
)

// python is the interpreter of the project with its libraries, and the folders that it
// prepares once for all tests.
var python = sync.OnceValues(func() (prepared, error) {
	ctx := context.Background()
	i, err := pytrace.Find(ctx, pytrace.Places{Environment: os.Getenv("ASSAY_PYTHON"), Folder: filepath.Join("..", "..")})
	if err != nil {
		return prepared{}, err
	}
	if m := i.Missing(); len(m) > 0 {
		return prepared{}, fmt.Errorf("%s lacks %s: make setup installs them into .venv", i.Executable, strings.Join(m, ", "))
	}
	cache, err := os.MkdirTemp("", "pytrace-")
	if err != nil {
		return prepared{}, err
	}
	p := prepared{Interpreter: i, cache: cache}
	if p.fonts, err = i.Prepare(ctx, cache); err != nil {
		return prepared{}, err
	}
	p.tracer, err = i.Tracer(ctx, cache)
	return p, err
})

type prepared struct {
	pytrace.Interpreter
	cache, fonts, tracer string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if p, err := python(); err == nil {
		os.RemoveAll(p.cache)
	}
	os.Exit(code)
}

func interpreter(t testing.TB) prepared {
	t.Helper()
	p, err := python()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// outcome is what a run did.
type outcome struct {
	exit           int
	stdout, stderr string
	trace          *trace.Trace
	cpu            time.Duration
}

// run runs a script of a folder, traced or not.
func run(t testing.TB, dir, script string, traced bool) outcome {
	t.Helper()
	p := interpreter(t)
	o := pytrace.Options{Script: filepath.Join(dir, script), Root: p.tracer, Fonts: p.fonts, Home: filepath.Join(p.cache, "home")}
	if err := os.MkdirAll(o.Home, 0o755); err != nil {
		t.Fatal(err)
	}
	if traced {
		o.TraceFD = 3
	}
	c := p.Command(o)
	if !traced {
		c.Args = []string{"-B", o.Script}
		c.Env = slices.DeleteFunc(c.Env, func(v string) bool { return strings.HasPrefix(v, "PYTHONSAFEPATH=") })
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	cmd.Env, cmd.Dir = c.Env, dir
	var stdout, stderr, lines bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	out := outcome{}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if traced {
		cmd.ExtraFiles = []*os.File{write}
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	if traced {
		if _, err := trace.NewWriter(&lines).Copy(read); err != nil {
			t.Fatal(err)
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	out.exit = cmd.ProcessState.ExitCode()
	out.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	out.stdout, out.stderr = stdout.String(), stderr.String()
	if traced {
		if out.trace, err = trace.Read(&lines); err != nil {
			t.Fatal(err)
		}
		for _, d := range out.trace.Diagnostics {
			t.Errorf("trace: %v", d)
		}
	}
	return out
}

// whole fails the test where the tracer gave up.
func (o outcome) whole(t testing.TB) {
	t.Helper()
	switch {
	case o.trace.End == nil:
		t.Fatalf("the trace has no end\n%s", o.stderr)
	case o.trace.End.Error != "":
		t.Errorf("the tracer gave up: %s", o.trace.End.Error)
	}
}

// script runs a script under the tracer, with data.csv beside it, and wants exit 0.
func script(t testing.TB, source string) (outcome, string) {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, "analysis.py", source)
	data(t, dir)
	o := forked(t, dir, "analysis.py")
	if o.exit != 0 {
		t.Fatalf("exit %d\n%s", o.exit, o.stderr)
	}
	o.whole(t)
	return o, dir
}

func put(t testing.TB, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// data writes data.csv, 33 rows of two groups, and data.json.
func data(t testing.TB, dir string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("g,m\n")
	for i := range 33 {
		fmt.Fprintf(&b, "%c,%v\n", "ab"[i%2], 1+float64(i)*1.25+float64(i%3)/8)
	}
	put(t, dir, "data.csv", b.String())
	put(t, dir, "data.json", `{"rows":[{"m":1.5},{"m":2.75}]}`)
}

// archive reads the scripts of a txtar file.
func archive(t testing.TB, name string) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return a.Files
}

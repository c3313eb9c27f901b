package pytrace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/pytrace"
	"github.com/assaybench/assay/internal/warm"
)

// forks is an interpreter that has loaded the libraries and runs scripts in forks of itself
// (testdata/forks.py), so that each test need not load them. It ends with this process.
type forks struct {
	mu sync.Mutex // one request at a time; runs go on side by side
	in io.WriteCloser
}

var forker = sync.OnceValues(func() (*forks, error) {
	p, err := python()
	if err != nil {
		return nil, err
	}
	c := p.Command(pytrace.Options{Root: p.tracer, Fonts: p.fonts, Home: filepath.Join(p.cache, "home")})
	server, err := filepath.Abs("testdata/forks.py")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(c.Path, "-s", "-P", "-B", server, p.tracer)
	cmd.Env, cmd.Stderr = c.Env, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(p.cache, "home"), 0o755), cmd.Start()); err != nil {
		return nil, err
	}
	go func() { panic(fmt.Sprint("the interpreter that forks has ended: ", cmd.Wait())) }() // no test goes on
	return &forks{in: in}, nil
})

// forked is run under the tracer, in a fork of one interpreter for all tests.
func forked(t testing.TB, dir, script string) outcome {
	t.Helper()
	f, err := forker()
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(dir, script))
	if err != nil {
		t.Fatal(err)
	}
	beside := t.TempDir()
	request := map[string]any{"folder": dir, "script": script, "modules": append([]string{}, warm.Modules(source)...)}
	for _, name := range []string{"stdout", "stderr", "trace", "end"} {
		put(t, beside, name, "")
		request[name] = filepath.Join(beside, name)
	}
	end := filepath.Join(beside, "end")
	if err := os.Remove(end); err != nil {
		t.Fatal(err)
	}
	mkfifo(t, end)
	line, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	f.mu.Lock()
	_, err = f.in.Write(append(line, '\n'))
	f.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	said, err := os.ReadFile(end) // which waits for it
	var over struct {
		Exit int     `json:"exit"`
		CPU  float64 `json:"cpu"`
	}
	if err := errors.Join(err, json.Unmarshal(said, &over)); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		b, err := fs.ReadFile(os.DirFS(beside), name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var lines bytes.Buffer
	if _, err := trace.NewWriter(&lines).Copy(bytes.NewReader(read("trace"))); err != nil {
		t.Fatal(err)
	}
	o := outcome{exit: over.Exit, stdout: string(read("stdout")), stderr: string(read("stderr")), cpu: seconds(over.CPU)}
	if o.trace, err = trace.Read(&lines); err != nil {
		t.Fatal(err)
	}
	for _, d := range o.trace.Diagnostics {
		t.Errorf("trace: %v", d)
	}
	return o
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func mkfifo(t testing.TB, name string) {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
}

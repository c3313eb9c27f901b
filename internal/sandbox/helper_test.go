//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/sandbox"
)

// quick is enough for anything that a test runs; a broken test ends soon.
var quick = sandbox.Limits{Wall: 20 * time.Second, CPU: 10 * time.Second, Memory: 512 << 20, OutputBytes: 8 << 20, Files: 200, Processes: 50}

// system is what a shell and common tools need.
func system() []sandbox.Bind {
	var out []sandbox.Bind
	for _, dir := range []string{"/usr", "/bin", "/lib", "/lib64"} {
		if _, err := os.Stat(dir); err == nil {
			out = append(out, sandbox.Bind{Source: dir, Target: dir})
		}
	}
	return out
}

var interpreter = sync.OnceValues(func() ([2]string, error) {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable); print(sys.base_prefix)").Output()
	exe, prefix, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return [2]string{exe, prefix}, err
})

// python is a command that runs a script with the python3 found on PATH.
func python(t testing.TB, script string) sandbox.Command {
	t.Helper()
	p, err := interpreter()
	if err != nil {
		t.Fatalf("python3 on PATH: %v", err)
	}
	c := shell("")
	c.Path, c.Args = p[0], []string{"-I", "-S", "-c", script}
	under := func(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }
	if !under(p[1], "/usr") {
		c.Binds = append(c.Binds, sandbox.Bind{Source: p[1], Target: p[1]})
	}
	if !under(p[0], "/usr") && !under(p[0], p[1]) {
		c.Binds = append(c.Binds, sandbox.Bind{Source: p[0], Target: p[0]})
	}
	return c
}

func shell(script string) sandbox.Command {
	return sandbox.Command{
		Path: "/bin/sh", Args: []string{"-c", script},
		Env:   []string{"PATH=/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8"},
		Binds: system(),
	}
}

func run(t testing.TB, c sandbox.Command, l sandbox.Limits) sandbox.Outcome {
	t.Helper()
	out, err := sandbox.Run(context.Background(), c, l)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return out
}

// folder makes a host folder with the given files, readable to everybody.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func sandboxRun(c sandbox.Command) (sandbox.Outcome, error) {
	return sandbox.Run(context.Background(), c, quick)
}

// relative turns paths inside into relative ones, for scripts that run without isolation.
func relative(script string) string { return strings.ReplaceAll(script, "/submission/", "") }

// copyOf makes an executable copy that everybody may read.
func copyOf(t testing.TB, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(path, b, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

package warm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/internal/warm"
)

// Nothing of one run is to be seen by another, nor does it reach the interpreter.
func TestRunsDoNotMeet(t *testing.T) {
	pool := newPool(t)
	spoil := script{source: `
import builtins, os, sys, json, gc
json.dumps = lambda *a, **k: "spoilt"
builtins.len = lambda x: 7
sys.modules["statistics"] = None
os.environ["LEFT"] = "x"
for d in ("/submission", "/tmp", "/dev/shm"):
    open(d + "/left", "w").write("x")
for fd in range(3, 1024):
    try: os.write(fd, b'{"error": "forged"}')
    except OSError: pass
for o in gc.get_objects():
    if type(o).__name__ == "Kept": o.modules.clear(); o.needs.clear()
print(id(sys))
`, limits: quick}
	look := script{source: `
import json, os, sys
import statistics
print(id(sys), json.dumps([len([1, 2]), "LEFT" in os.environ] + [os.path.exists(d + "/left") for d in ("/submission", "/tmp", "/dev/shm")]))
`}
	first := spoil.good(t, pool)
	second := look.good(t, pool)
	place := strings.TrimSpace(string(first.Output))
	if got := strings.TrimSpace(string(second.Output)); got != place+" [2, false, false, false, false]" {
		t.Errorf("%q, want the state of the same interpreter as %s", got, place)
	}
}

func TestParallelRunsDoNotMeet(t *testing.T) {
	pool := newPool(t)
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			d := script{source: fmt.Sprintf(`
import os, signal, time
for f in ("/tmp/mark", "/submission/mark", "/dev/shm/mark"): open(f, "w").write("%[1]d")
time.sleep(0.5)
try: os.kill(-1, signal.SIGKILL)
except ProcessLookupError: pass
print([open(f).read() for f in ("/tmp/mark", "/submission/mark", "/dev/shm/mark")], len([p for p in os.listdir("/proc") if p.isdigit()]))
`, i)}.run(t, pool)
			if want := fmt.Sprintf("['%[1]d', '%[1]d', '%[1]d'] 1\n", i); d.Exit != 0 || string(d.Output) != want {
				t.Errorf("run %d: exit %d %s: %s", i, d.Exit, d.Signal, d.Output)
			}
		})
	}
	group.Wait()
}

// Forks draw other random numbers than each other, as fresh interpreters do.
func TestRandomNumbers(t *testing.T) {
	source := "import random, secrets, uuid, tempfile\nprint(random.random(), secrets.token_hex(4), uuid.uuid4(), tempfile.mktemp())\n"
	if os.Getenv(rerun) == "" {
		source += "import numpy as np\nprint(np.random.rand(), np.random.default_rng().random(), np.random.get_state()[1][0])\n"
	}
	pool, seen := newPool(t), map[string]bool{}
	for range 3 {
		words := strings.Fields(string(script{source: source}.good(t, pool).Output))
		for _, w := range words {
			if seen[w] {
				t.Errorf("%s twice", w)
			}
			seen[w] = true
		}
		if len(words) < 4 {
			t.Errorf("only %q", words)
		}
	}
}

// A module that the run itself writes comes before an installed one of that name.
func TestOwnModuleComesFirst(t *testing.T) {
	source := "open('numpy.py', 'w').write('mine = 3\\n')\nimport numpy\nprint(numpy.mine)\n"
	pool := newPool(t)
	for _, p := range []*warm.Pool{nil, pool, pool} {
		if d := (script{source: source}).good(t, p); string(d.Output) != "3\n" {
			t.Errorf("%s", d.Output)
		}
	}
}

func TestEnds(t *testing.T) {
	pool := newPool(t)
	for name, tt := range map[string]struct {
		source        string
		exit          int
		signal, limit string
		change        func(*sandbox.Limits)
	}{
		"exit":      {source: "import sys\nsys.exit(3)", exit: 3},
		"error":     {source: "1 / 0", exit: 1},
		"signal":    {source: "import os\nos.kill(os.getpid(), 11)", exit: 139, signal: "SIGSEGV"},
		"os._exit":  {source: "import os\nos._exit(4)", exit: 4},
		"atexit":    {source: "import atexit, os\natexit.register(lambda: os._exit(9))", exit: 9},
		"wall":      {source: "import time\ntime.sleep(60)", limit: "wall", change: func(l *sandbox.Limits) { l.Wall = 700 * time.Millisecond }},
		"cpu":       {source: "while True: pass", limit: "cpu", change: func(l *sandbox.Limits) { l.CPU = 300 * time.Millisecond }},
		"memory":    {source: "x = []\nwhile True: x.append(bytearray(b'x') * (16 << 20))", limit: "memory", change: func(l *sandbox.Limits) { l.Memory = 256 << 20 }},
		"output":    {source: "f = open('x', 'wb')\nwhile True: f.write(b'x' * (1 << 20))", limit: "output", change: func(l *sandbox.Limits) { l.OutputBytes = 4 << 20 }},
		"files":     {source: "for i in range(100000): open(f'f{i}', 'w').close()", limit: "output", change: func(l *sandbox.Limits) { l.Files = 50 }},
		"processes": {source: "import os, time\nfor i in range(40):\n    if os.fork() == 0: time.sleep(60)\ntime.sleep(60)", limit: "processes", change: func(l *sandbox.Limits) { l.Processes = 12 }},
	} {
		t.Run(name, func(t *testing.T) {
			s := script{source: tt.source, limits: quick}
			if tt.change != nil {
				tt.change(&s.limits)
			}
			d := s.run(t, pool)
			if d.Limit != tt.limit || tt.limit == "" && (d.Exit != tt.exit || d.Signal != tt.signal) {
				t.Errorf("exit %d %s, limit %q:\n%s", d.Exit, d.Signal, d.Limit, d.Output)
			}
			if d.CPU <= 0 && name == "cpu" || d.Peak <= 0 && name == "memory" {
				t.Errorf("CPU %v, peak %d", d.CPU, d.Peak)
			}
		})
	}
}

// What a run wrote before a limit ended it comes out, and the tail of what it printed.
func TestCollects(t *testing.T) {
	d := script{source: "import os\nopen('a.json', 'w').write('early')\nos.symlink('/etc/passwd', 'b.json')\nprint('said', flush=True)\nwhile True: pass",
		collect: []string{"a.json", "b.json"}, limits: sandbox.Limits{Wall: time.Minute, CPU: 300 * time.Millisecond}}.run(t, newPool(t))
	if d.files["a.json"] != "early" || len(d.files) != 1 || len(d.Refused) != 1 || !strings.HasPrefix(string(d.Output), "said\n") {
		t.Errorf("%v, refused %v, %s", d.files, d.Refused, d.Output)
	}
}

// marked lists processes of this machine that have a text in their command line.
func marked(t *testing.T, mark string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(files) == 0 {
		t.Fatalf("no processes to look at: %v", err)
	}
	var out []string
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil && bytes.Contains(text, []byte(mark)) {
			out = append(out, f+": "+strings.ReplaceAll(string(text), "\x00", " "))
		}
	}
	return out
}

func eventually(t *testing.T, mark string, alive bool) {
	t.Helper()
	for range 500 {
		if len(marked(t, mark)) > 0 == alive {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("processes %v", marked(t, mark))
}

const daemon = `
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: os.execv(%[2]q, [%[2]q, "-c", "import time; time.sleep(99)", %[1]q])
    os._exit(0)
os.wait()
time.sleep(0.3)
`

func daemonScript(t *testing.T, m, then string) string {
	t.Helper()
	p, err := python()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(daemon, m, p.Executable) + then
}

func TestDaemonDies(t *testing.T) {
	m := mark(71)
	script{source: daemonScript(t, m, "")}.good(t, newPool(t))
	if left := marked(t, m); len(left) > 0 {
		t.Errorf("still alive: %v", left)
	}
}

func TestCancelEndsTheTree(t *testing.T) {
	pool, m := newPool(t), mark(81)
	s := script{source: daemonScript(t, m, "time.sleep(60)")}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		eventually(t, m, true)
		cancel()
	}()
	var trace []byte
	if _, err := pool.Run(ctx, as(s.command(t, &trace)), quick, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	eventually(t, m, false)
	script{source: "print(1)"}.good(t, pool) // of the same pool
}

// With the process that owns the interpreter, it ends, and all that runs in it.
func TestOwnerDies(t *testing.T) {
	if m := os.Getenv("MARK"); m != "" {
		script{source: daemonScript(t, m, "time.sleep(60)")}.good(t, newPool(t))
		return
	}
	p, err := python()
	if err != nil {
		t.Fatal(err)
	}
	m := mark(91)
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestOwnerDies$")
	cmd.Env = append(os.Environ(), "MARK="+m, shared+"="+p.dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, m, true)
	owner := fmt.Sprint(cmd.Process.Pid)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	eventually(t, m, false)
	left, _ := filepath.Glob("/sys/fs/cgroup/*/assay-" + owner + "-*")
	deeper, _ := filepath.Glob("/sys/fs/cgroup/*/*/*/assay-" + owner + "-*")
	for _, dir := range append(left, deeper...) {
		_ = syscall.Rmdir(dir) // empty; a later run would sweep them
	}
}

// Everything holds for an ordinary user: the tests run once more as nobody, with the
// system's Python.
func TestUnprivileged(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		return
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^Test", "-test.timeout=120s")
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TMPDIR=/tmp", "HOME=/tmp", "ASSAY_PYTHON=/usr/bin/python3", rerun + "=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	text, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(text, []byte("PASS")) || bytes.Contains(text, []byte("no tests")) {
		t.Errorf("as nobody: %v\n%s", err, text)
	}
}

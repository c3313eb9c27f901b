//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/sandbox"
)

func TestExit(t *testing.T) {
	for name, tt := range map[string]struct {
		script string
		exit   int
		signal string
	}{
		"zero":                   {"exit 0", 0, ""},
		"three":                  {"exit 3", 3, ""},
		"E11 words do not count": {"echo 'Error: convergence failed for 1 of 200 fits' >&2", 0, ""},
		"not found inside":       {"/no/such/program", 127, ""},
		"not executable":         {"/etc/passwd", 126, ""},
		"the sandbox's own":      {"exit 1", 1, ""},
		"segmentation":           {"kill -SEGV $$", 139, "SIGSEGV"},
		"killed by itself":       {"kill -KILL $$", 137, "SIGKILL"},
		"terminated":             {"kill -TERM $$", 143, "SIGTERM"},
	} {
		t.Run(name, func(t *testing.T) {
			out := run(t, shell(tt.script), quick)
			if out.Exit != tt.exit || out.Signal != tt.signal || out.Limit != "" {
				t.Errorf("exit %d, signal %q, limit %q; want %d, %q and none\n%s", out.Exit, out.Signal, out.Limit, tt.exit, tt.signal, out.Output)
			}
		})
	}
}

// What keeps a run from coming about is an error, never a failed program.
func TestNoRunIsAnError(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*sandbox.Command)
		want   string
	}{
		"program missing": {func(c *sandbox.Command) { c.Path = "/usr/bin/no-such-program" }, "no-such-program"},
		"source missing":  {func(c *sandbox.Command) { c.Binds = append(c.Binds, sandbox.Bind{Source: "/no/such", Target: "/x"}) }, "/no/such"},
		"work missing":    {func(c *sandbox.Command) { c.Work = "/no/such/work" }, "/no/such/work"},
		"relative":        {func(c *sandbox.Command) { c.Path = "sh" }, "absolute"},
		"over /proc":      {func(c *sandbox.Command) { c.Binds = append(c.Binds, sandbox.Bind{Source: "/usr", Target: "/proc/x"}) }, "/proc"},
		"H20 output path": {func(c *sandbox.Command) { c.Collect, c.Output = []string{"../../etc/passwd"}, "/tmp" }, "plain file name"},
		"no read-only":    {func(c *sandbox.Command) { c.WorkReadOnly = []string{"nothing"} }, "nothing"},
		"inside a bind": {func(c *sandbox.Command) {
			c.Binds = append(c.Binds, sandbox.Bind{Source: "/usr/bin", Target: "/usr/new/place"})
		}, "/usr/new/place"},
		"through a link": {func(c *sandbox.Command) {
			c.Binds = append(c.Binds, sandbox.Bind{Source: "/usr/bin", Target: "/dev/fd/x"})
		}, "/dev"},
	} {
		t.Run(name, func(t *testing.T) {
			c := shell("exit 0")
			tt.change(&c)
			_, err := sandbox.Run(context.Background(), c, quick)
			if err == nil || errors.Is(err, sandbox.ErrUnavailable) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
		})
	}
}

// marked lists processes of the host whose command line holds the mark.
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

// Starting is a chain of processes that wait for each other; it holds under load.
func TestManyRuns(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 6 {
				if out, err := sandboxRun(shell("echo fine")); err != nil || string(out.Output) != "fine\n" {
					t.Errorf("%v, exit %d: %s", err, out.Exit, out.Output)
				}
			}
		})
	}
	group.Wait()
}

const daemon = `
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execv("/bin/sh", ["sh", "-c", "trap '' TERM HUP INT; sleep %[1]s; sleep %[1]s"])
    os._exit(0)
os.wait()
time.sleep(0.2)
print("started", flush=True)
`

func TestDaemonDies(t *testing.T) {
	for _, unsafe := range []bool{false, true} {
		mark := fmt.Sprintf("71000.%d", time.Now().UnixNano())
		c := python(t, fmt.Sprintf(daemon, mark))
		c.Unsafe = unsafe
		out := run(t, c, quick)
		if out.Exit != 0 || string(out.Output) != "started\n" {
			t.Fatalf("unsafe %v: exit %d: %s", unsafe, out.Exit, out.Output)
		}
		if left := marked(t, mark); len(left) > 0 {
			t.Errorf("unsafe %v: still alive: %v", unsafe, left)
		}
	}
}

func TestE02_CancelEndsTheTree(t *testing.T) {
	for _, unsafe := range []bool{false, true} {
		mark := fmt.Sprintf("81000.%d", time.Now().UnixNano())
		c := python(t, fmt.Sprintf(daemon, mark)+"time.sleep(60)")
		c.Unsafe = unsafe
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			for range 500 {
				if len(marked(t, mark)) > 1 { // the shell and what it has started, beside python
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			cancel()
		}()
		begin := time.Now()
		_, err := sandbox.Run(ctx, c, quick)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("unsafe %v: error %v", unsafe, err)
		}
		if d := time.Since(begin); d > 8*time.Second {
			t.Errorf("unsafe %v: took %v", unsafe, d)
		}
		if left := marked(t, mark); len(left) > 0 {
			t.Errorf("unsafe %v: still alive: %v", unsafe, left)
		}
	}
}

// When the process that called Run is killed, nobody is left to end the run but itself.
func TestCallerDies(t *testing.T) {
	if mark := os.Getenv("MARK"); mark != "" {
		run(t, shell("sleep "+mark+"; true"), quick)
		return
	}
	mark := fmt.Sprintf("91000.%d", time.Now().UnixNano())
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestCallerDies$")
	cmd.Env = append(os.Environ(), "MARK="+mark)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	wait := func(alive bool) bool {
		for range 500 {
			if len(marked(t, mark)) > 0 == alive {
				return true
			}
			time.Sleep(10 * time.Millisecond)
		}
		return false
	}
	if !wait(true) {
		t.Error("the run has not started")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if !wait(false) {
		t.Errorf("still alive: %v", marked(t, mark))
	}
	// Its control groups are empty and stay until a later run sweeps them; not so long here.
	for _, pattern := range []string{"/sys/fs/cgroup/*/", "/sys/fs/cgroup/*/*/", "/sys/fs/cgroup/*/*/*/"} {
		left, _ := filepath.Glob(fmt.Sprintf("%sassay-%d-*", pattern, cmd.Process.Pid))
		for _, dir := range left {
			if err := syscall.Rmdir(dir); err != nil {
				t.Errorf("%s: %v", dir, err)
			}
		}
	}
}

func TestTrace(t *testing.T) {
	t.Run("all of it, also from children", func(t *testing.T) {
		c := shell("echo one >&3; (echo two >&3); sh -c 'echo three >&3' & wait")
		var got []byte
		c.Trace = func(r io.Reader) { got, _ = io.ReadAll(r) }
		if out := run(t, c, quick); out.Exit != 0 || string(got) != "one\ntwo\nthree\n" {
			t.Errorf("exit %d, trace %q, output %s", out.Exit, got, out.Output)
		}
	})
	t.Run("cut off when a daemon holds it", func(t *testing.T) {
		c := shell("(sleep 100; echo late >&3) & echo first >&3")
		var got []byte
		c.Trace = func(r io.Reader) { got, _ = io.ReadAll(r) }
		if out := run(t, c, quick); out.Exit != 0 || string(got) != "first\n" || out.Wall > 10*time.Second {
			t.Errorf("exit %d after %v, trace %q", out.Exit, out.Wall, got)
		}
	})
	t.Run("a reader that stops does not stop the run", func(t *testing.T) {
		c := shell("head -c 1000000 /dev/zero >&3 && echo written")
		c.Trace = func(r io.Reader) { _, _ = r.Read(make([]byte, 10)) }
		if out := run(t, c, quick); string(out.Output) != "written\n" {
			t.Errorf("exit %d: %s", out.Exit, out.Output)
		}
	})
	t.Run("none", func(t *testing.T) {
		if out := run(t, shell("(echo x >&3) 2>/dev/null || echo closed"), quick); string(out.Output) != "closed\n" {
			t.Errorf("output %q", out.Output)
		}
	})
}

func TestOutputIsTheTail(t *testing.T) {
	out := run(t, shell("head -c 300000 /dev/zero; echo; echo last >&2"), quick)
	if len(out.Output) != sandbox.OutputTail || !bytes.HasSuffix(out.Output, []byte("\x00\nlast\n")) {
		t.Errorf("%d bytes, ending in %q", len(out.Output), out.Output[max(0, len(out.Output)-8):])
	}
}

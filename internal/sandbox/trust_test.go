//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/internal/sandbox/reexec"
)

// Where something else listens to the system calls of this process already, a run is
// isolated as ever, but not watched, and the report says so.
func TestH24_NoListenerIsSaid(t *testing.T) {
	if os.Getenv("LISTENED") == "" {
		cmd := exec.Command("/proc/self/exe", "-test.run=^TestH24_NoListenerIsSaid$", "-test.v")
		cmd.Env = append(os.Environ(), "LISTENED=1")
		if text, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(text), "--- PASS: TestH24_NoListenerIsSaid") {
			t.Errorf("%v\n%s", err, text)
		}
		return
	}
	runtime.LockOSThread() // never unlocked: the thread ends with its filter
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	code := []unix.SockFilter{{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}}
	prog := unix.SockFprog{Len: 1, Filter: &code[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		t.Fatal(errno)
	}
	c := shell("echo x > /submission/f; cat /submission/f; grep Seccomp: /proc/self/status")
	c.Watch = func(s sandbox.Seen) { t.Errorf("seen %v", s) }
	out, err := sandbox.Run(context.Background(), c, quick)
	if err != nil || string(out.Output) != "x\nSeccomp:\t2\n" {
		t.Errorf("%v: %s", err, out.Output)
	}
	note := strings.Join(out.Isolation.Notes, "\n")
	if out.Watch.On || slices.Contains(out.Isolation.Mechanisms, "watch") || !strings.Contains(note, "nothing was seen from outside: ") || !out.Isolation.Isolated {
		t.Errorf("%+v %+v", out.Watch, out.Isolation)
	}
}

// A run sees the environment that it is given, and nothing of the host's.
func TestEnvironmentIsWhole(t *testing.T) {
	t.Setenv("SECRET_TOKEN", "x")
	c := python(t, "import os; print(sorted(os.environb.items())); print(open('/proc/self/environ', 'rb').read())")
	c.Env = []string{"LC_ALL=C.UTF-8", "A=1"}
	if got, want := string(run(t, c, quick).Output), "[(b'A', b'1'), (b'LC_ALL', b'C.UTF-8')]\nb'LC_ALL=C.UTF-8\\x00A=1\\x00'\n"; got != want {
		t.Errorf("environment %q, want %q", got, want)
	}
}

// Limits of single processes stand behind those of the tree, and cannot be raised.
func TestLimitsOfEachProcess(t *testing.T) {
	t.Parallel()
	out := run(t, python(t, `
import resource as r
for name, most in (("CORE", 0), ("CPU", 12), ("FSIZE", 9 << 20), ("NOFILE", 1024), ("MEMLOCK", 64 << 10), ("NPROC", 164)):
    which = getattr(r, "RLIMIT_" + name)
    soft, hard = r.getrlimit(which)
    if not (0 <= soft <= most and 0 <= hard <= most):
        print("WIDE", name, soft, hard)
    try:
        r.setrlimit(which, (hard + 1, hard + 1))
        print("RAISED", name)
    except (ValueError, OSError):
        pass
if r.getrlimit(r.RLIMIT_AS)[1] < 0: print("WIDE AS")
`), quick)
	if out.Exit != 0 || len(out.Output) > 0 {
		t.Errorf("exit %d: %s", out.Exit, out.Output)
	}
}

// Landlock holds by itself what the namespaces hold too: no listening on TCP, nothing new
// but in the run's own folders.
func TestLandlockHolds(t *testing.T) {
	t.Parallel()
	abi := reexec.LandlockABI()
	out := run(t, python(t, `
import errno, os, socket
def attempt(what, f):
    try:
        f()
        print(what, "done")
    except OSError as e:
        print(what, errno.errorcode[e.errno])
attempt("bind", lambda: socket.socket().bind(("127.0.0.1", 8080)))
attempt("connect", lambda: socket.socket().connect(("127.0.0.1", 8080)))
attempt("device", lambda: os.open("/dev/full", os.O_RDONLY) and None)
attempt("make", lambda: os.mkfifo("/submission/pipe"))
attempt("socket", lambda: socket.socket(socket.AF_UNIX).bind("/tmp/s"))
`), quick)
	want := "device done\nmake done\nsocket done\n"
	switch {
	case abi >= 4:
		want = "bind EACCES\nconnect EACCES\n" + want
	default:
		want = "bind EADDRNOTAVAIL\nconnect ENETUNREACH\n" + want
	}
	if string(out.Output) != want || slices.Contains(out.Isolation.Mechanisms, "landlock") != (abi > 0) {
		t.Errorf("Landlock %d, %v:\n%s", abi, out.Isolation.Mechanisms, out.Output)
	}
}

// No process of a run that was out of time lives a second later, however it tried.
func TestE02_NothingSurvivesItsTime(t *testing.T) {
	t.Parallel()
	for _, unsafe := range []bool{false, true} {
		mark := fmt.Sprintf("61000.%d", time.Now().UnixNano())
		c := python(t, fmt.Sprintf(daemon, mark)+`
import signal
for s in range(1, 32):
    try: signal.signal(s, signal.SIG_IGN)
    except OSError: pass
while True:
    try:
        if os.fork() == 0:
            os.setsid()
            os.execv("/bin/sh", ["sh", "-c", "trap '' TERM HUP INT; sleep `+mark+`; sleep `+mark+`"])
        time.sleep(0.05)
    except OSError: pass
`)
		c.Unsafe = unsafe
		l := quick
		l.Wall = 800 * time.Millisecond
		out := run(t, c, l)
		if out.Limit != "wall" {
			t.Errorf("unsafe %v: limit %q, exit %d: %s", unsafe, out.Limit, out.Exit, out.Output)
		}
		time.Sleep(time.Second)
		if left := marked(t, mark); len(left) > 0 {
			t.Errorf("unsafe %v: still alive: %v", unsafe, left)
		}
	}
}

// Two runs at once share no process, file, socket, memory or signal, not even where both
// belong to one user.
func TestParallelRunsShareNothing(t *testing.T) {
	t.Parallel()
	script := `
import ctypes, os, signal, socket, sys, time
me = sys.argv[1]
open("/tmp/mark" + me, "w").close(); open("/dev/shm/mark" + me, "w").close(); open("/submission/mark" + me, "w").close()
s = socket.socket(socket.AF_UNIX); s.bind("\0mark" + me)
u = socket.socket(socket.AF_UNIX); u.bind("/tmp/sock" + me)
time.sleep(0.5)  # both are there now
other = "2" if me == "1" else "1"
for d in ("/tmp", "/dev/shm", "/submission"):
    if os.path.exists(f"{d}/mark{other}"): print("SEES", d)
for address in ("\0mark" + other, "/tmp/sock" + other):
    try:
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect(address)
        print("REACHES", address)
    except OSError: pass
for pid in os.listdir("/proc"):
    if pid.isdigit() and int(pid) != os.getpid():
        try:
            print("PROCESS", pid, open(f"/proc/{pid}/cmdline").read())
        except OSError: pass
try:
    os.kill(-1, signal.SIGTERM)
except OSError: pass
print("end", me)
`
	var group sync.WaitGroup
	for _, me := range []string{"1", "2"} {
		group.Go(func() {
			c := python(t, script)
			c.Args = append(c.Args, me)
			out, err := sandbox.Run(context.Background(), c, quick)
			if err != nil || string(out.Output) != "end "+me+"\n" {
				t.Errorf("run %s: %v, exit %d %s:\n%s", me, err, out.Exit, out.Signal, out.Output)
			}
		})
	}
	group.Wait()
}

// A caller that gives up on a watched run is not held up by it.
func TestCancelOfWatchedRun(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	c := python(t, "import os\nwhile True: os.close(os.open('/submission', os.O_RDONLY))")
	c.Watch = func(sandbox.Seen) {}
	begin := time.Now()
	if _, err := sandbox.Run(ctx, c, quick); !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) > 10*time.Second {
		t.Errorf("error %v after %v", err, time.Since(begin))
	}
}

//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/sandbox"
)

// watch runs a command and returns what was seen of it.
func watch(t testing.TB, c sandbox.Command, l sandbox.Limits) ([]sandbox.Seen, sandbox.Outcome) {
	t.Helper()
	var seen []sandbox.Seen
	c.Watch = func(s sandbox.Seen) { seen = append(seen, s) }
	out := run(t, c, l)
	if !out.Watch.On || out.Watch.Why != "" || !slices.Contains(out.Isolation.Mechanisms, "watch") {
		t.Fatalf("not watched: %+v %+v\n%s", out.Watch, out.Isolation, out.Output)
	}
	return seen, out
}

// lines are what was seen, without numbers of processes.
func lines(seen []sandbox.Seen) string {
	var b strings.Builder
	for _, s := range seen {
		fmt.Fprintf(&b, "%s %s", s.Op, s.Path)
		for _, part := range []struct{ before, text string }{{" -> ", s.To}, {" ", s.Mode}, {" ", s.Err}} {
			if part.text != "" {
				b.WriteString(part.before + part.text)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestSeenFromOutside(t *testing.T) {
	t.Parallel()
	data := folder(t, map[string]string{"d.csv": "a\n1\n"})
	for name, tt := range map[string]struct{ script, want string }{
		"files": {`
import os
open("data/d.csv").read()
open("data/d.csv").read()
open("/submission/data/../data/d.csv").read()
os.symlink("data/d.csv", "link"); open("link").read()
open("out.json", "w").write("{}"); open("out.json", "a").close(); open("out.json", "r+").close()
os.replace("out.json", "final.json"); os.link("final.json", "twin.json"); os.unlink("twin.json"); os.truncate("final.json", 1)
os.mkdir("sub"); os.chdir("sub"); open("x", "w").close(); os.chdir("..")
d = os.open("sub", os.O_RDONLY); os.close(os.open("x", os.O_RDONLY, dir_fd=d)); os.unlink("x", dir_fd=d); os.rmdir("sub")
open("/tmp/t", "x").close()
os.listdir("data")
`, `
read data/d.csv r
link data/d.csv -> link
read link -> data/d.csv r
write out.json w
write out.json a
write out.json rw
rename out.json -> final.json
link final.json -> twin.json
unlink twin.json
write final.json w
write sub/x w
open sub r
read sub/x r
unlink sub/x
unlink sub
write /tmp/t w
open data
`},
		"refused": {`
import os
def attempt(path, flags=os.O_RDONLY):
    try: os.close(os.open(path, flags, 0o644))
    except OSError as e: pass
attempt("hidden/spec.json"); attempt("../gold"); attempt("/secret/hidden"); attempt("/secret/../home/x")
attempt("data/d.csv", os.O_RDWR); attempt("data/new", os.O_WRONLY | os.O_CREAT); attempt("/usr/new", os.O_WRONLY | os.O_CREAT)
attempt("/proc/self/mem", os.O_RDWR); attempt("/proc/1/mem"); attempt("/proc/self/environ"); attempt("/proc/self/maps"); attempt("/proc/cpuinfo")
attempt(f"/proc/{os.getpid()}/mem"); attempt("/proc/self/task/%d/mem" % os.getpid()); attempt("/proc/self/root/submission/data/d.csv"); attempt("/proc/self/cwd/data/d.csv")
d = os.open("data/d.csv", os.O_RDONLY); attempt(f"/proc/self/fd/{d}"); attempt(f"/dev/fd/{d}"); attempt("/dev/null"); attempt("/dev/sda")
attempt("/etc/shadow"); attempt("/etc/hosts"); attempt("/sys/devices/system/cpu/online")
`, `
read hidden/spec.json r ENOENT
read /gold r ENOENT
read /secret/hidden r ENOENT
read /home/x r ENOENT
write data/d.csv rw EROFS
write data/new w EROFS
write /usr/new w EROFS
write /proc/self/mem rw
read /proc/1/mem r
read /proc/self/environ r
read /proc/self/mem r
read /proc/self/root/submission/data/d.csv -> data/d.csv r
read /proc/self/cwd/data/d.csv -> data/d.csv r
read data/d.csv r
read /proc/self/fd/3 -> data/d.csv r
read /dev/fd/3 -> data/d.csv r
read /dev/sda r ENOENT
read /etc/shadow r ENOENT
`},
		"programs": {`
import os, subprocess
subprocess.run(["/bin/sh", "-c", "exec cat data/d.csv > copy"])
try: os.execv("/opt/none", ["none"])
except OSError: pass
`, `
exec /bin/sh
write copy w
exec /bin/cat
read data/d.csv r
exec /opt/none ENOENT
`},
		"network": {`
import socket
for family, to in ((socket.AF_INET, ("127.0.0.1", 80)), (socket.AF_INET6, ("::1", 443)), (socket.AF_UNIX, "/tmp/s"), (socket.AF_UNIX, "\0abstract")):
    try: socket.socket(family).connect(to)
    except OSError: pass
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
try: u.sendto(b"x", ("192.0.2.1", 53))
except OSError: pass
a, b = socket.socketpair(); a.send(b"x")
try: socket.socket(40, socket.SOCK_STREAM)
except OSError: pass
`, `
socket inet
connect 127.0.0.1:80
socket inet6
connect [::1]:443
connect unix:/tmp/s
connect unix:@abstract
connect 192.0.2.1:53 send
call socket of family 40 EAFNOSUPPORT
`},
		"children and threads": {`
import os, threading
t = threading.Thread(target=lambda: open("a", "w").close()); t.start(); t.join()
if os.fork() == 0:
    if os.fork() == 0:
        open("b", "w").close(); os._exit(0)
    os.wait(); os._exit(0)
os.wait()
`, "\nwrite a w\nwrite b w\n"},
	} {
		t.Run(name, func(t *testing.T) {
			c := python(t, tt.script)
			c.Binds = append(c.Binds, sandbox.Bind{Source: data, Target: "/submission/data"})
			seen, out := watch(t, c, quick)
			if out.Exit != 0 {
				t.Errorf("exit %d: %s", out.Exit, out.Output)
			}
			got := lines(seen)
			if name == "programs" { // a shell looks for cat in one folder after the other, links of which differ
				got = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(got, " -> /usr/bin/cat", ""), "/usr/bin/cat", "/bin/cat"), " -> /usr/bin/dash", "")
				got = strings.ReplaceAll(got, " -> /bin/dash", "")
			}
			if diff := cmp.Diff(tt.want, "\n"+got); diff != "" {
				t.Errorf("seen (-want +got):\n%s", diff)
			}
			if out.Watch.Library == 0 || out.Watch.Calls < out.Watch.Library+int64(len(seen)) || out.Watch.Dropped != 0 {
				t.Errorf("sums %+v", out.Watch)
			}
			for _, s := range seen {
				if s.PID < 2 || s.PID > 60 {
					t.Errorf("process %d of %v", s.PID, s)
				}
			}
		})
	}
}

// A flood is bounded and counted, and what was declared is told all the same.
func TestFloodIsBounded(t *testing.T) {
	t.Parallel()
	data := folder(t, map[string]string{"d.csv": "a\n1\n"})
	c := python(t, `
import os
for i in range(6000):
    try: open(f"no/{i}")
    except OSError: pass
for i in range(100): os.close(os.open("data", os.O_RDONLY))
open("data/d.csv").read()
open("out.json", "w").write("{}")
`)
	c.Binds = append(c.Binds, sandbox.Bind{Source: data + "/d.csv", Target: "/submission/data/d.csv"})
	c.Output, c.Collect = t.TempDir(), []string{"out.json"}
	seen, out := watch(t, c, quick)
	if out.Exit != 0 || len(seen) > 5000 || out.Watch.Dropped < 1000 || !strings.HasSuffix(lines(seen), "read data/d.csv r\nwrite out.json w\n") {
		t.Errorf("exit %d, %d seen, %+v; the last are %s%s", out.Exit, len(seen), out.Watch, lines(seen[max(0, len(seen)-3):]), out.Output)
	}
}

// Addresses that lead nowhere fail in the run, and end nothing here.
func TestWildPointers(t *testing.T) {
	t.Parallel()
	at := "257"
	if arm() {
		at = "56"
	}
	seen, out := watch(t, python(t, `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for address in (0, 1, 2**63, 2**64 - 1, 4096):
    r = libc.syscall(`+at+`, -100, ctypes.c_ulong(address), 0)
    print(r, ctypes.get_errno())
buffer = ctypes.create_string_buffer(b"x" * 10000)
print(libc.syscall(`+at+`, -100, buffer, 0), ctypes.get_errno())
print(open("/submission/end", "w").write("x"))
`), quick)
	if want := strings.Repeat("-1 14\n", 5) + "-1 36\n1\n"; string(out.Output) != want || !strings.HasSuffix(lines(seen), "write end w\n") {
		t.Errorf("exit %d:\n%s%s", out.Exit, out.Output, lines(seen))
	}
}

// A run that makes itself unreadable is still read; one that ends in the midst ends.
func TestWatchHolds(t *testing.T) {
	t.Parallel()
	seen, _ := watch(t, python(t, `
import ctypes
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
open("made", "w").close()
`), quick)
	if got := lines(seen); got != "write made w\n" {
		t.Errorf("unreadable: %s", got)
	}
	l := quick
	l.Wall = 500e6
	_, out := watch(t, python(t, `
import os, threading
for i in range(4):
    if os.fork() == 0:
        while True: os.close(os.open("/submission", os.O_RDONLY))
while True: os.close(os.open("/tmp", os.O_RDONLY))
`), l)
	if out.Limit != "wall" {
		t.Errorf("limit %q", out.Limit)
	}
}

func TestUnsafeIsNotWatched(t *testing.T) {
	t.Parallel()
	c := shell("exit 0")
	c.Unsafe, c.Watch = true, func(s sandbox.Seen) { t.Errorf("seen %v", s) }
	if out := run(t, c, quick); out.Watch.On || slices.Contains(out.Isolation.Mechanisms, "watch") {
		t.Errorf("%+v", out)
	}
}

// What a run writes to its trace and what it does are told in their order.
func TestOrderIsKept(t *testing.T) {
	t.Parallel()
	c := python(t, `
import os
for i in range(100):
    os.write(3, b"line %d\n" % i)
    open(f"/tmp/{i}", "w").close()
`)
	var mu sync.Mutex
	var got, want []string
	c.Trace = func(r io.Reader) {
		sc := bufio.NewScanner(r)
		for sc.Scan() {
			mu.Lock()
			got = append(got, sc.Text())
			mu.Unlock()
		}
	}
	c.Watch = func(s sandbox.Seen) {
		mu.Lock()
		got = append(got, s.Path)
		mu.Unlock()
	}
	if out := run(t, c, quick); out.Exit != 0 || !out.Watch.On {
		t.Fatalf("exit %d, %+v: %s", out.Exit, out.Watch, out.Output)
	}
	for i := range 100 {
		want = append(want, fmt.Sprintf("line %d", i), fmt.Sprintf("/tmp/%d", i))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// A reader that stops early holds nobody up.
	c.Trace = func(r io.Reader) { _, _ = r.Read(make([]byte, 4)) }
	c.Watch = func(sandbox.Seen) {}
	if out := run(t, c, quick); out.Exit != 0 || out.Wall > 5*time.Second {
		t.Errorf("exit %d after %v", out.Exit, out.Wall)
	}
}

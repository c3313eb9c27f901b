//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/sandbox"
)

func TestIsolationIsReported(t *testing.T) {
	out := run(t, shell("exit 0"), quick)
	r := out.Isolation
	for _, want := range []string{"ipc", "mount", "network", "no_new_privs", "pid", "pivot_root", "rlimit", "seccomp", "user", "uts"} {
		if !slices.Contains(r.Mechanisms, want) {
			t.Errorf("mechanisms %q lack %s", r.Mechanisms, want)
		}
	}
	if !r.Isolated || !slices.IsSorted(r.Mechanisms) || !slices.Contains([]string{"cgroup-v2", "cgroup-v1", "poll"}, r.Tree) {
		t.Errorf("report %+v", r)
	}
}

// The network is the kernel's: neither a child shell nor a library that ignores proxy
// settings gets out, not even to the machine itself.
func TestH28_H29_NoNetwork(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	met := make(chan bool, 100)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
			met <- true
		}
	}()
	out := run(t, python(t, fmt.Sprintf(`
import socket, subprocess, sys, errno
for family, address in ((socket.AF_INET, ("127.0.0.1", %[1]d)), (socket.AF_INET, ("192.0.2.1", 80)), (socket.AF_INET6, ("::1", %[1]d))):
    try:
        socket.create_connection(address, timeout=2) if family == socket.AF_INET else socket.socket(family).connect(address)
        print("CONNECTED", address)
    except OSError as e:
        print("refused", address, e)
try:
    socket.socket(40, socket.SOCK_STREAM)
    print("CONNECTED vsock")
except OSError as e:
    print("refused vsock", e)
try:
    u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    u.sendto(b"x", ("192.0.2.1", 53))
    print("CONNECTED udp")
except OSError as e:
    print("refused udp", e)
code = "import socket; socket.create_connection(('127.0.0.1', %[1]d), timeout=2); print('CONNECTED by a child')"
subprocess.run(["/bin/sh", "-c", 'exec "$0" -I -S -c "$1"', sys.executable, code])
print(open("/proc/net/dev").read())
`, l.Addr().(*net.TCPAddr).Port)), quick)
	text := string(out.Output)
	if out.Exit != 0 || strings.Contains(text, "CONNECTED") || strings.Count(text, "refused") != 5 {
		t.Errorf("exit %d:\n%s", out.Exit, text)
	}
	if n := strings.Count(text[strings.Index(text, "Inter-"):], ":"); n != 1 {
		t.Errorf("%d network interfaces, want the loopback alone:\n%s", n, text)
	}
	if len(met) > 0 {
		t.Error("a connection reached the host")
	}
}

// Nothing of the host is in sight: not its secrets, not the project, not the case.
func TestH05_HostIsInvisible(t *testing.T) {
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	gold := folder(t, map[string]string{"hidden/spec.json": "gold", "data/d.csv": "x"})
	c := shell(fmt.Sprintf(`
for path in /etc/shadow /etc/hostname /etc/resolv.conf /root /home /var /sys /opt /mnt %[1]s/go.mod %[2]s/hidden/spec.json data/../../hidden/spec.json ../gold; do
	if [ -e "$path" ]; then echo "VISIBLE $path"; fi
done
ls /tmp /submission
cat /etc/passwd
hostname 2>/dev/null || cat /proc/sys/kernel/hostname`, repo, gold))
	c.Binds = append(c.Binds, sandbox.Bind{Source: gold + "/data", Target: "/submission/data"})
	out := run(t, c, quick)
	host, _ := os.Hostname()
	if text := string(out.Output); strings.Contains(text, "VISIBLE") || strings.Contains(text, "root") || host != "" && strings.Contains(text, host+"\n") {
		t.Errorf("seen inside:\n%s", text)
	}
}

func TestInputsAreReadOnly(t *testing.T) {
	data := folder(t, map[string]string{"d.csv": "a,b\n1,2\n"})
	work := folder(t, map[string]string{"analysis.py": "the script", "notes.txt": "n", "sub/x": "x"})
	c := shell(`
cd /submission
cat data/d.csv analysis.py sub/x || exit 1
for cmd in "rm data/d.csv" "touch data/new" "mv data elsewhere" "rmdir data" "chmod 777 data/d.csv" "rm analysis.py" "mv analysis.py other" "mv notes.txt analysis.py" \
	"touch /usr/x" "touch /etc/x" "touch /x" "mkdir /proc/x" "mount -o remount,rw /submission/data" "umount /submission/data" "ln -f notes.txt data/d.csv"; do
	if $cmd 2>/dev/null; then echo "DONE $cmd"; fi
done
for f in data/d.csv analysis.py; do (echo forged >> $f) 2>/dev/null && echo "WRITTEN $f"; done
echo changed > notes.txt && echo new > made.txt && echo fine`)
	c.Work, c.WorkReadOnly = work, []string{"analysis.py"}
	c.Binds = append(c.Binds, sandbox.Bind{Source: data, Target: "/submission/data"})
	out := run(t, c, quick)
	text := string(out.Output)
	if out.Exit != 0 || !strings.HasSuffix(text, "fine\n") || strings.Contains(text, "DONE") || strings.Contains(text, "WRITTEN") {
		t.Errorf("exit %d:\n%s", out.Exit, text)
	}
	got := map[string]string{}
	for _, f := range []string{data + "/d.csv", work + "/analysis.py", work + "/notes.txt", work + "/made.txt"} {
		b, _ := os.ReadFile(f)
		got[filepath.Base(f)] = string(b)
	}
	want := map[string]string{"d.csv": "a,b\n1,2\n", "analysis.py": "the script", "notes.txt": "n", "made.txt": ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the host's files (-want +got):\n%s", diff)
	}
}

// The channels by which the sandbox reports are not within the run's reach.
func TestForgedChannels(t *testing.T) {
	c := python(t, `
import os, sys
frame = b"o" + (2).to_bytes(4, "little") + b"{}"
for fd in range(3, 1024):
    try:
        os.write(fd, frame)
        print("WROTE", fd)
    except OSError:
        pass
for pid in (1, os.getppid()):
    for name in ("fd", "mem", "environ", "maps", "cwd", "root", "exe", "status"):
        path = f"/proc/{pid}/{name}"
        try:
            os.listdir(path) if name == "fd" else open(path).read() if name == "status" else os.stat(path)
            print("REACHED", path)
        except OSError:
            pass
open("out.json", "w").write("real")
sys.stdout.flush()
os._exit(5)
`)
	c.Output, c.Collect = t.TempDir(), []string{"out.json"}
	out := run(t, c, quick)
	if out.Exit != 5 || len(out.Output) > 0 {
		t.Errorf("exit %d:\n%s", out.Exit, out.Output)
	}
	if got, _ := os.ReadFile(filepath.Join(c.Output, "out.json")); string(got) != "real" {
		t.Errorf("output %q", got)
	}
}

// Neither signals nor limits reach the process that holds the limits.
func TestFirstProcessIsOutOfReach(t *testing.T) {
	out := run(t, python(t, `
import os, signal, resource
for s in range(1, 65):
    try:
        os.kill(1, s)
    except OSError:
        pass
for target in range(1, os.getpid()):
    for which, lim in ((resource.RLIMIT_CPU, (0, 0)), (resource.RLIMIT_NOFILE, (0, 0))):
        try:
            resource.prlimit(target, which, lim)
            print("LIMITED", target)
        except OSError:
            pass
    try:
        os.sched_setaffinity(target, {0})
        print("PINNED", target)
    except OSError:
        pass
print("done", flush=True)
os._exit(9)
`), quick)
	if out.Exit != 9 || string(out.Output) != "done\n" {
		t.Errorf("exit %d %s:\n%s", out.Exit, out.Signal, out.Output)
	}
}

func TestDeniedSystemCalls(t *testing.T) {
	numbers := map[string][2]int{ // amd64, arm64
		"ptrace": {101, 117}, "process_vm_readv": {310, 270}, "process_vm_writev": {311, 271}, "process_madvise": {440, 440},
		"unshare": {272, 97}, "setns": {308, 268}, "chroot": {161, 51},
		"mount": {165, 40}, "umount2": {166, 39}, "pivot_root": {155, 41}, "fsopen": {430, 430}, "fsconfig": {431, 431}, "fsmount": {432, 432},
		"fspick": {433, 433}, "open_tree": {428, 428}, "open_tree_attr": {467, 467}, "move_mount": {429, 429}, "mount_setattr": {442, 442},
		"statmount": {457, 457}, "listmount": {458, 458}, "bpf": {321, 280}, "userfaultfd": {323, 282},
		"open_by_handle_at": {304, 265}, "name_to_handle_at": {303, 264}, "fanotify_init": {300, 262},
		"io_uring_setup": {425, 425}, "io_uring_enter": {426, 426}, "io_uring_register": {427, 427}, "clone3": {435, 435},
		"flock": {73, 32}, "inotify_init1": {294, 26},
		"keyctl": {250, 219}, "add_key": {248, 217}, "request_key": {249, 218},
		"perf_event_open": {298, 241}, "pidfd_getfd": {438, 438}, "kcmp": {312, 272}, "syslog": {103, 116}, "memfd_secret": {447, 447},
		"init_module": {175, 105}, "kexec_load": {246, 104}, "reboot": {169, 142}, "clock_settime": {227, 112},
	}
	at := 0
	if arm() {
		at = 1
	}
	var script strings.Builder
	script.WriteString("import ctypes, errno\nlibc = ctypes.CDLL(None, use_errno=True)\n")
	for name, nr := range numbers {
		fmt.Fprintf(&script, "r = libc.syscall(%d, -1, 0, 0, 0, 0, 0); e = ctypes.get_errno()\n"+
			"if r != -1 or e not in (errno.EPERM, errno.ENOSYS): print('%s', r, e)\n", nr[at], name)
	}
	script.WriteString(`
import os
for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x8000000, 0x4000000, 0x2000000, 0x80):  # clone with a new namespace of each kind
    r = libc.syscall(` + []string{"56", "220"}[at] + `, flag | 17, 0, 0, 0, 0)
    if r == 0: os._exit(0)
    if r != -1 or ctypes.get_errno() != errno.EPERM: print("clone", hex(flag), r)
print(open("/proc/self/status").read())
`)
	plain := run(t, python(t, script.String()), quick)
	seen, out := watch(t, python(t, script.String()), quick)
	text := string(out.Output)
	if out.Exit != 0 || !strings.HasPrefix(text, "Name:") || !strings.HasPrefix(string(plain.Output), "Name:") {
		t.Errorf("exit %d:\n%s\nunwatched: %s", out.Exit, text, plain.Output)
	}
	for name := range numbers {
		missing := slices.Contains([]string{"clone3", "flock", "inotify_init1"}, name) || strings.HasPrefix(name, "io_uring")
		if told := strings.Contains(lines(seen), "call "+name+" EPERM\n"); told == missing {
			t.Errorf("%s was told: %v", name, told)
		}
	}
	if !strings.Contains(lines(seen), "call clone EPERM\n") {
		t.Error("a clone into a namespace was not told")
	}
	for _, want := range []string{"CapInh:\t0000000000000000", "CapPrm:\t0000000000000000", "CapEff:\t0000000000000000", "CapAmb:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"} {
		if !strings.Contains(text, want) {
			t.Errorf("status lacks %q:\n%s", want, text)
		}
	}
}

// Calls by other tables than this machine's own would be numbered otherwise.
func TestForeignCallTables(t *testing.T) {
	if arm() {
		out := run(t, python(t, "import ctypes; print(ctypes.CDLL(None).syscall(0x40000000 | 172))"), quick)
		if string(out.Output) != "-1\n" {
			t.Errorf("output %s", out.Output)
		}
		return
	}
	x32 := run(t, python(t, "import ctypes; print(ctypes.CDLL(None).syscall(0x40000000 | 39))"), quick)
	if string(x32.Output) != "-1\n" {
		t.Errorf("x32: %s", x32.Output)
	}
	// mov eax, 20 (getpid of i386); int 0x80; ret
	out := run(t, python(t, `
import ctypes, mmap
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(bytes.fromhex("b814000000cd80c3"))
f = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
print("before", flush=True)
print("CALLED", f())
`), quick)
	if out.Signal != "SIGSYS" || string(out.Output) != "before\n" {
		t.Errorf("i386: exit %d %s: %s", out.Exit, out.Signal, out.Output)
	}
}

// Data that only root may read is copied for the id that the run has.
func TestUnreadableInput(t *testing.T) {
	dir := folder(t, map[string]string{"data/secret.csv": "1\n", "one.csv": "2\n", "big.csv": ""})
	for _, f := range []string{"data/secret.csv", "one.csv", "big.csv"} {
		if err := os.Chmod(filepath.Join(dir, f), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := shell("cat data/secret.csv /in/one.csv; (echo x >> data/secret.csv; echo x >> /in/one.csv; ls /.copies) 2>/dev/null; echo end")
	c.Binds = append(c.Binds, sandbox.Bind{Source: dir + "/data", Target: "/submission/data"}, sandbox.Bind{Source: dir + "/one.csv", Target: "/in/one.csv"})
	if out := run(t, c, quick); string(out.Output) != "1\n2\nend\n" {
		t.Errorf("output %q", out.Output)
	}
	if os.Geteuid() != 0 {
		return // what an ordinary user cannot read, its runs cannot either
	}
	if err := os.Truncate(filepath.Join(dir, "big.csv"), 300<<20); err != nil {
		t.Fatal(err)
	}
	c.Binds = append(c.Binds, sandbox.Bind{Source: dir + "/big.csv", Target: "/in/big.csv"})
	if _, err := sandbox.Run(context.Background(), c, quick); err == nil || !strings.Contains(err.Error(), "chmod") {
		t.Errorf("error %v, want one that says how to make it readable", err)
	}
}

// Everything also holds for an ordinary user: the tests run once more as nobody.
func TestUnprivileged(t *testing.T) {
	if os.Geteuid() != 0 {
		if out := run(t, shell("id -u"), quick); string(out.Output) != "1000\n" {
			t.Errorf("id inside %q", out.Output)
		}
		return
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^Test", "-test.timeout=120s")
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TMPDIR=/tmp", "HOME=/tmp"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	text, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(text, []byte("PASS")) || bytes.Contains(text, []byte("no tests")) {
		t.Errorf("as nobody: %v\n%s", err, text)
	}
}

// Where isolation is not to be had the run is refused with advice, and only the explicit
// way round runs. A run of the sandbox itself is such a place.
func TestH24_Unavailable(t *testing.T) {
	if os.Getenv("INSIDE") != "" {
		for _, c := range sandbox.Probe() {
			if c.Name == "isolated run" && (c.Available || c.Advice == "" || c.Detail == "") {
				t.Errorf("probe %+v", c)
			}
		}
		if sandbox.Advice() == "" {
			t.Error("no advice")
		}
		out, err := sandbox.Run(context.Background(), shell("echo must not run"), quick)
		if !errors.Is(err, sandbox.ErrUnavailable) || !strings.Contains(err.Error(), "--privileged") || len(out.Output) > 0 {
			t.Errorf("outcome %+v, error %v", out, err)
		}
		return
	}
	exe, err := os.Readlink("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(exe); err != nil {
		exe = "/proc/self/exe" // out of sight for this user, but still open
	}
	c := shell("")
	c.Path, c.Args = "/in/test", []string{"-test.run=^TestH24_Unavailable$", "-test.v"}
	c.Env = append(c.Env, "INSIDE=1")
	c.Binds = append(c.Binds, sandbox.Bind{Source: copyOf(t, exe), Target: "/in/test"})
	out := run(t, c, quick)
	if out.Exit != 0 || !bytes.Contains(out.Output, []byte("--- PASS: TestH24_Unavailable")) {
		t.Errorf("exit %d %s %s:\n%s", out.Exit, out.Signal, out.Limit, out.Output)
	}
}

func TestUnsafe(t *testing.T) {
	data := folder(t, map[string]string{"d.csv": "1\n"})
	tools := folder(t, map[string]string{"tool.sh": "cat data/d.csv; pwd; echo tool > out.txt; echo $LIB"})
	c := shell("")
	c.Args = []string{"/assay/tool.sh"}
	c.Env = append(c.Env, "LIB=/assay/lib:/submission/lib:/usr/lib")
	c.Binds = append(c.Binds, sandbox.Bind{Source: data, Target: "/submission/data"}, sandbox.Bind{Source: tools, Target: "/assay"})
	c.Output, c.Collect, c.Unsafe = t.TempDir(), []string{"out.txt"}, true
	out := run(t, c, quick)
	lines := strings.Split(string(out.Output), "\n")
	if out.Exit != 0 || len(lines) != 4 || lines[0] != "1" || lines[2] != tools+"/lib:"+lines[1]+"/lib:/usr/lib" {
		t.Fatalf("exit %d: %q", out.Exit, lines)
	}
	if _, err := os.Stat(lines[1]); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the scratch folder %s is still there: %v", lines[1], err)
	}
	if got, _ := os.ReadFile(filepath.Join(c.Output, "out.txt")); string(got) != "tool\n" {
		t.Errorf("collected %q", got)
	}
	r := out.Isolation
	if r.Isolated || slices.Contains(r.Mechanisms, "seccomp") || len(r.Notes) == 0 {
		t.Errorf("an unsafe run is reported as %+v", r)
	}
}

func TestProbe(t *testing.T) {
	rows := sandbox.Probe()
	for _, c := range rows {
		if c.Name == "" || c.Detail == "" || !c.Available && c.Advice == "" {
			t.Errorf("row %+v says too little", c)
		}
	}
	if last := rows[len(rows)-1]; last.Name != "isolated run" || !last.Available {
		t.Errorf("last row %+v", last)
	}
}

// Binds of single files cannot be put aside by renaming the folder that they lie in.
func TestBoundFilesStayInPlace(t *testing.T) {
	data := folder(t, map[string]string{"d.csv": "true\n"})
	c := shell(`
cd /submission
mv data away 2>/dev/null && echo MOVED
mkdir data 2>/dev/null; rm -rf data 2>/dev/null; (echo forged > data/d.csv) 2>/dev/null
(echo new > data/e.csv) 2>/dev/null && echo ADDED
cat data/d.csv data/deep/d.csv; echo x > mine && cat mine`)
	c.Binds = append(c.Binds, sandbox.Bind{Source: data + "/d.csv", Target: "/submission/data/d.csv"}, sandbox.Bind{Source: data + "/d.csv", Target: "/submission/data/deep/d.csv"})
	if out := run(t, c, quick); string(out.Output) != "true\ntrue\nx\n" {
		t.Errorf("exit %d:\n%s", out.Exit, out.Output)
	}
}

// A candidate's start-up hooks lie in its private folders and die with them.
func TestH11_NothingIsLeftForTheNextRun(t *testing.T) {
	first := shell("for d in /submission /tmp /dev/shm; do echo x > $d/sitecustomize.py || exit 1; done")
	if out := run(t, first, quick); out.Exit != 0 {
		t.Fatalf("%s", out.Output)
	}
	if out := run(t, shell("ls -A /submission /tmp /dev/shm | grep custom"), quick); out.Exit != 1 {
		t.Errorf("left over: %s", out.Output)
	}
}

func TestParallelRunsDoNotMeet(t *testing.T) {
	var group sync.WaitGroup
	for i := range 2 {
		group.Go(func() {
			out, err := sandbox.Run(context.Background(), shell(fmt.Sprintf(`
echo %[1]d > /tmp/mark; echo %[1]d > /submission/mark; echo %[1]d > /dev/shm/mark
sleep 0.3
kill -9 -1 2>/dev/null
cat /tmp/mark /submission/mark /dev/shm/mark
for p in /proc/[0-9]*; do echo process; done | wc -l`, i)), quick)
			want := fmt.Sprintf("%[1]d\n%[1]d\n%[1]d\n", i)
			if err != nil || out.Exit != 0 || !strings.HasPrefix(string(out.Output), want) {
				t.Errorf("run %d: %v, exit %d %s: %s", i, err, out.Exit, out.Signal, out.Output)
			}
			// the shell, and the subshell of the pipe with wc
			if n := strings.TrimSpace(strings.TrimPrefix(string(out.Output), want)); n > "4" || len(n) != 1 {
				t.Errorf("run %d sees %s processes", i, n)
			}
		})
	}
	group.Wait()
}

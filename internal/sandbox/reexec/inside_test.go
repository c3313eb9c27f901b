//go:build linux && (amd64 || arm64)

package reexec

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

func TestGauge(t *testing.T) {
	for name, tt := range map[string]struct {
		text, key string
		unit      int64
		want      int64
	}{
		"one number":       {"12345\n", "", 1, 12345},
		"keyed":            {"usage_usec 17\nuser_usec 9\n", "usage_usec", 1000, 17000},
		"not a prefix":     {"oom_kill_disable 0\nunder_oom 0\noom_kill 3\n", "oom_kill", 1, 3},
		"version 1 of max": {"max 2\n", "max", 1, 2},
		"missing key":      {"low 0\n", "oom_kill", 1, 0},
		"unlimited":        {"max\n", "", 1, 0},
		"empty":            {"", "", 1, 0},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Gauge{int(f.Fd()), tt.key, tt.unit}).read(); got != tt.want {
			t.Errorf("%s: %d, want %d", name, got, tt.want)
		}
		f.Close()
	}
	if got := (Gauge{}).read(); got != 0 {
		t.Errorf("no file reads %d", got)
	}
}

const statLine = "4242 (evil) R 1 (x) S 7 1 1 0 -1 4194304 100 0 0 0 12 34 5 6 20 0 3 0 100 1000000 250 18446744073709551615\n"

func TestParseStat(t *testing.T) {
	got, ok := parseStat(4242, statLine)
	want := process{pid: 4242, parent: 7, cpu: (12 + 34 + 5 + 6) * 1e7, resident: 250 * int64(os.Getpagesize()), threads: 3}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(process{})); !ok || diff != "" {
		t.Errorf("%v (-want +got):\n%s", ok, diff)
	}
	for _, bad := range []string{"", ")", "1 (x) R", "1 (x"} {
		if p, ok := parseStat(1, bad); ok {
			t.Errorf("%q gives %+v", bad, p)
		}
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add(statLine)
	f.Add("1 () R")
	f.Fuzz(func(t *testing.T, line string) {
		if p, ok := parseStat(9, line); ok && p.pid != 9 {
			t.Errorf("%+v", p)
		}
	})
}

func TestDescendants(t *testing.T) {
	all := []process{{pid: 5, parent: 4}, {pid: 4, parent: 2}, {pid: 2, parent: 1}, {pid: 3, parent: 1}, {pid: 7, parent: 7}}
	in := map[int]bool{}
	for _, p := range descendants(2, all) {
		in[p.pid] = true
	}
	if diff := cmp.Diff(map[int]bool{4: true, 5: true}, in); diff != "" {
		t.Error(diff)
	}
}

// eval runs a filter on one system call, as the kernel would.
func eval(t *testing.T, code []unix.SockFilter, arch, nr uint32, args ...uint32) uint32 {
	t.Helper()
	var acc uint32
	for pc := 0; pc < len(code); pc++ {
		in, jump := code[pc], false
		switch in.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			switch {
			case in.K == 0:
				acc = nr
			case in.K == 4:
				acc = arch
			default:
				acc = 0
				if i := int(in.K-16) / 8; i < len(args) && in.K%8 == 0 {
					acc = args[i]
				}
			}
			continue
		case unix.BPF_RET | unix.BPF_K:
			return in.K
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			jump = acc == in.K
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			jump = acc >= in.K
		case unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K:
			jump = acc&in.K != 0
		default:
			t.Fatalf("instruction %d has the unknown code %#x", pc, in.Code)
		}
		if jump {
			pc += int(in.Jt)
		} else {
			pc += int(in.Jf)
		}
	}
	t.Fatal("the filter runs off its end")
	return 0
}

func TestPolicy(t *testing.T) {
	no := func(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }
	const yes, kill = unix.SECCOMP_RET_ALLOW, unix.SECCOMP_RET_KILL_PROCESS
	for _, tt := range []struct {
		name string
		arch uint32
		nr   uint32
		args []uint32
		want uint32
	}{
		{"read", auditArch, unix.SYS_READ, nil, yes},
		{"execve", auditArch, unix.SYS_EXECVE, nil, yes},
		{"foreign ABI", unix.AUDIT_ARCH_I386, unix.SYS_READ, nil, kill},
		{"x32", auditArch, x32Bit | unix.SYS_READ, nil, no(unix.ENOSYS)},
		{"thread", auditArch, unix.SYS_CLONE, []uint32{unix.CLONE_VM | unix.CLONE_THREAD}, yes},
		{"fork into a user namespace", auditArch, unix.SYS_CLONE, []uint32{unix.CLONE_NEWUSER | 17}, no(unix.EPERM)},
		{"clone3", auditArch, unix.SYS_CLONE3, nil, no(unix.ENOSYS)},
		{"own limits", auditArch, unix.SYS_PRLIMIT64, []uint32{0, 7}, yes},
		{"limits of another", auditArch, unix.SYS_PRLIMIT64, []uint32{1, 0}, no(unix.EPERM)},
		{"nice", auditArch, unix.SYS_SETPRIORITY, []uint32{unix.PRIO_PROCESS, 0, 5}, yes},
		{"nice of the user", auditArch, unix.SYS_SETPRIORITY, []uint32{unix.PRIO_USER, 0, 5}, no(unix.EPERM)},
		{"nice of another", auditArch, unix.SYS_SETPRIORITY, []uint32{unix.PRIO_PROCESS, 1, 5}, no(unix.EPERM)},
		{"ask for personality", auditArch, unix.SYS_PERSONALITY, []uint32{0xffffffff}, yes},
		{"other personality", auditArch, unix.SYS_PERSONALITY, []uint32{0x0400000}, no(unix.EPERM)},
		{"local socket", auditArch, unix.SYS_SOCKET, []uint32{unix.AF_UNIX}, yes},
		{"netlink socket", auditArch, unix.SYS_SOCKET, []uint32{unix.AF_NETLINK}, yes},
		{"socket to the hypervisor", auditArch, unix.SYS_SOCKET, []uint32{unix.AF_VSOCK}, no(unix.EAFNOSUPPORT)},
		{"packet socket", auditArch, unix.SYS_SOCKET, []uint32{unix.AF_PACKET}, no(unix.EAFNOSUPPORT)},
	} {
		if got := eval(t, policy(true), tt.arch, tt.nr, tt.args...); got != tt.want {
			t.Errorf("%s: %#x, want %#x", tt.name, got, tt.want)
		}
	}
	names := map[string]bool{}
	for _, c := range denied {
		if got := eval(t, policy(true), auditArch, uint32(c.nr)); got != no(unix.EPERM) || names[c.name] {
			t.Errorf("call %s: %#x", c.name, got)
		}
		names[c.name] = true
		if _, name, errno := Answer(uint64(c.nr), 0); name != c.name || errno != unix.EPERM {
			t.Errorf("call %s: answered %s, %v", c.name, name, errno)
		}
	}
	for _, nr := range uncounted {
		counted, polled := eval(t, policy(true), auditArch, uint32(nr)), eval(t, policy(false), auditArch, uint32(nr))
		if counted != yes || polled != no(unix.ENOSYS) {
			t.Errorf("call %d: %#x with control groups, %#x without", nr, counted, polled)
		}
	}
}

// Where a run is watched, exactly what is looked at or denied is reported, and nothing that
// is denied goes on.
func TestWatchedPolicy(t *testing.T) {
	const yes, tell = unix.SECCOMP_RET_ALLOW, unix.SECCOMP_RET_USER_NOTIF
	plain, code := policy(true), rules(true, true)
	for nr := uint32(0); nr < 1000; nr++ {
		before, after := eval(t, plain, auditArch, nr), eval(t, code, auditArch, nr)
		_, name, errno := Answer(uint64(nr), 0)
		switch {
		case after == tell && before == yes && errno != 0:
			t.Errorf("call %d was allowed and is answered %v", nr, errno)
		case after == tell && before != yes && uint32(errno) != before&unix.SECCOMP_RET_DATA:
			t.Errorf("call %d (%s) failed with %#x and is answered %v", nr, name, before, errno)
		case after != tell && after != before:
			t.Errorf("call %d: %#x watched, %#x unwatched", nr, after, before)
		case after != tell && errno == 0 && nr != unix.SYS_SENDTO:
			t.Errorf("call %d goes on but is not reported", nr)
		}
	}
	for _, tt := range []struct {
		name string
		nr   uint32
		args []uint32
		want uint32
	}{
		{"thread", unix.SYS_CLONE, []uint32{unix.CLONE_VM | unix.CLONE_THREAD}, yes},
		{"fork into a mount namespace", unix.SYS_CLONE, []uint32{unix.CLONE_NEWNS | 17}, tell},
		{"local socket", unix.SYS_SOCKET, []uint32{unix.AF_UNIX}, yes},
		{"netlink socket", unix.SYS_SOCKET, []uint32{unix.AF_NETLINK}, yes},
		{"internet socket", unix.SYS_SOCKET, []uint32{unix.AF_INET6}, tell},
		{"socket to the hypervisor", unix.SYS_SOCKET, []uint32{unix.AF_VSOCK}, tell},
		{"send on a connection", unix.SYS_SENDTO, []uint32{3, 1, 1, 0, 0, 0}, yes},
		{"send to somebody", unix.SYS_SENDTO, []uint32{3, 1, 1, 0, 0x1000, 16}, tell},
		{"read", unix.SYS_READ, nil, yes},
	} {
		if got := eval(t, code, auditArch, tt.nr, tt.args...); got != tt.want {
			t.Errorf("%s: %#x, want %#x", tt.name, got, tt.want)
		}
	}
	for family, want := range map[uint64]unix.Errno{unix.AF_UNIX: 0, unix.AF_INET: 0, unix.AF_INET6: 0, unix.AF_NETLINK: 0, unix.AF_VSOCK: unix.EAFNOSUPPORT, unix.AF_PACKET: unix.EAFNOSUPPORT, unix.AF_ALG: unix.EAFNOSUPPORT} {
		if _, _, errno := Answer(unix.SYS_SOCKET, family); errno != want {
			t.Errorf("socket of family %d: %v", family, errno)
		}
	}
	if _, _, errno := Answer(unix.SYS_READ, 0); errno == 0 {
		t.Error("a call that is not looked at goes on")
	}
}

func TestKindOf(t *testing.T) {
	for mode, want := range map[uint32]string{
		unix.S_IFREG | 0o644: "", unix.S_IFLNK: "a symbolic link", unix.S_IFDIR: "a directory", unix.S_IFIFO: "a named pipe",
		unix.S_IFSOCK: "a socket", unix.S_IFCHR: "a device", unix.S_IFBLK: "a device", 0: "not a regular file",
	} {
		if got := kindOf(mode); got != want {
			t.Errorf("mode %#o: %q, want %q", mode, got, want)
		}
	}
}

func TestCopyTree(t *testing.T) {
	from := t.TempDir()
	for name, text := range map[string]string{"a": "1", "sub/b": "22"} {
		path := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s, err := measure(from)
	if diff := cmp.Diff(size{2 * pageSize, 4}, s, cmp.AllowUnexported(size{})); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	to := filepath.Join(t.TempDir(), "copy")
	if err := copyTree(from, to, -1); err != nil {
		t.Fatal(err)
	}
	st, err := os.Stat(filepath.Join(to, "sub/b"))
	if err != nil || st.Size() != 2 || st.Mode().Perm() != 0o755 {
		t.Errorf("%v %v", st, err)
	}
	for name, make := range map[string]func(string) error{
		"a link":        func(p string) error { return os.Symlink("/etc/passwd", p) },
		"a pipe":        func(p string) error { return unix.Mkfifo(p, 0o644) },
		"a hanging end": func(p string) error { return os.Symlink("nowhere", p) },
	} {
		dir := t.TempDir()
		if err := make(filepath.Join(dir, "x")); err != nil {
			t.Fatal(err)
		}
		if err := copyTree(dir, filepath.Join(t.TempDir(), "copy"), -1); err == nil {
			t.Errorf("%s was copied", name)
		}
	}
}

func TestReadable(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "top/sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "top/sub/file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path string
		deep bool
		want bool
	}{{dir + "/top", false, true}, {dir + "/top", true, false}, {file, false, false}} {
		if got, err := readable(tt.path, tt.deep); err != nil || got != tt.want {
			t.Errorf("%s, deep %v: %v, %v", tt.path, tt.deep, got, err)
		}
	}
	if _, err := readable(dir+"/missing", true); err == nil {
		t.Error("a missing path is readable")
	}
}

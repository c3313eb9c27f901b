//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/netip"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// task is a thread of a run that waits in a system call; id is its number outside.
type task struct{ id int }

const pageBytes = 4096

// path reads a path from the task's memory, as long as the kernel would read.
func (t task) path(at uint64) ([]byte, bool) {
	var buf [unix.PathMax]byte
	n := 0
	for n < len(buf) {
		want := min(len(buf)-n, pageBytes-int((at+uint64(n))%pageBytes))
		got := t.memory(at+uint64(n), buf[n:n+want])
		if got <= 0 {
			return nil, false
		}
		if i := bytes.IndexByte(buf[n:n+got], 0); i >= 0 {
			return buf[:n+i], true
		}
		n += got
	}
	return nil, false // too long for the kernel, too
}

// read reads a piece of the task's memory.
func (t task) read(at uint64, size int) ([]byte, bool) {
	buf := make([]byte, size)
	return buf, size == 0 || t.memory(at, buf) == size
}

// memory reads what it can. Where another policy forbids the direct way, /proc may do.
func (t task) memory(at uint64, buf []byte) int {
	local := unix.Iovec{Base: &buf[0]}
	local.SetLen(len(buf))
	n, err := unix.ProcessVMReadv(t.id, []unix.Iovec{local}, []unix.RemoteIovec{{Base: uintptr(at), Len: len(buf)}}, 0)
	if err == nil || err == unix.EFAULT {
		return n
	}
	f, err := os.Open(t.proc("mem"))
	if err != nil {
		return 0
	}
	defer f.Close()
	n, _ = f.ReadAt(buf, int64(at)) // an address beyond int64 is none of a process
	return n
}

// faulty reports whether the task's memory can be read, but has nothing at an address.
func (t task) faulty(at uint64) bool {
	var b [1]byte
	local := unix.Iovec{Base: &b[0]}
	local.SetLen(1)
	_, err := unix.ProcessVMReadv(t.id, []unix.Iovec{local}, []unix.RemoteIovec{{Base: uintptr(at), Len: 1}}, 0)
	return err == unix.EFAULT || err == nil // readable, and the string behind it is not
}

func (t task) proc(name string) string { return "/proc/" + strconv.Itoa(t.id) + "/" + name }

// address is a socket address in words.
func address(raw []byte) string {
	if len(raw) < 2 {
		return "nothing"
	}
	switch family := binary.NativeEndian.Uint16(raw); {
	case family == unix.AF_INET && len(raw) >= 8:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(raw[4:8])), binary.BigEndian.Uint16(raw[2:])).String()
	case family == unix.AF_INET6 && len(raw) >= 24:
		return netip.AddrPortFrom(netip.AddrFrom16([16]byte(raw[8:24])), binary.BigEndian.Uint16(raw[2:])).String()
	case family == unix.AF_UNIX && len(raw) > 2 && raw[2] == 0:
		return "unix:@" + text(raw[3:])
	case family == unix.AF_UNIX:
		name, _, _ := bytes.Cut(raw[2:], []byte{0})
		return "unix:" + text(name)
	default:
		return fmt.Sprintf("family %d", family)
	}
}

// namespace gives the files of a run the names that the run itself would give them.
type namespace struct {
	root int         // the run's root folder; all its processes have the same
	pids map[int]int // number outside -> number inside
}

func (ns *namespace) close() {
	if ns.root >= 0 {
		unix.Close(ns.root)
	}
}

// pid is the number that the run itself gives a task's process, 0 where it cannot be had.
func (ns *namespace) pid(t task) int {
	if p, ok := ns.pids[t.id]; ok {
		return p
	}
	if len(ns.pids) > 200 || ns.pids == nil {
		ns.pids = map[int]int{}
	}
	status, err := os.ReadFile(t.proc("status"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "NStgid:" {
			p, _ := strconv.Atoi(f[len(f)-1])
			ns.pids[t.id] = p
			return p
		}
	}
	return 0
}

// found is a file of a run: the name by which it was asked for, made whole, the one that
// links lead to, and how the call on it will fail, as far as can be told from outside.
type found struct {
	name, leads string
	err         string
	dir         bool
	system      bool // /proc, /sys and such: of no interest
}

// find looks a path up as the run's own call will.
func (ns *namespace) find(t task, folder int, name, op string, flags uint64) found {
	full := name
	if !path.IsAbs(name) {
		link := "cwd"
		if folder != unix.AT_FDCWD {
			link = "fd/" + strconv.Itoa(folder)
		}
		base, err := os.Readlink(t.proc(link))
		if err != nil || !path.IsAbs(base) {
			return found{name: text([]byte(name)), leads: text([]byte(name)), err: "EBADF"}
		}
		if full = base; name != "" {
			full = base + "/" + name
		}
	}
	f := found{name: path.Clean(full)}
	if !climbsText(full) {
		full = f.name
	}
	if rest, ok := ns.own(t, f.name); ok {
		target, kind := ns.ofProcess(t, rest)
		switch kind {
		case plainOwn:
			return found{name: f.name, leads: f.name, system: true}
		case noted:
			return found{name: target, leads: target}
		}
		full = target
	} else if strings.HasPrefix(f.name, "/proc/") {
		f.leads, f.system = f.name, harmless(f.name)
		return f
	}
	f.leads = ns.look(t, full, op, flags, &f)
	f.system = systemFile(f.leads)
	f.name, f.leads = text([]byte(f.name)), text([]byte(f.leads))
	return f
}

// look follows links and predicts errors.
func (ns *namespace) look(t task, full, op string, flags uint64, f *found) string {
	if ns.root < 0 {
		root, err := unix.Open(t.proc("root"), unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return path.Clean(full)
		}
		ns.root = root
	}
	writes := op == SeenWrite || op == "rename" || op == "unlink" || op == "link"
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_IN_ROOT | unix.RESOLVE_NO_MAGICLINKS}
	if flags&unix.O_NOFOLLOW != 0 || op == "rename" || op == "unlink" || op == "link" {
		how.Flags |= unix.O_NOFOLLOW
	}
	fd, err := unix.Openat2(ns.root, full, &how)
	if err == nil {
		defer unix.Close(fd)
		var st unix.Stat_t
		f.dir = unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR
		switch {
		case flags&unix.O_CREAT != 0 && flags&unix.O_EXCL != 0:
			f.err = "EEXIST"
		case writes && fixed(fd):
			f.err = "EROFS"
		}
		return linked(fd, full)
	}
	if errno, ok := err.(unix.Errno); ok {
		f.err = unix.ErrnoName(errno)
	}
	how.Flags = unix.O_PATH | unix.O_CLOEXEC
	parent, err := unix.Openat2(ns.root, path.Dir(full), &how)
	if err != nil {
		return path.Clean(full)
	}
	defer unix.Close(parent)
	if f.err == "ENOENT" && flags&unix.O_CREAT != 0 {
		if f.err = ""; fixed(parent) {
			f.err = "EROFS"
		}
	}
	return path.Join(linked(parent, path.Dir(full)), path.Base(full))
}

// fixed reports whether a file lies where nothing can be changed.
func fixed(fd int) bool {
	var st unix.Statfs_t
	return unix.Fstatfs(fd, &st) == nil && st.Flags&unix.ST_RDONLY != 0
}

// linked is the name of an open file, as its own mounts give it.
func linked(fd int, instead string) string {
	name, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
	if err != nil || !path.IsAbs(name) {
		return path.Clean(instead)
	}
	return name
}

// own is a path below /proc that is the calling process' own, without the start.
func (ns *namespace) own(t task, name string) (string, bool) {
	switch name {
	case "/dev/stdin":
		return "fd/0", true
	case "/dev/stdout":
		return "fd/1", true
	case "/dev/stderr":
		return "fd/2", true
	}
	if n, ok := strings.CutPrefix(name, "/dev/fd/"); ok {
		return "fd/" + n, true
	}
	rest, ok := strings.CutPrefix(name, "/proc/")
	if !ok {
		return "", false
	}
	who, rest, _ := strings.Cut(rest, "/")
	if who == "self" || who == "thread-self" {
		return rest, true
	}
	if n, err := strconv.Atoi(who); err == nil && n == ns.pid(t) {
		return rest, true
	}
	return "", false
}

// Kinds of what a process may open of itself.
const (
	plainOwn = iota
	noted    // for the record
	another  // another file by another name
)

// notedOwn are the files below /proc/self that no analysis needs.
var notedOwn = map[string]bool{"mem": true, "environ": true, "clear_refs": true, "pagemap": true, "syscall": true, "stack": true, "uid_map": true, "gid_map": true, "setgroups": true, "personality": true}

func (ns *namespace) ofProcess(t task, rest string) (target string, kind int) {
	first, more, _ := strings.Cut(rest, "/")
	switch {
	case first == "task" && strings.Contains(more, "/"):
		_, more, _ = strings.Cut(more, "/")
		return ns.ofProcess(t, more)
	case notedOwn[first]:
		return "/proc/self/" + rest, noted
	case first == "root":
		return "/" + more, another
	case first == "cwd" || first == "fd" && more != "":
		link := first
		if first == "fd" {
			number, _, _ := strings.Cut(more, "/")
			link += "/" + number
			more = strings.TrimPrefix(more[len(number):], "/")
		}
		base, err := os.Readlink(t.proc(link))
		if err != nil || !path.IsAbs(base) || strings.HasPrefix(base, "/memfd:") {
			return "", plainOwn // a pipe, or nothing
		}
		return path.Join(base, more), another
	}
	return "", plainOwn
}

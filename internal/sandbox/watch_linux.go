//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/assaybench/assay/internal/sandbox/reexec"
)

// lookout sees the system calls of one run from outside: the kernel stops each call that
// the filter names until it is answered here. What is read of a call's arguments may have
// changed before the kernel reads it itself, so that nothing is allowed or refused for it.
type lookout struct {
	theirs *os.File // the run's end of the socket
	ours   int
	done   chan struct{}
	over   atomic.Bool // the run has ended
	notes  notes

	listener int
	names    namespace
	started  bool // the run has become its program
	blind    int64
	why      string
}

// newLookout is nil where nobody watches. What is seen is told after the lines of the trace
// that were written before.
func newLookout(c *Command) (*lookout, error) {
	if c.Watch == nil || c.Unsafe {
		return nil, nil
	}
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	l := &lookout{
		theirs: os.NewFile(uintptr(fds[1]), "watch"), ours: fds[0], done: make(chan struct{}),
		notes: newNotes(*c), names: namespace{root: -1}, listener: -1,
	}
	if c.Trace != nil {
		var d drain
		c.Trace = d.through(c.Trace)
		tell := l.notes.tell
		l.notes.tell = func(s Seen) { d.wait(); tell(s) }
	}
	return l, nil
}

// begin starts the watch once the run has its end of the socket. A lookout that is nil
// does nothing.
func (l *lookout) begin() {
	if l != nil {
		l.theirs.Close()
		go l.follow()
	}
}

// end ends the watch of a run that has ended and says what came of it.
func (l *lookout) end(out *Outcome) {
	if l == nil {
		return
	}
	l.over.Store(true)
	<-l.done
	w := l.notes.sums
	switch {
	case l.why != "":
		w.Why = l.why
	case l.blind > 0:
		w.Why = fmt.Sprintf("the arguments of %d calls could not be read", l.blind)
	}
	w.On = w.Why == ""
	if out != nil {
		out.Watch = w
	}
}

// follow watches until no process of the run is left.
func (l *lookout) follow() {
	defer close(l.done)
	defer l.names.close()
	defer unix.Close(l.ours)
	if l.listener, l.why = l.receive(); l.listener < 0 {
		return
	}
	defer unix.Close(l.listener)
	// Hand the processor over to and fro instead of waking another one (since Linux 6.6).
	_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(l.listener), unix.SECCOMP_IOCTL_NOTIF_SET_FLAGS, unix.SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP)
	l.serve()
}

// glance is how long the watch sleeps at most before it looks whether the run has ended.
const glance = 200 * time.Millisecond

// wait returns once something is to be had from fd. It is false where nothing will come.
func (l *lookout) wait(fd int) bool {
	for {
		p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(p, int(glance/time.Millisecond))
		switch {
		case err == unix.EINTR:
		case err != nil:
			return false
		case n > 0:
			return p[0].Revents&unix.POLLIN != 0
		case l.over.Load():
			return false
		}
	}
}

// receive takes the listener from the run, or the reason why there is none.
func (l *lookout) receive() (int, string) {
	data, rights := make([]byte, 256), make([]byte, unix.CmsgSpace(4))
	if !l.wait(l.ours) {
		return -1, "the run ended before it began"
	}
	n, oob, _, _, err := unix.Recvmsg(l.ours, data, rights, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return -1, err.Error()
	}
	if oob == 0 {
		if n == 0 {
			return -1, "the run ended before it began"
		}
		return -1, string(data[:n])
	}
	messages, err := unix.ParseSocketControlMessage(rights[:oob])
	if err == nil && len(messages) == 1 {
		if fds, err := unix.ParseUnixRights(&messages[0]); err == nil && len(fds) == 1 {
			return fds[0], ""
		}
	}
	return -1, "no listener came from the run"
}

// notification and response are struct seccomp_notif and seccomp_notif_resp.
type notification struct {
	id         uint64
	pid, flags uint32
	nr         int32
	arch       uint32
	ip         uint64
	args       [6]uint64
}

type response struct {
	id    uint64
	val   int64
	errno int32
	flags uint32
}

// serve answers calls until no process is left that could make one.
func (l *lookout) serve() {
	var sizes struct{ notification, response, data uint16 }
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_NOTIF_SIZES, 0, uintptr(unsafe.Pointer(&sizes))); errno != 0 {
		l.why = errno.Error()
		return
	}
	// Newer kernels may write more than is known here.
	in := make([]uint64, max(uintptr(sizes.notification), unsafe.Sizeof(notification{}))/8+1)
	out := make([]uint64, max(uintptr(sizes.response), unsafe.Sizeof(response{}))/8+1)
	n, r := (*notification)(unsafe.Pointer(&in[0])), (*response)(unsafe.Pointer(&out[0]))
	for l.wait(l.listener) {
		clear(in)
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(l.listener), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(n)))
		if errno == unix.EINTR || errno == unix.ENOENT { // the caller has gone meanwhile
			continue
		}
		if errno != 0 {
			l.why = errno.Error()
			return
		}
		*r = response{id: n.id}
		w, refused, answer := reexec.Answer(uint64(n.nr), n.args[0])
		if answer == 0 {
			r.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
		} else {
			r.errno = -int32(answer)
		}
		l.see(n, w, refused, answer)
		// An error means that the caller has gone.
		_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(l.listener), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(r)))
	}
}

// valid reports whether the call still waits, so that what was read of it was read of its
// own process and not of a later one of the same number.
func (l *lookout) valid(n *notification) bool {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(l.listener), unix.SECCOMP_IOCTL_NOTIF_ID_VALID, uintptr(unsafe.Pointer(&n.id)))
	return errno == 0
}

// see notes one call.
func (l *lookout) see(n *notification, w reexec.Watched, refused string, answer unix.Errno) {
	l.notes.sums.Calls++
	t := task{id: int(n.pid)}
	s := Seen{Op: w.Op}
	switch {
	case answer != 0:
		s = Seen{Op: SeenCall, Path: refused, Err: unix.ErrnoName(answer)}
	case w.Op == "socket":
		s.Path = map[uint64]string{unix.AF_INET: "inet", unix.AF_INET6: "inet6"}[n.args[0]]
	case w.Op == "connect" || w.Op == "send":
		at, size := n.args[1], n.args[2]
		if w.Op == "send" {
			at, size = n.args[4], n.args[5]
		}
		raw, ok := t.read(at, int(min(size, 128)))
		if !ok {
			l.unread(n, at)
			return
		}
		if w.Op == "send" {
			s.Mode = "send"
		}
		s.Op, s.Path = SeenConnect, address(raw)
	default:
		var ok bool
		if s, ok = l.file(t, n, w); !ok {
			return
		}
	}
	if !l.valid(n) {
		return
	}
	if s.Op == SeenExec && !l.started {
		l.started = true // this is the start of the run
		return
	}
	s.PID = l.names.pid(t)
	l.notes.add(s)
}

// file is what a call does to a file; false where it is of no interest.
func (l *lookout) file(t task, n *notification, w reexec.Watched) (Seen, bool) {
	flags := n.args[w.Flags]
	switch w.Op {
	case "creat":
		flags = unix.O_CREAT | unix.O_WRONLY | unix.O_TRUNC
	case "openat2":
		raw, ok := t.read(flags, 8) // the first field of struct open_how
		if !ok {
			l.unread(n, flags)
			return Seen{}, false
		}
		flags = *(*uint64)(unsafe.Pointer(&raw[0]))
	case "open":
		flags &= 0xffffffff
	default:
		flags = 0
	}
	name, ok := t.path(n.args[w.Path.Path])
	if !ok {
		l.unread(n, n.args[w.Path.Path])
		return Seen{}, false
	}
	s := Seen{Op: w.Op}
	if w.Op == "open" || w.Op == "creat" || w.Op == "openat2" {
		s.Op, s.Mode = opened(flags)
		if s.Op != SeenWrite && l.notes.library(name) && !climbs(name) {
			l.notes.sums.Library++
			return Seen{}, false
		}
	}
	if w.Op == "truncate" {
		s.Op, s.Mode, flags = SeenWrite, "w", unix.O_WRONLY
	}
	if w.Symbolic {
		s.Path = string(name)
	} else {
		at := l.names.find(t, folder(n, w.Path), string(name), s.Op, flags)
		s.Path, s.Err = at.name, at.err
		if at.leads != at.name {
			s.To = at.leads
		}
		if at.dir && s.Op == SeenRead {
			s.Op = SeenOpen
		}
		if at.system && (s.Op == SeenRead || s.Op == SeenOpen) {
			l.notes.sums.Library++
			return Seen{}, false
		}
	}
	if w.Op == "rename" || w.Op == "link" {
		to, ok := t.path(n.args[w.To.Path])
		if !ok {
			l.unread(n, n.args[w.To.Path])
			return Seen{}, false
		}
		at := l.names.find(t, folder(n, w.To), string(to), SeenWrite, unix.O_CREAT|unix.O_WRONLY|unix.O_NOFOLLOW)
		s.To = at.name
		if s.Err == "" {
			s.Err = at.err
		}
	}
	return s, true
}

// unread counts an argument that could not be read, except where there is nothing: then
// the call itself fails.
func (l *lookout) unread(n *notification, at uint64) {
	if at != 0 && l.valid(n) && !(task{id: int(n.pid)}).faulty(at) {
		l.blind++
	}
}

// folder is the descriptor that a path is relative to.
func folder(n *notification, p reexec.Place) int {
	if p.Folder == reexec.NoFolder {
		return unix.AT_FDCWD
	}
	return int(int32(n.args[p.Folder]))
}

// opened says what an open does.
func opened(flags uint64) (op, mode string) {
	switch {
	case flags&unix.O_PATH != 0:
		return SeenOpen, ""
	case flags&unix.O_TMPFILE == unix.O_TMPFILE:
		return SeenWrite, "w"
	case flags&unix.O_DIRECTORY != 0:
		return SeenOpen, ""
	}
	switch flags & unix.O_ACCMODE {
	case unix.O_RDONLY:
		op, mode = SeenRead, "r"
		if flags&(unix.O_CREAT|unix.O_TRUNC) != 0 {
			op = SeenWrite
		}
	case unix.O_WRONLY:
		op, mode = SeenWrite, "w"
	default:
		op, mode = SeenWrite, "rw"
	}
	if flags&unix.O_APPEND != 0 && op == SeenWrite {
		mode = "a"
	}
	return op, mode
}

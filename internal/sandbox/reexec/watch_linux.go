//go:build linux && (amd64 || arm64)

package reexec

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// NoFolder stands for the folder of a path that is relative to the working directory.
const NoFolder = -1

// Place says which arguments of a system call name a file: the folder that its path is
// relative to, and the path.
type Place struct{ Folder, Path int }

// Watched is a system call that a watched run reports before it goes on: it opens (open,
// creat, openat2), runs (exec), cuts (truncate), removes (unlink), renames or links a
// file, or reaches for another machine (connect, send).
type Watched struct {
	nr       uintptr
	Op       string
	Path, To Place
	Flags    int  // argument that holds the flags of an open, or for openat2 their address
	Symbolic bool // the first path is the text of a link, and no file is looked for there
}

var watched = append([]Watched{
	{nr: unix.SYS_OPENAT, Op: "open", Path: Place{0, 1}, Flags: 2},
	{nr: unix.SYS_OPENAT2, Op: "openat2", Path: Place{0, 1}, Flags: 2},
	{nr: unix.SYS_EXECVE, Op: "exec", Path: Place{NoFolder, 0}},
	{nr: unix.SYS_EXECVEAT, Op: "exec", Path: Place{0, 1}},
	{nr: unix.SYS_TRUNCATE, Op: "truncate", Path: Place{NoFolder, 0}},
	{nr: unix.SYS_UNLINKAT, Op: "unlink", Path: Place{0, 1}},
	{nr: unix.SYS_RENAMEAT, Op: "rename", Path: Place{0, 1}, To: Place{2, 3}},
	{nr: unix.SYS_RENAMEAT2, Op: "rename", Path: Place{0, 1}, To: Place{2, 3}},
	{nr: unix.SYS_LINKAT, Op: "link", Path: Place{0, 1}, To: Place{2, 3}},
	{nr: unix.SYS_SYMLINKAT, Op: "link", Path: Place{NoFolder, 0}, To: Place{1, 2}, Symbolic: true},
	{nr: unix.SYS_CONNECT, Op: "connect"},
}, watchedHere...)

// Answer says what becomes of a reported system call, from its number and first argument
// alone, which the caller cannot change any more: with errno 0 it goes on, and w says what
// it is, or it fails and name says what was refused.
func Answer(nr, first uint64) (w Watched, name string, errno unix.Errno) {
	for _, w := range watched {
		if uint64(w.nr) == nr {
			return w, "", 0
		}
	}
	switch nr {
	case unix.SYS_SENDTO:
		return Watched{Op: "send"}, "", 0
	case unix.SYS_CLONE:
		return w, "clone", unix.EPERM
	case unix.SYS_SOCKET:
		for _, f := range families {
			if uint32(first) == f {
				return Watched{Op: "socket"}, "", 0
			}
		}
		return w, fmt.Sprintf("socket of family %d", uint32(first)), unix.EAFNOSUPPORT
	}
	for _, c := range denied {
		if uint64(c.nr) == nr {
			return w, c.name, unix.EPERM
		}
	}
	return w, fmt.Sprintf("call %d", nr), unix.EPERM
}

// watchFlags ask for a listener. Once a report was taken, only a deadly signal interrupts
// the call that it is about (since Linux 5.19).
var watchFlags = []uintptr{
	unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
	unix.SECCOMP_FILTER_FLAG_NEW_LISTENER,
}

// watch installs the filter of a watched run on the calling thread and hands the listener
// over the socket. Where the kernel gives none, the reason goes there and the plain filter
// is installed. From here on the thread waits at its next open or exec for the other side.
func watch(counted bool, socket int) error {
	var fd int
	var err error
	for _, flags := range watchFlags {
		if fd, err = install(rules(counted, true), flags); err == nil {
			break
		}
	}
	if err != nil {
		if _, e := unix.Write(socket, []byte(err.Error())); e != nil {
			return e
		}
		return seccomp(policy(counted))
	}
	// A reason is text; a listener comes with a single byte.
	if err := unix.Sendmsg(socket, []byte{0}, unix.UnixRights(fd), nil, 0); err != nil {
		return err
	}
	return unix.Close(fd)
}

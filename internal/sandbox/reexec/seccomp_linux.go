//go:build linux && (amd64 || arm64)

package reexec

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// call is a system call and its name.
type call struct {
	nr   uintptr
	name string
}

// System calls that no analysis needs and that reach out of its process, change the
// machine, or open parts of the kernel with a long record of faults. They fail with
// "operation not permitted".
var denied = append([]call{
	// other processes
	{unix.SYS_PTRACE, "ptrace"}, {unix.SYS_PROCESS_VM_READV, "process_vm_readv"}, {unix.SYS_PROCESS_VM_WRITEV, "process_vm_writev"},
	{unix.SYS_PIDFD_GETFD, "pidfd_getfd"}, {unix.SYS_KCMP, "kcmp"}, {unix.SYS_PROCESS_MADVISE, "process_madvise"},
	{unix.SYS_PROCESS_MRELEASE, "process_mrelease"}, {unix.SYS_SCHED_SETSCHEDULER, "sched_setscheduler"},
	{unix.SYS_SCHED_SETPARAM, "sched_setparam"}, {unix.SYS_SCHED_SETATTR, "sched_setattr"}, {unix.SYS_IOPRIO_SET, "ioprio_set"},
	{unix.SYS_MIGRATE_PAGES, "migrate_pages"}, {unix.SYS_MOVE_PAGES, "move_pages"},
	// namespaces and mounts
	{unix.SYS_UNSHARE, "unshare"}, {unix.SYS_SETNS, "setns"}, {unix.SYS_MOUNT, "mount"}, {unix.SYS_UMOUNT2, "umount2"},
	{unix.SYS_PIVOT_ROOT, "pivot_root"}, {unix.SYS_CHROOT, "chroot"}, {unix.SYS_FSOPEN, "fsopen"}, {unix.SYS_FSCONFIG, "fsconfig"},
	{unix.SYS_FSMOUNT, "fsmount"}, {unix.SYS_FSPICK, "fspick"}, {unix.SYS_OPEN_TREE, "open_tree"}, {unix.SYS_MOVE_MOUNT, "move_mount"},
	{unix.SYS_MOUNT_SETATTR, "mount_setattr"}, {unix.SYS_OPEN_TREE_ATTR, "open_tree_attr"}, {unix.SYS_STATMOUNT, "statmount"},
	{unix.SYS_LISTMOUNT, "listmount"}, {unix.SYS_LISTNS, "listns"}, {unix.SYS_SETHOSTNAME, "sethostname"}, {unix.SYS_SETDOMAINNAME, "setdomainname"},
	// files by other ways than their path
	{unix.SYS_OPEN_BY_HANDLE_AT, "open_by_handle_at"}, {unix.SYS_NAME_TO_HANDLE_AT, "name_to_handle_at"},
	{unix.SYS_FANOTIFY_INIT, "fanotify_init"}, {unix.SYS_FANOTIFY_MARK, "fanotify_mark"}, {unix.SYS_QUOTACTL, "quotactl"},
	{unix.SYS_QUOTACTL_FD, "quotactl_fd"}, {unix.SYS_ACCT, "acct"}, {unix.SYS_SWAPON, "swapon"}, {unix.SYS_SWAPOFF, "swapoff"},
	// the kernel
	{unix.SYS_BPF, "bpf"}, {unix.SYS_PERF_EVENT_OPEN, "perf_event_open"}, {unix.SYS_USERFAULTFD, "userfaultfd"},
	{unix.SYS_INIT_MODULE, "init_module"}, {unix.SYS_FINIT_MODULE, "finit_module"}, {unix.SYS_DELETE_MODULE, "delete_module"},
	{unix.SYS_KEXEC_LOAD, "kexec_load"}, {unix.SYS_KEXEC_FILE_LOAD, "kexec_file_load"}, {unix.SYS_REBOOT, "reboot"},
	{unix.SYS_SYSLOG, "syslog"}, {unix.SYS_VHANGUP, "vhangup"}, {unix.SYS_ADD_KEY, "add_key"}, {unix.SYS_REQUEST_KEY, "request_key"},
	{unix.SYS_KEYCTL, "keyctl"}, {unix.SYS_SETTIMEOFDAY, "settimeofday"}, {unix.SYS_CLOCK_SETTIME, "clock_settime"},
	{unix.SYS_CLOCK_ADJTIME, "clock_adjtime"}, {unix.SYS_ADJTIMEX, "adjtimex"}, {unix.SYS_MEMFD_SECRET, "memfd_secret"},
	{unix.SYS_LSM_SET_SELF_ATTR, "lsm_set_self_attr"},
}, deniedHere...)

// missing system calls fail as on a kernel that lacks them, so that libraries fall back.
// clone3 is among them because a filter cannot look at flags that lie in memory, and
// io_uring because what it does passes by every filter. By locks on the files of libraries,
// and by watching who opens them, runs that go side by side would see each other.
var missing = append([]uintptr{unix.SYS_CLONE3, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_FLOCK, unix.SYS_INOTIFY_INIT1}, missingHere...)

// uncounted system calls make memory that only a control group sees; without one they
// are missing too.
var uncounted = []uintptr{unix.SYS_MEMFD_CREATE, unix.SYS_SHMGET, unix.SYS_MSGGET}

const (
	nsFlags = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER |
		unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWTIME
	x32Bit = 0x40000000
)

// filter is a BPF program under construction. Offsets are those of struct seccomp_data.
type filter struct{ code []unix.SockFilter }

func (f *filter) op(code uint16, k uint32, jt, jf uint8) {
	f.code = append(f.code, unix.SockFilter{Code: code, Jt: jt, Jf: jf, K: k})
}

func (f *filter) load(offset uint32) { f.op(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset, 0, 0) }

func (f *filter) ret(action uint32) { f.op(unix.BPF_RET|unix.BPF_K, action, 0, 0) }

func (f *filter) fail(errno unix.Errno) { f.ret(unix.SECCOMP_RET_ERRNO | uint32(errno)) }

// deny makes a system call fail with errno. The number is in the accumulator.
func (f *filter) deny(errno unix.Errno, calls ...uintptr) {
	for _, nr := range calls {
		f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, uint32(nr), 0, 1)
		f.fail(errno)
	}
}

// check runs body for one system call, whose arguments it may load; where body does not
// return, the call is allowed.
func (f *filter) check(nr uintptr, body func()) {
	at := len(f.code)
	f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, uint32(nr), 0, 0)
	body()
	f.ret(unix.SECCOMP_RET_ALLOW)
	f.code[at].Jf = uint8(len(f.code) - at - 1) // bodies are a few instructions long
}

// arg loads the low half of an argument: the kernel, too, reads these as 32 bits.
func (f *filter) arg(n uint32) { f.load(16 + 8*n) }

// only lets the call through where the loaded word is one of the values.
func (f *filter) only(errno unix.Errno, values ...uint32) {
	for i, v := range values {
		f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, v, uint8(len(values)-i), 0)
	}
	f.fail(errno)
}

// policy is the whole filter of a run that is not watched.
func policy(counted bool) []unix.SockFilter { return rules(counted, false) }

// rules is the whole filter. Where the run is watched, what is denied is reported before it
// fails, and so is what opens, runs, removes or renames a file or reaches for the network
// before it goes on; Answer says how each is answered.
func rules(counted, watch bool) []unix.SockFilter {
	f := &filter{}
	f.load(4)
	f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, auditArch, 1, 0)
	f.ret(unix.SECCOMP_RET_KILL_PROCESS) // a foreign ABI numbers its calls otherwise
	f.load(0)
	f.op(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, x32Bit, 0, 1)
	f.fail(unix.ENOSYS)
	refuse := f.fail
	if watch {
		refuse = func(unix.Errno) { f.ret(unix.SECCOMP_RET_USER_NOTIF) }
	}
	for _, c := range denied {
		f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, uint32(c.nr), 0, 1)
		refuse(unix.EPERM)
	}
	f.deny(unix.ENOSYS, missing...)
	if !counted {
		f.deny(unix.ENOSYS, uncounted...)
	}
	f.check(unix.SYS_CLONE, func() {
		f.arg(0)
		f.op(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, nsFlags, 0, 1)
		refuse(unix.EPERM)
	})
	// Limits, priority and affinity only of the caller itself, named by 0.
	f.check(unix.SYS_PRLIMIT64, func() { f.arg(0); f.only(unix.EPERM, 0) })
	f.check(unix.SYS_SCHED_SETAFFINITY, func() { f.arg(0); f.only(unix.EPERM, 0) })
	f.check(unix.SYS_SETPRIORITY, func() {
		f.arg(0)
		f.only(unix.EPERM, unix.PRIO_PROCESS)
		f.arg(1)
		f.only(unix.EPERM, 0)
	})
	f.check(unix.SYS_PERSONALITY, func() { f.arg(0); f.only(unix.EPERM, 0, 0xffffffff) })
	// Families that a network namespace confines; not, for one, AF_VSOCK.
	f.check(unix.SYS_SOCKET, func() {
		f.arg(0)
		if watch {
			f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.AF_UNIX, 2, 0)
			f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.AF_NETLINK, 1, 0)
			f.ret(unix.SECCOMP_RET_USER_NOTIF)
			return
		}
		f.only(unix.EAFNOSUPPORT, families...)
	})
	if watch {
		f.check(unix.SYS_SENDTO, func() { // one that names a receiver
			for _, half := range []uint32{0, 4} {
				f.load(16 + 8*4 + half)
				f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, 0, 1, 0)
				f.ret(unix.SECCOMP_RET_USER_NOTIF)
			}
		})
		for _, c := range watched {
			f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, uint32(c.nr), 0, 1)
			f.ret(unix.SECCOMP_RET_USER_NOTIF)
		}
	}
	f.ret(unix.SECCOMP_RET_ALLOW)
	return f.code
}

// families are the kinds of sockets that a run may make.
var families = []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}

// seccomp installs a filter on the calling thread, which must have no_new_privs.
func seccomp(code []unix.SockFilter) error {
	_, err := install(code, 0)
	return err
}

// install returns what the kernel gives back: the listener where flags ask for one.
func install(code []unix.SockFilter, flags uintptr) (int, error) {
	prog := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return 0, fmt.Errorf("install filter: %w", errno)
	}
	return int(fd), nil
}

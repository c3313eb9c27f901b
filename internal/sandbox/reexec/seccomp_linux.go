//go:build linux && (amd64 || arm64)

package reexec

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// System calls that no analysis needs and that reach out of its process, change the
// machine, or open parts of the kernel with a long record of faults. They fail with
// "operation not permitted".
var denied = append([]uintptr{
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
	unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM,
	unix.SYS_SCHED_SETATTR, unix.SYS_IOPRIO_SET, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	// namespaces and mounts
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_FSOPEN,
	unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_MOUNT_SETATTR,
	unix.SYS_OPEN_TREE_ATTR, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	// files by other ways than their path
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_FANOTIFY_INIT, unix.SYS_FANOTIFY_MARK, unix.SYS_QUOTACTL,
	unix.SYS_QUOTACTL_FD, unix.SYS_ACCT, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	// the kernel
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
	unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_REBOOT, unix.SYS_SYSLOG, unix.SYS_VHANGUP,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME,
	unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_MEMFD_SECRET,
}, deniedHere...)

// missing system calls fail as on a kernel that lacks them, so that libraries fall back.
// clone3 is among them because a filter cannot look at flags that lie in memory.
var missing = []uintptr{unix.SYS_CLONE3, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER}

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

// policy is the whole filter.
func policy(counted bool) []unix.SockFilter {
	f := &filter{}
	f.load(4)
	f.op(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, auditArch, 1, 0)
	f.ret(unix.SECCOMP_RET_KILL_PROCESS) // a foreign ABI numbers its calls otherwise
	f.load(0)
	f.op(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, x32Bit, 0, 1)
	f.fail(unix.ENOSYS)
	f.deny(unix.EPERM, denied...)
	f.deny(unix.ENOSYS, missing...)
	if !counted {
		f.deny(unix.ENOSYS, uncounted...)
	}
	f.check(unix.SYS_CLONE, func() {
		f.arg(0)
		f.op(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, nsFlags, 0, 1)
		f.fail(unix.EPERM)
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
		f.only(unix.EAFNOSUPPORT, unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK)
	})
	f.ret(unix.SECCOMP_RET_ALLOW)
	return f.code
}

// seccomp installs the filter on the calling thread, which must have no_new_privs.
func seccomp(counted bool) error {
	code := policy(counted)
	prog := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	if _, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog))); errno != 0 {
		return fmt.Errorf("install filter: %w", errno)
	}
	return nil
}

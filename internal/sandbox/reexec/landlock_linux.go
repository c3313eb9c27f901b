//go:build linux && (amd64 || arm64)

package reexec

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock rights by the ABI that brought them.
const (
	llRead = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR

	llDevice = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE

	llWrite = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE

	llABI1 = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1 // every right of the first version
	llNet  = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
)

// LandlockABI is the version of Landlock that the kernel has, 0 for none.
func LandlockABI() int {
	v, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// landlock confines the calling thread and what it becomes: reading and executing what
// is there, writing below /submission, /tmp and /dev/shm, no TCP, no signals and no abstract
// sockets to the outside. It does what the kernel's version can.
func landlock(abi int) error {
	if abi == 0 {
		return nil
	}
	set, rules := landlockRules(abi)
	fd, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&set)), unsafe.Sizeof(set), 0)
	if errno != 0 {
		return fmt.Errorf("create ruleset: %w", errno)
	}
	defer unix.Close(int(fd))
	for _, r := range rules {
		if err := r.add(fd); err != nil {
			return err
		}
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return fmt.Errorf("restrict: %w", errno)
	}
	return nil
}

// rule gives rights on a path and what lies below it.
type rule struct {
	Path   string
	Rights uint64
}

func (r rule) add(fd uintptr) error {
	at, err := unix.Open(r.Path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return &os.PathError{Op: "open", Path: r.Path, Err: err}
	}
	defer unix.Close(at)
	beneath := unix.LandlockPathBeneathAttr{Allowed_access: r.Rights, Parent_fd: int32(at)}
	_, _, errno := unix.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, fd, unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&beneath)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("rule for %s: %w", r.Path, errno)
	}
	return nil
}

// landlockRules is what a version of Landlock is asked for.
func landlockRules(abi int) (unix.LandlockRulesetAttr, []rule) {
	set := unix.LandlockRulesetAttr{Handled_access_fs: llABI1}
	for since, right := range map[int]uint64{2: unix.LANDLOCK_ACCESS_FS_REFER, 3: unix.LANDLOCK_ACCESS_FS_TRUNCATE, 5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV} {
		if abi >= since {
			set.Handled_access_fs |= right
		}
	}
	if abi >= 4 {
		set.Handled_access_net = llNet
	}
	if abi >= 6 {
		set.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	rules := []rule{{"/", llRead}}
	for _, dir := range []string{workDir, "/tmp", "/dev/shm"} {
		rules = append(rules, rule{dir, llRead | llWrite})
	}
	for _, dev := range []string{"null", "zero", "full", "random", "urandom"} {
		rules = append(rules, rule{"/dev/" + dev, llDevice})
	}
	for i := range rules {
		rules[i].Rights &= set.Handled_access_fs
	}
	return set, rules
}

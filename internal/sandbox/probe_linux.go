//go:build linux && (amd64 || arm64)

package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/assaybench/assay/internal/sandbox/reexec"
)

// Probe finds what this machine can do, by doing it. The row "isolated run" decides: it
// sets everything up as Run does, and stops before the program.
func Probe() []Capability {
	rows := []Capability{kernel(), identity()}
	rows = append(rows, namespaces()...)
	rows = append(rows, landlockRow(), seccompRow(), watchRow(), groupsRow())
	whole := Capability{Name: "isolated run", Available: true, Detail: "works"}
	begin := time.Now()
	if out, err := run(context.Background(), Command{}, Limits{Wall: 10 * time.Second}.filled()); err != nil {
		whole = Capability{Name: whole.Name, Detail: err.Error(), Advice: Advice()}
	} else {
		whole.Detail = fmt.Sprintf("works, set up in %v: %s", time.Since(begin).Round(time.Millisecond), strings.Join(out.Isolation.Mechanisms, ", "))
	}
	return append(rows, whole)
}

// Advice says what to do where isolation is not available.
func Advice() string {
	var out []string
	for _, c := range append([]Capability{kernel()}, namespaces()...) {
		if !c.Available && c.Advice != "" && (len(out) == 0 || out[len(out)-1] != c.Advice) {
			out = append(out, c.Advice)
		}
	}
	if len(out) == 0 {
		return containerAdvice
	}
	return strings.Join(out, "; ")
}

const containerAdvice = "run it outside of a container, or in one that may make namespaces and mount /proc, " +
	"for example with --privileged, or with --security-opt seccomp=unconfined, apparmor=unconfined and systempaths=unconfined"

func kernel() Capability {
	c := Capability{Name: "kernel", Advice: "use Linux 5.12 or newer"}
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		c.Detail = err.Error()
		return c
	}
	release := unix.ByteSliceToString(u.Release[:])
	var major, minor int
	_, _ = fmt.Sscanf(release, "%d.%d", &major, &minor) // 0.0 where it is no number
	c.Detail, c.Available = release, major > 5 || major == 5 && minor >= 12
	if c.Available {
		c.Advice = ""
	}
	return c
}

func identity() Capability {
	c := Capability{Name: "user", Available: true}
	switch {
	case privileged():
		c.Detail = "root with full capabilities: runs get the id of nobody"
	case os.Geteuid() == 0:
		c.Detail = "root without full capabilities, as in a container: user namespaces are used"
	default:
		c.Detail = fmt.Sprintf("ordinary user %d: user namespaces are used", os.Geteuid())
	}
	return c
}

// namespaces tries each kind as Run needs it.
func namespaces() []Capability {
	var flags uintptr
	if !privileged() {
		flags = syscall.CLONE_NEWUSER
	}
	var out []Capability
	for _, n := range []struct {
		name  string
		flags uintptr
		args  []string
	}{
		{"user namespaces", syscall.CLONE_NEWUSER, nil},
		{"mount and pid namespaces", flags | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID, []string{"mount"}},
		{"network namespace", flags | syscall.CLONE_NEWNET, nil},
		{"ipc and uts namespaces", flags | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS, nil},
	} {
		c := Capability{Name: n.name, Available: true, Detail: "can be made"}
		if err := try(n.flags, n.args); err != nil {
			c = Capability{Name: n.name, Detail: err.Error(), Advice: namespaceAdvice()}
		}
		out = append(out, c)
	}
	return out
}

func try(flags uintptr, args []string) error {
	cmd := exec.Command("/proc/self/exe")
	cmd.Args = append([]string{reexec.Probe}, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: flags}
	if flags&syscall.CLONE_NEWUSER != 0 {
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
	}
	said, err := cmd.CombinedOutput()
	if err != nil && len(said) > 0 {
		return fmt.Errorf("%s", said)
	}
	return err
}

// namespaceAdvice looks for the usual switches.
func namespaceAdvice() string {
	for _, s := range []struct{ file, off, advice string }{
		{"/proc/sys/user/max_user_namespaces", "0", "allow user namespaces: sysctl -w user.max_user_namespaces=10000"},
		{"/proc/sys/kernel/unprivileged_userns_clone", "0", "allow user namespaces to ordinary users: sysctl -w kernel.unprivileged_userns_clone=1"},
		{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
			"let AppArmor allow user namespaces: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or a profile with \"userns,\" for this program"},
	} {
		if text, err := os.ReadFile(s.file); err == nil && strings.TrimSpace(string(text)) == s.off {
			return s.advice
		}
	}
	return containerAdvice
}

func landlockRow() Capability {
	c := Capability{Name: "Landlock"}
	if abi := reexec.LandlockABI(); abi > 0 {
		c.Available, c.Detail = true, fmt.Sprintf("version %d", abi)
		return c
	}
	c.Detail = "not in this kernel; runs are isolated without it"
	c.Advice = "optional: add landlock to the lsm= list of the kernel's command line"
	return c
}

func seccompRow() Capability {
	c := Capability{Name: "seccomp", Available: true, Detail: "filters can be installed"}
	action := uint32(unix.SECCOMP_RET_ERRNO)
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action))); errno != 0 {
		return Capability{Name: c.Name, Detail: errno.Error(), Advice: "use a kernel built with CONFIG_SECCOMP_FILTER"}
	}
	return c
}

// watchRow tries the watch, which something else may have taken already.
func watchRow() Capability {
	c := Capability{Name: "watch from outside", Available: true, Detail: "opens of files are seen by seccomp notifications"}
	out, err := run(context.Background(), Command{Watch: func(Seen) {}}, Limits{Wall: 10 * time.Second}.filled())
	if err == nil && out.Watch.On {
		return c
	}
	c = Capability{Name: c.Name, Detail: out.Watch.Why, Advice: "optional: use a kernel with seccomp notifications, and run it where no other program listens to the system calls of this one"}
	if err != nil {
		c.Detail = err.Error()
	}
	return c
}

func groupsRow() Capability {
	c := Capability{Name: "control groups"}
	g, err := newGroup(Limits{}.filled())
	if err == nil {
		c.Available, c.Detail = true, g.version+" holds memory, CPU time and processes of a run"
		g.close()
		return c
	}
	c.Detail = err.Error() + "; limits are held by polling instead"
	c.Advice = "optional: start it in a group whose parent is delegated, for example with systemd-run --user --scope"
	return c
}

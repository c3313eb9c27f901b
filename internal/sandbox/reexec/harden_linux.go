//go:build linux && (amd64 || arm64)

package reexec

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Descriptors of the hardener; 0 to 3 become the program's.
const (
	goFD      = 4 // the order to go on
	troubleFD = 5 // isLoaded, atTheDoor, and then what went wrong, if anything
	joinFD    = 6 // first of the control groups to join
)

// What the hardener says of itself: that its own program is loaded, and that only exec is
// left to do. Where the pipe closes after the second the program runs; where it closes
// before, this process has died.
const (
	isLoaded  = 'l'
	atTheDoor = 'd'
)

// order is what the hardener needs to know.
type order struct {
	Path       string
	Args, Env  []string
	Dir        string
	Isolated   bool
	Privileged bool
	Trace      bool
	Counted    bool // control groups count memory and processes
	Watch      int  // the socket that takes the listener; 0 where nobody watches
	Joins      int
	Limits     Limits
	Warm       bool
	Confine    *confinement `json:",omitempty"` // of a forked run
}

// hardenerProcess is the first process's view of the second.
type hardenerProcess struct {
	pid     int
	order   *os.File
	trouble *os.File
}

// startHardener starts the second process, which waits. It starts before the root of the
// host is left, where the program file and its loader are still to be found; pivot_root
// takes it along.
func (s *supervisor) startHardener() (*hardenerProcess, error) {
	orderR, orderW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer orderR.Close()
	troubleR, troubleW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer troubleW.Close()
	files := []uintptr{0, 1, 2, traceFD, orderR.Fd(), troubleW.Fd()}
	if g := s.plan.Group; g != nil {
		for _, fd := range g.Join {
			files = append(files, uintptr(fd))
		}
	}
	if s.plan.Watch != 0 {
		files = append(files, uintptr(s.plan.Watch))
	}
	sys := &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if s.plan.Isolated {
		sys.Pdeathsig = 0 // the pid namespace dies with its first process
		sys.Cloneflags = syscall.CLONE_NEWUSER
		host, inside := 0, insideID
		if s.plan.Warm {
			inside = warmID
			sys.Cloneflags |= syscall.CLONE_NEWPID // which it may leave to its forks, as it owns it
		}
		if s.plan.Privileged {
			// Not by Credential: the program file may be open to its owner only. The ids go
			// after it has been started, with the two capabilities that takes.
			host = nobodyID
			sys.AmbientCaps = []uintptr{unix.CAP_SETUID, unix.CAP_SETGID}
			sys.GidMappingsEnableSetgroups = true
		}
		sys.UidMappings = []syscall.SysProcIDMap{{ContainerID: inside, HostID: host, Size: 1}}
		sys.GidMappings = []syscall.SysProcIDMap{{ContainerID: inside, HostID: host, Size: 1}}
	}
	s.main, err = syscall.ForkExec("/proc/self/exe", []string{hardener}, &syscall.ProcAttr{Dir: "/", Files: files, Env: []string{"GOMAXPROCS=1"}, Sys: sys})
	if err != nil {
		return nil, step("start a process in a user namespace", err)
	}
	// The trace ends when the last process of the run is gone, so this one lets go of it.
	if err := unix.Close(traceFD); err != nil {
		return nil, err
	}
	if s.plan.Watch != 0 {
		unix.Close(s.plan.Watch)
	}
	return &hardenerProcess{pid: s.main, order: orderW, trouble: troubleR}, nil
}

// release sends the order and returns once the program has started.
func (h *hardenerProcess) release(p *Plan) error {
	o := order{
		Path: p.Path, Args: p.Args, Env: p.Env, Dir: workDir, Isolated: p.Isolated, Privileged: p.Privileged,
		Trace: p.Trace, Counted: p.Group != nil, Limits: p.Limits, Warm: p.Warm,
	}
	if !p.Isolated {
		o.Dir = filepath.Join(p.Scratch, "submission")
	}
	if p.Group != nil {
		o.Joins = len(p.Group.Join)
	}
	if p.Watch != 0 {
		o.Watch = joinFD + o.Joins
	}
	if p.Forked {
		o.Confine = confine(p)
	}
	_ = json.NewEncoder(h.order).Encode(o) // fails only where the reader has died, which shows below
	h.order.Close()
	text, err := io.ReadAll(h.trouble)
	h.trouble.Close()
	if err != nil {
		return err
	}
	text, ready := bytes.CutPrefix(text, []byte{atTheDoor})
	f := &Failure{Step: "start the program"}
	switch {
	case len(text) > 0:
		if json.Unmarshal(text, f) != nil {
			f.Why = string(text)
		}
		return f
	case !ready:
		return h.died()
	}
	return nil
}

// loaded waits until the second process needs no file of the host any more: its loader
// looks for libraries after exec has returned to whoever called it.
func (h *hardenerProcess) loaded() error {
	var b [1]byte
	if _, err := io.ReadFull(h.trouble, b[:]); err != nil {
		return h.died()
	}
	return nil
}

// died is the failure of a process that has ended without a word.
func (h *hardenerProcess) died() error {
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(h.pid, &status, 0, nil); err != nil {
		return err
	}
	exit, signal := ended(status)
	return &Failure{Step: "start the program", Why: fmt.Sprintf("the process that becomes it ended first: exit %d %s", exit, signal)}
}

// harden is the whole life of the second process before it becomes the program.
func harden() int {
	runtime.LockOSThread()
	trouble := os.NewFile(troubleFD, "trouble")
	_, err := trouble.Write([]byte{isLoaded})
	if err == nil {
		err = becomeProgram()
	}
	if err != nil {
		f := &Failure{}
		if !errors.As(err, &f) {
			f = &Failure{Step: "start the program", Why: err.Error()}
		}
		_ = json.NewEncoder(trouble).Encode(f) // nobody else to tell
		return 1
	}
	return 0
}

// becomeProgram returns nil only where there is no program to become. Ids, filters and
// limits are those of this thread, the only one that outlives exec; from the control
// groups on, calls are raw, because the runtime must not start threads any more.
func becomeProgram() error {
	var o order
	in := os.NewFile(goFD, "order")
	if err := json.NewDecoder(bufio.NewReader(in)).Decode(&o); err != nil {
		return fmt.Errorf("read the order: %w", err)
	}
	if o.Privileged && o.Isolated {
		id := insideID
		if o.Warm {
			id = warmID
		}
		if err := dropIDs(id); err != nil {
			return step("drop the user id", err)
		}
	}
	if err := os.Chdir(o.Dir); err != nil {
		return fmt.Errorf("enter the folder of the run: %w", err)
	}
	syscall.Umask(0o022)
	if !o.Trace {
		unix.Close(3)
	}
	if err := unix.CloseRange(goFD, 1<<30, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return step("close descriptors", err)
	}
	if o.Warm {
		return execute(o) // with its rights and without limits: its runs give up the former and get the latter
	}
	if err := setLimits(o.Limits); err != nil {
		return fmt.Errorf("set limits: %w", err)
	}
	for i := range o.Joins {
		zero := []byte("0")
		_, _, errno := unix.RawSyscall(unix.SYS_WRITE, uintptr(joinFD+i), uintptr(unsafe.Pointer(&zero[0])), 1)
		if errno != 0 {
			return fmt.Errorf("enter the control group: %w", errno)
		}
	}
	if _, _, errno := unix.RawSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); errno != 0 {
		return step("give up new privileges", errno)
	}
	if o.Isolated {
		if err := dropCapabilities(); err != nil {
			return step("drop capabilities", err)
		}
		if err := landlock(LandlockABI()); err != nil {
			return step("Landlock", err)
		}
		if err := o.filter(); err != nil {
			return step("seccomp", err)
		}
	}
	return execute(o)
}

// filter installs the filter of system calls, with a listener where the run is watched.
func (o *order) filter() error {
	if o.Watch != 0 {
		return watch(o.Counted, o.Watch)
	}
	return seccomp(policy(o.Counted))
}

// execute becomes the program.
func execute(o order) error {
	if _, err := unix.Write(troubleFD, []byte{atTheDoor}); err != nil {
		return err
	}
	if o.Path == "" {
		return nil
	}
	if err := syscall.Exec(o.Path, append([]string{o.Path}, o.Args...), o.Env); err != nil {
		return fmt.Errorf("%s: %w; is the program, or the loader that it names, not among the binds?", o.Path, err)
	}
	return nil
}

// dropIDs gives this thread the id of the run for good.
func dropIDs(id int) error {
	if _, _, errno := unix.RawSyscall(unix.SYS_SETGROUPS, 0, 0, 0); errno != 0 {
		return fmt.Errorf("setgroups: %w", errno)
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_SETRESGID, uintptr(id), uintptr(id), uintptr(id)); errno != 0 {
		return fmt.Errorf("setresgid: %w", errno)
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, uintptr(id), uintptr(id), uintptr(id)); errno != 0 {
		return fmt.Errorf("setresuid: %w", errno)
	}
	return nil
}

// dropCapabilities empties all sets of this thread; with them goes the ambient one.
func dropCapabilities() error {
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	_, _, errno := unix.RawSyscall(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&hdr)), uintptr(unsafe.Pointer(&none[0])), 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// setLimits sets the limits of each single process. They are a second line behind those
// of the tree, and a little wider, so that the tree's are met and named first.
func setLimits(l Limits) error {
	for _, lim := range processLimits(l) {
		var old unix.Rlimit
		if err := unix.Prlimit(0, lim.resource, nil, &old); err != nil {
			return err
		}
		v := min(lim.value, old.Max)
		if err := unix.Prlimit(0, lim.resource, &unix.Rlimit{Cur: v, Max: v}, nil); err != nil {
			return err
		}
	}
	return nil
}

// processLimit is a limit of one process.
type processLimit struct {
	resource int
	value    uint64
}

func processLimits(l Limits) []processLimit {
	return []processLimit{
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_CPU, uint64(l.CPU/1e9) + 2},
		{unix.RLIMIT_FSIZE, uint64(l.Output) + 1<<20},
		{unix.RLIMIT_NOFILE, l.Descriptors},
		{unix.RLIMIT_MEMLOCK, 64 << 10},
		{unix.RLIMIT_AS, l.Address},
		{unix.RLIMIT_NPROC, 2*uint64(l.Processes) + 64},
	}
}

// ignore makes the kernel drop a signal to this process. os/signal cannot do that for
// the signals of faults.
func ignore(sig syscall.Signal) error {
	action := struct {
		handler, flags, restorer uintptr
		mask                     uint64
	}{handler: 1}
	if _, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

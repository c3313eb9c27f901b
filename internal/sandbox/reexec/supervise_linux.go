//go:build linux && (amd64 || arm64)

package reexec

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// How often the limits are looked at. Without isolation that takes a walk through all
// processes of the machine.
const (
	tick      = 10 * time.Millisecond
	plainTick = 50 * time.Millisecond
)

// supervisor is the first process of a run.
type supervisor struct {
	plan    Plan
	status  *os.File
	outside chan struct{} // closed when the outside has gone
	work    int           // descriptor of the run's folder
	main    int           // pid of the program
	peak    int64
	deaths  chan death
}

type death struct {
	pid    int
	status syscall.WaitStatus
}

// supervise runs the plan that the outside sends, and is the whole life of the first
// process. Its exit status means nothing: what happened is said in frames.
func supervise(run func(*supervisor) error) int {
	for fd := planFD; fd < GroupFD+16; fd++ {
		syscall.CloseOnExec(fd)
	}
	s := &supervisor{status: os.NewFile(statusFD, "status"), outside: make(chan struct{})}
	if err := run(s); err != nil {
		f := &Failure{}
		if !errors.As(err, &f) {
			f = &Failure{Step: "prepare the run", Why: err.Error()}
		}
		_ = WriteJSON(s.status, FrameFailure, f) // where the outside is gone nobody listens
		return 1
	}
	return 0
}

func (s *supervisor) run() error {
	plan := os.NewFile(planFD, "plan")
	if err := json.NewDecoder(plan).Decode(&s.plan); err != nil {
		return fmt.Errorf("read the plan: %w", err)
	}
	go s.listen(plan)
	syscall.Umask(0o022)
	p := &s.plan
	if p.Isolated {
		if err := privateProc(); err != nil {
			return err
		}
	} else if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("become the reaper of the run: %w", err)
	}
	h, err := s.startHardener()
	if err != nil {
		return err
	}
	if p.Isolated {
		err = s.isolate(h)
	} else {
		err = cmp.Or(s.plainFolders(), h.loaded())
	}
	if err != nil {
		return err
	}
	if err := h.release(p); err != nil {
		return err
	}
	if p.Warm {
		return s.keep()
	}
	return s.report(s.watch())
}

// listen waits until the outside has gone.
func (s *supervisor) listen(plan io.Reader) {
	var b [1]byte
	for {
		if _, err := plan.Read(b[:]); err != nil {
			close(s.outside)
			return
		}
	}
}

// isolate finishes the isolation around the waiting hardener.
func (s *supervisor) isolate(h *hardenerProcess) error {
	base, err := newRoot(&s.plan)
	if err == nil {
		err = h.loaded()
	}
	if err == nil {
		err = pivot(base)
	}
	if err != nil {
		return err
	}
	return s.withdraw()
}

// withdraw takes this process out of the reach of the run.
func (s *supervisor) withdraw() error {
	if err := unix.Sethostname([]byte("assay")); err != nil {
		return step("set the host name", err)
	}
	// From here on nobody may trace this process or open its /proc entries, and no
	// signal that the run could send ends it. SIGCHLD and SIGURG are the runtime's.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return step("become unreadable", err)
	}
	for sig := unix.SIGHUP; sig <= unix.SIGSYS; sig++ {
		switch sig {
		case unix.SIGKILL, unix.SIGSTOP, unix.SIGCHLD, unix.SIGURG:
		default:
			if err := ignore(sig); err != nil {
				return step("ignore "+sig.String(), err)
			}
		}
	}
	return s.openWork(workDir)
}

// plainFolders stands in for the new root where there is no isolation.
func (s *supervisor) plainFolders() error {
	p := &s.plan
	work := filepath.Join(p.Scratch, "submission")
	if err := os.Mkdir(work, 0o755); err != nil {
		return err
	}
	if err := copyTree(p.Work, work, -1); err != nil {
		return err
	}
	for _, b := range p.Binds {
		if err := os.MkdirAll(filepath.Dir(b.Target), 0o755); err != nil {
			return err
		}
		if err := copyTree(b.Source, b.Target, -1); err != nil {
			return err
		}
	}
	return s.openWork(work)
}

func (s *supervisor) openWork(path string) (err error) {
	s.work, err = unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	return err
}

// watch holds the limits until the program has ended, and then ends whatever it left.
func (s *supervisor) watch() Result {
	var r Result
	begin := time.Now()
	s.deaths = make(chan death)
	go s.reap()
	every := tick
	if !s.plan.Isolated {
		every = plainTick
	}
	look := time.NewTicker(every)
	defer look.Stop()
	wall := time.After(time.Duration(s.plan.Limits.Wall))
	for running := true; running || s.deaths != nil; {
		select {
		case d, ok := <-s.deaths:
			switch {
			case !ok:
				s.deaths, running = nil, false
			case d.pid == s.main:
				r.Exit, r.Signal = ended(d.status)
				r.Wall = time.Since(begin).Nanoseconds()
				running = false
				s.note(&r)
				s.kill()
			}
		case <-look.C:
			s.note(&r)
			if r.Limit != "" || !running {
				s.kill()
			}
		case <-wall:
			if running && r.Limit == "" {
				r.Limit = "wall"
				s.kill()
			}
		case <-s.outside:
			s.kill()
			if s.plan.Isolated {
				os.Exit(1) // and the kernel ends all that is left
			}
			s.outside = nil
		}
	}
	s.note(&r)
	switch {
	case r.Limit != "":
	case r.Signal == "SIGXCPU":
		r.Limit = "cpu"
	case r.Signal == "SIGXFSZ":
		r.Limit = "output"
	}
	return r
}

// reap waits for every process of the run; the channel closes when none is left.
func (s *supervisor) reap() {
	defer close(s.deaths)
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch err {
		case nil:
			s.deaths <- death{pid, status}
		case syscall.EINTR:
		default:
			return
		}
	}
}

// ended names how a process ended; a signal gives the exit status that a shell gives.
func ended(w syscall.WaitStatus) (exit int, signal string) {
	if w.Signaled() {
		return 128 + int(w.Signal()), unix.SignalName(w.Signal())
	}
	return w.ExitStatus(), ""
}

// kill ends every process of the run but this one.
func (s *supervisor) kill() {
	if s.plan.Isolated {
		_ = syscall.Kill(-1, syscall.SIGKILL) // the pid namespace; ESRCH where it is empty
		return
	}
	for _, p := range descendants(os.Getpid(), processes()) {
		_ = syscall.Kill(p.pid, syscall.SIGKILL)
	}
}

// note brings CPU time and peak memory up to date and names the limit that is broken,
// where none was before.
func (s *supervisor) note(r *Result) {
	u, l := s.measure(), s.plan.Limits
	r.CPU = max(r.CPU, u.cpu)
	s.peak = max(s.peak, u.memory, u.groupPeak)
	r.Peak = s.peak
	if r.Limit != "" {
		return
	}
	switch {
	case u.killed > 0 || u.memory > l.Memory:
		r.Limit = "memory"
	case u.cpu > l.CPU:
		r.Limit = "cpu"
	case u.full > 0 || u.tasks > l.Processes:
		r.Limit = "processes"
	case u.scratchIsFull:
		r.Limit = "output"
	}
}

// measure reads the control groups where there are some, and /proc otherwise.
func (s *supervisor) measure() usage {
	u := usage{scratchIsFull: s.scratchFull()}
	done, largest := waited()
	if g := s.plan.Group; g != nil {
		u.cpu, u.killed, u.full, u.groupPeak = g.CPU.read(), g.Killed.read(), g.Full.read(), g.Peak.read()
		if g.Peak.FD == 0 {
			u.groupPeak = largest
		}
		return u
	}
	tree := processes()
	if !s.plan.Isolated {
		tree = descendants(os.Getpid(), tree)
	}
	u.cpu = done
	for _, p := range tree {
		u.cpu += p.cpu
		u.memory += p.resident
		u.tasks += p.threads
	}
	if u.memory > s.plan.Limits.Memory {
		u.memory = proportional(tree)
	}
	return u
}

// scratchFull reports whether what the run may write is used up, in bytes or files.
func (s *supervisor) scratchFull() bool {
	if !s.plan.Isolated {
		used, err := measure(s.plan.Scratch)
		return err == nil && (used.bytes > s.plan.Limits.Output || used.files > s.plan.Limits.Files)
	}
	var st unix.Statfs_t
	return unix.Fstatfs(s.work, &st) == nil && (st.Bavail == 0 || st.Ffree == 0)
}

// report hands out the outputs and then the result.
func (s *supervisor) report(r Result) error {
	for _, name := range s.plan.Collect {
		if err := s.handOut(name); err != nil {
			return err
		}
	}
	r.Mechanisms, r.Notes = s.mechanisms()
	return WriteJSON(s.status, FrameResult, r)
}

// mechanisms lists what held this run, sorted, and notes what is absent.
func (s *supervisor) mechanisms() (names, notes []string) {
	names = []string{"no_new_privs", "rlimit"}
	if s.plan.Isolated {
		names = append(names, "ipc", "mount", "network", "pid", "pivot_root", "seccomp", "user", "uts")
		if abi := LandlockABI(); abi > 0 {
			names = append(names, "landlock")
		} else {
			notes = append(notes, "this kernel has no Landlock; mounts and namespaces alone keep files apart")
		}
	}
	slices.Sort(names)
	return names, notes
}

//go:build linux && (amd64 || arm64)

package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assaybench/assay/internal/sandbox/reexec"
	"github.com/assaybench/assay/spec"
)

const (
	// descriptors is the limit of open files of each process.
	descriptors = 1024
	// grace is what a run may take beyond its wall time to be prepared and cleared away.
	grace = time.Minute
	// lag is how long a pipe may stay open after the last process is gone.
	lag = 2 * time.Second
)

// run carries out a checked command with limits filled in.
func run(ctx context.Context, c Command, l Limits) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	p := newPlan(c, l)
	if c.Unsafe {
		scratch, err := os.MkdirTemp("", "assay-run-")
		if err != nil {
			return Outcome{}, fmt.Errorf("sandbox: %w", err)
		}
		defer removeAll(scratch)
		translate(&p, scratch)
	}
	return contained(l, p, func(p reexec.Plan, g *group) (Outcome, error) { return supervise(ctx, c, p, g) })
}

// contained runs a plan in control groups where there are some, and reports what held it.
func contained(l Limits, p reexec.Plan, run func(reexec.Plan, *group) (Outcome, error)) (Outcome, error) {
	report := spec.SandboxReport{Isolated: p.Isolated, Tree: "poll"}
	g, groupErr := newGroup(l)
	if groupErr == nil {
		defer g.close()
		p.Group = &g.inside
		report.Tree = g.version
	}
	out, err := run(p, g)
	if err != nil {
		return out, fmt.Errorf("sandbox: %w", err)
	}
	report.Mechanisms, report.Notes = out.Isolation.Mechanisms, out.Isolation.Notes
	if g != nil {
		report.Mechanisms = append(report.Mechanisms, g.version)
		slices.Sort(report.Mechanisms)
	}
	switch {
	case out.Watch.On:
		report.Mechanisms = append(report.Mechanisms, "watch")
		slices.Sort(report.Mechanisms)
	case out.Watch.Why != "":
		report.Notes = append(report.Notes, "nothing was seen from outside: "+out.Watch.Why)
	}
	if !p.Isolated {
		report.Notes = append(report.Notes, "this run was not isolated: it could read, write and reach whatever its user can")
	}
	out.Isolation = report
	return out, nil
}

func newPlan(c Command, l Limits) reexec.Plan {
	p := reexec.Plan{
		Isolated: !c.Unsafe, Privileged: privileged(),
		Path: c.Path, Args: c.Args, Env: c.Env, Work: c.Work, ReadOnly: c.WorkReadOnly, Collect: c.Collect, Trace: c.Trace != nil,
		Limits: reexec.Limits{
			Wall: int64(l.Wall), CPU: int64(l.CPU), Memory: l.Memory, Output: l.OutputBytes, Files: l.Files, Processes: l.Processes,
			Descriptors: descriptors,
			// Address space is often reserved and never used; this only stops the absurd.
			Address: uint64(8*l.Memory) + 16<<30,
		},
	}
	for _, b := range c.Binds {
		p.Binds = append(p.Binds, reexec.Bind(b))
	}
	return p
}

// privileged reports whether this process may make mounts and ids of its own without a
// user namespace: it has the capabilities, and the id that runs get exists here.
func privileged() bool {
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if unix.Capget(&hdr, &data[0]) != nil {
		return false
	}
	for _, c := range []int{unix.CAP_SYS_ADMIN, unix.CAP_SETUID, unix.CAP_SETGID, unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_KILL, unix.CAP_SYS_PTRACE} {
		if data[c/32].Effective&(1<<(c%32)) == 0 {
			return false
		}
	}
	ids, err := os.ReadFile("/proc/self/uid_map")
	f := strings.Fields(string(ids))
	return err == nil && os.Geteuid() == 0 && len(f) == 3 && f[0] == "0" && f[2] == strconv.FormatUint(1<<32-1, 10)
}

// pipes are the four that join the outside with a run.
type pipes struct{ plan, status, trace, output struct{ r, w *os.File } }

func openPipes() (*pipes, error) {
	p := &pipes{}
	for _, e := range []*struct{ r, w *os.File }{&p.plan, &p.status, &p.trace, &p.output} {
		var err error
		if e.r, e.w, err = os.Pipe(); err != nil {
			p.close()
			return nil, err
		}
	}
	return p, nil
}

// closeInside closes the ends that are the run's.
func (p *pipes) closeInside() {
	for _, f := range []*os.File{p.plan.r, p.status.w, p.trace.w, p.output.w} {
		f.Close()
	}
}

func (p *pipes) close() {
	for _, f := range []*os.File{p.plan.r, p.plan.w, p.status.r, p.status.w, p.trace.r, p.trace.w, p.output.r, p.output.w} {
		f.Close() // nil and closed ones are errors that say nothing
	}
}

// supervise starts the inside half, gives it the plan and takes what it sends.
func supervise(ctx context.Context, c Command, p reexec.Plan, g *group) (Outcome, error) {
	ends, err := openPipes()
	if err != nil {
		return Outcome{}, err
	}
	defer ends.close()
	cmd := exec.Command("/proc/self/exe")
	cmd.Args = []string{reexec.Supervisor}
	cmd.Env = []string{"GOMAXPROCS=2"}
	cmd.Stdout, cmd.Stderr = ends.output.w, ends.output.w
	cmd.ExtraFiles = []*os.File{ends.plan.r, ends.status.w, ends.trace.w}
	if g != nil {
		cmd.ExtraFiles = append(cmd.ExtraFiles, g.files...)
	}
	look, err := newLookout(&c)
	if err != nil {
		return Outcome{}, err
	}
	if look != nil {
		cmd.ExtraFiles = append(cmd.ExtraFiles, look.theirs)
		p.Watch = 2 + len(cmd.ExtraFiles)
	}
	cmd.SysProcAttr = attributes(p)
	err = cmd.Start()
	look.begin()
	if err != nil {
		look.end(nil)
		return Outcome{}, unavailable("start a process in namespaces", err)
	}
	ends.closeInside()
	// Where there is a pid namespace, killing its first process kills all of it.
	// Otherwise the supervisor does it when the plan's pipe closes.
	end := func() {
		if p.Isolated {
			_ = cmd.Process.Kill()
			return
		}
		ends.plan.w.Close()
		time.AfterFunc(lag, func() { _ = cmd.Process.Kill() })
	}
	out, err := attend(ctx, c, p.Limits, ends, hold{
		send: func() error { return json.NewEncoder(ends.plan.w).Encode(p) },
		end:  end,
		wait: func() { _ = cmd.Wait() }, // what happened is in the frames
	})
	look.end(&out)
	return out, err
}

// hold is how the outside holds the first process of a run: it sends what the process
// needs, ends it, and waits for its end.
type hold struct {
	send      func() error
	end, wait func()
}

// attend follows a run that has been started, to its end.
func attend(ctx context.Context, c Command, l reexec.Limits, ends *pipes, h hold) (Outcome, error) {
	stop := context.AfterFunc(ctx, h.end)
	defer stop()
	late := time.AfterFunc(time.Duration(l.Wall)+grace, h.end)
	defer late.Stop()

	var readers sync.WaitGroup
	var printed tail
	readers.Go(func() { _, _ = io.Copy(&printed, ends.output.r) })
	if c.Trace != nil {
		readers.Go(func() {
			c.Trace(ends.trace.r)
			_, _ = io.Copy(io.Discard, ends.trace.r)
		})
	}
	sendErr := h.send()
	out, err := receive(ends.status.r, c, l.Output)
	if err != nil {
		h.end()
	}
	h.wait()
	limit := time.Now().Add(lag)
	_ = ends.output.r.SetReadDeadline(limit)
	_ = ends.trace.r.SetReadDeadline(limit)
	readers.Wait()
	out.Output = printed.Bytes()
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case err != nil:
		return out, explain(err, sendErr, out.Output)
	}
	return out, nil
}

// attributes are the namespaces of the first process.
func attributes(p reexec.Plan) *syscall.SysProcAttr {
	if !p.Isolated {
		return &syscall.SysProcAttr{Setpgid: true}
	}
	a := &syscall.SysProcAttr{
		Setsid:     true,
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
	}
	if !p.Privileged {
		a.Cloneflags |= syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	return a
}

// explain turns an error from inside into one for the caller.
func explain(err, sendErr error, printed []byte) error {
	f := &reexec.Failure{}
	switch {
	case errors.As(err, &f) && f.Unavailable:
		return unavailable(f.Step, errors.New(f.Why))
	case errors.As(err, &f) && len(printed) > 0:
		return fmt.Errorf("%w; last words: %.2000q", f, printed)
	case errors.As(err, &f):
		return f
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		if sendErr != nil {
			err = fmt.Errorf("%w; %w", err, sendErr)
		}
		return fmt.Errorf("the sandbox's own process ended early: %w; last words: %.2000q", err, printed)
	}
	return err
}

func unavailable(step string, err error) error {
	return fmt.Errorf("%w: %s: %w; %s", ErrUnavailable, step, err, Advice())
}

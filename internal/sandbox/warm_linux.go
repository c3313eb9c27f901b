//go:build linux && (amd64 || arm64)

package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assaybench/assay/internal/sandbox/reexec"
)

const (
	// ready is how long a warm program may take to start, and then to load what a run wants.
	ready = time.Minute
	// reply is the longest answer of a warm program.
	reply = 4 << 10
)

// Zygote is a program that waits in a sandbox of its own and forks for each run. Each
// fork gets namespaces, folders, limits, Landlock and seccomp as a run that Run starts,
// so that no run sees another, nor the zygote. The program has to take part: see the
// tracer's warm.py.
type Zygote struct {
	command Command
	cmd     *exec.Cmd
	ends    *pipes
	program *os.File // this program, for the first process of each run
	printed tail
	gone    chan struct{}
	failure error // why it has gone; read after gone is closed

	mu      sync.Mutex // one request at a time
	control *os.File
}

// NewZygote starts a command that waits for runs: its path, arguments, environment and
// binds are those of all of them. It ends with Close, or with this process.
func NewZygote(ctx context.Context, c Command) (*Zygote, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	if c.Unsafe || c.Work != "" || len(c.Collect) > 0 {
		return nil, errors.New("sandbox: a warm program runs isolated, and has no files of its own")
	}
	z := &Zygote{command: c, gone: make(chan struct{})}
	if err := z.start(); err != nil {
		if z.cmd == nil {
			z.release()
		}
		z.Close()
		return nil, fmt.Errorf("sandbox: start a warm program: %w", err)
	}
	if _, err := z.hear(ctx); err != nil {
		z.Close()
		return nil, fmt.Errorf("sandbox: start a warm program: %w", err)
	}
	return z, nil
}

func (z *Zygote) start() error {
	sockets, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return err
	}
	z.control = os.NewFile(uintptr(sockets[0]), "control")
	theirs := os.NewFile(uintptr(sockets[1]), "control")
	defer theirs.Close()
	if err := unix.SetNonblock(sockets[1], false); err != nil {
		return err
	}
	if z.program, err = executable(); err != nil {
		return err
	}
	if z.ends, err = openPipes(); err != nil {
		return err
	}
	p := newPlan(z.command, Limits{}.filled())
	p.Warm, p.Trace = true, true
	z.cmd = exec.Command("/proc/self/exe")
	z.cmd.Args = []string{reexec.Supervisor}
	z.cmd.Env = []string{"GOMAXPROCS=1"}
	z.cmd.Stdout, z.cmd.Stderr = z.ends.output.w, z.ends.output.w
	z.cmd.ExtraFiles = []*os.File{z.ends.plan.r, z.ends.status.w, theirs}
	z.cmd.SysProcAttr = attributes(p)
	if err := z.cmd.Start(); err != nil {
		z.cmd = nil
		return unavailable("start a process in namespaces", err)
	}
	z.ends.closeInside()
	go z.follow()
	return json.NewEncoder(z.ends.plan.w).Encode(p)
}

// executable is this program, open for the id that runs have: a copy where the file is
// its owner's alone.
func executable() (*os.File, error) {
	exe, err := os.Open("/proc/self/exe")
	if err != nil {
		return nil, err
	}
	st, err := exe.Stat()
	if err == nil && st.Mode().Perm()&0o005 == 0o005 {
		return exe, nil
	}
	defer exe.Close()
	fd, err := unix.MemfdCreate("assay", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	memory := os.NewFile(uintptr(fd), "assay")
	_, err = io.Copy(memory, exe)
	if err = cmp.Or(err, unix.Fchmod(fd, 0o555)); err == nil {
		// Only one that is not open for writing can be executed.
		var copied *os.File
		copied, err = os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
		memory.Close()
		return copied, err
	}
	memory.Close()
	return nil, err
}

// follow takes what the zygote prints and waits for its end.
func (z *Zygote) follow() {
	var printing sync.WaitGroup
	printing.Go(func() { _, _ = io.Copy(&z.printed, z.ends.output.r) })
	_, err := receive(z.ends.status.r, Command{}, 0)
	_ = z.cmd.Process.Kill()
	_ = z.cmd.Wait() // how it ended says nothing more
	printing.Wait()
	if err == nil {
		err = io.EOF
	}
	z.failure = explain(err, nil, z.printed.Bytes())
	z.release()
	close(z.gone)
}

// release closes what is open.
func (z *Zygote) release() {
	z.control.Close() // nil and closed ones are errors that say nothing
	z.program.Close()
	if z.ends != nil {
		z.ends.close()
	}
}

// Close ends the program and all runs that it has forked.
func (z *Zygote) Close() {
	if z.cmd != nil {
		_ = z.cmd.Process.Kill() // the kernel ends all in its pid namespace
		<-z.gone
	}
}

// answer is what a warm program says once it waits, and once it has forked.
type answer struct {
	Resident int64  // its memory, in bytes
	Error    string // why there is no fork
}

// hear reads one answer.
func (z *Zygote) hear(ctx context.Context) (answer, error) {
	stop := context.AfterFunc(ctx, func() { _ = z.control.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	if err := z.control.SetReadDeadline(time.Now().Add(ready)); err != nil {
		return answer{}, z.why(err)
	}
	b := make([]byte, reply)
	n, err := z.control.Read(b)
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	if err != nil {
		return answer{}, z.why(err)
	}
	var a answer
	if err := json.Unmarshal(b[:n], &a); err != nil {
		return a, z.why(err)
	}
	if a.Error != "" {
		return a, errors.New(a.Error)
	}
	return a, nil
}

// why is the reason of an error on the control socket: that of the zygote's end where it
// has gone.
func (z *Zygote) why(err error) error {
	select {
	case <-z.gone:
		return z.failure
	case <-time.After(lag):
		return err
	}
}

// Run is like the function Run for a command that differs from the zygote's in its data,
// work folder and outputs only. Modules are loaded first, where they are not yet. Resident is
// the memory that the zygote itself takes now.
func (z *Zygote) Run(ctx context.Context, c Command, l Limits, modules []string) (out Outcome, resident int64, err error) {
	if err := c.check(); err != nil {
		return Outcome{}, 0, fmt.Errorf("sandbox: %w", err)
	}
	if c.Unsafe || c.Trace == nil || c.Path != z.command.Path || !slices.Equal(c.Args, z.command.Args) || !slices.Equal(c.Env, z.command.Env) {
		return Outcome{}, 0, errors.New("sandbox: another command than the warm program's")
	}
	if err := ctx.Err(); err != nil {
		return Outcome{}, 0, err
	}
	l = l.filled()
	p := newPlan(c, l)
	inputs, size, err := inputsOf(c, z.command.Binds)
	if err != nil {
		return Outcome{}, 0, fmt.Errorf("sandbox: %w", err)
	}
	p.Forked, p.Privileged, p.Binds, p.Work, p.Input = true, false, nil, "", size
	for _, b := range z.command.Binds {
		if strings.HasPrefix(b.Target, "/tmp/") {
			p.Again = append(p.Again, b.Target)
		}
	}
	slices.Sort(p.Again)
	out, err = contained(l, p, func(p reexec.Plan, g *group) (out Outcome, err error) {
		out, resident, err = z.fork(ctx, c, p, g, inputs, modules)
		return out, err
	})
	return out, resident, err
}

// fork asks for one run and follows it.
func (z *Zygote) fork(ctx context.Context, c Command, p reexec.Plan, g *group, inputs []input, modules []string) (Outcome, int64, error) {
	ends, err := openPipes()
	if err != nil {
		return Outcome{}, 0, err
	}
	defer ends.close()
	const fixed = 5 // those of every run
	files := []*os.File{z.program, ends.output.w, ends.plan.r, ends.status.w, ends.trace.w}
	if g != nil {
		files = append(files, g.files...)
	}
	look, err := newLookout(&c)
	if err != nil {
		return Outcome{}, 0, err
	}
	if look != nil {
		look.started = true // no exec is to come
		p.Watch = reexec.GroupFD + len(files) - fixed
		files = append(files, look.theirs)
	}
	a, err := z.ask(ctx, modules, files)
	look.begin()
	if err != nil {
		look.end(nil)
		return Outcome{}, 0, err
	}
	ends.closeInside()
	out, err := attend(ctx, c, p.Limits, ends, hold{
		send: func() error { return send(ends.plan.w, p, inputs) },
		end: func() {
			ends.plan.w.Close() // upon which the first process ends, and all others with it
			time.AfterFunc(lag, func() { _ = ends.status.r.SetReadDeadline(time.Unix(1, 0)) })
		},
		wait: func() {
			// The pipe closes with the first process.
			_ = ends.status.r.SetReadDeadline(time.Now().Add(lag))
			_, _ = io.Copy(io.Discard, ends.status.r)
		},
	})
	look.end(&out)
	return out, a.Resident, err
}

// ask sends one request.
func (z *Zygote) ask(ctx context.Context, modules []string, files []*os.File) (answer, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	text, err := json.Marshal(map[string][]string{"modules": append([]string{}, modules...)})
	if err != nil {
		return answer{}, err
	}
	var fds []int
	for _, f := range files {
		fds = append(fds, int(f.Fd()))
	}
	control, err := z.control.SyscallConn()
	if err != nil {
		return answer{}, z.why(err)
	}
	var sent error
	err = control.Write(func(fd uintptr) bool {
		sent = unix.Sendmsg(int(fd), text, unix.UnixRights(fds...), nil, unix.MSG_NOSIGNAL)
		return sent != unix.EAGAIN
	})
	if err = cmp.Or(err, sent); err != nil {
		return answer{}, z.why(err)
	}
	// Whoever is no longer interested waits for the answer all the same, lest the next one
	// takes it for its own.
	a, err := z.hear(context.WithoutCancel(ctx))
	if err != nil {
		_ = z.cmd.Process.Kill() // it has ended, or is in no state to be asked again
	}
	return a, err
}

// input is a file of the host that a forked run gets.
type input struct {
	reexec.Input
	source string
}

// inputsOf lists the inputs of a command beside what is bound already.
func inputsOf(c Command, bound []Bind) ([]input, reexec.InputSize, error) {
	var out []input
	var size reexec.InputSize
	add := func(source string, in reexec.Input) error {
		st, err := os.Stat(source)
		if err != nil {
			return err
		}
		if !st.Mode().IsRegular() {
			return fmt.Errorf("input %s: a warm program's runs get regular files only", source)
		}
		in.Program, in.Modified = st.Mode().Perm()&0o111 != 0, st.ModTime().UnixNano()
		size.Files++
		size.Bytes += (st.Size() + 4095) / 4096 * 4096
		out = append(out, input{in, source})
		return nil
	}
	for _, b := range c.Binds {
		if slices.Contains(bound, b) {
			continue
		}
		if !strings.HasPrefix(b.Target, Work+"/") {
			return nil, size, fmt.Errorf("bind of %s at %s: a warm program's runs get files in %s only", b.Source, b.Target, Work)
		}
		if err := add(b.Source, reexec.Input{Target: b.Target, ReadOnly: true}); err != nil {
			return nil, size, err
		}
	}
	if c.Work == "" {
		return out, size, nil
	}
	err := filepath.WalkDir(c.Work, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("copy %s: it is a %v, and only regular files and folders are copied", name, d.Type())
		}
		rel, err := filepath.Rel(c.Work, name)
		if err != nil {
			return err
		}
		return add(name, reexec.Input{Target: path.Join(Work, filepath.ToSlash(rel))})
	})
	return out, size, err
}

// send writes the plan of a forked run, and its inputs.
func send(w io.Writer, p reexec.Plan, inputs []input) error {
	if err := reexec.WriteJSON(w, reexec.FramePlan, p); err != nil {
		return err
	}
	buf := make([]byte, 256<<10)
	for _, in := range inputs {
		if !in.ReadOnly {
			in.Modified = 0 // a copy, as in every run
		}
		if err := reexec.WriteJSON(w, reexec.FrameInput, in.Input); err != nil {
			return err
		}
		f, err := os.Open(in.source)
		if err != nil {
			return err
		}
		for n := 0; err == nil; {
			if n, err = f.Read(buf); n > 0 {
				err = cmp.Or(reexec.WriteFrame(w, reexec.FrameData, buf[:n]), err)
			}
		}
		f.Close()
		if err != io.EOF {
			return err
		}
	}
	return reexec.WriteFrame(w, reexec.FrameEnd, nil)
}

// Package sandbox runs a program that nobody trusts: with no network, with nothing of the
// machine in sight but what it is given read-only, in a private writable folder of
// bounded size, under limits of time, memory, output and processes that hold for the
// whole tree of its processes and end all of it.
//
// It is pure Go and needs no helper: the running program starts itself again (package
// reexec) inside fresh user, mount, pid, network, ipc and uts namespaces, on a root of
// its own. It works as root and as an ordinary user, on Linux 5.12 or newer; elsewhere
// Run refuses. See Probe for what a machine can do.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assaybench/assay/spec"
)

// Work is the run's own folder inside the sandbox, and its working directory.
const Work = "/submission"

// TraceFD is the descriptor, inside, whose other end Command.Trace reads.
const TraceFD = 3

// OutputTail is how much of what a run prints is kept, in bytes, counted from its end.
const OutputTail = 64 << 10

// ErrUnavailable is wrapped by the error of Run where this machine does not give the
// isolation; the error's text then says what to do about it. Nothing has been run.
var ErrUnavailable = errors.New("sandbox: isolation is not available here")

// Bind shows a file or folder of the host read-only at Target, an absolute path inside.
// Folders above Target are made as needed, whatever their permissions on the host.
type Bind struct{ Source, Target string }

// Limits hold for the tree of processes of a run together. Zero means the default.
type Limits struct {
	Wall        time.Duration // default 5 minutes
	CPU         time.Duration // user and system time of all processes; default Wall
	Memory      int64         // bytes; default 2 GiB
	OutputBytes int64         // bytes written to files and kept at any time; default 256 MiB
	Files       int           // files and folders made; default 4096
	Processes   int           // processes and threads at any time; default 128
}

// Command says what to run, and what it may see.
type Command struct {
	// Path is the program, an absolute path inside; Args are its arguments without its
	// name; Env is its whole environment, in which nothing of the host's is added.
	Path string
	Args []string
	Env  []string

	// Binds are what it sees beside made-up /dev, /etc, /proc and /tmp: interpreter,
	// libraries, data. One may lie inside another where the folder for it exists. A folder
	// of /submission that binds lie in is read-only as a whole.
	Binds []Bind

	// Work is a host folder of regular files and folders, whose content is copied to
	// /submission; empty for none. WorkReadOnly names entries of it that the run may not change.
	Work         string
	WorkReadOnly []string

	// Trace reads what the run writes to descriptor 3. It is called in a goroutine; Run
	// returns after it. It sees the end once the last process is gone, and what it
	// leaves unread is thrown away. Nil leaves the descriptor closed.
	Trace func(io.Reader)

	// Watch is told what the run tries to do, as the kernel sees it: files that it opens,
	// removes and renames, programs that it runs, connections, refused system calls; each
	// different thing once, but for files of the interpreter and its libraries. It is called
	// in one goroutine, while the run waits, and not after Run has returned. Nil watches nothing.
	// Outcome.Watch says whether the kernel could do it.
	Watch func(Seen)

	// Collect are names of regular files in /submission that are copied to the host folder
	// Output after the last process is gone. A name that is missing is not copied; what
	// is no regular file is refused.
	Output  string
	Collect []string

	// Unsafe runs without isolation, with limits only: the run has the caller's rights.
	// Paths inside are translated to those of the host; what is bound in /submission is copied.
	Unsafe bool
}

// Refused is an output that was not copied, and why: a link, a directory, a device, a
// pipe, a socket, a file with large holes, or too large.
type Refused struct{ Name, Why string }

// Outcome is how a run ended. Where Limit is set, Exit and Signal are those that the
// sandbox itself caused.
type Outcome struct {
	Exit      int    // 128 plus its number where a signal ended the program
	Signal    string // "SIGSEGV" …; empty where the program exited
	Limit     string // the limit that ended the run: wall, cpu, memory, output, processes; else empty
	Wall, CPU time.Duration
	Peak      int64  // largest memory of the tree, in bytes
	Output    []byte // the end of standard output and error together
	Refused   []Refused
	Watch     Watch
	Isolation spec.SandboxReport
}

// Run runs the command and returns when its last process is gone. A program that fails,
// crashes or breaks a limit is an Outcome; an error means that nothing can be said of
// it: no isolation (ErrUnavailable), an input that is not there, ctx at its end.
func Run(ctx context.Context, c Command, l Limits) (Outcome, error) {
	if err := c.check(); err != nil {
		return Outcome{}, fmt.Errorf("sandbox: %w", err)
	}
	return run(ctx, c, l.filled())
}

func (l Limits) filled() Limits {
	if l.Wall <= 0 {
		l.Wall = 5 * time.Minute
	}
	if l.CPU <= 0 {
		l.CPU = l.Wall
	}
	if l.Memory <= 0 {
		l.Memory = 2 << 30
	}
	if l.OutputBytes <= 0 {
		l.OutputBytes = 256 << 20
	}
	if l.Files <= 0 {
		l.Files = 4096
	}
	if l.Processes <= 0 {
		l.Processes = 128
	}
	return l
}

// check refuses what would let a path lead elsewhere than it seems to.
func (c Command) check() error {
	if !path.IsAbs(c.Path) || path.Clean(c.Path) != c.Path {
		return fmt.Errorf("program %q: give a clean absolute path", c.Path)
	}
	seen := map[string]bool{}
	for _, b := range c.Binds {
		if !filepath.IsAbs(b.Source) {
			return fmt.Errorf("bind of %q: give an absolute source", b.Source)
		}
		if !path.IsAbs(b.Target) || path.Clean(b.Target) != b.Target || b.Target == "/" {
			return fmt.Errorf("bind of %s at %q: give a clean absolute target", b.Source, b.Target)
		}
		for _, own := range []string{"/proc", "/dev", "/sys"} {
			if b.Target == own || strings.HasPrefix(b.Target, own+"/") {
				return fmt.Errorf("bind of %s at %s: %s belongs to the sandbox", b.Source, b.Target, own)
			}
		}
		if b.Target == Work || b.Target == "/tmp" || b.Target == "/etc" {
			return fmt.Errorf("bind of %s at %s: bind single entries below it", b.Source, b.Target)
		}
		if seen[b.Target] {
			return fmt.Errorf("two binds at %s", b.Target)
		}
		seen[b.Target] = true
	}
	if c.Work != "" && !filepath.IsAbs(c.Work) {
		return fmt.Errorf("work folder %q: give an absolute path", c.Work)
	}
	for _, name := range c.WorkReadOnly {
		if !plain(name) {
			return fmt.Errorf("read-only %q: give the plain name of an entry of the work folder", name)
		}
	}
	for i, name := range c.Collect {
		if !plain(name) {
			return fmt.Errorf("output %q: give a plain file name", name)
		}
		if slices.Contains(c.Collect[:i], name) {
			return fmt.Errorf("output %q is named twice", name)
		}
	}
	if len(c.Collect) > 0 && c.Output == "" {
		return errors.New("outputs are named but no folder to copy them to")
	}
	return nil
}

func plain(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/\\\x00")
}

// Capability is one thing that isolation or limits rest on.
type Capability struct {
	Name      string
	Available bool
	Detail    string // what was found
	Advice    string // what to do where it is not available
}

// tail keeps the last bytes written to it.
type tail struct{ kept []byte }

func (t *tail) Write(b []byte) (int, error) {
	t.kept = append(t.kept, b...)
	if extra := len(t.kept) - OutputTail; extra > OutputTail {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
	return len(b), nil
}

func (t *tail) Bytes() []byte { return t.kept[max(0, len(t.kept)-OutputTail):] }

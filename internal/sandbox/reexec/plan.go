// Package reexec is the inside half of the sandbox: what the program does when the
// outside half starts it again as the first process of a fresh set of namespaces.
//
// It takes over in its init function when argv[0] is one of its private names, so a
// program that imports it, even indirectly, needs no call in main and never runs its
// main twice. It imports nothing of the project, so that it is initialised early and
// starting it again stays cheap.
//
// Two processes share the work. The first (supervise) is pid 1: it makes the new root,
// starts the second, holds the limits, ends everything at the end and hands the outputs
// to the outside. The second (harden) lives in a user namespace of its own; once the
// root stands it gives up its ids and capabilities, applies limits, Landlock and
// seccomp, and becomes the program. The program never holds a descriptor of the
// first, runs in another user namespace, and cannot signal, trace or read it.
package reexec

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
)

// Names of argv[0] under which a program takes over. Probe makes a private /proc where it
// has an argument, and does nothing else.
const (
	Supervisor = "assay-sandbox-init"
	Probe      = "assay-sandbox-probe"
	hardener   = "assay-sandbox-exec"
)

// Descriptors of the first process.
const (
	planFD   = 3 // the Plan, then nothing; its end tells that the outside has gone
	statusFD = 4 // frames to the outside
	traceFD  = 5 // the run's descriptor 3, /dev/null where nothing is traced
	GroupFD  = 6 // first of the control group's files
)

// The id that the program sees as its own, and the one it has outside where the sandbox
// is started with full privileges: nobody's.
const (
	insideID  = 1000
	nobodyID  = 65534
	workDir   = "/submission"
	maxFrame  = 1 << 20
	maxHidden = 256 << 20 // bytes of unreadable inputs that are copied instead of bound
	maxLooked = 1000      // entries of a folder that are looked at for that
)

// Bind shows a file or folder of the host read-only at Target, an absolute path inside.
type Bind struct{ Source, Target string }

// Plan is everything the inside needs to know about one run.
type Plan struct {
	Isolated   bool // false: no namespaces, only process limits
	Privileged bool // the outside may mount without a user namespace, and drops ids

	Path string // the program; empty to stop after the isolation stands
	Args []string
	Env  []string

	Binds    []Bind
	Work     string   // host folder whose content is copied to /submission
	ReadOnly []string // entries of /submission that are made read-only
	Scratch  string   // host folder that stands for /submission and /tmp without isolation
	Collect  []string // plain file names in /submission to hand out at the end
	Trace    bool
	Watch    int // descriptor of the socket that takes the listener of the run's system calls; 0 where nobody watches

	Warm   bool      // the program stays, with rights in a user namespace of its own, and forks for each run
	Forked bool      // this run is such a fork: its inputs come behind the plan
	Input  InputSize // of a forked run
	Again  []string  // of a forked run: binds of the warm program below /tmp, which the run gets anew

	Limits Limits
	Group  *Group `json:",omitempty"`
}

// Limits of a run; times are in nanoseconds, sizes in bytes. All are set.
type Limits struct {
	Wall, CPU            int64
	Memory, Output       int64
	Files, Processes     int
	Descriptors, Address uint64
}

// Group tells how to enter and read the control groups of a run: Join are descriptors
// of their cgroup.procs.
type Group struct {
	Join                    []int
	CPU, Killed, Full, Peak Gauge
}

// Gauge is one number in an open control-group file: the one behind Key on a line of its
// own, or the whole file where Key is empty, times Unit.
type Gauge struct {
	FD   int
	Key  string
	Unit int64
}

// Failure is why no run came about; it is about the machine or the plan, never about
// the program that was to run.
type Failure struct {
	Unavailable bool // the machine does not give the isolation
	Step, Why   string
}

func (f *Failure) Error() string { return f.Step + ": " + f.Why }

// Refusal is an output that is not handed out.
type Refusal struct{ Name, Why string }

// InputSize is what the inputs of a forked run take in a tmpfs.
type InputSize struct {
	Bytes int64
	Files int
}

// Input is a regular file of a forked run: at Target, below /submission, where the run may
// change it, or at any absolute path, read-only. Modified is in nanoseconds, 0 for now.
type Input struct {
	Target   string
	ReadOnly bool
	Program  bool // may be executed
	Modified int64
}

// Result is how a run ended.
type Result struct {
	Exit       int
	Signal     string
	Limit      string
	Wall, CPU  int64
	Peak       int64
	Mechanisms []string
	Notes      []string
}

// Kinds of frames from the inside to the outside.
const (
	FrameFailure = 'x' // a Failure; the last frame
	FrameFile    = 'f' // a File; its bytes follow in data frames
	FrameData    = 'd'
	FrameRefusal = 'r' // a Refusal
	FrameResult  = 'o' // the Result; the last frame
)

// Kinds of frames to a forked run.
const (
	FramePlan  = 'p' // the Plan; the first frame
	FrameInput = 'i' // an Input; its bytes follow in data frames
	FrameEnd   = 'e' // the last frame
)

// File announces an output.
type File struct {
	Name string
	Size int64
}

// WriteFrame writes one frame: its kind, the length of its payload in four bytes, and
// the payload.
func WriteFrame(w io.Writer, kind byte, payload []byte) error {
	b := make([]byte, 5, 5+len(payload))
	b[0] = kind
	binary.LittleEndian.PutUint32(b[1:], uint32(len(payload)))
	_, err := w.Write(append(b, payload...))
	return err
}

// WriteJSON writes a frame whose payload is v as JSON.
func WriteJSON(w io.Writer, kind byte, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return WriteFrame(w, kind, b)
}

// ReadFrame reads what WriteFrame wrote. It returns io.EOF only between frames.
func ReadFrame(r io.Reader) (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > maxFrame {
		return 0, nil, fmt.Errorf("frame of %d bytes, at most %d", n, maxFrame)
	}
	payload = make([]byte, n)
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, fmt.Errorf("frame cut short: %w", io.ErrUnexpectedEOF)
	}
	return head[0], payload, nil
}

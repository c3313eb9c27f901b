package assay

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/spec"
)

// outsideEvent is a line of the trace for something that the kernel saw.
func outsideEvent(s sandbox.Seen) trace.Event {
	e := trace.Event{Header: trace.Header{K: trace.KindFile, Src: trace.SrcOutside, PID: s.PID}}
	if s.Op == sandbox.SeenCall {
		e.K, e.Audit = trace.KindAudit, &trace.Audit{Event: trace.EventCall, Detail: s.Path}
	} else {
		e.File = &trace.File{Op: s.Op, Path: s.Path, To: s.To, Mode: s.Mode, Err: s.Err}
	}
	return e
}

// watchEvent is the last line of a trace: whether the run was watched, and how much was
// seen.
func watchEvent(out sandbox.Outcome) trace.Event {
	w, why := out.Watch, out.Watch.Why
	if !w.On && why == "" {
		why = "it was not watched"
		if !out.Isolation.Isolated {
			why = "it was not isolated"
		}
	}
	return trace.Event{
		Header: trace.Header{K: trace.KindAudit, Src: trace.SrcOutside},
		Audit: &trace.Audit{Event: trace.EventWatch, Detail: why,
			Counts: map[string]int64{"calls": w.Calls, "library": w.Library, "repeated": w.Repeated, "dropped": w.Dropped}},
	}
}

// helpers are programs that libraries run to learn about the machine.
var helpers = []string{"arch", "c++", "cc", "fc-list", "fc-match", "file", "g++", "gcc", "getconf", "git", "hostname", "kpsewhich", "ld", "ldconfig",
	"ldconfig.real", "lsb_release", "lscpu", "nproc", "nvidia-smi", "objdump", "sysctl", "uname"}

// outsideFindings is what stands out in what the kernel saw of a run: it changes no score
// by itself.
func (r *run) outsideFindings(c *Case) []spec.Finding {
	var out []spec.Finding
	entry := c.Case.Contract.Entry
	say := func(code spec.Code, severity spec.Severity, seen []seen, fix, format string) {
		if len(seen) > 0 {
			out = append(out, spec.Finding{Code: code, Severity: severity, Place: spec.Place{File: entry, Event: seen[0].event}, Message: fmt.Sprintf(format, several(seen)), Fix: fix})
		}
	}
	o := &r.trace.Outside
	if !o.On {
		return append(out, spec.Finding{Code: spec.RunUnwatched, Severity: spec.SeverityInfo,
			Message: "nothing was seen from outside of the run: " + o.Why + "; which files it opened is known from its own trace alone", Fix: "See assay doctor."})
	}
	for _, what := range r.forged {
		out = append(out, forgedFinding(entry, what))
	}
	if n := o.Dropped(); n > 0 {
		out = append(out, spec.Finding{Code: spec.TraceIncomplete, Severity: spec.SeverityWarning, Place: spec.Place{File: entry},
			Message: fmt.Sprintf("the run touched more different files than are told; %d accesses were left out", n)})
	}
	s := r.sort(c)
	say(spec.RunUndeclared, spec.SeverityWarning, s.undeclared, "Read only the files of the data manifest.", "the analysis opened %s, which is no declared data and which it did not write")
	say(spec.RunExec, spec.SeverityWarning, s.programs, "Do all of the analysis in its own process.", "the analysis ran, or tried to run, %s: what other programs do is not traced")
	say(spec.RunExec, spec.SeverityInfo, s.pythons, "", "the analysis started %s again: what child processes do is not traced")
	say(spec.RunNetwork, spec.SeverityWarning, s.connections, "Use the declared data alone.", "the analysis tried to reach %s; there is no network")
	say(spec.RunNetwork, spec.SeverityInfo, s.sockets, "", "the analysis made sockets (%s), and connected none")
	say(spec.RunRefused, spec.SeverityWarning, s.hidden, "Read the declared data alone.", "the analysis tried to open %s, outside of what it is given")
	say(spec.RunRefused, spec.SeverityWarning, s.changed, "Leave the data as they are; write changed data elsewhere.", "the analysis tried to change %s, which it may only read")
	say(spec.RunRefused, spec.SeverityInfo, s.absent, "", "the analysis looked for %s, which is not there")
	say(spec.RunRefused, spec.SeverityWarning, s.calls, "Do without what analyses do not need.", "the analysis asked the kernel for what no analysis needs, and was refused: %s")
	say(spec.RunNative, spec.SeverityWarning, s.memory, "Compute in the language itself.", "the analysis opened %s: by it a process changes itself unseen")
	say(spec.RunNative, spec.SeverityWarning, r.foreign(), "Compute in the language itself.", "the analysis reached below the interpreter with ctypes (%s): what is done there is not traced")
	return out
}

func forgedFinding(entry, what string) spec.Finding {
	return spec.Finding{Code: spec.TraceForged, Severity: spec.SeverityError, Place: spec.Place{File: entry},
		Message: "the trace says that " + what + ", and the kernel saw nothing of the kind: no edge rests on this trace", Fix: "Leave the tracer and its channel alone."}
}

// seen is one thing that stands out, and the event that tells it.
type seen struct {
	what  string
	event int64
}

// several lists a few of many.
func several(all []seen) string {
	const few = 3
	var names []string
	for i, s := range all {
		if i == few {
			names = append(names, fmt.Sprintf("and %d more", len(all)-few))
			break
		}
		names = append(names, s.what)
	}
	return strings.Join(names, ", ")
}

// sorted is what was seen of a run, by what is to be said of it.
type sorted struct {
	undeclared, programs, pythons, connections, sockets, hidden, changed, absent, calls, memory []seen
}

func (r *run) sort(c *Case) sorted {
	var s sorted
	known := map[string]bool{c.Case.Contract.Entry: true, ".": true}
	for _, a := range c.Case.Data {
		known[a.Path] = true
	}
	for _, f := range fileList(r.trace) {
		known[f.Path] = true // has its finding already, where it deserves one
	}
	for _, f := range r.trace.Outside.Files {
		switch f.Op {
		case "write", "rename", "link":
			known[f.Path], known[f.To] = true, true
		}
	}
	put := func(to *[]seen, what string, event int64) {
		if !slices.ContainsFunc(*to, func(s seen) bool { return s.what == what }) {
			*to = append(*to, seen{what, event})
		}
	}
	for _, f := range r.trace.Outside.Files {
		own := !strings.HasPrefix(f.Path, "/")
		switch f.Op {
		case "exec":
			switch name := path.Base(f.Path); {
			case slices.Contains(helpers, name):
			case strings.HasPrefix(name, "python"):
				put(&s.pythons, name, f.Seq)
			default:
				put(&s.programs, f.Path, f.Seq)
			}
		case "connect":
			if !strings.HasPrefix(f.Path, "unix:") {
				put(&s.connections, f.Path, f.Seq)
			}
		case "socket":
			put(&s.sockets, f.Path, f.Seq)
		case "read", "open":
			switch {
			case strings.HasPrefix(f.Path, "/proc/self/mem"):
				put(&s.memory, f.Path, f.Seq)
			case !own && private(f.Path):
			case own && f.To != "" && !scratch(f.To):
				put(&s.hidden, f.To, f.Seq)
			case own && f.Err != "":
				put(&s.absent, f.Path, f.Seq)
			case own && f.Op == "read" && !known[f.Path] && !known[f.To]:
				put(&s.undeclared, f.Path, f.Seq)
			case !own && (f.Op == "read" || f.Err != "") && !scratch(f.To):
				put(&s.hidden, f.Path, f.Seq)
			}
		case "write", "unlink", "rename", "link":
			switch {
			case strings.HasPrefix(f.Path, "/proc/"):
				put(&s.memory, f.Path, f.Seq)
			case f.Err == "EROFS" && (own || !library(f.Path)):
				put(&s.changed, f.Path, f.Seq)
			case !own && f.Op == "write" && !scratch(f.Path) && !library(f.Path):
				put(&s.hidden, f.Path, f.Seq)
			}
		}
	}
	if len(s.connections) > 0 {
		s.sockets = nil
	}
	for _, name := range r.trace.Outside.Calls {
		put(&s.calls, name, 0)
	}
	return s
}

// private reports whether an absolute path is the run's own, or one where libraries look
// for services of the machine.
func private(name string) bool {
	if scratch(name) || name == "/" {
		return true
	}
	for _, dir := range []string{"/run/", "/var/run/", "/var/lib/", "/var/cache/", "/var/tmp/", "/selinux/"} {
		if strings.HasPrefix(name, dir) {
			return true
		}
	}
	return false
}

func scratch(name string) bool {
	return name != "" && !strings.HasPrefix(name, "/") || name == "/tmp" || strings.HasPrefix(name, "/tmp/") || name == "/dev/shm" || strings.HasPrefix(name, "/dev/shm/")
}

// library reports whether a path lies among installed libraries, beside which some like to
// keep what they compile.
func library(name string) bool {
	return strings.HasPrefix(name, "/usr/") || strings.Contains(name, "/site-packages/") || strings.Contains(name, "/lib/python")
}

// foreign lists uses of ctypes by the analysis itself, as its tracer saw them.
func (r *run) foreign() []seen {
	var out []seen
	for i := range r.trace.Events {
		e := &r.trace.Events[i]
		if e.Audit == nil || !strings.HasPrefix(e.Audit.Event, "ctypes.") {
			continue
		}
		if name := strings.TrimPrefix(e.Audit.Event, "ctypes."); !slices.ContainsFunc(out, func(s seen) bool { return s.what == name }) {
			out = append(out, seen{name, e.Seq})
		}
	}
	return out
}

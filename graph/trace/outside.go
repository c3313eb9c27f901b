package trace

import (
	"slices"
	"strings"
)

// Outside is what the kernel saw of a run, from outside of its processes.
type Outside struct {
	On     bool          // it was watched from its start to its end
	Why    string        // why not
	Files  []OutsideFile // each different access once, in order
	Calls  []string      // system calls that were refused, each once
	Counts map[string]int64
}

// OutsideFile is an access that was seen from outside, with the number of its event.
type OutsideFile struct {
	*File
	Seq int64
	PID int
}

// Events of the outside beside files.
const (
	EventWatch = "watch"   // the last: Detail is empty where the run was watched whole, else why not; Counts
	EventCall  = "syscall" // a system call that was refused
)

func (o *Outside) add(e *Event) { o.Files = append(o.Files, OutsideFile{e.File, e.Seq, e.PID}) }

// audit takes an event of the outside; false for one that is none of these.
func (o *Outside) audit(e *Event) bool {
	switch e.Audit.Event {
	case EventWatch:
		o.On, o.Why, o.Counts = e.Audit.Detail == "", e.Audit.Detail, e.Audit.Counts
	case EventCall:
		o.Calls = append(o.Calls, e.Audit.Detail)
	default:
		return false
	}
	return true
}

// Dropped is how many accesses were too many to be told; declared data and outputs never are.
func (o *Outside) Dropped() int64 { return o.Counts["dropped"] }

// Opened reports whether a file was opened with content to be had, by the name or through
// a link.
func (o *Outside) Opened(match func(path string) bool) bool {
	for _, f := range o.Files {
		if (f.Op == "read" || f.Op == "write") && f.Err == "" && (match(f.Path) || f.To != "" && match(f.To)) {
			return true
		}
	}
	return false
}

// Touched reports whether anything was attempted on a file: it was to be opened, or to be
// the new name of another.
func (o *Outside) Touched(match func(path string) bool) bool {
	for _, f := range o.Files {
		switch f.Op {
		case "read", "write", "open", "rename", "link":
			if match(f.Path) || f.To != "" && match(f.To) {
				return true
			}
		}
	}
	return false
}

// Wrote reports whether a file was to be written, or to be the new name of another.
func (o *Outside) Wrote(match func(path string) bool) bool {
	for _, f := range o.Files {
		switch {
		case f.Op == "write" && (match(f.Path) || f.To != "" && match(f.To)):
			return true
		case (f.Op == "rename" || f.Op == "link") && match(f.To):
			return true
		}
	}
	return false
}

// Forged lists what the trace says of the run's files although the kernel saw nothing of
// the kind: that one was read which was never opened, or written which was never written.
// It is nil where the run was not watched. Files that are told are those of which every
// access is seen, however much there was: declared data and outputs. Of others only the
// last element of the name counts, which may be relative to a folder that only the run
// knows, and they count only where nothing was dropped.
func (t *Trace) Forged(told []string) []string {
	o := &t.Outside
	if !o.On {
		return nil
	}
	var out []string
	said := map[string]bool{}
	claim := func(path string, write bool) {
		same := func(seen string) bool { return last(seen) == last(path) }
		switch {
		case slices.Contains(told, path):
			same = func(seen string) bool { return seen == path }
		case !local(path) || o.Dropped() > 0:
			return
		}
		what := ""
		if write && !o.Wrote(same) {
			what = path + " was written"
		} else if !write && !o.Touched(same) {
			what = path + " was opened"
		}
		if what != "" && !said[what] {
			said[what] = true
			out = append(out, what)
		}
	}
	for i := range t.Events {
		switch e := &t.Events[i]; {
		case e.Src == SrcOutside:
		case e.File != nil:
			claim(e.File.Path, e.File.Op == "write")
		case e.Result != nil:
			claim(e.Result.File, true)
		case e.Figure != nil:
			claim(e.Figure.Path, true)
		}
	}
	return out
}

// local reports whether a path lies where a run may write, and so where all is seen.
func local(path string) bool {
	if path == "" || strings.ContainsRune(path, '\uFFFD') {
		return false
	}
	return !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "/tmp/") || strings.HasPrefix(path, "/dev/shm/")
}

func last(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

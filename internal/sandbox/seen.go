package sandbox

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Seen is something that a run tried to do, as the kernel saw it. Path is relative where
// it lies in the run's folder. Err is how the call failed, as far as could be told before
// it was carried out.
type Seen struct {
	PID  int // as the run itself numbers its processes
	Op   string
	Path string // for a connection its address, for a refused call its name
	To   string // the new name of a rename or link; where a link leads
	Mode string // r, w, rw, a; send for a connection that is none
	Err  string // ENOENT, EROFS, EPERM …; empty where nothing stood against it
}

// What is seen.
const (
	SeenRead    = "read"    // a file was opened to be read
	SeenWrite   = "write"   // opened to be written, or cut
	SeenOpen    = "open"    // opened, but neither: a folder
	SeenExec    = "exec"    // a program was to be run
	SeenSocket  = "socket"  // an internet socket was made
	SeenConnect = "connect" // a connection, or a packet
	SeenUnlink  = "unlink"
	SeenRename  = "rename"
	SeenLink    = "link"
	SeenCall    = "call" // a system call that is refused
)

// Watch sums up what was seen of a run.
type Watch struct {
	On       bool   // it was watched from its start to its end
	Why      string // why not
	Calls    int64  // calls that were looked at
	Library  int64  // of these, files of the interpreter, its libraries and the system, which are not told
	Repeated int64  // the same again, which is told once
	Dropped  int64  // what was too much to tell
}

// maxSeen is how many different things are told of one run. Declared inputs and outputs
// are told beyond it.
const maxSeen = 4096

// notes tell each thing that is seen once.
type notes struct {
	tell  func(Seen)
	libs  []string // folders and files of the interpreter and its libraries
	keep  map[string]bool
	known map[Seen]bool
	sums  Watch
}

func newNotes(c Command) notes {
	n := notes{tell: c.Watch, keep: map[string]bool{}, known: map[Seen]bool{}}
	for _, b := range c.Binds {
		if below, ok := strings.CutPrefix(b.Target, Work+"/"); ok {
			n.keep[below] = true
		} else {
			n.libs = append(n.libs, b.Target)
		}
	}
	for _, name := range c.Collect {
		n.keep[name] = true
	}
	slices.Sort(n.libs)
	n.libs = slices.Compact(n.libs)
	return n
}

// library reports whether a whole path lies among the interpreter's libraries.
func (n *notes) library(name []byte) bool {
	for _, lib := range n.libs {
		if len(name) >= len(lib) && string(name[:len(lib)]) == lib && (len(name) == len(lib) || name[len(lib)] == '/') {
			return true
		}
	}
	return false
}

func (n *notes) add(s Seen) {
	leads := cmp.Or(s.To, s.Path)
	if (s.Op == SeenRead || s.Op == SeenOpen) && n.library([]byte(leads)) {
		n.sums.Library++
		return
	}
	s.Path, s.To = inside(s.Path), inside(s.To)
	one := s
	one.PID = 0
	if n.known[one] {
		n.sums.Repeated++
		return
	}
	if len(n.known) >= maxSeen && !n.keep[s.Path] && !n.keep[s.To] {
		n.sums.Dropped++
		return
	}
	n.known[one] = true
	n.tell(s)
}

// inside is a path as the run's folder sees it.
func inside(name string) string { return strings.TrimPrefix(name, Work+"/") }

// text makes a name printable.
func text(name []byte) string { return strings.ToValidUTF8(string(name), "·") }

// climbs reports whether a path has steps upward or odd ones, which may lead out of where
// it seems to lie.
func climbs(name []byte) bool { return climbsText(string(name)) }

func climbsText(name string) bool { return strings.Contains(name, "/..") }

// systemFile reports whether a path is one of those that libraries look for on any machine.
func systemFile(name string) bool {
	for _, dir := range []string{"/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/sys"} {
		if name == dir || strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	if rest, ok := strings.CutPrefix(name, "/etc/"); ok {
		return !slices.Contains([]string{"shadow", "gshadow", "sudoers", "ssh", "security"}, strings.Split(rest, "/")[0])
	}
	if rest, ok := strings.CutPrefix(name, "/dev/"); ok {
		return slices.Contains([]string{"null", "zero", "full", "random", "urandom", "tty", "shm", "fd"}, rest)
	}
	return false
}

// harmless reports whether a path below /proc that is not the process' own tells nothing
// but the state of the machine, or what ps shows.
func harmless(name string) bool {
	first, rest, _ := strings.Cut(strings.TrimPrefix(path.Clean(name), "/proc/"), "/")
	if _, err := strconv.Atoi(first); err == nil {
		return slices.Contains([]string{"", "stat", "statm", "status", "cmdline", "comm", "task"}, rest)
	}
	return !slices.Contains([]string{"kcore", "kmem", "kmsg", "kallsyms", "keys", "key-users", "sysrq-trigger", "config.gz"}, first)
}

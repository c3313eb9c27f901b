//go:build linux && (amd64 || arm64)

package reexec

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// warmSupervisor is argv[0] of the first process of a run that a warm program has forked:
// its own first fork, which has entered fresh namespaces, and whose child waits to become
// the run.
const warmSupervisor = "assay-sandbox-warm"

// Descriptors of that process beside those of every supervisor; its first argument is
// the child.
const (
	warmOrderFD   = 40
	warmTroubleFD = 41
)

// warmID is the id of a warm program in a user namespace of its own: there it may make
// namespaces for its runs, and outside it may do nothing.
const warmID = 0

// confinement is what the second process of a forked run does to itself, ready-made: it is
// no Go program.
type confinement struct {
	Limits  [][2]uint64 // resource, value
	Joins   []int       // descriptors of control groups to join
	Watch   int         // the socket that takes the listener, 0 for none
	Flags   []uintptr   // of the filter, in the order in which they are tried
	Header  string      // of capset
	Ruleset string      `json:",omitempty"`
	Rules   []rule      `json:",omitempty"`
	Filter  string
	Plain   string             // the filter where there is no listener to be had
	Calls   map[string]uintptr // numbers of system calls
}

func confine(p *Plan) *confinement {
	counted := p.Group != nil
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	c := &confinement{
		Header: hexOf(&hdr),
		Calls: map[string]uintptr{
			"capset": unix.SYS_CAPSET, "seccomp": unix.SYS_SECCOMP,
			"create": unix.SYS_LANDLOCK_CREATE_RULESET, "add": unix.SYS_LANDLOCK_ADD_RULE, "restrict": unix.SYS_LANDLOCK_RESTRICT_SELF,
		},
	}
	if counted {
		c.Joins = p.Group.Join
	}
	for _, lim := range processLimits(p.Limits) {
		c.Limits = append(c.Limits, [2]uint64{uint64(lim.resource), lim.value})
	}
	if abi := LandlockABI(); abi > 0 {
		set, rules := landlockRules(abi)
		c.Ruleset, c.Rules = hexOf(&set), rules
	}
	c.Plain = hexOfAll(policy(counted))
	c.Filter, c.Flags = c.Plain, []uintptr{0}
	if p.Watch != 0 {
		c.Watch, c.Filter, c.Flags = p.Watch, hexOfAll(rules(counted, true)), watchFlags
	}
	return c
}

func hexOfAll[T any](list []T) string {
	var out strings.Builder
	for i := range list {
		out.WriteString(hexOf(&list[i]))
	}
	return out.String()
}

// hexOf is the memory of a value.
func hexOf[T any](v *T) string {
	return hex.EncodeToString(unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)))
}

// keep waits until the warm program or the outside has gone; with this process all runs
// end that it has forked.
func (s *supervisor) keep() error {
	s.deaths = make(chan death)
	go s.reap()
	for {
		select {
		case d, ok := <-s.deaths:
			if !ok || d.pid == s.main {
				return s.report(Result{})
			}
		case <-s.outside:
			os.Exit(1)
		}
	}
}

// runForked is the run of a warm program's fork.
func (s *supervisor) runForked() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("%d arguments", len(os.Args))
	}
	child, err := strconv.Atoi(os.Args[1])
	if err != nil {
		return err
	}
	plan := os.NewFile(planFD, "plan")
	in := bufio.NewReader(plan)
	kind, payload, err := ReadFrame(in)
	if err == nil && kind != FramePlan {
		err = fmt.Errorf("a frame of kind %q", kind)
	}
	if err == nil {
		err = json.Unmarshal(payload, &s.plan)
	}
	if err != nil {
		return fmt.Errorf("read the plan: %w", err)
	}
	for _, fd := range []int{warmOrderFD, warmTroubleFD} {
		syscall.CloseOnExec(fd)
	}
	if err := unix.Close(traceFD); err != nil { // as a cold run lets go of it
		return err
	}
	if s.plan.Watch != 0 {
		if err := unix.Close(s.plan.Watch); err != nil {
			return err
		}
	}
	syscall.Umask(0o022)
	s.main = child
	h := &hardenerProcess{pid: child, order: os.NewFile(warmOrderFD, "order"), trouble: os.NewFile(warmTroubleFD, "trouble")}
	err = os.Chdir("/")
	if err == nil {
		err = privateProc()
	}
	if err == nil {
		err = s.furnish(in)
	}
	if err == nil {
		err = h.loaded()
	}
	if err == nil {
		err = s.withdraw()
	}
	if err != nil {
		return err
	}
	go s.listen(in)
	if err := h.release(&s.plan); err != nil {
		return err
	}
	return s.report(s.watch())
}

// furnish gives the run folders of its own, which share one bounded tmpfs, and its inputs.
// All is made below /tmp, and moved to its place.
func (s *supervisor) furnish(in io.Reader) error {
	const stage = "/tmp"
	p := &s.plan
	kept, err := take(p.Again)
	if err != nil {
		return err
	}
	if err := tmpfs(stage, p.Input.Bytes+1<<20, p.Input.Files+64); err != nil {
		return err
	}
	hold, inputs := stage+"/hold", stage+"/inputs"
	for _, dir := range []string{hold, inputs} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	if err := tmpfs(hold, p.Limits.Output+p.Input.Bytes, p.Limits.Files+4*p.Input.Files+64); err != nil {
		return err
	}
	for _, dir := range []string{"work", "tmp", "shm"} {
		if err := os.Mkdir(hold+"/"+dir, 0o755); err != nil {
			return err
		}
	}
	if err := cmp.Or(syscall.Chmod(hold+"/tmp", 0o1777), syscall.Chmod(hold+"/shm", 0o1777)); err != nil {
		return err
	}
	for from, to := range map[string]string{"work": workDir, "shm": "/dev/shm"} {
		if err := unix.Mount(hold+"/"+from, to, "", unix.MS_BIND, ""); err != nil {
			return step("bind "+to, err)
		}
	}
	binds, err := receive(in, inputs)
	if err != nil {
		return fmt.Errorf("inputs of the run: %w", err)
	}
	if err := bindAll(binds, readOnly(&Plan{Binds: binds, ReadOnly: p.ReadOnly})); err != nil {
		return err
	}
	tree, err := unix.OpenTree(unix.AT_FDCWD, hold+"/tmp", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
	if err != nil {
		return step("take the run's /tmp", err)
	}
	defer unix.Close(tree)
	for _, path := range []string{hold, stage} {
		if err := unix.Unmount(path, 0); err != nil {
			return step("unmount "+path, err)
		}
	}
	if err := unix.MoveMount(tree, "", unix.AT_FDCWD, stage, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return step("put the run's /tmp in place", err)
	}
	for i, target := range p.Again {
		if err := putBack(kept[i], target); err != nil {
			return step("bind "+target+" again", err)
		}
	}
	return nil
}

// take takes mounts from where they are about to be covered.
func take(targets []string) ([]int, error) {
	var out []int
	for _, target := range targets {
		fd, err := unix.OpenTree(unix.AT_FDCWD, target, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
		if err != nil {
			return nil, step("keep "+target, err)
		}
		out = append(out, fd)
	}
	return out, nil
}

// putBack puts a mount that was taken in its place again.
func putBack(fd int, target string) error {
	var st unix.Stat_t
	err := unix.Fstat(fd, &st)
	if err == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR {
		err = os.MkdirAll(target, 0o755)
	} else if err == nil {
		err = makeFile(target, "")
	}
	if err == nil {
		err = unix.MoveMount(fd, "", unix.AT_FDCWD, target, unix.MOVE_MOUNT_F_EMPTY_PATH)
	}
	return cmp.Or(err, unix.Close(fd))
}

// bindAll puts read-only inputs in their places, and then makes entries of the run's
// folder read-only.
func bindAll(binds []Bind, names []string) error {
	slices.SortFunc(binds, func(a, b Bind) int { return cmp.Compare(a.Target, b.Target) })
	for _, b := range binds {
		if err := cmp.Or(noLinks("", b.Target), bindReadOnly(b.Source, b.Target)); err != nil {
			return fmt.Errorf("bind %s: %w", b.Target, err)
		}
	}
	for _, name := range names {
		path := filepath.Join(workDir, name)
		if err := bindReadOnly(path, path); err != nil {
			return fmt.Errorf("make %s read-only: %w", name, err)
		}
	}
	return nil
}

// receive writes the inputs: what the run may change into its folder, all else into dir,
// from where it is to be bound.
func receive(in io.Reader, dir string) ([]Bind, error) {
	var binds []Bind
	var f *os.File
	var now Input
	finish := func() error {
		if f == nil {
			return nil
		}
		name := f.Name()
		err := f.Close()
		if f = nil; err == nil && now.Modified != 0 {
			at := time.Unix(0, now.Modified)
			err = os.Chtimes(name, at, at)
		}
		return err
	}
	for {
		kind, payload, err := ReadFrame(in)
		if err != nil {
			return nil, err
		}
		switch kind {
		case FrameInput:
			if err = finish(); err != nil {
				break
			}
			now = Input{}
			if err = json.Unmarshal(payload, &now); err != nil {
				break
			}
			path := now.Target
			if now.ReadOnly {
				path = fmt.Sprintf("%s/%d", dir, len(binds))
				binds = append(binds, Bind{path, now.Target})
			} else if !strings.HasPrefix(path, workDir+"/") || filepath.Clean(path) != path {
				return nil, fmt.Errorf("%q lies outside of the run's folder", path)
			}
			mode := os.FileMode(0o644)
			if now.Program {
				mode = 0o755
			}
			if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
				f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
			}
		case FrameData:
			if f == nil {
				return nil, fmt.Errorf("bytes of no file")
			}
			_, err = f.Write(payload)
		case FrameEnd:
			return binds, finish()
		default:
			err = fmt.Errorf("a frame of kind %q", kind)
		}
		if err != nil {
			return nil, err
		}
	}
}

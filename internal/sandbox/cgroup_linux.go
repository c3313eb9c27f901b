//go:build linux && (amd64 || arm64)

package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/assaybench/assay/internal/sandbox/reexec"
)

// group is the control groups of one run: one folder in version 2, one for each
// controller in version 1.
type group struct {
	version string // cgroup-v2 or cgroup-v1
	dirs    []string
	files   []*os.File
	inside  reexec.Group
}

var groupCount atomic.Int64

// hierarchy is where control groups of one kind may be made.
type hierarchy struct{ mount, own string }

// hierarchies finds the mounted control groups and where this process stands in them:
// by controller in version 1, under the empty name for version 2.
func hierarchies(mountinfo, cgroup string) map[string]hierarchy {
	own := map[string]string{}
	for line := range strings.Lines(cgroup) {
		if f := strings.SplitN(strings.TrimSpace(line), ":", 3); len(f) == 3 {
			for c := range strings.SplitSeq(f[1], ",") {
				own[c] = f[2]
			}
		}
	}
	out := map[string]hierarchy{}
	for line := range strings.Lines(mountinfo) {
		before, after, ok := strings.Cut(line, " - ")
		f, g := strings.Fields(before), strings.Fields(after)
		if !ok || len(f) < 5 || len(g) < 3 {
			continue
		}
		switch g[0] {
		case "cgroup2":
			out[""] = hierarchy{f[4], own[""]}
		case "cgroup":
			for c := range strings.SplitSeq(g[2], ",") {
				if at, ok := own[c]; ok {
					out[c] = hierarchy{f[4], at}
				}
			}
		}
	}
	return out
}

// places are the folders to try, the nearest to this process first.
func (h hierarchy) places() []string {
	var out []string
	for at := filepath.Clean("/" + h.own); ; at = filepath.Dir(at) {
		out = append(out, filepath.Join(h.mount, at))
		if at == "/" {
			return out
		}
	}
}

// newGroup makes the control groups for one run. The error says why there are none; the
// run's tree is then watched by polling.
func newGroup(l Limits) (*group, error) {
	info, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	all := hierarchies(string(info), string(own))
	name := fmt.Sprintf("assay-%d-%d", os.Getpid(), groupCount.Add(1))
	two, err2 := newGroup2(all, name, l)
	if err2 == nil {
		return two, nil
	}
	one, err1 := newGroup1(all, name, l)
	if err1 == nil {
		return one, nil
	}
	return nil, fmt.Errorf("version 2: %w; version 1: %w", err2, err1)
}

// newGroup2 needs a folder that hands memory and pids down to its children. That of this
// process cannot while the process is in it, so the ones above are tried.
func newGroup2(all map[string]hierarchy, name string, l Limits) (*group, error) {
	h, ok := all[""]
	if !ok {
		return nil, errors.New("not mounted")
	}
	err := errors.New("memory and pids are not handed down to any folder above this process")
	for _, place := range h.places() {
		down, e := os.ReadFile(filepath.Join(place, "cgroup.subtree_control"))
		if e != nil {
			continue
		}
		if has := strings.Fields(string(down)); !slices.Contains(has, "memory") || !slices.Contains(has, "pids") {
			continue
		}
		g := &group{version: "cgroup-v2"}
		dir, e := g.mkdir(place, name)
		if e == nil {
			e = g.set2(dir, l)
		}
		if e != nil {
			g.close()
			err = e
			continue
		}
		return g, nil
	}
	return nil, err
}

// set2 sets the limits and opens what the inside needs.
func (g *group) set2(dir string, l Limits) error {
	if err := write(dir, "memory.max", l.Memory); err != nil {
		return err
	}
	_ = write(dir, "memory.swap.max", 0)  // absent where there is no swap
	_ = write(dir, "memory.oom.group", 1) // ends the whole tree at once; the supervisor would too
	if err := write(dir, "pids.max", int64(l.Processes)); err != nil {
		return err
	}
	return cmp.Or(
		g.join(dir),
		g.gauge(&g.inside.CPU, dir, "cpu.stat", "usage_usec", 1000),
		g.gauge(&g.inside.Killed, dir, "memory.events", "oom_kill", 1),
		g.gauge(&g.inside.Full, dir, "pids.events", "max", 1),
		optional(g.gauge(&g.inside.Peak, dir, "memory.peak", "", 1)), // since Linux 5.19
	)
}

// newGroup1 needs a folder in each of three hierarchies.
func newGroup1(all map[string]hierarchy, name string, l Limits) (*group, error) {
	g := &group{version: "cgroup-v1"}
	dirs := map[string]string{}
	for _, controller := range []string{"memory", "pids", "cpuacct"} {
		h, ok := all[controller]
		if !ok {
			g.close()
			return nil, fmt.Errorf("no %s controller", controller)
		}
		place := h.places()[0]
		if _, err := os.Stat(place); err != nil {
			place = h.mount // the path is that of the host, as in a container
		}
		dir, err := g.mkdir(place, name)
		if err != nil {
			g.close()
			return nil, err
		}
		dirs[controller] = dir
	}
	err := write(dirs["memory"], "memory.limit_in_bytes", l.Memory)
	if err == nil {
		_ = write(dirs["memory"], "memory.memsw.limit_in_bytes", l.Memory) // only where swap is accounted
		err = write(dirs["pids"], "pids.max", int64(l.Processes))
	}
	err = cmp.Or(err,
		g.gauge(&g.inside.CPU, dirs["cpuacct"], "cpuacct.usage", "", 1),
		g.gauge(&g.inside.Killed, dirs["memory"], "memory.oom_control", "oom_kill", 1),
		g.gauge(&g.inside.Full, dirs["pids"], "pids.events", "max", 1),
		g.gauge(&g.inside.Peak, dirs["memory"], "memory.max_usage_in_bytes", "", 1))
	for _, dir := range g.dirs {
		err = cmp.Or(err, g.join(dir))
	}
	if err != nil {
		g.close()
		return nil, err
	}
	return g, nil
}

// mkdir makes one folder. Controllers that are mounted together share it.
func (g *group) mkdir(place, name string) (string, error) {
	sweep(place)
	dir := filepath.Join(place, name)
	if slices.Contains(g.dirs, dir) {
		return dir, nil
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	g.dirs = append(g.dirs, dir)
	return dir, nil
}

// sweep removes empty groups whose maker was killed before it could. Young ones are
// left alone: their maker may live where its process number is not ours.
func sweep(place string) {
	old, _ := filepath.Glob(filepath.Join(place, "assay-*-*"))
	for _, dir := range old {
		pid, err := strconv.Atoi(strings.Split(filepath.Base(dir), "-")[1])
		if err != nil || syscall.Kill(pid, 0) != syscall.ESRCH {
			continue
		}
		if st, err := os.Stat(dir); err == nil && time.Since(st.ModTime()) > time.Minute {
			_ = syscall.Rmdir(dir) // refused while a process is in it
		}
	}
}

// join opens the file by which a process enters the group. It is opened here because the
// rights that count are those of who opens it.
func (g *group) join(dir string) error {
	fd, err := g.open(dir, "cgroup.procs", os.O_WRONLY)
	if err == nil {
		g.inside.Join = append(g.inside.Join, fd)
	}
	return err
}

func (g *group) gauge(to *reexec.Gauge, dir, name, key string, unit int64) error {
	fd, err := g.open(dir, name, os.O_RDONLY)
	if err == nil {
		*to = reexec.Gauge{FD: fd, Key: key, Unit: unit}
	}
	return err
}

// open returns the number that the file will have inside.
func (g *group) open(dir, name string, flag int) (int, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), flag, 0)
	if err != nil {
		return 0, err
	}
	g.files = append(g.files, f)
	return reexec.GroupFD + len(g.files) - 1, nil
}

// close removes the groups. The kernel may need a moment to see that they are empty.
func (g *group) close() {
	for _, f := range g.files {
		f.Close()
	}
	for _, dir := range g.dirs {
		for wait := time.Millisecond; wait < time.Second; wait *= 2 {
			if err := syscall.Rmdir(dir); err != syscall.EBUSY {
				break
			}
			time.Sleep(wait)
		}
	}
}

func write(dir, name string, value int64) error {
	return os.WriteFile(filepath.Join(dir, name), strconv.AppendInt(nil, value, 10), 0)
}

func optional(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

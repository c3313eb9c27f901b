//go:build linux && (amd64 || arm64)

package reexec

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const clockTick = 1e9 / 100 // of /proc/PID/stat, in nanoseconds; 100 Hz on every Linux ABI

// usage of the whole tree of a run at one moment.
type usage struct {
	cpu           int64 // nanoseconds
	memory        int64 // bytes now
	tasks         int   // processes and threads
	killed, full  int64 // how often the kernel met the memory and the process limit
	groupPeak     int64
	scratchIsFull bool
}

// read gives the gauge's number, 0 where the file or the key is missing.
func (g Gauge) read() int64 {
	if g.FD == 0 {
		return 0
	}
	var buf [4096]byte
	n, err := unix.Pread(g.FD, buf[:], 0)
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(buf[:n]) {
		key, value, found := strings.Cut(strings.TrimSpace(string(line)), " ")
		if !found {
			key, value = "", key
		}
		if key == g.Key {
			v, _ := strconv.ParseInt(value, 10, 64)
			return v * g.Unit
		}
	}
	return 0
}

// process is what /proc says of one process.
type process struct {
	pid, parent int
	cpu         int64 // its own and that of the children it has waited for
	resident    int64
	threads     int
}

// processes reads all of /proc but the caller's own process.
func processes() []process {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var out []process
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == os.Getpid() {
			continue
		}
		text, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // gone meanwhile
		}
		if p, ok := parseStat(pid, string(text)); ok {
			out = append(out, p)
		}
	}
	return out
}

// parseStat reads a line of /proc/PID/stat. The second field, the name, is chosen by the
// process and may hold blanks and brackets, so fields are counted from its last bracket.
func parseStat(pid int, line string) (process, bool) {
	f := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	if len(f) < 22 {
		return process{}, false
	}
	num := func(field int) int64 { // numbered as in proc(5)
		v, _ := strconv.ParseInt(f[field-3], 10, 64)
		return v
	}
	return process{
		pid: pid, parent: int(num(4)),
		cpu:      (num(14) + num(15) + num(16) + num(17)) * clockTick,
		resident: num(24) * int64(os.Getpagesize()),
		threads:  int(num(20)),
	}, true
}

// descendants of a process, itself left out.
func descendants(of int, all []process) []process {
	in := map[int]bool{of: true}
	var out []process
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if in[p.parent] && !in[p.pid] {
				in[p.pid], grown = true, true
				out = append(out, p)
			}
		}
	}
	return out
}

// proportional memory of the processes: pages that several share count once. It is
// slower than the resident size, and needed because forks share almost everything.
func proportional(tree []process) int64 {
	var sum int64
	for _, p := range tree {
		text, err := os.ReadFile("/proc/" + strconv.Itoa(p.pid) + "/smaps_rollup")
		if err != nil {
			sum += p.resident
			continue
		}
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); len(f) > 1 && f[0] == "Pss:" {
				kb, _ := strconv.ParseInt(f[1], 10, 64)
				sum += kb << 10
			}
		}
	}
	return sum
}

// waited is the CPU time of the processes that we have waited for, and of those that
// they waited for.
func waited() (cpu, peak int64) {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &r) != nil {
		return 0, 0
	}
	return r.Utime.Nano() + r.Stime.Nano(), r.Maxrss << 10
}

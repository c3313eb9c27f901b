package warm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/internal/warm"
)

// inspect prints what a run can see of itself and its surroundings, one JSON object.
const inspect = `
import os, sys
seen = {"modules": sorted(sys.modules), "main": sorted(globals())}
import json, resource, signal, socket, time, locale
status = dict(l.rstrip("\n").split(":\t", 1) for l in open("/proc/self/status") if ":\t" in l)
for k in ("Umask", "State", "Uid", "Gid", "Groups", "Threads", "SigQ", "SigPnd", "ShdPnd", "SigBlk", "SigIgn", "SigCgt", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb",
          "NoNewPrivs", "Seccomp", "Seccomp_filters", "Cpus_allowed", "THP_enabled"):
    seen[k] = status.get(k)
seen["argv"], seen["orig"], seen["flags"], seen["path"] = sys.argv, sys.orig_argv, str(sys.flags), sys.path
seen["executable"], seen["prefix"], seen["hash"] = sys.executable, sys.prefix, hash("assay")
seen["environ"], seen["proc environ"] = dict(os.environ), open("/proc/self/environ").read().split("\0")
seen["cmdline"] = open("/proc/self/cmdline").read()
seen["limits"] = {n: resource.getrlimit(getattr(resource, n)) for n in dir(resource) if n.startswith("RLIMIT")}
fds = {n: os.readlink("/proc/self/fd/" + n).split(":")[0] for n in os.listdir("/proc/self/fd") if os.path.lexists("/proc/self/fd/" + n)}
seen["fds"] = fds
seen["ids"] = [os.getuid(), os.getgid(), os.getgroups(), os.getppid(), os.getsid(0) == os.getpid(), os.getpgid(0) == os.getpid(), os.getcwd(), os.getpriority(0, 0)]
seen["signals"] = {str(s): str(signal.getsignal(s)) for s in signal.valid_signals()}
seen["streams"] = [(s.encoding, s.errors, s.line_buffering, s.write_through, s.isatty()) for s in (sys.stdin, sys.stdout, sys.stderr)] + [sys.stdin.read()]
seen["locale"] = [locale.setlocale(locale.LC_ALL), time.tzname, time.timezone, sys.getrecursionlimit(), sys.getfilesystemencoding(), len(sys._current_frames())]
seen["depth"] = 0
frame = sys._getframe()
while frame: seen["depth"] += 1; frame = frame.f_back
seen["host"] = [os.uname()[0:2], sorted(l.split(":")[0].strip() for l in open("/proc/net/dev"))]
seen["processes"] = sorted("self" if p == str(os.getpid()) else p for p in os.listdir("/proc") if p.isdigit())
seen["writes"] = {}
for p in ("data/d.csv", "data/new", "/usr/x", "/assay/run.py", "/new", "/etc/passwd", "/proc/1/environ", "/proc/1/mem", "/proc/sys/kernel/hostname", "/dev/full", "/tmp/x", "x", "/dev/shm/x"):
    try:
        open(p, "ab").close(); seen["writes"][p] = "written"
    except OSError as e:
        seen["writes"][p] = "refused"
def tree(top, depth):
    for n in sorted(os.listdir(top)):
        p = os.path.join(top, n)
        s = os.lstat(p)
        if p.startswith("/proc/"): continue
        yield [p, oct(s.st_mode)]
        if depth and p not in ("/usr", "/lib", "/lib64") and os.path.isdir(p) and not os.path.islink(p) and os.access(p, os.R_OK): yield from tree(p, depth - 1)
seen["tree"] = list(tree("/", 2))
mounts = {}
for line in open("/proc/self/mountinfo"):
    left, right = line.split(" - ")
    mounts[left.split()[4]] = [left.split()[5], "tmpfs" if left.split()[4].startswith("/submission") else right.split()[0]]
seen["mounts"] = mounts
seen["data"] = [open("data/d.csv").read(), os.stat("data/d.csv").st_mtime]
try:
    os.kill(1, 9); seen["kill"] = "sent"
except OSError as e: seen["kill"] = e.strerror
try:
    socket.create_connection(("127.0.0.1", 9), timeout=1)
except OSError as e: seen["net"] = e.strerror
try:
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    for name, args in (("unshare", (0x10000000,)), ("setns", (0, 0)), ("mount", (0, b"/tmp", b"tmpfs", 0, 0)), ("umount2", (b"/submission", 2)), ("chroot", (b"/tmp",)), ("ptrace", (16, 1, 0, 0))):
        seen[name] = [getattr(libc, name)(*args), ctypes.get_errno()]
except ImportError: pass
print(json.dumps(seen))
`

// extra are the modules that a fork has beside those of a cold start.
var extra = []string{"assaytrace.kept", "assaytrace.warm", "gc"}

func TestSameSurroundings(t *testing.T) {
	s := script{source: inspect, data: map[string]string{"data/d.csv": file(t, "a\n1\n")}}
	see := func(pool *warm.Pool) map[string]any {
		var out map[string]any
		if d := s.good(t, pool); json.Unmarshal(d.Output, &out) != nil {
			t.Fatalf("%s", d.Output)
		}
		return out
	}
	cold := see(nil)
	pool := newPool(t)
	for range 2 {
		hot := see(pool)
		hot["modules"] = slices.DeleteFunc(hot["modules"].([]any), func(m any) bool { return slices.Contains(extra, m.(string)) })
		cold["modules"] = slices.DeleteFunc(cold["modules"].([]any), func(m any) bool { return slices.Contains(extra, m.(string)) })
		if d := cmp.Diff(cold, hot); d != "" {
			t.Errorf("(-cold +warm):\n%s", d)
		}
	}
}

// What libraries keep as their state is as they begin with.
const libraries = `
import json, sys, warnings
before = sorted(m for m in sys.modules if m.partition(".")[0] in ("numpy", "pandas", "matplotlib", "scipy", "sklearn", "statsmodels", "PIL"))
import matplotlib
attribute = hasattr(matplotlib, "pyplot"), "numpy" in sys.modules, "pandas" in sys.modules
import numpy as np
later = "pandas" in sys.modules, "scipy.stats" in sys.modules
import pandas as pd
import matplotlib.pyplot as plt
import matplotlib.units
from scipy import stats
from sklearn.linear_model import LinearRegression
import statsmodels.api as sm
import importlib, importlib.util
rc = {k: str(v) for k, v in matplotlib.rcParams.items()}
print(json.dumps([before, attribute, later, rc, plt.get_fignums(), plt.get_backend(), str(np.geterr()), str(np.get_printoptions()), str(pd.options.display.max_rows),
    str([(k.__name__, type(v).__name__) for k, v in matplotlib.units.registry.items()]), np.__spec__.name, str(np.__loader__)[:40], importlib.util.find_spec("scipy.stats").origin, pd.__file__, importlib.reload(json) is json,
    sys.modules["numpy"] is np, np.random.__name__, float(stats.norm.cdf(1)), float(LinearRegression().fit([[1.0], [2.0]], [1.0, 3.0]).coef_[0]),
    float(sm.OLS([1.0, 2.0, 4.0], sm.add_constant([1.0, 2.0, 3.0])).fit().params[1])]))
`

func TestSameLibraries(t *testing.T) {
	t.Parallel()
	needsLibraries(t)
	cold, hot := script{source: libraries}.good(t, nil), script{source: libraries}.good(t, &loaded)
	if d := cmp.Diff(string(cold.Output), string(hot.Output)); d != "" {
		t.Errorf("(-cold +warm):\n%s", d)
	}
	if !strings.HasPrefix(string(hot.Output), "[[], [false, true, false], [false, false],") {
		t.Errorf("modules are seen before they are imported: %.200s", hot.Output)
	}
}

// vary are the fields of a trace that no two runs have in common.
var vary = regexp.MustCompile(`"(pid|tid|cpu)":[0-9.e-]+`)

// Every script leaves the same bytes and the same trace both ways.
func TestSameTraceAndOutputs(t *testing.T) {
	t.Parallel()
	needsLibraries(t)
	outputs := []string{"results.json", "claims.json", "figure.png", "provenance.json"}
	patterns := []string{"penguins/hidden/reference/analysis.py", "engel/submissions/plain-loops/analysis.py"}
	long := os.Getenv("ASSAY_LONG") != ""
	if long {
		patterns = []string{"*/hidden/reference/analysis.py", "*/submissions/numpy-*/analysis.py", "*/submissions/plain-loops/analysis.py", "testdata/honest/*/*.py"}
	}
	n := 0
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join("../../cases", pattern))
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range paths {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if warm.Threaded(source) != "" {
				continue // started cold anyway
			}
			name := strings.Split(strings.TrimPrefix(path, "../../cases/"), "/")[0]
			if name == "testdata" {
				name = filepath.Base(filepath.Dir(path))
			}
			data, err := filepath.Glob("../../cases/" + name + "/data/*")
			if err != nil || len(data) == 0 {
				t.Fatal(name, err)
			}
			s := script{source: string(source), data: map[string]string{}, collect: outputs}
			for _, d := range data {
				if d, err = filepath.Abs(d); err != nil {
					t.Fatal(err)
				}
				s.data["data/"+filepath.Base(d)] = d
			}
			n++
			t.Run(strings.TrimPrefix(path, "../../cases/"), func(t *testing.T) {
				t.Parallel()
				cold, hot := s.good(t, nil), s.good(t, &loaded)
				if d := cmp.Diff(cold.files, hot.files); d != "" || len(hot.files) == 0 && !strings.Contains(path, "testdata") {
					t.Errorf("outputs (-cold +warm):\n%.2000s", d)
				}
				if string(cold.Output) != string(hot.Output) {
					t.Errorf("printed %q and %q", cold.Output, hot.Output)
				}
				a, b := vary.ReplaceAll(cold.trace, nil), vary.ReplaceAll(hot.trace, nil)
				if !bytes.Equal(a, b) {
					// Threads, processes and memory that was never written give another trace each time,
					// or now and then.
					for n := 0; long && n < 5; n++ {
						if again := vary.ReplaceAll(s.good(t, nil).trace, nil); !bytes.Equal(a, again) {
							t.Log("two cold runs have other traces, too")
							return
						}
					}
					t.Errorf("traces (-cold +warm):\n%.4000s", cmp.Diff(strings.Split(string(a), "\n"), strings.Split(string(b), "\n")))
				}
			})
		}
	}
	if n < len(patterns) {
		t.Errorf("%d scripts", n)
	}
}

// needsLibraries ends the rerun of a test as an ordinary user, whose interpreter has none.
func needsLibraries(t *testing.T) {
	p, err := python()
	if err != nil {
		t.Fatal(err)
	}
	if missing := p.Missing(); len(missing) > 1 && os.Getenv(rerun) == "" {
		t.Fatalf("%s lacks %v: run make setup", p.Executable, missing)
	} else if len(missing) > 1 {
		t.Skip("an ordinary user's interpreter has no libraries to compare; the run as root did")
	}
}

// rerun names the variable that marks the tests that run once more as an ordinary user.
const rerun = "ASSAY_WARM_RERUN"

// From outside the same is seen of a fork as of a cold run.
func TestSameSeenFromOutside(t *testing.T) {
	s := script{data: map[string]string{"data/d.csv": file(t, "a\n1\n")}, collect: []string{"out.json"}, source: `
import os, socket, subprocess, sys
open("data/d.csv").read()
open("out.json", "w").write("{}")
try: open("/etc/shadow")
except OSError: pass
try: socket.create_connection(("192.0.2.1", 80), timeout=1)
except OSError: pass
os.replace("out.json", "moved.json"); os.remove("moved.json")
subprocess.run([sys.executable, "-I", "-S", "-c", "open('/tmp/child', 'w')"])
`}
	see := func(pool *warm.Pool) []sandbox.Seen {
		var trace []byte
		var seen []sandbox.Seen
		c := s.command(t, &trace)
		c.Watch = func(w sandbox.Seen) {
			w.PID = 0
			seen = append(seen, w)
		}
		out, err := sandbox.Outcome{}, error(nil)
		if pool == nil {
			out, err = sandbox.Run(context.Background(), c, quick)
		} else {
			out, err = pool.Run(context.Background(), as(c), quick, []byte(s.source))
		}
		if err != nil || out.Exit != 0 || !out.Watch.On || len(out.Isolation.Notes) > 0 {
			t.Fatalf("%v %+v\n%s", err, out, out.Output)
		}
		return seen
	}
	cold, hot := see(nil), see(newPool(t))
	if d := cmp.Diff(cold, hot); d != "" || len(hot) < 6 {
		t.Errorf("%d (-cold +warm):\n%s", len(hot), d)
	}
}

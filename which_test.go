package assay

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/spec"
)

// probe writes what a run can see of itself and around it, but for the content and size of
// the data and what is another for any two runs: the time, process memory, random numbers,
// names of temporary folders, inodes.
const probe = `
import os, sys
first = sorted(sys.modules)
import builtins, gc, grp, hashlib, json, locale, pwd, re, resource, signal, socket, stat, threading, time
import numpy as np, pandas as pd

def text(path):
    try:
        with open(path, "rb") as f:
            return f.read().decode("latin-1")
    except OSError as e:
        return e.strerror

# Names that are drawn for each run, and numbers of mounts and devices.
def plain(s):
    return re.sub(r"(assay-[a-z]+-)[0-9A-Za-z]+", r"\1*", re.sub(r"0:\d+", "0:*", s))

def look(path):
    s = os.lstat(path)
    return [stat.filemode(s.st_mode), s.st_nlink if not stat.S_ISDIR(s.st_mode) else 0, s.st_uid, s.st_gid, s.st_size if stat.S_ISREG(s.st_mode) and not path.startswith("./data/") else 0,
            s.st_mtime_ns if s.st_mtime < 1577836800 else s.st_mtime_ns // 10**9 - now > -3600, s.st_blksize, s.st_rdev]

now = int(time.time())
seen = {"modules": first, "globals": sorted(globals()), "builtins": sorted(dir(builtins))}
seen["argv"], seen["orig"], seen["path"], seen["flags"], seen["cwd"] = sys.argv, sys.orig_argv, sys.path, str(sys.flags), os.getcwd()
seen["environment"], seen["order of environment"] = dict(os.environ), list(os.environ)
seen["hash"] = [hash("assay"), hash((1, "a")), list({"b", "a", "c"})]
seen["locale"] = [locale.setlocale(locale.LC_ALL), time.tzname, time.timezone, time.localtime(0)[:6], sys.getfilesystemencoding()]
seen["clock"] = {n: time.get_clock_info(n).resolution for n in ("time", "monotonic", "perf_counter", "process_time", "thread_time")}
seen["clock goes"] = [1700000000 < now < 4102444800, time.get_clock_info("time").adjustable]
seen["ids"] = [os.getpid(), os.getppid(), os.getuid(), os.geteuid(), os.getgid(), os.getgroups(), os.getsid(0), os.getpgid(0), os.getpriority(0, 0)]
seen["limits"] = {n: resource.getrlimit(getattr(resource, n)) for n in dir(resource) if n.startswith("RLIMIT")}
seen["affinity"] = [sorted(os.sched_getaffinity(0)), os.cpu_count(), os.sched_getscheduler(0)]
seen["uname"] = list(os.uname())
seen["signals"] = {str(s): str(signal.getsignal(s)) for s in signal.valid_signals() if not callable(signal.getsignal(s)) or s not in (2,)}
seen["threads"] = [threading.active_count(), len(sys._current_frames())]
seen["gc"] = [gc.get_threshold(), gc.isenabled()]
seen["umask"] = os.umask(0o22)
seen["terminal"] = [s.isatty() for s in (sys.stdin, sys.stdout, sys.stderr)] + [sys.stdin.read()]
seen["descriptors"] = {n: os.readlink("/proc/self/fd/" + n).split(":")[0] for n in os.listdir("/proc/self/fd") if os.path.lexists("/proc/self/fd/" + n)}
seen["flags of descriptors"] = {n: text("/proc/self/fdinfo/" + n).split("flags:")[-1].split()[:1] for n in seen["descriptors"]}
status = dict(l.split(":\t", 1) for l in text("/proc/self/status").splitlines() if ":\t" in l)
seen["status"] = {k: v for k, v in status.items() if not k.startswith(("Vm", "Rss", "voluntary", "nonvoluntary", "Hugetlb", "State", "SigQ"))}
for name in ("cmdline", "environ", "limits", "comm", "loginuid", "sessionid", "oom_score_adj", "personality", "timerslack_ns", "uid_map", "gid_map", "setgroups", "coredump_filter", "wchan"):
    seen["self/" + name] = text("/proc/self/" + name)
seen["control group"] = re.sub(r"[0-9a-f]{4,}|\d+", "*", text("/proc/self/cgroup"))
seen["mounts"] = sorted(plain(" ".join(l.split(" ")[3:])) for l in text("/proc/self/mountinfo").splitlines())
seen["mapped"] = sorted({l.split()[-1] for l in text("/proc/self/maps").splitlines() if l.split()[-1].startswith("/")})
seen["namespaces"] = sorted(os.listdir("/proc/self/ns"))
seen["processes"] = sorted(p for p in os.listdir("/proc") if p.isdigit())
seen["network"] = [text("/proc/net/dev").count(":"), text("/proc/net/unix").count("\n"), socket.gethostname(), text("/proc/net/route")]
seen["locks"] = text("/proc/locks")
seen["ipc"] = [text("/proc/sysvipc/" + n) for n in ("msg", "sem", "shm")]
seen["kernel"] = {n: text("/proc/sys/kernel/" + n) for n in ("hostname", "domainname", "pid_max", "randomize_va_space", "core_pattern")}
seen["order"] = {d: os.listdir(d) for d in (".", "data", "/", "/dev", "/assay", "/assay-fonts") if os.path.isdir(d)}
seen["empty"] = {d: os.listdir(d) for d in ("/tmp", "/dev/shm", "/run", "/home", os.environ.get("HOME", "/tmp")) if os.path.isdir(d)}
seen["files"] = {p: look(p) for top in (".", "/assay", "/assay-fonts") for d, _, fs in os.walk(top) for p in [d] + [os.path.join(d, f) for f in fs]}
seen["folders"] = {p: look(p) for p in ("/", "/tmp", "/dev", "/proc", "/submission", "/dev/shm") if os.path.exists(p)}
seen["space"] = {p: [os.statvfs(p).f_flag, os.statvfs(p).f_namemax, os.statvfs(p).f_bsize] for p in (".", "data", "/tmp", "/")}
seen["accounts"] = [pwd.getpwall() if not isinstance(pwd.getpwall(), list) else [list(p) for p in pwd.getpwall()], [g.gr_name for g in grp.getgrall()]]
seen["libraries"] = [np.__version__, pd.__version__, str(np.geterr()), pd.get_option("display.max_rows"), np.get_printoptions()["precision"]]
seen["tracer"] = sorted(m for m in sys.modules if m.startswith("assay")), sorted(n for n in dir(sys) if "trace" in n), str(sys.gettrace()), str(sys.getprofile())
seen["rows"] = [len(pd.read_csv("data/penguins.csv")), list(pd.read_csv("data/penguins.csv").columns), str(pd.read_csv("data/penguins.csv").dtypes.to_dict())]
seen["lines"] = [text("data/penguins.csv").count("\n"), text("data/penguins.csv").count("\r"), text("data/penguins.csv").count(","), text("data/penguins.csv").count('"'), text("data/penguins.csv").splitlines()[0]]
with open("results.json", "w") as f:
    json.dump(seen, f, default=str)
for name in ("claims.json", "provenance.json", "figure.png"):
    with open(name, "w") as f:
        f.write("{}")
`

// No run can tell which run it is: what it sees on the case's data and on changed data is
// the same, but for the data's numbers.
func TestNoRunKnowsWhichItIs(t *testing.T) {
	t.Parallel()
	python, err := filepath.Abs(".venv/bin/python")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := filepath.Abs(".venv/cache")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Python: python, Cache: cache, Interventions: 2, Keep: t.TempDir()}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("cases/penguins/hidden/reference")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "analysis.py"), []byte(probe), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := LoadCase("cases/penguins")
	if err != nil {
		t.Fatal(err)
	}
	s, err := LoadSubmission(dir, c)
	if err != nil {
		t.Fatal(err)
	}
	d, err := read(c)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := recompute(t.Context(), c, d, o)
	if err != nil {
		t.Fatal(err)
	}
	others, err := plan(t.Context(), c, s, d, truth, o)
	if err != nil || len(others.all) != 2 {
		t.Fatalf("%d changes, %v", len(others.all), err)
	}
	base, err := runs(t.Context(), c, s, d, truth, others, o)
	if err != nil {
		t.Fatal(err)
	}
	want := surroundings(t, base)
	for i, ch := range others.all {
		if slices.Equal(ch.plan.Files["data/penguins.csv"], d["data/penguins.csv"]) {
			t.Fatal("the data are not changed")
		}
		if diff := cmp.Diff(want, surroundings(t, ch.run)); diff != "" {
			t.Errorf("rerun %d sees what the first run does not (-first +rerun):\n%s", i+1, diff)
		}
	}
}

func surroundings(t *testing.T, r *run) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(r.files[spec.FileResults], &out); err != nil || !r.ok() || len(out) < 40 {
		t.Fatalf("exit %d, %v:\n%s", r.outcome.Exit, err, r.outcome.Output)
	}
	return out
}

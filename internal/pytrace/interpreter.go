package pytrace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Interpreter is a Python interpreter as it describes itself, so that shims and virtual
// environments are seen through.
type Interpreter struct {
	Executable string   `json:"executable"`  // sys.executable
	Version    string   `json:"version"`     // 3.13.0
	Prefix     string   `json:"prefix"`      // sys.prefix: the virtual environment, or the base
	BasePrefix string   `json:"base_prefix"` // sys.base_prefix
	Paths      []string `json:"paths"`       // folders of the standard library and of installed packages
	Libraries  []string `json:"libraries"`   // shared libraries that the interpreter itself has loaded
	Modules    []string `json:"modules"`     // of Wanted, those that can be imported
	Standard   []string `json:"standard"`    // top-level modules of the standard library, sorted
}

// Wanted are the modules that worked cases use.
var Wanted = []string{"numpy", "pandas", "scipy", "statsmodels", "sklearn", "matplotlib", "seaborn"}

// MinimumMinor is the oldest Python 3 that the tracer runs on.
const MinimumMinor = 11

// ErrNoPython is wrapped by the error of Find where no interpreter will do.
var ErrNoPython = errors.New("no usable Python")

// Places says where Find looks, in this order; empty ones are passed over.
type Places struct {
	Explicit    string // what the user named
	Environment string // what the environment names
	Folder      string // a folder that may hold .venv
}

// Find returns the first interpreter of: the one named explicitly, the one that the
// environment names, .venv/bin/python below the folder, python3 on the search path. One
// that is named but does not work is an error; the last two are tried in turn.
func Find(ctx context.Context, p Places) (Interpreter, error) {
	for _, named := range []string{p.Explicit, p.Environment} {
		if named != "" {
			return Ask(ctx, named)
		}
	}
	var failures []string
	if p.Folder != "" {
		venv := filepath.Join(p.Folder, ".venv", "bin", "python")
		if _, err := os.Stat(venv); err == nil {
			i, err := Ask(ctx, venv)
			if err == nil {
				return i, nil
			}
			failures = append(failures, err.Error())
		}
	}
	i, err := Ask(ctx, "python3")
	if err == nil {
		return i, nil
	}
	failures = append(failures, err.Error())
	return Interpreter{}, fmt.Errorf("%w: %s; install Python 3.%d or newer, or name one", ErrNoPython, strings.Join(failures, "; "), MinimumMinor)
}

// question is asked of an interpreter; its answer is one JSON object.
const question = `
import importlib.util, json, os, platform, site, sys, sysconfig
paths = []
for p in [sysconfig.get_path(k) for k in ("stdlib", "platstdlib", "purelib", "platlib")] + site.getsitepackages() + sys.path:
    if p and os.path.isdir(p) and p not in paths and p != os.getcwd():
        if p in sys.path or os.path.basename(p) in ("site-packages", "dist-packages") or p == sysconfig.get_path("stdlib"):
            paths.append(p)
libraries = set()
try:
    import ctypes, hashlib, ssl, sqlite3, zlib, bz2, lzma
except ImportError:
    pass
try:
    with open("/proc/self/maps") as f:
        for line in f:
            path = line.split(None, 5)[-1].strip()
            if ".so" in path and path.startswith("/"):
                libraries.add(path)
except OSError:
    pass
def found(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
print(json.dumps({
    "implementation": platform.python_implementation(), "version": platform.python_version(),
    "minor": sys.version_info[:2], "executable": sys.executable, "prefix": sys.prefix,
    "base_prefix": sys.base_prefix, "paths": paths, "libraries": sorted(libraries),
    "modules": [m for m in sys.argv[1:] if found(m)], "standard": sorted(sys.stdlib_module_names),
}))
`

// Ask asks an interpreter, named by path or by a name on the search path, about itself.
// What it answered is kept for the life of this process, as long as its file and the
// folders that it named are as they were.
func Ask(ctx context.Context, name string) (Interpreter, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return Interpreter{}, fmt.Errorf("%w: %s cannot be run: %v", ErrNoPython, name, errors.Unwrap(err))
	}
	if path, err = filepath.Abs(path); err != nil {
		return Interpreter{}, fmt.Errorf("%w: %w", ErrNoPython, err)
	}
	return answers.of(path, func() (Interpreter, error) { return ask(ctx, name, path) })
}

func ask(ctx context.Context, name, path string) (Interpreter, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, append([]string{"-I", "-c", question}, Wanted...)...)
	out, err := cmd.Output()
	if err != nil {
		return Interpreter{}, fmt.Errorf("%w: %s does not answer: %s", ErrNoPython, name, failure(err))
	}
	var answer struct {
		Interpreter
		Implementation string `json:"implementation"`
		Minor          [2]int `json:"minor"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return Interpreter{}, fmt.Errorf("%w: %s does not answer as Python does", ErrNoPython, name)
	}
	if answer.Implementation != "CPython" || answer.Minor[0] != 3 || answer.Minor[1] < MinimumMinor {
		return Interpreter{}, fmt.Errorf("%w: %s is %s %s, and CPython 3.%d or newer is needed",
			ErrNoPython, name, answer.Implementation, answer.Version, MinimumMinor)
	}
	if answer.Executable == "" {
		answer.Executable = path
	}
	return answer.Interpreter, nil
}

func failure(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		lines := strings.Split(strings.TrimSpace(string(exit.Stderr)), "\n")
		return err.Error() + " " + lines[len(lines)-1]
	}
	return err.Error()
}

// Missing lists the modules of Wanted that the interpreter does not have.
func (i Interpreter) Missing() []string {
	var out []string
	for _, m := range Wanted {
		if !slices.Contains(i.Modules, m) {
			out = append(out, m)
		}
	}
	return out
}

// Bind is a host folder or file that a run must see, read-only, at Target.
type Bind struct{ Source, Target string }

// systemPrefixes are prefixes that hold far more than an interpreter: of these only the
// interpreter's own folders are shown.
var systemPrefixes = []string{"/", "/usr", "/usr/local", "/opt", "/home", "/root"}

// Binds lists what must be visible for the interpreter to run: its executable, its
// base and virtual environment, its packages, and the system's shared libraries. Links are
// resolved, also where the virtual environment is one. The list is sorted and no target
// lies in another one's folder twice.
func (i Interpreter) Binds() []Bind {
	want := map[string]bool{}
	add := func(p string) {
		if p != "" && filepath.IsAbs(p) {
			if _, err := os.Lstat(p); err == nil {
				want[filepath.Clean(p)] = true
			}
		}
	}
	for _, prefix := range []string{i.BasePrefix, i.Prefix} {
		if !slices.Contains(systemPrefixes, filepath.Clean(prefix)) {
			add(prefix)
		}
	}
	for p := i.Executable; p != ""; p = next(p) {
		add(p)
	}
	for _, p := range i.Paths {
		add(p)
	}
	for _, lib := range i.Libraries {
		add(lib)
	}
	// The loader finds libraries of compiled packages in these, and time zones there.
	for _, p := range []string{"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/share/zoneinfo"} {
		add(p)
	}
	targets := make([]string, 0, len(want))
	for p := range want {
		targets = append(targets, p)
	}
	slices.Sort(targets)
	var out []Bind
	var elsewhere []string
	for _, t := range targets {
		source, err := filepath.EvalSymlinks(t)
		if err != nil {
			continue
		}
		above := slices.IndexFunc(out, func(b Bind) bool { return below(t, b.Target) })
		switch {
		case above < 0:
			out = append(out, Bind{source, t})
		case !below(source, out[above].Source):
			elsewhere = append(elsewhere, source)
		}
	}
	// What is shown with the folder above it may be a link that leads out of that: then what
	// it leads to is shown in its own place.
	for _, p := range elsewhere {
		if !slices.ContainsFunc(out, func(b Bind) bool { return below(p, b.Target) }) {
			out = append(out, Bind{p, p})
		}
	}
	slices.SortFunc(out, func(a, b Bind) int { return strings.Compare(a.Target, b.Target) })
	return slices.CompactFunc(out, func(a, b Bind) bool { return a.Target == b.Target })
}

// below reports whether a path is a folder's or lies in it.
func below(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

// next is where a link leads, "" where p is none.
func next(p string) string {
	to, err := os.Readlink(p)
	if err != nil {
		return ""
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(p), to)
	}
	return to
}

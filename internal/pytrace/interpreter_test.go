package pytrace_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assaybench/assay/internal/pytrace"
)

// fake is a program that answers as an interpreter does, or does not.
func fake(t *testing.T, answer string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "python")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+answer+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func answer(version, minor, prefix string) string {
	return `echo '{"implementation":"CPython","version":"` + version + `","minor":[3,` + minor + `],"executable":"/nowhere/python","prefix":"` + prefix + `","base_prefix":"/nowhere","paths":[],"libraries":[],"modules":[]}'`
}

func TestFindOrder(t *testing.T) {
	ctx := context.Background()
	named, env := fake(t, answer("3.12.1", "12", "/a")), fake(t, answer("3.11.7", "11", "/b"))
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, ".venv", "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	venv := filepath.Join(folder, ".venv", "bin", "python")
	if err := os.Symlink(fake(t, answer("3.13.0", "13", "/c")), venv); err != nil {
		t.Fatal(err)
	}
	path := t.TempDir()
	if err := os.Symlink(fake(t, answer("3.14.0", "14", "/d")), filepath.Join(path, "python3")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", path+":/usr/bin:/bin")
	for _, c := range []struct {
		places pytrace.Places
		want   string
	}{
		{pytrace.Places{Explicit: named, Environment: env, Folder: folder}, "/a"},
		{pytrace.Places{Environment: env, Folder: folder}, "/b"},
		{pytrace.Places{Folder: folder}, "/c"},
		{pytrace.Places{Folder: t.TempDir()}, "/d"},
		{pytrace.Places{}, "/d"},
	} {
		if i, err := pytrace.Find(ctx, c.places); err != nil || i.Prefix != c.want {
			t.Errorf("%+v: %q, %v; want %q", c.places, i.Prefix, err, c.want)
		}
	}
	// A venv that does not work is passed over; an interpreter that is named is not.
	if err := os.Remove(venv); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(fake(t, "exit 3"), venv); err != nil {
		t.Fatal(err)
	}
	if i, err := pytrace.Find(ctx, pytrace.Places{Folder: folder}); err != nil || i.Prefix != "/d" {
		t.Errorf("broken venv: %q, %v", i.Prefix, err)
	}
	for what, bad := range map[string]string{
		"3.11 or newer":      fake(t, answer("3.10.4", "10", "/x")),
		"does not answer":    fake(t, "echo broken >&2; exit 1"),
		"as Python does":     fake(t, "echo hello"),
		"cannot be run":      filepath.Join(folder, "nothing"),
		"PyPy 7.3, and CPyt": fake(t, `echo '{"implementation":"PyPy","version":"7.3","minor":[3,11],"executable":"/x"}'`),
	} {
		_, err := pytrace.Find(ctx, pytrace.Places{Explicit: bad, Folder: folder})
		if !errors.Is(err, pytrace.ErrNoPython) || !strings.Contains(err.Error(), what) {
			t.Errorf("error %v, want one about %q", err, what)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := pytrace.Find(ctx, pytrace.Places{Folder: folder}); !errors.Is(err, pytrace.ErrNoPython) || !strings.Contains(err.Error(), "install Python") {
		t.Errorf("nothing to be found: %v", err)
	}
}

func TestBinds(t *testing.T) {
	t.Parallel()
	p := interpreter(t)
	binds := p.Binds()
	sees := func(path string) bool {
		return slices.ContainsFunc(binds, func(b pytrace.Bind) bool {
			return path == b.Target || strings.HasPrefix(path, b.Target+"/")
		})
	}
	for _, path := range append(append([]string{p.Executable, p.BasePrefix + "/lib"}, p.Paths...), p.Libraries...) {
		if !sees(path) {
			t.Errorf("%s is not visible", path)
		}
	}
	home, _ := os.UserHomeDir()
	for _, b := range binds {
		if !filepath.IsAbs(b.Source) || !filepath.IsAbs(b.Target) {
			t.Errorf("%+v is not absolute", b)
		}
		if _, err := os.Stat(b.Source); err != nil {
			t.Error(err)
		}
		for _, hidden := range []string{"/", "/etc", "/home", "/tmp", "/usr", "/var", home} {
			if b.Target == hidden || b.Source == hidden {
				t.Errorf("%+v shows %s", b, hidden)
			}
		}
	}
	if !slices.IsSortedFunc(binds, func(a, b pytrace.Bind) int { return strings.Compare(a.Target, b.Target) }) {
		t.Error("binds are not sorted")
	}
	// An interpreter of the system shows its own folders of /usr, not all of it.
	system := pytrace.Interpreter{Executable: "/bin/sh", Prefix: "/usr", BasePrefix: "/usr", Paths: []string{"/usr/lib"}}
	for _, b := range system.Binds() {
		if b.Target == "/usr" || b.Target == "/usr/share" {
			t.Errorf("shows %+v", b)
		}
	}
}

// A virtual environment that is a link is shown at the name by which it was called, and
// what its own links lead to in its place.
func TestBindsOfLinkedEnvironment(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	real, base := filepath.Join(dir, "real"), filepath.Join(dir, "base")
	for _, folder := range []string{real + "/bin", real + "/lib/python3.13/site-packages", base + "/bin", base + "/lib/python3.13", dir + "/project"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(base+"/bin/python3.13", nil, 0o755); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{
		real + "/bin/python": "python3", real + "/bin/python3": base + "/bin/python3.13", real + "/lib64": "lib", dir + "/project/.venv": "../real",
	} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	venv := dir + "/project/.venv"
	i := pytrace.Interpreter{Executable: venv + "/bin/python", Prefix: venv, BasePrefix: base, Paths: []string{base + "/lib/python3.13", venv + "/lib/python3.13/site-packages", venv + "/lib64/python3.13/site-packages"}}
	var got []pytrace.Bind
	for _, b := range i.Binds() {
		if strings.HasPrefix(b.Target, dir+"/") {
			got = append(got, pytrace.Bind{Source: strings.TrimPrefix(b.Source, dir), Target: strings.TrimPrefix(b.Target, dir)})
		}
	}
	if want := []pytrace.Bind{{Source: "/base", Target: "/base"}, {Source: "/real", Target: "/project/.venv"}}; !slices.Equal(got, want) {
		t.Errorf("binds %v, want %v", got, want)
	}
	// Where the base is shown in part only, the program itself is added.
	i.BasePrefix, i.Paths = "/usr", nil
	if !slices.Contains(i.Binds(), pytrace.Bind{Source: base + "/bin/python3.13", Target: base + "/bin/python3.13"}) {
		t.Errorf("the program is not among %v", i.Binds())
	}
}

func TestCommand(t *testing.T) {
	t.Parallel()
	i := pytrace.Interpreter{Executable: "/p/python"}
	c := i.Command(pytrace.Options{Script: "/submission/analysis.py", TraceFD: 3, Fonts: "/assay/fonts"})
	if c.Path != "/p/python" || !slices.Equal(c.Args, []string{"-s", "-P", "-B", "/assay/run.py", "/submission/analysis.py"}) {
		t.Errorf("%s %v", c.Path, c.Args)
	}
	for _, want := range []string{
		"LC_ALL=C.UTF-8", "TZ=UTC", "PYTHONHASHSEED=0", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1", "NUMEXPR_NUM_THREADS=1",
		"SOURCE_DATE_EPOCH=1577836800", "MPLBACKEND=Agg", "ASSAY_TRACE_FD=3", "ASSAY_FONT_CACHE=/assay/fonts", "HOME=/tmp",
	} {
		if !slices.Contains(c.Env, want) {
			t.Errorf("%s is missing in %v", want, c.Env)
		}
	}
	names := map[string]bool{}
	for _, v := range c.Env {
		name, _, _ := strings.Cut(v, "=")
		if names[name] {
			t.Errorf("%s is set twice", name)
		}
		names[name] = true
	}
	c = i.Command(pytrace.Options{Script: "/submission/analysis.py"})
	if slices.ContainsFunc(c.Env, func(v string) bool { return strings.HasPrefix(v, "ASSAY_TRACE_FD") }) {
		t.Error("a run without a trace is told of a descriptor")
	}
}

// Modules that an analysis plants do not run before it, and do not replace the
// tracer's or the standard library's before it starts.
func TestPlantedModules(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"sitecustomize", "usercustomize", "json", "assaytrace", "ast"} {
		put(t, dir, name+".py", "print('planted "+name+"')\n")
	}
	put(t, dir, "a.py", "import os\nprint('started', os.environ.get('PYTHONPATH'))\n")
	o := run(t, dir, "a.py", true)
	if o.exit != 0 || o.stdout != "started None\n" {
		t.Errorf("exit %d, output %q\n%s", o.exit, o.stdout, o.stderr)
	}
	o.whole(t)
}

func TestInstallAndPrepareOnce(t *testing.T) {
	t.Parallel()
	p := interpreter(t)
	ctx := context.Background()
	cache := t.TempDir()
	var wg sync.WaitGroup
	dirs := make([]string, 4)
	errs := make([]error, 4)
	for k := range dirs {
		wg.Go(func() { dirs[k], errs[k] = p.Tracer(ctx, cache) })
	}
	wg.Wait()
	for k := range dirs {
		if errs[k] != nil || dirs[k] != dirs[0] {
			t.Errorf("%s, %v", dirs[k], errs[k])
		}
	}
	compiled, err := filepath.Glob(filepath.Join(dirs[0], "assaytrace", "__pycache__", "*.pyc"))
	if err != nil || len(compiled) < 10 {
		t.Errorf("%d compiled files, %v", len(compiled), err)
	}
	entries, err := os.ReadDir(cache)
	if err != nil || len(entries) != 1 {
		t.Errorf("the cache holds %v, %v", entries, err)
	}
	// The fonts are those of matplotlib itself.
	lists, _ := filepath.Glob(filepath.Join(p.fonts, "fontlist-*.json"))
	if len(lists) != 1 {
		t.Fatalf("lists of fonts: %v", lists)
	}
	b, err := os.ReadFile(lists[0])
	if err != nil || !strings.Contains(string(b), "DejaVuSans.ttf") || strings.Contains(string(b), "/usr/share/fonts") {
		t.Errorf("list of fonts: %v", err)
	}
	// Installing twice changes nothing.
	dir := t.TempDir()
	for range 2 {
		if err := pytrace.Install(dir); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	err = fs.WalkDir(pytrace.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		want, err := fs.ReadFile(pytrace.Files(), name)
		if err != nil {
			return err
		}
		got, err := os.ReadFile(filepath.Join(dir, name))
		if string(got) != string(want) {
			t.Errorf("%s was not installed", name)
		}
		return err
	})
	if err != nil || n < 10 {
		t.Errorf("%d files, %v", n, err)
	}
	if err := pytrace.Install(filepath.Join(dir, "run.py", "x")); err == nil {
		t.Error("a file in place of the folder is no error")
	}
}

package pytrace_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// left is what an analysis may leave behind, and whether the interpreter has to be taken to
// pieces for it: then its end does something.
var left = []struct {
	name, source string
	usual        bool
}{
	{"nothing", "", false},
	{"status", "sys.exit(3)", false},
	{"large status", "sys.exit(300)", false},
	{"words for a status", "sys.exit('stopped')", true},
	{"error", "1 / 0", false},
	{"text", "f = open('left', 'w')\nf.write('late')", true},
	{"text of a function", "def f():\n    f.out = open('left', 'w')\n    f.out.write('late')\nf()", true},
	{"bytes", "f = open('left', 'wb')\nf.write(b'late')", true},
	{"closed file", "f = open('left', 'w')\nf.write('late')\nf.close()", false},
	{"file without a buffer", "f = open('left', 'wb', 0)\nf.write(b'late')", false},
	{"file that is read", "open('data', 'w').close()\nf = open('data')\nprint(f.read())", false},
	{"compressed", "import gzip\nf = gzip.GzipFile('left', 'wb', mtime=0)\nf.write(b'late')", true},
	{"archive", "import zipfile\nz = zipfile.ZipFile('left', 'w')\nz.writestr(zipfile.ZipInfo('a'), 'late')", true},
	{"object with an end", "class C:\n    def __del__(self): print('end')\nc = C()", true},
	{"cycle with an end", "class C:\n    def __del__(self): print('end')\nc = C()\nc.c = c\ndel c", false},
	{"generator", "def g():\n    try:\n        yield 1\n    finally:\n        print('end')\nit = g()\nnext(it)", true},
	{"generator that is over", "it = (i for i in [1])\nprint(list(it))", false},
	{"generator that never began", "it = (i for i in [1])", false},
	{"handlers", "import atexit\natexit.register(print, 'last')\natexit.register(lambda: print('first'))", false},
	{"handler that writes", "import atexit\natexit.register(lambda: open('left', 'w').write('late'))", false},
	{"handler that fails", "import atexit\natexit.register(lambda: 1 / 0)\natexit.register(print, 'first')", false},
	{"handler that ends it", "import atexit, os\natexit.register(lambda: os._exit(9))", false},
	{"finalizer", "import weakref\nclass C: pass\nc = C()\nweakref.finalize(c, print, 'end')", false},
	{"thread", "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.1), print('late'))).start()", true},
	{"daemon", "import threading, time\nthreading.Thread(target=time.sleep, args=(9,), daemon=True).start()", true},
	{"printed by C", "ctypes.CDLL(None).printf(b'of C\\n')", false},
	{"closed output", "print('said')\nsys.stdout.close()", true},
	{"other output", "import io\nsys.stdout = io.StringIO()\nprint('unsaid')", false},
	{"child", "import os\nif os.fork() == 0:\n    print('child')\nelse:\n    os.wait()\n    print('parent')", false},
	{"temporary folder", "import tempfile\nd = tempfile.TemporaryDirectory(dir='.')\nopen(d.name + '/x', 'w').close()", false},
}

// Whatever an analysis leaves behind, it ends under the tracer as it does without: with the
// same status, the same words, and the same in its files. With each comes a library that
// makes an end without taking the interpreter to pieces worth its while. The ordinary run
// tries every third.
func TestSameLeft(t *testing.T) {
	for i, tt := range left {
		if i%3 != 1 && os.Getenv("ASSAY_LONG") == "" {
			continue
		}
		t.Run(strings.ReplaceAll(tt.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			var outcomes [2]outcome
			var files [2]map[string]string
			for i := range outcomes {
				dir := t.TempDir()
				put(t, dir, "a.py", "import ctypes, sys\n"+tt.source)
				outcomes[i], files[i] = run(t, dir, "a.py", i == 1), content(t, dir)
			}
			plain, traced := outcomes[0], outcomes[1]
			if plain.exit != traced.exit || plain.stdout != traced.stdout || lastLine(plain.stderr) != lastLine(traced.stderr) {
				t.Errorf("exit %d and %d, output %q and %q, errors %q and %q", plain.exit, traced.exit, plain.stdout, traced.stdout, plain.stderr, traced.stderr)
			}
			if d := cmp.Diff(files[0], files[1]); d != "" {
				t.Errorf("files (-plain +traced):\n%s", d)
			}
		})
	}
}

// The interpreter is taken to pieces only where that does something.
func TestLeavesAtOnce(t *testing.T) {
	t.Parallel()
	p := interpreter(t)
	args := []string{"-I", "-B", "-c", `
import ctypes, os, sys
sys.path.insert(0, sys.argv[1])
from assaytrace import ending
for i, source in enumerate(sys.argv[2:]):
    if os.fork() == 0:
        break
    os.wait()
else:
    os._exit(0)
status = 0
try:
    exec(source)
except SystemExit as e:
    status = e.code
except Exception:
    status = 1
ending.leave(status, "/nowhere")
with open("usual", "a") as f:
    f.write("%d " % i)
`, p.tracer}
	var want strings.Builder
	for i, tt := range left {
		args = append(args, tt.source)
		if tt.usual {
			fmt.Fprintf(&want, "%d ", i)
		}
	}
	cmd := exec.Command(p.Executable, args...)
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := os.ReadFile(filepath.Join(cmd.Dir, "usual"))
	if d := cmp.Diff(want.String(), string(got)); err != nil || d != "" {
		t.Errorf("taken to pieces (-want +got): %v\n%s\n%s", err, d, out)
	}
}

// content is what regular files of a folder hold, the analysis itself left out.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "a.py" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = string(b)
	}
	return out
}

package pytrace_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Code of every style does the same with and without the tracer, and the tracer
// follows all of it.
func TestSameBehaviour(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var names []string
	for _, f := range archive(t, "diff.txtar") {
		put(t, dir, "c_"+f.Name, string(f.Data))
		names = append(names, strings.TrimSuffix(f.Name, ".py"))
	}
	put(t, dir, "main.py", fmt.Sprintf(`import importlib, traceback
for n in %q.split():
    print("==", n)
    try:
        importlib.import_module("c_" + n)
    except BaseException as e:
        print("raised", type(e).__name__, e, [(f.name, f.lineno) for f in traceback.extract_tb(e.__traceback__) if "c_" in f.filename])
`, strings.Join(names, " ")))
	plain, traced := run(t, dir, "main.py", false), run(t, dir, "main.py", true)
	if strings.Contains(plain.stdout, "raised") || !strings.HasSuffix(plain.stdout, "end\n") {
		t.Fatalf("the scripts themselves fail:\n%s", plain.stdout)
	}
	if diff := cmp.Diff(strings.Split(plain.stdout, "\n"), strings.Split(traced.stdout, "\n")); diff != "" {
		t.Errorf("output differs (-plain +traced):\n%s", diff)
	}
	if plain.exit != traced.exit || plain.stderr != traced.stderr {
		t.Errorf("exit %d and %d, errors\n%s\nand\n%s", plain.exit, traced.exit, plain.stderr, traced.stderr)
	}
	traced.whole(t)
	if len(traced.trace.Ops) < 1000 {
		t.Errorf("only %d operations were seen", len(traced.trace.Ops))
	}
}

// How a run ends is the analysis' own business.
func TestSameEnd(t *testing.T) {
	for name, source := range map[string]string{
		"exit":       "import sys\nprint(max(1, 2))\nsys.exit(3)",
		"message":    "raise SystemExit('stopped')",
		"none":       "raise SystemExit",
		"big":        "import sys\nsys.exit(300)",
		"error":      "def f(x):\n    return 1 / x\nprint('before')\nf(abs(0))",
		"chained":    "try:\n    int('x')\nexcept ValueError as e:\n    raise KeyError('k') from e",
		"atexit":     "import atexit\natexit.register(print, 'last')\natexit.register(lambda: print('first'))",
		"threads":    "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.2), print('late'))).start()\nprint('main done')",
		"main":       "import sys, __main__\nprint(__name__, __file__ == sys.argv[0], __main__.__file__ == __file__, sys.argv[1:], sys.path[0] == __file__.rpartition('/')[0], __doc__, '__spec__' in globals())",
		"pickle":     "import pickle\nclass C:\n    def __init__(self, v): self.v = v\ndef f(x): return x + 1\nprint(pickle.loads(pickle.dumps(C(3))).v, pickle.loads(pickle.dumps(f))(1))",
		"processes":  "import multiprocessing as mp\ndef sq(x): return x * x\nif __name__ == '__main__':\n    with mp.get_context('fork').Pool(2) as p: print(p.map(sq, range(5)))",
		"spawned":    "import subprocess, sys\nprint(subprocess.run([sys.executable, '-c', 'import os; print(os.environ.get(\"ASSAY_TRACE_FD\"))'], capture_output=True, text=True).stdout)",
		"forked":     "import os\npid = os.fork()\nprint('child' if pid == 0 else '', max(1, 2), flush=True) if pid == 0 else os.waitpid(pid, 0)",
		"os_exit":    "import os\nprint('gone', flush=True)\nos._exit(4)",
		"stdin":      "import sys\nprint(repr(sys.stdin.read()))",
		"syntax":     "x = 1\nif x = 2:\n    pass",
		"stop":       "def g():\n    yield 1\nit = g()\nnext(it)\nnext(it)",
		"warning":    "import warnings\nwarnings.warn('watch out')\nprint(1)",
		"encoding":   "# -*- coding: latin-1 -*-\nprint(len('\xe9'))",
		"recursion":  "import sys\nsys.setrecursionlimit(200)\ndef f(n): return f(n + 1)\ntry:\n    f(0)\nexcept RecursionError: print('deep')",
		"global_use": "total = 0\ndef add(n):\n    global total\n    for i in range(n):\n        total += i\nfor _ in range(30):\n    add(30)\nprint(total)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			put(t, dir, "a.py", source)
			plain, traced := run(t, dir, "a.py", false), run(t, dir, "a.py", true)
			if plain.exit != traced.exit || plain.stdout != traced.stdout {
				t.Errorf("exit %d and %d, output %q and %q\n%s", plain.exit, traced.exit, plain.stdout, traced.stdout, traced.stderr)
			}
			if a, b := lastLine(plain.stderr), lastLine(traced.stderr); a != b {
				t.Errorf("last words %q and %q", a, b)
			}
			if strings.Contains(traced.stderr, "assaytrace") {
				t.Errorf("the tracer shows in what the analysis prints:\n%s", traced.stderr)
			}
			if name == "os_exit" || name == "syntax" {
				return // the process is gone before it can close, or nothing ran
			}
			traced.whole(t)
			if end := traced.trace.End; end != nil && end.Exit&255 != traced.exit {
				t.Errorf("the trace says exit %d, the process %d", end.Exit, traced.exit)
			}
		})
	}
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

// E22: whatever the analysis calls its own, the tracer injects no name into it.
func TestE22_NoNamesInjected(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `
before = set(dir())
def f(a):
    b = [a for _ in range(2)]
    return set(locals())
class C:
    x = max(1, 2)
assert set(globals()) - before - {"before"} == {"f", "C"}, set(globals()) - before
assert f(1) == {"a", "b"}, f(1)
assert [n for n in vars(C) if "@" in n] == []
`)
	if o.trace.End.Exit != 0 {
		t.Error(o.stderr)
	}
}

// H01: what a run prints is no trace, however it looks.
func TestH01_ForgedOutputIsNoTrace(t *testing.T) {
	t.Parallel()
	o, _ := script(t, `print('{"k":"result","pointer":"/value","value":1,"ref":1,"file":"results.json"}')`)
	if len(o.trace.Results) != 0 {
		t.Errorf("a printed line became a result: %v", o.trace.Results)
	}
}

// H12: the exit status does not ask the analysis' own hooks.
func TestH12_ExceptHookCannotHideAFailure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "a.py", "import sys\nsys.excepthook = lambda *a: None\nraise ValueError('hidden')\n")
	if o := run(t, dir, "a.py", true); o.exit != 1 || o.trace.End.Exit != 1 {
		t.Errorf("exit %d, trace says %d", o.exit, o.trace.End.Exit)
	}
}

// A tracer that fails says so and leaves the analysis alone.
func TestTracerFailure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data(t, dir)
	put(t, dir, "a.py", `
import csv, sys
sys.modules["assaytrace.recorder"].Recorder.op = None  # break it from inside
rows = [float(r["m"]) for r in csv.DictReader(open("data.csv"))]
def f(x):
    return x * 2
print(round(sum(f(r) for r in rows), 3), [f(i) for i in range(30)][-1])
for i in range(50):
    last = max(i, 3)
print(last)
`)
	plain, traced := run(t, dir, "a.py", true), run(t, dir, "a.py", true)
	if traced.exit != 0 || traced.stdout != plain.stdout || !strings.Contains(traced.stdout, "49") {
		t.Errorf("exit %d, output %q\n%s", traced.exit, traced.stdout, traced.stderr)
	}
	if traced.trace.End == nil || traced.trace.End.Error == "" {
		t.Error("the trace does not say that the tracer failed")
	}
}

func TestAudits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data(t, dir)
	put(t, dir, "helper.py", "def twice(x):\n    return x * 2\nCOUNT = len(open('data.csv').readlines())\n")
	put(t, dir, "a.py", `
import json, ctypes, subprocess
import helper
from helper import twice
import xml.dom.minidom
subprocess.run(["true"])
ctypes.string_at(b"abc")
json.dump({"n": twice(helper.COUNT)}, open("results.json", "w"))
`)
	o := run(t, dir, "a.py", true)
	o.whole(t)
	if o.exit != 0 {
		t.Fatal(o.stderr)
	}
	seen := map[string]bool{}
	for _, a := range o.trace.Audits {
		seen[a.Event+" "+strings.Fields(a.Detail + " -")[0]] = true
	}
	for _, want := range []string{"import json", "import ctypes", "import helper", "import xml", "module helper.py"} {
		if !seen[want] {
			t.Errorf("no audit %q in %v", want, o.trace.Audits)
		}
	}
	for _, event := range []string{"subprocess.Popen", "ctypes."} {
		found := false
		for _, a := range o.trace.Audits {
			found = found || strings.HasPrefix(a.Event, event)
		}
		if !found {
			t.Errorf("no audit of %s in %v", event, o.trace.Audits)
		}
	}
	l, _ := o.trace.Leaf("results.json", "/n")
	if src := o.trace.Sources(l.Ref); len(src) != 1 || src[0].Path != "data.csv" {
		t.Errorf("lineage through a module of the analysis: %v", src)
	}
}

// The vectors that the Go side is held to hold for the tracer too, row by row and in
// whole columns.
func TestDigestVectors(t *testing.T) {
	t.Parallel()
	p := interpreter(t)
	vectors, err := filepath.Abs(filepath.Join("..", "canon", "testdata", "rows.json"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(p.Executable, "-I", "-B", "-c", `
import json, sys
sys.path.insert(0, sys.argv[1])
from assaytrace import canon
import numpy as np
out = []
for v in json.load(open(sys.argv[2])):
    got = [canon.text(canon.rows(v["columns"]))]
    if len(v["columns"]) == 1:
        c = v["columns"][0]
        if all(isinstance(x, str) or x is None for x in c) and any(isinstance(x, str) for x in c):
            got.append(canon.text(canon.of_texts(c)))
        else:
            got.append(canon.text(canon.of_numbers(np, np.array([np.nan if x is None else x for x in c], "float64"))))
    out.append([v["name"], v["digest"], got])
print(json.dumps(out))
`, p.tracer, vectors)
	b, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var out []struct {
		name, want string
		got        []string
	}
	var raw [][3]json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		t.Fatal(err)
	}
	for _, r := range raw {
		var v struct {
			name, want string
			got        []string
		}
		for i, p := range []any{&v.name, &v.want, &v.got} {
			if err := json.Unmarshal(r[i], p); err != nil {
				t.Fatal(err)
			}
		}
		out = append(out, v)
	}
	if len(out) < 10 {
		t.Fatalf("only %d vectors", len(out))
	}
	for _, v := range out {
		for _, got := range v.got {
			if got != v.want {
				t.Errorf("%s: %s, want %s", v.name, got, v.want)
			}
		}
	}
}

// The tracer writes nothing beside the trace: no compiled files, no stray output.
func TestNothingLeftBehind(t *testing.T) {
	t.Parallel()
	_, dir := script(t, "import json\nprint(json.dumps([1]))\n")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff([]string{"analysis.py", "data.csv", "data.json"}, names); diff != "" {
		t.Error(diff)
	}
}

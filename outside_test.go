package assay_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/spec"
)

// told lists the messages of findings of one code with their severity.
func told(r *spec.Report, code spec.Code) string {
	var out []string
	for _, f := range r.Findings {
		if f.Code == code {
			out = append(out, string(f.Severity)+": "+f.Message)
		}
	}
	return strings.Join(out, "\n")
}

// What the kernel sees of a run is in the report, and changes no score where nothing rests
// on it.
func TestWhatTheKernelSaw(t *testing.T) {
	try := func(lines string) func(string) string {
		return after("def attempt(f):\n    try:\n        f()\n    except Exception:\n        pass\n" + lines)
	}
	for _, tt := range []struct {
		name string
		edit func(string) string
		code spec.Code
		says []string
	}{
		{"H05 gold is looked for", try("attempt(lambda: open('../gold'))\nattempt(lambda: open('hidden/spec.json'))\nattempt(lambda: open('/srv/cases/penguins/hidden/spec.json'))"),
			spec.RunRefused, []string{"warning: the analysis tried to open /gold, /srv/cases/penguins/hidden/spec.json, outside", "info: the analysis looked for hidden/spec.json, which is not there"}},
		{"data are to be changed", try("attempt(lambda: open('data/penguins.csv', 'a'))"), spec.RunRefused, []string{"warning: the analysis tried to change data/penguins.csv"}},
		{"H28 a child shell", try("import subprocess\nattempt(lambda: subprocess.run('true; exec 3<>/dev/tcp/192.0.2.1/80', shell=True))"), spec.RunExec, []string{"warning: the analysis ran, or tried to run, /bin/sh"}},
		{"H29 the network past all proxies", try("import urllib.request\nattempt(lambda: urllib.request.build_opener(urllib.request.ProxyHandler({})).open('http://192.0.2.1/', timeout=2))"), spec.RunNetwork, []string{"warning: the analysis tried to reach 192.0.2.1:80; there is no network"}},
		{"ctypes", try("import ctypes\nctypes.CDLL(None).getpid()"), spec.RunNative, []string{"warning: the analysis reached below the interpreter with ctypes"}},
		{"its own memory", try("attempt(lambda: open('/proc/self/mem', 'r+b'))"), spec.RunNative, []string{"warning: the analysis opened /proc/self/mem"}},
		{"its environment", try("attempt(lambda: open('/proc/self/environ').read())"), spec.RunRefused, []string{"warning: the analysis tried to open /proc/self/environ"}},
		{"a denied call", try("import ctypes\nctypes.CDLL(None).ptrace(0, 0, 0, 0)"), spec.RunRefused, []string{"warning: the analysis asked the kernel for what no analysis needs, and was refused: ptrace"}},
		{"helpers of libraries are nothing", try("import platform, ctypes.util\nplatform.processor()\nattempt(lambda: ctypes.util.find_library('m'))\nimport socket\nsocket.socketpair()"), spec.RunExec, nil},
	} {
		if !tried(tt.name, 3) {
			continue
		}
		t.Run(strings.ReplaceAll(tt.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			r := made(t, tt.edit, alone(t))
			expectStrict(t, r)
			got := told(r, tt.code)
			for _, want := range tt.says {
				if !strings.Contains(got, want) {
					t.Errorf("findings %s are\n%s\nwant %s", tt.code, got, want)
				}
			}
			if len(tt.says) == 0 && got != "" {
				t.Errorf("findings %s are %s", tt.code, got)
			}
			if !slices.Contains(r.Run.Sandbox.Mechanisms, "watch") || told(r, spec.RunUnwatched) != "" {
				t.Errorf("sandbox %+v", r.Run.Sandbox)
			}
		})
	}
}

// onTrace sends lines on every descriptor that could be the trace's.
func onTrace(lines string) string {
	return "import os\nfor fd in range(3, 256):\n    try:\n        os.write(fd, b'''" + lines + "''')\n    except OSError:\n        pass"
}

// A trace that speaks of files that the kernel saw nothing of carries no edge, even where
// all numbers are right and follow the data.
func TestForgedTraces(t *testing.T) {
	for name, line := range map[string]string{
		"a file that was never opened":      `{"k":"file","src":"interp","id":900001,"op":"read","path":"other.csv"}`,
		"a file that was never written":     `{"k":"file","src":"interp","id":900001,"op":"write","path":"/tmp/stage.csv","mode":"w"}`,
		"a result in a file never written":  `{"k":"result","src":"interp","pointer":"/results/0/value","value":1,"ref":0,"file":"more.json"}`,
		"a figure that was never saved":     `{"k":"figure","src":"interp","path":"figure2.png","axes":[]}`,
		"what the kernel is said to have":   `{"k":"file","src":"os","id":900001,"op":"read","path":"other.csv"}`,
		"the same, by a name of other case": `{"k":"file","SRC":"os","id":900001,"op":"read","path":"other.csv"}`,
	} {
		if !tried(name, 7) {
			continue
		}
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			r := made(t, after(onTrace(line+"\\n")), options(t))
			if r.Metrics.Strict == nil || *r.Metrics.Strict || earliest(r) != spec.StageDataTransform || !slices.Contains(errorCodes(r), spec.TraceForged) {
				explain(t, r)
				t.Errorf("stage %q, codes %v", earliest(r), errorCodes(r))
			}
			for _, e := range r.Edges {
				if (e.Relation == spec.DataTransform || e.Relation == spec.TransformResult) && e.Pass != nil && *e.Pass {
					t.Errorf("the edge %s -> %s rests on the trace", e.From, e.To)
				}
			}
		})
	}
}

// Who forges on changed data alone is not believed on the case's data either.
func TestForgedOnChangedData(t *testing.T) {
	t.Parallel()
	forge := "forge = " + strconv.Quote(onTrace(`{"k":"file","src":"interp","id":900001,"op":"read","path":"other.csv"}`+"\\n"))
	r := made(t, after(forge+"\nif abs(penguins[MASS].mean() - 4201.754385964912) > 1e-6 or list(penguins[MASS].head(2)) != [3750, 3800]:\n    exec(forge)"), options(t))
	if r.Metrics.Strict == nil || *r.Metrics.Strict || earliest(r) != spec.StageDataTransform || !slices.Contains(errorCodes(r), spec.TraceForged) {
		explain(t, r)
		t.Errorf("stage %q, codes %v", earliest(r), errorCodes(r))
	}
}

// Data that were never opened carry nothing, wherever the numbers are from.
func TestUnopenedData(t *testing.T) {
	t.Parallel()
	code := "import io\n_read = pd.read_csv\npd.read_csv = lambda path, **k: _read(io.StringIO(TEXT), **k)\n"
	data := readFile(t, "cases/penguins/data/penguins.csv")
	r := made(t, func(s string) string {
		return strings.Replace(s, "DATA = ", "TEXT = '''"+data+"'''\n"+code+"DATA = ", 1)
	}, alone(t))
	codes := errorCodes(r)
	if r.Metrics.Strict == nil || *r.Metrics.Strict || !slices.Contains(codes, spec.DataUnopened) || earliest(r) != spec.StageDataTransform {
		explain(t, r)
		t.Errorf("stage %q, codes %v", earliest(r), codes)
	}
}

// Honest ways to files that look otherwise from inside than from outside.
func TestHonestFiles(t *testing.T) {
	for name, edit := range map[string]func(string) string{
		"through a link":           swap(t, `DATA = "`, "import os\nos.symlink('data/penguins.csv', 'linked.csv')\nDATA = \"linked.csv\" or \""),
		"by an absolute path":      swap(t, `DATA = "`, `DATA = "/submission/`),
		"from another folder":      before("import os\nos.mkdir('sub')\nos.chdir('sub')\nopen('note.txt', 'w').close()\nopen('note.txt').read()\nos.chdir('..')"),
		"outputs put in place":     after("import os, shutil\nfor f in ('results.json', 'claims.json'):\n    shutil.copy(f, f + '.part')\n    os.replace(f + '.part', f)"),
		"a copy under /tmp":        before("import shutil, pandas\nshutil.copy('data/penguins.csv', '/tmp/p.csv')\npandas.read_csv('/tmp/p.csv')"),
		"a temporary file":         before("import tempfile\nwith tempfile.NamedTemporaryFile('w+') as f:\n    f.write('x')\n    f.flush()\n    open(f.name).read()"),
		"relative to a descriptor": before("import os\nos.mkdir('sub')\nd = os.open('sub', os.O_RDONLY)\nwith open('x', 'w', opener=lambda p, f: os.open(p, f, dir_fd=d)) as f:\n    f.write('x')"),
		"a database":               before("import sqlite3\nc = sqlite3.connect('/tmp/x.db')\nc.execute('create table t (a)')\nc.commit()\nc.close()\nsqlite3.connect('/tmp/x.db').execute('select * from t').fetchall()"),
		"a child process":          before("import os\nif os.fork() == 0:\n    open('/tmp/child', 'w').write('x')\n    os._exit(0)\nos.wait()\nopen('/tmp/child').read()"),
	} {
		if !tried(name, 4) {
			continue
		}
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			r := made(t, edit, options(t))
			expectStrict(t, r)
			if s := told(r, spec.TraceForged) + told(r, spec.RunUndeclared); s != "" {
				t.Errorf("found %s", s)
			}
		})
	}
}

// Without isolation nothing is seen from outside, and the report says so.
func TestUnwatchedRun(t *testing.T) {
	t.Parallel()
	o := alone(t)
	o.Unsafe = true
	r := made(t, after(""), o)
	if got := told(r, spec.RunUnwatched); !strings.Contains(got, "it was not isolated") {
		t.Errorf("findings %q", got)
	}
	if slices.Contains(r.Run.Sandbox.Mechanisms, "watch") {
		t.Errorf("sandbox %+v", r.Run.Sandbox)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

package assay_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/spec"
)

// made returns the verdict on the penguin reference with its analysis changed; the
// other four files stay as they are.
func made(t *testing.T, edit func(code string) string, o assay.Options) *spec.Report {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("cases/penguins/hidden/reference")); err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile(filepath.Join(dir, "analysis.py"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "analysis.py"), []byte(edit(string(code))), 0o644); err != nil {
		t.Fatal(err)
	}
	return verify(t, "cases/penguins", dir, o)
}

func before(lines string) func(string) string {
	return func(code string) string { return lines + "\n" + code }
}

func after(lines string) func(string) string {
	return func(code string) string { return code + "\n" + lines + "\n" }
}

func instead(lines string) func(string) string { return func(string) string { return lines } }

// Known faults of other graders, as submissions: what a run prints, writes beside its
// outputs, sends on the trace's channel or leaves out never turns into support.
func TestKnownFaults(t *testing.T) {
	reference, err := os.ReadFile("cases/penguins/hidden/reference/results.json")
	if err != nil {
		t.Fatal(err)
	}
	typed := "import json\nwith open('results.json', 'w') as f:\n    json.dump(json.loads('''" + string(reference) + "'''), f)\n"
	for _, tt := range []struct {
		name  string
		edit  func(string) string
		stage spec.Stage
		codes []spec.Code
	}{
		{"H01 trace records on standard output", after(`print('{"k":"result","pointer":"/results/0/value","value":1,"ref":1,"file":"results.json"}')` + "\n" + typed), spec.StageTransformResult, []spec.Code{spec.ResultUntraced}},
		{"H02 result markers on standard output", before(`print('<<RESULT>>{"strict": true}')` + "\nraise SystemExit(0)"), spec.StageExecution, []spec.Code{spec.ArtifactMissing}},
		{"H03 a report of its own", instead("open('report.json', 'w').write('{\"strict\": true}')\nopen('score.json', 'w').write('1.0')"), spec.StageExecution, []spec.Code{spec.ArtifactMissing}},
		{"H04 a score on standard error and a failed run", after("import sys\nprint('score: 1.0', file=sys.stderr)\nsys.exit(1)"), spec.StageExecution, []spec.Code{spec.RunExit}},
		{"H12 exceptions are swallowed and nothing is written", instead("import sys\nsys.excepthook = lambda *a: None\ntry:\n    raise ValueError\nexcept BaseException:\n    pass"), spec.StageExecution, []spec.Code{spec.ArtifactMissing}},
		{"H12 a silent hook does not hide the exit", instead("import sys\nsys.excepthook = lambda *a: None\nraise ValueError"), spec.StageExecution, []spec.Code{spec.RunExit}},
		{"H14 an early exit with success", before("import os\nos._exit(0)"), spec.StageExecution, []spec.Code{spec.ArtifactMissing}},
		{"H16 the parent is killed", instead("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)"), spec.StageExecution, []spec.Code{spec.RunExit}},
		{"E17 outputs are shipped and the program does nothing", instead("pass"), spec.StageExecution, []spec.Code{spec.ArtifactMissing}},
		{"H25 a shipped result is only copied", after(typed), spec.StageTransformResult, []spec.Code{spec.ResultUntraced}},
		{"E28 garbage on the trace's channel", after("import os\nfor fd in range(3, 256):\n    try:\n        os.write(fd, b'\\n\\n{}\\nnull\\n' + b'x' * (1 << 20) + b'\\n')\n    except OSError:\n        pass\n" + typed), spec.StageTransformResult, []spec.Code{spec.ResultUntraced}},
		{"H20 an artifact by a link out of the folder", after("import os\nos.remove('results.json')\nos.symlink('/etc/passwd', 'results.json')"), spec.StageExecution, []spec.Code{spec.ArtifactRefused}},
		{"S10 a duplicate key in what the run writes", after("open('results.json', 'w').write('{\"schema\":\"assay/results/v1\",\"results\":[],\"results\":[]}')"), spec.StageExecution, []spec.Code{spec.ArtifactInvalid}},
		{"a blank figure is an output that shows nothing", after("plt.figure()\nplt.savefig('figure.png')"), spec.StageVisual, nil},
		{"a figure that is no picture", after("open('figure.png', 'w').write('figure')"), spec.StageExecution, []spec.Code{spec.ArtifactInvalid}},
		{"H19 an expression in place of a number", after("import re\ntext = open('results.json').read()\nopen('results.json', 'w').write(re.sub(r'\"value\": [0-9.]+,', '\"value\": \"__import__(1375.35)\",', text, count=1))"), spec.StageTransformResult, nil},
	} {
		if !tried(tt.name, 3) {
			continue
		}
		t.Run(strings.ReplaceAll(tt.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			r := made(t, tt.edit, alone(t)) // the trace has to tell by itself
			if r.Metrics.Strict == nil || *r.Metrics.Strict {
				t.Error("strict success")
			}
			if got := earliest(r); got != tt.stage {
				t.Errorf("broken stage %q, want %q", got, tt.stage)
			}
			codes := errorCodes(r)
			for _, c := range tt.codes {
				if !slices.Contains(codes, c) {
					t.Errorf("no finding %s in %v", c, codes)
				}
			}
			if t.Failed() {
				explain(t, r)
			}
		})
	}
}

// What an honest program may do without loss.
func TestHonestHabits(t *testing.T) {
	for name, edit := range map[string]func(string) string{
		"E11 words of failure in the log":              after("print('convergence failed for 1 of 200 fits')\nprint('Error: none')"),
		"E22 names like those of the tracer":           before("_t = __t__ = __assay__ = assay = assaytrace = R = F = A = AK = trace = token = None"),
		"E23 a decoy in a folder":                      after("import os\nos.mkdir('sub')\nopen('sub/results.json', 'w').write('{}')"),
		"H15 a folder named like the grader's":         after("import os\nos.makedirs('assaytrace')\nopen('assaytrace/__init__.py', 'w').write('raise SystemExit(1)')"),
		"H10 the tracer's own files cannot be changed": before("import glob\nfor f in glob.glob('/assay/**/*.py', recursive=True) + ['/assay/run.py']:\n    try:\n        open(f, 'a').write('raise SystemExit(1)')\n    except OSError:\n        continue\n    raise SystemExit('the tracer was changed')"),
		"H11 planted customisation":                    after("open('sitecustomize.py', 'w').write('raise SystemExit(1)')\nopen('usercustomize.py', 'w').write('raise SystemExit(1)')"),
	} {
		if !tried(name, 3) {
			continue
		}
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			expectStrict(t, made(t, edit, alone(t)))
		})
	}
}

// A module that the contract does not name is a warning: it changes no score.
func TestModulesOfTheContract(t *testing.T) {
	t.Parallel()
	r := made(t, before("import decimal\nimport PIL.Image"), alone(t))
	expectStrict(t, r)
	var said []string
	for _, f := range r.Findings {
		if f.Code == spec.RunModule {
			said = append(said, string(f.Severity)+": "+f.Message)
		}
	}
	if want := []string{"warning: the analysis imports PIL, which the contract does not allow"}; !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
}

// A script is run exactly once, however fast it ends.
func TestE07_OneRun(t *testing.T) {
	t.Parallel()
	o, runs := options(t), 0
	o.Progress = func(step string) {
		if step == "running the analysis" {
			runs++
		}
	}
	made(t, instead("pass"), o)
	if runs != 1 {
		t.Errorf("%d runs", runs)
	}
}

// A run that does not end in time is ended with all it has started.
func TestE02_TimedOutTree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("cases/penguins")); err != nil {
		t.Fatal(err)
	}
	edit := func(name, old, new string) {
		path := filepath.Join(dir, name)
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), old) {
			t.Fatal(name, err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	edit("case.json", `"wall_seconds": 60`, `"wall_seconds": 2`)
	edit("hidden/reference/analysis.py", "import json\n", "import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\ntime.sleep(600)\n")
	r := verify(t, dir, filepath.Join(dir, "hidden/reference"), alone(t))
	if earliest(r) != spec.StageExecution || !slices.Contains(errorCodes(r), spec.RunTimeout) || r.Run.WallSeconds > 20 {
		explain(t, r)
		t.Errorf("stage %q, codes %v, %.1f s", earliest(r), errorCodes(r), r.Run.WallSeconds)
	}
}

// Two runs that begin in the same second keep their files apart.
func TestE08_RunsAtOnce(t *testing.T) {
	for i := range 2 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			o, want := alone(t), fmt.Sprintf("run %d", i)
			o.Keep = t.TempDir()
			made(t, instead("open('results.json', 'w').write('"+want+"')"), o)
			if got, err := os.ReadFile(filepath.Join(o.Keep, "results.json")); err != nil || string(got) != want {
				t.Errorf("kept %q, want %q (%v)", got, want, err)
			}
		})
	}
}

// Data that the manifest lists and the folder lacks is a fault of the case, found
// before anything is run.
func TestD02_MissingDataIsNoFaultOfTheCandidate(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("cases/penguins")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "data/penguins.csv")); err != nil {
		t.Fatal(err)
	}
	if c, err := assay.LoadCase(dir); c != nil || err == nil || !strings.Contains(err.Error(), "data/penguins.csv cannot be read") {
		t.Errorf("case %v, error %v", c, err)
	}
}

// What lint accepts can be scored, and what it refuses is refused by the scorer too.
func TestS03_LintIsADryRunOfTheScorer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, old, new string
	}{
		{"sound", "", ""},
		{"unknown column", `"select": ["species", "body_mass_g"]`, `"select": ["species", "mass"]`},
		{"unknown estimator", `"estimator": "sd"`, `"estimator": "spread"`},
		{"unknown group", `"first": "Gentoo"`, `"first": "Emperor"`},
		{"unknown view", `"view": "weighed", "family"`, `"view": "weighted", "family"`},
		{"missing argument", `"args": {"value": "body_mass_g", "by": "sex"}`, `"args": {"by": "sex"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("cases/penguins")); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "hidden/spec.json")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(data), tt.old) {
				t.Fatalf("the specification does not hold %s", tt.old)
			}
			if err := os.WriteFile(path, []byte(strings.Replace(string(data), tt.old, tt.new, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
			list, err := assay.LintCase(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			_, scoreErr := verifyError(t, dir, filepath.Join(dir, "hidden/reference"))
			if list.Errors() != (scoreErr != nil) {
				t.Errorf("lint says %v, the scorer %v", list, scoreErr)
			}
			if (tt.old == "") == list.Errors() {
				t.Errorf("lint: %v", list)
			}
		})
	}
}

func verifyError(t *testing.T, caseDir, subDir string) (*spec.Report, error) {
	t.Helper()
	c, err := assay.LoadCase(caseDir)
	if err != nil {
		return nil, err
	}
	s, err := assay.LoadSubmission(subDir, c)
	if err != nil {
		return nil, err
	}
	return assay.Verify(t.Context(), c, s, alone(t))
}

// The reference of each case reaches the full score, and a case whose specification or
// environment has drifted from it is found, with the slots that fail.
func TestG01_G02_SelfCheck(t *testing.T) {
	t.Parallel()
	check := func(old, new string) (spec.Diagnostics, error) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("cases/penguins")); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "hidden/spec.json")
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), old) {
			t.Fatal(old, err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := assay.LoadCase(dir)
		if err != nil {
			t.Fatal(err)
		}
		return assay.SelfCheck(t.Context(), c, alone(t))
	}
	if list, err := check("", ""); err != nil || len(list) > 0 {
		t.Errorf("the reference as it is: %v, %v", list, err)
	}
	list, err := check(`"estimator": "sd"`, `"estimator": "se"`)
	if err != nil || !list.Errors() {
		t.Fatalf("another oracle than the reference's: %v, %v", list, err)
	}
	named := false
	for _, d := range list {
		named = named || strings.HasPrefix(d.Pointer, "/results/") && strings.Contains(d.Message, "r_species_sd") && d.Line > 0
	}
	if !named {
		t.Errorf("the failing slot is not named: %v", list)
	}
	c, err := assay.LoadCase("cases/penguins")
	if err != nil {
		t.Fatal(err)
	}
	bare := *c
	bare.Dir = t.TempDir()
	if _, err := assay.SelfCheck(t.Context(), &bare, options(t)); err == nil || !strings.Contains(err.Error(), "no reference submission") {
		t.Errorf("a case without a reference: %v", err)
	}
}

// The locale of whoever scores does not reach the run: the same bytes come out.
func TestN20_Locale(t *testing.T) {
	results := func() string {
		o := alone(t)
		o.Keep = t.TempDir()
		made(t, before("import locale\nassert locale.localeconv()['decimal_point'] == '.'"), o)
		data, err := os.ReadFile(filepath.Join(o.Keep, "results.json"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	plain := results()
	for _, name := range []string{"LC_ALL", "LC_NUMERIC", "LANG"} {
		t.Setenv(name, "de_DE.UTF-8")
	}
	if got := results(); got != plain || !strings.Contains(plain, `"value": 1375.35`) {
		t.Errorf("under a German locale:\n%s\nwithout:\n%s", got, plain)
	}
}

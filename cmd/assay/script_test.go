package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assaybench/assay/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"assay": func() { os.Exit(cli.Main(os.Args[1:], cli.System())) },
	})
}

// TestScripts runs testdata/script/*.txtar. Each script finds the worked cases under
// $CASES, data files in binary formats under $INPUTS, and has commands of its own:
//
//	exitcode N command args…   the command must end with exactly this code
//	absent path…               nothing may be at these paths
//	spoil KIND path [size]     make a link, directory, empty, big, deep or utf16 file
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("CASES", filepath.Join(root, "cases"))
			e.Setenv("INPUTS", filepath.Join(root, "cmd/assay/testdata/inputs"))
			e.Setenv("ASSAY_PYTHON", filepath.Join(root, ".venv/bin/python"))
			e.Setenv("XDG_CACHE_HOME", filepath.Join(root, ".venv/cache"))
			for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // so that analyses in Go are not compiled from scratch
				out, err := exec.Command("go", "env", name).Output()
				if err != nil {
					return err
				}
				e.Setenv(name, strings.TrimSpace(string(out)))
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exitcode": exitcode,
			"absent":   absent,
			"spoil":    spoil,
		},
	})
}

func exitcode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode N command args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if err != nil {
		var ee interface{ ExitCode() int }
		if !errors.As(err, &ee) {
			ts.Fatalf("%v", err)
		}
		got = ee.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func absent(ts *testscript.TestScript, neg bool, args []string) {
	for _, a := range args {
		if _, err := os.Lstat(ts.MkAbs(a)); errors.Is(err, fs.ErrNotExist) == neg {
			ts.Fatalf("%s is there: %v", a, !neg)
		}
	}
}

func spoil(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: spoil KIND path")
	}
	path := ts.MkAbs(args[1])
	ts.Check(os.RemoveAll(path))
	write := func(data string) { ts.Check(os.WriteFile(path, []byte(data), 0o644)) }
	switch args[0] {
	case "gone":
	case "link":
		ts.Check(os.Symlink("/etc/passwd", path))
	case "directory":
		ts.Check(os.Mkdir(path, 0o755))
	case "empty":
		write("")
	case "truncated":
		write(`{"schema": "assay/results/v1", "results": [{"id": "a`)
	case "duplicate":
		write(`{"schema": "assay/results/v1", "results": [], "results": []}`)
	case "nan":
		write(`{"schema": "assay/results/v1", "results": [{"id": "a", "estimand": "mean", "value": NaN}]}`)
	case "big":
		write("")
		ts.Check(os.Truncate(path, 100<<20))
	case "deep":
		write(strings.Repeat(`{"a":`, 100_000))
	case "utf16":
		write("\xff\xfe{\x00}\x00")
	default:
		ts.Fatalf("unknown kind %s", args[0])
	}
}

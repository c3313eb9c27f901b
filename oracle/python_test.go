package oracle_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// python is an interpreter that has loaded the libraries of all scripts of testdata and runs
// each in a fork of itself (testdata/forks.py), as loading them takes longer than most of the
// scripts. It ends with this process.
type python struct {
	mu sync.Mutex // one request at a time; scripts run side by side
	in io.WriteCloser
}

var pythons = sync.OnceValues(func() (*python, error) {
	exe, err := filepath.Abs("../.venv/bin/python")
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(exe); err != nil {
		return nil, fmt.Errorf("there is no Python environment; make setup makes it: %w", err)
	}
	cmd := exec.Command(exe, "-P", "testdata/forks.py") // -P: a script there may bear the name of a module
	cmd.Env = append(os.Environ(), "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() { panic(fmt.Sprint("the interpreter that forks has ended: ", cmd.Wait())) }() // no test goes on
	return &python{in: in}, nil
})

// printed is what a script of testdata prints.
func printed(t *testing.T, script string, args ...string) []byte {
	t.Helper()
	p, err := pythons()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	place := func(name string) string { return filepath.Join(dir, name) }
	request, err := json.Marshal(map[string]any{
		"argv": append([]string{filepath.Join("testdata", script)}, args...), "stdout": place("stdout"), "stderr": place("stderr"), "end": place("end"),
	})
	err = errors.Join(err, os.WriteFile(place("stdout"), nil, 0o644), os.WriteFile(place("stderr"), nil, 0o644), syscall.Mkfifo(place("end"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	_, err = p.in.Write(append(request, '\n'))
	p.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	status, err := os.ReadFile(place("end")) // which waits for it
	if err != nil || string(status) != "0" {
		said, _ := os.ReadFile(place("stderr"))
		t.Fatalf("%s ended with %s: %v\n%s", script, status, err, said)
	}
	text, err := os.ReadFile(place("stdout"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

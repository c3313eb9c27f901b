package pytrace_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/pytrace"
)

// An interpreter is asked once in a process, and again when it is another one.
func TestAskedOnce(t *testing.T) {
	asked := filepath.Join(t.TempDir(), "asked")
	python := fake(t, "echo x >> "+asked+"\n"+answer("3.12.1", "12", "/a"))
	for range 3 {
		i, err := pytrace.Ask(context.Background(), python)
		if err != nil || i.Prefix != "/a" {
			t.Fatal(i, err)
		}
		i.Prefix = "/spoilt"
	}
	times := func() int {
		b, err := os.ReadFile(asked)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(b), "x")
	}
	if n := times(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	if err := os.WriteFile(python, []byte("#!/bin/sh\necho x >> "+asked+"\n"+answer("3.13.0", "13", "/bb")+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if i, err := pytrace.Ask(context.Background(), python); err != nil || i.Prefix != "/bb" || times() != 2 {
		t.Errorf("%q, %v, asked %d times", i.Prefix, err, times())
	}
	// A failure is not remembered, nor is what was known before it.
	if err := os.Remove(python); err != nil {
		t.Fatal(err)
	}
	if _, err := pytrace.Ask(context.Background(), python); err == nil {
		t.Error("an interpreter that is gone answers")
	}
}

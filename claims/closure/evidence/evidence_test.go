package evidence_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assaybench/assay/claims/closure/evidence"
	"github.com/assaybench/assay/spec"
)

func folder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("analysis.py", "import a\nprint(1)\nlast")
	write("results.json", `{"results": [{"id": "a", "x/y": {"~": 1}}]}`)
	write("notes/run.ipynb", `{"cells": [{"source": "a"}, {"source": "b"}]}`)
	write("cells.json", `{"cells": 3}`)
	write("broken.json", `{"results": [`)
	write("empty.txt", "")
	write("figure.png", "picture")
	write("../outside.txt", "secret")
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link("../outside.txt", "leak.txt")
	link("analysis.py", "alias.py")
	link("..", "up")
	link("loop", "loop")
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, "figure.png"), 1<<30); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCheck(t *testing.T) {
	f, err := evidence.Open(folder(t), []spec.Figure{{Path: "figure.png", Axes: []spec.AxesView{{ID: "ax0", Marks: []spec.MarkSet{{Mark: "line", Group: "a b"}, {Mark: "point"}}}}}})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type p = spec.EvidencePointer
	for _, tt := range []struct {
		p    p
		want string
	}{
		{p{File: "analysis.py"}, ""},
		{p{File: "./analysis.py", Line: 3}, ""},
		{p{File: "analysis.py", Line: 4}, "3 lines, not 4"},
		{p{File: "results.json", Pointer: "/results/0/id"}, ""},
		{p{File: "results.json", Pointer: "/results/0/x~1y/~0"}, ""},
		{p{File: "results.json", Pointer: "/results/1"}, "nothing at /results/1"},
		{p{File: "results.json", Pointer: "/results/00"}, "nothing at"},
		{p{File: "results.json", Pointer: "results/0"}, "nothing at"},
		{p{File: "results.json", Pointer: "/" + strings.Repeat("x", 1e5)}, "xxx…"},
		{p{File: "results.json", Line: 1, Pointer: "/nowhere"}, "nothing at"}, // every part is checked
		{p{File: "notes/run.ipynb", Cell: 2}, ""},
		{p{File: "notes/run.ipynb", Cell: 3}, "2 cells, not 3"},
		{p{File: "cells.json", Cell: 1}, "no notebook"},
		{p{File: "broken.json", Pointer: "/results"}, "not JSON"},
		{p{File: "broken.json", Cell: 1}, "not JSON"},
		{p{File: "figure.png", Mark: "ax0"}, ""},
		{p{File: "figure.png", Mark: "ax0/point"}, ""},
		{p{File: "figure.png", Mark: "ax0/line/a b"}, ""},
		{p{File: "figure.png", Mark: "ax0/line/b"}, "no mark"},
		{p{File: "figure.png", Mark: "ax1/line"}, "no mark"},
		{p{File: "figure.png", Line: 1}, "at most"},
		{p{File: "analysis.py", Mark: "ax0"}, "captured no figure"},
		{p{File: "nowhere.py"}, "no such file"},
		{p{File: "empty.txt"}, "empty"},
		{p{File: "notes"}, "no regular file"},
		{p{File: "pipe", Line: 1}, "no regular file"},
		{p{File: "../outside.txt"}, "outside"},
		{p{File: "notes/../../outside.txt"}, "outside"},
		{p{File: "/etc/passwd"}, "outside"},
		{p{File: ""}, "outside"},
		{p{File: "leak.txt"}, "over a link"},
		{p{File: "alias.py"}, "over a link"},
		{p{File: "up/outside.txt"}, "over a link"},
		{p{File: "loop"}, "over a link"},
		{p{File: "analysis.py/x"}, "no such file"},
		{p{File: "a\x00b"}, "no such file"},
		{p{File: strings.Repeat("d/", 100) + "f"}, "too deep"},
	} {
		err := f.Check(tt.p)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%.60v: %v, not %q", tt.p, err, tt.want)
		}
	}
}

// Pointers into many large documents take bounded memory, and reading again costs nothing
// for the one that is asked for often.
func TestManyPointers(t *testing.T) {
	f, err := evidence.Open(folder(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	start := time.Now()
	for range 20_000 {
		if err := f.Check(spec.EvidencePointer{File: "results.json", Line: 1, Pointer: "/results/0"}); err != nil {
			t.Fatal(err)
		}
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("20000 pointers took %v", d)
	}
}

func TestNoFolder(t *testing.T) {
	if _, err := evidence.Open(filepath.Join(t.TempDir(), "nowhere"), nil); err == nil {
		t.Error("a folder that is not there was opened")
	}
}

func FuzzCheck(f *testing.F) {
	for _, p := range []spec.EvidencePointer{{File: "analysis.py", Line: 2}, {File: "results.json", Pointer: "/results/0"}, {File: "a/../../x"}, {File: "notes/run.ipynb", Cell: 9}} {
		f.Add(p.File, p.Line, p.Cell, p.Pointer, p.Mark)
	}
	dir := folder(f)
	f.Fuzz(func(t *testing.T, file string, line, cell int, pointer, mark string) {
		ev, err := evidence.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer ev.Close()
		if err := ev.Check(spec.EvidencePointer{File: file, Line: line, Cell: cell, Pointer: pointer, Mark: mark}); err == nil && strings.Contains(file, "..") && !filepath.IsLocal(file) {
			t.Errorf("%q leads outside", file)
		}
	})
}

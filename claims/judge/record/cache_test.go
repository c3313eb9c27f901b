package record_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/claims/judge/judgetest"
	"github.com/assaybench/assay/claims/judge/record"
	"github.com/assaybench/assay/internal/diag"
)

// warnings gathers what a cache says.
type warnings struct{ list diag.List }

func (w *warnings) add(d diag.Diagnostic) { w.list = append(w.list, d) }

func (w *warnings) codes() (out []string) {
	for _, d := range w.list {
		out = append(out, d.Code)
	}
	return out
}

// entries are the files of a cache.
func entries(t *testing.T, folder string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestCacheAsksOnceForEachContentJudgeAndDraw(t *testing.T) {
	dir := t.TempDir()
	asked := 0
	ask := func(change func(*judge.Request, *judgetest.Judge)) judge.Reply {
		r := judgetest.Request()
		g := &judgetest.Judge{Say: func(judge.Request, int) (string, error) { asked++; return fmt.Sprint("reply ", asked), nil }, Is: judge.Settings{Kind: "fake"}}
		change(&r, g)
		var w warnings
		reply, err := record.Cache(g, dir, w.add).Ask(t.Context(), r)
		if err != nil || w.list != nil {
			t.Fatal(err, w.list)
		}
		return reply
	}
	first := ask(func(*judge.Request, *judgetest.Judge) {})
	if first.Cached || first.Text != "reply 1" {
		t.Fatalf("%+v", first)
	}
	first.Cached = true
	for name, change := range map[string]func(*judge.Request, *judgetest.Judge){
		"the same":         func(*judge.Request, *judgetest.Judge) {},
		"another identity": func(r *judge.Request, _ *judgetest.Judge) { r.ID = "x" },
		"other fields":     func(r *judge.Request, _ *judgetest.Judge) { r.Fields = []judge.Field{{Name: "a", Kind: "text"}} },
	} {
		if d := cmp.Diff(first, ask(change)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	for i, change := range []func(*judge.Request, *judgetest.Judge){
		func(r *judge.Request, _ *judgetest.Judge) { r.Draw = 1 },
		func(r *judge.Request, _ *judgetest.Judge) { r.System = "x" },
		func(r *judge.Request, _ *judgetest.Judge) { r.Parts[3].Text = "x" },
		func(r *judge.Request, _ *judgetest.Judge) { r.Parts[4].Image = append([]byte(judgetest.JPEG), 1) },
		func(_ *judge.Request, f *judgetest.Judge) { f.Is.Model = "x" },
		func(_ *judge.Request, f *judgetest.Judge) { f.Is.Parameters = "x" },
		func(_ *judge.Request, f *judgetest.Judge) { f.Is.Kind = "x" },
	} {
		if got := ask(change); got.Cached || got.Text != fmt.Sprint("reply ", i+2) {
			t.Errorf("change %d: %+v", i, got)
		}
	}
}

// A damaged entry is said to be damaged, asked again and written whole; while the judge
// cannot be asked it stays open.
func TestJ23DamagedEntriesAreAskedAgain(t *testing.T) {
	for name, spoil := range map[string]func(path string, b []byte) error{
		"cut":   func(path string, b []byte) error { return os.WriteFile(path, b[:len(b)/2], 0o644) },
		"empty": func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o644) },
		"other text": func(path string, b []byte) error {
			return os.WriteFile(path, []byte(strings.Replace(string(b), "reply 1", "reply 9", 1)), 0o644)
		},
		"other request": func(path string, b []byte) error {
			return os.WriteFile(path, []byte(strings.Replace(string(b), `"key":"`, `"key":"0`, 1)), 0o644)
		},
		"longer": func(path string, b []byte) error { return os.WriteFile(path, append(b, "{}"...), 0o644) },
		"another's": func(path string, _ []byte) error {
			other := filepath.Join(filepath.Dir(filepath.Dir(path)), "other")
			r := judgetest.Request()
			r.Draw = 1
			if _, err := record.Cache(judgetest.Says("reply to another"), other, nil).Ask(t.Context(), r); err != nil {
				return err
			}
			return os.Rename(entries(t, other)[0], path)
		},
		"folder": func(path string, _ []byte) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o755)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			up := true
			f := &judgetest.Judge{Say: func(r judge.Request, n int) (string, error) {
				if !up {
					return "", &judge.Error{Code: judge.CodeUnavailable, ID: r.ID, Message: "down"}
				}
				return fmt.Sprint("reply ", n), nil
			}}
			var w warnings
			j := record.Cache(f, dir, w.add)
			if _, err := j.Ask(t.Context(), judgetest.Request()); err != nil {
				t.Fatal(err)
			}
			path := entries(t, dir)[0]
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := spoil(path, b); err != nil {
				t.Fatal(err)
			}
			up = false
			reply, err := j.Ask(t.Context(), judgetest.Request())
			judgetest.Code(t, err, judge.CodeUnavailable)
			if reply.Text != "" {
				t.Errorf("%+v", reply)
			}
			up = true
			reply, err = j.Ask(t.Context(), judgetest.Request())
			if err != nil || reply.Cached || reply.Text != "reply 3" {
				t.Errorf("%+v, %v", reply, err)
			}
			want := []string{string(judge.CodeCache), string(judge.CodeCache)}
			if name == "folder" { // which cannot be written over
				want = append(want, string(judge.CodeCacheWrite))
			} else if reply, err := j.Ask(t.Context(), judgetest.Request()); err != nil || !reply.Cached || reply.Text != "reply 3" {
				t.Errorf("it was not written anew: %+v, %v", reply, err)
			}
			if d := cmp.Diff(want, w.codes()); d != "" {
				t.Error(d)
			}
			if n := len(entries(t, dir)); n > 1 {
				t.Errorf("%d files are left", n)
			}
		})
	}
}

func TestFailuresAreNotKept(t *testing.T) {
	dir := t.TempDir()
	f := &judgetest.Judge{Say: func(r judge.Request, n int) (string, error) {
		if n == 1 {
			return "", &judge.Error{Code: judge.CodeRefusal, ID: r.ID, Message: "no"}
		}
		return "yes", nil
	}}
	j := record.Cache(f, dir, nil)
	_, err := j.Ask(t.Context(), judgetest.Request())
	judgetest.Code(t, err, judge.CodeRefusal)
	if e := entries(t, dir); e != nil {
		t.Errorf("%v are kept of a failure", e)
	}
	if reply, err := j.Ask(t.Context(), judgetest.Request()); err != nil || reply.Text != "yes" || reply.Cached {
		t.Errorf("%+v, %v", reply, err)
	}
}

// What changes while the judge is asked is stored neither under its old digest nor under
// its new one.
func TestE16ChangedInputsAreNotStored(t *testing.T) {
	for _, digest := range []string{"", judgetest.Request().Parts[4].Label().SHA256} {
		dir := t.TempDir()
		r := judgetest.Request()
		r.Parts[4].SHA256 = digest
		j := &judgetest.Judge{Say: func(judge.Request, int) (string, error) {
			r.Parts[4].Image[5] ^= 1
			return "x", nil
		}}
		var w warnings
		if _, err := record.Cache(j, dir, w.add).Ask(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if e := entries(t, dir); e != nil || len(w.list) != 1 || w.list[0].Code != string(judge.CodeCacheWrite) {
			t.Errorf("%v stored, %v", e, w.list)
		}
	}
}

func TestCacheThatCannotBeWrittenStillJudges(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var w warnings
	reply, err := record.Cache(judgetest.Says("x"), filepath.Join(file, "cache"), w.add).Ask(t.Context(), judgetest.Request())
	if err != nil || reply.Text != "x" || w.list == nil {
		t.Errorf("%+v, %v, %v", reply, err, w.list)
	}
}

//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Only plain files come out, and nothing is followed.
func TestH20_H23_Collect(t *testing.T) {
	c := python(t, `
import os, socket
open("results.json", "w").write("{}")
open("closed.json", "w").write("closed"); os.chmod("closed.json", 0)
open("empty.json", "w").close()
os.symlink("/etc/passwd", "link.json")
os.symlink("results.json", "inner.json")
os.symlink("/submission", "folderlink")
os.mkdir("folder.json")
os.mkfifo("pipe.json")
socket.socket(socket.AF_UNIX).bind("socket.json")
os.truncate(os.open("sparse.json", os.O_CREAT | os.O_RDWR), 6 << 20)
os.link("results.json", "hard.json")
try: os.mknod("device.json", 0o20666, os.makedev(1, 5))
except OSError: pass
open("not asked for", "w").write("x")
`)
	c.Output = t.TempDir()
	c.Collect = []string{
		"closed.json", "device.json", "empty.json", "folder.json", "folderlink", "hard.json", "inner.json", "link.json", "missing.json",
		"pipe.json", "results.json", "socket.json", "sparse.json",
	}
	out := run(t, c, quick)
	if out.Exit != 0 || out.Limit != "" {
		t.Fatalf("exit %d, limit %q: %s", out.Exit, out.Limit, out.Output)
	}
	refused := map[string]string{}
	for _, r := range out.Refused {
		refused[r.Name], _, _ = strings.Cut(r.Why, ":")
	}
	if diff := cmp.Diff(map[string]string{
		"folder.json": "a directory", "folderlink": "a symbolic link", "inner.json": "a symbolic link", "link.json": "a symbolic link",
		"pipe.json": "a named pipe", "socket.json": "a socket", "sparse.json": "sparse",
	}, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	got := map[string]string{}
	entries, err := os.ReadDir(c.Output)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			t.Errorf("%s is %v", e.Name(), e.Type())
		}
		b, _ := os.ReadFile(filepath.Join(c.Output, e.Name()))
		got[e.Name()] = string(b)
	}
	if diff := cmp.Diff(map[string]string{"closed.json": "closed", "empty.json": "", "hard.json": "{}", "results.json": "{}"}, got); diff != "" {
		t.Errorf("copied (-want +got):\n%s", diff)
	}
}

// What a run wrote before a limit ended it still comes out.
func TestCollectAfterLimit(t *testing.T) {
	c := python(t, "import os\nopen('early.json', 'w').write('early')\nwhile True: pass")
	c.Output, c.Collect = t.TempDir(), []string{"early.json"}
	l := quick
	l.CPU = 300e6
	out := run(t, c, l)
	got, _ := os.ReadFile(filepath.Join(c.Output, "early.json"))
	if out.Limit != "cpu" || string(got) != "early" {
		t.Errorf("limit %q, file %q", out.Limit, got)
	}
}

// A large output arrives whole.
func TestCollectLarge(t *testing.T) {
	c := python(t, "open('big', 'wb').write(bytes(range(256)) * (20 << 10))")
	c.Output, c.Collect = t.TempDir(), []string{"big"}
	run(t, c, quick)
	got, err := os.ReadFile(filepath.Join(c.Output, "big"))
	if err != nil || len(got) != 5<<20 || !slices.Equal(got[len(got)-256:], got[:256]) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// An earlier file in the output folder is never overwritten, nor a link there followed.
func TestCollectIntoUsedFolder(t *testing.T) {
	c := shell("echo new > results.json")
	c.Output, c.Collect = t.TempDir(), []string{"results.json"}
	target := filepath.Join(t.TempDir(), "target")
	if err := os.Symlink(target, filepath.Join(c.Output, "results.json")); err != nil {
		t.Fatal(err)
	}
	if out, err := sandboxRun(c); err == nil || !strings.Contains(err.Error(), "results.json") {
		t.Errorf("outcome %+v, error %v", out, err)
	}
	if _, err := os.Stat(target); err == nil {
		t.Error("the link was followed")
	}
}

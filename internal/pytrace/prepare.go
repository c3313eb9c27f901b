package pytrace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// fontScript lists the fonts that matplotlib brings along; the machine's own are left
// out, so that figures look the same everywhere.
const fontScript = `
import os, sys
import matplotlib
import matplotlib.font_manager as fonts
own = os.path.realpath(matplotlib.get_data_path())
manager = fonts.fontManager
manager.ttflist = [f for f in manager.ttflist if os.path.realpath(os.path.join(own, f.fname)).startswith(own)]
manager.afmlist = [f for f in manager.afmlist if os.path.realpath(os.path.join(own, f.fname)).startswith(own)]
fonts.json_dump(manager, os.path.join(sys.argv[1], f"fontlist-v{fonts.FontManager.__version__}.json"))
`

// Prepare makes matplotlib's list of fonts for an interpreter once, below the folder
// cache, and returns the folder to give as Options.Fonts. It is "" where the
// interpreter has no matplotlib.
func (i Interpreter) Prepare(ctx context.Context, cache string) (string, error) {
	installed := i.matplotlib()
	if installed == "" {
		return "", nil
	}
	return once(cache, "fonts-", i.key(fontScript, installed), func(dir string) error {
		return i.ask(ctx, dir, fontScript, dir)
	})
}

// compileScript compiles the tracer where it lies. The compiled files hold however old
// their sources look.
const compileScript = `
import compileall, py_compile, sys
ok = compileall.compile_dir(sys.argv[1], quiet=1, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
sys.exit(0 if ok else 1)
`

// Tracer installs the tracer once, compiled for the interpreter, below the folder cache,
// and returns its folder: a run then starts 50 ms of CPU time sooner than after Install.
func (i Interpreter) Tracer(ctx context.Context, cache string) (string, error) {
	content, err := tracerContent()
	if err != nil {
		return "", err
	}
	return once(cache, "tracer-", i.key(compileScript, content), func(dir string) error {
		if err := Install(dir); err != nil {
			return err
		}
		return i.ask(ctx, dir, compileScript, dir)
	})
}

// tracerContent is all files of the tracer in one text.
var tracerContent = sync.OnceValues(func() (string, error) {
	var content strings.Builder
	err := fs.WalkDir(Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(Files(), name)
		fmt.Fprintf(&content, "%s\x00%s", name, b)
		return err
	})
	return content.String(), err
})

// key names what is made of an interpreter and some content.
func (i Interpreter) key(parts ...string) string {
	h := sha256.New()
	for _, p := range append([]string{i.Executable, i.Prefix, i.Version}, parts...) {
		fmt.Fprintf(h, "%d\x00%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// ask runs a script of the interpreter's own, with home as its home.
func (i Interpreter) ask(ctx context.Context, home, script string, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, i.Executable, append([]string{"-I", "-B", "-c", script}, args...)...)
	cmd.Env = []string{"MPLCONFIGDIR=" + home, "HOME=" + home, "LC_ALL=C.UTF-8"}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %.300s", err, out)
	}
	return nil
}

// once returns the folder cache/prefix+key, made by fill where it does not exist yet. It
// appears whole or not at all, and many processes may make it at once.
func once(cache, prefix, key string, fill func(dir string) error) (string, error) {
	dir := filepath.Join(cache, prefix+key)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	fail := func(err error) (string, error) {
		return "", fmt.Errorf("prepare the interpreter in %s: %w", cache, err)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return fail(err)
	}
	tmp, err := os.MkdirTemp(cache, prefix+"*.tmp")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(tmp)
	if err := fill(tmp); err != nil {
		return fail(err)
	}
	// The run may belong to another user.
	err = filepath.WalkDir(tmp, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if d.IsDir() {
			mode = 0o755
		}
		return os.Chmod(name, mode)
	})
	if err != nil {
		return fail(err)
	}
	if err := os.Rename(tmp, dir); err != nil {
		if _, there := os.Stat(dir); there == nil {
			return dir, nil // another process was first
		}
		return fail(err)
	}
	return dir, nil
}

// matplotlib is the folder of the installed matplotlib and the time it was installed.
func (i Interpreter) matplotlib() string {
	for _, p := range i.Paths {
		dir := filepath.Join(p, "matplotlib")
		if info, err := os.Stat(filepath.Join(dir, "__init__.py")); err == nil {
			return dir + info.ModTime().UTC().String()
		}
	}
	return ""
}

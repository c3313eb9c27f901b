package pytrace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"time"
)

// Command is how a run is started: the program, its arguments, its whole environment.
type Command struct {
	Path string
	Args []string // without the program
	Env  []string
}

// Options say where things are, as the run sees them.
type Options struct {
	Script  string // the analysis, absolute
	Root    string // folder of the tracer; Root where empty
	Fonts   string // folder made by Prepare; empty for none
	Home    string // a writable folder; /tmp where empty
	TraceFD int    // descriptor of the trace; below 3 the run is not traced
	Epoch   int64  // SOURCE_DATE_EPOCH; 1577836800 (2020-01-01) where 0
}

// flags keep the interpreter to itself: no user packages, no folder of the script or
// working directory before the analysis' own is added, nothing compiled left behind.
// The environment is the one of Command alone, so -E is not needed, and would undo the
// fixed hash seed.
var flags = []string{"-s", "-P", "-B"}

// Command returns the call that runs a script under the tracer, always in the same
// locale, time zone, hash seed, number of threads and date.
func (i Interpreter) Command(o Options) Command {
	if o.Root == "" {
		o.Root = Root
	}
	if o.Home == "" {
		o.Home = "/tmp"
	}
	if o.Epoch == 0 {
		o.Epoch = 1577836800
	}
	env := []string{
		"HOME=" + o.Home,
		"TMPDIR=" + o.Home,
		"PATH=/usr/bin:/bin",
		"LANG=C.UTF-8",
		"LC_ALL=C.UTF-8",
		"TZ=UTC",
		"PYTHONHASHSEED=0",
		"PYTHONDONTWRITEBYTECODE=1",
		"PYTHONNOUSERSITE=1",
		"PYTHONSAFEPATH=1",
		"PYTHONUNBUFFERED=1",
		"OMP_NUM_THREADS=1",
		"OPENBLAS_NUM_THREADS=1",
		"MKL_NUM_THREADS=1",
		"NUMEXPR_NUM_THREADS=1",
		"VECLIB_MAXIMUM_THREADS=1",
		"SOURCE_DATE_EPOCH=" + strconv.FormatInt(o.Epoch, 10),
		"MPLBACKEND=Agg",
		"MPLCONFIGDIR=" + path.Join(o.Home, ".matplotlib"),
	}
	if o.Fonts != "" {
		env = append(env, "ASSAY_FONT_CACHE="+o.Fonts)
	}
	if o.TraceFD >= 3 {
		env = append(env, "ASSAY_TRACE_FD="+strconv.Itoa(o.TraceFD))
	}
	args := append(append([]string{}, flags...), path.Join(o.Root, "run.py"), o.Script)
	return Command{Path: i.Executable, Args: args, Env: env}
}

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
	key := sha256.Sum256([]byte(i.Prefix + "\x00" + i.Version + "\x00" + fontScript + i.matplotlib()))
	dir := filepath.Join(cache, "fonts-"+hex.EncodeToString(key[:8]))
	if found, _ := filepath.Glob(filepath.Join(dir, "fontlist-*.json")); len(found) > 0 {
		return dir, nil
	}
	if i.matplotlib() == "" {
		return "", nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", fmt.Errorf("prepare fonts: %w", err)
	}
	tmp, err := os.MkdirTemp(cache, "fonts-*.tmp")
	if err != nil {
		return "", fmt.Errorf("prepare fonts: %w", err)
	}
	defer os.RemoveAll(tmp)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, i.Executable, "-I", "-B", "-c", fontScript, tmp)
	cmd.Env = []string{"MPLCONFIGDIR=" + tmp, "HOME=" + tmp, "LC_ALL=C.UTF-8"}
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("prepare fonts: %w: %.300s", err, out)
	}
	lists, _ := filepath.Glob(filepath.Join(tmp, "fontlist-*.json"))
	if len(lists) == 0 {
		return "", fmt.Errorf("prepare fonts: matplotlib wrote no list of fonts to %s", tmp)
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return "", fmt.Errorf("prepare fonts: %w", err)
	}
	for _, l := range lists {
		if err := os.Chmod(l, 0o644); err != nil {
			return "", fmt.Errorf("prepare fonts: %w", err)
		}
	}
	if err := os.Rename(tmp, dir); err != nil {
		if found, _ := filepath.Glob(filepath.Join(dir, "fontlist-*.json")); len(found) > 0 {
			return dir, nil // another process was first
		}
		return "", fmt.Errorf("prepare fonts: %w", err)
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

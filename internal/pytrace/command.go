package pytrace

import (
	"path"
	"strconv"
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

package warm_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/internal/warm"
)

// where prints what tells one interpreter from another: addresses are laid out anew at
// every start.
const where = "import sys\nprint(id(sys))\n"

func TestRecycled(t *testing.T) {
	pool := newPool(t)
	pool.Runs = 2
	var places []string
	for range 5 {
		places = append(places, string(script{source: where}.good(t, pool).Output))
	}
	if places[0] != places[1] || places[2] != places[3] || places[1] == places[2] || places[3] == places[4] {
		t.Errorf("%q", places)
	}
	pool.Runs, pool.Idle = 0, 50*time.Millisecond
	before := string(script{source: where}.good(t, pool).Output)
	time.Sleep(500 * time.Millisecond)
	if after := string(script{source: where}.good(t, pool).Output); after == before {
		t.Error("an idle interpreter was kept")
	}
	pool.Close()
	script{source: where}.good(t, pool) // the pool begins anew
}

// Where there is no warm interpreter the run is started cold and says so.
func TestFallsBack(t *testing.T) {
	pool := newPool(t)
	var trace []byte
	c := script{source: "print('ran')"}.command(t, &trace)
	c.Args = append([]string{"-c", "print('ran')"}, c.Args...) // takes no part
	for i := range 5 {
		out, err := pool.Run(context.Background(), as(c), quick, nil)
		if err != nil || string(out.Output) != "ran\n" || len(out.Isolation.Notes) != 1 || !strings.HasPrefix(out.Isolation.Notes[0], warm.Cold) {
			t.Fatalf("run %d: %v %+v", i, err, out)
		}
	}
	// What is wrong with the command itself is its own error.
	c.Work = "/nowhere"
	if _, err := pool.Run(context.Background(), as(c), quick, nil); err == nil {
		t.Error("a work folder that does not exist")
	}
}

func TestThreadedStartsCold(t *testing.T) {
	var trace []byte
	source := "try:\n    import polars\nexcept ImportError: pass\nprint('ran')"
	c := script{source: source}.command(t, &trace)
	out, err := newPool(t).Run(context.Background(), as(c), quick, []byte(source))
	if err != nil || string(out.Output) != "ran\n" || len(out.Isolation.Notes) != 1 || !strings.Contains(out.Isolation.Notes[0], "polars") {
		t.Errorf("%v %+v: %s", err, out, out.Output)
	}
}

// An input that only a cold run can take is run so.
func TestFolderInput(t *testing.T) {
	var trace []byte
	c := script{source: "import os\nprint(os.listdir('data'))"}.command(t, &trace)
	c.Binds = append(c.Binds, sandbox.Bind{Source: t.TempDir(), Target: "/submission/data"})
	out, err := newPool(t).Run(context.Background(), as(c), quick, nil)
	if err != nil || string(out.Output) != "[]\n" || len(out.Isolation.Notes) != 1 {
		t.Errorf("%v %+v: %s", err, out, out.Output)
	}
}

// What the interpreter has below /tmp is there in its forks too, and nothing else is.
func TestBindsBelowTmp(t *testing.T) {
	s := script{source: "import os\nprint(open('/tmp/of/lib/file').read(), sorted(os.listdir('/tmp')))\n" +
		"for p in ('/tmp/of/lib/file', '/tmp/of/lib/new', '/tmp/single'):\n    try: open(p, 'a'); print('written', p)\n    except OSError: pass\nopen('/tmp/mine', 'w')\n"}
	one := file(t, "text")
	pool := newPool(t)
	run := func(pool *warm.Pool) string {
		var trace []byte
		c := s.command(t, &trace)
		c.Binds = append(c.Binds, sandbox.Bind{Source: filepath.Dir(one), Target: "/tmp/of/lib"}, sandbox.Bind{Source: one, Target: "/tmp/single"})
		out, err := sandbox.Run(context.Background(), c, quick)
		if pool != nil {
			out, err = pool.Run(context.Background(), as(c), quick, nil)
		}
		if err != nil || out.Exit != 0 || len(out.Isolation.Notes) > 0 {
			t.Fatalf("%v %+v\n%s", err, out, out.Output)
		}
		return string(out.Output)
	}
	cold := run(nil)
	for range 2 {
		if d := cmp.Diff(cold, run(pool)); d != "" {
			t.Errorf("(-cold +warm):\n%s", d)
		}
	}
}

func TestModules(t *testing.T) {
	for source, want := range map[string][]string{
		"":                                      nil,
		"import csv":                            nil,
		"import numpy as np":                    {"numpy"},
		"from scipy import stats":               {"scipy", "scipy.stats"},
		"import matplotlib.pyplot as plt":       {"matplotlib", "matplotlib.pyplot", "matplotlib.backends.backend_agg", "PIL.PngImagePlugin"},
		"import statsmodels.formula.api as smf": {"statsmodels.api", "statsmodels.formula.api"},
		"__import__('os').system('x'), evil.name": nil,
		"\xff\x00 pandas":                         {"pandas"},
	} {
		if warm.Threaded([]byte(source)) != "" {
			t.Errorf("%q is threaded", source)
		}
		if d := cmp.Diff(want, warm.Modules([]byte(source))); d != "" {
			t.Errorf("%q (-want +got):\n%s", source, d)
		}
	}
}

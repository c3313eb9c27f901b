package assay

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/sandbox"
	"github.com/assaybench/assay/spec"
)

// Recording is what was observed of one run.
type Recording struct {
	Trace *trace.Trace
	Lines []byte // the trace as JSON lines, numbered and chained
	Run   spec.RunReport
}

// OK reports whether the run ended with exit 0 inside its limits.
func (r *Recording) OK() bool { return r.Run.Exit == 0 && r.Run.Limit == "" && r.Trace.Run != nil }

// Record runs a submission without judging it. Errors are those of Verify.
func Record(ctx context.Context, c *Case, s *Submission, o Options) (*Recording, error) {
	c = c.For(s)
	o.step("running the analysis")
	d, err := read(c)
	if err != nil {
		return nil, err
	}
	r, err := execute(ctx, c, s, d, o)
	if err != nil {
		return nil, err
	}
	return &Recording{Trace: r.trace, Lines: r.lines, Run: r.report()}, nil
}

// scriptLimits bound a script that has no contract.
var scriptLimits = sandbox.Limits{Wall: 5 * time.Minute, CPU: 5 * time.Minute, Memory: 4 << 30, OutputBytes: 256 << 20, Files: 1024, Processes: 64}

// RecordScript runs a single script under common limits. It sees the regular files of
// the folder data/ beside it, read-only.
func RecordScript(ctx context.Context, path string, o Options) (*Recording, error) {
	code, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	data := map[string]string{}
	folder, err := filepath.Abs(filepath.Join(filepath.Dir(path), "data"))
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			data["data/"+e.Name()] = filepath.Join(folder, e.Name())
		}
	}
	o.step("running the script")
	r, err := start(ctx, job{entry: filepath.Base(path), code: code, data: data, limits: scriptLimits}, o)
	if err != nil {
		return nil, err
	}
	return &Recording{Trace: r.trace, Lines: r.lines, Run: r.report()}, nil
}

// Package assay decides whether the claims of an executed scientific analysis are
// supported by evidence that was really produced.
//
// A submission of five files is run in a sandbox and watched; the executed graph from
// data over transforms, results and figure to claims is rebuilt from its trace; oracles
// recompute the numbers from the data; and each claim is scored by the weakest link of
// its best approved alternative. Verify is the whole pipeline.
package assay

import (
	"context"
	"runtime/debug"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// Case is a case folder that was read and checked; see LoadCase.
type Case = spec.CaseFolder

// Submission is a submission folder that was read; see LoadSubmission.
type Submission = spec.SubmissionFolder

// Options tune Verify. The zero value works: it finds Python by itself and refuses to
// run without isolation.
type Options struct {
	// Python is the interpreter; empty means .venv/bin/python below the working
	// directory, then python3.
	Python string
	// GoSource is a folder with the sources of this module, with which analyses in Go are
	// built; empty means the checkout that holds the working directory, then the cache of
	// downloaded modules at the running version.
	GoSource string
	// Unsafe runs without isolation where the machine offers none; the report says so.
	Unsafe bool
	// Cold starts an interpreter for each run. Otherwise runs are forks of a warm one, which this
	// process keeps until Close or its own end, as long as isolation is to be had.
	Cold bool
	// Oracles are estimators beside the built-in ones; one of a built-in name replaces it.
	Oracles []oracle.Estimator
	// Verifiers judge the nodes of slots that name them in their field verifier.
	Verifiers map[string]graph.Verifier
	// Interventions is how many times the run is repeated on changed data: once where it is
	// 0, never where it is negative.
	Interventions int
	// Cache is a folder that keeps prepared things between runs; empty means a
	// temporary one.
	Cache string
	// Keep is a folder that receives the regenerated files and the trace; empty keeps none.
	Keep string
	// Progress is told the step that begins; nil tells nobody.
	Progress func(step string)
}

// Verify runs a submission and judges its claims. Whatever is wrong with the submission
// is in the report; an error means that no verdict could be reached: the case's oracles
// cannot be computed (Diagnostics in the error), isolation is not available
// (sandbox.ErrUnavailable), a file cannot be written, or ctx ended.
func Verify(ctx context.Context, c *Case, s *Submission, o Options) (*spec.Report, error) {
	c = c.For(s)
	o.step("recomputing the oracles")
	data, err := read(c)
	if err != nil {
		return nil, err
	}
	truth, err := recompute(ctx, c, data, o) // views and oracles, from the case's data alone
	if err != nil {
		return nil, err
	}
	changes, err := plan(ctx, c, s, data, truth, o) // changed data, and the truth about them
	if err != nil {
		return nil, err
	}
	o.step("running the analysis")
	run, err := runs(ctx, c, s, data, truth, changes, o) // regenerated files and traces, out of the sandbox
	if err != nil {
		return nil, err
	}
	o.step("judging the evidence")
	j := newJudge(o, c, s, truth, run) // documents, figures, lineage; what was found, slot by slot
	j.respond(changes)                 // how results and figure followed the changed data
	if err := j.twice(ctx, s, data, changes); err != nil {
		return nil, err
	}
	g, err := graph.New(&c.Spec)
	if err != nil {
		return nil, err
	}
	if err := j.nodesAndEdges(ctx, g); err != nil {
		return nil, err
	}
	outcome := g.Score(j.found.executed, j.pairs.candidates)
	return compile(c, s, j, outcome), nil
}

// LoadCase reads and checks a case folder. A folder that does not exist is a
// *fs.PathError; an invalid case is an error that carries Diagnostics (see
// spec.Diagnostics).
func LoadCase(dir string) (*Case, error) {
	c, list, err := spec.LoadCase(dir)
	if err != nil {
		return nil, err
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// LoadSubmission reads a submission folder. A folder that does not exist is a
// *fs.PathError; what is wrong with its files is judged by Verify.
func LoadSubmission(dir string, c *Case) (*Submission, error) {
	return spec.LoadSubmission(dir, &c.Case)
}

// Version is the version of this build, as the module system knows it.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == "github.com/assaybench/assay" && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func (o Options) step(name string) {
	if o.Progress != nil {
		o.Progress(name)
	}
}

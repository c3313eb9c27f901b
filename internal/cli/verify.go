package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/internal/report"
	"github.com/assaybench/assay/spec"
)

// runFlags are the flags of every command that runs a submission.
type runFlags struct {
	python   string
	goSource string
	unsafe   bool
	cold     bool
	progress string
}

func (f *runFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.python, "python", "", "the Python `interpreter` (default: $ASSAY_PYTHON, .venv/bin/python, python3)")
	c.Flags().StringVar(&f.goSource, "go-source", "", goSourceUsage)
	c.Flags().BoolVar(&f.unsafe, "unsafe-no-sandbox", false, "run without isolation where the machine offers none; the report says so")
	c.Flags().BoolVar(&f.cold, "cold", false, "start an interpreter for each run instead of forking a warm one")
	c.Flags().StringVar(&f.progress, "progress", "auto", "`auto`, json (lines on standard error) or none")
}

const goSourceUsage = "sources of this module, with which analyses in Go are built: a `folder` (default: the checkout of the working directory, or the module cache)"

func (a *app) options(f runFlags) (assay.Options, error) {
	o := assay.Options{Python: f.python, GoSource: f.goSource, Unsafe: f.unsafe, Cold: f.cold}
	if o.Python == "" {
		o.Python = a.Env("ASSAY_PYTHON")
	}
	if dir, err := os.UserCacheDir(); err == nil {
		o.Cache = filepath.Join(dir, "assay")
	}
	var err error
	o.Progress, err = a.progressTo(f.progress)
	return o, err
}

func (a *app) endProgress(f runFlags) {
	if f.progress == "auto" && a.Terminal {
		fmt.Fprint(a.Err, "\r\x1b[K")
	}
}

func (a *app) verify() *cobra.Command {
	var flags runFlags
	var asJSON bool
	var htmlFile, keep string
	var interventions int
	c := a.command("verify CASE SUBMISSION [flags]", "Run a submission and judge its claims", `
Run the submission in a sandbox, rebuild the executed graph from its trace,
recompute its numbers and judge each claim. CASE and SUBMISSION are folders.`,
		`  0    strict success: every required and every primary claim is supported
  1    judged, not strict; also where the submission is incomplete, crashes or
       breaks a limit (stage contract_execution)
  2    wrong arguments, or a path that does not exist
  3    the case or its specification is invalid
  4    no verdict: the machine could not run it, or a judgement is undecided
  130  interrupted`, cobra.ExactArgs(2), func(c *cobra.Command, args []string) error {
			cs, err := loadCase(args[0])
			if err != nil {
				return err
			}
			sub, err := loadSubmission(args[1], cs)
			if err != nil {
				return err
			}
			o, err := a.options(flags)
			if err != nil {
				return err
			}
			o.Keep = keep
			if o.Interventions = interventions; interventions == 0 {
				o.Interventions = -1
			} else if interventions < 0 {
				return usagef("--interventions is 0 or more, not %d", interventions)
			}
			r, err := assay.Verify(c.Context(), cs, sub, o)
			a.endProgress(flags)
			if err != nil {
				return err
			}
			if htmlFile != "" {
				if err := writeFile(htmlFile, func(w io.Writer) error { return report.HTML(w, r) }); err != nil {
					return err
				}
			}
			if asJSON {
				err = report.JSON(a.Out, r)
			} else {
				err = report.Text(a.Out, r, a.style())
				if err == nil && htmlFile != "" {
					fmt.Fprintf(a.Out, "\nThe full report: %s\n", htmlFile)
				}
			}
			if err != nil {
				return err
			}
			return verdictCode(r)
		})
	flags.add(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print one report document (assay/report/v1)")
	c.Flags().StringVar(&htmlFile, "html", "", "write the report as one HTML `file`")
	c.Flags().IntVar(&interventions, "interventions", 1, "how many times to repeat the run on changed data; 0: the edges from the data rest on the trace alone")
	c.Flags().StringVar(&keep, "keep", "", "keep the regenerated files and the trace in this `folder`")
	return c
}

// verdictCode is the exit code of a report.
func verdictCode(r *spec.Report) error {
	switch {
	case r.Status == spec.StatusInfra, r.Metrics.Strict == nil:
		return exit(ExitInfra)
	case *r.Metrics.Strict:
		return nil
	}
	return exit(ExitJudged)
}

func (a *app) style() report.Style {
	s := report.Style{Color: a.Terminal && a.Env("NO_COLOR") == ""}
	if w, err := strconv.Atoi(a.Env("COLUMNS")); err == nil {
		s.Width = w
	}
	return s
}

func loadCase(dir string) (*assay.Case, error) {
	cs, err := assay.LoadCase(dir)
	return cs, pathError(err, "case")
}

func loadSubmission(dir string, cs *assay.Case) (*assay.Submission, error) {
	sub, err := assay.LoadSubmission(dir, cs)
	return sub, pathError(err, "submission")
}

// pathError turns a path that is not there into a usage error.
func pathError(err error, what string) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return usagef("the %s folder %s cannot be opened: %v", what, pe.Path, pe.Err)
	}
	return err
}

// writeFile writes beside the target and renames, so that a file is whole or absent.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".assay-*")
	if err != nil {
		return usagef("%s cannot be written: %v", path, err)
	}
	defer os.Remove(f.Name())
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

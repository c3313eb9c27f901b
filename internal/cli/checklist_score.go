package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/claims/checklist/scorer"
	"github.com/assaybench/assay/internal/report/tally"
	"github.com/assaybench/assay/spec"
)

func (a *app) checklistScore() *cobra.Command {
	var judging judgeFlags
	var o scorer.Options
	var asJSON bool
	var out, htmlFile, evidence, progress string
	c := a.command("score TASK WORKSPACE --judge JUDGE [flags]", "Score the report of a run", `
Score the report and the figures that a run left in its workspace by the checklist
of a task folder. Task and instructions come from the task folder alone; what the
workspace says of them is noted and not used. The judge is asked about each item,
several times with --draws; the median counts. A judge that fails, or whose answer
is not one JSON object with one score, gives no score: the total is then an interval.

An item that names a slot is bounded by --report, which assay verify --json wrote: a
judge may lower what the engine says and never raise it.`,
		`  0    every item has a score
  1    the run left no report: every item is 0
  2    wrong arguments, or a path that does not exist
  3    the task folder, the file of replies or the engine's report is invalid
  4    an item has no score, so that the total is an interval
  130  interrupted`, cobra.ExactArgs(2), func(c *cobra.Command, args []string) error {
			if o.Draws < 1 || o.Quorum < 0 || o.Quorum > o.Draws || o.Images < 0 || o.Characters < 0 {
				return usagef("--draws is 1 or more, --quorum at most --draws, --images and --characters 0 or more")
			}
			task, list, err := scorer.LoadTask(args[0])
			if err != nil {
				return pathError(err, "task")
			}
			if list.Errors() {
				printDiagnostics(a.Err, list)
				return exit(ExitInvalid)
			}
			w, err := scorer.LoadWorkspace(args[1], task)
			if err != nil {
				return pathError(err, "workspace")
			}
			defer w.Close()
			if evidence != "" {
				if o.Evidence, o.Digest, err = readEvidence(evidence); err != nil {
					return err
				}
			}
			j, end, err := a.openJudge(judging)
			if err != nil {
				return err
			}
			o.Judge, o.Parallel = j, judging.parallel
			if judging.ofPerson() {
				o.Parallel = 1
			}
			step, err := a.progressTo(progress)
			if err != nil {
				return err
			}
			if step != nil {
				o.Progress = func(done, all int) { step(fmt.Sprintf("item %d of %d", done, all)) }
			}
			s, err := scorer.Run(c.Context(), task, w, o)
			a.endProgress(runFlags{progress: progress})
			if err = errors.Join(err, end()); err != nil {
				return err
			}
			return a.showScoring(s, asJSON, out, htmlFile)
		})
	judging.add(c, "none: items with a slot are decided by --report alone")
	c.Flags().StringVar(&evidence, "report", "", "`file` that assay verify --json wrote, for items that name a slot")
	c.Flags().IntVar(&o.Draws, "draws", 1, "how often each item is asked; the median counts")
	c.Flags().IntVar(&o.Quorum, "quorum", 0, "valid draws that are needed; 0: more than half")
	c.Flags().IntVar(&o.Images, "images", 15, "most figures that are shown for an item")
	c.Flags().IntVar(&o.Characters, "characters", 100_000, "most characters of the report that are shown; 0: all")
	c.Flags().StringVar(&o.Agent, "agent", "", "`name` of the agent (default: as _meta.json says)")
	c.Flags().StringVar(&out, "out", "", "write the scoring, a _score.json, to this `file`")
	c.Flags().BoolVar(&asJSON, "json", false, "print the scoring (assay/checklist-score/v1)")
	c.Flags().StringVar(&htmlFile, "html", "", "write the scoring as one HTML `file`")
	c.Flags().StringVar(&progress, "progress", "auto", "`auto`, json (lines on standard error) or none")
	return c
}

// readEvidence reads a report of the engine.
func readEvidence(file string) (*scorer.Evidence, string, error) {
	data, err := readDocument(file, "report")
	if err != nil {
		return nil, "", err
	}
	r, list := spec.ReadReport(file, data)
	if r == nil {
		return nil, "", list.Err()
	}
	e, err := scorer.NewEvidence(r)
	if err != nil {
		return nil, "", &codeError{ExitInvalid, fmt.Errorf("%s: %w", file, err)}
	}
	sum := sha256.Sum256(data)
	return e, hex.EncodeToString(sum[:]), nil
}

func (a *app) showScoring(s *checklist.Scoring, asJSON bool, out, htmlFile string) error {
	data, err := s.Bytes()
	if err != nil {
		return err
	}
	write := func(b []byte) func(io.Writer) error {
		return func(w io.Writer) error { _, err := w.Write(b); return err }
	}
	if out != "" {
		if err := writeFile(out, write(data)); err != nil {
			return err
		}
	}
	if htmlFile != "" {
		if err := writeFile(htmlFile, func(w io.Writer) error { return tally.HTML(w, s) }); err != nil {
			return err
		}
	}
	if asJSON {
		_, err = a.Out.Write(data)
	} else {
		err = tally.Text(a.Out, s)
	}
	switch {
	case err != nil:
		return err
	case !s.Complete:
		return exit(ExitInfra)
	case s.Inputs.Report == "":
		return exit(ExitJudged)
	}
	return nil
}

package cli

import (
	"github.com/spf13/cobra"

	"github.com/assaybench/assay/claims/closure/agreement"
	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/internal/report/rubric"
	"github.com/assaybench/assay/spec"
)

func (a *app) closureAgreement() *cobra.Command {
	var asJSON bool
	var o agreement.Options
	c := a.command("agreement RUBRIC ATTEMPT… [flags]", "Say how far graders agree", `
Say how far the first passes on attempts agree, over effective decisions: per cent,
Cohen's kappa of each two graders, and Krippendorff's alpha of all, for atoms,
requirements and levels, with bootstrap intervals over attempts. Abstentions are left
out and counted. Of a folder, all attempts below it are read.`,
		`  0    the agreement was computed
  2    wrong arguments, or a path that does not exist
  3    the rubric, an attempt or a report is invalid
  4    no decision has two ratings
  130  interrupted`, cobra.MinimumNArgs(2), func(c *cobra.Command, args []string) error {
			switch {
			case o.Resamples != 0 && (o.Resamples < 2 || o.Resamples > maxResamples):
				return usagef("--resamples is from 2 to %d, or 0 for no intervals, not %d", maxResamples, o.Resamples)
			case !(o.Level > 0 && o.Level < 1):
				return usagef("--level is within 0 and 1, not %v", o.Level)
			}
			r, err := openRubric(args[0])
			if err != nil {
				return err
			}
			files, err := attemptFiles(args[1:])
			if err != nil {
				return err
			}
			attempts, err := r.attempts(c.Context(), files)
			if err != nil {
				return err
			}
			out := &spec.ClosureAgreement{Schema: spec.SchemaClosureAgreement, Rubric: r.ID, Groups: []spec.Agreement{},
				Bootstrap: spec.ClosureBootstrap{Unit: "attempt", Method: "percentile", Resamples: o.Resamples, Seed: o.Seed, Level: o.Level}}
			ratings := map[string][]agreement.Rating{}
			for _, t := range attempts {
				err := t.with(func(ev grading.Evidence) {
					list := grading.Ratings(r.Rubric, t.doc, ev)
					if len(list) > 0 {
						out.Attempts++
					}
					for _, x := range list {
						ratings[x.On] = append(ratings[x.On], agreement.Rating{Unit: x.Of, Cluster: t.doc.ID, Rater: x.Grader, Word: x.Word})
					}
				})
				if err != nil {
					return err
				}
			}
			units := 0
			for _, on := range []string{grading.OnAtoms, grading.OnRequirements, grading.OnLevels} {
				g, err := agreement.Of(c.Context(), ratings[on], o)
				if err != nil {
					return err
				}
				g.On = on
				units += g.Units
				out.Groups = append(out.Groups, *g)
			}
			if asJSON {
				err = printJSON(a.Out, out)
			} else {
				err = rubric.AgreementText(a.Out, out)
			}
			if err == nil && units == 0 {
				return exit(ExitInfra)
			}
			return err
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print one document, assay/closure-agreement/v1")
	c.Flags().IntVar(&o.Resamples, "resamples", 2000, "resamples of the bootstrap over attempts; 0: no intervals")
	c.Flags().Uint64Var(&o.Seed, "seed", 1, "of the bootstrap")
	c.Flags().Float64Var(&o.Level, "level", 0.95, "of the intervals")
	return c
}

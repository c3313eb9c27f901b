package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/spec"
)

func (a *app) caseCommand() *cobra.Command {
	c := &cobra.Command{Use: "case", Short: "Write and check cases", Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
		return usagef("name what to do with the case: assay case lint CASE")
	}}
	c.AddCommand(a.lint())
	return c
}

func (a *app) lint() *cobra.Command {
	var flags runFlags
	var asJSON, selfCheck bool
	c := a.command("lint CASE [flags]", "Check a case and its hidden specification", `
Check case.json, hidden/spec.json, hidden/source.json and the data: schemas,
references, chains that close upward to data, both kinds of support set for each
required claim, views and estimators that compile on the declared columns, and
oracles that can be computed. Everything that is wrong is printed, sorted. A demand
that the visible part of the case does not tell is a warning.

With --self-check the reference submission of the case is run and judged too. It
must reach the full score everywhere; each slot and edge at which it does not is
named.`,
		`  0  the case is sound
  2  the folder does not exist
  3  the case or its specification is invalid, or its reference does not reach the
     full score
  4  the reference could not be run`,
		cobra.ExactArgs(1), func(c *cobra.Command, args []string) error {
			list, err := assay.LintCase(c.Context(), args[0])
			if err != nil {
				return pathError(err, "case")
			}
			if selfCheck && !list.Errors() {
				more, err := a.selfCheck(c.Context(), args[0], flags)
				if err != nil {
					return err
				}
				list = append(list, more...).Sort()
			}
			if asJSON {
				enc := json.NewEncoder(a.Out)
				enc.SetIndent("", "  ")
				if list == nil {
					list = spec.Diagnostics{}
				}
				if err := enc.Encode(list); err != nil {
					return err
				}
			} else {
				printDiagnostics(a.Out, list)
				if !list.Errors() {
					fmt.Fprintf(a.Out, "%s: the case is sound\n", args[0])
				}
			}
			if list.Errors() {
				return exit(ExitInvalid)
			}
			return nil
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print the diagnostics as a JSON array")
	c.Flags().BoolVar(&selfCheck, "self-check", false, "run and judge the reference submission, too")
	flags.add(c)
	return c
}

// selfCheck judges the reference submission of a case.
func (a *app) selfCheck(ctx context.Context, dir string, flags runFlags) (spec.Diagnostics, error) {
	cs, err := loadCase(dir)
	if err != nil {
		return nil, err
	}
	o, err := a.options(flags)
	if err != nil {
		return nil, err
	}
	list, err := assay.SelfCheck(ctx, cs, o)
	a.endProgress(flags)
	return list, err
}

package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

func (a *app) caseCommand() *cobra.Command {
	c := &cobra.Command{Use: "case", Short: "Write and check cases", Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
		return usagef("name what to do with the case: assay case lint CASE or assay case leaks CASE")
	}}
	c.AddCommand(a.lint(), a.leaks())
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
				if list == nil {
					list = spec.Diagnostics{}
				}
				if err := printJSON(a.Out, list); err != nil {
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

func (a *app) leaks() *cobra.Command {
	var asJSON bool
	c := a.command("leaks CASE [SUBMISSION…] [flags]", "Search what authors are given for what is hidden", `
Search the visible part of a case (all but hidden/ and submissions/) for what must stay
hidden: the oracles' numbers as they may be printed, names of slots and views, and
texts, paths and digests of hidden/. Data files are searched with their notes, and for
columns that nobody declared or that hold answers; the folder for version history,
caches and files of earlier runs. Of each SUBMISSION it is said whether it holds texts,
paths or digests of hidden/. Each leak is named with its place and what to do.

A number counts where it has enough digits not to agree by chance: at least four, and
more the more numbers there are.`,
		`  0  nothing was found
  1  something was found
  2  a folder does not exist
  3  the case or its specification is invalid`,
		cobra.MinimumNArgs(1), func(c *cobra.Command, args []string) error {
			cs, err := loadCase(args[0])
			if err != nil {
				return err
			}
			for _, dir := range args[1:] {
				if st, err := os.Stat(dir); err != nil {
					return pathError(err, "submission")
				} else if !st.IsDir() {
					return usagef("submission %s is not a folder", dir)
				}
			}
			found, err := assay.Leaks(c.Context(), cs, args[1:])
			if err != nil {
				return err
			}
			if asJSON {
				if err := printJSON(a.Out, found); err != nil {
					return err
				}
			} else {
				printDiagnostics(a.Out, found.Leaks)
				h, v := found.Hidden, found.Visible
				fmt.Fprintf(a.Out, "%s: %s; searched %d files (%d texts, %d bytes) for %d numbers, %d names, %d files and %d runs of words; %d numbers are too short to search for\n",
					args[0], phrase.Count(len(found.Leaks), "leak", "leaks"), v.Files, v.Texts, v.Bytes, h.Values+h.Others, h.Names, h.Files, h.Passages, h.Short)
			}
			if len(found.Leaks) > 0 {
				return exit(ExitJudged)
			}
			return nil
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print what was searched and found as one JSON document")
	return c
}

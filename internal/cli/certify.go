package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay/internal/strd"
	"github.com/assaybench/assay/oracle"
)

func (a *app) oracleCertify() *cobra.Command {
	var dir, against string
	var asJSON, asPage bool
	c := a.command("certify --strd DIR [flags]", "Count the correct digits on NIST's reference sets", `
Read the Statistical Reference Datasets of NIST as they are published (DIR has the
folders univariate, linear, anova and nonlinear), run the estimators on their
decimal text, and print the correct digits of each certified value: -log10 of the
relative error, at most 15; at most 11 for nonlinear sets, from both starts.
Results of other programs (internal/strd/peers.py) can be set beside them.`,
		`  0  every value has the digits asked for: 14.5 univariate and anova, 14 linear,
     9.5 nonlinear
  1  some value has fewer
  2  wrong arguments, or a folder or file that does not exist
  3  a file is not laid out as NIST's are`, cobra.NoArgs, func(c *cobra.Command, _ []string) error {
			if asJSON && asPage {
				return usagef("--json and --markdown exclude each other")
			}
			if against != "" && !asPage {
				return usagef("--against needs --markdown")
			}
			sets, err := strd.Load(dir)
			var missing *fs.PathError
			if errors.As(err, &missing) {
				return usagef("the reference sets cannot be read: %v", err)
			} else if err != nil {
				return &codeError{ExitInvalid, err}
			}
			var peers strd.Peers
			if against != "" {
				f, err := os.Open(against)
				if err != nil {
					return usagef("%v", err)
				}
				defer f.Close()
				if peers, err = strd.ReadPeers(f); err != nil {
					return &codeError{ExitInvalid, err}
				}
			}
			lines, err := strd.Certify(c.Context(), oracle.Default(), sets)
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				err = printJSON(a.Out, lines)
			case asPage:
				err = strd.WritePage(a.Out, lines, peers)
			default:
				tw := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
				fmt.Fprintln(tw, "SET\tKIND\tSTART\tQUANTITY\tDIGITS\tVALUE")
				for _, l := range lines {
					start := ""
					if l.Start > 0 {
						start = fmt.Sprint(l.Start)
					}
					fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%.1f\t%s\n", l.Set, l.Kind, start, l.Quantity, l.Digits, safe(l.Value))
				}
				err = tw.Flush()
			}
			if err != nil {
				return err
			}
			for _, l := range lines {
				if l.Digits < strd.Asked[l.Kind] {
					return exit(ExitJudged)
				}
			}
			return nil
		})
	c.Flags().StringVar(&dir, "strd", "", "the folder `DIR` of the reference sets")
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array of {set, kind, start, quantity, certified, value, digits}")
	c.Flags().BoolVar(&asPage, "markdown", false, "print the table of docs/accuracy.md")
	c.Flags().StringVar(&against, "against", "", "with --markdown: results of other programs, from this JSON `FILE`")
	_ = c.MarkFlagRequired("strd")
	return c
}

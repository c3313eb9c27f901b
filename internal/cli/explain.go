package cli

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay/internal/report"
)

func (a *app) explain() *cobra.Command {
	return a.command("explain REPORT [CLAIM]", "Say why a claim stands or fell", `
Read a report that verify --json wrote and print the full reasoning: for one
claim (a slot or the id of a candidate claim) or for all.`,
		`  0  explained
  2  the report does not exist or is no report, or it has no such claim`,
		cobra.RangeArgs(1, 2), func(_ *cobra.Command, args []string) error {
			f, err := os.Open(args[0])
			if err != nil {
				return usagef("%v", err)
			}
			defer f.Close()
			r, err := report.Read(f)
			if err != nil {
				return usagef("%s is no report: %v", args[0], err)
			}
			claim := ""
			if len(args) == 2 {
				claim = args[1]
			}
			if err := report.Explain(a.Out, r, claim, a.style()); err != nil {
				return usagef("%v", err)
			}
			return nil
		})
}

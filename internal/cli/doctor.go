package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay"
)

func (a *app) doctor() *cobra.Command {
	var flags runFlags
	var asJSON bool
	c := a.command("doctor [flags]", "Say what this machine can do, and what to do about the rest", `
Look at the isolation that the kernel offers, at the Python interpreter and at
its libraries, and try one sandboxed run, and one of an analysis in Go.`,
		`  0  submissions can be run in a sandbox
  4  they cannot; the advice says what to do`,
		cobra.NoArgs, func(c *cobra.Command, _ []string) error {
			o, err := a.options(flags)
			if err != nil {
				return err
			}
			d := assay.Doctor(c.Context(), o)
			a.endProgress(flags)
			if asJSON {
				if err := printJSON(a.Out, d); err != nil {
					return err
				}
			} else {
				for _, k := range d.Checks {
					mark := "ok  "
					if !k.OK {
						mark = "no  "
					}
					fmt.Fprintf(a.Out, "%s %-22s %s\n", mark, k.Name, safe(k.Detail))
					if !k.OK && k.Advice != "" {
						fmt.Fprintf(a.Out, "     %-22s -> %s\n", "", k.Advice)
					}
				}
				if d.Ready {
					fmt.Fprintln(a.Out, "Submissions can be run in a sandbox.")
				} else {
					fmt.Fprintln(a.Out, "Submissions cannot be run in a sandbox here.")
				}
			}
			if !d.Ready {
				return exit(ExitInfra)
			}
			return nil
		})
	c.Flags().StringVar(&flags.python, "python", "", "the Python `interpreter` (default: $ASSAY_PYTHON, .venv/bin/python, python3)")
	c.Flags().StringVar(&flags.goSource, "go-source", "", goSourceUsage)
	c.Flags().StringVar(&flags.progress, "progress", "auto", "`auto`, json (lines on standard error) or none")
	c.Flags().BoolVar(&asJSON, "json", false, "print the checks as one JSON document")
	return c
}

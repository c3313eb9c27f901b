package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

func (a *app) trace() *cobra.Command {
	var flags runFlags
	var asJSON bool
	var out string
	c := a.command("trace CASE SUBMISSION | SCRIPT [flags]", "Run a submission or a script and show what it did", `
Run the analysis in the sandbox and print what was observed: files, operations by
family, where each reported number came from, and the figures. A single SCRIPT
sees the folder data/ beside it, read-only, and runs under common limits. A script
whose name ends in .go is compiled first.`,
		`  0    the run ended with exit 0 inside its limits
  1    it did not
  2    wrong arguments, or a path that does not exist
  3    the case or its specification is invalid
  4    the machine could not run it
  130  interrupted`, cobra.RangeArgs(1, 2), func(c *cobra.Command, args []string) error {
			o, err := a.options(flags)
			if err != nil {
				return err
			}
			var rec *assay.Recording
			if len(args) == 2 {
				cs, err := loadCase(args[0])
				if err != nil {
					return err
				}
				sub, err := loadSubmission(args[1], cs)
				if err != nil {
					return err
				}
				rec, err = assay.Record(c.Context(), cs, sub, o)
				if err != nil {
					return err
				}
			} else {
				if st, err := os.Stat(args[0]); err != nil {
					return usagef("%v", err)
				} else if !st.Mode().IsRegular() {
					return usagef("%s is not a script: give a CASE and a SUBMISSION, or one file", args[0])
				}
				if rec, err = assay.RecordScript(c.Context(), args[0], o); err != nil {
					return err
				}
			}
			a.endProgress(flags)
			if out != "" {
				if err := writeFile(out, func(w io.Writer) error { _, err := w.Write(rec.Lines); return err }); err != nil {
					return err
				}
			}
			if asJSON {
				_, err = a.Out.Write(rec.Lines)
			} else {
				err = summary(a.Out, rec)
			}
			if err != nil {
				return err
			}
			if !rec.OK() {
				return exit(ExitJudged)
			}
			return nil
		})
	flags.add(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print the trace itself, as JSON lines (assay/trace/v1)")
	c.Flags().StringVar(&out, "out", "", "write the trace to this `file`")
	return c
}

// summary prints a recording for a person.
func summary(w io.Writer, rec *assay.Recording) error {
	t := rec.Trace
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	status := "exit 0"
	switch {
	case rec.Run.Stopped != "":
		fmt.Fprintf(tw, "Stopped\t%s\n", safe(rec.Run.Stopped))
		return tw.Flush()
	case rec.Run.Limit != "":
		status = "ended by the " + rec.Run.Limit + " limit"
	case rec.Run.Exit != 0:
		status = fmt.Sprintf("exit %d", rec.Run.Exit)
	}
	fmt.Fprintf(tw, "Run\t%s, %.2f s, %.2f s CPU, %d MiB at most\n", status, rec.Run.WallSeconds, rec.Run.CPUSeconds, rec.Run.PeakBytes>>20)
	if t.Run != nil {
		fmt.Fprintf(tw, "Language\t%s\n", safe(t.Run.Runtime))
	}
	for _, id := range slices.Sorted(maps.Keys(t.Files)) {
		f := t.Files[id]
		fmt.Fprintf(tw, "File\t%s %s\n", safe(f.Op), safe(f.Path))
	}
	outside(tw, &t.Outside)
	families := map[string]int{}
	for _, op := range t.Ops {
		families[op.Fam]++
	}
	for _, fam := range slices.Sorted(maps.Keys(families)) {
		fmt.Fprintf(tw, "Operations\t%s %d\n", safe(fam), families[fam])
	}
	for _, l := range t.Results {
		if l.Value.Kind != spec.ValueNumber {
			continue
		}
		from := "no observed operation"
		if op := t.Ops[l.Ref]; op != nil {
			from = op.Fn
		}
		fmt.Fprintf(tw, "Written\t%s#%s\t%s from %s\n", safe(l.File), safe(l.Pointer), safe(l.Value.String()), safe(from))
	}
	for _, f := range t.Figures {
		fmt.Fprintf(tw, "Figure\t%s\n", safe(figureLine(f)))
	}
	for _, d := range t.Diagnostics {
		fmt.Fprintf(tw, "Note\t%s\n", safe(d.String()))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if !rec.OK() && rec.Run.Output != "" {
		fmt.Fprintf(w, "\nThe end of what it printed:\n%s\n", safe(rec.Run.Output))
	}
	return nil
}

// outside prints what the kernel saw of a run.
func outside(w io.Writer, o *trace.Outside) {
	if !o.On {
		fmt.Fprintf(w, "Outside\tnot watched: %s\n", safe(o.Why))
		return
	}
	for _, f := range o.Files {
		line := f.Op + " " + f.Path
		if f.To != "" {
			line += " -> " + f.To
		}
		if f.Err != "" {
			line += ": " + f.Err
		}
		fmt.Fprintf(w, "Outside\t%s\n", safe(line))
	}
	for _, name := range o.Calls {
		fmt.Fprintf(w, "Outside\trefused %s\n", safe(name))
	}
	fmt.Fprintf(w, "Outside\t%d calls looked at, %d of them to files of the interpreter, libraries and system, %d left out\n", o.Counts["calls"], o.Counts["library"], o.Dropped())
}

func figureLine(f trace.FigureEvent) string {
	var marks []string
	for _, ax := range f.Axes {
		for _, m := range ax.Marks {
			if m.Mark != "text" {
				marks = append(marks, m.Mark)
			}
		}
	}
	return fmt.Sprintf("%s: %d axes, marks: %s", f.Path, len(f.Axes), strings.Join(marks, ", "))
}

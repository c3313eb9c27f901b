package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/spec"
)

func (a *app) closureCommand() *cobra.Command {
	c := &cobra.Command{Use: "closure", Short: "Score physics closure under a rubric", Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
		return usagef("name what to do with the rubric: assay closure lint RUBRIC")
	}}
	c.AddCommand(a.closureLint(), a.closureScore(), a.closureReview(), a.closureAgreement(), a.closureStats())
	return c
}

func (a *app) closureLint() *cobra.Command {
	var asJSON bool
	c := a.command("lint RUBRIC [flags]", "Check a closure rubric", `
Check a rubric (assay/closure-rubric/v1): twenty atoms, prerequisites that exist and
lead in no circle, requirements that something can meet, triggers and expressions
that can be decided, and slots that the case has, where the rubric names one.
Everything that is wrong is printed, sorted. A prerequisite that may not be
logically necessary is a warning.`,
		`  0  the rubric is sound
  2  wrong arguments, or a path that does not exist
  3  the rubric or its case is invalid`,
		cobra.ExactArgs(1), func(c *cobra.Command, args []string) error {
			r, _, list, err := readRubric(args[0])
			if err != nil {
				return err
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
					fmt.Fprintf(a.Out, "%s: the rubric is sound: %d atoms (%s), %d requirements\n", args[0], len(r.Atoms), split(r), len(r.Requirements))
				}
			}
			if list.Errors() {
				return exit(ExitInvalid)
			}
			return nil
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print the diagnostics as a JSON array")
	return c
}

// split counts the atoms of each dimension: "F 4, O 4, I 4, M 4, V 4".
func split(r *spec.ClosureRubric) string {
	out := ""
	for _, d := range spec.Dimensions {
		n := 0
		for _, a := range r.Atoms {
			if a.Dimension == d {
				n++
			}
		}
		if out != "" {
			out += ", "
		}
		out += fmt.Sprintf("%s %d", d, n)
	}
	return out
}

// readRubric reads and checks a rubric, with the case that it names. It is nil where it
// could not be read.
func readRubric(file string) (r *spec.ClosureRubric, cs *spec.CaseFolder, list spec.Diagnostics, err error) {
	data, err := readDocument(file, "rubric")
	if err != nil {
		return nil, nil, nil, err
	}
	r, doc, list := spec.ReadClosureRubric(file, data)
	if r == nil {
		return nil, nil, list, nil
	}
	var s *spec.Specification
	if r.Case != "" {
		var more spec.Diagnostics
		cs, more, err = spec.LoadCase(beside(file, r.Case))
		switch {
		case err != nil:
			list = append(list, doc.Diagnose(closure.CodeSlot, "/case", fmt.Sprintf("the case %s cannot be opened: %v", r.Case, plainError(err)), "name the case's folder, relative to the rubric"))
		case cs == nil:
			list = append(list, more...)
		default:
			list, s = append(list, more...), &cs.Spec
		}
	}
	return r, cs, append(list, closure.Lint(r, doc, s)...).Sort(), nil
}

// readDocument reads a file that is named on the command line.
func readDocument(file, what string) ([]byte, error) {
	st, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, usagef("the %s %s cannot be opened: %v", what, file, plainError(err))
	case !st.Mode().IsRegular():
		return nil, usagef("the %s %s is no file", what, file)
	case st.Size() > spec.MaxJSONBytes:
		return nil, usagef("the %s %s has %d bytes; at most %d are read", what, file, st.Size(), spec.MaxJSONBytes)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, usagef("the %s %s cannot be read: %v", what, file, plainError(err))
	}
	return data, nil
}

// plainError drops the path that an error of the system repeats.
func plainError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

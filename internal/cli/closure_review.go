package cli

import (
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/internal/report/rubric"
	"github.com/assaybench/assay/spec"
)

func (a *app) closureReview() *cobra.Command {
	var asJSON bool
	var who, stage, decide, out string
	c := a.command("review RUBRIC ATTEMPT [flags]", "List what is to be reviewed, and take decisions", `
List the disagreements between graders that could change score, completion, level or
validity of an attempt, with what hangs on each, and what nobody decided.

With --as NAME each is asked for on the terminal; an empty line passes it over, and the
end of the input ends the asking. With --decide FILE the decisions are read from a
file that holds one grade of an attempt (grader, stage and decisions). They are added
to the attempt, which is written anew: earlier decisions stay in it.`,
		`  0    nothing is to be reviewed, and all is decided
  1    all is decided, but a terminal zero
  2    wrong arguments, or a path that does not exist
  3    the rubric, the attempt, the report or the decisions are invalid
  4    something is to be reviewed, or undecided
  130  interrupted`, cobra.ExactArgs(2), func(c *cobra.Command, args []string) error {
			switch {
			case stage != grading.Review && stage != grading.Adjudication:
				return usagef("--stage is review or adjudication, not %q", stage)
			case out != "" && who == "" && decide == "":
				return usagef("--out is for decisions: give --as NAME or --decide FILE")
			}
			r, err := openRubric(args[0])
			if err != nil {
				return err
			}
			t, err := r.attempt(args[1])
			if err != nil {
				return err
			}
			s, ungraded, err := t.review()
			if err != nil {
				return err
			}
			var g *spec.ClosureGrade
			switch {
			case decide != "":
				g, err = r.readGrade(decide, who)
			case who != "":
				if slices.ContainsFunc(t.doc.Grades, func(g spec.ClosureGrade) bool { return g.Grader == who && g.Stage == stage }) {
					return usagef("%q has a grade of stage %s already; take another name, or --stage adjudication", who, stage)
				}
				g, err = a.askPerson(c.Context(), r, s, ungraded, who, stage)
			}
			if err != nil {
				return err
			}
			if g != nil {
				t.doc.Grades = append(t.doc.Grades, *g)
				if list := grading.Check(r.ClosureRubric, t.doc, nil); list.Errors() {
					return list.Err()
				}
				if s, ungraded, err = t.review(); err != nil {
					return err
				}
				if err := t.write(first(out, t.file)); err != nil {
					return err
				}
			}
			switch {
			case asJSON:
				err = printJSON(a.Out, s)
			case g != nil:
				err = rubric.Text(a.Out, r.ClosureRubric, s)
			default:
				rubric.ReviewText(a.Out, r.ClosureRubric, s, ungraded)
			}
			if err == nil && len(s.Review) > 0 {
				return exit(ExitInfra)
			}
			if err != nil {
				return err
			}
			return closureCode([]*spec.ClosureScore{s})
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print the score with its review list (assay/closure-score/v1)")
	c.Flags().StringVar(&who, "as", "", "`name` under which decisions are taken")
	c.Flags().StringVar(&stage, "stage", grading.Review, "`review` or adjudication, of what is asked on the terminal")
	c.Flags().StringVar(&decide, "decide", "", "`file` with one grade: the decisions to add")
	c.Flags().StringVar(&out, "out", "", "write the attempt with the decisions to this `file` (default: in place of the attempt)")
	return c
}

// review scores the attempt and lists what nobody decided.
func (t *openedAttempt) review() (s *spec.ClosureScore, ungraded []string, err error) {
	err = t.with(func(ev grading.Evidence) {
		s, ungraded = grading.Score(t.rubric.Rubric, t.doc, ev), grading.Ungraded(t.rubric.Rubric, t.doc, ev)
	})
	return s, ungraded, err
}

// readGrade reads decisions out of a file.
func (r *openedRubric) readGrade(file, who string) (*spec.ClosureGrade, error) {
	data, err := readDocument(file, "grade")
	if err != nil {
		return nil, err
	}
	g, doc, list := spec.ReadClosureGrade(file, data)
	if g != nil {
		list = append(list, grading.CheckGrade(r.Rubric, g, doc)...).Sort()
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	switch {
	case who != "" && g.Grader != who:
		return nil, usagef("%s holds decisions of %q, not of %q", file, g.Grader, who)
	case g.Stage == grading.First:
		return nil, usagef("%s holds a first pass; a review adds decisions of stage review or adjudication", file)
	}
	return g, nil
}

// write writes the attempt whole or not at all; what it names is named from there.
func (t *openedAttempt) write(path string) error {
	doc := *t.doc
	folder := filepath.Dir(path)
	doc.Submission = from(folder, t.file, doc.Submission)
	doc.Report = from(folder, t.file, doc.Report)
	return writeJSON(path, &doc)
}

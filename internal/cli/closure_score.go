package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/evidence"
	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/internal/report/rubric"
	"github.com/assaybench/assay/spec"
)

func (a *app) closureScore() *cobra.Command {
	var asJSON bool
	var htmlFile, out string
	var asking closureAsking
	c := a.command("score RUBRIC ATTEMPT… [flags]", "Score attempts under a rubric", `
Score attempts (assay/closure-attempt/v1) under a closure rubric: 0 to 10 in half
points, and the level RC0 to RC4. What the rubric leaves to the engine is decided by
the report that the attempt names, the rest by the grades in it; evidence pointers
are looked up in the submission that it names. Of a folder, all attempts below it are
scored. What is undecided makes score and level intervals, never zeros.

With --judge, the judge is asked for a first pass on each attempt, for --draws of them
that do not know of each other, unless the attempt has them; --out keeps the attempts
with these grades, for assay closure review. A judge that fails leaves its decisions
open.`,
		`  0    score, level and validity of every attempt are decided
  1    all are decided, but an attempt left nothing gradable (terminal zero)
  2    wrong arguments, or a path that does not exist
  3    the rubric, an attempt or a report is invalid
  4    an attempt is undecided
  130  interrupted`, cobra.MinimumNArgs(2), func(c *cobra.Command, args []string) error {
			r, err := openRubric(args[0])
			if err != nil {
				return err
			}
			files, err := attemptFiles(args[1:])
			if err != nil {
				return err
			}
			if htmlFile != "" && len(files) > 1 {
				return usagef("--html takes one attempt, not %d", len(files))
			}
			if asking.draws < 1 || asking.draws > maxDraws {
				return usagef("--draws is from 1 to %d, not %d", maxDraws, asking.draws)
			}
			attempts, err := r.attempts(c.Context(), files)
			if err != nil {
				return err
			}
			if asking.judge.spec != "" {
				if err := a.askClosure(c.Context(), asking, attempts); err != nil {
					return err
				}
			}
			var scores []*spec.ClosureScore
			for _, t := range attempts {
				s, err := t.score()
				if err != nil {
					return err
				}
				scores = append(scores, s)
			}
			if asking.judge.spec != "" && out != "" {
				if err := keepAttempts(attempts, out); err != nil {
					return err
				}
			}
			if err := a.writeClosure(r, scores, out, htmlFile); err != nil {
				return err
			}
			if err := a.showClosure(r, scores, asJSON); err != nil {
				return err
			}
			return closureCode(scores)
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print the score (assay/closure-score/v1); of several, one on each line")
	c.Flags().StringVar(&htmlFile, "html", "", "write the score of one attempt as one HTML `file`")
	c.Flags().StringVar(&out, "out", "", "write each score as a file of this `folder`, for assay closure stats; with --judge each attempt, too")
	asking.judge.add(c, "none is asked by default")
	c.Flags().StringVar(&asking.grader, "grader", "", "`name` of the judge among the graders (default: its model, person or kind)")
	c.Flags().IntVar(&asking.draws, "draws", 1, "independent first passes by the judge")
	c.Flags().StringVar(&asking.progress, "progress", "auto", "`auto`, json (lines on standard error) or none")
	return c
}

// closureCode is the exit code of scores.
func closureCode(scores []*spec.ClosureScore) error {
	code := ExitStrict
	for _, s := range scores {
		switch {
		case !s.Complete:
			return exit(ExitInfra)
		case s.TerminalZero:
			code = ExitJudged
		}
	}
	if code != ExitStrict {
		return exit(code)
	}
	return nil
}

func (a *app) showClosure(r *openedRubric, scores []*spec.ClosureScore, asJSON bool) error {
	switch {
	case asJSON && len(scores) == 1:
		return printJSON(a.Out, scores[0])
	case asJSON:
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		for _, s := range scores {
			b.Reset()
			if err := enc.Encode(s); err != nil {
				return err
			}
			if _, err := a.Out.Write(canon.Printable(b.Bytes())); err != nil {
				return err
			}
		}
		return nil
	case len(scores) == 1:
		return rubric.Text(a.Out, r.ClosureRubric, scores[0])
	}
	return rubric.Table(a.Out, scores)
}

// writeClosure writes the files that were asked for.
func (a *app) writeClosure(r *openedRubric, scores []*spec.ClosureScore, out, htmlFile string) error {
	if htmlFile != "" {
		if err := writeFile(htmlFile, func(w io.Writer) error { return rubric.HTML(w, r.ClosureRubric, scores[0]) }); err != nil {
			return err
		}
	}
	if out == "" {
		return nil
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return usagef("%s cannot be made: %v", out, plainError(err))
	}
	for _, s := range scores {
		if err := writeJSON(filepath.Join(out, fileName(s.Attempt)+".score.json"), s); err != nil {
			return err
		}
	}
	return nil
}

// fileName is a file's name for an id: what a name may not hold is escaped.
func fileName(id string) string { return strings.ReplaceAll(url.PathEscape(id), ".", "%2E") }

// writeJSON writes a document whole or not at all.
func writeJSON(path string, v any) error {
	return writeFile(path, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	})
}

// openedRubric is a sound rubric with the case that it names.
type openedRubric struct {
	*closure.Rubric
	file string
	cs   *spec.CaseFolder // nil where it names none
}

func openRubric(file string) (*openedRubric, error) {
	doc, cs, list, err := readRubric(file)
	if err != nil {
		return nil, err
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	r, err := closure.New(doc)
	return &openedRubric{r, file, cs}, err
}

// attemptFiles lists the files that arguments name, folders expanded in the order of names.
func attemptFiles(args []string) ([]string, error) {
	var out []string
	for _, arg := range args {
		st, err := os.Stat(arg)
		if err != nil {
			return nil, usagef("the attempt %s cannot be opened: %v", arg, plainError(err))
		}
		if !st.IsDir() {
			out = append(out, arg)
			continue
		}
		before := len(out)
		err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !strings.EqualFold(filepath.Ext(path), ".json") {
				return err
			}
			ok, err := isAttempt(path)
			if ok {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(out) == before {
			return nil, usagef("%s holds no attempt (assay/closure-attempt/v1)", arg)
		}
	}
	return out, nil
}

// isAttempt looks at the schema of a document; what is no JSON object is none.
func isAttempt(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, spec.MaxJSONBytes+1))
	if err != nil || len(data) > spec.MaxJSONBytes {
		return false, err
	}
	var head struct {
		Schema string `json:"schema"`
	}
	return json.Unmarshal(data, &head) == nil && head.Schema == spec.SchemaClosureAttempt, nil
}

// attempts reads several, none of them twice.
func (r *openedRubric) attempts(ctx context.Context, files []string) ([]*openedAttempt, error) {
	var out []*openedAttempt
	seen := map[string]string{}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t, err := r.attempt(file)
		if err != nil {
			return nil, err
		}
		if other, dup := seen[t.doc.ID]; dup {
			return nil, usagef("%s and %s are both of the attempt %q", other, file, t.doc.ID)
		}
		seen[t.doc.ID] = file
		out = append(out, t)
	}
	return out, nil
}

// openedAttempt is an attempt with what it names.
type openedAttempt struct {
	notes  []spec.Finding // of judges that were asked
	rubric *openedRubric
	file   string
	doc    *spec.ClosureAttempt
	report *spec.Report // nil where it names none
	dir    string       // of the submission; empty where it names none
}

// attempt reads and checks an attempt, and the report that it names.
func (r *openedRubric) attempt(file string) (*openedAttempt, error) {
	data, err := readDocument(file, "attempt")
	if err != nil {
		return nil, err
	}
	doc, places, list := spec.ReadClosureAttempt(file, data)
	if doc != nil {
		list = append(list, grading.Check(r.ClosureRubric, doc, places)...).Sort()
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	t := &openedAttempt{rubric: r, file: file, doc: doc}
	if doc.Report != "" {
		path := beside(file, doc.Report)
		data, err := readDocument(path, "report")
		if err != nil {
			return nil, err
		}
		if t.report, list = spec.ReadReport(path, data); list.Errors() {
			return nil, list.Err()
		}
	}
	if doc.Submission != "" {
		t.dir = beside(file, doc.Submission)
		if st, err := os.Stat(t.dir); err != nil {
			return nil, usagef("the submission %s of %s cannot be opened: %v", t.dir, file, plainError(err))
		} else if !st.IsDir() {
			return nil, usagef("the submission %s of %s is no folder", t.dir, file)
		}
	}
	return t, t.fits(places)
}

// fits holds the report against the case and the submission that it has to be of. A
// submission that is laid out otherwise than the case asks for has no digest to compare.
func (t *openedAttempt) fits(places *spec.Document) error {
	cs := t.rubric.cs
	if cs == nil || t.report == nil {
		return nil
	}
	of := func(format string, args ...any) error {
		return spec.Diagnostics{places.Diagnose(grading.CodeReport, "/report", fmt.Sprintf(format, args...), "verify the submission again: assay verify CASE SUBMISSION --json")}.Err()
	}
	if t.report.Case.ID != cs.Case.ID {
		return of("the report is of the case %q, the rubric's is %q", t.report.Case.ID, cs.Case.ID)
	}
	if t.report.Case.Digest != cs.Digest {
		t.notes = append(t.notes, spec.Finding{Code: spec.ClosureStale, Severity: spec.SeverityWarning, Message: "the case has changed since the report was made", Fix: "verify the submission again"})
	}
	if t.dir == "" {
		return nil
	}
	sub, err := spec.LoadSubmission(t.dir, &cs.Case)
	if err != nil {
		return usagef("the submission %s cannot be read: %v", t.dir, plainError(err))
	}
	if _, there := sub.Files[sub.Entry]; there && sub.Digest != t.report.Submission.Digest {
		return of("the report is of another submission, or of another state of it")
	}
	return nil
}

// beside is a path that a file names relative to itself.
func beside(file, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(file), filepath.FromSlash(name))
}

// score scores the attempt as it stands.
func (t *openedAttempt) score() (s *spec.ClosureScore, err error) {
	err = t.with(func(ev grading.Evidence) { s = grading.Score(t.rubric.Rubric, t.doc, ev) })
	return s, err
}

// with opens what decisions are held against.
func (t *openedAttempt) with(use func(grading.Evidence)) (err error) {
	ev := grading.Evidence{Notes: t.notes}
	var figures []spec.Figure
	if t.report != nil {
		if ev.Report, err = slots.New(t.report); err != nil {
			return &codeError{ExitInvalid, fmt.Errorf("%s: %w", t.file, err)}
		}
		figures = t.report.Figures
	}
	if t.dir != "" {
		files, err := evidence.Open(t.dir, figures)
		if err != nil {
			return usagef("the submission %s cannot be opened: %v", t.dir, plainError(err))
		}
		defer files.Close()
		ev.Files = files
	}
	use(ev)
	return nil
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/assaybench/assay/claims/closure/grader"
	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/spec"
)

const maxDraws = 100

// closureAsking are the flags of those commands that ask a judge for grades.
type closureAsking struct {
	judge    judgeFlags
	grader   string
	draws    int
	progress string
}

// pass is one first pass that is asked for.
type pass struct {
	attempt *openedAttempt
	grader  string
	draw    int
	grade   *spec.ClosureGrade
	err     error
}

// askClosure asks the judge for the passes that attempts do not have, and adds its grades
// to them. A judge that fails is a finding; the error is for what ends the command.
func (a *app) askClosure(ctx context.Context, f closureAsking, attempts []*openedAttempt) error {
	step, err := a.progressTo(f.progress)
	if err != nil {
		return err
	}
	for _, t := range attempts {
		if t.dir == "" && !t.doc.TerminalZero {
			return usagef("the attempt %s names no submission that a judge could be shown", t.file)
		}
	}
	j, end, err := a.openJudge(f.judge)
	if err != nil || j == nil {
		return err
	}
	var todo []*pass
	for _, t := range attempts {
		for draw := range f.draws {
			if !t.doc.TerminalZero && !t.has(grader.Name(j, f.grader, draw)) {
				todo = append(todo, &pass{attempt: t, grader: f.grader, draw: draw})
			}
		}
	}
	workers := f.judge.parallel
	if f.judge.ofPerson() {
		workers = 1
	}
	err = askAll(ctx, j, todo, workers, step)
	a.endProgress(runFlags{progress: f.progress})
	for _, p := range todo {
		p.keep(j)
	}
	return errors.Join(err, end())
}

// has reports whether an attempt has a first pass by a grader.
func (t *openedAttempt) has(name string) bool {
	return slices.ContainsFunc(t.doc.Grades, func(g spec.ClosureGrade) bool { return g.Stage == grading.First && g.Grader == name })
}

// askAll asks for all passes, so many at once. It ends early only with the context.
func askAll(ctx context.Context, j judge.Judge, todo []*pass, workers int, step func(string)) error {
	next := make(chan *pass)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range min(workers, len(todo)) {
		wg.Go(func() {
			for p := range next {
				p.ask(ctx, j)
				mu.Lock()
				if done++; step != nil {
					step(fmt.Sprintf("pass %d of %d", done, len(todo)))
				}
				mu.Unlock()
			}
		})
	}
	for _, p := range todo {
		select {
		case next <- p:
		case <-ctx.Done():
		}
	}
	close(next)
	wg.Wait()
	return ctx.Err()
}

func (p *pass) ask(ctx context.Context, j judge.Judge) {
	m, err := grader.ReadMaterial(p.attempt.dir)
	if err != nil {
		p.err = err
		return
	}
	if p.draw == 0 {
		p.attempt.notes = append(p.attempt.notes, m.Notes...)
	}
	q := grader.Question{Rubric: p.attempt.rubric.Rubric, Attempt: p.attempt.doc, Material: m, Grader: p.grader, Draw: p.draw}
	if cs := p.attempt.rubric.cs; cs != nil {
		q.Task = cs.Case.Question
		if cs.Case.Context != "" {
			q.Task += "\n\n" + cs.Case.Context
		}
	}
	p.grade, p.err = grader.Ask(ctx, j, q)
}

// keep adds the grade to its attempt, or says why there is none.
func (p *pass) keep(j judge.Judge) {
	t := p.attempt
	switch {
	case p.grade != nil:
		t.doc.Grades = append(t.doc.Grades, *p.grade)
	case p.err != nil:
		t.notes = append(t.notes, spec.Finding{Code: spec.ClosureUnanswered, Severity: spec.SeverityWarning,
			Message: fmt.Sprintf("%s gave no grades: %v", grader.Name(j, p.grader, p.draw), p.err), Fix: "ask again, or let somebody else grade"})
	}
}

// keepAttempts writes the attempts with their grades into a folder; what they name is
// named from there.
func keepAttempts(attempts []*openedAttempt, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return usagef("%s cannot be made: %v", out, plainError(err))
	}
	for _, t := range attempts {
		doc := *t.doc
		doc.Submission = from(out, t.file, doc.Submission)
		doc.Report = from(out, t.file, doc.Report)
		if err := writeJSON(filepath.Join(out, fileName(doc.ID)+".attempt.json"), &doc); err != nil {
			return err
		}
	}
	return nil
}

// from is what a file names, as it is named from a folder.
func from(folder, file, name string) string {
	if name == "" {
		return ""
	}
	path := beside(file, name)
	base, err1 := filepath.Abs(folder)
	target, err2 := filepath.Abs(path)
	if rel, err := filepath.Rel(base, target); errors.Join(err, err1, err2) == nil {
		return filepath.ToSlash(rel)
	}
	return target
}

package grading

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Codes of diagnostics about an attempt (docs/closure.md).
const (
	CodeRubric    = "attempt.rubric"    // of another rubric or task
	CodeReference = "attempt.reference" // a grade of something that the rubric does not have
	CodeDuplicate = "attempt.duplicate" // one thing decided twice in a grade, or a grader twice in a stage
	CodeReport    = "attempt.report"    // the report is of another case
)

// Check says what a schema cannot say of an attempt: that it belongs to the rubric, that
// grades speak of what the rubric has, each thing once, and each grader once in a stage. doc
// gives the places; it may be nil.
func Check(r *spec.ClosureRubric, a *spec.ClosureAttempt, doc *spec.Document) spec.Diagnostics {
	c := &checker{doc: doc, atoms: map[string]bool{}, requirements: map[string]bool{}, triggers: map[string]bool{}}
	for _, x := range r.Atoms {
		c.atoms[x.ID] = true
		c.triggers[x.ID] = x.Trigger != nil
	}
	for _, q := range r.Requirements {
		c.requirements[q.ID] = true
		c.triggers[q.ID] = q.Trigger != nil
	}
	if a.Rubric != r.ID {
		c.say(CodeRubric, "/rubric", "score it under its own rubric", "the attempt is graded under the rubric %q, not %q", a.Rubric, r.ID)
	}
	if a.Task != r.Task {
		c.say(CodeRubric, "/task", "score it under a rubric of its task", "the attempt is at the task %q, the rubric of %q", a.Task, r.Task)
	}
	seen := map[string]bool{}
	for i := range a.Grades {
		g, p := &a.Grades[i], "/grades/"+strconv.Itoa(i)
		if key := g.Stage + "\x00" + g.Grader; seen[key] {
			c.say(CodeDuplicate, p+"/grader", "join the two, or give the second grader a name of its own", "the grader %q has two grades of stage %s", g.Grader, g.Stage)
		} else {
			seen[key] = true
		}
		if !slices.Contains(stages, g.Stage) {
			c.say(CodeReference, p+"/stage", "choose first, review or adjudication", "there is no stage %q", g.Stage)
		}
		c.grade(g, p)
	}
	return c.list.Sort()
}

// CheckGrade is Check for one grade alone.
func CheckGrade(r *closure.Rubric, g *spec.ClosureGrade, doc *spec.Document) spec.Diagnostics {
	list := Check(r.ClosureRubric, &spec.ClosureAttempt{Rubric: r.ID, Task: r.Task, Grades: []spec.ClosureGrade{*g}}, nil)
	for i := range list {
		list[i].Pointer = list[i].Pointer[len("/grades/0"):]
		if doc != nil {
			list[i] = doc.Diagnose(list[i].Code, list[i].Pointer, list[i].Message, list[i].Fix)
		}
	}
	return list
}

type checker struct {
	doc                           *spec.Document
	atoms, requirements, triggers map[string]bool
	list                          spec.Diagnostics
}

func (c *checker) say(code, pointer, fix, format string, args ...any) {
	d := spec.Diagnostic{Code: code, Severity: diag.Error, Pointer: pointer, Message: fmt.Sprintf(format, args...), Fix: fix}
	if c.doc != nil {
		d = c.doc.Diagnose(code, pointer, d.Message, fix)
	}
	c.list = append(c.list, d)
}

func (c *checker) grade(g *spec.ClosureGrade, p string) {
	known := func(set map[string]bool, what string) func(list string, i int, field, id string) {
		seen := map[string]bool{}
		return func(list string, i int, field, id string) {
			at := fmt.Sprintf("%s/%s/%d/%s", p, list, i, field)
			switch {
			case !set[id]:
				c.say(CodeReference, at, "name one that the rubric has", "%s decides on %q, which is no %s of the rubric", g.Grader, id, what)
			case seen[id]:
				c.say(CodeDuplicate, at, "keep one decision", "%s decides twice on %s %q", g.Grader, what, id)
			}
			seen[id] = true
		}
	}
	atom, trigger, requirement := known(c.atoms, "atom"), known(c.triggers, "trigger"), known(c.requirements, "requirement")
	for i, x := range g.Atoms {
		atom("atoms", i, "atom", x.Atom)
	}
	for i, x := range g.Triggers {
		trigger("triggers", i, "of", x.Of)
	}
	for i, x := range g.Requirements {
		requirement("requirements", i, "requirement", x.Requirement)
	}
}

package grader

import (
	"context"
	"fmt"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/spec"
)

// Question is one first pass that is asked for.
type Question struct {
	Rubric   *closure.Rubric
	Attempt  *spec.ClosureAttempt
	Task     string // what the candidate was told to do, from the evaluator's side; empty is the rubric's title
	Material *Material
	Grader   string // name of the grader; empty is the judge's (Name)
	Draw     int    // of several independent passes by one judge, from 0
}

// Name is the grader's name of a judge's pass: name, or else the model or person that the
// judge says it is, or its kind. No address and no path stands in it.
func Name(j judge.Judge, name string, draw int) string {
	s := j.Settings()
	switch {
	case name != "":
	case s.Model != "" && (s.Kind == "openai" || s.Kind == "person"):
		name = s.Model
	default:
		name = s.Kind
	}
	if draw > 0 {
		name += fmt.Sprintf(" #%d", draw+1)
	}
	return name
}

// Ask asks a judge for a first pass. It fails where the judge does, and where the reply is
// not exactly what was asked for; nothing of such a reply is used.
func Ask(ctx context.Context, j judge.Judge, q Question) (*spec.ClosureGrade, error) {
	r := q.Request()
	reply, err := j.Ask(ctx, r)
	if err != nil {
		return nil, err
	}
	g, err := Parse(q.Rubric, reply.Text)
	if err != nil {
		return nil, err
	}
	s := j.Settings().WithSystem(r.System)
	g.Grader, g.Stage = Name(j, q.Grader, q.Draw), grading.First
	g.Judge = &spec.ClosureJudge{Kind: s.Kind, Model: s.Model, Parameters: s.Parameters, System: s.System, Request: r.Digest()}
	if reply.Model != "" {
		g.Judge.Model = reply.Model
	}
	return g, nil
}

// Parse reads a judge's reply: one JSON object and nothing else, with words that are
// compared as a whole, and decisions on things that were asked, each at most once. What it
// leaves out is undecided.
func Parse(r *closure.Rubric, text string) (*spec.ClosureGrade, error) {
	g, doc, list := spec.ReadClosureReply("reply", []byte(text))
	if err := list.Err(); err != nil {
		return nil, err
	}
	g.Grader, g.Stage = "the judge", grading.First
	if err := grading.CheckGrade(r, g, doc).Err(); err != nil {
		return nil, err
	}
	for i, x := range g.Atoms {
		if !r.Atoms[r.Atom(x.Atom)].Decide.Grader {
			return nil, unasked(doc, fmt.Sprintf("/atoms/%d/atom", i), x.Atom)
		}
	}
	for i, x := range g.Triggers {
		if !r.TriggerDecider(x.Of).Grader {
			return nil, unasked(doc, fmt.Sprintf("/triggers/%d/of", i), x.Of)
		}
	}
	return g, nil
}

func unasked(doc *spec.Document, pointer, id string) error {
	return spec.Diagnostics{doc.Diagnose(grading.CodeReference, pointer, fmt.Sprintf("%q was not asked: the engine decides it", id), "decide what was asked")}.Err()
}

package grader

import (
	"context"
	"errors"
	"fmt"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// Verifier lets a judge take part in the engine: it is a graph.Verifier for slots of a case
// that name it. The engine's own verifier comes first; the judge is asked only where that
// gives the full score, so that it may lower a node and never raise it. A judge that
// abstains, fails or answers in another form leaves the node unscored, with bounds.
type Verifier struct {
	Judge     judge.Judge
	Engine    graph.Verifier                                    // nil: the judge alone decides
	Criterion func(graph.Slot) string                           // what is asked about a slot, from the evaluator's side
	Show      func(graph.Slot, graph.Evidence) []judge.Part     // what the candidate wrote about it; nil: nothing
	Identity  func(graph.Slot, graph.Evidence) (request string) // of the request; nil: the slot's id
}

const nodeForm = `Reply with one JSON object and nothing else: {"decision": "met", "unmet" or "abstain", "why": one sentence}.`

// Verify implements graph.Verifier.
func (v Verifier) Verify(ctx context.Context, s graph.Slot, e graph.Evidence) (spec.Verdict, error) {
	out := spec.Verdict{State: spec.StateScored, Score: 1}
	if v.Engine != nil {
		var err error
		if out, err = v.Engine.Verify(ctx, s, e); err != nil || out.State != spec.StateScored || out.Score < 1 {
			return out, err
		}
	}
	r := judge.Request{ID: s.ID, System: System, Fields: []judge.Field{{Name: "decision", Kind: "choice", Choices: []string{closure.Met, closure.Unmet, closure.Abstain}}, {Name: "why", Kind: "text"}},
		Parts: []judge.Part{{Role: judge.RoleCriterion, Name: s.ID, Text: v.Criterion(s)}}}
	if v.Identity != nil {
		r.ID = v.Identity(s, e)
	}
	if v.Show != nil {
		r.Parts = append(r.Parts, v.Show(s, e)...)
	}
	r.Parts = append(r.Parts, judge.Part{Role: judge.RoleQuestion, Name: "question", Text: nodeForm})
	reply, err := v.Judge.Ask(ctx, r)
	if err != nil {
		return spec.Verdict{}, err
	}
	met, why, err := parseNode(reply.Text)
	if err != nil {
		return spec.Verdict{}, err
	}
	check := spec.Check{Name: "graded", Decisive: true, State: spec.StateScored, Pass: met, Note: why, Observed: Name(v.Judge, "", 0)}
	if !met {
		check.Code, check.Fix = spec.ClosureCriterion, "meet the criterion of the slot"
	}
	judged := spec.Judge(out.Candidate, append(append([]spec.Check{}, out.Checks...), check))
	judged.Method, judged.Notes, judged.Contradicts = out.Method, out.Notes, out.Contradicts
	return judged, nil
}

// parseNode reads a decision on one node, strictly.
func parseNode(text string) (met bool, why string, err error) {
	doc, list := spec.ParseJSON("reply", []byte(text))
	if err := list.Err(); err != nil {
		return false, "", err
	}
	m, _ := doc.Root.(map[string]any)
	decision, ok := m["decision"].(string)
	why, said := m["why"].(string)
	if !ok || !said || len(m) != 2 {
		return false, "", errors.New("the reply is no JSON object with decision and why alone")
	}
	switch decision {
	case closure.Met, closure.Unmet:
		return decision == closure.Met, why, nil
	case closure.Abstain:
		return false, "", errors.New("the judge abstained")
	}
	return false, "", fmt.Errorf("the decision %.40q is none of met, unmet and abstain", decision)
}

package assay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// CodeSelfCheck is a slot or an edge at which the case's own reference submission does not
// reach the full score.
const CodeSelfCheck = "spec.self-check"

// SelfCheck runs the frozen reference submission of a case (hidden/reference) through Verify
// and reports every claim that is not supported, and every node and edge that keeps one
// from it: either the specification is wrong, or the environment is no longer the one it was
// written for. Slots of alternatives that the reference does not take may fail; those that
// no claim rests on may not. An error means that no verdict could be reached, or that there
// is no reference.
func SelfCheck(ctx context.Context, c *Case, o Options) (spec.Diagnostics, error) {
	dir := filepath.Join(c.Dir, "hidden", "reference")
	s, err := LoadSubmission(dir, c)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, diag.List{{Code: CodeSelfCheck, Severity: diag.Error, File: "hidden/reference", Message: "the case has no reference submission", Fix: "put the five files of a submission that answers the question into hidden/reference"}}.Err()
	}
	if err != nil {
		return nil, err
	}
	r, err := Verify(ctx, c, s, o)
	if err != nil {
		return nil, err
	}
	at := places(&c.Spec)
	var list diag.List
	say := func(slot, message string) {
		list = append(list, c.Doc.Diagnose(CodeSelfCheck, at[slot], message, "correct the specification or the reference, or restore the environment that it was written for"))
	}
	if r.Status == spec.StatusFailed {
		// That nothing hangs together follows from this, and is not said again.
		for _, f := range r.Findings {
			if a, _, _ := strings.Cut(string(f.Code), "."); f.Severity == spec.SeverityError && (a == "run" || a == "artifact" || a == "submission") {
				say("", "the reference does not execute here: "+f.Message)
			}
		}
		if len(list) > 0 {
			return list.Sort(), nil
		}
	}
	needed := needed(c, r)
	for _, n := range r.Nodes {
		if needed(n.ID) && (n.Score == nil || *n.Score < 1) {
			say(n.ID, fmt.Sprintf("the reference does not reach the full score at %s: %s", n.ID, failure(n.State, n.Checks)))
		}
	}
	for _, e := range r.Edges {
		if needed(e.From+" -> "+e.To) && (e.Pass == nil || !*e.Pass) {
			say(e.To, fmt.Sprintf("the reference does not pass the edge from %s to %s: %s", e.From, e.To, failure(e.State, e.Checks)))
		}
	}
	for _, cl := range r.Claims {
		if cl.Slot == "" || cl.Verdict != spec.Supported {
			name := cl.Slot
			if name == "" {
				name = cl.Candidate
			}
			say(cl.Slot, fmt.Sprintf("the claim %s of the reference is %s", name, cl.Verdict))
		}
	}
	if len(list) == 0 && (r.Metrics.Strict == nil || !*r.Metrics.Strict) {
		say("", fmt.Sprintf("the reference is not strict: %s", status(r)))
	}
	return list.Sort(), nil
}

// needed tells the nodes and edges that the claims of a report rest on from those of
// alternatives that were not taken. A slot of no alternative is needed.
func needed(c *Case, r *spec.Report) func(id string) bool {
	taken, offered := map[string]bool{}, map[string]bool{}
	for _, cl := range r.Claims {
		for _, id := range cl.Witness {
			taken[id] = true
		}
	}
	for _, cl := range c.Spec.Claims {
		for _, set := range slices.Concat(cl.Support.Computational, cl.Support.Visual) {
			for _, id := range set {
				offered[id] = true
			}
		}
	}
	return func(id string) bool {
		return taken[id] || !strings.Contains(id, " -> ") && !offered[id] && !isInput(c, id)
	}
}

// isInput reports whether other slots rest on a slot, which are judged with it.
func isInput(c *Case, id string) bool {
	for _, r := range c.Spec.Results {
		if slices.Contains(r.Inputs, id) {
			return true
		}
	}
	for _, v := range c.Spec.Visuals {
		if slices.Contains(v.Inputs, id) {
			return true
		}
	}
	return false
}

// failure is the first check that does not pass, or the state.
func failure(state spec.State, checks []spec.Check) string {
	for _, k := range checks {
		if k.State != spec.StateNotApplicable && !(k.State == spec.StateScored && k.Pass) && k.Note != "" {
			return k.Note
		}
	}
	return "it is " + string(state)
}

// status is the first error of a report, or its status.
func status(r *spec.Report) string {
	for _, f := range r.Findings {
		if f.Severity == spec.SeverityError {
			return f.Message
		}
	}
	return string(r.Status)
}

// places are the pointers of all slots in a specification.
func places(s *spec.Specification) map[string]string {
	out := map[string]string{}
	for i, t := range s.Transforms {
		out[t.ID] = fmt.Sprintf("/transforms/%d", i)
	}
	for i, r := range s.Results {
		out[r.ID] = fmt.Sprintf("/results/%d", i)
	}
	for i, v := range s.Visuals {
		out[v.ID] = fmt.Sprintf("/visuals/%d", i)
	}
	for i, c := range s.Claims {
		out[c.ID] = fmt.Sprintf("/claims/%d", i)
	}
	return out
}

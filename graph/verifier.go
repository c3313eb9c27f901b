package graph

import (
	"context"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// Slot is what a verifier judges: one required node of the specification. Exactly
// the field of its Kind is set.
type Slot struct {
	ID        string
	Kind      spec.NodeKind
	Verifier  string // name of the verifier that the specification asks for; empty for the built-in one
	Transform *spec.TransformSlot
	Result    *spec.ResultSlot
	Visual    *spec.VisualSlot
	Claim     *spec.ClaimSlot
}

// Evidence is what a verifier sees of one submission. It is shared: a verifier must
// not change it.
type Evidence struct {
	Trace   *trace.Trace
	Results *spec.Results    // regenerated; nil where the run did not write them
	Claims  *spec.ClaimsFile // regenerated; nil where the run did not write them
	Figures []spec.Figure
	Views   map[string]*spec.Frame
	Oracles []spec.OracleReport
}

// Verifier judges the node of a slot. An error means that no verdict could be
// reached: the node is then unscored, never 0 and never 1.
type Verifier interface {
	Verify(ctx context.Context, s Slot, e Evidence) (spec.Verdict, error)
}

// VerifierFunc is a function as a Verifier.
type VerifierFunc func(ctx context.Context, s Slot, e Evidence) (spec.Verdict, error)

// Verify calls f.
func (f VerifierFunc) Verify(ctx context.Context, s Slot, e Evidence) (spec.Verdict, error) {
	return f(ctx, s, e)
}

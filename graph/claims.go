package graph

import (
	"slices"

	"github.com/assaybench/assay/spec"
)

// claimReports reports on every required slot, every other slot that a candidate was
// matched to, and then every candidate that no slot asked for.
func (p *pass) claimReports() []spec.ClaimReport {
	out := []spec.ClaimReport{}
	for i, c := range p.claims {
		if cand, ok := p.matched[c.slot.ID]; ok || c.slot.Required {
			out = append(out, p.claimReport(c, p.chosen[i], cand))
		}
	}
	for _, cand := range p.unmatched {
		r := spec.ClaimReport{
			Candidate: cand.ID, Text: cand.Text, Verdict: spec.Unsupported, BrokenStage: spec.StageClaim, Witness: []string{},
			Fidelity: new(float64), Support: new(float64), GroundedSupport: new(float64),
		}
		if !p.executed {
			r.BrokenStage = spec.StageExecution
		}
		out = append(out, r)
	}
	return out
}

func (p *pass) claimReport(c *claim, ch choice, cand Candidate) spec.ClaimReport {
	r := spec.ClaimReport{
		Slot: c.slot.ID, Required: c.slot.Required, Candidate: cand.ID, Text: cand.Text,
		Verdict: p.verdict(c), BrokenStage: stageOf(p.stage[c.support]),
		Fidelity:        point(p.local[c.fidelity]),
		Support:         point(p.supported(c)),
		GroundedSupport: point(p.groundedly(c)),
		Witness:         p.names(union(ch.computational, ch.visual)),
	}
	if r.Support == nil {
		r.Bounds = &spec.Bounds{Low: p.low[c.support], High: p.high[c.support]}
	}
	if !p.executed {
		r.BrokenStage = spec.StageExecution
		return r
	}
	if items, value := p.net.Repair(p.lows, p.low, c.support); len(items) > 0 {
		r.Bottleneck = &spec.Bottleneck{Items: p.names(items), Value: value}
	}
	return r
}

// verdict is the word for a claim. Contradicted comes before undetermined: a
// refutation stays one whatever else could not be scored.
func (p *pass) verdict(c *claim) spec.ClaimVerdict {
	_, matched := p.matched[c.slot.ID]
	switch {
	case p.low[c.support] == 1:
		return spec.Supported
	case !p.executed || !matched:
		return spec.Unsupported
	case p.contradicted(c):
		return spec.Contradicted
	case p.high[c.support] == 1:
		return spec.Undetermined
	case p.local[c.fidelity].low == 1:
		return spec.Blocked
	}
	return spec.Unsupported
}

// contradicted reports whether the oracle, by the claim's own node, or one of the
// candidate's results or visuals, by its edge to the claim, refutes it.
func (p *pass) contradicted(c *claim) bool {
	return c.node.verdict.Contradicts || slices.ContainsFunc(c.edges, func(l *link) bool { return l.verdict.Contradicts })
}

// point is the number an interval stands for, nil where it is undecided.
func point(iv interval) *float64 {
	if iv.low != iv.high {
		return nil
	}
	return &iv.low
}

// names are the ids of items, sorted: items are numbered in the order of their ids.
func (p *pass) names(items []int) []string {
	out := make([]string, 0, len(items))
	for _, i := range items {
		out = append(out, p.net.ID(i))
	}
	return out
}

// union merges lists of items.
func union(lists ...[]int) []int {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}

package graph

import (
	"slices"

	"github.com/assaybench/assay/spec"
)

// A fault is blamed once, where it is. A node or edge that rests on a broken one is
// blocked by it: it is still scored, but what it fails is told as information only.
// Two kinds of failure are faults of their own wherever they stand: those in the
// table below, which wrong numbers upstream cannot bring about, and a record that
// was never written.
var ownFault = map[spec.Code]bool{
	spec.ResultMissing: true, spec.VisualMissing: true, spec.ClaimMissing: true, spec.ResultUntraced: true, spec.ResultHardCoded: true,
	spec.ResultEstimand: true, spec.ResultUnit: true, spec.ResultAnalysis: true, spec.ResultAmbiguous: true,
	spec.MethodUnlisted: true, spec.MethodMislabel: true,
	spec.VisualEncoding: true, spec.VisualUnit: true, spec.VisualScale: true, spec.VisualLabel: true,
	spec.VisualBlank: true, spec.VisualStale: true, spec.VisualForeign: true,
	spec.ClaimStrength: true, spec.ClaimCausal: true, spec.ClaimText: true, spec.ClaimWording: true,
}

// own reports whether a failure of item i with this code is a fault of its own. That
// a record is missing is the fault of its node, not of the edges that lead to it or on.
func (p *pass) own(i int, code spec.Code) bool {
	if p.items[i].link != nil {
		switch code {
		case spec.ResultMissing, spec.VisualMissing, spec.ClaimMissing:
			return false
		}
	}
	return ownFault[code]
}

// causes lists the items that are broken and block item i: those that rest on
// nothing broken themselves.
func (p *pass) causes(i int) []int {
	var out []int
	seen := map[int]bool{}
	var visit func(int)
	visit = func(i int) {
		for _, m := range p.below(i) {
			if seen[m] || p.high[m] == 1 {
				continue
			}
			seen[m] = true
			if p.local[m].high < 1 && !p.void(m) && !slices.ContainsFunc(p.below(m), p.broken) {
				out = append(out, m)
			}
			visit(m)
		}
	}
	visit(i)
	slices.Sort(out)
	return out
}

// broken reports whether item i, or something that it rests on, is known to fail.
func (p *pass) broken(i int) bool { return p.high[i] < 1 && !p.void(i) }

// below lists what item i rests on directly. For the node of a claim it is the
// computational side: a figure does not make a claim wrong.
func (p *pass) below(i int) []int {
	var out []int
	if n := p.items[i].node; n != nil && n.claim != nil {
		for _, m := range p.chosen[n.claim.at].computational {
			if p.items[m].node != nil {
				out = append(out, m)
			} else if p.items[m].link.To != n.slot.ID {
				out = append(out, m)
			}
		}
		return out
	}
	for _, m := range p.net.members(i) {
		out = append(out, int(m))
	}
	return out
}

// void reports whether item i is an edge that fails because the record at its end
// was never written: the record is at fault then, and what stands above the edge
// goes on.
func (p *pass) void(i int) bool {
	l := p.items[i].link
	if l == nil || l.Relation == spec.DataTransform {
		return false
	}
	to, _ := p.slots.Vertex(l.To)
	return p.missing(to) && !slices.ContainsFunc(p.below(i), p.broken)
}

// missing reports whether nothing was matched to a slot.
func (p *pass) missing(n *node) bool {
	if n.claim != nil {
		if _, ok := p.matched[n.slot.ID]; !ok {
			return true
		}
	}
	return n.verdict.State == spec.StateMissing
}

// blockers names what item i is blocked by.
func (p *pass) blockers(i int) []string {
	if !p.executed {
		return []string{string(spec.StageExecution)}
	}
	return p.names(p.causes(i))
}

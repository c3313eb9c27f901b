package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// needed marks the items that findings speak of: what the required claims, and the
// others that a candidate was matched to, rest on in their chosen alternatives.
func (p *pass) needed() []bool {
	out := make([]bool, len(p.items))
	for i, c := range p.claims {
		if _, ok := p.matched[c.slot.ID]; !ok && !c.slot.Required {
			continue
		}
		for _, m := range union(p.chosen[i].computational, p.chosen[i].visual, []int{c.fidelity}) {
			out[m] = true
		}
	}
	return out
}

// findings tells every failed check of the needed items, every note of their
// verdicts, and the claims that are missing or that no slot asked for. After a run
// that did not meet its contract the run alone is to blame.
func (p *pass) findings() []spec.Finding {
	out := []spec.Finding{}
	if !p.executed {
		return out
	}
	primary := false
	for _, c := range p.matched {
		primary = primary || c.Primary
	}
	for _, c := range p.unmatched {
		f := spec.Finding{
			Code: spec.ClaimUnmatched, Severity: spec.SeverityWarning, Place: c.Place,
			Message: fmt.Sprintf("no slot of the specification asks for claim %s; it supports nothing", c.ID),
			Fix:     "State the claims that the question asks for, with their quantity, variable and groups.",
		}
		if c.Primary {
			primary, f.Severity = true, spec.SeverityError
		}
		out = append(out, f)
		if c.Against != "" {
			out = append(out, spec.Finding{
				Code: spec.ClaimDirection, Severity: spec.SeverityWarning, Place: c.Place,
				Message: c.Against, Fix: "State the direction that the data show, or leave the claim out.",
			})
		}
	}
	if !primary {
		out = append(out, spec.Finding{
			Code: spec.ClaimsNone, Severity: spec.SeverityError,
			Message: "the submission makes no primary claim", Fix: "State at least one claim in claims.json.",
		})
	}
	for i, need := range p.needed() {
		switch it := p.items[i]; {
		case it.node != nil:
			out = append(out, p.nodeFindings(i, it.node, need)...)
		case it.link != nil && !p.void(i):
			out = append(out, p.verdictFindings(i, it.link.verdict, need, missingEdge(it.link))...)
		}
	}
	p.SortFindings(out)
	return out
}

func (p *pass) nodeFindings(i int, n *node, need bool) []spec.Finding {
	if !p.missing(n) {
		return p.verdictFindings(i, n.verdict, need, spec.Check{})
	}
	v := n.verdict
	if v.State != spec.StateMissing { // judged, but matched to nothing
		v = spec.Verdict{State: spec.StateMissing}
	}
	return p.verdictFindings(i, v, need, missingNode(n))
}

// verdictFindings are the findings of one item. The stand-in tells of a verdict that
// failed without a check.
func (p *pass) verdictFindings(i int, v spec.Verdict, need bool, standIn spec.Check) (out []spec.Finding) {
	checks := v.Checks
	if v.State == spec.StateMissing && len(checks) == 0 && standIn.Code != "" {
		checks = []spec.Check{standIn}
	}
	blocked := len(p.causes(i)) > 0
	for _, c := range checks {
		failed := c.State == spec.StateScored && !c.Pass || c.State == spec.StateMissing
		if !need || !failed && (c.State != spec.StateUnscored || c.Code == "") {
			continue
		}
		f := spec.Finding{
			Code: c.Code, Severity: spec.SeverityError, Node: p.net.ID(i), Place: c.Place,
			Message: cmp.Or(c.Note, fmt.Sprintf("%s: expected %s, observed %s", c.Name, cmp.Or(c.Expected, "something else"), cmp.Or(c.Observed, "nothing"))),
			Fix:     c.Fix, Expected: c.Expected, Observed: c.Observed,
		}
		if c.Hard {
			f.Code = cmp.Or(f.Code, spec.VisualHard)
		}
		if blocked && !p.own(i, f.Code) {
			f.Severity = spec.SeverityInfo
		}
		out = append(out, f)
	}
	for _, f := range v.Notes {
		f.Node = cmp.Or(f.Node, p.net.ID(i))
		if f.Severity == spec.SeverityError && (!need || blocked && !p.own(i, f.Code)) {
			f.Severity = spec.SeverityInfo
		}
		out = append(out, f)
	}
	return out
}

func missingNode(n *node) spec.Check {
	c := spec.Check{Name: "present", State: spec.StateScored}
	switch n.slot.Kind {
	case spec.KindTransform:
		c.Code, c.Note = spec.TransformMissing, fmt.Sprintf("the run was not seen to work on the data view of %s", n.slot.ID)
		c.Fix = "Compute the result from the declared data inside the analysis."
	case spec.KindResult:
		c.Code, c.Note = spec.ResultMissing, fmt.Sprintf("results.json holds no result for %s", n.slot.ID)
		c.Fix = "Report the result with its estimand, variable, groups and unit."
	case spec.KindVisual:
		c.Code, c.Note = spec.VisualMissing, fmt.Sprintf("the figure shows nothing that fits %s", n.slot.ID)
		c.Fix = "Draw the result or data that the question asks for."
	case spec.KindClaim:
		c.Code, c.Note = spec.ClaimMissing, fmt.Sprintf("claims.json holds no claim for %s", n.slot.ID)
		c.Fix = "State the claim with its quantity, variable, groups and direction."
	}
	return c
}

func missingEdge(l *link) spec.Check {
	c := spec.Check{Name: string(l.Relation), State: spec.StateScored, Note: fmt.Sprintf("nothing was seen to lead from %s to %s", l.From, l.To)}
	switch l.Relation {
	case spec.DataTransform:
		c.Code = spec.DataUnread
	case spec.TransformResult:
		c.Code = spec.ResultDetached
	case spec.TransformVisual, spec.ResultVisual:
		c.Code = spec.VisualDetached
	case spec.ResultClaim:
		c.Code = spec.ClaimResult
	case spec.VisualClaim:
		c.Code = spec.ClaimVisual
	}
	return c
}

// SortFindings orders findings by severity, stage, node, code, place and message.
// The stage of a finding is that of its node or edge; without one it is that of the
// claims where the code is about them, and else of the run and its documents.
func (g *Graph) SortFindings(fs []spec.Finding) {
	severity := map[spec.Severity]int{spec.SeverityError: 0, spec.SeverityWarning: 1, spec.SeverityInfo: 2}
	stage := func(f spec.Finding) int8 {
		switch i, ok := g.net.Index(f.Node); {
		case f.Node == "" && strings.HasPrefix(string(f.Code), "claim"):
			return layers[string(spec.KindClaim)]
		case f.Node == "":
			return 0
		case ok:
			return g.items[i].layer()
		}
		return whole
	}
	slices.SortStableFunc(fs, func(a, b spec.Finding) int {
		return cmp.Or(cmp.Compare(severity[a.Severity], severity[b.Severity]), cmp.Compare(stage(a), stage(b)),
			cmp.Compare(a.Node, b.Node), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(a.Place.Column, b.Place.Column),
			cmp.Compare(a.Place.Pointer, b.Place.Pointer), cmp.Compare(a.Place.Event, b.Place.Event), cmp.Compare(a.Message, b.Message))
	})
}

// adjudication asks for a person where a method was used that the specification
// neither approves nor refuses, and where an analysis broke on changed data.
func (p *pass) adjudication() []spec.Adjudication {
	out := []spec.Adjudication{}
	for _, n := range p.nodes {
		if p.missing(n) {
			continue
		}
		for _, c := range n.verdict.Checks {
			if c.Code == spec.MethodUnlisted && !c.Pass {
				out = append(out, spec.Adjudication{Node: n.slot.ID, Code: c.Code, Reason: cmp.Or(c.Note, "the method is not among the approved alternatives")})
			}
		}
	}
	for _, l := range p.links {
		for _, c := range l.verdict.Checks {
			if c.Code == spec.InterventionCrashed && c.State == spec.StateUnscored {
				out = append(out, spec.Adjudication{Node: l.String(), Code: c.Code, Reason: c.Note})
			}
		}
	}
	return out
}

func (p *pass) nodeReports() []spec.NodeReport {
	out := []spec.NodeReport{}
	for _, n := range p.nodes {
		i := p.at(n.slot.ID)
		r := spec.NodeReport{
			ID: n.slot.ID, Kind: n.slot.Kind, Label: n.label, Candidate: n.verdict.Candidate, Method: n.verdict.Method,
			State: n.verdict.State, Checks: ordered(n.verdict.Checks),
		}
		if n.claim != nil && p.missing(n) {
			r.State, r.Candidate = spec.StateMissing, ""
		}
		if r.State != spec.StateNotApplicable {
			r.Score = point(p.local[i])
		}
		if n.slot.Kind != spec.KindData {
			r.BlockedBy = p.blockers(i)
		}
		out = append(out, r)
	}
	return out
}

func (p *pass) edgeReports() []spec.EdgeReport {
	out := []spec.EdgeReport{}
	for _, l := range p.links {
		r := spec.EdgeReport{From: l.From, To: l.To, Relation: l.Relation, State: l.verdict.State, Checks: ordered(l.verdict.Checks)}
		if s := point(p.local[p.at(l.String())]); s != nil {
			pass := *s == 1
			r.Pass = &pass
		}
		out = append(out, r)
	}
	return out
}

// ordered lists checks with the decisive ones first, then by name, so that the order
// of a specification's lists does not show in a report.
func ordered(checks []spec.Check) []spec.Check {
	out := append([]spec.Check{}, checks...)
	rank := func(c spec.Check) int {
		switch {
		case c.Decisive:
			return 0
		case c.Hard:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b spec.Check) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Expected, b.Expected), cmp.Compare(a.Observed, b.Observed))
	})
	return out
}

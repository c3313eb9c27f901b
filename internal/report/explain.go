package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// UnknownClaimError says that a report has no claim of that name, and which it has.
type UnknownClaimError struct {
	Claim string
	Known []string // slots, then candidate ids, in the order of the report
}

func (e *UnknownClaimError) Error() string {
	if len(e.Known) == 0 {
		return fmt.Sprintf("the report has no claim %q: it judges no claim", cut(e.Claim, 60))
	}
	known := e.Known
	more := ""
	if len(known) > 20 {
		known, more = known[:20], fmt.Sprintf(" and %d more", len(known)-20)
	}
	return fmt.Sprintf("the report has no claim %q; it has %s%s", cut(e.Claim, 60), strings.Join(known, ", "), more)
}

// Explain writes the whole reasoning behind one claim, named by its slot or by the
// candidate's id, or behind every claim where claim is empty: what it rests on with
// the score of each node and edge, the checks, what to repair first, and the findings.
// A name that the report does not have is an *UnknownClaimError.
func Explain(w io.Writer, r *spec.Report, claim string, o Style) error {
	v, err := read(r)
	if err != nil {
		return err
	}
	var chosen []*spec.ClaimReport
	var known []string
	for i := range v.Claims {
		c := &v.Claims[i]
		if claim == "" || clean(claim) == c.Slot || clean(claim) == c.Candidate {
			chosen = append(chosen, c)
		}
		for _, name := range []string{c.Slot, c.Candidate} {
			if name != "" && !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	if claim != "" && len(chosen) == 0 {
		return &UnknownClaimError{clean(claim), known}
	}
	p := &printer{Style: o}
	if claim == "" {
		p.verdict(v, v.headline())
	}
	told := map[spec.Finding]bool{}
	for _, c := range chosen {
		p.explain(v, c, told)
	}
	if claim == "" {
		p.rest(v, told)
	}
	_, err = io.WriteString(w, strings.TrimRight(p.String(), "\n")+"\n")
	return err
}

func (p *printer) explain(v *reading, c *spec.ClaimReport, told map[spec.Finding]bool) {
	p.line("%s  %s", p.paint(bold, rowName(c)), p.paint(verdictCode(c.Verdict), verdictMark(c.Verdict)+" "+string(c.Verdict)))
	if t := claimText(c); t != "" {
		p.block(2, "", "", t)
	}
	if c.Slot != "" && c.Candidate != "" && c.Candidate != c.Slot {
		p.block(2, "made as     ", "", c.Candidate)
	}
	if c.Slot == "" {
		p.block(2, "", "", "No slot of the case asked for this claim.")
	}
	p.line("  %s%s = min(fidelity %s, chains); grounded %s", p.paint(dim, "support     "), supportWord(c), score(c.Fidelity, nil), groundedWord(c))
	if c.BrokenStage != spec.StageNone {
		p.line("  %s%s (%s)", p.paint(dim, "breaks at   "), c.BrokenStage, stageName(c.BrokenStage))
	}
	if b := c.Bottleneck; b != nil && len(b.Items) > 0 {
		p.block(2, "repair      ", "", fmt.Sprintf("%s: support would become %s", strings.Join(b.Items, "; "), number(b.Value)))
	}
	p.line("")
	if path := v.path(c); len(path) > 0 {
		p.line("  %s", p.paint(bold, "rests on"))
		for _, id := range path {
			if n := v.nodes[id]; n != nil {
				p.node(n)
			} else if e := v.edges[id]; e != nil {
				p.edge(v, e)
			}
		}
		p.line("")
	}
	p.findings("findings", v.findingsOf(c), told)
}

func (p *printer) node(n *spec.NodeReport) {
	s := nodeStanding(n)
	head := fmt.Sprintf("  %s %s  %s", p.paint(standingCode(s), standingMark(s)), p.paint(bold, n.ID), p.paint(dim, string(n.Kind)))
	if n.Candidate != "" && n.Candidate != n.ID {
		head += p.paint(dim, " · "+cut(n.Candidate, 40))
	}
	if n.Method != "" {
		head += p.paint(dim, " · by "+cut(n.Method, 40))
	}
	p.line("%s  %s", head, nodeScore(n))
	if s == blocked {
		p.block(6, "blocked by ", "", strings.Join(n.BlockedBy, ", "))
	}
	p.checks(n.Checks, s == blocked)
}

func (p *printer) edge(v *reading, e *spec.EdgeReport) {
	s := v.edgeStanding(e)
	p.line("  %s %s  %s  %s", p.paint(standingCode(s), standingMark(s)), edgeID(e), p.paint(dim, string(e.Relation)), edgeWord(e))
	p.checks(e.Checks, s == blocked)
}

func (p *printer) checks(list []spec.Check, blocked bool) {
	for _, c := range list {
		mark, code := checkMark(&c)
		if blocked && code == bad {
			code = doubt
		}
		head := fmt.Sprintf("      %s %s", p.paint(code, mark), c.Name)
		var notes []string
		if c.Decisive {
			notes = append(notes, "decisive")
		}
		if c.Hard {
			notes = append(notes, "hard constraint")
		}
		if len(notes) > 0 {
			head += p.paint(dim, " ("+strings.Join(notes, ", ")+")")
		}
		p.line("%s", head)
		failed := c.State == spec.StateScored && !c.Pass
		if c.Expected != "" || c.Observed != "" {
			s := "expected " + orNone(c.Expected) + ", observed " + orNone(c.Observed)
			if c.Tolerance != "" {
				s += ", tolerance " + c.Tolerance
			}
			p.block(8, "", "", s)
		}
		if c.Note != "" {
			p.block(8, "", "", c.Note)
		}
		if failed && c.Fix != "" {
			p.block(8, "fix: ", bold, c.Fix)
		}
		if place := placeText(c.Place); place != "" && failed {
			p.block(8, "at ", dim, place)
		}
	}
}

func checkMark(c *spec.Check) (mark, code string) {
	switch {
	case c.State == spec.StateNotApplicable:
		return none, dim
	case c.State == spec.StateMissing:
		return "∅", bad
	case c.State != spec.StateScored:
		return "?", doubt
	case c.Pass:
		return "✓", good
	}
	return "✗", bad
}

func standingMark(s standing) string {
	switch s {
	case sound:
		return "✓"
	case partial:
		return "½"
	case missing:
		return "∅"
	case blocked:
		return "↥"
	case unscored:
		return "?"
	case outside:
		return none
	}
	return "✗"
}

func standingCode(s standing) string {
	switch s {
	case sound:
		return good
	case blocked, unscored:
		return doubt
	case outside:
		return dim
	}
	return bad
}

// findings prints those not told yet; of the others it says only that they stand above.
func (p *printer) findings(title string, list []spec.Finding, told map[spec.Finding]bool) {
	if len(list) == 0 {
		return
	}
	p.line("  %s", p.paint(bold, title))
	again := 0
	for _, f := range list {
		if told[f] {
			again++
			continue
		}
		told[f] = true
		p.finding(f, "")
	}
	if again > 0 {
		p.line("    %s", p.paint(dim, fmt.Sprintf("%s shown above", counted(again, "finding"))))
	}
	p.line("")
}

// rest prints what belongs to no claim.
func (p *printer) rest(v *reading, told map[spec.Finding]bool) {
	var list []spec.Finding
	for _, f := range v.Findings {
		if !told[f] {
			list = append(list, f)
		}
	}
	p.findings("other findings", list, told)
	if len(v.Adjudication) > 0 {
		p.line("  %s", p.paint(bold, "for a person to decide"))
		for _, a := range v.Adjudication {
			p.line("  %s  %s", p.paint(doubt, string(a.Code)), cut(a.Node, 60))
			p.block(4, "", "", a.Reason)
		}
		p.line("")
	}
	p.scores(v)
	p.run(v)
}

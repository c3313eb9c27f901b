package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// UnknownClaimError says that a report has no claim of that name, and which it has.
type UnknownClaimError struct {
	Claim string
	Known []string // slots, then candidate ids, in the order of the report
}

func (e *UnknownClaimError) Error() string {
	if len(e.Known) == 0 {
		return fmt.Sprintf("the report has no claim %q: it judges no claim", safe.Cut(e.Claim, 60))
	}
	known := e.Known
	more := ""
	if len(known) > 20 {
		known, more = known[:20], fmt.Sprintf(" and %d more", len(known)-20)
	}
	return fmt.Sprintf("the report has no claim %q; it has %s%s", safe.Cut(e.Claim, 60), strings.Join(known, ", "), more)
}

// Explain writes the whole reasoning behind one claim, named by its slot or by the
// candidate's id, or behind every claim where claim is empty: what it rests on with
// the score of each node and edge, the checks, what to repair first, and the findings.
// A name that the report does not have is an *UnknownClaimError.
func Explain(w io.Writer, r *spec.Report, claim string, o Style) error {
	v, err := reading.Of(r)
	if err != nil {
		return err
	}
	var chosen []*spec.ClaimReport
	var known []string
	for i := range v.Claims {
		c := &v.Claims[i]
		if claim == "" || safe.Text(claim) == c.Slot || safe.Text(claim) == c.Candidate {
			chosen = append(chosen, c)
		}
		for _, name := range []string{c.Slot, c.Candidate} {
			if name != "" && !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	if claim != "" && len(chosen) == 0 {
		return &UnknownClaimError{safe.Text(claim), known}
	}
	x := &explainer{printer: printer{Style: o}, shown: map[string]bool{}, told: map[saying]bool{}}
	if claim == "" {
		x.verdict(v, v.Headline())
	}
	for _, c := range chosen {
		x.explain(v, c)
	}
	if claim == "" {
		x.rest(v)
	}
	_, err = io.WriteString(w, strings.TrimRight(x.String(), "\n")+"\n")
	return err
}

// explainer says everything once: the checks of a node or edge where it first stands,
// a finding where no check has said the same.
type explainer struct {
	printer
	shown map[string]bool // nodes and edges
	told  map[saying]bool
}

type saying struct{ item, text string }

func (p *explainer) explain(v *reading.Reading, c *spec.ClaimReport) {
	p.row(part{bold, safe.Cut(rowName(c), 60)}, part{verdictCode(c.Verdict), "  " + reading.VerdictMark(c.Verdict) + " " + string(c.Verdict)})
	if t := claimText(c); t != "" {
		p.block(2, "", "", t)
	}
	if c.Slot != "" && c.Candidate != "" && c.Candidate != c.Slot {
		p.block(2, "made as     ", "", safe.Cut(c.Candidate, 160))
	}
	if c.Slot == "" {
		p.block(2, "", "", "No slot of the case asked for this claim.")
	}
	p.block(2, "support     ", "", fmt.Sprintf("%s; fidelity %s, grounded support %s", reading.Support(c), reading.Score(c.Fidelity, nil), reading.Grounded(c)))
	if c.BrokenStage != spec.StageNone {
		p.block(2, "breaks at   ", "", fmt.Sprintf("%s (%s)", c.BrokenStage, reading.StageName(c.BrokenStage)))
	}
	if b := c.Bottleneck; b != nil && len(b.Items) > 0 {
		p.block(2, "repair      ", "", fmt.Sprintf("%s: support would become %s", strings.Join(b.Items, "; "), reading.Number(b.Value)))
	}
	p.line("")
	if path := v.Path(c); len(path) > 0 {
		p.line("  %s", p.paint(bold, "rests on"))
		for _, id := range path {
			if n := v.Node(id); n != nil {
				p.node(v, n)
			} else if e := v.Edge(id); e != nil {
				p.edge(v, e)
			}
		}
		p.line("")
	}
	p.findings("findings", v.FindingsOf(c))
}

func (p *explainer) node(v *reading.Reading, n *spec.NodeReport) {
	s := v.NodeStanding(n)
	head := []part{{standingCode(s), "  " + standingMark(s)}, {bold, " " + safe.Cut(n.ID, 60)}, {"", "  " + reading.NodeScore(n)}, {dim, "  " + string(n.Kind)}}
	if n.Candidate != "" && n.Candidate != n.ID {
		head = append(head, part{dim, " · " + safe.Cut(n.Candidate, 60)})
	}
	if n.Method != "" {
		head = append(head, part{dim, " · by " + safe.Cut(n.Method, 40)})
	}
	p.row(append(head, p.again(n.ID))...)
	if len(n.BlockedBy) > 0 {
		p.block(6, "blocked by ", "", strings.Join(n.BlockedBy, ", "))
	}
	p.checks(n.ID, n.Checks, s == reading.Blocked)
}

func (p *explainer) edge(v *reading.Reading, e *spec.EdgeReport) {
	s := v.EdgeStanding(e)
	p.row(part{standingCode(s), "  " + standingMark(s)}, part{"", " " + safe.Cut(reading.EdgeID(e), 70)}, part{"", "  " + v.EdgeState(e)}, part{dim, "  " + string(e.Relation)}, p.again(reading.EdgeID(e)))
	p.checks(reading.EdgeID(e), e.Checks, s == reading.Blocked)
}

// again is said of an item whose checks stand further up.
func (p *explainer) again(item string) part {
	if p.shown[item] {
		return part{dim, " · checks above"}
	}
	return part{}
}

func (p *explainer) checks(item string, list []spec.Check, blocked bool) {
	if p.shown[item] {
		return
	}
	p.shown[item] = true
	for _, c := range list {
		mark, code := checkMark(&c)
		if blocked && code == bad {
			code = doubt
		}
		values := reading.CheckValues(&c)
		head := []part{{code, "      " + mark}, {"", " " + safe.Cut(c.Name, 60)}}
		switch {
		case c.Decisive:
			head = append(head, part{dim, " (decisive)"})
		case c.Hard:
			head = append(head, part{dim, " (hard constraint)"})
		}
		failed := c.State == spec.StateScored && !c.Pass
		if !failed {
			if values != "" {
				head = append(head, part{dim, "  " + values})
			}
			p.row(head...)
			if c.State == spec.StateUnscored && c.Note != "" {
				p.told[saying{item, c.Note}] = true
				p.block(8, "", "", c.Note)
			}
			continue
		}
		p.row(append(head, part{code, "  " + string(c.Code)})...)
		if values != "" {
			p.block(8, "", "", values)
		}
		if c.Note != "" {
			p.told[saying{item, c.Note}] = true
			p.block(8, "", "", c.Note)
		}
		if c.Fix != "" {
			p.block(8, "fix: ", bold, c.Fix)
		}
		if place := reading.Place(c.Place); place != "" {
			p.block(8, "at ", dim, safe.Cut(place, 160))
		}
	}
}

func checkMark(c *spec.Check) (mark, code string) {
	switch {
	case c.State == spec.StateNotApplicable:
		return reading.None, dim
	case c.State == spec.StateMissing:
		return "∅", bad
	case c.State != spec.StateScored:
		return "?", doubt
	case c.Pass:
		return "✓", good
	}
	return "✗", bad
}

func standingMark(s reading.Standing) string {
	switch s {
	case reading.Sound:
		return "✓"
	case reading.Partial:
		return "½"
	case reading.Missing:
		return "∅"
	case reading.Blocked:
		return "↥"
	case reading.Unscored:
		return "?"
	case reading.Outside:
		return reading.None
	}
	return "✗"
}

func standingCode(s reading.Standing) string {
	switch s {
	case reading.Sound:
		return good
	case reading.Blocked, reading.Unscored:
		return doubt
	case reading.Outside:
		return dim
	}
	return bad
}

// findings prints those that are not told yet.
func (p *explainer) findings(title string, list []spec.Finding) {
	started := false
	for _, f := range list {
		key := saying{f.Node, f.Message}
		if p.told[key] {
			continue
		}
		p.told[key] = true
		if !started {
			p.line("  %s", p.paint(bold, title))
			started = true
		}
		p.finding(f, "")
	}
	if started {
		p.line("")
	}
}

// rest prints what belongs to no claim.
func (p *explainer) rest(v *reading.Reading) {
	p.findings("other findings", v.Findings)
	if len(v.Adjudication) > 0 {
		p.line("  %s", p.paint(bold, "for a person to decide"))
		for _, a := range v.Adjudication {
			p.row(part{doubt, "  " + string(a.Code)}, part{"", "  " + a.Node})
			p.block(4, "", "", a.Reason)
		}
		p.line("")
	}
	p.scores(v)
	p.run(v)
}

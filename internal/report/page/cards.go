package page

import (
	"fmt"

	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// reasonView is a finding as shown; Anchor leads to its node or edge in the graph.
type reasonView struct {
	spec.Finding
	Claims, Place, Anchor string
}

// card is one claim.
type card struct {
	spec.ClaimReport
	Name, Mark, Quote, Anchor         string
	FidelityText, SupportText, Ground string
	Stage                             string
	Reason                            *reasonView
	SameAs                            string // the claim under which the reason is told
	Path                              []pathItem
	Extra                             int
}

type pathItem struct {
	ID, Anchor, Word string
	Standing         reading.Standing
	Edge             bool
}

// anchor is the id of the panel of a node or edge; empty where the report has none.
// Ids of the page are made of positions, never of candidate text.
func (p *page) anchor(id string) string {
	if i, ok := p.NodeAt(id); ok {
		return fmt.Sprintf("node-%d", i)
	}
	if i, ok := p.EdgeAt(id); ok {
		return fmt.Sprintf("edge-%d", i)
	}
	return ""
}

func (p *page) reasonView(f spec.Finding) reasonView {
	return reasonView{Finding: f, Place: reading.Place(f.Place), Anchor: p.anchor(f.Node)}
}

// fallenFirst are the claims, those that do not stand before the others.
func (p *page) fallenFirst() []*spec.ClaimReport {
	var fallen, stand []*spec.ClaimReport
	for i := range p.Claims {
		if c := &p.Claims[i]; c.Verdict == spec.Supported {
			stand = append(stand, c)
		} else {
			fallen = append(fallen, c)
		}
	}
	return append(fallen, stand...)
}

// cards tells a reason that several claims share once.
func (p *page) cards() {
	told := map[spec.Finding]string{}
	for _, c := range p.fallenFirst() {
		k := p.card(c)
		if k.Reason != nil {
			if first, ok := told[k.Reason.Finding]; ok {
				k.SameAs = first
			} else {
				told[k.Reason.Finding] = k.Name
			}
		}
		p.Cards = append(p.Cards, k)
	}
}

func (p *page) card(c *spec.ClaimReport) card {
	k := card{ClaimReport: *c, Name: reading.ClaimName(c), Mark: reading.VerdictMark(c.Verdict), Anchor: p.anchor(c.Slot), FidelityText: reading.Score(c.Fidelity, nil),
		SupportText: reading.Support(c), Ground: reading.Grounded(c), Stage: stepName(c.BrokenStage), Quote: safe.Cut(c.Text, 400)}
	if c.Candidate == "" || c.Slot == "" {
		k.FidelityText = reading.None
	}
	if f, ok := p.Reason(c); ok {
		r := p.reasonView(f)
		k.Reason = &r
		for _, o := range p.FindingsOf(c) {
			if o.Severity == spec.SeverityError && o != f {
				k.Extra++
			}
		}
	}
	for _, id := range p.Path(c) {
		item := pathItem{ID: id, Anchor: p.anchor(id)}
		item.Standing, _ = p.StandingOf(id)
		if n := p.Node(id); n != nil {
			item.Word = reading.NodeScore(n)
		} else if e := p.Edge(id); e != nil {
			item.Word, item.Edge = p.EdgeState(e), true
		}
		k.Path = append(k.Path, item)
	}
	return k
}

type findingGroup struct {
	Title string
	Class string
	List  []reasonView
}

// findings groups all of them by severity.
func (p *page) findings() {
	names := map[spec.Severity][2]string{
		spec.SeverityError: {"Errors", "error"}, spec.SeverityWarning: {"Warnings, which change no score", "warning"}, spec.SeverityInfo: {"Notes", "info"},
	}
	for _, s := range reading.Severities {
		g := findingGroup{Title: names[s][0], Class: names[s][1]}
		for _, f := range p.Findings {
			if f.Severity == s {
				g.List = append(g.List, p.reasonView(f))
			}
		}
		if len(g.List) > 0 {
			p.Groups = append(p.Groups, g)
		}
	}
}

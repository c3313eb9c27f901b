package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/spec"
)

// panel is what is said of one node or edge.
type panel struct {
	Anchor, Title, Kind, Word, Candidate, Method string
	Standing                                     reading.Standing
	BlockedBy                                    string
	Checks                                       []checkView
	Findings                                     []reasonView
	First                                        bool
}

type checkView struct {
	spec.Check
	Word, Class, At string
	Brief           string // all there is to say of a check that does not fail
}

// panels says of each node and edge why it holds or breaks; that of the first cause
// stands open.
func (p *page) panels() {
	first := ""
	for _, c := range p.Causes {
		if first = c.Anchor; first != "" {
			break
		}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		s := p.NodeStanding(n)
		p.addPanel(panel{Anchor: fmt.Sprintf("node-%d", i), Title: n.ID, Kind: kindTitle(n.Kind), Word: underline(n, s), Standing: s,
			Candidate: n.Candidate, Method: n.Method, BlockedBy: strings.Join(n.BlockedBy, ", ")}, n.Checks, n.ID, first)
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		p.addPanel(panel{Anchor: fmt.Sprintf("edge-%d", i), Title: e.From + " → " + e.To, Kind: stepRelation(e.Relation), Word: p.EdgeState(e), Standing: p.EdgeStanding(e)},
			e.Checks, reading.EdgeID(e), first)
	}
}

func (p *page) addPanel(n panel, checks []spec.Check, id, first string) {
	n.First = n.Anchor == first
	for i := range checks {
		c := checkView{Check: checks[i], At: reading.Place(checks[i].Place)}
		c.Word, c.Class = checkWord(&checks[i])
		if c.Class != "broken" {
			c.Brief = reading.CheckValues(&checks[i])
		}
		if n.Standing == reading.Blocked && c.Class == "broken" {
			c.Class = "blocked"
		}
		n.Checks = append(n.Checks, c)
	}
	slices.SortStableFunc(n.Checks, func(a, b checkView) int { return checkRank(a) - checkRank(b) })
	for _, f := range p.Findings {
		if f.Node == id && !slices.ContainsFunc(checks, func(c spec.Check) bool { return c.Note == f.Message }) {
			n.Findings = append(n.Findings, p.reasonView(f))
		}
	}
	p.Panels = append(p.Panels, n)
}

// checkRank puts what fails first.
func checkRank(c checkView) int {
	switch c.Word {
	case "fails", "missing":
		return 0
	case "undecided":
		return 1
	}
	return 2
}

func checkWord(c *spec.Check) (word, class string) {
	switch {
	case c.State == spec.StateNotApplicable:
		return "not applicable", "outside"
	case c.State == spec.StateMissing:
		return "missing", "broken"
	case c.State != spec.StateScored:
		return "undecided", "unscored"
	case c.Pass:
		return "passes", "sound"
	}
	return "fails", "broken"
}

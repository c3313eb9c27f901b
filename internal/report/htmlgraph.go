package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// graph fills the drawn graph, and the panel of each node and edge.
func (p *page) graph() {
	v := p.reading
	p.Graph = layout(v, v.drawn())
	for _, b := range p.Graph.Boxes {
		s := v.nodeStanding(b.node)
		view := boxView{box: b, Standing: s, Anchor: fmt.Sprintf("node-%d", b.Index), Name: cut(strings.TrimPrefix(b.node.ID, "data:"), 18)}
		view.Under = cut(underline(b.node, s), 24)
		view.Aria = fmt.Sprintf("%s, %s: %s", b.node.ID, b.node.Kind, underline(b.node, s))
		p.Boxes = append(p.Boxes, view)
	}
	for _, l := range p.Graph.Links {
		s := v.edgeStanding(l.edge)
		view := linkView{link: l, Standing: s, Anchor: fmt.Sprintf("edge-%d", l.Index), Aria: edgeID(l.edge) + ": " + v.edgeState(l.edge)}
		view.Source, view.Target = v.nodeAt[l.edge.From], v.nodeAt[l.edge.To]
		if n := v.nodes[l.edge.From]; s == sound && n != nil && v.nodeStanding(n) != sound {
			view.Idle = true
		}
		p.Links = append(p.Links, view)
	}
	// Sound edges lie below the others.
	slices.SortStableFunc(p.Links, func(a, b linkView) int { return weight(a.Standing) - weight(b.Standing) })
	first := ""
	for _, c := range p.Causes {
		if c.Anchor != "" {
			first = c.Anchor
			break
		}
	}
	for i := range v.Nodes {
		n := &v.Nodes[i]
		s := v.nodeStanding(n)
		p.addPanel(panel{Anchor: fmt.Sprintf("node-%d", i), Title: n.ID, Kind: kindTitle(n.Kind), Word: underline(n, s), Standing: s,
			Candidate: n.Candidate, Method: n.Method, BlockedBy: strings.Join(n.BlockedBy, ", ")}, n.Checks, n.ID, first)
	}
	for i := range v.Edges {
		e := &v.Edges[i]
		p.addPanel(panel{Anchor: fmt.Sprintf("edge-%d", i), Title: e.From + " → " + e.To, Kind: stepRelation(e.Relation), Word: v.edgeState(e), Standing: v.edgeStanding(e)},
			e.Checks, edgeID(e), first)
	}
}

func (p *page) addPanel(n panel, checks []spec.Check, id, first string) {
	n.First = n.Anchor == first
	for i := range checks {
		c := checkView{Check: checks[i], At: placeText(checks[i].Place)}
		c.Word, c.Class = checkWord(&checks[i])
		if c.Class != "broken" {
			c.Brief = checkValues(&checks[i])
		}
		if n.Standing == blocked && c.Class == "broken" {
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

func weight(s standing) int {
	switch s {
	case sound, outside:
		return 0
	case blocked, unscored:
		return 1
	}
	return 2
}

// underline is the second line of a node: its label where it is sound, else why not.
func underline(n *spec.NodeReport, s standing) string {
	switch s {
	case blocked:
		if slices.Contains(n.BlockedBy, string(spec.StageExecution)) || len(n.BlockedBy) == 0 {
			return "not reached"
		}
		return "blocked by " + strings.Join(n.BlockedBy, ", ")
	case missing:
		return "missing"
	case unscored:
		return "undecided"
	case outside:
		return "alternative, not used"
	case broken, partial:
		var names []string
		for _, c := range n.Checks {
			if c.State == spec.StateScored && !c.Pass && !c.Hard {
				names = append(names, c.Name)
			}
		}
		return nodeScore(n) + ": " + strings.Join(names, ", ")
	}
	if n.Label != "" && n.Label != strings.TrimPrefix(n.ID, "data:") {
		return n.Label
	}
	return "sound"
}

func stepRelation(r spec.Relation) string {
	from, to, _ := strings.Cut(string(r), "_")
	return kindTitle(spec.NodeKind(from)) + " → " + kindTitle(spec.NodeKind(to))
}

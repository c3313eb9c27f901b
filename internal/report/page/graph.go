package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/report/layout"
	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

const maxBoxes = 300 // nodes drawn

// column is the head of a column of the graph.
type column struct {
	X           float64
	Title, Note string
}

type boxView struct {
	layout.Box
	Standing          reading.Standing
	Anchor            string
	Name, Under, Aria string
}

type linkView struct {
	layout.Link
	Standing       reading.Standing
	Idle           bool // holds, but starts from a node that does not
	Anchor, Aria   string
	Source, Target int // indices of its ends among the nodes
}

// graph fills the drawn graph.
func (p *page) graph() {
	drawn := p.drawn()
	nodes, edges := make([]layout.Node, len(p.Nodes)), make([]layout.Edge, len(p.Edges))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		nodes[i] = layout.Node{ID: n.ID, Column: -1}
		if drawn[n.ID] {
			nodes[i].Column = slices.Index(reading.Kinds, n.Kind)
		}
	}
	for i := range p.Edges {
		edges[i] = layout.Edge{From: p.Edges[i].From, To: p.Edges[i].To}
	}
	d := layout.Layered(len(reading.Kinds), nodes, edges)
	p.Width, p.Height = d.Width, d.Height
	sound, judged := map[spec.NodeKind]int{}, map[spec.NodeKind]int{}
	for _, b := range d.Boxes {
		n := &p.Nodes[b.Index]
		s := p.NodeStanding(n)
		if s != reading.Outside {
			judged[n.Kind]++
		}
		if s == reading.Sound {
			sound[n.Kind]++
		}
		under := underline(n, s)
		p.Boxes = append(p.Boxes, boxView{Box: b, Standing: s, Anchor: fmt.Sprintf("node-%d", b.Index), Name: safe.Cut(strings.TrimPrefix(n.ID, "data:"), 18),
			Under: safe.Cut(under, 24), Aria: fmt.Sprintf("%s, %s: %s", n.ID, n.Kind, under)})
	}
	for i, k := range reading.Kinds {
		c := column{X: d.Columns[i], Title: kindTitle(k), Note: fmt.Sprintf("%d of %d sound", sound[k], judged[k])}
		if judged[k] == 0 {
			c.Note = "none"
		}
		p.Columns = append(p.Columns, c)
	}
	for _, l := range d.Links {
		e := &p.Edges[l.Index]
		view := linkView{Link: l, Standing: p.EdgeStanding(e), Anchor: fmt.Sprintf("edge-%d", l.Index), Aria: reading.EdgeID(e) + ": " + p.EdgeState(e)}
		view.Source, _ = p.NodeAt(e.From)
		view.Target, _ = p.NodeAt(e.To)
		view.Idle = view.Standing == reading.Sound && p.NodeStanding(p.Node(e.From)) != reading.Sound
		p.Links = append(p.Links, view)
	}
	// Sound edges lie below the others.
	slices.SortStableFunc(p.Links, func(a, b linkView) int { return weight(a.Standing) - weight(b.Standing) })
}

// drawn are the nodes that fit a picture: all of them, or as many as the paths of the
// claims need, those that fell first.
func (p *page) drawn() map[string]bool {
	set := map[string]bool{}
	if len(p.Nodes) <= maxBoxes {
		for i := range p.Nodes {
			set[p.Nodes[i].ID] = true
		}
		return set
	}
	for _, c := range p.fallenFirst() {
		for _, id := range p.Path(c) {
			if p.Node(id) != nil && len(set) < maxBoxes {
				set[id] = true
			}
		}
	}
	return set
}

func weight(s reading.Standing) int {
	switch s {
	case reading.Sound, reading.Outside:
		return 0
	case reading.Blocked, reading.Unscored:
		return 1
	}
	return 2
}

// underline is the second line of a node: its label where it is sound, else why not.
func underline(n *spec.NodeReport, s reading.Standing) string {
	switch s {
	case reading.Blocked:
		if slices.Contains(n.BlockedBy, string(spec.StageExecution)) || len(n.BlockedBy) == 0 {
			return "not reached"
		}
		return "blocked by " + strings.Join(n.BlockedBy, ", ")
	case reading.Missing:
		return "missing"
	case reading.Unscored:
		return "undecided"
	case reading.Outside:
		return "alternative, not used"
	case reading.Broken, reading.Partial:
		var names []string
		for _, c := range n.Checks {
			if c.State == spec.StateScored && !c.Pass && !c.Hard {
				names = append(names, c.Name)
			}
		}
		return reading.NodeScore(n) + ": " + strings.Join(names, ", ")
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

func kindTitle(k spec.NodeKind) string {
	switch k {
	case spec.KindData:
		return "Data"
	case spec.KindTransform:
		return "Transform"
	case spec.KindResult:
		return "Result"
	case spec.KindVisual:
		return "Visual"
	case spec.KindClaim:
		return "Claim"
	}
	return string(k)
}

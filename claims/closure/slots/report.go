package slots

import (
	"fmt"
	"math"
	"strconv"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// Report is a report of the engine, indexed by slot. A nil Report leaves every slot open.
type Report struct {
	report *spec.Report
	nodes  map[string]*spec.NodeReport
	claims map[string]*spec.ClaimReport
	value  map[string]Interval // of a node: the weakest of itself and all that it rests on
	broken map[string]bool     // nodes from which an edge to a claim fails
	unsure map[string]bool     // or could not be judged
}

// New indexes a report. It fails on one whose edges lead in a circle or to no node.
func New(r *spec.Report) (*Report, error) {
	x := &Report{report: r, nodes: map[string]*spec.NodeReport{}, claims: map[string]*spec.ClaimReport{}, value: map[string]Interval{}, broken: map[string]bool{}, unsure: map[string]bool{}}
	var vs []graph.Vertex
	local, into := map[string]Interval{}, map[string][]string{}
	for _, e := range r.Edges {
		id := e.From + " -> " + e.To
		if e.Relation == spec.ResultClaim || e.Relation == spec.VisualClaim {
			x.broken[e.From] = x.broken[e.From] || e.Pass != nil && !*e.Pass && e.State == spec.StateScored
			x.unsure[e.From] = x.unsure[e.From] || e.State == spec.StateUnscored
			continue // a claim has its own support, over alternatives
		}
		into[e.To] = append(into[e.To], id)
		vs = append(vs, graph.Vertex{ID: id, Sides: graph.AllOf(e.From)})
		switch {
		case e.State == spec.StateUnscored:
			local[id] = Interval{0, 1}
		case e.State == spec.StateScored && e.Pass != nil && *e.Pass:
			local[id] = Interval{1, 1}
		}
	}
	for i := range r.Nodes {
		n := &r.Nodes[i]
		x.nodes[n.ID] = n
		vs = append(vs, graph.Vertex{ID: n.ID, Sides: graph.AllOf(into[n.ID]...)})
		local[n.ID] = own(n)
	}
	for i := range r.Claims {
		if c := &r.Claims[i]; c.Slot != "" {
			x.claims[c.Slot] = c
		}
	}
	net, err := graph.NewNet(vs)
	if err != nil {
		return nil, fmt.Errorf("the report's graph: %w", err)
	}
	lows, highs := make([]float64, net.Len()), make([]float64, net.Len())
	for i := range lows {
		lows[i], highs[i] = local[net.ID(i)].Low, local[net.ID(i)].High
	}
	lows, highs = graph.Walk(net, lows, 0), graph.Walk(net, highs, 0)
	for id := range x.nodes {
		i, _ := net.Index(id)
		x.value[id] = Interval{lows[i], highs[i]}
	}
	return x, nil
}

// own is the score of a node alone.
func own(n *spec.NodeReport) Interval {
	switch {
	case n.State == spec.StateNotApplicable && n.Kind == spec.KindData:
		return Interval{1, 1}
	case n.State == spec.StateUnscored && n.Score == nil:
		return Interval{0, 1}
	case n.State != spec.StateMissing && n.Score != nil && *n.Score >= 0 && *n.Score <= 1:
		return Interval{*n.Score, *n.Score}
	}
	return Interval{}
}

// open reports whether nothing is known of a slot: there is no report, it has no verdict,
// or it does not know the slot.
func (x *Report) open(slot string) bool {
	return x == nil || x.report.Status == spec.StatusInfra || x.nodes[slot] == nil
}

// Why says why a slot is open, or what the engine has against it; empty for nothing.
func (x *Report) Why(slot string) string {
	switch {
	case x == nil:
		return "there is no report of the engine"
	case x.report.Status == spec.StatusInfra:
		return "the report has no verdict: the infrastructure failed"
	case x.nodes[slot] == nil:
		return fmt.Sprintf("the report has no slot %q", slot)
	}
	if c := x.claims[slot]; c != nil && c.BrokenStage != spec.StageNone {
		return fmt.Sprintf("%s is %s: its support breaks at %s", slot, c.Verdict, c.BrokenStage)
	}
	for _, c := range x.nodes[slot].Checks {
		if c.State == spec.StateScored && !c.Pass && c.Note != "" {
			return slot + ": " + c.Note
		}
	}
	if x.value[slot].High < 1 && own(x.nodes[slot]).Low == 1 {
		return slot + " is right by itself, but what it rests on failed"
	}
	return ""
}

// Support is what a slot is worth with all that it rests on: of a claim its support over
// the approved alternatives, of any other node the least of its own score, of the edges
// that lead to it and of the nodes that these come from.
func (x *Report) Support(slot string) Interval {
	if x.open(slot) {
		return Interval{0, 1}
	}
	if x.nodes[slot].Kind != spec.KindClaim {
		return x.value[slot]
	}
	c := x.claims[slot]
	switch {
	case c == nil: // not required, and not claimed
		return Interval{}
	case c.Support != nil:
		return clamp(*c.Support, *c.Support)
	case c.Bounds != nil:
		return clamp(c.Bounds.Low, c.Bounds.High)
	}
	return Interval{0, 1}
}

// clamp opens what a report states impossibly.
func clamp(low, high float64) Interval {
	if 0 <= low && low <= high && high <= 1 {
		return Interval{low, high}
	}
	return Interval{0, 1}
}

// Stands says whether a slot's support is 1.
func (x *Report) Stands(slot string) Truth { return x.Support(slot).Is(1) }

// Score is a slot's own score, whatever it rests on: of a claim its fidelity.
func (x *Report) Score(slot string) Interval {
	if x.open(slot) {
		return Interval{0, 1}
	}
	return own(x.nodes[slot])
}

// Within says whether no edge from a slot to a claim fails: nothing is claimed of it that
// it does not show.
func (x *Report) Within(slot string) Truth {
	switch {
	case x.open(slot) || x.unsure[slot] && !x.broken[slot]:
		return Open
	case x.nodes[slot].Kind == spec.KindClaim:
		return x.Stands(slot)
	}
	return Of(!x.broken[slot])
}

// Present says whether something was matched to a slot.
func (x *Report) Present(slot string) Truth {
	if x.open(slot) {
		return Open
	}
	return Of(x.nodes[slot].State != spec.StateMissing)
}

// word is a text that may be absent or unknown.
type word struct {
	text          string
	absent, known bool
}

// method is the approved method that was matched to a result slot.
func (x *Report) method(slot string) word {
	if x.open(slot) {
		return word{}
	}
	m := x.nodes[slot].Method
	return word{text: m, known: true, absent: m == ""}
}

// verdict is the word for a claim slot.
func (x *Report) verdict(slot string) word {
	if x.open(slot) {
		return word{}
	}
	if c := x.claims[slot]; c != nil {
		return word{text: string(c.Verdict), known: c.Verdict != spec.Undetermined}
	}
	return word{text: string(spec.Unsupported), known: true}
}

// quantity is the number of the result that was matched to a slot; ok is false where there
// is no such number.
func (x *Report) quantity(slot string) (v Interval, ok bool) {
	if x.open(slot) {
		return Interval{math.Inf(-1), math.Inf(1)}, true
	}
	if rs := x.report.Records.Results; rs != nil && x.nodes[slot].Candidate != "" {
		for i := range rs.Results {
			if r := &rs.Results[i]; r.ID == x.nodes[slot].Candidate {
				n, ok := r.Value.Number()
				return Interval{n.F, n.F}, ok && n.Finite()
			}
		}
	}
	return Interval{}, false
}

// Kind is the kind of a slot, empty where the report does not know it.
func (x *Report) Kind(slot string) spec.NodeKind {
	if x.open(slot) {
		return ""
	}
	return x.nodes[slot].Kind
}

// Evidence says where the record stands that was matched to a slot: in results.json, in
// claims.json or in a figure. It is empty where nothing was matched.
func (x *Report) Evidence(slot string) []spec.EvidencePointer {
	if x.open(slot) || x.nodes[slot].Candidate == "" {
		return nil
	}
	n := x.nodes[slot]
	switch n.Kind {
	case spec.KindResult:
		if rs := x.report.Records.Results; rs != nil {
			for i := range rs.Results {
				if rs.Results[i].ID == n.Candidate {
					return []spec.EvidencePointer{{File: spec.FileResults, Pointer: "/results/" + strconv.Itoa(i)}}
				}
			}
		}
	case spec.KindClaim:
		if cs := x.report.Records.Claims; cs != nil {
			for i := range cs.Claims {
				if cs.Claims[i].ID == n.Candidate {
					return []spec.EvidencePointer{{File: spec.FileClaims, Pointer: "/claims/" + strconv.Itoa(i)}}
				}
			}
		}
	case spec.KindVisual:
		if len(x.report.Figures) > 0 {
			return []spec.EvidencePointer{{File: x.report.Figures[0].Path, Mark: n.Candidate}}
		}
	}
	return nil
}

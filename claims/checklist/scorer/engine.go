package scorer

import (
	"fmt"
	"math"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// Evidence is a report of the engine, indexed for items that name a slot of it.
type Evidence struct {
	report *spec.Report
	net    *graph.Net
	low    []float64
	high   []float64
	nodes  map[string]*spec.NodeReport
}

// NewEvidence walks the nodes and edges of a report once: a node is worth the least of its
// own score, of the edges that lead to it and of the nodes that these come from. What could
// not be scored lies between 0 and 1. It fails on a report whose edges lead in a circle or
// to nowhere.
func NewEvidence(r *spec.Report) (*Evidence, error) {
	e := &Evidence{report: r, nodes: map[string]*spec.NodeReport{}}
	into := map[string][]string{}
	local := map[string][2]float64{}
	var vertices []graph.Vertex
	for _, x := range r.Edges {
		id := x.From + " -> " + x.To + " " + string(x.Relation)
		into[x.To] = append(into[x.To], id)
		vertices = append(vertices, graph.Vertex{ID: id, Sides: graph.AllOf(x.From)})
		switch {
		case x.State == spec.StateUnscored:
			local[id] = [2]float64{0, 1}
		case x.State == spec.StateScored && x.Pass != nil && *x.Pass:
			local[id] = [2]float64{1, 1}
		}
	}
	for i := range r.Nodes {
		n := &r.Nodes[i]
		e.nodes[n.ID] = n
		vertices = append(vertices, graph.Vertex{ID: n.ID, Sides: graph.AllOf(into[n.ID]...)})
		switch {
		case n.State == spec.StateUnscored:
			local[n.ID] = [2]float64{0, 1}
		case n.State == spec.StateNotApplicable && n.Kind == spec.KindData:
			local[n.ID] = [2]float64{1, 1}
		case n.State == spec.StateScored && n.Score != nil && *n.Score >= 0 && *n.Score <= 1:
			local[n.ID] = [2]float64{*n.Score, *n.Score}
		}
	}
	net, err := graph.NewNet(vertices)
	if err != nil {
		return nil, fmt.Errorf("the report's graph: %w", err)
	}
	lows, highs := make([]float64, net.Len()), make([]float64, net.Len())
	for i := range lows {
		lows[i], highs[i] = local[net.ID(i)][0], local[net.ID(i)][1]
	}
	e.net, e.low, e.high = net, graph.Walk(net, lows, 0), graph.Walk(net, highs, 0)
	return e, nil
}

// Decide says what a slot is worth: a claim its support, over its approved alternatives;
// any other node the weakest of itself and all that it rests on. A report without a
// verdict, or without the slot, leaves 0 to 1 open.
func (e *Evidence) Decide(slot string) checklist.Engine {
	out := checklist.Engine{Slot: slot, Verdict: spec.Undetermined, High: 1}
	if e == nil {
		out.Note = "no report of the engine was given"
		return out
	}
	if e.report.Status == spec.StatusInfra {
		out.Note = "the infrastructure failed, so that the report has no verdict"
		return out
	}
	for i := range e.report.Claims {
		c := &e.report.Claims[i]
		if c.Slot != slot {
			continue
		}
		out.Verdict = c.Verdict
		switch {
		case c.Support != nil:
			out.Low, out.High = *c.Support, *c.Support
		case c.Bounds != nil:
			out.Low, out.High = c.Bounds.Low, c.Bounds.High
		}
		if c.BrokenStage != spec.StageNone {
			out.Note = "its support breaks at " + string(c.BrokenStage)
		}
		return clamped(out)
	}
	i, ok := e.net.Index(slot)
	node := e.nodes[slot]
	if !ok || node == nil {
		out.Note = fmt.Sprintf("the report has no slot %q", slot)
		return out
	}
	out.Low, out.High = e.low[i], e.high[i]
	switch own := node.Score != nil && *node.Score == 1; {
	case out.Low == 1:
		out.Verdict = spec.Supported
	case out.High == 1:
	case own:
		out.Verdict, out.Note = spec.Blocked, "what it rests on failed"
	default:
		out.Verdict = spec.Unsupported
		for _, c := range node.Checks {
			if c.State == spec.StateScored && !c.Pass && c.Note != "" {
				out.Note = c.Note
				break
			}
		}
	}
	return clamped(out)
}

// points are what a share of the engine is worth as a score, counted down to halves; a
// share that is one but for the last digit of a float64 is that one.
func points(share float64) float64 { return math.Floor(share*200+1e-9) / 2 }

// clamped keeps a report that states impossible numbers from opening more than 0 to 1.
func clamped(e checklist.Engine) checklist.Engine {
	if !(0 <= e.Low && e.Low <= e.High && e.High <= 1) {
		e.Low, e.High, e.Verdict, e.Note = 0, 1, spec.Undetermined, "the report states an impossible support"
	}
	return e
}

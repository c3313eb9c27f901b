// Package reading finds what the readers of a report ask: how a node or an edge stands,
// which finding brings a claim down, what to say first, and the words for numbers and
// states. Text, explanation and page all say the same because they ask here.
package reading

import (
	"errors"
	"slices"

	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// ErrNil says that there is no report.
var ErrNil = errors.New("report: there is no report to write")

// Reading is a report made safe to show, with what its readers look up in it.
type Reading struct {
	*spec.Report
	nodes    map[string]*spec.NodeReport
	edges    map[string]*spec.EdgeReport // by EdgeID
	incoming map[string][]*spec.EdgeReport
	blamed   map[string]bool // nodes and edges with an error of their own
	needed   map[string]bool // nodes and edges that a claim rests on; nil where no claim says so
	nodeAt   map[string]int  // place in Nodes, by id
	edgeAt   map[string]int  // place in Edges, by EdgeID
}

// Of reads a report.
func Of(r *spec.Report) (*Reading, error) {
	if r == nil {
		return nil, ErrNil
	}
	c := safe.Copy(r, safe.Text)
	c.Run.Output = safe.Lines(r.Run.Output)
	v := &Reading{
		Report: c, nodes: map[string]*spec.NodeReport{}, edges: map[string]*spec.EdgeReport{}, incoming: map[string][]*spec.EdgeReport{},
		blamed: map[string]bool{}, nodeAt: map[string]int{}, edgeAt: map[string]int{},
	}
	for i := range c.Nodes {
		if n := &c.Nodes[i]; v.nodes[n.ID] == nil {
			v.nodes[n.ID], v.nodeAt[n.ID] = n, i
		}
	}
	for i := range c.Edges {
		e := &c.Edges[i]
		if id := EdgeID(e); v.edges[id] == nil {
			v.edges[id], v.edgeAt[id] = e, i
		}
		v.incoming[e.To] = append(v.incoming[e.To], e)
	}
	c.Findings = unique(c.Findings)
	for _, f := range c.Findings {
		if f.Severity == spec.SeverityError && f.Node != "" {
			v.blamed[f.Node] = true
		}
	}
	for i := range c.Claims {
		k := &c.Claims[i]
		items := slices.Concat(k.Witness, []string{k.Slot})
		if k.Bottleneck != nil {
			items = append(items, k.Bottleneck.Items...)
		}
		for _, id := range items {
			if len(k.Witness) > 0 && v.needed == nil {
				v.needed = map[string]bool{}
			}
			if v.needed != nil {
				v.needed[id] = true
			}
		}
	}
	return v, nil
}

// Node finds a node by its id; nil where there is none.
func (v *Reading) Node(id string) *spec.NodeReport { return v.nodes[id] }

// Edge finds an edge by its name in lists; nil where there is none.
func (v *Reading) Edge(id string) *spec.EdgeReport { return v.edges[id] }

// NodeAt is the place of a node among Nodes.
func (v *Reading) NodeAt(id string) (int, bool) {
	i, ok := v.nodeAt[id]
	return i, ok
}

// EdgeAt is the place of an edge among Edges, by its name in lists.
func (v *Reading) EdgeAt(id string) (int, bool) {
	i, ok := v.edgeAt[id]
	return i, ok
}

// Into are the edges that end at a node.
func (v *Reading) Into(id string) []*spec.EdgeReport { return v.incoming[id] }

// EdgeID is the name of an edge in lists.
func EdgeID(e *spec.EdgeReport) string { return e.From + " -> " + e.To }

// unique drops findings that say the same of the same thing.
func unique(in []spec.Finding) []spec.Finding {
	type key struct {
		code spec.Code
		node string
		text string
	}
	seen := map[key]bool{}
	out := []spec.Finding{}
	for _, f := range in {
		if k := (key{f.Code, f.Node, f.Message}); !seen[k] {
			seen[k] = true
			out = append(out, f)
		}
	}
	return out
}

// closure is the set of nodes and edges from which id can be reached, id included.
func (v *Reading) closure(id string) map[string]bool {
	set := map[string]bool{id: true}
	for todo := []string{id}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range v.incoming[at] {
			set[EdgeID(e)] = true
			if !set[e.From] {
				set[e.From] = true
				todo = append(todo, e.From)
			}
		}
	}
	return set
}

// Path is what a claim rests on: its witness, or everything that leads to it where
// the report names none. Nodes come layer by layer, each after the edges into it.
func (v *Reading) Path(c *spec.ClaimReport) []string {
	set := map[string]bool{}
	for _, id := range c.Witness {
		set[id] = true
	}
	if len(set) == 0 && c.Slot != "" {
		set = v.closure(c.Slot)
	}
	if c.Slot != "" { // the claim itself, and how it hangs on its witness
		set[c.Slot] = true
		for _, e := range v.incoming[c.Slot] {
			if set[e.From] {
				set[EdgeID(e)] = true
			}
		}
	}
	var out []string
	for _, kind := range Kinds {
		for i := range v.Nodes {
			n := &v.Nodes[i]
			if n.Kind != kind || !set[n.ID] {
				continue
			}
			for _, e := range v.incoming[n.ID] {
				if set[EdgeID(e)] {
					out = append(out, EdgeID(e))
				}
			}
			out = append(out, n.ID)
		}
	}
	return out
}

// Kinds are the layers from the data to the claim.
var Kinds = []spec.NodeKind{spec.KindData, spec.KindTransform, spec.KindResult, spec.KindVisual, spec.KindClaim}

// Oracle is what the oracle computed for the method that a result was matched to.
func (v *Reading) Oracle(slot string) *spec.OracleReport {
	var best *spec.OracleReport
	for i := range v.Oracles {
		o := &v.Oracles[i]
		if o.Slot != slot || o.Error != "" {
			continue
		}
		if n := v.nodes[slot]; best == nil || n != nil && n.Method != "" && o.Family == n.Method {
			best = o
		}
	}
	return best
}

// Result is the regenerated record of an id.
func (v *Reading) Result(id string) *spec.Result {
	if v.Records.Results == nil || id == "" {
		return nil
	}
	for i := range v.Records.Results.Results {
		if r := &v.Records.Results.Results[i]; r.ID == id {
			return r
		}
	}
	return nil
}

package graph

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	store "github.com/dominikbraun/graph"

	"github.com/assaybench/assay/spec"
)

// DataNode is the id of the node of a data asset.
func DataNode(path string) string { return "data:" + path }

// EdgeID names an edge that has to be judged.
type EdgeID struct {
	From, To string
	Relation spec.Relation
}

// String is "from -> to".
func (e EdgeID) String() string { return edgeName(e.From, e.To) }

func edgeName(from, to string) string { return from + " -> " + to }

// Graph is the evidence graph of one specification, with the verdicts on one
// submission. A new Graph holds no evidence: every slot and edge is missing until
// its verdict is set. Data nodes stand for the case's own files: they limit nothing
// unless a verdict is set, and never take part in a mean.
type Graph struct {
	slots  store.Graph[string, *node] // vertices and edges; an edge's Data is its *link
	nodes  []*node                    // by id
	links  []*link                    // by from, to
	claims []*claim                   // in the order of the specification
	net    *Net
	items  []item // what stands behind each item of net
}

// node is a vertex: a slot or a data asset.
type node struct {
	slot    Slot
	label   string
	verdict spec.Verdict
	claim   *claim // of a claim's node
}

// link is an edge.
type link struct {
	EdgeID
	verdict spec.Verdict
}

// claim is the place of a claim slot in the net.
type claim struct {
	at                   int // its place among the claims
	slot                 *spec.ClaimSlot
	node                 *node
	edges                []*link
	fidelity             int // item of the claim's own node
	computational        side
	visual               side
	support, groundedSup int // items of min(F, S_comp, S_vis) and min(F, S_comp)
}

// side is one side of a claim's support.
type side struct {
	item int
	sets [][]int // the items of each alternative: its members, and their edges to the claim
}

// item is a node, an edge, or neither (a side or a claim's sum).
type item struct {
	node *node
	link *link
}

// KindError says that Slot may not rest on Ref, which is of another kind than its
// place allows.
type KindError struct {
	Slot, Ref  string
	Kind, Want spec.NodeKind // Want is the kind of Slot
}

func (e *KindError) Error() string {
	return fmt.Sprintf("%s %q may not rest on %s %q", e.Want, e.Slot, e.Kind, e.Ref)
}

// EmptyError says that Slot rests on nothing.
type EmptyError struct{ Slot, What string }

func (e *EmptyError) Error() string { return fmt.Sprintf("%q has no %s", e.Slot, e.What) }

// New lays out the graph of a specification: a node for each slot and for each asset
// that a view reads, edges along the inputs of slots, and an edge from each result
// and visual of a support set to its claim. It refuses duplicate ids, unknown
// references, cycles, slots without a chain to data, empty support sets, and a
// specification that requires no claim.
func New(s *spec.Specification) (*Graph, error) {
	g := &Graph{slots: store.New(func(n *node) string { return n.slot.ID }, store.Directed())}
	if err := errors.Join(g.addSlots(s)...); err != nil {
		return nil, err
	}
	if err := errors.Join(g.addInputs(s)...); err != nil {
		return nil, err
	}
	g.list()
	return g, g.build()
}

func (g *Graph) addSlots(s *spec.Specification) (errs []error) {
	add := func(slot Slot, label string) *node {
		n := &node{slot: slot, label: label, verdict: spec.Verdict{State: spec.StateMissing}}
		switch err := g.slots.AddVertex(n); {
		case slot.ID == "":
			errs = append(errs, &EmptyError{fmt.Sprintf("a %s slot", slot.Kind), "id"})
		case err != nil:
			errs = append(errs, &DuplicateError{slot.ID})
		default:
			g.nodes = append(g.nodes, n)
		}
		return n
	}
	required := false
	for i := range s.Transforms {
		t := &s.Transforms[i]
		add(Slot{ID: t.ID, Kind: spec.KindTransform, Verifier: t.Verifier, Transform: t}, t.View)
	}
	for i := range s.Results {
		r := &s.Results[i]
		add(Slot{ID: r.ID, Kind: spec.KindResult, Verifier: r.Verifier, Result: r}, cmp.Or(r.Quantity, r.Estimand))
	}
	for i := range s.Visuals {
		v := &s.Visuals[i]
		add(Slot{ID: v.ID, Kind: spec.KindVisual, Verifier: v.Verifier, Visual: v}, "")
	}
	for i := range s.Claims {
		c := &s.Claims[i]
		n := add(Slot{ID: c.ID, Kind: spec.KindClaim, Verifier: c.Verifier, Claim: c}, c.Quantity)
		n.claim = &claim{at: i, slot: c, node: n}
		g.claims = append(g.claims, n.claim)
		required = required || c.Required
	}
	if !required {
		errs = append(errs, &EmptyError{cmp.Or(s.Case, "the specification"), "required claim; nothing could be scored"})
	}
	return errs
}

func (g *Graph) addInputs(s *spec.Specification) (errs []error) {
	fail := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	for _, t := range s.Transforms {
		assets, err := Assets(s, t.View)
		if err != nil {
			fail(fmt.Errorf("transform %q: %w", t.ID, err))
			continue
		}
		for _, a := range assets {
			id := DataNode(a)
			if _, err := g.slots.Vertex(id); err != nil {
				n := &node{slot: Slot{ID: id, Kind: spec.KindData}, label: a, verdict: spec.Verdict{State: spec.StateNotApplicable}}
				fail(g.slots.AddVertex(n))
				g.nodes = append(g.nodes, n)
			}
			fail(g.connect(id, t.ID))
		}
	}
	inputs := func(id string, refs []string) {
		if len(refs) == 0 {
			fail(&EmptyError{id, "inputs, so no chain to data"})
		}
		for _, ref := range refs {
			fail(g.connect(ref, id))
		}
	}
	for _, r := range s.Results {
		inputs(r.ID, r.Inputs)
	}
	for _, v := range s.Visuals {
		inputs(v.ID, v.Inputs)
	}
	for _, c := range s.Claims {
		for _, set := range slices.Concat(c.Support.Computational, c.Support.Visual) {
			if len(set) == 0 {
				fail(&EmptyError{c.ID, "members in one of its support sets"})
			}
			for _, ref := range set {
				fail(g.connect(ref, c.ID))
			}
		}
	}
	return errs
}

// Assets lists, sorted, the paths of the assets that a view reads, also through the
// views it begins from or joins.
func Assets(s *spec.Specification, view string) ([]string, error) {
	var paths, stack []string
	done := map[string]bool{}
	var visit func(from, name string) error
	visit = func(from, name string) error {
		if i := slices.Index(stack, name); i >= 0 {
			return &CycleError{slices.Clone(stack[i:])}
		}
		if done[name] {
			return nil
		}
		v, ok := s.Views[name]
		if !ok {
			return &UnknownError{from, name}
		}
		if v.Asset == "" && v.From == "" {
			return &EmptyError{name, "asset"}
		}
		done[name] = true
		stack = append(stack, name)
		if v.Asset != "" {
			paths = append(paths, v.Asset)
		}
		if v.From != "" {
			if err := visit(name, v.From); err != nil {
				return err
			}
		}
		for _, step := range v.Steps {
			if step.Join != nil {
				if err := visit(name, step.Join.View); err != nil {
					return err
				}
			}
		}
		stack = stack[:len(stack)-1]
		return nil
	}
	if err := visit(view, view); err != nil {
		return nil, err
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// relations says what kind of node may rest on what, and how the edge is called. A
// transform in a support set is required without an edge of its own: a claim speaks
// of results and visuals.
var relations = map[[2]spec.NodeKind]spec.Relation{
	{spec.KindData, spec.KindTransform}:   spec.DataTransform,
	{spec.KindTransform, spec.KindResult}: spec.TransformResult,
	{spec.KindTransform, spec.KindVisual}: spec.TransformVisual,
	{spec.KindResult, spec.KindVisual}:    spec.ResultVisual,
	{spec.KindResult, spec.KindClaim}:     spec.ResultClaim,
	{spec.KindVisual, spec.KindClaim}:     spec.VisualClaim,
	{spec.KindTransform, spec.KindClaim}:  "",
}

// connect adds the edge from -> to where it is not there yet.
func (g *Graph) connect(from, to string) error {
	a, err := g.slots.Vertex(from)
	if err != nil {
		return &UnknownError{to, from}
	}
	b, err := g.slots.Vertex(to)
	if err != nil {
		return &UnknownError{from, to}
	}
	rel, ok := relations[[2]spec.NodeKind{a.slot.Kind, b.slot.Kind}]
	if !ok {
		return &KindError{Slot: to, Ref: from, Kind: a.slot.Kind, Want: b.slot.Kind}
	}
	if rel == "" {
		return nil
	}
	l := &link{EdgeID: EdgeID{from, to, rel}, verdict: spec.Verdict{State: spec.StateMissing}}
	if err := g.slots.AddEdge(from, to, store.EdgeData(l)); err != nil && !errors.Is(err, store.ErrEdgeAlreadyExists) {
		return fmt.Errorf("edge %s: %w", l.EdgeID, err)
	}
	return nil
}

// list takes the edges out of the store, whose own order is that of a map, and sorts
// nodes and edges.
func (g *Graph) list() {
	edges, _ := g.slots.Edges() // the memory store does not fail
	for _, e := range edges {
		g.links = append(g.links, e.Properties.Data.(*link))
	}
	slices.SortFunc(g.nodes, func(a, b *node) int { return cmp.Compare(a.slot.ID, b.slot.ID) })
	slices.SortFunc(g.links, func(a, b *link) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

// Ids of the items of a claim that are neither node nor edge. No slot may have a
// NUL in its id and be found in a document.
const (
	computational = "\x00computational "
	visual        = "\x00visual "
	grounded      = "\x00grounded "
	supported     = "\x00supported "
)

// build makes the net. An item's members bring what they rest on, so a set is
// closed upward without being written out.
func (g *Graph) build() error {
	into := map[string][]string{} // edges into each node
	var vs []Vertex
	for _, l := range g.links {
		vs = append(vs, Vertex{l.String(), AllOf(l.From)})
		into[l.To] = append(into[l.To], l.String())
	}
	for _, n := range g.nodes {
		v := Vertex{ID: n.slot.ID}
		if n.slot.Kind != spec.KindClaim { // what a claim rests on stands in its sides
			v.Sides = AllOf(into[v.ID]...)
		}
		vs = append(vs, v)
	}
	for _, c := range g.claims {
		id := c.slot.ID
		vs = append(vs,
			Vertex{computational + id, [][][]string{g.members(c, c.slot.Support.Computational)}},
			Vertex{visual + id, [][][]string{g.members(c, c.slot.Support.Visual)}},
			Vertex{grounded + id, AllOf(id, computational+id)},
			Vertex{supported + id, AllOf(id, computational+id, visual+id)})
	}
	var err error
	if g.net, err = NewNet(vs); err != nil {
		return err
	}
	g.items = make([]item, g.net.Len())
	for _, n := range g.nodes {
		g.items[g.at(n.slot.ID)].node = n
	}
	for _, l := range g.links {
		g.items[g.at(l.String())].link = l
		if to, _ := g.slots.Vertex(l.To); to.claim != nil {
			to.claim.edges = append(to.claim.edges, l)
		}
	}
	for _, c := range g.claims {
		id := c.slot.ID
		c.fidelity, c.groundedSup, c.support = g.at(id), g.at(grounded+id), g.at(supported+id)
		c.computational = g.side(c, computational, c.slot.Support.Computational)
		c.visual = g.side(c, visual, c.slot.Support.Visual)
	}
	return nil
}

// members names the items of each set: the edge of each member to the claim, or the
// member itself where it has none.
func (g *Graph) members(c *claim, sets [][]string) [][]string {
	out := make([][]string, len(sets))
	for i, set := range sets {
		for _, ref := range set {
			name := ref
			if n, _ := g.slots.Vertex(ref); n.slot.Kind != spec.KindTransform {
				name = edgeName(ref, c.slot.ID)
			}
			out[i] = append(out[i], name)
		}
		slices.Sort(out[i])
		out[i] = slices.Compact(out[i])
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

func (g *Graph) side(c *claim, prefix string, sets [][]string) side {
	s := side{item: g.at(prefix + c.slot.ID)}
	for _, set := range g.members(c, sets) {
		var items []int
		for _, name := range set {
			items = append(items, g.at(name))
		}
		s.sets = append(s.sets, items)
	}
	return s
}

func (g *Graph) at(id string) int {
	i, _ := g.net.Index(id)
	return i
}

// Slots lists the slots, in the order of their ids, data nodes left out.
func (g *Graph) Slots() []Slot {
	var out []Slot
	for _, n := range g.nodes {
		if n.slot.Kind != spec.KindData {
			out = append(out, n.slot)
		}
	}
	return out
}

// Edges lists the edges that have to be judged, by from and to.
func (g *Graph) Edges() []EdgeID {
	out := make([]EdgeID, len(g.links))
	for i, l := range g.links {
		out[i] = l.EdgeID
	}
	return out
}

// SetNode sets the verdict on a node, and the label it is shown with (the slot's own
// where empty). The verdict on a claim is its fidelity F.
func (g *Graph) SetNode(id, label string, v spec.Verdict) error {
	n, err := g.slots.Vertex(id)
	if err != nil {
		return &UnknownError{"the caller", id}
	}
	if err := valid(v); err != nil {
		return fmt.Errorf("node %q: %w", id, err)
	}
	n.verdict, n.label = v, cmp.Or(label, n.label)
	return nil
}

// SetEdge sets the verdict on an edge. An edge passes only with a score of 1.
func (g *Graph) SetEdge(from, to string, v spec.Verdict) error {
	e, err := g.slots.Edge(from, to)
	if err != nil {
		return &UnknownError{"the caller", edgeName(from, to)}
	}
	if err := valid(v); err != nil {
		return fmt.Errorf("edge %s: %w", edgeName(from, to), err)
	}
	e.Properties.Data.(*link).verdict = v
	return nil
}

func valid(v spec.Verdict) error {
	switch v.State {
	case spec.StateScored, spec.StateUnscored, spec.StateMissing, spec.StateNotApplicable:
	default:
		return fmt.Errorf("a verdict has no state %q", v.State)
	}
	if math.IsNaN(v.Score) || v.Score < 0 || v.Score > 1 {
		return fmt.Errorf("a score of %v is not in [0, 1]", v.Score)
	}
	return nil
}

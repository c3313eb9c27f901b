package graph

import (
	"cmp"
	"slices"

	"github.com/assaybench/assay/spec"
)

// Candidate is one generated claim, with the claim slot it was matched to.
type Candidate struct {
	ID, Text string
	Primary  bool   // by its own role; a claim matched to a required slot is primary whatever it says
	Slot     string // empty where no slot asked for it
	Place    spec.Place
	Against  string // what the oracles say against it where no slot asked for it; empty for nothing
}

// Outcome is what Score says of one submission. Lists are sorted: claims by slot
// order and then unmatched candidates by id, nodes and edges by id.
type Outcome struct {
	Metrics      spec.Metrics
	Bounds       map[string]spec.Bounds // of every metric that is nil, by its path in the report
	Claims       []spec.ClaimReport
	Nodes        []spec.NodeReport
	Edges        []spec.EdgeReport
	Findings     []spec.Finding
	Adjudication []spec.Adjudication
}

// Score scores the evidence. executed says that the run met its contract; where it
// did not, every number is 0 and every claim breaks at contract_execution.
// Candidates may come in any order. Score changes nothing: called again with the
// same arguments it gives the same Outcome.
func (g *Graph) Score(executed bool, candidates []Candidate) Outcome {
	p := g.pass(executed, candidates)
	var out Outcome
	out.Metrics, out.Bounds = p.metrics()
	out.Claims = p.claimReports()
	out.Nodes, out.Edges = p.nodeReports(), p.edgeReports()
	out.Findings = p.findings()
	out.Adjudication = p.adjudication()
	return out
}

// interval is a score that lies between two numbers; they differ where something
// could not be scored.
type interval struct{ low, high float64 }

// pass is one scoring: the walks over the net, and what follows from them for each
// claim. It only reads the graph.
type pass struct {
	*Graph
	executed  bool
	matched   map[string]Candidate // by claim slot
	unmatched []Candidate          // by id
	local     []interval           // score of each item
	lows      []float64            // lower ends of local
	low, high []float64            // walked
	strict    []interval           // walked, with visuals at 0 where a hard constraint does not hold
	stage     []int8               // walked rank of the earliest layer below 1
	chosen    []choice             // for each claim of the graph
}

// choice is what a claim rests on: of each side the alternative with the greatest
// support; of equals the one with the greatest mean, then that which breaks latest,
// then the first by the ids of its members.
type choice struct {
	computational, visual []int // items of the chosen alternatives, closed upward
	best                  []int // items of all alternatives of the same support and mean
}

// ranks of stages; a walk over ranks takes the earliest layer of a set and the
// latest of alternatives.
const whole = int8(127)

var layers = map[string]int8{
	string(spec.KindData): 1, string(spec.KindTransform): 1, string(spec.DataTransform): 1,
	string(spec.KindResult): 2, string(spec.TransformResult): 2,
	string(spec.KindVisual): 3, string(spec.ResultVisual): 3, string(spec.TransformVisual): 3,
	string(spec.KindClaim): 4, string(spec.ResultClaim): 4, string(spec.VisualClaim): 4,
}

func stageOf(rank int8) spec.Stage {
	if rank == whole {
		return spec.StageNone
	}
	return spec.Stages[rank]
}

// layer is the rank of the layer that an item belongs to.
func (it item) layer() int8 {
	switch {
	case it.node != nil:
		return layers[string(it.node.slot.Kind)]
	case it.link != nil:
		return layers[string(it.link.Relation)]
	}
	return whole
}

func (g *Graph) pass(executed bool, candidates []Candidate) *pass {
	p := &pass{Graph: g, executed: executed, matched: map[string]Candidate{}}
	p.match(candidates)
	p.local = make([]interval, len(g.items))
	p.lows = make([]float64, len(g.items))
	highs, ranks := make([]float64, len(g.items)), make([]int8, len(g.items))
	for i, it := range g.items {
		p.local[i] = p.score(it)
		p.lows[i], highs[i], ranks[i] = p.local[i].low, p.local[i].high, whole
		if highs[i] < 1 {
			ranks[i] = it.layer()
		}
	}
	p.low, p.high = Walk(g.net, p.lows, 0), Walk(g.net, highs, 0)
	p.stage = Walk(g.net, ranks, layers[string(spec.KindClaim)])
	p.strict = p.hard(p.lows, highs)
	for _, c := range g.claims {
		p.chosen = append(p.chosen, p.choose(c))
	}
	return p
}

// match ties candidates to slots; of two for one slot the first by id counts, and a
// slot that does not exist matches nothing.
func (p *pass) match(candidates []Candidate) {
	cs := slices.Clone(candidates)
	slices.SortStableFunc(cs, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Slot, b.Slot))
	})
	slots := map[string]bool{}
	for _, c := range p.claims {
		slots[c.slot.ID] = c.slot.Required
	}
	for _, c := range cs {
		required, known := slots[c.Slot]
		if _, taken := p.matched[c.Slot]; !known || taken {
			c.Slot = ""
			p.unmatched = append(p.unmatched, c)
			continue
		}
		c.Primary = c.Primary || required
		p.matched[c.Slot] = c
	}
}

// score is the local score of an item. What is neither node nor edge limits
// nothing, and neither does a data node without a verdict.
func (p *pass) score(it item) interval {
	switch {
	case it.node != nil:
		n := it.node
		if n.slot.Kind == spec.KindClaim {
			if _, ok := p.matched[n.slot.ID]; !ok {
				return interval{}
			}
		}
		if n.slot.Kind == spec.KindData && n.verdict.State == spec.StateNotApplicable {
			return interval{1, 1}
		}
		return p.bounds(n.verdict)
	case it.link != nil:
		iv := p.bounds(it.link.verdict)
		return interval{floor(iv.low), floor(iv.high)}
	}
	return interval{1, 1}
}

// floor is the score of an edge: 1 or 0.
func floor(score float64) float64 {
	if score < 1 {
		return 0
	}
	return 1
}

// bounds is the score of a verdict, or the interval in which it must lie: every
// check that could not be scored fails in one end and passes in the other.
func (p *pass) bounds(v spec.Verdict) interval {
	switch {
	case !p.executed:
		return interval{}
	case v.State == spec.StateScored:
		return interval{v.Score, v.Score}
	case v.State != spec.StateUnscored:
		return interval{}
	}
	var passed, open, all float64
	sunk := false
	for _, c := range v.Checks {
		if c.Hard || c.State == spec.StateNotApplicable {
			continue
		}
		all++
		switch {
		case c.State == spec.StateUnscored:
			open++
			sunk = sunk || c.Decisive
		case c.State == spec.StateScored && c.Pass:
			passed++
		}
	}
	if open == 0 {
		return interval{0, 1}
	}
	iv := interval{passed / all, (passed + open) / all}
	if sunk {
		iv.low = 0
	}
	return iv
}

// hard walks the scores once more with each visual at 0 whose hard constraints do
// not all hold: a visual side of 1 is then one that allows strict success.
func (p *pass) hard(lows, highs []float64) []interval {
	lows, highs = slices.Clone(lows), slices.Clone(highs)
	for i, it := range p.items {
		if it.node == nil {
			continue
		}
		for _, c := range it.node.verdict.Checks {
			switch {
			case !c.Hard, c.State == spec.StateNotApplicable, c.State == spec.StateScored && c.Pass:
			case c.State == spec.StateUnscored:
				lows[i] = 0
			default:
				lows[i], highs[i] = 0, 0
			}
		}
	}
	out := make([]interval, len(lows))
	high := Walk(p.net, highs, 0)
	for i, low := range Walk(p.net, lows, 0) {
		out[i] = interval{low, high[i]}
	}
	return out
}

// choose picks the alternatives of a claim.
func (p *pass) choose(c *claim) choice {
	var ch choice
	pick := func(s side) (first []int) {
		var top [5]float64
		for i, set := range s.sets {
			items := p.net.Closure(p.low, set...)
			mean := p.mean(items)
			key := [5]float64{1, 1, mean.low, mean.high, float64(whole)}
			for _, m := range set {
				key[0], key[1], key[4] = min(key[0], p.low[m]), min(key[1], p.high[m]), min(key[4], float64(p.stage[m]))
			}
			switch order := slices.Compare(key[:], top[:]); {
			case i == 0 || order > 0:
				top, first = key, items
				ch.best = append(ch.best[:0:0], items...)
			case order == 0:
				ch.best = append(ch.best, items...)
			}
		}
		return first
	}
	ch.computational = pick(c.computational)
	best := ch.best
	ch.best = nil
	ch.visual = pick(c.visual)
	ch.best = append(ch.best, best...)
	slices.Sort(ch.best)
	ch.best = slices.Compact(ch.best)
	return ch
}

// counts reports whether an item takes part in means: nodes and edges do, but for
// data nodes. They stand for the case's own files; an empty submission would
// otherwise earn something by them.
func (p *pass) counts(i int) bool {
	it := p.items[i]
	return it.link != nil || it.node != nil && it.node.slot.Kind != spec.KindData
}

// mean is the mean score of those items that count; of none it is 0.
func (p *pass) mean(items []int) interval {
	var lows, highs []float64
	for _, i := range items {
		if p.counts(i) {
			lows, highs = append(lows, p.local[i].low), append(highs, p.local[i].high)
		}
	}
	return interval{mean(lows), mean(highs)}
}

// mean is the mean of xs, 0 of none. The sum is taken in ascending order, so that
// the order of xs does not show in its last digits.
func mean(xs []float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range slices.Sorted(slices.Values(xs)) {
		sum += x
	}
	return min(1, sum/float64(len(xs)))
}

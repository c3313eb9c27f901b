package graph

import (
	"slices"

	"github.com/assaybench/assay/spec"
)

// gauge collects metrics: a number, or nil with its bounds beside it.
type gauge struct{ bounds map[string]spec.Bounds }

func (g gauge) put(name string, iv interval) *float64 {
	if iv.low == iv.high {
		return &iv.low
	}
	g.bounds[name] = spec.Bounds{Low: iv.low, High: iv.high}
	return nil
}

// metrics are the numbers of section 8 of the design. All of them grow with every
// score, so that each is bounded by itself at both ends of all intervals.
func (p *pass) metrics() (spec.Metrics, map[string]spec.Bounds) {
	g := gauge{map[string]spec.Bounds{}}
	m := spec.Metrics{
		EC:         p.rate(g, "ec", func(c *claim) int { return c.support }),
		RGEC:       p.rate(g, "rg_ec", func(c *claim) int { return c.groundedSup }),
		Fidelity:   map[string]*float64{},
		Edges:      map[string]*float64{},
		GatedClaim: g.put("gated_claim", p.gatedClaim()),
		SoftChain:  g.put("soft_chain", p.softChain()),
	}
	if p.executed {
		m.Execution = 1
	}
	m.EC.Strict = p.strictly(p.supported, p.drawn)
	m.RGEC.Strict = p.strictly(p.groundedly, nil)
	if m.Strict = m.EC.Strict; m.Strict != nil {
		strict := *m.Strict
		m.Strict = &strict
	}
	p.means(g, m)
	return m, g.bounds
}

// rate is precision, recall and their harmonic mean over one kind of support.
//
//	precision = sum of support over matched primary claims / primary claims
//	recall    = sum of support over matched required slots / required slots
//
// Nothing over nothing is 0.
func (p *pass) rate(g gauge, name string, of func(*claim) int) spec.Rate {
	var precision, recall [2][]float64 // at the low and the high end
	for _, c := range p.claims {
		low, high := p.low[of(c)], p.high[of(c)]
		if p.matched[c.slot.ID].Primary {
			precision[0], precision[1] = append(precision[0], low), append(precision[1], high)
		}
		if c.slot.Required {
			recall[0], recall[1] = append(recall[0], low), append(recall[1], high)
		}
	}
	for _, c := range p.unmatched {
		if c.Primary {
			precision[0], precision[1] = append(precision[0], 0), append(precision[1], 0)
		}
	}
	pr := interval{mean(precision[0]), mean(precision[1])}
	re := interval{mean(recall[0]), mean(recall[1])}
	return spec.Rate{
		Precision: g.put(name+".precision", pr),
		Recall:    g.put(name+".recall", re),
		F1:        g.put(name+".f1", interval{harmonic(pr.low, re.low), harmonic(pr.high, re.high)}),
	}
}

func harmonic(a, b float64) float64 {
	if a+b == 0 {
		return 0
	}
	return min(1, 2*a*b/(a+b))
}

// strictly asks for an executed run, for every primary claim to hold, and for every
// required one to hold and to meet also. It is nil where that could not be decided.
func (p *pass) strictly(holds, also func(*claim) interval) *bool {
	iv := interval{1, 1}
	need := func(v interval) { iv = interval{min(iv.low, v.low), min(iv.high, v.high)} }
	for _, c := range p.unmatched {
		if c.Primary {
			need(interval{})
		}
	}
	for _, c := range p.claims {
		if c.slot.Required || p.matched[c.slot.ID].Primary {
			need(holds(c))
		}
		if c.slot.Required && also != nil {
			need(also(c))
		}
	}
	strict := p.executed && iv.low == 1
	if p.executed && iv.low < 1 && iv.high == 1 {
		return nil
	}
	return &strict
}

func (p *pass) supported(c *claim) interval {
	return interval{p.low[c.support], p.high[c.support]}
}

func (p *pass) groundedly(c *claim) interval {
	return interval{p.low[c.groundedSup], p.high[c.groundedSup]}
}

// drawn is 1 where a visual set is whole and all its hard constraints hold.
func (p *pass) drawn(c *claim) interval { return p.strict[c.visual.item] }

// means fills fidelity and edges: means over the nodes and edges that the required
// claims need. Alternatives of equal support and mean are all counted, so that
// neither names nor order decide.
func (p *pass) means(g gauge, m spec.Metrics) {
	var need, own []int
	for i, c := range p.claims {
		if c.slot.Required {
			need = append(need, p.chosen[i].best...)
			own = append(own, c.fidelity)
		}
	}
	slices.Sort(need)
	of := map[string][]int{string(spec.KindClaim): own}
	for _, i := range slices.Compact(need) {
		switch it := p.items[i]; {
		case it.node != nil:
			of[string(it.node.slot.Kind)] = append(of[string(it.node.slot.Kind)], i)
		case it.link.Relation == spec.TransformVisual:
			of[string(spec.ResultVisual)] = append(of[string(spec.ResultVisual)], i)
		default:
			of[string(it.link.Relation)] = append(of[string(it.link.Relation)], i)
		}
	}
	for _, k := range []spec.NodeKind{spec.KindTransform, spec.KindResult, spec.KindVisual, spec.KindClaim} {
		m.Fidelity[string(k)] = g.put("fidelity."+string(k), p.mean(of[string(k)]))
	}
	for _, r := range []spec.Relation{spec.DataTransform, spec.TransformResult, spec.ResultVisual, spec.ResultClaim, spec.VisualClaim} {
		m.Edges[string(r)] = g.put("edges."+string(r), p.mean(of[string(r)]))
	}
}

// gatedClaim is execution times the mean fidelity over the required slots.
func (p *pass) gatedClaim() interval {
	var own []int
	for _, c := range p.claims {
		if c.slot.Required {
			own = append(own, c.fidelity)
		}
	}
	return p.mean(own)
}

// softChain is execution times the mean, over the required claims, of the greatest
// mean score of the items of one computational alternative, one visual alternative
// and F. A required claim without an alternative on one side counts 0.
func (p *pass) softChain() interval {
	var lows, highs []float64
	for _, c := range p.claims {
		if !c.slot.Required {
			continue
		}
		var top interval
		for _, comp := range c.computational.sets {
			for _, vis := range c.visual.sets {
				m := p.mean(p.net.Closure(p.low, slices.Concat([]int{c.fidelity}, comp, vis)...))
				top = interval{max(top.low, m.low), max(top.high, m.high)}
			}
		}
		lows, highs = append(lows, top.low), append(highs, top.high)
	}
	return interval{mean(lows), mean(highs)}
}

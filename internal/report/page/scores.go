package page

import (
	"slices"

	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/spec"
)

// figure is one headline number.
type figure struct{ Name, Value, Hint string }

// figures are the headline numbers.
func (p *page) figures() {
	m := p.Metrics
	p.Figures = []figure{
		{"Execution", reading.Number(m.Execution), "1: the run ended well and wrote its four files"},
		{"EC precision", p.Metric(m.EC.Precision, "ec.precision"), "support of the primary claims, by both their chains"},
		{"EC recall", p.Metric(m.EC.Recall, "ec.recall"), "support of the required claims, by both their chains"},
		{"EC F1", p.Metric(m.EC.F1, "ec.f1"), "harmonic mean of precision and recall"},
		{"RG-EC F1", p.Metric(m.RGEC.F1, "rg_ec.f1"), "the same by the computational chain alone"},
	}
}

type rateRow struct{ Name, Precision, Recall, F1, Strict string }

type meanGroup struct {
	Title string
	List  []meanRow
}

type meanRow struct {
	Name, Value string
	Part        float64
	Known       bool
}

// scores fills the tables of all metrics.
func (p *page) scores() {
	m := p.Metrics
	rate := func(name, key string, r spec.Rate) rateRow {
		return rateRow{name, p.Metric(r.Precision, key+".precision"), p.Metric(r.Recall, key+".recall"), p.Metric(r.F1, key+".f1"), yesNo(r.Strict)}
	}
	p.Rates = []rateRow{rate("Evidence chain (EC)", "ec", m.EC), rate("Result-grounded (RG-EC)", "rg_ec", m.RGEC)}
	group := func(title string) { p.Means = append(p.Means, meanGroup{Title: title}) }
	mean := func(name, key string, f *float64) {
		row := meanRow{Name: name, Value: p.Metric(f, key)}
		if f != nil && *f >= 0 && *f <= 1 {
			row.Part, row.Known = *f*100, true
		}
		g := &p.Means[len(p.Means)-1]
		g.List = append(g.List, row)
	}
	group("Mean fidelity of nodes")
	for _, k := range []string{"transform", "result", "visual", "claim"} {
		if f, ok := m.Fidelity[k]; ok {
			mean(kindTitle(spec.NodeKind(k)), "fidelity."+k, f)
		}
	}
	group("Share of edges that hold")
	for _, k := range []spec.Relation{spec.DataTransform, spec.TransformResult, spec.ResultVisual, spec.ResultClaim, spec.VisualClaim} {
		if f, ok := m.Edges[string(k)]; ok {
			mean(stepRelation(k), "edges."+string(k), f)
		}
	}
	group("Over the required claims")
	mean("Gated claim", "gated_claim", m.GatedClaim)
	mean("Soft chain", "soft_chain", m.SoftChain)
	keys := make([]string, 0, len(p.Bounds))
	for k := range p.Bounds {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		b := p.Bounds[k]
		p.BoundRows = append(p.BoundRows, factRow{k, reading.Number(b.Low) + " to " + reading.Number(b.High)})
	}
}

func yesNo(b *bool) string {
	switch {
	case b == nil:
		return "undecided"
	case *b:
		return "yes"
	}
	return "no"
}

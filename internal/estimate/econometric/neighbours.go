package econometric

import (
	"cmp"
	"context"
	"slices"

	"github.com/assaybench/assay/internal/absorb"
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// neighbours appends what other models of the same panel give.
func (p panel) neighbours(ctx context.Context, a *estimate.Answer, effects string) {
	give := func(name, note string, m linear.Model, j int) {
		f, err := m.Solve()
		if err != nil {
			return
		}
		v := f.Coefficient(j, p.level)
		v.Variants, v.N = nil, spec.Value{}
		answer.Vary(a, name, note, v)
	}
	give("pooled", "of the pooled model, without fixed effects", p.constant(p.m.X, p.m.Y), p.j+1)
	means := func(column []dd.Num) []dd.Num { return p.entity.Means(column) }
	between := make([][]dd.Num, len(p.m.X))
	for k := range between {
		between[k] = means(p.m.X[k])
	}
	give("between", "of the means of the entities (between)", p.constant(between, means(p.m.Y)), p.j+1)
	if d, ok := p.differences(); ok {
		give("first-differences", "of the differences between successive rows of an entity", d, p.j)
	}
	for _, o := range []struct{ effects, name, note string }{
		{"entity", "entity-effects", "with fixed effects of the entity alone"}, {"time", "time-effects", "with fixed effects of the period alone"}, {"both", "two-way", "with fixed effects of the entity and the period"}} {
		if o.effects == effects || o.effects != "entity" && p.time.Levels == 0 {
			continue
		}
		factors := p.factors(o.effects)
		w, _, err := p.within(ctx, factors)
		if err != nil {
			continue
		}
		b := w.Fit.Coef[p.j]
		if free := len(w.Y) - len(w.X) - absorb.Rank(factors...); free > 0 {
			e, err := p.errors(w)
			if err != nil {
				continue
			}
			if se, _, err := e.of("classical", free); err == nil {
				v := estimate.Answer{Value: estimate.Number(b.Float())}
				answer.Infer(&v, b, se, dd.F(float64(free)), p.level)
				v.DF = spec.Value{}
				answer.Vary(a, o.name, o.note, v)
			}
		}
	}
}

// constant is a model of columns and a constant before them.
func (p panel) constant(columns [][]dd.Num, y []dd.Num) linear.Model {
	m := linear.Model{Y: y, Intercept: true}
	m.Add(linear.Intercept, sample.Constant(len(y)))
	for k, col := range columns {
		m.Add(p.m.Terms[k], col)
	}
	return m
}

// differences is the model of the changes from one row of an entity to its next in time;
// false where there is no time or two rows of an entity have the same.
func (p panel) differences() (linear.Model, bool) {
	if p.time.Levels == 0 {
		return linear.Model{}, false
	}
	rows := make([]int, len(p.m.Y))
	for i := range rows {
		rows[i] = i
	}
	earlier := func(a, b spec.Value) int {
		if x, ok := a.Number(); ok {
			if y, ok := b.Number(); ok {
				return cmp.Compare(x.F, y.F)
			}
		}
		return cmp.Compare(view.LabelText(a), view.LabelText(b))
	}
	slices.SortFunc(rows, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.entity.Of[a], p.entity.Of[b]), earlier(p.order[a], p.order[b]))
	})
	m := linear.Model{Terms: p.m.Terms, X: make([][]dd.Num, len(p.m.X))}
	for at := 1; at < len(rows); at++ {
		a, b := rows[at-1], rows[at]
		if p.entity.Of[a] != p.entity.Of[b] {
			continue
		}
		if p.time.Of[a] == p.time.Of[b] {
			return linear.Model{}, false
		}
		m.Y = append(m.Y, p.m.Y[b].Sub(p.m.Y[a]))
		for k := range m.X {
			m.X[k] = append(m.X[k], p.m.X[k][b].Sub(p.m.X[k][a]))
		}
	}
	return m, len(m.Y) > 0
}

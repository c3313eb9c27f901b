package cluster

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/cluster"
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/distance"
	"github.com/assaybench/assay/internal/estimate/multivariate"
	"github.com/assaybench/assay/internal/estimate/sample"
	numerics "github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/spec"
)

// trees are hierarchical clusterings.
func trees() []estimate.Estimator {
	shared := slices.Concat([]estimate.Arg{multivariate.ColumnsArg,
		{Name: "linkage", Kind: estimate.ArgText, Required: true, OneOf: cluster.Linkages(), Doc: "distance of a cluster from a union; ward.D2 is Ward's criterion"}}, distance.MetricArgs("euclidean"),
		[]estimate.Arg{{Name: "standardise", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "columns with mean 0 and standard deviation 1 (n - 1)"}})
	with := func(args ...estimate.Arg) []estimate.Arg { return append(shared[:len(shared):len(shared)], args...) }
	const source = "Lance and Williams (1967); ward.D2 and ward.D: Murtagh and Legendre (2014)"
	const formula = "the two nearest clusters are merged until one is left; centroid and median by squared distances, heights are their roots; undefined where it depends on how ties are taken"
	return []estimate.Estimator{
		{Name: "hclust_height", Summary: "the height of a merge in hierarchical clustering",
			Unit: "that of columns; 1 where standardised or the metric has none", Domain: "numbers, of one unit; two rows, as many merges as asked",
			Source: source, Formula: formula, Compute: ofTree(height),
			Args: with(estimate.Arg{Name: "merge", Kind: estimate.ArgNumber, Min: 1, Max: numerics.MaxRows, Doc: "number of the merge, from 1, the lowest; an array of all where absent"})},
		{Name: "hclust_cophenetic", Summary: "the cophenetic correlation of hierarchical clustering",
			Unit: "1", Domain: "numbers, of one unit; two rows, distances that are not all equal",
			Source:  "Sokal and Rohlf (1962)",
			Formula: "Pearson's correlation of the distances of pairs with the heights at which they come together", Args: shared, Compute: ofTree(cophenetic)},
		{Name: "hclust_labels", Summary: "the groups of hierarchical clustering",
			Unit: "label", Domain: "numbers, of one unit; two rows",
			Source: source, Formula: formula + "; names of groups mean nothing", Compute: ofTree(labels),
			Args: with(multivariate.LabelArg, estimate.Arg{Name: "k", Kind: estimate.ArgNumber, Min: 1, Max: numerics.MaxRows, Doc: "number of groups; or give height"},
				estimate.Arg{Name: "height", Kind: estimate.ArgNumber, Doc: "merges at or below it are made; or give k"})},
	}
}

// grown is a tree with what it grew from.
type grown struct {
	cluster.Tree
	multivariate.Data
	in      estimate.Input
	measure distance.Measure
	pairs   numerics.Pairs
	floor   spec.Tolerance
	others  []other
}

// neighbours is how many rows may be clustered by other rules too, to name what is not the
// answer: each costs as much as the answer itself.
const neighbours = 2000

// other is a tree by another rule.
type other struct {
	name, note string
	tree       cluster.Tree
	pairs      numerics.Pairs
}

func ofTree(f func(g grown) (estimate.Answer, error)) sample.Computer {
	return func(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
		var beside []string
		if l := in.Args.Text("label"); l != "" {
			beside = append(beside, l)
		}
		data, err := multivariate.DataOf(in, "columns", beside...)
		if err != nil {
			return estimate.Answer{}, err
		}
		g := grown{Data: data, in: in, measure: distance.MeasureOf(in)}
		if g.measure.Name == "kullbackleibler" {
			return estimate.Answer{}, estimate.BadArg("metric", "is not the same both ways; jensenshannon is")
		}
		if err := g.grow(ctx); err != nil {
			return estimate.Answer{}, multivariate.Undefined(err)
		}
		a, err := f(g)
		a.N = answer.Count(len(data.Columns[0]))
		return a, multivariate.Undefined(err)
	}
}

func (g *grown) grow(ctx context.Context) error {
	z, err := multivariate.Standardised(g.Columns)
	as, otherwise, name, note := g.Columns, z, "standardised", "with standardised columns"
	if g.in.Args.Bool("standardise") {
		if err != nil {
			return err
		}
		as, otherwise, name, note = z, g.Columns, "unstandardised", "with columns that are not standardised"
	}
	names := make([]spec.Value, len(g.Columns[0]))
	for i := range names {
		names[i] = answer.Count(i + 1)
	}
	if g.pairs, err = g.measure.Among(ctx, numerics.Rows(as), names); err != nil {
		return err
	}
	rule := g.in.Args.Text("linkage")
	if g.Tree, err = cluster.Link(ctx, g.pairs, rule); err != nil {
		return err
	}
	most := 0.0
	for _, d := range g.pairs.D {
		most = math.Max(most, d.Float())
	}
	g.floor = g.measure.Floor(g.Big, most, len(g.Columns))
	if g.in.Args.Bool("standardise") {
		g.floor = g.measure.Floor(g.Lost, most, len(g.Columns))
	}
	put := func(name, note string, p numerics.Pairs, rule string) {
		if t, err := cluster.LinkFirst(ctx, p, rule); err == nil {
			g.others = append(g.others, other{name, note, t, p})
		}
	}
	squared := g.pairs
	squared.D = multivariate.Mapped(squared.D, func(d dd.Num) dd.Num { return d.Mul(d) })
	if g.pairs.N > neighbours {
		return ctx.Err()
	}
	for _, r := range cluster.Linkages() {
		if r != rule {
			put(r, "by "+r+" linkage", g.pairs, r)
		}
	}
	put("squared-distances", "of squared distances", squared, rule)
	if otherwise != nil {
		if p, err := g.measure.Among(ctx, numerics.Rows(otherwise), names); err == nil {
			put(name, note, p, rule)
		}
	}
	return ctx.Err()
}

// whole is an error unless k is a whole number up to how many there are.
func whole(arg string, k float64, most int, what string) error {
	switch {
	case k != math.Floor(k):
		return estimate.BadArg(arg, "is %v, not a whole number", k)
	case k > float64(most):
		return estimate.Undefined("there are %d %s, not %v", most, what, k)
	}
	return nil
}

// unit of heights.
func (g grown) unit() string {
	if g.in.Args.Bool("standardise") {
		return "1"
	}
	return g.measure.Unit(g.Unit)
}

func height(g grown) (estimate.Answer, error) {
	k := g.in.Args.Number("merge")
	if err := whole("merge", k, g.N-1, "merges"); err != nil {
		return estimate.Answer{}, err
	}
	var index []spec.Value
	value := func(h []dd.Num) spec.Value {
		if k > 0 {
			return estimate.Number(h[int(k)-1].Float())
		}
		return multivariate.Numbers(h)
	}
	h, err := g.Heights()
	if err != nil {
		return estimate.Answer{}, err
	}
	if k == 0 {
		for i := range h {
			index = append(index, answer.Count(i+1))
		}
	}
	a := estimate.Answer{Value: value(h), Index: index, Unit: g.unit(), Floor: g.floor}
	for _, o := range g.others {
		if q, err := o.tree.Heights(); err == nil {
			answer.Vary(&a, o.name, "the height "+o.note, estimate.Answer{Value: value(q)})
		}
	}
	answer.Vary(&a, "squared", "the squared height", estimate.Answer{Value: value(multivariate.Mapped(h, func(d dd.Num) dd.Num { return d.Mul(d) }))})
	answer.Vary(&a, "half", "half the height, as an ultrametric tree is drawn", estimate.Answer{Value: value(multivariate.Mapped(h, func(d dd.Num) dd.Num { return d.Div(dd.F(2)) }))})
	return a, nil
}

func cophenetic(g grown) (estimate.Answer, error) {
	r, err := g.Correlation(g.pairs)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := estimate.Answer{Value: estimate.Number(r.Float()), Unit: "1", Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-12}}
	for _, o := range g.others {
		if q, err := o.tree.Correlation(o.pairs); err == nil {
			answer.VaryValue(&a, o.name, "the correlation "+o.note, q)
		}
	}
	c := g.Cophenetic()
	answer.VaryValue(&a, "spearman", "the rank correlation", multivariate.Pearson(sample.Ranks(c.D), sample.Ranks(g.pairs.D)))
	answer.VaryValue(&a, "squared", "the square of the correlation", r.Mul(r))
	return a, nil
}

func labels(g grown) (estimate.Answer, error) {
	byK := g.in.Args.Has("k")
	if byK == g.in.Args.Has("height") {
		return estimate.Answer{}, estimate.BadArg("k", "give either k or height")
	}
	k := g.in.Args.Number("k")
	if err := whole("k", k, g.N, "rows"); err != nil {
		return estimate.Answer{}, err
	}
	cut := func(t cluster.Tree) ([]int, error) {
		if byK {
			return t.Cut(int(k))
		}
		return t.CutAt(g.in.Args.Number("height"))
	}
	groups, err := cut(g.Tree)
	if err != nil {
		return estimate.Answer{}, err
	}
	index, err := g.Labels(g.in.Args.Text("label"))
	if err != nil {
		return estimate.Answer{}, err
	}
	a := named(groups, index)
	for _, o := range g.others {
		if q, err := cut(o.tree); err == nil {
			varyGroups(&a, o.name, "groups "+o.note, groups, q)
		}
	}
	if byK {
		for _, m := range []int{int(k) - 1, int(k) + 1} {
			if m < 1 || m > g.N {
				continue
			}
			if q, err := g.Cut(m); err == nil {
				varyGroups(&a, fmt.Sprintf("k-%d", m), fmt.Sprintf("the cut into %d groups", m), groups, q)
			}
		}
	}
	return a, nil
}

// named is the answer of groups, numbered from 1, whose names mean nothing.
func named(groups []int, index []spec.Value) estimate.Answer {
	return estimate.Answer{Value: numbered(groups), Index: index, UpTo: estimate.UpToNames, Unit: "1"}
}

func numbered(groups []int) spec.Value {
	v := spec.Value{Kind: spec.ValueArray}
	for _, l := range groups {
		v.Items = append(v.Items, answer.Count(l+1))
	}
	return v
}

// varyGroups adds other groups, where they are other.
func varyGroups(a *estimate.Answer, name, note string, groups, others []int) {
	if !cluster.Same(groups, others) {
		answer.Vary(a, name, note, estimate.Answer{Value: numbered(others)})
	}
}

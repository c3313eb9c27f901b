package cluster

import (
	"context"
	"fmt"

	"github.com/assaybench/assay/internal/cluster"
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/distance"
	"github.com/assaybench/assay/internal/estimate/multivariate"
	numerics "github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/spec"
)

// criteria tell how well groups are apart.
func criteria() []estimate.Estimator {
	given := []estimate.Arg{multivariate.ColumnsArg, clusterArg}
	return []estimate.Estimator{
		{Name: "silhouette", Summary: "the mean silhouette width",
			Unit: "1", Domain: "numbers; from 2 groups to one less than rows",
			Source: "Rousseeuw (1987)", Compute: ofParts(silhouette),
			Formula: "mean of (b - a)/max(a, b): a mean distance from the others of the group, b the least mean distance from another group; 0 for a row alone in its group",
			Args: append(append(given[:2:2], estimate.Arg{Name: "give", Kind: estimate.ArgText, Default: spec.TextValue("mean"), OneOf: []string{"mean", "groups", "rows"}, Doc: "the mean of all rows, of each group, or each row"}, multivariate.LabelArg),
				distance.MetricArgs("euclidean")...)},
		{Name: "calinski_harabasz", Summary: "the index of Calinski and Harabasz",
			Unit: "1", Domain: "numbers; from 2 groups to one less than rows, spread within groups",
			Source: "Calinski and Harabasz (1974)", Formula: "(between/(k - 1)) / (within/(n - k)), sums of squares", Args: given, Compute: ofParts(calinskiHarabasz)},
		{Name: "davies_bouldin", Summary: "the index of Davies and Bouldin",
			Unit: "1", Domain: "numbers; two groups or more with different centroids",
			Source: "Davies and Bouldin (1979)", Formula: "mean over groups of the largest (s + t)/d with another group; s and t mean distances from the centroids, d the distance of these", Args: given, Compute: ofParts(daviesBouldin)},
	}
}

func silhouette(ctx context.Context, p parted) (estimate.Answer, error) {
	m := distance.MeasureOf(p.in)
	if m.Name == "kullbackleibler" {
		return estimate.Answer{}, estimate.BadArg("metric", "is not the same both ways; jensenshannon is")
	}
	rows, err := p.Data.Labels(p.in.Args.Text("label"))
	if err != nil {
		return estimate.Answer{}, err
	}
	pairs, err := m.Among(ctx, p.rows, rows)
	if err != nil {
		return estimate.Answer{}, err
	}
	widths, err := cluster.Silhouettes(pairs, p.Parts.Labels)
	if err != nil {
		return estimate.Answer{}, err
	}
	give := p.in.Args.Text("give")
	value := func(widths []dd.Num) spec.Value {
		switch give {
		case "rows":
			return multivariate.Numbers(widths)
		case "groups":
			return multivariate.Numbers(p.averages(widths))
		}
		return estimate.Number(average(widths).Float())
	}
	a := estimate.Answer{Value: value(widths), Unit: "1", Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-11}}
	switch give {
	case "rows":
		a.What, a.Index = "the silhouette widths of rows", rows
	case "groups":
		a.What, a.Index = "the mean silhouette widths of groups", p.names
	default:
		answer.VaryValue(&a, "mean-of-groups", "the mean of the means of groups, not of all rows", average(p.averages(widths)))
		if kept := p.accompanied(widths); len(kept) < len(widths) && len(kept) > 0 {
			answer.VaryValue(&a, "without-singles", "the mean of the rows that are not alone in their group", average(kept))
		}
	}
	vary := func(name, note string, q numerics.Pairs) {
		if w, err := cluster.Silhouettes(q, p.Parts.Labels); err == nil {
			answer.Vary(&a, name, note, estimate.Answer{Value: value(w)})
		}
	}
	squared := numerics.Pairs{N: pairs.N, D: multivariate.Mapped(pairs.D, func(d dd.Num) dd.Num { return d.Mul(d) })}
	vary("squared-distances", "the width by squared distances", squared)
	for _, other := range []string{"euclidean", "manhattan", "cosine"} {
		if o := m; other != m.Name {
			o.Name = other
			if q, err := o.Among(ctx, p.rows, rows); err == nil {
				vary(other, "the width by the "+other+" distance", q)
			}
		}
	}
	answer.Vary(&a, "simplified", "the simplified width, by distances from centroids", estimate.Answer{Value: value(p.simplified())})
	if z, err := multivariate.Standardised(p.Columns); err == nil {
		if q, err := m.Among(ctx, transposed(z), rows); err == nil {
			vary("standardised", "the width in standardised columns", q)
		}
	}
	return a, ctx.Err()
}

func average(xs []dd.Num) dd.Num { return dd.Sum(xs).Div(dd.F(float64(len(xs)))) }

// averages of the groups.
func (p parted) averages(widths []dd.Num) []dd.Num {
	out := make([]dd.Num, len(p.names))
	for i, l := range p.Parts.Labels {
		out[l] = out[l].Add(widths[i])
	}
	for g := range out {
		out[g] = out[g].Div(dd.F(float64(p.Sizes[g])))
	}
	return out
}

// accompanied are the widths of rows that are not alone in their group.
func (p parted) accompanied(widths []dd.Num) (out []dd.Num) {
	for i, l := range p.Parts.Labels {
		if p.Sizes[l] > 1 {
			out = append(out, widths[i])
		}
	}
	return out
}

// simplified widths have distances from centroids for mean distances.
func (p parted) simplified() []dd.Num {
	euclidean := numerics.Metric{Name: "euclidean"}
	out := make([]dd.Num, len(p.rows))
	for i, row := range p.rows {
		var a, b dd.Num
		first := true
		for g, c := range p.Centroids {
			d, err := euclidean.Distance(row, c)
			if err != nil {
				continue
			}
			switch {
			case g == p.Parts.Labels[i]:
				a = d
			case first || d.Cmp(b) < 0:
				b, first = d, false
			}
		}
		most := a
		if b.Cmp(a) > 0 {
			most = b
		}
		if most.Sign() > 0 {
			out[i] = b.Sub(a).Div(most)
		}
	}
	return out
}

func calinskiHarabasz(_ context.Context, p parted) (estimate.Answer, error) {
	x, err := p.CalinskiHarabasz()
	if err != nil {
		return estimate.Answer{}, err
	}
	within := p.Inertia()
	if !(within.Float() > 1e-24*p.Total.Float()) {
		return estimate.Answer{}, fmt.Errorf("no row differs from the centroid of its group but for rounding")
	}
	n, k := float64(len(p.rows)), float64(len(p.names))
	a := estimate.Answer{Value: estimate.Number(x.Float()), Unit: "1", Floor: spec.Tolerance{Rel: 1e-9}}
	a.Floor.Rel += sumFloor(p.Data, 1).Abs * p.Total.Div(within).Float()
	ratio := p.Between.Div(within)
	answer.VaryValue(&a, "no-df", "between over within, not divided by degrees of freedom", ratio)
	answer.VaryValue(&a, "total", "with the total sum of squares in place of that between", p.Total.Div(within).Mul(dd.F((n-k)/(k-1))))
	answer.VaryValue(&a, "n-1", "with n - 1 in place of n - k", ratio.Mul(dd.F((n-1)/(k-1))))
	answer.VaryValue(&a, "k", "with k in place of k - 1", ratio.Mul(dd.F((n-k)/k)))
	return a, nil
}

func daviesBouldin(_ context.Context, p parted) (estimate.Answer, error) {
	x, err := p.DaviesBouldin(false)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := estimate.Answer{Value: estimate.Number(x.Float()), Unit: "1", Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-12}}
	a.Floor.Rel += sumFloor(p.Data, 1).Abs * 16
	if y, err := p.DaviesBouldin(true); err == nil {
		answer.VaryValue(&a, "root-mean-square", "with root mean squared distances from the centroids", y)
	}
	answer.VaryValue(&a, "inverse", "the inverse", dd.F(1).Div(x))
	return a, nil
}

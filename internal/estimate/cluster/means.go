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
	"github.com/assaybench/assay/internal/estimate/multivariate"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

var clusterArg = estimate.Arg{Name: "cluster", Kind: estimate.ArgFactor, Required: true, Doc: "column that holds the groups; rows that lack it are left out"}

// means are k-means, of given groups and by search.
func means() []estimate.Estimator {
	given := []estimate.Arg{multivariate.ColumnsArg, clusterArg}
	k := estimate.Arg{Name: "k", Kind: estimate.ArgNumber, Required: true, Min: 1, Max: 1e4, Doc: "number of groups"}
	const source = "MacQueen (1967), Lloyd (1982)"
	const search = "; the least of up to 60 starts by k-means++ with Lloyd's rounds and moves of single rows"
	return []estimate.Estimator{
		{Name: "kmeans_inertia", Summary: "the sum of squares within groups",
			Unit: "that of columns squared; 1 for shares", Domain: "numbers; one complete row",
			Source: source, Formula: "within: Σ|x - centroid of its group|²; between: Σ n_g|centroid - mean|²; total: both; explained: between / total", Compute: ofParts(inertia),
			Args: append(given[:2:2], estimate.Arg{Name: "give", Kind: estimate.ArgText, Default: spec.TextValue("within"), OneOf: []string{"within", "between", "total", "explained"}, Doc: "which sum of squares"})},
		{Name: "kmeans_centroids", Summary: "the centroids of groups",
			Unit: "that of columns", Domain: "numbers; one complete row", Source: "MacQueen (1967)",
			Formula: "the mean of each column in each group, as a table", Args: given, Compute: ofParts(centroids)},
		{Name: "kmeans_misplaced", Summary: "the number of rows that are nearer to the centroid of another group",
			Unit: "1", Domain: "numbers; one complete row",
			Source: source, Formula: "0 where the groups are a local optimum of k-means", Args: given, Compute: ofParts(misplaced)},
		{Name: "kmeans_excess", Summary: "the sum of squares within groups beyond the least that is known, as a part of it",
			Unit: "1", Domain: "numbers; as many different rows as groups, a least sum of squares above 0",
			Source: source, Formula: "within / least within as many groups - 1" + search, Args: given, Compute: ofParts(excess)},
		{Name: "kmeans_best", Summary: "the least sum of squares within k groups",
			Unit: "that of columns squared", Domain: "numbers, of one unit; as many different rows as groups",
			Source: source, Formula: "min Σ|x - centroid of its group|²" + search, Args: []estimate.Arg{multivariate.ColumnsArg, k}, Compute: bestInertia},
		{Name: "kmeans_labels", Summary: "the groups of k-means",
			Unit: "label", Domain: "numbers, of one unit; as many different rows as groups, and one best partition",
			Source: source, Formula: "those of the least sum of squares within groups" + search + "; names of groups mean nothing; undefined where others cost as much",
			Args: []estimate.Arg{multivariate.ColumnsArg, k, multivariate.LabelArg}, Compute: bestLabels},
	}
}

// parted are rows in the groups of a column.
type parted struct {
	cluster.Parts
	multivariate.Data
	names []spec.Value // of the groups, sorted
	rows  [][]dd.Num
	in    estimate.Input
}

// partsOf are the complete rows by the groups of the argument cluster.
func partsOf(in estimate.Input) (p parted, err error) {
	column := in.Args.Text("cluster")
	p.in = in
	if p.Data, err = multivariate.DataOf(in, "columns", column); err != nil {
		return p, err
	}
	groups, err := p.View.Split(column)
	if err != nil {
		return p, multivariate.Undefined(err)
	}
	at := map[string]int{}
	for g, part := range groups {
		p.names = append(p.names, part.Label)
		at[view.LabelText(part.Label)] = g
	}
	labels := make([]int, len(p.Columns[0]))
	for i := range labels {
		labels[i] = at[view.LabelText(view.Label(p.View.Column(column), i))]
	}
	p.rows = p.Rows()
	p.Parts, err = cluster.Part(p.rows, labels)
	return p, multivariate.Undefined(err)
}

func ofParts(f func(ctx context.Context, p parted) (estimate.Answer, error)) sample.Computer {
	return func(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
		p, err := partsOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		a, err := f(ctx, p)
		if a.N.Missing() {
			a.N = answer.Count(len(p.rows))
		}
		return a, multivariate.Undefined(err)
	}
}

// sumFloor is the tolerance of a sum of squares: what the data lose where their means are large.
func sumFloor(d multivariate.Data, total float64) spec.Tolerance {
	abs := sample.Eps * (64 + 16*d.Lost) * total
	if math.IsNaN(abs) || math.IsInf(abs, 0) {
		abs = 0
	}
	return spec.Tolerance{Rel: 1e-9, Abs: abs}
}

func inertia(_ context.Context, p parted) (estimate.Answer, error) {
	if p.Total.Sign() == 0 {
		return estimate.Answer{}, fmt.Errorf("no row differs from another")
	}
	within := p.Inertia()
	values := []struct {
		name, note string
		x          dd.Num
	}{{"within", "the sum of squares within groups", within}, {"between", "the sum of squares between groups", p.Between}, {"total", "the total sum of squares", p.Total},
		{"explained", "the part of the total sum of squares that is between groups", p.Between.Div(p.Total)}}
	give := p.in.Args.Text("give")
	a := estimate.Answer{Unit: answer.Power(p.Unit, 2), Floor: sumFloor(p.Data, p.Total.Float())}
	var x dd.Num
	for _, v := range values {
		if v.name == give {
			x = v.x
			a.What, a.Value = v.note, estimate.Number(x.Float())
		} else {
			answer.VaryValue(&a, v.name, v.note, v.x)
		}
	}
	n := dd.F(float64(len(p.rows)))
	if give == "explained" {
		a.Unit, a.Floor = "1", sumFloor(p.Data, 1)
		answer.VaryValue(&a, "percent", "the part in percent, not as a fraction", x.Mul(dd.F(100)))
		return a, nil
	}
	answer.VaryValue(&a, "mean", "the sum divided by the number of rows", x.Div(n))
	answer.VaryValue(&a, "root", "the root of the sum", x.Sqrt())
	if give == "within" {
		var distances dd.Num
		for i, row := range p.rows {
			var s dd.Num
			for j, v := range row {
				e := v.Sub(p.Centroids[p.Parts.Labels[i]][j])
				s = s.Add(e.Mul(e))
			}
			distances = distances.Add(s.Sqrt())
		}
		answer.VaryValue(&a, "distances", "the sum of distances, not of their squares", distances)
		if z, err := multivariate.Standardised(p.Columns); err == nil {
			if q, err := cluster.Part(transposed(z), p.Parts.Labels); err == nil {
				answer.VaryValue(&a, "standardised", "the sum in standardised columns", q.Inertia())
			}
		}
	}
	return a, nil
}

func transposed(columns [][]dd.Num) [][]dd.Num {
	return multivariate.Data{Columns: columns}.Rows()
}

func centroids(_ context.Context, p parted) (estimate.Answer, error) {
	key := p.in.Args.Text("cluster")
	cells, medians := make([][]dd.Num, len(p.Columns)), make([][]dd.Num, len(p.Columns))
	sizes := spec.Value{Kind: spec.ValueArray}
	floor := spec.Tolerance{Rel: 1e-9}
	for j, c := range p.Columns {
		floor.Abs = math.Max(floor.Abs, sample.New(c).Noise())
		for g := range p.names {
			var of []dd.Num
			for i, l := range p.Parts.Labels {
				if l == g {
					of = append(of, c[i])
				}
			}
			cells[j], medians[j] = append(cells[j], p.Centroids[g][j]), append(medians[j], sample.New(of).Median())
		}
	}
	for _, n := range p.Sizes {
		sizes.Items = append(sizes.Items, answer.Count(n))
	}
	a := estimate.Answer{Value: multivariate.Table(key, p.names, p.Names, cells...), Keys: []string{key}, Index: p.names, N: sizes, Unit: p.Unit, Floor: floor}
	answer.Vary(&a, "medians", "the medians, not the means", estimate.Answer{Value: multivariate.Table(key, p.names, p.Names, medians...)})
	return a, nil
}

func misplaced(_ context.Context, p parted) (estimate.Answer, error) {
	n := p.Misplaced()
	a := estimate.Answer{Value: answer.Count(n), Unit: "1"}
	answer.VaryValue(&a, "share", "the share of rows, not their number", dd.F(float64(n)).Div(dd.F(float64(len(p.rows)))))
	return a, nil
}

// searched is what the search found.
func searched(ctx context.Context, rows [][]dd.Num, k int) (labels []int, within dd.Num, rival float64, err error) {
	if labels, rival, err = cluster.Best(ctx, rows, k); err != nil {
		return nil, within, 0, multivariate.Undefined(err)
	}
	parts, err := cluster.Part(rows, labels)
	if err != nil {
		return nil, within, 0, multivariate.Undefined(err)
	}
	return labels, parts.Inertia(), rival, nil
}

func excess(ctx context.Context, p parted) (estimate.Answer, error) {
	_, least, _, err := searched(ctx, p.rows, len(p.names))
	if err != nil {
		return estimate.Answer{}, err
	}
	if !(least.Float() > 1e-24*p.Total.Float()) {
		return estimate.Answer{}, fmt.Errorf("the least sum of squares within %d groups is 0", len(p.names))
	}
	within := p.Inertia()
	if within.Cmp(least) < 0 { // the groups are better than all that the search found
		least = within
	}
	a := estimate.Answer{Value: estimate.Number(within.Sub(least).Div(least).Float()), Unit: "1", Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-9}}
	answer.VaryValue(&a, "ratio", "the ratio, 1 not taken off", within.Div(least))
	return a, nil
}

// soughtOf are the rows and the number of groups that are sought.
func soughtOf(in estimate.Input, beside ...string) (d multivariate.Data, k int, err error) {
	if d, err = multivariate.DataOf(in, "columns", beside...); err != nil {
		return d, 0, err
	}
	if k = int(in.Args.Number("k")); float64(k) != in.Args.Number("k") {
		return d, 0, estimate.BadArg("k", "is %v, not a whole number", in.Args.Number("k"))
	}
	return d, k, nil
}

func bestInertia(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	d, k, err := soughtOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	rows := d.Rows()
	_, least, rival, err := searched(ctx, rows, k)
	if err != nil {
		return estimate.Answer{}, err
	}
	one, err := cluster.Part(rows, make([]int, len(rows)))
	if err != nil {
		return estimate.Answer{}, multivariate.Undefined(err)
	}
	a := estimate.Answer{Value: estimate.Number(least.Float()), N: answer.Count(len(rows)), Unit: answer.Power(d.Unit, 2), Floor: sumFloor(d, one.Total.Float())}
	answer.VaryValue(&a, "mean", "the sum divided by the number of rows", least.Div(dd.F(float64(len(rows)))))
	if rival > 1e-9 && !math.IsInf(rival, 0) {
		answer.VaryValue(&a, "local-optimum", "a local optimum, the next best after the least", least.Mul(dd.F(1+rival)))
	}
	for _, m := range []int{k - 1, k + 1} {
		if m < 1 {
			continue
		}
		if _, x, _, err := searched(ctx, rows, m); err == nil {
			answer.VaryValue(&a, fmt.Sprintf("k-%d", m), fmt.Sprintf("the least sum within %d groups", m), x)
		}
	}
	if z, err := multivariate.Standardised(d.Columns); err == nil {
		if _, x, _, err := searched(ctx, transposed(z), k); err == nil {
			answer.VaryValue(&a, "standardised", "the least sum in standardised columns", x)
		}
	}
	return a, ctx.Err()
}

func bestLabels(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	label := in.Args.Text("label")
	d, k, err := soughtOf(in, slices.DeleteFunc([]string{label}, func(s string) bool { return s == "" })...)
	if err != nil {
		return estimate.Answer{}, err
	}
	index, err := d.Labels(label)
	if err != nil {
		return estimate.Answer{}, err
	}
	rows := d.Rows()
	groups, _, rival, err := searched(ctx, rows, k)
	if err != nil {
		return estimate.Answer{}, err
	}
	if rival < 1e-9 {
		return estimate.Answer{}, estimate.Undefined("other groups have the same sum of squares (to %.0e of it)", math.Max(rival, 1e-16))
	}
	a := named(groups, index)
	a.N = answer.Count(len(rows))
	if z, err := multivariate.Standardised(d.Columns); err == nil {
		if q, _, _, err := searched(ctx, transposed(z), k); err == nil {
			varyGroups(&a, "standardised", "the groups of standardised columns", groups, q)
		}
	}
	for _, m := range []int{k - 1, k + 1} {
		if m < 1 {
			continue
		}
		if q, _, _, err := searched(ctx, rows, m); err == nil {
			varyGroups(&a, fmt.Sprintf("k-%d", m), fmt.Sprintf("the parting into %d groups", m), groups, q)
		}
	}
	return a, ctx.Err()
}

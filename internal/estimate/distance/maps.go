package distance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/multivariate"
	numerics "github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// maps are classical multidimensional scalings.
func maps() []estimate.Estimator {
	return []estimate.Estimator{{Name: "mds", Summary: "the coordinates of rows by classical multidimensional scaling",
		Unit: "as the metric has it: that of columns, or 1", Domain: "numbers, of one unit; from 2 to 300 rows, distances not all 0, an eigenvalue above 0 of its own",
		Source:  "Torgerson (1952), Gower (1966)",
		Formula: "eigenvectors of -J D² J/2, J taking off means, times the roots of the eigenvalues; the sign means nothing", Compute: scaled,
		Args: slices.Concat([]estimate.Arg{multivariate.ColumnsArg, multivariate.LabelArg,
			{Name: "component", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 1, Max: 1e6, Doc: "number of the dimension, from 1"},
			{Name: "components", Kind: estimate.ArgNumber, Min: 1, Max: 1e6, Doc: "how many dimensions, as a table with the columns D1, D2 …; an array of one where absent"}}, givenArgs())}}
}

// given is the metric of rows whose columns are the distances themselves.
const given = "given"

func givenArgs() []estimate.Arg {
	out := MetricArgs("euclidean")
	out[0].OneOf = append(slices.Clone(out[0].OneOf), given)
	out[0].Doc += "; given: the columns are the distances to the rows, in the same order"
	return out
}

// between are the distances that the columns hold, one for each row.
func between(columns [][]dd.Num, labels []spec.Value) (numerics.Pairs, error) {
	n := len(labels)
	p := numerics.Pairs{N: n, D: make([]dd.Num, n*(n-1)/2)}
	if len(columns) != n {
		return p, estimate.Undefined("distances are as many columns as rows, not %d columns of %d complete rows", len(columns), n)
	}
	for i := range n {
		for j := range i {
			d := columns[i][j]
			if d.Cmp(columns[j][i]) != 0 || d.Sign() < 0 {
				return p, estimate.Undefined("the distances of %s and %s are %v and %v; both ways they are the same, and not negative", view.LabelText(labels[i]), view.LabelText(labels[j]), d.Float(), columns[j][i].Float())
			}
			p.Set(i, j, d)
		}
		if columns[i][i].Sign() != 0 {
			return p, estimate.Undefined("the distance of %s to itself is %v, not 0", view.LabelText(labels[i]), columns[i][i].Float())
		}
	}
	return p, nil
}

func scaled(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	label := in.Args.Text("label")
	data, err := multivariate.DataOf(in, "columns", some(label)...)
	if err != nil {
		return estimate.Answer{}, err
	}
	labels, err := data.Labels(label)
	if err != nil {
		return estimate.Answer{}, err
	}
	first, last := int(in.Args.Number("component"))-1, int(in.Args.Number("component"))
	m := MeasureOf(in)
	switch {
	case m.Name == "kullbackleibler":
		return estimate.Answer{}, estimate.BadArg("metric", "is not the same both ways; jensenshannon is")
	case in.Args.Number("component") != math.Floor(in.Args.Number("component")):
		return estimate.Answer{}, estimate.BadArg("component", "is %v, not a whole number", in.Args.Number("component"))
	case in.Args.Number("components") != math.Floor(in.Args.Number("components")):
		return estimate.Answer{}, estimate.BadArg("components", "is %v, not a whole number", in.Args.Number("components"))
	case in.Args.Has("components"):
		first, last = 0, int(in.Args.Number("components"))
	}
	drawn := func(columns [][]dd.Num) (spec.Value, numerics.Map, error) {
		p, err := between(columns, labels)
		if m.Name != given {
			p, err = m.Among(ctx, numerics.Rows(columns), labels)
		}
		if err != nil {
			return spec.Value{}, numerics.Map{}, err
		}
		s, err := numerics.Scaling(ctx, p)
		if err != nil {
			return spec.Value{}, s, err
		}
		var names []string
		var cells [][]dd.Num
		for k := first; k < last; k++ {
			c, err := s.Coordinates(k)
			if err != nil {
				return spec.Value{}, s, err
			}
			names, cells = append(names, fmt.Sprintf("D%d", k+1)), append(cells, c)
		}
		if in.Args.Has("components") {
			return multivariate.Table(key(label), labels, names, cells...), s, nil
		}
		return multivariate.Numbers(cells[0]), s, nil
	}
	v, s, err := drawn(data.Columns)
	if err != nil {
		return estimate.Answer{}, multivariate.Undefined(err)
	}
	gap := 1.0
	for k := first; k < last; k++ {
		gap = math.Min(gap, s.Gap(k))
	}
	size := s.Values[0].Sqrt().Float()
	a := estimate.Answer{Value: v, Index: labels, UpTo: estimate.UpToSign, N: answer.Count(len(labels)), Unit: m.Unit(data.Unit),
		Floor: spec.Tolerance{Rel: 1e-9, Abs: size * math.Min(1e-4, 1e-11+1e-13*(1+data.Lost)/gap)}}
	if in.Args.Has("components") {
		a.Keys = []string{key(label)}
	}
	if !in.Args.Has("components") {
		if c, err := s.Coordinates(first); err == nil {
			root := s.Values[first].Sqrt()
			answer.Vary(&a, "unit", "the eigenvector, not multiplied by the root of its eigenvalue", estimate.Answer{Value: multivariate.Numbers(multivariate.Mapped(c, func(x dd.Num) dd.Num { return x.Div(root) }))})
		}
		for _, k := range []int{first - 1, first + 1} {
			if k < 0 {
				continue
			}
			if c, err := s.Coordinates(k); err == nil {
				answer.Vary(&a, fmt.Sprintf("component-%d", k+1), fmt.Sprintf("the coordinates along dimension %d", k+1), estimate.Answer{Value: multivariate.Numbers(c)})
			}
		}
	}
	if m.Name == given {
		a.Unit = data.Unit
		return a, ctx.Err()
	}
	if z, err := multivariate.Standardised(data.Columns); err == nil {
		if v, _, err := drawn(z); err == nil {
			answer.Vary(&a, "standardised", "of distances in standardised columns", estimate.Answer{Value: v})
		}
	}
	return a, ctx.Err()
}

package multivariate

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/spec"
)

// canonicals are correlations of two sets of columns.
func canonicals() []estimate.Estimator {
	set := func(name string) estimate.Arg {
		return estimate.Arg{Name: name, Kind: estimate.ArgColumns, Required: true, Doc: "columns of one set; rows that lack any column are left out"}
	}
	return []estimate.Estimator{{Name: "canonical_correlation", Summary: "the canonical correlation of two sets of columns",
		Unit: "1", Domain: "numbers; more rows than columns, no dependent columns within a set",
		Source:  "Hotelling (1936); by orthonormal bases, Björck and Golub (1973)",
		Formula: "singular values of Q'R, Q and R orthonormal bases of the centred sets", Compute: canonical,
		Args: []estimate.Arg{set("x"), set("y"), {Name: "component", Kind: estimate.ArgNumber, Min: 1, Max: 1e6, Doc: "number of the correlation, from 1, the largest; an array of all where absent"}}}}
}

func canonical(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	x, err := DataOf(in, "x", in.Args.Texts("y")...)
	if err != nil {
		return estimate.Answer{}, err
	}
	y, err := DataOf(in, "y", in.Args.Texts("x")...)
	if err != nil {
		return estimate.Answer{}, err
	}
	values, err := multivariate.Canonical(ctx, x.Columns, y.Columns)
	if err != nil {
		return estimate.Answer{}, Undefined(err)
	}
	k := in.Args.Number("component")
	switch {
	case k != math.Floor(k):
		return estimate.Answer{}, estimate.BadArg("component", "is %v, not a whole number", k)
	case int(k) > len(values):
		return estimate.Answer{}, estimate.Undefined("there are %d canonical correlations, not %v", len(values), k)
	}
	value := func(xs []dd.Num) spec.Value {
		if k > 0 {
			return estimate.Number(xs[int(k)-1].Float())
		}
		return Numbers(xs)
	}
	a := estimate.Answer{Value: value(values), N: answer.Count(len(x.Columns[0])), Unit: "1", Floor: spec.Tolerance{Rel: 1e-8, Abs: 1e-10 + 1e3*sample.Eps*math.Max(x.Lost, y.Lost)}}
	if k == 0 {
		for i := range values {
			a.Index = append(a.Index, answer.Count(i+1))
		}
	}
	answer.Vary(&a, "squared", "the squared correlation (eigenvalue)", estimate.Answer{Value: value(Mapped(values, func(r dd.Num) dd.Num { return r.Mul(r) }))})
	largest := make([]dd.Num, len(values))
	for _, u := range x.Columns {
		for _, v := range y.Columns {
			if r := Pearson(u, v).Abs(); r.Cmp(largest[0]) > 0 {
				largest[0] = r
			}
		}
	}
	if k == 1 {
		answer.VaryValue(&a, "pairwise", "the largest correlation of one column with one", largest[0])
	}
	var wilks, trace dd.Num
	wilks = dd.F(1)
	for _, r := range values {
		wilks, trace = wilks.Mul(dd.F(1).Sub(r.Mul(r))), trace.Add(r.Mul(r))
	}
	if k > 0 {
		answer.VaryValue(&a, "wilks", "Wilks' lambda", wilks)
		answer.VaryValue(&a, "pillai", "Pillai's trace", trace)
	}
	return a, nil
}

package sample

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// GroupArg is the factor that holds the groups.
var GroupArg = estimate.Arg{Name: "group", Kind: estimate.ArgFactor, Required: true, Doc: "column that holds the groups"}

// TwoArgs are the arguments of a comparison of two groups.
var TwoArgs = []estimate.Arg{ValueArg, GroupArg,
	{Name: "first", Kind: estimate.ArgLabel, Required: true, Doc: "group that comes first: a difference is first minus second"},
	{Name: "second", Kind: estimate.ArgLabel, Required: true, Doc: "group that comes second"}}

// Groups are the samples of the groups of a factor. A group without values is none.
type Groups struct {
	Labels []spec.Value
	Each   []Sample
	All    Sample
	Unit   string
}

func groupedOf(in estimate.Input) (Groups, error) {
	value := in.Args.Text("value")
	g := Groups{Unit: UnitOf(in, value)}
	parts, err := Valued(in.View, value).Split(in.Args.Text("group"))
	if err != nil {
		return g, estimate.Undefined("%v", err)
	}
	var all []dd.Num
	for _, p := range parts {
		cols, err := p.View.Numbers(value)
		if err != nil {
			return g, err
		}
		g.Labels, g.Each = append(g.Labels, p.Label), append(g.Each, New(cols[0]))
		all = append(all, cols[0]...)
	}
	if len(g.Each) < 2 {
		return g, estimate.Undefined("it needs two groups with values, there are %d", len(g.Each))
	}
	g.All = New(all)
	return g, nil
}

// Sizes are the numbers of values of the groups.
func (g Groups) Sizes() spec.Value {
	n := make([]float64, len(g.Each))
	for i, s := range g.Each {
		n[i] = float64(s.M.N)
	}
	return spec.ArrayValue(n)
}

// AtLeast is an error unless each group has n values.
func (g Groups) AtLeast(n int) error {
	for i, s := range g.Each {
		if s.M.N < n {
			return estimate.Undefined("group %s has %d of the %d values that it needs", view.LabelText(g.Labels[i]), s.M.N, n)
		}
	}
	return nil
}

// Floor is the tolerance of a statistic that compares spreads.
func (g Groups) Floor() spec.Tolerance {
	f := answer.TestFloor
	for _, s := range g.Each {
		f.Rel = math.Max(f.Rel, 2*s.SpreadFloor().Rel)
	}
	return f
}

// Computer is what an estimator computes by.
type Computer = func(context.Context, estimate.Input) (estimate.Answer, error)

// OfGroups makes an estimator of a function of the samples of groups.
func OfGroups(f func(g Groups, in estimate.Input) (estimate.Answer, error)) Computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		g, err := groupedOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		return f(g, in)
	}
}

// OfPair makes an estimator of a function of two samples.
func OfPair(f func(p Pair, in estimate.Input) (estimate.Answer, error)) Computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		p, err := PairOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		return f(p, in)
	}
}

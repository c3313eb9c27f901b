package builtin

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// testFloor is the tolerance of closed forms, which independent programs reach with
// room to spare (5e-14 at worst over the classical tests).
var testFloor = spec.Tolerance{Rel: 1e-9, Abs: 1e-12}

// tested is the answer of a test whose value is its statistic.
func tested(statistic float64, df spec.Value, p float64, n spec.Value) estimate.Answer {
	x := estimate.Number(statistic)
	return estimate.Answer{Value: x, Statistic: x, DF: df, PValue: estimate.Number(p), N: n, Unit: "1", Floor: testFloor}
}

// df2 are the degrees of freedom of an F.
func df2(a, b float64) spec.Value { return spec.ArrayValue([]float64{a, b}) }

// varyP appends a variant that has another p-value.
func varyP(a *estimate.Answer, name, note string, p float64) {
	if v := estimate.Number(p); !v.Missing() {
		vary(a, name, note, estimate.Answer{PValue: v})
	}
}

// varyTest appends a variant with another statistic as value, and its p-value.
func varyTest(a *estimate.Answer, name, note string, statistic, p float64) {
	if x := estimate.Number(statistic); !x.Missing() {
		vary(a, name, note, estimate.Answer{Value: x, Statistic: x, PValue: estimate.Number(p)})
	}
}

// normalTest is the two-sided p-value of a standard normal z.
func normalTest(z float64) float64 { return math.Min(1, 2*tail.Normal(math.Abs(z))) }

// vary196 appends the interval that puts 1.96 in place of the normal quantile; ends gives
// the interval for a number of standard errors.
func vary196(a *estimate.Answer, level float64, ends func(z float64) estimate.Interval) {
	if level == 0.95 {
		varyInterval(a, "1.96-interval", "the interval with 1.96 in place of the normal quantile 1.959964", level, ends(1.96))
	}
}

// wide gives intervals centre ± z se.
func wide(centre, se dd.Num) func(z float64) estimate.Interval {
	return func(z float64) estimate.Interval {
		return around(centre, se, func(float64) float64 { return z })
	}
}

// twice is the two-sided p-value of a test with two tails.
func twice(lower, upper float64) float64 { return math.Min(1, 2*math.Min(lower, upper)) }

var groupArg = estimate.Arg{Name: "group", Kind: estimate.ArgFactor, Required: true, Doc: "column that holds the groups"}

var twoArgs = []estimate.Arg{valueArg, groupArg,
	{Name: "first", Kind: estimate.ArgLabel, Required: true, Doc: "group that comes first: a difference is first minus second"},
	{Name: "second", Kind: estimate.ArgLabel, Required: true, Doc: "group that comes second"}}

// grouped are the samples of the groups of a factor. A group without values is none.
type grouped struct {
	labels []spec.Value
	each   []sample
	all    sample
	unit   string
}

func groupedOf(in estimate.Input) (grouped, error) {
	value := in.Args.Text("value")
	g := grouped{unit: unitOf(in, value)}
	parts, err := valued(in.View, value).Split(in.Args.Text("group"))
	if err != nil {
		return g, estimate.Undefined("%v", err)
	}
	var all []dd.Num
	for _, p := range parts {
		cols, err := p.View.Numbers(value)
		if err != nil {
			return g, err
		}
		g.labels, g.each = append(g.labels, p.Label), append(g.each, newSample(cols[0]))
		all = append(all, cols[0]...)
	}
	if len(g.each) < 2 {
		return g, estimate.Undefined("it needs two groups with values, there are %d", len(g.each))
	}
	g.all = newSample(all)
	return g, nil
}

// valued is the view of the rows in which the columns have a value.
func valued(v *view.View, columns ...string) *view.View {
	cs := make([]*spec.Column, len(columns))
	for i, name := range columns {
		cs[i] = v.Column(name)
	}
	return v.Keep(func(row int) bool {
		for _, c := range cs {
			if c.IsMissing(row) {
				return false
			}
		}
		return true
	})
}

func (g grouped) sizes() spec.Value {
	n := make([]float64, len(g.each))
	for i, s := range g.each {
		n[i] = float64(s.m.N)
	}
	return spec.ArrayValue(n)
}

// atLeast is an error unless each group has n values.
func (g grouped) atLeast(n int) error {
	for i, s := range g.each {
		if s.m.N < n {
			return estimate.Undefined("group %s has %d of the %d values that it needs", view.LabelText(g.labels[i]), s.m.N, n)
		}
	}
	return nil
}

// floor is the tolerance of a statistic that compares spreads.
func (g grouped) floor() spec.Tolerance {
	f := testFloor
	for _, s := range g.each {
		f.Rel = math.Max(f.Rel, 2*s.spreadFloor().Rel)
	}
	return f
}

// computer is what an estimator computes by.
type computer = func(context.Context, estimate.Input) (estimate.Answer, error)

// ofGroups makes an estimator of a function of the samples of groups.
func ofGroups(f func(g grouped, in estimate.Input) (estimate.Answer, error)) computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		g, err := groupedOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		return f(g, in)
	}
}

// ofPair makes an estimator of a function of two samples.
func ofPair(f func(p pair, in estimate.Input) (estimate.Answer, error)) computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		p, err := pairOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		return f(p, in)
	}
}

package dynamics

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/peak"
	"github.com/assaybench/assay/internal/solve"
	"github.com/assaybench/assay/spec"
)

var functionArgs = []estimate.Arg{
	{Name: "expression", Kind: estimate.ArgText, Required: true, Doc: "function: " + language},
	{Name: "variable", Kind: estimate.ArgText, Default: spec.TextValue("x"), Doc: "name of its variable"},
	parameterArg,
}

var rules = []string{"trapezoid", "simpson", "left", "right"}

// integrals are definite integrals of functions and of sampled curves.
func integrals() []estimate.Estimator {
	return []estimate.Estimator{
		{Name: "integral", Summary: "the integral",
			Unit: "that of the expression, times that of the variable", Domain: "an expression that is finite but for ends that can be integrated; a range, infinite too",
			Missing: "no data are read",
			Formula: "∫ f(x) dx from one end to the other", Source: "adaptive rule of 21 points (Piessens et al. 1983), double exponential rule at singular ends (Takahasi and Mori 1974)", Compute: integral,
			Args: append(functionArgs[:3:3],
				estimate.Arg{Name: "from", Kind: estimate.ArgLabel, Required: true, Doc: "lower end: a number, an expression of numbers and pi, or -inf"},
				estimate.Arg{Name: "to", Kind: estimate.ArgLabel, Required: true, Doc: "upper end, or inf"},
				estimate.Arg{Name: "breaks", Kind: estimate.ArgNumbers, Min: -1e300, Max: 1e300, Doc: "places inside at which the function jumps or has no value"})},
		{Name: "sampled_integral", Summary: "the integral of a sampled curve",
			Unit: "that of x times that of y", Domain: "numbers, each x once; two rows",
			PerRow: true, Source: "trapezoidal rule; Simpson's rule for uneven steps (Cartwright 2017)", Compute: sampledIntegral,
			Formula: "Σ (x(i + 1) - x(i)) (y(i) + y(i + 1))/2 over the rows in the order of x; simpson: parabolas; left, right: y at one end of each step. Of increments: y less its first, or lowest, value",
			Args: []estimate.Arg{{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column of places or times"}, {Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column of values; rows without a number are left out"},
				{Name: "rule", Kind: estimate.ArgText, Default: spec.TextValue("trapezoid"), OneOf: rules, Doc: "how values are joined"},
				{Name: "above", Kind: estimate.ArgText, Default: spec.TextValue("zero"), OneOf: []string{"zero", "first", "lowest"}, Doc: "what values are counted from"}}},
	}
}

func integral(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	f, err := functionOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	from, err := end(in, "from")
	if err != nil {
		return estimate.Answer{}, err
	}
	to, err := end(in, "to")
	if err != nil {
		return estimate.Answer{}, err
	}
	var q solve.Quadrature
	for _, b := range in.Args.Numbers("breaks") {
		q.Breaks = append(q.Breaks, b.F)
	}
	v, err := integrated(ctx, q, f.at, from, to)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := estimate.Answer{Value: estimate.Number(v.Value), Floor: spec.Tolerance{Rel: 1e-8, Abs: 10*v.Error + 1e-12*v.Size}}
	answer.VaryScaled(&a, "sign", "the integral from the upper to the lower end", -1)
	if w, err := integrated(ctx, q, func(x float64) float64 { return math.Abs(f.at(x)) }, from, to); err == nil && w.Value != v.Value {
		varied(&a, "absolute", "of the absolute value", w.Value)
	}
	if w, err := integrated(ctx, q, func(x float64) float64 { y := f.at(x); return y * y }, from, to); err == nil {
		varied(&a, "square", "of the square", w.Value)
	}
	if math.IsInf(from, 0) || math.IsInf(to, 0) || from == to {
		return a, nil
	}
	varied(&a, "average", "the mean value, divided by the length of the range", v.Value/(to-from))
	for _, n := range []int{10, 100, 1000} {
		var sum float64
		for i := range n + 1 {
			w := 1.0
			if i == 0 || i == n {
				w = 0.5
			}
			sum += w * f.at(from+(to-from)*float64(i)/float64(n))
		}
		name := map[int]string{10: "trapezoid-10", 100: "trapezoid-100", 1000: "trapezoid-1000"}[n]
		if sum *= (to - from) / float64(n); sum != v.Value {
			varied(&a, name, "by trapezoids over as many even steps", sum)
		}
	}
	return a, nil
}

// integrated is the integral to 12 digits, or to 9 where rounding leaves no more.
func integrated(ctx context.Context, q solve.Quadrature, f func(float64) float64, from, to float64) (solve.Integral, error) {
	v, err := q.Integrate(ctx, f, from, to)
	var bad *solve.QuadratureError
	if !errors.As(err, &bad) {
		return v, err
	}
	if bad.Best.Evaluations > 0 { // an integral of 0 has no relative error
		q.Rel, q.Abs = 1e-9, 1e-12*bad.Best.Size
		if v, err = q.Integrate(ctx, f, from, to); err == nil {
			return v, nil
		}
		if ctx.Err() != nil {
			return v, err
		}
	}
	return v, estimate.Undefined("%v", bad)
}

// samples are a sampled curve in order.
type samples struct{ x, y []float64 }

// by integrates the samples by a rule.
func (s samples) by(rule string) float64 {
	n := len(s.x)
	if rule == "simpson" {
		return peak.Line{X: s.x, Y: s.y}.Simpson()
	}
	var sum float64
	for i := 1; i < n; i++ {
		h := s.x[i] - s.x[i-1]
		switch rule {
		case "left":
			sum += h * s.y[i-1]
		case "right":
			sum += h * s.y[i]
		default:
			sum += h * (s.y[i] + s.y[i-1]) / 2
		}
	}
	return sum
}

// above gives the samples counted from 0, the first or the lowest value.
func (s samples) above(what string) samples {
	from := 0.0
	switch what {
	case "first":
		from = s.y[0]
	case "lowest":
		from = slices.Min(s.y)
	}
	out := samples{s.x, slices.Clone(s.y)}
	for i := range out.y {
		out.y[i] -= from
	}
	return out
}

func sampledIntegral(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	columns, err := in.View.Floats(in.Args.Text("x"), in.Args.Text("y"))
	if err != nil {
		return estimate.Answer{}, err
	}
	raw := samples{columns[0], columns[1]}
	n := len(raw.x)
	if n < 2 {
		return estimate.Answer{}, estimate.Undefined("%d rows span no range", n)
	}
	s := raw.sorted()
	for i := 1; i < n; i++ {
		if s.x[i] == s.x[i-1] {
			return estimate.Answer{}, estimate.Undefined("two rows lie at %v", s.x[i])
		}
	}
	rule, from := in.Args.Text("rule"), in.Args.Text("above")
	v := s.above(from).by(rule)
	unitX, unitY := sample.UnitOf(in, in.Args.Text("x")), sample.UnitOf(in, in.Args.Text("y"))
	var size float64
	for _, y := range s.above(from).y {
		size = math.Max(size, math.Abs(y))
	}
	a := estimate.Answer{Value: estimate.Number(v), N: answer.Count(n), Unit: answer.Per(unitX, answer.Power(unitY, -1)), Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-13 * size * (s.x[n-1] - s.x[0])}}
	for _, r := range rules {
		if r != rule {
			varied(&a, r, "by the rule "+r, s.above(from).by(r))
		}
	}
	for _, b := range []string{"zero", "first", "lowest"} {
		if b != from {
			varied(&a, "above-"+b, "with values counted from "+map[string]string{"zero": "0", "first": "the first", "lowest": "the lowest"}[b], s.above(b).by(rule))
		}
	}
	if !slices.IsSorted(raw.x) {
		varied(&a, "unsorted", "over the rows in their own order", raw.above(from).by(rule))
	}
	var sum float64
	positive := s.above(from)
	for i, y := range positive.y {
		sum += y
		positive.y[i] = math.Max(y, 0)
	}
	varied(&a, "unit-steps", "with steps of 1, whatever the places", samples{count(n), s.above(from).y}.by(rule))
	varied(&a, "sum", "the sum of the values", sum)
	varied(&a, "average", "the mean height, divided by the range", v/(s.x[n-1]-s.x[0]))
	varied(&a, "positive", "of the positive values alone, others counted as 0", positive.by(rule))
	return a, nil
}

func count(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i)
	}
	return out
}

// sorted is in the order of x.
func (s samples) sorted() samples {
	at := make([]int, len(s.x))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int {
		switch {
		case s.x[a] < s.x[b]:
			return -1
		case s.x[a] > s.x[b]:
			return 1
		}
		return 0
	})
	out := samples{make([]float64, len(at)), make([]float64, len(at))}
	for k, i := range at {
		out.x[k], out.y[k] = s.x[i], s.y[i]
	}
	return out
}

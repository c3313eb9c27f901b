package dynamics

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/nls"
	"github.com/assaybench/assay/internal/solve"
	"github.com/assaybench/assay/spec"
)

const (
	mostStates  = 50
	solveSteps  = 100_000 // of the solver
	simpleSteps = 1_000_000
)

// equations are solutions of ordinary differential equations.
func equations() []estimate.Estimator {
	return []estimate.Estimator{{Name: "ode", Summary: "the solution of the differential equations",
		Unit: "as the equations have it", Domain: "equations that are finite on the way; a range of time",
		Missing: "no data are read",
		Compute: ode,
		Formula: "states from their starting values by dx/dt = f(t, x); an expression of them at times, its extrema, or the times at which another passes through 0",
		Source:  "Dormand and Prince 8(5,3) to 1e-12 (Hairer, Nørsett and Wanner 1993); Radau IIA of order 5 where the system is stiff (Hairer and Wanner 1996)",
		Args: []estimate.Arg{
			{Name: "equations", Kind: estimate.ArgTexts, Required: true, Doc: "slope of each state, such as x=v and v=-k*x: " + language},
			{Name: "start", Kind: estimate.ArgTexts, Required: true, Doc: "starting values of the states, such as x=1 and v=0"},
			parameterArg,
			{Name: "time", Kind: estimate.ArgText, Default: spec.TextValue("t"), Doc: "name of the time"},
			{Name: "from", Kind: estimate.ArgNumber, Default: spec.NumberValue(0), Min: -1e300, Max: 1e300, Doc: "time of the starting values"},
			{Name: "quantity", Kind: estimate.ArgText, Default: spec.TextValue("value"), OneOf: []string{"value", "max", "min", "time_of_max", "time_of_min", "event_time", "event_count"}, Doc: "what is asked for of the expression"},
			{Name: "expression", Kind: estimate.ArgText, Required: true, Doc: "expression of states, time and parameters; an event is where it passes through 0"},
			{Name: "at", Kind: estimate.ArgNumbers, Min: -1e300, Max: 1e300, Doc: "times of values, one way from the start; an answer for each"},
			{Name: "to", Kind: estimate.ArgNumber, Min: -1e300, Max: 1e300, Doc: "last time for extrema and events"},
			{Name: "direction", Kind: estimate.ArgText, Default: spec.TextValue("any"), OneOf: []string{"any", "rise", "fall"}, Doc: "which passages are events"},
			{Name: "which", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 1, Max: 1e6, Doc: "which event, 1 the first; one at the very start does not count"},
			{Name: "step", Kind: estimate.ArgNumber, Min: 1e-300, Max: 1e300, Doc: "step of the simple methods among the variants; a thousandth of the time where absent"},
		}}}
}

// system is a system of equations with its parameters bound.
type system struct {
	states     []string
	slopes     []*nls.Expression
	expression *nls.Expression
	y          []float64
	parameters []float64
	from       float64
	times      []float64
}

// systemOf reads the arguments; values go in the order time, states, parameters.
func systemOf(in estimate.Input) (system, error) {
	var s system
	var err error
	if s.states, s.y, err = named(in, "start"); err != nil {
		return s, err
	}
	if len(s.states) == 0 || len(s.states) > mostStates {
		return s, estimate.BadArg("start", "has %d states, not 1 to %d", len(s.states), mostStates)
	}
	names, parameters, err := named(in, "parameters")
	if err != nil {
		return s, err
	}
	s.parameters = parameters
	all := slices.Concat([]string{in.Args.Text("time")}, s.states, names)
	s.slopes = make([]*nls.Expression, len(s.states))
	for _, t := range in.Args.Texts("equations") {
		name, formula, ok := strings.Cut(t, "=")
		name = strings.TrimSuffix(strings.TrimSpace(name), "'")
		i := slices.Index(s.states, name)
		switch {
		case !ok || i < 0:
			return s, estimate.BadArg("equations", "%q gives the slope of no state; the states are %s", t, strings.Join(s.states, ", "))
		case s.slopes[i] != nil:
			return s, estimate.BadArg("equations", "give two slopes of %s", name)
		}
		if s.slopes[i], err = nls.ParseExpression(formula, all); err != nil {
			return s, estimate.BadArg("equations", "slope of %s: %v", name, err)
		}
	}
	if i := slices.Index(s.slopes, nil); i >= 0 {
		return s, estimate.BadArg("equations", "give no slope of %s", s.states[i])
	}
	if s.expression, err = nls.ParseExpression(in.Args.Text("expression"), all); err != nil {
		return s, estimate.BadArg("expression", "%v", err)
	}
	s.from = in.Args.Number("from")
	if in.Args.Text("quantity") == "value" {
		for _, n := range in.Args.Numbers("at") {
			s.times = append(s.times, n.F)
		}
		if len(s.times) == 0 {
			return s, estimate.BadArg("at", "is required by the quantity value")
		}
	} else {
		if !in.Args.Has("to") {
			return s, estimate.BadArg("to", "is required by the quantity %s", in.Args.Text("quantity"))
		}
		s.times = []float64{in.Args.Number("to")}
	}
	last := s.times[len(s.times)-1]
	for i, t := range s.times {
		before := s.from
		if i > 0 {
			before = s.times[i-1]
		}
		if (t-before)*(last-s.from) < 0 || last == s.from && t != last {
			return s, estimate.BadArg("at", "the times do not go one way from %v", s.from)
		}
	}
	return s, nil
}

// values are time, state and parameters as expressions take them.
func (s system) values(into []float64, t float64, y []float64) []float64 {
	into = append(append(into[:0], t), y...)
	return append(into, s.parameters...)
}

// slope is the right side of the equations.
func (s system) slope() solve.System {
	var v []float64
	return func(t float64, y, d []float64) {
		v = s.values(v, t, y)
		for i, e := range s.slopes {
			d[i] = e.At(v)
		}
	}
}

func (s system) at(t float64, y []float64) float64 { return s.expression.At(s.values(nil, t, y)) }

// rate is the slope of the expression along the solution.
func (s system) rate() func(t float64, y []float64) float64 {
	f := s.slope()
	d := make([]float64, len(s.y))
	return func(t float64, y []float64) float64 {
		f(t, y, d)
		direction := append(append([]float64{1}, d...), make([]float64, len(s.parameters))...)
		_, slope := s.expression.Along(s.values(nil, t, y), direction)
		return slope
	}
}

// outcome is what is asked for, by one solution.
type outcome struct {
	values []float64
	size   float64 // of what is asked for, along the way
	states [][]float64
	method solve.Method
}

// solved follows the system to an accuracy.
func (s system) solved(ctx context.Context, in estimate.Input, rel float64) (outcome, error) {
	var out outcome
	quantity := in.Args.Text("quantity")
	least := math.Inf(1) // starting value that is not 0, so that no state is lost beside a larger one
	for _, y := range s.y {
		if y != 0 {
			least = math.Min(least, math.Abs(y))
		}
	}
	if math.IsInf(least, 1) {
		least = 1
	}
	o := solve.ODE{System: s.slope(), Rel: rel, Abs: 1e-3 * rel * least, MaxSteps: solveSteps}
	switch quantity {
	case "value":
	case "event_time", "event_count":
		o.Events = []solve.Event{{At: s.at, Rise: map[string]int{"rise": 1, "fall": -1}[in.Args.Text("direction")]}}
	default:
		o.Events = []solve.Event{{At: s.rate()}}
	}
	p, err := o.Solve(ctx, s.from, s.y, s.times)
	if err != nil {
		if ctx.Err() != nil {
			return out, err
		}
		return out, estimate.Undefined("%v", err)
	}
	out.method = p.Method
	switch quantity {
	case "value":
		out.size = math.Abs(s.at(s.from, s.y))
		for i, t := range p.T {
			v := s.at(t, p.Y[i])
			out.values, out.size = append(out.values, v), math.Max(out.size, math.Abs(v))
		}
		out.states = p.Y
	case "event_count":
		out.values, out.size = []float64{float64(len(p.Hits))}, 0
	case "event_time":
		which, err := whole(in, "which")
		if err != nil {
			return out, err
		}
		if which > len(p.Hits) {
			return out, estimate.Undefined("there are %d events up to %v", len(p.Hits), p.End)
		}
		out.values, out.size = []float64{p.Hits[which-1].T}, math.Abs(p.End-s.from)
	default:
		best, when := s.at(s.from, s.y), s.from
		out.size = math.Abs(best)
		consider := func(t float64, y []float64) {
			v := s.at(t, y)
			out.size = math.Max(out.size, math.Abs(v))
			if strings.HasSuffix(quantity, "max") && v > best || strings.HasSuffix(quantity, "min") && v < best {
				best, when = v, t
			}
		}
		for _, h := range p.Hits {
			consider(h.T, h.Y)
		}
		consider(p.End, p.Last)
		if out.values = []float64{best}; strings.HasPrefix(quantity, "time") {
			out.values, out.size = []float64{when}, math.Abs(p.End-s.from)
		}
	}
	return out, nil
}

// gap is the largest difference between two solutions.
func gap(a, b []float64) float64 {
	var d float64
	for i := range a {
		d = math.Max(d, math.Abs(a[i]-b[i]))
	}
	return d
}

var errSensitive = errors.New("the solution depends on its last digits (chaos, or an event that is barely met): two accuracies give different answers")

func ode(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := systemOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	fine, err := s.solved(ctx, in, 1e-12)
	if err != nil {
		return estimate.Answer{}, err
	}
	rough, err := s.solved(ctx, in, 1e-10)
	if err != nil {
		return estimate.Answer{}, err
	}
	if slices.ContainsFunc(fine.values, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
		return estimate.Answer{}, estimate.Undefined("the expression has no finite value there")
	}
	d := gap(fine.values, rough.values)
	if len(fine.values) != len(rough.values) || !(d <= 1e-4*fine.size) {
		return estimate.Answer{}, estimate.Undefined("%v", errSensitive)
	}
	give := func(v []float64) estimate.Answer {
		if len(v) == 1 {
			return estimate.Answer{Value: estimate.Number(v[0])}
		}
		a := estimate.Answer{Value: spec.ArrayValue(v)}
		for _, t := range s.times {
			a.Index = append(a.Index, spec.NumberValue(t))
		}
		return a
	}
	a := give(fine.values)
	quantity := in.Args.Text("quantity")
	a.What = map[string]string{"value": "the value", "max": "the maximum", "min": "the minimum", "time_of_max": "the time of the maximum", "time_of_min": "the time of the minimum",
		"event_time": "the time of the event", "event_count": "the number of events"}[quantity] + " of " + in.Args.Text("expression")
	// What programs that step to 1e-8 leave.
	a.Floor = spec.Tolerance{Rel: 1e-6, Abs: math.Max(1e-6*fine.size, 10*d)}
	if quantity == "event_count" {
		a.Floor = spec.Tolerance{}
	}
	s.vary(ctx, &a, in, fine, give)
	return a, nil
}

// vary appends what other states and simple methods give, and the other quantities.
func (s system) vary(ctx context.Context, a *estimate.Answer, in estimate.Input, fine outcome, give func([]float64) estimate.Answer) {
	also := func(name, note string, values []float64) {
		if !slices.Equal(values, fine.values) && !slices.ContainsFunc(values, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
			a.Variants = append(a.Variants, estimate.Variant{Name: name, Note: note, Answer: give(values)})
		}
	}
	if in.Args.Text("quantity") != "value" {
		for _, other := range []string{"max", "min", "time_of_max", "time_of_min"} {
			if in.Args.Text("quantity") == other || strings.HasPrefix(in.Args.Text("quantity"), "event") {
				continue
			}
			if o, err := s.solved(ctx, with(in, other), 1e-10); err == nil {
				also(other, "the "+strings.ReplaceAll(other, "_", " "), o.values)
			}
		}
		return
	}
	for j, name := range s.states {
		var v []float64
		for _, y := range fine.states {
			v = append(v, y[j])
		}
		also("state-"+name, "the state "+name, v)
	}
	rate := s.rate()
	var v []float64
	for i, t := range s.times {
		v = append(v, rate(t, fine.states[i]))
	}
	also("slope", "its slope in time", v)
	step := math.Abs(s.times[len(s.times)-1]-s.from) / 1000
	if in.Args.Has("step") {
		step = in.Args.Number("step")
	}
	if step > 0 && math.Abs(s.times[len(s.times)-1]-s.from)/step <= simpleSteps {
		also("euler", fmt.Sprintf("by Euler's method with steps of %.6g", step), s.simple(ctx, step, euler))
		also("rk4", fmt.Sprintf("by the classical method of Runge and Kutta with steps of %.6g", step), s.simple(ctx, step, rk4))
	}
}

// with is the input with another quantity.
func with(in estimate.Input, quantity string) estimate.Input {
	args := estimate.Args{}
	for k, v := range in.Args {
		args[k] = v
	}
	args["quantity"] = spec.TextValue(quantity)
	in.Args = args
	return in
}

// simple follows the system by steps of one length, the last one before each time shorter.
func (s system) simple(ctx context.Context, step float64, method func(f solve.System, t, h float64, y []float64)) []float64 {
	f, t, y := s.slope(), s.from, slices.Clone(s.y)
	var out []float64
	for _, to := range s.times {
		way := math.Copysign(step, to-t)
		for n := 0; (to-t)*way > 1e-9*step*step; n++ {
			if n%1024 == 0 && ctx.Err() != nil {
				return []float64{math.NaN()}
			}
			h := way
			if math.Abs(to-t) < step {
				h = to - t
			}
			method(f, t, h, y)
			t += h
		}
		t = to
		out = append(out, s.at(t, y))
	}
	return out
}

func euler(f solve.System, t, h float64, y []float64) {
	d := make([]float64, len(y))
	f(t, y, d)
	for i := range y {
		y[i] += h * d[i]
	}
}

func rk4(f solve.System, t, h float64, y []float64) {
	n := len(y)
	sum, d, at := make([]float64, n), make([]float64, n), slices.Clone(y)
	for _, s := range []struct{ share, weight, next float64 }{{0, 1, 0.5}, {0.5, 2, 0.5}, {0.5, 2, 1}, {1, 1, 0}} {
		f(t+s.share*h, at, d)
		for i := range y {
			sum[i] += s.weight * d[i]
			at[i] = y[i] + h*s.next*d[i]
		}
	}
	for i := range y {
		y[i] += h / 6 * sum[i]
	}
}

package dynamics

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/solve"
	"github.com/assaybench/assay/spec"
)

// roots are zeros of functions.
func roots() []estimate.Estimator {
	return []estimate.Estimator{{Name: "root", Summary: "the root",
		Unit: "that of the variable", Domain: "an expression that is finite; a range over which it changes its sign",
		Missing: "no data are read",
		Formula: "the x between two ends at which f(x) = 0", Source: "Brent (1973), in each of many equal parts of the bracket at whose ends f has different signs", Compute: root,
		Args: append(functionArgs[:3:3],
			estimate.Arg{Name: "from", Kind: estimate.ArgLabel, Required: true, Doc: "lower end of the bracket: a number, or an expression of numbers and pi"},
			estimate.Arg{Name: "to", Kind: estimate.ArgLabel, Required: true, Doc: "upper end of the bracket"},
			estimate.Arg{Name: "which", Kind: estimate.ArgNumber, Min: 1, Max: 1e6, Doc: "which of several, 1 the lowest; where absent there must be one only"},
			estimate.Arg{Name: "parts", Kind: estimate.ArgNumber, Default: spec.NumberValue(1000), Min: 1, Max: 1e6, Doc: "parts that the bracket is cut into; two roots in one part are not seen"})}}
}

func root(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
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
	if !(from < to) || math.IsInf(to-from, 0) {
		return estimate.Answer{}, estimate.BadArg("to", "the bracket goes from %v to %v; it is finite, and goes upwards", from, to)
	}
	parts, err := whole(in, "parts")
	if err != nil {
		return estimate.Answer{}, err
	}
	which, err := whole(in, "which")
	if err != nil {
		return estimate.Answer{}, err
	}
	all, err := solve.Roots(ctx, f.at, from, to, parts)
	if err != nil {
		return estimate.Answer{}, err
	}
	switch {
	case len(all) == 0:
		return estimate.Answer{}, estimate.Undefined("the function changes its sign nowhere from %v to %v: it is %.6g and %.6g there", from, to, f.at(from), f.at(to))
	case which == 0 && len(all) > 1:
		return estimate.Answer{}, estimate.BadArg("which", "there are %d roots, the first at %.6g and %.6g; say which, or narrow the bracket", len(all), all[0], all[1])
	case which > len(all):
		return estimate.Answer{}, estimate.Undefined("there are %d roots", len(all))
	}
	k := max(which, 1) - 1
	a := estimate.Answer{Value: estimate.Number(all[k]), Floor: spec.Tolerance{Rel: 1e-8, Abs: 1e-10 * (to - from)}}
	for i, x := range all {
		if i != k && i < 20 {
			varied(&a, fmt.Sprintf("root-%d", i+1), fmt.Sprintf("root %d of %d", i+1, len(all)), x)
		}
	}
	varied(&a, "sign", "the root with the wrong sign", -all[k])
	varied(&a, "one-step", "one step of Newton's method from the middle of the bracket", newton(f, (from+to)/2))
	return a, nil
}

// newton is one step of Newton's method.
func newton(f function, x float64) float64 {
	y := f.at(x)
	direction := make([]float64, len(f.values))
	direction[0] = 1
	_, slope := f.e.Along(f.values, direction)
	return x - y/slope
}

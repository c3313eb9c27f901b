// Package planning holds what is computed of a design before there are data: the power of
// tests, the sizes that reach a power, and the quantiles of the studentised range.
package planning

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/spec"
)

// Estimators are those of the package. They take numbers, no columns.
func Estimators() []estimate.Estimator {
	return slices.Concat(powers(), ranges())
}

func number(name string, least, most float64, doc string) estimate.Arg {
	return estimate.Arg{Name: name, Kind: estimate.ArgNumber, Required: true, Min: least, Max: most, Doc: doc}
}

func byDefault(a estimate.Arg, v spec.Value) estimate.Arg {
	a.Required, a.Default = false, v
	return a
}

var (
	alphaArg = byDefault(number("alpha", 1e-6, 0.5, "level of significance"), spec.NumberValue(0.05))
	sidesArg = estimate.Arg{Name: "alternative", Kind: estimate.ArgText, Default: spec.TextValue("two-sided"), OneOf: []string{"two-sided", "one-sided"}, Doc: "sides of the test; one-sided is that of the effect"}
)

// floor is the tolerance of a power; iterated is that of a size, which is a root.
var floor, iterated = spec.Tolerance{Rel: 1e-9, Abs: 1e-12}, spec.Tolerance{Rel: 1e-8}

// answered is a number without unit.
func answered(x float64, tolerance spec.Tolerance) (estimate.Answer, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return estimate.Answer{}, estimate.Undefined("no finite number belongs to these arguments")
	}
	return estimate.Answer{Value: estimate.Number(x), Unit: "1", Floor: tolerance}, nil
}

// varied appends a variant that has another value.
func varied(a *estimate.Answer, name, note string, x float64) {
	if x != answer.Float(a.Value) {
		answer.VaryValue(a, name, note, dd.F(x))
	}
}

// of makes an estimator of a function of the arguments.
func of(f func(in estimate.Input) (estimate.Answer, error)) func(context.Context, estimate.Input) (estimate.Answer, error) {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) { return f(in) }
}

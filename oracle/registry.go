package oracle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/builtin"
	"github.com/assaybench/assay/spec"
)

// DefaultLevel is the level of intervals where nothing else is asked.
const DefaultLevel = 0.95

// Registry is a set of estimators by name. The zero Registry holds the built-in ones.
type Registry struct {
	by map[string]Estimator
}

// Default holds the built-in estimators.
func Default() Registry {
	r := Registry{map[string]Estimator{}}
	for _, e := range builtin.All() {
		r.by[e.Name] = e
	}
	return r
}

// With is the registry with estimators of one's own; one of a name that is there
// takes its place.
func (r Registry) With(es ...Estimator) Registry {
	out := Registry{maps.Clone(r.estimators())}
	for _, e := range es {
		out.by[e.Name] = e
	}
	return out
}

// All are the estimators, sorted by name.
func (r Registry) All() []Estimator {
	m := r.estimators()
	out := make([]Estimator, 0, len(m))
	for _, n := range slices.Sorted(maps.Keys(m)) {
		out = append(out, m[n])
	}
	return out
}

func (r Registry) estimators() map[string]Estimator {
	if r.by == nil {
		return Default().by
	}
	return r.by
}

// Find is the estimator of a name.
func (r Registry) Find(name string) (Estimator, bool) {
	e, ok := r.estimators()[name]
	return e, ok
}

// Compute runs the estimator that a specification calls on one of the views. The level
// of intervals is the call's argument level, else level, else 0.95. Errors: *ArgError
// (joined, where several), *UndefinedError, *PanicError, or the context's.
func (r Registry) Compute(ctx context.Context, call spec.OracleCall, views map[string]*View, level float64) (Answer, error) {
	e, ok := r.Find(call.Estimator)
	if !ok {
		return Answer{}, fmt.Errorf("estimator %q is not known", call.Estimator)
	}
	v, ok := views[call.View]
	if !ok {
		return Answer{}, fmt.Errorf("view %q could not be made or does not exist", call.View)
	}
	args, bad := estimate.Check(e, call.Args, v)
	if len(bad) > 0 {
		errs := make([]error, len(bad))
		for i, b := range bad {
			errs[i] = b
		}
		return Answer{}, errors.Join(errs...)
	}
	in := Input{View: v, Args: args, Level: cmp.Or(args.Number("level"), level, DefaultLevel)}
	if !(in.Level > 0 && in.Level < 1) {
		return Answer{}, fmt.Errorf("level %v is not between 0 and 1", in.Level)
	}
	a, err := estimate.Run(ctx, e, in)
	if err != nil {
		return Answer{}, err
	}
	for _, alt := range v.Alternatives() {
		in.View = alt.View
		if _, bad := estimate.Check(e, call.Args, alt.View); len(bad) > 0 {
			continue
		}
		if b, err := estimate.Run(ctx, e, in); err == nil {
			b.Variants = nil
			a.Variants = append(a.Variants, variantOf(alt.Name, "the value "+alt.Note, b))
		} else if ctx.Err() != nil {
			return Answer{}, ctx.Err()
		}
	}
	if k := args.Number("scale"); k != 1 {
		a = estimate.Scale(a, k)
	}
	return a, nil
}

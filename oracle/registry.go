package oracle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

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
	for _, e := range slices.Concat(descriptive(), quantiles(), comparisons(), associations(), regressions(), tables()) {
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
	for _, n := range sortedKeys(m) {
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

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

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
	args, bad := e.check(call.Args, v)
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
	a, err := e.all(ctx, in)
	if err != nil {
		return Answer{}, err
	}
	for _, alt := range v.Alternatives() {
		in.View = alt.View
		if _, bad := e.check(call.Args, alt.View); len(bad) > 0 {
			continue
		}
		if b, err := e.all(ctx, in); err == nil {
			b.Variants = nil
			a.Variants = append(a.Variants, Variant{alt.Name, "the value " + alt.Note, b})
		} else if ctx.Err() != nil {
			return Answer{}, ctx.Err()
		}
	}
	if k := args.Number("scale"); k != 1 {
		a = a.scaled(k)
	}
	return a, nil
}

// all computes the answer of the whole view or of each group.
func (e Estimator) all(ctx context.Context, in Input) (Answer, error) {
	by := in.Args.Texts("by")
	if !e.PerRow || len(by) == 0 {
		return e.one(ctx, in)
	}
	groups, err := in.View.Split(by...)
	if err != nil {
		return Answer{}, &UndefinedError{e.Name, err.Error()}
	}
	if len(groups) == 0 {
		return Answer{}, &UndefinedError{e.Name, "the view has no rows"}
	}
	parts, labels := make([]Answer, len(groups)), make([]spec.Value, len(groups))
	for i, g := range groups {
		in.View, labels[i] = g.View, g.Label
		if parts[i], err = e.one(ctx, in); err != nil {
			return Answer{}, fmt.Errorf("group %s: %w", g.Label, err)
		}
	}
	return zip(parts, labels), nil
}

// one computes one answer. It is the boundary that no panic crosses, and lets no
// value pass that is missing or not finite.
func (e Estimator) one(ctx context.Context, in Input) (a Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			a, err = Answer{}, &PanicError{e.Name, p}
		}
	}()
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if e.Compute == nil {
		return Answer{}, fmt.Errorf("estimator %q has no Compute", e.Name)
	}
	a, err = e.Compute(ctx, in)
	var u *UndefinedError
	if errors.As(err, &u) && u.Estimator == "" {
		u.Estimator = e.Name
	}
	if err != nil {
		return Answer{}, err
	}
	if a.What == "" {
		a.What = cmp.Or(e.Summary, e.Name)
	}
	if ns, ok := a.Value.Numbers(); a.Value.Missing() || ok && slices.ContainsFunc(ns, func(n spec.Number) bool { return !n.Finite() }) {
		return Answer{}, &UndefinedError{e.Name, "its value is not a finite number"}
	}
	return a, nil
}

package estimate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/assaybench/assay/spec"
)

// Run computes the answer of the whole view, or of each group as an array where the
// estimator is asked `by` groups. Errors: *ArgError, *UndefinedError, *PanicError, or
// the context's.
func Run(ctx context.Context, e Estimator, in Input) (Answer, error) {
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
	parts, labels, errs := make([]Answer, len(groups)), make([]spec.Value, len(groups)), make([]error, len(groups))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(groups)) {
		wg.Go(func() {
			in := in
			for i := int(next.Add(1)) - 1; i < len(groups); i = int(next.Add(1)) - 1 {
				in.View, labels[i] = groups[i].View, groups[i].Label
				if parts[i], errs[i] = e.one(ctx, in); errs[i] != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	for i, err := range errs { // groups are begun in their order, so that none before the first error is missing
		if err != nil {
			return Answer{}, fmt.Errorf("group %s: %w", groups[i].Label, err)
		}
	}
	return Join(parts, labels), nil
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
	if err != nil {
		var undefined *UndefinedError
		var arg *ArgError
		switch {
		case errors.As(err, &undefined):
			undefined.Estimator = cmp.Or(undefined.Estimator, e.Name)
		case errors.As(err, &arg):
			arg.Estimator = cmp.Or(arg.Estimator, e.Name)
		}
		return Answer{}, err
	}
	a.What = cmp.Or(a.What, e.Summary, e.Name)
	if ns, ok := a.Value.Numbers(); a.Value.Missing() || ok && slices.ContainsFunc(ns, func(n spec.Number) bool { return !n.Finite() }) {
		return Answer{}, &UndefinedError{e.Name, "its value is not a finite number"}
	}
	return a, nil
}

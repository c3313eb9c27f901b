// Package estimate says what an estimator is: the arguments that it takes, the answer
// that it gives with all its neighbours, and how it is run, on a whole view or group by
// group, so that no panic and no value without meaning leaves it.
package estimate

import (
	"context"
	"fmt"

	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Estimator computes one kind of quantity from a view.
type Estimator struct {
	Name    string
	Summary string // the quantity in words, with its article
	Formula string
	Source  string
	Args    []Arg
	Gives   []spec.UncertaintyKind // kinds of uncertainty in its answers
	PerRow  bool                   // takes `by`: one answer for each group, as an array
	Compute func(ctx context.Context, in Input) (Answer, error)
}

// Input is what an estimator works on. Its arguments were checked before.
type Input struct {
	View  *view.View
	Args  Args
	Level float64 // of intervals, in (0, 1)
}

// UndefinedError says why a quantity has no value on these data.
type UndefinedError struct {
	Estimator string
	Reason    string
}

func (e *UndefinedError) Error() string {
	if e.Estimator == "" {
		return "undefined: " + e.Reason
	}
	return e.Estimator + " is undefined: " + e.Reason
}

// Undefined is an UndefinedError; Run fills in the estimator's name.
func Undefined(format string, args ...any) error {
	return &UndefinedError{Reason: fmt.Sprintf(format, args...)}
}

// PanicError is a panic inside an estimator, caught at its boundary.
type PanicError struct {
	Estimator string
	Value     any
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("estimator %s failed: %v", e.Estimator, e.Value)
}

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
	Name     string
	Summary  string // the quantity in words, with its article
	Unit     string // of the value: 1, or in words from those of the arguments
	Domain   string // what columns hold, and what the quantity needs to be defined
	Missing  string // what missing cells and an empty view do; "" is MissingRule
	Formula  string
	Source   string
	Floor    float64     // how near other programs come at best, as a part of the value; 0 is to the last digit
	Variants []Variation // neighbours that its answers may have
	Args     []Arg
	Gives    []spec.UncertaintyKind // kinds of uncertainty in its answers
	PerRow   bool                   // takes `by`: one answer for each group, as an array
	Compute  func(ctx context.Context, in Input) (Answer, error)
}

// MissingRule is what missing cells and empty views do, where an estimator says nothing else.
const MissingRule = "rows that lack a column that is needed are left out; where none is left, the quantity is undefined, which is an error"

// Variation is a neighbour of an estimator, as Variant has it without numbers.
type Variation struct {
	Name string `json:"name"`
	Note string `json:"note"`
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

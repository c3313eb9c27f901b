package oracle

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/spec"
)

// Answer is what an estimator computed. Value is a number, an array (labelled by
// Index) or a table (its rows labelled by the columns Keys). Fields that the estimator
// does not give are missing; where Value is an array they are arrays too.
type Answer struct {
	What        string // the quantity in words: "the sample standard deviation (n - 1)"
	Value       spec.Value
	Index       []spec.Value
	Keys        []string
	Uncertainty []spec.Uncertainty // every kind that can be given; ci at the asked level
	N           spec.Value         // number of values that entered; of a comparison of groups one for each
	Statistic   spec.Value
	DF          spec.Value
	PValue      spec.Value // two-sided
	Unit        string     // "" where not known, as after scaling
	Floor       spec.Tolerance
	Variants    []Variant
	// Interval gives the ends of the interval at any level in (0, 1); nil where there is none.
	Interval func(level float64) (lower, upper spec.Value)
}

// Variant is what a neighbouring definition would have answered. Fields that do not
// differ, or make no sense, are missing in its Answer.
type Variant struct {
	Name   string // ddof0, welch, quantile-6 …
	Note   string // completes "this is …"
	Answer Answer
}

// VariantSwapped is the name of the variant with the two groups exchanged.
const VariantSwapped = "swapped"

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
	View  *View
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

func undefined(format string, args ...any) error {
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

// num is x as a Value; missing where x is not finite.
func num(x float64) spec.Value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return spec.Value{}
	}
	return spec.NumberValue(x)
}

func count(n int) spec.Value { return spec.NumberValue(float64(n)) }

// uncertain is an uncertainty of kind se or sd.
func uncertain(kind spec.UncertaintyKind, x dd.Num) []spec.Uncertainty {
	if !x.Finite() {
		return nil
	}
	return []spec.Uncertainty{{Kind: kind, Value: num(x.Float())}}
}

// around gives intervals estimate +- q(level) se; nil where they are not defined.
func around(estimate, se dd.Num, q func(level float64) float64) func(float64) (spec.Value, spec.Value) {
	if !se.Finite() || !estimate.Finite() {
		return nil
	}
	return func(level float64) (spec.Value, spec.Value) {
		half := se.Mul(dd.F(q(level)))
		return num(estimate.Sub(half).Float()), num(estimate.Add(half).Float())
	}
}

// addInterval puts the interval at a level into the answer.
func (a *Answer) addInterval(level float64) {
	if a.Interval == nil {
		return
	}
	if lo, hi := a.Interval(level); !lo.Missing() && !hi.Missing() {
		a.Uncertainty = append(a.Uncertainty, spec.Uncertainty{Kind: spec.UncertaintyCI, Level: num(level), Lower: lo, Upper: hi})
	}
}

// add appends a variant that has another value.
func (a *Answer) add(name, note string, x dd.Num) {
	if v := num(x.Float()); !v.Missing() {
		a.Variants = append(a.Variants, Variant{name, note, Answer{Value: v}})
	}
}

// addScaled appends a variant in which value and uncertainty are multiplied by k.
func (a *Answer) addScaled(name, note string, k float64) {
	b := Answer{Value: a.Value, Uncertainty: a.Uncertainty, Interval: a.Interval}
	a.Variants = append(a.Variants, Variant{name, note, b.scaled(k)})
}

// addCI appends variants whose interval is another.
func (a *Answer) addCI(name, note string, level float64, interval func(float64) (spec.Value, spec.Value)) {
	b := Answer{Interval: interval}
	if b.addInterval(level); len(b.Uncertainty) > 0 {
		a.Variants = append(a.Variants, Variant{name, note, b})
	}
}

// addNormal appends the intervals that put a normal quantile in place of t.
func (a *Answer) addNormal(estimate, se dd.Num, level float64) {
	a.addCI("normal-interval", "the interval by the normal distribution in place of t", level, around(estimate, se, normalTwo))
	if level == 0.95 {
		a.addCI("1.96-interval", "estimate ± 1.96 standard errors, not the interval by t", level, around(estimate, se, func(float64) float64 { return 1.96 }))
		a.addCI("2-interval", "estimate ± 2 standard errors", level, around(estimate, se, func(float64) float64 { return 2 }))
	}
	a.addCI("1-interval", "estimate ± 1 standard error", level, around(estimate, se, func(float64) float64 { return 1 }))
}

package estimate

import (
	"math"

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
	Floors      []spec.Tolerance // of each element of Value, where they differ; nil where Floor is that of all
	Variants    []Variant
	Interval    Interval // nil where there is none
	Noise       Noise
	UpTo        Equivalence
	Optimum     Optimum // nil but for a fit whose Value holds all its parameters
}

// Optimum judges parameters that are reported all together, in the order of Value, by what
// they attain; ok is false where the model has no value there, or no optimum is near.
type Optimum func(params []float64) (a Attained, ok bool)

// Attained is what parameters attain. Objectives are such that less is better.
type Attained struct {
	Objective string  // "residual sum of squares"
	At        float64 // at the parameters
	Near      float64 // at the optimum that a search from them comes to
	Best      float64 // at that of the answer
	Slack     float64 // by how much an objective may be worse and yet as good
	Answer    Answer  // the answer of the optimum that is near
}

// AsGood reports whether the optimum that is near is no worse than that of the answer.
func (a Attained) AsGood() bool { return a.Near <= a.Best+a.Slack }

// Equivalence says in what two values may differ and yet be the same.
type Equivalence string

// The equivalences; "" is none.
const (
	UpToSign  Equivalence = "sign"  // of a number, of an array as a whole, of each column of a table
	UpToNames Equivalence = "names" // of the groups that an array of labels holds
)

// Noise holds what random draws add, as standard errors of the difference between this
// answer and one of another program that draws as often as the specification says. It is
// zero where nothing is drawn, and missing where a part is exact. Where Value is an array
// its parts are arrays too.
type Noise struct {
	Value  spec.Value
	Spread spec.Value // of an uncertainty with one size: se, sd
	PValue spec.Value
	Ends   Interval // of both ends of the interval; nil where they are exact
}

// Interval gives the ends of an interval at any level in (0, 1).
type Interval func(level float64) (lower, upper spec.Value)

// Variant is what a neighbouring definition would have answered. Fields that do not
// differ, or make no sense, are missing in its Answer.
type Variant struct {
	Name   string // ddof0, welch, quantile-6 …
	Note   string // completes "this is …"
	Answer Answer
}

// VariantSwapped is the name of the variant with the two groups exchanged.
const VariantSwapped = "swapped"

// Number is x as a Value; missing where x is not finite.
func Number(x float64) spec.Value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return spec.Value{}
	}
	return spec.NumberValue(x)
}

// At is the uncertainty that an interval states at a level: one, or none where the
// interval is nil or has no ends.
func At(f Interval, level float64) []spec.Uncertainty {
	if f == nil {
		return nil
	}
	lo, hi := f(level)
	if lo.Missing() || hi.Missing() {
		return nil
	}
	return []spec.Uncertainty{{Kind: spec.UncertaintyCI, Level: Number(level), Lower: lo, Upper: hi}}
}

// Find is the uncertainty of a kind.
func Find(us []spec.Uncertainty, kind spec.UncertaintyKind) (spec.Uncertainty, bool) {
	for _, u := range us {
		if u.Kind == kind {
			return u, true
		}
	}
	return spec.Uncertainty{}, false
}

// Package oracle recomputes the quantities of a case from its data, independent of any
// submission, and compares reported results with them.
//
// Views derives the tables that a specification names. A Registry holds Estimators;
// its Compute runs one on a view and gives an Answer: the value, every uncertainty it
// knows, and the named variants, which are what neighbouring definitions would have
// given. Match finds which reported results answer which slot, by scope and never by
// value; Compare judges one of them.
//
// Sums, moments and least squares are computed in double-double from the decimal text
// of the data, so an answer is right to the last digit of float64 wherever the data
// say so. An estimator never panics and never answers NaN: what is not defined is an
// error that says why.
package oracle

import (
	"errors"
	"io"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Table is a data file in memory.
type Table = table.Table

// View is a table derived from a data file by the steps of a specification.
type View = view.View

// ViewError says which step of which view is wrong.
type ViewError = view.Error

// What an estimator is, takes and gives. Those of one's own join the built-in ones by
// Registry.With.
type (
	// Estimator computes one kind of quantity from a view: its Name, Summary, Unit, Domain,
	// rule for Missing cells, Formula, Source, Floor and Variants, the Args that it takes, the
	// kinds of uncertainty that it Gives, whether it answers PerRow of groups, and Compute.
	Estimator = estimate.Estimator
	// Variation is a neighbour of an estimator by name.
	Variation = estimate.Variation
	// Input is what Compute works on: View, checked Args, and the Level of intervals.
	Input = estimate.Input
	// Arg describes one argument of an estimator.
	Arg = estimate.Arg
	// Args are the arguments of one call; defaults are filled in.
	Args = estimate.Args
	// ArgKind is the type of an argument.
	ArgKind = estimate.ArgKind
	// Answer is what an estimator computed: the Value with its Index, every Uncertainty it
	// knows, N, Statistic, DF, PValue, Unit, the Floor of its tolerance, and its Variants.
	Answer = estimate.Answer
	// Interval gives the ends of an interval at any level in (0, 1).
	Interval = estimate.Interval
	// Variant is what a neighbouring definition would have answered.
	Variant = estimate.Variant
	// UndefinedError says why a quantity has no value on these data.
	UndefinedError = estimate.UndefinedError
	// ArgError says what is wrong with an argument of a call.
	ArgError = estimate.ArgError
	// PanicError is a panic inside an estimator, caught at its boundary.
	PanicError = estimate.PanicError
)

// The types of arguments.
const (
	ArgColumn  = estimate.ArgColumn  // name of a column of numbers, bools or times
	ArgFactor  = estimate.ArgFactor  // name of a column of any type
	ArgColumns = estimate.ArgColumns // one column of numbers or an array of them
	ArgFactors = estimate.ArgFactors // one column of any type or an array of them
	ArgNumber  = estimate.ArgNumber
	ArgNumbers = estimate.ArgNumbers // a number or an array of them
	ArgText    = estimate.ArgText
	ArgTexts   = estimate.ArgTexts // a text or an array of texts
	ArgBool    = estimate.ArgBool
	ArgLabel   = estimate.ArgLabel // value of a cell: text, number or bool
	ArgExpr    = estimate.ArgExpr  // true or false for each row
)

// MissingRule is what missing cells and empty views do, where an estimator says nothing else.
const MissingRule = estimate.MissingRule

// VariantSwapped is the name of the variant with the two groups exchanged.
const VariantSwapped = estimate.VariantSwapped

// Load reads a data file as the manifest describes it.
func Load(path string, a spec.Asset) (*Table, error) { return table.Load(path, a) }

// Read is Load from an open file; a.Path gives its name and format.
func Read(r io.Reader, a spec.Asset) (*Table, error) { return table.Read(r, a) }

// Views makes the views of a specification from the tables of its assets, by path.
// Views that can be made are returned beside the error, which joins one *ViewError for
// each of the others.
func Views(assets map[string]*Table, views map[string]spec.View) (map[string]*View, error) {
	out, bad := view.Build(assets, views)
	errs := make([]error, len(bad))
	for i, e := range bad {
		errs[i] = e
	}
	return out, errors.Join(errs...)
}

// ViewOf is a view of columns in memory.
func ViewOf(name string, f *spec.Frame) *View { return view.OfFrame(name, f) }

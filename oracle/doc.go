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

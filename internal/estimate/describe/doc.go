// Package describe holds descriptive statistics, quantiles, resistant statistics, measures of
// inequality, and tables by group.
package describe

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(descriptive(), quantiles(), resistant(), inequalities(), tables())
}

// Package multivariate holds the estimators of several columns at once, principal components and
// tables of covariances, and what is shared by all that takes many columns together.
package multivariate

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator { return slices.Concat(components(), matrices(), canonicals()) }

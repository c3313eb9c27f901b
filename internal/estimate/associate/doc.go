// Package associate holds correlations, and the association of two factors.
package associate

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(associations(), dependences(), crosstabs(), pairedCounts())
}

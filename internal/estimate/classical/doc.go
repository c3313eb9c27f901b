// Package classical holds the tests and effect sizes of one sample and of two groups, and
// corrections for several tests.
package classical

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(oneSample(), comparisons(), effects(), multiple())
}

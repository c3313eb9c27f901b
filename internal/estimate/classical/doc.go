// Package classical holds the tests and effect sizes of textbooks: of one sample, two groups or
// several, of proportions, ranks, spreads and shapes.
package classical

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(oneSample(), proportionTests(), comparisons(), spreadTests(), variances(), rankTests(), shapes(), oneSampleKS(), effects(), multiple())
}

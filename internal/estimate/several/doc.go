// Package several holds comparisons of groups by variance, by rank and by spread.
package several

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(spreadTests(), variances(), shares(), rankTests(), dominances())
}

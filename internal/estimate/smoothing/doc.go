// Package smoothing holds densities and histograms, smoothers of y on x, curves through
// points, and filters of series.
package smoothing

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(densities(), histograms(), smoothers(), curves(), filters())
}

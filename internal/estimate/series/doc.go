// Package series holds quantities of series, and their spectra.
package series

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(series(), lagged(), spectra())
}

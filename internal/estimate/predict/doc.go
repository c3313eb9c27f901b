// Package predict holds measures of classification, ranking and calibration.
package predict

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(classifications(), rankings(), multiclass(), calibrations())
}

// Package survival holds quantities of censored times.
package survival

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(survivals(), hazards())
}

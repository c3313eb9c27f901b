// Package robustfit holds linear models that rows far from the fit move little: quantile
// regression and M-estimation.
package robustfit

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator { return slices.Concat(quantiles(), estimations()) }

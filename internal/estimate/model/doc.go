// Package model holds linear, generalised linear and nonlinear models.
package model

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(regressions(), robust(), generalised(), dispersions(), counts(), nonlinear())
}

// Package shape holds tests of the shape of a distribution.
package shape

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator { return slices.Concat(shapes(), oneSampleKS()) }

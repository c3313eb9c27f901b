// Package econometric holds linear models of panels and with instruments.
package econometric

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator { return slices.Concat(panels(), instruments()) }

var ciSE = []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}

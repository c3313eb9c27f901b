// Package proportions holds intervals and tests of proportions and of tables of counts.
package proportions

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator { return slices.Concat(proportionTests(), ratios()) }

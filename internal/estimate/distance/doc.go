// Package distance holds the estimators of how far apart things are: columns, rows, groups,
// samples, series, texts, and two sets of distances.
package distance

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(distances(), ordered(), similarities(), maps())
}

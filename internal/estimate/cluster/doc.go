// Package cluster holds the estimators of groups found in data: hierarchical clustering,
// k-means, how well groups are apart, and how far two labelings agree.
package cluster

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(trees(), means(), criteria(), agreements())
}

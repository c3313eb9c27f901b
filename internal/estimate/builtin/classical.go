package builtin

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// classical are the tests, associations, effect sizes and indices of textbooks.
func classical() []estimate.Estimator {
	return slices.Concat(oneSample(), proportionTests(), spreadTests(), variances(), crosstabs(), rankTests(), shapes(),
		dependences(), effects(), multiple(), resistant(), inequalities())
}

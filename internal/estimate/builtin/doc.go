// Package builtin holds the estimators that every oracle has: descriptive statistics and
// quantiles, comparisons of groups, correlations, linear models, tables by group,
// classification and calibration, censored times, series and their spectra.
// Each answers with the variants that the usual slips would give, so that a wrong
// number can be called by its name. Sums of data are computed in double-double.
package builtin

import (
	"slices"

	"github.com/assaybench/assay/internal/estimate"
)

// All are the built-in estimators.
func All() []estimate.Estimator {
	return slices.Concat(descriptive(), quantiles(), comparisons(), associations(), regressions(), robust(), generalised(), nonlinear(), series(), tables(), classical(),
		classifications(), rankings(), calibrations(), survivals(), hazards(), lagged(), spectra())
}

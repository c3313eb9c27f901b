// Package builtin lists the estimators that every oracle has, domain by domain. Each
// answers with the variants that the usual slips would give, so that a wrong number can
// be called by its name. Sums of data are computed in double-double.
package builtin

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/associate"
	"github.com/assaybench/assay/internal/estimate/classical"
	"github.com/assaybench/assay/internal/estimate/cluster"
	"github.com/assaybench/assay/internal/estimate/describe"
	"github.com/assaybench/assay/internal/estimate/designed"
	"github.com/assaybench/assay/internal/estimate/diagnostic"
	"github.com/assaybench/assay/internal/estimate/distance"
	"github.com/assaybench/assay/internal/estimate/dynamics"
	"github.com/assaybench/assay/internal/estimate/econometric"
	"github.com/assaybench/assay/internal/estimate/model"
	"github.com/assaybench/assay/internal/estimate/multivariate"
	"github.com/assaybench/assay/internal/estimate/peaks"
	"github.com/assaybench/assay/internal/estimate/planning"
	"github.com/assaybench/assay/internal/estimate/predict"
	"github.com/assaybench/assay/internal/estimate/proportions"
	"github.com/assaybench/assay/internal/estimate/resampling"
	"github.com/assaybench/assay/internal/estimate/robustfit"
	"github.com/assaybench/assay/internal/estimate/series"
	"github.com/assaybench/assay/internal/estimate/several"
	"github.com/assaybench/assay/internal/estimate/shape"
	"github.com/assaybench/assay/internal/estimate/signal"
	"github.com/assaybench/assay/internal/estimate/smoothing"
	"github.com/assaybench/assay/internal/estimate/strongfield"
	"github.com/assaybench/assay/internal/estimate/survival"
)

// All are the built-in estimators, a line for each domain, with the floor and the variants
// that their answers have.
func All() []estimate.Estimator {
	all := slices.Concat(
		describe.Estimators(),
		classical.Estimators(),
		proportions.Estimators(),
		planning.Estimators(),
		several.Estimators(),
		shape.Estimators(),
		associate.Estimators(),
		model.Estimators(),
		designed.Estimators(),
		diagnostic.Estimators(),
		econometric.Estimators(),
		predict.Estimators(),
		resampling.Estimators(),
		robustfit.Estimators(),
		series.Estimators(),
		signal.Estimators(),
		peaks.Estimators(),
		dynamics.Estimators(),
		strongfield.Estimators(),
		smoothing.Estimators(),
		survival.Estimators(),
		multivariate.Estimators(),
		distance.Estimators(),
		cluster.Estimators(),
	)
	known := found()
	for i, e := range all {
		all[i].Floor, all[i].Variants = known[e.Name].Floor, known[e.Name].Variants
	}
	return all
}

// variants are a line for the floor of each estimator, and one for each of its variants;
// the conformance suite, which finds them, writes and checks the file.
//
//go:embed variants.tsv
var variants string

// found are the floors and variants by the name of the estimator.
var found = sync.OnceValue(func() map[string]estimate.Estimator {
	out := map[string]estimate.Estimator{}
	for line := range strings.Lines(variants) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		e := out[cells[0]]
		if len(cells) == 2 {
			e.Floor, _ = strconv.ParseFloat(cells[1], 64)
		} else {
			e.Variants = append(e.Variants, estimate.Variation{Name: cells[1], Note: cells[2]})
		}
		out[cells[0]] = e
	}
	return out
})

// Package resampling holds quantities that come of random resamples: bootstrap intervals
// and standard errors, and permutation tests. What chance leaves open is said in the
// answer's Noise.
package resampling

import (
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator { return []estimate.Estimator{bootstrap(), permutation()} }

// The arguments that both share.
var (
	valueArg  = estimate.Arg{Name: "value", Kind: estimate.ArgFactor, Doc: "column of a statistic of one column or of two groups"}
	groupArg  = estimate.Arg{Name: "group", Kind: estimate.ArgFactor, Doc: "column that holds the two groups of a comparison"}
	firstArg  = estimate.Arg{Name: "first", Kind: estimate.ArgLabel, Doc: "group that comes first: a difference is first minus second"}
	secondArg = estimate.Arg{Name: "second", Kind: estimate.ArgLabel, Doc: "group that comes second"}
	xArg      = estimate.Arg{Name: "x", Kind: estimate.ArgColumn, Doc: "first of two columns, whose rows are pairs: of an association, or of a comparison in place of value and group"}
	yArg      = estimate.Arg{Name: "y", Kind: estimate.ArgColumn, Doc: "second of two columns"}
	drawsArg  = estimate.Arg{Name: "draws", Kind: estimate.ArgNumber, Min: 100, Max: 1e7, Doc: "draws of the oracle itself; by itself 100,000, fewer of more than 10,000 rows"}
	seedArg   = estimate.Arg{Name: "seed", Kind: estimate.ArgNumber, Default: spec.NumberValue(0), Min: 0, Max: 1 << 53,
		Doc: "seed of the oracle's draws: block k of 64 draws has the generator PCG-DXSM (Go's math/rand/v2) with the seeds (seed, k)"}
)

// most is how many numbers the oracle draws in all.
const most = 1e9

// draws is how often the oracle draws from n rows.
func draws(in estimate.Input, n int) (int, error) {
	b := min(100_000, max(2000, int(most/float64(max(n, 1)))))
	if in.Args.Has("draws") {
		b = int(in.Args.Number("draws"))
	}
	if float64(b)*float64(n) > 100*most {
		return 0, estimate.BadArg("draws", "%d draws of %d rows are too many", b, n)
	}
	return b, nil
}

func seed(in estimate.Input) uint64 { return uint64(in.Args.Number("seed")) }

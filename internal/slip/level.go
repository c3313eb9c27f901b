package slip

import (
	"math"

	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// levels of intervals that are tried: whole per cent, and those of one to three standard
// deviations.
var levels = func() []float64 {
	var out []float64
	for percent := 50; percent < 100; percent++ {
		out = append(out, float64(percent)/100)
	}
	return append(out, 0.995, 0.999, math.Erf(1/math.Sqrt2), math.Erf(2/math.Sqrt2), math.Erf(3/math.Sqrt2))
}()

// Level is the level of which intervals are that should be of another one. ps are their half
// widths, se the standard errors behind them: those of Student's t, whose degrees of freedom
// the wanted half width tells, or without se those of a normal distribution alone. Both
// quantiles are two-sided: half width = quantile (1 + level)/2 x se. Not ok where no level
// explains all, and where the wanted level is not between 0 and 1.
func Level(ps []Pair, se []float64, level float64) (float64, bool) {
	if !(level > 0 && level < 1) || len(ps) == 0 {
		return 0, false
	}
	width := func(i int, of float64) float64 {
		return ps[i].Want * (tail.TTwo(of, math.Inf(1)) / tail.TTwo(level, math.Inf(1)))
	}
	if len(se) == len(ps) {
		df := make([]float64, len(ps))
		for i, p := range ps {
			df[i] = freedom(p.Want/se[i], level)
		}
		width = func(i int, of float64) float64 { return se[i] * tail.TTwo(of, df[i]) }
	}
	for _, l := range levels {
		all := math.Abs(l-level) > 1e-6
		for i, p := range ps {
			all = all && (spec.Tolerance{Rel: free}).Close(p.Got, width(i, l))
		}
		if all {
			return l, true
		}
	}
	return 0, false
}

// freedom is with how many degrees of freedom t is the two-sided quantile of a level: +Inf for
// that of the normal distribution, NaN where t is less.
func freedom(t, level float64) float64 {
	if z := tail.TTwo(level, math.Inf(1)); !(t > z*(1+1e-9)) {
		if t > z*(1-1e-9) {
			return math.Inf(1)
		}
		return math.NaN()
	}
	lo, hi := math.Log(0.1), math.Log(1e10)
	for range 100 {
		if mid := lo + (hi-lo)/2; tail.TTwo(level, math.Exp(mid)) > t {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Exp(lo)
}

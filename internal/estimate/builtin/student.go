package builtin

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// tTwo is the quantile of Student's t with df degrees of freedom that leaves
// (1 - level)/2 above it. Beyond 1e5 degrees, where the beta function loses digits, it
// is the expansion of Cornish and Fisher about the normal quantile, whose error is
// below 1e-15 there (Abramowitz and Stegun 26.7.5).
func tTwo(df float64) func(level float64) float64 {
	return func(level float64) float64 {
		p := (1 + level) / 2
		if df <= 1e5 {
			return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(p)
		}
		z := mathext.NormalQuantile(p)
		z2 := z * z
		return z * (1 + (z2+1)/(4*df) + (5*z2*z2+16*z2+3)/(96*df*df))
	}
}

// normalTwo is the normal quantile that leaves (1 - level)/2 above it.
func normalTwo(level float64) float64 { return mathext.NormalQuantile((1 + level) / 2) }

// tTail is the two-sided p-value of t: P(|T| >= |t|) = I_{df/(df + t^2)}(df/2, 1/2),
// computed as it stands and never as 1 - CDF, so that tiny values keep their digits.
func tTail(t, df float64) float64 {
	if math.IsNaN(t) || !(df > 0) {
		return math.NaN()
	}
	return mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
}

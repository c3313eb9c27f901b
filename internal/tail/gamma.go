package tail

import "math"

// GammaRatio is Γ(a) / (√a Γ(a - 1/2)) for a > 1/2: near 1 for large a, where the
// difference of logarithms of gamma functions would lose digits.
func GammaRatio(a float64) float64 {
	if !(a > 0.5) {
		return nan
	}
	return math.Exp(-(a-1)*math.Log1p(-0.5/a) - 0.5 + stirlingError(a) - stirlingError(a-0.5))
}

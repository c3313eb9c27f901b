package tail

import "math"

// TQuantile is t with P(T < t) = p.
func TQuantile(p, df float64) float64 {
	switch {
	case !(p >= 0 && p <= 1) || !(df > 0):
		return nan
	case p == 0 || p == 1:
		return math.Inf(2*int(p) - 1)
	case p < 0.5:
		return -tAbove(p, 0.5-p, df)
	}
	return tAbove(1-p, p-0.5, df)
}

// TTwo is t with P(|T| < t) = level.
func TTwo(level, df float64) float64 {
	if !(level >= 0 && level < 1) || !(df > 0) {
		return nan
	}
	return tAbove((1-level)/2, level/2, df)
}

// tAbove is t with the tail above and the mass between 0 and t; the smaller of the two
// is what counts.
func tAbove(above, between, df float64) float64 {
	if between == 0 {
		return 0
	}
	return solve(1, func(t float64) float64 {
		outside, inside := studentTails(t, df)
		if between < above {
			return inside/2 - between
		}
		return above - outside/2
	})
}

// FQuantile is x with P(F < x) = p.
func FQuantile(p, d1, d2 float64) float64 {
	if !(d1 > 0) || !(d2 > 0) {
		return nan
	}
	return quantile(p, func(x float64) (float64, float64) { return fisherTails(x, d1, d2) })
}

// ChiSquaredQuantile is x with P(X < x) = p.
func ChiSquaredQuantile(p, df float64) float64 {
	if !(df > 0) || math.IsInf(df, 0) {
		return nan
	}
	return quantile(p, func(x float64) (float64, float64) { return ChiSquaredLower(x, df), ChiSquared(x, df) })
}

// BetaQuantile is x with I_x(a, b) = p.
func BetaQuantile(p, a, b float64) float64 {
	if !(a > 0) || !(b > 0) {
		return nan
	}
	odds := quantile(p, func(o float64) (float64, float64) { return Beta(a, b, o/(1+o), 1/(1+o)) })
	if math.IsInf(odds, 1) {
		return 1
	}
	return odds / (1 + odds)
}

// quantile is x > 0 at which the tails are p and 1 - p.
func quantile(p float64, tails func(x float64) (lower, upper float64)) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return nan
	case p == 0:
		return 0
	case p == 1:
		return math.Inf(1)
	}
	return solve(1, func(x float64) float64 {
		lower, upper := tails(x)
		if p < 0.5 {
			return lower - p
		}
		return (1 - p) - upper
	})
}

// solve finds the positive root of an increasing function: a bracket by fourfold steps
// from start, then Ridders' method until it stands still.
func solve(start float64, f func(float64) float64) float64 {
	lo, hi := start, start
	flo := f(lo)
	fhi := flo
	for flo > 0 {
		hi, fhi = lo, flo
		if lo /= 4; lo < 1e-300 {
			return 0
		}
		flo = f(lo)
	}
	for fhi < 0 {
		lo, flo = hi, fhi
		if hi *= 4; hi > 1e300 {
			return math.Inf(1)
		}
		fhi = f(hi)
	}
	put := func(x float64) float64 {
		fx := f(x)
		if fx < 0 {
			lo, flo = x, fx
		} else {
			hi, fhi = x, fx
		}
		return fx
	}
	prev := math.Inf(1)
	for range 200 {
		mid := lo + (hi-lo)/2
		if fhi == 0 || !(mid > lo && mid < hi) {
			break
		}
		half, fa, fb := hi-mid, flo, fhi
		fm := put(mid)
		s := math.Sqrt(fm*fm - fa*fb)
		if !(s > 0) { // nothing left to tell, or NaN
			break
		}
		x := mid - half*fm/s
		if math.Abs(x-prev) <= 2*eps*x { // its steps shrink faster than the bracket
			return x
		}
		if prev = x; x > lo && x < hi {
			put(x)
		}
	}
	if math.IsNaN(flo) || math.IsNaN(fhi) {
		return nan
	}
	if -flo < fhi {
		return lo
	}
	return hi
}

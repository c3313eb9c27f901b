// Package negbin finds the dispersion of negative-binomial counts, whose variance about
// a mean m is m + alpha m² (NB2). theta is 1 / alpha.
package negbin

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// ErrPoisson says that the likelihood has no maximum: it rises to that of Poisson counts
// as alpha goes to 0.
var ErrPoisson = errors.New("the counts vary no more than Poisson's, so that alpha has no maximum-likelihood value above 0")

// ErrWide says that the likelihood rises as alpha grows without end.
var ErrWide = errors.New("alpha has no finite maximum-likelihood value")

// rise is Σ_{k<y} 1/(theta + k) = ψ(y + theta) - ψ(theta), and its derivative negated.
func rise(y, theta float64) (sum, squares float64) {
	if y != math.Trunc(y) || y > 1e4 {
		return mathext.Digamma(y+theta) - mathext.Digamma(theta), mathext.Zeta(2, theta) - mathext.Zeta(2, y+theta)
	}
	for k := 0.0; k < y; k++ {
		d := 1 / (theta + k)
		sum, squares = sum+d, squares+d*d
	}
	return sum, squares
}

// Score is the derivative of the log likelihood by theta, and Information minus the
// second one, of counts y about means m:
//
//	Σ ψ(y + theta) - ψ(theta) - log(1 + m/theta) - (y - m)/(m + theta)
func Score(theta float64, y, m []float64) (score, information float64) {
	for i := range y {
		a, b := rise(y[i], theta)
		s := m[i] + theta
		score += a - math.Log1p(m[i]/theta) - (y[i]-m[i])/s
		information += b - m[i]/(theta*s) - (y[i]-m[i])/(s*s)
	}
	return score, information
}

// Theta is the maximum-likelihood value for counts y, at least one above 0, about means m.
// ErrPoisson and ErrWide where there is none from 1e-6 to 1e9.
func Theta(y, m []float64) (float64, error) {
	at := func(logTheta float64) float64 {
		s, _ := Score(math.Exp(logTheta), y, m)
		return s
	}
	lo, hi := math.Log(1e-6), math.Log(1e9)
	// Where the variance about the means is no more than they are, the score stays positive
	// up to infinity; the sign is that of Σ m + ... taken there without cancellation.
	var excess float64
	for i := range y {
		d := y[i] - m[i]
		excess += d*d - y[i]
	}
	if !(excess > 0) {
		return 0, ErrPoisson
	}
	if !(at(lo) > 0) {
		return 0, ErrWide
	}
	for !(at(hi) < 0) {
		if hi--; hi <= lo {
			return 0, ErrPoisson
		}
	}
	for range 200 {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			break
		}
		if at(mid) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Exp(lo + (hi-lo)/2), nil
}

package tail

import "math"

// Binomial gives P(X <= k) and P(X > k) for n trials with probability p.
func Binomial(k, n int, p float64) (lower, upper float64) {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return nan, nan
	case k < 0:
		return 0, 1
	case k >= n:
		return 1, 0
	}
	upper, lower = Beta(float64(k+1), float64(n-k), p, 1-p)
	return lower, upper
}

// BinomialMass is P(X = k).
func BinomialMass(k, n int, p float64) float64 {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return nan
	case k < 0 || k > n:
		return 0
	case p == 0 || k == 0:
		return massAtEnd(k == 0, n, p)
	case p == 1 || k == n:
		return massAtEnd(k == n, n, 1-p)
	}
	return binomialMass(float64(k), float64(n-k), p, 1-p)
}

// massAtEnd is (1 - q)^n where at, else 0.
func massAtEnd(at bool, n int, q float64) float64 {
	switch {
	case !at:
		return 0
	case q == 1:
		return math.Pow(0, float64(n))
	}
	return math.Exp(float64(n) * math.Log1p(-q))
}

// Poisson gives P(X <= k) and P(X > k) for the mean m.
func Poisson(k int, m float64) (lower, upper float64) {
	switch {
	case !(m >= 0):
		return nan, nan
	case k < 0:
		return 0, 1
	}
	return gammaUpper(float64(k+1), m), gammaLower(float64(k+1), m)
}

// Hypergeometric is the number of marked ones among drawn ones of a population of
// which Marked are marked and Rest are not.
type Hypergeometric struct{ Marked, Rest, Drawn int }

// Range is the smallest and the largest number that can occur.
func (h Hypergeometric) Range() (lo, hi int) {
	return max(0, h.Drawn-h.Rest), min(h.Marked, h.Drawn)
}

// Mass is P(X = k), by Loader's identity of three binomial masses.
func (h Hypergeometric) Mass(k int) float64 {
	lo, hi := h.Range()
	n := h.Marked + h.Rest
	switch {
	case h.Marked < 0 || h.Rest < 0 || h.Drawn < 0 || h.Drawn > n:
		return nan
	case k < lo || k > hi:
		return 0
	case lo == hi:
		return 1
	}
	p := float64(h.Drawn) / float64(n)
	return BinomialMass(k, h.Marked, p) * BinomialMass(h.Drawn-k, h.Rest, p) / BinomialMass(h.Drawn, n, p)
}

// Tails are P(X <= k) and P(X >= k); both hold P(X = k). Each is summed from k outwards.
func (h Hypergeometric) Tails(k int) (atMost, atLeast float64) {
	lo, hi := h.Range()
	if k < lo {
		return 0, 1
	}
	if k > hi {
		return 1, 0
	}
	for i := k; i >= lo; i-- {
		m := h.Mass(i)
		atMost += m
		if m < atMost*eps/64 && i < h.mode() {
			break
		}
	}
	for i := k; i <= hi; i++ {
		m := h.Mass(i)
		atLeast += m
		if m < atLeast*eps/64 && i > h.mode() {
			break
		}
	}
	return math.Min(1, atMost), math.Min(1, atLeast)
}

func (h Hypergeometric) mode() int {
	return int((float64(h.Drawn) + 1) * (float64(h.Marked) + 1) / (float64(h.Marked) + float64(h.Rest) + 2))
}

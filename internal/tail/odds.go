package tail

import "math"

// weights of the counts from lo for odds ratio psi, the largest 1: Fisher's noncentral
// hypergeometric distribution.
func (h Hypergeometric) weights() (lo int, logs []float64) {
	lo, hi := h.Range()
	for k := lo; k <= hi; k++ {
		logs = append(logs, math.Log(h.Mass(k)))
	}
	return lo, logs
}

// noncentral gives the mean and the two tails at x for odds ratio exp(theta).
func noncentral(lo int, logs []float64, x int, theta float64) (mean, atMost, atLeast float64) {
	top := math.Inf(-1)
	for i, l := range logs {
		top = math.Max(top, l+float64(i)*theta)
	}
	sum := 0.0
	for i, l := range logs {
		w := math.Exp(l + float64(i)*theta - top)
		k := lo + i
		sum += w
		mean += w * float64(k)
		if k <= x {
			atMost += w
		}
		if k >= x {
			atLeast += w
		}
	}
	return mean / sum, atMost / sum, atLeast / sum
}

// ConditionalOdds is the odds ratio of a 2x2 table with x in its first cell that is most
// likely given the margins: its expected count is x. 0 or infinite at the ends.
func (h Hypergeometric) ConditionalOdds(x int) float64 {
	lo, logs := h.weights()
	switch {
	case len(logs) < 2 || x < lo || x > lo+len(logs)-1:
		return nan
	case x == lo:
		return 0
	case x == lo+len(logs)-1:
		return math.Inf(1)
	}
	return solve(1, func(psi float64) float64 {
		mean, _, _ := noncentral(lo, logs, x, math.Log(psi))
		return mean - float64(x)
	})
}

// OddsInterval are the odds ratios at which x or more, and x or less, have probability
// (1 - level)/2: the exact interval that belongs to ConditionalOdds.
func (h Hypergeometric) OddsInterval(x int, level float64) (lower, upper float64) {
	lo, logs := h.weights()
	if len(logs) < 2 || x < lo || x > lo+len(logs)-1 || !(level > 0 && level < 1) {
		return nan, nan
	}
	half := (1 - level) / 2
	upper = math.Inf(1)
	if x > lo {
		lower = solve(1, func(psi float64) float64 {
			_, _, atLeast := noncentral(lo, logs, x, math.Log(psi))
			return atLeast - half
		})
	}
	if x < lo+len(logs)-1 {
		upper = solve(1, func(psi float64) float64 {
			_, atMost, _ := noncentral(lo, logs, x, math.Log(psi))
			return half - atMost
		})
	}
	return lower, upper
}

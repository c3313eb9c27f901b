package smooth

import "math"

// EWMA is the exponentially weighted moving average with 0 < alpha <= 1, as pandas
// computes it: Σ (1 - α)^i x(t - i) over the sum of the weights, or, not adjusted,
// α x(t) + (1 - α) y(t - 1) from y(0) = x(0). Rows that are NaN give NaN; they still age
// the past, unless skipped.
func EWMA(xs []float64, alpha float64, adjust, skip bool) []float64 {
	out := make([]float64, len(xs))
	old, fresh := 1.0, 1.0
	if !adjust {
		fresh = alpha
	}
	y, begun := 0.0, false
	for i, x := range xs {
		missing := math.IsNaN(x)
		if out[i] = math.NaN(); missing && (!begun || skip) {
			continue
		}
		switch {
		case !begun:
			y, begun = x, true
		default:
			if old *= 1 - alpha; missing {
				continue
			}
			y += (x - y) * (fresh / (old + fresh))
			if old += fresh; !adjust {
				old = 1
			}
		}
		out[i] = y
	}
	return out
}

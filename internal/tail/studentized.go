package tail

import "math"

// StudentizedRange is P(Q > q) for the range of k normal means over an independent
// standard deviation with df degrees of freedom (infinite: a known one). Both integrals
// are taken by the trapezoidal rule over the whole line, which for such integrands
// converges faster than any power of the step; the upper tail of the range is
// integrated itself.
func StudentizedRange(q float64, k int, df float64) float64 {
	switch {
	case math.IsNaN(q) || k < 2 || !(df > 0):
		return nan
	case q <= 0:
		return 1
	case math.IsInf(q, 1):
		return 0
	}
	r := newRange(k)
	if df > 1e8 {
		return r.upper(q)
	}
	// s = exp(u): the density of log s is c exp(df (u - s²/2)), c = 2 (df/2)^(df/2)/Γ(df/2).
	// (df/2)^(df/2) / Γ(df/2) = sqrt(df/4π) exp(df/2 - stirlingError(df/2)).
	logc := math.Log(2) + 0.5*math.Log(df/(4*math.Pi)) + df/2 - stirlingError(df/2)
	density := func(u float64) float64 { return math.Exp(logc + df*(u-math.Exp(2*u)/2)) }
	h := math.Min(0.1, 0.5/math.Sqrt(2*df))
	sum, peak := 0.0, 0.0
	for _, side := range []float64{1, -1} {
		for i := 0.0; i < 1e5; i++ {
			if side < 0 && i == 0 {
				continue
			}
			u := side * i * h
			v := density(u) * r.upper(q*math.Exp(u))
			sum += v
			peak = math.Max(peak, v)
			if v < peak*1e-18 && i*h > 3/math.Sqrt(df) || density(u) < 1e-320 {
				break
			}
		}
	}
	return math.Min(1, sum*h)
}

// StudentizedRangeQuantile is q with P(Q > q) = upper.
func StudentizedRangeQuantile(upper float64, k int, df float64) float64 {
	if !(upper > 0 && upper < 1) || k < 2 || !(df > 0) {
		return nan
	}
	return solve(3, func(q float64) float64 { return upper - StudentizedRange(q, k, df) })
}

// normalRange is the range of k standard normals: nodes of the largest one.
type normalRange struct {
	k       float64
	z, w, p []float64 // node, weight k φ(z) Φ(z)^(k-1) h, Φ(z)
}

func newRange(k int) normalRange {
	// The error of the rule falls as exp(-2π²/(k h²)).
	h := math.Sqrt(0.45 / float64(k))
	r := normalRange{k: float64(k)}
	for z := -8.5; z <= 40; z += h {
		p := Normal(-z)
		r.z, r.p = append(r.z, z), append(r.p, p)
		r.w = append(r.w, h*r.k*math.Exp(-z*z/2)/math.Sqrt(2*math.Pi)*math.Pow(p, r.k-1))
	}
	return r
}

// upper is P(range > w): with the largest at z, not all others lie above z - w.
func (r normalRange) upper(w float64) float64 {
	s := 0.0
	for i, z := range r.z {
		if z > 10 && z > w/2+10 {
			break
		}
		below := Normal(w-z) / r.p[i]
		s += r.w[i] * -math.Expm1((r.k-1)*math.Log1p(-math.Min(below, 1)))
	}
	return math.Min(1, s)
}

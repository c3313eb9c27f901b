package tail

import "math"

// NoncentralT is P(T > t) for Student's t with df degrees of freedom and noncentrality
// ncp: a mean of Beta tails over the Poisson masses of ncp²/2 at 0, 1/2, 1 … (Johnson,
// Kotz and Balakrishnan 1995, chapter 31). Where ncp is positive no term is negative, so
// that the power of a test keeps its digits.
func NoncentralT(t, df, ncp float64) float64 {
	switch {
	case math.IsNaN(t) || !(df > 0) || math.IsInf(df, 0) || math.IsNaN(ncp) || math.Abs(ncp) > mostNoncentral:
		return nan
	case t < 0:
		return 1 - NoncentralT(-t, df, -ncp)
	case math.IsInf(t, 1):
		return 0
	}
	x, y := t*t/(df+t*t), df/(df+t*t)
	p := poissonMean(ncp*ncp/2, 0.5, func(a float64) float64 {
		_, upper := Beta(a+0.5, df/2, x, y)
		if ncp < 0 && a != math.Floor(a) {
			return -upper
		}
		return upper
	})
	return math.Min(1, math.Max(0, p/2))
}

// NoncentralF is P(F > x) for d1 and d2 degrees of freedom and noncentrality ncp: a mean
// of Beta tails over the Poisson masses of ncp/2.
func NoncentralF(x, d1, d2, ncp float64) float64 {
	switch {
	case math.IsNaN(x) || !(d1 > 0) || !(d2 > 0) || math.IsInf(d1, 0) || math.IsInf(d2, 0) || !(ncp >= 0 && ncp <= mostNoncentral*mostNoncentral):
		return nan
	case x <= 0:
		return 1
	case math.IsInf(x, 1):
		return 0
	}
	s := d1*x + d2
	return math.Min(1, poissonMean(ncp/2, 1, func(a float64) float64 {
		_, upper := Beta(d1/2+a, d2/2, d1*x/s, d2/s)
		return upper
	}))
}

// mostNoncentral bounds the noncentrality of t, and so the terms that are summed.
const mostNoncentral = 1e3

// poissonMean is the sum of mass(a) f(a) over a = 0, step, 2 step …, mass being
// exp(-m) m^a / Γ(a + 1), up and down from the mean as far as it counts: the terms rise to
// one summit and fall.
func poissonMean(m, step float64, f func(a float64) float64) float64 {
	sum, size := 0.0, 0.0
	middle := step * math.Floor(m/step)
	for _, side := range []float64{1, -1} {
		last := math.Inf(1)
		for a := middle + min(side, 0)*step; a >= 0; a += side * step {
			mass := poissonMass(a, m)
			term := mass * f(a)
			sum += term
			now := math.Abs(term)
			size += now
			if mass == 0 || now < last && now <= 1e-18*size {
				break
			}
			last = now
		}
	}
	return sum
}

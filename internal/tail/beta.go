package tail

import "math"

// Beta gives both tails of the beta distribution at x, I_x(a, b) and 1 - I_x(a, b). y is
// 1 - x, given apart because it cannot be had from an x near 1. a and b are positive.
//
// Below the mean the continued fraction of DiDonato and Morris (1992) converges; its
// factor x^a y^b / B(a, b) is written with Loader's deviance (2000), which keeps its
// digits for large a and b, where the logarithm of the beta function loses them.
func Beta(a, b, x, y float64) (lower, upper float64) {
	switch {
	case !(a > 0) || !(b > 0) || math.IsInf(a, 0) || math.IsInf(b, 0) || !(x >= 0) || !(y >= 0):
		return nan, nan
	case x == 0:
		return 0, 1
	case y == 0:
		return 1, 0
	}
	if x*(a+b+2) < a+1 {
		lower = betaTail(a, b, x, y)
		return lower, 1 - lower
	}
	upper = betaTail(b, a, y, x)
	return 1 - upper, upper
}

// betaTail is I_x(a, b) for x below about the mean.
func betaTail(a, b, x, y float64) float64 {
	front := binomialMass(a, b, x, y) * (a / (a + b)) * b
	if front == 0 {
		return 0
	}
	// The fraction is followed by its recurrence, kept near 1.
	lambda := (a+b)*y - b // mean less x, times a + b, which does not cancel
	c := lambda + 1
	ratio, step := b/a, 1+1/a
	a0, a1, b0, b1 := 0.0, 1.0, 1.0, c/step
	for n, p, s := 1.0, 1.0, a+1; n <= 1e6; n, s = n+1, s+2 {
		w := n * (b - n) * x
		e := a / s
		alpha := p * (p + ratio) * e * e * w * x
		p = 1 + n/a
		beta := n + w/s + p/(step+2*n/a)*(c+n*(1+y))
		a0, a1 = a1/b1, (alpha*a0+beta*a1)/b1
		b0, b1 = 1, (alpha*b0+beta*b1)/b1
		if math.Abs(a1/b1-a0) <= eps*a0 {
			return math.Min(1, front*a1/b1)
		}
	}
	return nan
}

// binomialMass is Γ(a+b+1) / (Γ(a+1) Γ(b+1)) x^a y^b for positive a, b (Loader 2000).
func binomialMass(a, b, x, y float64) float64 {
	n := a + b
	e := stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n*x) - deviance(b, n*y)
	return math.Exp(e) * math.Sqrt(n/(2*math.Pi*a*b))
}

// stirlingError is log Γ(n+1) less Stirling's (n + 1/2) log n - n + log(2π)/2.
func stirlingError(n float64) float64 {
	if n < 9 {
		l, _ := math.Lgamma(n + 1)
		return l - ((n+0.5)*math.Log(n) - n + 0.918938533204672741780329736406)
	}
	s, r := 0.0, 1/(n*n)
	for i := len(stirlingSeries) - 1; i >= 0; i-- {
		s = s*r + stirlingSeries[i]
	}
	return s / n
}

// stirlingSeries are B(2k) / (2k (2k - 1)).
var stirlingSeries = []float64{1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156, -3617.0 / 122400}

// deviance is x log(x/m) + m - x, by a series where x is near m.
func deviance(x, m float64) float64 {
	if math.Abs(x-m) >= 0.1*(x+m) {
		return x*math.Log(x/m) + m - x
	}
	v := (x - m) / (x + m)
	s, term := (x-m)*v, 2*x*v
	for k := 3.0; ; k += 2 {
		term *= v * v
		if next := s + term/k; next != s {
			s = next
			continue
		}
		return s
	}
}

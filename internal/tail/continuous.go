package tail

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Normal is the upper tail P(Z > z) of the standard normal.
func Normal(z float64) float64 {
	// z/√2 is rounded, and its error grows with z in the tail: erfc(t + r) is close to
	// erfc(t) exp(-2 t r).
	const hi, lo = 0.70710678118654752440, -4.8336466567264567e-17
	t := z * hi
	p := 0.5 * math.Erfc(t)
	if t > 1 {
		r := math.FMA(z, hi, -t) + z*lo
		p *= math.Exp(-2 * t * r)
	}
	return p
}

// NormalQuantile is z with P(Z < z) = p.
func NormalQuantile(p float64) float64 {
	if !(p >= 0 && p <= 1) {
		return nan
	}
	return mathext.NormalQuantile(p)
}

// T is the upper tail P(T > t) of Student's t with df degrees of freedom: half of
// I_x(df/2, 1/2) at x = df/(df + t²).
func T(t, df float64) float64 {
	outside, _ := studentTails(math.Abs(t), df)
	if t < 0 {
		return 1 - outside/2
	}
	return outside / 2
}

// TTwoSided is P(|T| > |t|).
func TTwoSided(t, df float64) float64 {
	outside, _ := studentTails(math.Abs(t), df)
	return outside
}

// studentTails are P(|T| > t) and P(|T| < t) for t >= 0.
func studentTails(t, df float64) (outside, inside float64) {
	if math.IsInf(df, 1) {
		return 2 * Normal(t), math.Erf(t / math.Sqrt2)
	}
	if math.IsInf(t, 1) {
		return 0, 1
	}
	t2 := t * t
	if math.IsInf(t2, 1) { // df/t², which is what remains
		r := math.Sqrt(df) / t
		return Beta(df/2, 0.5, r*r, 1)
	}
	return Beta(df/2, 0.5, df/(df+t2), t2/(df+t2))
}

// F is the upper tail P(F > x) of Fisher's F with d1 and d2 degrees of freedom.
func F(x, d1, d2 float64) float64 {
	_, upper := fisherTails(x, d1, d2)
	return upper
}

// FLower is P(F < x).
func FLower(x, d1, d2 float64) float64 {
	lower, _ := fisherTails(x, d1, d2)
	return lower
}

func fisherTails(x, d1, d2 float64) (lower, upper float64) {
	switch {
	case math.IsNaN(x) || !(d1 > 0) || !(d2 > 0):
		return nan, nan
	case x <= 0:
		return 0, 1
	case math.IsInf(d1*x, 1):
		return 1, 0
	}
	sum := d2 + d1*x
	return Beta(d1/2, d2/2, d1*x/sum, d2/sum)
}

// ChiSquared is the upper tail P(X > x) with df degrees of freedom.
func ChiSquared(x, df float64) float64 {
	if x <= 0 && df > 0 {
		return 1
	}
	return gammaUpper(df/2, x/2)
}

// ChiSquaredLower is P(X < x).
func ChiSquaredLower(x, df float64) float64 {
	if x <= 0 && df > 0 {
		return 0
	}
	return gammaLower(df/2, x/2)
}

func gammaUpper(a, x float64) float64 {
	switch {
	case !(a > 0) || !(x >= 0) || math.IsInf(a, 0):
		return nan
	case math.IsInf(x, 1):
		return 0
	}
	return mathext.GammaIncRegComp(a, x)
}

func gammaLower(a, x float64) float64 {
	switch {
	case !(a > 0) || !(x >= 0) || math.IsInf(a, 0):
		return nan
	case math.IsInf(x, 1):
		return 1
	}
	return mathext.GammaIncReg(a, x)
}

// Kolmogorov is the upper tail of the limit of √n D (Kolmogorov 1933): for large x
// 2 Σ (-1)^(k-1) exp(-2k²x²), for small x one less √(2π)/x Σ exp(-(2k-1)²π²/(8x²)).
func Kolmogorov(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return nan
	case x <= 0.04: // one to more digits than float64 has
		return 1
	case x < 0.8:
		s := 0.0
		for k := 9.0; k > 0; k -= 2 {
			s += math.Exp(-k * k * math.Pi * math.Pi / (8 * x * x))
		}
		return 1 - math.Sqrt(2*math.Pi)/x*s
	}
	s := 0.0
	for k := 6.0; k > 0; k-- {
		s = math.Exp(-2*k*k*x*x) - s
	}
	return 2 * s
}

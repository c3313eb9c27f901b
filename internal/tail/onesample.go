package tail

import "math"

// OneSidedKS is P(D+ >= d) of n values from the distribution that is tested: Smirnov's sum
// d Σ C(n, j) a^(j-1) (1 - a)^(n-j) with a = d + j/n (Smirnov 1944, Birnbaum and Tingey
// 1951). Its terms are positive, so that no digits are lost.
func OneSidedKS(n int, d float64) float64 {
	switch {
	case n <= 0 || math.IsNaN(d):
		return nan
	case d <= 0:
		return 1
	case d >= 1:
		return 0
	}
	sum := 0.0
	for j := 0; float64(j) < float64(n)*(1-d); j++ {
		if a := d + float64(j)/float64(n); a < 1 {
			sum += BinomialMass(j, n, a) / a
		}
	}
	return math.Min(1, d*sum)
}

// largestKS bounds n up to which both tails of D are summed exactly.
const largestKS = 10000

// OneSampleKS is P(D >= d) of n values. Where n d² is above 6 it is twice the one-sided
// tail, to all digits; else the chance that a Poisson path, which ends at n, leaves the
// band of width d (Pomeranz 1974, Simard and L'Ecuyer 2011), the mass that leaves being
// summed itself; above 10000 values the limit at √n d + 1/(6√n) + (√n d - 1)/(4n) (Vrbik
// 2018), less what that is wrong by at 10000 values, which falls as 1/n; in the far tail
// twice the one-sided tail, less the part that counts twice at 10000 values.
func OneSampleKS(n int, d float64) float64 {
	x := math.Sqrt(float64(n)) * d
	switch {
	case n <= 0 || math.IsNaN(d):
		return nan
	case 2*float64(n)*d <= 1:
		return 1
	case d >= 1:
		return 0
	case x*x > 6 || d >= 0.5:
		return math.Min(1, 2*OneSidedKS(n, d))
	case n > largestKS:
		if x > 1.5 {
			d0 := x / math.Sqrt(largestKS)
			return OneSidedKS(n, d) * leaveBand(largestKS, d0) / OneSidedKS(largestKS, d0)
		}
		off := leaveBand(largestKS, x/math.Sqrt(largestKS)) - limitKS(largestKS, x)
		return math.Max(0, math.Min(1, limitKS(float64(n), x)+off*largestKS/float64(n)))
	}
	return leaveBand(n, d)
}

// limitKS is the limit at √n d = x with its first corrections.
func limitKS(n, x float64) float64 {
	return Kolmogorov(x + 1/(6*math.Sqrt(n)) + (x-1)/(4*n))
}

// leaveBand follows the number of arrivals N(t) of a Poisson process, t from 0 to n. The
// j-th value times n is the j-th arrival, which must lie within j - c and j - 1 + c, c = n d.
func leaveBand(n int, d float64) float64 {
	c := float64(n) * d
	type change struct {
		t     float64
		upper bool // one arrival more is allowed from here on, else one more is needed
	}
	var at []change
	for i, j := 1, 1; i <= n || j <= n; { // arrival i may come from i - c, arrival j must have by j - 1 + c
		free, due := math.Inf(1), math.Inf(1)
		if i <= n {
			free = math.Max(0, float64(i)-c)
		}
		if j <= n {
			due = math.Min(float64(n), float64(j-1)+c)
		}
		if free <= due {
			at = append(at, change{free, true})
			i++
		} else {
			at = append(at, change{due, false})
			j++
		}
	}
	end := 1 / poissonMass(float64(n), float64(n)) // given that the path ends at n
	now := make([]float64, n+1)
	next := make([]float64, n+1)
	now[0] = 1
	lo, hi, t, gone := 0, 0, 0.0, 0.0 // paths are at lo to hi
	for _, x := range at {
		if step := x.t - t; step > 0 {
			kernel := poissonKernel(step, n-lo)
			top := min(n, hi+len(kernel)-1)
			for j := lo; j <= top; j++ {
				s := 0.0
				for k := max(lo, j-len(kernel)+1); k <= min(j, hi); k++ {
					s += float64(now[k] * kernel[j-k])
				}
				next[j] = s
			}
			now, next, t = next, now, x.t
			for j := hi + 1; j <= top; j++ { // too early
				gone += now[j] * poissonMass(float64(n-j), float64(n)-t) * end
				now[j] = 0
			}
		}
		if x.upper {
			if hi++; hi <= n {
				now[hi] = 0
			}
			continue
		}
		if lo <= hi { // too late
			gone += now[lo] * poissonMass(float64(n-lo), float64(n)-t) * end
			now[lo] = 0
		}
		lo++
	}
	return math.Min(1, gone)
}

// poissonKernel are the chances of 0, 1, … arrivals in a time of at most 1, until they are
// too small to matter, most of them.
func poissonKernel(step float64, most int) []float64 {
	p := math.Exp(-step)
	out := []float64{p}
	for m := 1; m <= most && p > 1e-40; m++ {
		p *= step / float64(m)
		out = append(out, p)
	}
	return out
}

// poissonMass is e^(-m) m^k / k! to nearly all digits (Loader 2000).
func poissonMass(k, m float64) float64 {
	switch {
	case m <= 0:
		if k == 0 {
			return 1
		}
		return 0
	case k == 0:
		return math.Exp(-m)
	}
	return math.Exp(-stirlingError(k)-deviance(k, m)) / math.Sqrt(2*math.Pi*k)
}

package shape

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// shapes compare whole distributions.
func shapes() []estimate.Estimator {
	return []estimate.Estimator{
		{Name: "kolmogorov_smirnov", Summary: "D of Kolmogorov and Smirnov for two samples",
			Unit: "1", Domain: "numbers; a value in each group",
			Source: "Smirnov (1939); Schröer and Trenkler (1995) for ties", Args: sample.TwoArgs, Compute: sample.OfPair(kolmogorovSmirnov),
			Formula: "max |F1 - F2|; p exact by lattice paths up to n1 n2 = 2e7, ties regarded, else Kolmogorov's limit"},
		{Name: "shapiro_wilk", Summary: "W of Shapiro and Wilk",
			Unit: "1", Domain: "3 to 5000 numbers, not all equal",
			Source: "Shapiro and Wilk (1965); Royston (1995), AS R94", PerRow: true, Args: []estimate.Arg{sample.ValueArg},
			Formula: "(Σ a x)² / Σ (x - mean)² with Royston's weights, 3 to 5000 values", Compute: shapiroWilk},
	}
}

const exactPaths = 2e7

func kolmogorovSmirnov(p sample.Pair, _ estimate.Input) (estimate.Answer, error) {
	x, y := dd.Sorted(p.A.Xs), dd.Sorted(p.B.Xs)
	m, n := len(x), len(y)
	// In units of 1/(m n) all steps are whole numbers.
	above, below := 0, 0
	last := make([]bool, m+n+1)
	ties := false
	for i, j := 0, 0; i < m || j < n; {
		var at dd.Num
		if j == n || i < m && x[i].Cmp(y[j]) <= 0 {
			at = x[i]
		} else {
			at = y[j]
		}
		before := i + j
		for i < m && x[i].Cmp(at) == 0 {
			i++
		}
		for j < n && y[j].Cmp(at) == 0 {
			j++
		}
		ties = ties || i+j > before+1
		last[i+j] = true
		above, below = max(above, i*n-j*m), max(below, j*m-i*n)
	}
	d, size := max(above, below), float64(m)*float64(n)
	share := func(k int) float64 { return float64(k) / size }
	root := math.Sqrt(size / float64(m+n))
	limit := tail.Kolmogorov(share(d) * root)
	a := answer.Tested(share(d), spec.Value{}, limit, spec.ArrayValue([]float64{float64(m), float64(n)}))
	if size <= exactPaths {
		a.PValue = estimate.Number(tail.TwoSampleKS(m, n, d, func(k int) bool { return last[k] }))
		answer.VaryP(&a, "asymptotic", "the p-value by Kolmogorov's limit", limit)
		if ties {
			answer.VaryP(&a, "ties-ignored", "the exact p-value of samples without ties", tail.TwoSampleKS(m, n, d, nil))
		}
	}
	one := func(k int) float64 { return math.Exp(-2 * share(k) * share(k) * root * root) }
	answer.VaryTest(&a, "d-plus", "D+, the largest F1 - F2", share(above), one(above))
	answer.VaryTest(&a, "d-minus", "D-, the largest F2 - F1", share(below), one(below))
	answer.VaryOneSided(&a)
	return a, nil
}

// Royston's polynomials (1995), constant first.
var (
	shapiroA1    = []float64{0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056}
	shapiroA2    = []float64{0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633}
	shapiroMean  = []float64{0.544, -0.39978, 0.025054, -6.714e-4}
	shapiroSD    = []float64{1.3822, -0.77857, 0.062767, -0.0020322}
	shapiroMeanL = []float64{-1.5861, -0.31082, -0.083751, 0.0038915}
	shapiroSDL   = []float64{-0.4803, -0.082676, 0.0030302}
	shapiroGamma = []float64{-2.273, 0.459}
)

func polynomial(c []float64, x float64) float64 {
	s := 0.0
	for _, a := range slices.Backward(c) {
		s = s*x + a
	}
	return s
}

// shapiroWeights are the weights of the differences between the largest and the smallest
// value, the next and the next, and so on.
func shapiroWeights(n int) []float64 {
	a := make([]float64, n/2)
	if n == 3 {
		a[0] = math.Sqrt(0.5)
		return a
	}
	m, sum := make([]float64, n/2), 0.0
	for i := range m {
		m[i] = tail.NormalQuantile((float64(i) + 0.625) / (float64(n) + 0.25))
		sum += 2 * m[i] * m[i]
	}
	root := 1 / math.Sqrt(float64(n))
	a[0] = polynomial(shapiroA1, root) - m[0]/math.Sqrt(sum)
	over, under, first := sum-2*m[0]*m[0], 1-2*a[0]*a[0], 1
	if n > 5 {
		a[1] = polynomial(shapiroA2, root) - m[1]/math.Sqrt(sum)
		over, under, first = over-2*m[1]*m[1], under-2*a[1]*a[1], 2
	}
	scale := math.Sqrt(over / under)
	for i := first; i < len(a); i++ {
		a[i] = -m[i] / scale
	}
	return a
}

func shapiroWilk(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	n := s.M.N
	if n < 3 || n > 5000 {
		return estimate.Answer{}, estimate.Undefined("it is for 3 to 5000 values, there are %d", n)
	}
	if s.M.SS.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("all values are equal")
	}
	xs := dd.Sorted(s.Xs)
	var l dd.Num
	for i, w := range shapiroWeights(n) {
		l = l.Add(dd.F(w).Mul(xs[n-1-i].Sub(xs[i])))
	}
	w := l.Mul(l).Div(s.M.SS)
	rest := math.Max(dd.F(1).Sub(w).Float(), 0)
	a := answer.Tested(math.Min(1, w.Float()), spec.Value{}, shapiroP(n, math.Min(1, w.Float()), rest), answer.Count(n))
	a.Floor = spec.Tolerance{Rel: math.Max(1e-5, s.SpreadFloor().Rel)} // implementations differ by 9e-6
	answer.VaryP(&a, "complement", "1 - p", 1-answer.Float(a.PValue))
	return a, nil
}

// shapiroP is the p-value of W, with rest = 1 - W.
func shapiroP(n int, w, rest float64) float64 {
	size := float64(n)
	if n == 3 { // exact
		return math.Max(0, 6/math.Pi*(math.Asin(math.Sqrt(w))-math.Asin(math.Sqrt(0.75))))
	}
	y := math.Log(rest)
	if n > 11 {
		x := math.Log(size)
		return tail.Normal((y - polynomial(shapiroMeanL, x)) / math.Exp(polynomial(shapiroSDL, x)))
	}
	gamma := polynomial(shapiroGamma, size)
	if y >= gamma {
		return 0
	}
	return tail.Normal((-math.Log(gamma-y) - polynomial(shapiroMean, size)) / math.Exp(polynomial(shapiroSD, size)))
}

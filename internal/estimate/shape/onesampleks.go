package shape

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// oneSampleKS holds a sample against a distribution.
func oneSampleKS() []estimate.Estimator {
	number := func(name string, def float64, doc string) estimate.Arg {
		return estimate.Arg{Name: name, Kind: estimate.ArgNumber, Default: spec.NumberValue(def), Doc: doc}
	}
	return []estimate.Estimator{{Name: "ks_one_sample", Summary: "D of Kolmogorov and Smirnov for one sample",
		Unit: "1", Domain: "numbers; within the support of the distribution; five with spread where its parameters are estimated",
		PerRow: true, Compute: computeOneSampleKS,
		Source: "Kolmogorov (1933); Birnbaum and Tingey (1951); Pomeranz (1974); Lilliefors (1967); Dallal and Wilkinson (1986)",
		Formula: "D+ = max(i/n - F(x_i)), D- = max(F(x_i) - (i - 1)/n), D the larger; p exact for parameters that are known. With parameters of the sample (mean, n - 1) " +
			"p of the normal by Dallal and Wilkinson up to 0.1 and above it by Stephens's modified statistic; none of the exponential",
		Args: []estimate.Arg{sample.ValueArg,
			{Name: "distribution", Kind: estimate.ArgText, Default: spec.TextValue("normal"), OneOf: []string{"normal", "uniform", "exponential"}, Doc: "distribution that is tested"},
			{Name: "parameters", Kind: estimate.ArgText, Default: spec.TextValue("given"), OneOf: []string{"given", "estimated"}, Doc: "given, or estimated from the sample (Lilliefors' test; not of the uniform)"},
			number("mean", 0, "mean of the normal"), {Name: "sd", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 1e-300, Max: 1e300, Doc: "standard deviation of the normal"},
			number("lower", 0, "start of the uniform"), number("upper", 1, "end of the uniform"),
			{Name: "rate", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 1e-300, Max: 1e300, Doc: "rate of the exponential, one by its mean"},
			{Name: "alternative", Kind: estimate.ArgText, Default: spec.TextValue("two-sided"), OneOf: []string{"two-sided", "greater", "less"}, Doc: "D; D+, the sample's distribution function above; or D-, below"},
		}}}
}

// tested distribution: F and 1 - F at a number.
type law func(x dd.Num) (below, above float64)

func normalLaw(mean, sd dd.Num) law {
	return func(x dd.Num) (float64, float64) {
		z := x.Sub(mean).Div(sd).Float()
		return tail.Normal(-z), tail.Normal(z)
	}
}

func exponentialLaw(mean dd.Num) law {
	return func(x dd.Num) (float64, float64) {
		t := math.Max(0, x.Div(mean).Float())
		return -math.Expm1(-t), math.Exp(-t)
	}
}

func uniformLaw(lower, upper dd.Num) law {
	width := upper.Sub(lower)
	return func(x dd.Num) (float64, float64) {
		t := x.Sub(lower).Div(width).Float()
		return math.Max(0, math.Min(1, t)), math.Max(0, math.Min(1, upper.Sub(x).Div(width).Float()))
	}
}

// apart are D+ and D- of sorted values.
func (f law) apart(sorted []dd.Num) (plus, minus float64) {
	n := float64(len(sorted))
	for i, x := range sorted {
		below, above := f(x)
		if below < 0.5 {
			plus, minus = math.Max(plus, float64(i+1)/n-below), math.Max(minus, below-float64(i)/n)
		} else { // 1 - F has the digits
			plus, minus = math.Max(plus, above-(n-float64(i+1))/n), math.Max(minus, (n-float64(i))/n-above)
		}
	}
	return plus, minus
}

func given(v spec.Value) dd.Num {
	if x, err := dd.Parse(v.Num.String()); err == nil {
		return x
	}
	return dd.F(v.Num.F)
}

// lillieforsP is the p-value of D of n > 4 values from the normal distribution with the
// sample's own mean and standard deviation: the formula of Dallal and Wilkinson (1986)
// where it gives at most 0.1, else a polynomial in Stephens's (1974) modified D.
func lillieforsP(d float64, n int) float64 {
	m, x := float64(n), d
	if n > 100 {
		m, x = 100, d*math.Pow(float64(n)/100, 0.49)
	}
	p := math.Exp(-7.01256*x*x*(m+2.78019) + 2.99587*x*math.Sqrt(m+2.78019) - 0.122119 + 0.974598/math.Sqrt(m) + 1.67997/m)
	if p <= 0.1 {
		return p
	}
	root := math.Sqrt(float64(n))
	k := (root - 0.01 + 0.85/root) * d
	switch {
	case k <= 0.302:
		return 1
	case k <= 0.5:
		return 2.76773 - 19.828315*k + 80.709644*k*k - 138.55152*k*k*k + 81.218052*k*k*k*k
	case k <= 0.9:
		return -4.901232 + 40.662806*k - 97.490286*k*k + 94.029866*k*k*k - 32.355711*k*k*k*k
	case k <= 1.31:
		return 6.198765 - 19.558097*k + 23.186922*k*k - 12.234627*k*k*k + 2.423045*k*k*k*k
	}
	return 0
}

func computeOneSampleKS(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	n, sorted := s.M.N, dd.Sorted(s.Xs)
	name, estimated := in.Args.Text("distribution"), in.Args.Text("parameters") == "estimated"
	var known, fitted, population law
	switch name {
	case "normal":
		known = normalLaw(given(in.Args["mean"]), given(in.Args["sd"]))
		if s.M.SS.Sign() > 0 {
			fitted, population = normalLaw(s.M.Mean, s.M.SD(1)), normalLaw(s.M.Mean, s.M.SD(0))
		}
	case "exponential":
		known = exponentialLaw(dd.F(1).Div(given(in.Args["rate"])))
		if s.M.Mean.Sign() > 0 && sorted[0].Sign() >= 0 {
			fitted = exponentialLaw(s.M.Mean)
		}
		if estimated && sorted[0].Sign() < 0 {
			return estimate.Answer{}, estimate.Undefined("a value is negative, %v, which no exponential variable is", sorted[0].Float())
		}
	default:
		lower, upper := given(in.Args["lower"]), given(in.Args["upper"])
		if lower.Cmp(upper) >= 0 {
			return estimate.Answer{}, estimate.BadArg("upper", "is %v, not above lower, %v", in.Args["upper"], in.Args["lower"])
		}
		known = uniformLaw(lower, upper)
	}
	if estimated && name == "uniform" {
		return estimate.Answer{}, estimate.BadArg("parameters", "of the uniform distribution cannot be estimated; give lower and upper")
	}
	if estimated && (fitted == nil || n < 5) {
		return estimate.Answer{}, estimate.Undefined("%d values with no spread, or fewer than 5, do not give the parameters of a %s distribution to test", n, name)
	}
	f := known
	if estimated {
		f = fitted
	}
	alternative := in.Args.Text("alternative")
	a := ksAnswer(f, sorted, alternative, !estimated)
	lilliefors := func(b estimate.Answer) estimate.Answer {
		if b.PValue = (spec.Value{}); alternative == "two-sided" && name == "normal" && n > 4 {
			b.PValue = estimate.Number(lillieforsP(b.Value.Num.F, n))
		}
		return b
	}
	a.N, a.What = answer.Count(n), fmt.Sprintf("%s against the %s distribution", map[string]string{"two-sided": "D", "greater": "D+", "less": "D-"}[alternative], name)
	plus, minus := f.apart(sorted)
	d := math.Max(plus, minus)
	root := math.Sqrt(float64(n))
	if estimated {
		a.Floor.Rel = math.Max(a.Floor.Rel, s.SpreadFloor().Rel)
		a = lilliefors(a)
		answer.VaryP(&a, "parameters-known", "the p-value as if the parameters, which are the sample's own, were known", ksAnswer(f, sorted, alternative, true).PValue.Num.F)
		answer.Vary(&a, "parameters-given", "D against the standard distribution, with no parameter taken from the sample", ksAnswer(known, sorted, alternative, true))
		if population != nil {
			answer.Vary(&a, "ddof0", "with the population standard deviation (ddof 0) as parameter", lilliefors(ksAnswer(population, sorted, alternative, false)))
		}
	} else if fitted != nil {
		answer.Vary(&a, "lilliefors", "with parameters estimated from the sample (Lilliefors)", lilliefors(ksAnswer(fitted, sorted, alternative, false)))
		answer.Vary(&a, "parameters-known", "with parameters estimated from the sample and taken as known", ksAnswer(fitted, sorted, alternative, true))
	}
	if !estimated && alternative == "two-sided" {
		answer.VaryP(&a, "asymptotic", "the p-value by Kolmogorov's limit", tail.Kolmogorov(root*d))
		answer.VaryP(&a, "stephens", "the p-value by Kolmogorov's limit at (√n + 0.12 + 0.11/√n) D", tail.Kolmogorov((root+0.12+0.11/root)*d))
	}
	for _, o := range []struct{ alternative, name, note string }{{"two-sided", "d", "the two-sided D"}, {"greater", "d-plus", "D+, the sample's distribution function above"}, {"less", "d-minus", "D-, the sample's distribution function below"}} {
		if o.alternative != alternative {
			answer.Vary(&a, o.name, o.note, ksAnswer(f, sorted, o.alternative, !estimated))
		}
	}
	return a, nil
}

// ksAnswer is D with its p-value where the parameters are known.
func ksAnswer(f law, sorted []dd.Num, alternative string, known bool) estimate.Answer {
	plus, minus := f.apart(sorted)
	n := len(sorted)
	d, p := math.Max(plus, minus), 0.0
	switch alternative {
	case "greater":
		d, p = plus, tail.OneSidedKS(n, plus)
	case "less":
		d, p = minus, tail.OneSidedKS(n, minus)
	default:
		p = tail.OneSampleKS(n, d)
	}
	a := answer.Tested(d, spec.Value{}, p, spec.Value{})
	if !known {
		a.PValue = spec.Value{}
	}
	return a
}

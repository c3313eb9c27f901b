package describe

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// inequalities are measures of how unevenly a total is shared.
func inequalities() []estimate.Estimator {
	values := []estimate.Arg{sample.ValueArg}
	return []estimate.Estimator{
		{Name: "gini", Summary: "the Gini coefficient",
			Unit: "1", Domain: "numbers not negative with a total above 0; two values for the correction",
			Source: "Gini (1912); Deltas (2003) for n - 1", PerRow: true, Compute: gini,
			Formula: "Σ (2 i - n - 1) x_i / (n Σ x), x in rising order; times n/(n - 1) where corrected",
			Args:    append(values[:1:1], estimate.Arg{Name: "corrected", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "corrected for small samples, n - 1 in place of n"})},
		{Name: "theil", Summary: "Theil's index T",
			Unit: "1", Domain: "numbers not negative with a total above 0",
			Formula: "mean of (x/m) ln(x/m), 0 ln 0 = 0", Source: "Theil (1967)", PerRow: true, Args: values, Compute: sample.Each(theil)},
		{Name: "mean_log_deviation", Summary: "the mean log deviation, Theil's L",
			Unit: "1", Domain: "positive numbers",
			Formula: "mean of ln(m/x), all x positive", Source: "Theil (1967)", PerRow: true, Args: values, Compute: sample.Each(meanLogDeviation)},
		{Name: "atkinson", Summary: "Atkinson's index",
			Unit: "1", Domain: "numbers not negative with a total above 0",
			Source: "Atkinson (1970)", PerRow: true, Compute: atkinson,
			Formula: "1 - (mean of x^(1 - e))^(1/(1 - e)) / m; for e = 1 one less geometric over arithmetic mean",
			Args:    append(values[:1:1], estimate.Arg{Name: "epsilon", Kind: estimate.ArgNumber, Default: spec.NumberValue(0.5), Min: 1e-6, Max: 100, Doc: "aversion to inequality"})},
		{Name: "top_share", Summary: "the share of the largest values in the total",
			Unit: "1", Domain: "numbers not negative with a total above 0; top in (0, 1)",
			Formula: "1 - L(1 - top), L the Lorenz curve with straight lines between its points", Source: "Lorenz (1905)", PerRow: true, Compute: topShare,
			Args: append(values[:1:1], estimate.Arg{Name: "top", Kind: estimate.ArgNumber, Default: spec.NumberValue(0.1), Min: 0, Max: 1, Doc: "share of the values that count as the largest"})},
		{Name: "lorenz", Summary: "the Lorenz curve",
			Unit: "1", Domain: "numbers not negative with a total above 0; p from 0 to 1",
			Formula: "L(p): the share of the total that the smallest p n values have, straight lines between its points", Source: "Lorenz (1905)", PerRow: true, Compute: lorenz,
			Args: append(values[:1:1], estimate.Arg{Name: "p", Kind: estimate.ArgNumber, Required: true, Min: 0, Max: 1, Doc: "share of the values, from the smallest"})},
		{Name: "herfindahl", Summary: "the Herfindahl index",
			Unit: "1", Domain: "numbers not negative with a total above 0",
			Formula: "Σ (x / Σ x)²", Source: "Herfindahl (1950)", PerRow: true, Args: values, Compute: sample.Each(herfindahl)},
		{Name: "hoover", Summary: "the Hoover index",
			Unit: "1", Domain: "numbers not negative with a total above 0",
			Formula: "Σ |x - m| / (2 Σ x)", Source: "Hoover (1936)", PerRow: true, Args: values, Compute: sample.Each(hoover)},
	}
}

// shareable is an error where values are negative or all 0.
func shareable(s sample.Sample) error {
	for _, x := range s.Xs {
		if x.Sign() < 0 {
			return estimate.Undefined("a share is of values that are not negative, one is %v", x.Float())
		}
	}
	if dd.Sum(s.Xs).Sign() == 0 {
		return estimate.Undefined("the total is 0")
	}
	if !dd.Sum(s.Xs).Finite() {
		return estimate.Undefined("the total is too large")
	}
	return nil
}

func giniOf(s sample.Sample) dd.Num {
	n := float64(s.M.N)
	var sum dd.Num
	for i, x := range dd.Sorted(s.Xs) {
		sum = sum.Add(x.Mul(dd.F(2*float64(i+1) - n - 1)))
	}
	return sum.Div(dd.F(n)).Div(dd.Sum(s.Xs))
}

func gini(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if err := shareable(s); err != nil {
		return estimate.Answer{}, err
	}
	n := float64(s.M.N)
	g := giniOf(s)
	value, other, name, note := g, g.Mul(dd.F(n)).Div(dd.F(n-1)), "corrected", "corrected for small samples (n - 1)"
	if in.Args.Bool("corrected") {
		if s.M.N < 2 {
			return estimate.Answer{}, estimate.Undefined("the correction needs two values, there is 1")
		}
		value, other, name, note = other, value, "uncorrected", "not corrected for small samples (n)"
	}
	a := estimate.Answer{Value: estimate.Number(value.Float()), N: answer.Count(s.M.N), Unit: "1", Floor: answer.TestFloor}
	answer.VaryValue(&a, name, note, other)
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	answer.VaryValue(&a, "complement", "one less the coefficient: twice the area under the Lorenz curve", dd.F(1).Sub(value))
	answer.VaryValue(&a, "area", "half of it, the area between the Lorenz curve and the diagonal", value.Div(dd.F(2)))
	// A step in place of the straight line moves the area by 1/(2n).
	answer.VaryValue(&a, "steps", "with steps, not straight lines, under the Lorenz curve", g.Sub(dd.F(1/n)))
	return a, nil
}

// theilT is the mean of r ln r with r = x/m.
func theilT(s sample.Sample) float64 {
	terms := make([]dd.Num, len(s.Xs))
	for i, x := range s.Xs {
		if r := x.Div(s.M.Mean); r.Sign() > 0 {
			terms[i] = r.Mul(dd.F(sample.Log(r)))
		}
	}
	return dd.Of(terms).Mean.Float()
}

func theilL(s sample.Sample) float64 {
	terms := make([]dd.Num, len(s.Xs))
	for i, x := range s.Xs {
		terms[i] = dd.F(-sample.Log(x.Div(s.M.Mean)))
	}
	return dd.Of(terms).Mean.Float()
}

func theil(s sample.Sample, _ string, _ float64) (estimate.Answer, error) {
	if err := shareable(s); err != nil {
		return estimate.Answer{}, err
	}
	t := theilT(s)
	a := estimate.Answer{Value: estimate.Number(t), Unit: "1", Floor: answer.TestFloor}
	answer.VaryValue(&a, "mean-log-deviation", "the mean log deviation (Theil's L)", dd.F(theilL(s)))
	answer.VaryValue(&a, "normalized", "over its largest value, ln n", dd.F(t/math.Log(float64(s.M.N))))
	answer.VaryValue(&a, "base-2", "with logarithms to base 2", dd.F(t/math.Ln2))
	answer.VaryValue(&a, "gini", "the Gini coefficient", giniOf(s))
	answer.VaryValue(&a, "half-squared-cv", "half the squared coefficient of variation, GE(2)", s.M.Var(0).Div(s.M.Mean.Mul(s.M.Mean)).Div(dd.F(2)))
	return a, nil
}

func meanLogDeviation(s sample.Sample, _ string, _ float64) (estimate.Answer, error) {
	if err := positive(s, "the mean log deviation"); err != nil {
		return estimate.Answer{}, err
	}
	l := theilL(s)
	a := estimate.Answer{Value: estimate.Number(l), Unit: "1", Floor: answer.TestFloor}
	answer.VaryValue(&a, "theil", "Theil's T", dd.F(theilT(s)))
	answer.VaryValue(&a, "base-2", "with logarithms to base 2", dd.F(l/math.Ln2))
	answer.VaryValue(&a, "atkinson-1", "Atkinson's index with e = 1", dd.F(-math.Expm1(-l)))
	return a, nil
}

// atkinson for one e; NaN where it is not defined.
func atkinsonOf(s sample.Sample, e float64) float64 {
	if e == 1 {
		return -math.Expm1(-theilL(s))
	}
	terms := make([]dd.Num, len(s.Xs))
	for i, x := range s.Xs {
		if e > 1 && x.Sign() == 0 {
			return 1
		}
		terms[i] = dd.F(math.Pow(x.Div(s.M.Mean).Float(), 1-e))
	}
	return 1 - math.Pow(dd.Of(terms).Mean.Float(), 1/(1-e))
}

func atkinson(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if err := shareable(s); err != nil {
		return estimate.Answer{}, err
	}
	e := in.Args.Number("epsilon")
	v := atkinsonOf(s, e)
	if e == 1 && math.IsNaN(v) {
		v = 1 // a value of 0
	}
	a := estimate.Answer{What: fmt.Sprintf("Atkinson's index (e = %v)", e), Value: estimate.Number(v), N: answer.Count(s.M.N), Unit: "1", Floor: answer.TestFloor}
	for _, other := range []float64{0.5, 1, 2} {
		if other != e {
			answer.VaryValue(&a, fmt.Sprintf("epsilon-%v", other), fmt.Sprintf("Atkinson's index with e = %v", other), dd.F(atkinsonOf(s, other)))
		}
	}
	answer.VaryValue(&a, "complement", "one less the index", dd.F(1-v))
	return a, nil
}

// lorenz is the share of the smallest p n values in the total.
func lorenzOf(s sample.Sample, p float64) dd.Num {
	sorted := dd.Sorted(s.Xs)
	at := p * float64(len(sorted))
	k := int(math.Floor(at + 1e-9))
	sum := dd.Sum(sorted[:k])
	if f := at - float64(k); f > 1e-9 && k < len(sorted) {
		sum = sum.Add(sorted[k].Mul(dd.F(f)))
	}
	return sum.Div(dd.Sum(s.Xs))
}

// topOf is the share of the k largest.
func topOf(s sample.Sample, k int) dd.Num {
	sorted := dd.Sorted(s.Xs)
	n := len(sorted)
	return dd.Sum(sorted[n-min(max(k, 0), n):]).Div(dd.Sum(s.Xs))
}

func topShare(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if err := shareable(s); err != nil {
		return estimate.Answer{}, err
	}
	top := in.Args.Number("top")
	n := float64(s.M.N)
	a := estimate.Answer{What: fmt.Sprintf("the share of the largest %v %% in the total", 100*top), Value: estimate.Number(dd.F(1).Sub(lorenzOf(s, 1-top)).Float()), N: answer.Count(s.M.N), Unit: "1", Floor: answer.TestFloor}
	answer.VaryValue(&a, "whole-up", "the share of a whole number of values, rounded up", topOf(s, int(math.Ceil(top*n-1e-9))))
	answer.VaryValue(&a, "whole-down", "the share of a whole number of values, rounded down", topOf(s, int(math.Floor(top*n+1e-9))))
	for _, kind := range []struct {
		name, note string
		strict     bool
	}{{"from-quantile", "the share of the values from the quantile (type 7) on", false}, {"above-quantile", "the share of the values above the quantile (type 7)", true}} {
		limit := dd.Quantile(dd.Sorted(s.Xs), 1-top, 7)
		k := 0
		for _, x := range s.Xs {
			if c := x.Cmp(limit); c > 0 || c == 0 && !kind.strict {
				k++
			}
		}
		answer.VaryValue(&a, kind.name, kind.note, topOf(s, k))
	}
	answer.VaryValue(&a, "bottom", "the share of the smallest values", lorenzOf(s, top))
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}

func lorenz(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if err := shareable(s); err != nil {
		return estimate.Answer{}, err
	}
	p, n := in.Args.Number("p"), float64(s.M.N)
	a := estimate.Answer{What: fmt.Sprintf("the share of the smallest %v %% in the total", 100*p), Value: estimate.Number(lorenzOf(s, p).Float()), N: answer.Count(s.M.N), Unit: "1", Floor: answer.TestFloor}
	answer.VaryValue(&a, "whole-up", "the share of a whole number of values, rounded up", lorenzOf(s, math.Min(1, math.Ceil(p*n-1e-9)/n)))
	answer.VaryValue(&a, "whole-down", "the share of a whole number of values, rounded down", lorenzOf(s, math.Floor(p*n+1e-9)/n))
	answer.VaryValue(&a, "top", "the share of the largest values", dd.F(1).Sub(lorenzOf(s, 1-p)))
	answer.VaryValue(&a, "complement", "the share of all others", dd.F(1).Sub(lorenzOf(s, p)))
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}

func herfindahl(s sample.Sample, _ string, _ float64) (estimate.Answer, error) {
	if err := shareable(s); err != nil {
		return estimate.Answer{}, err
	}
	total := dd.Sum(s.Xs)
	var h dd.Num
	for _, x := range s.Xs {
		r := x.Div(total)
		h = h.Add(r.Mul(r))
	}
	a := estimate.Answer{Value: estimate.Number(h.Float()), Unit: "1", Floor: answer.TestFloor}
	n := dd.F(float64(s.M.N))
	answer.VaryValue(&a, "points", "of shares in percent, up to 10 000", h.Mul(dd.F(1e4)))
	answer.VaryValue(&a, "complement", "one less the index (Gini and Simpson)", dd.F(1).Sub(h))
	answer.VaryValue(&a, "effective", "the effective number, one over the index", dd.F(1).Div(h))
	answer.VaryValue(&a, "normalized", "normalised to 0 for equal shares", h.Sub(dd.F(1).Div(n)).Div(dd.F(1).Sub(dd.F(1).Div(n))))
	answer.VaryValue(&a, "root", "its square root", h.Sqrt())
	return a, nil
}

func hoover(s sample.Sample, _ string, _ float64) (estimate.Answer, error) {
	if err := shareable(s); err != nil {
		return estimate.Answer{}, err
	}
	v := dd.Sum(deviations(s, s.M.Mean).Xs).Div(dd.Sum(s.Xs)).Div(dd.F(2))
	a := estimate.Answer{Value: estimate.Number(v.Float()), Unit: "1", Floor: answer.TestFloor}
	answer.VaryValue(&a, "relative-mean-deviation", "twice the index, the relative mean deviation", v.Mul(dd.F(2)))
	answer.VaryValue(&a, "gini", "the Gini coefficient", giniOf(s))
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}

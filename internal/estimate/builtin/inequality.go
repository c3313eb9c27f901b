package builtin

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// inequalities are measures of how unevenly a total is shared.
func inequalities() []estimate.Estimator {
	values := []estimate.Arg{valueArg}
	return []estimate.Estimator{
		{Name: "gini", Summary: "the Gini coefficient", Source: "Gini (1912); Deltas (2003) for n - 1", PerRow: true, Compute: gini,
			Formula: "Σ (2 i - n - 1) x_i / (n Σ x), x in rising order; times n/(n - 1) where corrected",
			Args:    append(values[:1:1], estimate.Arg{Name: "corrected", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "corrected for small samples, n - 1 in place of n"})},
		{Name: "theil", Summary: "Theil's index T", Formula: "mean of (x/m) ln(x/m), 0 ln 0 = 0", Source: "Theil (1967)", PerRow: true, Args: values, Compute: of(theil)},
		{Name: "mean_log_deviation", Summary: "the mean log deviation, Theil's L", Formula: "mean of ln(m/x), all x positive", Source: "Theil (1967)", PerRow: true, Args: values, Compute: of(meanLogDeviation)},
		{Name: "atkinson", Summary: "Atkinson's index", Source: "Atkinson (1970)", PerRow: true, Compute: atkinson,
			Formula: "1 - (mean of x^(1 - e))^(1/(1 - e)) / m; for e = 1 one less geometric over arithmetic mean",
			Args:    append(values[:1:1], estimate.Arg{Name: "epsilon", Kind: estimate.ArgNumber, Default: spec.NumberValue(0.5), Min: 1e-6, Max: 100, Doc: "aversion to inequality"})},
		{Name: "top_share", Summary: "the share of the largest values in the total", Formula: "1 - L(1 - top), L the Lorenz curve with straight lines between its points", Source: "Lorenz (1905)", PerRow: true, Compute: topShare,
			Args: append(values[:1:1], estimate.Arg{Name: "top", Kind: estimate.ArgNumber, Default: spec.NumberValue(0.1), Min: 0, Max: 1, Doc: "share of the values that count as the largest"})},
		{Name: "lorenz", Summary: "the Lorenz curve", Formula: "L(p): the share of the total that the smallest p n values have, straight lines between its points", Source: "Lorenz (1905)", PerRow: true, Compute: lorenz,
			Args: append(values[:1:1], estimate.Arg{Name: "p", Kind: estimate.ArgNumber, Required: true, Min: 0, Max: 1, Doc: "share of the values, from the smallest"})},
		{Name: "herfindahl", Summary: "the Herfindahl index", Formula: "Σ (x / Σ x)²", Source: "Herfindahl (1950)", PerRow: true, Args: values, Compute: of(herfindahl)},
		{Name: "hoover", Summary: "the Hoover index", Formula: "Σ |x - m| / (2 Σ x)", Source: "Hoover (1936)", PerRow: true, Args: values, Compute: of(hoover)},
	}
}

// shareable is an error where values are negative or all 0.
func (s sample) shareable() error {
	for _, x := range s.xs {
		if x.Sign() < 0 {
			return estimate.Undefined("a share is of values that are not negative, one is %v", x.Float())
		}
	}
	if dd.Sum(s.xs).Sign() == 0 {
		return estimate.Undefined("the total is 0")
	}
	if !dd.Sum(s.xs).Finite() {
		return estimate.Undefined("the total is too large")
	}
	return nil
}

func (s sample) gini() dd.Num {
	n := float64(s.m.N)
	var sum dd.Num
	for i, x := range dd.Sorted(s.xs) {
		sum = sum.Add(x.Mul(dd.F(2*float64(i+1) - n - 1)))
	}
	return sum.Div(dd.F(n)).Div(dd.Sum(s.xs))
}

func gini(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sampleOf(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if err := s.shareable(); err != nil {
		return estimate.Answer{}, err
	}
	n := float64(s.m.N)
	g := s.gini()
	value, other, name, note := g, g.Mul(dd.F(n)).Div(dd.F(n-1)), "corrected", "corrected for small samples (n - 1)"
	if in.Args.Bool("corrected") {
		if s.m.N < 2 {
			return estimate.Answer{}, estimate.Undefined("the correction needs two values, there is 1")
		}
		value, other, name, note = other, value, "uncorrected", "not corrected for small samples (n)"
	}
	a := estimate.Answer{Value: estimate.Number(value.Float()), N: count(s.m.N), Unit: "1", Floor: testFloor}
	varyValue(&a, name, note, other)
	varyScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	varyValue(&a, "complement", "one less the coefficient: twice the area under the Lorenz curve", dd.F(1).Sub(value))
	varyValue(&a, "area", "half of it, the area between the Lorenz curve and the diagonal", value.Div(dd.F(2)))
	// A step in place of the straight line moves the area by 1/(2n).
	varyValue(&a, "steps", "with steps, not straight lines, under the Lorenz curve", g.Sub(dd.F(1/n)))
	return a, nil
}

// theilT is the mean of r ln r with r = x/m.
func (s sample) theilT() float64 {
	terms := make([]dd.Num, len(s.xs))
	for i, x := range s.xs {
		if r := x.Div(s.m.Mean); r.Sign() > 0 {
			terms[i] = r.Mul(dd.F(logOf(r)))
		}
	}
	return dd.Of(terms).Mean.Float()
}

func (s sample) theilL() float64 {
	terms := make([]dd.Num, len(s.xs))
	for i, x := range s.xs {
		terms[i] = dd.F(-logOf(x.Div(s.m.Mean)))
	}
	return dd.Of(terms).Mean.Float()
}

func theil(s sample, _ string, _ float64) (estimate.Answer, error) {
	if err := s.shareable(); err != nil {
		return estimate.Answer{}, err
	}
	t := s.theilT()
	a := estimate.Answer{Value: estimate.Number(t), Unit: "1", Floor: testFloor}
	varyValue(&a, "mean-log-deviation", "the mean log deviation (Theil's L)", dd.F(s.theilL()))
	varyValue(&a, "normalized", "over its largest value, ln n", dd.F(t/math.Log(float64(s.m.N))))
	varyValue(&a, "base-2", "with logarithms to base 2", dd.F(t/math.Ln2))
	varyValue(&a, "gini", "the Gini coefficient", s.gini())
	varyValue(&a, "half-squared-cv", "half the squared coefficient of variation, GE(2)", s.m.Var(0).Div(s.m.Mean.Mul(s.m.Mean)).Div(dd.F(2)))
	return a, nil
}

func meanLogDeviation(s sample, _ string, _ float64) (estimate.Answer, error) {
	if err := s.positive("the mean log deviation"); err != nil {
		return estimate.Answer{}, err
	}
	l := s.theilL()
	a := estimate.Answer{Value: estimate.Number(l), Unit: "1", Floor: testFloor}
	varyValue(&a, "theil", "Theil's T", dd.F(s.theilT()))
	varyValue(&a, "base-2", "with logarithms to base 2", dd.F(l/math.Ln2))
	varyValue(&a, "atkinson-1", "Atkinson's index with e = 1", dd.F(-math.Expm1(-l)))
	return a, nil
}

// atkinson for one e; NaN where it is not defined.
func (s sample) atkinson(e float64) float64 {
	if e == 1 {
		return -math.Expm1(-s.theilL())
	}
	terms := make([]dd.Num, len(s.xs))
	for i, x := range s.xs {
		if e > 1 && x.Sign() == 0 {
			return 1
		}
		terms[i] = dd.F(math.Pow(x.Div(s.m.Mean).Float(), 1-e))
	}
	return 1 - math.Pow(dd.Of(terms).Mean.Float(), 1/(1-e))
}

func atkinson(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sampleOf(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if err := s.shareable(); err != nil {
		return estimate.Answer{}, err
	}
	e := in.Args.Number("epsilon")
	v := s.atkinson(e)
	if e == 1 && math.IsNaN(v) {
		v = 1 // a value of 0
	}
	a := estimate.Answer{What: fmt.Sprintf("Atkinson's index (e = %v)", e), Value: estimate.Number(v), N: count(s.m.N), Unit: "1", Floor: testFloor}
	for _, other := range []float64{0.5, 1, 2} {
		if other != e {
			varyValue(&a, fmt.Sprintf("epsilon-%v", other), fmt.Sprintf("Atkinson's index with e = %v", other), dd.F(s.atkinson(other)))
		}
	}
	varyValue(&a, "complement", "one less the index", dd.F(1-v))
	return a, nil
}

// lorenz is the share of the smallest p n values in the total.
func (s sample) lorenz(p float64) dd.Num {
	sorted := dd.Sorted(s.xs)
	at := p * float64(len(sorted))
	k := int(math.Floor(at + 1e-9))
	sum := dd.Sum(sorted[:k])
	if f := at - float64(k); f > 1e-9 && k < len(sorted) {
		sum = sum.Add(sorted[k].Mul(dd.F(f)))
	}
	return sum.Div(dd.Sum(s.xs))
}

// topOf is the share of the k largest.
func (s sample) topOf(k int) dd.Num {
	sorted := dd.Sorted(s.xs)
	n := len(sorted)
	return dd.Sum(sorted[n-min(max(k, 0), n):]).Div(dd.Sum(s.xs))
}

func topShare(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sampleOf(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if err := s.shareable(); err != nil {
		return estimate.Answer{}, err
	}
	top := in.Args.Number("top")
	n := float64(s.m.N)
	a := estimate.Answer{What: fmt.Sprintf("the share of the largest %v %% in the total", 100*top), Value: estimate.Number(dd.F(1).Sub(s.lorenz(1 - top)).Float()), N: count(s.m.N), Unit: "1", Floor: testFloor}
	varyValue(&a, "whole-up", "the share of a whole number of values, rounded up", s.topOf(int(math.Ceil(top*n-1e-9))))
	varyValue(&a, "whole-down", "the share of a whole number of values, rounded down", s.topOf(int(math.Floor(top*n+1e-9))))
	for _, kind := range []struct {
		name, note string
		strict     bool
	}{{"from-quantile", "the share of the values from the quantile (type 7) on", false}, {"above-quantile", "the share of the values above the quantile (type 7)", true}} {
		limit := dd.Quantile(dd.Sorted(s.xs), 1-top, 7)
		k := 0
		for _, x := range s.xs {
			if c := x.Cmp(limit); c > 0 || c == 0 && !kind.strict {
				k++
			}
		}
		varyValue(&a, kind.name, kind.note, s.topOf(k))
	}
	varyValue(&a, "bottom", "the share of the smallest values", s.lorenz(top))
	varyScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}

func lorenz(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sampleOf(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if err := s.shareable(); err != nil {
		return estimate.Answer{}, err
	}
	p, n := in.Args.Number("p"), float64(s.m.N)
	a := estimate.Answer{What: fmt.Sprintf("the share of the smallest %v %% in the total", 100*p), Value: estimate.Number(s.lorenz(p).Float()), N: count(s.m.N), Unit: "1", Floor: testFloor}
	varyValue(&a, "whole-up", "the share of a whole number of values, rounded up", s.lorenz(math.Min(1, math.Ceil(p*n-1e-9)/n)))
	varyValue(&a, "whole-down", "the share of a whole number of values, rounded down", s.lorenz(math.Floor(p*n+1e-9)/n))
	varyValue(&a, "top", "the share of the largest values", dd.F(1).Sub(s.lorenz(1-p)))
	varyValue(&a, "complement", "the share of all others", dd.F(1).Sub(s.lorenz(p)))
	varyScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}

func herfindahl(s sample, _ string, _ float64) (estimate.Answer, error) {
	if err := s.shareable(); err != nil {
		return estimate.Answer{}, err
	}
	total := dd.Sum(s.xs)
	var h dd.Num
	for _, x := range s.xs {
		r := x.Div(total)
		h = h.Add(r.Mul(r))
	}
	a := estimate.Answer{Value: estimate.Number(h.Float()), Unit: "1", Floor: testFloor}
	n := dd.F(float64(s.m.N))
	varyValue(&a, "points", "of shares in percent, up to 10 000", h.Mul(dd.F(1e4)))
	varyValue(&a, "complement", "one less the index (Gini and Simpson)", dd.F(1).Sub(h))
	varyValue(&a, "effective", "the effective number, one over the index", dd.F(1).Div(h))
	varyValue(&a, "normalized", "normalised to 0 for equal shares", h.Sub(dd.F(1).Div(n)).Div(dd.F(1).Sub(dd.F(1).Div(n))))
	varyValue(&a, "root", "its square root", h.Sqrt())
	return a, nil
}

func hoover(s sample, _ string, _ float64) (estimate.Answer, error) {
	if err := s.shareable(); err != nil {
		return estimate.Answer{}, err
	}
	v := dd.Sum(s.deviations(s.m.Mean).xs).Div(dd.Sum(s.xs)).Div(dd.F(2))
	a := estimate.Answer{Value: estimate.Number(v.Float()), Unit: "1", Floor: testFloor}
	varyValue(&a, "relative-mean-deviation", "twice the index, the relative mean deviation", v.Mul(dd.F(2)))
	varyValue(&a, "gini", "the Gini coefficient", s.gini())
	varyScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}

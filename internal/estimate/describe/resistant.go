package describe

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// resistant are means that resist or weigh extremes, spreads by quantiles, and shape.
func resistant() []estimate.Estimator {
	cut := []estimate.Arg{sample.ValueArg, {Name: "cut", Kind: estimate.ArgNumber, Default: spec.NumberValue(0.1), Min: 0, Max: 0.5, Doc: "share of the values at each end"}}
	values := []estimate.Arg{sample.ValueArg}
	kinds := func(def string, doc string, of ...string) []estimate.Arg {
		return []estimate.Arg{sample.ValueArg, {Name: "kind", Kind: estimate.ArgText, Default: spec.TextValue(def), OneOf: of, Doc: doc}}
	}
	return []estimate.Estimator{
		{Name: "trimmed_mean", Summary: "the trimmed mean",
			Unit: "that of value", Domain: "numbers; cut below 1/2",
			Source: "Tukey and McLaughlin (1963)", PerRow: true, Args: cut, Compute: trimmedMean,
			Gives:   []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
			Formula: "the mean without the floor(cut n) smallest and largest values; se = winsorised sd / ((1 - 2 cut) sqrt(n)), interval by t"},
		{Name: "winsorized_mean", Summary: "the winsorised mean",
			Unit: "that of value", Domain: "numbers; cut below 1/2",
			Formula: "the mean with the floor(cut n) smallest and largest values moved to the next one", Source: "Dixon (1960)", PerRow: true, Args: cut, Compute: winsorizedMean},
		{Name: "mad", Summary: "the median absolute deviation from the median",
			Unit: "that of value", Domain: "numbers",
			Formula: "c median |x - median|: c is 1 (raw), 1/z(0.75) (normal), or 1.4826", Source: "Hampel (1974)", PerRow: true, Compute: mad,
			Args: []estimate.Arg{sample.ValueArg, {Name: "constant", Kind: estimate.ArgText, Default: spec.TextValue("raw"), OneOf: []string{"raw", "normal", "1.4826"}, Doc: "factor"}}},
		{Name: "iqr", Summary: "the interquartile range",
			Unit: "that of value", Domain: "numbers",
			Formula: "Q(0.75) - Q(0.25)", Source: "Hyndman and Fan (1996), types as R numbers them", PerRow: true, Compute: iqr,
			Args: []estimate.Arg{sample.ValueArg, {Name: "type", Kind: estimate.ArgNumber, Default: spec.NumberValue(7), Min: 1, Max: 9, Doc: "definition 1 to 9 of the quartiles"}}},
		{Name: "geometric_mean", Summary: "the geometric mean",
			Unit: "that of value", Domain: "positive numbers", Source: "ISO 3534-1 (2006)",
			Formula: "exp(mean of ln x), all x positive", PerRow: true, Args: values, Compute: sample.Each(geometricMean)},
		{Name: "harmonic_mean", Summary: "the harmonic mean",
			Unit: "that of value", Domain: "positive numbers", Source: "ISO 3534-1 (2006)",
			Formula: "n / Σ 1/x, all x positive", PerRow: true, Args: values, Compute: sample.Each(harmonicMean)},
		{Name: "cv", Summary: "the coefficient of variation",
			Unit: "1", Domain: "numbers with a mean other than 0; two values",
			Formula: "sd (n - 1) / |mean|", Source: "Pearson (1896)", PerRow: true, Args: values, Compute: sample.Each(variation)},
		{Name: "skewness", Summary: "the skewness",
			Unit: "1", Domain: "numbers with spread; three values for G1",
			Source: "Joanes and Gill (1998)", PerRow: true, Compute: skewness,
			Formula: "g1 = m3 / m2^1.5; G1 = g1 sqrt(n (n - 1))/(n - 2); b1 = m3 / s³", Args: kinds("g1", "definition: g1 (moments), G1 (unbiased for normal data), b1", "g1", "G1", "b1")},
		{Name: "kurtosis", Summary: "the excess kurtosis",
			Unit: "1", Domain: "numbers with spread; four values for G2",
			Source: "Joanes and Gill (1998)", PerRow: true, Compute: kurtosis,
			Formula: "g2 = m4 / m2² - 3; G2 = (n - 1)/((n - 2)(n - 3)) ((n + 1) g2 + 6); b2 = m4 / s⁴ - 3", Args: kinds("g2", "definition: g2 (moments), G2 (unbiased for normal data), b2", "g2", "G2", "b2")},
	}
}

// cutting is a sorted sample and how many values are cut at each end.
type cutting struct {
	sample.Sample
	sorted []dd.Num
	k      int
	share  float64
}

func cuttingOf(in estimate.Input) (c cutting, err error) {
	if c.Sample, err = sample.Of(in, in.Args.Text("value")); err != nil {
		return c, err
	}
	c.sorted, c.share = dd.Sorted(c.Xs), in.Args.Number("cut")
	c.k = c.places(c.share)
	return c, nil
}

// places are how many values a share is, rounded down. 0.1 of 30 values are 3, though
// the float64 of 0.1 times 30 may be less.
func (c cutting) places(share float64) int {
	return int(math.Floor(share*float64(c.M.N)*(1+4*sample.Eps) + 4*sample.Eps))
}

// trimmed is the mean of what is left of k values cut at each end; the median where
// nothing would be left.
func (c cutting) trimmed(k int) dd.Num {
	if 2*k >= len(c.sorted) {
		return c.Median()
	}
	return dd.Of(c.sorted[k : len(c.sorted)-k]).Mean
}

// winsorized are the moments with k values at each end moved to the next one.
func (c cutting) winsorized() dd.Moments {
	out := append([]dd.Num{}, c.sorted...)
	n := len(out)
	k := min(c.k, (n-1)/2)
	for i := range k {
		out[i], out[n-1-i] = c.sorted[k], c.sorted[n-1-k]
	}
	return dd.Of(out)
}

func (c cutting) answer(in estimate.Input, x dd.Num) estimate.Answer {
	return estimate.Answer{Value: estimate.Number(x.Float()), N: answer.Count(c.M.N), Unit: sample.UnitOf(in, in.Args.Text("value")), Floor: c.Floor()}
}

// varyCut appends means that cut otherwise.
func (c cutting) varyCut(a *estimate.Answer) {
	answer.VaryValue(a, "mean", "the mean of all values", c.M.Mean)
	answer.VaryValue(a, "median", "the median", c.Median())
	answer.VaryValue(a, "half-cut", fmt.Sprintf("with half the share, %v, cut at each end", c.share/2), c.trimmed(c.places(c.share/2)))
	answer.VaryValue(a, "double-cut", fmt.Sprintf("with twice the share, %v, cut at each end", c.share*2), c.trimmed(c.places(c.share*2)))
	answer.VaryValue(a, "rounded-up", "with one value more cut at each end", c.trimmed(c.k+1))
}

func trimmedMean(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := cuttingOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	m := c.trimmed(c.k)
	a := c.answer(in, m)
	if left := c.M.N - 2*c.k; left > 1 {
		se := c.winsorized().SD(1).Div(dd.F(1 - 2*c.share).Mul(dd.F(float64(c.M.N)).Sqrt()))
		a.Interval = answer.Around(m, se, answer.TTwo(float64(left-1)))
		answer.GiveInterval(&a, in.Level)
		a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySE, se)...)
	}
	answer.VaryValue(&a, "winsorized", "the winsorised mean", c.winsorized().Mean)
	c.varyCut(&a)
	return a, nil
}

func winsorizedMean(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := cuttingOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := c.answer(in, c.winsorized().Mean)
	answer.VaryValue(&a, "trimmed", "the trimmed mean", c.trimmed(c.k))
	c.varyCut(&a)
	return a, nil
}

// deviations are |x - c|.
func deviations(s sample.Sample, c dd.Num) sample.Sample {
	out := make([]dd.Num, len(s.Xs))
	for i, x := range s.Xs {
		out[i] = x.Sub(c).Abs()
	}
	return sample.New(out)
}

func mad(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	far := deviations(s, s.Median())
	raw, chosen := far.Median(), in.Args.Text("constant")
	a := estimate.Answer{N: answer.Count(s.M.N), Unit: sample.UnitOf(in, in.Args.Text("value")), Floor: spec.Tolerance{Rel: 1e-9, Abs: s.Noise()}}
	for _, c := range []struct {
		name, note string
		factor     float64
	}{{"raw", "with no constant", 1}, {"normal", "times 1/z(0.75), 1.482602, for normal data", 1 / tail.NormalQuantile(0.75)}, {"1.4826", "times 1.4826, for normal data", 1.4826}} {
		v := raw.Mul(dd.F(c.factor))
		if c.name == chosen {
			a.Value, a.What = estimate.Number(v.Float()), "the median absolute deviation from the median "+c.note
		} else {
			answer.VaryValue(&a, "constant-"+c.name, "the median absolute deviation "+c.note, v)
		}
	}
	answer.VaryValue(&a, "mean-deviation", "the mean absolute deviation from the mean", deviations(s, s.M.Mean).M.Mean)
	answer.VaryValue(&a, "mean-deviation-median", "the mean absolute deviation from the median", far.M.Mean)
	answer.VaryValue(&a, "about-mean", "the median absolute deviation from the mean", deviations(s, s.M.Mean).Median())
	answer.VaryValue(&a, "sd", "the standard deviation", s.M.SD(1))
	return a, nil
}

func iqr(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	kind := in.Args.Number("type")
	if kind != math.Trunc(kind) {
		return estimate.Answer{}, estimate.BadArg("type", "is one of the whole numbers 1 to 9")
	}
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	sorted := dd.Sorted(s.Xs)
	between := func(kind int) dd.Num { return dd.Quantile(sorted, 0.75, kind).Sub(dd.Quantile(sorted, 0.25, kind)) }
	a := estimate.Answer{Value: estimate.Number(between(int(kind)).Float()), N: answer.Count(s.M.N), Unit: sample.UnitOf(in, in.Args.Text("value")), Floor: spec.Tolerance{Rel: 1e-9, Abs: s.Noise()}}
	for k := 1; k <= 9; k++ {
		if k != int(kind) {
			answer.VaryValue(&a, fmt.Sprintf("quartiles-%d", k), fmt.Sprintf("with quartiles of type %d", k), between(k))
		}
	}
	n := len(sorted)
	answer.VaryValue(&a, "hinges", "the distance of Tukey's hinges", dd.Quantile(sorted[n/2:], 0.5, 7).Sub(dd.Quantile(sorted[:(n+1)/2], 0.5, 7)))
	answer.VaryValue(&a, "half", "half of it, the quartile deviation", between(int(kind)).Div(dd.F(2)))
	answer.VaryValue(&a, "range", "the range", sorted[n-1].Sub(sorted[0]))
	answer.VaryValue(&a, "sd", "the standard deviation", s.M.SD(1))
	return a, nil
}

// positive is an error unless all values are.
func positive(s sample.Sample, what string) error {
	for _, x := range s.Xs {
		if x.Sign() <= 0 {
			return estimate.Undefined("%s is of positive values, one is %v", what, x.Float())
		}
	}
	return nil
}

func geometric(s sample.Sample) dd.Num {
	logs := make([]dd.Num, len(s.Xs))
	for i, x := range s.Xs {
		logs[i] = dd.F(math.Log(x.Float()))
	}
	return dd.F(math.Exp(dd.Of(logs).Mean.Float()))
}

func harmonic(s sample.Sample) dd.Num {
	inverse := make([]dd.Num, len(s.Xs))
	for i, x := range s.Xs {
		inverse[i] = dd.F(1).Div(x)
	}
	return dd.F(1).Div(dd.Of(inverse).Mean)
}

func geometricMean(s sample.Sample, unit string, _ float64) (estimate.Answer, error) {
	if err := positive(s, "the geometric mean"); err != nil {
		return estimate.Answer{}, err
	}
	g := geometric(s)
	a := estimate.Answer{Value: estimate.Number(g.Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9}}
	answer.VaryValue(&a, "mean", "the arithmetic mean", s.M.Mean)
	answer.VaryValue(&a, "harmonic", "the harmonic mean", harmonic(s))
	answer.VaryValue(&a, "median", "the median", s.Median())
	answer.VaryValue(&a, "log", "the mean of the natural logarithms", dd.F(math.Log(g.Float())))
	answer.VaryValue(&a, "log10", "the mean of the decimal logarithms", dd.F(math.Log10(g.Float())))
	return a, nil
}

func harmonicMean(s sample.Sample, unit string, _ float64) (estimate.Answer, error) {
	if err := positive(s, "the harmonic mean"); err != nil {
		return estimate.Answer{}, err
	}
	a := estimate.Answer{Value: estimate.Number(harmonic(s).Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9}}
	answer.VaryValue(&a, "mean", "the arithmetic mean", s.M.Mean)
	answer.VaryValue(&a, "geometric", "the geometric mean", geometric(s))
	answer.VaryValue(&a, "median", "the median", s.Median())
	return a, nil
}

func variation(s sample.Sample, _ string, _ float64) (estimate.Answer, error) {
	if err := spread(s, "a coefficient of variation"); err != nil {
		return estimate.Answer{}, err
	}
	if s.M.Mean.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the mean is 0")
	}
	f, size := s.SpreadFloor(), s.M.Mean.Abs()
	a := estimate.Answer{Value: estimate.Number(s.M.SD(1).Div(size).Float()), Unit: "1", Floor: spec.Tolerance{Rel: f.Rel, Abs: f.Abs / size.Float()}}
	answer.VaryValue(&a, "ddof0", "with the population standard deviation (ddof 0)", s.M.SD(0).Div(size))
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	answer.VaryValue(&a, "corrected", "corrected for small samples by 1 + 1/(4 n)", dd.F(answer.Float(a.Value)*(1+1/(4*float64(s.M.N)))))
	answer.VaryValue(&a, "index-of-dispersion", "the variance over the mean", s.M.Var(1).Div(s.M.Mean))
	answer.VaryValue(&a, "se", "the relative standard error", s.M.SE().Div(size))
	answer.VaryValue(&a, "sd", "the standard deviation", s.M.SD(1))
	return a, nil
}

// moment is the mean of (x - mean)^k.
func momentOf(s sample.Sample, k int) dd.Num {
	var sum dd.Num
	for _, x := range s.Xs {
		d := x.Sub(s.M.Mean)
		p := d
		for range k - 1 {
			p = p.Mul(d)
		}
		sum = sum.Add(p)
	}
	return sum.Div(dd.F(float64(s.M.N)))
}

// shaped is one definition of a quantity of shape, the others being variants.
type shaped struct {
	name, note string
	least      int // values that it needs
	value      func(n float64) float64
}

func shapeOf(in estimate.Input, define func(s sample.Sample) []shaped) (estimate.Answer, sample.Sample, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, s, err
	}
	if s.M.SS.Sign() == 0 {
		return estimate.Answer{}, s, estimate.Undefined("the %d values have no spread", s.M.N)
	}
	f := 4 * s.SpreadFloor().Rel
	a := estimate.Answer{N: answer.Count(s.M.N), Unit: "1", Floor: spec.Tolerance{Rel: f, Abs: f}}
	for _, d := range define(s) {
		enough := s.M.N >= d.least
		switch {
		case d.name == in.Args.Text("kind") && !enough:
			return a, s, estimate.Undefined("%s needs %d values, there are %d", d.name, d.least, s.M.N)
		case d.name == in.Args.Text("kind"):
			a.Value, a.What = estimate.Number(d.value(float64(s.M.N))), d.note
		case enough:
			answer.VaryValue(&a, d.name, d.note, dd.F(d.value(float64(s.M.N))))
		}
	}
	return a, s, nil
}

func skewness(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	a, s, err := shapeOf(in, func(s sample.Sample) []shaped {
		g := momentOf(s, 3).Div(s.M.Var(0).Mul(s.M.SD(0))).Float()
		return []shaped{{"g1", "the skewness g1, of the moments with n", 2, func(float64) float64 { return g }},
			{"G1", "the skewness G1, unbiased for normal data", 3, func(n float64) float64 { return g * math.Sqrt(n*(n-1)) / (n - 2) }},
			{"b1", "the skewness b1, with the standard deviation of n - 1", 2, func(n float64) float64 { return g * math.Pow(1-1/n, 1.5) }}}
	})
	if err != nil {
		return a, err
	}
	answer.VaryValue(&a, "pearson", "Pearson's 3 (mean - median) / sd", dd.F(3).Mul(s.M.Mean.Sub(s.Median())).Div(s.M.SD(1)))
	answer.VaryValue(&a, "sign", "the skewness with the wrong sign", dd.F(-answer.Float(a.Value)))
	return a, nil
}

func kurtosis(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	a, _, err := shapeOf(in, func(s sample.Sample) []shaped {
		g := momentOf(s, 4).Div(s.M.Var(0).Mul(s.M.Var(0))).Sub(dd.F(3)).Float()
		return []shaped{{"g2", "the excess kurtosis g2, of the moments with n", 2, func(float64) float64 { return g }},
			{"G2", "the excess kurtosis G2, unbiased for normal data", 4, func(n float64) float64 { return (n - 1) / ((n - 2) * (n - 3)) * ((n+1)*g + 6) }},
			{"b2", "the excess kurtosis b2, with the variance of n - 1", 2, func(n float64) float64 { return (g+3)*(1-1/n)*(1-1/n) - 3 }}}
	})
	if err != nil {
		return a, err
	}
	answer.VaryValue(&a, "not-excess", "the kurtosis itself, 3 for normal data, not its excess", dd.F(answer.Float(a.Value)+3))
	return a, nil
}

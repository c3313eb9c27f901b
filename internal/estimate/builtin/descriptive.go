package builtin

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

const eps = 0x1p-52

var valueArg = estimate.Arg{Name: "value", Kind: estimate.ArgColumn, Required: true, Doc: "column of numbers; rows without one are left out"}

// sample is a column's values with what most estimators need of them.
type sample struct {
	xs  []dd.Num
	m   dd.Moments
	big float64 // largest absolute value
}

func newSample(xs []dd.Num) sample {
	s := sample{xs: xs, m: dd.Of(xs)}
	for _, x := range xs {
		s.big = math.Max(s.big, math.Abs(x.Hi))
	}
	return s
}

func sampleOf(in estimate.Input, column string) (sample, error) {
	cols, err := in.View.Numbers(column)
	if err != nil {
		return sample{}, err
	}
	if len(cols[0]) == 0 {
		return sample{}, estimate.Undefined("column %q has no values in view %q", column, in.View.Name)
	}
	return newSample(cols[0]), nil
}

func unitOf(in estimate.Input, column string) string { return in.View.Column(column).Unit }

// noise is what float64 may lose in a mean of the sample.
func (s sample) noise() float64 { return eps * s.big * (16 + math.Sqrt(float64(s.m.N))) }

// floor is the tolerance of a mean.
func (s sample) floor() spec.Tolerance { return spec.Tolerance{Rel: 1e-9, Abs: s.noise()} }

// spreadFloor is the tolerance of a spread: where the mean is large against it, the
// float64 of the data themselves have lost digits.
func (s sample) spreadFloor() spec.Tolerance {
	rel, sd := 1e-9, s.m.SD(0).Float()
	if sd > 0 {
		rel = math.Max(rel, 10*eps*math.Abs(s.m.Mean.Float())/sd)
	}
	return spec.Tolerance{Rel: rel, Abs: s.noise()}
}

func (s sample) median() dd.Num { return dd.Quantile(dd.Sorted(s.xs), 0.5, 7) }

// descriptive are counts, sums, means and spreads.
func descriptive() []estimate.Estimator {
	values := []estimate.Arg{valueArg}
	return []estimate.Estimator{
		{Name: "count", Summary: "the number of rows", Formula: "n", PerRow: true,
			Args:    []estimate.Arg{{Name: "value", Kind: estimate.ArgFactor, Doc: "column whose missing cells are not counted; all rows where absent"}},
			Compute: countRows},
		{Name: "proportion", Summary: "the proportion", Formula: "k / n; se sqrt(p (1 - p) / n); interval by Wilson (1927)", Source: "Brown, Cai, DasGupta (2001)", PerRow: true,
			Gives:   []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
			Args:    append(hitArgs[:3:3], estimate.Arg{Name: "interval", Kind: estimate.ArgText, Default: spec.TextValue("wilson"), OneOf: intervalNames(), Doc: "kind of interval"}),
			Compute: proportion},
		{Name: "sum", Summary: "the sum", Formula: "sum x", PerRow: true, Args: values, Compute: of(sumOf)},
		{Name: "mean", Summary: "the mean", Formula: "sum x / n; se sd / sqrt(n); interval mean ± t(n - 1) se", PerRow: true, Args: values,
			Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE, spec.UncertaintySD}, Compute: of(meanOf)},
		{Name: "sd", Summary: "the sample standard deviation (n - 1)", Formula: "sqrt(sum (x - mean)^2 / (n - 1))", PerRow: true, Args: values, Compute: of(sdOf)},
		{Name: "se", Summary: "the standard error of the mean", Formula: "sd / sqrt(n)", PerRow: true, Args: values, Compute: of(seOf)},
		{Name: "var", Summary: "the sample variance (n - 1)", Formula: "sum (x - mean)^2 / (n - 1)", PerRow: true, Args: values, Compute: of(varOf)},
		{Name: "min", Summary: "the smallest value", Formula: "min x", PerRow: true, Args: values, Compute: of(minOf)},
		{Name: "max", Summary: "the largest value", Formula: "max x", PerRow: true, Args: values, Compute: of(maxOf)},
	}
}

// of makes an estimator of a function of one sample.
func of(f func(s sample, unit string, level float64) (estimate.Answer, error)) func(context.Context, estimate.Input) (estimate.Answer, error) {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		col := in.Args.Text("value")
		s, err := sampleOf(in, col)
		if err != nil {
			return estimate.Answer{}, err
		}
		a, err := f(s, unitOf(in, col), in.Level)
		if a.N.Missing() {
			a.N = count(s.m.N)
		}
		return a, err
	}
}

// countRows counts rows, or the values of a column. An empty view counts 0.
func countRows(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	rows, n := in.View.Rows(), in.View.Rows()
	if col := in.Args.Text("value"); col != "" {
		n = 0
		for c, i := in.View.Column(col), 0; i < rows; i++ {
			if !c.IsMissing(i) {
				n++
			}
		}
	}
	a := estimate.Answer{Value: count(n), N: count(n), Unit: "1"}
	if n != rows {
		varyValue(&a, "with-missing", "the number of all rows, those without a value among them", dd.F(float64(rows)))
	}
	return a, nil
}

func sumOf(s sample, unit string, _ float64) (estimate.Answer, error) {
	n := dd.F(float64(s.m.N))
	a := estimate.Answer{Value: estimate.Number(dd.Sum(s.xs).Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9, Abs: s.noise() * float64(s.m.N)}}
	varyValue(&a, "mean", "the mean", s.m.Mean)
	varyValue(&a, "count", "the number of values", n)
	return a, nil
}

func meanOf(s sample, unit string, level float64) (estimate.Answer, error) {
	a := estimate.Answer{Value: estimate.Number(s.m.Mean.Float()), Unit: unit, Floor: s.floor()}
	varyValue(&a, "median", "the median", s.median())
	varyValue(&a, "sum", "the sum", dd.Sum(s.xs))
	if s.m.N < 2 {
		return a, nil
	}
	se := s.m.SE()
	a.Interval = around(s.m.Mean, se, tTwo(float64(s.m.N-1)))
	giveInterval(&a, level)
	a.Uncertainty = append(a.Uncertainty, uncertain(spec.UncertaintySE, se)...)
	a.Uncertainty = append(a.Uncertainty, uncertain(spec.UncertaintySD, s.m.SD(1))...)
	varyNormal(&a, s.m.Mean, se, level)
	population := s.m.Var(0).Div(dd.F(float64(s.m.N))).Sqrt()
	b := estimate.Answer{Uncertainty: append(uncertain(spec.UncertaintySE, population), uncertain(spec.UncertaintySD, s.m.SD(0))...),
		Interval: around(s.m.Mean, population, tTwo(float64(s.m.N-1)))}
	giveInterval(&b, level)
	vary(&a, "ddof0", "with the population standard deviation (ddof 0)", b)
	vary(&a, "sd-for-se", "the standard deviation where the standard error belongs", estimate.Answer{Uncertainty: uncertain(spec.UncertaintySE, s.m.SD(1))})
	vary(&a, "se-for-sd", "the standard error where the standard deviation belongs", estimate.Answer{Uncertainty: uncertain(spec.UncertaintySD, se)})
	return a, nil
}

func (s sample) spread(what string) error {
	if s.m.N < 2 {
		return estimate.Undefined("%s needs two values, there is 1", what)
	}
	return nil
}

func sdOf(s sample, unit string, _ float64) (estimate.Answer, error) {
	a := estimate.Answer{Value: estimate.Number(s.m.SD(1).Float()), Unit: unit, Floor: s.spreadFloor()}
	varyValue(&a, "ddof0", "the population standard deviation (ddof 0)", s.m.SD(0))
	varyValue(&a, "variance", "the variance", s.m.Var(1))
	varyValue(&a, "se", "the standard error of the mean", s.m.SE())
	return a, s.spread("a standard deviation")
}

func seOf(s sample, unit string, _ float64) (estimate.Answer, error) {
	a := estimate.Answer{Value: estimate.Number(s.m.SE().Float()), Unit: unit, Floor: s.spreadFloor()}
	varyValue(&a, "ddof0", "the standard error from the population standard deviation (ddof 0)", s.m.Var(0).Div(dd.F(float64(s.m.N))).Sqrt())
	varyValue(&a, "sd", "the standard deviation", s.m.SD(1))
	return a, s.spread("a standard error")
}

func varOf(s sample, unit string, _ float64) (estimate.Answer, error) {
	f := s.spreadFloor()
	a := estimate.Answer{Value: estimate.Number(s.m.Var(1).Float()), Unit: power(unit, 2), Floor: spec.Tolerance{Rel: 2 * f.Rel, Abs: f.Abs * f.Abs}}
	varyValue(&a, "ddof0", "the population variance (ddof 0)", s.m.Var(0))
	varyValue(&a, "sd", "the standard deviation", s.m.SD(1))
	return a, s.spread("a variance")
}

func minOf(s sample, unit string, _ float64) (estimate.Answer, error) {
	sorted := dd.Sorted(s.xs)
	a := estimate.Answer{Value: estimate.Number(sorted[0].Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9}}
	varyValue(&a, "max", "the largest value", sorted[len(sorted)-1])
	return a, nil
}

func maxOf(s sample, unit string, _ float64) (estimate.Answer, error) {
	sorted := dd.Sorted(s.xs)
	a := estimate.Answer{Value: estimate.Number(sorted[len(sorted)-1].Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9}}
	varyValue(&a, "min", "the smallest value", sorted[0])
	return a, nil
}

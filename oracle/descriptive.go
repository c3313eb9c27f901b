package oracle

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/spec"
)

const eps = 0x1p-52

var valueArg = Arg{Name: "value", Kind: ArgColumn, Required: true, Doc: "column of numbers; rows without one are left out"}

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

func (in Input) sample(column string) (sample, error) {
	cols, err := in.View.Numbers(column)
	if err != nil {
		return sample{}, err
	}
	if len(cols[0]) == 0 {
		return sample{}, undefined("column %q has no values in view %q", column, in.View.Name)
	}
	return newSample(cols[0]), nil
}

func (in Input) unit(column string) string { return in.View.Column(column).Unit }

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
func descriptive() []Estimator {
	values := []Arg{valueArg}
	return []Estimator{
		{Name: "count", Summary: "the number of rows", Formula: "n", PerRow: true,
			Args:    []Arg{{Name: "value", Kind: ArgFactor, Doc: "column whose missing cells are not counted; all rows where absent"}},
			Compute: countRows},
		{Name: "proportion", Summary: "the proportion", Formula: "k / n; se sqrt(p (1 - p) / n); interval by Wilson (1927)", Source: "Brown, Cai, DasGupta (2001)", PerRow: true,
			Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
			Args: []Arg{{Name: "where", Kind: ArgExpr, Doc: "true for the rows that count"}, {Name: "value", Kind: ArgFactor, Doc: "column compared with equals"},
				{Name: "equals", Kind: ArgLabel, Doc: "value that counts"}, {Name: "interval", Kind: ArgText, Default: spec.TextValue("wilson"), OneOf: []string{"wilson", "wald"}, Doc: "kind of interval"}},
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
func of(f func(s sample, unit string, level float64) (Answer, error)) func(context.Context, Input) (Answer, error) {
	return func(_ context.Context, in Input) (Answer, error) {
		col := in.Args.Text("value")
		s, err := in.sample(col)
		if err != nil {
			return Answer{}, err
		}
		a, err := f(s, in.unit(col), in.Level)
		if a.N.Missing() {
			a.N = count(s.m.N)
		}
		return a, err
	}
}

// countRows counts rows, or the values of a column. An empty view counts 0.
func countRows(_ context.Context, in Input) (Answer, error) {
	rows, n := in.View.Rows(), in.View.Rows()
	if col := in.Args.Text("value"); col != "" {
		n = 0
		for c, i := in.View.Column(col), 0; i < rows; i++ {
			if !c.IsMissing(i) {
				n++
			}
		}
	}
	a := Answer{Value: count(n), N: count(n), Unit: "1"}
	if n != rows {
		a.add("with-missing", "the number of all rows, those without a value among them", dd.F(float64(rows)))
	}
	return a, nil
}

func sumOf(s sample, unit string, _ float64) (Answer, error) {
	n := dd.F(float64(s.m.N))
	a := Answer{Value: num(dd.Sum(s.xs).Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9, Abs: s.noise() * float64(s.m.N)}}
	a.add("mean", "the mean", s.m.Mean)
	a.add("count", "the number of values", n)
	return a, nil
}

func meanOf(s sample, unit string, level float64) (Answer, error) {
	a := Answer{Value: num(s.m.Mean.Float()), Unit: unit, Floor: s.floor()}
	a.add("median", "the median", s.median())
	a.add("sum", "the sum", dd.Sum(s.xs))
	if s.m.N < 2 {
		return a, nil
	}
	se := s.m.SE()
	a.Interval = around(s.m.Mean, se, tTwo(float64(s.m.N-1)))
	a.addInterval(level)
	a.Uncertainty = append(a.Uncertainty, uncertain(spec.UncertaintySE, se)...)
	a.Uncertainty = append(a.Uncertainty, uncertain(spec.UncertaintySD, s.m.SD(1))...)
	a.addNormal(s.m.Mean, se, level)
	population := s.m.Var(0).Div(dd.F(float64(s.m.N))).Sqrt()
	b := Answer{Uncertainty: append(uncertain(spec.UncertaintySE, population), uncertain(spec.UncertaintySD, s.m.SD(0))...),
		Interval: around(s.m.Mean, population, tTwo(float64(s.m.N-1)))}
	b.addInterval(level)
	a.Variants = append(a.Variants, Variant{"ddof0", "with the population standard deviation (ddof 0)", b})
	a.Variants = append(a.Variants, Variant{"sd-for-se", "the standard deviation where the standard error belongs",
		Answer{Uncertainty: uncertain(spec.UncertaintySE, s.m.SD(1))}}, Variant{"se-for-sd", "the standard error where the standard deviation belongs",
		Answer{Uncertainty: uncertain(spec.UncertaintySD, se)}})
	return a, nil
}

func (s sample) spread(what string) error {
	if s.m.N < 2 {
		return undefined("%s needs two values, there is 1", what)
	}
	return nil
}

func sdOf(s sample, unit string, _ float64) (Answer, error) {
	a := Answer{Value: num(s.m.SD(1).Float()), Unit: unit, Floor: s.spreadFloor()}
	a.add("ddof0", "the population standard deviation (ddof 0)", s.m.SD(0))
	a.add("variance", "the variance", s.m.Var(1))
	a.add("se", "the standard error of the mean", s.m.SE())
	return a, s.spread("a standard deviation")
}

func seOf(s sample, unit string, _ float64) (Answer, error) {
	a := Answer{Value: num(s.m.SE().Float()), Unit: unit, Floor: s.spreadFloor()}
	a.add("ddof0", "the standard error from the population standard deviation (ddof 0)", s.m.Var(0).Div(dd.F(float64(s.m.N))).Sqrt())
	a.add("sd", "the standard deviation", s.m.SD(1))
	return a, s.spread("a standard error")
}

func varOf(s sample, unit string, _ float64) (Answer, error) {
	f := s.spreadFloor()
	a := Answer{Value: num(s.m.Var(1).Float()), Unit: power(unit, 2), Floor: spec.Tolerance{Rel: 2 * f.Rel, Abs: f.Abs * f.Abs}}
	a.add("ddof0", "the population variance (ddof 0)", s.m.Var(0))
	a.add("sd", "the standard deviation", s.m.SD(1))
	return a, s.spread("a variance")
}

func minOf(s sample, unit string, _ float64) (Answer, error) {
	sorted := dd.Sorted(s.xs)
	a := Answer{Value: num(sorted[0].Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9}}
	a.add("max", "the largest value", sorted[len(sorted)-1])
	return a, nil
}

func maxOf(s sample, unit string, _ float64) (Answer, error) {
	sorted := dd.Sorted(s.xs)
	a := Answer{Value: num(sorted[len(sorted)-1].Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9}}
	a.add("min", "the smallest value", sorted[0])
	return a, nil
}

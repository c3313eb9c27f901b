package describe

import (
	"context"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// descriptive are counts, sums, means and spreads.
func descriptive() []estimate.Estimator {
	values := []estimate.Arg{sample.ValueArg}
	return []estimate.Estimator{
		{Name: "count", Summary: "the number of rows",
			Unit: "1", Domain: "any column", Source: "a definition",
			Missing: "a row without a value does not count where value is given; no rows count 0",
			Formula: "n", PerRow: true,
			Args:    []estimate.Arg{{Name: "value", Kind: estimate.ArgFactor, Doc: "column whose missing cells are not counted; all rows where absent"}},
			Compute: countRows},
		{Name: "sum", Summary: "the sum",
			Unit: "that of value", Domain: "numbers", Source: "a definition",
			Formula: "sum x", PerRow: true, Args: values, Compute: sample.Each(sumOf)},
		{Name: "mean", Summary: "the mean",
			Unit: "that of value", Domain: "numbers; two values for its uncertainty", Source: "ISO 3534-1 (2006); Student (1908)",
			Formula: "sum x / n; se sd / sqrt(n); interval mean ± t(n - 1) se", PerRow: true, Args: values,
			Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE, spec.UncertaintySD}, Compute: sample.Each(meanOf)},
		{Name: "sd", Summary: "the sample standard deviation (n - 1)",
			Unit: "that of value", Domain: "numbers; two values", Source: "ISO 3534-1 (2006)",
			Formula: "sqrt(sum (x - mean)^2 / (n - 1))", PerRow: true, Args: values, Compute: sample.Each(sdOf)},
		{Name: "se", Summary: "the standard error of the mean",
			Unit: "that of value", Domain: "numbers; two values", Source: "ISO 3534-1 (2006)",
			Formula: "sd / sqrt(n)", PerRow: true, Args: values, Compute: sample.Each(seOf)},
		{Name: "var", Summary: "the sample variance (n - 1)",
			Unit: "that of value squared", Domain: "numbers; two values", Source: "ISO 3534-1 (2006)",
			Formula: "sum (x - mean)^2 / (n - 1)", PerRow: true, Args: values, Compute: sample.Each(varOf)},
		{Name: "min", Summary: "the smallest value",
			Unit: "that of value", Domain: "numbers", Source: "ISO 3534-1 (2006)",
			Formula: "min x", PerRow: true, Args: values, Compute: sample.Each(minOf)},
		{Name: "max", Summary: "the largest value",
			Unit: "that of value", Domain: "numbers", Source: "ISO 3534-1 (2006)",
			Formula: "max x", PerRow: true, Args: values, Compute: sample.Each(maxOf)},
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
	a := estimate.Answer{Value: answer.Count(n), N: answer.Count(n), Unit: "1"}
	if n != rows {
		answer.VaryValue(&a, "with-missing", "the number of all rows, those without a value among them", dd.F(float64(rows)))
	}
	return a, nil
}

func sumOf(s sample.Sample, unit string, _ float64) (estimate.Answer, error) {
	n := dd.F(float64(s.M.N))
	a := estimate.Answer{Value: estimate.Number(dd.Sum(s.Xs).Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9, Abs: s.Noise() * float64(s.M.N)}}
	answer.VaryValue(&a, "mean", "the mean", s.M.Mean)
	answer.VaryValue(&a, "count", "the number of values", n)
	return a, nil
}

func meanOf(s sample.Sample, unit string, level float64) (estimate.Answer, error) {
	a := estimate.Answer{Value: estimate.Number(s.M.Mean.Float()), Unit: unit, Floor: s.Floor()}
	answer.VaryValue(&a, "median", "the median", s.Median())
	answer.VaryValue(&a, "sum", "the sum", dd.Sum(s.Xs))
	if s.M.N < 2 {
		return a, nil
	}
	se := s.M.SE()
	a.Interval = answer.Around(s.M.Mean, se, answer.TTwo(float64(s.M.N-1)))
	answer.GiveInterval(&a, level)
	a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySE, se)...)
	a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySD, s.M.SD(1))...)
	answer.VaryNormal(&a, s.M.Mean, se, level)
	population := s.M.Var(0).Div(dd.F(float64(s.M.N))).Sqrt()
	b := estimate.Answer{Uncertainty: append(answer.Uncertain(spec.UncertaintySE, population), answer.Uncertain(spec.UncertaintySD, s.M.SD(0))...),
		Interval: answer.Around(s.M.Mean, population, answer.TTwo(float64(s.M.N-1)))}
	answer.GiveInterval(&b, level)
	answer.Vary(&a, "ddof0", "with the population standard deviation (ddof 0)", b)
	answer.Vary(&a, "sd-for-se", "the standard deviation where the standard error belongs", estimate.Answer{Uncertainty: answer.Uncertain(spec.UncertaintySE, s.M.SD(1))})
	answer.Vary(&a, "se-for-sd", "the standard error where the standard deviation belongs", estimate.Answer{Uncertainty: answer.Uncertain(spec.UncertaintySD, se)})
	return a, nil
}

func spread(s sample.Sample, what string) error {
	if s.M.N < 2 {
		return estimate.Undefined("%s needs two values, there is 1", what)
	}
	return nil
}

func sdOf(s sample.Sample, unit string, _ float64) (estimate.Answer, error) {
	a := estimate.Answer{Value: estimate.Number(s.M.SD(1).Float()), Unit: unit, Floor: s.SpreadFloor()}
	answer.VaryValue(&a, "ddof0", "the population standard deviation (ddof 0)", s.M.SD(0))
	answer.VaryValue(&a, "variance", "the variance", s.M.Var(1))
	answer.VaryValue(&a, "se", "the standard error of the mean", s.M.SE())
	return a, spread(s, "a standard deviation")
}

func seOf(s sample.Sample, unit string, _ float64) (estimate.Answer, error) {
	a := estimate.Answer{Value: estimate.Number(s.M.SE().Float()), Unit: unit, Floor: s.SpreadFloor()}
	answer.VaryValue(&a, "ddof0", "the standard error from the population standard deviation (ddof 0)", s.M.Var(0).Div(dd.F(float64(s.M.N))).Sqrt())
	answer.VaryValue(&a, "sd", "the standard deviation", s.M.SD(1))
	return a, spread(s, "a standard error")
}

func varOf(s sample.Sample, unit string, _ float64) (estimate.Answer, error) {
	f := s.SpreadFloor()
	a := estimate.Answer{Value: estimate.Number(s.M.Var(1).Float()), Unit: answer.Power(unit, 2), Floor: spec.Tolerance{Rel: 2 * f.Rel, Abs: f.Abs * f.Abs}}
	answer.VaryValue(&a, "ddof0", "the population variance (ddof 0)", s.M.Var(0))
	answer.VaryValue(&a, "sd", "the standard deviation", s.M.SD(1))
	return a, spread(s, "a variance")
}

func minOf(s sample.Sample, unit string, _ float64) (estimate.Answer, error) {
	sorted := dd.Sorted(s.Xs)
	a := estimate.Answer{Value: estimate.Number(sorted[0].Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9}}
	answer.VaryValue(&a, "max", "the largest value", sorted[len(sorted)-1])
	return a, nil
}

func maxOf(s sample.Sample, unit string, _ float64) (estimate.Answer, error) {
	sorted := dd.Sorted(s.Xs)
	a := estimate.Answer{Value: estimate.Number(sorted[len(sorted)-1].Float()), Unit: unit, Floor: spec.Tolerance{Rel: 1e-9}}
	answer.VaryValue(&a, "min", "the smallest value", sorted[0])
	return a, nil
}

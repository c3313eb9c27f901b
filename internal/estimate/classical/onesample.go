package classical

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

// oneSample are tests of a mean and of the mean of paired differences.
func oneSample() []estimate.Estimator {
	mu := estimate.Arg{Name: "mu", Kind: estimate.ArgNumber, Default: spec.NumberValue(0), Doc: "mean under the null hypothesis"}
	paired := []estimate.Arg{{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column; rows that lack x or y are left out"},
		{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column that is subtracted from x"}}
	return []estimate.Estimator{
		{Name: "one_sample_t", Summary: "Student's t of one sample",
			Unit: "1", Domain: "numbers; two values with spread",
			Formula: "(mean - mu) / (sd / sqrt(n)), df n - 1", Source: "Student (1908)", PerRow: true,
			Args: []estimate.Arg{sample.ValueArg, mu}, Compute: oneSampleT},
		{Name: "one_sample_z", Summary: "the z of a mean with a known standard deviation",
			Unit: "1", Domain: "numbers; sigma above 0; one value", Source: "Fleiss, Levin and Paik (2003)",
			Formula: "(mean - mu) / (sigma / sqrt(n))", PerRow: true,
			Args:    []estimate.Arg{sample.ValueArg, mu, {Name: "sigma", Kind: estimate.ArgNumber, Required: true, Min: math.SmallestNonzeroFloat64, Max: math.MaxFloat64, Doc: "known standard deviation"}},
			Compute: oneSampleZ},
		{Name: "paired_difference", Summary: "the mean of the paired differences (x minus y)",
			Unit: "that of x", Domain: "numbers of one unit, in pairs; two complete rows",
			Formula: "mean of x - y; se sd / sqrt(n); interval and t with n - 1 degrees of freedom", Source: "Student (1908)",
			PerRow: true, Args: paired, Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE, spec.UncertaintySD}, Compute: ofDifferences(pairedDifference)},
		{Name: "paired_t", Summary: "Student's t of paired differences (x minus y)",
			Unit: "1", Domain: "numbers in pairs; two complete rows, differences that vary",
			Formula: "mean / (sd / sqrt(n)) of x - y, df n - 1", Source: "Student (1908)", PerRow: true,
			Args: paired, Compute: ofDifferences(pairedT)},
	}
}

func oneSampleT(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if s.M.N < 2 || s.M.SS.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the %d values have no spread to test against", s.M.N)
	}
	mu := dd.F(in.Args.Number("mu"))
	df := float64(s.M.N - 1)
	d, se := s.M.Mean.Sub(mu), s.M.SE()
	t := d.Div(se).Float()
	a := answer.Tested(t, estimate.Number(df), answer.TTail(t, df), answer.Count(s.M.N))
	a.Floor = tFloor(s, se)
	population := d.Div(s.M.Var(0).Div(dd.F(float64(s.M.N))).Sqrt()).Float()
	answer.VaryTest(&a, "ddof0", "t with the population standard deviation (ddof 0)", population, answer.TTail(population, df))
	answer.VaryP(&a, "normal", "the p-value by the normal distribution in place of t", answer.NormalTest(t))
	if mu.Sign() != 0 {
		zero := s.M.Mean.Div(se).Float()
		answer.VaryTest(&a, "mu-0", "t against a mean of 0", zero, answer.TTail(zero, df))
	}
	answer.VaryTest(&a, "sign", "t with the wrong sign", -t, math.NaN())
	answer.VaryOneSided(&a)
	answer.VaryValue(&a, "difference", "the difference from mu, not t", d)
	return a, nil
}

// tFloor is the tolerance of a mean in units of its standard error.
func tFloor(s sample.Sample, se dd.Num) spec.Tolerance {
	f := s.SpreadFloor()
	f.Abs = math.Max(f.Abs/se.Float(), answer.TestFloor.Abs)
	return f
}

func oneSampleZ(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	d := s.M.Mean.Sub(dd.F(in.Args.Number("mu")))
	se := dd.F(in.Args.Number("sigma")).Div(dd.F(float64(s.M.N)).Sqrt())
	z := d.Div(se).Float()
	a := answer.Tested(z, spec.Value{}, answer.NormalTest(z), answer.Count(s.M.N))
	a.Floor = tFloor(s, se)
	if t := d.Div(s.M.SE()).Float(); s.M.N > 1 {
		answer.VaryTest(&a, "t", "t, with the standard deviation of the sample", t, answer.TTail(t, float64(s.M.N-1)))
	}
	answer.VaryValue(&a, "difference", "the difference from mu, not z", d)
	answer.VaryOneSided(&a)
	return a, nil
}

// differences are the pairs of two columns and what is left of x - y.
type differences struct {
	sample.Pair
	d sample.Sample
}

func ofDifferences(f func(p differences, in estimate.Input) (estimate.Answer, error)) sample.Computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		x, y, err := sample.XYOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		p := differences{Pair: sample.Pair{A: sample.New(x), B: sample.New(y)}}
		if u := sample.UnitOf(in, in.Args.Text("x")); u == sample.UnitOf(in, in.Args.Text("y")) {
			p.Unit = u
		}
		d := make([]dd.Num, len(x))
		for i := range x {
			d[i] = x[i].Sub(y[i])
		}
		p.d = sample.New(d)
		return f(p, in)
	}
}

// noiseOfPairs is what float64 loses when it subtracts.
func (p differences) noiseOfPairs() float64 { return p.d.Noise() + sample.Eps*(p.A.Big+p.B.Big) }

// relative is the relative tolerance of the spread of differences.
func (p differences) relative() float64 {
	rel := p.d.SpreadFloor().Rel
	if sd := p.d.M.SD(0).Float(); sd > 0 {
		rel = math.Max(rel, 10*sample.Eps*(p.A.Big+p.B.Big)/sd)
	}
	return rel
}

func pairedDifference(p differences, in estimate.Input) (estimate.Answer, error) {
	mean, se := p.d.M.Mean, p.d.M.SE()
	df := dd.F(float64(p.d.M.N - 1))
	about := func(m dd.Num) estimate.Answer {
		a := estimate.Answer{Value: estimate.Number(m.Float()), N: answer.Count(p.d.M.N), Unit: p.Unit}
		answer.Infer(&a, m, se, df, in.Level)
		return a
	}
	a := about(mean)
	a.What = fmt.Sprintf("the mean of %s minus %s", in.Args.Text("x"), in.Args.Text("y"))
	a.Floor = spec.Tolerance{Rel: p.relative(), Abs: p.noiseOfPairs()}
	a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySD, p.d.M.SD(1))...)
	answer.Vary(&a, estimate.VariantSwapped, "the difference the other way round (y minus x)", about(mean.Neg()))
	for _, v := range []struct {
		name, note string
		equal      bool
	}{{"unpaired-welch", "by Welch's test of two samples, as if the values were not paired", false}, {"unpaired-student", "by Student's test of two samples, as if the values were not paired", true}} {
		b := sample.MeanDifference(p.Pair, v.equal, in.Level)
		b.Value = spec.Value{}
		answer.Vary(&a, v.name, v.note, b)
	}
	answer.VaryOneSided(&a)
	answer.VaryNormal(&a, mean, se, in.Level)
	answer.VaryValue(&a, "median-difference", "the median of the differences", p.d.Median())
	answer.VaryValue(&a, "ratio", "the ratio of the means", p.A.M.Mean.Div(p.B.M.Mean))
	answer.VaryValue(&a, "d-z", "the mean difference in standard deviations of the differences", mean.Div(p.d.M.SD(1)))
	answer.VaryValue(&a, "statistic", "the t statistic", mean.Div(se))
	return a, nil
}

func pairedT(p differences, in estimate.Input) (estimate.Answer, error) {
	if p.d.M.SS.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the differences have no spread to test against")
	}
	t, df := p.d.M.Mean.Div(p.d.M.SE()).Float(), float64(p.d.M.N-1)
	a := answer.Tested(t, estimate.Number(df), answer.TTail(t, df), answer.Count(p.d.M.N))
	a.Floor = spec.Tolerance{Rel: p.relative(), Abs: math.Max(answer.TestFloor.Abs, p.noiseOfPairs()/p.d.M.SE().Float())}
	answer.Vary(&a, estimate.VariantSwapped, "t the other way round (y minus x)", answer.Tested(-t, a.DF, answer.TTail(t, df), a.N))
	answer.Vary(&a, "unpaired-welch", "Welch's t of two samples, as if the values were not paired", tAnswer(p.Pair, false, in.Level))
	answer.Vary(&a, "unpaired-student", "Student's t of two samples, as if the values were not paired", tAnswer(p.Pair, true, in.Level))
	answer.VaryP(&a, "normal", "the p-value by the normal distribution in place of t", answer.NormalTest(t))
	answer.VaryOneSided(&a)
	answer.VaryValue(&a, "difference", "the mean difference, not t", p.d.M.Mean)
	return a, nil
}

package builtin

import (
	"context"
	"fmt"
	"math"

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
		{Name: "one_sample_t", Summary: "Student's t of one sample", Formula: "(mean - mu) / (sd / sqrt(n)), df n - 1", Source: "Student (1908)", PerRow: true,
			Args: []estimate.Arg{valueArg, mu}, Compute: oneSampleT},
		{Name: "one_sample_z", Summary: "the z of a mean with a known standard deviation", Formula: "(mean - mu) / (sigma / sqrt(n))", PerRow: true,
			Args:    []estimate.Arg{valueArg, mu, {Name: "sigma", Kind: estimate.ArgNumber, Required: true, Min: math.SmallestNonzeroFloat64, Max: math.MaxFloat64, Doc: "known standard deviation"}},
			Compute: oneSampleZ},
		{Name: "paired_difference", Summary: "the mean of the paired differences (x minus y)", Formula: "mean of x - y; se sd / sqrt(n); interval and t with n - 1 degrees of freedom", Source: "Student (1908)",
			PerRow: true, Args: paired, Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE, spec.UncertaintySD}, Compute: ofDifferences(pairedDifference)},
		{Name: "paired_t", Summary: "Student's t of paired differences (x minus y)", Formula: "mean / (sd / sqrt(n)) of x - y, df n - 1", Source: "Student (1908)", PerRow: true,
			Args: paired, Compute: ofDifferences(pairedT)},
	}
}

func oneSampleT(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sampleOf(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	if s.m.N < 2 || s.m.SS.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the %d values have no spread to test against", s.m.N)
	}
	mu := dd.F(in.Args.Number("mu"))
	df := float64(s.m.N - 1)
	d, se := s.m.Mean.Sub(mu), s.m.SE()
	t := d.Div(se).Float()
	a := tested(t, estimate.Number(df), tTail(t, df), count(s.m.N))
	a.Floor = s.tFloor(se)
	population := d.Div(s.m.Var(0).Div(dd.F(float64(s.m.N))).Sqrt()).Float()
	varyTest(&a, "ddof0", "t with the population standard deviation (ddof 0)", population, tTail(population, df))
	varyP(&a, "normal", "the p-value by the normal distribution in place of t", normalTest(t))
	if mu.Sign() != 0 {
		zero := s.m.Mean.Div(se).Float()
		varyTest(&a, "mu-0", "t against a mean of 0", zero, tTail(zero, df))
	}
	varyTest(&a, "sign", "t with the wrong sign", -t, math.NaN())
	varyOneSided(&a)
	varyValue(&a, "difference", "the difference from mu, not t", d)
	return a, nil
}

// tFloor is the tolerance of a mean in units of its standard error.
func (s sample) tFloor(se dd.Num) spec.Tolerance {
	f := s.spreadFloor()
	f.Abs = math.Max(f.Abs/se.Float(), testFloor.Abs)
	return f
}

func oneSampleZ(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sampleOf(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	d := s.m.Mean.Sub(dd.F(in.Args.Number("mu")))
	se := dd.F(in.Args.Number("sigma")).Div(dd.F(float64(s.m.N)).Sqrt())
	z := d.Div(se).Float()
	a := tested(z, spec.Value{}, normalTest(z), count(s.m.N))
	a.Floor = s.tFloor(se)
	if t := d.Div(s.m.SE()).Float(); s.m.N > 1 {
		varyTest(&a, "t", "t, with the standard deviation of the sample", t, tTail(t, float64(s.m.N-1)))
	}
	varyValue(&a, "difference", "the difference from mu, not z", d)
	varyOneSided(&a)
	return a, nil
}

// differences are the pairs of two columns and what is left of x - y.
type differences struct {
	pair
	d sample
}

func ofDifferences(f func(p differences, in estimate.Input) (estimate.Answer, error)) computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		x, y, err := xyOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		p := differences{pair: pair{newSample(x), newSample(y), ""}}
		if u := unitOf(in, in.Args.Text("x")); u == unitOf(in, in.Args.Text("y")) {
			p.unit = u
		}
		d := make([]dd.Num, len(x))
		for i := range x {
			d[i] = x[i].Sub(y[i])
		}
		p.d = newSample(d)
		return f(p, in)
	}
}

// noiseOfPairs is what float64 loses when it subtracts.
func (p differences) noiseOfPairs() float64 { return p.d.noise() + eps*(p.a.big+p.b.big) }

// relative is the relative tolerance of the spread of differences.
func (p differences) relative() float64 {
	rel := p.d.spreadFloor().Rel
	if sd := p.d.m.SD(0).Float(); sd > 0 {
		rel = math.Max(rel, 10*eps*(p.a.big+p.b.big)/sd)
	}
	return rel
}

func pairedDifference(p differences, in estimate.Input) (estimate.Answer, error) {
	mean, se := p.d.m.Mean, p.d.m.SE()
	df := dd.F(float64(p.d.m.N - 1))
	answer := func(m dd.Num) estimate.Answer {
		a := estimate.Answer{Value: estimate.Number(m.Float()), N: count(p.d.m.N), Unit: p.unit}
		infer(&a, m, se, df, in.Level)
		return a
	}
	a := answer(mean)
	a.What = fmt.Sprintf("the mean of %s minus %s", in.Args.Text("x"), in.Args.Text("y"))
	a.Floor = spec.Tolerance{Rel: p.relative(), Abs: p.noiseOfPairs()}
	a.Uncertainty = append(a.Uncertainty, uncertain(spec.UncertaintySD, p.d.m.SD(1))...)
	vary(&a, estimate.VariantSwapped, "the difference the other way round (y minus x)", answer(mean.Neg()))
	for _, v := range []struct {
		name, note string
		equal      bool
	}{{"unpaired-welch", "by Welch's test of two samples, as if the values were not paired", false}, {"unpaired-student", "by Student's test of two samples, as if the values were not paired", true}} {
		b := p.answer(v.equal, in.Level)
		b.Value = spec.Value{}
		vary(&a, v.name, v.note, b)
	}
	varyOneSided(&a)
	varyNormal(&a, mean, se, in.Level)
	varyValue(&a, "median-difference", "the median of the differences", p.d.median())
	varyValue(&a, "ratio", "the ratio of the means", p.a.m.Mean.Div(p.b.m.Mean))
	varyValue(&a, "d-z", "the mean difference in standard deviations of the differences", mean.Div(p.d.m.SD(1)))
	varyValue(&a, "statistic", "the t statistic", mean.Div(se))
	return a, nil
}

func pairedT(p differences, in estimate.Input) (estimate.Answer, error) {
	if p.d.m.SS.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the differences have no spread to test against")
	}
	t, df := p.d.m.Mean.Div(p.d.m.SE()).Float(), float64(p.d.m.N-1)
	a := tested(t, estimate.Number(df), tTail(t, df), count(p.d.m.N))
	a.Floor = spec.Tolerance{Rel: p.relative(), Abs: math.Max(testFloor.Abs, p.noiseOfPairs()/p.d.m.SE().Float())}
	vary(&a, estimate.VariantSwapped, "t the other way round (y minus x)", tested(-t, a.DF, tTail(t, df), a.N))
	vary(&a, "unpaired-welch", "Welch's t of two samples, as if the values were not paired", p.tAnswer(false, in.Level))
	vary(&a, "unpaired-student", "Student's t of two samples, as if the values were not paired", p.tAnswer(true, in.Level))
	varyP(&a, "normal", "the p-value by the normal distribution in place of t", normalTest(t))
	varyOneSided(&a)
	varyValue(&a, "difference", "the mean difference, not t", p.d.m.Mean)
	return a, nil
}

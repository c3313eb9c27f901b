package resampling

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/resample"
	"github.com/assaybench/assay/spec"
)

// kinds of interval in the order in which they are tried as variants.
var kinds = []struct {
	kind resample.Kind
	note string
}{
	{resample.Percentile, "the percentile interval of the bootstrap"},
	{resample.Basic, "the basic (reflected) interval of the bootstrap"},
	{resample.BCa, "the BCa interval of the bootstrap"},
	{resample.BC, "the bias-corrected interval of the bootstrap, without acceleration"},
	{resample.BCaBelow, "the BCa interval with only the replicates strictly below the estimate counted for its bias"},
	{resample.Normal, "the normal interval of the bootstrap, less its bias"},
	{resample.Plain, "the estimate ± z bootstrap standard errors"},
	{resample.Studentised, "the studentised (bootstrap-t) interval"},
}

func bootstrap() estimate.Estimator {
	var names []string
	for _, k := range kinds {
		names = append(names, string(k.kind))
	}
	return estimate.Estimator{Name: "bootstrap", Summary: "an estimate with its bootstrap interval and standard error",
		Unit: "that of the statistic", Domain: "what the statistic needs; two rows, two clusters where there are some",
		PerRow: true,
		Formula: "of resamples with replacement, t* their statistics: percentile q(a) to q(1 - a); basic 2t - q(1 - a) to 2t - q(a); normal 2t - mean t* ± z sd t*; " +
			"bca q at Φ(z0 + (z0 + z)/(1 - c (z0 + z))), z0 = Φ⁻¹(share of t* below t, ties half), c by the jackknife of each sample; " +
			"studentised t - q(1 - a) se to t - q(a) se, q of (t* - t)/se*. An end is right within 4 of its Monte-Carlo errors, sqrt(a (1 - a)/B)/φ(z) se for B resamples",
		Source: "Efron (1979, 1987); Davison and Hinkley (1997)", Compute: computeBootstrap,
		Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
		Args: []estimate.Arg{
			{Name: "statistic", Kind: estimate.ArgText, Required: true, OneOf: slices.Concat(ofOne, ofTwo, ofPairs), Doc: "what is computed of each resample"},
			{Name: "resamples", Kind: estimate.ArgNumber, Required: true, Min: 50, Max: 1e9, Doc: "resamples that an analysis is asked to draw; what chance may do to its numbers follows from it"},
			valueArg, groupArg, firstArg, secondArg, xArg, yArg,
			{Name: "equals", Kind: estimate.ArgLabel, Doc: "value that a proportion counts"},
			{Name: "p", Kind: estimate.ArgNumber, Min: 0, Max: 1, Doc: "probability of a quantile"},
			{Name: "type", Kind: estimate.ArgNumber, Default: spec.NumberValue(7), Min: 1, Max: 9, Doc: "definition 1 to 9 of a quantile"},
			{Name: "cut", Kind: estimate.ArgNumber, Default: spec.NumberValue(0.1), Min: 0, Max: 0.5, Doc: "share of the values that a trimmed mean cuts at each end"},
			{Name: "interval", Kind: estimate.ArgText, Default: spec.TextValue(string(resample.Percentile)), OneOf: names, Doc: "kind of interval"},
			{Name: "report", Kind: estimate.ArgText, Default: spec.TextValue("estimate"), OneOf: []string{"estimate", "se", "bias"}, Doc: "which number is the value: the statistic, its bootstrap standard error, or its bootstrap bias"},
			{Name: "strata", Kind: estimate.ArgFactors, Doc: "columns within whose groups rows are drawn; the two groups of a comparison are strata by themselves"},
			{Name: "cluster", Kind: estimate.ArgFactor, Doc: "column whose groups are drawn as wholes; the groups of a comparison are then no strata by themselves"},
			drawsArg, seedArg,
		}}
}

// booted is a bootstrap with what an analysis draws itself.
type booted struct {
	*resample.Bootstrap
	ours, theirs float64
}

// both is the standard error of a difference of two draws.
func (b booted) both(f func(n float64) float64) spec.Value {
	return estimate.Number(math.Hypot(f(b.ours), f(b.theirs)))
}

// interval with its noise; nil where it is not defined at the level.
func (b booted) interval(kind resample.Kind, level float64) (interval, noise estimate.Interval) {
	if _, _, ok := b.Interval(kind, level, b.ours); !ok {
		return nil, nil
	}
	return func(level float64) (spec.Value, spec.Value) {
			lo, hi, ok := b.Interval(kind, level, b.ours)
			if !ok {
				return spec.Value{}, spec.Value{}
			}
			return estimate.Number(lo.Value), estimate.Number(hi.Value)
		}, func(level float64) (spec.Value, spec.Value) {
			lo, hi, _ := b.Interval(kind, level, b.ours)
			lo2, hi2, _ := b.Interval(kind, level, b.theirs)
			return estimate.Number(math.Hypot(lo.Error, lo2.Error)), estimate.Number(math.Hypot(hi.Error, hi2.Error))
		}
}

// answer has the estimate with interval and standard error.
func (b booted) answer(kind resample.Kind, level float64) estimate.Answer {
	a := estimate.Answer{Value: estimate.Number(b.Point)}
	a.Interval, a.Noise.Ends = b.interval(kind, level)
	answer.GiveInterval(&a, level)
	a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySE, dd.F(b.SD))...)
	a.Noise.Spread = b.both(b.SDError)
	return a
}

func computeBootstrap(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := statisticOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	design, err := s.design(in.Args.Has("cluster"))
	if err != nil {
		return estimate.Answer{}, err
	}
	n, err := draws(in, len(s.rows))
	if err != nil {
		return estimate.Answer{}, err
	}
	draw := func(m resample.Maker) (booted, error) {
		b, err := resample.Draw(ctx, design, m, n, seed(in))
		if errors.Is(err, resample.ErrFew) {
			err = estimate.Undefined("%v", err)
		} else if err == nil && math.IsNaN(b.Point) {
			err = estimate.Undefined("%s is not defined on these rows", s.what)
		}
		return booted{b, float64(n), in.Args.Number("resamples")}, err
	}
	b, err := draw(s.maker)
	if err != nil {
		return estimate.Answer{}, err
	}
	kind := resample.Kind(in.Args.Text("interval"))
	a := b.answer(kind, in.Level)
	a.What, a.N, a.Unit, a.Floor = s.what, s.sizes(), s.unit, s.floor
	if a.Interval == nil {
		if kind == resample.Studentised && math.IsNaN(b.SE) {
			return a, estimate.BadArg("interval", "studentised needs a standard error by formula, which %s has not", in.Args.Text("statistic"))
		}
		return a, estimate.Undefined("the replicates give no %s interval", kind)
	}
	s.varyIntervals(&a, b, kind, in.Level)
	if s.swapped != nil {
		if w, err := draw(s.swapped); err == nil {
			answer.Vary(&a, estimate.VariantSwapped, "with the groups swapped", w.answer(kind, in.Level))
		} else if ctx.Err() != nil {
			return a, err
		}
	}
	random := func(name, note string, x float64) {
		answer.Vary(&a, name, note, estimate.Answer{Value: estimate.Number(x), Noise: estimate.Noise{Value: b.both(b.MeanError)}})
	}
	random("mean-of-replicates", "the mean of the replicates, not the estimate of the data", b.Mean)
	random("bias-corrected", "the estimate less its bootstrap bias", b.Point-(b.Mean-b.Point))
	for _, o := range s.others {
		answer.VaryValue(&a, o.name, o.note, dd.F(s.of(o.maker)))
	}
	return s.reported(a, b, in.Args.Text("report")), nil
}

// varyIntervals appends the other kinds of interval, and what formulas give in place of
// the bootstrap.
func (s statistic) varyIntervals(a *estimate.Answer, b booted, asked resample.Kind, level float64) {
	for _, k := range kinds {
		if k.kind == asked {
			continue
		}
		if interval, noise := b.interval(k.kind, level); interval != nil {
			answer.Vary(a, string(k.kind), k.note, estimate.Answer{Interval: interval, Uncertainty: estimate.At(interval, level), Noise: estimate.Noise{Ends: noise}})
		}
	}
	if !(b.SE > 0) {
		return
	}
	f := estimate.Answer{Uncertainty: answer.Uncertain(spec.UncertaintySE, dd.F(b.SE)), Interval: answer.Around(dd.F(b.Point), dd.F(b.SE), answer.NormalTwo)}
	answer.GiveInterval(&f, level)
	answer.Vary(a, "formula", "by the formula of the standard error and the normal distribution, not by a bootstrap", f)
	if s.first == len(s.rows) {
		answer.VaryInterval(a, "t-interval", "Student's interval, not a bootstrap's", level, answer.Around(dd.F(b.Point), dd.F(b.SE), answer.TTwo(float64(len(s.rows)-1))))
	}
}

// reported has the standard error or the bias as value where that is asked for.
func (s statistic) reported(a estimate.Answer, b booted, what string) estimate.Answer {
	if what == "estimate" {
		return a
	}
	out := estimate.Answer{N: a.N, Unit: a.Unit, Floor: spec.Tolerance{Rel: 1e-9, Abs: sample.Eps * math.Abs(b.Point)}}
	if what == "bias" {
		out.What, out.Value = "the bootstrap bias of "+s.what, estimate.Number(b.Mean-b.Point)
		out.Noise.Value = b.both(b.MeanError)
		sign := estimate.Scale(estimate.Answer{Value: out.Value, Noise: out.Noise}, -1)
		answer.Vary(&out, "sign", "the bias with the wrong sign", sign)
		return out
	}
	out.What, out.Value = "the bootstrap standard error of "+s.what, estimate.Number(b.SD)
	out.Noise.Value = b.both(b.SDError)
	if b.SE > 0 {
		answer.VaryValue(&out, "formula", "the standard error by formula, not by a bootstrap", dd.F(b.SE))
	}
	answer.Vary(&out, "variance", "the variance of the replicates", estimate.Answer{Value: estimate.Number(b.SD * b.SD), Noise: estimate.Noise{Value: estimate.Scale(estimate.Answer{Value: out.Noise.Value}, 2*b.SD).Value}})
	answer.VaryValue(&out, "estimate", "the estimate itself", dd.F(b.Point))
	return out
}

package signal

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/spectral"
	"github.com/assaybench/assay/spec"
)

// spectra are powers over all frequencies, and in a band.
func spectra() []estimate.Estimator {
	args := func(window string, more ...estimate.Arg) []estimate.Arg {
		return append([]estimate.Arg{valueArg, timeArg, rateArg,
			{Name: "window", Kind: estimate.ArgText, Default: spec.TextValue(window), OneOf: spectral.Windows, Doc: "taper, periodic"},
			{Name: "detrend", Kind: estimate.ArgText, Default: spec.TextValue("constant"), OneOf: spectral.Detrends, Doc: "what is taken away from each segment before"}}, more...)
	}
	scaling := estimate.Arg{Name: "scaling", Kind: estimate.ArgText, Default: spec.TextValue("density"), OneOf: []string{"density", "spectrum"}, Doc: "power per frequency, or power"}
	sides := estimate.Arg{Name: "sides", Kind: estimate.ArgText, Default: spec.TextValue("one"), OneOf: []string{"one", "two"}, Doc: "frequencies from 0 to half the rate with the power of both signs, or all with their own"}
	segment := []estimate.Arg{{Name: "segment", Kind: estimate.ArgNumber, Default: number(256), Min: 2, Max: 1e6, Doc: "rows of a segment; all where there are fewer"},
		{Name: "overlap", Kind: estimate.ArgNumber, Min: 0, Max: 1e6, Doc: "rows that neighbours share; half a segment, rounded down, where absent"}}
	const formula = "c |Σ w x e^(-2πi k t/L)|² / (rate Σ w²), or / (Σ w)² for the spectrum, at k rate / L; c is 2, one-sided, but 1 at 0 and at half the rate"
	return []estimate.Estimator{
		{Name: "periodogram", Summary: "the periodogram",
			Unit: "that of value squared times time (density), or squared (spectrum)", Domain: "numbers at even times, two or more",
			Missing: "rows without a value are left out; times that are then uneven are an error",
			Formula: formula + "; L is n", Source: "Schuster (1898)", Args: args("boxcar", scaling, sides), Compute: spectrumCompute},
		{Name: "welch", Summary: "Welch's spectrum",
			Unit: "that of value squared times time (density), or squared (spectrum)", Domain: "numbers at even times, two or more; a segment longer than its overlap",
			Missing: "rows without a value are left out; times that are then uneven are an error",
			Formula: formula + "; the mean over segments of L rows that overlap", Source: "Welch (1967)",
			Args: args("hann", append([]estimate.Arg{scaling, sides}, segment...)...), Compute: spectrumCompute},
		{Name: "band_power", Summary: "the power in a band of frequencies",
			Unit: "that of value squared; 1 where relative", Domain: "numbers at even times; two frequencies within the band",
			Missing: "rows without a value are left out; times that are then uneven are an error",
			Formula: "integral of Welch's one-sided density by trapezoids over its frequencies from low to high, both included; of relative power divided by that over all", Source: "Welch (1967)", PerRow: true,
			Args: args("hann", append(segment, estimate.Arg{Name: "low", Kind: estimate.ArgNumber, Required: true, Min: 0, Max: 1e15, Doc: "lowest frequency"},
				estimate.Arg{Name: "high", Kind: estimate.ArgNumber, Required: true, Min: 0, Max: 1e15, Doc: "highest frequency"},
				estimate.Arg{Name: "relative", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "as a share of the power at all frequencies"})...), Compute: bandPower},
	}
}

// spectrumOf is the signal and how its power is asked for. Where segment is not an
// argument, the whole is one.
func spectrumOf(in estimate.Input) (signal, spectral.Spectrum, error) {
	s, err := signalOf(in)
	if err != nil {
		return s, spectral.Spectrum{}, err
	}
	p := spectral.Spectrum{Window: in.Args.Text("window"), Detrend: in.Args.Text("detrend"), Density: in.Args.Text("scaling") != "spectrum", TwoSided: in.Args.Text("sides") == "two", Length: s.M.N, Rate: s.rate}
	if !in.Args.Has("segment") {
		return s, p, nil
	}
	length, err := whole(in, "segment")
	if err != nil {
		return s, p, err
	}
	p.Length = min(length, s.M.N)
	if p.Overlap = p.Length / 2; in.Args.Has("overlap") {
		if p.Overlap, err = whole(in, "overlap"); err != nil {
			return s, p, err
		}
	}
	if p.Overlap >= p.Length && p.Overlap < length {
		return s, p, estimate.Undefined("there are %d rows, no more than segments overlap", s.M.N)
	}
	if p.Overlap >= p.Length {
		return s, p, estimate.BadArg("overlap", "is %d, not less than the segment of %d rows", p.Overlap, p.Length)
	}
	if steps := (s.M.N - p.Length) / (p.Length - p.Overlap); float64(steps)*float64(p.Length) > 1e8 {
		return s, p, estimate.BadArg("overlap", "makes %d segments of %d rows, which is too much work; let them overlap less", steps+1, p.Length)
	}
	return s, p, nil
}

// rounding is what float64 leaves at a frequency without power.
func rounding(s signal, p spectral.Spectrum) float64 {
	power := s.M.Var(0).Float() + 1e-3*s.Big*s.Big
	if p.Density {
		power *= float64(p.Length) / p.Rate
	}
	return 1e-20 * power
}

func spectrumCompute(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, p, err := spectrumOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	give := func(p spectral.Spectrum) estimate.Answer {
		frequency, power := p.Power(s.Xs)
		labels := make([]spec.Value, len(frequency))
		for i, f := range frequency {
			labels[i] = label(f)
		}
		return estimate.Answer{Value: spec.ArrayValue(power), Index: labels}
	}
	a := give(p)
	a.N = answer.Count(s.M.N)
	unit := answer.Power(sample.UnitOf(in, in.Args.Text("value")), 2)
	if a.Unit = unit; p.Density {
		a.Unit = answer.Per(unit, s.perTime())
	}
	a.Floor = spec.Tolerance{Rel: math.Max(1e-9, s.SpreadFloor().Rel), Abs: rounding(s, p)}
	also := func(name, note string, change func(p *spectral.Spectrum)) {
		q := p
		if change(&q); q != p && q.Length <= s.M.N && q.Overlap < q.Length {
			answer.Vary(&a, name, note, give(q))
		}
	}
	for _, w := range spectral.Windows {
		also("window-"+w, "with the window "+w, func(p *spectral.Spectrum) { p.Window = w })
	}
	if p.Window != "boxcar" {
		also("symmetric", "with a symmetric window, which ends where it began", func(p *spectral.Spectrum) { p.Symmetric = true })
	}
	for _, kind := range spectral.Detrends {
		also("detrend-"+kind, "with the trend "+kind+" taken away", func(p *spectral.Spectrum) { p.Detrend = kind })
	}
	also("two-sided", "of both sides, each with its own power", func(p *spectral.Spectrum) { p.TwoSided = true })
	also("one-sided", "of one side, with the power of both", func(p *spectral.Spectrum) { p.TwoSided = false })
	also("spectrum", "the power, not its density", func(p *spectral.Spectrum) { p.Density = false })
	also("density", "the density of power", func(p *spectral.Spectrum) { p.Density = true })
	also("no-overlap", "with segments that do not overlap", func(p *spectral.Spectrum) { p.Overlap = 0 })
	also("whole", "of the whole series as one segment", func(p *spectral.Spectrum) { p.Length, p.Overlap = s.M.N, 0 })
	also("rate-1", "with one row per unit of time", func(p *spectral.Spectrum) { p.Rate = 1 })
	if !p.TwoSided {
		answer.VaryScaled(&a, "halved", "one-sided, but not doubled (0 and half the rate aside)", 0.5)
	}
	return a, nil
}

func bandPower(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, p, err := spectrumOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	low, high := in.Args.Number("low"), in.Args.Number("high")
	if low >= high {
		return estimate.Answer{}, estimate.BadArg("high", "is %v, not above low, %v", high, low)
	}
	relative := in.Args.Bool("relative")
	power := func(p spectral.Spectrum, relative bool, low, high float64) float64 {
		f, d := p.Power(s.Xs)
		v := spectral.Band(f, d, low, high)
		if relative {
			v /= spectral.Band(f, d, 0, math.Inf(1))
		}
		return v
	}
	v := power(p, relative, low, high)
	if math.IsNaN(v) {
		return estimate.Answer{}, estimate.Undefined("fewer than two frequencies lie from %v to %v, or nothing has power; they are %.6g apart", low, high, s.rate/float64(p.Length))
	}
	a := estimate.Answer{Value: estimate.Number(v), N: answer.Count(s.M.N), Unit: answer.Power(sample.UnitOf(in, in.Args.Text("value")), 2), Floor: spec.Tolerance{Rel: math.Max(1e-9, s.SpreadFloor().Rel)}}
	if relative {
		a.Unit = "1"
	} else {
		a.Floor.Abs = rounding(s, p) * s.rate
	}
	varied(&a, map[bool]string{true: "absolute", false: "relative"}[relative], map[bool]string{true: "the power, not its share", false: "the share of the power at all frequencies"}[relative], power(p, !relative, low, high))
	if !relative {
		f, d := p.Power(s.Xs)
		var sum, mean, n float64
		for k := range f {
			if f[k] >= low && f[k] <= high {
				sum += d[k] * s.rate / float64(p.Length)
				mean += d[k]
				n++
			}
		}
		varied(&a, "sum", "the sum of densities times the distance of frequencies, not by trapezoids", sum)
		varied(&a, "mean-density", "the mean density in the band", mean/n)
	}
	q := p
	q.Length, q.Overlap, q.Window = s.M.N, 0, "boxcar"
	varied(&a, "periodogram", "by the plain periodogram of the whole series", power(q, relative, low, high))
	return a, nil
}

package series

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

// spectra are powers of a series at a frequency.
func spectra() []estimate.Estimator {
	args := func(window string, more ...estimate.Arg) []estimate.Arg {
		return append([]estimate.Arg{orderedArg,
			{Name: "frequency", Kind: estimate.ArgNumber, Required: true, Min: 0, Max: 1e15, Doc: "frequency, from 0 to half the rate; the nearest of those that the length resolves is taken"},
			{Name: "rate", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 1e-15, Max: 1e15, Doc: "rows per unit of time"},
			{Name: "window", Kind: estimate.ArgText, Default: spec.TextValue(window), OneOf: windowNames, Doc: "taper, periodic"},
			{Name: "detrend", Kind: estimate.ArgText, Default: spec.TextValue("constant"), OneOf: []string{"constant", "linear", "none"}, Doc: "what is taken away from each segment before"},
			{Name: "scaling", Kind: estimate.ArgText, Default: spec.TextValue("density"), OneOf: []string{"density", "spectrum"}, Doc: "power per frequency, or power"}}, more...)
	}
	const formula = "c |Σ w x e^(-2πi k t/L)|² / (rate Σ w²), or / (Σ w)² for the spectrum; k the whole number nearest to frequency L/rate; c is 2, one-sided, but 1 at 0 and at half the rate"
	return []estimate.Estimator{
		{Name: "periodogram_power", Summary: "the power of the periodogram at a frequency",
			Unit: "that of value squared times time (density), or squared (spectrum)", Domain: "numbers at even times, two or more",
			Missing: "rows without a value are left out; times that are then uneven are an error",
			Formula: formula + "; L is n", Source: "Schuster (1898)", PerRow: true, Args: args("boxcar"), Compute: periodogramPower},
		{Name: "welch_power", Summary: "the power of Welch's spectrum at a frequency",
			Unit: "that of value squared times time (density), or squared (spectrum)", Domain: "numbers at even times, two or more; a segment longer than its overlap",
			Missing: "rows without a value are left out; times that are then uneven are an error",
			Formula: formula + "; the mean over segments of L rows, each that many rows less the overlap after the one before; what does not fill one is left out", Source: "Welch (1967)",
			PerRow: true, Compute: welchPower, Args: args("hann", estimate.Arg{Name: "segment", Kind: estimate.ArgNumber, Default: spec.NumberValue(256), Min: 2, Max: 1e7, Doc: "rows of a segment; all where there are fewer"},
				estimate.Arg{Name: "overlap", Kind: estimate.ArgNumber, Min: 0, Max: 1e7, Doc: "rows that neighbours share; half a segment, rounded down, where absent"})},
	}
}

var windowNames = []string{"boxcar", "hann", "hamming", "blackman"}

// tapers by the angle from 0 to 2π.
var tapers = map[string]func(angle float64) float64{
	"boxcar":   func(float64) float64 { return 1 },
	"hann":     func(a float64) float64 { return 0.5 - 0.5*math.Cos(a) },
	"hamming":  func(a float64) float64 { return 0.54 - 0.46*math.Cos(a) },
	"blackman": func(a float64) float64 { return 0.42 - 0.5*math.Cos(a) + 0.08*math.Cos(2*a) },
}

// spectrum is how a power is taken.
type spectrum struct {
	window, detrend  string
	symmetric        bool // the window ends where it began, not one row later
	density, twoside bool
	length, overlap  int
	rate             float64
	bin              int
}

func (p spectrum) taper(t int) float64 {
	over := float64(p.length)
	if p.symmetric {
		over--
	}
	return tapers[p.window](2 * math.Pi * float64(t) / over)
}

// power of one segment. One frequency needs no fast transform: the sum stands as it is,
// with the angle reduced in whole numbers.
func (p spectrum) power(xs []dd.Num) float64 {
	left := xs
	switch p.detrend {
	case "constant":
		left = away(sample.New(xs), dd.Of(xs).Mean)
	case "linear":
		left = straightened(xs)
	}
	var re, im, sum, squares dd.Num
	for t, x := range left {
		w := p.taper(t)
		at := int(int64(p.bin) * int64(t) % int64(p.length))
		sin, cos := math.Sincos(2 * math.Pi * float64(at) / float64(p.length))
		re, im = re.Add(x.Mul(dd.F(w*cos))), im.Add(x.Mul(dd.F(w*sin)))
		sum, squares = sum.Add(dd.F(w)), squares.Add(dd.F(w).Mul(dd.F(w)))
	}
	out := re.Mul(re).Add(im.Mul(im)).Float()
	if p.density {
		out /= p.rate * squares.Float()
	} else {
		out /= sum.Float() * sum.Float()
	}
	if !p.twoside && p.bin > 0 && 2*p.bin < p.length {
		out *= 2
	}
	return out
}

// away are the values less a centre.
func away(s sample.Sample, centre dd.Num) []dd.Num {
	out := make([]dd.Num, len(s.Xs))
	for i, x := range s.Xs {
		out[i] = x.Sub(centre)
	}
	return out
}

// straightened are the residuals from the line over the rows.
func straightened(xs []dd.Num) []dd.Num {
	n := len(xs)
	out, middle := away(sample.New(xs), dd.Of(xs).Mean), dd.F(float64(n-1)).Div(dd.F(2))
	var cross, squares dd.Num
	for t, x := range out {
		at := dd.F(float64(t)).Sub(middle)
		cross, squares = cross.Add(at.Mul(x)), squares.Add(at.Mul(at))
	}
	for t := range out {
		out[t] = out[t].Sub(cross.Div(squares).Mul(dd.F(float64(t)).Sub(middle)))
	}
	return out
}

// mean power of the segments.
func (p spectrum) mean(xs []dd.Num) float64 {
	sum, n := 0.0, 0.0
	for from := 0; from+p.length <= len(xs); from += p.length - p.overlap {
		sum += p.power(xs[from : from+p.length])
		n++
	}
	return sum / n
}

func (p spectrum) frequency() float64 { return float64(p.bin) * p.rate / float64(p.length) }

// at is the spectrum with the bin nearest to the frequency asked for; of two the lower.
func (p spectrum) at(in estimate.Input) (spectrum, error) {
	f := in.Args.Number("frequency")
	if f > p.rate/2 {
		return p, estimate.BadArg("frequency", "is %v, above half the rate, %v", f, p.rate/2)
	}
	p.bin = int(math.Ceil(f/p.rate*float64(p.length) - 0.5))
	return p, nil
}

func spectrumOf(in estimate.Input, n int) (spectrum, error) {
	if n < 2 {
		return spectrum{}, estimate.Undefined("%d values have no spectrum", n)
	}
	return spectrum{window: in.Args.Text("window"), detrend: in.Args.Text("detrend"), density: in.Args.Text("scaling") == "density", length: n, rate: in.Args.Number("rate")}, nil
}

// answer is the power with its neighbours.
func (p spectrum) answer(s sample.Sample, in estimate.Input) (estimate.Answer, error) {
	p, err := p.at(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := estimate.Answer{What: fmt.Sprintf("the power at frequency %.6g", p.frequency()), Value: estimate.Number(p.mean(s.Xs)), N: answer.Count(s.M.N)}
	if !p.density {
		a.Unit = answer.Power(sample.UnitOf(in, in.Args.Text("value")), 2)
	}
	// What float64 leaves at a frequency that has no power is rounding of the whole.
	all := s.M.SS.Div(dd.F(float64(s.M.N))).Float() + 1e-3*s.Big*s.Big
	if p.density {
		all *= float64(p.length) / p.rate
	}
	a.Floor = spec.Tolerance{Rel: math.Max(1e-9, s.SpreadFloor().Rel), Abs: 1e-20 * all}
	also := func(name, note string, change func(q *spectrum)) {
		q := p
		if change(&q); q.length <= s.M.N && q.overlap < q.length && q != p {
			if q, err := q.at(in); err == nil {
				answer.VaryValue(&a, name, note, dd.F(q.mean(s.Xs)))
			}
		}
	}
	for _, w := range windowNames {
		also("window-"+w, "with the window "+w, func(q *spectrum) { q.window = w })
	}
	if p.window != "boxcar" {
		also("symmetric", "with a symmetric window, which ends where it began", func(q *spectrum) { q.symmetric = true })
	}
	also("detrend-none", "without taking away the mean", func(q *spectrum) { q.detrend = "none" })
	also("detrend-constant", "with the mean taken away", func(q *spectrum) { q.detrend = "constant" })
	also("detrend-linear", "with a straight line taken away", func(q *spectrum) { q.detrend = "linear" })
	also("two-sided", "of both sides, each with its own power", func(q *spectrum) { q.twoside = true })
	if p.density {
		also("spectrum", "the power, not its density", func(q *spectrum) { q.density = false })
	} else {
		also("density", "the density of power", func(q *spectrum) { q.density = true })
	}
	also("no-overlap", "with segments that do not overlap", func(q *spectrum) { q.overlap = 0 })
	also("whole", "of the whole series as one segment", func(q *spectrum) { q.length, q.overlap = s.M.N, 0 })
	x := answer.Float(a.Value)
	answer.VaryValue(&a, "root", "its square root", dd.F(math.Sqrt(x)))
	answer.VaryValue(&a, "decibel", "in decibels, 10 log10", dd.F(10*math.Log10(x)))
	return a, nil
}

func periodogramPower(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	p, err := spectrumOf(in, s.M.N)
	if err != nil {
		return estimate.Answer{}, err
	}
	return p.answer(s, in)
}

func welchPower(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	length, err := wholeArg(in, "segment")
	if err != nil {
		return estimate.Answer{}, err
	}
	p, err := spectrumOf(in, min(length, s.M.N))
	if err != nil {
		return estimate.Answer{}, err
	}
	if p.overlap = p.length / 2; in.Args.Has("overlap") {
		if p.overlap, err = wholeArg(in, "overlap"); err != nil {
			return estimate.Answer{}, err
		}
	}
	if p.overlap >= p.length {
		return estimate.Answer{}, estimate.BadArg("overlap", "is %d, not less than the segment of %d rows", p.overlap, p.length)
	}
	return p.answer(s, in)
}

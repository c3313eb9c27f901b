package signal

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"strconv"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/spectral"
	"github.com/assaybench/assay/spec"
)

const mostRows = 1 << 20 // of a series that is transformed

var (
	valueArg = estimate.Arg{Name: "value", Kind: estimate.ArgColumn, Required: true, Doc: "column of numbers, in the order of the rows; rows without one are left out"}
	rateArg  = estimate.Arg{Name: "rate", Kind: estimate.ArgNumber, Default: number(1), Min: 1e-15, Max: 1e15, Doc: "rows per unit of time"}
	timeArg  = estimate.Arg{Name: "time", Kind: estimate.ArgColumn, Doc: "column of evenly spaced times, in place of rate"}
	trendArg = estimate.Arg{Name: "detrend", Kind: estimate.ArgText, Default: spec.TextValue("none"), OneOf: spectral.Detrends, Doc: "what is taken away before"}
)

// transforms are discrete Fourier transforms.
func transforms() []estimate.Estimator {
	const formula = "X(k) = Σ x(t) e^(-2πi k t/n) at the frequency k rate / n"
	return []estimate.Estimator{
		{Name: "fft", Summary: "the discrete Fourier transform",
			Unit: "that of value; squared for power, rad for phase", Domain: "numbers at even times, two or more",
			Missing: "rows without a value are left out; times that are then uneven are an error",
			Source:  "Cooley and Tukey (1965)",
			Formula: formula + "; its amplitude |X|, power |X|², phase, real or imaginary part; divided by n or √n where norm says so; norm amplitude: divided by n, and doubled but at 0 and half the rate",
			Args: []estimate.Arg{valueArg, timeArg, rateArg, trendArg,
				{Name: "quantity", Kind: estimate.ArgText, Default: spec.TextValue("amplitude"), OneOf: []string{"amplitude", "power", "phase", "real", "imaginary"}, Doc: "what is asked for of each coefficient; a phase in radians, none where the amplitude is rounding"},
				{Name: "norm", Kind: estimate.ArgText, Default: spec.TextValue("none"), OneOf: norms, Doc: "factor of the coefficients"},
				{Name: "sides", Kind: estimate.ArgText, Default: spec.TextValue("one"), OneOf: []string{"one", "two"}, Doc: "frequencies from 0 to half the rate, or the negative ones after them"}},
			Compute: fftCompute},
		{Name: "dominant_frequency", Summary: "the frequency of the largest amplitude",
			Unit: "1 / that of time; that of rate", Domain: "numbers at even times, two or more, not all equal",
			Missing: "rows without a value are left out; times that are then uneven are an error",
			Source:  "Schuster (1898)", PerRow: true,
			Formula: formula + "; the k >= 1 up to n/2 with the largest |X|, of equal ones the lowest",
			Args:    []estimate.Arg{valueArg, timeArg, rateArg, trendArg}, Compute: dominantFrequency},
	}
}

var norms = []string{"none", "1/n", "1/sqrt n", "amplitude"}

// signal is a series with the rate of its rows.
type signal struct {
	sample.Sample
	rate float64
	unit string // of time
}

func signalOf(in estimate.Input) (signal, error) {
	s := signal{rate: in.Args.Number("rate")}
	names := []string{in.Args.Text("value")}
	if in.Args.Has("time") {
		names = append(names, in.Args.Text("time"))
		s.unit = sample.UnitOf(in, names[1])
	}
	columns, err := in.View.Numbers(names...)
	if err != nil {
		return s, err
	}
	n := len(columns[0])
	if n < 2 {
		return s, estimate.Undefined("%d values have no spectrum", n)
	}
	if n > mostRows {
		return s, estimate.Undefined("%d rows are more than the %d that are transformed", n, mostRows)
	}
	s.Sample = sample.New(columns[0])
	if len(names) == 1 {
		return s, nil
	}
	t := columns[1]
	step := t[n-1].Sub(t[0]).Div(dd.F(float64(n - 1)))
	if !(step.Float() > 0) || !step.Finite() {
		return s, estimate.Undefined("the times do not rise from the first row to the last")
	}
	for i := range t {
		if off := t[i].Sub(t[0]).Sub(step.Mul(dd.F(float64(i)))).Div(step).Float(); !(math.Abs(off) < 1e-3) {
			return s, estimate.Undefined("the times are not evenly spaced: row %d is off by %.3g of a step", i+1, off)
		}
	}
	s.rate = dd.F(1).Div(step).Float()
	return s, nil
}

// perTime is the unit of frequencies.
func (s signal) perTime() string { return answer.Power(s.unit, -1) }

// label is a frequency with the digits that programs share.
func label(f float64) spec.Value {
	x, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 12, 64), 64)
	if err != nil {
		return spec.NumberValue(f)
	}
	return spec.NumberValue(x)
}

// asked is one form of a transform.
type asked struct {
	detrend, quantity, norm, sides string
	degrees                        bool
}

// of gives the values and the frequencies that they belong to.
func (q asked) of(s signal) (values, labels []spec.Value, size float64) {
	z := spectral.Transform(spectral.Detrend(s.Xs, q.detrend))
	n := len(z)
	for _, x := range z {
		size += real(x)*real(x) + imag(x)*imag(x)
	}
	size = math.Sqrt(size)
	for k, x := range z {
		if q.sides == "one" && 2*k > n {
			break
		}
		f := spectral.Frequency(k, n, s.rate)
		if q.sides == "two" && 2*k == n {
			f = -f
		}
		by := 1.0
		switch q.norm {
		case "1/n":
			by = 1 / float64(n)
		case "1/sqrt n":
			by = 1 / math.Sqrt(float64(n))
		case "amplitude":
			if by = 1 / float64(n); q.sides == "one" && k > 0 && 2*k < n {
				by *= 2
			}
		}
		v := estimate.Number(q.part(x * complex(by, 0)))
		if q.quantity == "phase" && cmplx.Abs(x) <= 1e-12*size {
			v = spec.Value{}
		}
		values, labels = append(values, v), append(labels, label(f))
	}
	return values, labels, size
}

func (q asked) part(z complex128) float64 {
	switch q.quantity {
	case "power":
		return real(z)*real(z) + imag(z)*imag(z)
	case "real":
		return real(z)
	case "imaginary":
		return imag(z)
	case "phase":
		if q.degrees {
			return cmplx.Phase(z) * 180 / math.Pi
		}
		return cmplx.Phase(z)
	}
	return cmplx.Abs(z)
}

func fftCompute(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := signalOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	q := asked{detrend: in.Args.Text("detrend"), quantity: in.Args.Text("quantity"), norm: in.Args.Text("norm"), sides: in.Args.Text("sides")}
	values, labels, size := q.of(s)
	a := estimate.Answer{What: fmt.Sprintf("the %s of the discrete Fourier transform", q.quantity), Value: spec.Value{Kind: spec.ValueArray, Items: values}, Index: labels, N: answer.Count(s.M.N)}
	unit := sample.UnitOf(in, in.Args.Text("value"))
	a.Floor = spec.Tolerance{Rel: 1e-9, Abs: 1e-13 * size}
	switch q.quantity {
	case "phase":
		a.Unit, a.Floor = "rad", spec.Tolerance{Abs: 1e-4} // one of a small amplitude has few digits
	case "power":
		a.Unit, a.Floor.Abs = answer.Power(unit, 2), 1e-13*size*size
	default:
		a.Unit = unit
	}
	also := func(name, note string, change func(q *asked)) {
		r := q
		if change(&r); r != q {
			values, labels, _ := r.of(s)
			answer.Vary(&a, name, note, estimate.Answer{Value: spec.Value{Kind: spec.ValueArray, Items: values}, Index: labels})
		}
	}
	if q.quantity != "phase" {
		for i, norm := range norms {
			also([]string{"norm-none", "norm-n", "norm-root-n", "norm-amplitude"}[i], []string{"the plain transform, divided by nothing", "the transform divided by n", "the transform divided by √n",
				"the amplitude of sines: divided by n and doubled"}[i], func(q *asked) { q.norm = norm })
		}
	}
	for _, kind := range spectral.Detrends {
		also("detrend-"+kind, "with the trend "+kind+" taken away", func(q *asked) { q.detrend = kind })
	}
	also("two-sided", "of all frequencies, the negative ones too", func(q *asked) { q.sides = "two" })
	also("one-sided", "of the frequencies that are not negative", func(q *asked) { q.sides = "one" })
	switch q.quantity {
	case "amplitude":
		also("power", "the power |X|²", func(q *asked) { q.quantity = "power" })
		also("real", "the real part", func(q *asked) { q.quantity = "real" })
	case "power":
		also("amplitude", "the amplitude |X|", func(q *asked) { q.quantity = "amplitude" })
	case "phase":
		also("degrees", "in degrees", func(q *asked) { q.degrees = true })
		answer.VaryScaled(&a, "sign", "the phase of the transform with exp(+2πi k t/n)", -1)
	case "imaginary":
		answer.VaryScaled(&a, "sign", "of the transform with exp(+2πi k t/n)", -1)
	}
	return a, nil
}

func dominantFrequency(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := signalOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if s.M.SS.Sign() == 0 {
		return estimate.Answer{}, estimate.Undefined("the values are constant")
	}
	kind := in.Args.Text("detrend")
	k, z := strongest(s, kind)
	n := len(z)
	if !(cmplx.Abs(z[k]) > 0) {
		return estimate.Answer{}, estimate.Undefined("nothing is left but the trend")
	}
	f := spectral.Frequency(k, n, s.rate)
	a := estimate.Answer{Value: estimate.Number(f), N: answer.Count(n), Unit: s.perTime(), Floor: spec.Tolerance{Rel: 1e-9}}
	varied(&a, "period", "the period, 1 / frequency", 1/f)
	varied(&a, "angular", "the angular frequency, 2π times it", 2*math.Pi*f)
	varied(&a, "index", "the number k of the coefficient", float64(k))
	varied(&a, "per-row", "in cycles per row, without the rate", float64(k)/float64(n))
	if cmplx.Abs(z[0]) >= cmplx.Abs(z[k]) {
		varied(&a, "zero", "frequency 0, which only tells the mean", 0)
	}
	for _, other := range spectral.Detrends {
		if j, _ := strongest(s, other); j != k {
			varied(&a, "detrend-"+other, "with the trend "+other+" taken away", spectral.Frequency(j, n, s.rate))
		}
	}
	if k > 1 && 2*k+1 < n { // the top of the parabola through the logarithms
		l, m, r := math.Log(cmplx.Abs(z[k-1])), math.Log(cmplx.Abs(z[k])), math.Log(cmplx.Abs(z[k+1]))
		varied(&a, "interpolated", "between the frequencies of the transform, by a parabola through logarithms", (float64(k)+(l-r)/(2*(l-2*m+r)))*s.rate/float64(n))
	}
	return a, nil
}

// strongest is the coefficient above 0 with the largest amplitude; those that differ by
// rounding are equal.
func strongest(s signal, detrend string) (int, []complex128) {
	z := spectral.Transform(spectral.Detrend(s.Xs, detrend))
	best := 1
	for k := 2; 2*k <= len(z); k++ {
		if cmplx.Abs(z[k]) > cmplx.Abs(z[best])*(1+1e-12) {
			best = k
		}
	}
	return best, z
}

package flow

import (
	"math"

	"github.com/assaybench/assay/internal/vegalite/formula"
)

// Bins is how a field is binned; the zero value of each setting is Vega's default.
type Bins struct {
	MaxBins, Base, Step, MinStep float64
	Extent                       *[2]float64
	Steps, Divide                []float64
	Plain                        bool // the ends are not made round
}

// Edges is a row of bins of one width.
type Edges struct{ Start, Stop, Step float64 }

// maxBins bounds how many bins there are.
const maxBins = 10_000

// For finds the bins of values between lo and hi (the algorithm of vega-statistics): the
// width is a power of the base, divided where that leaves no more than MaxBins.
func (b Bins) For(lo, hi float64) (Edges, bool) {
	if b.Extent != nil {
		lo, hi = b.Extent[0], b.Extent[1]
	}
	most, base, divide := b.MaxBins, b.Base, b.Divide
	if most == 0 {
		most = 10
	}
	if base == 0 {
		base = 10
	}
	if divide == nil {
		divide = []float64{5, 2}
	}
	span := hi - lo
	if span == 0 {
		span = math.Abs(lo)
	}
	if span == 0 {
		span = 1
	}
	logb := math.Log(base)
	step := b.Step
	switch {
	case !(most >= 1) || !(base > 1) || !(span > 0) || math.IsInf(span, 0) || step < 0:
		return Edges{}, false
	case step > 0:
	case len(b.Steps) > 0:
		i := 0
		for i < len(b.Steps) && b.Steps[i] < span/most {
			i++
		}
		step = b.Steps[max(0, i-1)]
	default:
		level := math.Ceil(math.Log(most) / logb)
		step = math.Max(b.MinStep, math.Pow(base, math.Round(math.Log(span)/logb)-level))
		for math.Ceil(span/step) > most {
			step *= base
		}
		for _, d := range divide {
			if v := step / d; v >= b.MinStep && span/v <= most {
				step = v
			}
		}
	}
	if !(step > 0) || math.IsInf(step, 0) {
		return Edges{}, false
	}
	if !b.Plain {
		v := math.Log(step)
		precision := 0.0
		if v < 0 {
			precision = math.Trunc(-v/logb) + 1
		}
		eps := math.Pow(base, -precision-1)
		v = math.Floor(lo/step+eps) * step
		if lo < v {
			v -= step
		}
		lo, hi = v, math.Ceil(hi/step)*step
	}
	if lo == hi {
		hi = lo + step
	}
	if n := (hi - lo) / step; !(n <= maxBins) {
		return Edges{}, false
	}
	return Edges{lo, hi, step}, true
}

// Of is the bin of a value: both ends; false where it is in none.
func (e Edges) Of(v any) (lo, hi float64, ok bool) {
	if formula.None(v) || v == "" {
		return 0, 0, false
	}
	x := formula.Number(v)
	stop := e.Start + math.Ceil((e.Stop-e.Start)/e.Step)*e.Step
	if !(x >= e.Start && x <= stop) {
		return 0, 0, false
	}
	x = math.Max(e.Start, math.Min(x, stop-e.Step))
	lo = e.Start + e.Step*math.Floor(1e-14+(x-e.Start)/e.Step)
	return lo, lo + e.Step, true
}

// Bin gives each row the ends of the bin of a field; null where it is in none.
func (rows Rows) Bin(field string, b Bins, as, end string) (Rows, bool) {
	p := Path(field)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		if v := Get(r, p); !formula.None(v) && v != "" {
			if f := formula.Number(v); !math.IsNaN(f) {
				lo, hi = math.Min(lo, f), math.Max(hi, f)
			}
		}
	}
	if lo > hi {
		lo, hi = 0, 0
	}
	edges, ok := b.For(lo, hi)
	if !ok {
		return nil, false
	}
	out := make(Rows, len(rows))
	for i, r := range rows {
		var a, z any
		if lo, hi, ok := edges.Of(Get(r, p)); ok {
			a, z = lo, hi
		}
		out[i] = with(r, as, a)
		out[i][end] = z
	}
	return out, true
}

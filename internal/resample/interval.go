package resample

import (
	"math"
	"sort"

	"github.com/assaybench/assay/internal/tail"
)

// Kind names how an interval is made of replicates.
type Kind string

// The kinds of interval, where q are quantiles of the replicates and t of the roots.
const (
	Percentile  Kind = "percentile"         // q(a) to q(1 - a)
	Basic       Kind = "basic"              // 2 point - q(1 - a) to 2 point - q(a)
	Normal      Kind = "normal"             // point less bias ± z sd
	Plain       Kind = "normal-uncorrected" // point ± z sd
	BCa         Kind = "bca"                // q at levels corrected for bias and acceleration; z0 counts ties half
	BC          Kind = "bc"                 // BCa without acceleration
	BCaBelow    Kind = "bca-below"          // BCa with z0 of the replicates strictly below the point
	Studentised Kind = "studentised"        // point - t(1 - a) se to point - t(a) se
)

// End is one end of an interval; Error is the standard deviation over seeds of what an
// analysis with another number of resamples gets for it.
type End struct{ Value, Error float64 }

// Interval gives the ends of an interval at a level, and their Monte-Carlo errors with n
// resamples (+Inf: none). ok is false where it is not defined.
func (b *Bootstrap) Interval(kind Kind, level, n float64) (lower, upper End, ok bool) {
	a := (1 - level) / 2
	z := -tail.NormalQuantile(a)
	switch kind {
	case Percentile:
		lower, upper = b.quantile(b.Values, b.SD, a, n), b.quantile(b.Values, b.SD, 1-a, n)
	case Basic:
		lower, upper = b.quantile(b.Values, b.SD, 1-a, n), b.quantile(b.Values, b.SD, a, n)
		lower.Value, upper.Value = b.Point-(lower.Value-b.Point), b.Point-(upper.Value-b.Point)
	case Normal, Plain:
		centre, free := b.Point, 0.0
		if kind == Normal {
			centre, free = b.Point-(b.Mean-b.Point), 1
		}
		e := b.SD * math.Sqrt((free+z*z*b.spreadError())/n)
		lower, upper = End{centre - z*b.SD, e}, End{centre + z*b.SD, e}
	case BCa, BC, BCaBelow:
		z0, accel := b.bias(kind == BCaBelow), b.accel
		if kind == BC {
			accel = 0
		}
		at := func(z float64) End {
			e := b.quantile(b.Values, b.SD, tail.Normal(-(z0 + (z0+z)/(1-accel*(z0+z)))), n)
			e.Error *= 1.5 // z0 is drawn as well
			return e
		}
		lower, upper = at(-z), at(z)
	case Studentised:
		lower, upper = b.quantile(b.Roots, 1, 1-a, n), b.quantile(b.Roots, 1, a, n)
		for _, e := range []*End{&lower, &upper} {
			e.Value, e.Error = b.Point-e.Value*b.SE, e.Error*b.SE
		}
	default:
		return lower, upper, false
	}
	width := upper.Value - lower.Value
	return lower, upper, width >= 0 && !math.IsInf(width, 0) && !math.IsNaN(lower.Error+upper.Error)
}

// bias is z0, the normal quantile of the share of replicates below the point.
func (b *Bootstrap) bias(strict bool) float64 {
	below := sort.SearchFloat64s(b.Values, b.Point)
	upto := sort.Search(len(b.Values), func(i int) bool { return b.Values[i] > b.Point })
	share := float64(below)
	if !strict {
		share = float64(below+upto) / 2
	}
	return tail.NormalQuantile(share / float64(len(b.Values)))
}

// spreadError is the relative variance of the standard deviation of n replicates, times n:
// 1/2 where they are normal.
func (b *Bootstrap) spreadError() float64 { return math.Max(0.5, (b.kurtosis-1)/4) }

// SDError is the standard deviation over seeds of the bootstrap's standard error.
func (b *Bootstrap) SDError(n float64) float64 { return b.SD * math.Sqrt(b.spreadError()/n) }

// MeanError is that of the mean of the replicates.
func (b *Bootstrap) MeanError(n float64) float64 { return b.SD / math.Sqrt(n) }

// quantile of sorted replicates by type 7. Its error with n of them is
// sqrt(p (1 - p)/n) sd/phi(z), or a quarter of what lies between it and the places, which
// are beta variables, that it has with the probability of ± 4 standard deviations, if that
// is more: replicates of a median are few numbers, far apart.
func (b *Bootstrap) quantile(sorted []float64, sd, p, n float64) End {
	if len(sorted) == 0 || math.IsNaN(p) {
		return End{nan, nan}
	}
	e := End{Value: at(sorted, p)}
	place := math.Sqrt(p * (1 - p) / n)
	if place == 0 {
		return e
	}
	z := tail.NormalQuantile(p)
	normal := place * sd / (math.Exp(-z*z/2) / math.Sqrt(2*math.Pi))
	const four = 3.167124183311992e-05 // above 4 standard deviations
	lo, hi := tail.BetaQuantile(four, n*p, n*(1-p)), 1-tail.BetaQuantile(four, n*(1-p), n*p)
	e.Error = math.Max(normal, math.Max(at(sorted, hi)-e.Value, e.Value-at(sorted, lo))/4)
	return e
}

// at is the p-quantile of sorted numbers; the first or last beyond them.
func at(sorted []float64, p float64) float64 {
	h := p * float64(len(sorted)-1)
	j := int(math.Max(0, math.Min(math.Floor(h), float64(len(sorted)-1))))
	g := h - float64(j)
	if g <= 0 || j+1 >= len(sorted) {
		return sorted[j]
	}
	return sorted[j] + math.Min(g, 1)*(sorted[j+1]-sorted[j])
}

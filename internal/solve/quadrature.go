package solve

import (
	"container/heap"
	"context"
	"fmt"
	"math"
	"slices"
)

// Quadrature integrates functions of one variable. The zero value asks for a relative
// error of 1e-12.
type Quadrature struct {
	Rel, Abs float64   // errors that are accepted, of which the larger counts
	Breaks   []float64 // points inside the range at which the function or its slope jumps, or has no value
	Limit    int       // intervals; 2000 where 0
}

// Integral is the value of a definite integral.
type Integral struct {
	Value       float64
	Error       float64 // estimate of the error, cautious where the function is smooth
	Size        float64 // integral of the absolute value: rounding leaves about 1e-16 of it
	Evaluations int
}

// QuadratureError says why an integral was not found. Best is what was reached.
type QuadratureError struct {
	Reason string
	Best   Integral
}

func (e *QuadratureError) Error() string {
	return fmt.Sprintf("the integral was not found: %s (reached %.6g with an error of about %.2g)", e.Reason, e.Best.Value, e.Best.Error)
}

const (
	epsilon = 0x1p-52
	leastT  = 1e-300 // positions in a unit range closer to its end are the end
)

// Integrate is the integral of f from a to b; either end may be infinite, and b may be
// below a. It bisects where the rule of 21 points of Gauss and Kronrod (Piessens et al.
// 1983) errs most; where that does not converge, as at strong singularities of the ends,
// the double exponential rule of Takahasi and Mori (1974) is tried. Errors:
// *QuadratureError, or the context's.
func (q Quadrature) Integrate(ctx context.Context, f func(float64) float64, a, b float64) (Integral, error) {
	if math.IsNaN(a) || math.IsNaN(b) || q.Rel < 0 || q.Abs < 0 || q.Rel != q.Rel || q.Abs != q.Abs {
		return Integral{}, &QuadratureError{Reason: fmt.Sprintf("the ends %v and %v, or the tolerance, are no numbers", a, b)}
	}
	if a == b {
		return Integral{}, nil
	}
	if a > b {
		out, err := q.Integrate(ctx, f, b, a)
		out.Value = -out.Value
		return out, err
	}
	if q.Rel == 0 && q.Abs == 0 {
		q.Rel = 1e-12
	}
	if q.Limit <= 0 {
		q.Limit = 2000
	}
	pieces, err := q.pieces(f, a, b)
	if err != nil {
		return Integral{}, err
	}
	out, reason, err := q.bisect(ctx, pieces)
	if err != nil || reason == "" {
		return out, err
	}
	other, again, err := q.exponential(ctx, pieces)
	switch {
	case err != nil:
		return out, err
	case again == "":
		other.Evaluations += out.Evaluations
		return other, nil
	}
	return out, &QuadratureError{reason, out}
}

func (q Quadrature) wanted(value float64) float64 { return math.Max(q.Abs, q.Rel*math.Abs(value)) }

// piece is the integrand over one part of the range, mapped to 0 … 1: at gives its value
// times dx/dt at a point that is told as its distance from both ends, so that neither
// loses digits.
type piece struct {
	at    func(t, s float64) float64
	place func(t, s float64) float64
}

func (q Quadrature) pieces(f func(float64) float64, a, b float64) ([]piece, error) {
	ends := []float64{a}
	for _, c := range slices.Sorted(slices.Values(q.Breaks)) {
		if !(c >= a && c <= b) || math.IsInf(c, 0) {
			return nil, &QuadratureError{Reason: fmt.Sprintf("the break %v does not lie between %v and %v", c, a, b)}
		}
		if c > ends[len(ends)-1] && c < b {
			ends = append(ends, c)
		}
	}
	if len(ends) == 1 && math.IsInf(a, -1) && math.IsInf(b, 1) {
		ends = append(ends, 0)
	}
	ends = append(ends, b)
	var out []piece
	for i, to := range ends[1:] {
		from := ends[i]
		var p piece
		var slope func(t, s float64) float64
		switch width := to - from; {
		case math.IsInf(from, -1):
			p.place = func(t, s float64) float64 { return to - s/t }
			slope = func(t, _ float64) float64 { return 1 / t / t }
		case math.IsInf(to, 1):
			p.place = func(t, s float64) float64 { return from + s/t }
			slope = func(t, _ float64) float64 { return 1 / t / t }
		default:
			if math.IsInf(width, 0) {
				return nil, &QuadratureError{Reason: fmt.Sprintf("the range from %v to %v is too wide for numbers", from, to)}
			}
			p.place = func(t, s float64) float64 {
				if t <= s {
					return from + width*t
				}
				return to - width*s
			}
			slope = func(_, _ float64) float64 { return width }
		}
		p.at = func(t, s float64) float64 {
			y := f(p.place(t, s))
			if y == 0 {
				return 0 // where the slope may be infinite
			}
			return y * slope(t, s)
		}
		out = append(out, p)
	}
	return out, nil
}

// interval is a part of a piece with the rule's result over it.
type interval struct {
	piece              int
	from, to           float64
	value, error, size float64
}

type intervals []interval

func (h intervals) Len() int           { return len(h) }
func (h intervals) Less(i, j int) bool { return h[i].error > h[j].error }
func (h intervals) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *intervals) Push(x any)        { *h = append(*h, x.(interval)) }
func (h *intervals) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// bisect is the adaptive rule; the text says why it did not come to the tolerance.
func (q Quadrature) bisect(ctx context.Context, pieces []piece) (Integral, string, error) {
	var open intervals
	var out Integral
	bad := math.NaN() // where the integrand had no finite value
	rule := func(v interval) interval {
		out.Evaluations += 2*len(kronrod) - 1
		if where := kronrodRule(pieces[v.piece], &v); !math.IsNaN(where) && math.IsNaN(bad) {
			bad = where
		}
		return v
	}
	for i := range pieces {
		open = append(open, rule(interval{piece: i, to: 1}))
	}
	heap.Init(&open)
	for {
		out.Value, out.Error, out.Size = total(open)
		switch {
		case !math.IsNaN(bad):
			return out, fmt.Sprintf("the integrand has no finite value at %.6g; make it an end, or a break, and best 0, where numbers are finest", bad), nil
		case out.Error <= q.wanted(out.Value):
			return out, "", nil
		case out.Error <= 100*epsilon*out.Size:
			return out, "rounding hides the digits that are asked for, as the integrand's parts cancel", nil
		case len(open) >= q.Limit:
			return out, "it diverges, or the integrand is too irregular; cut the range, or name breaks", nil
		}
		if err := ctx.Err(); err != nil {
			return out, "", err
		}
		worst := heap.Pop(&open).(interval)
		middle := worst.from + (worst.to-worst.from)/2
		if !(worst.to-worst.from > 64*epsilon*worst.to) || middle < leastT {
			heap.Push(&open, worst)
			return out, "it diverges at a point, or is too steep there; make the point an end, or a break", nil
		}
		heap.Push(&open, rule(interval{piece: worst.piece, from: worst.from, to: middle}))
		heap.Push(&open, rule(interval{piece: worst.piece, from: middle, to: worst.to}))
	}
}

// total adds small terms first, by Neumaier's compensated sum, so that the order in
// which intervals were cut leaves no trace.
func total(open intervals) (value, err, size float64) {
	var lost float64
	for _, v := range open {
		s := value + v.value
		if math.Abs(value) >= math.Abs(v.value) {
			lost += value - s + v.value
		} else {
			lost += v.value - s + value
		}
		value = s
		err += v.error
		size += v.size
	}
	return value + lost, err, size
}

// Points of the rule of Kronrod on (0, 1) with its weights, and those of the rule of
// Gauss of 10 points that shares every second point.
var (
	kronrod = []float64{0.995657163025808080735527280689003, 0.973906528517171720077964012084452, 0.930157491355708226001207180059508, 0.865063366688984510732096688423493,
		0.780817726586416897063717578345042, 0.679409568299024406234327365114874, 0.562757134668604683339000099272694, 0.433395394129247190799265943165784,
		0.294392862701460198131126603103866, 0.148874338981631210884826001129720, 0}
	kronrodWeights = []float64{0.011694638867371874278064396062192, 0.032558162307964727478818972459390, 0.054755896574351996031381300244580, 0.075039674810919952767043140916190,
		0.093125454583697605535465065083366, 0.109387158802297641899210590325805, 0.123491976262065851077958109831074, 0.134709217311473325928054001771707,
		0.142775938577060080797094273138717, 0.147739104901338491374841515972068, 0.149445554002916905664936468389821}
	gaussWeights = []float64{0.066671344308688137593568809893332, 0.149451349150580593145776339657697, 0.219086362515982043995534934228163, 0.269266719309996355091226921569469,
		0.295524224714752870173892994651338}
)

// kronrodRule fills in v, with the error estimate of QUADPACK. It gives the place of a
// value that is not finite, else NaN.
func kronrodRule(p piece, v *interval) float64 {
	half, centre := (v.to-v.from)/2, v.from+(v.to-v.from)/2
	bad := math.NaN()
	at := func(t float64) float64 {
		y := p.at(t, 1-t)
		if math.IsNaN(y) || math.IsInf(y, 0) {
			bad = p.place(t, 1-t)
		}
		return y
	}
	var low, high [11]float64
	var k, g, size float64
	for i, x := range kronrod {
		if x == 0 {
			low[i] = at(centre)
			high[i] = low[i]
			k += kronrodWeights[i] * low[i]
			size += kronrodWeights[i] * math.Abs(low[i])
			continue
		}
		low[i], high[i] = at(centre-half*x), at(centre+half*x)
		k += kronrodWeights[i] * (low[i] + high[i])
		size += kronrodWeights[i] * (math.Abs(low[i]) + math.Abs(high[i]))
		if i%2 == 1 {
			g += gaussWeights[i/2] * (low[i] + high[i])
		}
	}
	var spread float64 // integral of the distance from the mean
	for i, w := range kronrodWeights {
		d := math.Abs(low[i]-k/2) + math.Abs(high[i]-k/2)
		if i == len(kronrodWeights)-1 {
			d /= 2
		}
		spread += w * d
	}
	v.value, v.size, spread = k*half, size*half, spread*half
	v.error = math.Abs((k - g) * half)
	if spread > 0 && v.error > 0 {
		v.error = spread * math.Min(1, math.Pow(200*v.error/spread, 1.5))
	}
	v.error = math.Max(v.error, 10*epsilon*v.size)
	return bad
}

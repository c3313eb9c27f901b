package attoclock

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/solve"
)

// Exit says where a freed electron appears.
type Exit string

const (
	// Triangle is Ip/F, the end of the barrier that the field alone makes.
	Triangle Exit = "triangle"
	// Barrier is the outer root of V(r) - F r = -Ip, the end of the whole barrier.
	Barrier Exit = "barrier"
)

// Clock is an atom in a pulse.
type Clock struct {
	Pulse Pulse
	Well  Well
	Ip    float64
	Peak  float64 // field
	Exit  Exit
}

// ErrCaptured is that of an electron which the ion holds when the pulse is over.
var ErrCaptured = errors.New("the electron stays bound to the ion")

// OverBarrier says that a field leaves no barrier, so that there is no tunnel exit.
type OverBarrier struct{ Field, Limit float64 }

func (e *OverBarrier) Error() string {
	return fmt.Sprintf("the field %.6g is above the barrier's own, %.6g: there is no tunnel exit", e.Field, e.Limit)
}

const (
	accuracy = 1e-11 // of a step, relative
	screened = 40    // screening lengths, beyond which the pull is below 1e-17 of its size
)

// Flight is an electron at the end of the pulse and long after it.
type Flight struct {
	Place, AtEnd Vector // place and momentum when the pulse is over
	Momentum     Vector // long after it
}

// Release follows the electron that is released at time t. Errors: ErrCaptured,
// *OverBarrier, *solve.ODEError, or the context's.
func (c Clock) Release(ctx context.Context, t float64) (Flight, error) {
	e := c.Pulse.field(t).times(c.Peak)
	f := e.size()
	r, err := c.exit(f)
	if err != nil {
		return Flight{}, err
	}
	start := e.times(-r / f)
	y, err := c.follow(ctx, true, t, start.state(Vector{}), c.Pulse.End())
	if err != nil {
		return Flight{}, err
	}
	out := Flight{Place: Vector{y[0], y[1]}, AtEnd: Vector{y[2], y[3]}}
	if energy := out.AtEnd.dot(out.AtEnd)/2 + c.Well.At(out.Place.size()); !(energy > 0) {
		return Flight{}, ErrCaptured
	}
	if math.IsInf(c.Well.Length, 1) {
		out.Momentum = c.kepler(out.Place, out.AtEnd)
		return out, nil
	}
	y, err = c.follow(ctx, false, c.Pulse.End(), y, math.Inf(1))
	if err != nil {
		return Flight{}, err
	}
	out.Momentum = Vector{y[2], y[3]}
	return out, nil
}

func (c Clock) exit(f float64) (float64, error) {
	if c.Exit == Triangle {
		return c.Ip / f, nil
	}
	outer, ok := c.Well.Exit(c.Ip, f)
	if !ok {
		limit, err := c.Well.Barrier(c.Ip)
		if err != nil {
			return math.NaN(), err
		}
		return math.NaN(), &OverBarrier{f, limit}
	}
	return outer, nil
}

// follow integrates Newton's equation, with the field or without it, to a time, or until
// the screened pull is gone.
func (c Clock) follow(ctx context.Context, lit bool, t float64, y []float64, to float64) ([]float64, error) {
	o := solve.ODE{Rel: accuracy, Abs: accuracy, MaxSteps: 20_000, Method: solve.Explicit, System: func(t float64, y, slope []float64) {
		r := math.Hypot(y[0], y[1])
		pull := c.Well.Pull(r) / r
		var e Vector
		if lit {
			e = c.Pulse.field(t).times(c.Peak)
		}
		slope[0], slope[1] = y[2], y[3]
		slope[2], slope[3] = -e.X-pull*y[0], -e.Y-pull*y[1]
	}}
	if math.IsInf(to, 1) {
		away := screened * c.Well.Length
		o.Events = []solve.Event{{At: func(_ float64, y []float64) float64 { return math.Hypot(y[0], y[1]) - away }, Rise: 1, Stop: true}}
		if math.Hypot(y[0], y[1]) >= away {
			return y, nil
		}
		to = t + 100*away/math.Hypot(y[2], y[3])
	}
	p, err := o.Solve(ctx, t, y, []float64{to})
	if err != nil {
		return nil, err
	}
	if len(o.Events) > 0 && len(p.Hits) == 0 {
		return nil, ErrCaptured
	}
	return p.Last, nil
}

// kepler is the momentum long after a hyperbola is followed from r, p: with the angular
// momentum L and the vector a = p × L - Z r/r that a Kepler orbit keeps, and k the final
// size, it is k (k L × a - Z a) / (k²L² + Z²).
func (c Clock) kepler(r, p Vector) Vector {
	z, l := c.Well.Strength, r.cross(p)
	a := p.turned(-l).plus(r.times(-z / r.size()))
	k := math.Sqrt(p.dot(p) - 2*z/r.size())
	return a.turned(k * l).plus(a.times(-z)).times(k / (k*k*l*l + z*z))
}

// reference is the direction in which an electron that is released at the peak leaves
// without an ion: minus the vector potential.
func (c Clock) reference() Vector { return c.Pulse.potential(0).times(-c.Peak) }

// Offset is the offset angle of the electron that is released at the peak of the field,
// the most probable one, and AtEnd that of its momentum when the pulse is over.
func (c Clock) Offset(ctx context.Context) (offset, atEnd float64, err error) {
	f, err := c.Release(ctx, 0)
	if err != nil {
		return math.NaN(), math.NaN(), err
	}
	if !f.Momentum.finite() {
		return math.NaN(), math.NaN(), ErrCaptured
	}
	return f.Momentum.from(c.reference()), f.AtEnd.from(c.reference()), nil
}

// Mean is the offset angle of the mean direction of electrons that are released at n times,
// evenly spaced over the half cycle around the peak, both ends among them; each counts by
// the exponent of its tunnelling rate, exp(-2 (2 Ip)^(3/2) / 3 F(t)). Captured electrons are
// left out; ErrCaptured where all are.
func (c Clock) Mean(ctx context.Context, n int) (float64, error) {
	var sum Vector
	rate := func(f float64) float64 { return -2 * math.Pow(2*c.Ip, 1.5) / (3 * f) }
	most := rate(c.Peak)
	for i := range n {
		t := (float64(i)/float64(n-1) - 0.5) * math.Pi / c.Pulse.Frequency
		f, err := c.Release(ctx, t)
		if errors.Is(err, ErrCaptured) {
			continue
		}
		if err != nil {
			return math.NaN(), err
		}
		w := math.Exp(rate(c.Peak*c.Pulse.field(t).size()) - most)
		sum = sum.plus(f.Momentum.times(w / f.Momentum.size()))
	}
	if !(sum.size() > 0) {
		return math.NaN(), ErrCaptured
	}
	return sum.from(c.reference()), nil
}

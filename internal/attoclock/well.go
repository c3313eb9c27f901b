package attoclock

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/solve"
)

// Well is the potential -Z exp(-r/L) / r: Yukawa's, or Coulomb's where L is infinite.
type Well struct {
	Strength float64 // Z
	Length   float64 // L, of the screening; +Inf for none
}

// At is the potential at a distance.
func (w Well) At(r float64) float64 { return -w.Strength * math.Exp(-r/w.Length) / r }

// Pull is its slope, the size of the force towards the centre.
func (w Well) Pull(r float64) float64 {
	x := r / w.Length
	return w.Strength * math.Exp(-x) * (1 + x) / (r * r)
}

// Barrier is the static field at which the top of the barrier along the field sinks to
// the energy -ip; there is no quasistatic tunnel exit above it. At the top, at r, V'(r) is
// the field and V(r) - r V'(r) = -ip, of which the left side rises with r. For Coulomb's
// potential it is ip²/4Z.
func (w Well) Barrier(ip float64) (float64, error) {
	if math.IsInf(w.Length, 1) {
		return ip * ip / (4 * w.Strength), nil
	}
	top, err := solve.Brent(func(r float64) float64 { return w.At(r) - r*w.Pull(r) + ip }, 1e-9*w.Strength/ip, 2.5*w.Strength/ip, 0)
	if err != nil {
		return math.NaN(), err
	}
	return w.Pull(top), nil
}

// Exit is the distance at which the barrier ends, the outer one of the two at which
// V(r) - F r = -ip; ok is false where the barrier is below -ip everywhere.
func (w Well) Exit(ip, f float64) (outer float64, ok bool) {
	level := func(r float64) float64 { return w.At(r) - f*r + ip }
	top, err := solve.Brent(func(r float64) float64 { return math.Log(w.Pull(r) / f) }, 1e-9*w.Strength/ip, 2*math.Sqrt(w.Strength/f), 0)
	if err != nil || !(level(top) > 0) {
		return math.NaN(), false
	}
	outer, err = solve.Brent(level, top, 1.01*ip/f, 0)
	return outer, err == nil
}

// NotBound says that a well holds no state.
type NotBound struct{ Well Well }

func (e *NotBound) Error() string {
	return fmt.Sprintf("a well of strength %g and screening length %g holds no bound state", e.Well.Strength, e.Well.Length)
}

// Energy is that of the ground state, where the second derivative of u is 2 (V - E) u and
// u(0) = 0. In the angle of u and its slope, which has no poles, it is followed from the centre outwards and from far
// inwards, and E is where both meet. Distances are scaled by the strength. Errors:
// *NotBound, or those of the solver.
func (w Well) Energy(ctx context.Context) (float64, error) {
	unit := Well{1, w.Length * w.Strength}
	var failed error
	angle := func(energy, from, start float64) float64 {
		o := solve.ODE{Rel: 1e-12, Abs: 1e-12, System: func(r float64, y, slope []float64) {
			sin, cos := math.Sincos(y[0])
			slope[0] = cos*cos + 2*(energy-unit.At(r))*sin*sin
		}}
		p, err := o.Solve(ctx, from, []float64{start}, []float64{meet})
		if err != nil {
			failed = err
			return math.NaN()
		}
		return p.Last[0]
	}
	gap := func(energy float64) float64 {
		far := 40/math.Sqrt(-2*energy) - 4/energy // where it decays, and has by e^-40
		decay := math.Sqrt(2 * (unit.At(far) - energy))
		return angle(energy, centre, math.Atan2(centre*(1-centre), 1-2*centre)) - angle(energy, far, math.Atan2(1, -decay))
	}
	e, err := solve.Brent(gap, -0.51, -1e-5, 0)
	switch {
	case failed != nil:
		return math.NaN(), failed
	case err != nil:
		return math.NaN(), &NotBound{w}
	}
	return e * w.Strength * w.Strength, nil
}

const (
	centre = 1e-6 // where the solution still is r (1 - r)
	meet   = 1.5
)

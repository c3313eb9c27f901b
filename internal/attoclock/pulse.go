package attoclock

import "math"

// Pulse is the shape of a laser pulse: its vector potential for the peak field F is
//
//	A(t) = -(F/ω) cos^4(ωt / 2N) (ε cos ωt, sin ωt)   for |ωt| < πN
//
// and 0 elsewhere, and its field is E = -dA/dt: at its peak, at t = 0, it is F along the
// second axis, the major one, and it turns from the second axis towards minus the first.
type Pulse struct {
	Frequency   float64 // ω
	Ellipticity float64 // ε, above 0 and up to 1
	Cycles      float64 // N, of the whole pulse
}

// End is the time at which the pulse is over; it begins at -End.
func (p Pulse) End() float64 { return math.Pi * p.Cycles / p.Frequency }

// envelope is cos^4 and its slope.
func (p Pulse) envelope(t float64) (f, slope float64) {
	if math.Abs(t) >= p.End() {
		return 0, 0
	}
	k := p.Frequency / (2 * p.Cycles)
	sin, cos := math.Sincos(k * t)
	return cos * cos * cos * cos, -4 * k * cos * cos * cos * sin
}

// potential is the vector potential at t for a peak field of 1.
func (p Pulse) potential(t float64) Vector {
	f, _ := p.envelope(t)
	sin, cos := math.Sincos(p.Frequency * t)
	return Vector{-f * p.Ellipticity * cos / p.Frequency, -f * sin / p.Frequency}
}

// field is the electric field at t for a peak field of 1.
func (p Pulse) field(t float64) Vector {
	f, slope := p.envelope(t)
	sin, cos := math.Sincos(p.Frequency * t)
	slope /= p.Frequency
	return Vector{p.Ellipticity * (slope*cos - f*sin), slope*sin + f*cos}
}

// Vector lies in the plane of the pulse's polarization.
type Vector struct{ X, Y float64 }

func (a Vector) times(k float64) Vector   { return Vector{k * a.X, k * a.Y} }
func (a Vector) size() float64            { return math.Hypot(a.X, a.Y) }
func (a Vector) dot(b Vector) float64     { return a.X*b.X + a.Y*b.Y }
func (a Vector) cross(b Vector) float64   { return a.X*b.Y - a.Y*b.X }
func (a Vector) from(ref Vector) float64  { return math.Atan2(ref.cross(a), ref.dot(a)) }
func (a Vector) plus(b Vector) Vector     { return Vector{a.X + b.X, a.Y + b.Y} }
func (a Vector) turned(k float64) Vector  { return Vector{-k * a.Y, k * a.X} }
func (a Vector) finite() bool             { return !math.IsNaN(a.X-a.X) && !math.IsNaN(a.Y-a.Y) }
func (a Vector) state(v Vector) []float64 { return []float64{a.X, a.Y, v.X, v.Y} }

package solve

import (
	"math"
	"slices"
)

// The method Radau IIA of order 5 (Hairer and Wanner 1996, IV.8): its stages, and the
// cubic through them.
var (
	root6       = math.Sqrt(6)
	radauNodes  = [3]float64{(4 - root6) / 10, (4 + root6) / 10, 1}
	radauStages = [3][3]float64{
		{(88 - 7*root6) / 360, (296 - 169*root6) / 1800, (-2 + 3*root6) / 225},
		{(296 + 169*root6) / 1800, (88 + 7*root6) / 360, (-2 - 3*root6) / 225},
		{(16 - root6) / 36, (16 + root6) / 36, 1.0 / 9}}
	radauDense = [3][3]float64{
		{(13 + 7*root6) / 3, (-23 - 22*root6) / 3, 10.0/3 + 5*root6},
		{(13 - 7*root6) / 3, (-23 + 22*root6) / 3, 10.0/3 - 5*root6},
		{1.0 / 3, -8.0 / 3, 10.0 / 3}}
)

// radau solves the stages of a step together, by Newton's method with a Jacobian by
// differences that is new in each step. Its error is that of one step against two halves.
type radau struct {
	f        System
	t, h     float64
	y, slope []float64
	to, arg  []float64
	z        []float64   // stages less y, one after the other
	jacobian [][]float64 // nil until asked for at this place
	second   *radau      // makes the second half of a step
	part     *radau      // makes parts of steps
}

func newRadau(f System, n int) *radau {
	return &radau{f: f, y: make([]float64, n), slope: make([]float64, n), to: make([]float64, n), arg: make([]float64, n), z: make([]float64, 3*n)}
}

func (r *radau) start(t float64, y []float64) {
	r.t, r.jacobian = t, nil
	copy(r.y, y)
	r.f(t, r.y, r.slope)
}

// differences fills in the Jacobian at the start of the step.
func (r *radau) differences() {
	n := len(r.y)
	r.jacobian = make([][]float64, n)
	for i := range r.jacobian {
		r.jacobian[i] = make([]float64, n)
	}
	slope := make([]float64, n)
	copy(r.arg, r.y)
	for j := range n {
		d := math.Sqrt(epsilon) * math.Max(math.Abs(r.y[j]), 1e-5)
		r.arg[j] = r.y[j] + d
		d = r.arg[j] - r.y[j]
		r.f(r.t, r.arg, slope)
		r.arg[j] = r.y[j]
		for i := range n {
			r.jacobian[i][j] = (slope[i] - r.slope[i]) / d
		}
	}
}

const newtons = 12

// stages solves for z of a step h; false where that fails.
func (r *radau) stages(o *ODE, h float64) bool {
	n := len(r.y)
	if r.jacobian == nil {
		r.differences()
	}
	m := make([][]float64, 3*n)
	for s, row := range radauStages {
		for i := range n {
			line := make([]float64, 3*n)
			for s2, a := range row {
				for j := range n {
					line[s2*n+j] = -h * a * r.jacobian[i][j]
				}
			}
			line[s*n+i]++
			m[s*n+i] = line
		}
	}
	lu, ok := factor(m)
	if !ok {
		return false
	}
	clear(r.z)
	slopes, rest := make([]float64, 3*n), make([]float64, 3*n)
	last := math.Inf(1)
	for k := range newtons {
		for s, c := range radauNodes {
			for j := range n {
				r.arg[j] = r.y[j] + r.z[s*n+j]
			}
			r.f(r.t+c*h, r.arg, slopes[s*n:s*n+n])
		}
		for s, row := range radauStages {
			for j := range n {
				rest[s*n+j] = -r.z[s*n+j] + h*(row[0]*slopes[j]+row[1]*slopes[n+j]+row[2]*slopes[2*n+j])
			}
		}
		lu.solve(rest)
		var size float64
		for i, d := range rest {
			r.z[i] += d
			d /= o.Abs + o.Rel*math.Abs(r.y[i%n]) + 1e-300
			size += d * d
		}
		size = math.Sqrt(size / float64(3*n))
		switch rate := size / last; {
		case math.IsNaN(size) || math.IsInf(size, 0):
			return false
		case size <= 1e-3 || k > 0 && rate < 1 && rate/(1-rate)*size <= 1e-3:
			return true
		case k > 1 && rate >= 1:
			return size <= 1e-1 // rounding lets it go no further
		}
		last = size
	}
	return false
}

// pair makes two steps of half the length h into to, and one of h into z and arg: the
// difference is an error that order reduction in stiff systems cannot hide.
func (r *radau) pair(o *ODE, h float64) bool {
	if r.second == nil {
		r.second = newRadau(r.f, len(r.y))
	}
	if !r.stages(o, h/2) {
		return false
	}
	r.last(r.arg)
	r.second.start(r.t+h/2, r.arg)
	if !r.second.stages(o, h/2) {
		return false
	}
	r.second.last(r.to)
	if !r.stages(o, h) {
		return false
	}
	r.last(r.arg)
	return true
}

// last is the state after the stages.
func (r *radau) last(y []float64) {
	for j := range y {
		y[j] = r.y[j] + r.z[2*len(y)+j]
	}
}

func (r *radau) try(o *ODE, h float64) (float64, bool) {
	if r.h = h; !r.pair(o, h) {
		return 0, false
	}
	var sum float64
	for j, to := range r.to {
		d := (to - r.arg[j]) / (o.Abs + o.Rel*math.Max(math.Abs(r.y[j]), math.Abs(to)) + 1e-300)
		sum += d * d
	}
	err := math.Sqrt(sum / float64(len(r.to)))
	return err, !math.IsNaN(err) && !math.IsInf(err, 0)
}

func (*radau) grow(err float64, _ bool) float64 {
	return math.Min(8, math.Max(0.2, 0.9*math.Pow(math.Max(err, 1e-20), -1.0/5)))
}

func (r *radau) accept() error {
	r.start(r.t+r.h, slices.Clone(r.to))
	return nil
}

func (r *radau) next() []float64 { return r.to }

func (r *radau) within(share float64, y []float64) {
	n := len(r.y)
	for j := range y {
		var c [3]float64
		for s, row := range radauDense {
			for k := range c {
				c[k] += r.z[s*n+j] * row[k]
			}
		}
		y[j] = r.y[j] + share*(c[0]+share*(c[1]+share*c[2]))
	}
}

func (r *radau) exact(o *ODE, h float64, y []float64) {
	if h == 0 {
		copy(y, r.y)
		return
	}
	if r.part == nil {
		r.part = newRadau(r.f, len(r.y))
	}
	p := r.part
	p.t, p.jacobian = r.t, r.jacobian
	copy(p.y, r.y)
	copy(p.slope, r.slope)
	if !p.pair(o, h) {
		r.within(h/r.h, y)
		return
	}
	copy(y, p.to)
}

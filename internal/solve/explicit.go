package solve

import (
	"math"
	"slices"
)

// explicit is the method of Dormand and Prince of order 8(5,3). States are kept with what
// their rounding lost, so that many small steps do not add it up.
type explicit struct {
	f      System
	t, h   float64
	y      []float64
	lost   []float64 // y + lost is the state
	k      [16][]float64
	arg    []float64
	to     []float64
	toLost []float64
	dense  [][]float64 // coefficients of the interpolation; nil until asked for
	part   *explicit   // makes parts of steps
	watch  bool        // look for stiffness
	stiff  int         // steps at the border of stability, less those that were not
	calm   int
}

func newExplicit(f System, n int, watch bool) *explicit {
	e := &explicit{f: f, y: make([]float64, n), lost: make([]float64, n), arg: make([]float64, n), to: make([]float64, n), toLost: make([]float64, n), watch: watch}
	for i := range e.k {
		e.k[i] = make([]float64, n)
	}
	return e
}

func (e *explicit) start(t float64, y []float64) {
	e.t = t
	copy(e.y, y)
	clear(e.lost)
	e.f(t, e.y, e.k[0])
	e.dense = nil
}

// stage evaluates stage i of a step h.
func (e *explicit) stage(i int, h float64) {
	for j := range e.arg {
		var sum float64
		for s, a := range stages8[i] {
			if a != 0 {
				sum += a * e.k[s][j]
			}
		}
		e.arg[j] = e.y[j] + (h*sum + e.lost[j])
	}
	e.f(e.t+nodes8[i]*h, e.arg, e.k[i])
}

// advance fills in the state after a step h, without its slope.
func (e *explicit) advance(h float64) {
	for i := 1; i < 12; i++ {
		e.stage(i, h)
	}
	for j := range e.to {
		var sum float64
		for s, b := range weights8 {
			if b != 0 {
				sum += b * e.k[s][j]
			}
		}
		add := h*sum + e.lost[j]
		e.to[j] = e.y[j] + add
		back := e.to[j] - e.y[j]
		e.toLost[j] = (e.y[j] - (e.to[j] - back)) + (add - back)
	}
}

func (e *explicit) try(o *ODE, h float64) (float64, bool) {
	e.h, e.dense = h, nil
	e.advance(h)
	var five, three float64
	for j := range e.to {
		if math.IsNaN(e.to[j]) || math.IsInf(e.to[j], 0) {
			return 0, false
		}
		var e5, e3 float64
		for s := range 12 {
			e5 += error5[s] * e.k[s][j]
			e3 += error3[s] * e.k[s][j]
		}
		scale := o.Abs + o.Rel*math.Max(math.Abs(e.y[j]), math.Abs(e.to[j])) + 1e-300
		five += e5 / scale * (e5 / scale)
		three += e3 / scale * (e3 / scale)
	}
	if five == 0 && three == 0 {
		return 0, e.end(h)
	}
	err := math.Abs(h) * five / math.Sqrt((five+0.01*three)*float64(len(e.to)))
	if math.IsNaN(err) || math.IsInf(err, 0) {
		return 0, false
	}
	return err, err > 1 || e.end(h)
}

// end evaluates the slope after the step; it is the first of the next one.
func (e *explicit) end(h float64) bool {
	e.f(e.t+h, e.to, e.k[12])
	return !slices.ContainsFunc(e.k[12], func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

func (*explicit) grow(err float64, rejected bool) float64 {
	k := math.Min(6, 0.9*math.Pow(math.Max(err, 1e-20), -1.0/8))
	if rejected {
		return math.Min(math.Max(k, 1.0/3), 0.95)
	}
	return math.Max(k, 1.0/3)
}

func (e *explicit) accept() error {
	if e.watch && e.atBorder() {
		if e.calm, e.stiff = 0, e.stiff+1; e.stiff == 15 {
			return errStiff
		}
	} else if e.calm++; e.calm == 6 {
		e.stiff = 0
	}
	e.t += e.h
	copy(e.y, e.to)
	copy(e.lost, e.toLost)
	e.k[0], e.k[12] = e.k[12], e.k[0]
	e.dense = nil
	return nil
}

// atBorder reports whether the step is about as long as stability allows: by the
// eigenvalue of the Jacobian seen between the last stage and the end, which have one time.
func (e *explicit) atBorder() bool {
	var slopes, states float64
	for j := range e.to {
		var sum float64
		for s, a := range stages8[11] {
			sum += a * e.k[s][j]
		}
		d := e.k[12][j] - e.k[11][j]
		slopes += d * d
		d = e.to[j] - (e.y[j] + e.h*sum)
		states += d * d
	}
	return states > 0 && math.Abs(e.h)*math.Sqrt(slopes/states) > 6.1
}

func (e *explicit) next() []float64 { return e.to }

// within interpolates to order 7.
func (e *explicit) within(share float64, y []float64) {
	if e.dense == nil {
		for i := 13; i < 16; i++ {
			e.stage(i, e.h)
		}
		e.dense = make([][]float64, 3+len(dense8))
		for i := range e.dense {
			e.dense[i] = make([]float64, len(y))
		}
		for j := range y {
			d := e.to[j] - e.y[j]
			e.dense[0][j] = d
			e.dense[1][j] = e.h*e.k[0][j] - d
			e.dense[2][j] = 2*d - e.h*(e.k[12][j]+e.k[0][j])
			for i, row := range dense8 {
				var sum float64
				for s, c := range row {
					sum += c * e.k[s][j]
				}
				e.dense[3+i][j] = e.h * sum
			}
		}
	}
	for j := range y {
		var v float64
		for i := len(e.dense) - 1; i >= 0; i-- {
			v += e.dense[i][j]
			if i%2 == 0 {
				v *= share
			} else {
				v *= 1 - share
			}
		}
		y[j] = e.y[j] + v
	}
}

func (e *explicit) exact(_ *ODE, h float64, y []float64) {
	if h == 0 {
		copy(y, e.y)
		return
	}
	if e.part == nil {
		e.part = newExplicit(e.f, len(e.y), false)
	}
	p := e.part
	p.t = e.t
	copy(p.y, e.y)
	copy(p.lost, e.lost)
	copy(p.k[0], e.k[0])
	p.advance(h)
	copy(y, p.to)
}

package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// System puts the derivatives of y at t into slope. It keeps neither slice.
type System func(t float64, y, slope []float64)

// Event is a place at which a function of the solution passes through 0.
type Event struct {
	At   func(t float64, y []float64) float64
	Rise int  // 1: from below only, -1: from above only, 0: both
	Stop bool // the solution ends there
}

// ODE is a system of ordinary differential equations with the accuracy that is asked
// for. An error of a step is accepted where it is below Abs + Rel |y|.
type ODE struct {
	System   System
	Rel, Abs float64 // 1e-10 and 1e-12 where 0; Rel from 1e-14
	MaxStep  float64 // none where 0
	MaxSteps int     // 200 000 where 0
	Events   []Event
	Method   Method
}

// Method is a way to integrate.
type Method string

const (
	// Auto is Explicit, and Implicit from the start where that finds the system stiff.
	Auto Method = ""
	// Explicit is the method of Dormand and Prince of order 8(5,3).
	Explicit Method = "explicit"
	// Implicit is the method Radau IIA of order 5, for stiff systems.
	Implicit Method = "implicit"
)

// Hit is an event that happened.
type Hit struct {
	Event int // its place in ODE.Events
	T     float64
	Y     []float64
}

// Path is a solution.
type Path struct {
	T           []float64   // times that were asked for and reached
	Y           [][]float64 // states at them
	Hits        []Hit       // in the order of time
	End         float64     // last time; before the last one that was asked for where an event stopped it
	Last        []float64   // state there
	Steps       int
	Evaluations int
	Method      Method // that the solution was found by
}

// ODEError says why and where a solution ends.
type ODEError struct {
	T      float64
	Reason string
}

func (e *ODEError) Error() string {
	return fmt.Sprintf("the solution cannot be followed beyond t = %.9g: %s", e.T, e.Reason)
}

// errStiff ends the explicit method.
var errStiff = errors.New("the system is stiff")

// Solve integrates from the state y at time t through times, which go either way in
// order. Errors: *ODEError, of the arguments, or the context's.
func (o ODE) Solve(ctx context.Context, t float64, y []float64, times []float64) (Path, error) {
	if err := o.check(t, y, times); err != nil {
		return Path{}, err
	}
	if o.Rel == 0 && o.Abs == 0 {
		o.Rel, o.Abs = 1e-10, 1e-12
	}
	if o.MaxSteps <= 0 {
		o.MaxSteps = 200_000
	}
	calls := 0
	inner := o.System
	o.System = func(t float64, y, slope []float64) {
		calls++
		inner(t, y, slope)
	}
	run := func(m Method) (Path, error) {
		w := &walk{ODE: o, path: Path{Method: m, End: t, Last: slices.Clone(y)}, times: times}
		var s stepper = newExplicit(o.System, len(y), o.Method == Auto)
		if m == Implicit {
			s = newRadau(o.System, len(y))
		}
		err := w.through(ctx, s, t, y)
		w.path.Evaluations = calls
		return w.path, err
	}
	if o.Method == Implicit {
		return run(Implicit)
	}
	p, err := run(Explicit)
	if errors.Is(err, errStiff) {
		return run(Implicit)
	}
	return p, err
}

func (o ODE) check(t float64, y, times []float64) error {
	switch {
	case o.System == nil || len(y) == 0 || len(times) == 0:
		return errors.New("an equation, a state and a time are needed")
	case !(o.Rel >= 0 && o.Rel < 1) || !(o.Abs >= 0) || o.Rel > 0 && o.Rel < 1e-14 || math.IsInf(o.Abs, 0):
		return fmt.Errorf("the tolerances %v and %v are none: the relative one is from 1e-14, the absolute one from 0", o.Rel, o.Abs)
	case o.Rel == 0 && o.Abs > 0:
		return errors.New("an absolute tolerance needs a relative one beside it")
	case o.MaxStep < 0 || o.MaxStep != o.MaxStep:
		return fmt.Errorf("%v is no longest step", o.MaxStep)
	}
	for _, x := range append(append([]float64{t}, y...), times...) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return errors.New("a time or a starting value is not finite")
		}
	}
	for i, x := range times {
		from := t
		if i > 0 {
			from = times[i-1]
		}
		if way := times[len(times)-1] - t; (x-from)*way < 0 || way == 0 && x != t {
			return errors.New("the times do not go one way from the start")
		}
	}
	return nil
}

// stepper is one method at one place.
type stepper interface {
	// start sets the place.
	start(t float64, y []float64)
	// try makes a step of length h; error is relative to the tolerance, accepted up to 1.
	// ok is false where the system has no finite value on the way.
	try(o *ODE, h float64) (err float64, ok bool)
	// grow is the factor of the next step by the error of this one.
	grow(err float64, rejected bool) float64
	// accept moves on by the last step; it may find the system stiff.
	accept() error
	// next is the state after the last step.
	next() []float64
	// within is the state at a share of the last step, cheap and less exact.
	within(share float64, y []float64)
	// exact is the state after a part h of the last step, as exact as its end.
	exact(o *ODE, h float64, y []float64)
}

// walk is a solution on its way.
type walk struct {
	ODE
	path  Path
	times []float64 // still to come
}

func (w *walk) through(ctx context.Context, s stepper, t float64, y []float64) error {
	for len(w.times) > 0 && w.times[0] == t {
		w.report(t, y)
	}
	if len(w.times) == 0 {
		return nil
	}
	end := w.times[len(w.times)-1]
	way := math.Copysign(1, end-t)
	longest := math.Abs(end - t)
	if w.MaxStep > 0 {
		longest = math.Min(longest, w.MaxStep)
	}
	s.start(t, y)
	h := math.Min(w.first(t, y, way), longest)
	rejected := false
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if w.path.Steps++; w.path.Steps > w.MaxSteps {
			return &ODEError{t, fmt.Sprintf("%d steps did not suffice; ask for less accuracy or a shorter time", w.MaxSteps)}
		}
		if left := math.Abs(end - t); h > left || h > left*(1-1e-10) {
			h = left
		}
		if h <= 4*epsilon*math.Abs(t) || h < 1e-300 {
			return &ODEError{t, "steps become too small; the solution or its slope has no finite value there, or jumps"}
		}
		err, ok := s.try(&w.ODE, way*h)
		if !ok {
			h, rejected = h/8, true
			continue
		}
		if err > 1 {
			h, rejected = h*s.grow(err, true), true
			continue
		}
		to := t + way*h
		if h == math.Abs(end-t) {
			to = end
		}
		if stop := w.events(s, t, to); stop {
			return nil
		}
		for len(w.times) > 0 && (w.times[0]-to)*way <= 0 {
			if w.times[0] == to {
				w.report(to, s.next())
				continue
			}
			s.exact(&w.ODE, w.times[0]-t, y2(&y, len(s.next())))
			w.report(w.times[0], y)
		}
		w.path.End, w.path.Last = to, slices.Clone(s.next())
		if len(w.times) == 0 {
			return nil
		}
		if err := s.accept(); err != nil {
			return err
		}
		t = to
		k := s.grow(err, false)
		if rejected {
			k = math.Min(k, 1)
		}
		h, rejected = math.Min(h*k, longest), false
	}
}

// y2 makes y a slice of its own, as the first one is the caller's.
func y2(y *[]float64, n int) []float64 {
	*y = make([]float64, n)
	return *y
}

func (w *walk) report(t float64, y []float64) {
	w.path.T, w.path.Y = append(w.path.T, t), append(w.path.Y, slices.Clone(y))
	w.times = w.times[1:]
}

// first is the length of the first step (Hairer, Nørsett and Wanner 1993, II.4).
func (w *walk) first(t float64, y []float64, way float64) float64 {
	n := len(y)
	slope, then, slope2 := make([]float64, n), make([]float64, n), make([]float64, n)
	w.System(t, y, slope)
	norm := func(v, less []float64) float64 {
		var sum float64
		for i := range v {
			d := v[i]
			if less != nil {
				d -= less[i]
			}
			d /= w.Abs + w.Rel*math.Abs(y[i]) + 1e-300
			sum += d * d
		}
		return math.Sqrt(sum / float64(n))
	}
	d0, d1 := norm(y, nil), norm(slope, nil)
	h := 1e-6
	if d0 >= 1e-5 && d1 >= 1e-5 && !math.IsInf(d0, 0) && !math.IsInf(d1, 0) {
		h = 0.01 * d0 / d1
	}
	for i := range y {
		then[i] = y[i] + way*h*slope[i]
	}
	w.System(t+way*h, then, slope2)
	d2 := norm(slope2, slope) / h
	next := math.Max(1e-6, h*1e-3)
	if most := math.Max(d1, d2); most > 1e-15 {
		next = math.Pow(0.01/most, 1.0/8)
	}
	h = math.Min(100*h, next)
	if !(h > 0) {
		h = 1e-6
	}
	return math.Max(h, 16*epsilon*math.Abs(t))
}

// looks are the parts of a step at whose ends events are looked at.
const looks = 8

// events finds the events of the last step, in order; true where one ends the solution.
func (w *walk) events(s stepper, t, to float64) bool {
	if len(w.Events) == 0 {
		return false
	}
	h, y := to-t, make([]float64, len(s.next()))
	state := func(share float64) []float64 {
		switch share {
		case 0:
			s.exact(&w.ODE, 0, y)
		case 1:
			copy(y, s.next())
		default:
			s.within(share, y)
		}
		return y
	}
	var hits []Hit
	for k, e := range w.Events {
		last := e.At(t, state(0))
		for i := 1; i <= looks; i++ {
			share := float64(i) / looks
			now := e.At(t+share*h, state(share))
			rises := last < 0 && now >= 0
			if (rises || last > 0 && now <= 0) && (e.Rise == 0 || rises == (e.Rise > 0)) {
				hits = append(hits, w.locate(s, k, t, h, share-1.0/looks, share))
			}
			last = now
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int {
		switch d := (a.T - b.T) * h; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	for _, hit := range hits {
		w.path.Hits = append(w.path.Hits, hit)
		if !w.Events[hit.Event].Stop {
			continue
		}
		for len(w.times) > 0 && (w.times[0]-hit.T)*h <= 0 {
			s.exact(&w.ODE, w.times[0]-t, y)
			w.report(w.times[0], y)
		}
		w.path.End, w.path.Last = hit.T, slices.Clone(hit.Y)
		return true
	}
	return false
}

// locate finds an event between two shares of the last step: by steps that are as exact as
// the whole, or by the interpolation where those do not show it.
func (w *walk) locate(s stepper, k int, t, h, from, to float64) Hit {
	y := make([]float64, len(s.next()))
	exact := func(share float64) float64 {
		if share == 1 {
			copy(y, s.next())
		} else {
			s.exact(&w.ODE, share*h, y)
		}
		return w.Events[k].At(t+share*h, y)
	}
	share, err := Brent(exact, from, to, 0)
	if err != nil {
		share, err = Brent(func(share float64) float64 {
			s.within(share, y)
			return w.Events[k].At(t+share*h, y)
		}, from, to, 0)
		if err != nil {
			share = to
		}
	}
	exact(share)
	return Hit{k, t + share*h, y}
}

package solve_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/solve"
	"pgregory.net/rapid"
)

// kepler is a body about a centre of mass 1: x, y, vx, vy.
func kepler(_ float64, y, d []float64) {
	r3 := math.Pow(y[0]*y[0]+y[1]*y[1], 1.5)
	d[0], d[1], d[2], d[3] = y[2], y[3], -y[0]/r3, -y[1]/r3
}

// orbit is the state at time t on the ellipse of axis 1 and eccentricity e, from its
// nearest point, by Kepler's equation.
func orbit(e, t float64) []float64 {
	at := math.Mod(t, 2*math.Pi)
	a, err := solve.Brent(func(a float64) float64 { return a - e*math.Sin(a) - at }, 0, 2*math.Pi, 0)
	if err != nil {
		panic(err)
	}
	s, c := math.Sincos(a)
	b := math.Sqrt(1 - e*e)
	rate := 1 / (1 - e*c)
	return []float64{c - e, b * s, -s * rate, b * c * rate}
}

func apart(a, b []float64) float64 {
	var d float64
	for i := range a {
		d = math.Max(d, math.Abs(a[i]-b[i]))
	}
	return d
}

var background = context.Background()

func TestKeplerOrbits(t *testing.T) {
	for _, e := range []float64{0, 0.3, 0.9} {
		o := solve.ODE{System: kepler, Rel: 1e-14, Abs: 1e-16}
		times := []float64{0.1, 1, 3, 2 * math.Pi, 10, 20 * math.Pi}
		p, err := o.Solve(background, 0, orbit(e, 0), times)
		if err != nil {
			t.Fatalf("eccentricity %v: %v", e, err)
		}
		for i, at := range p.T {
			// The error of the phase grows with the number of rounds; near the centre the
			// speed multiplies it.
			allowed := 2e-13 * (1 + at) / math.Pow(1-e, 2)
			if d := apart(p.Y[i], orbit(e, at)); d > allowed {
				t.Errorf("eccentricity %v, time %v: off by %.2g, allowed %.2g", e, at, d, allowed)
			}
		}
		if len(p.T) != len(times) || p.End != times[5] {
			t.Errorf("eccentricity %v: reached %v", e, p.T)
		}
		if p.Method != solve.Explicit {
			t.Errorf("an orbit was solved as stiff")
		}
	}
}

// A round there and back ends where it began.
func TestBackwards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, end := rapid.Float64Range(0, 0.7).Draw(t, "e"), rapid.Float64Range(0.5, 8).Draw(t, "end")
		o := solve.ODE{System: kepler, Rel: 1e-13, Abs: 1e-15}
		there, err := o.Solve(background, 0, orbit(e, 0), []float64{end / 2, end})
		if err != nil {
			t.Fatal(err)
		}
		back, err := o.Solve(background, end, there.Last, []float64{end / 2, 0})
		if err != nil {
			t.Fatal(err)
		}
		if d := apart(back.Y[0], there.Y[0]); d > 1e-10 {
			t.Errorf("half way back: off by %.2g", d)
		}
		if d := apart(back.Last, orbit(e, 0)); d > 1e-10 {
			t.Errorf("back: off by %.2g", d)
		}
	})
}

func TestOscillatorEnergy(t *testing.T) {
	o := solve.ODE{System: func(_ float64, y, d []float64) { d[0], d[1] = y[1], -25*y[0] }, Rel: 1e-13, Abs: 1e-15}
	times := make([]float64, 500)
	for i := range times {
		times[i] = float64(i)
	}
	p, err := o.Solve(background, 0, []float64{2, 0}, times)
	if err != nil {
		t.Fatal(err)
	}
	for i, y := range p.Y {
		if energy := (y[1]*y[1] + 25*y[0]*y[0]) / 2; math.Abs(energy/50-1) > 1e-11 {
			t.Fatalf("time %v: energy %v, not 50", p.T[i], energy)
		}
		if want := 2 * math.Cos(5*p.T[i]); math.Abs(y[0]-want) > 1e-10 {
			t.Fatalf("time %v: %v, not %v", p.T[i], y[0], want)
		}
	}
}

// The invariant of Lotka and Volterra's predators and prey stays.
func TestLotkaInvariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64Range(0.5, 2).Draw(t, "a"), rapid.Float64Range(0.5, 2).Draw(t, "b")
		y := []float64{rapid.Float64Range(0.3, 3).Draw(t, "prey"), rapid.Float64Range(0.3, 3).Draw(t, "predators")}
		o := solve.ODE{System: func(_ float64, y, d []float64) { d[0], d[1] = y[0]*(a-y[1]), y[1]*(y[0]-b) }, Rel: 1e-12, Abs: 1e-14}
		invariant := func(y []float64) float64 { return y[0] - b*math.Log(y[0]) + y[1] - a*math.Log(y[1]) }
		p, err := o.Solve(background, 0, y, []float64{1, 5, 20})
		if err != nil {
			t.Fatal(err)
		}
		for i, now := range p.Y {
			if d := invariant(now) - invariant(y); math.Abs(d) > 1e-10 {
				t.Errorf("time %v: the invariant moved by %.2g", p.T[i], d)
			}
		}
	})
}

func TestEvents(t *testing.T) {
	// A ball thrown up at 10 m/s: highest at v/g, on the ground at 2v/g.
	const g = 9.81
	fall := solve.ODE{System: func(_ float64, y, d []float64) { d[0], d[1] = y[1], -g }, Rel: 1e-12, Abs: 1e-14,
		Events: []solve.Event{{At: func(_ float64, y []float64) float64 { return y[0] }, Rise: -1, Stop: true}, {At: func(_ float64, y []float64) float64 { return y[1] }}}}
	p, err := fall.Solve(background, 0, []float64{0, 10}, []float64{0, 1, 2, 3, 100})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Hits) != 2 || p.Hits[0].Event != 1 || math.Abs(p.Hits[0].T-10/g) > 1e-12 || math.Abs(p.Hits[0].Y[0]-50/g) > 1e-12 || math.Abs(p.End-20/g) > 1e-12 || len(p.T) != 3 {
		t.Errorf("thrown ball: %+v", p)
	}
	// A sine passes 0 upwards every 2π.
	sine := solve.ODE{System: func(_ float64, y, d []float64) { d[0], d[1] = y[1], -y[0] }, Rel: 1e-13, Abs: 1e-15,
		Events: []solve.Event{{At: func(_ float64, y []float64) float64 { return y[0] }, Rise: 1}, {At: func(float64, []float64) float64 { return 1 }}}}
	if p, err = sine.Solve(background, 0, []float64{0, 1}, []float64{40}); err != nil {
		t.Fatal(err)
	}
	if len(p.Hits) != 6 {
		t.Fatalf("%d rising zeros of a sine up to 40, not 6", len(p.Hits))
	}
	for i, h := range p.Hits {
		if want := 2 * math.Pi * float64(i+1); math.Abs(h.T-want) > 1e-11 {
			t.Errorf("zero %d at %v, not %v", i, h.T, want)
		}
	}
}

// Stiff systems change over to the implicit method.
func TestStiff(t *testing.T) {
	// y' = -L (y - cos t) - sin t has the solution cos t from 1.
	prothero := solve.ODE{System: func(t float64, y, d []float64) { d[0] = -1e6*(y[0]-math.Cos(t)) - math.Sin(t) }, Rel: 1e-9, Abs: 1e-11}
	p, err := prothero.Solve(background, 0, []float64{1}, []float64{1, 10})
	if err != nil {
		t.Fatal(err)
	}
	if p.Method != solve.Implicit {
		t.Error("the stiff equation was not seen to be stiff")
	}
	for i, y := range p.Y {
		if math.Abs(y[0]-math.Cos(p.T[i])) > 1e-8 {
			t.Errorf("time %v: %v, not %v", p.T[i], y[0], math.Cos(p.T[i]))
		}
	}
	// Robertson's reactions; the numbers are those of Hairer and Wanner's test set at 40
	// (LSODE's documentation has the same digits).
	robertson := solve.ODE{System: func(_ float64, y, d []float64) {
		d[0] = -0.04*y[0] + 1e4*y[1]*y[2]
		d[2] = 3e7 * y[1] * y[1]
		d[1] = -d[0] - d[2]
	}, Rel: 1e-9, Abs: 1e-14}
	if p, err = robertson.Solve(background, 0, []float64{1, 0, 0}, []float64{0.4, 40}); err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]float64{{9.85172e-1, 3.38640e-5, 1.47940e-2}, {7.158271e-1, 9.185535e-6, 2.841637e-1}} {
		for j := range want {
			if math.Abs(p.Y[i][j]/want[j]-1) > 5e-6 {
				t.Errorf("Robertson, time %v, y%d: %v, not %v", p.T[i], j+1, p.Y[i][j], want[j])
			}
		}
	}
	// The implicit method has the order that it should, also between its steps.
	sine := solve.ODE{System: func(_ float64, y, d []float64) { d[0], d[1] = y[1], -y[0] }, Rel: 1e-10, Abs: 1e-12, Method: solve.Implicit,
		Events: []solve.Event{{At: func(_ float64, y []float64) float64 { return y[0] }}}}
	if p, err = sine.Solve(background, 0, []float64{0, 1}, []float64{0.1, 1, 5}); err != nil {
		t.Fatal(err)
	}
	for i, y := range p.Y {
		if math.Abs(y[0]-math.Sin(p.T[i])) > 1e-8 {
			t.Errorf("sine at %v: %v", p.T[i], y[0])
		}
	}
	if len(p.Hits) != 1 || math.Abs(p.Hits[0].T-math.Pi) > 1e-8 {
		t.Errorf("zeros of the sine: %v", p.Hits)
	}
}

func TestSolveRefuses(t *testing.T) {
	still := func(_ float64, y, d []float64) { clear(d) }
	ended, cancel := context.WithCancel(background)
	cancel()
	nan := math.NaN()
	for name, c := range map[string]struct {
		ctx   context.Context
		o     solve.ODE
		y     []float64
		times []float64
		want  string
	}{
		"blow-up":     {background, solve.ODE{System: func(_ float64, y, d []float64) { d[0] = y[0] * y[0] }}, []float64{1}, []float64{2}, "beyond t = 1"},
		"no value":    {background, solve.ODE{System: func(t float64, y, d []float64) { d[0] = math.Log(1 - t) }}, []float64{1}, []float64{2}, "beyond t = "},
		"steps":       {background, solve.ODE{System: kepler, MaxSteps: 5}, orbit(0, 0), []float64{1e6}, "5 steps"},
		"nan state":   {background, solve.ODE{System: still}, []float64{nan}, []float64{1}, "not finite"},
		"infinite":    {background, solve.ODE{System: still}, []float64{1}, []float64{math.Inf(1)}, "not finite"},
		"zigzag":      {background, solve.ODE{System: still}, []float64{1}, []float64{1, 0.5}, "one way"},
		"no state":    {background, solve.ODE{System: still}, nil, []float64{1}, "needed"},
		"no time":     {background, solve.ODE{System: still}, []float64{1}, nil, "needed"},
		"tolerance":   {background, solve.ODE{System: still, Rel: 1e-20}, []float64{1}, []float64{1}, "tolerances"},
		"only abs":    {background, solve.ODE{System: still, Abs: 1e-9}, []float64{1}, []float64{1}, "relative one beside"},
		"longest":     {background, solve.ODE{System: still, MaxStep: nan}, []float64{1}, []float64{1}, "longest"},
		"ended":       {ended, solve.ODE{System: kepler}, orbit(0, 0), []float64{1}, "canceled"},
		"nan slope":   {background, solve.ODE{System: func(_ float64, _, d []float64) { d[0] = nan }}, []float64{1}, []float64{1}, "too small"},
		"nan, stiff":  {background, solve.ODE{System: func(_ float64, _, d []float64) { d[0] = nan }, Method: solve.Implicit}, []float64{1}, []float64{1}, "too small"},
		"huge values": {background, solve.ODE{System: func(_ float64, y, d []float64) { d[0] = 1e300 * y[0] }}, []float64{1e300}, []float64{1}, "beyond"},
	} {
		_, err := c.o.Solve(c.ctx, 0, c.y, c.times)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %q", name, err, c.want)
		}
	}
	var e *solve.ODEError
	_, err := solve.ODE{System: func(_ float64, y, d []float64) { d[0] = y[0] * y[0] }}.Solve(background, 0, []float64{1}, []float64{2})
	if !errors.As(err, &e) || math.Abs(e.T-1) > 1e-6 {
		t.Errorf("1/(1 - t) ends at 1, not: %v", err)
	}
	if p, err := (solve.ODE{System: still}).Solve(background, 1, []float64{3}, []float64{1, 1}); err != nil || len(p.Y) != 2 || p.Y[1][0] != 3 {
		t.Errorf("no time passes: %+v, %v", p, err)
	}
}

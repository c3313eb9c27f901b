package dynamics_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/dynamics"
	"github.com/assaybench/assay/internal/estimate/estimatetest"
)

type columns map[string][]float64

type given map[string]any

// run computes an estimator of the package.
func run(ctx context.Context, name string, data columns, args given) (estimate.Answer, error) {
	return estimatetest.Run(ctx, dynamics.Estimators(), name, []estimatetest.Column{{Name: "t", Unit: "s", Num: data["t"]}, {Name: "x", Unit: "m", Num: data["x"]}, {Name: "y", Unit: "m", Num: data["y"]}, {Name: "z", Unit: "m", Num: data["z"]}}, args)
}

var background = context.Background()

// holds checks the value ("") and variants of an answer.
func holds(t *testing.T, what string, a estimate.Answer, err error, rel float64, want map[string]float64) {
	t.Helper()
	lists := map[string][]float64{}
	for name, x := range want {
		lists[name] = []float64{x}
	}
	estimatetest.Holds(t, what, a, err, rel, lists)
}

func TestIntegral(t *testing.T) {
	a, err := run(background, "integral", nil, given{"expression": "4/(1+x^2)", "from": 0, "to": 1})
	trapezoid := 0.0
	for i := range 10 {
		f := func(x float64) float64 { return 4 / (1 + x*x) }
		trapezoid += (f(float64(i)/10) + f(float64(i+1)/10)) / 20
	}
	holds(t, "pi", a, err, 1e-12, map[string]float64{"": math.Pi, "sign": -math.Pi, "trapezoid-10": trapezoid, "square": 2*math.Pi + 4})
	a, err = run(background, "integral", nil, given{"expression": "sin(u)", "variable": "u", "from": 0, "to": "3*pi/2"})
	holds(t, "sine", a, err, 1e-11, map[string]float64{"": 1, "absolute": 3, "average": 2 / (3 * math.Pi)})
	a, err = run(background, "integral", nil, given{"expression": "x*exp(-x^2)", "from": "-inf", "to": "inf"})
	holds(t, "odd", a, err, 1e-12, map[string]float64{"": 0, "absolute": 1})
	a, err = run(background, "integral", nil, given{"expression": "x < 1 ? 2 : 5", "from": 0, "to": 3, "breaks": []float64{1}})
	holds(t, "step", a, err, 1e-14, map[string]float64{"": 12})
	a, err = run(background, "integral", nil, given{"expression": "a*x+b", "from": 0, "to": 2, "parameters": []string{"a=3", "b=pi/2"}})
	holds(t, "line", a, err, 1e-14, map[string]float64{"": 6 + math.Pi})
}

func TestSampledIntegral(t *testing.T) {
	// x² + 1 at uneven places out of order: Simpson's rule is exact.
	x := []float64{3, 0, 1, 1.5, 4}
	y := make([]float64, len(x))
	for i := range x {
		y[i] = x[i]*x[i] + 1
	}
	a, err := run(background, "sampled_integral", columns{"x": x, "y": y}, given{"x": "x", "y": "y", "rule": "simpson"})
	trapezoid := 0.5*(1+2) + 0.25*(2+3.25) + 0.75*(3.25+10) + 0.5*(10+17)
	holds(t, "parabola", a, err, 1e-13, map[string]float64{"": 64.0/3 + 4, "trapezoid": trapezoid, "left": 1 + 1 + 1.5*3.25 + 10, "right": 2 + 0.5*3.25 + 15 + 17, "above-lowest": 64.0 / 3, "sum": 33.25, "average": (64.0/3 + 4) / 4})
	if a.Unit != "m^2" && a.Unit != "m2" {
		t.Errorf("unit %q", a.Unit)
	}
}

func TestRoot(t *testing.T) {
	a, err := run(background, "root", nil, given{"expression": "x^3-6*x^2+11*x-6", "from": -1, "to": 5.5, "which": 2})
	holds(t, "cubic", a, err, 1e-13, map[string]float64{"": 2, "root-1": 1, "root-3": 3, "sign": -2})
	a, err = run(background, "root", nil, given{"expression": "x^2-k", "from": 0, "to": 2, "parameters": "k=2"})
	holds(t, "root of 2", a, err, 1e-15, map[string]float64{"": math.Sqrt2, "one-step": 1.5})
}

func TestODE(t *testing.T) {
	falling := given{"equations": []string{"h=v", "v=-g"}, "start": []string{"h=0", "v=20"}, "parameters": "g=10", "expression": "h"}
	with := func(more given) given {
		out := given{}
		for _, g := range []given{falling, more} {
			for k, v := range g {
				out[k] = v
			}
		}
		return out
	}
	a, err := run(background, "ode", nil, with(given{"at": 1, "step": 0.5}))
	holds(t, "height", a, err, 1e-11, map[string]float64{"": 15, "state-v": 10, "slope": 10, "euler": 17.5})
	a, err = run(background, "ode", nil, with(given{"quantity": "max", "to": 3}))
	holds(t, "highest", a, err, 1e-11, map[string]float64{"": 20, "time_of_max": 2, "min": 0})
	a, err = run(background, "ode", nil, with(given{"quantity": "time_of_min", "to": 5}))
	holds(t, "lowest", a, err, 1e-11, map[string]float64{"": 5})
	a, err = run(background, "ode", nil, with(given{"quantity": "event_time", "to": 9}))
	holds(t, "ground", a, err, 1e-11, map[string]float64{"": 4})
	a, err = run(background, "ode", nil, with(given{"quantity": "event_count", "direction": "rise", "expression": "h-15", "to": 9}))
	holds(t, "passages", a, err, 0, map[string]float64{"": 1})
	a, err = run(background, "ode", nil, with(given{"at": []float64{0, 1, 2}, "expression": "h+t"}))
	if err != nil || len(a.Value.Items) != 3 || len(a.Index) != 3 || math.Abs(a.Value.Items[2].Num.F-22) > 1e-10 || a.Index[2].Num.F != 2 {
		t.Errorf("three times: %+v, %v", a.Value, err)
	}
	// A pulsed field that is switched off: the velocity gains E τ.
	a, err = run(background, "ode", nil, given{"equations": []string{"v=t < 2 ? E*sin(pi*t/2)^2 : 0"}, "start": "v=0", "parameters": "E=3", "expression": "v", "at": 5})
	holds(t, "pulse", a, err, 1e-9, map[string]float64{"": 3})
	// Stiff: y' = -1e5 (y - cos t) - sin t.
	a, err = run(background, "ode", nil, given{"equations": "y=-100000*(y-cos(t))-sin(t)", "start": "y=1", "expression": "y", "at": 3})
	holds(t, "stiff", a, err, 1e-8, map[string]float64{"": math.Cos(3)})
	// Backwards in time.
	a, err = run(background, "ode", nil, given{"equations": "y=y", "start": "y=1", "expression": "log(y)", "at": -3})
	holds(t, "backwards", a, err, 1e-10, map[string]float64{"": -3})
	// Tiny values are followed as exactly as large ones.
	a, err = run(background, "ode", nil, given{"equations": []string{"y=-y", "q=-2*q"}, "start": []string{"y=1e-30", "q=1e20"}, "expression": "y*1e30", "at": 2})
	holds(t, "tiny", a, err, 1e-9, map[string]float64{"": math.Exp(-2)})
}

func TestTrajectory(t *testing.T) {
	// Three sides of a square of side 2, at times out of order.
	data := columns{"t": []float64{2, 0, 1, 5}, "x": []float64{2, 0, 0, 2}, "y": []float64{2, 0, 2, 0}}
	track := func(quantity string, more ...any) given {
		g := given{"coordinates": []string{"x", "y"}, "time": "t", "quantity": quantity}
		for i := 0; i < len(more); i += 2 {
			g[more[i].(string)] = more[i+1]
		}
		return g
	}
	for quantity, want := range map[string]map[string]float64{
		"path_length":      {"": 6, "net": 2, "mean-step": 2, "unordered": math.Sqrt(8) + 2 + math.Sqrt(8)},
		"net_displacement": {"": 2, "path": 6, "max-displacement": math.Sqrt(8)},
		"straightness":     {"": 1.0 / 3, "sinuosity": 3, "difference": 2.0 / 3},
		"mean_speed":       {"": 1.2, "mean-of-steps": (2 + 2 + 2.0/3) / 3, "velocity": 0.4, "per-row": 2},
		"max_speed":        {"": 2, "mean": 1.2},
		"turning":          {"": math.Pi, "degrees": 180, "signed": -math.Pi, "mean-angle": math.Pi / 2},
		"mean_curvature":   {"": math.Pi / 6, "turning": math.Pi, "radius": 6 / math.Pi},
		"area":             {"": 4, "sign": -4},
		"max_deviation":    {"": 2, "mean": 1},
		"duration":         {"": 5},
	} {
		a, err := run(background, "trajectory", data, track(quantity))
		holds(t, quantity, a, err, 1e-13, want)
	}
	a, err := run(background, "trajectory", data, track("path_length", "points", 6))
	holds(t, "resampled", a, err, 1e-13, map[string]float64{"": 6, "net": 2})
	a, err = run(background, "trajectory", columns{"t": []float64{1, 2, 4}, "x": []float64{1, 7, -9}}, given{"coordinates": "x", "time": "t", "quantity": "time_of_peak"})
	holds(t, "peak", a, err, 0, map[string]float64{"": 2, "row": 1, "time-of-minimum": 4, "since-start": 1, "value": 7, "largest-size": 4})
	// A helix of one turn, in three dimensions.
	var h = columns{"x": nil, "y": nil, "z": nil}
	for i := range 1001 {
		a := 2 * math.Pi * float64(i) / 1000
		h["x"], h["y"], h["z"] = append(h["x"], math.Cos(a)), append(h["y"], math.Sin(a)), append(h["z"], a)
	}
	a, err = run(background, "trajectory", h, given{"coordinates": []string{"x", "y", "z"}, "quantity": "path_length"})
	holds(t, "helix", a, err, 1e-5, map[string]float64{"": 2 * math.Pi * math.Sqrt2})
	a, err = run(background, "trajectory", h, given{"coordinates": []string{"x", "y", "z"}, "quantity": "mean_curvature"})
	holds(t, "curvature of a helix", a, err, 2e-3, map[string]float64{"": 0.5})
	a, err = run(background, "trajectory", h, given{"coordinates": []string{"x", "y", "z"}, "quantity": "max_deviation"})
	holds(t, "width of a helix", a, err, 1e-6, map[string]float64{"": 2})
}

func TestRefusals(t *testing.T) {
	line := columns{"t": []float64{0, 1, 2}, "x": []float64{1, 2, 3}, "y": []float64{1, 2, 3}}
	ode := func(more given) given {
		g := given{"equations": "y=-y", "start": "y=1", "expression": "y", "at": 1}
		for k, v := range more {
			if g[k] = v; v == nil {
				delete(g, k)
			}
		}
		return g
	}
	for _, c := range []struct {
		estimator string
		args      given
		want      string
	}{
		{"integral", given{"expression": "1/x", "from": 0, "to": 1}, "is undefined: the integral was not found"},
		{"integral", given{"expression": "1/y", "from": 0, "to": 1}, "neither a variable nor a function"},
		{"integral", given{"expression": "x", "from": "a", "to": 1}, "neither a number nor inf"},
		{"integral", given{"expression": "x", "from": 0, "to": "nan"}, "neither a number nor inf"},
		{"integral", given{"expression": "x", "from": 0, "to": 1, "parameters": "k"}, "not of the form"},
		{"integral", given{"expression": "x", "from": 0, "to": 1, "parameters": "k=inf"}, "not of the form"},
		{"integral", given{"expression": "x", "from": 0, "to": 1, "breaks": []float64{7}}, "break 7"},
		{"sampled_integral", given{"x": "x", "y": "y", "rule": "guess"}, "not one of"},
		{"root", given{"expression": "x^2+1", "from": 0, "to": 1}, "changes its sign nowhere"},
		{"root", given{"expression": "sin(x)", "from": 1, "to": 10}, "there are 3 roots"},
		{"root", given{"expression": "sin(x)", "from": 1, "to": 10, "which": 4}, "there are 3 roots"},
		{"root", given{"expression": "sin(x)", "from": 1, "to": "inf"}, "it is finite"},
		{"root", given{"expression": "sin(x)", "from": 3, "to": 1}, "goes upwards"},
		{"root", given{"expression": "sin(x)", "from": 1, "to": 10, "which": 1.5}, "whole number"},
		{"ode", ode(given{"at": nil}), "is required by the quantity value"},
		{"ode", ode(given{"quantity": "max"}), "is required by the quantity max"},
		{"ode", ode(given{"at": []float64{1, 0.5}}), "one way"},
		{"ode", ode(given{"equations": "z=1"}), "the slope of no state"},
		{"ode", ode(given{"equations": []string{"y=1", "y=2"}}), "two slopes"},
		{"ode", ode(given{"start": []string{"y=1", "x=2"}}), "no slope of x"},
		{"ode", ode(given{"equations": "y=-k*y"}), "slope of y: expression, character"},
		{"ode", ode(given{"start": []string{"t=1", "y=1"}, "equations": []string{"t=1", "y=1"}}), "stands twice"},
		{"ode", ode(given{"equations": "y=y^2", "at": 2}), "cannot be followed beyond t = 1"},
		{"ode", ode(given{"expression": "log(y-5)"}), "no finite value"},
		{"ode", ode(given{"quantity": "event_time", "expression": "y-3", "to": 4}), "there are 0 events"},
		{"ode", given{"equations": []string{"x=10*(y-x)", "y=x*(28-z)-y", "z=x*y-8*z/3"}, "start": []string{"x=1", "y=1", "z=1"}, "expression": "x", "at": 60}, "chaos"},
		{"trajectory", given{"coordinates": "x", "quantity": "area"}, "an area takes 2"},
		{"trajectory", given{"coordinates": "x", "quantity": "max_deviation"}, "a deviation takes 2 or 3"},
		{"trajectory", given{"coordinates": []string{"x", "y"}, "quantity": "straightness", "points": 2.5}, "whole number"},
	} {
		_, err := run(background, c.estimator, line, c.args)
		var undefined *estimate.UndefinedError
		var arg *estimate.ArgError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &undefined) && !errors.As(err, &arg) {
			t.Errorf("%s %v: %v, not %q", c.estimator, c.args, err, c.want)
		}
	}
	// A closed track has no direction; equal times have no order.
	if _, err := run(background, "trajectory", columns{"t": []float64{0, 1, 1}, "x": []float64{1, 2, 3}}, given{"coordinates": "x", "time": "t", "quantity": "path_length"}); err == nil {
		t.Error("two points at one time")
	}
	if _, err := run(background, "trajectory", columns{"x": []float64{0, 1, 1, 0}, "y": []float64{0, 0, 1, 0}}, given{"coordinates": []string{"x", "y"}, "quantity": "max_deviation"}); err == nil {
		t.Error("a closed track deviates from its line")
	}
}

// Long work ends with its context.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(background, 20*time.Millisecond)
	defer cancel()
	_, err := run(ctx, "ode", nil, given{"equations": []string{"x=v", "v=-1000000*x"}, "start": []string{"x=1", "v=0"}, "expression": "x", "at": 10000})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

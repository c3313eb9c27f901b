package strongfield_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/estimatetest"
	"github.com/assaybench/assay/internal/estimate/strongfield"
)

type given map[string]any

var background = context.Background()

func run(ctx context.Context, name string, data []estimatetest.Column, args given) (estimate.Answer, error) {
	return estimatetest.Run(ctx, strongfield.Estimators(), name, data, args)
}

func with(a given, more given) given {
	out := given{}
	for _, g := range []given{a, more} {
		for k, v := range g {
			if out[k] = v; v == nil {
				delete(out, k)
			}
		}
	}
	return out
}

// hydrogen in a pulse at 800 nm.
var hydrogen = given{"field": 0.05, "strength": 1, "frequency": 0.0569, "ellipticity": 0.87}

// Angles by scipy 1.18.1: solve_ivp(…, method="DOP853", rtol=1e-12, atol=1e-12), the
// momentum after the pulse by Laplace's vector, or at 4,000 atomic units of time.
func TestOffset(t *testing.T) {
	a, err := run(background, "attoclock_offset", nil, hydrogen)
	estimatetest.Holds(t, "hydrogen", a, err, 2e-9, map[string][]float64{
		"": {14.9427698203}, "sign": {-14.9427698203}, "radians": {14.9427698203 * math.Pi / 180}, "from-axis": {104.9427698203},
		"mean": {14.4225044295}, "other-exit": {25.5616876717}, "pulse-end": {14.6503376091}, "circular": {12.4403797200},
	})
	if a.Unit != "deg" {
		t.Errorf("unit %q", a.Unit)
	}
	a, err = run(background, "attoclock_offset", nil, with(hydrogen, given{"releases": 21}))
	estimatetest.Holds(t, "hydrogen, mean", a, err, 1e-8, map[string][]float64{"": {14.4225044295}, "most-probable": {14.9427698203}})
	a, err = run(background, "attoclock_offset", nil, with(hydrogen, given{"strength": 1.1927344888850813, "length": 5, "exit": "barrier"}))
	estimatetest.Holds(t, "screened", a, err, 1e-8, map[string][]float64{"": {4.5316694923}, "other-exit": {4.0203821645}, "unscreened": {45.4220918700}, "unit-strength": {3.6861273400}})
}

// Columns give each row its own atom; a missing length is no screening.
func TestColumns(t *testing.T) {
	data := []estimatetest.Column{{Name: "f", Num: []float64{0.03, 0.05}}, {Name: "z", Num: []float64{1.0979044138171268, 1}}, {Name: "l", Num: []float64{10, math.NaN()}}}
	a, err := run(background, "attoclock_offset", data, with(hydrogen, given{"field": "f", "strength": "z", "length": "l", "by": "f"}))
	estimatetest.Holds(t, "two atoms", a, err, 1e-8, map[string][]float64{"": {5.5948567437, 14.9427698203}, "sign": {-5.5948567437, -14.9427698203}})
	if len(a.Index) != 2 || a.Index[0].Num.F != 0.03 || a.Index[1].Num.F != 0.05 {
		t.Errorf("index %v", a.Index)
	}
	a, err = run(background, "barrier_field", data, given{"strength": "z", "length": "l", "by": "f"})
	estimatetest.Holds(t, "two barriers", a, err, 1e-8, map[string][]float64{"": {0.0797863985482, 0.0625}})
}

// Energies by a Laguerre basis (numpy 2.5.5), barriers by scipy.optimize.brentq over the
// greatest value of the potential on a grid, refined.
func TestBound(t *testing.T) {
	a, err := run(background, "yukawa_energy", nil, given{"strength": 1.1927344888850813, "length": 5})
	estimatetest.Holds(t, "bound", a, err, 1e-9, map[string][]float64{"": {-0.5}, "sign": {0.5}, "rydberg": {-1}, "unit-strength": {-0.3268085113684}, "hydrogen": {-0.7113077804}})
	a, err = run(background, "barrier_field", nil, given{"strength": 1.1927344888850813, "length": 5})
	estimatetest.Holds(t, "barrier", a, err, 1e-8, map[string][]float64{"": {0.0949087283}, "coulomb": {0.0625}, "unscreened": {0.25 / 4 / 1.1927344888850813}, "intensity": {0.0949087283 * 0.0949087283}})
}

func TestRefusals(t *testing.T) {
	two := []estimatetest.Column{{Name: "f", Num: []float64{0.03, 0.05}}, {Name: "gone", Num: []float64{math.NaN(), math.NaN()}}}
	for _, c := range []struct {
		estimator string
		args      given
		want      string
	}{
		{"attoclock_offset", with(hydrogen, given{"field": nil}), "is required"},
		{"attoclock_offset", with(hydrogen, given{"field": "f"}), "holds both 0.03 and 0.05"},
		{"attoclock_offset", with(hydrogen, given{"field": "gone"}), "holds no number"},
		{"attoclock_offset", with(hydrogen, given{"field": "g"}), "no column of numbers"},
		{"attoclock_offset", with(hydrogen, given{"field": true}), "neither a number nor a column"},
		{"attoclock_offset", with(hydrogen, given{"field": -0.1}), "not from 1e-06 to 1e+06"},
		{"attoclock_offset", with(hydrogen, given{"field": 1e300}), "not from 1e-06 to 1e+06"},
		{"attoclock_offset", with(hydrogen, given{"ellipticity": 1.2}), "above 1"},
		{"attoclock_offset", with(hydrogen, given{"cycles": 0.5}), "from 1 to 100"},
		{"attoclock_offset", with(hydrogen, given{"releases": 4}), "is not odd"},
		{"attoclock_offset", with(hydrogen, given{"exit": "inner"}), "not one of"},
		{"attoclock_offset", with(hydrogen, given{"exit": "barrier", "field": 0.08}), "above the barrier's own, 0.0625"},
		{"attoclock_offset", with(hydrogen, given{"strength": 1000}), "stays bound"},
		{"yukawa_energy", given{"strength": 1, "length": 0.5}, "holds no bound state"},
		{"barrier_field", given{"strength": 0}, "not from 1e-06"},
	} {
		if a, err := run(background, c.estimator, two, c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: %v, %v; want %q", c.estimator, c.args, a.Value, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := run(ctx, "attoclock_offset", nil, hydrogen); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// No number panics or runs without end: a value, or what is undefined.
func FuzzOffset(f *testing.F) {
	f.Add(0.05, 1.0, 5.0, 0.0569, 0.87, 0.5)
	f.Add(1e6, 1e6, 1e-6, 1e-6, 1e-6, 1e6)
	f.Add(1e-6, 1.0, 1e6, 1e6, 1.0, 1e-6)
	f.Fuzz(func(t *testing.T, field, strength, length, frequency, ellipticity, ip float64) {
		for _, exit := range []string{"triangle", "barrier"} {
			_, err := run(background, "attoclock_offset", nil, given{"field": field, "strength": strength, "length": length, "frequency": frequency, "ellipticity": ellipticity, "ip": ip, "exit": exit})
			var undefined *estimate.UndefinedError
			var bad *estimate.ArgError
			if err != nil && !errors.As(err, &undefined) && !errors.As(err, &bad) {
				t.Fatal(err)
			}
		}
	})
}

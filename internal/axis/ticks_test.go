package axis_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

func TestLying(t *testing.T) {
	ticks := func(at []float64, labels ...string) (out []spec.Tick) {
		for i, x := range at {
			out = append(out, spec.Tick{At: x, Label: labels[i]})
		}
		return out
	}
	at := []float64{0, 200, 400}
	for _, c := range []struct {
		name  string
		kind  string
		ticks []spec.Tick
		lies  bool
	}{
		{"as they are", "linear", ticks(at, "0", "200", "400"), false},
		{"doubled", "linear", ticks(at, "0", "400", "800"), true},
		{"one moved", "linear", ticks(at, "0", "100", "400"), true},
		{"turned round", "linear", ticks(at, "400", "200", "0"), true},
		{"rounded", "linear", ticks([]float64{0.25, 0.5, 0.75}, "0.2", "0.5", "0.8"), false},
		{"stretched", "linear", ticks(at, "0", "220", "440"), true},
		{"rounded a little", "linear", ticks([]float64{1.0 / 3, 2.0 / 3, 1}, "0.33", "0.67", "1.00"), false},
		{"in thousands", "linear", ticks([]float64{0, 2000, 4000}, "0", "2", "4"), false},
		{"from an offset", "linear", ticks([]float64{1e6, 1e6 + 1, 1e6 + 2}, "0", "1", "2"), false},
		{"moved by little", "linear", ticks(at, "1000", "1200", "1400"), true},
		{"powers", "linear", ticks([]float64{1, 10, 100}, "10^0", "10^1", "10^2"), false},
		{"with a unit", "linear", ticks(at, "0 g", "400 g", "800 g"), false},
		{"names", "linear", ticks(at, "Adelie", "Chinstrap", "Gentoo"), false},
		{"categories", "category", ticks(at, "0", "400", "800"), false},
		{"one", "linear", ticks(at[:1], "7"), false},
		{"none", "linear", nil, false},
		{"at one place", "linear", ticks([]float64{1, 1}, "1", "2"), true},
		{"nowhere", "linear", ticks([]float64{math.NaN(), math.Inf(1)}, "1", "2"), true},
	} {
		if _, got := axis.Lying(spec.AxisView{Kind: c.kind, Ticks: c.ticks}); got != c.lies {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

package signal_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/estimatetest"
	"github.com/assaybench/assay/internal/estimate/signal"
)

type columns map[string][]float64

type given map[string]any

// run computes an estimator of the package.
func run(name string, data columns, args given) (estimate.Answer, error) {
	return estimatetest.Run(context.Background(), signal.Estimators(), name, []estimatetest.Column{{Name: "t", Unit: "s", Num: data["t"]}, {Name: "x", Unit: "nm", Num: data["x"]}, {Name: "y", Unit: "V", Num: data["y"]}}, args)
}

var holds = estimatetest.Holds

var nan = math.NaN()

// A cosine of amplitude 3 at 2 Hz on a level of 5, sampled at 8 Hz for 2 s.
func tone() columns {
	c := columns{}
	for i := range 16 {
		t := float64(i) / 8
		c["t"], c["y"] = append(c["t"], 10+t), append(c["y"], 5+3*math.Cos(4*math.Pi*t))
	}
	return c
}

func TestFFT(t *testing.T) {
	base := given{"value": "y", "time": "t"}
	call := func(more ...any) (estimate.Answer, error) {
		g := given{}
		for k, v := range base {
			g[k] = v
		}
		for i := 0; i < len(more); i += 2 {
			g[more[i].(string)] = more[i+1]
		}
		return run("fft", tone(), g)
	}
	at := func(level, tone float64, n int) []float64 {
		out := make([]float64, n)
		out[0], out[4] = level, tone
		if n > 9 {
			out[12] = tone
		}
		return out
	}
	a, err := call()
	holds(t, "amplitude", a, err, 1e-12, map[string][]float64{"": at(80, 24, 9), "norm-n": at(5, 1.5, 9), "norm-root-n": at(20, 6, 9), "norm-amplitude": at(5, 3, 9), "two-sided": at(80, 24, 16), "power": at(6400, 576, 9), "detrend-constant": at(0, 24, 9)})
	if a.Unit != "V" || len(a.Index) != 9 || a.Index[4].Num.F != 2 || a.Index[8].Num.F != 4 {
		t.Errorf("unit %q, frequencies %v", a.Unit, a.Index)
	}
	a, err = call("quantity", "power", "norm", "1/n", "sides", "two")
	holds(t, "power", a, err, 1e-12, map[string][]float64{"": at(25, 2.25, 16), "one-sided": at(25, 2.25, 9), "amplitude": at(5, 1.5, 16)})
	if a.Index[15].Num.F != -0.5 || a.Index[8].Num.F != -4 {
		t.Errorf("frequencies %v", a.Index)
	}
	phases := []float64{0, nan, nan, nan, 0, nan, nan, nan, nan}
	a, err = call("quantity", "phase")
	holds(t, "phase", a, err, 1e-9, map[string][]float64{"": phases, "degrees": phases})
	a, err = call("quantity", "real", "norm", "amplitude")
	holds(t, "real", a, err, 1e-12, map[string][]float64{"": at(5, 3, 9)})
	a, err = run("dominant_frequency", tone(), base)
	holds(t, "dominant", a, err, 1e-12, map[string][]float64{"": {2}, "period": {0.5}, "angular": {4 * math.Pi}, "index": {4}, "per-row": {0.25}, "zero": {0}})
	if a.Unit != "s^-1" && a.Unit != "1/s" && a.Unit != "s-1" {
		t.Errorf("unit of the frequency: %q", a.Unit)
	}
}

func TestSpectra(t *testing.T) {
	// The power of the tone is 9/2; its density over a band that holds it, too.
	d := tone()
	at := func(x float64) []float64 { out := make([]float64, 9); out[4] = x; return out }
	a, err := run("periodogram", d, given{"value": "y", "time": "t", "scaling": "spectrum"})
	holds(t, "periodogram", a, err, 1e-12, map[string][]float64{"": at(4.5), "density": at(9), "halved": at(2.25)})
	a, err = run("welch", d, given{"value": "y", "rate": 8, "window": "boxcar", "segment": 8, "scaling": "spectrum"})
	holds(t, "welch", a, err, 1e-12, map[string][]float64{"": {0, 0, 4.5, 0, 0}, "no-overlap": {0, 0, 4.5, 0, 0}, "whole": at(4.5), "density": {0, 0, 4.5, 0, 0}})
	a, err = run("band_power", d, given{"value": "y", "time": "t", "window": "boxcar", "low": 1, "high": 3})
	holds(t, "band", a, err, 1e-12, map[string][]float64{"": {4.5}, "relative": {1}, "sum": {4.5}, "mean-density": {9.0 / 5}})
}

func TestAutoregression(t *testing.T) {
	// The recursion by hand: of 1, 2, 4, 3 about 2.5, r(0) = 5/4, r(1) = (-1.5*-0.5 - 0.5*1.5 + 1.5*0.5)/4.
	d := columns{"y": {1, 2, 4, 3}}
	phi := 0.75 / 5
	a, err := run("autoregression", d, given{"value": "y", "order": 1})
	holds(t, "coefficient", a, err, 1e-14, map[string][]float64{"": {phi}, "sign": {-phi}, "adjusted": {phi * 4 / 3}, "ols": {1.5 / 7}, "burg": {2 * 0.75 / (2.25 + 0.25 + 2.25 + 0.25 + 2.25 + 0.25)}})
	a, err = run("autoregression", d, given{"value": "y", "order": 1, "quantity": "variance"})
	v := 1.25 * (1 - phi*phi)
	holds(t, "variance", a, err, 1e-14, map[string][]float64{"": {v}, "corrected": {v * 2}, "sd": {math.Sqrt(v)}})
	a, err = run("autoregression", d, given{"value": "y", "order": 1, "quantity": "constant"})
	holds(t, "constant", a, err, 1e-14, map[string][]float64{"": {2.5 * (1 - phi)}, "mean": {2.5}})
}

func TestRefusals(t *testing.T) {
	d := tone()
	flat := columns{"t": {0, 1, 2, 3, 4, 5}, "x": {0, 1, 2, 3, 4, 5}, "y": {2, 2, 2, 2, 2, 2}}
	uneven := columns{"t": {0, 1, 2, 3, 5, 6}, "x": {0, 1, 2, 3, 3, 5}, "y": {2, 3, 2, 4, 2, 1}}
	for _, c := range []struct {
		estimator string
		data      columns
		args      given
		want      string
	}{
		{"fft", uneven, given{"value": "y", "time": "t"}, "not evenly spaced"},
		{"fft", columns{"y": {1}}, given{"value": "y"}, "have no spectrum"},
		{"fft", columns{"t": {3, 2, 1}, "y": {1, 2, 3}}, given{"value": "y", "time": "t"}, "do not rise"},
		{"dominant_frequency", flat, given{"value": "y"}, "constant"},
		{"dominant_frequency", columns{"y": {1, 2, 3, 4}}, given{"value": "y", "detrend": "linear"}, "nothing is left"},
		{"welch", d, given{"value": "y", "segment": 4, "overlap": 4}, "not less than the segment"},
		{"welch", d, given{"value": "y", "segment": 4.5}, "whole number"},
		{"band_power", d, given{"value": "y", "low": 0.3, "high": 0.2}, "not above low"},
		{"band_power", d, given{"value": "y", "low": 0.26, "high": 0.27}, "fewer than two frequencies"},
		{"autoregression", d, given{"value": "y", "order": 1, "lag": 2}, "above the order"},
		{"autoregression", flat, given{"value": "y", "order": 1}, "constant"},
		{"autoregression", columns{"y": {1, 2}}, given{"value": "y", "order": 1}, "too few"},
		{"autoregression", d, given{"value": "y", "order": 4, "method": "ols"}, "do not determine"},
	} {
		_, err := run(c.estimator, c.data, c.args)
		var undefined *estimate.UndefinedError
		var arg *estimate.ArgError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &undefined) && !errors.As(err, &arg) {
			t.Errorf("%s %v: %v, not %q", c.estimator, c.args, err, c.want)
		}
	}
}

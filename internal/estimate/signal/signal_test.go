package signal_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/signal"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

type columns map[string][]float64

type given map[string]any

// run computes an estimator; arguments are numbers, texts, bools, or slices of numbers.
func run(name string, data columns, args given) (estimate.Answer, error) {
	f := &spec.Frame{}
	for _, c := range []string{"t", "x", "y"} {
		if data[c] != nil {
			f.Columns = append(f.Columns, spec.Column{Name: c, Kind: spec.ColumnNumber, Num: data[c], Unit: map[string]string{"t": "s", "x": "nm", "y": "V"}[c]})
		}
	}
	v := view.OfFrame("v", f)
	values := map[string]spec.Value{}
	for k, a := range args {
		switch a := a.(type) {
		case float64:
			values[k] = spec.NumberValue(a)
		case int:
			values[k] = spec.NumberValue(float64(a))
		case string:
			values[k] = spec.TextValue(a)
		case bool:
			values[k] = spec.Value{Kind: spec.ValueBool, Bool: a}
		case []float64:
			values[k] = spec.ArrayValue(a)
		}
	}
	all := signal.Estimators()
	e := all[slices.IndexFunc(all, func(e estimate.Estimator) bool { return e.Name == name })]
	checked, bad := estimate.Check(e, values, v)
	if len(bad) > 0 {
		return estimate.Answer{}, bad[0]
	}
	return estimate.Run(context.Background(), e, estimate.Input{View: v, Args: checked, Level: 0.95})
}

func numbers(v spec.Value) []float64 {
	if v.Kind == spec.ValueNumber {
		return []float64{v.Num.F}
	}
	out := make([]float64, len(v.Items))
	for i, it := range v.Items {
		if out[i] = math.NaN(); it.Kind == spec.ValueNumber {
			out[i] = it.Num.F
		}
	}
	return out
}

// holds checks the value ("") and variants of an answer; NaN stands for a missing number.
func holds(t *testing.T, what string, a estimate.Answer, err error, tol float64, want map[string][]float64) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	for name, xs := range want {
		got := numbers(a.Value)
		if name != "" {
			i := slices.IndexFunc(a.Variants, func(v estimate.Variant) bool { return v.Name == name })
			if i < 0 || a.Variants[i].Note == "" {
				t.Errorf("%s has no variant %s", what, name)
				continue
			}
			got = numbers(a.Variants[i].Answer.Value)
		}
		if len(got) != len(xs) {
			t.Errorf("%s %s: %v, not %v", what, name, got, xs)
			continue
		}
		for i, x := range xs {
			if !(math.Abs(got[i]-x) <= tol*math.Abs(x)+1e-12) && !(math.IsNaN(x) && math.IsNaN(got[i])) {
				t.Errorf("%s %s: %.12g, not %.12g", what, name, got[i], x)
			}
		}
	}
}

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
	phi := (0.75 - 0.75 + 0.75) / 5
	a, err := run("autoregression", d, given{"value": "y", "order": 1})
	holds(t, "coefficient", a, err, 1e-14, map[string][]float64{"": {phi}, "sign": {-phi}, "adjusted": {phi * 4 / 3}, "ols": {1.5 / 7}, "burg": {2 * 0.75 / (2.25 + 0.25 + 2.25 + 0.25 + 2.25 + 0.25)}})
	a, err = run("autoregression", d, given{"value": "y", "order": 1, "quantity": "variance"})
	v := 1.25 * (1 - phi*phi)
	holds(t, "variance", a, err, 1e-14, map[string][]float64{"": {v}, "corrected": {v * 2}, "sd": {math.Sqrt(v)}})
	a, err = run("autoregression", d, given{"value": "y", "order": 1, "quantity": "constant"})
	holds(t, "constant", a, err, 1e-14, map[string][]float64{"": {2.5 * (1 - phi)}, "mean": {2.5}})
}

func TestPeaks(t *testing.T) {
	//            0  1  2  3  4  5  6  7  8  9 10
	y := []float64{0, 2, 1, 5, 5, 5, 3, 4, 0, 1, 0}
	x := make([]float64, len(y))
	for i := range x {
		x[i] = 100 + 2*float64(i)
	}
	d := columns{"x": x, "y": y}
	call := func(quantity string, more ...any) (estimate.Answer, error) {
		g := given{"x": "x", "y": "y", "quantity": quantity}
		for i := 0; i < len(more); i += 2 {
			g[more[i].(string)] = more[i+1]
		}
		return run("peaks", d, g)
	}
	a, err := call("position")
	holds(t, "positions", a, err, 0, map[string][]float64{"": {102, 108, 114, 118}, "row": {1, 4, 7, 9}, "row-from-1": {2, 5, 8, 10}, "minima": {104, 112, 116}})
	a, err = call("height", "prominence", 1.5)
	holds(t, "heights", a, err, 0, map[string][]float64{"": {5}, "prominence": {5}, "no-prominence": {2, 5, 4, 1}, "prominence-as-height": {2, 5, 4}})
	a, err = call("prominence", "height", 2)
	holds(t, "prominences", a, err, 1e-14, map[string][]float64{"": {1, 5, 1}, "left": {2, 5, 1}, "right": {1, 5, 4}, "height": {2, 5, 4}, "no-height": {1, 5, 1, 1}, "height-as-prominence": {5}})
	a, err = call("width", "rank", 1, "rank_by", "height")
	left, right := 2+(2.5-1)/4.0, 7+1.5/4.0
	holds(t, "width", a, err, 1e-12, map[string][]float64{"": {2 * (right - left)}, "rows": {right - left}, "half": {right - left}, "sigma": {2 * (right - left) / (2 * math.Sqrt(2*math.Ln2))}, "half-height": {2 * (right - left)}, "base": {16}})
	a, err = call("count", "distance", 4, "height", 0.5)
	holds(t, "count", a, err, 0, map[string][]float64{"": {2}, "no-distance": {4}, "minima": {2}})
	a, err = call("position", "rank", 2, "rank_by", "prominence")
	holds(t, "second", a, err, 0, map[string][]float64{"": {102}})
	if _, err = call("position", "height", 50); err == nil || !strings.Contains(err.Error(), "there are 0 peaks") {
		t.Errorf("no peaks: %v", err)
	}
}

func TestLines(t *testing.T) {
	// A triangle of height 4 and base 4 on a level of 1.
	d := columns{"x": {4, 0, 1, 2, 3}, "y": {1, 1, 3, 5, 3}}
	with := func(baseline string) given { return given{"x": "x", "y": "y", "baseline": baseline} }
	a, err := run("line_area", d, with("ends"))
	holds(t, "area", a, err, 1e-14, map[string][]float64{"": {8}, "baseline-none": {12}, "counts": {8}, "sum": {8}, "simpson": {8}})
	a, err = run("centroid", d, given{"x": "x", "y": "y", "low": 1, "high": 3.5})
	holds(t, "centroid", a, err, 1e-14, map[string][]float64{"": {2}, "by-area": {2}, "top": {2}, "unweighted": {2}})
	a, err = run("fwhm", d, with("min"))
	holds(t, "fwhm", a, err, 1e-14, map[string][]float64{"": {2}, "half": {1}, "rows": {2}, "right-side": {2}, "equivalent": {2}, "baseline-none": {2.5}, "sigma": {2 / 2.3548200450309493}, "1/e": {4 * (1 - 1/math.E)}})
}

// line is a noisy sum of lines.
func line(seed uint64, noise float64, f func(x float64) float64) columns {
	r := rand.New(rand.NewPCG(seed, 9))
	c := columns{}
	for i := range 161 {
		x := 500 + float64(i)/8
		c["x"], c["y"] = append(c["x"], x), append(c["y"], f(x)+noise*r.NormFloat64())
	}
	return c
}

func gaussian(x, h, m, s float64) float64   { return h * math.Exp(-(x-m)*(x-m)/(2*s*s)) }
func lorentzian(x, h, m, g float64) float64 { return h / (1 + (x-m)*(x-m)/(g*g)) }

// Lines are found again from their own values, whatever is asked for.
func TestPeakModel(t *testing.T) {
	c := 2 * math.Sqrt(2*math.Ln2)
	for _, k := range []struct {
		shape, background string
		f                 func(x float64) float64
		want              map[string]float64
	}{
		{"gaussian", "none", func(x float64) float64 { return gaussian(x, 7, 511, 1.5) }, map[string]float64{"centre": 511, "height": 7, "sigma": 1.5, "fwhm": 1.5 * c, "hwhm": 0.75 * c, "area": 7 * 1.5 * math.Sqrt(2*math.Pi)}},
		{"gaussian", "constant", func(x float64) float64 { return 3 - gaussian(x, 2, 508, 0.7) }, map[string]float64{"centre": 508, "height": -2, "sigma": 0.7, "offset": 3, "area": -1.4 * math.Sqrt(2*math.Pi)}}, // a dip
		{"lorentzian", "linear", func(x float64) float64 { return lorentzian(x, 5, 509, 1.25) + 0.1*x - 40 }, map[string]float64{"centre": 509, "height": 5, "gamma": 1.25, "fwhm": 2.5, "area": 5 * math.Pi * 1.25, "slope": 0.1, "offset": -40}},
		{"pseudo-voigt", "constant", func(x float64) float64 {
			return 2 + 12*(0.3*lorentzian(x, 1/(math.Pi*1.5), 510, 1.5)+0.7*gaussian(x, c/(3*math.Sqrt(2*math.Pi)), 510, 3/c))
		}, map[string]float64{"centre": 510, "area": 12, "fwhm": 3, "fraction": 0.3, "height": 12 * (0.3/(math.Pi*1.5) + 0.7*c/(3*math.Sqrt(2*math.Pi))), "offset": 2}},
	} {
		d := line(1, 0, k.f)
		for q, want := range k.want {
			a, err := run("peak_model", d, given{"x": "x", "y": "y", "shape": k.shape, "background": k.background, "quantity": q})
			holds(t, k.shape+" "+q, a, err, 1e-10, map[string][]float64{"": {want}})
		}
	}
}

func TestTwoLines(t *testing.T) {
	two := func(x float64) float64 {
		return 1 + gaussian(x, 6, 507, 0.9) + gaussian(x, 3, 510.2, 1.1)
	}
	d := line(2, 0.02, two)
	for peak, want := range []map[string]float64{{"centre": 507, "height": 6, "sigma": 0.9}, {"centre": 510.2, "height": 3, "sigma": 1.1}} {
		for q, x := range want {
			for _, centres := range []any{nil, []float64{506, 512}} {
				g := given{"x": "x", "y": "y", "peaks": 2, "peak": peak + 1, "quantity": q}
				if centres != nil {
					g["centres"] = centres
				}
				a, err := run("peak_model", d, g)
				if err != nil {
					t.Errorf("line %d %s: %v", peak, q, err)
					continue
				}
				u, _ := estimate.Find(a.Uncertainty, spec.UncertaintySE)
				if math.Abs(a.Value.Num.F-x) > 5*u.Value.Num.F || !(u.Value.Num.F > 0) || u.Value.Num.F > 0.05 {
					t.Errorf("line %d: %s is %v ± %v, not %v", peak, q, a.Value, u.Value, x)
				}
				other := []map[string]float64{{"centre": 510.2, "height": 3, "sigma": 1.1}, {"centre": 507, "height": 6, "sigma": 0.9}}[peak][q]
				holds(t, fmt.Sprintf("line %d %s", peak+1, q), a, nil, 0.02, map[string][]float64{fmt.Sprintf("line-%d", 2-peak): {other}})
			}
		}
	}
}

// Each way to say a width, and each slip with a height, has its name.
func TestPeakModelVariants(t *testing.T) {
	c := 2 * math.Sqrt(2*math.Ln2)
	d := line(3, 0, func(x float64) float64 { return 2 + gaussian(x, 5, 510, 1.5) })
	call := func(quantity, shape string) (estimate.Answer, error) {
		return run("peak_model", d, given{"x": "x", "y": "y", "quantity": quantity, "shape": shape})
	}
	a, err := call("sigma", "gaussian")
	holds(t, "sigma", a, err, 1e-9, map[string][]float64{"": {1.5}, "fwhm": {1.5 * c}, "hwhm": {0.75 * c}, "gaussian-scale": {1.5 * math.Sqrt2}, "variance": {2.25}})
	a, err = call("fwhm", "gaussian")
	holds(t, "fwhm", a, err, 1e-9, map[string][]float64{"": {1.5 * c}, "sigma": {1.5}, "hwhm": {0.75 * c}})
	a, err = call("height", "gaussian")
	holds(t, "height", a, err, 1e-9, map[string][]float64{"": {5}, "area": {7.5 * math.Sqrt(2*math.Pi)}, "with-background": {7}})
	if a.Unit != "V" {
		t.Errorf("unit of the height: %q", a.Unit)
	}
	a, err = call("area", "gaussian")
	holds(t, "area", a, err, 1e-9, map[string][]float64{"": {7.5 * math.Sqrt(2*math.Pi)}, "height": {5}, "height-fwhm": {7.5 * c}})
	v := line(3, 0.01, func(x float64) float64 { return 2 + gaussian(x, 3, 510, 1.5) + lorentzian(x, 2, 510, 1) })
	a, err = run("peak_model", v, given{"x": "x", "y": "y", "quantity": "fwhm", "shape": "voigt"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"gaussian-fwhm", "lorentzian-fwhm", "approximate-fwhm", "gaussian", "lorentzian", "background-linear"} {
		i := slices.IndexFunc(a.Variants, func(v estimate.Variant) bool { return v.Name == name })
		if i < 0 {
			t.Errorf("the width of a Voigt line has no variant %s", name)
			continue
		}
		if x := a.Variants[i].Answer.Value.Num.F; name == "approximate-fwhm" && math.Abs(x/a.Value.Num.F-1) > 3e-4 {
			t.Errorf("the approximation %v of the width %v", x, a.Value)
		}
	}
}

func TestRefusals(t *testing.T) {
	d := tone()
	d["x"] = slices.Clone(d["t"])
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
		{"peaks", columns{"y": {1, 2}}, given{"y": "y"}, "2 rows have no peak"},
		{"peaks", flat, given{"y": "y"}, "there are 0 peaks"},
		{"centroid", columns{"x": {0, 1, 2}, "y": {-1, 0, 1}}, given{"x": "x", "y": "y"}, "add up to 0"},
		{"line_area", d, given{"x": "x", "y": "y", "low": 3, "high": 2}, "below low"},
		{"line_area", d, given{"x": "x", "y": "y", "low": 300}, "0 rows lie"},
		{"line_area", uneven, given{"x": "x", "y": "y"}, "two rows lie at 3"},
		{"fwhm", columns{"x": {0, 1, 2}, "y": {1, 2, 3}}, given{"x": "x", "y": "y"}, "does not fall"},
		{"peak_model", d, given{"x": "x", "y": "y", "quantity": "gamma"}, "no parameter of a gaussian line"},
		{"peak_model", d, given{"x": "x", "y": "y", "quantity": "slope"}, "no parameter"},
		{"peak_model", d, given{"x": "x", "y": "y", "quantity": "centre", "peak": 2}, "is 2, of 1 peaks"},
		{"peak_model", d, given{"x": "x", "y": "y", "quantity": "centre", "centres": []float64{1, 2}}, "are 2, of 1 peaks"},
		{"peak_model", d, given{"x": "x", "y": "y", "quantity": "centre", "low": 11.8}, "cannot determine"},
		{"peak_model", flat, given{"x": "x", "y": "y", "quantity": "centre"}, "no minimum"},
	} {
		_, err := run(c.estimator, c.data, c.args)
		var undefined *estimate.UndefinedError
		var arg *estimate.ArgError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &undefined) && !errors.As(err, &arg) {
			t.Errorf("%s %v: %v, not %q", c.estimator, c.args, err, c.want)
		}
	}
}

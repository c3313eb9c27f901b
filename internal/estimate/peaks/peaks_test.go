package peaks_test

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
	"github.com/assaybench/assay/internal/estimate/estimatetest"
	"github.com/assaybench/assay/internal/estimate/peaks"
	"github.com/assaybench/assay/spec"
)

type columns map[string][]float64

type given map[string]any

// run computes an estimator of the package.
func run(name string, data columns, args given) (estimate.Answer, error) {
	return estimatetest.Run(context.Background(), peaks.Estimators(), name, []estimatetest.Column{{Name: "t", Unit: "s", Num: data["t"]}, {Name: "x", Unit: "nm", Num: data["x"]}, {Name: "y", Unit: "V", Num: data["y"]}}, args)
}

var holds = estimatetest.Holds

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

func gaussian(x, h, m, s float64) float64 { return h * math.Exp(-(x-m)*(x-m)/(2*s*s)) }

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
	d := columns{}
	for i := range 16 {
		t := float64(i) / 8
		d["x"], d["y"] = append(d["x"], 10+t), append(d["y"], 5+3*math.Cos(4*math.Pi*t))
	}
	flat := columns{"t": {0, 1, 2, 3, 4, 5}, "x": {0, 1, 2, 3, 4, 5}, "y": {2, 2, 2, 2, 2, 2}}
	uneven := columns{"t": {0, 1, 2, 3, 5, 6}, "x": {0, 1, 2, 3, 3, 5}, "y": {2, 3, 2, 4, 2, 1}}
	for _, c := range []struct {
		estimator string
		data      columns
		args      given
		want      string
	}{
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

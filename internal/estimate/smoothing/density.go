package smoothing

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/smooth"
	"github.com/assaybench/assay/spec"
)

// rules are those of a bandwidth, with what each is.
var rules = []struct{ name, note string }{
	{"scott", "Scott's, sd n^(-1/5) (scipy's default)"},
	{"silverman", "Silverman's as scipy has it, sd (3n/4)^(-1/5)"},
	{"nrd0", "Silverman's as R has it, 0.9 min(sd, IQR/1.34) n^(-1/5) (R's default)"},
	{"nrd", "R's nrd, 1.06 min(sd, IQR/1.34) n^(-1/5)"},
	{"SJ", "Sheather and Jones's"},
	{"ucv", "that of unbiased cross-validation"},
}

func ruleNames() []string {
	var out []string
	for _, r := range rules {
		out = append(out, r.name)
	}
	return out
}

func kernelNames() []string {
	var out []string
	for _, k := range smooth.Kernels {
		out = append(out, k.Name)
	}
	return out
}

// densities are kernel density estimates and their bandwidths.
func densities() []estimate.Estimator {
	const source = "Rosenblatt (1956); Parzen (1962); Silverman (1986)"
	none := math.NaN()
	rule := choice("rule", "scott", "rule of the bandwidth", ruleNames()...)
	width := []estimate.Arg{sample.ValueArg, number("bandwidth", none, 1e-300, 1e300, "bandwidth; by the rule where absent"), rule,
		number("adjust", 1, 1e-6, 1e6, "factor of the bandwidth")}
	kernel := []estimate.Arg{choice("kernel", "gaussian", "kernel", kernelNames()...),
		choice("width", "sd", "what the bandwidth is of a bounded kernel: its standard deviation (R) or its half support (scikit-learn)", "sd", "support")}
	at := estimate.Arg{Name: "at", Kind: estimate.ArgNumbers, Doc: "one place, or several; a grid where absent"}
	grid := []estimate.Arg{number("points", 512, 2, 1e5, "points of the grid"),
		{Name: "from", Kind: estimate.ArgNumber, Doc: "first point; cut bandwidths below the data where absent"},
		{Name: "to", Kind: estimate.ArgNumber, Doc: "last point; cut bandwidths above the data where absent"},
		number("cut", 3, 0, 1000, "bandwidths by which a grid goes beyond the data")}
	join := func(parts ...[]estimate.Arg) (out []estimate.Arg) {
		for _, p := range parts {
			out = append(out, p...)
		}
		return out
	}
	return []estimate.Estimator{
		{Name: "kde", Summary: "the kernel density",
			Unit: "1 / that of value", Domain: "numbers; spread, where the rule makes the bandwidth of it",
			Formula: "Σ K((x - x_i)/h) / (n h), summed directly; or as R's density() bins it (binned)", Source: source, Compute: kde,
			Args: join(width, kernel, []estimate.Arg{at}, grid, []estimate.Arg{choice("method", "direct", "the direct sum, or on a grid of bins as R up to version 4.3", "direct", "binned")})},
		{Name: "kde_cumulative", Summary: "the cumulative probability by a kernel density",
			Unit: "1", Domain: "numbers; spread, where the rule makes the bandwidth of it",
			Formula: "the integral of the kernel density up to x", Source: source, PerRow: true, Compute: kdeCumulative,
			Args: join(width, kernel, []estimate.Arg{{Name: "at", Kind: estimate.ArgNumbers, Required: true, Doc: "one place, or several"}})},
		{Name: "kde_mode", Summary: "where the kernel density is largest",
			Unit: "that of value", Domain: "numbers; spread, where the rule makes the bandwidth of it",
			Formula: "argmax of the Gaussian kernel density, where its slope is 0", Source: source, PerRow: true, Compute: kdeMode, Args: width},
		{Name: "kde_bandwidth", Summary: "the bandwidth of a kernel density",
			Unit: "that of value", Domain: "numbers; two values with spread",
			Formula: "scott sd n^(-1/5); silverman sd (3n/4)^(-1/5); nrd0 0.9 min(sd, IQR/1.34) n^(-1/5); nrd with 1.06; SJ and ucv on distances in 1000 bins, as R",
			Source:  "Scott (1992); Silverman (1986); Sheather and Jones (1991); Bowman (1984)", PerRow: true, Compute: kdeBandwidth, Args: []estimate.Arg{sample.ValueArg, rule}},
	}
}

// scatter is a sample with what bandwidths are made of.
type scatter struct {
	xs     []float64
	spread smooth.Spread
	unit   string
	big    float64
}

func scatterOf(in estimate.Input) (scatter, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return scatter{}, err
	}
	out := scatter{spread: smooth.SpreadOf(s.Xs), unit: sample.UnitOf(in, in.Args.Text("value")), big: s.Big}
	for _, x := range s.Xs {
		out.xs = append(out.xs, x.Float())
	}
	return out, nil
}

// bandwidth is that of a rule, and by how much programs that stop early may be off.
func (s scatter) bandwidth(rule string) (h, slack float64) {
	switch rule {
	case "scott":
		return s.spread.Scott(), 0
	case "silverman":
		return s.spread.Silverman(), 0
	case "nrd0":
		return s.spread.NRD0(), 0
	case "nrd":
		return s.spread.NRD(), 0
	case "SJ":
		return smooth.SheatherJones(s.xs, s.spread)
	}
	return smooth.CrossValidated(s.xs, s.spread)
}

// chosen is the bandwidth that the arguments give, before it is adjusted.
func (s scatter) chosen(in estimate.Input) (h, slack float64, err error) {
	if in.Args.Has("bandwidth") {
		return in.Args.Number("bandwidth"), 0, nil
	}
	rule := in.Args.Text("rule")
	if h, slack = s.bandwidth(rule); !(h > 0) || math.IsInf(h, 0) {
		return 0, 0, estimate.Undefined("the rule %s gives no bandwidth to %v values with standard deviation %.4g; give a bandwidth", rule, s.spread.N, s.spread.SD)
	}
	return h, slack, nil
}

// others calls f with every other bandwidth that the usual slips would take.
func (s scatter) others(in estimate.Input, f func(name, note string, h float64)) {
	given, adjust := in.Args.Has("bandwidth"), in.Args.Number("adjust")
	for _, r := range rules {
		if h, _ := s.bandwidth(r.name); (given || r.name != in.Args.Text("rule")) && h > 0 && !math.IsInf(h, 0) {
			f("rule-"+r.name, "with the bandwidth "+r.note, h*adjust)
		}
	}
	if h := in.Args.Number("bandwidth"); given && s.spread.SD > 0 {
		f("scipy-factor", "with the bandwidth taken as a factor of the standard deviation, as scipy's bw_method", h*adjust*s.spread.SD)
	}
	if h, _, err := s.chosen(in); err == nil && adjust != 1 {
		f("unadjusted", "with the bandwidth not adjusted", h)
	}
}

// density is the estimate that the arguments ask for.
func (s scatter) density(in estimate.Input, h float64) smooth.Density {
	return smooth.NewDensity(s.xs, smooth.KernelNamed(in.Args.Text("kernel")), h, in.Args.Text("width") == "support")
}

// floor is the tolerance of a density with a bandwidth, in units of its peak: what the
// data lose as float64 over the bandwidth, and what slack changes.
func (s scatter) floor(h, slack, peak float64) spec.Tolerance {
	rel := math.Min(1e-4, 1e-8+100*sample.Eps*s.big/h)
	return spec.Tolerance{Rel: math.Max(rel, 2*slack/h), Abs: 1e-14 * peak}
}

func kde(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := scatterOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	n, err := whole(in, "points")
	if err != nil {
		return estimate.Answer{}, err
	}
	h, slack, err := s.chosen(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	h *= in.Args.Number("adjust")
	binned := in.Args.Text("method") == "binned"
	a := estimate.Answer{What: fmt.Sprintf("the %s kernel density with bandwidth %.6g", in.Args.Text("kernel"), h), N: answer.Count(len(s.xs)), Unit: answer.Per("1", s.unit)}
	if a.Value, a.Index, err = s.on(ctx, in, h, s.density(in, h), n, binned); err != nil {
		return a, err
	}
	a.Floor = s.floor(h, slack, 1/h)
	var failed error
	also := func(name, note string, h float64, d smooth.Density, binned bool) {
		v, index, err := s.on(ctx, in, h, d, n, binned)
		if failed = err; err == nil {
			varyNumbers(&a, name, note, v, index)
		}
	}
	s.others(in, func(name, note string, h float64) { also(name, note, h, s.density(in, h), binned) })
	if binned {
		also("direct", "by the direct sum, not on bins", h, s.density(in, h), false)
	} else {
		also("binned", "as R's density() computes it, on bins", h, s.density(in, h), true)
	}
	if k := smooth.KernelNamed(in.Args.Text("kernel")); k.Bound {
		also("gaussian", "with a Gaussian kernel", h, smooth.NewDensity(s.xs, smooth.Kernels[0], h, false), binned)
		other := in.Args.Text("width") != "support"
		also("other-width", map[bool]string{true: "with the bandwidth as half the support of the kernel, not its standard deviation", false: "with the bandwidth as the standard deviation of the kernel, not half its support"}[other],
			h, smooth.NewDensity(s.xs, k, h, other), binned)
	} else {
		also("epanechnikov", "with Epanechnikov's kernel", h, smooth.NewDensity(s.xs, smooth.KernelNamed("epanechnikov"), h, false), binned)
	}
	answer.VaryScaled(&a, "times-n", "the density times the number of values", float64(len(s.xs)))
	return a, failed
}

// on is a density at the places or on the grid that are asked for.
func (s scatter) on(ctx context.Context, in estimate.Input, h float64, d smooth.Density, n int, binned bool) (v spec.Value, index []spec.Value, err error) {
	from, to := s.spread.Min-in.Args.Number("cut")*h, s.spread.Max+in.Args.Number("cut")*h
	if in.Args.Has("from") {
		from = in.Args.Number("from")
	}
	if in.Args.Has("to") {
		to = in.Args.Number("to")
	}
	if !(from < to) {
		return v, nil, estimate.Undefined("the grid goes from %v to %v, which is not above", from, to)
	}
	places := floats(in, "at")
	if places == nil {
		places = smooth.EqualEdges(from, to, n-1)
	}
	var ys []float64
	if binned {
		ys = d.Binned(from, to, bins(n), places)
	} else if ys, err = d.On(ctx, places); err != nil {
		return v, nil, err
	}
	if at := in.Args["at"]; at.Kind == spec.ValueNumber {
		return spec.NumberValue(ys[0]), nil, nil
	} else if !at.Missing() {
		index = at.Items
	}
	return spec.ArrayValue(ys), index, nil
}

// bins is the number of bins that R takes for a grid: a power of two, at least 512.
func bins(n int) int {
	b := 512
	for b < n && b < 1<<14 {
		b *= 2
	}
	return b
}

func kdeCumulative(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := scatterOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	h, slack, err := s.chosen(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	h *= in.Args.Number("adjust")
	a := estimate.Answer{N: answer.Count(len(s.xs)), Unit: "1", Floor: s.floor(h, slack, 1)}
	a.Value, a.Index = values(in.Args["at"], s.density(in, h).Below)
	s.others(in, func(name, note string, h float64) {
		v, index := values(in.Args["at"], s.density(in, h).Below)
		varyNumbers(&a, name, note, v, index)
	})
	v, index := values(in.Args["at"], func(x float64) float64 { return 1 - s.density(in, h).Below(x) })
	varyNumbers(&a, "above", "the probability of more", v, index)
	v, index = values(in.Args["at"], func(x float64) float64 {
		below := 0.0
		for _, v := range s.xs {
			if v <= x {
				below++
			}
		}
		return below / float64(len(s.xs))
	})
	varyNumbers(&a, "empirical", "the share of values up to there, without a kernel", v, index)
	return a, nil
}

func kdeMode(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := scatterOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	h, slack, err := s.chosen(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	h *= in.Args.Number("adjust")
	mode := func(h float64) (float64, error) {
		return smooth.NewDensity(s.xs, smooth.Kernels[0], h, false).Mode(ctx)
	}
	x, err := mode(h)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := estimate.Answer{Value: estimate.Number(x), N: answer.Count(len(s.xs)), Unit: s.unit, Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-6*h + slack + 100*sample.Eps*s.big}}
	var failed error
	s.others(in, func(name, note string, h float64) {
		if x, err := mode(h); err == nil {
			answer.VaryValue(&a, name, note, dd.F(x))
		} else {
			failed = err
		}
	})
	grid := smooth.EqualEdges(s.spread.Min-3*h, s.spread.Max+3*h, 511)
	ys, err := smooth.NewDensity(s.xs, smooth.Kernels[0], h, false).On(ctx, grid)
	if err != nil {
		return a, err
	}
	best := 0
	for i, y := range ys {
		if y > ys[best] {
			best = i
		}
	}
	answer.VaryValue(&a, "grid", "the best of 512 points from three bandwidths below the data to three above", dd.F(grid[best]))
	answer.VaryValue(&a, "height", "the density there, not the place", dd.F(smooth.NewDensity(s.xs, smooth.Kernels[0], h, false).At(x)))
	return a, failed
}

func kdeBandwidth(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := scatterOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	h, slack, err := s.chosen(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := estimate.Answer{What: "the bandwidth by the rule " + in.Args.Text("rule"), Value: estimate.Number(h), N: answer.Count(len(s.xs)), Unit: s.unit,
		Floor: spec.Tolerance{Rel: math.Min(1e-4, 1e-9+10*sample.Eps*s.big/h), Abs: slack}}
	for _, r := range rules {
		if h, _ := s.bandwidth(r.name); r.name != in.Args.Text("rule") {
			answer.VaryValue(&a, "rule-"+r.name, "the bandwidth "+r.note, dd.F(h))
		}
	}
	answer.VaryValue(&a, "factor", "the bandwidth over the standard deviation, scipy's factor", dd.F(h/s.spread.SD))
	answer.VaryValue(&a, "squared", "the variance of the kernel, not its standard deviation", dd.F(h*h))
	answer.VaryValue(&a, "ddof0", "from the standard deviation with ddof 0", dd.F(h*s.spread.SD0/s.spread.SD))
	return a, nil
}

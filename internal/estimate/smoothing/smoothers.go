package smoothing

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/smooth"
)

var weightsArg = estimate.Arg{Name: "weights", Kind: estimate.ArgColumn, Doc: "column of positive weights; 1 where absent"}

// smoothers fit a curve to y on x.
func smoothers() []estimate.Estimator {
	none := math.NaN()
	return []estimate.Estimator{
		{Name: "lowess", Summary: "Cleveland's robust local line",
			Unit: "that of y", Domain: "numbers; places within the data",
			Compute: lowess, Source: "Cleveland (1979)",
			Formula: "tricube-weighted line through the nearest frac · n points (whole ones), it times reweighted by bisquare of the residuals over six medians; as statsmodels and R's lowess",
			Args: []estimate.Arg{xArg, yArg, number("frac", 2.0/3, 1e-6, 1, "part of the points near by"), number("it", 3, 0, 100, "robust steps"),
				number("delta", 0, 0, 1e300, "distance in x within which the curve is a straight line between fitted points (R's default is a hundredth of the range)"), atArg, labelArg}},
		{Name: "loess", Summary: "the local regression",
			Unit: "that of y", Domain: "numbers; enough points near each place for the degree; places within the data",
			Compute: loess, Source: "Cleveland, Grosse and Shyu (1992)",
			Formula: "tricube-weighted polynomial of the nearest span · n points about x, fitted there (direct), or blended between the vertices of cells (interpolate, R's default); symmetric: three times reweighted by bisquare",
			Args: []estimate.Arg{xArg, yArg, number("span", 0.75, 1e-6, 1, "part of the points near by"), number("degree", 2, 0, 2, "degree of the polynomial"),
				choice("family", "gaussian", "gaussian is by least squares, symmetric is robust", "gaussian", "symmetric"),
				choice("surface", "direct", "how places between are reached", "direct", "interpolate"), weightsArg, atArg, labelArg}},
		{Name: "isotonic", Summary: "the isotonic regression",
			Unit: "that of y", Domain: "numbers; two complete rows, weights above 0, places within the data",
			Compute: isotonic, Source: "Ayer, Brunk, Ewing, Reid and Silverman (1955)",
			Formula: "the monotone values with the least Σ w (y - g)², by pooling neighbours that break the order; equal x share their mean; between the x, straight lines",
			Args:    []estimate.Arg{xArg, yArg, choice("direction", "increasing", "which way the curve goes", "increasing", "decreasing"), weightsArg, atArg, labelArg}},
		{Name: "smoothing_spline", Summary: "the cubic smoothing spline",
			Unit: "that of y", Domain: "numbers; three places or more, places within the data",
			Compute: smoothingSpline, Source: "Reinsch (1967); Craven and Wahba (1979)",
			Formula: "the natural cubic spline g with the least Σ w (y - g)² + λ ∫ g''²; λ where absent has the least generalised cross-validation n RSS/(n - trace)², as scipy's make_smoothing_spline",
			Args:    []estimate.Arg{xArg, yArg, number("lambda", none, 0, 1e300, "penalty λ"), weightsArg, atArg, labelArg}},
	}
}

// smoothed starts an answer with what a curve gives.
func (c cloud) smoothed(in estimate.Input, what string, f curve, rel float64) (estimate.Answer, error) {
	a := estimate.Answer{What: what, N: answer.Count(len(c.X)), Unit: c.unit, Floor: c.floor(rel)}
	a.Value, a.Index = c.read(in, f)
	if ns, ok := a.Value.Numbers(); ok {
		for i, n := range ns {
			if !n.Finite() {
				return a, estimate.Undefined("it has no value at place %d: the points near by do not determine a curve", i+1)
			}
		}
	}
	return a, nil
}

func lowess(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := cloudOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	it, err := whole(in, "it")
	if err != nil {
		return estimate.Answer{}, err
	}
	frac, delta := in.Args.Number("frac"), in.Args.Number("delta")
	fit := func(frac float64, it int, delta float64, double bool) (curve, error) {
		l := smooth.NewLowess(c.Points, frac, it, delta)
		l.Double = double
		ys, err := l.Fit(ctx)
		if delta > 0 {
			return curve{ys, func(x float64) float64 { return smooth.Between(c.X, ys, x) }}, err
		}
		return curve{ys, l.At}, err
	}
	main, err := fit(frac, it, delta, false)
	if err != nil {
		return estimate.Answer{}, err
	}
	a, err := c.smoothed(in, fmt.Sprintf("lowess of %s on %s, frac %.4g", in.Args.Text("y"), in.Args.Text("x"), frac), main, 1e-8)
	if err != nil {
		return a, err
	}
	step := (c.X[len(c.X)-1] - c.X[0]) / 100
	for _, v := range []struct {
		name, note string
		frac       float64
		it         int
		delta      float64
		double     bool
		apply      bool
	}{
		{"no-robust-steps", "without robust steps", frac, 0, delta, false, it != 0},
		{"fewer-steps", "with a robust step less", frac, it - 1, delta, false, it > 1},
		{"more-steps", "with a robust step more", frac, it + 1, delta, false, true},
		{"delta-of-r", "with straight lines within a hundredth of the range, R's default delta", frac, it, step, false, delta != step},
		{"delta-0", "with a fit at every point (delta 0)", frac, it, 0, false, delta != 0},
		{"statsmodels-delta", "with the last point but one fitted too, as statsmodels does where the points end within delta", frac, it, delta, true, delta > 0},
		{"frac-2/3", "with two thirds of the points", 2.0 / 3, it, delta, false, frac != 2.0/3},
	} {
		if !v.apply {
			continue
		}
		f, err := fit(v.frac, v.it, v.delta, v.double)
		if err != nil {
			return a, err
		}
		c.varyCurve(in, &a, v.name, v.note, f)
	}
	if in.Args.Has("at") && delta == 0 {
		c.varyCurve(in, &a, "between", "on the straight line between the fitted points beside it", curve{main.ys, func(x float64) float64 { return smooth.Between(c.X, main.ys, x) }})
	}
	return a, c.varyOf(ctx, in, &a)
}

// cheapFits is how many products of points the variants of a local regression may take.
const cheapFits = 1e7

// varyOf appends the loess of degree 1 that shares a lowess's part of the points.
func (c cloud) varyOf(ctx context.Context, in estimate.Input, a *estimate.Answer) error {
	if float64(len(c.X))*float64(len(c.X)) > cheapFits {
		return nil
	}
	l := &smooth.Loess{Points: c.Points, Span: 0.75, Degree: 2, Direct: true}
	ys, err := l.Fit(ctx)
	c.varyCurve(in, a, "loess", "R's loess, local parabolas on three quarters of the points", curve{ys, l.At})
	return err
}

func loess(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := cloudOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	degree, err := whole(in, "degree")
	if err != nil {
		return estimate.Answer{}, err
	}
	main := smooth.Loess{Points: c.Points, Span: in.Args.Number("span"), Degree: degree, Symmetric: in.Args.Text("family") == "symmetric", Direct: in.Args.Text("surface") == "direct"}
	fit := func(l smooth.Loess) (curve, error) {
		if in.Args.Has("at") && !l.Symmetric { // no other value is needed
			err := l.Prepare(ctx)
			return curve{make([]float64, len(c.X)), l.At}, err
		}
		ys, err := l.Fit(ctx)
		return curve{ys, l.At}, err
	}
	f, err := fit(main)
	if err != nil {
		return estimate.Answer{}, err
	}
	a, err := c.smoothed(in, fmt.Sprintf("loess of %s on %s, span %.4g, degree %d", in.Args.Text("y"), in.Args.Text("x"), main.Span, degree), f, 1e-8)
	if err != nil {
		return a, err
	}
	big := float64(len(c.X))*float64(len(c.X))*main.Span > cheapFits
	also := func(name, note string, change func(l *smooth.Loess)) {
		l := main
		change(&l)
		if err != nil || big && l.Direct && (!in.Args.Has("at") || l.Symmetric) {
			return
		}
		var f curve
		if f, err = fit(l); err == nil {
			c.varyCurve(in, &a, name, note, f)
		}
	}
	if main.Direct {
		also("interpolate", "blended between the vertices of cells, R's default", func(l *smooth.Loess) { l.Direct = false })
	} else {
		also("direct", "fitted at each place, not blended between the vertices of cells", func(l *smooth.Loess) { l.Direct = true })
	}
	also("other-family", map[bool]string{true: "by least squares, not robust", false: "robust (family symmetric)"}[main.Symmetric], func(l *smooth.Loess) { l.Symmetric = !l.Symmetric })
	for d := range 3 {
		if d != degree {
			also(fmt.Sprintf("degree-%d", d), fmt.Sprintf("with local polynomials of degree %d", d), func(l *smooth.Loess) { l.Degree = d })
		}
	}
	for _, span := range []float64{0.75, 2.0 / 3} {
		if span != main.Span {
			also(fmt.Sprintf("span-%.3g", span), fmt.Sprintf("with a span of %.4g", span), func(l *smooth.Loess) { l.Span = span })
		}
	}
	if main.W != nil {
		also("unweighted", "without the weights", func(l *smooth.Loess) { l.W = nil })
	}
	return a, err
}

func isotonic(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := cloudOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	fit := func(p smooth.Points, falling bool) curve {
		xs, ys := smooth.Isotonic(p, falling)
		at := func(x float64) float64 { return smooth.Between(xs, ys, x) }
		fitted := make([]float64, len(c.X))
		for i, x := range c.X {
			fitted[i] = at(x)
		}
		return curve{fitted, at}
	}
	falling := in.Args.Text("direction") == "decreasing"
	main := fit(c.Points, falling)
	a, err := c.smoothed(in, fmt.Sprintf("the %s regression of %s on %s", in.Args.Text("direction"), in.Args.Text("y"), in.Args.Text("x")), main, 1e-9)
	if err != nil {
		return a, err
	}
	c.varyCurve(in, &a, "other-direction", "monotone the other way", fit(c.Points, !falling))
	if c.W != nil {
		c.varyCurve(in, &a, "unweighted", "without the weights", fit(smooth.Points{X: c.X, Y: c.Y}, falling))
	}
	sign, best := 1.0, math.Inf(-1)
	if falling {
		sign = -1
	}
	running := make([]float64, len(c.X))
	for i, y := range c.Y {
		best = math.Max(best, sign*y)
		running[i] = sign * best
	}
	c.varyCurve(in, &a, "running-extreme", "the largest (smallest) value so far, not pooled means", curve{running, func(x float64) float64 { return smooth.Between(c.X, running, x) }})
	if in.Args.Has("at") {
		c.varyCurve(in, &a, "step", "the value of the last point at or below, as a step function", curve{main.ys, func(x float64) float64 { return smooth.Before(c.X, main.ys, x) }})
	}
	return a, nil
}

func smoothingSpline(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	c, err := cloudOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	fit := func(p smooth.Points, lambda float64) (curve, float64, error) {
		s, err := smooth.NewSmoothing(p)
		if err != nil {
			return curve{}, 0, estimate.Undefined("%v; take the mean of y for each x first", err)
		}
		if lambda < 0 {
			if lambda = s.Best(); math.IsNaN(lambda) {
				return curve{}, 0, estimate.Undefined("no penalty has the least cross-validation; give lambda")
			}
		}
		ys := s.Fit(lambda)
		g, err := s.Curve(ys)
		return curve{ys, func(x float64) float64 { return g.At(x, 0) }}, lambda, err
	}
	given, rel := -1.0, 1e-4 // programs search the penalty to about so much
	if in.Args.Has("lambda") {
		given, rel = in.Args.Number("lambda"), 1e-8
	}
	main, lambda, err := fit(c.Points, given)
	if err != nil {
		return estimate.Answer{}, err
	}
	a, err := c.smoothed(in, fmt.Sprintf("the smoothing spline of %s on %s, λ %.6g", in.Args.Text("y"), in.Args.Text("x"), lambda), main, rel)
	if err != nil {
		return a, err
	}
	also := func(name, note string, p smooth.Points, lambda float64) {
		if f, _, err := fit(p, lambda); err == nil {
			c.varyCurve(in, &a, name, note, f)
		}
	}
	also("interpolating", "the natural spline through the points, not smoothed", c.Points, 0)
	also("mean-square", "with λ against the mean, not the sum, of the squares", c.Points, lambda*float64(len(c.X)))
	if given >= 0 {
		also("gcv", "with the penalty of generalised cross-validation", c.Points, -1)
	}
	if c.W != nil {
		also("unweighted", "without the weights", smooth.Points{X: c.X, Y: c.Y}, given)
		squared := make([]float64, len(c.W))
		for i, w := range c.W {
			squared[i] = w * w
		}
		also("weights-squared", "with the squares of the weights, as where they multiply the residuals", smooth.Points{X: c.X, Y: c.Y, W: squared}, given)
	}
	return a, nil
}

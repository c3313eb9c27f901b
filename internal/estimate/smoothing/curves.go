package smoothing

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/smooth"
)

// curves interpolate points.
func curves() []estimate.Estimator {
	var kinds []string
	for _, k := range smooth.Curves {
		kinds = append(kinds, k.Kind)
	}
	const source = "de Boor (1978); Forsythe, Malcolm and Moler (1977); Fritsch and Carlson (1980); Fritsch and Butland (1984); Akima (1970)"
	kind := choice("method", "not-a-knot", "kind of curve", kinds...)
	ends := []estimate.Arg{number("first_slope", 0, -1e300, 1e300, "slope of a clamped spline at the first point"), number("last_slope", 0, -1e300, 1e300, "slope of a clamped spline at the last point")}
	at := estimate.Arg{Name: "at", Kind: estimate.ArgNumbers, Required: true, Doc: "one x, or several, within those of the data"}
	return []estimate.Estimator{
		{Name: "spline", Summary: "the curve through the points",
			Unit: "that of y / that of x to the order of the derivative", Domain: "numbers, each x once; two complete rows, places within the data",
			Formula: "piecewise cubics through all points, each x once; or straight lines; or its derivative", Source: source, Compute: spline,
			Args: append([]estimate.Arg{xArg, yArg, at, kind, number("derivative", 0, 0, 2, "order of the derivative")}, ends...)},
		{Name: "spline_integral", Summary: "the integral of the curve through the points",
			Unit: "that of x times that of y", Domain: "numbers, each x once; two complete rows, a range within the data",
			Formula: "∫ of the piecewise cubic from one x to another", Source: source, Compute: splineIntegral,
			Args: append([]estimate.Arg{xArg, yArg, {Name: "from", Kind: estimate.ArgNumber, Doc: "lower end; the first x where absent"}, {Name: "to", Kind: estimate.ArgNumber, Doc: "upper end; the last x where absent"}, kind}, ends...)},
	}
}

// through makes the curves through the points of a call.
func through(in estimate.Input) (cloud, func(kind string) (smooth.Curve, error), error) {
	c, err := cloudOf(in)
	if err != nil {
		return c, nil, err
	}
	ends := smooth.Ends{First: in.Args.Number("first_slope"), Last: in.Args.Number("last_slope")}
	of := func(kind string) (smooth.Curve, error) {
		k, err := smooth.Through(kind, c.X, c.Y, ends)
		if err != nil {
			err = estimate.Undefined("%v; take the mean of y for each x first", err)
		}
		return k, err
	}
	return c, of, nil
}

func spline(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	c, of, err := through(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	order, err := whole(in, "derivative")
	if err != nil {
		return estimate.Answer{}, err
	}
	kind := in.Args.Text("method")
	main, err := of(kind)
	if err != nil {
		return estimate.Answer{}, err
	}
	value := func(g smooth.Curve, order int) curve {
		return curve{nil, func(x float64) float64 { return g.At(x, order) }}
	}
	a, err := c.smoothed(in, fmt.Sprintf("the %s curve through the points", kind), value(main, order), 1e-9)
	if err != nil {
		return a, err
	}
	if order > 0 {
		a.What = fmt.Sprintf("derivative %d of the %s curve through the points", order, kind)
		for range order {
			a.Unit = answer.Per(a.Unit, in.View.Column(in.Args.Text("x")).Unit)
		}
		narrow := math.Inf(1)
		for i := range len(c.X) - 1 {
			narrow = math.Min(narrow, c.X[i+1]-c.X[i])
		}
		a.Floor.Scale /= math.Pow(narrow, float64(order))
	}
	for _, k := range smooth.Curves {
		if g, err := of(k.Kind); k.Kind != kind && err == nil {
			c.varyCurve(in, &a, k.Kind, "by "+k.Note, value(g, order))
		}
	}
	for d := range 3 {
		if d != order {
			c.varyCurve(in, &a, fmt.Sprintf("derivative-%d", d), map[int]string{0: "the value, not a derivative", 1: "the first derivative", 2: "the second derivative"}[d], value(main, d))
		}
	}
	if order == 0 {
		c.varyCurve(in, &a, "previous", "the y of the last point at or below", curve{nil, func(x float64) float64 { return smooth.Before(c.X, c.Y, x) }})
	}
	return a, nil
}

func splineIntegral(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	c, of, err := through(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	lo, hi := c.X[0], c.X[len(c.X)-1]
	from, to := lo, hi
	if in.Args.Has("from") {
		from = in.Args.Number("from")
	}
	if in.Args.Has("to") {
		to = in.Args.Number("to")
	}
	if math.Min(from, to) < lo || math.Max(from, to) > hi {
		return estimate.Answer{}, estimate.Undefined("from %v to %v goes beyond the data, which go from %v to %v", from, to, lo, hi)
	}
	kind := in.Args.Text("method")
	main, err := of(kind)
	if err != nil {
		return estimate.Answer{}, err
	}
	floor := c.floor(1e-9)
	floor.Scale = math.Max(math.Abs(c.yLo), math.Abs(c.yHi)) * math.Abs(to-from)
	a := estimate.Answer{What: fmt.Sprintf("the integral of the %s curve from %v to %v", kind, from, to), Value: estimate.Number(main.Integral(from, to)), N: answer.Count(len(c.X)),
		Unit: answer.Per(c.unit, answer.Per("1", in.View.Column(in.Args.Text("x")).Unit)), Floor: floor}
	for _, k := range smooth.Curves {
		if g, err := of(k.Kind); k.Kind != kind && err == nil {
			varyNumbers(&a, k.Kind, "by "+k.Note, estimate.Number(g.Integral(from, to)), nil)
		}
	}
	varyNumbers(&a, "mean", "the mean of the curve, its integral over the width", estimate.Number(main.Integral(from, to)/(to-from)), nil)
	varyNumbers(&a, "sign", "the integral the other way", estimate.Number(-main.Integral(from, to)), nil)
	return a, nil
}

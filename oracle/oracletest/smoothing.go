package oracletest

import "github.com/assaybench/assay/spec"

// smoothed are the cases of densities, histograms, smoothers, curves and filters.
func smoothed() []Case {
	plus := func(v, k float64) float64 { return v + k }
	times := func(v, k float64) float64 { return v * k }
	stays := func(v, _ float64) float64 { return v }
	number := spec.NumberValue
	truth := func(b bool) spec.Value { return spec.Value{Kind: spec.ValueBool, Bool: b} }
	list := func(xs ...float64) spec.Value { return spec.ArrayValue(xs) }
	value := args{"value": text("value")}
	grid := with(value, args{"points": number(16), "scale": number(1e3)})
	xy := args{"x": text("x"), "y": text("y")}
	yx := args{"x": text("t"), "y": text("y"), "at": number(20)}
	series := with(value, args{"label": text("id"), "window": number(5), "order": number(2)})
	cases := []Case{
		{Estimator: "kde", Args: grid, Moves: "value", Shift: stays, Scale: func(v, k float64) float64 { return v / k }},
		{Estimator: "kde", Args: with(grid, args{"kernel": text("triangular"), "rule": text("nrd0"), "adjust": number(0.5)}), Moves: "value", Shift: stays},
		{Estimator: "kde", Args: with(grid, args{"method": text("binned"), "kernel": text("epanechnikov"), "width": text("support"), "bandwidth": number(30)})},
		{Estimator: "kde", Args: with(value, args{"at": list(2010, 2001), "rule": text("nrd")})},
		{Estimator: "kde_cumulative", Args: with(value, args{"at": number(2001), "by": text("group")})},
		{Estimator: "kde_mode", Args: with(value, args{"bandwidth": number(400)}), Moves: "value", Shift: plus},
		{Estimator: "histogram", Args: with(value, args{"edges": list(1700, 2000, 2020, 2300)})},
		{Estimator: "histogram", Args: with(value, args{"bins": number(4), "statistic": text("density"), "from": number(1700), "to": number(2300)})},
		{Estimator: "histogram", Args: with(value, args{"rule": text("sturges"), "statistic": text("cumulative"), "closed": text("right")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "lowess", Args: xy, Moves: "y", Shift: plus, Scale: times},
		{Estimator: "lowess", Args: with(xy, args{"label": text("id"), "frac": number(0.5), "it": number(1)}), Moves: "y", Shift: plus, Scale: times, Ordered: true},
		{Estimator: "lowess", Args: with(yx, args{"it": number(0)}), Moves: "y", Shift: plus, Scale: times},
		{Estimator: "loess", Args: with(xy, args{"degree": number(1)}), Moves: "y", Shift: plus, Scale: times},
		{Estimator: "loess", Args: with(xy, args{"degree": number(1), "surface": text("interpolate")}), Moves: "y", Shift: plus, Scale: times},
		{Estimator: "loess", Args: with(yx, args{"degree": number(0), "family": text("symmetric")}), Moves: "y", Shift: plus, Scale: times},
		{Estimator: "isotonic", Args: with(xy, args{"label": text("id")}), Moves: "y", Shift: plus, Scale: times, Ordered: true},
		{Estimator: "isotonic", Args: with(yx, args{"direction": text("decreasing"), "weights": text("value")}), Moves: "y", Shift: plus, Scale: times},
		{Estimator: "smoothing_spline", Args: args{"x": text("place"), "y": text("y"), "lambda": number(2)}},
		{Estimator: "spline_integral", Args: args{"x": text("place"), "y": text("y")}},
		{Estimator: "ewma", Args: with(value, args{"span": number(4)}), Moves: "value", Shift: plus, Scale: times, Ordered: true},
		{Estimator: "ewma", Args: with(value, args{"alpha": number(0.25), "adjust": truth(false), "label": text("id")}), Moves: "value", Shift: plus, Scale: times, Ordered: true},
		{Estimator: "savgol", Args: series, Moves: "value", Shift: plus, Scale: times, Ordered: true},
		{Estimator: "savgol", Args: with(series, args{"derivative": number(1), "mode": text("mirror")}), Moves: "value", Shift: stays, Scale: times, Ordered: true},
	}
	for _, rule := range []string{"scott", "silverman", "nrd0", "nrd"} {
		cases = append(cases, Case{Estimator: "kde_bandwidth", Args: with(value, args{"rule": text(rule)}), Moves: "value", Shift: stays, Scale: times})
	}
	for _, rule := range []string{"sturges", "scott", "scott-r", "fd", "sqrt", "rice", "doane"} {
		cases = append(cases, Case{Estimator: "histogram_bins", Args: with(value, args{"rule": text(rule)})})
	}
	for _, method := range []string{"natural", "not-a-knot", "clamped", "fmm", "pchip", "monoH.FC", "akima", "linear"} {
		cases = append(cases, Case{Estimator: "spline", Args: args{"x": text("place"), "y": text("y"), "at": number(3.5), "method": text(method)}, Moves: "y", Shift: plus, Scale: times})
	}
	return cases
}

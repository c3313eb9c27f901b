package oracletest

import (
	"math"

	"github.com/assaybench/assay/spec"
)

// signals are the cases of signals, lines, functions and tracks.
func signals() []Case {
	plus := func(v, k float64) float64 { return v + k }
	times := func(v, k float64) float64 { return v * k }
	stays := func(v, _ float64) float64 { return v }
	squared := func(v, k float64) float64 { return v * k * k }
	number := spec.NumberValue
	truth := spec.Value{Kind: spec.ValueBool, Bool: true}
	value := args{"value": text("value")}
	bell := args{"x": text("place"), "y": text("bell")}
	above := with(bell, args{"baseline": text("min")})
	tracks := args{"coordinates": spec.Value{Kind: spec.ValueArray, Items: []spec.Value{text("x"), text("y")}}, "time": text("place")}
	texts := func(ss ...string) spec.Value {
		v := spec.Value{Kind: spec.ValueArray}
		for _, s := range ss {
			v.Items = append(v.Items, text(s))
		}
		return v
	}

	cases := []Case{
		{Estimator: "fft", Args: value, Moves: "value", Scale: times, Ordered: true},
		{Estimator: "fft", Args: with(value, args{"quantity": text("power"), "norm": text("1/sqrt n"), "sides": text("two"), "detrend": text("linear")}), Moves: "value", Shift: stays, Scale: squared, Ordered: true},
		{Estimator: "fft", Args: with(value, args{"quantity": text("real"), "norm": text("amplitude"), "detrend": text("constant")}), Moves: "value", Shift: stays, Scale: times, Ordered: true},
		{Estimator: "fft", Args: with(value, args{"quantity": text("imaginary"), "norm": text("1/n")}), Moves: "value", Shift: stays, Scale: times, Ordered: true},
		{Estimator: "fft", Args: with(value, args{"quantity": text("phase"), "rate": number(10)}), Ordered: true},
		{Estimator: "dominant_frequency", Args: with(value, args{"detrend": text("constant")}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "dominant_frequency", Args: with(value, args{"by": text("group")}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "periodogram", Args: with(value, args{"sides": text("two")}), Moves: "value", Shift: stays, Scale: squared, Ordered: true},
		{Estimator: "welch", Args: with(value, args{"segment": number(6), "scaling": text("spectrum")}), Moves: "value", Shift: stays, Scale: squared, Ordered: true},
		{Estimator: "welch", Args: with(value, args{"segment": number(6), "overlap": number(2), "window": text("blackman"), "detrend": text("linear")}), Moves: "value", Shift: stays, Scale: squared, Ordered: true},
		{Estimator: "band_power", Args: with(value, args{"low": number(0.1), "high": number(0.4)}), Moves: "value", Shift: stays, Scale: squared, Ordered: true},
		{Estimator: "band_power", Args: with(value, args{"low": number(0.1), "high": number(0.4), "segment": number(8), "relative": truth}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "autoregression", Args: with(value, args{"order": number(1), "method": text("ols"), "quantity": text("constant")}), Moves: "value", Scale: times, Ordered: true},
		{Estimator: "peaks", Args: args{"y": text("bell"), "x": text("place"), "quantity": text("width"), "rank": number(1), "rank_by": text("prominence")}, Moves: "bell", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "peaks", Args: args{"y": text("bell"), "quantity": text("prominence"), "rank": number(1), "rank_by": text("height")}, Moves: "bell", Shift: stays, Scale: times, Ordered: true},
		{Estimator: "peaks", Args: args{"y": text("bell"), "quantity": text("height"), "distance": number(3)}, Moves: "bell", Shift: plus, Scale: times, Ordered: true},
		{Estimator: "peaks", Args: args{"y": text("bell"), "x": text("place")}, Moves: "place", Shift: plus, Scale: times, Ordered: true},
		{Estimator: "peaks", Args: args{"y": text("bell"), "quantity": text("count")}, Moves: "bell", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "centroid", Args: above, Moves: "place", Shift: plus, Scale: times},
		{Estimator: "centroid", Args: with(above, args{"by": text("group")}), Moves: "bell", Shift: stays, Scale: stays},
		{Estimator: "line_area", Args: with(bell, args{"baseline": text("ends")}), Moves: "bell", Shift: stays, Scale: times},
		{Estimator: "line_area", Args: with(bell, args{"low": number(0), "high": number(12)}), Moves: "bell", Scale: times},
		{Estimator: "fwhm", Args: above, Moves: "place", Shift: stays, Scale: times},
		{Estimator: "fwhm", Args: with(bell, args{"baseline": text("min")}), Moves: "bell", Shift: stays, Scale: stays},
		{Estimator: "peak_model", Args: with(bell, args{"quantity": text("centre")}), Moves: "place", Shift: plus, Scale: times},
		{Estimator: "peak_model", Args: with(bell, args{"quantity": text("area")}), Moves: "bell", Shift: stays, Scale: times},
		{Estimator: "peak_model", Args: with(bell, args{"quantity": text("offset")}), Moves: "bell", Shift: plus, Scale: times},
		{Estimator: "integral", Args: args{"expression": text("exp(-k*x^2)"), "from": text("-inf"), "to": text("inf"), "parameters": text("k=2")}},
		{Estimator: "root", Args: args{"expression": text("cos(x)"), "from": number(0), "to": text("pi")}},
		{Estimator: "ode", Args: args{"equations": texts("x=v", "v=-x"), "start": texts("x=1", "v=0"), "expression": text("x"), "at": spec.ArrayValue([]float64{1, 2})}},
		{Estimator: "ode", Args: args{"equations": text("y=-k*y"), "start": text("y=1"), "parameters": text("k=0.5"), "expression": text("y-0.5"), "quantity": text("event_time"), "to": number(5)}},
		{Estimator: "attoclock_offset", Args: args{"field": number(0.05), "frequency": number(0.0569), "strength": number(1.19273), "length": number(5), "ellipticity": number(0.87)}},
		{Estimator: "yukawa_energy", Args: args{"strength": number(1.19273), "length": number(5)}},
		{Estimator: "barrier_field", Args: args{"strength": number(1), "length": number(10)}},
	}
	for _, method := range []string{"yule-walker", "adjusted", "burg", "ols"} {
		cases = append(cases, Case{Estimator: "autoregression", Args: with(value, args{"order": number(2), "lag": number(2), "method": text(method)}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
			Case{Estimator: "autoregression", Args: with(value, args{"order": number(1), "method": text(method), "quantity": text("variance")}), Moves: "value", Shift: stays, Scale: squared, Ordered: true})
	}
	for _, rule := range []string{"trapezoid", "simpson", "left", "right"} {
		cases = append(cases, Case{Estimator: "sampled_integral", Args: with(bell, args{"rule": text(rule)}), Moves: "place", Shift: stays, Scale: times},
			Case{Estimator: "sampled_integral", Args: with(bell, args{"rule": text(rule), "above": text("lowest"), "by": text("group")}), Moves: "bell", Shift: stays, Scale: times})
	}
	for _, quantity := range []string{"path_length", "net_displacement", "turning", "area", "max_deviation"} {
		cases = append(cases, Case{Estimator: "trajectory", Args: with(tracks, args{"quantity": text(quantity)}), Moves: "x", Shift: stays})
	}
	for _, quantity := range []string{"mean_speed", "max_speed"} {
		cases = append(cases, Case{Estimator: "trajectory", Args: with(tracks, args{"quantity": text(quantity)}), Moves: "place", Shift: stays, Scale: func(v, k float64) float64 { return v / k }})
	}
	return append(cases,
		Case{Estimator: "trajectory", Args: args{"coordinates": text("bell"), "time": text("place"), "quantity": text("time_of_peak")}, Moves: "place", Shift: plus, Scale: times},
		Case{Estimator: "trajectory", Args: args{"coordinates": text("bell"), "time": text("place"), "quantity": text("path_length"), "points": number(7)}, Moves: "bell", Shift: stays, Scale: func(v, k float64) float64 { return v * math.Abs(k) }},
		Case{Estimator: "trajectory", Args: with(tracks, args{"quantity": text("straightness"), "by": text("group")}), Moves: "y", Shift: stays})
}

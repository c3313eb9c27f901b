package oracletest

import "github.com/assaybench/assay/spec"

// predicted are the cases of classification, ranking and calibration.
func predicted() []Case {
	stays := func(v, _ float64) float64 { return v }
	labels := args{"truth": text("yes"), "predicted": text("guess")}
	words := args{"truth": text("three"), "predicted": text("group")}
	scores := args{"truth": text("yes"), "score": text("x")}
	chances := args{"truth": text("yes"), "score": text("p")}
	var cases []Case
	for _, name := range []string{"accuracy", "balanced_accuracy", "precision", "recall", "f1", "mcc", "cohen_kappa"} {
		cases = append(cases, Case{Estimator: name, Args: labels})
	}
	for _, average := range []string{"micro", "macro", "weighted"} {
		for _, name := range []string{"precision", "recall", "f1"} {
			cases = append(cases, Case{Estimator: name, Args: with(words, args{"average": text(average)}), CountsRows: true})
		}
	}
	for _, name := range []string{"roc_auc", "average_precision"} {
		cases = append(cases, Case{Estimator: name, Args: scores, Moves: "x", Shift: stays, Scale: stays},
			Case{Estimator: name, Args: args{"truth": text("group"), "positive": text("b"), "score": text("value")}, Moves: "value", Shift: stays, Scale: stays})
	}
	return append(cases,
		Case{Estimator: "accuracy", Args: with(labels, args{"by": text("group")})},
		Case{Estimator: "cohen_kappa", Args: with(words, args{"weights": text("quadratic")}), CountsRows: true},
		Case{Estimator: "brier", Args: chances}, Case{Estimator: "brier", Args: with(chances, args{"by": text("group")})},
		Case{Estimator: "log_loss", Args: chances}, Case{Estimator: "log_loss", Args: with(chances, args{"clip": spec.NumberValue(0.01)})},
		Case{Estimator: "expected_calibration_error", Args: chances},
		Case{Estimator: "expected_calibration_error", Args: with(chances, args{"binning": text("mass"), "bins": spec.NumberValue(4)})})
}

// lifetimes are the cases of censored times.
func lifetimes() []Case {
	times := func(v, k float64) float64 { return v * k }
	plus := func(v, k float64) float64 { return v + k }
	stays := func(v, _ float64) float64 { return v }
	over := func(v, k float64) float64 { return v / k }
	every := args{"time": text("value")}
	censored := with(every, args{"event": text("guess")})
	at := args{"at": spec.NumberValue(2001)}
	model := with(every, args{"x": text("x"), "term": text("x")})
	cases := []Case{
		{Estimator: "kaplan_meier", Args: with(every, at)},
		{Estimator: "kaplan_meier", Args: with(with(every, at), args{"by": text("group"), "interval": text("plain")})},
		{Estimator: "kaplan_meier", Args: with(with(censored, args{"at": spec.NumberValue(0)}), args{"interval": text("log-log")})},
		{Estimator: "median_survival", Args: every, Moves: "value", Shift: plus, Scale: times},
		{Estimator: "median_survival", Args: with(every, args{"by": text("group")}), Moves: "value", Shift: plus, Scale: times},
		{Estimator: "log_rank", Args: with(every, args{"group": text("three")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "log_rank", Args: with(censored, args{"group": text("group")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "cox", Args: model, Moves: "x", Shift: stays, Scale: over},
		{Estimator: "cox", Args: with(model, args{"ties": text("breslow")}), Moves: "value", Shift: stays, Scale: stays},
	}
	for _, w := range []string{"gehan", "tarone-ware", "peto"} {
		cases = append(cases, Case{Estimator: "log_rank", Args: with(every, args{"group": text("group"), "weights": text(w)}), Moves: "value", Shift: stays, Scale: stays})
	}
	return cases
}

// ordered are the cases of series, beside the autocorrelation.
func ordered() []Case {
	plus := func(v, k float64) float64 { return v + k }
	times := func(v, k float64) float64 { return v * k }
	stays := func(v, _ float64) float64 { return v }
	squared := func(v, k float64) float64 { return v * k * k }
	number := spec.NumberValue
	value, labelled := args{"value": text("value")}, args{"value": text("value"), "label": text("id"), "window": number(3)}
	at := with(value, args{"frequency": number(0.25)})
	var cases []Case
	for _, method := range []string{"yule-walker", "adjusted", "ols"} {
		cases = append(cases, Case{Estimator: "partial_autocorrelation", Args: with(value, args{"method": text(method), "lag": number(2)}), Moves: "value", Shift: stays, Scale: stays, Ordered: true})
	}
	for _, align := range []string{"trailing", "centred", "leading"} {
		cases = append(cases, Case{Estimator: "moving_average", Args: with(labelled, args{"align": text(align)}), Moves: "value", Shift: plus, Scale: times, Ordered: true})
	}
	for _, window := range []string{"boxcar", "hann", "hamming", "blackman"} {
		cases = append(cases, Case{Estimator: "periodogram_power", Args: with(at, args{"window": text(window), "scaling": text("spectrum")}), Moves: "value", Shift: stays, Scale: squared, Ordered: true},
			Case{Estimator: "welch_power", Args: with(at, args{"window": text(window), "segment": number(6), "detrend": text("linear")}), Moves: "value", Shift: stays, Scale: squared, Ordered: true})
	}
	return append(cases,
		Case{Estimator: "ljung_box", Args: with(value, args{"lags": number(3)}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		Case{Estimator: "ljung_box", Args: with(value, args{"lags": number(2), "fitted": number(1), "by": text("group")}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		Case{Estimator: "moving_average", Args: with(labelled, args{"window": number(4), "align": text("centred")}), Moves: "value", Shift: plus, Scale: times, Ordered: true},
		Case{Estimator: "periodogram_power", Args: with(at, args{"detrend": text("none"), "by": text("group")}), Moves: "value", Scale: squared, Ordered: true})
}

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

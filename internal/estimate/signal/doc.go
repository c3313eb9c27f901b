// Package signal holds quantities of signals: their transforms, spectra and
// autoregressions.
package signal

import (
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/spec"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(transforms(), spectra(), autoregressions())
}

func number(x float64) spec.Value { return spec.NumberValue(x) }

func varied(a *estimate.Answer, name, note string, x float64) {
	answer.VaryValue(a, name, note, dd.F(x))
}

// whole is an argument that counts.
func whole(in estimate.Input, name string) (int, error) {
	k := int(in.Args.Number(name))
	if float64(k) != in.Args.Number(name) {
		return 0, estimate.BadArg(name, "is not a whole number")
	}
	return k, nil
}

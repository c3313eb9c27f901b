// Package answer builds the answers of estimators: inference from an estimate and its
// standard error, and the variants that the usual slips would give.
package answer

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// Count is n as a value.
func Count(n int) spec.Value { return spec.NumberValue(float64(n)) }

// Float is the number of a value; NaN where it is none.
func Float(v spec.Value) float64 {
	if v.Kind != spec.ValueNumber {
		return math.NaN()
	}
	return v.Num.F
}

// Uncertain is an uncertainty of kind se or sd; none where x is not finite.
func Uncertain(kind spec.UncertaintyKind, x dd.Num) []spec.Uncertainty {
	if !x.Finite() {
		return nil
	}
	return []spec.Uncertainty{{Kind: kind, Value: estimate.Number(x.Float())}}
}

// Around gives intervals centre +- q(level) se; nil where they are not defined.
func Around(centre, se dd.Num, q func(level float64) float64) estimate.Interval {
	if !se.Finite() || !centre.Finite() {
		return nil
	}
	return func(level float64) (spec.Value, spec.Value) {
		half := se.Mul(dd.F(q(level)))
		return estimate.Number(centre.Sub(half).Float()), estimate.Number(centre.Add(half).Float())
	}
}

// GiveInterval puts the answer's interval at a level among its uncertainties.
func GiveInterval(a *estimate.Answer, level float64) {
	a.Uncertainty = append(a.Uncertainty, estimate.At(a.Interval, level)...)
}

// Infer fills in all that follows from centre, standard error and df by Student's t.
func Infer(a *estimate.Answer, centre, se, df dd.Num, level float64) {
	if !(df.Float() > 0) || !se.Finite() {
		return
	}
	a.DF = estimate.Number(df.Float())
	a.Interval = Around(centre, se, TTwo(df.Float()))
	GiveInterval(a, level)
	a.Uncertainty = append(a.Uncertainty, Uncertain(spec.UncertaintySE, se)...)
	t := centre.Div(se).Float()
	a.Statistic, a.PValue = estimate.Number(t), estimate.Number(TTail(t, df.Float()))
}

// Vary appends a variant.
func Vary(a *estimate.Answer, name, note string, b estimate.Answer) {
	a.Variants = append(a.Variants, estimate.Variant{Name: name, Note: note, Answer: b})
}

// VaryValue appends a variant that has another value, where that is finite.
func VaryValue(a *estimate.Answer, name, note string, x dd.Num) {
	if v := estimate.Number(x.Float()); !v.Missing() {
		Vary(a, name, note, estimate.Answer{Value: v})
	}
}

// VaryScaled appends a variant in which value and uncertainty are multiplied by k.
func VaryScaled(a *estimate.Answer, name, note string, k float64) {
	Vary(a, name, note, estimate.Scale(estimate.Answer{Value: a.Value, Uncertainty: a.Uncertainty, Interval: a.Interval}, k))
}

// VaryInterval appends a variant whose interval is another.
func VaryInterval(a *estimate.Answer, name, note string, level float64, interval estimate.Interval) {
	if u := estimate.At(interval, level); len(u) > 0 {
		Vary(a, name, note, estimate.Answer{Interval: interval, Uncertainty: u})
	}
}

// VaryNormal appends the intervals that put a normal quantile in place of t.
func VaryNormal(a *estimate.Answer, centre, se dd.Num, level float64) {
	times := func(q float64) estimate.Interval { return Around(centre, se, func(float64) float64 { return q }) }
	VaryInterval(a, "normal-interval", "the interval by the normal distribution in place of t", level, Around(centre, se, NormalTwo))
	if level == 0.95 {
		VaryInterval(a, "1.96-interval", "estimate ± 1.96 standard errors, not the interval by t", level, times(1.96))
		VaryInterval(a, "2-interval", "estimate ± 2 standard errors", level, times(2))
	}
	VaryInterval(a, "1-interval", "estimate ± 1 standard error", level, times(1))
}

// VaryOneSided appends the p-values of the one-sided tests.
func VaryOneSided(a *estimate.Answer) {
	if p := Float(a.PValue); p == p {
		Vary(a, "one-sided", "the one-sided p-value", estimate.Answer{PValue: estimate.Number(p / 2)})
		Vary(a, "one-sided-other", "the one-sided p-value of the other side", estimate.Answer{PValue: estimate.Number(1 - p/2)})
	}
}

package builtin

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

func count(n int) spec.Value { return spec.NumberValue(float64(n)) }

// float is the number of a value; NaN where it is none.
func float(v spec.Value) float64 {
	if v.Kind != spec.ValueNumber {
		return math.NaN()
	}
	return v.Num.F
}

// uncertain is an uncertainty of kind se or sd; none where x is not finite.
func uncertain(kind spec.UncertaintyKind, x dd.Num) []spec.Uncertainty {
	if !x.Finite() {
		return nil
	}
	return []spec.Uncertainty{{Kind: kind, Value: estimate.Number(x.Float())}}
}

// around gives intervals centre +- q(level) se; nil where they are not defined.
func around(centre, se dd.Num, q func(level float64) float64) estimate.Interval {
	if !se.Finite() || !centre.Finite() {
		return nil
	}
	return func(level float64) (spec.Value, spec.Value) {
		half := se.Mul(dd.F(q(level)))
		return estimate.Number(centre.Sub(half).Float()), estimate.Number(centre.Add(half).Float())
	}
}

// giveInterval puts the answer's interval at a level among its uncertainties.
func giveInterval(a *estimate.Answer, level float64) {
	a.Uncertainty = append(a.Uncertainty, estimate.At(a.Interval, level)...)
}

// infer fills in all that follows from centre, standard error and df by Student's t.
func infer(a *estimate.Answer, centre, se, df dd.Num, level float64) {
	if !(df.Float() > 0) || !se.Finite() {
		return
	}
	a.DF = estimate.Number(df.Float())
	a.Interval = around(centre, se, tTwo(df.Float()))
	giveInterval(a, level)
	a.Uncertainty = append(a.Uncertainty, uncertain(spec.UncertaintySE, se)...)
	t := centre.Div(se).Float()
	a.Statistic, a.PValue = estimate.Number(t), estimate.Number(tTail(t, df.Float()))
}

// vary appends a variant.
func vary(a *estimate.Answer, name, note string, b estimate.Answer) {
	a.Variants = append(a.Variants, estimate.Variant{Name: name, Note: note, Answer: b})
}

// varyValue appends a variant that has another value, where that is finite.
func varyValue(a *estimate.Answer, name, note string, x dd.Num) {
	if v := estimate.Number(x.Float()); !v.Missing() {
		vary(a, name, note, estimate.Answer{Value: v})
	}
}

// varyScaled appends a variant in which value and uncertainty are multiplied by k.
func varyScaled(a *estimate.Answer, name, note string, k float64) {
	vary(a, name, note, estimate.Scale(estimate.Answer{Value: a.Value, Uncertainty: a.Uncertainty, Interval: a.Interval}, k))
}

// varyInterval appends a variant whose interval is another.
func varyInterval(a *estimate.Answer, name, note string, level float64, interval estimate.Interval) {
	if u := estimate.At(interval, level); len(u) > 0 {
		vary(a, name, note, estimate.Answer{Interval: interval, Uncertainty: u})
	}
}

// varyNormal appends the intervals that put a normal quantile in place of t.
func varyNormal(a *estimate.Answer, centre, se dd.Num, level float64) {
	times := func(q float64) estimate.Interval { return around(centre, se, func(float64) float64 { return q }) }
	varyInterval(a, "normal-interval", "the interval by the normal distribution in place of t", level, around(centre, se, normalTwo))
	if level == 0.95 {
		varyInterval(a, "1.96-interval", "estimate ± 1.96 standard errors, not the interval by t", level, times(1.96))
		varyInterval(a, "2-interval", "estimate ± 2 standard errors", level, times(2))
	}
	varyInterval(a, "1-interval", "estimate ± 1 standard error", level, times(1))
}

// varyOneSided appends the p-values of the one-sided tests.
func varyOneSided(a *estimate.Answer) {
	if p := float(a.PValue); p == p {
		vary(a, "one-sided", "the one-sided p-value", estimate.Answer{PValue: estimate.Number(p / 2)})
		vary(a, "one-sided-other", "the one-sided p-value of the other side", estimate.Answer{PValue: estimate.Number(1 - p/2)})
	}
}

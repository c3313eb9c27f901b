package answer

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// TestFloor is the tolerance of closed forms, which independent programs reach with
// room to spare (5e-14 at worst over the classical tests).
var TestFloor = spec.Tolerance{Rel: 1e-9, Abs: 1e-12}

// Tested is the answer of a test whose value is its statistic.
func Tested(statistic float64, df spec.Value, p float64, n spec.Value) estimate.Answer {
	x := estimate.Number(statistic)
	return estimate.Answer{Value: x, Statistic: x, DF: df, PValue: estimate.Number(p), N: n, Unit: "1", Floor: TestFloor}
}

// Df2 are the degrees of freedom of an F.
func Df2(a, b float64) spec.Value { return spec.ArrayValue([]float64{a, b}) }

// VaryP appends a variant that has another p-value.
func VaryP(a *estimate.Answer, name, note string, p float64) {
	if v := estimate.Number(p); !v.Missing() {
		Vary(a, name, note, estimate.Answer{PValue: v})
	}
}

// VaryTest appends a variant with another statistic as value, and its p-value.
func VaryTest(a *estimate.Answer, name, note string, statistic, p float64) {
	if x := estimate.Number(statistic); !x.Missing() {
		Vary(a, name, note, estimate.Answer{Value: x, Statistic: x, PValue: estimate.Number(p)})
	}
}

// NormalTest is the two-sided p-value of a standard normal z.
func NormalTest(z float64) float64 { return math.Min(1, 2*tail.Normal(math.Abs(z))) }

// Vary196 appends the interval that puts 1.96 in place of the normal quantile; ends gives
// the interval for a number of standard errors.
func Vary196(a *estimate.Answer, level float64, ends func(z float64) estimate.Interval) {
	if level == 0.95 {
		VaryInterval(a, "1.96-interval", "the interval with 1.96 in place of the normal quantile 1.959964", level, ends(1.96))
	}
}

// Wide gives intervals centre ± z se.
func Wide(centre, se dd.Num) func(z float64) estimate.Interval {
	return func(z float64) estimate.Interval {
		return Around(centre, se, func(float64) float64 { return z })
	}
}

// Twice is the two-sided p-value of a test with two tails.
func Twice(lower, upper float64) float64 { return math.Min(1, 2*math.Min(lower, upper)) }

// InferNormal fills in what follows from centre and standard error by the normal
// distribution.
func InferNormal(a *estimate.Answer, centre, se dd.Num, level float64) {
	if !se.Finite() {
		return
	}
	a.Interval = Around(centre, se, NormalTwo)
	GiveInterval(a, level)
	a.Uncertainty = append(a.Uncertainty, Uncertain(spec.UncertaintySE, se)...)
	z := centre.Div(se).Float()
	a.Statistic, a.PValue = estimate.Number(z), estimate.Number(2*tail.Normal(math.Abs(z)))
}

// VaryNormalSE appends the inference that another standard error gives.
func VaryNormalSE(a *estimate.Answer, name, note string, b, se dd.Num, level float64) {
	v := estimate.Answer{}
	InferNormal(&v, b, se, level)
	if !v.Statistic.Missing() {
		Vary(a, name, note, v)
	}
}

// Shrink moves d towards 0 by c, not beyond.
func Shrink(d, c float64) float64 {
	if math.Abs(d) <= c {
		return 0
	}
	return d - math.Copysign(c, d)
}

// Apart is the error of a likelihood without a maximum.
func Apart() error {
	return estimate.Undefined("the likelihood has no maximum that the search comes to; a predictor may separate the outcomes")
}

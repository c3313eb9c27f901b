package expected

import (
	"fmt"
	"math"
	"strings"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// line reads inputs as a straight line: a scalar slope, and an intercept where one is
// given. It applies where the slot accepts nothing but lines and the results come from
// an estimator of lines.
func line(slot spec.VisualSlot, inputs []Input) (Marks, bool, error) {
	for _, m := range slot.Marks {
		if m != spec.MarkLine && m != spec.MarkBand {
			return Marks{}, false, nil
		}
	}
	e := Marks{Fit: &Fit{Slope: math.NaN(), Intercept: math.NaN()}}
	if slot.X != nil {
		e.XUnit = slot.X.Unit
	}
	if slot.Y != nil {
		e.Unit = slot.Y.Unit
	}
	for _, in := range inputs {
		n, ok := in.Value.Number()
		part := linePart(in.Slot)
		if !ok || part == "" {
			return Marks{}, false, nil
		}
		v, from := n.F, in.Unit
		if from == "" {
			from = in.Slot.Unit
		}
		to := e.Unit
		if part == "slope" && e.Unit != "" && e.XUnit != "" {
			to = "(" + e.Unit + ")/(" + e.XUnit + ")"
		} else if part == "slope" {
			to = ""
		}
		if c, err := unit.Convert(v, from, to); from != "" && to != "" && err == nil {
			v = c
		} else if s, ok := scaleOf(in.Slot); ok {
			v /= s
		}
		if part == "intercept" {
			if e.Unit == "" {
				e.Unit = from
			}
			e.Fit.Intercept = v
		} else {
			e.Fit.Slope = v
		}
	}
	if math.IsNaN(e.Fit.Slope) {
		return Marks{}, false, fmt.Errorf("%w: %s draws a line, but no input is its slope", ErrInput, slot.ID)
	}
	return e, true, nil
}

// linePart says which part of a line a result slot estimates.
func linePart(r spec.ResultSlot) string {
	for _, m := range r.Methods {
		term := m.Oracle.Args["term"].Text
		switch {
		case m.Oracle.Estimator == "linear_trend":
			return "slope"
		case m.Oracle.Estimator == "ols" && strings.EqualFold(term, "intercept"):
			return "intercept"
		case m.Oracle.Estimator == "ols":
			return "slope"
		}
	}
	return ""
}

// scaleOf is the factor that a result's oracle multiplies its value with.
func scaleOf(r spec.ResultSlot) (float64, bool) {
	for _, m := range r.Methods {
		if n, ok := m.Oracle.Args["scale"].Number(); ok && n.F != 0 {
			return n.F, true
		}
	}
	return 1, false
}

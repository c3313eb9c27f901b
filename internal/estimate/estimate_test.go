package estimate_test

import (
	"context"
	"errors"
	"testing"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

func lengths(n ...float64) *view.View {
	return view.OfFrame("v", &spec.Frame{Columns: []spec.Column{{Name: "x", Kind: spec.ColumnNumber, Num: n, Unit: "cm"}}})
}

// What an estimator leaves open in its errors, Run fills in.
func TestRunNamesTheEstimator(t *testing.T) {
	for want, failure := range map[string]error{
		"e is undefined: too few":    estimate.Undefined("too %s", "few"),
		"estimator e, argument x: !": estimate.BadArg("x", "!"),
	} {
		e := estimate.Estimator{Name: "e", Compute: func(context.Context, estimate.Input) (estimate.Answer, error) { return estimate.Answer{}, failure }}
		if _, err := estimate.Run(context.Background(), e, estimate.Input{View: lengths(1)}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	e := estimate.Estimator{Name: "e", Compute: func(context.Context, estimate.Input) (estimate.Answer, error) { panic("at the disco") }}
	var p *estimate.PanicError
	if _, err := estimate.Run(context.Background(), e, estimate.Input{View: lengths(1)}); !errors.As(err, &p) {
		t.Errorf("got %v, want a PanicError", err)
	}
}

func TestScale(t *testing.T) {
	interval := func(level float64) (lo, hi spec.Value) { return estimate.Number(-level), estimate.Number(2 * level) }
	a := estimate.Answer{What: "the mean", Value: estimate.Number(4), Unit: "cm", Statistic: estimate.Number(3), Interval: interval,
		Uncertainty: estimate.At(interval, 0.5), Floor: spec.Tolerance{Abs: 0.5, Rel: 0.25}}
	b := estimate.Scale(a, -2)
	lo, hi := b.Interval(0.5)
	u := b.Uncertainty[0]
	if b.Value.Num.F != -8 || b.Statistic.Num.F != -3 || lo.Num.F != -2 || hi.Num.F != 1 || u.Lower.Num.F != -2 || u.Upper.Num.F != 1 || b.Floor != (spec.Tolerance{Abs: 1, Rel: 0.25}) || b.Unit != "" {
		t.Errorf("scaled: %+v", b)
	}
	if a.Uncertainty[0].Lower.Num.F != -0.5 {
		t.Error("scaling changed the answer that it was made of")
	}
	a.Noise = estimate.Noise{Value: estimate.Number(0.5), Ends: interval}
	noise := estimate.Scale(a, -2).Noise
	if lo, hi := noise.Ends(0.5); noise.Value.Num.F != 1 || !noise.Spread.Missing() || lo.Num.F != 2 || hi.Num.F != -1 {
		t.Errorf("noise scaled: %+v, ends %v, %v", noise, lo, hi)
	}
	m, err := a.In("m")
	if err != nil || m.Value.Num.F != 0.04 || m.Unit != "m" {
		t.Errorf("in metres: %v %s, %v", m.Value, m.Unit, err)
	}
	if _, err := a.In("s"); err == nil {
		t.Error("centimetres become seconds")
	}
	if len(estimate.At(nil, 0.5)) != 0 {
		t.Error("no interval has ends")
	}
}

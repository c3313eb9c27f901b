package diagnostic

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

var (
	quantities = []string{"cook", "leverage", "standardised", "studentised", "dffits"}
	notes      = map[string]string{"cook": "Cook's distances", "leverage": "the leverages", "standardised": "the internally studentised residuals", "studentised": "the externally studentised residuals", "dffits": "DFFITS"}
)

// influence is a quantity of row i, with s² of a number of degrees of freedom. It is not
// finite where a row alone determines a coefficient.
func (f fitted) influence(quantity string, i int, df float64) float64 {
	k, free := float64(len(f.m.X)), float64(f.m.DF())
	rest := dd.F(1).Sub(f.h[i])
	if rest.Float() < 1e-13 && quantity != "leverage" {
		return math.NaN()
	}
	r := f.e[i].Div(f.m.Fit.RSS.Div(dd.F(df)).Mul(rest).Sqrt())
	deleted := func() dd.Num {
		return r.Mul(dd.F(free - 1).Div(dd.F(free).Sub(r.Mul(r))).Sqrt())
	}
	switch quantity {
	case "leverage":
		return f.h[i].Float()
	case "standardised":
		return r.Float()
	case "studentised":
		return deleted().Float()
	case "dffits":
		return deleted().Mul(f.h[i].Div(rest).Sqrt()).Float()
	}
	return r.Mul(r).Mul(f.h[i]).Div(rest).Div(dd.F(k)).Float()
}

func (f fitted) influences(quantity string, df float64) []float64 {
	out := make([]float64, len(f.e))
	for i := range out {
		out[i] = f.influence(quantity, i, df)
	}
	return out
}

func rowInfluence(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	var others []string
	if in.Args.Has("label") {
		others = []string{in.Args.Text("label")}
	}
	f, err := fit(in, others...)
	if err != nil {
		return estimate.Answer{}, err
	}
	free, quantity := float64(f.m.DF()), in.Args.Text("quantity")
	values := f.influences(quantity, free)
	a := estimate.Answer{What: notes[quantity], Value: spec.ArrayValue(values), N: answer.Count(len(values)), Unit: "1", Floor: f.floor()}
	for i, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return a, estimate.Undefined("row %d alone determines a coefficient or leaves no residual, so that its influence is not defined", i+1)
		}
	}
	if others != nil {
		v := sample.Valued(in.View, append(append([]string{in.Args.Text("y")}, in.Args.Texts("x")...), others...)...)
		seen := map[string]bool{}
		for i := range values {
			l := view.Label(v.Column(others[0]), i)
			if seen[view.LabelText(l)] {
				return a, estimate.Undefined("%s names two rows", view.LabelText(l))
			}
			seen[view.LabelText(l)] = true
			a.Index = append(a.Index, l)
		}
	}
	also := func(name, note string, values []float64) {
		for _, x := range values {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return
			}
		}
		answer.Vary(&a, name, note, estimate.Answer{Value: spec.ArrayValue(values), Index: a.Index})
	}
	for _, q := range quantities {
		if q != quantity {
			also(q, notes[q], f.influences(q, free))
		}
	}
	if quantity == "cook" || quantity == "standardised" {
		also("ml-variance", "with the residual variance divided by n, not by n - k", f.influences(quantity, float64(len(values))))
	}
	if quantity == "cook" {
		scaled := make([]float64, len(values))
		for i, x := range values {
			scaled[i] = x * float64(len(f.m.X))
		}
		also("not-per-coefficient", fmt.Sprintf("not divided by the %d coefficients", len(f.m.X)), scaled)
	}
	return a, nil
}

package distance

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/multivariate"
	"github.com/assaybench/assay/internal/estimate/sample"
	numerics "github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// ordered are distances of samples, series and texts: of what is not paired place by place.
func ordered() []estimate.Estimator {
	column := func(name string) estimate.Arg {
		return estimate.Arg{Name: name, Kind: estimate.ArgColumn, Required: true, Doc: "column; its missing cells are left out, whatever the other has"}
	}
	return []estimate.Estimator{
		{Name: "wasserstein", Summary: "the Wasserstein (earth mover's) distance of two groups",
			Unit: "that of value", Domain: "numbers; a value in each group",
			Source: "Vallender (1974)", Formula: "∫ |F - G|, the area between the empirical distribution functions",
			Args: sample.TwoArgs, Compute: sample.OfPair(wasserstein)},
		{Name: "dtw", Summary: "the distance of two series by dynamic time warping",
			Unit: "as the cost has it: that of x, or its square", Domain: "numbers in the order of rows; a value in each series",
			Missing: "each series leaves out its own missing values",
			Source:  "Sakoe and Chiba (1978); steps of weight 1",
			Formula: "least Σ|x_i - y_j| (absolute) or sqrt of least Σ(x_i - y_j)² (squared) over monotone paths from both starts to both ends", PerRow: true,
			Args: []estimate.Arg{column("x"), column("y"), {Name: "cost", Kind: estimate.ArgText, Default: spec.TextValue("absolute"), OneOf: []string{"absolute", "squared"}, Doc: "cost of a match"},
				{Name: "window", Kind: estimate.ArgNumber, Min: 0, Max: 1e6, Doc: "how far apart in place matched points may be; any where absent"}}, Compute: warped},
		{Name: "edit_distance", Summary: "the mean edit distance of two texts",
			Unit: "1", Domain: "texts; one complete row",
			Source: "Levenshtein (1966)", Formula: "characters (Unicode code points) to insert, delete or replace; the mean over rows", PerRow: true,
			Args: []estimate.Arg{{Name: "x", Kind: estimate.ArgFactor, Required: true, Doc: "column of texts; rows that lack x or y are left out"}, {Name: "y", Kind: estimate.ArgFactor, Required: true, Doc: "column of texts"},
				{Name: "normalised", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "each distance divided by the length of the longer text; 0 for two empty ones"}}, Compute: edits},
	}
}

func wasserstein(p sample.Pair, _ estimate.Input) (estimate.Answer, error) {
	d, err := numerics.Wasserstein(p.A.Xs, p.B.Xs)
	if err != nil {
		return estimate.Answer{}, multivariate.Undefined(err)
	}
	a := estimate.Answer{Value: estimate.Number(d.Float()), N: spec.ArrayValue([]float64{float64(p.A.M.N), float64(p.B.M.N)}), Unit: p.Unit, Floor: p.Floor()}
	a.Floor.Rel = 1e-9
	answer.VaryValue(&a, "means", "the difference of the means", p.Difference().Abs())
	a1, b1 := dd.Sorted(p.A.Xs), dd.Sorted(p.B.Xs)
	if len(a1) == len(b1) {
		var paired, squares dd.Num
		for i := range a1 {
			paired = paired.Add(p.A.Xs[i].Sub(p.B.Xs[i]).Abs())
			e := a1[i].Sub(b1[i])
			squares = squares.Add(e.Mul(e))
		}
		n := dd.F(float64(len(a1)))
		answer.VaryValue(&a, "unsorted", "the mean absolute difference of values as they stand, not sorted", paired.Div(n))
		answer.VaryValue(&a, "second", "the second Wasserstein distance", squares.Div(n).Sqrt())
	}
	return a, nil
}

func warped(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	xs, err := sample.Of(in, in.Args.Text("x"))
	if err != nil {
		return estimate.Answer{}, err
	}
	ys, err := sample.Of(in, in.Args.Text("y"))
	if err != nil {
		return estimate.Answer{}, err
	}
	unit := sample.UnitOf(in, in.Args.Text("x"))
	if sample.UnitOf(in, in.Args.Text("y")) != unit {
		unit = ""
	}
	w := numerics.Warping{Squared: in.Args.Text("cost") == "squared", Window: -1}
	if in.Args.Has("window") {
		if w.Window = int(in.Args.Number("window")); float64(w.Window) != in.Args.Number("window") {
			return estimate.Answer{}, estimate.BadArg("window", "is %v, not a whole number", in.Args.Number("window"))
		}
	}
	d, err := w.Distance(ctx, xs.Xs, ys.Xs)
	if err != nil {
		return estimate.Answer{}, multivariate.Undefined(err)
	}
	n, m := len(xs.Xs), len(ys.Xs)
	a := estimate.Answer{Value: estimate.Number(d.Float()), N: spec.ArrayValue([]float64{float64(n), float64(m)}), Unit: unit,
		Floor: spec.Tolerance{Rel: 1e-9, Abs: (xs.Noise() + ys.Noise()) * float64(n+m)}}
	if math.IsNaN(a.Floor.Abs) || math.IsInf(a.Floor.Abs, 0) {
		a.Floor.Abs = 0
	}
	other := w
	other.Squared = !w.Squared
	name, note := "squared", "by squared differences, the root taken of their sum"
	if w.Squared {
		name, note = "absolute", "by absolute differences"
		answer.VaryValue(&a, "no-root", "the sum of squared differences, its root not taken", d.Mul(d))
	}
	if e, err := other.Distance(ctx, xs.Xs, ys.Xs); err == nil {
		answer.VaryValue(&a, name, "the distance "+note, e)
		if !w.Squared {
			answer.VaryValue(&a, "squared-no-root", "the sum of squared differences, its root not taken", e.Mul(e))
		}
	}
	if w.Window >= 0 {
		w.Window = -1
		if e, err := w.Distance(ctx, xs.Xs, ys.Xs); err == nil {
			answer.VaryValue(&a, "no-window", "the distance without a window", e)
		}
	}
	answer.VaryValue(&a, "normalised", "the distance divided by the sum of both lengths", d.Div(dd.F(float64(n+m))))
	if n == m {
		m := Measure{numerics.Metric{Name: map[bool]string{false: "manhattan", true: "euclidean"}[w.Squared]}, "e"}
		if e, err := m.Between(xs.Xs, ys.Xs); err == nil {
			answer.VaryValue(&a, "unwarped", "the "+m.Name+" distance, place by place", e)
		}
	}
	return a, ctx.Err()
}

func edits(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	x, y := in.Args.Text("x"), in.Args.Text("y")
	v := sample.Valued(in.View, x, y)
	n := v.Rows()
	if n == 0 {
		return estimate.Answer{}, estimate.Undefined("no row has both texts")
	}
	sum, share, longest := 0.0, 0.0, 0.0
	for i := range n {
		s, t := view.LabelText(view.Label(v.Column(x), i)), view.LabelText(view.Label(v.Column(y), i))
		d, err := numerics.Edits(ctx, s, t)
		if err != nil {
			return estimate.Answer{}, multivariate.Undefined(err)
		}
		sum += float64(d)
		if long := math.Max(float64(len([]rune(s))), float64(len([]rune(t)))); long > 0 {
			share += float64(d) / long
			longest += long
		}
	}
	mean, normalised := sum/float64(n), share/float64(n)
	a := estimate.Answer{Value: estimate.Number(mean), N: answer.Count(n), Unit: "1", Floor: answer.TestFloor}
	if in.Args.Bool("normalised") {
		a.Value = estimate.Number(normalised)
		answer.VaryValue(&a, "characters", "the mean number of characters, not divided by lengths", dd.F(mean))
		answer.VaryValue(&a, "similarity", "1 less the distance", dd.F(1-normalised))
		if longest > 0 {
			answer.VaryValue(&a, "pooled", "the sum of distances over the sum of lengths", dd.F(sum/longest))
		}
		return a, nil
	}
	answer.VaryValue(&a, "normalised", "the mean of distances divided by the length of the longer text", dd.F(normalised))
	answer.VaryValue(&a, "sum", "the sum over rows, not the mean", dd.F(sum))
	return a, nil
}

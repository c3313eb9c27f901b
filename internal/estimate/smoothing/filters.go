package smoothing

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/smooth"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// filters smooth a series in the order of its rows.
func filters() []estimate.Estimator {
	none := math.NaN()
	value := estimate.Arg{Name: "value", Kind: estimate.ArgColumn, Required: true, Doc: "column of numbers, in the order of the rows"}
	label := labelArg
	label.Doc = "column that names each row; without it the values stand in the order of the rows"
	return []estimate.Estimator{
		{Name: "savgol", Summary: "the Savitzky-Golay filter",
			Unit: "that of value / that of delta to the order of the derivative", Domain: "numbers in the order of rows, as many as the window",
			Missing: "rows without a value are left out, and the series closes up",
			Formula: "the polynomial that fits a window of rows, or its derivative, in its middle; at the ends by mode, as scipy. Rows without a value are left out", Source: "Savitzky and Golay (1964)", Compute: savgol,
			Args: []estimate.Arg{value, label, {Name: "window", Kind: estimate.ArgNumber, Required: true, Min: 1, Max: 1e4, Doc: "rows of a window, an odd number"},
				{Name: "order", Kind: estimate.ArgNumber, Required: true, Min: 0, Max: 20, Doc: "degree of the polynomial, below the window"},
				number("derivative", 0, 0, 20, "order of the derivative"), number("delta", 1, 1e-300, 1e300, "distance of the rows"),
				choice("mode", "interp", "what is done at the ends", "interp", "mirror", "nearest", "constant", "wrap")}},
		{Name: "ewma", Summary: "the exponentially weighted moving average",
			Unit: "that of value", Domain: "numbers in the order of rows; alpha in (0, 1], or the span, centre of mass or half-life that gives it",
			Missing: "a row without a value has no mean of its own, and weighs as ignore_na asks",
			Formula: "Σ (1 - α)^i x(t - i) / Σ (1 - α)^i, or (adjust false) y(t) = α x(t) + (1 - α) y(t - 1), y(0) = x(0), as pandas; α is given, or 2/(span + 1), 1/(1 + com), 1 - 2^(-1/halflife). Rows without a value have none, and age the past", Source: "Roberts (1959); Holt (1957)", Compute: ewma,
			Args: []estimate.Arg{value, label, number("alpha", none, 1e-12, 1, "weight of the newest value"), number("span", none, 1, 1e12, "span"), number("com", none, 1e-300, 1e12, "centre of mass"), number("halflife", none, 1e-6, 1e12, "rows in which a weight halves"),
				{Name: "adjust", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool, Bool: true}, Doc: "divide by the sum of the weights"},
				{Name: "ignore_na", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "rows without a value do not age the past"}}},
	}
}

// row is a series with the labels of its rows; NaN where there is no value.
type row struct {
	xs     []float64
	labels []spec.Value
	n      int
	big    float64
}

func rowOf(in estimate.Input) (row, error) {
	name := in.Args.Text("value")
	v := in.View
	if in.Args.Has("label") {
		v = sample.Valued(v, in.Args.Text("label"))
	}
	in.View = v
	s, err := sample.Of(in, name)
	if err != nil {
		return row{}, err
	}
	r, c, seen := row{n: s.M.N, big: s.Big}, v.Column(name), map[string]bool{}
	for i, next := 0, 0; i < v.Rows(); i++ {
		if c.IsMissing(i) {
			r.xs = append(r.xs, math.NaN())
		} else {
			r.xs = append(r.xs, s.Xs[next].Float())
			next++
		}
		if !in.Args.Has("label") {
			continue
		}
		l := view.Label(v.Column(in.Args.Text("label")), i)
		if !c.IsMissing(i) && seen[view.LabelText(l)] {
			return r, estimate.Undefined("%s names two rows", view.LabelText(l))
		}
		seen[view.LabelText(l)] = seen[view.LabelText(l)] || !c.IsMissing(i)
		r.labels = append(r.labels, l)
	}
	return r, nil
}

// kept are the numbers of a filter at the rows that have a value.
func (r row) kept(ys []float64) (spec.Value, []spec.Value) {
	var out []float64
	var index []spec.Value
	for i, x := range r.xs {
		if !math.IsNaN(x) {
			out = append(out, ys[i])
			if r.labels != nil {
				index = append(index, r.labels[i])
			}
		}
	}
	return spec.ArrayValue(out), index
}

func savgol(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	r, err := rowOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	var window, degree, order int
	for _, a := range []struct {
		name string
		to   *int
	}{{"window", &window}, {"order", &degree}, {"derivative", &order}} {
		if *a.to, err = whole(in, a.name); err != nil {
			return estimate.Answer{}, err
		}
	}
	switch {
	case window%2 == 0:
		return estimate.Answer{}, estimate.BadArg("window", "is %d, not an odd number", window)
	case degree >= window:
		return estimate.Answer{}, estimate.BadArg("order", "is %d, not below the window %d", degree, window)
	case window > r.n:
		return estimate.Answer{}, estimate.Undefined("a window of %d rows is longer than the %d values", window, r.n)
	}
	full, index := r.kept(r.xs)
	ns, _ := full.Numbers()
	var xs []float64
	for _, n := range ns {
		xs = append(xs, n.F)
	}
	delta, mode := in.Args.Number("delta"), in.Args.Text("mode")
	of := func(window, degree, order int, delta float64, mode string) spec.Value {
		return spec.ArrayValue(smooth.Savgol(xs, window, degree, order, delta, mode))
	}
	a := estimate.Answer{What: fmt.Sprintf("the Savitzky-Golay filter, window %d, order %d, derivative %d", window, degree, order), Value: of(window, degree, order, delta, mode), Index: index, N: answer.Count(r.n), Unit: sample.UnitOf(in, in.Args.Text("value")),
		Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-11 * r.big / math.Pow(delta, float64(order))}}
	if order > 0 && delta != 1 {
		a.Unit = ""
	}
	for _, m := range []string{"interp", "mirror", "nearest", "constant", "wrap"} {
		if m != mode {
			varyNumbers(&a, "mode-"+m, "with the ends by mode "+m, of(window, degree, order, delta, m), index)
		}
	}
	for _, v := range []struct {
		name, note            string
		window, degree, order int
		delta                 float64
	}{
		{"order-less", fmt.Sprintf("with polynomials of degree %d", degree-1), window, degree - 1, order, delta},
		{"order-more", fmt.Sprintf("with polynomials of degree %d", degree+1), window, degree + 1, order, delta},
		{"window-less", fmt.Sprintf("with windows of %d rows", window-2), window - 2, degree, order, delta},
		{"window-more", fmt.Sprintf("with windows of %d rows", window+2), window + 2, degree, order, delta},
		{"derivative-less", fmt.Sprintf("derivative %d", order-1), window, degree, order - 1, delta},
		{"derivative-more", fmt.Sprintf("derivative %d", order+1), window, degree, order + 1, delta},
		{"no-delta", "with rows 1 apart", window, degree, order, 1},
	} {
		if v.window > 0 && v.window <= r.n && v.degree >= 0 && v.degree < v.window && v.order >= 0 && (v.name != "no-delta" || order > 0 && delta != 1) {
			varyNumbers(&a, v.name, v.note, of(v.window, v.degree, v.order, v.delta, mode), index)
		}
	}
	return a, nil
}

func ewma(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	given := 0
	var alpha float64
	for name, of := range map[string]func(x float64) float64{
		"alpha":    func(x float64) float64 { return x },
		"span":     func(x float64) float64 { return 2 / (x + 1) },
		"com":      func(x float64) float64 { return 1 / (1 + x) },
		"halflife": func(x float64) float64 { return -math.Expm1(-math.Ln2 / x) },
	} {
		if in.Args.Has(name) {
			given++
			alpha = of(in.Args.Number(name))
		}
	}
	if given != 1 {
		return estimate.Answer{}, estimate.BadArg("alpha", "or span, or com, or halflife is given, one of them; there are %d", given)
	}
	r, err := rowOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	adjust, skip := in.Args.Bool("adjust"), in.Args.Bool("ignore_na")
	a := estimate.Answer{What: fmt.Sprintf("the exponentially weighted moving average, α %.6g", alpha), N: answer.Count(r.n), Unit: sample.UnitOf(in, in.Args.Text("value")), Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-12 * r.big}}
	a.Value, a.Index = r.kept(smooth.EWMA(r.xs, alpha, adjust, skip))
	also := func(name, note string, alpha float64, adjust, skip bool) {
		if alpha > 0 && alpha <= 1 {
			v, index := r.kept(smooth.EWMA(r.xs, alpha, adjust, skip))
			varyNumbers(&a, name, note, v, index)
		}
	}
	also("other-adjust", map[bool]string{true: "by recursion from the first value (adjust false)", false: "divided by the sum of the weights (adjust true)"}[adjust], alpha, !adjust, skip)
	if r.n < len(r.xs) {
		also("other-gaps", map[bool]string{true: "with rows without a value that age the past", false: "as if rows without a value were not there"}[skip], alpha, adjust, !skip)
	}
	also("complement", "with α on the past in place of the newest value", 1-alpha, adjust, skip)
	if in.Args.Has("span") {
		also("wilder", "with α of 1/span, not 2/(span + 1)", 1/in.Args.Number("span"), adjust, skip)
	}
	if in.Args.Has("halflife") {
		also("halflife-as-span", "with the half-life taken as a span", 2/(in.Args.Number("halflife")+1), adjust, skip)
	}
	return a, nil
}

package series

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

var orderedArg = estimate.Arg{Name: "value", Kind: estimate.ArgColumn, Required: true, Doc: "column of numbers, in the order of the rows; rows without one are left out"}

// lagged are quantities of a series and its past, beside the autocorrelation.
func lagged() []estimate.Estimator {
	return []estimate.Estimator{
		{Name: "partial_autocorrelation", Summary: "the partial autocorrelation",
			Unit: "1", Domain: "numbers in the order of rows, more than lag of them, not all equal",
			Missing: "rows without a value are left out, and the series closes up",
			PerRow:  true, Compute: partialAutocorrelation,
			Formula: "last coefficient of the autoregression of that order: by Yule and Walker from autocovariances divided by n, or by n - k (adjusted), or by least squares with a constant (ols)", Source: "Durbin (1960); Box and Jenkins (1976)",
			Args: []estimate.Arg{orderedArg, {Name: "lag", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 1, Max: 100, Doc: "order"},
				{Name: "method", Kind: estimate.ArgText, Default: spec.TextValue("yule-walker"), OneOf: []string{"yule-walker", "adjusted", "ols"}, Doc: "how the autoregression is fitted"}}},
		{Name: "ljung_box", Summary: "Q of Ljung and Box",
			Unit: "1", Domain: "numbers in the order of rows, more than lags, not all equal; lags above fitted",
			Missing: "rows without a value are left out, and the series closes up",
			PerRow:  true, Formula: "n (n + 2) Σ r(k)²/(n - k) over k = 1 … lags; chi-square with lags - fitted degrees of freedom", Source: "Ljung and Box (1978)", Compute: ljungBox,
			Args: []estimate.Arg{orderedArg, {Name: "lags", Kind: estimate.ArgNumber, Default: spec.NumberValue(10), Min: 1, Max: 1000, Doc: "largest lag"},
				{Name: "fitted", Kind: estimate.ArgNumber, Default: spec.NumberValue(0), Min: 0, Max: 1000, Doc: "coefficients of the model whose residuals the values are"}}},
		{Name: "moving_average", Summary: "the moving average",
			Unit: "that of value", Domain: "numbers in the order of rows; a window that is full somewhere",
			Missing: "a window that holds a row without a value has no mean",
			Compute: movingAverage, Source: "Kendall (1976)",
			Formula: "mean of the window's rows: the row and those before it (trailing) or after it (leading), or as many on both sides (centred; of an even window the two ends count half). Windows that are not full, or hold a row without a value, have none",
			Args: []estimate.Arg{{Name: "value", Kind: estimate.ArgColumn, Required: true, Doc: "column of numbers, in the order of the rows"},
				{Name: "label", Kind: estimate.ArgFactor, Required: true, Doc: "column that names each row, such as its date"},
				{Name: "window", Kind: estimate.ArgNumber, Required: true, Min: 2, Max: 1e6, Doc: "number of rows"},
				{Name: "align", Kind: estimate.ArgText, Default: spec.TextValue("trailing"), OneOf: []string{"trailing", "centred", "leading"}, Doc: "where the row stands in its window"}}},
	}
}

// wholeArg is an argument that counts.
func wholeArg(in estimate.Input, name string) (int, error) {
	k := int(in.Args.Number(name))
	if float64(k) != in.Args.Number(name) {
		return 0, estimate.BadArg(name, "is not a whole number")
	}
	return k, nil
}

// seriesOf is the sample of a column that varies and is longer than a lag.
func seriesOf(in estimate.Input, lag int) (sample.Sample, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	switch {
	case err != nil:
		return s, err
	case s.M.N <= lag:
		return s, estimate.Undefined("%d values have no pair %d rows apart", s.M.N, lag)
	case s.M.SS.Sign() == 0:
		return s, estimate.Undefined("the values are constant")
	}
	return s, nil
}

// autocorrelations are r(0) … r(lag); adjusted ones divide the sum of k by n - k.
func autocorrelations(s sample.Sample, lag int, adjusted bool) []dd.Num {
	n := len(s.Xs)
	away := make([]dd.Num, n)
	for t := range away {
		away[t] = s.Xs[t].Sub(s.M.Mean)
	}
	out := make([]dd.Num, lag+1)
	for k := range out {
		for t := range n - k {
			out[k] = out[k].Add(away[t].Mul(away[t+k]))
		}
		if out[k] = out[k].Div(s.M.SS); adjusted {
			out[k] = out[k].Mul(dd.F(float64(n))).Div(dd.F(float64(n - k)))
		}
	}
	return out
}

// durbin is the last coefficient of the autoregression with the autocorrelations r.
func durbin(r []dd.Num) dd.Num {
	var phi []dd.Num
	last := dd.Num{}
	for k := 1; k < len(r); k++ {
		over, under := r[k], dd.F(1)
		for j, p := range phi {
			over, under = over.Sub(p.Mul(r[k-1-j])), under.Sub(p.Mul(r[j+1]))
		}
		last = over.Div(under)
		next := make([]dd.Num, k)
		for j, p := range phi {
			next[j] = p.Sub(last.Mul(phi[k-2-j]))
		}
		next[k-1] = last
		phi = next
	}
	return last
}

// autoregressed is the last coefficient by least squares; NaN where it is not determined.
func autoregressed(s sample.Sample, lag int) dd.Num {
	n := len(s.Xs) - lag
	if n <= lag {
		return dd.F(math.NaN())
	}
	columns := [][]dd.Num{sample.Constant(n)}
	for k := 1; k <= lag; k++ {
		columns = append(columns, s.Xs[lag-k:lag-k+n])
	}
	fit, err := dd.LeastSquares(columns, s.Xs[lag:])
	if err != nil {
		return dd.F(math.NaN())
	}
	return fit.Coef[lag]
}

// cheap is how many products a variant by least squares may take.
const cheap = 1e8

func partialAutocorrelation(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	lag, err := wholeArg(in, "lag")
	if err != nil {
		return estimate.Answer{}, err
	}
	s, err := seriesOf(in, lag)
	if err != nil {
		return estimate.Answer{}, err
	}
	r := autocorrelations(s, lag, false)
	f := s.SpreadFloor()
	a := estimate.Answer{N: answer.Count(s.M.N), Unit: "1", Floor: spec.Tolerance{Rel: f.Rel, Abs: math.Max(1e-12, f.Rel)}}
	for _, m := range []struct {
		name, note string
		value      func() dd.Num
	}{
		{"yule-walker", "by Yule and Walker (n)", func() dd.Num { return durbin(r) }},
		{"adjusted", "by Yule and Walker with autocovariances divided by n - k", func() dd.Num { return durbin(autocorrelations(s, lag, true)) }},
		{"ols", "by least squares", func() dd.Num { return autoregressed(s, lag) }},
	} {
		if m.name == in.Args.Text("method") {
			a.What, a.Value = fmt.Sprintf("the partial autocorrelation at lag %d %s", lag, m.note), estimate.Number(m.value().Float())
		} else if m.name != "ols" || float64(s.M.N)*float64(lag*lag) <= cheap {
			answer.VaryValue(&a, m.name, m.note, m.value())
		}
	}
	if a.Value.Missing() {
		return a, estimate.Undefined("%d values do not determine an autoregression of order %d", s.M.N, lag)
	}
	answer.VaryValue(&a, "autocorrelation", "the autocorrelation, not the partial one", r[lag])
	answer.VaryValue(&a, "sign", "with the wrong sign", dd.F(-answer.Float(a.Value)))
	return a, nil
}

func ljungBox(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	lags, err := wholeArg(in, "lags")
	if err != nil {
		return estimate.Answer{}, err
	}
	fitted, err := wholeArg(in, "fitted")
	if err != nil {
		return estimate.Answer{}, err
	}
	s, err := seriesOf(in, lags)
	if err != nil {
		return estimate.Answer{}, err
	}
	df, n := float64(lags-fitted), float64(s.M.N)
	if df < 1 {
		return estimate.Answer{}, estimate.Undefined("%d lags leave no degree of freedom to %d fitted coefficients", lags, fitted)
	}
	var q, plain dd.Num
	for k, r := range autocorrelations(s, lags, false) {
		if k > 0 {
			plain = plain.Add(r.Mul(r))
			q = q.Add(r.Mul(r).Div(dd.F(n - float64(k))))
		}
	}
	x, box := q.Mul(dd.F(n*(n+2))).Float(), plain.Mul(dd.F(n)).Float()
	a := answer.Tested(x, estimate.Number(df), tail.ChiSquared(x, df), answer.Count(s.M.N))
	a.Floor.Rel = math.Max(a.Floor.Rel, 2*s.SpreadFloor().Rel)
	answer.VaryTest(&a, "box-pierce", "Q of Box and Pierce, n Σ r²", box, tail.ChiSquared(box, df))
	if fitted > 0 {
		answer.VaryP(&a, "unfitted", "with a degree of freedom for each lag, those of fitted coefficients among them", tail.ChiSquared(x, float64(lags)))
	}
	answer.VaryP(&a, "lower-tail", "the probability of less, 1 - p", tail.ChiSquaredLower(x, df))
	return a, nil
}

// reach is that of a window about its row; half says that its ends count half.
type reach struct {
	before, after int
	half          bool
}

func reachOf(align string, window int) reach {
	switch {
	case align == "trailing":
		return reach{before: window - 1}
	case align == "leading":
		return reach{after: window - 1}
	case window%2 == 1:
		return reach{before: window / 2, after: window / 2}
	}
	return reach{before: window / 2, after: window / 2, half: true}
}

// moved are the means of full windows with the labels of their rows.
func moved(xs []dd.Num, known []bool, c *spec.Column, window int, r reach) (labels []spec.Value, means []float64) {
	sums, gaps := make([]dd.Num, len(xs)+1), make([]int, len(xs)+1)
	for i, x := range xs {
		sums[i+1], gaps[i+1] = sums[i].Add(x), gaps[i]
		if !known[i] {
			gaps[i+1]++
		}
	}
	for i := range xs {
		lo, hi := i-r.before, i+r.after+1
		if lo < 0 || hi > len(xs) || gaps[hi] > gaps[lo] || c.IsMissing(i) {
			continue
		}
		sum := sums[hi].Sub(sums[lo])
		if r.half {
			sum = sum.Sub(xs[lo].Add(xs[hi-1]).Div(dd.F(2)))
		}
		labels, means = append(labels, view.Label(c, i)), append(means, sum.Div(dd.F(float64(window))).Float())
	}
	return labels, means
}

func movingAverage(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	window, err := wholeArg(in, "window")
	if err != nil {
		return estimate.Answer{}, err
	}
	name := in.Args.Text("value")
	c, label := in.View.Column(name), in.View.Column(in.Args.Text("label"))
	s, err := sample.Of(in, name)
	if err != nil {
		return estimate.Answer{}, err
	}
	xs, known, next := make([]dd.Num, in.View.Rows()), make([]bool, in.View.Rows()), 0
	for i := range xs {
		if known[i] = !c.IsMissing(i); known[i] {
			xs[i] = s.Xs[next]
			next++
		}
	}
	taken := in.Args.Text("align")
	labels, means := moved(xs, known, label, window, reachOf(taken, window))
	if len(means) == 0 {
		return estimate.Answer{}, estimate.Undefined("no window of %d rows is full; there are %d values", window, s.M.N)
	}
	seen := map[string]bool{}
	for _, l := range labels {
		if seen[view.LabelText(l)] {
			return estimate.Answer{}, estimate.Undefined("%s names two rows", view.LabelText(l))
		}
		seen[view.LabelText(l)] = true
	}
	a := estimate.Answer{What: fmt.Sprintf("the moving average of %d rows, %s", window, taken), Value: spec.ArrayValue(means), Index: labels, N: answer.Count(s.M.N), Unit: c.Unit, Floor: s.Floor()}
	also := func(name, note string, window int, r reach) {
		if labels, means := moved(xs, known, label, window, r); len(means) > 0 {
			answer.Vary(&a, name, note, estimate.Answer{Value: spec.ArrayValue(means), Index: labels})
		}
	}
	for _, align := range []string{"trailing", "centred", "leading"} {
		if align != taken {
			also(align, "with windows that are "+align, window, reachOf(align, window))
		}
	}
	if window%2 == 0 {
		also("uneven", "with windows of one row more before than after", window, reach{before: window / 2, after: window/2 - 1})
	}
	also("one-row-less", fmt.Sprintf("of %d rows", window-1), window-1, reachOf(taken, window-1))
	also("one-row-more", fmt.Sprintf("of %d rows", window+1), window+1, reachOf(taken, window+1))
	also("sum", "the moving sum, not the mean", 1, reachOf(taken, window))
	return a, nil
}

package peaks

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/lineshape"
	"github.com/assaybench/assay/internal/peak"
	"github.com/assaybench/assay/spec"
)

var (
	xArg      = estimate.Arg{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column of places, in any order"}
	yArg      = estimate.Arg{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column of the curve; rows without a number are left out"}
	windowArg = []estimate.Arg{{Name: "low", Kind: estimate.ArgNumber, Min: -1e300, Max: 1e300, Doc: "lowest place; all rows below it where absent"},
		{Name: "high", Kind: estimate.ArgNumber, Min: -1e300, Max: 1e300, Doc: "highest place; all rows above it where absent"}}
)

// lines are measures of one line in a window, without a model.
func lines() []estimate.Estimator {
	args := append([]estimate.Arg{xArg, yArg}, append(windowArg[:2:2],
		estimate.Arg{Name: "baseline", Kind: estimate.ArgText, Default: spec.TextValue("none"), OneOf: peak.Baselines, Doc: "what is taken away: nothing, the straight line from the first to the last row (ends), the lowest value, or the mean of the first and the last value"})...)
	const window = "; over the rows from low to high, both included, in the order of x"
	return []estimate.Estimator{
		{Name: "centroid", Summary: "the centroid",
			Unit: "that of x", Domain: "numbers, each x once; three rows within the window, an area above the baseline",
			Formula: "Σ x y / Σ y" + window, Source: "first moment", PerRow: true, Args: args, Compute: measured(centroid)},
		{Name: "line_area", Summary: "the area of the line",
			Unit: "that of x times that of y", Domain: "numbers, each x once; three rows within the window",
			Formula: "Σ (x(i + 1) - x(i)) (y(i) + y(i + 1))/2" + window, Source: "trapezoidal rule", PerRow: true, Args: args, Compute: measured(lineArea)},
		{Name: "fwhm", Summary: "the full width at half maximum",
			Unit: "that of x", Domain: "numbers, each x once; a curve that falls to half its height on both sides",
			Formula: "distance of the first crossings of half the highest y on both sides of it, interpolated in straight lines" + window, Source: "definition", PerRow: true, Args: args, Compute: measured(fwhm)},
	}
}

// windowOf is the line of the arguments with a baseline.
func windowOf(in estimate.Input, baseline string) (peak.Line, error) {
	columns, err := in.View.Floats(in.Args.Text("x"), in.Args.Text("y"))
	if err != nil {
		return peak.Line{}, err
	}
	low, high := ends(in)
	if low > high {
		return peak.Line{}, estimate.BadArg("high", "is %v, below low, %v", high, low)
	}
	l, err := peak.Window(columns[0], columns[1], low, high, baseline)
	if err != nil {
		return l, estimate.Undefined("%v", err)
	}
	return l, nil
}

func ends(in estimate.Input) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if in.Args.Has("low") {
		low = in.Args.Number("low")
	}
	if in.Args.Has("high") {
		high = in.Args.Number("high")
	}
	return low, high
}

// measured computes a measure, and what it is with the other baselines.
func measured(f func(l peak.Line, in estimate.Input) (estimate.Answer, error)) sample.Computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		chosen := in.Args.Text("baseline")
		l, err := windowOf(in, chosen)
		if err != nil {
			return estimate.Answer{}, err
		}
		a, err := f(l, in)
		if err != nil {
			return a, err
		}
		a.N = answer.Count(len(l.X))
		for _, b := range peak.Baselines {
			if b == chosen {
				continue
			}
			if l, err := windowOf(in, b); err == nil {
				if other, err := f(l, in); err == nil {
					answer.Vary(&a, "baseline-"+b, "with the baseline "+b, estimate.Answer{Value: other.Value})
				}
			}
		}
		return a, nil
	}
}

// step is the mean distance of rows.
func step(l peak.Line) float64 { return (l.X[len(l.X)-1] - l.X[0]) / float64(len(l.X)-1) }

func centroid(l peak.Line, in estimate.Input) (estimate.Answer, error) {
	var size float64
	for _, y := range l.Y {
		size += math.Abs(y)
	}
	if sum := math.Abs(l.Sum()); !(sum > 1e-9*size) {
		return estimate.Answer{}, estimate.Undefined("the values add up to 0")
	}
	v := l.Centroid()
	width := l.X[len(l.X)-1] - l.X[0]
	a := estimate.Answer{Value: estimate.Number(v), Unit: sample.UnitOf(in, in.Args.Text("x")), Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-12 * width * size / math.Abs(l.Sum())}}
	varied(&a, "by-area", "with each row weighted by the width that it stands for", l.CentroidByArea())
	varied(&a, "top", "the place of the highest row", l.X[l.Top()])
	varied(&a, "parabola", "the top of the parabola through the highest row and its neighbours", l.Vertex())
	if _, left, right, err := l.FullWidth(0.5); err == nil {
		varied(&a, "middle", "the middle of the full width at half maximum", (left+right)/2)
	}
	varied(&a, "unweighted", "the mean place, not weighted", (peak.Line{X: l.X, Y: ones(len(l.X))}).Centroid())
	return a, nil
}

func ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

func lineArea(l peak.Line, in estimate.Input) (estimate.Answer, error) {
	a := estimate.Answer{Value: estimate.Number(l.Area()), Unit: product(sample.UnitOf(in, in.Args.Text("x")), sample.UnitOf(in, in.Args.Text("y")))}
	size := peak.Line{X: l.X, Y: make([]float64, len(l.Y))}
	for i, y := range l.Y {
		size.Y[i] = math.Abs(y)
	}
	a.Floor = spec.Tolerance{Rel: 1e-9, Abs: 1e-13 * size.Area()}
	varied(&a, "simpson", "by Simpson's rule, not by trapezoids", l.Simpson())
	varied(&a, "sum", "the sum of the values times the mean step", l.Sum()*step(l))
	varied(&a, "counts", "the sum of the values", l.Sum())
	varied(&a, "absolute", "of the absolute values", size.Area())
	return a, nil
}

// product of two units.
func product(a, b string) string { return answer.Per(a, answer.Power(b, -1)) }

func fwhm(l peak.Line, in estimate.Input) (estimate.Answer, error) {
	v, _, right, err := l.FullWidth(0.5)
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	top := l.X[l.Top()]
	a := estimate.Answer{Value: estimate.Number(v), Unit: sample.UnitOf(in, in.Args.Text("x")), Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-13 * largest(l.X)}}
	varied(&a, "sigma", "the standard deviation of a normal curve of this width, width / 2.3548", v/lineshape.Sigmas)
	varied(&a, "half", "half the width at half maximum", v/2)
	varied(&a, "right-side", "twice the half width on the right", 2*(right-top))
	varied(&a, "left-side", "twice the half width on the left", 2*(v-(right-top)))
	inside := []float64{}
	for i, y := range l.Y {
		if y >= l.Y[l.Top()]/2 {
			inside = append(inside, l.X[i])
		}
	}
	varied(&a, "rows", "between the outermost rows above half the maximum, not interpolated", inside[len(inside)-1]-inside[0])
	if e, _, _, err := l.FullWidth(1 / math.E); err == nil {
		varied(&a, "1/e", "the full width at 1/e of the maximum", e)
	}
	if e, _, _, err := l.FullWidth(math.Exp(-2)); err == nil {
		varied(&a, "1/e2", "the full width at 1/e² of the maximum", e)
	}
	varied(&a, "equivalent", "the area over the height", l.Area()/l.Y[l.Top()])
	m := l.Centroid()
	var sum float64
	for i, y := range l.Y {
		sum += y * (l.X[i] - m) * (l.X[i] - m)
	}
	varied(&a, "moment", "2.3548 times the root of the second moment", lineshape.Sigmas*math.Sqrt(sum/l.Sum()))
	return a, nil
}

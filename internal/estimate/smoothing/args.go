package smoothing

import (
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/smooth"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

var (
	xArg     = estimate.Arg{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column; rows that lack a column are left out"}
	yArg     = estimate.Arg{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column"}
	labelArg = estimate.Arg{Name: "label", Kind: estimate.ArgFactor, Doc: "column that names each row; without it the values stand in rising order of x"}
	atArg    = estimate.Arg{Name: "at", Kind: estimate.ArgNumbers, Doc: "one x, or several, within those of the data; where absent, the fitted value of each row"}
)

// number is an argument with bounds; without a default where that is NaN.
func number(name string, byDefault, low, high float64, doc string) estimate.Arg {
	a := estimate.Arg{Name: name, Kind: estimate.ArgNumber, Min: low, Max: high, Doc: doc}
	if !math.IsNaN(byDefault) {
		a.Default = spec.NumberValue(byDefault)
	}
	return a
}

func choice(name, byDefault, doc string, of ...string) estimate.Arg {
	return estimate.Arg{Name: name, Kind: estimate.ArgText, Default: spec.TextValue(byDefault), OneOf: of, Doc: doc}
}

// whole is an argument that counts.
func whole(in estimate.Input, name string) (int, error) {
	k := int(in.Args.Number(name))
	if float64(k) != in.Args.Number(name) {
		return 0, estimate.BadArg(name, "is not a whole number")
	}
	return k, nil
}

// floats are the numbers of an argument.
func floats(in estimate.Input, name string) []float64 {
	var out []float64
	for _, n := range in.Args.Numbers(name) {
		out = append(out, n.F)
	}
	return out
}

// cloud is what a smoother works on: points in rising order of x, and the rows that they
// come from.
type cloud struct {
	smooth.Points
	rows           []float64 // x of each row
	labels         []spec.Value
	unit           string
	bigX, yLo, yHi float64
}

// cloudOf reads x, y, and what the arguments weights and label name.
func cloudOf(in estimate.Input) (cloud, error) {
	need := []string{in.Args.Text("x"), in.Args.Text("y")}
	if in.Args.Has("weights") {
		need = append(need, in.Args.Text("weights"))
	}
	v := in.View
	if in.Args.Has("label") {
		v = sample.Valued(v, in.Args.Text("label"))
	}
	v = sample.Valued(v, need...)
	cols, err := v.Floats(need...)
	if err != nil {
		return cloud{}, err
	}
	if len(cols[0]) < 2 {
		return cloud{}, estimate.Undefined("it needs two complete rows, there are %d", len(cols[0]))
	}
	c := cloud{rows: cols[0], unit: sample.UnitOf(in, need[1])}
	var w []float64
	if len(cols) > 2 {
		if w = cols[2]; slices.ContainsFunc(w, func(w float64) bool { return !(w > 0) }) {
			return c, estimate.Undefined("weights are positive; column %q has another", need[2])
		}
	}
	c.Points = smooth.Sorted(cols[0], cols[1], w)
	c.yLo, c.yHi = slices.Min(cols[1]), slices.Max(cols[1])
	c.bigX = math.Max(math.Abs(c.X[0]), math.Abs(c.X[len(c.X)-1]))
	if c.X[0] == c.X[len(c.X)-1] {
		return c, estimate.Undefined("%s is constant", need[0])
	}
	if in.Args.Has("label") {
		column, seen := v.Column(in.Args.Text("label")), map[string]bool{}
		for i := range c.rows {
			l := view.Label(column, i)
			if seen[view.LabelText(l)] {
				return c, estimate.Undefined("%s names two rows", view.LabelText(l))
			}
			seen[view.LabelText(l)] = true
			c.labels = append(c.labels, l)
		}
	}
	return c, c.within(in)
}

// within refuses places outside the data.
func (c cloud) within(in estimate.Input) error {
	lo, hi := c.X[0], c.X[len(c.X)-1]
	for _, x := range floats(in, "at") {
		if x < lo || x > hi {
			return estimate.Undefined("%v lies outside the data, which go from %v to %v", x, lo, hi)
		}
	}
	return nil
}

// floor is the tolerance of a fitted value: the digits that x - x' loses where x is far
// from 0, and a part of the range of y.
func (c cloud) floor(rel float64) spec.Tolerance {
	rel = math.Max(rel, 100*sample.Eps*c.bigX/(c.X[len(c.X)-1]-c.X[0])*float64(len(c.X)))
	return spec.Tolerance{Rel: math.Min(rel, 1e-4), Scale: c.yHi - c.yLo}
}

// curve is a smooth of a cloud: the values at its X, and at any place between.
type curve struct {
	ys []float64
	at func(x float64) float64
}

// read takes out of a curve what is asked for.
func (c cloud) read(in estimate.Input, f curve) (v spec.Value, index []spec.Value) {
	if in.Args.Has("at") {
		return values(in.Args["at"], f.at)
	}
	if c.labels != nil {
		out := make([]float64, len(c.rows))
		for i, x := range c.rows {
			k, _ := slices.BinarySearch(c.X, x)
			out[i] = f.ys[k]
		}
		return spec.ArrayValue(out), c.labels
	}
	index = make([]spec.Value, len(c.X))
	for i, x := range c.X {
		if i > 0 && x == c.X[i-1] {
			return spec.ArrayValue(f.ys), nil
		}
		index[i] = spec.NumberValue(x)
	}
	return spec.ArrayValue(f.ys), index
}

// values are those of f at one number, or at several, which are then the index.
func values(at spec.Value, f func(x float64) float64) (spec.Value, []spec.Value) {
	if at.Kind == spec.ValueNumber {
		return spec.NumberValue(f(at.Num.F)), nil
	}
	out := make([]float64, len(at.Items))
	for i, x := range at.Items {
		out[i] = f(x.Num.F)
	}
	return spec.ArrayValue(out), at.Items
}

// varyCurve appends what another curve would have given; a place where it is not defined
// is none.
func (c cloud) varyCurve(in estimate.Input, a *estimate.Answer, name, note string, f curve) {
	v, index := c.read(in, f)
	varyNumbers(a, name, note, v, index)
}

// varyNumbers appends a variant whose numbers are all finite.
func varyNumbers(a *estimate.Answer, name, note string, v spec.Value, index []spec.Value) {
	ns, ok := v.Numbers()
	if !ok || slices.ContainsFunc(ns, func(n spec.Number) bool { return !n.Finite() }) {
		return
	}
	answer.Vary(a, name, note, estimate.Answer{Value: v, Index: index})
}

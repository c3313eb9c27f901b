// Package sample holds what estimators take out of a view: samples, pairs, groups, tables
// of counts, ranks; with the arguments that name their columns, and what float64 may lose.
package sample

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Eps is the distance from 1 to the next float64.
const Eps = 0x1p-52

// ValueArg is the column of values.
var ValueArg = estimate.Arg{Name: "value", Kind: estimate.ArgColumn, Required: true, Doc: "column of numbers; rows without one are left out"}

// Sample is a column's values with what most estimators need of them.
type Sample struct {
	Xs  []dd.Num
	M   dd.Moments
	Big float64 // largest absolute value
}

// New is a sample of values.
func New(xs []dd.Num) Sample {
	s := Sample{Xs: xs, M: dd.Of(xs)}
	for _, x := range xs {
		if big := math.Abs(x.Hi); big > s.Big {
			s.Big = big
		}
	}
	return s
}

// Of is the sample of a column; undefined where it has no values.
func Of(in estimate.Input, column string) (Sample, error) {
	cols, err := in.View.Numbers(column)
	if err != nil {
		return Sample{}, err
	}
	if len(cols[0]) == 0 {
		return Sample{}, estimate.Undefined("column %q has no values in view %q", column, in.View.Name)
	}
	return New(cols[0]), nil
}

// UnitOf is the unit of a column; "" where it has none.
func UnitOf(in estimate.Input, column string) string { return in.View.Unit(column) }

// Noise is what float64 may lose in a mean of the sample.
func (s Sample) Noise() float64 { return Eps * s.Big * (16 + math.Sqrt(float64(s.M.N))) }

// Floor is the tolerance of a mean.
func (s Sample) Floor() spec.Tolerance { return spec.Tolerance{Rel: 1e-9, Abs: s.Noise()} }

// SpreadFloor is the tolerance of a spread: where the mean is large against it, the
// float64 of the data themselves have lost digits.
func (s Sample) SpreadFloor() spec.Tolerance {
	rel, sd := 1e-9, s.M.SD(0).Float()
	if sd > 0 {
		rel = math.Max(rel, 10*Eps*math.Abs(s.M.Mean.Float())/sd)
	}
	return spec.Tolerance{Rel: rel, Abs: s.Noise()}
}

// Median is the mean of the middle two values where their number is even.
func (s Sample) Median() dd.Num { return dd.QuantileOf(s.Xs, 0.5, 7) }

// Valued is the view of the rows in which the columns have a value.
func Valued(v *view.View, columns ...string) *view.View {
	cs := make([]*spec.Column, len(columns))
	lacking := false
	for i, name := range columns {
		cs[i] = v.Column(name)
		lacking = lacking || slices.Contains(cs[i].Missing, true)
	}
	if !lacking {
		return v
	}
	return v.Keep(func(row int) bool {
		for _, c := range cs {
			if c.IsMissing(row) {
				return false
			}
		}
		return true
	})
}

// Each makes an estimator of a function of one sample.
func Each(f func(s Sample, unit string, level float64) (estimate.Answer, error)) func(context.Context, estimate.Input) (estimate.Answer, error) {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		col := in.Args.Text("value")
		s, err := Of(in, col)
		if err != nil {
			return estimate.Answer{}, err
		}
		a, err := f(s, UnitOf(in, col), in.Level)
		if a.N.Missing() {
			a.N = answer.Count(s.M.N)
		}
		return a, err
	}
}

// Log is ln x with the digits that a double-double near 1 has.
func Log(x dd.Num) float64 {
	if d := x.Sub(dd.F(1)).Float(); math.Abs(d) < 0.5 {
		return math.Log1p(d)
	}
	return math.Log(x.Float())
}

// Constant is a column of n ones.
func Constant(n int) []dd.Num {
	out := make([]dd.Num, n)
	for i := range out {
		out[i] = dd.F(1)
	}
	return out
}

package estimate

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// Scale is the answer with value and uncertainty multiplied by k; the test statistic
// takes the sign of k, and the unit is then the slot's business.
func Scale(a Answer, k float64) Answer {
	a.Value, a.Unit = timesTable(times(a.Value, k), k, len(a.Keys)), ""
	if k < 0 {
		a.Statistic = times(a.Statistic, -1)
	}
	a.Floor.Abs *= math.Abs(k)
	a.Floor.Scale *= math.Abs(k)
	a.Floors = slices.Clone(a.Floors)
	for i := range a.Floors {
		a.Floors[i].Abs *= math.Abs(k)
		a.Floors[i].Scale *= math.Abs(k)
	}
	a.Uncertainty = slices.Clone(a.Uncertainty)
	for i, u := range a.Uncertainty {
		u.Lower, u.Upper, u.Value = times(u.Lower, k), times(u.Upper, k), times(u.Value, math.Abs(k))
		if k < 0 {
			u.Lower, u.Upper = u.Upper, u.Lower
		}
		a.Uncertainty[i] = u
	}
	if f := a.Interval; f != nil {
		a.Interval = func(level float64) (spec.Value, spec.Value) {
			lo, hi := f(level)
			if k < 0 {
				lo, hi = hi, lo
			}
			return times(lo, k), times(hi, k)
		}
	}
	a.Noise.Value, a.Noise.Spread = times(a.Noise.Value, math.Abs(k)), times(a.Noise.Spread, math.Abs(k))
	if f := a.Noise.Ends; f != nil {
		a.Noise.Ends = func(level float64) (spec.Value, spec.Value) {
			lo, hi := f(level)
			if k < 0 {
				lo, hi = hi, lo
			}
			return times(lo, math.Abs(k)), times(hi, math.Abs(k))
		}
	}
	if f := a.Optimum; f != nil {
		a.Optimum = func(params []float64) (Attained, bool) {
			own := make([]float64, len(params))
			for i, x := range params {
				own[i] = x / k
			}
			at, ok := f(own)
			at.Answer = Scale(at.Answer, k)
			return at, ok
		}
	}
	a.Variants = slices.Clone(a.Variants)
	for i := range a.Variants {
		a.Variants[i].Answer = Scale(a.Variants[i].Answer, k)
	}
	return a
}

// In is the answer in another unit; unchanged where either unit is not known. Answers
// after scaling have no unit.
func (a Answer) In(to string) (Answer, error) {
	if to == "" || a.Unit == "" || a.Unit == to || unit.Same(a.Unit, to) {
		return a, nil
	}
	k, err := unit.Convert(1, a.Unit, to)
	if err != nil {
		return a, fmt.Errorf("%s is in %s by the data, and cannot be in %s: %w", a.What, a.Unit, to, err)
	}
	a = Scale(a, k)
	a.Unit = to
	return a, nil
}

// times multiplies every number of a value; labels and missing values stay.
func times(v spec.Value, k float64) spec.Value {
	switch v.Kind {
	case spec.ValueNumber:
		return Number(v.Num.F * k)
	case spec.ValueArray:
		items := make([]spec.Value, len(v.Items))
		for i, it := range v.Items {
			items[i] = times(it, k)
		}
		v.Items = items
	}
	return v
}

// timesTable multiplies the cells of a table beside its key columns; counts stay.
func timesTable(v spec.Value, k float64, keys int) spec.Value {
	if v.Kind != spec.ValueTable {
		return v
	}
	rows := make([][]spec.Value, len(v.Rows))
	for i, row := range v.Rows {
		rows[i] = slices.Clone(row)
		for j := keys; j < len(row); j++ {
			if v.Columns[j] != "count" {
				rows[i][j] = times(row[j], k)
			}
		}
	}
	v.Rows = rows
	return v
}

package safe

import (
	"math"
	"slices"

	"github.com/assaybench/assay/spec"
)

// finite takes marks without a finite place out of a captured figure: they cannot be
// seen, are counted as hidden, and JSON has no word for their coordinates.
func finite(a *spec.AxesView) {
	for _, axis := range []*spec.AxisView{&a.X, &a.Y} {
		if !Finite(axis.Limits[0]) || !Finite(axis.Limits[1]) {
			axis.Limits = [2]float64{}
		}
		ticks := axis.Ticks[:0]
		for _, t := range axis.Ticks {
			if Finite(t.At) {
				ticks = append(ticks, t)
			}
		}
		axis.Ticks = ticks
	}
	for i := range a.Marks {
		m := &a.Marks[i]
		channels := m.Channels()
		var keep []int
		n := m.Len()
		for k := range n {
			ok := true
			for _, c := range channels {
				ok = ok && (k >= len(*c) || Finite((*c)[k]))
			}
			if ok {
				keep = append(keep, k)
			}
		}
		if len(keep) < n {
			m.Hidden += n - len(keep)
			for _, c := range channels {
				*c = pick(*c, keep)
			}
			m.Labels = pick(m.Labels, keep)
			m.Limit, m.Unseen = pick(m.Limit, keep), pick(m.Unseen, keep)
		}
		for _, list := range []*[]float64{&m.Sample, &m.Levels} {
			*list = slices.DeleteFunc(*list, func(f float64) bool { return !Finite(f) })
		}
		if slices.ContainsFunc(m.Colours, func(f float64) bool { return !Finite(f) }) {
			m.Colours = nil
		}
	}
}

func pick[T any](in []T, keep []int) []T {
	if in == nil {
		return nil
	}
	out := []T{}
	for _, k := range keep {
		if k < len(in) {
			out = append(out, in[k])
		}
	}
	return out
}

// Finite reports whether f is a number and not infinite.
func Finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

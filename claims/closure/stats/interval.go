package stats

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/resample"
	"github.com/assaybench/assay/spec"
)

// bootstrap makes intervals: tasks are drawn with replacement, as many as there are, each
// with all of its attempts, and the figure is taken of what was drawn; the interval lies
// between the (1 - level)/2 and (1 + level)/2 quantiles of the replicates.
type bootstrap struct {
	ctx       context.Context
	resamples int
	seed      uint64
	level     float64
	err       error // the context's
}

// of is the interval of a figure. Where something is undecided it reaches from the lower
// end of the least to the upper end of the greatest.
func (b *bootstrap) of(low, high []pick, decided bool, maker func([]pick) (resample.Maker, int)) *spec.Bounds {
	from := b.one(low, maker)
	if decided || from == nil {
		return from
	}
	to := b.one(high, maker)
	if to == nil {
		return nil
	}
	return &spec.Bounds{Low: from.Low, High: to.High}
}

// one is nil where there are fewer than two tasks, or the figure is undefined in more than
// one resample of a hundred: there is nothing to tell the spread from.
func (b *bootstrap) one(picks []pick, make func([]pick) (resample.Maker, int)) *spec.Bounds {
	maker, units := make(picks)
	if units < 2 || b.resamples < 2 || b.err != nil {
		return nil
	}
	drawn, err := resample.Draw(b.ctx, resample.Simple(units), maker, b.resamples, b.seed)
	switch {
	case errors.Is(err, resample.ErrFew):
		return nil
	case err != nil:
		b.err = err
		return nil
	}
	lower, upper, ok := drawn.Interval(resample.Percentile, b.level, math.Inf(1))
	if !ok {
		return nil
	}
	return &spec.Bounds{Low: lower.Value, High: upper.Value}
}

// renumber gives the tasks that occur the numbers from 0.
func renumber(picks []pick) (map[int]int, int) {
	var units []int
	for _, p := range picks {
		units = append(units, p.unit)
	}
	slices.Sort(units)
	units = slices.Compact(units)
	at := map[int]int{}
	for i, u := range units {
		at[u] = i
	}
	return at, len(units)
}

func ratioMaker(picks []pick) (resample.Maker, int) {
	at, n := renumber(picks)
	num, of := make([]float64, n), make([]float64, n)
	for _, p := range picks {
		num[at[p.unit]] += p.num
		of[at[p.unit]] += p.of
	}
	return func() resample.Statistic {
		return func(w []int32) (float64, float64) {
			a, b := 0.0, 0.0
			for i, k := range w {
				a += float64(k) * num[i]
				b += float64(k) * of[i]
			}
			return a / b, math.NaN()
		}
	}, n
}

func medianMaker(picks []pick) (resample.Maker, int) {
	at, n := renumber(picks)
	sorted := slices.SortedStableFunc(slices.Values(picks), func(a, b pick) int { return cmp.Or(cmp.Compare(a.num, b.num), cmp.Compare(a.unit, b.unit)) })
	units := make([]int, len(sorted))
	for i, p := range sorted {
		units[i] = at[p.unit]
	}
	return func() resample.Statistic {
		return func(w []int32) (float64, float64) {
			total := 0
			for _, u := range units {
				total += int(w[u])
			}
			upper, lower := math.NaN(), math.NaN()
			for i, seen := 0, 0; i < len(units); i++ {
				seen += int(w[units[i]])
				if math.IsNaN(lower) && 2*seen >= total && seen > 0 {
					lower = sorted[i].num
				}
				if 2*seen > total {
					upper = sorted[i].num
					break
				}
			}
			return (lower + upper) / 2, math.NaN()
		}
	}, n
}

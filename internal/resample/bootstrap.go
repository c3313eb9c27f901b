package resample

import (
	"context"
	"errors"
	"math"
	"slices"
)

// Design says what is drawn: in each stratum, in order, as many units as it has, with
// replacement. A unit is a set of rows; where Members is nil, unit i is row i.
type Design struct {
	Rows    int
	Strata  []int   // number of units of each; together all units
	Members [][]int // rows of each unit
}

// Simple draws n rows out of all.
func Simple(n int) Design { return Design{Rows: n, Strata: []int{n}} }

func (d Design) units() int {
	n := 0
	for _, m := range d.Strata {
		n += m
	}
	return n
}

// weigh gives each row the count of its unit.
func (d Design) weigh(rows, units []int32) {
	for u, members := range d.Members {
		for _, i := range members {
			rows[i] = units[u]
		}
	}
}

// A Statistic is a number of the sample in which row i stands w[i] times, with its
// standard error where it has a formula for one (else NaN). NaN where it is not defined.
type Statistic func(w []int32) (value, se float64)

// A Maker makes a Statistic with scratch of its own, for one goroutine.
type Maker func() Statistic

// Bootstrap holds the replicates of a statistic.
type Bootstrap struct {
	Point, SE float64   // of the sample itself; SE by formula, NaN where there is none
	Values    []float64 // replicates, sorted
	Roots     []float64 // (replicate - Point) / its standard error, sorted; empty where there is no formula
	Lost      int       // resamples in which the statistic is not defined

	Mean, SD float64 // of the replicates; SD (divisor B - 1) is the bootstrap's standard error
	kurtosis float64
	accel    float64 // acceleration of BCa; NaN where it is not defined
}

// ErrFew says that the statistic is not defined in too many resamples.
var ErrFew = errors.New("the statistic is not defined in more than one resample of a hundred")

// Draw takes b resamples. The statistic must be defined on the sample itself, or Point is
// NaN and nothing is drawn. Errors: ErrFew, or the context's.
func Draw(ctx context.Context, d Design, maker Maker, b int, seed uint64) (*Bootstrap, error) {
	out := &Bootstrap{}
	ones := slices.Repeat([]int32{1}, d.Rows)
	if out.Point, out.SE = maker()(ones); math.IsNaN(out.Point) || math.IsInf(out.Point, 0) {
		out.Point = nan
		return out, nil
	}
	values, roots := make([]float64, b), make([]float64, b)
	err := spread(ctx, b, seed, func() func(stream, int) {
		f, w := maker(), make([]int32, d.Rows)
		units := w
		if d.Members != nil {
			units = make([]int32, len(d.Members))
		}
		return func(s stream, i int) {
			clear(units)
			at := 0
			for _, m := range d.Strata {
				s.tally(units[at:at+m], m)
				at += m
			}
			d.weigh(w, units)
			v, se := f(w)
			values[i], roots[i] = v, (v-out.Point)/se
		}
	})
	if err != nil {
		return nil, err
	}
	out.Values, out.Roots = defined(values), defined(roots)
	if out.Lost = b - len(out.Values); out.Lost*100 > b || len(out.Values) < 2 {
		return out, ErrFew
	}
	if len(out.Roots)*100 < 99*b {
		out.Roots = nil
	}
	out.moments()
	out.accel, err = acceleration(ctx, d, maker)
	return out, err
}

// defined are the finite ones, sorted.
func defined(xs []float64) []float64 {
	xs = slices.DeleteFunc(xs, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
	slices.Sort(xs)
	return xs
}

// moments are taken about the point, in which differences are small.
func (b *Bootstrap) moments() {
	n, shift := float64(len(b.Values)), 0.0
	for _, v := range b.Values {
		shift += (v - b.Point) / n
	}
	m2, m4 := 0.0, 0.0
	for _, v := range b.Values {
		d := v - b.Point - shift
		m2 += d * d / n
		m4 += d * d * d * d / n
	}
	b.Mean, b.SD = b.Point+shift, math.Sqrt(m2*n/(n-1))
	if b.kurtosis = 3; m2 > 0 && m4 > 0 {
		b.kurtosis = m4 / m2 / m2
	}
}

// The jackknife leaves something out at most 4000 times, or fewer where rows are many: of
// more units it leaves out groups of neighbours, which gives the same acceleration but for
// noise.
const fewJackknives, jackknives, jackknifeWork = 200, 4000, 2e8

// acceleration is Σ U³/n³ over the units of all strata, by 6 (Σ U²/n²)^(3/2), where
// U = (n - 1)(mean - value without the unit) in a stratum of n (Efron 1987).
func acceleration(ctx context.Context, d Design, maker Maker) (float64, error) {
	n := d.units()
	times := max(fewJackknives, min(jackknives, int(jackknifeWork/float64(max(d.Rows, 1)))))
	group := (n + times - 1) / times
	type part struct{ stratum, from, to int }
	var parts []part
	at := 0
	for k, m := range d.Strata {
		for i := 0; i < m; i += group {
			parts = append(parts, part{k, at + i, at + min(m, i+group)})
		}
		at += m
	}
	values := make([]float64, len(parts))
	err := spread(ctx, len(parts), 0, func() func(stream, int) {
		f, w := maker(), slices.Repeat([]int32{1}, d.Rows)
		set := func(p part, to int32) {
			for u := p.from; u < p.to; u++ {
				if d.Members == nil {
					w[u] = to
					continue
				}
				for _, i := range d.Members[u] {
					w[i] = to
				}
			}
		}
		return func(_ stream, i int) {
			set(parts[i], 0)
			values[i], _ = f(w)
			set(parts[i], 1)
		}
	})
	if err != nil {
		return nan, err
	}
	third, second := 0.0, 0.0
	for k := range d.Strata {
		var own []float64
		for i, p := range parts {
			if p.stratum == k {
				own = append(own, values[i])
			}
		}
		m, mean := float64(len(own)), 0.0
		for _, v := range own {
			mean += (v - own[0]) / m
		}
		for _, v := range own {
			u := (m - 1) * (mean - (v - own[0])) / m
			third += u * u * u
			second += u * u
		}
	}
	// U/n is of the size of the statistic; its cube may leave the range of float64.
	if second == 0 {
		return nan, nil
	}
	return third / (6 * second * math.Sqrt(second)), nil
}

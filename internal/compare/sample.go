package compare

import (
	"math"
	"slices"
	"sort"

	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/internal/slip"
	"github.com/assaybench/assay/spec"
)

// quartile is the quantile of sorted values by linear interpolation between order
// statistics (type 7 of Hyndman and Fan, 1996): what boxes are drawn from.
func quartile(p float64, sorted []float64) float64 {
	h := p * float64(len(sorted)-1)
	i := int(math.Floor(h))
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + float64((h-float64(i))*(sorted[i+1]-sorted[i]))
}

// boxes holds median and quartiles of each box against the raw sample of its
// group, and asks of its whiskers that they stay within the data.
func (r comparison) boxes() Outcome {
	c, tol := r.Classes(), Tolerance(r.Reading)
	var first, out Outcome
	var medians, all []slip.Pair
	for j, k := range c.Keys {
		sample := r.sample(c.Wanted[j])
		name := k.Text()
		if name == "" {
			name = "the sample"
		}
		if len(c.Drawn[j]) == 0 {
			return failed(spec.VisualValues, "no box is drawn for %s", name)
		}
		for _, i := range c.Drawn[j] {
			d := r.Data()[i]
			if d.Hidden {
				return failed(spec.VisualHidden, "the box for %s %s", name, r.Unseen([]int{i}))
			}
			for k, q := range []struct {
				what        string
				drawn, want float64
			}{
				{"median", d.Value, quartile(0.5, sample)},
				{"first quartile", d.Lo, quartile(0.25, sample)},
				{"third quartile", d.Hi, quartile(0.75, sample)},
			} {
				p := slip.Pair{Name: name, Want: q.want, Got: q.drawn}
				if all = append(all, p); k == 0 {
					medians = append(medians, p)
				}
				if !tol.Close(q.drawn, q.want) && first.Note == "" {
					first = failed(spec.VisualValues, "the box for %s has its %s at %s, the data have it at %s", name, q.what, inUnit(q.drawn, r.Want.Unit), inUnit(q.want, r.Want.Unit))
					first.Expected, first.Observed = phrase.Number(q.want), phrase.Number(q.drawn)
				}
			}
			lo, hi := sample[0], sample[len(sample)-1]
			if first.Note == "" && (d.WLo < lo && !tol.Close(d.WLo, lo) || d.WHi > hi && !tol.Close(d.WHi, hi)) {
				return failed(spec.VisualValues, "the whiskers of the box for %s run from %s to %s, beyond the data (%s to %s)", name, phrase.Short(d.WLo), phrase.Short(d.WHi), phrase.Short(lo), phrase.Short(hi))
			}
			out.Pairs = append(out.Pairs, [2]int{c.Wanted[j][0], i})
		}
	}
	if first.Note == "" {
		out.Pass = len(out.Pairs) > 0
		return out
	}
	if why, ok := slip.Moved(medians, "boxes"); ok {
		first.Note += ": " + why
	} else if s, ok := slip.Find(all, r.Want.Unit); ok {
		first.Note += ": medians and quartiles, " + s.Say(len(all))
	}
	return first
}

// sample is the sorted raw sample of some rows.
func (r comparison) sample(rows []int) []float64 {
	out := make([]float64, len(rows))
	for k, i := range rows {
		out[k] = r.Want.Y[i]
	}
	slices.Sort(out)
	return out
}

// histograms counts the raw sample in the bins that are drawn. Heights may be
// counts, counts per width, fractions, percentages or densities; the bins must hold
// the whole sample.
func (r comparison) histograms() Outcome {
	c := r.Classes()
	compared := 0
	for j, k := range c.Keys {
		name := k.Text()
		sample := r.sample(c.Wanted[j])
		bins := make([]drawn.Datum, 0, len(c.Drawn[j]))
		for _, i := range c.Drawn[j] {
			if r.Data()[i].Hidden {
				return failed(spec.VisualHidden, "a bin of the histogram%s %s", phrase.Of(name), r.Unseen([]int{i}))
			}
			bins = append(bins, r.Data()[i])
		}
		if len(bins) == 0 {
			return failed(spec.VisualValues, "no histogram is drawn%s", phrase.Of(name))
		}
		if o := binned(sample, bins, name, len(r.Want.Y)); !o.Pass {
			return o
		}
		compared++
	}
	return Outcome{Pass: compared > 0}
}

// tally counts a sorted sample in bins. A value within 1e-9 of the range at an edge may count
// on either side: edges carry the rounding of drawing.
type tally struct {
	sample   []float64
	n, total float64 // size of the sample, and of all groups together
	eps      float64
}

func newTally(sample []float64, all int) tally {
	eps := 1e-9 * math.Max(sample[len(sample)-1]-sample[0], math.Abs(sample[0]))
	return tally{sample, float64(len(sample)), float64(all), eps}
}

// scales are what heights may be: how many values a height of 1 stands for in a bin of width
// w. Fractions and densities may be of this sample or of all groups together.
func (t tally) scales() []func(w float64) float64 {
	return []func(w float64) float64{
		func(float64) float64 { return 1 },
		func(w float64) float64 { return t.n * w },
		func(float64) float64 { return t.n },
		func(w float64) float64 { return w },
		func(float64) float64 { return t.n / 100 },
		func(w float64) float64 { return t.total * w },
		func(float64) float64 { return t.total },
		func(float64) float64 { return t.total / 100 },
	}
}

func (t tally) below(x float64) int { return sort.SearchFloat64s(t.sample, x) }

// in is how many values lie in a bin.
func (t tally) in(b drawn.Datum) int { return t.below(b.At+b.Width/2) - t.below(b.At-b.Width/2) }

// holds reports whether a bin is as high as the values in it, in one of the scales, and of how
// many its height tells.
func (t tally) holds(b drawn.Datum, scale func(w float64) float64) (count float64, ok bool) {
	lo, hi := b.At-b.Width/2, b.At+b.Width/2
	least := max(0, t.below(hi-t.eps)-t.below(lo+t.eps))
	most := t.below(math.Nextafter(hi+t.eps, math.Inf(1))) - t.below(lo-t.eps)
	slack := 1e-6 * math.Max(1, t.n)
	count = (b.Value - orZero(b.Base)) * scale(b.Width)
	return count, !(count < float64(least)-slack || count > float64(most)+slack)
}

// binned compares bins with the counts of a sorted sample.
func binned(sample []float64, bins []drawn.Datum, name string, all int) Outcome {
	t := newTally(sample, all)
	first, last := bins[0].At-bins[0].Width/2, bins[len(bins)-1].At+bins[len(bins)-1].Width/2
	if missing := t.below(first-t.eps) + len(sample) - t.below(math.Nextafter(last+t.eps, math.Inf(1))); missing > 0 {
		return failed(spec.VisualValues, "the bins of the histogram%s leave out %d of %d values", phrase.Of(name), missing, len(sample))
	}
	var why Outcome
	for _, scale := range t.scales() {
		sum, bad := 0.0, false
		for _, b := range bins {
			count, ok := t.holds(b, scale)
			if !ok && why.Note == "" {
				why = failed(spec.VisualValues, "the bin from %s to %s of the histogram%s is drawn at %s, the data have %d values there", phrase.Short(b.At-b.Width/2), phrase.Short(b.At+b.Width/2), phrase.Of(name), phrase.Short(b.Value), t.in(b))
			}
			bad = bad || !ok
			sum += count
		}
		if !bad && (spec.Tolerance{Rel: 1e-6}).Close(sum, t.n) {
			return Outcome{Pass: true}
		}
	}
	if why.Note == "" {
		why = failed(spec.VisualValues, "the bins of the histogram%s do not add up to its %d values", phrase.Of(name), len(sample))
	}
	return why
}

// binMarks puts bins beside the heights that the data give them, in the scale in which most
// of them are right: counts where none is.
func (r comparison) binMarks() []Mark {
	c := r.Classes()
	var out []Mark
	for j, k := range c.Keys {
		if len(c.Drawn[j]) == 0 {
			m := r.mark(-1, -1, math.NaN(), false)
			m.Name = k.Text()
			out = append(out, m)
			continue
		}
		t := newTally(r.sample(c.Wanted[j]), len(r.Want.Y))
		var best func(float64) float64
		most := -1
		for _, scale := range t.scales() {
			n := 0
			for _, i := range c.Drawn[j] {
				if _, ok := t.holds(r.Data()[i], scale); ok && t.in(r.Data()[i]) > 0 {
					n++
				}
			}
			if n > most {
				best, most = scale, n
			}
		}
		for _, i := range c.Drawn[j] {
			b := r.Data()[i]
			_, ok := t.holds(b, best)
			want := b.Value
			if !ok {
				want = orZero(b.Base) + float64(t.in(b))/best(b.Width)
			}
			m := r.mark(i, -1, want, ok)
			m.Name = k.Text()
			out = append(out, m)
		}
	}
	return r.withOthers(out)
}

func orZero(f float64) float64 {
	if math.IsNaN(f) {
		return 0
	}
	return f
}

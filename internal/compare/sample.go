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

// binned compares bins with the counts of a sorted sample. A value within 1e-9 of the
// range at an edge may count on either side: edges carry the rounding of drawing.
// Fractions and densities may be of this sample or of all groups together.
func binned(sample []float64, bins []drawn.Datum, name string, all int) Outcome {
	n, total := float64(len(sample)), float64(all)
	eps := 1e-9 * math.Max(sample[len(sample)-1]-sample[0], math.Abs(sample[0]))
	below := func(x float64) int { return sort.SearchFloat64s(sample, x) }
	first, last := bins[0].At-bins[0].Width/2, bins[len(bins)-1].At+bins[len(bins)-1].Width/2
	if missing := below(first-eps) + len(sample) - below(math.Nextafter(last+eps, math.Inf(1))); missing > 0 {
		return failed(spec.VisualValues, "the bins of the histogram%s leave out %d of %d values", phrase.Of(name), missing, len(sample))
	}
	var why Outcome
	for _, norm := range []func(w float64) float64{
		func(float64) float64 { return 1 },
		func(w float64) float64 { return n * w },
		func(float64) float64 { return n },
		func(w float64) float64 { return w },
		func(float64) float64 { return n / 100 },
		func(w float64) float64 { return total * w },
		func(float64) float64 { return total },
		func(float64) float64 { return total / 100 },
	} {
		sum, bad := 0.0, -1
		for i, b := range bins {
			lo, hi := b.At-b.Width/2, b.At+b.Width/2
			count := (b.Value - orZero(b.Base)) * norm(b.Width)
			least := max(0, below(hi-eps)-below(lo+eps))
			most := below(math.Nextafter(hi+eps, math.Inf(1))) - below(lo-eps)
			slack := 1e-6 * math.Max(1, n)
			if bad < 0 && (count < float64(least)-slack || count > float64(most)+slack) {
				bad = i
				if why.Note == "" {
					why = failed(spec.VisualValues, "the bin from %s to %s of the histogram%s is drawn at %s, the data have %d values there", phrase.Short(lo), phrase.Short(hi), phrase.Of(name), phrase.Short(b.Value), below(hi)-below(lo))
				}
			}
			sum += count
		}
		if bad < 0 && (spec.Tolerance{Rel: 1e-6}).Close(sum, n) {
			return Outcome{Pass: true}
		}
	}
	if why.Note == "" {
		why = failed(spec.VisualValues, "the bins of the histogram%s do not add up to its %d values", phrase.Of(name), len(sample))
	}
	return why
}

func orZero(f float64) float64 {
	if math.IsNaN(f) {
		return 0
	}
	return f
}

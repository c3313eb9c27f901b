package consistent

import (
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/printed"
	"github.com/assaybench/assay/spec"
)

// maxSum bounds the totals that GRIMMER tries.
const maxSum = 10_000

// mean checks what means, spreads and proportions of whole numbers can be.
func (r *record) mean(add func(Contradiction)) {
	if r.value == nil || len(r.n) != 1 || r.total() == 0 {
		return
	}
	n, value := r.total(), *r.value
	if r.says("weighted", "adjusted", "trimmed", "winsorised", "winsorized", "geometric", "harmonic", "difference", "ratio", "log", "smoothed") {
		return
	}
	share := printed.Rounded(value)
	if r.percent {
		share = share.Mul(printed.Point(0.01))
	}
	switch proportion := r.says("proportion", "prevalence"); {
	case proportion || r.facts.Binary && r.says("mean", "average"):
		if !holdsWhole(share, n) {
			k := math.Round(value.F * n)
			if r.percent {
				k = math.Round(value.F * n / 100)
			}
			add(Contradiction{"proportion", "value", fmt.Sprintf("no whole number of %.0f is the proportion %s: %s of them would be", n, value, span(share.Mul(printed.Point(n)))), fmt.Sprintf("such as %.0f of %.0f", k, n), value.String(),
				"Report the proportion of the n that is stated."})
			return
		}
		if r.kind == spec.UncertaintySD && r.size != nil && r.facts.Binary && !r.percent {
			r.debit(add, share, n)
		}
	case r.facts.Whole && !r.percent && r.says("mean", "average"):
		items := float64(max(r.facts.Items, 1))
		if !holdsWhole(share, n*items) {
			add(Contradiction{"grim", "value", fmt.Sprintf("no %.0f whole numbers have the mean %s: their sum would be %s", n*items, value, span(share.Mul(printed.Point(n*items)))), "a sum that is whole", value.String(),
				"Report mean and n of the same values."})
			return
		}
		if r.kind == spec.UncertaintySD && r.size != nil && items == 1 {
			r.grimmer(add, share, n)
		}
	}
}

// holdsWhole reports whether a whole number over n lies in an interval (GRIM). Its ends are
// widened by what a float64 may lose.
func holdsWhole(i printed.Interval, n float64) bool {
	i = i.Mul(printed.Point(n))
	dust := 1e-9 * math.Max(1, math.Abs(i.Hi))
	return math.Floor(i.Hi+dust) >= i.Lo-dust
}

// grimmer checks the standard deviation of n whole numbers with a mean in an interval: their
// sum T and sum of squares Q are whole, of the same parity, and Q is what sd, n and T make
// it, dividing by n - 1 or by n.
func (r *record) grimmer(add func(Contradiction), mean printed.Interval, n float64) {
	sd := printed.Rounded(*r.size)
	if sd.Lo = math.Max(0, sd.Lo); n < 2 || sd.Empty() {
		return
	}
	sums := mean.Mul(printed.Point(n))
	first, last := math.Ceil(sums.Lo-1e-9*math.Abs(sums.Lo)), math.Floor(sums.Hi+1e-9*math.Abs(sums.Hi))
	if last-first > maxSum || math.Max(math.Abs(first), math.Abs(last)) > 1e7 {
		return // so many sums that nothing can be excluded
	}
	for t := first; t <= last; t++ {
		for _, df := range []float64{n - 1, n} {
			q := printed.Interval{Lo: df*sd.Lo*sd.Lo + t*t/n, Hi: df*sd.Hi*sd.Hi + t*t/n}.Within(1e-12)
			k := math.Ceil(q.Lo)
			if math.Mod(math.Abs(k-t), 2) != 0 {
				k++ // squares have the parity of their numbers
			}
			if k <= q.Hi {
				return
			}
		}
	}
	add(Contradiction{"grimmer", "uncertainty/value", fmt.Sprintf("no %.0f whole numbers with the mean %s have the standard deviation %s", n, r.value, r.size), "", r.size.String(),
		"Report mean, standard deviation and n of the same values."})
}

// debit checks the standard deviation of n values of 0 and 1 with a mean in an interval: it
// is sqrt(n/(n-1) m (1-m)), or without the first factor.
func (r *record) debit(add func(Contradiction), mean printed.Interval, n float64) {
	if n < 2 {
		return
	}
	m := printed.Interval{Lo: math.Max(0, mean.Lo), Hi: math.Min(1, mean.Hi)}
	f := func(x float64) float64 { return x * (1 - x) }
	v := printed.Interval{Lo: math.Min(f(m.Lo), f(m.Hi)), Hi: math.Max(f(m.Lo), f(m.Hi))}
	if m.Has(0.5) {
		v.Hi = 0.25
	}
	got := printed.Rounded(*r.size).Within(slack)
	root := v.Rising(math.Sqrt)
	sample := root.Mul(printed.Point(math.Sqrt(n / (n - 1))))
	if !got.Meets(sample.Within(slack)) && !got.Meets(root.Within(slack)) {
		add(Contradiction{"debit", "uncertainty/value", fmt.Sprintf("%.0f values of 0 and 1 with the mean %s have the standard deviation %s, not %s", n, r.value, span(sample), r.size), span(sample), r.size.String(),
			"Report mean, standard deviation and n of the same values."})
	}
}

// percentages checks that the parts of a whole sum to it within their rounding. Only where
// the words say that they are parts of one whole.
func percentages(r spec.Result, words string, out *[]Contradiction) {
	if r.Value.Kind != spec.ValueArray || len(r.Value.Items) < 2 || !contains(words, "composition", "breakdown", "percentage distribution", "frequency distribution", "relative frequencies", "relative frequency") || contains(words, "cumulative") {
		return
	}
	ns := numbers(r.Value)
	if ns == nil {
		return
	}
	whole := 1.0
	if r.Unit == "%" {
		whole = 100
	}
	var sum printed.Interval
	total := 0.0
	for _, n := range ns {
		sum, total = sum.Add(printed.Rounded(n)), total+n.F
	}
	if !sum.Within(1e-9).Has(whole) {
		*out = append(*out, Contradiction{"percentages", "value", fmt.Sprintf("the parts sum to %s, and with all their rounding to %s, not to %v", short(total), span(sum), whole), short(whole), short(total),
			"Report all parts of one whole."})
	}
}

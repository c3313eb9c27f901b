package several

import (
	"context"
	"math"
	"slices"
	"sync"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// exactPairs bounds n1 n2 up to which rank tests are exact where that is left to them,
// as in R (both samples below 50).
const exactPairs, exactSigns = 2500, 50

// rankTests compare groups by ranks.
func rankTests() []estimate.Estimator {
	method := estimate.Arg{Name: "method", Kind: estimate.ArgText, Default: spec.TextValue("auto"), OneOf: []string{"auto", "exact", "asymptotic"},
		Doc: "p-value: auto is exact for small samples without ties; exact with ties is the permutation distribution of the mid-ranks"}
	correct := func(def bool) estimate.Arg {
		return estimate.Arg{Name: "correct", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool, Bool: def}, Doc: "correction for continuity of the asymptotic p-value"}
	}
	return []estimate.Estimator{
		{Name: "mann_whitney", Summary: "U of Mann and Whitney (pairs in which the first group is larger)",
			Unit: "1", Domain: "numbers, not all equal; a value in each group",
			Source:  "Mann and Whitney (1947)",
			Formula: "U = R1 - n1 (n1 + 1)/2, ties count one half; exact by dynamic programming, else z with the tie-corrected variance",
			Args:    append(sample.TwoArgs[:4:4], method, correct(true)), Compute: sample.OfPair(mannWhitney)},
		{Name: "wilcoxon", Summary: "V of Wilcoxon's signed-rank test (sum of the ranks of positive differences)",
			Unit: "1", Domain: "numbers, or pairs of them; a difference other than 0",
			Source: "Wilcoxon (1945)", PerRow: true,
			Formula: "V = Σ ranks of |d| where d > 0, zeros left out; exact by dynamic programming, else z with the tie-corrected variance",
			Args: []estimate.Arg{{Name: "value", Kind: estimate.ArgColumn, Doc: "differences; or give x and y"}, {Name: "x", Kind: estimate.ArgColumn, Doc: "column"},
				{Name: "y", Kind: estimate.ArgColumn, Doc: "column that is subtracted from x"},
				{Name: "mu", Kind: estimate.ArgNumber, Default: spec.NumberValue(0), Doc: "median under the null hypothesis"}, method, correct(false)}, Compute: wilcoxon},
		{Name: "kruskal_wallis", Summary: "H of Kruskal and Wallis",
			Unit: "1", Domain: "numbers, not all equal; two groups",
			Source: "Kruskal and Wallis (1952)", Args: []estimate.Arg{sample.ValueArg, sample.GroupArg}, Compute: sample.OfGroups(kruskalWallis),
			Formula: "(12/(N (N + 1)) Σ R²/n - 3 (N + 1)) / (1 - Σ (t³ - t)/(N³ - N)), chi-square with k - 1"},
		{Name: "friedman", Summary: "Friedman's chi-square",
			Unit: "1", Domain: "numbers; one value of each group in each block; two groups, two blocks, values that differ within one",
			Source: "Friedman (1937)", Compute: friedman,
			Formula: "12 Σ (R - b (k + 1)/2)² / (b k (k + 1) - Σ (t³ - t)/(k - 1)), chi-square with k - 1",
			Args:    []estimate.Arg{sample.ValueArg, sample.GroupArg, {Name: "block", Kind: estimate.ArgFactor, Required: true, Doc: "column that holds the blocks; each has one value in each group"}}},
	}
}

// ranked are groups by the mid-ranks of all values.
type ranked struct {
	n, sum []float64 // of each group
	total  float64
	double []int   // twice the mid-ranks, rising, of so few values as exact tests take
	cubes  float64 // Σ (t³ - t)
	ties   float64 // 1 - Σ (t³ - t) / (N³ - N)
}

func newRanked(each []sample.Sample) ranked {
	r := ranked{sum: make([]float64, len(each))}
	for _, s := range each {
		r.n, r.total = append(r.n, float64(s.M.N)), r.total+float64(s.M.N)
	}
	few, below := r.total <= 4*exactPairs+1, 0
	equals(each, func(counts []int) {
		t := 0
		for _, c := range counts {
			t += c
		}
		rank := float64(2*below+t+1) / 2
		for i, c := range counts {
			r.sum[i] += float64(c) * rank
		}
		if few {
			for range t {
				r.double = append(r.double, 2*below+t+1)
			}
		}
		r.cubes += float64(t)*float64(t)*float64(t) - float64(t)
		below += t
	})
	r.ties = 1 - r.cubes/(r.total*r.total*r.total-r.total)
	return r
}

// equals calls f for each value, rising, with the number of values of each group that are it.
func equals(each []sample.Sample, f func(counts []int)) {
	counts := make([]int, len(each))
	if len(each) == 2 {
		if a, b, ok := bothSorted(each); ok {
			for len(a)+len(b) > 0 {
				var k uint64
				if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
					k = a[0]
				} else {
					k = b[0]
				}
				counts[0], a = leading(a, k)
				counts[1], b = leading(b, k)
				f(counts)
			}
			return
		}
	}
	var all []dd.Num
	var of []int32 // the group of each value
	for g, s := range each {
		all = append(all, s.Xs...)
		for range s.Xs {
			of = append(of, int32(g))
		}
	}
	order := dd.Order(all)
	for i := 0; i < len(order); {
		clear(counts)
		j := i
		for ; j < len(order) && all[order[j]] == all[order[i]]; j++ {
			counts[of[order[j]]]++
		}
		f(counts)
		i = j
	}
}

// bothSorted are the keys of two groups of float64s, each sorted beside the other.
func bothSorted(each []sample.Sample) (a, b []uint64, ok bool) {
	var wg sync.WaitGroup
	var okB bool
	wg.Go(func() { b, okB = dd.SortedKeys(each[1].Xs) })
	a, ok = dd.SortedKeys(each[0].Xs)
	wg.Wait()
	return a, b, ok && okB
}

// leading counts the keys k with which keys begin, and gives the rest.
func leading(keys []uint64, k uint64) (n int, rest []uint64) {
	for n < len(keys) && keys[n] == k {
		n++
	}
	return n, keys[n:]
}

// tieCubes is Σ (t³ - t) over the sets of equal scores.
func tieCubes(scores []int) float64 {
	s := slices.Sorted(slices.Values(scores))
	sum := 0.0
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		t := float64(j - i)
		sum += t*t*t - t
		i = j
	}
	return sum
}

// plain is H without correction for ties.
func (r ranked) plain() float64 {
	h := 0.0
	for i, n := range r.n {
		d := r.sum[i] - n*(r.total+1)/2
		h += d * d / n
	}
	return 12 / (r.total * (r.total + 1)) * h
}

func (r ranked) statistic() float64 { return r.plain() / r.ties }

func kruskalWallis(g sample.Groups, _ estimate.Input) (estimate.Answer, error) {
	r := newRanked(g.Each)
	if r.ties <= 0 {
		return estimate.Answer{}, estimate.Undefined("all values are equal")
	}
	df := float64(len(g.Each) - 1)
	h := r.statistic()
	a := answer.Tested(h, estimate.Number(df), tail.ChiSquared(h, df), g.Sizes())
	if r.cubes > 0 {
		answer.VaryTest(&a, "no-tie-correction", "H without the correction for ties", r.plain(), tail.ChiSquared(r.plain(), df))
	}
	if v := varianceTable(g.Each); !math.IsNaN(v.f()) {
		answer.Vary(&a, "anova", "the F of the analysis of variance, not on ranks", answer.Tested(v.f(), answer.Df2(v.d1, v.d2), tail.F(v.f(), v.d1, v.d2), spec.Value{}))
	}
	n := r.total
	answer.VaryValue(&a, "epsilon-squared", "epsilon squared, H (N + 1)/(N² - 1)", dd.F(h*(n+1)/(n*n-1)))
	answer.VaryValue(&a, "eta-squared", "eta squared of ranks, (H - k + 1)/(N - k)", dd.F((h-df)/(n-df-1)))
	return a, nil
}

// twoRanked is U with its null distribution.
type twoRanked struct {
	ranked
	u, n1, n2 float64
}

func newTwoRanked(p sample.Pair) twoRanked {
	r := twoRanked{ranked: newRanked([]sample.Sample{p.A, p.B}), n1: float64(p.A.M.N), n2: float64(p.B.M.N)}
	r.u = r.sum[0] - r.n1*(r.n1+1)/2
	return r
}

func (r twoRanked) exact() (atMost, atLeast float64) {
	scores, size, s := r.double, int(r.n1), int(math.Round(2*r.sum[0]))
	if r.cubes == 0 { // whole ranks halve the work
		scores = slices.Clone(scores)
		for i := range scores {
			scores[i] /= 2
		}
		s /= 2
	}
	return tail.RankSum(scores, size, s)
}

// sd is the standard deviation of U, corrected for ties or not.
func (r twoRanked) sd(ties bool) float64 {
	n := r.total
	c := 0.0
	if ties {
		c = r.cubes / (n * (n - 1))
	}
	return math.Sqrt(r.n1 * r.n2 / 12 * (n + 1 - c))
}

// z of U with a correction for continuity of c.
func (r twoRanked) z(ties bool, c float64) float64 {
	return answer.Shrink(r.u-r.n1*r.n2/2, c) / r.sd(ties)
}

func mannWhitney(p sample.Pair, in estimate.Input) (estimate.Answer, error) {
	r := newTwoRanked(p)
	if !(r.sd(true) > 0) {
		return estimate.Answer{}, estimate.Undefined("all values are equal")
	}
	method, correct := in.Args.Text("method"), in.Args.Bool("correct")
	small := r.n1*r.n2 <= exactPairs
	c := 0.0
	if correct {
		c = 0.5
	}
	sizes := spec.ArrayValue([]float64{r.n1, r.n2})
	a := answer.Tested(r.u, spec.Value{}, answer.NormalTest(r.z(true, c)), sizes)
	exact := method == "exact" || method == "auto" && small && r.cubes == 0
	if method == "exact" && r.n1*r.n2 > 4*exactPairs {
		return estimate.Answer{}, estimate.Undefined("%v and %v values are too many for an exact p-value", r.n1, r.n2)
	}
	var atMost, atLeast float64
	if exact || small {
		atMost, atLeast = r.exact()
	}
	if exact {
		a.PValue = estimate.Number(answer.Twice(atMost, atLeast))
	}
	swapped := answer.Tested(r.n1*r.n2-r.u, spec.Value{}, answer.Float(a.PValue), spec.ArrayValue([]float64{r.n2, r.n1}))
	answer.Vary(&a, estimate.VariantSwapped, "U of the second group", swapped)
	answer.VaryTest(&a, "smaller-u", "the smaller of both U", math.Min(r.u, r.n1*r.n2-r.u), answer.Float(a.PValue))
	answer.VaryTest(&a, "rank-sum", "the rank sum of the first group, not U", r.sum[0], answer.Float(a.PValue))
	answer.VaryTest(&a, "z", "z, not U", r.z(true, c), answer.NormalTest(r.z(true, c)))
	answer.VaryP(&a, "continuity", "the asymptotic p-value with the correction for continuity", answer.NormalTest(r.z(true, 0.5)))
	answer.VaryP(&a, "no-continuity", "the asymptotic p-value without the correction for continuity", answer.NormalTest(r.z(true, 0)))
	if r.cubes > 0 {
		answer.VaryP(&a, "no-tie-correction", "the asymptotic p-value without the correction for ties", answer.NormalTest(r.z(false, c)))
		answer.VaryP(&a, "no-tie-correction-no-continuity", "the asymptotic p-value without corrections for ties and continuity", answer.NormalTest(r.z(false, 0)))
	}
	if small {
		answer.VaryP(&a, "exact", "the exact p-value", answer.Twice(atMost, atLeast))
		answer.VaryP(&a, "one-sided-less", "the exact one-sided p-value (first smaller)", atMost)
		answer.VaryP(&a, "one-sided-greater", "the exact one-sided p-value (first larger)", atLeast)
	}
	answer.VaryOneSided(&a)
	answer.VaryValue(&a, "a12", "the share of pairs in which the first group is larger", dd.F(r.u/(r.n1*r.n2)))
	return a, nil
}

// signedRanked is V with its null distribution.
type signedRanked struct {
	v, n, zeros float64
	double      []int // twice the mid-ranks of the differences that are not 0
	cubes       float64
}

// newSignedRanked ranks what differs from 0; with pratt the zeros are ranked too and
// then left out.
func newSignedRanked(d []dd.Num, pratt bool) signedRanked {
	var r signedRanked
	var kept []dd.Num
	for _, x := range d {
		if x.Sign() == 0 {
			r.zeros++
		}
		if pratt || x.Sign() != 0 {
			kept = append(kept, x)
		}
	}
	abs := make([]dd.Num, len(kept))
	for i, x := range kept {
		abs[i] = x.Abs()
	}
	for i, rank := range sample.Ranks(abs) {
		if kept[i].Sign() == 0 {
			continue
		}
		r.double = append(r.double, int(2*rank.Float()))
		r.n++
		if kept[i].Sign() > 0 {
			r.v += rank.Float()
		}
	}
	r.cubes = tieCubes(r.double)
	return r
}

// total is the sum of all ranks.
func (r signedRanked) total() float64 {
	s := 0.0
	for _, d := range r.double {
		s += float64(d) / 2
	}
	return s
}

// z has the variance Σ r²/4, which is n (n + 1)(2n + 1)/24 less Σ (t³ - t)/48.
func (r signedRanked) z(c float64) float64 {
	s := 0.0
	for _, d := range r.double {
		s += float64(d) * float64(d) / 16
	}
	return answer.Shrink(r.v-r.total()/2, c) / math.Sqrt(s)
}

func (r signedRanked) exact() (atMost, atLeast float64) {
	return tail.SignedRank(r.double, int(math.Round(2*r.v)))
}

func wilcoxon(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	d, err := signedOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	r := newSignedRanked(d, false)
	if r.n == 0 {
		return estimate.Answer{}, estimate.Undefined("no difference is other than 0")
	}
	c := 0.0
	if in.Args.Bool("correct") {
		c = 0.5
	}
	method := in.Args.Text("method")
	a := answer.Tested(r.v, spec.Value{}, answer.NormalTest(r.z(c)), answer.Count(len(d)))
	small := r.n <= exactSigns
	if method == "exact" && r.n > 10*exactSigns {
		return estimate.Answer{}, estimate.Undefined("%v differences are too many for an exact p-value", r.n)
	}
	var atMost, atLeast float64
	if small || method == "exact" {
		atMost, atLeast = r.exact()
	}
	if method == "exact" || method == "auto" && small && r.cubes == 0 && r.zeros == 0 {
		a.PValue = estimate.Number(answer.Twice(atMost, atLeast))
	}
	p := answer.Float(a.PValue)
	other := r.total() - r.v
	answer.Vary(&a, estimate.VariantSwapped, "the sum of the ranks of negative differences", answer.Tested(other, spec.Value{}, p, spec.Value{}))
	answer.VaryTest(&a, "smaller-sum", "the smaller of both rank sums", math.Min(r.v, other), p)
	answer.VaryTest(&a, "signed-sum", "the sum of the signed ranks", r.v-other, p)
	answer.VaryTest(&a, "z", "z, not V", r.z(c), answer.NormalTest(r.z(c)))
	answer.VaryP(&a, "continuity", "the asymptotic p-value with the correction for continuity", answer.NormalTest(r.z(0.5)))
	answer.VaryP(&a, "no-continuity", "the asymptotic p-value without the correction for continuity", answer.NormalTest(r.z(0)))
	if small {
		answer.VaryP(&a, "exact", "the exact p-value", answer.Twice(atMost, atLeast))
		answer.VaryP(&a, "one-sided-less", "the exact one-sided p-value (differences negative)", atMost)
		answer.VaryP(&a, "one-sided-greater", "the exact one-sided p-value (differences positive)", atLeast)
	}
	if r.zeros > 0 {
		q := newSignedRanked(d, true)
		answer.VaryTest(&a, "pratt", "with zeros ranked and then left out (Pratt)", q.v, answer.NormalTest(q.z(c)))
	}
	answer.VaryOneSided(&a)
	return a, nil
}

// signedOf are the differences of two columns, or the values of one, less mu.
func signedOf(in estimate.Input) ([]dd.Num, error) {
	one := in.Args.Has("value")
	if one == (in.Args.Has("x") && in.Args.Has("y")) {
		return nil, estimate.BadArg("value", "give either value, or x and y")
	}
	mu := dd.F(in.Args.Number("mu"))
	if one {
		s, err := sample.Of(in, in.Args.Text("value"))
		if err != nil {
			return nil, err
		}
		d := make([]dd.Num, len(s.Xs))
		for i, x := range s.Xs {
			d[i] = x.Sub(mu)
		}
		return d, nil
	}
	x, y, err := sample.XYOf(in)
	if err != nil {
		return nil, err
	}
	d := make([]dd.Num, len(x))
	for i := range x {
		d[i] = x[i].Sub(y[i]).Sub(mu)
	}
	return d, nil
}

func friedman(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	value, group, block := in.Args.Text("value"), in.Args.Text("group"), in.Args.Text("block")
	v := sample.Valued(in.View, value)
	groups, err := v.Split(group)
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	blocks, err := v.Split(block)
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	if len(groups) < 2 || len(blocks) < 2 {
		return estimate.Answer{}, estimate.Undefined("it needs two groups and two blocks with values, there are %d and %d", len(groups), len(blocks))
	}
	k, b := float64(len(groups)), float64(len(blocks))
	sums, cubes := make([]float64, len(groups)), 0.0
	for _, bl := range blocks {
		cols, err := bl.View.Numbers(value)
		if err != nil {
			return estimate.Answer{}, err
		}
		labels := bl.View.Column(group)
		xs := make([]dd.Num, len(groups))
		for i, g := range groups {
			at := -1
			for row := range bl.View.Rows() {
				if view.SameLabel(view.Label(labels, row), g.Label) {
					if at >= 0 {
						return estimate.Answer{}, estimate.Undefined("block %s has two values in group %s", view.LabelText(bl.Label), view.LabelText(g.Label))
					}
					at = row
				}
			}
			if at < 0 {
				return estimate.Answer{}, estimate.Undefined("block %s has no value in group %s", view.LabelText(bl.Label), view.LabelText(g.Label))
			}
			xs[i] = cols[0][at]
		}
		double := make([]int, len(xs))
		for i, r := range sample.Ranks(xs) {
			sums[i] += r.Float()
			double[i] = int(2 * r.Float())
		}
		cubes += tieCubes(double)
	}
	over := 0.0
	for _, s := range sums {
		over += (s - b*(k+1)/2) * (s - b*(k+1)/2)
	}
	x := 12 * over / (b*k*(k+1) - cubes/(k-1))
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return estimate.Answer{}, estimate.Undefined("the values of each block are equal")
	}
	a := answer.Tested(x, estimate.Number(k-1), tail.ChiSquared(x, k-1), answer.Count(int(b)))
	if cubes > 0 {
		plain := 12 * over / (b * k * (k + 1))
		answer.VaryTest(&a, "no-tie-correction", "without the correction for ties", plain, tail.ChiSquared(plain, k-1))
	}
	if w := x / (b * (k - 1)); w < 1 {
		f := (b - 1) * w / (1 - w)
		answer.Vary(&a, "iman-davenport", "the F of Iman and Davenport", answer.Tested(f, answer.Df2(k-1, (k-1)*(b-1)), tail.F(f, k-1, (k-1)*(b-1)), spec.Value{}))
		answer.VaryValue(&a, "kendall-w", "Kendall's W, the coefficient of concordance", dd.F(w))
	}
	return a, nil
}

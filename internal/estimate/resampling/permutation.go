package resampling

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/resample"
	"github.com/assaybench/assay/spec"
)

// exactLimit is how many arrangements are looked at one by one unasked, exactMost on demand.
const exactLimit, exactMost = 1e6, 1e8

func permutation() estimate.Estimator {
	return estimate.Estimator{Name: "permutation_test", Summary: "a statistic with its permutation p-value",
		Unit: "that of the statistic", Domain: "what the statistic needs; two rows",
		PerRow: true,
		Formula: "p = share of the arrangements of the data (which rows are in the first group; the signs of differences of pairs; which y belongs to which x) that are at least as extreme, to a part 1e-12: |T| >= |t| (absolute), or twice the smaller tail (doubled). " +
			"All of them up to 1,000,000, else drawn: (k + 1)/(B + 1), right within 4 Monte-Carlo errors sqrt(p (1 - p)/B) and 3/(B + 1)",
		Source: "Fisher (1935), Pitman (1937); Phipson and Smyth (2010)", Compute: computePermutation,
		Args: []estimate.Arg{
			{Name: "statistic", Kind: estimate.ArgText, Required: true, OneOf: []string{"mean_difference", "median_difference", "welch_t", "student_t", "pearson", "spearman"}, Doc: "what is computed of each arrangement"},
			{Name: "resamples", Kind: estimate.ArgNumber, Min: 50, Max: 1e9, Doc: "arrangements that an analysis is asked to draw; required where the oracle does not look at all of them, and without it p is exact"},
			valueArg, groupArg, firstArg, secondArg, xArg, yArg,
			{Name: "alternative", Kind: estimate.ArgText, Default: spec.TextValue("two-sided"), OneOf: []string{"two-sided", "greater", "less"}, Doc: "which statistics are extreme"},
			{Name: "two_sided", Kind: estimate.ArgText, Default: spec.TextValue("absolute"), OneOf: []string{"absolute", "doubled"}, Doc: "two-sided p: the share with |T| >= |t|, or twice the smaller tail"},
			{Name: "method", Kind: estimate.ArgText, Default: spec.TextValue("auto"), OneOf: []string{"auto", "exact", "random"}, Doc: "auto is exact up to 1,000,000 arrangements"},
			drawsArg, seedArg,
		}}
}

// arranged is a statistic with its arrangements.
type arranged struct {
	data
	scheme resample.Scheme
	make   func() resample.Arranged
	scale  float64
	unit   string
	what   string
	two    bool
	theory []theory // other tests of the same hypothesis
	floor  spec.Tolerance
	others []neighbourValue
}

// theory is a p-value of a formula.
type theory struct {
	name, note string
	t, df      dd.Num
}

type neighbourValue struct {
	name, note string
	x          dd.Num
}

func arrangedOf(in estimate.Input) (arranged, error) {
	name := in.Args.Text("statistic")
	pairs := in.Args.Has("x") || in.Args.Has("y")
	correlation := name == "pearson" || name == "spearman"
	switch {
	case pairs == in.Args.Has("value"):
		return arranged{}, estimate.BadArg("value", "give value, group, first and second, or x and y")
	case correlation && !pairs:
		return arranged{}, estimate.BadArg("x", "is required by %s", name)
	case pairs && !correlation && name != "mean_difference":
		return arranged{}, estimate.BadArg("statistic", "of pairs is mean_difference, pearson or spearman, not %s", name)
	case !pairs:
		return splits(in, name)
	}
	if err := need(in, "pairs", "x", "y"); err != nil {
		return arranged{}, err
	}
	d, err := columnsOf(in, false, in.Args.Text("x"), in.Args.Text("y"))
	if err != nil {
		return arranged{}, err
	}
	if correlation {
		return orders(d, name)
	}
	return signs(d)
}

// splits are arrangements of two groups.
func splits(in estimate.Input, name string) (arranged, error) {
	if err := need(in, "the statistic "+name, "group", "first", "second"); err != nil {
		return arranged{}, err
	}
	d, err := columnsOf(in, true, in.Args.Text("value"))
	if err != nil {
		return arranged{}, err
	}
	xs := d.column(0)
	p := sample.Pair{A: sample.New(xs[:d.first]), B: sample.New(xs[d.first:])}
	// Rows by value, equal ones of the first group first, as medians want them.
	slices.SortStableFunc(d.rows, func(a, b row) int { return a.xs[0].Cmp(b.xs[0]) })
	c := resample.NewColumn(d.column(0))
	inFirst := make([]int, len(d.rows))
	for i, r := range d.rows {
		inFirst[i] = 1 - r.side
	}
	a := arranged{data: d, scheme: resample.Splits(inFirst), unit: d.unit, two: true, scale: largest(c.D), floor: p.Floor()}
	var welch, student dd.Num
	for _, pooled := range []bool{false, true} {
		se, df := p.Error(pooled, 1)
		t := p.Difference().Div(se)
		if th := (theory{"welch-test", "the p-value of Welch's t test, not of a permutation test", t, df}); pooled {
			student = t
			th.name, th.note = "student-test", "the p-value of Student's t test, not of a permutation test"
			a.theory = append(a.theory, th)
		} else {
			welch = t
			a.theory = append(a.theory, th)
		}
	}
	mean, median := p.Difference(), p.A.Median().Sub(p.B.Median())
	all := []neighbourValue{{"mean_difference", "the difference of the means", mean}, {"median_difference", "the difference of the medians", median}, {"welch_t", "Welch's t", welch}, {"student_t", "Student's t", student}}
	for _, o := range all {
		if o.name != name {
			a.others = append(a.others, o)
		} else {
			a.what = o.note + " (first minus second)"
		}
	}
	switch name {
	case "mean_difference":
		a.make = resample.MeanSplit(c.D)
	case "median_difference":
		a.make = resample.MedianSplit(c.X)
	default:
		a.make, a.unit, a.scale = resample.TSplit(c.D, name == "student_t"), "1", 1
		se, _ := p.Error(name == "student_t", 1)
		if a.floor.Abs /= se.Float(); p.A.M.N+p.B.M.N < 3 || !(se.Float() > 0) {
			return a, estimate.Undefined("the groups hold %d and %d values with no spread to test against", p.A.M.N, p.B.M.N)
		}
	}
	return a, nil
}

// signs are those of the differences of pairs.
func signs(d data) (arranged, error) {
	xs, ys := d.column(0), d.column(1)
	diff := make([]dd.Num, len(xs))
	for i := range xs {
		diff[i] = xs[i].Sub(ys[i])
	}
	diff = dd.Sorted(diff)
	s := sample.New(diff)
	c := resample.NewColumn(diff)
	a := arranged{data: d, scheme: resample.Signs(len(diff)), make: resample.MeanSigned(c.X), unit: d.unit, what: "the mean difference of the pairs (x minus y)",
		two: true, scale: largest(c.X), floor: sample.Pair{A: sample.New(xs), B: sample.New(ys)}.Floor()}
	a.theory = []theory{{"paired-t-test", "the p-value of the paired t test, not of a permutation test", s.M.Mean.Div(s.M.SE()), dd.F(float64(len(diff) - 1))}}
	a.others = []neighbourValue{{"median", "the median difference", s.Median()}, {"t", "the paired t", s.M.Mean.Div(s.M.SE())}}
	return a, nil
}

// orders set y against x in every order.
func orders(d data, name string) (arranged, error) {
	xs, ys := d.column(0), d.column(1)
	r, rest := sample.Correlate(xs, ys)
	rho, restOfRanks := sample.Correlate(sample.Ranks(xs), sample.Ranks(ys))
	if !r.Finite() || !rho.Finite() {
		return arranged{}, estimate.Undefined("a column is constant")
	}
	a := arranged{data: d, scheme: resample.Orders(len(xs)), unit: "1", what: "Pearson's correlation", scale: 1,
		floor: spec.Tolerance{Rel: math.Max(sample.New(xs).SpreadFloor().Rel, sample.New(ys).SpreadFloor().Rel), Abs: 1e-13}}
	other := neighbourValue{"spearman", "Spearman's rank correlation", rho}
	if name == "spearman" {
		a.what, a.floor = "Spearman's rank correlation", spec.Tolerance{Rel: 1e-9, Abs: 1e-13}
		other = neighbourValue{"pearson", "Pearson's correlation", r}
		xs, ys, r, rest = sample.Ranks(xs), sample.Ranks(ys), rho, restOfRanks
	}
	a.make = resample.Correlation(resample.NewColumn(xs).D, resample.NewColumn(ys).D)
	a.others = []neighbourValue{other}
	df := dd.F(float64(len(xs) - 2))
	a.theory = []theory{{"t-test", "the p-value by t with n - 2 degrees of freedom, not of a permutation test", r.Mul(df.Div(rest).Sqrt()), df}}
	return a, nil
}

// largest is the size of the numbers.
func largest(xs []float64) float64 {
	m := 0.0
	for _, x := range xs {
		m = math.Max(m, math.Abs(x))
	}
	return m
}

// test looks at all arrangements or draws some.
func (a arranged) test(ctx context.Context, in estimate.Input) (resample.Permutation, error) {
	count, method := a.scheme.Count(), in.Args.Text("method")
	if method == "exact" && count > exactMost {
		return resample.Permutation{}, estimate.Undefined("%.3g arrangements are too many for an exact p-value", count)
	}
	if method == "exact" || method == "auto" && count <= exactLimit {
		return resample.Enumerate(ctx, a.scheme, a.scale, a.make)
	}
	if !in.Args.Has("resamples") {
		return resample.Permutation{}, estimate.BadArg("resamples", "is required, as the p-value of %.3g arrangements is drawn at random", count)
	}
	n, err := draws(in, len(a.rows))
	if err != nil {
		return resample.Permutation{}, err
	}
	return resample.Permute(ctx, a.scheme, a.scale, a.make, n, seed(in))
}

// pValue is one of the p-values of a test with its noise.
type pValue struct {
	name, note string
	p, noise   spec.Value
}

func computePermutation(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	t, err := arrangedOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	test, err := t.test(ctx, in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if math.IsNaN(test.Observed) || math.IsInf(test.Observed, 0) {
		return estimate.Answer{}, estimate.Undefined("the statistic is not defined on these rows")
	}
	x := estimate.Number(test.Observed)
	a := estimate.Answer{What: t.what, Value: x, Statistic: x, Unit: t.unit, Floor: t.floor, N: answer.Count(len(t.rows))}
	if t.first < len(t.rows) {
		a.N = spec.ArrayValue([]float64{float64(t.first), float64(len(t.rows) - t.first)})
	}
	theirs := in.Args.Number("resamples")
	p := func(name, note string, p float64) pValue {
		return pValue{name, note, estimate.Number(p), noise(p, test, theirs)}
	}
	less, greater := test.P(test.Less), test.P(test.Greater)
	smaller := math.Min(less, greater)
	doubled := pValue{"doubled", "twice the smaller tail", estimate.Number(math.Min(1, 2*smaller)), estimate.Scale(estimate.Answer{Value: noise(smaller, test, theirs)}, 2).Value}
	all := []pValue{
		p("absolute", "the share of arrangements with a statistic as large in absolute value", test.P(test.Wide)),
		doubled,
		p("greater", "the one-sided p-value (statistic large)", greater),
		p("less", "the one-sided p-value (statistic small)", less),
	}
	asked := in.Args.Text("alternative")
	if asked == "two-sided" {
		asked = in.Args.Text("two_sided")
	}
	for _, q := range all {
		if q.name == asked {
			a.PValue, a.Noise.PValue = q.p, q.noise
		}
	}
	if t.two {
		b := estimate.Answer{Value: estimate.Number(-test.Observed), Statistic: estimate.Number(-test.Observed), PValue: a.PValue, Noise: a.Noise}
		if sizes := a.N.Items; len(sizes) == 2 {
			b.N = spec.Value{Kind: spec.ValueArray, Items: []spec.Value{sizes[1], sizes[0]}}
		}
		switch asked {
		case "greater":
			b.PValue, b.Noise.PValue = all[3].p, all[3].noise
		case "less":
			b.PValue, b.Noise.PValue = all[2].p, all[2].noise
		}
		answer.Vary(&a, estimate.VariantSwapped, "with the groups swapped", b)
	} else {
		answer.VaryValue(&a, "sign", "the correlation with the wrong sign", dd.F(-test.Observed))
	}
	if theirs > 0 {
		answer.Vary(&a, "zero", "a p-value of 0, which no permutation test gives: the data are one of their own arrangements, so that it is 1/(B + 1) at least", estimate.Answer{PValue: estimate.Number(0)})
	}
	for _, q := range all {
		if q.name != asked {
			answer.Vary(&a, q.name, q.note, estimate.Answer{PValue: q.p, Noise: estimate.Noise{PValue: q.noise}})
		}
	}
	for _, h := range t.theory {
		if df := h.df.Float(); df > 0 {
			answer.VaryP(&a, h.name, h.note, answer.TTail(h.t.Float(), df))
		}
	}
	for _, o := range t.others {
		answer.VaryValue(&a, o.name, o.note, o.x)
	}
	return a, nil
}

// noise is the standard error of the difference to a p-value of n draws; with few extreme
// ones among them four of it leave room for the odds of a few more, and for the arrangement
// of the data, which counts as one.
func noise(p float64, test resample.Permutation, n float64) spec.Value {
	of := func(n float64) float64 { return resample.PError(p, n) + 0.75/(n+1) }
	ours := 0.0
	if !test.Exact {
		ours = of(test.N)
	}
	switch {
	case n > 0:
		return estimate.Number(math.Hypot(ours, of(n)))
	case test.Exact:
		return spec.Value{}
	}
	return estimate.Number(ours)
}

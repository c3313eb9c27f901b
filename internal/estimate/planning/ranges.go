package planning

import (
	"math"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
)

// ranges are probabilities and quantiles of the studentised range, by which Tukey's
// comparisons are judged.
func ranges() []estimate.Estimator {
	const source = "Tukey (1953); Copenhaver and Holland (1988)"
	groups := number("groups", 2, 1000, "number of means")
	df := number("df", 1, 1e12, "degrees of freedom of the standard deviation")
	return []estimate.Estimator{
		{Name: "studentized_range_p", Summary: "the probability of a larger studentised range",
			Unit: "1", Domain: "a statistic, no data: q from 0, groups from 2, df from 1",
			Missing: "no data are read",
			Source:  source, Compute: of(rangeTail),
			Formula: "P(Q > q), Q = (largest - smallest of k standard normals) / s, s² being χ²(df)/df; both integrals by the trapezoidal rule",
			Args:    []estimate.Arg{number("q", 0, 1e6, "studentised range: a difference of means over the standard error of one mean"), groups, df}},
		{Name: "studentized_range_quantile", Summary: "the critical value of the studentised range",
			Unit: "1", Domain: "a level, no data: alpha in (0, 1/2], groups from 2, df from 1",
			Missing: "no data are read",
			Source:  source, Compute: of(rangeQuantile),
			Formula: "q with P(Q > q) = alpha", Args: []estimate.Arg{alphaArg, groups, df}},
	}
}

func rangeTail(in estimate.Input) (estimate.Answer, error) {
	q, k, df, err := rangeOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	p := tail.StudentizedRange(q, k, df)
	a, err := answered(p, floor)
	if err != nil {
		return a, err
	}
	a.Floor.Abs = 1e-10 // tables and other programs hold no more
	varied(&a, "lower-tail", "the probability of less, 1 - p", 1-p)
	varied(&a, "root-2", "of q times the root of 2, as if q were a t", tail.StudentizedRange(q*math.Sqrt2, k, df))
	varied(&a, "student", "the two-sided p-value of one t test, q over the root of 2, not of the largest of all", tail.TTwoSided(q/math.Sqrt2, df))
	varied(&a, "known-variance", "as if the standard deviation were known", tail.StudentizedRange(q, k, math.Inf(1)))
	varied(&a, "half", "half of it", p/2)
	return a, nil
}

func rangeQuantile(in estimate.Input) (estimate.Answer, error) {
	_, k, df, err := rangeOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	alpha := in.Args.Number("alpha")
	q := tail.StudentizedRangeQuantile(alpha, k, df)
	a, err := answered(q, iterated)
	if err != nil {
		return a, err
	}
	varied(&a, "over-root-2", "over the root of 2, which is held against a t", q/math.Sqrt2)
	varied(&a, "half-alpha", "with alpha halved", tail.StudentizedRangeQuantile(alpha/2, k, df))
	varied(&a, "known-variance", "as if the standard deviation were known", tail.StudentizedRangeQuantile(alpha, k, math.Inf(1)))
	varied(&a, "student", "the root of 2 times the critical t, of one comparison", math.Sqrt2*tail.TTwo(1-alpha, df))
	varied(&a, "bonferroni", "the root of 2 times the critical t with alpha over all comparisons (Bonferroni)", math.Sqrt2*tail.TTwo(1-2*alpha/float64(k*(k-1)), df))
	return a, nil
}

func rangeOf(in estimate.Input) (q float64, k int, df float64, err error) {
	g := in.Args.Number("groups")
	if g != math.Floor(g) {
		return 0, 0, 0, estimate.BadArg("groups", "is %v, not a whole number", g)
	}
	return in.Args.Number("q"), int(g), in.Args.Number("df"), nil
}

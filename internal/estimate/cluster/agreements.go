package cluster

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/cluster"
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/multivariate"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// agreements compare two labelings of the same rows.
func agreements() []estimate.Estimator {
	xy := []estimate.Arg{{Name: "x", Kind: estimate.ArgFactor, Required: true, Doc: "column of labels (the reference, where it matters); rows that lack x or y are left out"},
		{Name: "y", Kind: estimate.ArgFactor, Required: true, Doc: "column of labels (those found, where it matters)"}}
	with := func(args ...estimate.Arg) []estimate.Arg { return append(xy[:2:2], args...) }
	mean := estimate.Arg{Name: "mean", Kind: estimate.ArgText, Default: spec.TextValue("arithmetic"), OneOf: cluster.Means, Doc: "of both entropies"}
	return []estimate.Estimator{
		{Name: "adjusted_rand", Summary: "the adjusted Rand index",
			Unit: "1", Domain: "labels; two things, and labelings that are not both one group or both all apart",
			Source: "Hubert and Arabie (1985)", Formula: "(S - E)/(M - E): S pairs together in both, E = A B/all, M = (A + B)/2", PerRow: true, Args: xy, Compute: agreement(adjustedRand)},
		{Name: "rand", Summary: "the Rand index",
			Unit: "1", Domain: "labels; two things",
			Source: "Rand (1971)", Formula: "part of pairs that are together in both or apart in both", PerRow: true, Args: xy, Compute: agreement(randIndex)},
		{Name: "nmi", Summary: "the normalised mutual information",
			Unit: "1", Domain: "labels; two labels in each labeling",
			Source: "Strehl and Ghosh (2002)", Formula: "MI / mean(H(x), H(y))", PerRow: true, Args: with(mean), Compute: agreement(nmi)},
		{Name: "ami", Summary: "the adjusted mutual information",
			Unit: "1", Domain: "labels; two things, and labelings that are not both one group or both all apart",
			Source: "Vinh, Epps and Bailey (2010)", Formula: "(MI - E)/(mean(H(x), H(y)) - E), E by the hypergeometric distribution", PerRow: true, Args: with(mean), Compute: agreement(ami)},
		{Name: "homogeneity", Summary: "the homogeneity",
			Unit: "1", Domain: "labels; two labels in the reference",
			Source: "Rosenberg and Hirschberg (2007)", Formula: "1 - H(x|y)/H(x), x the reference", PerRow: true, Args: xy, Compute: agreement(homogeneity)},
		{Name: "completeness", Summary: "the completeness",
			Unit: "1", Domain: "labels; two labels in the reference",
			Source: "Rosenberg and Hirschberg (2007)", Formula: "1 - H(y|x)/H(y), x the reference", PerRow: true, Args: xy, Compute: agreement(completeness)},
		{Name: "v_measure", Summary: "the V measure",
			Unit: "1", Domain: "labels; two labels in the reference",
			Source: "Rosenberg and Hirschberg (2007)", Formula: "(1 + beta) h c/(beta h + c) of homogeneity and completeness", PerRow: true,
			Args: with(estimate.Arg{Name: "beta", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 0, Max: 1e6, Doc: "weight of completeness"}), Compute: agreement(vMeasure)},
		{Name: "fowlkes_mallows", Summary: "the index of Fowlkes and Mallows",
			Unit: "1", Domain: "labels; two things together in each labeling",
			Source: "Fowlkes and Mallows (1983)", Formula: "S/sqrt(A B): pairs together in both, in x, in y", PerRow: true, Args: xy, Compute: agreement(fowlkesMallows)},
		{Name: "purity", Summary: "the purity",
			Unit: "1", Domain: "labels; one thing",
			Source: "Manning, Raghavan and Schütze (2008)", Formula: "part of rows with the most frequent x of their group in y, x the reference", PerRow: true, Args: xy, Compute: agreement(purity)},
	}
}

// measure is a number that tells the agreement of two labelings.
type measure = func(cluster.Agreement) (float64, error)

// compared holds an answer to which measures are added as variants.
type compared struct {
	estimate.Answer
	cluster.Agreement
}

func (c *compared) vary(name, note string, f measure) {
	if x, err := f(c.Agreement); err == nil {
		answer.VaryValue(&c.Answer, name, note, dd.F(x))
	}
}

// swap adds the measure with both labelings exchanged.
func (c *compared) swap(note string, f measure) {
	c.vary(estimate.VariantSwapped, note, func(a cluster.Agreement) (float64, error) { return f(a.Swapped()) })
}

func agreement(f func(in estimate.Input) (m measure, vary func(c *compared))) sample.Computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		x, y := in.Args.Text("x"), in.Args.Text("y")
		v := sample.Valued(in.View, x, y)
		codes := func(column string) []int {
			at, out := map[string]int{}, make([]int, v.Rows())
			for i := range out {
				l := view.LabelText(view.Label(v.Column(column), i))
				if _, ok := at[l]; !ok {
					at[l] = len(at)
				}
				out[i] = at[l]
			}
			return out
		}
		agreed, err := cluster.Agree(codes(x), codes(y))
		if err != nil {
			return estimate.Answer{}, multivariate.Undefined(err)
		}
		m, vary := f(in)
		value, err := m(agreed)
		if err != nil {
			return estimate.Answer{}, multivariate.Undefined(err)
		}
		c := compared{estimate.Answer{Value: estimate.Number(value), N: answer.Count(v.Rows()), Unit: "1", Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-12}}, agreed}
		vary(&c)
		return c.Answer, nil
	}
}

func adjustedRand(estimate.Input) (measure, func(c *compared)) {
	return cluster.Agreement.AdjustedRand, func(c *compared) {
		c.vary("rand", "the Rand index, not adjusted for chance", cluster.Agreement.Rand)
		c.vary("fowlkes-mallows", "the index of Fowlkes and Mallows", cluster.Agreement.FowlkesMallows)
		c.vary("nmi", "the normalised mutual information", func(a cluster.Agreement) (float64, error) { return a.Normalised("arithmetic") })
		c.vary("ami", "the adjusted mutual information", func(a cluster.Agreement) (float64, error) { return a.Adjusted("arithmetic") })
	}
}

func randIndex(estimate.Input) (measure, func(c *compared)) {
	return cluster.Agreement.Rand, func(c *compared) {
		c.vary("adjusted", "the Rand index adjusted for chance", cluster.Agreement.AdjustedRand)
		c.vary("distance", "1 less the index", func(a cluster.Agreement) (float64, error) { r, err := a.Rand(); return 1 - r, err })
		c.vary("fowlkes-mallows", "the index of Fowlkes and Mallows", cluster.Agreement.FowlkesMallows)
	}
}

// otherMeans adds the measure with the other means of entropies.
func otherMeans(c *compared, in estimate.Input, f func(a cluster.Agreement, mean string) (float64, error)) {
	for _, m := range cluster.Means {
		if m != in.Args.Text("mean") {
			c.vary(m, map[string]string{"min": "with the smaller of both entropies", "max": "with the larger of both entropies"}[m]+
				map[string]string{"arithmetic": "with the arithmetic mean of both entropies", "geometric": "with the geometric mean of both entropies"}[m],
				func(a cluster.Agreement) (float64, error) { return f(a, m) })
		}
	}
}

func information(a cluster.Agreement) (float64, error) { return a.Information(), nil }

func nmi(in estimate.Input) (measure, func(c *compared)) {
	mean := in.Args.Text("mean")
	return func(a cluster.Agreement) (float64, error) { return a.Normalised(mean) }, func(c *compared) {
		otherMeans(c, in, cluster.Agreement.Normalised)
		c.vary("adjusted", "the mutual information adjusted for chance", func(a cluster.Agreement) (float64, error) { return a.Adjusted(mean) })
		c.vary("information", "the mutual information in nats, not normalised", information)
		c.vary("bits", "the mutual information in bits, not normalised", func(a cluster.Agreement) (float64, error) { return a.Information() / math.Ln2, nil })
	}
}

func ami(in estimate.Input) (measure, func(c *compared)) {
	mean := in.Args.Text("mean")
	return func(a cluster.Agreement) (float64, error) { return a.Adjusted(mean) }, func(c *compared) {
		otherMeans(c, in, cluster.Agreement.Adjusted)
		c.vary("unadjusted", "the normalised mutual information, not adjusted for chance", func(a cluster.Agreement) (float64, error) { return a.Normalised(mean) })
		c.vary("adjusted-rand", "the adjusted Rand index", cluster.Agreement.AdjustedRand)
	}
}

func complete(a cluster.Agreement) (float64, error) { return a.Swapped().Homogeneity() }

func vOne(a cluster.Agreement) (float64, error) { return a.VMeasure(1) }

func homogeneity(estimate.Input) (measure, func(c *compared)) {
	return cluster.Agreement.Homogeneity, func(c *compared) {
		c.swap("the completeness, or homogeneity with reference and found labels exchanged", cluster.Agreement.Homogeneity)
		c.vary("v-measure", "the V measure", vOne)
		c.vary("information", "the mutual information in nats", information)
	}
}

func completeness(estimate.Input) (measure, func(c *compared)) {
	return complete, func(c *compared) {
		c.swap("the homogeneity, or completeness with reference and found labels exchanged", complete)
		c.vary("v-measure", "the V measure", vOne)
		c.vary("information", "the mutual information in nats", information)
	}
}

func vMeasure(in estimate.Input) (measure, func(c *compared)) {
	beta := in.Args.Number("beta")
	return func(a cluster.Agreement) (float64, error) { return a.VMeasure(beta) }, func(c *compared) {
		if beta != 1 {
			c.swap("the measure with reference and found labels exchanged", func(a cluster.Agreement) (float64, error) { return a.VMeasure(beta) })
			c.vary("beta-1", "the measure with beta 1", vOne)
		}
		c.vary("homogeneity", "the homogeneity", cluster.Agreement.Homogeneity)
		c.vary("completeness", "the completeness", complete)
		c.vary("geometric", "the mutual information over the geometric mean of both entropies", func(a cluster.Agreement) (float64, error) { return a.Normalised("geometric") })
	}
}

func fowlkesMallows(estimate.Input) (measure, func(c *compared)) {
	return cluster.Agreement.FowlkesMallows, func(c *compared) {
		c.vary("rand", "the Rand index", cluster.Agreement.Rand)
		c.vary("adjusted-rand", "the adjusted Rand index", cluster.Agreement.AdjustedRand)
		c.vary("squared", "the square of the index", func(a cluster.Agreement) (float64, error) { x, err := a.FowlkesMallows(); return x * x, err })
	}
}

func purity(estimate.Input) (measure, func(c *compared)) {
	// Groups are those of y.
	found := func(a cluster.Agreement) (float64, error) { return a.Swapped().Purity(), nil }
	return found, func(c *compared) {
		c.swap("the purity with reference and found labels exchanged", found)
		c.vary("homogeneity", "the homogeneity", cluster.Agreement.Homogeneity)
	}
}

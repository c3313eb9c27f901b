package associate

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// pairedCounts are tests of two labels of the same things.
func pairedCounts() []estimate.Estimator {
	return []estimate.Estimator{
		{Name: "mcnemar", Summary: "McNemar's statistic of paired labels",
			Unit: "1", Domain: "the same labels in both columns; whole counts not negative; a thing that changes between each two labels",
			Source: "McNemar (1947); Edwards (1948); Bowker (1948); mid-p by Fagerland, Lydersen and Laake (2013)", Compute: mcnemar,
			Formula: "Σ (n_ij - n_ji)² / (n_ij + n_ji) over pairs of labels i < j, with k (k - 1)/2 degrees of freedom; corrected: |n_ij - n_ji| - 1 in place of the difference; exact: the smaller of both counts, binomial with p 1/2",
			Args: append(sample.RowColumnArgs[:3:3],
				estimate.Arg{Name: "method", Kind: estimate.ArgText, Default: spec.TextValue("plain"), OneOf: []string{"plain", "corrected", "exact"}, Doc: "test; corrected and exact are for two labels"})},
	}
}

// discordant are the counts of things with labels i and j, and j and i, of each pair that
// occurs at all.
type discordant struct {
	pairs [][2]float64
	n     float64
	kinds int
}

// discordantOf counts the pairs of labels; a label may be missing among rows or columns.
func discordantOf(t sample.Counts) discordant {
	at := map[string]int{}
	for _, labels := range [][]spec.Value{t.Rows, t.Columns} {
		for _, l := range labels {
			if _, ok := at[view.LabelText(l)]; !ok {
				at[view.LabelText(l)] = len(at)
			}
		}
	}
	k := len(at)
	cell := make([]float64, k*k)
	for i, r := range t.Rows {
		for j, c := range t.Columns {
			cell[at[view.LabelText(r)]*k+at[view.LabelText(c)]] = t.Cell[i][j]
		}
	}
	d := discordant{n: t.Total, kinds: k}
	for i := range k {
		for j := range i {
			d.pairs = append(d.pairs, [2]float64{cell[j*k+i], cell[i*k+j]})
		}
	}
	return d
}

// statistic is the sum over pairs, with less taken off each difference.
func (d discordant) statistic(less float64) float64 {
	x := 0.0
	for _, p := range d.pairs {
		if p[0]+p[1] > 0 && p[0] != p[1] {
			b := math.Abs(p[0]-p[1]) - less
			x += b * b / (p[0] + p[1])
		}
	}
	return x
}

func mcnemar(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	t, err := sample.CountsOf(in, in.Args.Text("row"), in.Args.Text("column"), in.Args.Text("count"))
	if err != nil {
		return estimate.Answer{}, err
	}
	d, method := discordantOf(t), in.Args.Text("method")
	switch {
	case d.kinds < 2:
		return estimate.Answer{}, estimate.Undefined("the rows have %d labels, not two or more", d.kinds)
	case d.kinds > 2 && method != "plain":
		return estimate.Answer{}, estimate.BadArg("method", "is %s, which is for two labels; there are %d", method, d.kinds)
	}
	for _, p := range d.pairs {
		if p[0]+p[1] == 0 {
			return estimate.Answer{}, estimate.Undefined("no thing changes between two of the labels")
		}
	}
	df := float64(len(d.pairs))
	test := func(x float64) estimate.Answer {
		return answer.Tested(x, estimate.Number(df), tail.ChiSquared(x, df), answer.Count(int(d.n)))
	}
	plain := test(d.statistic(0))
	if d.kinds > 2 {
		a := plain
		answer.VaryP(&a, "lower-tail", "the probability of less, 1 - p", tail.ChiSquaredLower(answer.Float(a.Value), df))
		varyIndependence(&a, t)
		return a, nil
	}
	b, c := d.pairs[0][0], d.pairs[0][1]
	atMost, _ := tail.Binomial(int(b), int(b+c), 0.5)
	_, atLeast := tail.Binomial(int(b)-1, int(b+c), 0.5)
	exact := answer.Tested(math.Min(b, c), spec.Value{}, answer.Twice(atMost, atLeast), plain.N)
	tests := map[string]estimate.Answer{"plain": plain, "corrected": test(d.statistic(1)), "exact": exact}
	a := tests[method]
	for _, v := range [][2]string{{"plain", "without correction for continuity"}, {"corrected", "with the correction for continuity"}, {"exact", "the smaller of both counts, with the exact p-value"}} {
		if v[0] != method {
			other := tests[v[0]]
			answer.Vary(&a, v[0], v[1], estimate.Answer{Value: other.Value, Statistic: other.Statistic, DF: other.DF, PValue: other.PValue})
		}
	}
	half := tail.BinomialMass(int(b), int(b+c), 0.5) / 2
	answer.VaryP(&a, "mid-p", "the exact p-value with half the probability of what was seen (mid-p)", math.Max(0, answer.Twice(atMost-half, atLeast-half)))
	answer.VaryTest(&a, "root", "z, the root of chi-square", math.Sqrt(d.statistic(0)), answer.Float(plain.PValue))
	answer.VaryP(&a, "one-sided", "the one-sided p-value", answer.Float(a.PValue)/2)
	answer.VaryValue(&a, "odds-ratio", "the ratio of the changes one way to those the other", dd.F(b/c))
	varyIndependence(&a, t)
	return a, nil
}

// varyIndependence appends the test that forgets the pairs.
func varyIndependence(a *estimate.Answer, t sample.Counts) {
	if df := t.DF(); df > 0 {
		x := t.Chi(0)
		answer.Vary(a, "independence", "the chi-square test of independence, which asks another question", estimate.Answer{Value: estimate.Number(x), Statistic: estimate.Number(x), DF: estimate.Number(df), PValue: estimate.Number(tail.ChiSquared(x, df))})
	}
}

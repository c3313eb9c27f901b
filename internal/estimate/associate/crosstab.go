package associate

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// crosstabs are tests of tables of counts.
func crosstabs() []estimate.Estimator {
	return []estimate.Estimator{
		{Name: "chi_square", Summary: "the chi-square statistic of a table of counts",
			Unit: "1", Domain: "labels; counts that are whole and not negative; two rows and two columns with counts",
			Source: "Pearson (1900); Yates (1934)", Compute: sample.OfTable(chiSquare),
			Formula: "Σ (O - E)²/E, E = row sum × column sum / N; with (r - 1)(c - 1) degrees of freedom",
			Args:    append(sample.RowColumnArgs[:3:3], estimate.Arg{Name: "yates", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "correction for continuity of a 2x2 table"})},
		{Name: "chi_square_fit", Summary: "the chi-square statistic of goodness of fit",
			Unit: "1", Domain: "labels, or whole counts not negative; two categories, each expected",
			Source: "Pearson (1900)", Compute: chiSquareFit,
			Formula: "Σ (O - E)²/E with k - 1 degrees of freedom; E in proportion to expected, equal where that is not given",
			Args: []estimate.Arg{{Name: "category", Kind: estimate.ArgFactor, Doc: "column whose values are counted; or give observed"}, {Name: "observed", Kind: estimate.ArgColumn, Doc: "column of counts, one for each category"},
				{Name: "expected", Kind: estimate.ArgColumn, Doc: "column of expected counts or weights, beside observed"}}},
		{Name: "fisher_exact", Summary: "the odds ratio of a 2x2 table, with Fisher's exact test",
			Unit: "1", Domain: "labels; whole counts not negative, 100,000 at most; two rows and two columns",
			Source: "Fisher (1935); Cornfield (1956)", Compute: sample.OfTable(fisherExact),
			Gives:   []spec.UncertaintyKind{spec.UncertaintyCI},
			Formula: "sample: a d / (b c); conditional: most likely given the margins; p: all tables that are no more likely; interval exact, given the margins",
			Args: append(sample.RowColumnArgs[:3:3], estimate.Arg{Name: "odds", Kind: estimate.ArgText, Default: spec.TextValue("sample"), OneOf: []string{"sample", "conditional"}, Doc: "kind of odds ratio"},
				estimate.Arg{Name: "first_row", Kind: estimate.ArgLabel, Doc: "label of the row that comes first; the smaller where absent"},
				estimate.Arg{Name: "first_column", Kind: estimate.ArgLabel, Doc: "label of the column that comes first; the smaller where absent"})},
	}
}

func chiSquare(t sample.Counts, in estimate.Input) (estimate.Answer, error) {
	yates := in.Args.Bool("yates")
	if yates && !t.Square() {
		return estimate.Answer{}, estimate.BadArg("yates", "is for tables of 2 rows and 2 columns, not of %d and %d", len(t.Rows), len(t.Columns))
	}
	df := t.DF()
	test := func(x float64) estimate.Answer {
		return answer.Tested(x, estimate.Number(df), tail.ChiSquared(x, df), answer.Count(int(t.Total)))
	}
	plain := test(t.Chi(0))
	a := plain
	if t.Square() {
		corrected := test(t.Yates())
		if yates {
			a = corrected
			answer.Vary(&a, "no-yates", "without the correction of Yates", plain)
		} else {
			answer.Vary(&a, "yates", "with the correction of Yates", corrected)
		}
	}
	answer.Vary(&a, "g-test", "the likelihood-ratio statistic G", test(t.G()))
	answer.VaryValue(&a, "phi", "phi, the root of chi-square over N", dd.F(math.Sqrt(t.Chi(0)/t.Total)))
	answer.VaryValue(&a, "cramers-v", "Cramer's V", dd.F(cramer(t)))
	answer.VaryP(&a, "lower-tail", "the probability of less, 1 - p", tail.ChiSquaredLower(answer.Float(a.Statistic), df))
	return a, nil
}

func chiSquareFit(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	observed, expected, err := fitCounts(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	var n, weights dd.Num
	for i := range observed {
		n, weights = n.Add(dd.F(observed[i])), weights.Add(expected[i])
	}
	if len(observed) < 2 || n.Sign() <= 0 {
		return estimate.Answer{}, estimate.Undefined("it needs counts in two categories, there are %d", len(observed))
	}
	var x dd.Num
	g := 0.0
	for i, o := range observed {
		e := expected[i].Mul(n).Div(weights)
		if e.Sign() <= 0 {
			return estimate.Answer{}, estimate.Undefined("category %d is expected never to occur", i+1)
		}
		d := dd.F(o).Sub(e)
		x = x.Add(d.Mul(d).Div(e))
		if o > 0 {
			g += 2 * o * math.Log(o/e.Float())
		}
	}
	df := float64(len(observed) - 1)
	a := answer.Tested(x.Float(), estimate.Number(df), tail.ChiSquared(x.Float(), df), answer.Count(int(n.Float())))
	g = math.Max(0, g)
	answer.VaryTest(&a, "g-test", "the likelihood-ratio statistic G", g, tail.ChiSquared(g, df))
	if df > 1 {
		answer.Vary(&a, "df-less-1", "with one degree of freedom less, as for an estimated parameter", estimate.Answer{DF: estimate.Number(df - 1), PValue: estimate.Number(tail.ChiSquared(x.Float(), df-1))})
	}
	answer.VaryP(&a, "lower-tail", "the probability of less, 1 - p", tail.ChiSquaredLower(x.Float(), df))
	return a, nil
}

// fitCounts are observed counts with the weights that are expected, in a fixed order.
func fitCounts(in estimate.Input) (observed []float64, expected []dd.Num, err error) {
	category, column, weights := in.Args.Text("category"), in.Args.Text("observed"), in.Args.Text("expected")
	switch {
	case (category == "") == (column == ""):
		return nil, nil, estimate.BadArg("category", "give either category or observed")
	case category != "" && weights != "":
		return nil, nil, estimate.BadArg("expected", "stands beside observed, not beside category")
	case category != "":
		parts, err := sample.Valued(in.View, category).Split(category)
		if err != nil {
			return nil, nil, estimate.Undefined("%v", err)
		}
		for _, p := range parts {
			observed, expected = append(observed, float64(p.View.Rows())), append(expected, dd.F(1))
		}
		return observed, expected, nil
	}
	need := []string{column}
	if weights != "" {
		need = append(need, weights)
	}
	v := sample.Valued(in.View, need...)
	if observed, err = sample.WholeCounts(v, column); err != nil {
		return nil, nil, err
	}
	if weights != "" {
		cols, err := v.Numbers(weights)
		if err != nil {
			return nil, nil, err
		}
		return observed, cols[0], nil
	}
	for range observed {
		expected = append(expected, dd.F(1))
	}
	return observed, expected, nil
}

func fisherExact(t sample.Counts, in estimate.Input) (estimate.Answer, error) {
	f, err := t.Fourfold(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if t.Total > sample.ExactTable {
		return estimate.Answer{}, estimate.Undefined("a table of %v is too large for the exact test", t.Total)
	}
	h, x := f.Margins(), int(f.A)
	plain, conditional := f.Odds(), h.ConditionalOdds(x)
	value, other, name, note := plain, conditional, "conditional", "the conditional odds ratio, most likely given the margins"
	if in.Args.Text("odds") == "conditional" {
		value, other, name, note = conditional, plain, "sample", "the sample odds ratio a d / (b c)"
	}
	if math.IsInf(value, 0) || math.IsNaN(value) {
		return estimate.Answer{}, estimate.Undefined("the odds ratio is infinite")
	}
	lower, upper := h.Tails(x)
	a := estimate.Answer{Value: estimate.Number(value), N: answer.Count(int(t.Total)), Unit: "1", PValue: estimate.Number(fisherTwoSided(h, x)), Floor: answer.TestFloor}
	if name == "sample" { // the conditional one is the root of an equation
		a.Floor.Rel = 1e-8
	}
	a.Interval = func(level float64) (spec.Value, spec.Value) {
		lo, hi := h.OddsInterval(x, level)
		return estimate.Number(lo), estimate.Number(hi)
	}
	answer.GiveInterval(&a, in.Level)
	answer.VaryValue(&a, name, note, dd.F(other))
	if value != 0 {
		answer.VaryValue(&a, estimate.VariantSwapped, "the odds ratio with rows or columns swapped", dd.F(1/value))
		answer.VaryInterval(&a, "woolf", "the interval by the logarithm (Woolf)", in.Level, f.Woolf)
	}
	half := sample.Fourfold{A: f.A + 0.5, B: f.B + 0.5, C: f.C + 0.5, D: f.D + 0.5}
	answer.VaryValue(&a, "haldane", "the odds ratio with 0.5 added to each cell", dd.F(half.Odds()))
	answer.VaryValue(&a, "log", "the natural logarithm of the odds ratio", dd.F(math.Log(value)))
	answer.VaryValue(&a, "risk-ratio", "the ratio of the proportions, not of the odds", dd.F(f.A/(f.A+f.B)*(f.C+f.D)/f.C))
	answer.VaryP(&a, "doubled", "twice the smaller tail", answer.Twice(lower, upper))
	answer.VaryP(&a, "one-sided-less", "the one-sided p-value (odds ratio smaller)", lower)
	answer.VaryP(&a, "one-sided-greater", "the one-sided p-value (odds ratio larger)", upper)
	answer.VaryP(&a, "chi-square", "the p-value of the chi-square test", tail.ChiSquared(t.Chi(0), 1))
	answer.VaryP(&a, "chi-square-yates", "the p-value of the chi-square test with the correction of Yates", tail.ChiSquared(t.Yates(), 1))
	return a, nil
}

// fisherTwoSided sums the tables that are no more likely than x; likelihoods that differ
// by rounding only (1e-7) are equal.
func fisherTwoSided(h tail.Hypergeometric, x int) float64 {
	lo, hi := h.Range()
	limit, p, all := h.Mass(x)*(1+1e-7), 0.0, true
	for k := lo; k <= hi; k++ {
		if m := h.Mass(k); m <= limit {
			p += m
		} else {
			all = false
		}
	}
	if all {
		return 1
	}
	return math.Min(1, p)
}

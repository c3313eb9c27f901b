package builtin

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

var rowColumnArgs = []estimate.Arg{{Name: "row", Kind: estimate.ArgFactor, Required: true, Doc: "column that gives the rows of the table"},
	{Name: "column", Kind: estimate.ArgFactor, Required: true, Doc: "column that gives its columns"},
	{Name: "count", Kind: estimate.ArgColumn, Doc: "column of counts, where a row of the view stands for many"}}

// crosstabs are tests of tables of counts.
func crosstabs() []estimate.Estimator {
	return []estimate.Estimator{
		{Name: "chi_square", Summary: "the chi-square statistic of a table of counts", Source: "Pearson (1900); Yates (1934)", Compute: ofTable(chiSquare),
			Formula: "Σ (O - E)²/E, E = row sum × column sum / N; with (r - 1)(c - 1) degrees of freedom",
			Args:    append(rowColumnArgs[:3:3], estimate.Arg{Name: "yates", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "correction for continuity of a 2x2 table"})},
		{Name: "chi_square_fit", Summary: "the chi-square statistic of goodness of fit", Source: "Pearson (1900)", Compute: chiSquareFit,
			Formula: "Σ (O - E)²/E with k - 1 degrees of freedom; E in proportion to expected, equal where that is not given",
			Args: []estimate.Arg{{Name: "category", Kind: estimate.ArgFactor, Doc: "column whose values are counted; or give observed"}, {Name: "observed", Kind: estimate.ArgColumn, Doc: "column of counts, one for each category"},
				{Name: "expected", Kind: estimate.ArgColumn, Doc: "column of expected counts or weights, beside observed"}}},
		{Name: "fisher_exact", Summary: "the odds ratio of a 2x2 table, with Fisher's exact test", Source: "Fisher (1935); Cornfield (1956)", Compute: ofTable(fisherExact),
			Gives:   []spec.UncertaintyKind{spec.UncertaintyCI},
			Formula: "sample: a d / (b c); conditional: most likely given the margins; p: all tables that are no more likely; interval exact, given the margins",
			Args: append(rowColumnArgs[:3:3], estimate.Arg{Name: "odds", Kind: estimate.ArgText, Default: spec.TextValue("sample"), OneOf: []string{"sample", "conditional"}, Doc: "kind of odds ratio"},
				estimate.Arg{Name: "first_row", Kind: estimate.ArgLabel, Doc: "label of the row that comes first; the smaller where absent"},
				estimate.Arg{Name: "first_column", Kind: estimate.ArgLabel, Doc: "label of the column that comes first; the smaller where absent"})},
	}
}

// counts is a table of counts. No row and no column is empty.
type counts struct {
	rows, columns     []spec.Value
	cell              [][]float64
	rowSum, columnSum []float64
	total             float64
}

// countsOf makes a table of two factors; rows of the view that lack either are left out.
func countsOf(in estimate.Input, row, column, weight string) (counts, error) {
	var t counts
	need := []string{row, column}
	if weight != "" {
		need = append(need, weight)
	}
	v := valued(in.View, need...)
	w, err := wholeCounts(v, weight)
	if err != nil {
		return t, err
	}
	if weight != "" { // categories without a count are none
		v = v.Keep(func(i int) bool { return w[i] > 0 })
		w = slices.DeleteFunc(w, func(x float64) bool { return x == 0 })
	}
	label := func(name string) ([]spec.Value, error) {
		parts, err := v.Split(name)
		if err != nil {
			return nil, estimate.Undefined("%v", err)
		}
		var out []spec.Value
		for _, p := range parts {
			out = append(out, p.Label)
		}
		return out, nil
	}
	if t.rows, err = label(row); err != nil {
		return t, err
	}
	if t.columns, err = label(column); err != nil {
		return t, err
	}
	place := func(name string, labels []spec.Value) []int {
		c, at, seen := v.Column(name), make([]int, v.Rows()), map[string]int{}
		for i, l := range labels {
			seen[view.LabelText(l)] = i
		}
		for i := range at {
			at[i] = seen[view.LabelText(view.Label(c, i))]
		}
		return at
	}
	t.cell = make([][]float64, len(t.rows))
	for i := range t.cell {
		t.cell[i] = make([]float64, len(t.columns))
	}
	atRow, atColumn := place(row, t.rows), place(column, t.columns)
	for i := range atRow {
		t.cell[atRow[i]][atColumn[i]] += w[i]
	}
	return t.summed(), nil
}

// wholeCounts are the counts of rows, 1 where no column holds them.
func wholeCounts(v *view.View, weight string) ([]float64, error) {
	if weight == "" {
		w := make([]float64, v.Rows())
		for i := range w {
			w[i] = 1
		}
		return w, nil
	}
	cols, err := v.Floats(weight)
	if err != nil {
		return nil, err
	}
	for _, x := range cols[0] {
		if x < 0 || x != math.Floor(x) || x > 1<<52 {
			return nil, estimate.Undefined("%v in column %q is no count", x, weight)
		}
	}
	return slices.Clone(cols[0]), nil
}

func (t counts) summed() counts {
	t.rowSum, t.columnSum, t.total = make([]float64, len(t.rows)), make([]float64, len(t.columns)), 0
	for i, r := range t.cell {
		for j, x := range r {
			t.rowSum[i] += x
			t.columnSum[j] += x
			t.total += x
		}
	}
	return t
}

func ofTable(f func(t counts, in estimate.Input) (estimate.Answer, error)) computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		t, err := countsOf(in, in.Args.Text("row"), in.Args.Text("column"), in.Args.Text("count"))
		if err != nil {
			return estimate.Answer{}, err
		}
		if len(t.rows) < 2 || len(t.columns) < 2 {
			return estimate.Answer{}, estimate.Undefined("the table has %d rows and %d columns with counts", len(t.rows), len(t.columns))
		}
		return f(t, in)
	}
}

func (t counts) df() float64 { return float64((len(t.rows) - 1) * (len(t.columns) - 1)) }

func (t counts) square() bool { return len(t.rows) == 2 && len(t.columns) == 2 }

// chi is Pearson's statistic with each deviation shrunk by c, not beyond 0.
func (t counts) chi(c float64) float64 {
	var s dd.Num
	for i, r := range t.cell {
		for j, x := range r {
			e := dd.F(t.rowSum[i]).Mul(dd.F(t.columnSum[j])).Div(dd.F(t.total))
			d := dd.F(x).Sub(e).Abs().Sub(dd.F(c))
			if d.Sign() < 0 {
				continue
			}
			s = s.Add(d.Mul(d).Div(e))
		}
	}
	return s.Float()
}

// yates is the correction, at most the deviation itself (as R takes it).
func (t counts) yates() float64 { return t.chi(0.5) }

// g is the likelihood-ratio statistic 2 Σ O ln(O/E).
func (t counts) g() float64 {
	s := 0.0
	for i, r := range t.cell {
		for j, x := range r {
			if x > 0 {
				s += 2 * x * math.Log(x/t.rowSum[i]*(t.total/t.columnSum[j]))
			}
		}
	}
	return math.Max(0, s)
}

func chiSquare(t counts, in estimate.Input) (estimate.Answer, error) {
	yates := in.Args.Bool("yates")
	if yates && !t.square() {
		return estimate.Answer{}, estimate.BadArg("yates", "is for tables of 2 rows and 2 columns, not of %d and %d", len(t.rows), len(t.columns))
	}
	df := t.df()
	test := func(x float64) estimate.Answer {
		return tested(x, estimate.Number(df), tail.ChiSquared(x, df), count(int(t.total)))
	}
	plain := test(t.chi(0))
	a := plain
	if t.square() {
		corrected := test(t.yates())
		if yates {
			a = corrected
			vary(&a, "no-yates", "without the correction of Yates", plain)
		} else {
			vary(&a, "yates", "with the correction of Yates", corrected)
		}
	}
	vary(&a, "g-test", "the likelihood-ratio statistic G", test(t.g()))
	varyValue(&a, "phi", "phi, the root of chi-square over N", dd.F(math.Sqrt(t.chi(0)/t.total)))
	varyValue(&a, "cramers-v", "Cramer's V", dd.F(t.cramer()))
	varyP(&a, "lower-tail", "the probability of less, 1 - p", tail.ChiSquaredLower(float(a.Statistic), df))
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
	a := tested(x.Float(), estimate.Number(df), tail.ChiSquared(x.Float(), df), count(int(n.Float())))
	g = math.Max(0, g)
	varyTest(&a, "g-test", "the likelihood-ratio statistic G", g, tail.ChiSquared(g, df))
	if df > 1 {
		vary(&a, "df-less-1", "with one degree of freedom less, as for an estimated parameter", estimate.Answer{DF: estimate.Number(df - 1), PValue: estimate.Number(tail.ChiSquared(x.Float(), df-1))})
	}
	varyP(&a, "lower-tail", "the probability of less, 1 - p", tail.ChiSquaredLower(x.Float(), df))
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
		parts, err := valued(in.View, category).Split(category)
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
	v := valued(in.View, need...)
	if observed, err = wholeCounts(v, column); err != nil {
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

// exactTable bounds the total of tables that exact methods sum over.
const exactTable = 1e5

// fourfold is a 2x2 table.
type fourfold struct{ a, b, c, d float64 }

func (f fourfold) odds() float64 { return f.a * f.d / (f.b * f.c) }

func (f fourfold) margins() tail.Hypergeometric {
	return tail.Hypergeometric{Marked: int(f.a + f.b), Rest: int(f.c + f.d), Drawn: int(f.a + f.c)}
}

// logSE is the standard error of the logarithm of the odds ratio (Woolf 1955).
func (f fourfold) logSE() float64 { return math.Sqrt(1/f.a + 1/f.b + 1/f.c + 1/f.d) }

// woolf is the interval by the logarithm.
func (f fourfold) woolf(level float64) (spec.Value, spec.Value) {
	h := math.Exp(normalTwo(level) * f.logSE())
	return estimate.Number(f.odds() / h), estimate.Number(f.odds() * h)
}

// fourfold puts the row and the column that are named first into the first place.
func (t counts) fourfold(in estimate.Input) (fourfold, error) {
	var f fourfold
	if !t.square() {
		return f, estimate.Undefined("the table has %d rows and %d columns, not 2 and 2", len(t.rows), len(t.columns))
	}
	cell := t.cell
	for _, side := range []struct {
		arg    string
		labels []spec.Value
		swap   func()
	}{
		{"first_row", t.rows, func() { cell = [][]float64{cell[1], cell[0]} }},
		{"first_column", t.columns, func() { cell = [][]float64{{cell[0][1], cell[0][0]}, {cell[1][1], cell[1][0]}} }},
	} {
		want := in.Args[side.arg]
		switch {
		case want.Missing() || view.SameLabel(want, side.labels[0]):
		case view.SameLabel(want, side.labels[1]):
			side.swap()
		default:
			return f, estimate.BadArg(side.arg, "is %s, not one of %s and %s", want, view.LabelText(side.labels[0]), view.LabelText(side.labels[1]))
		}
	}
	return fourfold{cell[0][0], cell[0][1], cell[1][0], cell[1][1]}, nil
}

func fisherExact(t counts, in estimate.Input) (estimate.Answer, error) {
	f, err := t.fourfold(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if t.total > exactTable {
		return estimate.Answer{}, estimate.Undefined("a table of %v is too large for the exact test", t.total)
	}
	h, x := f.margins(), int(f.a)
	sample, conditional := f.odds(), h.ConditionalOdds(x)
	value, other, name, note := sample, conditional, "conditional", "the conditional odds ratio, most likely given the margins"
	if in.Args.Text("odds") == "conditional" {
		value, other, name, note = conditional, sample, "sample", "the sample odds ratio a d / (b c)"
	}
	if math.IsInf(value, 0) || math.IsNaN(value) {
		return estimate.Answer{}, estimate.Undefined("the odds ratio is infinite")
	}
	lower, upper := h.Tails(x)
	a := estimate.Answer{Value: estimate.Number(value), N: count(int(t.total)), Unit: "1", PValue: estimate.Number(fisherTwoSided(h, x)), Floor: testFloor}
	if name == "sample" { // the conditional one is the root of an equation
		a.Floor.Rel = 1e-8
	}
	a.Interval = func(level float64) (spec.Value, spec.Value) {
		lo, hi := h.OddsInterval(x, level)
		return estimate.Number(lo), estimate.Number(hi)
	}
	giveInterval(&a, in.Level)
	varyValue(&a, name, note, dd.F(other))
	if value != 0 {
		varyValue(&a, estimate.VariantSwapped, "the odds ratio with rows or columns swapped", dd.F(1/value))
		varyInterval(&a, "woolf", "the interval by the logarithm (Woolf)", in.Level, f.woolf)
	}
	half := fourfold{f.a + 0.5, f.b + 0.5, f.c + 0.5, f.d + 0.5}
	varyValue(&a, "haldane", "the odds ratio with 0.5 added to each cell", dd.F(half.odds()))
	varyValue(&a, "log", "the natural logarithm of the odds ratio", dd.F(math.Log(value)))
	varyValue(&a, "risk-ratio", "the ratio of the proportions, not of the odds", dd.F(f.a/(f.a+f.b)*(f.c+f.d)/f.c))
	varyP(&a, "doubled", "twice the smaller tail", twice(lower, upper))
	varyP(&a, "one-sided-less", "the one-sided p-value (odds ratio smaller)", lower)
	varyP(&a, "one-sided-greater", "the one-sided p-value (odds ratio larger)", upper)
	varyP(&a, "chi-square", "the p-value of the chi-square test", tail.ChiSquared(t.chi(0), 1))
	varyP(&a, "chi-square-yates", "the p-value of the chi-square test with the correction of Yates", tail.ChiSquared(t.yates(), 1))
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

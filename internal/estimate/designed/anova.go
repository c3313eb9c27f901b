package designed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/factorial"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

var quantities = []string{"f", "sum_of_squares", "mean_square", "df", "eta_squared", "partial_eta_squared"}

func analyses() []estimate.Estimator {
	args := func(more ...estimate.Arg) []estimate.Arg {
		return append([]estimate.Arg{
			{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "response; rows that lack any column of the model are left out"},
			{Name: "factors", Kind: estimate.ArgFactors, Doc: "columns of groups; numbers are labels there"},
			{Name: "x", Kind: estimate.ArgColumns, Doc: "covariates: columns of numbers"},
			{Name: "terms", Kind: estimate.ArgTexts, Doc: `terms of the model: names, "a:b" for an interaction, "a*b" for a, b and a:b; where absent, covariates and then factors with all their interactions`},
			{Name: "type", Kind: estimate.ArgText, Required: true, OneOf: []string{"I", "II", "III"}, Doc: "what a term is adjusted for: I those before it, interactions last; II those that do not contain it; III all others, with contrasts that sum to zero"},
		}, more...)
	}
	const formula = "SS is what the term takes from RSS, adjusted by type; F = (SS / df) / (RSS / df of residuals); partial η² = SS / (SS + RSS); aliased columns count for nothing, and leave type III undefined"
	const source = "Yates (1934); types as SAS names them; Chambers and Hastie (1992) for the coding; Gram and Schmidt's method in double-double"
	return []estimate.Estimator{
		{Name: "factorial_anova", Summary: "F of a term of a factorial analysis of variance (ANOVA) or covariance (ANCOVA)",
			Unit: "1; that of y squared for sums and mean squares", Domain: "numbers and labels; a degree of freedom for residuals that are not 0; for type III a row in each combination",
			Formula: formula, Source: source, PerRow: true, Compute: factorialAnova,
			Args: args(estimate.Arg{Name: "term", Kind: estimate.ArgText, Required: true, Doc: "term asked for, such as a or a:b"},
				estimate.Arg{Name: "quantity", Kind: estimate.ArgText, Default: spec.TextValue("f"), OneOf: quantities, Doc: "what is asked of the term; the test stands beside each"})},
		{Name: "factorial_anova_table", Summary: "the table of a factorial analysis of variance or covariance",
			Unit: "1; that of y squared for sums and mean squares", Domain: "numbers and labels; a degree of freedom for residuals that are not 0; for type III a row in each combination",
			Formula: formula, Source: source, Compute: factorialTable,
			Args: args(estimate.Arg{Name: "statistics", Kind: estimate.ArgTexts, Required: true, OneOf: append([]string{"p"}, quantities...), Doc: "columns, in their order; rows are the terms and the residual"})},
	}
}

// residualRow is the label of the last row of a table.
const residualRow = "residual"

// analysis is the design that a call describes.
type analysis struct {
	names  []string
	design factorial.Design
	unit   string
	spread float64 // |mean| / sd of the response: digits that float64 loses
}

var typeOf = map[string]factorial.Type{"I": factorial.I, "II": factorial.II, "III": factorial.III}

// analysisOf has the factors and covariates given; numeric factors named as numbers are
// covariates.
func analysisOf(in estimate.Input, factors, covariates []string) (analysis, error) {
	y := in.Args.Text("y")
	for _, x := range covariates {
		if slices.Contains(factors, x) {
			return analysis{}, estimate.BadArg("x", "names %q, which is a factor", x)
		}
	}
	if len(factors)+len(covariates) == 0 {
		return analysis{}, estimate.BadArg("factors", "names nothing, nor does x; the model needs one of them")
	}
	a := analysis{names: slices.Concat(factors, covariates), unit: sample.UnitOf(in, y)}
	v := sample.Valued(in.View, append([]string{y}, a.names...)...)
	cols, err := v.Numbers(append([]string{y}, covariates...)...)
	if err != nil {
		return analysis{}, err
	}
	a.design.Y = cols[0]
	if m := dd.Of(cols[0]); m.N > 0 {
		a.spread = math.Abs(m.Mean.Float()) / math.Max(m.SD(0).Float(), math.SmallestNonzeroFloat64)
	}
	for _, f := range factors {
		of, labels := levels(v.Column(f), v.Rows())
		a.design.Variables = append(a.design.Variables, factorial.Variable{Level: of, Levels: len(labels)})
	}
	for _, x := range cols[1:] {
		a.design.Variables = append(a.design.Variables, factorial.Variable{X: x})
	}
	texts := in.Args.Texts("terms")
	if len(texts) == 0 {
		texts = slices.Clone(covariates)
		if len(factors) > 0 {
			texts = append(texts, strings.Join(factors, "*"))
		}
	}
	if a.design.Terms, err = factorial.Parse(texts, a.names); err != nil {
		return analysis{}, estimate.BadArg("terms", "%v", err)
	}
	return a, nil
}

// find is the place of a term in the model.
func (a analysis) find(text string) (int, error) {
	t, err := factorial.ParseTerm(text, a.names)
	if err != nil {
		return 0, estimate.BadArg("term", "%v", err)
	}
	i := slices.IndexFunc(a.design.Terms, func(u factorial.Term) bool { return slices.Equal(t, u) })
	if i < 0 {
		var all []string
		for _, u := range a.design.Terms {
			all = append(all, u.Text(a.names))
		}
		return 0, estimate.BadArg("term", "the model has no term %q; it has %s", text, strings.Join(all, ", "))
	}
	return i, nil
}

// exact is the share of a sum of squares below which it is rounding alone.
const exact = 1e-26

// checked is a table that has something to test against.
func (a analysis) checked(t factorial.Table, err error) (factorial.Table, error) {
	switch {
	case errors.Is(err, factorial.ErrNoResidual), errors.Is(err, factorial.ErrAliased), errors.Is(err, factorial.ErrTooLarge):
		return t, estimate.Undefined("%v", err)
	case err != nil:
		return t, err
	case !t.Total.Finite() || !t.Residual.SS.Finite():
		return t, estimate.Undefined("the numbers are too large to be squared")
	case !(t.Residual.SS.Float() > exact*t.Total.Float()):
		return t, estimate.Undefined("the fit leaves no residual to test against")
	}
	return t, nil
}

// quantity of an effect; NaN where its row has none.
func quantity(name string, t factorial.Table, e factorial.Effect) float64 {
	df, ms := dd.F(float64(e.DF)), t.Residual.SS.Div(dd.F(float64(t.Residual.DF)))
	switch name {
	case "sum_of_squares":
		return e.SS.Float()
	case "mean_square":
		return e.SS.Div(df).Float()
	case "df":
		return float64(e.DF)
	case "eta_squared":
		return e.SS.Div(t.Total).Float()
	case "partial_eta_squared":
		return e.SS.Div(e.SS.Add(t.Residual.SS)).Float()
	}
	f := e.SS.Div(df).Div(ms).Float()
	if name == "p" {
		return tail.F(f, float64(e.DF), float64(t.Residual.DF))
	}
	return f
}

// floor is what float64 programs may lose of a quantity of an effect.
func (a analysis) floor(name string, t factorial.Table, e factorial.Effect) spec.Tolerance {
	rel := math.Max(1e-9, 20*sample.Eps*(a.spread+t.Kappa))
	noise := t.Total.Float() * math.Max(1e-14, sample.Eps*a.spread) // of a sum of squares
	if name == "f" || name == "mean_square" {
		noise /= float64(max(e.DF, 1))
	}
	switch name {
	case "f":
		noise *= float64(t.Residual.DF) / t.Residual.SS.Float()
	case "eta_squared":
		noise /= t.Total.Float()
	case "partial_eta_squared":
		noise /= t.Residual.SS.Add(e.SS).Float()
	case "df":
		return spec.Tolerance{}
	}
	return spec.Tolerance{Rel: rel, Abs: noise}
}

// answer of one term.
func (a analysis) answer(ctx context.Context, kind factorial.Type, term int, name string) (estimate.Answer, error) {
	t, err := a.checked(a.design.One(ctx, kind, term))
	if err != nil {
		return estimate.Answer{}, err
	}
	e := t.Effects[term]
	if e.DF == 0 {
		return estimate.Answer{}, estimate.Undefined("%s explains nothing that the terms before it do not: it is aliased with them", a.design.Terms[term].Text(a.names))
	}
	out := estimate.Answer{Value: estimate.Number(quantity(name, t, e)), N: answer.Count(len(a.design.Y)), Unit: "1",
		Statistic: estimate.Number(quantity("f", t, e)), DF: answer.Df2(float64(e.DF), float64(t.Residual.DF)), PValue: estimate.Number(quantity("p", t, e)),
		Floor: a.floor(name, t, e)}
	if name == "sum_of_squares" || name == "mean_square" {
		out.Unit = answer.Power(a.unit, 2)
	}
	for _, q := range quantities {
		if q != name && q != "df" && name != "df" {
			answer.VaryValue(&out, strings.ReplaceAll(q, "_", "-"), "the "+worded[q]+" of the term", dd.F(quantity(q, t, e)))
		}
	}
	return out, nil
}

var worded = map[string]string{"f": "F", "sum_of_squares": "sum of squares", "mean_square": "mean square", "df": "degrees of freedom", "eta_squared": "η² (of the total)", "partial_eta_squared": "partial η²"}

func factorialAnova(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	factors, covariates := in.Args.Texts("factors"), in.Args.Texts("x")
	a, err := analysisOf(in, factors, covariates)
	if err != nil {
		return estimate.Answer{}, err
	}
	text, name, kind := in.Args.Text("term"), in.Args.Text("quantity"), in.Args.Text("type")
	term, err := a.find(text)
	if err != nil {
		return estimate.Answer{}, err
	}
	out, err := a.answer(ctx, typeOf[kind], term, name)
	if err != nil {
		return estimate.Answer{}, err
	}
	label := a.design.Terms[term].Text(a.names)
	out.What = fmt.Sprintf("the %s of %s, type %s", worded[name], label, kind)
	vary := func(variant, note string, b analysis, kind factorial.Type, text string) {
		i, err := b.find(text)
		if err != nil {
			return
		}
		if v, err := b.answer(ctx, kind, i, name); err == nil {
			v.Variants, v.Floor, v.Unit = nil, spec.Tolerance{}, ""
			answer.Vary(&out, variant, "the "+worded[name]+" "+note, v)
		}
	}
	for _, k := range []string{"I", "II", "III"} {
		if k != kind {
			vary("type-"+k, "of type "+k, a, typeOf[k], text)
		}
	}
	vary("treatment-contrasts", "called type III, but with contrasts against the first level, where sums to zero belong", a, factorial.Treatment, text)
	if kind == "I" {
		b := a
		b.design.Terms = slices.Clone(a.design.Terms)
		slices.Reverse(b.design.Terms)
		vary("type-I-reversed", "of type I with the terms in the opposite order", b, factorial.I, text)
	}
	a.neighbours(in, term, typeOf[kind], vary)
	return out, ctx.Err()
}

// neighbours are other models in which the term stands.
func (a analysis) neighbours(in estimate.Input, term int, kind factorial.Type, vary func(variant, note string, b analysis, kind factorial.Type, text string)) {
	t := a.design.Terms[term]
	text := t.Text(a.names)
	if len(a.design.Terms) > 1 {
		b := a
		b.design.Terms = []factorial.Term{t}
		vary("alone", "of a model with "+text+" alone, without the other terms", b, kind, text)
	}
	mains := a
	mains.design.Terms = slices.DeleteFunc(slices.Clone(a.design.Terms), func(u factorial.Term) bool { return len(u) > 1 })
	if len(t) == 1 && len(mains.design.Terms) < len(a.design.Terms) {
		vary("no-interactions", "of a model without the interactions", mains, kind, text)
	}
	if c, ok := a.averaged(); ok {
		vary("cell-means", "of the mean of the rows that share all factors, not of each row", c, kind, text)
	}
	// Factors written as numbers are easily taken for numbers.
	factors, covariates := in.Args.Texts("factors"), slices.Clone(in.Args.Texts("x"))
	var kept []string
	for _, f := range factors {
		if c := in.View.Column(f); c.Kind == spec.ColumnNumber && len(c.Num) > 0 {
			covariates = append(covariates, f)
		} else {
			kept = append(kept, f)
		}
	}
	if len(kept) < len(factors) {
		if b, err := analysisOf(in, kept, covariates); err == nil {
			vary("numeric-factors", "of a model that takes factors written as numbers for covariates", b, kind, text)
		}
	}
}

// averaged is the design of one row for each combination of levels; false where rows
// are so already, or covariates tell them apart.
func (a analysis) averaged() (analysis, bool) {
	at := map[string]int{}
	var cells [][]dd.Num
	b := a
	b.design.Y, b.design.Variables = nil, make([]factorial.Variable, len(a.design.Variables))
	for i, y := range a.design.Y {
		var key strings.Builder
		for _, v := range a.design.Variables {
			if v.X != nil {
				return a, false
			}
			fmt.Fprintf(&key, "%d ", v.Level[i])
		}
		c, known := at[key.String()]
		if !known {
			c = len(cells)
			at[key.String()] = c
			cells = append(cells, nil)
			for k, v := range a.design.Variables {
				w := &b.design.Variables[k]
				w.Levels, w.Level = v.Levels, append(w.Level, v.Level[i])
			}
		}
		cells[c] = append(cells[c], y)
	}
	for _, ys := range cells {
		b.design.Y = append(b.design.Y, dd.Of(ys).Mean)
	}
	return b, len(cells) < len(a.design.Y)
}

// factorialTable has the columns term, statistics…; a statistic that the residual does
// not have is a missing cell.
func factorialTable(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	a, err := analysisOf(in, in.Args.Texts("factors"), in.Args.Texts("x"))
	if err != nil {
		return estimate.Answer{}, err
	}
	kind, names := in.Args.Text("type"), in.Args.Texts("statistics")
	table := func(kind factorial.Type) (estimate.Answer, error) {
		t, err := a.checked(a.design.Analyse(ctx, kind))
		if err != nil {
			return estimate.Answer{}, err
		}
		out := estimate.Answer{Keys: []string{"term"}, Value: spec.Value{Kind: spec.ValueTable, Columns: append([]string{"term"}, names...)}, N: answer.Count(len(a.design.Y))}
		for i, e := range append(slices.Clone(t.Effects), t.Residual) {
			label := residualRow
			if i < len(t.Effects) {
				label = a.design.Terms[i].Text(a.names)
			}
			row := []spec.Value{spec.TextValue(label)}
			for _, name := range names {
				cell := estimate.Number(quantity(name, t, e))
				switch {
				case i == len(t.Effects) && !slices.Contains([]string{"sum_of_squares", "mean_square", "df"}, name), e.DF == 0 && name != "df" && name != "sum_of_squares":
					cell = spec.Value{}
				}
				row = append(row, cell)
				f := a.floor(name, t, e)
				out.Floor = spec.Tolerance{Rel: math.Max(out.Floor.Rel, f.Rel)}
			}
			out.Value.Rows, out.Index = append(out.Value.Rows, row), append(out.Index, row[0])
		}
		return out, nil
	}
	out, err := table(typeOf[kind])
	if err != nil {
		return estimate.Answer{}, err
	}
	out.What = "the table of the analysis of variance, type " + kind
	for _, v := range []struct {
		name, note string
		kind       factorial.Type
	}{{"type-I", "the table of type I", factorial.I}, {"type-II", "the table of type II", factorial.II}, {"type-III", "the table of type III", factorial.III},
		{"treatment-contrasts", "the table called type III, but with contrasts against the first level", factorial.Treatment}} {
		if v.kind == typeOf[kind] {
			continue
		}
		if b, err := table(v.kind); err == nil {
			answer.Vary(&out, v.name, v.note, estimate.Answer{Value: b.Value, Index: b.Index, Keys: b.Keys})
		}
	}
	return out, ctx.Err()
}

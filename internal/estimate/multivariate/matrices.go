package multivariate

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/spec"
)

// matrices are the tables of covariances and correlations.
func matrices() []estimate.Estimator {
	missing := estimate.Arg{Name: "missing", Kind: estimate.ArgText, Default: spec.TextValue("listwise"), OneOf: []string{"listwise", "pairwise"},
		Doc: "rows left out: those that lack any of the columns, or for each pair those that lack one of both"}
	return []estimate.Estimator{
		{Name: "covariance_matrix", Summary: "the table of covariances",
			Unit: "that of both columns, multiplied", Domain: "numbers; two complete rows", Source: "Pearson (1896)",
			Missing: "rows that lack any of the columns are left out, or those that lack one of a pair, as missing asks; no row left: undefined",
			Formula: "Σ(x - mean x)(y - mean y)/(n - ddof), a row and a column for each column",
			Args:    []estimate.Arg{ColumnsArg, missing, {Name: "ddof", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 0, Max: 1, Doc: "divisor is n - ddof"}}, Compute: covarianceMatrix},
		{Name: "correlation_matrix", Summary: "the table of correlations",
			Unit: "1", Domain: "numbers; two complete rows, no constant column", Source: "Pearson (1896)",
			Missing: "rows that lack any of the columns are left out, or those that lack one of a pair, as missing asks; no row left: undefined",
			Formula: "Pearson's r, Spearman's rho or Kendall's tau-b of each pair, a row and a column for each column",
			Args:    []estimate.Arg{ColumnsArg, missing, {Name: "method", Kind: estimate.ArgText, Default: spec.TextValue("pearson"), OneOf: []string{"pearson", "spearman", "kendall"}, Doc: "kind of correlation"}}, Compute: correlationMatrix},
	}
}

// coefficient of two columns; not finite where it has no value.
type coefficient func(x, y []dd.Num) dd.Num

var coefficients = map[string]coefficient{
	"pearson":   Pearson,
	"spearman":  func(x, y []dd.Num) dd.Num { return Pearson(sample.Ranks(x), sample.Ranks(y)) },
	"kendall":   func(x, y []dd.Num) dd.Num { return multivariate.Kendall(x, y, true) },
	"kendall-a": func(x, y []dd.Num) dd.Num { return multivariate.Kendall(x, y, false) },
}

// Pearson is the correlation; not finite where a column is constant.
func Pearson(x, y []dd.Num) dd.Num {
	r, _ := sample.Correlate(x, y)
	return r
}

func covariance(ddof int) coefficient {
	return func(x, y []dd.Num) dd.Num {
		return dd.Cross(x, y).Div(dd.F(math.Max(0, float64(len(x)-ddof))))
	}
}

// crossed are the coefficients of pairs of columns, as a table; n are the numbers of rows that
// entered. Undefined where one has no value.
func crossed(in estimate.Input, missing string, f coefficient) (v spec.Value, labels []spec.Value, n spec.Value, err error) {
	data, err := DataOf(in, "columns")
	if err != nil {
		return v, nil, n, err
	}
	names := data.Names
	cells, sizes := make([][]dd.Num, len(names)), make([][]dd.Num, len(names))
	for j := range names {
		cells[j], sizes[j] = make([]dd.Num, len(names)), make([]dd.Num, len(names))
		for i := range j + 1 {
			x, y := data.Columns[i], data.Columns[j]
			if missing == "pairwise" {
				two, err := in.View.Numbers(names[i], names[j])
				if err != nil {
					return v, nil, n, err
				}
				x, y = two[0], two[1]
			}
			c := f(x, y)
			if !c.Finite() {
				return v, nil, n, estimate.Undefined("columns %q and %q have no coefficient on their %d rows: too few, constant, or too large", names[i], names[j], len(x))
			}
			cells[j][i], sizes[j][i] = c, dd.F(float64(len(x)))
			cells[i][j], sizes[i][j] = c, sizes[j][i]
		}
	}
	for _, name := range names {
		labels = append(labels, spec.TextValue(name))
	}
	if n = answer.Count(len(data.Columns[0])); missing == "pairwise" {
		n = spec.Value{}
	}
	return Table("column", labels, names, cells...), labels, n, nil
}

// tabulated is an answer for one way with missing cells, to which variants are added.
type tabulated struct {
	estimate.Answer
	in   estimate.Input
	data Data
}

func (t *tabulated) vary(name, note string, missing string, f coefficient) {
	if v, _, _, err := crossed(t.in, missing, f); err == nil {
		answer.Vary(&t.Answer, name, note, estimate.Answer{Value: v})
	}
}

// listing are the two ways with missing cells, and what the other one is called.
func listing(in estimate.Input) (missing, other, note string) {
	if missing = in.Args.Text("missing"); missing == "pairwise" {
		return missing, "listwise", "of the rows that have all columns"
	}
	return missing, "pairwise", "of the rows that have both columns of a pair, other columns missing or not"
}

func tabulate(in estimate.Input, f coefficient) (t tabulated, err error) {
	missing, other, note := listing(in)
	v, labels, n, err := crossed(in, missing, f)
	if err != nil {
		return t, err
	}
	t.in = in
	if t.data, err = DataOf(in, "columns"); err != nil {
		return t, err
	}
	t.Answer = estimate.Answer{Value: v, Keys: []string{"column"}, Index: labels, N: n, Floor: spec.Tolerance{Rel: math.Max(1e-9, 10*sample.Eps*t.data.Lost), Abs: 1e-13}}
	t.vary(other, "the table "+note, other, f)
	return t, nil
}

func covarianceMatrix(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	ddof := in.Args.Number("ddof")
	if ddof != 0 && ddof != 1 {
		return estimate.Answer{}, estimate.BadArg("ddof", "is %v, neither 0 nor 1", ddof)
	}
	t, err := tabulate(in, covariance(int(ddof)))
	if err != nil {
		return estimate.Answer{}, err
	}
	missing := in.Args.Text("missing")
	// A covariance near 0 carries the rounding of the largest variances.
	most := 0.0
	for _, c := range t.data.Columns {
		most = math.Max(most, dd.Of(c).Var(0).Float())
	}
	if t.Floor.Abs = sample.Eps * (64 + 16*t.data.Lost) * most; !isFinite(t.Floor.Abs) {
		t.Floor.Abs = 0
	}
	t.Unit = answer.Power(t.data.Unit, 2)
	t.vary(fmt.Sprintf("ddof%v", 1-ddof), map[float64]string{1: "covariances divided by n", 0: "covariances divided by n - 1"}[ddof], missing, covariance(int(1-ddof)))
	t.vary("correlation", "correlations, not covariances", missing, coefficients["pearson"])
	return t.Answer, nil
}

func correlationMatrix(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	method := in.Args.Text("method")
	t, err := tabulate(in, coefficients[method])
	if err != nil {
		return estimate.Answer{}, err
	}
	t.Unit = "1"
	missing := in.Args.Text("missing")
	for _, o := range []struct{ name, note string }{{"pearson", "Pearson's correlations"}, {"spearman", "Spearman's rank correlations"}, {"kendall", "Kendall's tau-b"}, {"kendall-a", "Kendall's tau-a, ties not corrected for"}} {
		if o.name != method && (o.name != "kendall-a" || method == "kendall") {
			t.vary(o.name, o.note, missing, coefficients[o.name])
		}
	}
	t.vary("squared", "squared correlations", missing, func(x, y []dd.Num) dd.Num { r := coefficients[method](x, y); return r.Mul(r) })
	t.vary("covariance", "covariances (n - 1), not correlations", missing, covariance(1))
	return t.Answer, nil
}

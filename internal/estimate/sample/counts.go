package sample

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Counts is a table of counts. No row and no column is empty.
type Counts struct {
	Rows, Columns     []spec.Value
	Cell              [][]float64
	RowSum, ColumnSum []float64
	Total             float64
}

// CountsOf makes a table of two factors; rows of the view that lack either are left out.
func CountsOf(in estimate.Input, row, column, weight string) (Counts, error) {
	var t Counts
	need := []string{row, column}
	if weight != "" {
		need = append(need, weight)
	}
	v := Valued(in.View, need...)
	w, err := WholeCounts(v, weight)
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
	if t.Rows, err = label(row); err != nil {
		return t, err
	}
	if t.Columns, err = label(column); err != nil {
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
	t.Cell = make([][]float64, len(t.Rows))
	for i := range t.Cell {
		t.Cell[i] = make([]float64, len(t.Columns))
	}
	atRow, atColumn := place(row, t.Rows), place(column, t.Columns)
	for i := range atRow {
		t.Cell[atRow[i]][atColumn[i]] += w[i]
	}
	return t.summed(), nil
}

// WholeCounts are the counts of rows, 1 where no column holds them.
func WholeCounts(v *view.View, weight string) ([]float64, error) {
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

// summed is the table with its margins.
func (t Counts) summed() Counts {
	t.RowSum, t.ColumnSum, t.Total = make([]float64, len(t.Rows)), make([]float64, len(t.Columns)), 0
	for i, r := range t.Cell {
		for j, x := range r {
			t.RowSum[i] += x
			t.ColumnSum[j] += x
			t.Total += x
		}
	}
	return t
}

// DF are the degrees of freedom, (r - 1)(c - 1).
func (t Counts) DF() float64 { return float64((len(t.Rows) - 1) * (len(t.Columns) - 1)) }

// Square reports whether the table is 2x2.
func (t Counts) Square() bool { return len(t.Rows) == 2 && len(t.Columns) == 2 }

// Chi is Pearson's statistic with each deviation shrunk by c, not beyond 0.
func (t Counts) Chi(c float64) float64 {
	var s dd.Num
	for i, r := range t.Cell {
		for j, x := range r {
			e := dd.F(t.RowSum[i]).Mul(dd.F(t.ColumnSum[j])).Div(dd.F(t.Total))
			d := dd.F(x).Sub(e).Abs().Sub(dd.F(c))
			if d.Sign() < 0 {
				continue
			}
			s = s.Add(d.Mul(d).Div(e))
		}
	}
	return s.Float()
}

// Yates is the correction, at most the deviation itself (as R takes it).
func (t Counts) Yates() float64 { return t.Chi(0.5) }

// G is the likelihood-ratio statistic 2 Σ O ln(O/E).
func (t Counts) G() float64 {
	s := 0.0
	for i, r := range t.Cell {
		for j, x := range r {
			if x > 0 {
				s += 2 * x * math.Log(x/t.RowSum[i]*(t.Total/t.ColumnSum[j]))
			}
		}
	}
	return math.Max(0, s)
}

// Fourfold is a 2x2 table.
type Fourfold struct{ A, B, C, D float64 }

// Odds is the odds ratio a d / (b c).
func (f Fourfold) Odds() float64 { return f.A * f.D / (f.B * f.C) }

// Margins is the distribution of a given the margins.
func (f Fourfold) Margins() tail.Hypergeometric {
	return tail.Hypergeometric{Marked: int(f.A + f.B), Rest: int(f.C + f.D), Drawn: int(f.A + f.C)}
}

// LogSE is the standard error of the logarithm of the odds ratio (Woolf 1955).
func (f Fourfold) LogSE() float64 { return math.Sqrt(1/f.A + 1/f.B + 1/f.C + 1/f.D) }

// Woolf is the interval by the logarithm.
func (f Fourfold) Woolf(level float64) (spec.Value, spec.Value) {
	h := math.Exp(answer.NormalTwo(level) * f.LogSE())
	return estimate.Number(f.Odds() / h), estimate.Number(f.Odds() * h)
}

// Fourfold puts the row and the column that are named first into the first place.
func (t Counts) Fourfold(in estimate.Input) (Fourfold, error) {
	var f Fourfold
	if !t.Square() {
		return f, estimate.Undefined("the table has %d rows and %d columns, not 2 and 2", len(t.Rows), len(t.Columns))
	}
	cell := t.Cell
	for _, side := range []struct {
		arg    string
		labels []spec.Value
		swap   func()
	}{
		{"first_row", t.Rows, func() { cell = [][]float64{cell[1], cell[0]} }},
		{"first_column", t.Columns, func() { cell = [][]float64{{cell[0][1], cell[0][0]}, {cell[1][1], cell[1][0]}} }},
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
	return Fourfold{cell[0][0], cell[0][1], cell[1][0], cell[1][1]}, nil
}

// RowColumnArgs are the arguments of a table of two factors.
var RowColumnArgs = []estimate.Arg{{Name: "row", Kind: estimate.ArgFactor, Required: true, Doc: "column that gives the rows of the table"},
	{Name: "column", Kind: estimate.ArgFactor, Required: true, Doc: "column that gives its columns"},
	{Name: "count", Kind: estimate.ArgColumn, Doc: "column of counts, where a row of the view stands for many"}}

// OfTable makes an estimator of a function of a table of two factors.
func OfTable(f func(t Counts, in estimate.Input) (estimate.Answer, error)) Computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		t, err := CountsOf(in, in.Args.Text("row"), in.Args.Text("column"), in.Args.Text("count"))
		if err != nil {
			return estimate.Answer{}, err
		}
		if len(t.Rows) < 2 || len(t.Columns) < 2 {
			return estimate.Answer{}, estimate.Undefined("the table has %d rows and %d columns with counts", len(t.Rows), len(t.Columns))
		}
		return f(t, in)
	}
}

// ExactTable bounds the total of tables that exact methods sum over.
const ExactTable = 1e5

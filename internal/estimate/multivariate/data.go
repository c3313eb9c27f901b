package multivariate

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// ColumnsArg names the columns that are taken together.
var ColumnsArg = estimate.Arg{Name: "columns", Kind: estimate.ArgColumns, Required: true, Doc: "columns of numbers; rows that lack one are left out"}

// LabelArg names the column by which rows are called.
var LabelArg = estimate.Arg{Name: "label", Kind: estimate.ArgFactor, Doc: "column that names the rows, each once; by number where absent"}

// Data are the complete rows of some columns.
type Data struct {
	View    *view.View
	Names   []string
	Columns [][]dd.Num
	Unit    string  // that all columns share; "" where they do not
	Lost    float64 // largest |mean| / sd of a column, at least 1: digits that centring loses in float64
	Big     float64 // largest absolute value
}

// DataOf are the columns that an argument names, in the rows that have all of them and the
// beside columns. Undefined without a row.
func DataOf(in estimate.Input, arg string, beside ...string) (Data, error) {
	names := in.Args.Texts(arg)
	d := Data{View: sample.Valued(in.View, append(slices.Clone(names), beside...)...), Names: names, Lost: 1}
	var err error
	if d.Columns, err = d.View.Numbers(names...); err != nil {
		return d, err
	}
	if len(d.Columns[0]) == 0 {
		return d, estimate.Undefined("no row of view %q has all columns", in.View.Name)
	}
	for j, c := range d.Columns {
		if u := sample.UnitOf(in, names[j]); j == 0 {
			d.Unit = u
		} else if u != d.Unit {
			d.Unit = ""
		}
		s := sample.New(c)
		d.Big = math.Max(d.Big, s.Big)
		if sd := s.M.SD(0).Float(); sd > 0 {
			d.Lost = math.Max(d.Lost, math.Abs(s.M.Mean.Float())/sd)
		}
	}
	return d, nil
}

// Rows are the data row by row.
func (d Data) Rows() [][]dd.Num { return multivariate.Rows(d.Columns) }

// Labels name the rows: by a column, in which each value stands once, or from 1.
func (d Data) Labels(column string) ([]spec.Value, error) {
	out, seen := make([]spec.Value, len(d.Columns[0])), map[string]bool{}
	for i := range out {
		if column == "" {
			out[i] = spec.NumberValue(float64(i + 1))
			continue
		}
		out[i] = view.Label(d.View.Column(column), i)
		key := view.LabelText(out[i])
		switch {
		case out[i].Missing():
			return nil, estimate.Undefined("a row has no %s, by which it is named", column)
		case seen[key]:
			return nil, estimate.Undefined("two rows have the %s %s, by which they are named", column, key)
		}
		seen[key] = true
	}
	return out, nil
}

// Standardised are the columns with mean 0 and standard deviation 1 (n - 1); an error
// where one is constant.
func Standardised(columns [][]dd.Num) ([][]dd.Num, error) {
	out := make([][]dd.Num, len(columns))
	for j, c := range columns {
		m := dd.Of(c)
		sd := m.SD(1)
		if !(sd.Float() > 0) || !sd.Finite() {
			return nil, estimate.Undefined("column %d is constant and cannot be standardised", j+1)
		}
		out[j] = make([]dd.Num, len(c))
		for i := range c {
			out[j][i] = c[i].Sub(m.Mean).Div(sd)
		}
	}
	return out, nil
}

// Undefined makes what numerics refuse an undefined value; a cancelled context stays one.
func Undefined(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var undefined *estimate.UndefinedError
	var arg *estimate.ArgError
	if errors.As(err, &undefined) || errors.As(err, &arg) {
		return err
	}
	return estimate.Undefined("%v", err)
}

// Numbers are xs as an array.
func Numbers(xs []dd.Num) spec.Value {
	out := spec.Value{Kind: spec.ValueArray, Items: make([]spec.Value, len(xs))}
	for i, x := range xs {
		out.Items[i] = estimate.Number(x.Float())
	}
	return out
}

// Table has a row for each label and a column, named by names, for each list of cells.
func Table(key string, labels []spec.Value, names []string, cells ...[]dd.Num) spec.Value {
	t := spec.Value{Kind: spec.ValueTable, Columns: append([]string{key}, names...)}
	for i, l := range labels {
		row := []spec.Value{l}
		for _, c := range cells {
			row = append(row, estimate.Number(c[i].Float()))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Mapped is f of each number.
func Mapped(xs []dd.Num, f func(dd.Num) dd.Num) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = f(x)
	}
	return out
}

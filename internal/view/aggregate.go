package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/spec"
)

func (v *View) group(g spec.Group) (*View, error) {
	if len(g.By) == 0 {
		return nil, wrong("by", "group needs columns to group by")
	}
	if err := v.hasAt("by", g.By...); err != nil {
		return nil, err
	}
	if len(g.Aggregates) == 0 {
		return &View{Name: v.Name, text: v.text, frame: &spec.Frame{Columns: v.frame.Columns, Keys: slices.Clone(g.By)}}, nil
	}
	parts := v.partition(g.By)
	out, err := v.firsts(g.By, parts)
	if err != nil {
		return nil, err
	}
	for i, a := range g.Aggregates {
		at := fmt.Sprintf("aggregates/%d", i)
		if a.Name == "" || out.index(a.Name) >= 0 {
			return nil, wrong(at+"/name", "the aggregate needs a name of its own, not %q", a.Name)
		}
		c, err := v.aggregate(a, parts)
		if err != nil {
			return nil, under(at, err)
		}
		out = out.with(c, nil)
	}
	return out, nil
}

// under puts an error below a field.
func under(field string, err error) error {
	if e, ok := err.(*Error); ok {
		below := *e
		below.Field = strings.TrimSuffix(field+"/"+e.Field, "/")
		return &below
	}
	return wrong(field, "%v", err)
}

// firsts is the first row of each part, in the given columns, which are no longer keys.
func (v *View) firsts(by []string, parts [][]int) (*View, error) {
	first := make([]int, len(parts))
	for k, rows := range parts {
		first[k] = rows[0]
	}
	free := &View{Name: v.Name, text: v.text, frame: &spec.Frame{Columns: v.frame.Columns}}
	out, err := free.choose(by)
	if err != nil {
		return nil, err
	}
	return out.take(first), nil
}

// aggregates are what a function makes of the values of one group. They may reorder xs.
var aggregates = map[string]func(xs []dd.Num) dd.Num{
	"sum":    dd.Sum,
	"mean":   mean,
	"median": func(xs []dd.Num) dd.Num { return dd.QuantileOf(xs, 0.5, 7) },
	"sd":     func(xs []dd.Num) dd.Num { return dd.Of(xs).SD(1) },
	"var":    func(xs []dd.Num) dd.Num { return dd.Of(xs).Var(1) },
	"se":     func(xs []dd.Num) dd.Num { return dd.Of(xs).SE() },
	"min":    func(xs []dd.Num) dd.Num { return extreme(xs, -1) },
	"max":    func(xs []dd.Num) dd.Num { return extreme(xs, 1) },
}

func mean(xs []dd.Num) dd.Num { return dd.Sum(xs).Div(dd.F(float64(len(xs)))) }

// extreme is the least (sign -1) or greatest (1) of xs; not Finite for none.
func extreme(xs []dd.Num, sign int) dd.Num {
	if len(xs) == 0 {
		return dd.F(nan)
	}
	out := xs[0]
	for _, x := range xs[1:] {
		if x.Cmp(out) == sign {
			out = x
		}
	}
	return out
}

// aggregate computes one column of a grouped view. Missing cells are left out; what is
// then undefined (a mean of nothing, an sd of one value) is missing.
func (v *View) aggregate(a spec.Aggregate, parts [][]int) (spec.Column, error) {
	out := spec.Column{Name: a.Name, Kind: spec.ColumnNumber}
	if a.Column == "" && a.Function != "count" && a.Function != "share" {
		return out, wrong("column", "aggregate %q needs a column", a.Function)
	}
	if a.Column != "" {
		if err := v.hasAt("column", a.Column); err != nil {
			return out, err
		}
	}
	if a.Weight != "" && a.Function != "sum" && a.Function != "mean" && a.Function != "share" {
		return out, wrong("weight", "function %q takes no weight; mean, sum and share do", a.Function)
	}
	src := v.Column(a.Column)
	switch {
	case a.Function == "share" || a.Weight != "":
		return v.weighted(a, parts)
	case a.Function == "count":
		for _, rows := range parts {
			n := len(rows)
			if src != nil && src.Missing != nil {
				for _, i := range rows {
					if src.Missing[i] {
						n--
					}
				}
			}
			out.Num = append(out.Num, float64(n))
		}
		return out, nil
	case a.Function == "first" || a.Function == "last":
		pick := make([]int, len(parts))
		for k, rows := range parts {
			if len(rows) == 0 {
				pick[k] = -1
			} else if pick[k] = rows[0]; a.Function == "last" {
				pick[k] = rows[len(rows)-1]
			}
		}
		out = takeColumn(*src, pick)
		out.Name = a.Name
		return out, nil
	}
	f, ok := aggregates[a.Function]
	if !ok {
		return out, wrong("function", "function %q is not one of count, sum, mean, median, sd, se, var, min, max, first, last, share", a.Function)
	}
	if src.Kind == spec.ColumnText {
		return out, wrong("column", "column %q is text; %s needs numbers", a.Column, a.Function)
	}
	if a.Function != "var" {
		out.Unit = src.Unit
	}
	if src.Kind == spec.ColumnTime && slices.Contains([]string{"mean", "median", "min", "max"}, a.Function) {
		out.Kind = spec.ColumnTime
	}
	i := v.index(a.Column)
	var xs []dd.Num
	for k, rows := range parts {
		var err error
		if xs, err = v.values(xs[:0], i, rows); err != nil {
			return out, err
		}
		x := f(xs)
		out.Num = append(out.Num, x.Float())
		if len(xs) == 0 && a.Function != "sum" || !x.Finite() {
			blank(&out, k, len(parts))
		}
	}
	return out, nil
}

// values appends the cells of a column that are not missing, of some of the rows.
func (v *View) values(xs []dd.Num, col int, rows []int) ([]dd.Num, error) {
	c, text := &v.frame.Columns[col], v.text[col]
	power := 0.0
	if text != nil {
		if places, ok := text.Places(); ok {
			power = math.Pow10(places)
		}
	}
	num, lacks := c.Num, c.Missing
	if text == nil && lacks == nil {
		at := len(xs)
		xs = slices.Grow(xs, len(rows))[:at+len(rows)]
		for k, i := range rows {
			xs[at+k] = dd.F(num[i])
		}
		return xs, nil
	}
	for _, i := range rows {
		switch {
		case lacks != nil && lacks[i]:
			continue
		case power > 0:
			xs = append(xs, decimal(num[i], power))
			continue
		}
		x, err := v.number(col, i)
		if err != nil {
			return xs, err
		}
		xs = append(xs, x)
	}
	return xs, nil
}

// blank makes a cell missing, in a column that will have n of them.
func blank(c *spec.Column, row, n int) {
	if c.Missing == nil {
		c.Missing = make([]bool, n)
	}
	c.Missing[row] = true
	if row < len(c.Num) {
		c.Num[row] = nan
	}
	if row < len(c.Text) {
		c.Text[row] = ""
	}
}

// weighted computes the aggregates with weights, which are 1 where no column of them is
// named: with x the column and w the weights of the group's rows that lack neither, sum
// is sum w x, mean is sum w x / sum w, and share is sum w over that of all groups. A mean or
// share whose weights sum to 0 is missing.
func (v *View) weighted(a spec.Aggregate, parts [][]int) (spec.Column, error) {
	out := spec.Column{Name: a.Name, Kind: spec.ColumnNumber}
	var x, w *spec.Column
	if a.Column != "" {
		x = v.Column(a.Column)
	}
	if a.Weight != "" {
		if err := v.hasAt("weight", a.Weight); err != nil {
			return out, err
		}
		if w = v.Column(a.Weight); w.Kind != spec.ColumnNumber && w.Kind != spec.ColumnBool {
			return out, wrong("weight", "column %q is %s; weights are numbers", a.Weight, w.Kind)
		}
	}
	if a.Function != "share" {
		if x.Kind == spec.ColumnText {
			return out, wrong("column", "column %q is text; %s needs numbers", a.Column, a.Function)
		}
		if a.Function == "mean" {
			if out.Unit = x.Unit; x.Kind == spec.ColumnTime {
				out.Kind = spec.ColumnTime
			}
		}
	}
	xi, wi := v.index(a.Column), v.index(a.Weight)
	sums, weights := make([]dd.Num, len(parts)), make([]dd.Num, len(parts))
	var all dd.Num
	for k, rows := range parts {
		for _, i := range rows {
			if x != nil && x.IsMissing(i) || w != nil && w.IsMissing(i) {
				continue
			}
			weight, value, err := dd.F(1), dd.F(0), error(nil)
			if w != nil {
				if weight, err = v.number(wi, i); err != nil {
					return out, err
				}
				if weight.Sign() < 0 {
					return out, wrong("weight", "row %d has the weight %v; weights are not below 0", i+1, weight.Float())
				}
			}
			if a.Function != "share" {
				if value, err = v.number(xi, i); err != nil {
					return out, err
				}
			}
			sums[k], weights[k] = sums[k].Add(weight.Mul(value)), weights[k].Add(weight)
		}
		all = all.Add(weights[k])
	}
	out.Num = make([]float64, len(parts))
	for k := range parts {
		y := sums[k]
		switch a.Function {
		case "mean":
			y = y.Div(weights[k])
		case "share":
			y = weights[k].Div(all)
		}
		if out.Num[k] = y.Float(); !y.Finite() {
			blank(&out, k, len(parts))
		}
	}
	return out, nil
}

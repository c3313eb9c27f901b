package view

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// distinct keeps the first row of each combination of the columns.
func (v *View) distinct(columns []string) (*View, error) {
	if len(columns) == 0 {
		return nil, fmt.Errorf("distinct needs columns in which rows differ")
	}
	if err := v.hasAt("", columns...); err != nil {
		return nil, err
	}
	parts := v.partition(columns)
	first := make([]int, len(parts))
	for k, rows := range parts {
		first[k] = rows[0]
	}
	return v.take(first), nil
}

// pivot makes the long table wide. Its rows are in the order in which the combinations of
// By first appear; its columns are those that are declared, so that the view's columns are
// known without data.
func (v *View) pivot(p spec.Pivot) (*View, error) {
	if len(p.By) == 0 || len(p.Columns) == 0 {
		return nil, fmt.Errorf("a pivot needs by, which names its rows, and columns")
	}
	for _, c := range []struct {
		field   string
		columns []string
	}{{"by", p.By}, {"names", []string{p.Names}}, {"values", []string{p.Values}}} {
		if err := v.hasAt(c.field, c.columns...); err != nil {
			return nil, err
		}
	}
	if p.Names == p.Values || slices.Contains(p.By, p.Names) || slices.Contains(p.By, p.Values) {
		return nil, fmt.Errorf("by, names and values are columns that differ")
	}
	at := map[string]int{}
	for k, n := range p.Columns {
		if _, twice := at[n]; twice || slices.Contains(p.By, n) {
			return nil, wrong(fmt.Sprintf("columns/%d", k), "two columns would be called %q", n)
		}
		at[n] = k
	}
	parts := v.partition(p.By)
	out, err := v.firsts(p.By, parts)
	if err != nil {
		return nil, err
	}
	if len(p.Columns) > table.MaxColumns || len(parts)*len(p.Columns) > maxRows {
		return nil, fmt.Errorf("the pivot makes %d rows of %d columns, which is too much", len(parts), len(p.Columns))
	}
	names, values := v.Column(p.Names), v.index(p.Values)
	cells := make([][][]int, len(p.Columns)) // rows of each column and part
	for k := range cells {
		cells[k] = make([][]int, len(parts))
	}
	for part, rows := range parts {
		for _, i := range rows {
			if names.IsMissing(i) {
				return nil, wrong("names", "row %d has no %s; drop such rows first", i+1, p.Names)
			}
			name := LabelText(Label(names, i))
			k, known := at[name]
			if !known {
				return nil, wrong("columns", "row %d has the %s %q, which is not among the columns; name it there or filter such rows out", i+1, p.Names, name)
			}
			cells[k][part] = append(cells[k][part], i)
		}
	}
	for k, n := range p.Columns {
		c, text, err := v.cells(p, n, values, cells[k])
		if err != nil {
			return nil, err
		}
		if !p.Fill.Missing() {
			cell, err := constant(&c, p.Fill)
			if err != nil {
				return nil, under("fill", err)
			}
			fills := map[int]filled{}
			for part, rows := range cells[k] {
				if len(rows) == 0 {
					fills[part] = cell
				}
			}
			if len(fills) > 0 {
				c, text = put(&c, text, fills)
			}
		}
		out = out.with(c, text)
	}
	return out, nil
}

// cells is one column of a pivot: the values of the rows of each part.
func (v *View) cells(p spec.Pivot, name string, values int, parts [][]int) (spec.Column, *table.Texts, error) {
	if p.Function != "" {
		c, err := v.aggregate(spec.Aggregate{Name: name, Function: p.Function, Column: p.Values}, parts)
		if e, ok := err.(*Error); ok && e.Field == "column" {
			err = wrong("values", "%s", e.Msg)
		}
		if err != nil {
			return c, nil, err
		}
		for part, rows := range parts {
			if len(rows) == 0 {
				blank(&c, part, len(parts))
			}
		}
		return c, nil, nil
	}
	pick := make([]int, len(parts))
	for part, rows := range parts {
		switch len(rows) {
		case 0:
			pick[part] = -1
		case 1:
			pick[part] = rows[0]
		default:
			return spec.Column{}, nil, wrong("function", "rows %d and %d both go to one cell of column %q; name a function that makes one value of them", rows[0]+1, rows[1]+1, name)
		}
	}
	c := takeColumn(v.frame.Columns[values], pick)
	c.Name = name
	if v.text[values] == nil {
		return c, nil, nil
	}
	return c, v.text[values].Pick(pick), nil
}

// unpivot makes the wide table long.
func (v *View) unpivot(u spec.Unpivot) (*View, error) {
	if len(u.Columns) == 0 {
		return nil, wrong("columns", "an unpivot needs columns whose cells become rows")
	}
	if err := v.hasAt("columns", u.Columns...); err != nil {
		return nil, err
	}
	by := u.By
	if len(by) == 0 {
		for _, n := range v.Columns() {
			if !slices.Contains(u.Columns, n) {
				by = append(by, n)
			}
		}
	}
	if err := v.hasAt("by", by...); err != nil {
		return nil, err
	}
	for _, n := range by {
		if slices.Contains(u.Columns, n) {
			return nil, wrong("by", "column %q cannot both stay and become rows", n)
		}
	}
	if u.Names == "" || slices.Contains(by, u.Names) {
		return nil, wrong("names", "the new column needs a name of its own, not %q", u.Names)
	}
	if u.Values == "" || u.Values == u.Names || slices.Contains(by, u.Values) {
		return nil, wrong("values", "the new column needs a name of its own, not %q", u.Values)
	}
	n := v.Rows()
	if n*len(u.Columns) > maxRows {
		return nil, fmt.Errorf("the unpivot makes more than %d rows", maxRows)
	}
	first := v.Column(u.Columns[0])
	names := spec.Column{Name: u.Names, Kind: spec.ColumnText}
	values := spec.Column{Name: u.Values, Kind: first.Kind, Unit: first.Unit}
	var rows []int
	var texts []string
	whole := true
	for k, name := range u.Columns {
		c := v.Column(name)
		switch {
		case slices.Contains(u.Columns[:k], name):
			return nil, wrong(fmt.Sprintf("columns/%d", k), "column %q is named twice", name)
		case c.Kind != values.Kind:
			return nil, wrong(fmt.Sprintf("columns/%d", k), "column %q is %s and %q is %s; one column cannot hold both", first.Name, first.Kind, name, c.Kind)
		case c.Unit != values.Unit:
			return nil, wrong(fmt.Sprintf("columns/%d", k), "column %q is in %q and %q in %q; convert one of them first", first.Name, first.Unit, name, c.Unit)
		}
		for i := range n {
			rows, names.Text = append(rows, i), append(names.Text, name)
		}
		values.Num, values.Text = append(values.Num, c.Num...), append(values.Text, c.Text...)
		for i := range n {
			if c.IsMissing(i) {
				blank(&values, k*n+i, n*len(u.Columns))
			}
		}
		if text := v.text[v.index(name)]; text == nil {
			whole = false
		} else {
			texts = append(texts, text.Strings()...)
		}
	}
	out := &View{Name: v.Name, frame: &spec.Frame{}}
	if len(by) > 0 {
		free := &View{Name: v.Name, text: v.text, frame: &spec.Frame{Columns: v.frame.Columns}}
		kept, err := free.choose(by)
		if err != nil {
			return nil, under("by", err)
		}
		out = kept.take(rows)
	}
	out = out.with(names, nil)
	if !whole {
		return out.with(values, nil), nil
	}
	return out.with(values, table.NewTexts(texts)), nil
}

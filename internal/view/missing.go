package view

import (
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// missing makes the cells missing that hold one of the values.
func (v *View) missing(m spec.Missing) (*View, error) {
	columns, named := m.Columns, len(m.Columns) > 0
	if !named {
		columns = v.Columns()
	}
	if err := v.hasAt("columns", columns...); err != nil {
		return nil, err
	}
	if len(m.Values) == 0 {
		return nil, wrong("values", "no value is named that means missing")
	}
	out := &View{Name: v.Name, text: slices.Clone(v.text), frame: &spec.Frame{Keys: v.frame.Keys, Columns: slices.Clone(v.frame.Columns)}}
	for k, n := range columns {
		j := v.index(n)
		c := &v.frame.Columns[j]
		numbers, texts := map[float64]bool{}, map[string]bool{}
		for i, x := range m.Values {
			switch {
			case x.Kind == spec.ValueNumber && c.Kind == spec.ColumnNumber:
				numbers[x.Num.F] = true
			case x.Kind == spec.ValueText && c.Kind == spec.ColumnText:
				texts[x.Text] = true
			case x.Kind == spec.ValueBool && c.Kind == spec.ColumnBool:
				numbers[map[bool]float64{true: 1}[x.Bool]] = true
			case x.Kind != spec.ValueNumber && x.Kind != spec.ValueText && x.Kind != spec.ValueBool:
				return nil, wrong(fmt.Sprintf("values/%d", i), "%s is no number, text, true or false", x)
			}
		}
		if named && len(numbers)+len(texts) == 0 {
			return nil, wrong(fmt.Sprintf("columns/%d", k), "column %q is %s; none of the values can stand in it", n, c.Kind)
		}
		var rows []int
		for i := range v.Rows() {
			if !c.IsMissing(i) && (c.Kind == spec.ColumnText && texts[c.Text[i]] || c.Kind != spec.ColumnText && numbers[c.Num[i]]) {
				rows = append(rows, i)
			}
		}
		if len(rows) == 0 {
			continue
		}
		pick := identity(v.Rows())
		for _, i := range rows {
			pick[i] = -1
		}
		out.frame.Columns[j] = takeColumn(*c, pick)
		if v.text[j] != nil {
			out.text[j] = v.text[j].Pick(pick)
		}
	}
	return out, nil
}

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// complete drops the rows that lack any of the columns.
func (v *View) complete(columns []string) (*View, error) {
	if err := v.hasAt("", columns...); err != nil {
		return nil, err
	}
	var lacking [][]bool
	for _, n := range columns {
		if m := v.Column(n).Missing; m != nil {
			lacking = append(lacking, m)
		}
	}
	return v.take(v.rowsThat(func(i int) bool {
		return !slices.ContainsFunc(lacking, func(m []bool) bool { return m[i] })
	})), nil
}

// fill gives values to the missing cells of columns.
func (v *View) fill(f spec.Fill) (*View, error) {
	if len(f.Columns) == 0 {
		return nil, wrong("columns", "no column is named to be filled")
	}
	for _, c := range []struct {
		field   string
		columns []string
	}{{"columns", f.Columns}, {"by", f.By}} {
		if err := v.hasAt(c.field, c.columns...); err != nil {
			return nil, err
		}
	}
	switch {
	case f.Along != "" && f.Method != "interpolate":
		return nil, wrong("along", "along belongs to the method interpolate, not to %s", f.Method)
	case f.Value.Missing() == (f.Method == "constant"):
		return nil, wrong("value", "a value belongs to the method constant, and to no other")
	}
	if f.Along != "" {
		if err := v.hasAt("along", f.Along); err != nil {
			return nil, err
		}
		if k := v.Column(f.Along).Kind; k == spec.ColumnText || k == spec.ColumnBool {
			return nil, wrong("along", "column %q is %s; positions are numbers or times", f.Along, k)
		}
	}
	parts := v.parts(f.By)
	out := &View{Name: v.Name, text: slices.Clone(v.text), frame: &spec.Frame{Keys: v.frame.Keys, Columns: slices.Clone(v.frame.Columns)}}
	for k, n := range f.Columns {
		at := fmt.Sprintf("columns/%d", k)
		if slices.Contains(f.By, n) || n == f.Along {
			return nil, wrong(at, "column %q says where the rows belong, so it cannot be filled", n)
		}
		j := v.index(n)
		c := &v.frame.Columns[j]
		if c.Missing == nil {
			continue
		}
		switch f.Method {
		case "forward", "backward":
			pick := carried(c, parts, f.Method == "backward")
			out.frame.Columns[j] = takeColumn(*c, pick)
			if v.text[j] != nil {
				out.text[j] = v.text[j].Pick(pick)
			}
			continue
		case "constant":
			cell, err := constant(c, f.Value)
			if err != nil {
				return nil, under("value", err)
			}
			values := map[int]filled{}
			for i := range v.Rows() {
				if c.IsMissing(i) {
					values[i] = cell
				}
			}
			out.frame.Columns[j], out.text[j] = put(c, v.text[j], values)
			continue
		}
		if c.Kind == spec.ColumnText || c.Kind == spec.ColumnBool {
			return nil, wrong(at, "column %q is %s, which has no %s", n, c.Kind, f.Method)
		}
		var values map[int]filled
		var err error
		switch f.Method {
		case "mean", "median":
			values, err = v.centres(j, parts, f.Method)
		case "interpolate":
			values, err = v.interpolated(j, v.index(f.Along), parts)
		default:
			return nil, wrong("method", "method %q is not one of constant, forward, backward, mean, median, interpolate", f.Method)
		}
		if err != nil {
			return nil, under(at, err)
		}
		out.frame.Columns[j], out.text[j] = put(c, v.text[j], values)
	}
	return out, nil
}

// parts are the rows of each group, all rows as one where nothing is named.
func (v *View) parts(by []string) [][]int {
	if len(by) == 0 {
		return [][]int{identity(v.Rows())}
	}
	return v.partition(by)
}

// filled is a new cell.
type filled struct {
	num       float64
	text      string // of a text column
	digits    string // decimal text of num
	isMissing bool
}

// constant is a value as a cell of a column.
func constant(c *spec.Column, x spec.Value) (filled, error) {
	switch {
	case x.Kind == spec.ValueNumber && c.Kind == spec.ColumnNumber && x.Num.Finite():
		return filled{num: x.Num.F, digits: x.Num.String()}, nil
	case x.Kind == spec.ValueText && c.Kind == spec.ColumnText:
		return filled{text: x.Text}, nil
	case x.Kind == spec.ValueBool && c.Kind == spec.ColumnBool:
		return filled{num: map[bool]float64{true: 1}[x.Bool]}, nil
	case x.Kind == spec.ValueText && c.Kind == spec.ColumnTime:
		if t, err := time.Parse(time.DateOnly, x.Text); err == nil {
			return filled{num: float64(t.Unix()) / 86400}, nil
		}
	}
	return filled{}, fmt.Errorf("%s is no cell of column %q, which is %s", x, c.Name, c.Kind)
}

// put is a column with some cells set. Where it had decimal text it keeps it.
func put(c *spec.Column, text *table.Texts, cells map[int]filled) (spec.Column, *table.Texts) {
	out := *c
	out.Missing, out.Num, out.Text = slices.Clone(c.Missing), slices.Clone(c.Num), slices.Clone(c.Text)
	var texts []string
	if text != nil {
		texts = text.Strings()
	}
	for i, x := range cells {
		if x.isMissing {
			blank(&out, i, c.Len())
			if texts != nil {
				texts[i] = ""
			}
			continue
		}
		if out.Missing != nil {
			out.Missing[i] = false
		}
		if c.Kind == spec.ColumnText {
			out.Text[i] = x.text
		} else {
			out.Num[i] = x.num
		}
		if texts != nil {
			texts[i] = x.digits
		}
	}
	if !slices.Contains(out.Missing, true) {
		out.Missing = nil
	}
	if texts == nil {
		return out, nil
	}
	return out, table.NewTexts(texts)
}

// carried says for each row where its cell comes from: the nearest row before (or after)
// in its group that has one, -1 where none has.
func carried(c *spec.Column, parts [][]int, backward bool) []int {
	pick := make([]int, c.Len())
	for _, rows := range parts {
		last := -1
		for k := range rows {
			i := rows[k]
			if backward {
				i = rows[len(rows)-1-k]
			}
			if !c.IsMissing(i) {
				last = i
			}
			pick[i] = last
		}
	}
	return pick
}

// centres are the means or medians of the groups, for their missing cells. A group without
// values keeps them missing.
func (v *View) centres(col int, parts [][]int, method string) (map[int]filled, error) {
	c, out := &v.frame.Columns[col], map[int]filled{}
	for _, rows := range parts {
		if !slices.ContainsFunc(rows, c.IsMissing) {
			continue
		}
		xs, err := v.values(nil, col, rows)
		if err != nil {
			return nil, err
		}
		if len(xs) == 0 {
			continue
		}
		cell := computed(aggregates[method](xs))
		for _, i := range rows {
			if c.IsMissing(i) {
				out[i] = cell
			}
		}
	}
	return out, nil
}

// interpolated are the missing cells between two others of their group, on the straight
// line between them. Those before the first and after the last stay missing. along is the
// column of positions, -1 for evenly spaced rows.
func (v *View) interpolated(col, along int, parts [][]int) (map[int]filled, error) {
	c, out := &v.frame.Columns[col], map[int]filled{}
	for _, rows := range parts {
		at := make([]dd.Num, len(rows))
		for k, i := range rows {
			at[k] = dd.F(float64(k))
			if along < 0 {
				continue
			}
			p := &v.frame.Columns[along]
			if p.IsMissing(i) {
				return nil, fmt.Errorf("row %d has no %s to interpolate along", i+1, p.Name)
			}
			var err error
			if at[k], err = v.number(along, i); err != nil {
				return nil, err
			}
			if k > 0 && at[k].Cmp(at[k-1]) <= 0 {
				return nil, fmt.Errorf("%s does not rise at row %d; sort by it first, and let it not repeat", p.Name, i+1)
			}
		}
		last := -1
		var y0 dd.Num
		for k, i := range rows {
			if c.IsMissing(i) {
				continue
			}
			y1, err := v.number(col, i)
			if err != nil {
				return nil, err
			}
			for m := last + 1; last >= 0 && m < k; m++ {
				share := at[m].Sub(at[last]).Div(at[k].Sub(at[last]))
				out[rows[m]] = computed(y0.Add(y1.Sub(y0).Mul(share)))
			}
			last, y0 = k, y1
		}
	}
	return out, nil
}

// computed is a number as a cell, with more digits of text than a float64 has.
func computed(x dd.Num) filled {
	sum := new(big.Float).SetPrec(160).SetFloat64(x.Hi)
	return filled{num: x.Float(), digits: sum.Add(sum, new(big.Float).SetFloat64(x.Lo)).Text('g', 32)}
}

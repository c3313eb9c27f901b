package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

var nan = math.NaN()

func (v *View) choose(columns []string) (*View, error) {
	if err := v.has(columns); err != nil {
		return nil, err
	}
	for _, k := range v.frame.Keys {
		if !slices.Contains(columns, k) {
			return nil, fmt.Errorf("column %q groups the rows and must be selected", k)
		}
	}
	out := &View{Name: v.Name, frame: &spec.Frame{Keys: v.frame.Keys}}
	for i, n := range columns {
		if slices.Contains(columns[:i], n) {
			return nil, fmt.Errorf("column %q is selected twice", n)
		}
		j := v.index(n)
		out.frame.Columns = append(out.frame.Columns, v.frame.Columns[j])
		out.text = append(out.text, v.text[j])
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("no column is selected")
	}
	return out, nil
}

// Filter keeps the rows for which the expression is true; a row in which a needed
// cell is missing is dropped.
func (v *View) Filter(expr string) (*View, error) {
	v.own()
	c, err := v.Eval("", expr)
	if err != nil {
		return nil, err
	}
	if c.Kind != spec.ColumnBool {
		return nil, &Error{Msg: fmt.Sprintf("the expression gives a %s; a filter is true or false", c.Kind)}
	}
	return v.take(v.rowsThat(func(i int) bool { return !c.IsMissing(i) && c.Num[i] == 1 })), nil
}

func (v *View) derive(d spec.Derive) (*View, error) {
	if err := v.fresh("name", d.Name); err != nil {
		return nil, err
	}
	c, err := v.Eval(d.Name, d.Expr)
	if err != nil {
		return nil, err
	}
	if d.Unit != "" {
		c.Unit = d.Unit
	}
	var text *table.Texts
	if i := v.index(strings.TrimSpace(d.Expr)); i >= 0 {
		text = v.text[i]
	}
	return v.with(c, text), nil
}

// with is the view with one more column.
func (v *View) with(c spec.Column, text *table.Texts) *View {
	return &View{Name: v.Name, text: append(slices.Clip(v.text), text),
		frame: &spec.Frame{Keys: v.frame.Keys, Columns: append(slices.Clip(v.frame.Columns), c)}}
}

// sort orders rows by columns, "-name" descending; stable, missing cells last.
func (v *View) sort(by []string) (*View, error) {
	type key struct {
		c    *spec.Column
		sign int
	}
	var keys []key
	for _, n := range by {
		k := key{v.Column(n), 1}
		if rest, ok := strings.CutPrefix(n, "-"); ok && k.c == nil {
			k = key{v.Column(rest), -1}
		}
		if k.c == nil {
			return nil, &Error{Msg: fmt.Sprintf("there is no column %q", n), Known: v.Columns()}
		}
		keys = append(keys, k)
	}
	rows := make([]int, v.Rows())
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		for _, k := range keys {
			ma, mb := k.c.IsMissing(a), k.c.IsMissing(b)
			if ma || mb {
				if ma != mb {
					return map[bool]int{true: 1, false: -1}[ma]
				}
				continue
			}
			if c := compareCells(k.c, a, b); c != 0 {
				return k.sign * c
			}
		}
		return 0
	})
	return v.take(rows), nil
}

// compareCells orders two cells: numbers by value, text by code point.
func compareCells(c *spec.Column, a, b int) int {
	if c.Kind == spec.ColumnText {
		return strings.Compare(c.Text[a], c.Text[b])
	}
	return cmp.Compare(c.Num[a], c.Num[b])
}

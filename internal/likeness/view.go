package likeness

import (
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// View is a data view as the reference for observed content. Its rows are one unit,
// or one unit for each combination of its keys. Columns that are the same in every
// row need not be carried by the analysis and are left out.
type View struct {
	Units   []Unit
	Columns []string // value columns, by name
	Keys    []string // key columns, by name

	values []*spec.Column
	keys   []*spec.Column
	all    Unit
}

// Unit is a set of rows that must come to an operation.
type Unit struct {
	Name string // labels of its keys; empty where the view has none
	Rows int

	alone []*reference // by value column
	joint *reference   // all of them, row by row
}

// NewView prepares a view that has rows.
func NewView(f *spec.Frame) *View {
	v := &View{}
	for i := range f.Columns {
		c := &f.Columns[i]
		switch {
		case slices.Contains(f.Keys, c.Name):
			v.keys, v.Keys = append(v.keys, c), append(v.Keys, c.Name)
		case !constant(c):
			v.values = append(v.values, c)
		}
	}
	if len(v.values) == 0 { // only keys, or constants, to be counted
		v.keys = nil
		for i := range f.Columns {
			v.values = append(v.values, &f.Columns[i])
		}
	}
	n := f.Rows()
	scale := make([]float64, len(v.values))
	cols := make([]cells, len(v.values))
	for k, c := range v.values {
		v.Columns = append(v.Columns, c.Name)
		cols[k], _ = like(c, *c)
		for i, x := range c.Num {
			if !c.IsMissing(i) && !math.IsInf(x, 0) && !math.IsNaN(x) {
				scale[k] = max(scale[k], math.Abs(x))
			}
		}
	}
	every := make([]int, n)
	for i := range every {
		every[i] = i
	}
	v.all = newUnit("", cols, scale, every)
	if len(v.keys) == 0 {
		v.Units = []Unit{v.all}
		return v
	}
	labels, rows := partition(v.keyCells(nil), n)
	for _, l := range labels {
		v.Units = append(v.Units, newUnit(l, cols, scale, rows[l]))
	}
	return v
}

func newUnit(name string, cols []cells, scale []float64, rows []int) Unit {
	u := Unit{Name: name, Rows: len(rows)}
	mine := pick(cols, rows)
	for k := range mine {
		u.alone = append(u.alone, newReference(mine[k:k+1], scale[k:k+1]))
	}
	u.joint = u.alone[0]
	if len(mine) > 1 {
		u.joint = newReference(mine, scale)
	}
	return u
}

func constant(c *spec.Column) bool {
	n := c.Len()
	if n < 2 {
		return false
	}
	for i := 1; i < n; i++ {
		switch {
		case c.IsMissing(i) != c.IsMissing(0):
			return false
		case c.IsMissing(i):
		case c.Kind == spec.ColumnText && c.Text[i] != c.Text[0], c.Kind != spec.ColumnText && c.Num[i] != c.Num[0]:
			return false
		}
	}
	return true
}

// keyCells are the key columns of the view, or, where s is given, the columns of an
// observed sheet that have their names; nil where it lacks any.
func (v *View) keyCells(s Sheet) []cells {
	var out []cells
	for _, k := range v.keys {
		c, ok := like(k, *k)
		if s != nil {
			c, ok = s.column(k)
		}
		if !ok {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// column is the observed column that has the name of a column of the view; false
// where there is none or it cannot be compared.
func (s Sheet) column(c *spec.Column) (cells, bool) {
	i := slices.IndexFunc(s, func(w Vector) bool { return w.Name == c.Name && w.Mix == "" })
	if i < 0 {
		return cells{}, false
	}
	return like(c, s[i].Col)
}

// partition groups rows by the labels of their keys; rows that miss a key are in no
// group. Labels are sorted.
func partition(keys []cells, n int) (labels []string, rows map[string][]int) {
	rows = map[string][]int{}
	for i := range n {
		var parts []string
		for _, k := range keys {
			if k.missing[i] {
				break
			}
			if k.text != nil {
				parts = append(parts, k.text[i])
			} else {
				parts = append(parts, label(spec.ColumnNumber, k.num[i]))
			}
		}
		if len(parts) == len(keys) {
			l := strings.Join(parts, " / ")
			rows[l] = append(rows[l], i)
		}
	}
	for l := range rows {
		labels = append(labels, l)
	}
	slices.Sort(labels)
	return labels, rows
}

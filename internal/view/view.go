// Package view derives named views from data tables: rows filtered, columns derived,
// tables joined, grouped and reshaped, with expressions in one small typed language. A view
// keeps the decimal text of every number that is still as the file has it, and can
// tell what it would be with one of its steps left out.
package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// View is a derived table. It does not change once it is built.
type View struct {
	Name  string
	frame *spec.Frame
	text  []*table.Texts // decimal text of each column; nil where there is none
	alts  func() []Alternative
}

// Alternative is the same view with another step: what a slip would have made of it.
// Its Note completes "the value …".
type Alternative struct {
	Name string // see slips
	Note string
	View *View
}

// Error says which step of which view is wrong.
type Error struct {
	View     string
	Step     int    // counts from 0; -1 for the view as a whole
	Kind     string // the step's field, such as filter; or asset, from
	Field    string // what is wrong of the step, as a JSON pointer below it; empty where it is not known
	Position int    // character of the expression, from 1; 0 where unknown
	Msg      string
	Known    []string // columns that may be named there
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.View == "" { // of an expression that belongs to no view
		return e.Msg
	}
	fmt.Fprintf(&b, "view %q", e.View)
	if e.Step >= 0 {
		fmt.Fprintf(&b, ", step %d (%s)", e.Step+1, e.Kind)
	}
	if e.Position > 0 {
		fmt.Fprintf(&b, ", character %d", e.Position)
	}
	b.WriteString(": " + e.Msg)
	if len(e.Known) > 0 {
		b.WriteString("; known columns: " + strings.Join(e.Known, ", "))
	}
	return b.String()
}

// Of is the view of a whole table.
func Of(name string, t *table.Table) *View {
	v := &View{Name: name, frame: t.Frame()}
	for _, n := range t.Names() {
		v.text = append(v.text, t.Texts(n))
	}
	return v
}

// OfFrame is a view of columns in memory, which have no decimal text.
func OfFrame(name string, f *spec.Frame) *View {
	return &View{Name: name, frame: f, text: make([]*table.Texts, len(f.Columns))}
}

// Frame gives the view's columns and keys. Do not write to it.
func (v *View) Frame() *spec.Frame { return v.frame }

// Rows is the number of rows.
func (v *View) Rows() int { return v.frame.Rows() }

// Column finds a column by name; nil where there is none.
func (v *View) Column(name string) *spec.Column { return v.frame.Column(name) }

// Columns are the names of the columns.
func (v *View) Columns() []string { return names(v.frame.Columns) }

// Decimals are the decimal texts of a column, row by row; nil where it has none.
func (v *View) Decimals(name string) []string {
	if i := v.index(name); i >= 0 && v.text[i] != nil {
		return v.text[i].Strings()
	}
	return nil
}

// Alternatives are the views that differ by a slip in one step, such as a filter left
// out. A view that is no different is not among them.
func (v *View) Alternatives() []Alternative {
	if v.alts == nil {
		return nil
	}
	return v.alts()
}

func (v *View) index(name string) int {
	return slices.IndexFunc(v.frame.Columns, func(c spec.Column) bool { return c.Name == name })
}

func names(cols []spec.Column) []string {
	out := make([]string, len(cols))
	for i, c := range cols {
		out[i] = c.Name
	}
	return out
}

// Numbers gives columns as numbers, row by row, for the rows in which none of them is
// missing: number, bool (0, 1) and time (days) columns.
func (v *View) Numbers(columns ...string) ([][]dd.Num, error) {
	cols, at := make([]*spec.Column, len(columns)), make([]int, len(columns))
	for j, name := range columns {
		at[j] = v.index(name)
		if at[j] < 0 {
			return nil, fmt.Errorf("view %q has no column %q; it has %s", v.Name, name, strings.Join(v.Columns(), ", "))
		}
		if cols[j] = &v.frame.Columns[at[j]]; cols[j].Kind == spec.ColumnText {
			return nil, fmt.Errorf("column %q is text, not numbers", name)
		}
	}
	out := make([][]dd.Num, len(columns))
	for i := range v.Rows() {
		if slices.ContainsFunc(cols, func(c *spec.Column) bool { return c.IsMissing(i) }) {
			continue
		}
		for j := range cols {
			n, err := v.number(at[j], i)
			if err != nil {
				return nil, err
			}
			out[j] = append(out[j], n)
		}
	}
	return out, nil
}

// number is a cell of a column that is not text, exact to the file's decimal text.
func (v *View) number(col, row int) (dd.Num, error) {
	if t := v.text[col]; t != nil {
		return dd.Parse(t.At(row))
	}
	return dd.F(v.frame.Columns[col].Num[row]), nil
}

// Floats is Numbers in float64.
func (v *View) Floats(columns ...string) ([][]float64, error) {
	nums, err := v.Numbers(columns...)
	out := make([][]float64, len(nums))
	for j, col := range nums {
		for _, x := range col {
			out[j] = append(out[j], x.Float())
		}
	}
	return out, err
}

// take is the view of some of the rows, in the given order; -1 is a row of missing
// cells.
func (v *View) take(rows []int) *View {
	out := &View{Name: v.Name, frame: &spec.Frame{Keys: v.frame.Keys}, text: make([]*table.Texts, len(v.text))}
	for j, c := range v.frame.Columns {
		out.frame.Columns = append(out.frame.Columns, takeColumn(c, rows))
		if v.text[j] != nil {
			out.text[j] = v.text[j].Pick(rows)
		}
	}
	return out
}

func takeColumn(c spec.Column, rows []int) spec.Column {
	out := spec.Column{Name: c.Name, Kind: c.Kind, Unit: c.Unit}
	for k, i := range rows {
		if i < 0 || c.IsMissing(i) {
			if out.Missing == nil {
				out.Missing = make([]bool, len(rows))
			}
			out.Missing[k] = true
		}
	}
	if c.Kind == spec.ColumnText {
		out.Text = make([]string, len(rows))
		for k, i := range rows {
			if i >= 0 {
				out.Text[k] = c.Text[i]
			}
		}
		return out
	}
	out.Num = make([]float64, len(rows))
	for k, i := range rows {
		if out.Num[k] = nan; i >= 0 {
			out.Num[k] = c.Num[i]
		}
	}
	return out
}

// Keep is the view of the rows for which keep is true.
func (v *View) Keep(keep func(row int) bool) *View {
	var rows []int
	for i := range v.Rows() {
		if keep(i) {
			rows = append(rows, i)
		}
	}
	return v.take(rows)
}

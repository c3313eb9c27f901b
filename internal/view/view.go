// Package view derives named views from data tables: rows filtered, columns derived,
// tables joined, grouped and reshaped, with expressions in one small typed language. A view
// keeps the decimal text of every number that is still as the file has it, and can
// tell what it would be with one of its steps left out.
package view

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

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
	part  *part // a part of another view; nil in a view of its own
}

// part says which rows of another view a view holds. Its cells are copied when they are asked
// for: of the many columns of a group an estimator needs one or two.
type part struct {
	of    *View
	rows  []int
	cut   *cut // where it is one of several that were cut apart; its rows are asked of that
	place int  // among them
	whole sync.Once
	mu    sync.Mutex
	cols  map[string]*spec.Column
}

// all are the rows of the other view.
func (p *part) all() []int {
	if p.cut != nil {
		return p.cut.rowsOf(p.place)
	}
	return p.rows
}

// own makes sure that a view holds its cells.
func (v *View) own() *View {
	if v.part != nil {
		v.part.whole.Do(func() {
			all := v.part.of.take(v.part.all())
			v.frame, v.text = all.frame, all.text
		})
	}
	return v
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
func (v *View) Frame() *spec.Frame { return v.own().frame }

// Rows is the number of rows.
func (v *View) Rows() int {
	if v.part != nil {
		if c := v.part.cut; c != nil {
			return c.size(v.part.place)
		}
		return len(v.part.rows)
	}
	return v.frame.Rows()
}

// Column finds a column by name; nil where there is none.
func (v *View) Column(name string) *spec.Column {
	p := v.part
	if p == nil {
		return v.frame.Column(name)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	c, known := p.cols[name]
	if !known {
		if whole := p.of.frame.Column(name); whole != nil {
			taken := takeColumn(*whole, p.all())
			c = &taken
		}
		if p.cols == nil {
			p.cols = map[string]*spec.Column{}
		}
		p.cols[name] = c
	}
	return c
}

// Unit is the unit of a column; "" where it has none.
func (v *View) Unit(name string) string {
	if v.part != nil {
		return v.part.of.Unit(name)
	}
	return v.frame.Column(name).Unit
}

// Columns are the names of the columns.
func (v *View) Columns() []string {
	if v.part != nil {
		return v.part.of.Columns()
	}
	return names(v.frame.Columns)
}

// Decimals are the decimal texts of a column, row by row; nil where it has none.
func (v *View) Decimals(name string) []string {
	if i := v.own().index(name); i >= 0 && v.text[i] != nil {
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
	if v.part != nil {
		return v.part.of.index(name)
	}
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
	if v.part != nil && v.part.cut != nil {
		if out, ok := v.part.cut.numbers(v.part.place, columns); ok {
			return out, nil
		}
	}
	all, at, rows, err := v.whole(columns)
	if err != nil {
		return nil, err
	}
	out := make([][]dd.Num, len(columns))
	for j, col := range at {
		if out[j], err = all.values(make([]dd.Num, 0, len(rows)), col, rows); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Floats is Numbers in float64, each the nearest to its decimal text.
func (v *View) Floats(columns ...string) ([][]float64, error) {
	all, at, rows, err := v.whole(columns)
	if err != nil {
		return nil, err
	}
	out := make([][]float64, len(columns))
	for j, col := range at {
		out[j] = make([]float64, len(rows))
		for k, i := range rows {
			out[j][k] = all.frame.Columns[col].Num[i]
		}
	}
	return out, nil
}

// whole finds columns of numbers in the view that holds the cells, and the rows there in which
// none of them is missing.
func (v *View) whole(columns []string) (all *View, at, rows []int, err error) {
	if all = v; v.part != nil {
		all, rows = v.part.of, v.part.all()
	}
	var lacking [][]bool
	for _, name := range columns {
		j := all.index(name)
		if j < 0 {
			return nil, nil, nil, fmt.Errorf("view %q has no column %q; it has %s", v.Name, name, strings.Join(v.Columns(), ", "))
		}
		c := &all.frame.Columns[j]
		if c.Kind == spec.ColumnText {
			return nil, nil, nil, fmt.Errorf("column %q is text, not numbers", name)
		}
		if at = append(at, j); c.Missing != nil {
			lacking = append(lacking, c.Missing)
		}
	}
	if v.part == nil {
		rows = identity(all.Rows())
	}
	if len(lacking) > 0 {
		kept := make([]int, 0, len(rows))
		for _, i := range rows {
			if !slices.ContainsFunc(lacking, func(m []bool) bool { return m[i] }) {
				kept = append(kept, i)
			}
		}
		rows = kept
	}
	return all, at, rows, nil
}

// number is a cell of a column that is not text, exact to the file's decimal text.
func (v *View) number(col, row int) (dd.Num, error) {
	t, f := v.text[col], v.frame.Columns[col].Num[row]
	if t == nil {
		return dd.F(f), nil
	}
	if places, ok := t.Places(); ok {
		return decimal(f, math.Pow10(places)), nil
	}
	return dd.Parse(t.At(row))
}

// decimal is the integer below 2^50 over a power of ten to 10^22 whose nearest float64 is f.
// Both the integer, which f times the power misses by less than a half, and the rest of the
// division are exact.
func decimal(f, power float64) dd.Num {
	return dd.Num{Hi: f, Lo: math.FMA(-f, power, math.Round(f*power)) / power}
}

// take is the view of some of the rows, in the given order; -1 is a row of missing
// cells.
func (v *View) take(rows []int) *View {
	v.own()
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
func (v *View) Keep(keep func(row int) bool) *View { return v.some(v.rowsThat(keep)) }

func (v *View) rowsThat(keep func(row int) bool) []int {
	var rows []int
	for i := range v.Rows() {
		if keep(i) {
			rows = append(rows, i)
		}
	}
	return rows
}

// Where is the view of the rows whose cell in a column is a label, by SameLabel.
func (v *View) Where(column string, label spec.Value) *View {
	c := v.Column(column)
	text := LabelText(label)
	switch {
	case c.Kind == spec.ColumnText && !label.Missing():
		return v.Keep(func(i int) bool { return c.Text[i] == text && !c.IsMissing(i) })
	case c.Kind == spec.ColumnNumber && label.Kind == spec.ValueNumber:
		return v.Keep(func(i int) bool { return c.Num[i] == label.Num.F && !c.IsMissing(i) })
	}
	return v.Keep(func(i int) bool { return SameLabel(Label(c, i), label) })
}

// some is the view of some rows of a view, whose cells are copied when they are asked for. It
// keeps rows, and may change them.
func (v *View) some(rows []int) *View {
	if v.part == nil {
		return &View{Name: v.Name, part: &part{of: v, rows: rows}}
	}
	all := v.part.all()
	for k, i := range rows {
		rows[k] = all[i]
	}
	return &View{Name: v.Name, part: &part{of: v.part.of, rows: rows}}
}

package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/spec"
)

// Group is one part of a split view.
type Group struct {
	Label spec.Value // of one column: its value; of several: their texts joined by " / "
	Keys  []spec.Value
	View  *View
}

// Split partitions the rows by the values of columns. Groups are sorted by the first
// column, then the next: numbers by value, text by code point. A row whose key is
// missing belongs to no group and is an error, so that no row is lost without a word.
func (v *View) Split(by ...string) ([]Group, error) {
	if err := v.has(by); err != nil {
		return nil, err
	}
	for _, n := range by {
		lost := 0
		for i := range v.Rows() {
			if v.Column(n).IsMissing(i) {
				lost++
			}
		}
		if lost > 0 {
			return nil, fmt.Errorf("%d rows of view %q have no %s, by which it is grouped; drop them in the view (drop_missing) or fill them", lost, v.Name, n)
		}
	}
	parts := v.partition(by)
	slices.SortFunc(parts, func(a, b []int) int {
		for _, n := range by {
			if c := compareCells(v.Column(n), a[0], b[0]); c != 0 {
				return c
			}
		}
		return 0
	})
	out := make([]Group, len(parts))
	for k, rows := range parts {
		g := Group{View: v.take(rows)}
		var texts []string
		for _, n := range by {
			l := Label(v.Column(n), rows[0])
			g.Keys, texts = append(g.Keys, l), append(texts, LabelText(l))
		}
		if g.Label = g.Keys[0]; len(by) > 1 {
			g.Label = spec.TextValue(strings.Join(texts, " / "))
		}
		out[k] = g
	}
	return out, nil
}

// Label is a cell as a label; times are written as dates. The zero Value where it is
// missing.
func Label(c *spec.Column, row int) spec.Value {
	if c.IsMissing(row) {
		return spec.Value{}
	}
	switch c.Kind {
	case spec.ColumnText:
		return spec.TextValue(c.Text[row])
	case spec.ColumnBool:
		return spec.Value{Kind: spec.ValueBool, Bool: c.Num[row] == 1}
	case spec.ColumnTime:
		d := c.Num[row]
		t := time.Unix(0, 0).UTC().Add(time.Duration(math.Round(d*86400)) * time.Second)
		if d == math.Floor(d) {
			return spec.TextValue(t.Format(time.DateOnly))
		}
		return spec.TextValue(t.Format(time.RFC3339))
	}
	return spec.NumberValue(c.Num[row])
}

// LabelText is a label as a person writes it.
func LabelText(v spec.Value) string {
	switch v.Kind {
	case spec.ValueText:
		return v.Text
	case spec.ValueNumber:
		return strconv.FormatFloat(v.Num.F, 'f', -1, 64)
	}
	return v.String()
}

// SameLabel compares labels: numbers by value, others as text. A missing one equals
// nothing.
func SameLabel(a, b spec.Value) bool {
	if a.Kind == spec.ValueNumber && b.Kind == spec.ValueNumber {
		return a.Num.F == b.Num.F
	}
	return !a.Missing() && !b.Missing() && LabelText(a) == LabelText(b)
}

// partition gives the rows of each group, groups in order of first appearance. Missing
// keys are a group of their own here.
func (v *View) partition(by []string) [][]int {
	cols := make([]*spec.Column, len(by))
	for j, n := range by {
		cols[j] = v.Column(n)
	}
	at := map[string]int{}
	var parts [][]int
	for i := range v.Rows() {
		k := keyOf(cols, i)
		p, known := at[k]
		if !known {
			p = len(parts)
			at[k] = p
			parts = append(parts, nil)
		}
		parts[p] = append(parts[p], i)
	}
	return parts
}

// keyOf is a text that two rows share just when their cells are equal.
func keyOf(cols []*spec.Column, i int) string {
	var b strings.Builder
	for _, c := range cols {
		switch {
		case c.IsMissing(i):
			b.WriteString("-")
		case c.Kind == spec.ColumnText:
			fmt.Fprintf(&b, "t%d:%s", len(c.Text[i]), c.Text[i])
		default:
			f := c.Num[i]
			if f == 0 {
				f = 0 // one zero
			}
			b.WriteString("n" + strconv.FormatFloat(f, 'x', -1, 64) + ";")
		}
	}
	return b.String()
}

func (v *View) group(g spec.Group) (*View, error) {
	if len(g.By) == 0 {
		return nil, fmt.Errorf("group needs columns to group by")
	}
	if err := v.has(g.By); err != nil {
		return nil, err
	}
	if len(g.Aggregates) == 0 {
		return &View{Name: v.Name, text: v.text, frame: &spec.Frame{Columns: v.frame.Columns, Keys: slices.Clone(g.By)}}, nil
	}
	parts := v.partition(g.By)
	first := make([]int, len(parts))
	for k, rows := range parts {
		first[k] = rows[0]
	}
	keep := *v
	keep.frame = &spec.Frame{Columns: v.frame.Columns}
	out, err := keep.choose(g.By)
	if err != nil {
		return nil, err
	}
	out = out.take(first)
	for _, a := range g.Aggregates {
		if a.Name == "" || out.index(a.Name) >= 0 {
			return nil, fmt.Errorf("the aggregate needs a name of its own, not %q", a.Name)
		}
		c, err := v.aggregate(a, parts)
		if err != nil {
			return nil, err
		}
		out = out.with(c)
	}
	return out, nil
}

var aggregates = map[string]func(xs []dd.Num) dd.Num{
	"sum":    dd.Sum,
	"mean":   func(xs []dd.Num) dd.Num { return dd.Sum(xs).Div(dd.F(float64(len(xs)))) },
	"median": func(xs []dd.Num) dd.Num { return dd.Quantile(dd.Sorted(xs), 0.5, 7) },
	"sd":     func(xs []dd.Num) dd.Num { return dd.Of(xs).SD(1) },
	"var":    func(xs []dd.Num) dd.Num { return dd.Of(xs).Var(1) },
	"se":     func(xs []dd.Num) dd.Num { return dd.Of(xs).SE() },
	"min":    func(xs []dd.Num) dd.Num { return dd.Quantile(dd.Sorted(xs), 0, 7) },
	"max":    func(xs []dd.Num) dd.Num { return dd.Quantile(dd.Sorted(xs), 1, 7) },
}

// aggregate computes one column of a grouped view. Missing cells are left out; what is
// then undefined (a mean of nothing, an sd of one value) is missing.
func (v *View) aggregate(a spec.Aggregate, parts [][]int) (spec.Column, error) {
	out := spec.Column{Name: a.Name, Kind: spec.ColumnNumber}
	if a.Column == "" {
		if a.Function != "count" {
			return out, fmt.Errorf("aggregate %q needs a column", a.Function)
		}
		for _, rows := range parts {
			out.Num = append(out.Num, float64(len(rows)))
		}
		return out, nil
	}
	if err := v.has([]string{a.Column}); err != nil {
		return out, err
	}
	src := v.Column(a.Column)
	switch a.Function {
	case "count":
		for _, rows := range parts {
			n := 0
			for _, i := range rows {
				if !src.IsMissing(i) {
					n++
				}
			}
			out.Num = append(out.Num, float64(n))
		}
		return out, nil
	case "first", "last":
		pick := make([]int, len(parts))
		for k, rows := range parts {
			if pick[k] = rows[0]; a.Function == "last" {
				pick[k] = rows[len(rows)-1]
			}
		}
		out = takeColumn(*src, pick)
		out.Name = a.Name
		return out, nil
	}
	f, ok := aggregates[a.Function]
	if !ok {
		return out, fmt.Errorf("function %q is not one of count, sum, mean, median, sd, se, var, min, max, first, last", a.Function)
	}
	if src.Kind == spec.ColumnText {
		return out, fmt.Errorf("column %q is text; %s needs numbers", a.Column, a.Function)
	}
	if a.Function != "var" {
		out.Unit = src.Unit
	}
	if src.Kind == spec.ColumnTime && slices.Contains([]string{"mean", "median", "min", "max"}, a.Function) {
		out.Kind = spec.ColumnTime
	}
	i := v.index(a.Column)
	alone := &View{Name: v.Name, frame: &spec.Frame{Columns: v.frame.Columns[i : i+1]}, text: v.text[i : i+1]}
	for k, rows := range parts {
		xs, err := alone.take(rows).Numbers(a.Column)
		if err != nil {
			return out, err
		}
		x := f(xs[0])
		out.Num = append(out.Num, x.Float())
		if len(xs[0]) == 0 && a.Function != "sum" || !x.Finite() {
			if out.Missing == nil {
				out.Missing = make([]bool, len(parts))
			}
			out.Missing[k], out.Num[k] = true, nan
		}
	}
	return out, nil
}

// join adds the columns of another view to the rows that agree with it in the key
// columns, in the order of this view, then of the other. A missing key agrees with
// nothing.
func (b *builder) join(v *View, j spec.Join) (*View, error) {
	if _, ok := b.specs[j.View]; !ok {
		return nil, fmt.Errorf("there is no view %q to join", j.View)
	}
	if b.open[j.View] {
		return nil, fmt.Errorf("view %q is joined with itself, through its own joins", j.View)
	}
	other, verr := b.view(j.View)
	if verr != nil {
		return nil, fmt.Errorf("the joined view is wrong: %v", verr)
	}
	if j.Kind != "" && j.Kind != "inner" && j.Kind != "left" {
		return nil, fmt.Errorf("join kind %q is neither inner nor left", j.Kind)
	}
	if len(j.On) == 0 {
		return nil, fmt.Errorf("a join needs key columns (on)")
	}
	if err := v.has(j.On); err != nil {
		return nil, err
	}
	if err := other.has(j.On); err != nil {
		return nil, err
	}
	left, right := make([]*spec.Column, len(j.On)), make([]*spec.Column, len(j.On))
	for i, n := range j.On {
		left[i], right[i] = v.Column(n), other.Column(n)
		if left[i].Kind != right[i].Kind {
			return nil, fmt.Errorf("column %q is %s here and %s in view %q", n, left[i].Kind, right[i].Kind, j.View)
		}
	}
	lacks := func(cols []*spec.Column, i int) bool {
		return slices.ContainsFunc(cols, func(c *spec.Column) bool { return c.IsMissing(i) })
	}
	at := map[string][]int{}
	for i := range other.Rows() {
		if !lacks(right, i) {
			k := keyOf(right, i)
			at[k] = append(at[k], i)
		}
	}
	var mine, theirs []int
	for i := range v.Rows() {
		var hits []int
		if !lacks(left, i) {
			hits = at[keyOf(left, i)]
		}
		if len(hits) == 0 && j.Kind == "left" {
			hits = []int{-1}
		}
		if len(mine)+len(hits) > maxRows {
			return nil, fmt.Errorf("the join makes more than %d rows; its keys are not selective", maxRows)
		}
		for _, h := range hits {
			mine, theirs = append(mine, i), append(theirs, h)
		}
	}
	out, add := v.take(mine), other.take(theirs)
	for k, c := range add.frame.Columns {
		if slices.Contains(j.On, c.Name) {
			continue
		}
		if out.index(c.Name) >= 0 {
			return nil, fmt.Errorf("both views have a column %q; select or rename it first", c.Name)
		}
		out = out.with(c)
		out.text[len(out.text)-1] = add.text[k]
	}
	return out, nil
}

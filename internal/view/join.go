package view

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/spec"
)

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
		out = out.with(c, add.text[k])
	}
	return out, nil
}

package view

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

var rankTies = []string{"average", "min", "max", "dense", "first"}

// window adds a column computed from neighbouring rows of each group, in row order:
//
//	lag     the cell Offset rows before
//	diff    the cell less the one Offset rows before
//	cumsum  the sum of the cells so far; a missing cell stays missing and adds nothing
//	rank    the place of the cell among those of its group, from 1
//	row     the number of the row in its group, from 1
//
// Where no such row is, or a needed cell is missing, the new cell is missing.
func (v *View) window(w spec.Window) (*View, error) {
	if err := v.fresh("name", w.Name); err != nil {
		return nil, err
	}
	if err := v.hasAt("by", w.By...); err != nil {
		return nil, err
	}
	j := -1
	switch {
	case w.Function == "row" && w.Column != "":
		return nil, wrong("column", "row numbers are of no column")
	case w.Function != "row":
		if err := v.hasAt("column", w.Column); err != nil {
			return nil, err
		}
		j = v.index(w.Column)
	}
	if w.Offset != 0 && w.Function != "lag" && w.Function != "diff" {
		return nil, wrong("offset", "an offset belongs to lag and diff, not to %s", w.Function)
	}
	if w.Function != "rank" && (w.Ties != "" || w.Descending) {
		return nil, wrong(map[bool]string{true: "ties", false: "descending"}[w.Ties != ""], "ties and descending belong to rank, not to %s", w.Function)
	}
	parts := v.parts(w.By)
	if w.Function == "lag" {
		pick := shifted(parts, w.Offset, v.Rows())
		c := takeColumn(v.frame.Columns[j], pick)
		c.Name = w.Name
		var text *table.Texts
		if v.text[j] != nil {
			text = v.text[j].Pick(pick)
		}
		return v.with(c, text), nil
	}
	c := spec.Column{Name: w.Name, Kind: spec.ColumnNumber, Num: make([]float64, v.Rows())}
	var err error
	switch w.Function {
	case "row":
		for _, rows := range parts {
			for k, i := range rows {
				c.Num[i] = float64(k + 1)
			}
		}
	case "rank":
		err = v.rank(&c, w, j, parts)
	case "diff", "cumsum":
		if src := &v.frame.Columns[j]; src.Kind == spec.ColumnText {
			return nil, wrong("column", "column %q is text; %s needs numbers", w.Column, w.Function)
		} else if src.Kind == spec.ColumnNumber {
			c.Unit = src.Unit
		} else if src.Kind == spec.ColumnTime && w.Function == "cumsum" {
			return nil, wrong("column", "column %q is a time; times have no sum", w.Column)
		}
		if w.Function == "diff" {
			err = v.diff(&c, j, shifted(parts, w.Offset, v.Rows()))
		} else {
			err = v.cumsum(&c, j, parts)
		}
	default:
		err = wrong("function", "function %q is not one of lag, diff, cumsum, rank, row", w.Function)
	}
	if err != nil {
		return nil, err
	}
	return v.with(c, nil), nil
}

// shifted says for each row which row of its group stands offset before it, -1 for none.
func shifted(parts [][]int, offset, n int) []int {
	if offset == 0 {
		offset = 1
	}
	pick := make([]int, n)
	for _, rows := range parts {
		for k, i := range rows {
			pick[i] = -1
			// The bounds come first: an offset of any size cannot overflow so.
			if offset <= k && offset > k-len(rows) {
				pick[i] = rows[k-offset]
			}
		}
	}
	return pick
}

func (v *View) diff(c *spec.Column, col int, before []int) error {
	src := &v.frame.Columns[col]
	for i, k := range before {
		if k < 0 || src.IsMissing(i) || src.IsMissing(k) {
			blank(c, i, len(before))
			continue
		}
		x, err := v.number(col, i)
		if err != nil {
			return err
		}
		y, err := v.number(col, k)
		if err != nil {
			return err
		}
		if c.Num[i] = x.Sub(y).Float(); !x.Sub(y).Finite() {
			return fmt.Errorf("row %d: the difference is too large", i+1)
		}
	}
	return nil
}

func (v *View) cumsum(c *spec.Column, col int, parts [][]int) error {
	src := &v.frame.Columns[col]
	for _, rows := range parts {
		var sum dd.Num
		for _, i := range rows {
			if src.IsMissing(i) {
				blank(c, i, src.Len())
				continue
			}
			x, err := v.number(col, i)
			if err != nil {
				return err
			}
			if sum = sum.Add(x); !sum.Finite() {
				return fmt.Errorf("row %d: the sum is too large", i+1)
			}
			c.Num[i] = sum.Float()
		}
	}
	return nil
}

// rank gives places from 1 within each group: cells that are equal share the average (or
// min, max) of their places, or have one place with no gap after (dense), or go in row order
// (first). A missing cell has no rank.
func (v *View) rank(c *spec.Column, w spec.Window, col int, parts [][]int) error {
	if w.Ties != "" && !slices.Contains(rankTies, w.Ties) {
		return wrong("ties", "ties %q is not one of average, min, max, dense, first", w.Ties)
	}
	src := &v.frame.Columns[col]
	for _, rows := range parts {
		var order []int
		for _, i := range rows {
			if src.IsMissing(i) {
				blank(c, i, src.Len())
				continue
			}
			order = append(order, i)
		}
		slices.SortStableFunc(order, func(a, b int) int {
			if w.Descending {
				a, b = b, a
			}
			return compareCells(src, a, b)
		})
		place := 0
		for k := 0; k < len(order); {
			end := k + 1
			for end < len(order) && compareCells(src, order[k], order[end]) == 0 {
				end++
			}
			place++
			for m := k; m < end; m++ {
				switch w.Ties {
				case "min":
					c.Num[order[m]] = float64(k + 1)
				case "max":
					c.Num[order[m]] = float64(end)
				case "dense":
					c.Num[order[m]] = float64(place)
				case "first":
					c.Num[order[m]] = float64(m + 1)
				default:
					c.Num[order[m]] = float64(k+1+end) / 2
				}
			}
			k = end
		}
	}
	return nil
}

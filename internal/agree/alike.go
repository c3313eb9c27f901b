package agree

import (
	"cmp"
	"math"
	"slices"

	"github.com/assaybench/assay/spec"
)

// FreeSign is the computed value with the sign that is nearer to what is reported: of a
// number, of an array as a whole, of each column of a table. It is for directions, such as
// principal components, whose sign means nothing. Unchanged where the two cannot be aligned.
func FreeSign(r Reported, c Computed, order string, t spec.Terms) spec.Value {
	cells, problem := Align(r, c, order, t)
	if problem != "" {
		return c.Value
	}
	columns := 1
	if c.Value.Kind == spec.ValueTable {
		columns = len(c.Value.Columns) - len(c.Keys)
	}
	products := make([]float64, columns)
	for i, cell := range cells {
		if p := cell.Got.Num.F * cell.Want.Num.F; cell.Got.Kind == spec.ValueNumber && cell.Want.Kind == spec.ValueNumber && !math.IsNaN(p) {
			products[i%columns] += p
		}
	}
	signed := func(v spec.Value, column int) spec.Value {
		if v.Kind == spec.ValueNumber && products[column] < 0 {
			return spec.NumberValue(-v.Num.F)
		}
		return v
	}
	v := c.Value
	switch v.Kind {
	case spec.ValueNumber:
		return signed(v, 0)
	case spec.ValueArray:
		v.Items = slices.Clone(v.Items)
		for i, it := range v.Items {
			v.Items[i] = signed(it, 0)
		}
	case spec.ValueTable:
		v.Rows = slices.Clone(v.Rows)
		for i, row := range v.Rows {
			v.Rows[i] = slices.Clone(row)
			for j := len(c.Keys); j < len(row); j++ {
				v.Rows[i][j] = signed(row[j], j-len(c.Keys))
			}
		}
	}
	return v
}

// FreeNames is the computed array of group labels, each called as the reported group with
// which it shares most elements, no two alike. It is for clusters, whose names mean
// nothing. A group that finds no name has a text that no one reports. Unchanged where the two
// cannot be aligned.
func FreeNames(r Reported, c Computed, order string, t spec.Terms) spec.Value {
	cells, problem := Align(r, c, order, t)
	if problem != "" || c.Value.Kind != spec.ValueArray {
		return c.Value
	}
	type pair struct{ got, want string }
	type shared struct {
		pair
		name     spec.Value
		n, first int
	}
	count := map[pair]*shared{}
	var all []*shared
	for i, cell := range cells {
		p := pair{key(cell.Got, t), key(cell.Want, t)}
		if cell.Got.Missing() {
			continue
		}
		if count[p] == nil {
			count[p] = &shared{pair: p, name: cell.Got, first: i}
			all = append(all, count[p])
		}
		count[p].n++
	}
	slices.SortFunc(all, func(a, b *shared) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.first, b.first)) })
	names, taken := map[string]spec.Value{}, map[string]bool{}
	for _, s := range all {
		if _, named := names[s.want]; !named && !taken[s.got] {
			names[s.want], taken[s.got] = s.name, true
		}
	}
	v := c.Value
	v.Items = slices.Clone(v.Items)
	for i, it := range v.Items {
		name, ok := names[key(it, t)]
		if !ok {
			name = spec.TextValue("a group of its own")
		}
		v.Items[i] = name
	}
	return v
}

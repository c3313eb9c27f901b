package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

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
		for _, is := range v.Column(n).Missing {
			if is {
				lost++
			}
		}
		if lost > 0 {
			return nil, fmt.Errorf("%d rows of view %q have no %s, by which it is grouped; drop them in the view (drop_missing) or fill them", lost, v.Name, n)
		}
	}
	if v.Rows() == 0 {
		return []Group{}, nil
	}
	codes, n := v.codes(by)
	c := newCut(v, codes, n)
	var first, order []int
	for i := 0; len(first) < n; i++ { // parts are numbered as they appear
		if int(codes[i]) == len(first) {
			order, first = append(order, len(first)), append(first, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		for _, n := range by {
			if c := compareCells(v.Column(n), first[a], first[b]); c != 0 {
				return c
			}
		}
		return 0
	})
	out := make([]Group, n)
	for k, place := range order {
		var g Group
		var texts []string
		for _, n := range by {
			l := Label(v.Column(n), first[place])
			g.Keys, texts = append(g.Keys, l), append(texts, LabelText(l))
		}
		if g.Label = g.Keys[0]; len(by) > 1 {
			g.Label = spec.TextValue(strings.Join(texts, " / "))
		}
		if v.part == nil {
			g.View = &View{Name: v.Name, part: &part{of: v, cut: c, place: place}}
		} else { // its rows are those of yet another view
			g.View = v.some(slices.Clone(c.rowsOf(place)))
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
	codes, n := v.codes(by)
	if len(codes) == 0 {
		return nil
	}
	parts, c := make([][]int, n), newCut(v, codes, n)
	for p := range parts {
		parts[p] = c.rowsOf(p)
	}
	return parts
}

// codes numbers the groups of the rows, from 0 in order of first appearance, and says how
// many there are.
func (v *View) codes(by []string) (codes []int32, n int) {
	codes, n = make([]int32, v.Rows()), 1
	for j, name := range by {
		next, m := numbered(v.Column(name))
		if j == 0 {
			codes, n = next, m
		} else {
			codes, n = combined(codes, next, n, m)
		}
	}
	return codes, n
}

// numbered gives equal cells equal numbers, from 0 in order of first appearance, and says how
// many there are.
func numbered(c *spec.Column) (codes []int32, n int) {
	codes = make([]int32, c.Len())
	missing := int32(-1)
	next := func() int32 { n++; return int32(n - 1) }
	if c.Kind == spec.ColumnText {
		at, last := map[string]int32{}, -1
		for i, s := range c.Text {
			switch {
			case c.IsMissing(i):
				if missing < 0 {
					missing = next()
				}
				codes[i] = missing
				continue
			case last >= 0 && c.Text[last] == s:
				codes[i] = codes[last]
			default:
				k, known := at[s]
				if !known {
					k = next()
					at[s] = k
				}
				codes[i] = k
			}
			last = i
		}
		return codes, n
	}
	at := map[float64]int32{}
	small := make([]int32, 1<<12) // whole numbers from 0, as code + 1
	lacks := c.Missing
	for i, f := range c.Num {
		if lacks != nil && lacks[i] {
			if missing < 0 {
				missing = next()
			}
			codes[i] = missing
			continue
		}
		if j := int(f); uint(j) < uint(len(small)) && float64(j) == f {
			k := &small[j]
			if *k == 0 {
				*k = next() + 1
			}
			codes[i] = *k - 1
			continue
		}
		k, known := at[f]
		if !known {
			k = next()
			at[f] = k
		}
		codes[i] = k
	}
	return codes, n
}

// combined numbers the pairs of two columns' numbers.
func combined(a, b []int32, na, nb int) (codes []int32, n int) {
	codes = make([]int32, len(a))
	if pairs := na * nb; pairs <= 1<<20 {
		at := make([]int32, pairs) // code + 1
		for i := range a {
			k := &at[int(a[i])*nb+int(b[i])]
			if *k == 0 {
				n++
				*k = int32(n)
			}
			codes[i] = *k - 1
		}
		return codes, n
	}
	at := map[[2]int32]int32{}
	for i := range a {
		pair := [2]int32{a[i], b[i]}
		k, known := at[pair]
		if !known {
			k = int32(n)
			n++
			at[pair] = k
		}
		codes[i] = k
	}
	return codes, n
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

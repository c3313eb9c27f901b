package agree

import (
	"fmt"
	"strings"

	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Cell is one reported value beside what the oracle has in its place.
type Cell struct {
	Label     string // "" for a single value
	Got, Want spec.Value
}

// Reported is a value of a submission with the labels of its elements.
type Reported struct {
	Value spec.Value
	Index []spec.Value
}

// Computed is a value of the oracle: an array labelled by Index, or a table whose rows
// are labelled by its first columns, Keys.
type Computed struct {
	Value spec.Value
	Index []spec.Value
	Keys  []string
}

// Align puts reported values beside those of the oracle; problem is why it cannot.
// Arrays are matched by index labels, or by position where order is "given".
func Align(r Reported, c Computed, order string, t spec.Terms) (cells []Cell, problem string) {
	got, want := r.Value, c.Value
	switch want.Kind {
	case spec.ValueArray:
		if got.Kind != spec.ValueArray {
			return nil, fmt.Sprintf("is %s where an array of %d is asked for", kindOf(got), len(want.Items))
		}
		if len(got.Items) != len(want.Items) {
			return nil, fmt.Sprintf("has %d elements, not %d%s", len(got.Items), len(want.Items), lackingLabels(r.Index, c.Index, t))
		}
		at, problem := places(r.Index, c.Index, len(want.Items), order, t)
		if problem != "" {
			return nil, problem
		}
		for i, w := range want.Items {
			cell := Cell{Got: got.Items[at[i]], Want: w}
			if i < len(c.Index) {
				cell.Label = view.LabelText(c.Index[i])
			}
			cells = append(cells, cell)
		}
		return cells, ""
	case spec.ValueTable:
		return alignTable(got, want, c.Keys, t)
	}
	if got.Kind == spec.ValueArray || got.Kind == spec.ValueTable {
		return nil, fmt.Sprintf("is %s where one number is asked for", kindOf(got))
	}
	return []Cell{{Got: got, Want: want}}, ""
}

// key is a text that two labels share just when they mean the same: numbers by value,
// words as terms.
func key(v spec.Value, t spec.Terms) string {
	switch {
	case v.Missing():
		return "\x00" // which no word is
	case v.Kind == spec.ValueNumber && v.Num.F == 0:
		return "0" // one zero
	}
	return t.Canonical(view.LabelText(v))
}

// places gives for each label of the oracle the position of the reported element.
func places(index, labels []spec.Value, n int, order string, t spec.Terms) (at []int, problem string) {
	if order == "given" || len(labels) == 0 {
		for i := range n {
			if len(index) > 0 && len(labels) > 0 && (len(index) != n || key(index[i], t) != key(labels[i], t)) {
				return nil, "has index labels in another order than the slot's"
			}
			at = append(at, i)
		}
		return at, ""
	}
	if len(index) == 0 {
		return nil, "has no index to say what its elements stand for"
	}
	if len(index) != n {
		return nil, fmt.Sprintf("has %d elements and %d index labels", n, len(index))
	}
	found := map[string][]int{}
	for i, x := range index {
		found[key(x, t)] = append(found[key(x, t)], i)
	}
	for _, l := range labels {
		switch is := found[key(l, t)]; len(is) {
		case 0:
			return nil, fmt.Sprintf("has no element for %s%s", l, lackingLabels(index, labels, t))
		case 1:
			at = append(at, is[0])
		default:
			return nil, fmt.Sprintf("has the index label %s twice", l)
		}
	}
	return at, ""
}

// maxNamed is how many labels a message lists.
const maxNamed = 6

// lackingLabels names what is lacking and what is too much.
func lackingLabels(index, labels []spec.Value, t spec.Terms) string {
	if len(index) == 0 {
		return ""
	}
	without := func(from, in []spec.Value) string {
		known := map[string]bool{}
		for _, v := range in {
			known[key(v, t)] = true
		}
		var out []string
		for _, v := range from {
			if !known[key(v, t)] && len(out) < maxNamed {
				out = append(out, view.LabelText(v))
			}
		}
		return strings.Join(out, ", ")
	}
	s := ""
	if l := without(labels, index); l != "" {
		s += "; missing: " + l
	}
	if l := without(index, labels); l != "" {
		s += "; not asked for: " + l
	}
	return s
}

// alignTable matches columns by name and rows by the key columns.
func alignTable(got, want spec.Value, keys []string, t spec.Terms) (cells []Cell, problem string) {
	if got.Kind != spec.ValueTable {
		return nil, fmt.Sprintf("is %s where a table is asked for", kindOf(got))
	}
	column, problem := columns(got.Columns, want.Columns, t)
	if problem != "" {
		return nil, problem
	}
	if len(got.Rows) != len(want.Rows) {
		return nil, fmt.Sprintf("has %d rows, not %d", len(got.Rows), len(want.Rows))
	}
	rowKey := func(cell func(j int) spec.Value) string {
		texts := make([]string, len(keys))
		for j := range keys {
			texts[j] = key(cell(j), t)
		}
		return fmt.Sprintf("%q", texts)
	}
	rows := map[string][]int{} // those not used yet
	for i, g := range got.Rows {
		k := rowKey(func(j int) spec.Value { return g[column[j]] })
		rows[k] = append(rows[k], i)
	}
	for _, w := range want.Rows {
		var texts []string
		for j := range keys {
			texts = append(texts, view.LabelText(w[j]))
		}
		label := strings.Join(texts, " / ")
		k := rowKey(func(j int) spec.Value { return w[j] })
		if len(rows[k]) == 0 {
			return nil, fmt.Sprintf("has no row for %s", label)
		}
		row := got.Rows[rows[k][0]]
		rows[k] = rows[k][1:]
		for j := len(keys); j < len(w); j++ {
			cells = append(cells, Cell{label + ", " + want.Columns[j], row[column[j]], w[j]})
		}
	}
	return cells, ""
}

// columns gives for each wanted column the place of the reported one.
func columns(got, want []string, t spec.Terms) (at []int, problem string) {
	for _, name := range want {
		found := -1
		for k, g := range got {
			if !t.Same(g, name) {
				continue
			}
			if found >= 0 {
				return nil, fmt.Sprintf("has the column %s twice", name)
			}
			found = k
		}
		if found < 0 {
			return nil, fmt.Sprintf("has no column %s", name)
		}
		at = append(at, found)
	}
	return at, ""
}

func kindOf(v spec.Value) string {
	switch v.Kind {
	case spec.ValueMissing:
		return "missing"
	case spec.ValueArray:
		return fmt.Sprintf("an array of %d", len(v.Items))
	case spec.ValueTable:
		return "a table"
	case spec.ValueNumber:
		return "one number"
	}
	return "a " + string(v.Kind)
}

package intervene

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/sheet"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// change is the change of one file under way.
type change struct {
	sheet     *sheet.Sheet
	table     *table.Table
	asset     spec.Asset
	seed      []byte
	mentioned []string // columns that views and oracles name
	moved     []Move
}

func (c *change) apply(r spec.InterventionRule) {
	columns := slices.DeleteFunc(slices.Clone(r.Columns), func(n string) bool { return !slices.Contains(c.sheet.Names(), n) })
	switch r.Kind {
	case Permute:
		c.permute()
	case Relabel:
		for _, name := range columns {
			c.relabel(name)
		}
	case Decoy:
		for _, name := range columns {
			c.shuffle(name)
		}
	case Perturb:
		c.perturb(columns)
	case Jitter:
		for _, name := range columns {
			c.jitter(name, 0.02)
		}
	}
}

func (c *change) note(kind, column string, cells int, format string, args ...any) {
	if cells > 0 {
		c.moved = append(c.moved, Move{Kind: kind, Asset: c.asset.Path, Column: column, Cells: cells, Note: fmt.Sprintf(format, args...)})
	}
}

// permute puts the rows in another order.
func (c *change) permute() {
	order := c.stream(Permute).Perm(c.sheet.Rows())
	moved := 0
	for i, j := range order {
		if i != j {
			moved++
		}
	}
	if c.sheet.Reorder(order) == nil {
		c.note(Permute, "", moved, "the %d rows of %s stood in another order", len(order), c.asset.Path)
	}
}

// relabel exchanges two labels of a column.
func (c *change) relabel(name string) {
	var labels []string
	for _, i := range c.present(name) {
		labels = append(labels, c.sheet.Cell(name, i))
	}
	slices.Sort(labels)
	if labels = slices.Compact(labels); len(labels) < 2 {
		return
	}
	r := c.stream(Relabel, name)
	i := r.IntN(len(labels))
	j := (i + 1 + r.IntN(len(labels)-1)) % len(labels)
	a, b := labels[min(i, j)], labels[max(i, j)]
	moved := 0
	for _, row := range c.present(name) {
		switch c.sheet.Cell(name, row) {
		case a:
			c.sheet.Set(name, row, b)
		case b:
			c.sheet.Set(name, row, a)
		default:
			continue
		}
		moved++
	}
	c.note(Relabel, name, moved, "the labels %s and %s of %s were exchanged", a, b, name)
}

// shuffle deals the cells of a column out anew; missing ones stay where they are.
func (c *change) shuffle(name string) {
	rows := c.present(name)
	texts := make([]string, len(rows))
	for k, i := range rows {
		texts[k] = c.sheet.Cell(name, i)
	}
	c.stream(Decoy, name).Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	moved := 0
	for k, i := range rows {
		moved += c.put(name, i, texts[k])
	}
	c.note(Decoy, name, moved, "the values of %s, which the question does not ask about, were dealt out anew", name)
}

// perturb gives each row the values that another row of its kind has, in all the columns
// together, so that what goes with what stays; where rows have no kind in common, the
// numbers drift a little, each in the decimals that it had.
func (c *change) perturb(columns []string) {
	kinds, by := c.strata(columns)
	if kinds == nil {
		for _, name := range columns {
			c.jitter(name, 0.15)
		}
		return
	}
	r := c.stream(append([]string{Perturb}, columns...)...)
	texts := map[string][]string{}
	for _, name := range columns {
		for i := range c.sheet.Rows() {
			texts[name] = append(texts[name], c.sheet.Cell(name, i))
		}
	}
	moved := map[string]int{}
	for _, rows := range kinds {
		for _, i := range rows {
			from := rows[r.IntN(len(rows))]
			for _, name := range columns {
				moved[name] += c.put(name, i, texts[name][from])
			}
		}
	}
	like := ""
	if len(by) > 0 {
		like = " of the same " + strings.Join(by, " and ")
	}
	for _, name := range columns {
		c.note(Perturb, name, moved[name], "%d of %d values of %s were taken from other rows%s", moved[name], len(c.present(name)), name, like)
	}
}

func (c *change) put(name string, row int, text string) int {
	if c.sheet.Cell(name, row) == text {
		return 0
	}
	c.sheet.Set(name, row, text)
	return 1
}

// present are the rows in which a column has a value.
func (c *change) present(name string) []int {
	col := c.table.Frame().Column(name)
	var out []int
	for i := range c.sheet.Rows() {
		if col != nil && !col.IsMissing(i) {
			out = append(out, i)
		}
	}
	return out
}

// smallest is the mean number of rows from which a kind can lend values.
const smallest = 4

// strata are the rows of each kind: with the same content in every other column that
// views or oracles name, and missing in the same ones of the given columns. nil where
// kinds are so small that rows could not lend each other values: where a column numbers
// or dates the rows.
func (c *change) strata(columns []string) (kinds [][]int, by []string) {
	for _, name := range c.mentioned {
		if !slices.Contains(columns, name) {
			by = append(by, name)
		}
	}
	at := map[string]int{}
	var key strings.Builder
	frame := c.table.Frame()
	for i := range c.sheet.Rows() {
		key.Reset()
		for _, name := range by {
			fmt.Fprintf(&key, "%q,", c.sheet.Cell(name, i))
		}
		for _, name := range columns {
			col := frame.Column(name)
			fmt.Fprintf(&key, "%v,", col == nil || col.IsMissing(i))
		}
		k, ok := at[key.String()]
		if !ok {
			k = len(kinds)
			at[key.String()] = k
			kinds = append(kinds, nil)
		}
		kinds[k] = append(kinds[k], i)
	}
	if len(kinds)*smallest > c.sheet.Rows() {
		return nil, nil
	}
	return kinds, by
}

var identifier = regexp.MustCompile(`[\pL_][\pL\pN_.]*`)

// Mentioned are those of some columns that the specification's views, oracles and visual
// slots name.
func Mentioned(s *spec.Specification, columns []string) []string {
	var methods []spec.Method
	for _, r := range s.Results {
		methods = append(methods, r.Methods...)
	}
	text, err := json.Marshal([]any{s.Views, methods, s.Visuals})
	if err != nil {
		return nil
	}
	named := map[string]bool{}
	for _, w := range identifier.FindAllString(string(text), -1) {
		named[w] = true
	}
	var out []string
	for _, name := range columns {
		quoted, _ := json.Marshal(name)
		if named[name] || strings.Contains(string(text), string(quoted)) {
			out = append(out, name)
		}
	}
	return out
}

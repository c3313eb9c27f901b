// Package flow transforms the rows of a Vega-Lite specification: it groups, aggregates, bins,
// stacks, folds and windows them as Vega does. It knows no marks and no axes. Where Vega draws
// random samples (bootstrap intervals) nothing is computed but what they cannot change.
package flow

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/vegalite/formula"
)

// MaxRows bounds the rows of one table.
const MaxRows = 200_000

// ErrRows is that of a transform that would make more than MaxRows rows.
var ErrRows = fmt.Errorf("more than %d rows", MaxRows)

// ErrRandom is that of an aggregate that Vega computes from random samples.
var ErrRandom = errors.New("a bootstrap interval is drawn from random samples, so its ends are not known")

// Rows is a table.
type Rows []formula.Row

// Path splits the name of a field: "a.b" is b in a, `a\.b` and "[a.b]" are one name.
func Path(field string) []string {
	var out []string
	var b strings.Builder
	for i := 0; i < len(field); i++ {
		switch c := field[i]; c {
		case '\\':
			if i++; i < len(field) {
				b.WriteByte(field[i])
			}
		case '.':
			out = append(out, b.String())
			b.Reset()
		case '[':
			end := strings.IndexByte(field[i:], ']')
			if end < 0 {
				b.WriteByte(c)
				continue
			}
			if b.Len() > 0 {
				out = append(out, b.String())
				b.Reset()
			}
			b.WriteString(strings.Trim(field[i+1:i+end], `"'`))
			i += end
		default:
			b.WriteByte(c)
		}
	}
	return append(out, b.String())
}

// Get is the value of a field; Undefined where a row has none.
func Get(row formula.Row, path []string) any {
	var v any = map[string]any(row)
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return formula.Undefined{}
		}
		if v, ok = m[name]; !ok {
			return formula.Undefined{}
		}
	}
	return v
}

// Key is what tells the values of fields apart, as Vega does: by their text.
func Key(row formula.Row, paths [][]string) string {
	var b strings.Builder
	for _, p := range paths {
		t := formula.Text(Get(row, p))
		fmt.Fprintf(&b, "%d:", len(t))
		b.WriteString(t)
	}
	return b.String()
}

func paths(fields []string) [][]string {
	out := make([][]string, len(fields))
	for i, f := range fields {
		out[i] = Path(f)
	}
	return out
}

// with is a row with one more field.
func with(row formula.Row, name string, v any) formula.Row {
	out := make(formula.Row, len(row)+1)
	for k, x := range row {
		out[k] = x
	}
	out[name] = v
	return out
}

// With sets a field of all rows.
func (rows Rows) With(name string, f func(formula.Row) any) Rows {
	out := make(Rows, len(rows))
	for i, r := range rows {
		out[i] = with(r, name, f(r))
	}
	return out
}

// Where keeps the rows for which a condition holds.
func (rows Rows) Where(f func(formula.Row) bool) Rows {
	out := Rows{}
	for _, r := range rows {
		if f(r) {
			out = append(out, r)
		}
	}
	return out
}

// Group is the rows that share the values of fields.
type Group struct {
	Rows Rows
	At   []int // their places in the table
}

// Groups parts rows by the values of fields, in the order in which these are first met.
func (rows Rows) Groups(fields []string) []*Group {
	ps := paths(fields)
	seen := map[string]*Group{}
	var out []*Group
	for i, r := range rows {
		k := Key(r, ps)
		g := seen[k]
		if g == nil {
			g = &Group{}
			seen[k] = g
			out = append(out, g)
		}
		g.Rows, g.At = append(g.Rows, r), append(g.At, i)
	}
	return out
}

// Fold makes of each row one row a field, with its name and value.
func (rows Rows) Fold(fields []string, key, value string) (Rows, error) {
	if len(fields)*len(rows) > MaxRows {
		return nil, ErrRows
	}
	ps := paths(fields)
	out := make(Rows, 0, len(rows)*len(fields))
	for _, r := range rows {
		for i, f := range fields {
			n := with(r, key, f)
			n[value] = Get(r, ps[i])
			out = append(out, n)
		}
	}
	return out, nil
}

// Sort is an order by fields; Descending has one for each.
type Sort struct {
	Fields     []string
	Descending []bool
}

// Of compares two rows.
func (s Sort) Of() func(a, b formula.Row) int {
	ps := paths(s.Fields)
	return func(a, b formula.Row) int {
		for i, p := range ps {
			if c := formula.Compare(Get(a, p), Get(b, p)); c != 0 {
				if i < len(s.Descending) && s.Descending[i] {
					return -c
				}
				return c
			}
		}
		return 0
	}
}

// Sorted is the rows in an order, ties as they stand.
func (rows Rows) Sorted(s Sort) Rows {
	if len(s.Fields) == 0 {
		return rows
	}
	out := slices.Clone(rows)
	slices.SortStableFunc(out, s.Of())
	return out
}

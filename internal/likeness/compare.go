package likeness

import (
	"slices"

	"github.com/assaybench/assay/spec"
)

// Compare holds observed sheets of one value against the view; nil where there are
// none.
//
// A sheet holds a unit where it has its rows, and no others, in any order: in columns
// of the view's names, of which the keys tell the units apart (further groups do not
// matter, and rows that miss a value where the view misses none are passed over); or
// else in any columns of equal content. It changes a unit where it plainly has other
// rows in their place.
func (v *View) Compare(sheets []Sheet) *Likeness {
	var all []*Likeness
	for _, s := range sheets {
		all = append(all, v.compare(s))
	}
	return v.Together(all...)
}

func (v *View) compare(s Sheet) *Likeness {
	l := v.nothing()
	if named := v.named(s); named == nil || !v.compareNamed(l, s, named) {
		replaced := v.replaced(l)
		v.compareColumns(l, s)
		if replaced != nil && slices.Contains(l.Holds[0], false) {
			l = v.nothing()
			l.changeAll(replaced)
			return l
		}
	}
	some := slices.ContainsFunc(l.Holds, func(h []bool) bool { return slices.Contains(h, true) })
	for u := range l.Changes {
		switch {
		case l.Has(u):
			l.Changes[u] = nil
		case some && l.Changes[u] == nil: // the rows of one unit carry no other
			l.Changes[u] = &Change{Want: v.Units[u].Rows, column: -1}
		}
	}
	return l
}

// replaced is the change of a table with the view's columns of which as many rows, but
// some other ones, came, as where values were clipped: the columns that are still whole do
// not make up for it. It is nil for any other table.
func (v *View) replaced(l *Likeness) *Change {
	if c := l.Changes[0]; len(v.values) > 1 && len(v.keys) == 0 && c != nil && c.Want == c.Got && c.Lost() > 0 {
		return c
	}
	return nil
}

// named are the observed columns that have the names of the view's value columns;
// nil where any is lacking or cannot be compared.
func (v *View) named(s Sheet) []cells {
	out := make([]cells, len(v.values))
	for k, c := range v.values {
		var ok bool
		if out[k], ok = s.column(c); !ok {
			return nil
		}
	}
	return out
}

// compareNamed compares whole rows of a table that has the view's columns. It
// reports whether that settles what the table is.
func (v *View) compareNamed(l *Likeness, s Sheet, cols []cells) (settled bool) {
	if keys := v.keyCells(s); len(v.keys) > 0 && keys != nil {
		labels, rows := partition(keys, keys[0].len())
		if slices.ContainsFunc(v.Units, func(u Unit) bool { return slices.Contains(labels, u.Name) }) {
			v.compareKeyed(l, cols, rows)
			return true
		}
	}
	got := v.all.joint.present(cols)
	if v.all.joint.equal(got) {
		for u := range v.Units {
			l.hold(u)
		}
		return true
	}
	for i := range v.Units {
		if u := &v.Units[i]; u.joint.equal(u.joint.present(cols)) {
			l.hold(i)
			settled = true
		}
	}
	c := v.all.joint.change(got, -1)
	if c.Same > 1 && 2*c.Same >= min(c.Want, c.Got) && !v.more(c) {
		l.changeAll(c)
	}
	return settled
}

// compareKeyed compares each unit with the rows that have its keys. Rows of which not
// one is the view's are something that was computed from it.
func (v *View) compareKeyed(l *Likeness, cols []cells, rows map[string][]int) {
	for i, u := range v.Units {
		got := u.joint.present(pick(cols, rows[u.Name]))
		if u.joint.equal(got) {
			l.hold(i)
		} else if c := u.joint.change(got, -1); c.Got == 0 || v.all.joint.change(got, -1).Same > 0 {
			l.Changes[i] = c
			for name, other := range rows {
				if name != u.Name && len(other) >= u.Rows && v.unit(name) && u.joint.equal(u.joint.present(pick(cols, other))) {
					if l.exchanged == nil {
						l.exchanged = make([]bool, len(v.Units))
					}
					l.exchanged[i] = true
				}
			}
		}
	}
}

// unit reports whether a unit of the view has this name.
func (v *View) unit(name string) bool {
	return slices.ContainsFunc(v.Units, func(u Unit) bool { return u.Name == name })
}

// more reports whether rows without keys may hold the view and other groups beside
// it, which it leaves out.
func (v *View) more(c *Change) bool { return len(v.keys) > 0 && c.Lost() == 0 }

// compareColumns compares each observed column by itself with each column of the
// view, whatever their names.
func (v *View) compareColumns(l *Likeness, s Sheet) {
	found := make([][]int, len(v.values)) // observed columns that hold each value column
	for w, obs := range s {
		for k := range v.values {
			if v.compareColumn(l, obs, k) {
				found[k] = append(found[k], w)
			}
		}
	}
	columns := func(k int) (out []spec.Column) {
		for _, w := range found[k] {
			if s[w].Mix == "" {
				out = append(out, s[w].Col)
			}
		}
		return out
	}
	for u := range v.Units {
		if !slices.Contains(l.Holds[u], false) {
			l.Joint[u] = len(v.values) == 1 || digestsAlign(s, found) || v.aligned(u, columns)
		}
	}
}

// manyUnits is the number of units above which a column is not searched for the
// changed rows of each: it takes time for each of them, and says little.
const manyUnits = 64

func (v *View) compareColumn(l *Likeness, obs Vector, k int) (held bool) {
	if obs.Mix != "" {
		return v.compareDigest(l, obs, k)
	}
	col, ok := like(v.values[k], obs.Col)
	if !ok {
		return false
	}
	full := v.all.alone[k]
	got := full.present([]cells{col})
	if full.equal(got) {
		for u := range v.Units {
			l.Holds[u][k] = true
		}
		return true
	}
	for i := range v.Units {
		if ref := v.Units[i].alone[k]; ref.equal(got) || !full.whole && ref.equal(ref.present([]cells{col})) {
			l.Holds[i][k], held = true, true
		}
	}
	if held {
		return true
	}
	// Rows of a column alone speak only where one side holds all of the other, and where
	// there are enough of them for that not to be chance.
	ch := full.change(got, k)
	if v.more(ch) {
		return false
	}
	if ch.oneWay() && ch.telling() {
		l.changeAll(ch)
	}
	if len(v.Units) > 1 && len(v.Units) <= manyUnits {
		for i := range v.Units {
			if ch := v.Units[i].alone[k].change(got, k); ch.oneWay() && ch.telling() {
				l.change(i, ch)
			}
		}
	}
	return false
}

// Zipped reports whether value columns that were passed separately, each in some of
// the sheets given for it, make up the rows of unit u.
func (v *View) Zipped(u int, sheets func(k int) []Sheet) bool {
	return v.aligned(u, func(k int) (out []spec.Column) {
		for _, s := range sheets(k) {
			for _, w := range s {
				if w.Mix == "" && len(out) < maxAlignments/4 && v.compareColumn(v.nothing(), w, k) {
					out = append(out, w.Col)
				}
			}
		}
		return out
	})
}

// maxAlignments bounds the combinations of columns that are tried for alignment.
const maxAlignments = 64

// aligned reports whether some choice of one observed column for each value column
// gives, zipped, the rows of unit u or of the whole view.
func (v *View) aligned(u int, columns func(k int) []spec.Column) bool {
	left := maxAlignments
	options := make([][]cells, len(v.values))
	for k, c := range v.values {
		for _, col := range columns(k) {
			if cs, ok := like(c, col); ok {
				options[k] = append(options[k], cs)
			}
		}
	}
	var try func(k int, chosen []cells) bool
	try = func(k int, chosen []cells) bool {
		if k == len(v.values) {
			left--
			return slices.ContainsFunc([]*reference{v.Units[u].joint, v.all.joint}, func(r *reference) bool {
				return r.equal(r.present(chosen))
			})
		}
		for _, c := range options[k] {
			if left <= 0 || k > 0 && c.len() != chosen[0].len() {
				continue
			}
			if try(k+1, append(slices.Clip(chosen), c)) {
				return true
			}
		}
		return false
	}
	return try(0, nil)
}

// Nearest is how the most similar column of the sheets differs from unit u, whatever
// it is; nil where there is none.
func (v *View) Nearest(u int, sheets []Sheet) (best *Change) {
	for _, s := range sheets {
		for _, w := range s {
			for k, c := range v.values {
				col, ok := like(c, w.Col)
				if w.Mix != "" || !ok || col.len() < 2 {
					continue
				}
				ref := v.Units[u].alone[k]
				if ch := ref.change(ref.present([]cells{col}), k); best == nil || ch.Size() < best.Size() {
					best = ch
				}
			}
		}
	}
	return best
}

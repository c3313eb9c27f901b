package graph

import (
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// view is a data view as the reference for observed content. Its rows are one unit,
// or one unit for each combination of its keys. Columns that are the same in every
// row need not be carried by the analysis and are left out.
type view struct {
	values []*spec.Column
	keys   []*spec.Column
	all    unit
	units  []unit
}

// unit is a set of rows that must reach the operation, with a reference for each
// column alone and one for all together.
type unit struct {
	name  string
	rows  int
	alone []*reference
	joint *reference
}

func newView(f *spec.Frame) *view {
	v := &view{}
	for i := range f.Columns {
		c := &f.Columns[i]
		switch {
		case slices.Contains(f.Keys, c.Name):
			v.keys = append(v.keys, c)
		case !constant(c):
			v.values = append(v.values, c)
		}
	}
	if len(v.values) == 0 { // only keys, or constants, to be counted
		v.keys = nil
		for i := range f.Columns {
			v.values = append(v.values, &f.Columns[i])
		}
	}
	n := f.Rows()
	scale := make([]float64, len(v.values))
	cols := make([]cells, len(v.values))
	for k, c := range v.values {
		cols[k], _ = like(c, *c)
		for i, x := range c.Num {
			if !c.IsMissing(i) && !math.IsInf(x, 0) {
				scale[k] = max(scale[k], math.Abs(x))
			}
		}
	}
	every := make([]int, n)
	for i := range every {
		every[i] = i
	}
	v.all = newUnit("", cols, scale, every)
	if len(v.keys) == 0 {
		v.units = []unit{v.all}
		return v
	}
	labels, rows := partition(v.keyCells(nil), n)
	for _, l := range labels {
		v.units = append(v.units, newUnit(l, cols, scale, rows[l]))
	}
	return v
}

func newUnit(name string, cols []cells, scale []float64, rows []int) unit {
	u := unit{name: name, rows: len(rows)}
	mine := pick(cols, rows)
	for k := range mine {
		u.alone = append(u.alone, newReference(mine[k:k+1], scale[k:k+1]))
	}
	u.joint = u.alone[0]
	if len(mine) > 1 {
		u.joint = newReference(mine, scale)
	}
	return u
}

func constant(c *spec.Column) bool {
	n := c.Len()
	if n < 2 {
		return false
	}
	for i := 1; i < n; i++ {
		switch {
		case c.IsMissing(i) != c.IsMissing(0):
			return false
		case c.IsMissing(i):
		case c.Kind == spec.ColumnText && c.Text[i] != c.Text[0], c.Kind != spec.ColumnText && c.Num[i] != c.Num[0]:
			return false
		}
	}
	return true
}

// keyCells are the key columns of the view, or, where s is given, the columns of an
// observed sheet that have their names; nil where it lacks any.
func (v *view) keyCells(s sheet) []cells {
	var out []cells
	for _, k := range v.keys {
		c, ok := like(k, *k)
		if s != nil {
			i := slices.IndexFunc(s, func(w vector) bool { return w.name == k.Name && w.mix == "" })
			if i < 0 {
				return nil
			}
			c, ok = like(k, s[i].col)
		}
		if !ok {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// partition groups rows by the labels of their keys; rows that miss a key are in no
// group. Labels are sorted.
func partition(keys []cells, n int) (labels []string, rows map[string][]int) {
	rows = map[string][]int{}
	for i := range n {
		var parts []string
		for _, k := range keys {
			if k.missing[i] {
				break
			}
			if k.text != nil {
				parts = append(parts, k.text[i])
			} else {
				parts = append(parts, label(spec.ColumnNumber, k.num[i]))
			}
		}
		if len(parts) == len(keys) {
			l := strings.Join(parts, " / ")
			rows[l] = append(rows[l], i)
		}
	}
	for l := range rows {
		labels = append(labels, l)
	}
	slices.Sort(labels)
	return labels, rows
}

// likeness says what an observed sheet is to a view: which cells (unit, column) it
// holds, and of which units it carries other rows than the view does.
type likeness struct {
	holds  [][]bool // by unit, by value column
	joint  []bool   // by unit: all value columns, row by row
	spoils []*change
}

// change is how observed rows of a unit differ from the view's.
type change struct {
	want, got, same int
	column          int // value column that was compared; -1 for all together
	codes           []uint64
}

func (c *change) lost() int   { return c.want - c.same }
func (c *change) gained() int { return c.got - c.same }

func (c *change) size() int { return c.lost() + c.gained() }

// part reports whether rows were only lost.
func (c *change) part() bool { return c.gained() == 0 }

// telling reports whether the rows in common are three, or half of a small unit.
func (c *change) telling() bool { return c.same >= min(3, (c.want+1)/2) }

// one reports whether rows were only lost or only gained.
func (c *change) one() bool { return c.lost() == 0 || c.gained() == 0 }

func (v *view) nothing() *likeness {
	l := &likeness{holds: make([][]bool, len(v.units)), joint: make([]bool, len(v.units)), spoils: make([]*change, len(v.units))}
	for i := range l.holds {
		l.holds[i] = make([]bool, len(v.values))
	}
	return l
}

// compare holds an observed sheet against the view.
func (v *view) compare(s sheet) *likeness {
	l := v.nothing()
	if named := v.named(s); named != nil {
		v.compareNamed(l, s, named)
	}
	if !slices.Contains(l.joint, true) {
		v.compareAlone(l, s)
	}
	any := slices.ContainsFunc(l.holds, func(h []bool) bool { return slices.Contains(h, true) })
	for u := range l.spoils {
		switch {
		case slices.Contains(l.holds[u], true):
			l.spoils[u] = nil
		case any && l.spoils[u] == nil: // the rows of one unit carry no other
			l.spoils[u] = &change{want: v.units[u].rows, column: -1}
		}
	}
	return l
}

// named are the observed columns that have the names of the view's value columns;
// nil where any is lacking or cannot be compared.
func (v *view) named(s sheet) []cells {
	out := make([]cells, len(v.values))
	for k, c := range v.values {
		i := slices.IndexFunc(s, func(w vector) bool { return w.name == c.Name && w.mix == "" })
		if i < 0 {
			return nil
		}
		var ok bool
		if out[k], ok = like(c, s[i].col); !ok {
			return nil
		}
	}
	return out
}

func (l *likeness) holdAll(u int) {
	l.joint[u] = true
	for k := range l.holds[u] {
		l.holds[u][k] = true
	}
}

// compareNamed compares whole rows of a table that has the view's columns.
func (v *view) compareNamed(l *likeness, s sheet, cols []cells) {
	if keys := v.keyCells(s); len(v.keys) > 0 && keys != nil {
		labels, rows := partition(keys, keys[0].len())
		known := slices.ContainsFunc(v.units, func(u unit) bool { return slices.Contains(labels, u.name) })
		for i, u := range v.units {
			got := u.joint.present(pick(cols, rows[u.name]))
			if u.joint.equal(got) {
				l.holdAll(i)
			} else if c := u.change(u.joint, got, -1); known && (c.got == 0 || c.same > 0) {
				l.spoils[i] = c
			}
		}
		if known {
			return
		}
	}
	got := v.all.joint.present(cols)
	if v.all.joint.equal(got) {
		for i := range v.units {
			l.holdAll(i)
		}
		return
	}
	for i, u := range v.units {
		if u.joint.equal(u.joint.present(cols)) {
			l.holdAll(i)
		}
	}
	c := v.all.change(v.all.joint, got, -1)
	if c.same > 1 && 2*c.same >= min(c.want, c.got) && !v.more(c) {
		v.spoil(l, c)
	}
}

// more reports whether rows without keys may hold the view and other groups beside
// it, which it leaves out.
func (v *view) more(c *change) bool { return len(v.keys) > 0 && c.lost() == 0 }

func (u *unit) change(r *reference, cols []cells, column int) *change {
	codes := r.code(cols, 0)
	return &change{want: u.rows, got: len(codes), same: shared(r.codes[0], codes), column: column, codes: codes}
}

func (v *view) spoil(l *likeness, c *change) {
	for i := range v.units {
		l.spoil(i, c)
	}
}

// spoil notes a change of unit u; of several the smallest counts.
func (l *likeness) spoil(u int, c *change) {
	if l.spoils[u] == nil || c.size() < l.spoils[u].size() {
		l.spoils[u] = c
	}
}

// compareAlone compares each observed column by itself with each column of the view,
// whatever their names.
func (v *view) compareAlone(l *likeness, s sheet) {
	found := make([][]int, len(v.values)) // observed columns that hold each value column
	for w, obs := range s {
		for k, c := range v.values {
			if v.compareColumn(l, obs, k, c) {
				found[k] = append(found[k], w)
			}
		}
	}
	v.alignSheet(l, s, found)
}

func (v *view) compareColumn(l *likeness, obs vector, k int, c *spec.Column) (held bool) {
	if obs.mix != "" {
		return v.compareDigest(l, obs, k)
	}
	col, ok := like(c, obs.col)
	if !ok {
		return false
	}
	one := []cells{col}
	ref := v.all.alone[k]
	got := ref.present(one)
	if ref.equal(got) {
		for i := range v.units {
			l.holds[i][k] = true
		}
		return true
	}
	for i, u := range v.units {
		if mine := u.alone[k].present(one); u.alone[k].equal(mine) {
			l.holds[i][k], held = true, true
		}
	}
	if held {
		return true
	}
	// Rows of a column alone speak only where one side holds all of the other, and where
	// there are enough of them for that not to be chance.
	ch := v.all.change(v.all.alone[k], got, k)
	if v.more(ch) {
		return false
	}
	if ch.one() && ch.telling() {
		v.spoil(l, ch)
	}
	for i, u := range v.units {
		if len(v.units) == 1 {
			break
		}
		if ch := u.change(u.alone[k], got, k); ch.one() && ch.telling() {
			l.spoil(i, ch)
		}
	}
	return false
}

// alignSheet notes the units of which one sheet holds all columns row by row.
func (v *view) alignSheet(l *likeness, s sheet, found [][]int) {
	columns := func(k int) (out []spec.Column) {
		for _, w := range found[k] {
			if s[w].mix == "" {
				out = append(out, s[w].col)
			}
		}
		return out
	}
	for i := range v.units {
		if !slices.Contains(l.holds[i], false) {
			l.joint[i] = len(v.values) == 1 || v.digestsAlign(s, found) || v.aligned(i, columns)
		}
	}
}

// maxAlignments bounds the combinations of columns that are tried for alignment.
const maxAlignments = 64

// aligned reports whether some choice of one observed column for each value column
// gives, zipped, the rows of unit i or of the whole view.
func (v *view) aligned(i int, columns func(k int) []spec.Column) bool {
	left := maxAlignments
	var try func(k int, chosen []cells) bool
	try = func(k int, chosen []cells) bool {
		if k == len(v.values) {
			left--
			return slices.ContainsFunc([]unit{v.units[i], v.all}, func(u unit) bool {
				return u.joint.equal(u.joint.present(chosen))
			})
		}
		for _, c := range columns(k) {
			col, ok := like(v.values[k], c)
			if !ok || k > 0 && col.len() != chosen[0].len() || left <= 0 {
				continue
			}
			if try(k+1, append(slices.Clip(chosen), col)) {
				return true
			}
		}
		return false
	}
	return try(0, nil)
}
